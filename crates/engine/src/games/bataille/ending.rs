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
use super::pickup::{NoDraws, PickupDraws};
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

#[derive(Clone)]
struct StateCheckpoint {
    rounds: u64,
    state: BatailleState,
}

enum Progress {
    Ended(u64),
    Returned(u64),
    /// The game is in a cycle of this period, of which the state is the first one.
    InTurn(u64),
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
    /// Plays at most `max_rounds` rounds. Returns the player that then holds more cards, or `None` when both hold as many
    /// (the handout's 1, 2 and 0).
    ///
    /// # Panics
    /// When tricks are picked up at random.
    #[doc(alias = "game")]
    pub fn play_rounds(&mut self, max_rounds: u64) -> Option<Player> {
        assert!(!self.is_random(), "random orders need draws");
        let mut rounds = 0;
        while rounds < max_rounds && self.try_play_round_with(&mut NoDraws, |_| ()) {
            rounds += 1;
        }
        self.leader()
    }

    /// Plays as [`BatailleState::play_to_end`] does, with the draws of the game.
    pub fn play_to_end_with(
        &mut self,
        draws: &mut impl PickupDraws,
        max_rounds: u64,
    ) -> BatailleEnding {
        if !self.is_random() {
            return self.play_to_end(max_rounds);
        }
        let mut rounds = 0;
        let last_round = self.last_round(max_rounds);
        while !self.is_over() {
            if rounds == last_round {
                return if rounds == max_rounds {
                    self.cut_off_after(rounds)
                } else {
                    BatailleEnding::unresolved_after(rounds)
                };
            }
            self.try_complete_round_unchecked(draws, |_| ());
            rounds += 1;
        }
        self.ending_after(rounds)
    }

    /// Plays until the game ends or, without a limit (`max_rounds` is `u64::MAX`), returns to a state. With a limit, the
    /// game is cut off after `max_rounds` rounds, also if it is endless.
    ///
    /// The state becomes the last one of a game that ends, S(pre-period) of an endless one, S(max_rounds) of one that is
    /// cut off, S([`BatailleRules::MAX_ROUNDS`]) of an unresolved one.
    ///
    /// Each state is compared with the last checkpoint; checkpoints are at 0, 64, 96, 144, … rounds, each half as far
    /// again. A period is found after the first checkpoint inside it that is followed by a gap at least as long. If the
    /// gap before was as long too, the checkpoint before lies outside the period, and the search for the exact pre-period
    /// begins there; otherwise it begins at the start. With a limit, whole periods are skipped. A game that has no such
    /// checkpoint within [`BatailleRules::MAX_ROUNDS`] rounds is played once more, in search of its last state.
    ///
    /// By the handout's rules in the order fixed, a cycle without battles is recognized earlier: by the theorem of
    /// [`super::cycle`], as soon as the players have won in turn for half as many rounds as there are cards. This makes games
    /// of 24 values 3.5 times faster, and games of 50 values 10 times.
    ///
    /// # Panics
    /// When tricks are picked up at random.
    pub fn play_to_end(&mut self, max_rounds: u64) -> BatailleEnding {
        assert!(!self.is_random(), "random orders need draws");
        self.play_to_last_round(max_rounds, self.last_round(max_rounds))
    }

