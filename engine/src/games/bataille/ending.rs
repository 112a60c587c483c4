//! How a game ends, or that it never does.
//!
//! The states S(0), S(1), … before each round are each determined by the one before, so a game that does not end comes
//! back to a state and then repeats. Its *pre-period* is the least m, and its *period* the least p > 0, with
//! S(m + p) = S(m), both in rounds.
//!
//! The handout looks for that with a tortoise and a hare, which is the definition that the tests hold; [`State::game`]
//! finds the same with fewer rounds played. With a ceiling on rounds, the games are *unresolved* that have neither ended
//! nor come back to a state within so many; that depends on the game alone, and not on how repeats are looked for.

use super::State;
use crate::games::Player;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Player 1 holds more cards (the handout's 1).
    Player1,
    /// Player 2 holds more cards (the handout's 2).
    Player2,
    /// Both hold as many (the handout's 0).
    Draw,
    /// The game repeats for ever (the handout's 3).
    Endless {
        /// The least number of rounds after which a state comes back.
        period: u64,
        /// The rounds before the first state that comes back.
        pre_period: u64,
    },
    /// Neither an end nor a repeat within the ceiling.
    Unresolved,
}

impl Outcome {
    /// The names of all outcomes, in the order of [`Outcome::index`].
    pub const NAMES: [&str; 5] = ["player1", "player2", "draw", "endless", "unresolved"];

    /// Its place among [`Outcome::NAMES`].
    pub const fn index(self) -> usize {
        match self {
            Self::Player1 => 0,
            Self::Player2 => 1,
            Self::Draw => 2,
            Self::Endless { .. } => 3,
            Self::Unresolved => 4,
        }
    }

    /// Its name, as tables and files have it.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }
}

/// How a game ended, and after how many rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The outcome.
    pub outcome: Outcome,
    /// The rounds started, when the game ends; pre-period + period, the first round before which a state is seen
    /// again, when it is endless; the ceiling, when it is unresolved.
    pub rounds: u64,
}

#[derive(Clone)]
struct Checkpoint {
    rounds: u64,
    state: State,
}

/// What a game did on the way from a checkpoint to a number of rounds.
enum Way {
    /// It ended after so many rounds in all.
    Ended(u64),
    /// It came back to the checkpoint after so many rounds.
    CameBack(u64),
    Open,
}

/// The rounds before the checkpoint that follows one at `rounds`: 64, 96, 144, …
///
/// Measured on 8,559 endless games of 13 values, whose pre-period is 1,308 rounds on the average and whose period is
/// mostly 52: gaps of half the way cost 3,415 rounds a game, of a quarter 3,697, of the whole way (Brent) 3,580.
const fn next_checkpoint(rounds: u64) -> u64 {
    if rounds < 64 { 64 } else { rounds.saturating_add(rounds / 2) }
}

impl State {
    /// Plays at most `turns` rounds. Returns who then holds more cards, or `None` when both hold as many (the handout's
    /// 1, 2 and 0).
    #[doc(alias = "game")]
    pub fn game_turns(&mut self, turns: u64) -> Option<Player> {
        let mut rounds = 0;
        while rounds < turns && self.one_round() {
            rounds += 1;
        }
        self.winner()
    }

    /// Plays until the game ends or comes back to a state, or for `max_rounds` rounds (`u64::MAX`: for ever).
    ///
    /// Leaves the last state of a game that ends, S(pre-period) of an endless one, S(max_rounds) of an unresolved one.
    ///
    /// Each state is compared with the last checkpoint; checkpoints stand at 0, 64, 96, 144, … rounds, each half as
    /// far again, and at the ceiling. A period is found after the first checkpoint that lies inside it and is followed
    /// by a gap at least as long. If the gap before that was as long too, the checkpoint before lies outside the period,
    /// and the search of the exact pre-period begins there; otherwise it begins at the start.
    pub fn game(&mut self, max_rounds: u64) -> Ending {
        let start = Checkpoint { rounds: 0, state: self.clone() };
        let (mut before, mut last) = (start.clone(), start.clone());
        loop {
            // A repeat within the ceiling has its period, and the ceiling inside it: it shows before twice the ceiling.
            let at_ceiling = last.rounds == max_rounds;
            let until =
                if at_ceiling { max_rounds.saturating_mul(2) } else { next_checkpoint(last.rounds).min(max_rounds) };
            match self.play_on(&last, until) {
                Way::Ended(rounds) if rounds <= max_rounds => return self.ended(rounds),
                Way::CameBack(period) => {
                    let outside = if last.rounds - before.rounds >= period { &before } else { &start };
                    let pre_period = outside.rounds + self.find_entrance(&outside.state, period);
                    if pre_period + period <= max_rounds {
                        return Ending::endless(period, pre_period);
                    }
                }
                Way::Open if !at_ceiling => {
                    before = std::mem::replace(&mut last, Checkpoint { rounds: until, state: self.clone() });
                    continue;
                }
                Way::Ended(_) | Way::Open => {}
            }
            // Only beyond the ceiling, where the last checkpoint stands.
            *self = last.state;
            return Ending { outcome: Outcome::Unresolved, rounds: max_rounds };
        }
    }

    /// Plays on from a checkpoint, where the game is now, until it ends, comes back there, or has played `until` rounds.
    fn play_on(&mut self, from: &Checkpoint, until: u64) -> Way {
        let mut rounds = from.rounds;
        if self.is_over() {
            return Way::Ended(rounds);
        }
        let fingerprint = from.state.fingerprint();
        while rounds < until {
            self.round(|_| ());
            rounds += 1;
            if self.is_over() {
                return Way::Ended(rounds);
            }
            if self.fingerprint() == fingerprint && *self == from.state {
                return Way::CameBack(rounds - from.rounds);
            }
        }
        Way::Open
    }

    /// Finds the first state that comes back after `period` rounds, from `outside`, which is no later than that one.
    /// Becomes that state; returns how many rounds it is from `outside`.
    fn find_entrance(&mut self, outside: &Self, period: u64) -> u64 {
        let (mut ahead, mut rounds) = (outside.clone(), 0);
        ahead.game_turns(period);
        self.clone_from(outside);
        while self.fingerprint() != ahead.fingerprint() || *self != ahead {
            self.round(|_| ());
            ahead.round(|_| ());
            rounds += 1;
        }
        rounds
    }

    fn ended(&self, rounds: u64) -> Ending {
        let outcome = match self.winner() {
            Some(Player::One) => Outcome::Player1,
            Some(Player::Two) => Outcome::Player2,
            None => Outcome::Draw,
        };
        Ending { outcome, rounds }
    }
}

impl Ending {
    pub(super) const fn endless(period: u64, pre_period: u64) -> Self {
        Self { outcome: Outcome::Endless { period, pre_period }, rounds: pre_period + period }
    }
}
