//! Pure arithmetic on counts: tallies, moments, intervals. Knows no game, no file, no generator.

pub mod binomial;
pub mod interval;
pub mod moments;
pub mod tally;

pub use interval::{Confidence, Interval, Method, Share};
pub use moments::Moments;
pub use tally::{Histogram, Layout, Record, Tally};
