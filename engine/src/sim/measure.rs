//! The measures of an experiment: the numbers that are computed from its counts.
//!
//! The rows of the table, their names, the quantities to which a stop rule applies and the summary all derive from the
//! list of measures.

use super::run::FIRST_STOP_CHECK;
use super::table::{Column, Field, FieldValue, IntervalMethod, Row, RowSelection, field_value};
use crate::stats::quantile::Quantile;
use crate::stats::{Confidence, Estimate, Interval, IntervalSpec, Moments, Proportion, Tally};
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

/// A quantity that is estimated from a tally.
#[derive(Clone)]
pub struct Measure {
    /// The fields that name its row beside the settings; empty when it is not a row of the table.
    pub row_fields: Vec<Field>,
    /// The name in JSON beside the table; `None` when it is not listed there.
    pub json_name: Option<&'static str>,
    /// The estimated quantity.
    pub estimand: Estimand,
    /// The exact value; `None` when it has no formula.
    pub exact: Option<ExactValue>,
    /// True if the quantiles of a mean are estimated, too.
    pub has_quantiles: bool,
    /// True if the stop rule of a run applies to it.
    pub is_stop_criterion: bool,
    /// True if its row is hidden when it is trailing, has count 0 and has no positive exact value.
    pub hides_if_trailing_zero: bool,
}

/// The quantity that a measure estimates.
#[derive(Clone)]
pub enum Estimand {
    /// The share of deals with these values of a histogram.
    Share {
        /// The index of the histogram.
        histogram: usize,
        /// The values.
        values: RangeInclusive<usize>,
        /// The undecided deals, which may have one of the values.
        undecided: UndecidedRule,
    },
    /// A share computed by a function; `None` when it does not apply.
    CustomShare(fn(&Tally) -> Option<Proportion>),
    /// The mean of a histogram. Entry `v` of the histogram counts the value `v + value_offset`.
    Mean {
        /// The index of the histogram.
        histogram: usize,
        /// The number added to its values; 0 with a limit.
        value_offset: i64,
        /// The deals without a value in the histogram that would have one if they had been played on.
        undecided: UndecidedRule,
        /// The limit at which the undecided deals were cut off, if they count with it; at least as large as every value of
        /// the histogram.
        limit: Option<u64>,
    },
    /// An estimate computed by a function.
    CustomEstimate(Arc<EstimateFn>),
    /// A number without an interval, computed by a function.
    CustomNumber(Arc<dyn Fn(&Tally) -> f64 + Send + Sync>),
}

type EstimateFn = dyn Fn(&Tally, IntervalSpec) -> Estimate + Send + Sync;

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

    /// Returns the number of undecided deals; 0 for deals with bounds.
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
        type Find = Box<dyn FnOnce() -> Option<Vec<f64>> + Send>;
        let law = Arc::new(LazyLock::new(Box::new(compute_distribution) as Find));
        move |place| {
            let law = Arc::clone(&law);
            Self::new(move || LazyLock::force(&law).as_ref()?.get(place).copied())
        }
    }

    /// Returns the value; `None` where it is unknown.
    pub fn get(&self) -> Option<f64> {
        self.0()
    }
}

