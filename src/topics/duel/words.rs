//! Words that the tables of every game of two players have.

use crate::lang::{Text, glossary};

/// The words.
pub const OWN: glossary::Words = &[("plies", Text::new("coups", "plies"))];
