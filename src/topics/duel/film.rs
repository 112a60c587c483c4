//! What the films of all games of two players share: whose stones are whose, whose turn it is, and how it ended.

use crate::draw::film::Side;
use pioche_engine::games::Player;

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        match player {
            Player::One => Self::First,
            Player::Two => Self::Second,
        }
    }
}

/// How a film of a game is seen, in milliseconds: how long pieces move, and how long the start, each position and the end
/// of the game stand still.
pub struct Pace {
    /// Pieces move.
    pub moves: u32,
    /// The start stands still.
    pub start: u32,
    /// A position stands still.
    pub rest: u32,
    /// The end stands still.
    pub end: u32,
}

impl Pace {
    /// How long pieces move into a state between two moves, and how long it then stands still.
    pub fn between<M>(&self, before: Option<M>, next: Option<M>) -> (u32, u32) {
        let stands = match (before, next) {
            (_, None) => self.end,
            (None, _) => self.start,
            _ => self.rest,
        };
        (self.moves, stands)
    }
}
