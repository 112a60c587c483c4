//! The measures of an experiment: the numbers that are computed from its counts.
//!
//! The rows of the table, their names, the quantities to which a stop rule applies and the summary all derive from the
//! list of measures.

use super::difference::Difference;
use super::run::FIRST_STOP_CHECK;
use super::settings::{Field, field_value};
use super::table::{Column, IntervalMethod, RowSelection};
use super::values::FieldValue;
use crate::stats::quantile::Quantile;
use crate::stats::{Confidence, Estimate, Interval, Moments, Proportion, Tally};
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

/// A quantity that is estimated from a tally.
#[derive(Clone)]
pub struct Measure {
    /// The fields that name its row beside the settings; empty when it is not a row of the table.
    pub row_fields: Vec<Field>,
    /// The name in JSON beside the table; `None` when it is not listed there.
    pub json_name: Option<&'static str>,
    pub(super) estimand: Estimand,
    /// The exact value; `None` when it has no formula.
    pub exact: Option<ExactValue>,
    /// True if the quantiles of a mean are estimated, too: those of [`Measure::QUANTILES`].
    pub has_quantiles: bool,
    /// True if the stop rule of a run applies to it.
    pub is_stop_criterion: bool,
    /// True if its row is hidden when it is trailing, has count 0 and has no positive exact value.
    pub hides_if_trailing_zero: bool,
}

#[derive(Clone)]
pub(super) enum Estimand {
    Share {
        histogram: usize,
        values: RangeInclusive<usize>,
        undecided: UndecidedRule,
    },
    /// The mean of a histogram. Entry `v` of the histogram counts the value `v + value_offset`.
    Mean {
        histogram: usize,
        /// The number added to its values; 0 with a limit.
        value_offset: i64,
        /// The deals without a value in the histogram that would have one if they had been played on.
        undecided: UndecidedRule,
        /// The limit at which the undecided deals were cut off, if they count with it; at least as large as every value of
        /// the histogram.
        limit: Option<u64>,
    },
    /// An estimate computed by a function; `None` when it does not apply.
    Custom(Arc<EstimateFn>),
    CustomNumber(Arc<dyn Fn(&Tally) -> f64 + Send + Sync>),
}

type EstimateFn = dyn Fn(&Tally, Confidence) -> Option<Row> + Send + Sync;

/// The undecided deals of a measure: those with an unknown value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndecidedRule {
    /// No deals: all are decided.
    None,
    /// The deals with these values of a histogram. A share of deals with such a value has no undecided deals.
    Values(usize, RangeInclusive<usize>),
    /// The deals with a lower bound in one histogram and an upper bound in another; the value lies between the two.
    LowerAndUpperHistograms(usize, usize),
}

impl UndecidedRule {
    /// All deals with a value in this histogram.
    pub const fn whole_histogram(histogram: usize) -> Self {
        Self::Values(histogram, 0..=usize::MAX)
    }

    fn begins_in(&self, histogram: usize, values: &RangeInclusive<usize>) -> bool {
        matches!(self, Self::Values(other, undecided)
            if *other == histogram && values.contains(undecided.start()))
    }

    /// The number of undecided deals; 0 for deals with bounds.
    fn count(&self, tally: &Tally) -> u64 {
        match self {
            Self::Values(histogram, values) => count_of_values(tally, *histogram, values),
            Self::None | Self::LowerAndUpperHistograms(..) => 0,
        }
    }
}

/// An exact value, computed when it is needed; `None` where it is unknown.
#[derive(Clone)]
pub struct ExactValue(Arc<dyn Fn() -> Option<f64> + Send + Sync>);

impl ExactValue {
    /// Creates a value that is cheap to compute; it is computed at each use.
    pub fn new(compute: impl Fn() -> Option<f64> + Send + Sync + 'static) -> Self {
        Self(Arc::new(compute))
    }

