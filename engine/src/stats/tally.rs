//! What a simulation counts: integers only, merged in any order to the same end.
//!
//! Merging has an identity (the empty tally of a layout), is associative and commutative. Floats appear later, when
//! a summary is made.

/// How often each value was seen: entry `v` counts the value `v`. Grows as needed and never ends with a zero, so equal
/// contents are equal values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
}

/// Counts beyond 2^64, which no simulation reaches but a damaged file may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a count passes 2^64")]
pub struct Overflow;

impl Histogram {
    /// The histogram with these counts.
    pub fn new(mut counts: Vec<u64>) -> Self {
        let used = counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
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

    /// How often `value` was seen.
    pub fn count(&self, value: usize) -> u64 {
        self.counts.get(value).copied().unwrap_or(0)
    }

    /// How often a value up to `value` was seen.
    pub fn count_up_to(&self, value: usize) -> u64 {
        self.counts.iter().take(value.saturating_add(1)).sum()
    }

    /// How many values were counted.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The counts by value, up to the largest value seen.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The smallest value counted.
    pub fn lowest(&self) -> Option<u64> {
        self.counts.iter().position(|&count| count > 0).map(|value| value as u64)
    }

    /// The largest value counted.
    pub fn highest(&self) -> Option<u64> {
        self.counts.len().checked_sub(1).map(|value| value as u64)
    }

    /// The value of this rank, from 0, in ascending order.
    pub fn ranked(&self, rank: u64) -> Option<usize> {
        let mut seen = 0;
        let reaches = |&count: &u64| {
            seen += count;
            seen > rank
        };
        self.counts.iter().position(reaches)
    }

    /// The sum of all values counted; it needs twice the bits of a count.
    pub fn sum(&self) -> u128 {
        (0..).zip(&self.counts).map(|(value, &count): (u64, _)| u128::from(value) * u128::from(count)).sum()
    }

    /// Adds the counts of another histogram.
    ///
    /// # Errors
    /// When a count overflows; nothing is changed then.
    pub fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        let longest = self.counts.len().max(other.counts.len());
        let sum = |value| self.count(value).checked_add(other.count(value)).ok_or(Overflow);
        self.counts = (0..longest).map(sum).collect::<Result<_, _>>()?;
        Ok(())
    }
}

/// Which end of the values an extreme keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The lowest value.
    Lowest,
    /// The highest value.
    Highest,
}

/// The deal with the lowest or the highest value seen so far; among equals the deal with the smallest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// Which end it keeps.
    pub direction: Direction,
    /// The value and the number of the deal that hold it, if any deal was offered.
    pub held: Option<(u64, u64)>,
}

impl Extreme {
    /// The extreme of no deal.
    pub const fn none(direction: Direction) -> Self {
        Self { direction, held: None }
    }

    /// Offers a deal.
    #[inline]
    pub fn offer(&mut self, value: u64, deal: u64) {
        let passes = |(held, by): (u64, u64)| match self.direction {
            Direction::Lowest => (value, deal) < (held, by),
            Direction::Highest => (held, deal) < (value, by),
        };
        if self.held.is_none_or(passes) {
            self.held = Some((value, deal));
        }
    }

    /// Takes over what the other extreme holds if it goes further.
    pub fn merge(&mut self, other: &Self) {
        if let Some((value, deal)) = other.held {
            self.offer(value, deal);
        }
    }
}

/// What an experiment counts: the names of its histograms and of its extremes, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Names of the histograms.
    pub histograms: Vec<&'static str>,
    /// Names of the extremes, and which end each keeps.
    pub extremes: Vec<(&'static str, Direction)>,
}

/// The counts of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// What is counted.
    pub layout: Layout,
    /// Deals played.
    pub deals: u64,
    /// One histogram for each name of the layout.
    pub histograms: Vec<Histogram>,
    /// One extreme for each name of the layout.
    pub extremes: Vec<Extreme>,
}

impl Tally {
    /// The tally of no deal: merging it changes nothing.
    pub fn empty(layout: Layout) -> Self {
        Self {
            deals: 0,
            histograms: vec![Histogram::default(); layout.histograms.len()],
            extremes: layout.extremes.iter().map(|&(_, direction)| Extreme::none(direction)).collect(),
            layout,
        }
    }

    /// Adds what another run of the same layout counted.
    ///
    /// # Errors
    /// When a count overflows; this tally is then of no use any more.
    ///
    /// # Panics
    /// When the layouts differ: the caller compares plans first.
    pub fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        assert_eq!(self.layout, other.layout, "tallies of different experiments do not add up");
        self.deals = self.deals.checked_add(other.deals).ok_or(Overflow)?;
        for (own, others) in self.histograms.iter_mut().zip(&other.histograms) {
            own.merge(others)?;
        }
        for (own, others) in self.extremes.iter_mut().zip(&other.extremes) {
            own.merge(others);
        }
        Ok(())
    }
}
