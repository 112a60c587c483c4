//! What a run is asked to do: together with the value version this fixes every byte of its tally.

use crate::rng::Seed;
use crate::stats::{Confidence, Method};

/// Stop early when every interval is narrow enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// The largest half-width of an interval.
    pub half_width: f64,
    /// The level of the intervals.
    pub confidence: Confidence,
    /// Their method.
    pub method: Method,
}

/// The plan of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The experiment's name.
    pub experiment: String,
    /// The master seed.
    pub seed: Seed,
    /// Deals 0, 1, … up to this number are played.
    pub deals: u64,
    /// When to stop before that.
    pub precision: Option<Precision>,
}
