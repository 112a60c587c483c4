//! What a run with a stop rule has to reach, and how near it is.

use super::plan::{Goal, Precision};
use super::row::Row;
use crate::stats::{Estimate, Proportion, digits};

/// The aim of a run, and how near it came.
#[derive(Clone, Debug, PartialEq)]
pub enum Aim {
    /// Every interval is to be narrow.
    HalfWidth {
        /// The half-width that was asked for.
        asked: f64,
        /// The half-width of the widest interval that the run had to make so narrow, at its end.
        widest: f64,
    },
    /// One row is to have certain digits.
    Digits {
        /// How many.
        asked: u32,
        /// The row.
        row: Row,
        /// What is known of it, with an interval that allows for all looks at the run so far; no interval where the exact
        /// value is known.
        found: Estimate,
    },
}

impl Aim {
    /// Whether the run came as near as was asked.
    pub fn is_reached(&self) -> bool {
        self.excess() <= 1.0
    }

    /// About how many times too wide an interval is; at most 1 when the aim is reached.
    pub fn excess(&self) -> f64 {
        match self {
            Self::HalfWidth { asked, widest } if widest <= asked => 1.0,
            Self::HalfWidth { asked, widest } => (widest / asked).max(1.0 + f64::EPSILON),
            Self::Digits { asked, found, .. } => digits::excess(found.value, found.interval, *asked),
        }
    }
}

impl Precision {
    /// How near a run is that has these shares and knows this much of a row.
    pub fn aim(&self, shares: impl FnOnce() -> Vec<Proportion>, row: impl FnOnce(&Row) -> Option<Estimate>) -> Aim {
        match &self.goal {
            Goal::HalfWidth(asked) => {
                let half_width = |share: &Proportion| share.interval(self.method, self.confidence).half_width();
                Aim::HalfWidth { asked: *asked, widest: shares().iter().map(half_width).fold(0.0, f64::max) }
            }
            Goal::Digits { digits, row: name } => {
                Aim::Digits { asked: *digits, row: name.clone(), found: row(name).unwrap_or(Estimate::UNKNOWN) }
            }
        }
    }
}
