//! A batch of 128 games of bataille, which all lay a pair at the same time.
//!
//! # The idea
//! Each pair laid takes one card from each of the two hands, in every game. So the top cards of all hands are at the
//! same place, the *head*, which moves on by one card at every pair. Tricks have an even number of cards and grow under
//! a hand by whole pairs; the hands of a deal are whole pairs too. A *slot* holds a pair in one byte, half a byte a
//! card; the slots with the same number of all the games lie side by side:
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
//! After a tie the winner of the pairs on the table is not yet known. So each pair is stored under *both* hands, behind
//! the pairs that are already on the table. The winner's tail then moves behind them all; the other tail stays, and the
//! next pair overwrites what was stored there. There is no branch: wins are masks, all ones or all zeros.
//!
//! With other rules than the handout's, the pair under each hand may be in another order, and the tricks of battles are
//! reordered when they are won (`batch_pickup`).
//!
//! In the alternating order, player 1 lays first wherever the head is even, since all games begin at an even head.
//!
//! # Why a ring has as many places as the pack has cards
//! Let the hands hold a and b cards and the table 2 k before a pair: a + b + 2 k = n. Player 1's pair then goes to the
//! places a + 2 k and a + 2 k + 1 from the head on; since b is at least 1, that is at most n places from the head on,
//! and the last of these is the head itself, which has just been read. At an even head b is even too, so that the next
//! pair has room as well: at most the head's slot, read by then. A *revolution* is n pairs, after which the head is at
//! its first place again.

use super::pickup::PickupDraws;
use super::{
    BatailleEnding, BatailleOutcome, BatailleRules, BatailleState, CARDS_PER_VALUE, Hands,
    LayingOrder, OutOfCards, PickupOrder, card_value, leader,
};
use crate::games::Player;

pub const LANES: usize = 128;

/// The largest number of values of a pack: two cards fit a byte.
pub const MAX_VALUES: u8 = 16;

pub const MAX_BATCH_CARDS: usize = MAX_VALUES as usize * CARDS_PER_VALUE as usize;

const MAX_PAIRS: usize = MAX_BATCH_CARDS / 4;

pub const PAIRS_PER_STEP: usize = 4;

pub type LaneRow = [u8; LANES];

/// The pairs of both players, by two slots and game; player 2's begin at [`PLAYER2_OFFSET`].
///
/// The array has an element for each `u16`, so that storing needs no check of bounds; few elements are in use.
type Rings = [[u8; 2]; 1 << 16];

type SlotRow = [u16; LANES];

/// The index of player 2's first slot; player 1's is 0.
const PLAYER2_OFFSET: usize = (MAX_PAIRS + 1) * LANES;

pub const ALL_ONES: u8 = u8::MAX;

/// A batch of games; a lane may be empty. The rows are aligned to vector registers.
#[repr(C, align(64))]
pub struct GameBatch {
    rings: Rings,
    pub tails: [LaneRow; 2],
    pub lasts: [LaneRow; 2],
    pub laid: LaneRow,
    pub pair: LaneRow,
    /// The last eight pairs up to the end of this slot, the last one highest, as they go into tricks of player 1. They are
    /// set only if tricks are not picked up as laid.
    pub pair_words: [u64; LANES],
    /// The mask of the games that are over and the lanes that are empty; they do not change.
    pub over: LaneRow,
    /// The number of rounds completed since [`GameBatch::take_rounds`].
    rounds: LaneRow,
    /// The winners of the last four pairs, two bits a pair: player 1 or 2; 0 for a tie or a pair that is not compared.
    pub winners: LaneRow,
    stored: [SlotRow; 2],
    places: [SlotRow; 2],
    /// The swaps of the next four pairs, the first one lowest, if tricks are picked up at random.
    pub swaps: LaneRow,
    /// The half of the last slot, from 1, in which a battle began that a player has too few cards for; 0 without one.
    pub short_battles: LaneRow,
    pub read_slots: [LaneRow; 2],
    pub rules: BatailleRules,
    /// True for the halves of a slot in which player 2's card precedes player 1's in a trick.
    is_reversed: [bool; 2],
    slots: u8,
}

