//! Statistics of counts: tallies, moments, intervals, tests, exact fractions and distributions.

mod binomial;
pub mod compare;
pub mod exact;
pub mod interval;
pub mod quantile;
pub mod schema;
pub mod tally;

pub use interval::{Confidence, Estimate, Interval, Proportion};
pub use schema::{HistogramPair, HistogramSpec, RecordKind, TallySchema};
pub use tally::{DealValue, DealValues, Histogram, Moments, Record, Tally};
