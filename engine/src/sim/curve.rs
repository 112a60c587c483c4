//! Curves of charts: points with their intervals.

use super::measure::IntervalSpec;
use crate::stats::{Histogram, Interval, Moments, Proportion};

/// A curve of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it shows, by a name that the experiment gives it.
    pub kind: &'static str,
    /// The index of the variant that was measured, among those of the experiment; 0 where there is one only.
    pub variant: usize,
    /// The points, in ascending order of x.
    pub points: Vec<Point>,
    /// The mean of the law that it shows.
    pub mean: Option<f64>,
}

/// A point with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Abscissa.
    pub x: f64,
    /// Estimate.
    pub y: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// The number of deals behind the estimate, where it is a proportion.
    pub count: Option<u64>,
}

/// A builder of the curves of one run.
#[derive(Clone, Copy, Debug)]
pub struct CurveBuilder {
    /// The number of deals of the run.
    pub deals: u64,
    /// The method and the level of the intervals.
    pub spec: IntervalSpec,
}

impl CurveBuilder {
    /// Returns the point that shows a proportion.
    pub fn point(&self, x: f64, proportion: Proportion) -> Point {
        let Interval { low, high } = proportion.interval(self.spec.0, self.spec.1);
        Point { x, y: proportion.estimate(), low, high, count: Some(proportion.count) }
    }

    /// Returns the curve of the law that a histogram estimates, whose entry `v` counts the value `v + shift`, for this
    /// variant of the experiment.
    pub fn law(&self, kind: &'static str, variant: usize, histogram: &Histogram, shift: i64) -> Curve {
        let counts = histogram.counts();
        let first = counts.iter().position(|&count| count > 0).unwrap_or(0);
        let point = |value| self.point((value as i64 + shift) as f64, Proportion::new(counts[value], self.deals));
        let points = (first..counts.len()).map(point).collect();
        Curve { kind, variant, points, mean: Moments::new(histogram, shift).map(|moments| moments.mean) }
    }
}
