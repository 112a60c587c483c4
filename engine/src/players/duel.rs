//! One game between two players, or by one, to its end or to a limit.

use super::Strategy;
use crate::games::{Game, Outcome, Player};
use rand::Rng;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel<G: Game> {
    /// How it ended; `None` when it was stopped at the limit and stays unresolved.
    pub outcome: Option<Outcome>,
    /// The moves, in order.
    pub plies: Vec<G::Move>,
    /// The state after the last move.
    pub state: G,
}

impl<G: Game> Duel<G> {
    /// Plays one game from `start`. In a game for one only the first player and generator are used.
    ///
    /// Each player draws from its own generator, so that a player's choices do not shift the other's.
    ///
    /// # Errors
    /// The refusal, when a player makes a move that the rules do not allow.
    pub fn play(
        start: G,
        players: [&dyn Strategy<G>; 2],
        generators: [&mut dyn Rng; 2],
        max_plies: u64,
    ) -> Result<Self, G::Refusal> {
        let mut plies = Vec::new();
        let mut state = start;
        let outcome = play_out(&mut state, players, generators, max_plies, |mv, _| plies.push(mv))?;
        Ok(Self { outcome, plies, state })
    }
}

/// Plays `state` on to its end, or for at most `max_plies` moves, telling `each` of each move and the state after it.
///
/// The outcome is `None` when the game does not end by then.
///
/// # Errors
/// The refusal, when a player makes a move that the rules do not allow.
pub fn play_out<G: Game>(
    state: &mut G,
    players: [&dyn Strategy<G>; 2],
    generators: [&mut dyn Rng; 2],
    max_plies: u64,
    mut each: impl FnMut(G::Move, &G),
) -> Result<Option<Outcome>, G::Refusal> {
    for _ in 0..max_plies {
        let side = usize::from(state.to_play() == Player::Two);
        let Some(mv) = players[side].choose(state, &mut *generators[side]) else { break };
        state.play(mv)?;
        each(mv, state);
    }
    Ok(state.outcome())
}
