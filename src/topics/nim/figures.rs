//! The figures of Nim: matches against the size of the heap.

use super::words::WORDS;
use crate::lang::Text;
use crate::report::Figures;
use crate::topics::duel::figures::{Layout, NAMES, figure};

const LAYOUT: Layout = Layout {
    size: "matches",
    axis: Text::new("Nombre d'allumettes", "Number of matches"),
    others: &["players", "takes"],
    plain: &[],
    words: WORDS,
};

/// The figures of Nim.
pub const FIGURES: Figures = Figures { names: NAMES, draw: |name, runs, lang| figure(&LAYOUT, name, runs, lang) };
