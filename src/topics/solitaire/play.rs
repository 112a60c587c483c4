//! Peg solitaire at the table: what a game begins with.

use super::args::{BOARD, HOLE, start};
use super::session::TABLE;
use crate::lang::Text;
use crate::play::playable::Playable;
use crate::topics::verb::Play;
use pioche_engine::players::Kind;

/// Peg solitaire by hand.
pub const PLAY: Play = Play {
    about: Text::new("Le solitaire : ^C passe la main au solveur", "Peg solitaire: ^C hands over to the solver"),
    file: None,
    options: &[BOARD.one(), HOLE.one()],
    dealt: false,
    table: TABLE,
    start: |given| Ok(start(given)?.record([Kind::Human; 2])),
};
