//! The curves of charts.

use crate::stats::{Histogram, Interval, IntervalSpec, Moments, Proportion};

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

impl CurvePoint {
    /// Creates the point that shows a proportion.
    pub fn from_proportion(x: f64, proportion: Proportion, spec: IntervalSpec) -> Self {
        let Interval { low, high } = proportion.interval(spec.0, spec.1);
        Self {
            x,
            y: proportion.estimate(),
            low,
            high,
            count: Some(proportion.count),
        }
    }
}

impl Curve {
    /// Creates the curve of the distribution in a histogram of this number of deals. Entry `v` of the histogram counts the
    /// value `v + value_offset`.
    pub fn from_distribution(
        kind: &'static str,
        histogram: &Histogram,
        value_offset: i64,
        deals: u64,
        spec: IntervalSpec,
    ) -> Self {
        let counts = histogram.counts();
        let first = counts.iter().position(|&count| count > 0).unwrap_or(0);
        let point = |value| {
            CurvePoint::from_proportion(
                (value as i64 + value_offset) as f64,
                Proportion::new(counts[value], deals),
                spec,
            )
        };
        Self {
            kind,
            variant_index: 0,
            points: (first..counts.len()).map(point).collect(),
            mean: Moments::new(histogram, value_offset).map(|moments| moments.mean),
        }
    }
}
