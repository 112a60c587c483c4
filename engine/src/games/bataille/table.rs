//! Many games of bataille at one table: all lay a pair at the same time. Knows the rules of a pair, and neither where
//! deals come from nor how endless games are told.
//!
//! # The idea
//! Each pair laid takes one card from each of the two hands, in every game. So the tops of all hands can lie at the same
//! place, the *head*, which moves on by one card at every pair. Tricks have an even number of cards and grow under a
//! hand by whole pairs; the hands of a deal are whole pairs too. A *slot* holds a pair in one byte, half a byte a card;
//! a *row* holds the slots with the same number of all the games, side by side:
//!
//! ```text
//!                       game 0   1   2   3   …  127
//!   head -> slot 4        9 2  7 7  5 1  6 8       3 4     the cards 8 and 9 from the top of the rings: read at once
//!           slot 5        6 1  4 2  2 9   .        1 7
//!           slot 6        8 3   .   3 3  1 1        .
//!           slot 7         .   8 5   .    .        2 6
//!   tail of each game     ^    ^     ^   ^         ^       where the next pair won goes: a store for each game
//! ```
//!
//! Nobody knows at a tie who will win the pairs on the table. So each pair is laid under *both* hands, behind the pairs
//! that are already on the table; the winner's tail then moves behind them all, and the other one stays, so that the
//! next pair covers what was laid there. No game takes a branch: wins are masks, all ones or all zeros.
//!
//! In the alternating order, player 1 lays first wherever the head is even, for all games began at an even head.
//!
//! # Why a ring has just as many places as the pack has cards
//! Let the hands hold a and b cards and the table 2 k before a pair: a + b + 2 k = n. Player 1's pair then goes to the
//! places a + 2 k and a + 2 k + 1 from the head on; since b is at least 1, that is at most n places from the head on,
//! and the last of these is the head itself, which has just been read. At an even head b is even too, so that
//! the other half of the head's slot, not read yet, is safe. A *revolution* is n pairs: the head is back.

mod snapshot;

pub(super) use snapshot::Snapshot;

use super::{Ending, Hands, Order, Outcome, SUITS, State};

/// Games at the table.
pub(super) const LANES: usize = 128;

/// The most values that the table bears: two cards fit a byte.
pub(super) const MAX_VALUES: u8 = 16;

/// Pairs laid between two looks at which games are over.
pub(super) const PAIRS: usize = 4;

/// A byte of each game.
pub(super) type Row = [u8; LANES];

/// The pairs of both players, by slot and game; player 2's begin at [`SECOND`]. As long as a `u16` can count, so that
/// storing needs no check of bounds; few rows are in use.
type Rings = [u8; 1 << 16];

/// The row of player 2's slot 0: that of player 1's slot 0 is 0.
const SECOND: usize = MAX_VALUES as usize * SUITS as usize / 2;

/// Whether a mask is set in a game.
const SET: u8 = u8::MAX;

/// Games, or seats left empty. Rows lie as vectors are read best.
#[repr(C, align(64))]
pub(super) struct Table {
    rings: Rings,
    /// The slot behind each player's last pair, counted from the last revolution on.
    tails: [Row; 2],
    /// Pairs on the table.
    laid: Row,
    /// Set where the game is over, or the seat empty. Such games stay as they are.
    over: Row,
    /// Rounds completed since this was last taken.
    rounds: Row,
    /// Who won the last four pairs, two bits a pair: 0 when it was not compared, or tied; 1 or 2.
    winners: Row,
    /// The pairs that are laid just now, and where each player's copy goes.
    pairs: Row,
    places: [[u16; LANES]; 2],
    order: Order,
    /// Slots of a ring.
    slots: u8,
}

