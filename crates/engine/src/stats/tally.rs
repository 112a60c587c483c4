//! The counts of a simulation: integers that are merged in any order with the same result;
//! and mean, spread and quantiles of a histogram, from exact integer sums.
//!
//! Merging has an identity (the empty tally of a schema), is associative and commutative.

use super::interval::{Confidence, Interval};
use super::schema::{HistogramPair, HistogramSpec, RecordKind, TallySchema};
use std::ops::Range;

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
        let len = counts
            .iter()
            .rposition(|&count| count > 0)
            .map_or(0, |last| last + 1);
        counts.truncate(len);
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

    /// True if it can be the histogram `spec` of this number of deals: it is within the bounds and holds one value for each
    /// deal, or at most one if it is partial.
    fn can_hold(&self, spec: &HistogramSpec, deals: u64) -> bool {
        let is_within_bounds = (0..)
            .zip(&self.counts)
            .all(|(value, &count)| count == 0 || spec.bounds.contains(&value));
        let mut counts = self.counts.iter();
        let total = counts.try_fold(0_u64, |sum, &count| sum.checked_add(count));
        is_within_bounds
            && total.is_some_and(|total| total == deals || (total < deals && !spec.has_all_deals))
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
        value_at_rank(self.counts.iter().copied().enumerate(), rank)
    }

    /// Adds the counts of another histogram.
    ///
    /// # Errors
    /// When a count overflows; the histogram is then partly merged and must not be used.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountOverflow> {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (count, other) in self.counts.iter_mut().zip(&other.counts) {
            *count = count.checked_add(*other).ok_or(CountOverflow)?;
        }
        Ok(())
    }
}

/// A value of a histogram, such as the largest so far, and its first deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The deal that is kept.
    pub kind: RecordKind,
    /// The value and the number of its deal; `None` before the first deal.
    pub value_and_deal: Option<(u64, u64)>,
}

impl Record {
    /// A record before the first deal.
    pub const fn empty(kind: RecordKind) -> Self {
        Self {
            kind,
            value_and_deal: None,
        }
    }

    /// Updates the record with the value of a deal.
    #[inline]
    pub fn update(&mut self, value: u64, deal: u64) {
        let is_surpassed = |(record_value, record_deal): (u64, u64)| match self.kind {
            RecordKind::Lowest(_) | RecordKind::FirstWithValue(..) => {
                (value, deal) < (record_value, record_deal)
            }
            RecordKind::Highest(_) => (record_value, deal) < (value, record_deal),
        };
        if self.value_and_deal.is_none_or(is_surpassed) {
            self.value_and_deal = Some((value, deal));
        }
    }

    /// Updates the record with another one of the same kind.
    pub fn merge(&mut self, other: &Self) {
        if let Some((value, deal)) = other.value_and_deal {
            self.update(value, deal);
        }
    }
}

/// A value that a deal adds to a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DealValue {
    /// The number of the deal.
    pub deal: u64,
    /// The index of the histogram in the tally.
    pub histogram: usize,
    /// The value.
    pub value: usize,
}

/// The values that the deals of a range add to the histograms of a tally.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealValues {
    first_deal: u64,
    /// The values of each histogram, by deal from the first one on, or [`Self::NONE`]; empty for a histogram whose values are
    /// not kept.
    pub by_histogram: Vec<Vec<u32>>,
}

impl DealValues {
    /// The entry of a deal without a value. A histogram of 2^32 values would not fit into memory.
    pub const NONE: u32 = u32::MAX;

    /// Creates the values of some deals in the histograms that `is_kept` accepts by their index, before any is added.
    pub fn new(
        deals: &Range<u64>,
        histogram_count: usize,
        is_kept: impl Fn(usize) -> bool,
    ) -> Self {
        let unknown_values = |histogram| {
            let deal_count = if is_kept(histogram) {
                deals.end - deals.start
            } else {
                0
            };
            vec![Self::NONE; deal_count as usize]
        };
        Self {
            first_deal: deals.start,
            by_histogram: (0..histogram_count).map(unknown_values).collect(),
        }
    }

