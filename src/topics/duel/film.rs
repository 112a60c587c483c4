//! Films of games that are played move by move: what is seen of them, and whose stones are whose.

use crate::draw::film::{Film, Side, Sprite, StateError, Wanted};
use crate::lang::Text;
use crate::topics::course::{self, Scene};
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
/// When a single state is wanted that the game does not have.
pub fn film<G: Game, S: Stage<G>>(stage: S, start: &G, moves: &[G::Move], wanted: Wanted) -> Result<Film, StateError> {
    course::film(Played { stage, state: start.clone() }, moves, wanted)
}

/// A game on its stage.
struct Played<G, S> {
    stage: S,
    state: G,
}

impl<G: Game, S: Stage<G>> Scene for Played<G, S> {
    type Event = G::Move;
    const TITLE: Text = S::TITLE;

    fn size(&self) -> (f64, f64) {
        self.stage.size()
    }

    fn tail(&self, _: &[G::Move]) -> u64 {
        u64::MAX
    }

    fn step(&mut self, mv: G::Move) {
        let before = self.state.clone();
        let played = self.state.play(mv);
        debug_assert!(played.is_ok(), "the moves are allowed");
        self.stage.moved(&before, mv, &self.state);
    }

    fn pace(&self, before: Option<G::Move>, next: Option<G::Move>) -> (u32, u32) {
        let stands = match (before, next) {
            (_, None) => S::PACE.end,
            (None, _) => S::PACE.start,
            _ => S::PACE.rest,
        };
        (S::PACE.moves, stands)
    }

    fn sprites(&self, _: Option<G::Move>, next: Option<G::Move>) -> Vec<Sprite> {
        self.stage.sprites(&self.state, next)
    }
}
