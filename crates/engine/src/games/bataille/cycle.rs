//! The cycle of an endless game, and the theorem on what it looks like.
//!
//! # The theorem
//! Player 1 always lays first, tricks go under the hand as they were laid, and both hands begin with even numbers of
//! cards, N in all. In a cycle without a battle:
//!
//! 1. The players win in turn.
//! 2. Every two rounds the hands hold the same numbers of cards, 2a and 2b. Let p:q be a:b in lowest terms. The state
//!    returns after N·p·q rounds, or a divisor of that where equal values repeat. So p + q divides N/2.
//! 3. Let g be the greatest common divisor of a and b. At a moment with 2a and 2b cards, pair i of a hand is of class
//!    i mod g. Player 1's pairs begin with a *winner* and end with a *loser*, player 2's begin with a loser and end with a
//!    winner. Each of the g classes has p + q winners and p + q losers, and every winner is higher than every loser of its
//!    class.
//!
//! Conversely, a state of this form is in such a cycle.
//!
//! # The proof
//! *Both hands are in phase.* Won cards go under a hand by pairs, each a card of player 1, then a card of player 2, and
//! the cards dealt to a hand are whole pairs too. Both players lay the same number of cards in every round. So
//! player 1's card is the first of its pair exactly when player 2's is. Rounds without battles are duels of first cards
//! and duels of second cards in turn.
//!
//! *Every duel is a winner against a loser.* Call a card a winner if it won its last duel, and otherwise a loser. A pair
//! goes to the player that won it. So in player 1's hand the first card of a pair is the winner, and in player 2's the
//! second. A duel of first cards is thus player 1's winner against player 2's loser. A duel of second cards is player 1's
//! loser against player 2's winner.
//!
//! *Games are sorted.* If the loser wins a duel, the two cards change their names, and the sum of the values of all
//! winners grows. Otherwise nothing changes. In a cycle the sum returns, so it never grows: the winners always win. That
//! means that player 1 wins the duels of first cards and player 2 those of second cards, which is statement 1.
//!
//! *The cards turn in three wheels.* Two rounds move one pair of each hand. Player 1's winner goes to the end of player
//! 1's hand, followed by player 2's loser. Player 2's winner goes to the end of player 2's hand, preceded by player 1's
//! loser. So both numbers of pairs stay. Player 1's winners turn in a wheel of a places, player 2's in one of b, and all
//! losers in one of a + b: first through one hand, then through the other. With a = gp and b = gq, all wheels are back
//! after as many times two rounds as the least common multiple of gp, gq and g(p + q), which is gpq(p + q), since no two
//! of p, q and p + q have a common divisor. As a + b = N/2, these are N·p·q rounds, which is statement 2. With equal values, the same
//! state may return earlier, after a divisor of that.
//!
//! *The duels.* Number the double rounds from 0. The winner of player 1's pair i is laid in those with the numbers
//! i, i + a, i + 2a and so on. The loser of player 2's pair j is laid by player 2 in j, j + (a + b) and so on. The loser of player
//! 1's pair j goes to player 2's hand first, and is laid by player 2 in j + b, j + b + (a + b) and so on. Two such lists
//! have a number in common exactly if they agree modulo the greatest common divisor of a and a + b, which is g.
//! As g divides b, that is if i and j are equal modulo g: of one class. The same holds for player 2's winners. So the cards
//! of a cycle that meet are the winners and losers of each class, N(p + q)/2 pairs of cards, which is statement 3. In
//! a state of that form the winners win all these duels, which is the converse.
//!
//! *Odd numbers of values.* With four cards of each of an odd number of values, p + q is not N/2: there would be one class,
//! its winners would be the higher half of the cards, and the four cards of the middle value are not all in one half.
//!
//! # How long it takes
//! Without equal cards, every game ends or is in its cycle after at most about N⁵/64 rounds. All cards have names once the
//! cards dealt have been laid. An upset, a duel that the loser wins, raises the sum of the winners' ranks, which takes at
//! most (N/2)² + 1 values. Between two upsets the cards turn as in a cycle, so an upset follows within N·p·q rounds, at most
//! N³/16, or none ever does.
//!
//! # Other rules
//! - *Winner's or loser's card first*: the pairs of both hands are alike. Duels are winner against winner and loser against
//!   loser, and no sum grows. None of 50,000 games of 13 values is endless, though M. Spivey (Cycles in War, Integers 10,
//!   2010) has built cycles.
//! - *Players lay first in turn*: whether a pair begins with player 1's card changes at every pair, so a duel of first cards
//!   may be between any two kinds. None of 50,000 games of 13 values is endless.
//! - *Other numbers of cards face down*: both hands stay in phase, and the theorem holds.
//! - *The last card is compared*: one player may lay more cards than the other, and the hands may get out of phase for
//!   good. The theorem holds while both hold even numbers of cards at the same time.

use super::BatailleState;
use super::pickup::PickupDraws;
use super::state::RoundEvent;
use crate::games::Player;
use num_integer::{gcd, lcm};
use std::hint::select_unpredictable;

