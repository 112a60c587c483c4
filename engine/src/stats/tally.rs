//! The counts of a simulation: integers that are merged in any order with the same result.
//!
//! Merging has an identity (the empty tally of a layout), is associative and commutative.

/// A histogram: the number of times that each value was seen. Entry `v` counts the value `v`.
///
/// It grows as needed and never ends with a zero, so histograms with equal contents are equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
}

/// The error of a count beyond 2^64, which only a damaged file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("count overflow")]
pub struct CountOverflow;

impl Histogram {
    /// A histogram with these counts, by value from 0.
    pub fn new(mut counts: Vec<u64>) -> Self {
        let used = counts
            .iter()
            .rposition(|&count| count > 0)
            .map_or(0, |last| last + 1);
        counts.truncate(used);
        Self { counts }
    }

    /// Counts `value` once.
    #[inline]
    pub fn add(&mut self, value: usize) {
        self.add_many(value, 1);
    }

    /// Counts `value` `times` times.
    #[inline]
    pub fn add_many(&mut self, value: usize, times: u64) {
        if times == 0 {
            return;
        }
        if value >= self.counts.len() {
            self.counts.resize(value + 1, 0);
        }
        self.counts[value] += times;
    }

    /// The number of times that `value` was seen.
    pub fn count(&self, value: usize) -> u64 {
        self.counts.get(value).copied().unwrap_or(0)
    }

    /// The number of values up to `value` that were seen.
    pub fn count_up_to(&self, value: usize) -> u64 {
        self.counts.iter().take(value.saturating_add(1)).sum()
    }

    /// The number of all values that were seen.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The counts by value, up to the largest value seen.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The smallest value seen.
    pub fn lowest_value(&self) -> Option<u64> {
        self.counts
            .iter()
            .position(|&count| count > 0)
            .map(|value| value as u64)
    }

    /// The largest value seen.
    pub fn highest_value(&self) -> Option<u64> {
        self.counts.len().checked_sub(1).map(|value| value as u64)
    }

    /// The value of rank `rank`, from 0, in ascending order; `None` beyond the last one.
    pub fn value_at_rank(&self, rank: u64) -> Option<usize> {
        let mut seen = 0;
        let reaches = |&count: &u64| {
            seen += count;
            seen > rank
        };
        self.counts.iter().position(reaches)
    }

    /// The sum of all values seen.
    pub fn value_sum(&self) -> u128 {
        (0..)
            .zip(&self.counts)
            .map(|(value, &count): (u64, _)| u128::from(value) * u128::from(count))
            .sum()
    }

    /// Adds the counts of another histogram.
    ///
    /// # Errors
    /// When a count overflows; the histogram is then unchanged.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountOverflow> {
        let longest = self.counts.len().max(other.counts.len());
        let sum = |value| {
            self.count(value)
                .checked_add(other.count(value))
                .ok_or(CountOverflow)
        };
        self.counts = (0..longest).map(sum).collect::<Result<_, _>>()?;
        Ok(())
    }
}

/// The kind of an extreme: the lowest or the highest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExtremeKind {
    /// Keeps the lowest value.
    Lowest,
    /// Keeps the highest value.
    Highest,
}

/// The lowest or the highest value seen so far and its deal; among equals the deal with the smallest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// The kind of the extreme.
    pub kind: ExtremeKind,
    /// The extreme value and the number of its deal; `None` before the first deal.
    pub value_and_deal: Option<(u64, u64)>,
}

impl Extreme {
    /// An extreme before the first deal.
    pub const fn empty(kind: ExtremeKind) -> Self {
        Self {
            kind,
            value_and_deal: None,
        }
    }

    /// Updates the extreme with the value of a deal.
    #[inline]
    pub fn update(&mut self, value: u64, deal: u64) {
        let passes = |(held, by): (u64, u64)| match self.kind {
            ExtremeKind::Lowest => (value, deal) < (held, by),
            ExtremeKind::Highest => (held, deal) < (value, by),
        };
        if self.value_and_deal.is_none_or(passes) {
            self.value_and_deal = Some((value, deal));
        }
    }

    /// Updates the extreme with another one of the same kind.
    pub fn merge(&mut self, other: &Self) {
        if let Some((value, deal)) = other.value_and_deal {
            self.update(value, deal);
        }
    }
}

/// The names of the histograms and the extremes of an experiment, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TallyLayout {
    /// The names of the histograms.
    pub histograms: Vec<&'static str>,
    /// The names and the kinds of the extremes.
    pub extremes: Vec<(&'static str, ExtremeKind)>,
}

/// The counts of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The names of the counts.
    pub layout: TallyLayout,
    /// The number of deals played.
    pub deals: u64,
    /// The histograms, in the order of the layout.
    pub histograms: Vec<Histogram>,
    /// The extremes, in the order of the layout.
    pub extremes: Vec<Extreme>,
}

impl Tally {
    /// The tally without deals, the identity of merging.
    pub fn empty(layout: TallyLayout) -> Self {
        Self {
            deals: 0,
            histograms: vec![Histogram::default(); layout.histograms.len()],
            extremes: layout
                .extremes
                .iter()
                .map(|&(_, direction)| Extreme::empty(direction))
                .collect(),
            layout,
        }
    }

    /// Adds the counts of another tally of the same layout.
    ///
    /// # Errors
    /// When a count overflows; the tally is then partly merged and must not be used.
    ///
    /// # Panics
    /// When the layouts differ.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountOverflow> {
        assert_eq!(
            self.layout, other.layout,
            "tallies of different experiments do not add up"
        );
        self.deals = self.deals.checked_add(other.deals).ok_or(CountOverflow)?;
        for (own, others) in self.histograms.iter_mut().zip(&other.histograms) {
            own.merge(others)?;
        }
        for (own, others) in self.extremes.iter_mut().zip(&other.extremes) {
            own.merge(others);
        }
        Ok(())
    }
}
