//! Nim at the table: what a game begins with.

use super::args::{MATCHES, TAKES, heap};
use super::session::TABLE;
use crate::lang::Text;
use crate::topics::duel::args::{SEATS, seated};
use crate::topics::verb::Play;

/// Nim for two, or against the computer.
pub const PLAY: Play = Play {
    about: Text::new(
        "Nim, à deux ou contre l'ordinateur ; sans option, le jeu pose les questions",
        "Nim, for two people or against the computer; without options the game asks",
    ),
    file: None,
    options: &[MATCHES.one(), TAKES.one(), SEATS.one()],
    dealt: true,
    table: TABLE,
    start: |given| seated(given, &heap(given)?),
};
