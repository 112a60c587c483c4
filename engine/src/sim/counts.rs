//! What an experiment counts: histograms with their bounds, and records. Whether a tally can be that of any run follows.

use crate::stats::{Direction, Layout, Tally};
use std::ops::RangeInclusive;

/// What contradicts the number of deals, its own bounds, or the counts before it: its place among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// A histogram.
    Histogram(usize),
    /// A record.
    Record(usize),
}

/// What is counted of each deal: histograms and records, in the order in which a tally holds them.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// The histograms.
    pub histograms: Vec<Hist>,
    /// The records, deals that a tally holds by their number: each by its name in tallies.
    pub records: Vec<(&'static str, Kept)>,
}

/// A histogram.
#[derive(Clone, Debug)]
pub struct Hist {
    /// Its name in tallies.
    pub name: &'static str,
    /// The values that it may hold.
    pub bounds: RangeInclusive<u64>,
    /// How many it holds.
    pub total: Total,
}

/// How many values a histogram holds.
#[derive(Clone, Debug)]
pub enum Total {
    /// One a deal.
    Deals,
    /// One of each deal that is not in another histogram.
    Others(usize),
    /// One for each of these values of another histogram.
    Of(usize, RangeInclusive<usize>),
    /// As many as it happens to hold.
    Any,
    /// None.
    Nothing,
}

/// Which deal a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The first with the lowest value of a histogram.
    Lowest(usize),
    /// The first with the highest value of a histogram.
    Highest(usize),
    /// The first with a value of a histogram; it is offered as 0.
    First(usize, usize),
}

impl Hist {
    /// A histogram with one value a deal.
    pub fn new(name: &'static str, bounds: RangeInclusive<u64>) -> Self {
        Self { name, bounds, total: Total::Deals }
    }

    /// The same with another number of values.
    #[must_use]
    pub fn counting(self, total: Total) -> Self {
        Self { total, ..self }
    }
}

impl Counts {
    /// These histograms, and records by name.
    pub fn new(histograms: Vec<Hist>, records: &[(&'static str, Kept)]) -> Self {
        Self { histograms, records: records.to_vec() }
    }

    /// The names, as a tally holds them.
    pub fn layout(&self) -> Layout {
        let direction = |kept| if matches!(kept, Kept::Highest(_)) { Direction::Highest } else { Direction::Lowest };
        Layout {
            histograms: self.histograms.iter().map(|histogram| histogram.name).collect(),
            extremes: self.records.iter().map(|&(name, kept)| (name, direction(kept))).collect(),
        }
    }

    /// Whether each histogram of a tally is within its bounds and holds as many values as it has to; else the first that does
    /// not.
    pub fn check(&self, tally: &Tally) -> Result<(), Contradiction> {
        for (place, histogram) in self.histograms.iter().enumerate() {
            let counts = || (0..).zip(tally.histograms[place].counts());
            let inside = counts().all(|(value, &count)| count == 0 || histogram.bounds.contains(&value));
            let sum = |place: usize| {
                let counts = tally.histograms[place].counts().iter();
                counts.copied().try_fold(0_u64, u64::checked_add)
            };
            let fits = sum(place).is_some_and(|sum_here| match &histogram.total {
                Total::Deals => sum_here == tally.deals,
                Total::Others(other) => {
                    sum(*other).and_then(|others| others.checked_add(sum_here)) == Some(tally.deals)
                }
                Total::Of(other, values) => {
                    sum_here == values.clone().map(|value| tally.histograms[*other].count(value)).sum::<u64>()
                }
                Total::Any => sum_here <= tally.deals,
                Total::Nothing => sum_here == 0,
            });
            agree(inside && fits, Contradiction::Histogram(place))?;
        }
        Ok(())
    }

    /// Whether each record of a tally holds what its histograms say; else the first that does not.
    pub fn check_records(&self, tally: &Tally) -> Result<(), Contradiction> {
        self.records.iter().enumerate().try_for_each(|(place, (_, kept))| {
            let held = tally.extremes[place].held.map(|(value, _)| value);
            let known = match *kept {
                Kept::Lowest(histogram) => tally.histograms[histogram].lowest(),
                Kept::Highest(histogram) => tally.histograms[histogram].highest(),
                Kept::First(histogram, value) => (tally.histograms[histogram].count(value) > 0).then_some(0),
            };
            agree(held == known, Contradiction::Record(place))
        })
    }
}

/// Something holds, or this contradicts it.
pub fn agree(holds: bool, otherwise: Contradiction) -> Result<(), Contradiction> {
    if holds { Ok(()) } else { Err(otherwise) }
}