impl Table {
    /// A table without games, for packs of so many values, at most [`MAX_VALUES`].
    pub(super) fn new(values: u8, order: Order) -> Self {
        let row = [0; LANES];
        Self {
            rings: [0; _],
            tails: [row; 2],
            laid: row,
            over: [SET; LANES],
            rounds: row,
            winners: row,
            pairs: row,
            places: [[0; LANES]; 2],
            order,
            slots: values * SUITS / 2,
        }
    }

    /// Deals the pack of values from 0 to a seat, the head being at `slot`.
    pub(super) fn deal(&mut self, lane: usize, slot: usize, mut value: impl FnMut(usize) -> u8) {
        let slots = usize::from(self.slots);
        let pairs = slots / 2;
        for pair in 0..pairs {
            for player in 0..2 {
                let upper = 4 * pair + player;
                self.rings[place(player, (slot + pair) % slots, lane)] = value(upper) | value(upper + 2) << 4;
            }
        }
        self.tails.iter_mut().for_each(|tails| tails[lane] = (slot + pairs) as u8);
        (self.laid[lane], self.over[lane], self.rounds[lane]) = (0, 0, 0);
    }

    /// Leaves a seat empty.
    pub(super) const fn leave(&mut self, lane: usize) {
        self.over[lane] = SET;
    }

    /// The first seat from `lane` on whose game is over, or that is empty.
    pub(super) fn next_over(&self, lane: usize) -> Option<usize> {
        let mut lanes = lane..LANES;
        // Most games go on: eight are looked at in one step where eight are left.
        while let Some(eight) = self.over[lanes.start..].first_chunk::<8>()
            && u64::from_ne_bytes(*eight) == 0
        {
            lanes.start += 8;
        }
        lanes.find(|&lane| self.is_over(lane))
    }

    /// Whether any game is over, or any seat empty.
    #[inline(always)]
    pub(super) fn any_over(&self) -> bool {
        self.over.iter().fold(0, |any, over| any | over) != 0
    }

    /// Whether this game is over, or the seat empty.
    pub(super) const fn is_over(&self, lane: usize) -> bool {
        self.over[lane] == SET
    }

    /// Pairs on the table of a game.
    pub(super) const fn laid(&self, lane: usize) -> u8 {
        self.laid[lane]
    }

    /// The ending of a game that is over, and that had completed so many rounds when they were last taken.
    pub(super) const fn ending(&mut self, lane: usize, rounds: u64) -> Ending {
        // A round that was stopped counts: its cards are still on the table.
        let stopped = if self.laid[lane] > 0 { 1 } else { 0 };
        let outcome = match [self.tails[0][lane], self.tails[1][lane]] {
            [one, two] if one > two => Outcome::Player1,
            [one, two] if one < two => Outcome::Player2,
            _ => Outcome::Draw,
        };
        Ending { outcome, rounds: rounds + self.take_rounds(lane) as u64 + stopped }
    }

    /// Rounds completed since this was last taken.
    pub(super) const fn take_rounds(&mut self, lane: usize) -> u8 {
        std::mem::replace(&mut self.rounds[lane], 0)
    }

    /// A game at the end of a revolution, when it has no card on the table.
    pub(super) fn state(&self, lane: usize) -> State {
        let hand = |player: usize| {
            let slots = 0..usize::from(self.tails[player][lane]);
            let pairs = slots.map(|slot| self.rings[place(player, slot, lane)]);
            pairs.flat_map(|pair| [pair & 0x0f, pair >> 4]).collect()
        };
        let hands = Hands::new(hand(0), hand(1)).expect("the table bears no more cards than hands may");
        State::with_hands(&hands, self.order)
    }

    /// Lays four pairs in every game that is not over. Returns who won them.
    #[inline(always)]
    pub(super) fn lay_four(&mut self, slot: usize) -> &Row {
        self.lay_two(slot);
        self.lay_two(slot + 1);
        &self.winners
    }

