//! The figures of Alak: matches against the number of cells.

use super::words::WORDS;
use crate::lang::Text;
use crate::report::Figures;
use crate::topics::duel::figures::{Layout, NAMES, figure};

/// What an axis of cells says.
pub const CELLS: Text = Text::new("Nombre de cases", "Number of cells");

const LAYOUT: Layout =
    Layout { size: "cells", axis: CELLS, others: &["edge", "own_group", "players"], plain: &["edge"], words: WORDS };

/// The figures of Alak.
pub const FIGURES: Figures = Figures { names: NAMES, draw: |name, runs, lang| figure(&LAYOUT, name, runs, lang) };
