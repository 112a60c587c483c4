//! Laying a pair in all games at the same time.
//!
//! Storing takes most of the time. So two pairs are laid, then stored at once: slots 2 i and 2 i + 1 of a game are one
//! word of 16 bits in memory. If the first of the two pairs belongs in an odd slot, the pair before it is stored again
//! with it, and the second pair is stored the next time, before it is read.

use super::{
    CARDS_PER_VALUE, GameBatch, LANES, LaneRow, LayingOrder, MAX_VALUES, mask, select, slot_index,
    zip_rows,
};

/// A slot that is never read.
const UNUSED_SLOT: u8 = 2 * MAX_VALUES * CARDS_PER_VALUE;

/// The pairs to store in two neighbouring slots of each player and game.
struct SlotPairs {
    /// The first slot, an even one.
    slots: [LaneRow; 2],
    /// The pairs for the first slot.
    firsts: [LaneRow; 2],
    /// The pairs for the second slot.
    seconds: [LaneRow; 2],
}

impl GameBatch {
    /// Lays four pairs in every game that is not over. Returns the winners, two bits a pair.
    #[inline(always)]
    pub(in super::super) fn lay_four_pairs(&mut self, slot: usize) -> &LaneRow {
        self.lay_two_pairs(slot);
        self.lay_two_pairs(slot + 1);
        &self.winners
    }

    /// Lays the two pairs of cards in a slot, and stores them.
    #[inline(always)]
    fn lay_two_pairs(&mut self, slot: usize) {
        let [one, two] = [self.slot_row(0, slot), self.slot_row(1, slot)];
        // The sizes of the hands have the parity of the head, so a hand can only be empty here.
        for lane in 0..LANES {
            self.over[lane] |=
                mask(self.tails[0][lane] == slot as u8) | mask(self.tails[1][lane] == slot as u8);
        }
        let first = zip_rows(&one, &two, |one, two| one & 0x0f | two << 4);
        let second = match self.order {
            LayingOrder::Fixed => zip_rows(&one, &two, |one, two| one >> 4 | two & 0xf0),
            LayingOrder::Alternating => zip_rows(&one, &two, |one, two| two >> 4 | one & 0xf0),
        };
        let tails = self.tails;
        let laid = self.laid;
        let previous_pair = self.pair;
        let lasts = self.lasts;
        let wins = self.lay_pair_in_all(first, &masked_row(&one, 0x0f), &masked_row(&two, 0x0f));
        let [mut slots, mut firsts, mut seconds] = [[[0; LANES]; 2]; 3];
        for player in 0..2 {
            for lane in 0..LANES {
                // If the player has lost the first pair, the second pair is stored in its place.
                let loss = wins[1 - player][lane];
                let pair = select(loss, second[lane], first[lane]);
                let table_pairs = laid[lane] & !loss;
                let slot = tails[player][lane].wrapping_add(table_pairs);
                let neighbour = select(
                    mask(table_pairs > 0),
                    previous_pair[lane],
                    lasts[player][lane],
                );
                let is_odd = (slot & 1).wrapping_neg();
                slots[player][lane] = self.wrap_slot(slot) & !1;
                firsts[player][lane] = select(is_odd, neighbour, pair);
                seconds[player][lane] = select(is_odd, pair, second[lane]);
            }
        }
        self.store_slots(&SlotPairs {
            slots,
            firsts,
            seconds,
        });
        self.lay_pair_in_all(second, &masked_row(&one, 0xf0), &masked_row(&two, 0xf0));
    }

    /// Stores two neighbouring slots of each player, the first one even.
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
                self.places[player][lane] =
                    slot_index(player, slots[player][lane].into(), lane) as u16;
            }
        }
        for player in 0..2 {
            for lane in 0..LANES {
                self.rings[usize::from(self.places[player][lane])] = self.stored[player][lane];
            }
        }
    }

    /// The slot modulo the number of slots, for a slot of this revolution or the next.
    #[inline(always)]
    fn wrap_slot(&self, slot: u8) -> u8 {
        // The subtraction wraps to a larger number if the slot is of this revolution.
        slot.min(slot.wrapping_sub(self.slots))
    }

    /// Lays a pair in every game: `one` and `two` are the players' cards, `pair` both in the order of laying. Returns
    /// the masks of the games that each player has won.
    #[inline(always)]
    fn lay_pair_in_all(&mut self, pair: LaneRow, one: &LaneRow, two: &LaneRow) -> [LaneRow; 2] {
        let mut wins = [[0; LANES]; 2];
        for lane in 0..LANES {
            let is_active = !self.over[lane];
            // After an even number of pairs on the table, this one is face up.
            let is_face_up = (self.laid[lane] & 1).wrapping_sub(1) & is_active;
            let wins1 = mask(one[lane] > two[lane]) & is_face_up;
            let wins2 = mask(one[lane] < two[lane]) & is_face_up;
            let table_pairs = self.laid[lane].wrapping_sub(is_active);
            self.tails[0][lane] = self.tails[0][lane].wrapping_add(table_pairs & wins1);
            self.tails[1][lane] = self.tails[1][lane].wrapping_add(table_pairs & wins2);
            self.lasts[0][lane] = select(wins1, pair[lane], self.lasts[0][lane]);
            self.lasts[1][lane] = select(wins2, pair[lane], self.lasts[1][lane]);
            self.laid[lane] = table_pairs & !(wins1 | wins2);
            self.rounds[lane] = self.rounds[lane].wrapping_sub(wins1 | wins2);
            self.winners[lane] = self.winners[lane] << 2 | wins1 & 1 | wins2 & 2;
            wins[0][lane] = wins1;
            wins[1][lane] = wins2;
        }
        self.pair = pair;
        wins
    }

    /// Ends a revolution: stores all pairs, and counts slots from the new start.
    #[inline(always)]
    pub(in super::super) fn finish_revolution(&mut self) {
        let [mut slots, mut pairs] = [[[0; LANES]; 2]; 2];
        for player in 0..2 {
            for lane in 0..LANES {
                let slot = self.tails[player][lane].wrapping_add(self.laid[lane]);
                let is_odd = (slot & 1).wrapping_neg();
                slots[player][lane] = select(is_odd, self.wrap_slot(slot) & !1, UNUSED_SLOT);
                pairs[player][lane] = select(
                    mask(self.laid[lane] > 0),
                    self.pair[lane],
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

/// The cards in one half of the bytes.
#[inline(always)]
fn masked_row(row: &LaneRow, bits: u8) -> LaneRow {
    zip_rows(row, row, |pair, _| pair & bits)
}