    /// Lays the two pairs whose cards lie in a slot.
    #[inline(always)]
    fn lay_two(&mut self, slot: usize) {
        let [one, two] = [self.row(0, slot), self.row(1, slot)];
        // A hand has as many cards, odd or even, as the head has passed: it can only be empty here.
        for lane in 0..LANES {
            self.over[lane] |= mask(self.tails[0][lane] == slot as u8) | mask(self.tails[1][lane] == slot as u8);
        }
        self.pairs = both(&one, &two, |one, two| one & 0x0f | two << 4);
        self.lay(&half(&one, 0x0f), &half(&two, 0x0f));
        self.pairs = match self.order {
            Order::Fixed => both(&one, &two, |one, two| one >> 4 | two & 0xf0),
            Order::Alternating => both(&one, &two, |one, two| two >> 4 | one & 0xf0),
        };
        self.lay(&half(&one, 0xf0), &half(&two, 0xf0));
    }

    /// The pairs in a slot of a player's ring.
    #[inline(always)]
    fn row(&self, player: usize, slot: usize) -> Row {
        self.rings.as_chunks().0[player * SECOND + slot]
    }

    /// Lays `pairs`, the cards laid first in their lower halves. The players' cards can be compared.
    #[inline(always)]
    fn lay(&mut self, one: &Row, two: &Row) {
        self.find_places();
        for lane in 0..LANES {
            self.rings[usize::from(self.places[0][lane])] = self.pairs[lane];
            self.rings[usize::from(self.places[1][lane])] = self.pairs[lane];
        }
        for lane in 0..LANES {
            let playing = !self.over[lane];
            // After an even number of pairs on the table, this one is face up.
            let face_up = (self.laid[lane] & 1).wrapping_sub(1) & playing;
            let wins1 = mask(one[lane] > two[lane]) & face_up;
            let wins2 = mask(one[lane] < two[lane]) & face_up;
            let laid = self.laid[lane].wrapping_sub(playing);
            self.tails[0][lane] = self.tails[0][lane].wrapping_add(laid & wins1);
            self.tails[1][lane] = self.tails[1][lane].wrapping_add(laid & wins2);
            self.laid[lane] = laid & !(wins1 | wins2);
            self.rounds[lane] = self.rounds[lane].wrapping_sub(wins1 | wins2);
            self.winners[lane] = self.winners[lane] << 2 | wins1 & 1 | wins2 & 2;
        }
    }

    /// Finds where the next pairs go: behind the tail and the pairs on the table.
    #[inline(always)]
    fn find_places(&mut self) {
        for player in 0..2 {
            for lane in 0..LANES {
                let slot = self.tails[player][lane].wrapping_add(self.laid[lane]);
                // Less than two revolutions: of it and the one a revolution before, that which does not wrap below 0.
                let slot = slot.min(slot.wrapping_sub(self.slots));
                self.places[player][lane] = u16::from(slot) * LANES as u16 + place(player, 0, lane) as u16;
            }
        }
    }

    /// Ends a revolution: slots are counted from here on.
    #[inline(always)]
    pub(super) fn revolve(&mut self) {
        for tails in &mut self.tails {
            for (tail, over) in tails.iter_mut().zip(&self.over) {
                *tail = tail.wrapping_sub(self.slots & !over);
            }
        }
    }
}

/// All ones, or all zeros.
#[inline(always)]
const fn mask(set: bool) -> u8 {
    (set as u8).wrapping_neg()
}

/// Where the pair in a slot of a player lies.
#[inline(always)]
const fn place(player: usize, slot: usize, lane: usize) -> usize {
    (player * SECOND + slot) * LANES + lane
}

/// The cards of one half of the bytes.
#[inline(always)]
fn half(row: &Row, bits: u8) -> Row {
    both(row, row, |pair, _| pair & bits)
}

/// Combines two rows game by game.
#[inline(always)]
fn both(one: &Row, two: &Row, combine: impl Fn(u8, u8) -> u8) -> Row {
    let mut row = [0; LANES];
    for lane in 0..LANES {
        row[lane] = combine(one[lane], two[lane]);
    }
    row
}
