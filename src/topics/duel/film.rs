//! What the films of all games of two players share: whose stones are whose, whose turn it is, and how it ended.

use crate::draw::film::{Film, Reel, ReelError, Side, Sprite, Wanted};
use crate::lang::Text;
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

/// The film of a game: its states are the start as it is `shown`, then what `play` makes of it with each move and its
/// number from 1. `sprites` draws a state on a picture of `size` units.
///
/// # Errors
/// When `play` refuses a move, or a single state is wanted that the game does not have.
pub fn film<S, M: Copy, R>(
    title: Text,
    (size, pace): ((f64, f64), Pace),
    wanted: Wanted,
    (mut shown, moves): (S, &[M]),
    play: impl Fn(&mut S, M, u32) -> Result<(), R>,
    sprites: impl Fn(&S) -> Vec<Sprite>,
) -> Result<Film, ReelError<R>> {
    let mut reel = Reel::new(moves.len() as u64 + 1, u64::MAX, wanted, size)?;
    for number in 0..=moves.len() {
        if let Some(&move_made) = number.checked_sub(1).map(|before| &moves[before]) {
            play(&mut shown, move_made, number as u32).map_err(|refusal| ReelError::Refused { number, refusal })?;
        }
        if reel.keeps(number as u64) {
            let rest = match number {
                _ if number == moves.len() => pace.end,
                0 => pace.start,
                _ => pace.rest,
            };
            reel.push(number as u64, pace.moves, rest, sprites(&shown));
        }
    }
    Ok(reel.film(title))
}
