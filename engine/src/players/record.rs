//! Playing a game with one or two players to its end or to a limit.

use super::Strategy;
use crate::games::{Game, Outcome, Player};
use rand::Rng;

/// The record of a game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord<G: Game> {
    /// The outcome; `None` if the game was stopped at the limit.
    pub outcome: Option<Outcome>,
    /// The moves, in order.
    pub plies: Vec<G::Move>,
    /// The state after the last move.
    pub state: G,
}

impl<G: Game> GameRecord<G> {
    /// Plays a game from `start` to its end, or for at most `max_plies` moves.
    ///
    /// Each player draws from its own generator, so that the choices of one do not change those of the other. In a game
    /// for one person only the first player and generator are used.
    ///
    /// # Errors
    /// The refusal, when a player chooses a move that is not legal.
    pub fn play(
        start: G,
        players: [&dyn Strategy<G>; 2],
        generators: [&mut dyn Rng; 2],
        max_plies: u64,
    ) -> Result<Self, G::Refusal> {
        let mut plies = Vec::new();
        let mut state = start;
        let outcome = play_out(&mut state, players, generators, max_plies, |mv, _| {
            plies.push(mv)
        })?;
        Ok(Self {
            outcome,
            plies,
            state,
        })
    }
}

/// Plays `state` to its end, or for at most `max_plies` moves, and calls `on_ply` with each move and the state after it.
///
/// Returns the outcome, or `None` if the game has not ended by then.
///
/// # Errors
/// The refusal, when a player chooses a move that is not legal.
///
/// ```
/// use pioche_engine::games::nim::{NimState, TakeSet};
/// use pioche_engine::games::{MemoryLimit, Outcome, Player, Solvable};
/// use pioche_engine::players::{Perfect, Random, play_out};
/// use pioche_engine::rng::{Purpose, Seed, stream};
///
/// // 23 matches are won for a perfect player that moves first.
/// let mut game = NimState::new(TakeSet::default(), 23)?;
/// let perfect = Perfect(game.solve_within(MemoryLimit::default())?);
/// let [mut one, mut two] = [Purpose::Player1, Purpose::Player2].map(|purpose| stream(Seed(1), purpose, 0));
/// let outcome = play_out(&mut game, [&perfect, &Random], [&mut one, &mut two], u64::MAX, |_, _| ())?;
/// assert_eq!(outcome, Some(Outcome::Winner(Player::One)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_out<G: Game>(
    state: &mut G,
    players: [&dyn Strategy<G>; 2],
    generators: [&mut dyn Rng; 2],
    max_plies: u64,
    mut on_ply: impl FnMut(G::Move, &G),
) -> Result<Option<Outcome>, G::Refusal> {
    for _ in 0..max_plies {
        let side = usize::from(state.to_play() == Player::Two);
        let Some(mv) = players[side].choose(state, &mut *generators[side]) else {
            break;
        };
        state.play(mv)?;
        on_ply(mv, state);
    }
    Ok(state.outcome())
}