/// The cycle of an endless game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatailleCycle {
    /// The number of rounds until a state returns.
    pub period: u64,
    /// The number of rounds before the first state that returns.
    pub pre_period: u64,
    /// The number of rounds of a period that have a battle.
    pub battles: u64,
    /// The numbers of pairs that turn, if the players win in turn as in the theorem.
    pub wheels: Option<Wheels>,
}

/// The numbers of pairs of both hands in a cycle in which the players win in turn, before each round that player 1 wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wheels {
    /// The number of pairs of player 1, a in the theorem, and of player 2, b.
    pub pairs: [usize; 2],
}

impl BatailleCycle {
    /// Plays a period from the first state that returns, S(`pre_period`).
    pub fn new(mut state: BatailleState, period: u64, pre_period: u64) -> Self {
        let mut battles = 0;
        let mut wheels = None;
        let mut is_in_turn = true;
        for _ in 0..period {
            let sizes = [Player::One, Player::Two].map(|player| state.hand_size(player));
            let is_even = sizes.iter().all(|size| size.is_multiple_of(2));
            state.play_round(&mut PickupDraws::default(), |event| {
                if let RoundEvent::TrickTaken { player, cards } = event {
                    battles += u64::from(cards > 2);
                    is_in_turn &= is_even == (player == Player::One);
                }
            });
            if is_even {
                wheels = Some(Wheels {
                    pairs: sizes.map(|size| size / 2),
                });
            }
        }
        let is_theorem = battles == 0 && is_in_turn && state.is_picked_up_by_player();
        Self {
            period,
            pre_period,
            battles,
            wheels: wheels.filter(|_| is_theorem),
        }
    }
}

impl Wheels {
    /// The numbers of pairs in lowest terms, p and q.
    pub fn ratio(self) -> [usize; 2] {
        self.pairs.map(|pairs| pairs / self.class_count())
    }

    /// The number of classes of cards: the greatest common divisor of the numbers of pairs.
    pub fn class_count(self) -> usize {
        gcd(self.pairs[0], self.pairs[1])
    }

    /// The number of rounds until every card is back at its place, N·p·q: a multiple of the period.
    pub fn rounds(self) -> u64 {
        let [one, two] = self.pairs;
        let [p, q] = self.ratio();
        (2 * (one + two) * p * q) as u64
    }
}

#[derive(Default)]
pub(super) struct RoundsInTurn {
    pub(super) start: u64,
    /// The number of cards that player 1 gained in the last round, modulo 2^16.
    gain: u16,
}

impl RoundsInTurn {
    /// Adds a round after `rounds` rounds, in which player 1 gained `gain` cards.
    #[inline(always)]
    pub(super) fn add(&mut self, rounds: u64, gain: u16) {
        // Without a battle, player 1 gains a card or loses one.
        let is_battle = gain.wrapping_add(1) > 2;
        let is_same_winner = gain.wrapping_add(self.gain) != 0;
        self.start = select_unpredictable(is_battle | is_same_winner, rounds, self.start);
        self.gain = gain;
    }

    /// True if player 2 won the last round.
    pub(super) const fn has_player2_won(&self) -> bool {
        self.gain == u16::MAX
    }
}

impl BatailleState {
    /// The period if the state has the form of the theorem: even hands, and winners higher than the losers of their
    /// classes.
    #[inline(never)]
    pub(super) fn period_in_turn(&self) -> Option<u64> {
        let players = [Player::One, Player::Two];
        if !players
            .iter()
            .all(|player| self.hand_size(*player).is_multiple_of(2))
        {
            return None;
        }
        let hand_cards = players.map(|player| self.hand(player).collect::<Vec<u8>>());
        let cards = |player: usize, place: usize| -> Vec<u8> {
            hand_cards[player]
                .iter()
                .skip(place)
                .step_by(2)
                .copied()
                .collect()
        };
        let winners = [cards(0, 0), cards(1, 1)];
        let losers = [cards(0, 1), cards(1, 0)];
        let pairs = winners.each_ref().map(Vec::len);
        let classes = Wheels { pairs }.class_count();
        for class in 0..classes {
            let of_class = |wheels: &[Vec<u8>; 2]| {
                let cards = wheels
                    .iter()
                    .flat_map(|wheel| wheel.iter().skip(class).step_by(classes));
                cards.copied().collect::<Vec<u8>>()
            };
            if of_class(&winners).iter().min() <= of_class(&losers).iter().max() {
                return None;
            }
        }
        let [one, two] = winners;
        let periods = [one, two, losers.concat()].map(|wheel| wheel_period(&wheel));
        let double_rounds = periods.into_iter().fold(1, lcm);
        Some(2 * double_rounds as u64)
    }
}

fn wheel_period(wheel: &[u8]) -> usize {
    let size = wheel.len();
    let repeats =
        |turn: &usize| size.is_multiple_of(*turn) && wheel[*turn..] == wheel[..size - turn];
    (1..size).find(repeats).unwrap_or(size)
}
