//! The parts of a batch that treat games one by one: tricks of several pairs that are not picked up as laid, the swaps of
//! random orders, and battles that a player has too few cards for.

use super::batch::{
    FlaggedLanes, GameBatch, LANES, LaneRow, MAX_BATCH_CARDS, PAIRS_PER_STEP, PairsBefore, mask,
};
use super::pickup::PickupDraws;
use super::{BatailleState, LayingOrder, PickupOrder, leader};
use crate::games::Player;

const WORD_PAIRS: usize = u64::BITS as usize / 8;

impl GameBatch {
    /// Reorders the tricks of several pairs that have just been won, in the rings of their winners. `pairs` are the last
    /// pairs as they go into tricks of each player; `later_pairs` is the number of pairs after them in the words of pairs.
    #[inline(always)]
    pub fn reorder_tricks<const IS_RANDOM: bool>(
        &mut self,
        later_pairs: usize,
        wins: &[LaneRow; 2],
        before: &mut PairsBefore,
        pairs: &mut [LaneRow; 2],
        draws: &mut [PickupDraws],
    ) {
        let mut is_battle_won = [0; LANES];
        for lane in 0..LANES {
            is_battle_won[lane] = (wins[0][lane] | wins[1][lane]) & mask(before.laid[lane] > 0);
        }
        for lane in FlaggedLanes::new(&is_battle_won) {
            let winner = usize::from(wins[1][lane] & 1);
            if usize::from(before.laid[lane]) < WORD_PAIRS - later_pairs {
                self.reorder_trick::<IS_RANDOM>(later_pairs, lane, winner, before, pairs, draws);
            } else {
                self.reorder_long_trick(lane, winner, before, pairs, draws);
            }
        }
    }

    #[inline(always)]
    fn reorder_trick<const IS_RANDOM: bool>(
        &mut self,
        later_pairs: usize,
        lane: usize,
        winner: usize,
        before: &mut PairsBefore,
        pairs: &mut [LaneRow; 2],
        draws: &mut [PickupDraws],
    ) {
        let pair_count = usize::from(before.laid[lane]) + 1;
        let word = self.pair_words[lane] >> (8 * (WORD_PAIRS - later_pairs - pair_count));
        let trick = if IS_RANDOM {
            draws[lane].shuffle_digits(word, 2 * pair_count as u32)
        } else {
            separate_digits(word, pair_count, winner)
        };
        for pair in 0..pair_count {
            let slot = self.wrap_slot(before.tails[winner][lane] + pair as u8);
            self.store_pair(winner, slot.into(), lane, (trick >> (8 * pair)) as u8);
        }
        let last_pairs = trick >> (8 * (pair_count - 2));
        before.previous[winner][lane] = last_pairs as u8;
        pairs[winner][lane] = (last_pairs >> 8) as u8;
        self.lasts[winner][lane] = (last_pairs >> 8) as u8;
    }

    #[inline(never)]
    fn reorder_long_trick(
        &mut self,
        lane: usize,
        winner: usize,
        before: &mut PairsBefore,
        pairs: &mut [LaneRow; 2],
        draws: &mut [PickupDraws],
    ) {
        let table_pairs = usize::from(before.laid[lane]);
        let tail = before.tails[winner][lane];
        let slot = |batch: &Self, pair: usize| usize::from(batch.wrap_slot(tail + pair as u8));
        let mut trick = [0; MAX_BATCH_CARDS / 2];
        for (pair, cards) in trick[..table_pairs - 1].iter_mut().enumerate() {
            *cards = self.pair_in_slot(winner, slot(self, pair), lane);
        }
        trick[table_pairs - 1] = before.previous[winner][lane];
        trick[table_pairs] = pairs[winner][lane];
        let trick = &mut trick[..=table_pairs];
        match self.rules.pickup {
            PickupOrder::Random => shuffle_pairs(trick, &mut draws[lane]),
            _ => separate_halves(trick),
        }
        for (pair, cards) in trick.iter().enumerate() {
            self.store_pair(winner, slot(self, pair), lane, *cards);
        }
        before.previous[winner][lane] = trick[table_pairs - 1];
        pairs[winner][lane] = trick[table_pairs];
        self.lasts[winner][lane] = trick[table_pairs];
    }