    /// Creates the probabilities of a distribution, by their index. The distribution is computed once, when the first of
    /// them is needed.
    pub fn from_distribution(
        compute_distribution: impl FnOnce() -> Option<Vec<f64>> + Send + 'static,
    ) -> impl Fn(usize) -> Self {
        let distribution = Arc::new(LazyLock::new(compute_distribution));
        move |place| {
            let distribution = Arc::clone(&distribution);
            Self::new(move || LazyLock::force(&distribution).as_ref()?.get(place).copied())
        }
    }

    /// The value; `None` where it is unknown.
    pub fn get(&self) -> Option<f64> {
        self.0()
    }
}

impl Measure {
    pub(super) fn new(estimand: Estimand) -> Self {
        Self {
            row_fields: Vec::new(),
            json_name: None,
            estimand,
            exact: None,
            has_quantiles: false,
            is_stop_criterion: false,
            hides_if_trailing_zero: false,
        }
    }

    /// Creates the share of deals with these values of a histogram.
    pub fn share(histogram: usize, values: RangeInclusive<usize>) -> Self {
        Self::new(Estimand::Share {
            histogram,
            values,
            undecided: UndecidedRule::None,
        })
    }

    /// Creates the mean of a histogram. Entry `v` of the histogram counts the value `v + value_offset`.
    pub fn mean(histogram: usize, value_offset: i64) -> Self {
        Self::new(Estimand::Mean {
            histogram,
            value_offset,
            undecided: UndecidedRule::None,
            limit: None,
        })
    }

    /// Creates the mean of the smaller of a value and `limit`, which `cut_off` deals have reached.
    pub fn limited_mean(histogram: usize, cut_off: UndecidedRule, limit: u64) -> Self {
        Self::new(Estimand::Mean {
            histogram,
            value_offset: 0,
            undecided: cut_off,
            limit: Some(limit),
        })
    }

    /// Creates an estimate that a function computes; the function returns `None` when the measure does not apply.
    pub fn custom(
        estimate: impl Fn(&Tally, Confidence) -> Option<Row> + Send + Sync + 'static,
    ) -> Self {
        Self::new(Estimand::Custom(Arc::new(estimate)))
    }

    /// Creates a number without an interval.
    pub fn custom_number(number: impl Fn(&Tally) -> f64 + Send + Sync + 'static) -> Self {
        Self::new(Estimand::CustomNumber(Arc::new(number)))
    }

    /// Sets the undecided deals of a share or a mean; other measures are returned unchanged, and so is a share of the
    /// undecided deals.
    #[must_use]
    pub fn with_undecided(mut self, rule: UndecidedRule) -> Self {
        match &mut self.estimand {
            Estimand::Share {
                histogram, values, ..
            } if rule.begins_in(*histogram, values) => {}
            Estimand::Share { undecided, .. } | Estimand::Mean { undecided, .. } => {
                *undecided = rule;
            }
            Estimand::Custom(_) | Estimand::CustomNumber(_) => {}
        }
        self
    }

    /// Makes the measure a row of the table, named by these fields.
    #[must_use]
    pub fn with_row(self, fields: impl IntoIterator<Item = Field>) -> Self {
        Self {
            row_fields: fields.into_iter().collect(),
            ..self
        }
    }

    /// Sets the name in JSON.
    #[must_use]
    pub fn with_json_name(self, name: &'static str) -> Self {
        Self {
            json_name: Some(name),
            ..self
        }
    }

    /// Sets the exact value.
    #[must_use]
    pub fn with_exact(self, exact: ExactValue) -> Self {
        Self {
            exact: Some(exact),
            ..self
        }
    }

    /// Sets whether the stop rule of a run applies to the measure.
    #[must_use]
    pub fn with_stop_criterion(self, is_stop_criterion: bool) -> Self {
        Self {
            is_stop_criterion,
            ..self
        }
    }

    /// True for a share of deals.
    pub fn is_share(&self) -> bool {
        matches!(self.estimand, Estimand::Share { .. })
    }

    fn is_mean(&self) -> bool {
        matches!(self.estimand, Estimand::Mean { .. })
    }

