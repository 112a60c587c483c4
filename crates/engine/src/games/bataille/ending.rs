//! The ending of a game, or its period if it is endless.
//!
//! The states S(0), S(1), … before each round are each determined by the one before, so a game that does not end
//! returns to a state and then repeats. Its *pre-period* is the least m, and its *period* the least p > 0, with S(m +
//! p) = S(m), both in rounds.
//!
//! The handout finds both with a tortoise and a hare, which is the definition in the tests; [`BatailleState::play_to_end`] finds the
//! same with fewer rounds. With a limit on rounds (handout 003, 3.3), a game that has not ended within the limit is *cut
//! off* there, whether or not it is endless, and the player with more cards wins.
//!
//! By rules that the handout does not have, a game without a limit is played for at most N = [`BatailleRules::MAX_ROUNDS`]
//! rounds. It is *endless* if and only if it returns to a state within them, that is m + p <= N, and *unresolved* if it
//! neither ends nor returns to a state within them. From S(m) on, all states are those of the cycle, so the game has
//! returned to a state if and only if S(N) equals an earlier state.
//!
//! # Small packs
//! The exact distribution of the outcome for small packs is computed by playing every deal.
//!
//! Suits do not matter, and every order of the 4 v values stands for the same number of orders of the pack, 24^v. So
//! each of the (4 v)! / 24^v orders by value is played once, and all weigh the same: 1 for 1 value, 70 for 2, 34,650
//! for 3, and 63,063,000 for 4, which takes a minute; 5 values have 3.1 * 10^11 and are out of reach.

use super::cycle::RoundsInTurn;
use super::pickup::PickupDraws;
use super::{BatailleRules, BatailleState, ValueCount, card_value};
use crate::games::Player;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatailleOutcome {
    /// Player 1 holds more cards at the end (the handout's 1).
    Player1,
    /// Player 2 holds more cards at the end (the handout's 2).
    Player2,
    /// Both players hold as many cards (the handout's 0).
    Draw,
    /// The game returns to a state and never ends (the handout's 3). Within [`BatailleRules::MAX_ROUNDS`] rounds if a game by
    /// its rules may be unresolved.
    Endless {
        /// The least number of rounds after which a state returns.
        period: u64,
        /// The number of rounds before the first state that returns.
        pre_period: u64,
    },
    /// The game goes on at the limit of rounds, where it is cut off.
    CutOff {
        /// The player that then holds more cards and wins; `None` when both hold as many, which is a draw.
        leader: Option<Player>,
    },
    /// The game neither ends nor returns to a state within [`BatailleRules::MAX_ROUNDS`] rounds without a limit. It may end
    /// later, or return to a state later.
    Unresolved,
}

impl BatailleOutcome {
    /// The names of all outcomes in tables, in the order of [`BatailleOutcome::index`]. A game that is cut off counts under
    /// the player that wins it, or as a draw.
    pub const NAMES: [&str; 5] = ["player1", "player2", "draw", "endless", "unresolved"];

    /// The outcome of a game that is over; `leader` is the player with more cards, if there is one.
    pub(super) fn from_leader(leader: Option<Player>) -> Self {
        match leader {
            Some(Player::One) => Self::Player1,
            Some(Player::Two) => Self::Player2,
            None => Self::Draw,
        }
    }

    /// The index of the outcome's name in [`BatailleOutcome::NAMES`].
    pub const fn index(self) -> usize {
        match self {
            Self::Player1
            | Self::CutOff {
                leader: Some(Player::One),
            } => 0,
            Self::Player2
            | Self::CutOff {
                leader: Some(Player::Two),
            } => 1,
            Self::Draw | Self::CutOff { leader: None } => 2,
            Self::Endless { .. } => 3,
            Self::Unresolved => 4,
        }
    }

    /// The name of the outcome in tables and files.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }
}

/// The result of a game and its number of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatailleEnding {
    /// The outcome.
    pub outcome: BatailleOutcome,
    /// The number of rounds started if the game ended; pre-period + period if it is endless; the limit if it is cut
    /// off or unresolved.
    pub rounds: u64,
}

/// The end of a part of a game, with the number of rounds at that time.
enum Progress {
    Ended(u64),
    Returned(u64),
    /// The game is in a cycle.
    InTurn {
        rounds: u64,
        period: u64,
    },
    Open,
}

/// The rounds before the checkpoint that follows one at `rounds`: 64, 96, 144, …
///
/// In 8,559 endless games of 13 values, the mean pre-period is 1,308 rounds and the period mostly 52. Gaps of half the
/// distance took 3,415 rounds a game, of a quarter 3,697, of the whole distance (Brent) 3,580.
fn next_checkpoint(rounds: u64) -> u64 {
    if rounds < 64 {
        64
    } else {
        rounds.saturating_add(rounds / 2)
    }
}

