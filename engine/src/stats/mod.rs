//! Pure arithmetic on counts and laws: tallies, moments, intervals, exact fractions. Knows no game, no file, no
//! generator.

mod binomial;
pub mod compare;
pub mod fraction;
pub mod interval;
pub mod moments;
pub mod ratio;
pub mod reference;
pub mod riffle_law;
pub mod tally;

pub use interval::{Confidence, Estimate, Interval, Method, Proportion};
pub use moments::Moments;
pub use tally::{Direction, Extreme, Histogram, Layout, Tally};
