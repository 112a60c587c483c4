//! Words that the tables of every game of two players have.

use crate::lang::{Text, glossary};

/// The words: of the tables, and of exact values.
pub const OWN: glossary::Words = &[
    ("plies", Text::new("coups", "plies")),
    ("repetition", Text::new("une position est revenue", "a position came back")),
    ("win", Text::new("gagné", "win")),
    ("lose", Text::new("perdu", "lose")),
];
