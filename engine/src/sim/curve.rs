//! Curves of charts: points with their intervals.

use super::measure::IntervalSpec;
use crate::stats::{Histogram, Interval, Moments, Proportion};

/// A curve of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The name by which the experiment and its charts know the curve, such as `win`.
    pub kind: &'static str,
    /// The index of the measured variant, among those of the experiment; 0 where there is only one.
    pub variant_index: usize,
    /// The points, in ascending order of x.
    pub points: Vec<CurvePoint>,
    /// The mean of the drawn distribution; `None` for other curves.
    pub mean: Option<f64>,
}

/// A point with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// The abscissa.
    pub x: f64,
    /// The estimate.
    pub y: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The number of deals that the estimate counts; `None` unless it is a proportion.
    pub count: Option<u64>,
}

/// A builder of the curves of one run.
#[derive(Clone, Copy, Debug)]
pub struct CurveBuilder {
    /// The number of deals of the run.
    pub deals: u64,
    /// The method and the level of the intervals.
    pub interval_spec: IntervalSpec,
}

impl CurveBuilder {
    /// Returns the point that shows a proportion.
    pub fn proportion_point(&self, x: f64, proportion: Proportion) -> CurvePoint {
        let Interval { low, high } =
            proportion.interval(self.interval_spec.0, self.interval_spec.1);
        CurvePoint {
            x,
            y: proportion.estimate(),
            low,
            high,
            count: Some(proportion.count),
        }
    }

    /// Returns the curve of the distribution in a histogram. Entry `v` of the histogram counts the value
    /// `v + value_offset`; `variant_index` is an index among the variants of the experiment.
    pub fn distribution_curve(
        &self,
        kind: &'static str,
        variant_index: usize,
        histogram: &Histogram,
        value_offset: i64,
    ) -> Curve {
        let counts = histogram.counts();
        let first = counts.iter().position(|&count| count > 0).unwrap_or(0);
        let point = |value| {
            self.proportion_point(
                (value as i64 + value_offset) as f64,
                Proportion::new(counts[value], self.deals),
            )
        };
        let points = (first..counts.len()).map(point).collect();
        Curve {
            kind,
            variant_index,
            points,
            mean: Moments::new(histogram, value_offset).map(|moments| moments.mean),
        }
    }
}