impl BatailleState {
    /// Plays with the draws of the game until it ends or, without a limit (`max_rounds` is `u64::MAX`), returns to a state.
    /// With a limit, the game is cut off after `max_rounds` rounds, also if it is endless.
    ///
    /// Each state is compared with the last checkpoint; checkpoints are at 0, 64, 96, 144, … rounds, each half as far
    /// again. A period is found after the first checkpoint inside it that is followed by a gap at least as long. With a
    /// limit, whole periods are skipped. A game that has no such checkpoint within [`BatailleRules::MAX_ROUNDS`] rounds is
    /// played once more, in search of its last state. Equal states of games with random orders may differ later, and are
    /// not compared.
    ///
    /// The state becomes the last one of a game that ends or is cut off, and a state of the cycle of an endless one.
    ///
    /// By the handout's rules in the order fixed, a cycle without battles is recognized earlier: by the theorem of
    /// [`super::cycle`], as soon as the players have won in turn for half as many rounds as there are cards. This makes games
    /// of 24 values 3.5 times faster, and games of 50 values 10 times.
    pub fn play_to_end(&mut self, draws: &mut PickupDraws, max_rounds: u64) -> BatailleEnding {
        let last_round = if max_rounds == u64::MAX && self.rules().may_be_unresolved() {
            BatailleRules::MAX_ROUNDS
        } else {
            max_rounds
        };
        if self.is_random() {
            return self.play_random_orders(draws, max_rounds, last_round);
        }
        let start = self.clone();
        let mut checkpoint = start.clone();
        let mut in_turn = RoundsInTurn::default();
        let mut checkpoint_rounds = 0;
        loop {
            let round_limit = next_checkpoint(checkpoint_rounds).min(last_round);
            match self.play_from_checkpoint(
                &checkpoint,
                checkpoint_rounds,
                round_limit,
                &mut in_turn,
            ) {
                Progress::Ended(rounds) => return self.ending_after(rounds),
                Progress::Returned(rounds) => {
                    let period = rounds - checkpoint_rounds;
                    let pre_period = || start.pre_period(period);
                    return self.ending_in_cycle(rounds, max_rounds, period, pre_period);
                }
                Progress::InTurn { rounds, period } => {
                    return self.ending_in_cycle(rounds, max_rounds, period, || in_turn.start);
                }
                Progress::Open if round_limit == max_rounds => {
                    return self.cut_off_after(max_rounds);
                }
                Progress::Open if round_limit == last_round => {
                    return start.ending_from_last_state(self, last_round);
                }
                Progress::Open => {
                    checkpoint.clone_from(self);
                    checkpoint_rounds = round_limit;
                }
            }
        }
    }

    fn play_random_orders(
        &mut self,
        draws: &mut PickupDraws,
        max_rounds: u64,
        last_round: u64,
    ) -> BatailleEnding {
        let mut rounds = 0;
        while !self.is_over() {
            if rounds == max_rounds {
                return self.cut_off_after(rounds);
            } else if rounds == last_round {
                return BatailleEnding::unresolved_after(rounds);
            }
            self.play_round_with_cards::<true>(draws, |_| ());
            rounds += 1;
        }
        self.ending_after(rounds)
    }

    /// Plays on from a checkpoint, the current state after `rounds` rounds, until the game ends, returns to it, or has played
    /// `round_limit` rounds.
    fn play_from_checkpoint(
        &mut self,
        checkpoint: &Self,
        mut rounds: u64,
        round_limit: u64,
        in_turn: &mut RoundsInTurn,
    ) -> Progress {
        if self.is_over() {
            return Progress::Ended(rounds);
        }
        let mut draws = PickupDraws::default();
        let fingerprint = checkpoint.fingerprint();
        let may_turn = self.is_picked_up_by_player() && !self.rules().may_be_unresolved();
        let card_count = (self.hand_size(Player::One) + self.hand_size(Player::Two)) as u64;
        while rounds < round_limit {
            let hand_size = self.hand_size(Player::One) as u16;
            self.play_round_with_cards::<false>(&mut draws, |_| ());
            let gain = (self.hand_size(Player::One) as u16).wrapping_sub(hand_size);
            in_turn.add(rounds, gain);
            rounds += 1;
            if self.is_over() {
                return Progress::Ended(rounds);
            }
            // Once in each run of wins in turn, before a round of player 1.
            if may_turn
                && (rounds - in_turn.start) / 2 == card_count / 4
                && in_turn.has_player2_won()
                && let Some(period) = self.period_in_turn()
            {
                return Progress::InTurn { rounds, period };
            }
            if self.fingerprint() == fingerprint && self == checkpoint {
                return Progress::Returned(rounds);
            }
        }
        Progress::Open
    }

