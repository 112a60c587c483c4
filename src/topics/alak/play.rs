//! Alak at the table: what a game begins with.

use super::args::{CELLS, VARIANT, empty};
use super::session::TABLE;
use crate::lang::Text;
use crate::topics::duel::args::{SEATS, seated};
use crate::topics::setting::MEMORY;
use crate::topics::verb::Play;

/// Alak for two, or against the computer.
pub const PLAY: Play = Play {
    about: Text::new("Alak, à deux ou contre l'ordinateur", "Alak, for two people or against the computer"),
    file: None,
    options: &[CELLS.one(), VARIANT[0], VARIANT[1], SEATS.one(), MEMORY.one()],
    dealt: true,
    table: TABLE,
    start: |given| seated(given, &empty(given)?),
};
