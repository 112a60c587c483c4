//! The differences of runs: of their rows and means, from common deals or from the estimates of each.

use super::joint::{Joint, compared_pairs};
use super::measure::MeasureEstimate;
use super::summary::Summary;
use super::table::IntervalMethod;
use crate::stats::compare::{separate_difference, zero_estimate_p_value};
use crate::stats::{Estimate, Interval};
use std::cmp::Reverse;
use std::sync::Arc;

/// The difference of two runs in a row or a mean: the first less the second.
#[derive(Clone, Debug)]
pub struct Difference<'a> {
    /// The runs.
    pub runs: [&'a Summary; 2],
    /// The difference, with the name of the compared quantity, and the fields of the row if it is a share. The method of the
    /// interval says how far the dependence of the runs is known.
    pub estimate: MeasureEstimate,
    /// The p-value of the test that there is no difference; `None` without an interval. It is below 1 minus the confidence
    /// level where the interval excludes 0.
    pub p_value: Option<f64>,
}

/// Returns the differences of some runs in each row and mean that they have in common, of the later run less the earlier
/// one. Of more than five runs, each is compared with the first one that has the same deals, and with those with which it was
/// compared deal by deal. Events that are certain or impossible in both runs, rows that are not selected, and runs of the same
/// settings are left out.
pub fn differences(summaries: &[Summary]) -> Vec<Difference<'_>> {
    let stream_keys: Vec<_> = summaries.iter().map(Summary::stream_key_and_seed).collect();
    let is_counted = |pair: [usize; 2]| is_joint_pair(pair.map(|run| &summaries[run]));
    let mut differences = Vec::new();
    for pair in compared_pairs(&stream_keys, is_counted) {
        let mut runs = pair.map(|run| &summaries[run]);
        // Files may be given in another order.
        runs.sort_by_key(|run| Reverse(run.joint.as_ref().map(|(_, place)| *place)));
        if runs[0].name() != runs[1].name() {
            let estimates = runs[0].estimates.iter();
            differences.extend(estimates.filter_map(|estimate| Difference::new(runs, estimate)));
        }
    }
    differences
}

impl<'a> Difference<'a> {
    /// Compares two runs in a quantity of the first; `None` when the second has no such quantity.
    fn new(runs: [&'a Summary; 2], first: &MeasureEstimate) -> Option<Self> {
        let name = first.comparison?;
        let mut candidates = runs[1].estimates.iter();
        let second = candidates.find(|candidate| {
            candidate.comparison == Some(name) && candidate.field(name) == first.field(name)
        })?;
        let selection = runs[0].row_selection.as_ref();
        let is_certain = first.certain_share().is_some() && second.certain_share().is_some();
        let is_empty = first.is_trailing_empty && second.is_trailing_empty;
        let is_selected = selection.is_none_or(|rows| rows.has_row(&first.fields));
        if first.is_row() && (is_certain || is_empty || !is_selected) {
            return None;
        }
        let difference = paired_estimate(runs, first)
            .unwrap_or_else(|| separate_estimate(runs, [first, second]));
        let p_value = difference.interval.map(|interval| {
            let value = (interval.low + interval.high) / 2.0;
            let estimate = Estimate { value, interval };
            twelve_decimals(zero_estimate_p_value(estimate, runs[0].confidence))
        });
        let exact_values = first.exact.zip(second.exact);
        let possible_interval = |interval| possible_interval(runs, first.is_row(), interval);
        let estimate = MeasureEstimate {
            name,
            fields: first.fields.clone(),
            exact: exact_values.map(|(first, second)| twelve_decimals(first - second)),
            value: twelve_decimals(difference.value),
            interval: difference.interval.map(possible_interval),
            ..difference
        };
        Some(Self {
            runs,
            estimate,
            p_value,
        })
    }
}

/// Rounds a number, since the last digits of a difference are those of rounding errors.
fn twelve_decimals(number: f64) -> f64 {
    (number * 1e12).round() / 1e12
}

/// Returns the joint run of two runs, its experiment and their places in it; `None` if they were not simulated together.
fn joint_run(runs: [&Summary; 2]) -> Option<(&Summary, &Joint, [usize; 2])> {
    let (joint_run, first) = runs[0].joint.as_ref()?;
    let (other_joint_run, second) = runs[1].joint.as_ref()?;
    let joint = joint_run.experiment_as()?;
    Arc::ptr_eq(joint_run, other_joint_run).then_some((joint_run, joint, [*first, *second]))
}

/// Returns true for two runs that were compared deal by deal.
fn is_joint_pair(runs: [&Summary; 2]) -> bool {
    joint_run(runs).is_some_and(|(_, joint, pair)| joint.compares(pair))
}

/// Returns the difference from the deals of both runs; `None` if they were not simulated together.
fn paired_estimate(runs: [&Summary; 2], estimate: &MeasureEstimate) -> Option<MeasureEstimate> {
    let (joint_run, joint, pair) = joint_run(runs)?;
    let comparison = joint.comparison(pair, estimate)?;
    comparison.estimate(&joint_run.run.tally, joint_run.confidence)
}

/// Returns the difference of runs that were not simulated together.
fn separate_estimate(runs: [&Summary; 2], estimates: [&MeasureEstimate; 2]) -> MeasureEstimate {
    let is_independent = runs[0].stream_key_and_seed() != runs[1].stream_key_and_seed();
    let value = estimates[0].value - estimates[1].value;
    let interval = match estimates.map(MeasureEstimate::interval_estimate) {
        [Some(first), Some(second)] => separate_difference(first, second, is_independent),
        _ => Estimate::NAN_UNBOUNDED.interval,
    };
    MeasureEstimate {
        method: Some(if is_independent {
            IntervalMethod::Independent
        } else {
            IntervalMethod::AnyDependence
        }),
        ..Estimate { value, interval }.into()
    }
}

/// Returns an interval without the differences that are impossible by a theorem: better results are larger shares and smaller
/// means.
fn possible_interval(runs: [&Summary; 2], is_share: bool, interval: Interval) -> Interval {
    let [first, second] = runs.map(|run| run.experiment.as_ref());
    let [larger, smaller] = if is_share {
        [first, second]
    } else {
        [second, first]
    };
    let Interval { mut low, mut high } = interval.rounded();
    if larger.is_never_worse(smaller) {
        low = low.max(0.0);
    }
    if smaller.is_never_worse(larger) {
        high = high.min(0.0);
    }
    Interval { low, high }
}