    /// True if a selection names its row, or a mean that is no row by its name in JSON.
    pub(super) fn is_selected(&self, selection: &RowSelection) -> bool {
        let is_named = || {
            let mut names = selection.values.iter();
            self.is_mean() && names.any(|name| self.json_name == Some(name))
        };
        selection.has_row(&self.row_fields)
            || selection.column == RowSelection::STATISTIC && is_named()
    }

    /// The value of a field of its row.
    pub fn row_field(&self, key: &str) -> Option<&FieldValue> {
        field_value(&self.row_fields, key)
    }

    /// True if it is a row of the table that has an interval.
    pub fn is_row_with_interval(&self) -> bool {
        !self.row_fields.is_empty() && !matches!(self.estimand, Estimand::CustomNumber(_))
    }

    /// True if a share counts a deal with this value; `None` for an undecided deal, and for other measures.
    pub(super) fn counts_value(&self, value: usize) -> Option<bool> {
        let Estimand::Share {
            histogram,
            values,
            undecided,
        } = &self.estimand
        else {
            return None;
        };
        let is_undecided = matches!(undecided, UndecidedRule::Values(other, undecided_values)
            if other == histogram && undecided_values.contains(&value));
        (!is_undecided).then(|| values.contains(&value))
    }

    /// The exact value, where it is known.
    pub fn exact_value(&self) -> Option<f64> {
        self.exact.as_ref().and_then(ExactValue::get)
    }

    /// The probabilities of the quantiles: the median, and the lengths of the longest games.
    pub const QUANTILES: [f64; 3] = [0.5, 0.95, 0.99];

    /// The estimate, without exact value and as that of no row; `None` where the measure does not apply.
    pub fn estimate(&self, tally: &Tally, confidence: Confidence) -> Option<Row> {
        let estimate = match &self.estimand {
            Estimand::Share {
                histogram,
                values,
                undecided,
            } => {
                let share = share_of_values(tally, *histogram, values, undecided);
                Row::from_share(share, confidence)
            }
            Estimand::Mean {
                histogram,
                value_offset,
                undecided,
                limit,
            } => {
                let counts = &tally.histograms[*histogram];
                let undecided_deals = undecided.count(tally);
                let moments = match limit {
                    Some(limit) => Moments::with_limit(counts, *limit, undecided_deals),
                    None => Moments::new(counts, *value_offset),
                }?;
                let quantile = |level| Quantile::new(counts, *value_offset, level, confidence);
                let levels = Self::QUANTILES.iter().filter(|_| self.has_quantiles);
                Row {
                    moments: Some(moments),
                    quantiles: levels.copied().filter_map(quantile).collect(),
                    undecided_deals: limit.map_or(undecided_deals, |_| 0),
                    limit: *limit,
                    method: Some(IntervalMethod::Student),
                    interval: moments.mean_interval(confidence),
                    ..Row::from_number(moments.mean)
                }
            }
            Estimand::Custom(estimate) => estimate(tally, confidence)?,
            Estimand::CustomNumber(number) => Row::from_number(number(tally)),
        };
        Some(Row {
            name: self.json_name.unwrap_or_default(),
            count: self.exact_count(tally),
            ..estimate
        })
    }

    fn is_hidden_at_end(&self, tally: &Tally) -> bool {
        self.hides_if_trailing_zero
            && self.exact_count(tally) == Some(0)
            && self.exact_value().is_none_or(|exact| exact <= 0.0)
    }

    /// The number of deals with exactly the last value of a share; `None` for other measures.
    fn exact_count(&self, tally: &Tally) -> Option<u64> {
        match &self.estimand {
            Estimand::Share {
                histogram, values, ..
            } => Some(tally.histograms[*histogram].count(*values.end())),
            _ => None,
        }
    }

