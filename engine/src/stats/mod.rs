//! Statistics of counts: tallies, moments, intervals, tests, exact fractions and laws.

mod binomial;
pub mod compare;
pub mod fraction;
pub mod interval;
pub mod moments;
pub mod reference;
pub mod riffle_law;
pub mod tally;

pub use interval::{Confidence, Estimate, Interval, Proportion, ProportionMethod};
pub use moments::Moments;
pub use tally::{Extreme, ExtremeKind, Histogram, Tally, TallyLayout};
