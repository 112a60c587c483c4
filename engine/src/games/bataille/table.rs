//! Many games of bataille at one table: all lay a pair at the same time. Knows the rules of a pair, and neither where
//! deals come from nor how endless games are told.
//!
//! # The idea
//! Each pair laid takes one card from each of the two hands, in every game. So the tops of all hands can lie at the same
//! place, the *head*, which moves on by one card at every pair. Tricks have an even number of cards and grow under a
//! hand by whole pairs; the hands of a deal are whole pairs too. A *slot* holds a pair in one byte, half a byte a card;
//! the slots with the same number of all the games lie side by side:
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
//! the next pair has room as well: at most the head's slot, read by then. A *revolution* is n pairs: the head is back.

mod laying;
mod snapshot;

pub(super) use snapshot::Snapshot;

use super::{Ending, Hands, Order, Outcome, SUITS, State};

/// Games at the table.
pub(super) const LANES: usize = 128;

/// The most values that the table bears: two cards fit a byte.
pub(super) const MAX_VALUES: u8 = 16;

/// Pairs laid between two looks at which games are over.
pub(super) const PAIRS: usize = 4;

pub(super) type Row = [u8; LANES];

/// The pairs of both players, by two slots and game, the first slot in the lower half; player 2's begin at [`SECOND`]. As
/// long as a `u16` can count, so that storing needs no check of bounds; few are in use.
type Rings = [u16; 1 << 16];

type Slots = [u16; LANES];

/// Where player 2's slots begin: player 1's begin at 0.
const SECOND: usize = (MAX_VALUES as usize * SUITS as usize / 4 + 1) * LANES;

/// Whether a mask is set in a game.
const SET: u8 = u8::MAX;

/// Games, or seats left empty. Rows lie as vectors are read best.
#[repr(C, align(64))]
pub(super) struct Table {
    rings: Rings,
    /// The slot behind each player's last pair, counted from the last revolution on.
    tails: [Row; 2],
    /// The last pair of each player's hand.
    lasts: [Row; 2],
    laid: Row,
    pair: Row,
    /// Set where the game is over, or the seat empty. Such games stay as they are.
    over: Row,
    /// Rounds completed since this was last taken.
    rounds: Row,
    /// Who won the last four pairs, two bits a pair: 0 when it was not compared, or tied; 1 or 2.
    winners: Row,
    /// The slots that are stored just now, and where.
    stored: [Slots; 2],
    places: [Slots; 2],
    order: Order,
    slots: u8,
}

impl Table {
    /// A table without games, for packs of so many values, at most [`MAX_VALUES`].
    pub(super) fn new(values: u8, order: Order) -> Self {
        let row = [0; LANES];
        Self {
            rings: [0; _],
            tails: [row; 2],
            lasts: [row; 2],
            laid: row,
            pair: row,
            over: [SET; LANES],
            rounds: row,
            winners: row,
            stored: [[0; LANES]; 2],
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
            // Modulo the ring, without a division.
            let slot = if slot + pair < slots { slot + pair } else { slot + pair - slots };
            for player in 0..2 {
                let upper = 4 * pair + player;
                let pair = value(upper) | value(upper + 2) << 4;
                self.put(player, slot, lane, pair);
                self.lasts[player][lane] = pair;
            }
        }
        self.tails.iter_mut().for_each(|tails| tails[lane] = (slot + pairs) as u8);
        (self.laid[lane], self.over[lane], self.rounds[lane]) = (0, 0, 0);
    }

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

    #[inline(always)]
    pub(super) fn any_over(&self) -> bool {
        self.over.iter().fold(0, |any, over| any | over) != 0
    }

    pub(super) const fn is_over(&self, lane: usize) -> bool {
        self.over[lane] == SET
    }

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
            let pairs = slots.map(|slot| (self.rings[place(player, slot, lane)] >> shift(slot)) as u8);
            pairs.flat_map(|pair| [pair & 0x0f, pair >> 4]).collect()
        };
        let hands = Hands::new(hand(0), hand(1)).expect("the table bears no more cards than hands may");
        State::with_hands(&hands, self.order)
    }

    #[inline(always)]
    fn row(&self, player: usize, slot: usize) -> Row {
        let slots: &Slots = &self.rings.as_chunks().0[place(player, slot, 0) / LANES];
        let mut row = [0; LANES];
        for (pair, slots) in row.iter_mut().zip(slots) {
            *pair = (slots >> shift(slot)) as u8;
        }
        row
    }

    fn put(&mut self, player: usize, slot: usize, lane: usize, pair: u8) {
        let slots = &mut self.rings[place(player, slot, lane)];
        *slots = *slots & !(0xff << shift(slot)) | u16::from(pair) << shift(slot);
    }
}

/// All ones, or all zeros.
#[inline(always)]
const fn mask(set: bool) -> u8 {
    (set as u8).wrapping_neg()
}

/// The bits of `set` where `mask` is 1, and of `clear` where it is 0.
#[inline(always)]
const fn select(mask: u8, set: u8, clear: u8) -> u8 {
    clear ^ mask & (set ^ clear)
}

#[inline(always)]
const fn place(player: usize, slot: usize, lane: usize) -> usize {
    player * SECOND + slot / 2 * LANES + lane
}

#[inline(always)]
const fn shift(slot: usize) -> u32 {
    slot as u32 % 2 * 8
}

#[inline(always)]
fn both(one: &Row, two: &Row, combine: impl Fn(u8, u8) -> u8) -> Row {
    let mut row = [0; LANES];
    for lane in 0..LANES {
        row[lane] = combine(one[lane], two[lane]);
    }
    row
}