    /// Plays as [`BatailleState::play_to_end`] does, but at most `last_round` rounds, which is the limit if there is one.
    fn play_to_last_round(&mut self, max_rounds: u64, last_round: u64) -> BatailleEnding {
        let start = StateCheckpoint {
            rounds: 0,
            state: self.clone(),
        };
        let mut previous = start.clone();
        let mut checkpoint = start.clone();
        let mut in_turn = RoundsInTurn::default();
        loop {
            let round_limit = next_checkpoint(checkpoint.rounds).min(last_round);
            match self.play_from_checkpoint(&checkpoint, round_limit, &mut in_turn) {
                Progress::Ended(rounds) => return self.ending_after(rounds),
                Progress::InTurn(period) if max_rounds == u64::MAX => {
                    return BatailleEnding::from_cycle(period, in_turn.start);
                }
                Progress::InTurn(period) => {
                    self.play_rounds((max_rounds - in_turn.start) % period);
                    return self.cut_off_after(max_rounds);
                }
                Progress::Returned(period) if max_rounds == u64::MAX => {
                    let search_start = if checkpoint.rounds - previous.rounds >= period {
                        &previous
                    } else {
                        &start
                    };
                    let pre_period =
                        search_start.rounds + self.find_cycle_start(&search_start.state, period);
                    return BatailleEnding::from_cycle(period, pre_period);
                }
                Progress::Returned(period) => {
                    self.play_rounds((max_rounds - checkpoint.rounds) % period);
                    return self.cut_off_after(max_rounds);
                }
                Progress::Open if round_limit == max_rounds => {
                    return self.cut_off_after(max_rounds);
                }
                Progress::Open if round_limit == last_round => {
                    return self.ending_from_last_state(&start.state, last_round);
                }
                Progress::Open => {
                    let next = StateCheckpoint {
                        rounds: round_limit,
                        state: self.clone(),
                    };
                    previous = std::mem::replace(&mut checkpoint, next);
                }
            }
        }
    }