    /// The values in ascending order of deals and histograms.
    pub fn to_vec(&self) -> Vec<DealValue> {
        let mut deal_values = Vec::new();
        let deal_count = self.by_histogram.first().map_or(0, Vec::len);
        for index in 0..deal_count {
            for (histogram, values) in self.by_histogram.iter().enumerate() {
                if values[index] != Self::NONE {
                    deal_values.push(DealValue {
                        deal: self.first_deal + index as u64,
                        histogram,
                        value: values[index] as usize,
                    });
                }
            }
        }
        deal_values
    }
}

/// The counts of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The names and bounds of the counts.
    pub schema: TallySchema,
    /// The number of deals played.
    pub deals: u64,
    /// The histograms, in the order of the schema.
    pub histograms: Vec<Histogram>,
    /// The records, in the order of the schema.
    pub records: Vec<Record>,
    /// The values of all deals, while rows of deals are written or deals are compared; `None` otherwise.
    pub deal_values: Option<DealValues>,
}

impl Tally {
    /// The tally without deals, the identity of merging.
    pub fn empty(schema: TallySchema) -> Self {
        Self {
            deals: 0,
            histograms: vec![Histogram::default(); schema.histograms.len()],
            records: schema
                .records
                .iter()
                .map(|&(_, kind)| Record::empty(kind))
                .collect(),
            deal_values: None,
            schema,
        }
    }

    /// Counts a value of a deal in the histogram of this index.
    #[inline]
    pub fn add(&mut self, deal: u64, histogram: usize, value: usize) {
        self.histograms[histogram].add(value);
        self.add_deal_value(deal, histogram, value);
    }

    /// Adds a value that is counted elsewhere to the values of all deals, if there are any.
    #[inline]
    pub fn add_deal_value(&mut self, deal: u64, histogram: usize, value: usize) {
        if let Some(deal_values) = &mut self.deal_values {
            let index = (deal - deal_values.first_deal) as usize;
            if let Some(kept_value) = deal_values.by_histogram[histogram].get_mut(index) {
                *kept_value = value as u32;
            }
        }
    }

    /// Adds the counts of another tally of the same schema.
    ///
    /// # Errors
    /// When a count overflows; the tally is then partly merged and must not be used.
    ///
    /// # Panics
    /// When the schemas differ.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountOverflow> {
        assert_eq!(
            self.schema, other.schema,
            "tallies of different experiments do not add up"
        );
        self.deals = self.deals.checked_add(other.deals).ok_or(CountOverflow)?;
        for (histogram, other_histogram) in self.histograms.iter_mut().zip(&other.histograms) {
            histogram.merge(other_histogram)?;
        }
        for (record, other_record) in self.records.iter_mut().zip(&other.records) {
            record.merge(other_record);
        }
        Ok(())
    }

    /// The value that a record of this kind has by the histograms; `None` without one.
    pub fn record_value(&self, kind: RecordKind) -> Option<u64> {
        match kind {
            RecordKind::Lowest(histogram) => self.histograms[histogram].lowest_value(),
            RecordKind::Highest(histogram) => self.histograms[histogram].highest_value(),
            RecordKind::FirstWithValue(histogram, value) => {
                (self.histograms[histogram].count(value) > 0).then_some(0)
            }
        }
    }

    /// True if the values of a pair can be those of its histograms: each occurs as often as there, or less often if
    /// some deals have no value in the other one.
    fn can_hold_pair(&self, pair: HistogramPair, counts: &Histogram) -> bool {
        let mut margins = [Histogram::default(), Histogram::default()];
        for (entry, &count) in counts.counts().iter().enumerate() {
            for (margin, value) in margins.iter_mut().zip(pair.values(entry)) {
                margin.add_many(value, count);
            }
        }
        let are_all_paired = |histogram: usize| self.schema.histograms[histogram].has_all_deals;
        (0..2).all(|side| {
            let margin = &margins[side];
            let single = &self.histograms[pair.histograms[side]];
            if are_all_paired(pair.histograms[1 - side]) {
                margin == single
            } else {
                let mut counts = (0..).zip(margin.counts());
                counts.all(|(value, &count)| count <= single.count(value))
            }
        })
    }

    /// The index of the first part that contradicts the number of deals, its bounds or an earlier part: the
    /// histograms are counted first, then the records. `None` for a tally that can be that of a run.
    pub fn first_contradiction(&self) -> Option<usize> {
        let histograms = self.schema.histograms.iter().zip(&self.histograms);
        let are_histograms_valid = histograms.map(|(spec, histogram)| {
            histogram.can_hold(spec, self.deals)
                && spec
                    .pair
                    .is_none_or(|pair| self.can_hold_pair(pair, histogram))
        });
        let are_records_valid = self.records.iter().map(|record| {
            record.value_and_deal.map(|(value, _)| value) == self.record_value(record.kind)
        });
        are_histograms_valid
            .chain(are_records_valid)
            .position(|is_valid| !is_valid)
    }
}