impl GameBatch {
    /// A batch without games, for packs of at most [`MAX_VALUES`] values.
    pub fn new(rules: BatailleRules) -> Self {
        let row = [0; LANES];
        let is_reversed = match (rules.pickup, rules.order) {
            (PickupOrder::Laid, LayingOrder::Alternating) => [false, true],
            (PickupOrder::LoserFirst, _) => [true; 2],
            _ => [false; 2],
        };
        Self {
            rings: [[0; 2]; _],
            tails: [row; 2],
            lasts: [row; 2],
            laid: row,
            pair: row,
            pair_words: [0; LANES],
            over: [ALL_ONES; LANES],
            rounds: row,
            winners: row,
            stored: [[0; LANES]; 2],
            places: [[0; LANES]; 2],
            swaps: row,
            short_battles: row,
            read_slots: [row; 2],
            rules,
            is_reversed,
            slots: rules.values.get() * CARDS_PER_VALUE / 2,
        }
    }

    /// Begins a game in a lane with the head at `head_slot`, an even one; `deck` is a full pack of card numbers, top card first.
    pub fn deal_lane(&mut self, lane: usize, head_slot: usize, deck: &[u8]) {
        let mut hands = [[0; 2 * MAX_PAIRS]; 2];
        let (groups, _) = deck.as_chunks::<4>();
        for (pair, cards) in groups.iter().enumerate().take(MAX_PAIRS) {
            let [one, two, next_one, next_two] = cards.map(|card| card_value(card) - 1);
            hands[0][pair] = one | next_one << 4;
            hands[1][pair] = two | next_two << 4;
        }
        self.begin_lane(lane, head_slot, &hands, [groups.len(); 2]);
    }

    /// Goes on with a game in a lane with the head at `head_slot`, an even one; both hands hold an even number of cards.
    pub fn resume_lane(&mut self, lane: usize, head_slot: usize, state: &BatailleState) {
        let mut hands = [[0; 2 * MAX_PAIRS]; 2];
        for (player, pairs) in [Player::One, Player::Two].into_iter().zip(&mut hands) {
            for (place, card) in state.hand(player).enumerate() {
                pairs[place / 2] |= card << (4 * (place % 2));
            }
        }
        let sizes = [Player::One, Player::Two].map(|player| state.hand_size(player) / 2);
        self.begin_lane(lane, head_slot, &hands, sizes);
    }

    #[inline(always)]
    fn begin_lane(
        &mut self,
        lane: usize,
        head_slot: usize,
        hands: &[[u8; 2 * MAX_PAIRS]; 2],
        sizes: [usize; 2],
    ) {
        for (player, pairs) in hands.iter().enumerate() {
            let size = sizes[player];
            let elements = &pairs.as_chunks::<2>().0[..size.div_ceil(2)];
            for (element, slots) in elements.iter().enumerate() {
                let index = self.wrapped_index(player, head_slot / 2 + element, lane);
                self.rings[index] = *slots;
            }
            self.tails[player][lane] = (head_slot + size) as u8;
            self.lasts[player][lane] = pairs[size - 1];
        }
        self.laid[lane] = 0;
        self.over[lane] = 0;
        self.rounds[lane] = 0;
    }

    #[inline(always)]
    pub fn has_inactive_lane(&self) -> bool {
        self.over.iter().fold(0, |union, over| union | over) != 0
    }

    /// The ending of a game that is over; `rounds_before` is the number of rounds taken before.
    pub fn take_ending(&mut self, lane: usize, rounds_before: u64) -> BatailleEnding {
        // A stopped round counts; its cards are still on the table.
        let stopped_rounds = if self.laid[lane] > 0 { 1 } else { 0 };
        let hand_sizes = [self.tails[0][lane] as u16, self.tails[1][lane] as u16];
        BatailleEnding {
            outcome: BatailleOutcome::from_leader(leader(hand_sizes)),
            rounds: rounds_before + self.take_rounds(lane) as u64 + stopped_rounds,
        }
    }

    /// The number of rounds completed since the last call, and sets it to 0.
    pub fn take_rounds(&mut self, lane: usize) -> u8 {
        std::mem::replace(&mut self.rounds[lane], 0)
    }

    pub fn state(&self, lane: usize) -> BatailleState {
        let hand = |player: usize| {
            let slots = 0..usize::from(self.tails[player][lane]);
            let pairs = slots.map(|slot| self.pair_in_slot(player, slot, lane));
            pairs.flat_map(|pair| [pair & 0x0f, pair >> 4]).collect()
        };
        let both_hands = Hands::new(hand(0), hand(1)).expect("a pack of a batch fits in two hands");
        BatailleState::with_hands(&both_hands, self.rules)
    }

