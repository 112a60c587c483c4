//! The patience at the table: what a game begins with.

use super::args::NB_TAS_MAX;
use super::deck::{FILE_OR_DEAL, PACK, deck};
use super::session::TABLE;
use crate::lang::Text;
use crate::play::Start;
use crate::play::playable::Playable;
use crate::topics::setting::MEMORY;
use crate::topics::verb::Play;
use pioche_engine::games::alliances::Manual;

/// The patience by hand.
pub const PLAY: Play = Play {
    about: Text::new(
        "La réussite : à vous de piocher et de faire sauter les tas",
        "The patience: draw and jump yourself",
    ),
    file: Some(FILE_OR_DEAL),
    options: &[PACK[0], PACK[1], PACK[2], NB_TAS_MAX.one(), MEMORY.one()],
    dealt: true,
    table: TABLE,
    start: |given| {
        let start = Manual::new(&deck(given)?, given.get(&NB_TAS_MAX)?);
        Ok(Start::alone(start.settings()))
    },
};
