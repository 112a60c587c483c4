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

/// The deal with the smallest key seen so far; among equals the deal with the smallest number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    best: Option<(u64, u64)>,
}

impl Record {
    /// The record held by this key and deal number.
    pub const fn new(key: u64, deal: u64) -> Self {
        Self { best: Some((key, deal)) }
    }

    /// Offers a deal.
    #[inline]
    pub fn offer(&mut self, key: u64, deal: u64) {
        if self.best.is_none_or(|best| (key, deal) < best) {
            self.best = Some((key, deal));
        }
    }

    /// The key and the deal number that hold the record, if any deal was offered.
    pub fn get(&self) -> Option<(u64, u64)> {
        self.best
    }

    /// Takes over the other's record if it is better.
    pub fn merge(&mut self, other: &Self) {
        if let Some((key, deal)) = other.best {
            self.offer(key, deal);
        }
    }
}

/// What an experiment counts: the names of its histograms and of its records, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Names of the histograms.
    pub histograms: &'static [&'static str],
    /// Names of the records.
    pub records: &'static [&'static str],
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
    /// One record for each name of the layout.
    pub records: Vec<Record>,
}

impl Tally {
    /// The tally of no deal: merging it changes nothing.
    pub fn empty(layout: Layout) -> Self {
        Self {
            layout,
            deals: 0,
            histograms: vec![Histogram::default(); layout.histograms.len()],
            records: vec![Record::default(); layout.records.len()],
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
        for (own, others) in self.records.iter_mut().zip(&other.records) {
            own.merge(others);
        }
        Ok(())
    }
}
