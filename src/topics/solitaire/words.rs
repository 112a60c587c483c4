//! What peg solitaire is called, and what its tables say.

use super::args::{BOARD, HOLE};
use crate::lang::Text;
use crate::topics::words::Words;

/// The words of peg solitaire.
pub const WORDS: Words = Words {
    french: None,
    title: Text::new("Le solitaire", "Peg solitaire"),
    own: &[
        ("deals", Text::new("parties", "games")),
        ("lowest", Text::new("La meilleure partie", "The best game")),
        ("median", Text::new("Une partie médiane", "A median game")),
        ("highest", Text::new("La pire partie", "The worst game")),
        ("ranked", Text::new("pions", "pegs")),
        ("left", Text::new("pions restants", "pegs left")),
        ("english", Text::new("anglais", "english")),
        ("european", Text::new("européen", "european")),
        ("won", Text::new("gagnées", "won")),
        ("random_win", Text::new("gain d'un joueur au hasard", "a random player wins")),
    ],
    settings: &[BOARD, HOLE],
};
