//! Statistics of counts: tallies, moments, intervals, tests, exact fractions and laws.

mod binomial;
pub mod compare;
pub mod exact;
pub mod interval;
pub mod power;
pub mod quantile;
pub mod reference;
pub mod tally;

pub use interval::{Confidence, Estimate, Interval, Proportion, ProportionMethod};
pub use tally::{DealValue, Extreme, ExtremeKind, Histogram, Moments, Tally, TallyLayout};