    /// The pair of a hand that is in a slot, counted from the start of the revolution, when head `head` is reached.
    #[inline(always)]
    fn unlaid_pair(&self, player: usize, lane: usize, head: usize, slot: usize) -> u8 {
        // The slot that has been read may be overwritten, and the last pair of the hand may not be stored yet.
        if head % 2 == 1 && slot == head / 2 {
            self.read_slots[player][lane]
        } else if slot + 1 == usize::from(self.tails[player][lane]) {
            self.lasts[player][lane]
        } else {
            self.pair_in_slot(player, usize::from(self.wrap_slot(slot as u8)), lane)
        }
    }

    /// The winner of a game in which a battle has begun that a player has too few cards for, just before head `head`, if
    /// the loser of the battle has no card left. `None` if the game may go on.
    pub fn short_battle_winner(&self, lane: usize, head: usize) -> Option<Player> {
        let face_down = usize::from(self.rules.face_down);
        let mut cards = [0; 2];
        let mut sizes = [0; 2];
        for player in 0..2 {
            let size = 2 * usize::from(self.tails[player][lane]) - head;
            let place = head + face_down.min(size - 1);
            let pair = self.unlaid_pair(player, lane, head, place / 2);
            cards[player] = u16::from(pair >> (4 * (place % 2)) & 0x0f);
            sizes[player] = size;
        }
        let winner = leader(cards)?;
        let loser_size = sizes[winner.opponent() as usize];
        (loser_size <= face_down + 1).then_some(winner)
    }

    /// The state before the round of a lane in which the last pair, in the `half` of a slot before head `head`, began a
    /// battle. `swaps` are those of the pairs on the table and later ones.
    pub fn state_before_battle(&self, lane: usize, head: usize, swaps: u128) -> BatailleState {
        let table_pairs = usize::from(self.laid[lane]);
        // A number with the parity of the place where the round began.
        let round_head = head + table_pairs;
        let mut player1_hand = [0; MAX_BATCH_CARDS];
        let mut player2_hand = [0; MAX_BATCH_CARDS];
        for pair in 0..table_pairs {
            let is_last_unstored = pair + 1 == table_pairs && self.short_battles[lane] == 2;
            let cards = if is_last_unstored {
                self.pair[lane]
            } else {
                let slot = self.wrap_slot(self.tails[0][lane] + pair as u8);
                self.pair_in_slot(0, usize::from(slot), lane)
            };
            let is_player2_first = match (self.rules.pickup, self.rules.order) {
                (PickupOrder::Random, _) => swaps >> pair & 1 == 1,
                (PickupOrder::LoserFirst, _) => true,
                (PickupOrder::Laid, LayingOrder::Alternating) => (round_head + pair) % 2 == 1,
                _ => false,
            };
            let player1_bits = if is_player2_first { 4 } else { 0 };
            player1_hand[pair] = cards >> player1_bits & 0x0f;
            player2_hand[pair] = cards >> (4 - player1_bits) & 0x0f;
        }
        let mut hands = [player1_hand, player2_hand];
        let mut sizes = [table_pairs; 2];
        for (player, hand) in hands.iter_mut().enumerate() {
            let mut add_card = |card| {
                hand[sizes[player]] = card;
                sizes[player] += 1;
            };
            if head % 2 == 1 {
                add_card(self.unlaid_pair(player, lane, head, head / 2) >> 4);
            }
            for slot in head.div_ceil(2)..usize::from(self.tails[player][lane]) {
                let pair = self.unlaid_pair(player, lane, head, slot);
                add_card(pair & 0x0f);
                add_card(pair >> 4);
            }
        }
        let first = match self.rules.order {
            LayingOrder::Alternating if round_head % 2 == 1 => Player::Two,
            _ => Player::One,
        };
        let hands = [&hands[0][..sizes[0]], &hands[1][..sizes[1]]];
        BatailleState::before_pair(hands, first, self.rules)
    }
}

/// Puts the first cards of the lowest pairs of a word before the second ones. They are the lower ones in tricks of player 1,
/// the upper ones in tricks of player 2.
#[inline(always)]
fn separate_digits(word: u64, pair_count: usize, winner: usize) -> u64 {
    let pairs = word & u64::MAX >> (8 * (WORD_PAIRS - pair_count));
    let digits = [even_digits(pairs), even_digits(pairs >> 4)];
    digits[winner] | digits[1 - winner] << (4 * pair_count)
}