impl Measure {
    fn new(estimand: Estimand) -> Self {
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

    /// Creates a share that a function computes; the function returns `None` when the share does not apply.
    pub fn custom_share(share: fn(&Tally) -> Option<Proportion>) -> Self {
        Self::new(Estimand::CustomShare(share))
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

    /// Creates an estimate that a function computes.
    pub fn custom_estimate(
        estimate: impl Fn(&Tally, IntervalSpec) -> Estimate + Send + Sync + 'static,
    ) -> Self {
        Self::new(Estimand::CustomEstimate(Arc::new(estimate)))
    }

    /// Creates a number without an interval.
    pub fn custom_number(number: impl Fn(&Tally) -> f64 + Send + Sync + 'static) -> Self {
        Self::new(Estimand::CustomNumber(Arc::new(number)))
    }

    /// Sets the undecided deals of a share or a mean; other measures are returned unchanged.
    #[must_use]
    pub fn with_undecided(mut self, rule: UndecidedRule) -> Self {
        if let Estimand::Share { undecided, .. } | Estimand::Mean { undecided, .. } =
            &mut self.estimand
        {
            *undecided = rule;
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

    /// Estimates the quantiles of a mean's values, too: those of [`Measure::QUANTILES`].
    #[must_use]
    pub fn with_quantiles(self) -> Self {
        Self {
            has_quantiles: true,
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

    /// Hides the row when it is trailing, has count 0 and has no positive exact value.
    #[must_use]
    pub fn hide_if_trailing_zero(self) -> Self {
        Self {
            hides_if_trailing_zero: true,
            ..self
        }
    }

    /// Returns the value of a field of its row.
    pub fn row_field(&self, key: &str) -> Option<&FieldValue> {
        field_value(&self.row_fields, key)
    }

    /// True if it is a row of the table that has an interval.
    pub fn is_row_with_interval(&self) -> bool {
        !self.row_fields.is_empty() && !matches!(self.estimand, Estimand::CustomNumber(_))
    }

    /// Returns the exact value, where it is known.
    pub fn exact_value(&self) -> Option<f64> {
        self.exact.as_ref().and_then(ExactValue::get)
    }

    /// Returns the counts behind a share; `None` for other measures and for a share that does not apply.
    pub fn proportion(&self, tally: &Tally) -> Option<Proportion> {
        match &self.estimand {
            Estimand::Share {
                histogram,
                values,
                undecided,
            } => Some(share_of_values(tally, *histogram, values, undecided)),
            Estimand::CustomShare(share) => share(tally),
            Estimand::Mean { .. } | Estimand::CustomEstimate(_) | Estimand::CustomNumber(_) => None,
        }
    }

    /// Returns the mean and spread of a quantity; `None` for other measures and for a histogram without values.
    pub fn moments(&self, tally: &Tally) -> Option<Moments> {
        let Estimand::Mean {
            histogram,
            value_offset,
            undecided,
            limit,
        } = &self.estimand
        else {
            return None;
        };
        let histogram = &tally.histograms[*histogram];
        match limit {
            Some(limit) => Moments::with_limit(histogram, *limit, undecided.count(tally)),
            None => Moments::new(histogram, *value_offset),
        }
    }

    /// The probabilities of the quantiles: the median, and the lengths of the longest games.
    pub const QUANTILES: [f64; 3] = [0.5, 0.95, 0.99];

    /// Returns the quantiles of the values of a mean; none for other measures and for a histogram without values.
    pub fn quantiles(&self, tally: &Tally, confidence: Confidence) -> Vec<Quantile> {
        match self.estimand {
            Estimand::Mean {
                histogram,
                value_offset,
                ..
            } if self.has_quantiles => {
                let histogram = &tally.histograms[histogram];
                let quantile = |level| Quantile::new(histogram, value_offset, level, confidence);
                Self::QUANTILES.into_iter().filter_map(quantile).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the limit of a limited mean; `None` for other measures.
    pub fn limit_of_mean(&self) -> Option<u64> {
        match self.estimand {
            Estimand::Mean { limit, .. } => limit,
            _ => None,
        }
    }

    /// Returns the number of deals with an unknown value that a mean leaves out; 0 for other measures.
    pub fn undecided_count_of_mean(&self, tally: &Tally) -> u64 {
        match &self.estimand {
            Estimand::Mean {
                undecided,
                limit: None,
                ..
            } => undecided.count(tally),
            _ => 0,
        }
    }

    /// Returns the estimate with its interval; `None` where it does not apply.
    pub fn estimate_from(&self, tally: &Tally, spec: IntervalSpec) -> Option<Estimate> {
        match &self.estimand {
            Estimand::Share { .. } | Estimand::CustomShare(_) => self
                .proportion(tally)
                .map(|share| share.estimate_with_interval(spec)),
            Estimand::Mean { .. } => self
                .moments(tally)
                .map(|moments| moments.mean_estimate(spec.1)),
            Estimand::CustomEstimate(estimate) => Some(estimate(tally, spec)),
            Estimand::CustomNumber(number) => Some(Estimate {
                value: number(tally),
                ..Estimate::NAN_UNBOUNDED
            }),
        }
    }

    /// Returns the half-width of the interval and the estimate. The half-width is infinite without an interval, and 0 for
    /// a quantity that was the same in many deals.
    pub(super) fn half_width_and_estimate(
        &self,
        tally: &Tally,
        spec: IntervalSpec,
    ) -> (f64, Option<f64>) {
        if let Some(moments) = self.moments(tally)
            && moments.min == moments.max
            && tally.deals >= FIRST_STOP_CHECK
        {
            return (0.0, Some(moments.mean));
        }
        match self.estimate_from(tally, spec) {
            Some(estimate) => (estimate.interval.half_width(), Some(estimate.value)),
            None => (f64::INFINITY, None),
        }
    }

    /// True if the row is hidden when it is trailing.
    fn is_hidden_at_end(&self, tally: &Tally) -> bool {
        self.hides_if_trailing_zero
            && self.exact_count(tally) == Some(0)
            && self.exact_value().is_none_or(|exact| exact <= 0.0)
    }

    /// Returns the number of deals with exactly the last value of a share; `None` for other measures.
    fn exact_count(&self, tally: &Tally) -> Option<u64> {
        match &self.estimand {
            Estimand::Share {
                histogram, values, ..
            } => Some(tally.histograms[*histogram].count(*values.end())),
            _ => None,
        }
    }

    /// Returns the fields that name its row: for each of these columns its own field, or else that of the settings.
    pub fn row_key(&self, columns: &[Column], settings: &[Field]) -> Vec<Field> {
        let field = |column: &Column| match column {
            Column::Setting(key) | Column::RowName(key) => self
                .row_fields
                .iter()
                .chain(settings)
                .find(|field| field.key == *key)
                .cloned(),
            _ => None,
        };
        columns.iter().filter_map(field).collect()
    }
}

/// Returns the share of deals with these values of a histogram.
fn share_of_values(
    tally: &Tally,
    histogram: usize,
    values: &RangeInclusive<usize>,
    undecided_rule: &UndecidedRule,
) -> Proportion {
    let count = count_of_values(tally, histogram, values);
    let share = Proportion::new(count, tally.deals);
    match undecided_rule {
        UndecidedRule::None => share,
        UndecidedRule::Values(other, undecided_values)
            if *other == histogram && values.contains(undecided_values.start()) =>
        {
            share
        }
        UndecidedRule::Values(..) => Proportion {
            undecided: undecided_rule.count(tally),
            ..share
        },
        &UndecidedRule::LowerAndUpperHistograms(lower, upper) => {
            let lower_count = count_of_values(tally, lower, values);
            let upper_count = count_of_values(tally, upper, values);
            Proportion {
                count: count + upper_count,
                undecided: lower_count - upper_count,
                ..share
            }
        }
    }
}

fn count_of_values(tally: &Tally, histogram: usize, values: &RangeInclusive<usize>) -> u64 {
    let counts = tally.histograms[histogram].counts();
    let end = values.end().saturating_add(1).min(counts.len());
    counts
        .get(*values.start()..end)
        .map_or(0, |counts| counts.iter().sum())
}

/// Returns the index of the measure with the last row that is not hidden; `None` if all rows are.
pub(super) fn last_shown_row(measures: &[Measure], tally: &Tally) -> Option<usize> {
    measures
        .iter()
        .rposition(|measure| !measure.row_fields.is_empty() && !measure.is_hidden_at_end(tally))
}

/// Returns the rows of a run; trailing rows are hidden as their measures say.
pub(super) fn table_rows(
    measures: &[Measure],
    columns: &[Column],
    settings: &[Field],
    tally: &Tally,
    spec: IntervalSpec,
) -> Vec<Row> {
    let mut rows = Vec::new();
    let last_row = last_shown_row(measures, tally);
    for (index, measure) in measures.iter().enumerate() {
        if measure.row_fields.is_empty() {
            continue;
        }
        let fields = measure.row_key(columns, settings);
        rows.extend(measure.row(fields, Some(index) > last_row, tally, spec));
    }
    rows
}

impl Measure {
    /// Returns its row, which these fields name; `None` where it does not apply.
    fn row(
        &self,
        fields: Vec<Field>,
        is_trailing_empty: bool,
        tally: &Tally,
        spec: IntervalSpec,
    ) -> Option<Row> {
        let Estimate { value, interval } = self.estimate_from(tally, spec)?;
        let method = match &self.estimand {
            Estimand::Share { .. } | Estimand::CustomShare(_) | Estimand::CustomEstimate(_) => {
                Some(spec.0.into())
            }
            Estimand::Mean { .. } => Some(IntervalMethod::Student),
            Estimand::CustomNumber(_) => None,
        };
        let exact = self.exact_value();
        let interval = if exact == Some(0.0) {
            // An impossible event needs no estimate.
            Interval::exactly(0.0)
        } else {
            interval
        };
        Some(Row {
            fields,
            is_trailing_empty,
            count: self.exact_count(tally),
            proportion: self.proportion(tally),
            value,
            interval: Some(interval)
                .filter(|interval| interval.low.is_finite() && interval.high.is_finite()),
            method,
            exact,
        })
    }
}

/// Returns the values of a column in the rows of these measures, each once, in order.
pub fn distinct_row_values(measures: &[Measure], column: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for field in measures
        .iter()
        .flat_map(|measure| &measure.row_fields)
        .filter(|field| field.key == column)
    {
        let value = field.value.to_string();
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
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