/// The mean, spread and quantiles of the values that a histogram counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The number of values.
    pub value_count: u64,
    /// The mean.
    pub mean: f64,
    /// The standard deviation (of the quantity, with n - 1); 0 for a single value.
    pub standard_deviation: f64,
    /// The standard error of the mean: standard deviation / √n.
    pub standard_error: f64,
    /// The third absolute central moment divided by the cube of the standard deviation; 1 or more, and 0 for equal values.
    pub absolute_skewness: f64,
    /// The number of values other than the mode.
    pub unusual_value_count: u64,
    /// The smallest value that the histogram can count.
    pub min_possible: f64,
    /// The largest value that is possible: the limit at which values are cut off; infinite without one.
    pub max_possible: f64,
    /// The smallest value seen.
    pub min: i64,
    /// The largest value seen.
    pub max: i64,
    /// The median: halfway between the two middle values of an even number of them.
    pub median: f64,
    /// The value seen most often, the smallest of several.
    pub mode: i64,
}

impl Moments {
    /// The moments of a histogram with entries `v` for the values `v + value_offset`; `None` for an empty histogram.
    pub fn new(histogram: &Histogram, value_offset: i64) -> Option<Self> {
        let values = histogram.counts().iter().copied().enumerate();
        Self::from_value_counts(values, value_offset, f64::INFINITY)
    }

    /// The moments of the values of a histogram and of `cut_off_count` further values that are equal to `limit`, which is
    /// at least as large as every value of the histogram. `None` without values.
    pub fn with_limit(histogram: &Histogram, limit: u64, cut_off_count: u64) -> Option<Self> {
        let values = histogram.counts().iter().copied().enumerate();
        let max_possible = limit.min(i64::MAX as u64);
        let cut_off = std::iter::once((max_possible as usize, cut_off_count));
        Self::from_value_counts(values.chain(cut_off), 0, max_possible as f64)
    }

    /// The moments of values in ascending order, each with its count. No value, with its offset, exceeds `max_possible`.
    fn from_value_counts(
        value_counts: impl Iterator<Item = (usize, u64)> + Clone,
        value_offset: i64,
        max_possible: f64,
    ) -> Option<Self> {
        let values = value_counts.filter(|&(_, count)| count > 0);
        let (first, _) = values.clone().next()?;
        let mut total = 0;
        let mut last = first;
        let mut mode = first;
        let mut mode_count = 0;
        let mut sum = 0_u128;
        let mut squares = Some(0_u128);
        for (value, count) in values.clone() {
            total += count;
            last = value;
            if count > mode_count {
                mode = value;
                mode_count = count;
            }
            let weighted = value as u128 * u128::from(count);
            sum += weighted;
            squares = weighted
                .checked_mul(value as u128)
                .and_then(|square| squares?.checked_add(square));
        }
        let n = u128::from(total);
        // n² times the variance, exactly: with floats the subtraction would lose digits.
        let sum_of_squares = squares.and_then(|squares| n.checked_mul(squares));
        let spread = match (sum_of_squares, sum.checked_mul(sum)) {
            (Some(sum_of_squares), Some(square_of_sum)) => (sum_of_squares - square_of_sum) as f64,
            _ => n as f64 * squared_deviations(values.clone(), (sum / n) as usize),
        };
        let variance = if n > 1 {
            spread / (n * (n - 1)) as f64
        } else {
            0.0
        };
        let with_offset = |value: usize| value as i64 + value_offset;
        let value_of_rank =
            |rank| with_offset(value_at_rank(values.clone(), rank).unwrap_or(first)) as f64;
        Some(Self {
            value_count: total,
            mean: sum as f64 / n as f64 + value_offset as f64,
            standard_deviation: variance.sqrt(),
            standard_error: (variance / n as f64).sqrt(),
            absolute_skewness: absolute_skewness(values.clone(), total),
            unusual_value_count: total - mode_count,
            min_possible: value_offset as f64,
            max_possible,
            min: with_offset(first),
            max: with_offset(last),
            median: (value_of_rank((total - 1) / 2) + value_of_rank(total / 2)) / 2.0,
            mode: with_offset(mode),
        })
    }