    /// The ending of a game that is in a cycle after `rounds` rounds.
    fn ending_in_cycle(
        &mut self,
        rounds: u64,
        max_rounds: u64,
        period: u64,
        pre_period: impl FnOnce() -> u64,
    ) -> BatailleEnding {
        if max_rounds == u64::MAX {
            return BatailleEnding::from_cycle(period, pre_period());
        }
        self.play_rounds(&mut PickupDraws::default(), (max_rounds - rounds) % period);
        self.cut_off_after(max_rounds)
    }

    /// The ending of a game without a limit that is in the state `last_state` after `last_round` rounds: endless if that state
    /// occurred before, or else unresolved.
    fn ending_from_last_state(mut self, last_state: &Self, last_round: u64) -> BatailleEnding {
        let start = self.clone();
        if self.play_until(last_state) == last_round {
            return BatailleEnding::unresolved_after(last_round);
        }
        self.play_round(&mut PickupDraws::default(), |_| ());
        let period = 1 + self.play_until(last_state);
        BatailleEnding::from_cycle(period, start.pre_period(period))
    }

    /// Plays until the game is in the state `target`, which must follow. Returns the number of rounds.
    fn play_until(&mut self, target: &Self) -> u64 {
        let mut draws = PickupDraws::default();
        let fingerprint = target.fingerprint();
        let mut rounds = 0;
        while self.fingerprint() != fingerprint || self != target {
            self.play_round(&mut draws, |_| ());
            rounds += 1;
        }
        rounds
    }

    /// The number of rounds from this state to the first one that returns after `period` rounds.
    fn pre_period(&self, period: u64) -> u64 {
        let mut draws = PickupDraws::default();
        let mut state = self.clone();
        let mut later_state = self.clone();
        later_state.play_rounds(&mut draws, period);
        let mut rounds = 0;
        while state.fingerprint() != later_state.fingerprint() || state != later_state {
            state.play_round(&mut draws, |_| ());
            later_state.play_round(&mut draws, |_| ());
            rounds += 1;
        }
        rounds
    }

    pub(super) fn ending_after(&self, rounds: u64) -> BatailleEnding {
        BatailleEnding {
            outcome: BatailleOutcome::from_leader(self.leader()),
            rounds,
        }
    }

    fn cut_off_after(&self, max_rounds: u64) -> BatailleEnding {
        BatailleEnding {
            outcome: BatailleOutcome::CutOff {
                leader: self.leader(),
            },
            rounds: max_rounds,
        }
    }
}

impl BatailleEnding {
    pub(super) fn from_cycle(period: u64, pre_period: u64) -> Self {
        Self {
            outcome: BatailleOutcome::Endless { period, pre_period },
            rounds: pre_period + period,
        }
    }

    fn unresolved_after(rounds: u64) -> Self {
        Self {
            outcome: BatailleOutcome::Unresolved,
            rounds,
        }
    }
}

/// Plays all deals of a pack and counts the outcomes, by [`BatailleOutcome::index`]. Games are cut off after `max_rounds`
/// rounds (`u64::MAX` for no limit).
pub fn count_outcomes_of_all_deals(
    rules: BatailleRules,
    max_rounds: u64,
) -> [u64; BatailleOutcome::NAMES.len()] {
    let mut deal_counts = [0; BatailleOutcome::NAMES.len()];
    let mut state = BatailleState::new(rules);
    for_each_order(rules.values, |values| {
        state.deal_values(values.iter().copied());
        let ending = state.play_to_end(&mut PickupDraws::default(), max_rounds);
        deal_counts[ending.outcome.index()] += 1;
    });
    deal_counts
}

/// Calls `visit` with each order of the values of a pack.
pub(super) fn for_each_order(values: ValueCount, mut visit: impl FnMut(&[u8])) {
    let cards = 0..values.card_count();
    let mut order: Vec<u8> = cards.map(|card| card_value(card as u8)).collect();
    loop {
        visit(&order);
        if !next_permutation(&mut order) {
            return;
        }
    }
}

/// Changes an order of values to the next one in lexicographic order. Returns false after the last order.
pub(super) fn next_permutation(values: &mut [u8]) -> bool {
    let Some(pivot) = values.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    let Some(larger) = values.iter().rposition(|&value| value > values[pivot]) else {
        return false;
    };
    values.swap(pivot, larger);
    values[pivot + 1..].reverse();
    true
}
