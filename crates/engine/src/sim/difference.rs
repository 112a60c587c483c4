//! The difference of a setting to the usual one, in a row or a mean.

use crate::stats::compare::zero_estimate_p_value;
use crate::stats::{Confidence, Estimate, Interval};

/// The difference of a setting to the usual one: its value minus that of the usual setting.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
    pub(super) fn new(value: f64, interval: Option<Interval>, confidence: Confidence) -> Self {
        let p_value = interval.map(|interval| {
            let value = (interval.low + interval.high) / 2.0;
            let p_value = zero_estimate_p_value(Estimate { value, interval }, confidence);
            twelve_decimals(p_value)
        });
        Self {
            value: twelve_decimals(value),
            interval: interval.map(Interval::rounded),
            p_value,
            ..Self::default()
        }
    }

    pub(super) fn with_exact_values(mut self, exact_values: [Option<f64>; 2]) -> Self {
        let [Some(exact), Some(usual)] = exact_values else {
            return self;
        };
        let difference = twelve_decimals(exact - usual);
        self.exact = Some(difference);
        let is_certain = |value: &f64| [0.0, 1.0].contains(value);
        if [exact, usual].iter().all(is_certain) {
            self.interval = Some(Interval::exactly(difference));
            self.p_value = Some(f64::from(difference == 0.0));
        }
        self
    }

    /// The difference without values that are impossible, since no deal has a worse result than in the usual game: a
    /// smaller share or a larger mean.
    pub(super) fn without_worse(mut self, is_share: bool) -> Self {
        if let Some(interval) = &mut self.interval {
            if is_share {
                interval.low = interval.low.max(0.0);
            } else {
                interval.high = interval.high.min(0.0);
            }
        }
        self
    }
}

/// Rounds a number, since the last digits of a difference are those of rounding errors.
fn twelve_decimals(number: f64) -> f64 {
    (number * 1e12).round() / 1e12
}