    #[inline(always)]
    fn slot_row(&self, player: usize, slot: usize) -> LaneRow {
        let elements: &[[u8; 2]; LANES] =
            &self.rings.as_chunks().0[usize::from(slot_index(player, slot, 0)) / LANES];
        let mut row = [0; LANES];
        for (pair, slots) in row.iter_mut().zip(elements) {
            // A shift of a vector of words is faster than a choice of bytes.
            *pair = (u16::from_le_bytes(*slots) >> (8 * (slot % 2))) as u8;
        }
        row
    }

    #[inline(always)]
    pub fn pair_in_slot(&self, player: usize, slot: usize, lane: usize) -> u8 {
        self.rings[slot_index(player, slot, lane) as usize][slot % 2]
    }

    #[inline(always)]
    pub fn store_pair(&mut self, player: usize, slot: usize, lane: usize, pair: u8) {
        self.rings[slot_index(player, slot, lane) as usize][slot % 2] = pair;
    }

    /// The index in the rings of the slots `2 * element` and `2 * element + 1`, modulo the number of slots.
    #[inline(always)]
    fn wrapped_index(&self, player: usize, element: usize, lane: usize) -> usize {
        let wrapped = element.min(element.wrapping_sub(usize::from(self.slots / 2)));
        usize::from((player * PLAYER2_OFFSET + wrapped * LANES + lane) as u16)
    }
}

/// The number of pairs laid since the last one that was compared, with `laid` pairs on the table and at most 3 cards face
/// down; 0 if the next pair is compared.
#[inline(always)]
fn place_in_battle(laid: u8, face_down: u8) -> u8 {
    match face_down {
        2 => laid % 3,
        // One more is a power of 2.
        _ => laid & face_down,
    }
}

/// All ones if `set`, or else 0.
#[inline(always)]
pub fn mask(set: bool) -> u8 {
    (set as u8).wrapping_neg()
}

/// The bits of `set` where `mask` is 1, and of `clear` where it is 0.
#[inline(always)]
fn select(mask: u8, set: u8, clear: u8) -> u8 {
    clear ^ mask & (set ^ clear)
}

#[inline(always)]
fn slot_index(player: usize, slot: usize, lane: usize) -> u16 {
    (player * PLAYER2_OFFSET + slot / 2 * LANES + lane) as u16
}

/// The lanes with flags of all ones; the other flags are 0.
pub struct FlaggedLanes {
    /// A bit for each lane: those of the lanes 0, 8, 16, …, 56, then 1, 9, …, 57, and so on, then those of the lanes from 64 on.
    bits: u128,
}

impl FlaggedLanes {
    #[inline(always)]
    pub fn new(flags: &LaneRow) -> Self {
        let mut halves = [0; 2];
        for (half, flags) in halves.iter_mut().zip(flags.as_chunks::<64>().0) {
            for (bit, flags) in flags.as_chunks::<8>().0.iter().enumerate() {
                *half |= u64::from_le_bytes(*flags) & 0x0101_0101_0101_0101 << bit;
            }
        }
        Self {
            bits: u128::from(halves[0]) | u128::from(halves[1]) << 64,
        }
    }
}

impl Iterator for FlaggedLanes {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.bits == 0 {
            return None;
        }
        let bit = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(bit & 64 | (bit & 7) << 3 | bit >> 3 & 7)
    }
}

#[inline(always)]
fn zip_rows(left: &LaneRow, right: &LaneRow, combine: impl Fn(u8, u8) -> u8) -> LaneRow {
    let mut row = [0; LANES];
    for lane in 0..LANES {
        row[lane] = combine(left[lane], right[lane]);
    }
    row
}

const UNUSED_SLOT: u8 = 2 * MAX_VALUES * CARDS_PER_VALUE;

struct SlotPairs {
    slots: [LaneRow; 2],
    firsts: [LaneRow; 2],
    seconds: [LaneRow; 2],
}

pub struct PairsBefore {
    pub tails: [LaneRow; 2],
    pub laid: LaneRow,
    pub previous: [LaneRow; 2],
}