    /// The confidence interval of the mean: mean ± (t + 1.6 s²) · standard error, with Student's quantile t of n - 1
    /// degrees of freedom and the [scarcity](Moments::scarcity) s, cut off at the least and the largest possible value.
    ///
    /// `None` if the scarcity exceeds 1: the mean of few skewed values is not approximately normal. Samples that just
    /// suffice are not typical, since some of them hold more rare values than others of their size. The term 1.6 s² makes
    /// up for this selection; it vanishes as n grows. Student's interval alone contains the mean of a rare difference in
    /// only 85 % of samples at a level of 95 %; this one does in 94 % or more, whatever the number of values
    /// (`tests/independent/mean_intervals.py`).
    pub fn mean_interval(&self, confidence: Confidence) -> Option<Interval> {
        let scarcity = self.scarcity();
        if scarcity > 1.0 {
            return None;
        }
        let quantile = confidence.t(self.value_count - 1) + 1.6 * scarcity * scarcity;
        let half_width = quantile * self.standard_error;
        Some(Interval {
            low: (self.mean - half_width).max(self.min_possible),
            high: (self.mean + half_width).min(self.max_possible),
        })
    }

    /// Returns how scarce the values are for an interval of their mean: the largest share that is needed of what there is.
    ///
    /// 28 + 5 ρ² values are needed, where ρ is the [absolute skewness](Moments::absolute_skewness), and
    /// [`Moments::MIN_UNUSUAL_VALUES`] values other than the most frequent one. Both numbers hardly depend on the sign of
    /// a difference, so they do not favour estimates near 0. The first follows Cochran's rule (Sugden, Smith and Jones,
    /// Cochran's rule for simple random sampling, 2000).
    pub fn scarcity(&self) -> f64 {
        let needed_values = 28.0 + 5.0 * self.absolute_skewness.powi(2);
        let by_values = needed_values / self.value_count as f64;
        let by_unusual_values = Self::MIN_UNUSUAL_VALUES as f64 / self.unusual_value_count as f64;
        by_values.max(by_unusual_values)
    }

    /// The smallest number of values other than the most frequent one for an interval of the mean.
    pub const MIN_UNUSUAL_VALUES: u64 = 20;
}

/// The value with `rank` smaller or equal values before it, of values in ascending order with their counts; `None` beyond
/// the last one.
fn value_at_rank(values: impl Iterator<Item = (usize, u64)>, rank: u64) -> Option<usize> {
    let mut passed = 0;
    for (value, count) in values {
        passed += count;
        if passed > rank {
            return Some(value);
        }
    }
    None
}

/// The third absolute central moment of the values with these counts, divided by the cube of their standard deviation.
fn absolute_skewness(values: impl Iterator<Item = (usize, u64)> + Clone, total: u64) -> f64 {
    let value_count = total as f64;
    let mean_of = |quantity: &dyn Fn(f64) -> f64| -> f64 {
        let mut sum = 0.0;
        for (value, count) in values.clone() {
            sum += quantity(value as f64) * count as f64;
        }
        sum / value_count
    };
    let mean = mean_of(&|value| value);
    let variance = mean_of(&|value| (value - mean).powi(2));
    if variance > 0.0 {
        mean_of(&|value| (value - mean).abs().powi(3)) / (variance * variance.sqrt())
    } else {
        0.0
    }
}

/// The sum of the squared distances to a value near the mean, where exact squares pass 2^128.
fn squared_deviations(values: impl Iterator<Item = (usize, u64)>, middle: usize) -> f64 {
    values
        .map(|(value, count)| (value.abs_diff(middle) as f64).powi(2) * count as f64)
        .sum()
}
