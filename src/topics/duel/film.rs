//! Films of games that are played move by move: the loop over the moves, and whose stones are whose.

use crate::draw::film::{Film, Reel, ReelError, Side, Sprite, Wanted};
use crate::lang::Text;
use pioche_engine::games::{Game, Player};

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

/// What is seen of a game: where everything lies, and what has come of it so far.
pub trait Stage<G: Game> {
    /// The title of the film.
    const TITLE: Text;
    /// How it is seen.
    const PACE: Pace;

    /// How wide and how high the picture is.
    fn size(&self) -> (f64, f64);
    /// A move was made.
    fn moved(&mut self, before: &G, mv: G::Move, after: &G);
    /// A state as it is drawn; this move follows.
    fn sprites(&self, state: &G, next: Option<G::Move>) -> Vec<Sprite>;
}

/// The film of a game from its start. Its states are the start, then the game after each move.
///
/// # Errors
/// When the rules refuse a move, or a single state is wanted that the game does not have.
pub fn film<G: Game, S: Stage<G>>(
    mut stage: S,
    start: &G,
    moves: &[G::Move],
    wanted: Wanted,
) -> Result<Film, ReelError<G::Refusal>> {
    let mut reel = Reel::new(moves.len() as u64 + 1, u64::MAX, wanted, stage.size())?;
    let mut state = start.clone();
    for number in 0..=moves.len() {
        if let Some(&mv) = number.checked_sub(1).map(|before| &moves[before]) {
            let before = state.clone();
            state.play(mv).map_err(|refusal| ReelError::Refused { number, refusal })?;
            stage.moved(&before, mv, &state);
        }
        if reel.keeps(number as u64) {
            let rest = match number {
                _ if number == moves.len() => S::PACE.end,
                0 => S::PACE.start,
                _ => S::PACE.rest,
            };
            reel.push(number as u64, S::PACE.moves, rest, stage.sprites(&state, moves.get(number).copied()));
        }
    }
    Ok(reel.film(S::TITLE))
}