    /// The fields that name its row: for each of these columns its own field, or else that of the settings. None for
    /// a measure that is no row.
    pub fn row_key(&self, columns: &[Column], settings: &[Field]) -> Vec<Field> {
        if self.row_fields.is_empty() {
            return Vec::new();
        }
        let field = |column: &Column| match column {
            Column::Setting(key) | Column::RowName(key) => self
                .row_fields
                .iter()
                .chain(settings)
                .find(|field| field.key() == *key)
                .cloned(),
            _ => None,
        };
        columns.iter().filter_map(field).collect()
    }
}

fn share_of_values(
    tally: &Tally,
    histogram: usize,
    values: &RangeInclusive<usize>,
    undecided_rule: &UndecidedRule,
) -> Proportion {
    let share = Proportion::new(count_of_values(tally, histogram, values), tally.deals);
    let &UndecidedRule::LowerAndUpperHistograms(lower, upper) = undecided_rule else {
        return Proportion {
            undecided: undecided_rule.count(tally),
            ..share
        };
    };
    let [lower, upper] = [lower, upper].map(|bound| count_of_values(tally, bound, values));
    Proportion {
        count: share.count + upper,
        undecided: lower - upper,
        ..share
    }
}

fn count_of_values(tally: &Tally, histogram: usize, values: &RangeInclusive<usize>) -> u64 {
    let counts = tally.histograms[histogram].counts();
    let end = values.end().saturating_add(1).min(counts.len());
    counts
        .get(*values.start()..end)
        .map_or(0, |counts| counts.iter().sum())
}

/// The index of the measure with the last row that is not hidden; `None` if all rows are.
pub(super) fn last_shown_row(measures: &[Measure], tally: &Tally) -> Option<usize> {
    measures
        .iter()
        .rposition(|measure| !measure.row_fields.is_empty() && !measure.is_hidden_at_end(tally))
}

/// The estimate of a measure from the counts of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The fields that name its row of the table, in the order of the columns: `cards=32 improve=none nb_tas_max=2`; empty
    /// when it is not a row.
    pub fields: Vec<Field>,
    /// The name in JSON beside the table; empty when it is not listed there.
    pub name: &'static str,
    /// The number of deals with exactly the last value of a share of a histogram; `None` for other measures.
    pub count: Option<u64>,
    /// The counts behind a share; `None` for a mean or a number.
    pub proportion: Option<Proportion>,
    /// The number of values, the mean and the spread; `None` for a share or a number.
    pub moments: Option<Moments>,
    /// The quantiles of the values of a mean; none unless the experiment has them.
    pub quantiles: Vec<Quantile>,
    /// The number of deals with an unknown value. The mean, its interval and its quantiles leave these deals out.
    pub undecided_deals: u64,
    /// The limit at which deals were cut off, if they count with it in a mean; `None` for other measures.
    pub limit: Option<u64>,
    /// The estimate.
    pub value: f64,
    /// The interval, with twelve significant digits; `None` for a number, and for a mean when all values are equal, or too
    /// few for the method. That of an impossible event is 0 and that of a certain one is 1, since they need no estimate.
    pub interval: Option<Interval>,
    /// The method of the interval; `None` for a number that never has one.
    pub method: Option<IntervalMethod>,
    /// The exact value, where it is known.
    pub exact: Option<f64>,
    /// True if tables leave the row out: no row from here to the end has a deal or a positive exact value.
    pub is_trailing_empty: bool,
    /// The difference to the usual setting; `None` for the usual one, and for what is not compared.
    pub difference: Option<Difference>,
}

/// Converts a value with its interval.
impl From<Estimate> for Row {
    fn from(Estimate { value, interval }: Estimate) -> Self {
        Self {
            interval: Some(interval),
            ..Self::from_number(value)
        }
    }
}

impl Row {
    fn from_number(value: f64) -> Self {
        Self {
            value,
            ..Self::default()
        }
    }

    /// Creates the estimate of a share.
    pub fn from_share(share: Proportion, confidence: Confidence) -> Self {
        Self {
            proportion: Some(share),
            undecided_deals: share.undecided,
            method: Some(IntervalMethod::Exact),
            ..share.estimate_with_interval(confidence).into()
        }
    }

