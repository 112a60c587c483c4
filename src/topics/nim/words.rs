//! What Nim is called, and what its tables say.

use super::args::{MATCHES, TAKES};
use crate::lang::{Text, glossary};
use crate::topics::duel::args::PLAYERS;
use crate::topics::words::Words;

const OWN: glossary::Words =
    &[crate::topics::duel::words::OWN[0], ("win", Text::new("gagné", "win")), ("lose", Text::new("perdu", "lose"))];

/// The words of Nim.
pub const WORDS: Words =
    Words { french: None, title: Text::new("Le jeu de Nim", "Nim"), own: OWN, settings: &[MATCHES, TAKES, PLAYERS] };