/// The lower digits of the bytes of a word, as a number of eight digits.
#[inline(always)]
fn even_digits(word: u64) -> u64 {
    let digits = word & 0x0f0f_0f0f_0f0f_0f0f;
    let bytes = (digits | digits >> 4) & 0x00ff_00ff_00ff_00ff;
    let halves = (bytes | bytes >> 8) & 0x0000_ffff_0000_ffff;
    (halves | halves >> 16) & 0xffff_ffff
}

fn separate_halves(trick: &mut [u8]) {
    let mut cards = [0; MAX_BATCH_CARDS];
    for (pair, both) in trick.iter().enumerate() {
        cards[pair] = both & 0x0f;
        cards[trick.len() + pair] = both >> 4;
    }
    for (pair, both) in trick.iter_mut().enumerate() {
        *both = cards[2 * pair] | cards[2 * pair + 1] << 4;
    }
}

fn shuffle_pairs(trick: &mut [u8], draws: &mut PickupDraws) {
    let mut cards = [0; MAX_BATCH_CARDS];
    let cards = &mut cards[..2 * trick.len()];
    for (both, pair) in cards.as_chunks_mut::<2>().0.iter_mut().zip(trick.iter()) {
        *both = [pair & 0x0f, pair >> 4];
    }
    draws.shuffle(cards);
    for (pair, both) in trick.iter_mut().zip(cards.as_chunks::<2>().0) {
        *pair = both[0] | both[1] << 4;
    }
}

const STEPS_PER_WORD: u8 = u64::BITS as u8 / PAIRS_PER_STEP as u8;

pub struct LaneSwaps {
    /// The swaps that are left of the last word of each game, the next one lowest.
    left: [u64; LANES],
    /// The last two words of each game, the last one in the upper half.
    words: [u128; LANES],
    steps_left: LaneRow,
}

impl LaneSwaps {
    pub fn new() -> Self {
        Self {
            left: [0; LANES],
            words: [0; LANES],
            steps_left: [0; LANES],
        }
    }

    pub fn begin_game(&mut self, lane: usize) {
        self.steps_left[lane] = 0;
    }

    /// Goes on with a game in a lane, with the draws from its next swap on.
    pub fn resume_game(&mut self, lane: usize, draws: &PickupDraws) {
        let (swaps, count) = draws.known_swaps();
        self.left[lane] = swaps as u64;
        self.words[lane] = swaps.checked_shl(u128::BITS - count).unwrap_or(0);
        self.steps_left[lane] = count as u8 / PAIRS_PER_STEP as u8;
    }

    /// The swaps of the next four pairs of all games, the first one lowest.
    #[inline(always)]
    pub fn next_step(&mut self, draws: &mut [PickupDraws]) -> LaneRow {
        let mut is_empty = [0; LANES];
        for (flag, steps_left) in is_empty.iter_mut().zip(&self.steps_left) {
            *flag = mask(*steps_left == 0);
        }
        for lane in FlaggedLanes::new(&is_empty) {
            let word = draws[lane].next_swaps();
            self.left[lane] = word;
            self.words[lane] = self.words[lane] >> u64::BITS | u128::from(word) << u64::BITS;
            self.steps_left[lane] = STEPS_PER_WORD;
        }
        let mut swaps = [0; LANES];
        for (lane_swaps, left) in swaps.iter_mut().zip(&mut self.left) {
            *lane_swaps = *left as u8 & 0x0f;
            *left >>= PAIRS_PER_STEP;
        }
        for steps_left in &mut self.steps_left {
            *steps_left -= 1;
        }
        swaps
    }

    /// The swaps of a lane from the pair `pairs_back` pairs before the next step on, the first one lowest, and their
    /// number. At most 64 of them lie before the last word.
    pub fn swaps_from(&self, lane: usize, pairs_back: u32) -> (u128, u32) {
        let pairs_left = u32::from(self.steps_left[lane]) * PAIRS_PER_STEP as u32;
        let count = pairs_left + pairs_back;
        let swaps = self.words[lane].checked_shr(u128::BITS - count);
        (swaps.unwrap_or(0), count)
    }
}