    /// The half-width of the interval, by which a stop rule decides: infinite without an interval, and 0 for a mean of
    /// many deals with equal values.
    pub(super) fn half_width(&self, deals: u64) -> f64 {
        let has_equal_values = |moments: &Moments| moments.min == moments.max;
        if self.moments.as_ref().is_some_and(has_equal_values) && deals >= FIRST_STOP_CHECK {
            return 0.0;
        }
        self.interval.map_or(f64::INFINITY, Interval::half_width)
    }

    /// True if it is a row of the table.
    pub fn is_row(&self) -> bool {
        !self.fields.is_empty()
    }

    /// The value of a field that names the row.
    pub fn field(&self, key: &str) -> Option<&FieldValue> {
        field_value(&self.fields, key)
    }

    /// Returns 0 for the share of an impossible event, and 1 for that of a certain one; `None` for other measures.
    pub fn certain_share(&self) -> Option<f64> {
        let exact = self.exact.filter(|exact| [0.0, 1.0].contains(exact))?;
        self.proportion.map(|_| exact)
    }

    /// The estimate with its interval; `None` without an interval.
    pub fn interval_estimate(&self) -> Option<Estimate> {
        Some(Estimate {
            value: self.value,
            interval: self.interval?,
        })
    }

    /// The estimate with its interval; both ends are the estimate itself if it has no interval.
    pub fn value_with_interval(&self) -> Estimate {
        Estimate {
            value: self.value,
            interval: self.interval.unwrap_or(Interval::exactly(self.value)),
        }
    }
}

/// The estimates of the measures that apply to a run; trailing rows are hidden as their measures say. `difference`
/// returns the difference to the usual setting in the measure with an index.
pub(super) fn estimates(
    measures: &[Measure],
    columns: &[Column],
    settings: &[Field],
    tally: &Tally,
    confidence: Confidence,
    difference: impl Fn(usize) -> Option<Difference>,
) -> Vec<Row> {
    let last_row = last_shown_row(measures, tally);
    let mut estimates = Vec::new();
    for (index, measure) in measures.iter().enumerate() {
        let Some(mut estimate) = measure.estimate(tally, confidence) else {
            continue;
        };
        estimate.fields = measure.row_key(columns, settings);
        estimate.is_trailing_empty = Some(index) > last_row;
        estimate.exact = measure.exact_value();
        let certain_interval = estimate.certain_share().map(Interval::exactly);
        let rounded_interval = estimate.interval.map(Interval::rounded);
        estimate.interval = certain_interval.or(rounded_interval);
        estimate.difference = difference(index);
        estimates.push(estimate);
    }
    estimates
}

/// The values of a column in the rows of these measures, each once, in order. If the statistics are no rows, their
/// column has the names of the means.
pub fn distinct_row_values(measures: &[Measure], column: &str) -> Vec<String> {
    let row_fields = measures.iter().flat_map(|measure| &measure.row_fields);
    let mut values: Vec<String> = row_fields
        .filter(|field| field.key() == column)
        .map(|field| field.value.to_string())
        .collect();
    if values.is_empty() && column == RowSelection::STATISTIC {
        let means = measures.iter().filter(|measure| measure.is_mean());
        values.extend(means.filter_map(|measure| Some(measure.json_name?.to_owned())));
    }
    let mut distinct_values = Vec::new();
    for value in values {
        if !distinct_values.contains(&value) {
            distinct_values.push(value);
        }
    }
    distinct_values
}

impl RowSelection {
    /// Selects the rows with these values in a column, in the order of the table. Values without a row are left out.
    pub fn new(measures: &[Measure], column: &str, values: &[String]) -> Self {
        let mut row_values = distinct_row_values(measures, column);
        row_values.retain(|value| values.contains(value));
        Self {
            column: column.to_owned(),
            values: row_values,
        }
    }
}
