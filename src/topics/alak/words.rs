//! What Alak is called, and what its tables say.

use super::args::{CELLS, EDGE, OWN_GROUP};
use crate::lang::Text;
use crate::topics::duel::args::{MAX_PLIES, PLAYERS};
use crate::topics::duel::words::OWN;
use crate::topics::words::Words;

/// The words of Alak.
pub const WORDS: Words = Words {
    french: None,
    title: Text::same("Alak"),
    own: OWN,
    settings: &[CELLS, EDGE, OWN_GROUP, PLAYERS, MAX_PLIES],
};