impl GameBatch {
    /// Lays the two pairs of cards in a slot, and stores them.
    ///
    /// Storing takes most of the time. So two pairs are laid, then stored at once: slots 2 i and 2 i + 1 of a game are
    /// one word of 16 bits in memory. If the first of the two pairs belongs in an odd slot, the pair before it is stored
    /// again with it, and the second pair is stored the next time, before it is read.
    ///
    /// `IS_USUAL` is true for the rules of the handout: one card face down, hands counted, tricks picked up as laid.
    #[inline(always)]
    pub fn lay_two_pairs<const IS_USUAL: bool, const IS_RANDOM: bool>(
        &mut self,
        slot: usize,
        draws: &mut [PickupDraws],
    ) {
        let [one, two] = [self.slot_row(0, slot), self.slot_row(1, slot)];
        // The sizes of the hands have the parity of the head, so a hand can only be empty here.
        for lane in 0..LANES {
            self.over[lane] |=
                mask(self.tails[0][lane] == slot as u8) | mask(self.tails[1][lane] == slot as u8);
        }
        let is_laid = IS_USUAL || self.rules.pickup == PickupOrder::Laid;
        if !IS_USUAL && self.rules.out_of_cards == OutOfCards::LastCard {
            self.read_slots = [one, two];
        }
        // Both players have the same tricks.
        let own = |player: usize| if IS_USUAL { 0 } else { player };
        let (first_pairs, second_pairs) = self.pairs_of_slot::<IS_USUAL>(slot, &one, &two);
        let mut firsts = self.own_pairs::<IS_USUAL>(first_pairs);
        let mut seconds = self.own_pairs::<IS_USUAL>(second_pairs);
        let mut before = PairsBefore {
            tails: self.tails,
            laid: self.laid,
            previous: self.own_pairs::<IS_USUAL>(self.pair),
        };
        let lasts = self.lasts;
        let first_cards = [masked_row(&one, 0x0f), masked_row(&two, 0x0f)];
        let short_ties = self.short_ties::<IS_USUAL>(2 * slot, &first_cards);
        let wins = self.lay_pair_in_all::<IS_USUAL>(&firsts, &first_cards);
        self.leave_short_battles::<IS_USUAL>(1, &short_ties);
        if !is_laid {
            for lane in 0..LANES {
                let pairs = u16::from_le_bytes([firsts[0][lane], seconds[0][lane]]);
                self.pair_words[lane] = self.pair_words[lane] >> 16 | u64::from(pairs) << 48;
            }
            self.reorder_tricks::<IS_RANDOM>(1, &wins, &mut before, &mut firsts, draws);
        }
        let [mut slots, mut lower, mut upper] = [[[0; LANES]; 2]; 3];
        for player in 0..2 {
            for lane in 0..LANES {
                // If the player has lost the first pair, the second pair is stored in its place.
                let loss = wins[1 - player][lane];
                let pair = select(loss, seconds[own(player)][lane], firsts[own(player)][lane]);
                let table_pairs = before.laid[lane] & !loss;
                let slot = before.tails[player][lane].wrapping_add(table_pairs);
                let neighbour = select(
                    mask(table_pairs > 0),
                    before.previous[own(player)][lane],
                    lasts[player][lane],
                );
                let is_odd = (slot & 1).wrapping_neg();
                slots[player][lane] = self.wrap_slot(slot) & !1;
                lower[player][lane] = select(is_odd, neighbour, pair);
                upper[player][lane] = select(is_odd, pair, seconds[own(player)][lane]);
            }
        }
        self.store_slots(&SlotPairs {
            slots,
            firsts: lower,
            seconds: upper,
        });
        let second_cards = [masked_row(&one, 0xf0), masked_row(&two, 0xf0)];
        let short_ties = self.short_ties::<IS_USUAL>(2 * slot + 1, &second_cards);
        let mut between = PairsBefore {
            tails: self.tails,
            laid: self.laid,
            previous: firsts,
        };
        let wins = self.lay_pair_in_all::<IS_USUAL>(&seconds, &second_cards);
        if !is_laid {
            self.reorder_tricks::<IS_RANDOM>(0, &wins, &mut between, &mut seconds, draws);
        }
        self.leave_short_battles::<IS_USUAL>(2, &short_ties);
    }

    /// The two pairs of cards in a slot, as they go into tricks of player 1.
    #[inline(always)]
    fn pairs_of_slot<const IS_USUAL: bool>(
        &self,
        slot: usize,
        one: &LaneRow,
        two: &LaneRow,
    ) -> (LaneRow, LaneRow) {
        // With the usual rules, player 1 lays the first pair of a slot first.
        let first = if !IS_USUAL && self.is_reversed[0] {
            zip_rows(one, two, |one, two| two & 0x0f | one << 4)
        } else {
            zip_rows(one, two, |one, two| one & 0x0f | two << 4)
        };
        let second = if self.is_reversed[1] {
            zip_rows(one, two, |one, two| two >> 4 | one & 0xf0)
        } else {
            zip_rows(one, two, |one, two| one >> 4 | two & 0xf0)
        };
        if IS_USUAL || self.rules.pickup != PickupOrder::Random {
            return (first, second);
        }
        let bit = slot % 2 * 2;
        let swap = |pairs: &LaneRow, bit: usize| {
            zip_rows(pairs, &self.swaps, |pair, swaps| {
                select((swaps >> bit & 1).wrapping_neg(), pair.rotate_left(4), pair)
            })
        };
        (swap(&first, bit), swap(&second, bit + 1))
    }