    /// Plays on from a checkpoint, the current state, until the game ends, returns to it, or has played `round_limit`
    /// rounds.
    fn play_from_checkpoint(
        &mut self,
        checkpoint: &StateCheckpoint,
        round_limit: u64,
        in_turn: &mut RoundsInTurn,
    ) -> Progress {
        let mut rounds = checkpoint.rounds;
        if self.is_over() {
            return Progress::Ended(rounds);
        }
        let fingerprint = checkpoint.state.fingerprint();
        let may_turn = self.is_picked_up_by_player() && !self.rules().may_be_unresolved();
        let card_count = (self.hand_size(Player::One) + self.hand_size(Player::Two)) as u64;
        while rounds < round_limit {
            let hand_size = self.hand_size(Player::One) as u16;
            self.try_complete_round_unchecked(&mut NoDraws, |_| ());
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
                self.take_back_rounds_in_turn(rounds - in_turn.start);
                return Progress::InTurn(period);
            }
            if self.fingerprint() == fingerprint && *self == checkpoint.state {
                return Progress::Returned(rounds - checkpoint.rounds);
            }
        }
        Progress::Open
    }

    /// The ending of a game without a limit that goes on in this state, after `last_round` rounds from `start`: endless
    /// if the state occurred before, or else unresolved.
    fn ending_from_last_state(&mut self, start: &Self, last_round: u64) -> BatailleEnding {
        let last_state = self.clone();
        self.clone_from(start);
        let rounds = self.play_until(&last_state);
        if rounds == last_round {
            return BatailleEnding::unresolved_after(last_round);
        }
        self.try_complete_round_unchecked(&mut NoDraws, |_| ());
        let period = 1 + self.play_until(&last_state);
        let pre_period = self.find_cycle_start(start, period);
        BatailleEnding::from_cycle(period, pre_period)
    }

    /// Plays until the game is in the state `target`, which must follow. Returns the number of rounds.
    fn play_until(&mut self, target: &Self) -> u64 {
        let fingerprint = target.fingerprint();
        let mut rounds = 0;
        while self.fingerprint() != fingerprint || self != target {
            self.try_complete_round_unchecked(&mut NoDraws, |_| ());
            rounds += 1;
        }
        rounds
    }

    /// Finds the first state that returns after `period` rounds, starting from `search_start`, which is not later than
    /// that one. The state becomes that one; returns the number of rounds from `search_start` to it.
    fn find_cycle_start(&mut self, search_start: &Self, period: u64) -> u64 {
        let mut later_state = search_start.clone();
        later_state.play_rounds(period);
        self.clone_from(search_start);
        let mut rounds = 0;
        while self.fingerprint() != later_state.fingerprint() || *self != later_state {
            self.try_complete_round_unchecked(&mut NoDraws, |_| ());
            later_state.try_complete_round_unchecked(&mut NoDraws, |_| ());
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

    pub(super) fn last_round(&self, max_rounds: u64) -> u64 {
        if max_rounds == u64::MAX && self.rules().may_be_unresolved() {
            BatailleRules::MAX_ROUNDS
        } else {
            max_rounds
        }
    }

    pub(super) fn cut_off_after(&self, max_rounds: u64) -> BatailleEnding {
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

/// The number of deals with one outcome, and their longest game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeCount {
    /// The number of deals.
    pub deals: u64,
    /// The largest [`BatailleEnding::rounds`] of these deals, or 0.
    pub max_rounds: u64,
}

/// Plays all deals of a pack and counts the outcomes, by [`BatailleOutcome::index`]. Games are cut off after `max_rounds`
/// rounds (`u64::MAX` for no limit).
pub fn count_outcomes_of_all_deals(
    rules: BatailleRules,
    max_rounds: u64,
) -> [OutcomeCount; BatailleOutcome::NAMES.len()] {
    let mut law = <[OutcomeCount; _]>::default();
    let mut state = BatailleState::new(rules);
    for_each_order(rules.values, |values| {
        state.deal_values(values.iter().copied());
        let ending = state.play_to_end(max_rounds);
        let count = &mut law[ending.outcome.index()];
        count.deals += 1;
        count.max_rounds = count.max_rounds.max(ending.rounds);
    });
    law
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::shuffle::shuffled_deck;
    use crate::games::bataille::{LayingOrder, PickupOrder, ValueCount};
    use crate::rng::{Purpose, Seed, Streams};
    use std::collections::HashMap;

    /// Plays at most `last_round` rounds, and compares each state with all states before.
    fn plain_ending(mut state: BatailleState, last_round: u64) -> BatailleEnding {
        let mut rounds_by_state = HashMap::new();
        for rounds in 0..=last_round {
            if state.is_over() {
                return state.ending_after(rounds);
            }
            let key = (state.hands(), state.first_to_lay());
            if let Some(pre_period) = rounds_by_state.insert(key, rounds) {
                return BatailleEnding::from_cycle(rounds - pre_period, pre_period);
            }
            state.try_play_round();
        }
        BatailleEnding::unresolved_after(last_round)
    }

    #[test]
    fn returns_within_last_round_are_found() {
        let mut outcomes = [0; BatailleOutcome::NAMES.len()];
        for (values, order, pickup) in [
            (3, LayingOrder::Fixed, PickupOrder::Laid),
            (5, LayingOrder::Fixed, PickupOrder::Laid),
            (6, LayingOrder::Alternating, PickupOrder::WinnerFirst),
            (13, LayingOrder::Fixed, PickupOrder::Laid),
        ] {
            let rules = BatailleRules {
                values: ValueCount::new(values).expect("1 to 64"),
                order,
                pickup,
                face_down: 0,
                ..BatailleRules::default()
            };
            for deal in 0..40 {
                let mut generator = Streams::new(Seed(5)).stream(Purpose::Riffle, deal);
                let mut start = BatailleState::new(rules);
                start.deal(&shuffled_deck(rules.values.card_count(), &mut generator));
                let rounds = plain_ending(start.clone(), 2000).rounds;
                for last_round in [0, 1, 63, 64, 65, 500, rounds - 1, rounds, rounds + 1] {
                    let expected = plain_ending(start.clone(), last_round);
                    let ending = start.clone().play_to_last_round(u64::MAX, last_round);
                    assert_eq!(ending, expected, "{rules:?}, deal {deal}, {last_round}");
                    outcomes[ending.outcome.index()] += 1;
                }
            }
        }
        let [player1, player2, _, endless, unresolved] = outcomes;
        assert!(
            player1.min(player2).min(endless).min(unresolved) > 50,
            "{outcomes:?}"
        );
    }
}
