//! Copies of all games of a batch, with which later states are compared. Two states are equal when the same cards are
//! in the same places of the rings, among the cards in hand and on the table.

use super::{GameBatch, LANES, LaneRow, MAX_VALUES, mask, zip_rows};

/// A copy of all games at the end of a revolution.
#[derive(Clone)]
pub(in super::super) struct Snapshot {
    tails: [LaneRow; 2],
    laid: LaneRow,
    rows: [[LaneRow; 2]; MAX_VALUES as usize * 2],
}

impl Snapshot {
    pub(in super::super) const fn new() -> Self {
        let row = [0; LANES];
        Self {
            tails: [row; 2],
            laid: row,
            rows: [[row; 2]; MAX_VALUES as usize * 2],
        }
    }
}

impl GameBatch {
    /// Copies all games.
    #[inline(always)]
    pub(in super::super) fn save_snapshot(&self, snapshot: &mut Snapshot) {
        snapshot.tails = self.tails;
        snapshot.laid = self.laid;
        for (slot, rows) in snapshot.rows.iter_mut().take(self.slots.into()).enumerate() {
            *rows = [self.slot_row(0, slot), self.slot_row(1, slot)];
        }
    }

    /// The mask of the games that are in the same state as in the snapshot; `None` when no game is.
    ///
    /// Both are taken at the end of a revolution.
    #[inline(always)]
    pub(in super::super) fn lanes_matching(&self, snapshot: &Snapshot) -> Option<LaneRow> {
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