    #[inline(always)]
    fn own_pairs<const IS_USUAL: bool>(&self, pairs: LaneRow) -> [LaneRow; 2] {
        match self.rules.pickup {
            _ if IS_USUAL => [pairs, [0; LANES]],
            PickupOrder::Laid | PickupOrder::Random => [pairs, pairs],
            PickupOrder::WinnerFirst | PickupOrder::LoserFirst => [
                pairs,
                zip_rows(&pairs, &pairs, |pair, _| pair.rotate_left(4)),
            ],
        }
    }

    /// The mask of the games in which this pair begins a battle that a player has too few cards for, if the last card
    /// counts.
    #[inline(always)]
    fn short_ties<const IS_USUAL: bool>(&self, head: usize, [one, two]: &[LaneRow; 2]) -> LaneRow {
        if IS_USUAL || self.rules.out_of_cards == OutOfCards::Count {
            return [0; LANES];
        }
        let face_down = self.rules.face_down;
        let mut short = [0; LANES];
        for lane in 0..LANES {
            // The cards that are left in the smaller hand.
            let tail = self.tails[0][lane].min(self.tails[1][lane]);
            let cards = (2 * tail).wrapping_sub(head as u8 + 1);
            let is_short = mask(cards > 0) & mask(cards <= face_down);
            let is_face_up = mask(place_in_battle(self.laid[lane], face_down) == 0);
            let is_tie = mask(one[lane] == two[lane]) & is_face_up & !self.over[lane];
            short[lane] = is_tie & is_short;
        }
        short
    }

    /// Ends the games with such a battle in a half of a slot: they are played on alone.
    #[inline(always)]
    fn leave_short_battles<const IS_USUAL: bool>(&mut self, half: u8, short_ties: &LaneRow) {
        if !IS_USUAL && self.rules.out_of_cards == OutOfCards::LastCard {
            for (lane, short_tie) in short_ties.iter().enumerate() {
                self.over[lane] |= short_tie;
                self.short_battles[lane] |= short_tie & half;
            }
        }
    }

    #[inline(always)]
    fn store_slots(
        &mut self,
        SlotPairs {
            slots,
            firsts,
            seconds,
        }: &SlotPairs,
    ) {
        for player in 0..2 {
            for lane in 0..LANES {
                self.stored[player][lane] =
                    u16::from(firsts[player][lane]) | u16::from(seconds[player][lane]) << 8;
                self.places[player][lane] = slot_index(player, slots[player][lane].into(), lane);
            }
        }
        for player in 0..2 {
            for lane in 0..LANES {
                self.rings[usize::from(self.places[player][lane])] =
                    self.stored[player][lane].to_le_bytes();
            }
        }
    }

    /// The slot modulo the number of slots, for a slot of this revolution or the next.
    #[inline(always)]
    pub fn wrap_slot(&self, slot: u8) -> u8 {
        // The subtraction wraps to a larger number if the slot is of this revolution.
        slot.min(slot.wrapping_sub(self.slots))
    }

    /// Lays a pair in every game: `cards` are the players' cards, `pairs` both as they go into tricks of each player. Returns
    /// the masks of the games that each player has won.
    #[inline(always)]
    fn lay_pair_in_all<const IS_USUAL: bool>(
        &mut self,
        pairs: &[LaneRow; 2],
        [one, two]: &[LaneRow; 2],
    ) -> [LaneRow; 2] {
        let face_down = self.rules.face_down;
        let own = |player: usize| if IS_USUAL { 0 } else { player };
        let mut wins = [[0; LANES]; 2];
        for lane in 0..LANES {
            let is_active = !self.over[lane];
            let is_face_up = if IS_USUAL {
                // After an even number of pairs on the table, this one is face up.
                (self.laid[lane] & 1).wrapping_sub(1) & is_active
            } else {
                mask(place_in_battle(self.laid[lane], face_down) == 0) & is_active
            };
            let wins1 = mask(one[lane] > two[lane]) & is_face_up;
            let wins2 = mask(one[lane] < two[lane]) & is_face_up;
            let table_pairs = self.laid[lane].wrapping_sub(is_active);
            self.tails[0][lane] = self.tails[0][lane].wrapping_add(table_pairs & wins1);
            self.tails[1][lane] = self.tails[1][lane].wrapping_add(table_pairs & wins2);
            self.lasts[0][lane] = select(wins1, pairs[own(0)][lane], self.lasts[0][lane]);
            self.lasts[1][lane] = select(wins2, pairs[own(1)][lane], self.lasts[1][lane]);
            self.laid[lane] = table_pairs & !(wins1 | wins2);
            self.rounds[lane] = self.rounds[lane].wrapping_sub(wins1 | wins2);
            self.winners[lane] = self.winners[lane] << 2 | wins1 & 1 | wins2 & 2;
            wins[0][lane] = wins1;
            wins[1][lane] = wins2;
        }
        self.pair = pairs[0];
        wins
    }

