//! What Nim is called, and what its tables say.

use super::args::{MATCHES, TAKES};
use crate::lang::Text;
use crate::topics::duel::args::PLAYERS;
use crate::topics::duel::words::OWN;
use crate::topics::words::Words;

/// The words of Nim.
pub const WORDS: Words =
    Words { french: None, title: Text::new("Le jeu de Nim", "Nim"), own: OWN, settings: &[MATCHES, TAKES, PLAYERS] };
