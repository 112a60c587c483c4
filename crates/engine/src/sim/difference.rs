//! The difference of a setting to the usual one, in a row or a mean.

use super::measure::{Measure, Row};
use super::settings::{Field, differing_settings};
use super::summary::{Summary, UsualGame};
use crate::stats::compare::{
    independent_difference, paired_share_difference, zero_estimate_p_value,
};
use crate::stats::schema::HistogramPair;
use crate::stats::{Confidence, Estimate, Histogram, Interval, Moments};

/// The difference of a setting to the usual one: its value minus that of the usual setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The name of the compared mean, that of the usual game; empty for a row.
    pub mean_name: &'static str,
    /// The difference of the estimates.
    pub value: f64,
    /// The interval; `None` for a mean of too few values.
    pub interval: Option<Interval>,
    /// The p-value of the test that there is no difference; `None` without an interval. It is below 1 minus the confidence
    /// level where the interval excludes 0.
    pub p_value: Option<f64>,
    /// The difference of the exact values, where both are known.
    pub exact: Option<f64>,
    /// The number of deals that either setting leaves undecided. The interval of a share allows for all their outcomes.
    pub undecided_deals: u64,
}

impl Difference {
    /// Creates the difference of estimates with this interval.
    fn new(value: f64, interval: Option<Interval>, confidence: Confidence) -> Self {
        let p_value = interval.map(|interval| {
            let value = (interval.low + interval.high) / 2.0;
            let p_value = zero_estimate_p_value(Estimate { value, interval }, confidence);
            twelve_decimals(p_value)
        });
        Self {
            mean_name: "",
            value: twelve_decimals(value),
            interval: interval.map(Interval::rounded),
            p_value,
            exact: None,
            undecided_deals: 0,
        }
    }

    /// Estimates the difference of a measure to the usual one from the deals with each pair of their values. `None` for a mean,
    /// if some deal has no value.
    pub(super) fn of_pairs(
        measures: [&Measure; 2],
        pair: HistogramPair,
        counts: &Histogram,
        deals: u64,
        confidence: Confidence,
    ) -> Option<Self> {
        if measures[0].is_share() {
            let difference = share_difference(measures, pair, counts, deals, confidence);
            let exact_values = measures.map(Measure::exact_value);
            return Some(difference.with_exact_values(exact_values));
        }
        if counts.total() != deals {
            return None;
        }
        let offset = pair.row_len;
        let mut differences = Histogram::default();
        for (entry, &count) in counts.counts().iter().enumerate() {
            let [value, usual_value] = pair.values(entry);
            differences.add_many(offset + value - usual_value, count);
        }
        let moments = Moments::new(&differences, -(offset as i64))?;
        Some(Self {
            mean_name: measures[1].json_name.unwrap_or_default(),
            ..Self::new(moments.mean, moments.mean_interval(confidence), confidence)
        })
    }

    /// Estimates the difference of two runs with independent deals.
    fn of_independent(estimates: [&Row; 2], confidence: Confidence) -> Self {
        let interval = match estimates.map(Row::interval_estimate) {
            [Some(estimate), Some(usual)] => Some(independent_difference(estimate, usual)),
            _ => None,
        };
        let value = estimates[0].value - estimates[1].value;
        Self::new(value, interval, confidence).with_exact_values(estimates.map(|row| row.exact))
    }

    /// Sets the exact difference. That of events which are certain or impossible needs no estimate.
    fn with_exact_values(self, exact_values: [Option<f64>; 2]) -> Self {
        let [Some(exact), Some(usual)] = exact_values else {
            return self;
        };
        let difference = twelve_decimals(exact - usual);
        let is_certain = [exact, usual]
            .iter()
            .all(|value| [0.0, 1.0].contains(value));
        Self {
            exact: Some(difference),
            interval: if is_certain {
                Some(Interval::exactly(difference))
            } else {
                self.interval
            },
            p_value: if is_certain {
                Some(f64::from(difference == 0.0))
            } else {
                self.p_value
            },
            ..self
        }
    }