    #[inline(always)]
    pub fn finish_revolution<const IS_USUAL: bool>(&mut self) {
        let [mut slots, mut pairs] = [[[0; LANES]; 2]; 2];
        let own = |player: usize| if IS_USUAL { 0 } else { player };
        let last_pairs = self.own_pairs::<IS_USUAL>(self.pair);
        for player in 0..2 {
            for lane in 0..LANES {
                let slot = self.tails[player][lane].wrapping_add(self.laid[lane]);
                let is_odd = (slot & 1).wrapping_neg();
                slots[player][lane] = select(is_odd, self.wrap_slot(slot) & !1, UNUSED_SLOT);
                pairs[player][lane] = select(
                    mask(self.laid[lane] > 0),
                    last_pairs[own(player)][lane],
                    self.lasts[player][lane],
                );
            }
        }
        self.store_slots(&SlotPairs {
            slots,
            firsts: pairs,
            seconds: pairs,
        });
        for tails in &mut self.tails {
            for (tail, over) in tails.iter_mut().zip(&self.over) {
                *tail = tail.wrapping_sub(self.slots & !over);
            }
        }
    }
}

#[inline(always)]
fn masked_row(row: &LaneRow, bits: u8) -> LaneRow {
    zip_rows(row, row, |pair, _| pair & bits)
}

#[derive(Clone)]
pub struct Snapshot {
    tails: [LaneRow; 2],
    laid: LaneRow,
    rows: [[LaneRow; 2]; MAX_VALUES as usize * 2],
}

impl Snapshot {
    pub fn new() -> Self {
        let row = [0; LANES];
        Self {
            tails: [row; 2],
            laid: row,
            rows: [[row; 2]; MAX_VALUES as usize * 2],
        }
    }
}

impl GameBatch {
    #[inline(always)]
    pub fn save_snapshot(&self, snapshot: &mut Snapshot) {
        snapshot.tails = self.tails;
        snapshot.laid = self.laid;
        for (slot, rows) in snapshot.rows.iter_mut().take(self.slots.into()).enumerate() {
            *rows = [self.slot_row(0, slot), self.slot_row(1, slot)];
        }
    }

    /// The mask of the games that are in the same state as in the snapshot; `None` when no game is.
    ///
    /// Both are taken at the end of a revolution. Two states are equal when the same cards are in the same places of the
    /// rings, among the cards in hand and on the table.
    #[inline(always)]
    pub fn lanes_matching(&self, snapshot: &Snapshot) -> Option<LaneRow> {
        // If player 1's hand and the table are as large as before, so is player 2's hand.
        let equality = |left, right| mask(left == right);
        let tail_matches = zip_rows(&self.tails[0], &snapshot.tails[0], equality);
        let table_matches = zip_rows(&self.laid, &snapshot.laid, equality);
        let mut matches = zip_rows(&tail_matches, &table_matches, |tail, table| tail & table);
        matches = zip_rows(&matches, &self.over, |lane_match, over| lane_match & !over);
        for (slot, rows) in snapshot.rows.iter().take(self.slots.into()).enumerate() {
            for (player, row) in rows.iter().enumerate() {
                let slot_row = self.slot_row(player, slot);
                for lane in 0..LANES {
                    let pair_count = self.tails[player][lane].wrapping_add(self.laid[lane]);
                    let is_unused = mask(slot as u8 >= pair_count);
                    matches[lane] &= mask(slot_row[lane] == row[lane]) | is_unused;
                }
            }
            if matches.iter().fold(0, |union, lane| union | lane) == 0 {
                return None;
            }
        }
        Some(matches)
    }
}