    /// Returns the difference without values that are impossible, since no deal has a worse result than in the usual game: a
    /// smaller share or a larger mean.
    pub(super) fn without_worse(self, is_share: bool) -> Self {
        let possible = |interval: Interval| {
            if is_share {
                Interval {
                    low: interval.low.max(0.0),
                    ..interval
                }
            } else {
                Interval {
                    high: interval.high.min(0.0),
                    ..interval
                }
            }
        };
        Self {
            interval: self.interval.map(possible),
            ..self
        }
    }
}

/// The differences that a deal may have: 1 if it counts for the share, -1 if it counts for the usual share, 0 for both or
/// neither.
fn possible_differences(counted: [Option<bool>; 2]) -> [i8; 2] {
    let least_and_most =
        |counted: Option<bool>| counted.map_or([0, 1], |counted| [i8::from(counted); 2]);
    let [least, most] = least_and_most(counted[0]);
    let [usual_least, usual_most] = least_and_most(counted[1]);
    [least - usual_most, most - usual_least]
}

/// Estimates the difference of two shares of the same deals.
fn share_difference(
    measures: [&Measure; 2],
    pair: HistogramPair,
    counts: &Histogram,
    deals: u64,
    confidence: Confidence,
) -> Difference {
    // The deals with each difference, if all undecided deals have the least and if all have the largest possible one.
    let mut extremes = [[0; 2]; 2];
    let mut value = 0.0;
    let mut undecided_deals = 0;
    let mut add = |counted: [Option<bool>; 2], count: u64| {
        for (discordant, difference) in extremes.iter_mut().zip(possible_differences(counted)) {
            match difference {
                1 => discordant[0] += count,
                -1 => discordant[1] += count,
                _ => {}
            }
        }
        if counted.contains(&None) {
            undecided_deals += count;
        }
        let number = |counted: Option<bool>| f64::from(counted == Some(true));
        value += count as f64 * (number(counted[0]) - number(counted[1]));
    };
    for (entry, &count) in counts.counts().iter().enumerate() {
        if count > 0 {
            let values = pair.values(entry);
            add(
                [0, 1].map(|side| measures[side].counts_value(values[side])),
                count,
            );
        }
    }
    add([None; 2], deals - counts.total());
    Difference {
        undecided_deals,
        ..Difference::new(
            value / deals as f64,
            Some(paired_share_difference(extremes, deals, confidence)),
            confidence,
        )
    }
}

/// Rounds a number, since the last digits of a difference are those of rounding errors.
fn twelve_decimals(number: f64) -> f64 {
    (number * 1e12).round() / 1e12
}

/// Compares each run that has no difference yet and other deals than the usual run with it, as independent estimates.
pub fn compare_independent_runs(summaries: &mut [Summary]) {
    let settings: Vec<Vec<Field>> = summaries
        .iter()
        .map(|summary| summary.settings.clone())
        .collect();
    let keys = differing_settings(settings.iter().map(Vec::as_slice));
    let other_setting_count = |summary: &Summary| {
        let fields = summary
            .settings
            .iter()
            .filter(|field| keys.contains(&field.key()));
        fields
            .filter(|field| field.setting.default != Some(field.value.to_string().as_str()))
            .count()
    };
    let Some(usual) = summaries
        .iter()
        .min_by_key(|summary| other_setting_count(summary))
        .cloned()
    else {
        return;
    };
    for summary in summaries {
        if summary.stream_key_and_seed() == usual.stream_key_and_seed() {
            continue;
        }
        if summary.usual.is_none() {
            summary.usual = Some(UsualGame {
                settings: usual.settings.clone(),
                seed: usual.seed(),
            });
        }
        let row_name_column = summary.row_name_column().unwrap_or_default();
        for estimate in &mut summary.estimates {
            let is_same_quantity = |other: &&Row| {
                other.is_row() == estimate.is_row()
                    && other.name == estimate.name
                    && other.field(row_name_column) == estimate.field(row_name_column)
            };
            let other = usual.estimates.iter().find(is_same_quantity);
            if let Some(other) =
                other.filter(|_| estimate.is_row() && estimate.difference.is_none())
            {
                let difference = Difference::of_independent([estimate, other], usual.confidence);
                estimate.difference = Some(difference);
            }
        }
    }
}
