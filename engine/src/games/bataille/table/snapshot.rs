//! Copies of all games of a table, to see which come back to a state. Two games are in the same state when the same
//! cards lie in the same places of their rings, as far as these are held or on the table.

use super::{LANES, MAX_VALUES, Row, Table, both, mask};

/// All games at the end of a revolution.
#[derive(Clone)]
pub(in super::super) struct Snapshot {
    tails: [Row; 2],
    laid: Row,
    rows: [[Row; 2]; MAX_VALUES as usize * 2],
}

impl Snapshot {
    pub(in super::super) const fn new() -> Self {
        let row = [0; LANES];
        Self { tails: [row; 2], laid: row, rows: [[row; 2]; MAX_VALUES as usize * 2] }
    }
}

impl Table {
    #[inline(always)]
    pub(in super::super) fn copy_to(&self, snapshot: &mut Snapshot) {
        (snapshot.tails, snapshot.laid) = (self.tails, self.laid);
        for (slot, rows) in snapshot.rows.iter_mut().take(self.slots.into()).enumerate() {
            *rows = [self.row(0, slot), self.row(1, slot)];
        }
    }

    /// Which games are in the very state, at the end of a revolution, in which they were at the end of another.
    /// Returns `None` when no game is.
    #[inline(always)]
    pub(in super::super) fn returned(&self, snapshot: &Snapshot) -> Option<Row> {
        // With player 1's hand and the table, player 2's hand is as large as it was, too.
        let mut same = both(&self.tails[0], &snapshot.tails[0], |now, then| mask(now == then));
        same = both(&same, &both(&self.laid, &snapshot.laid, |now, then| mask(now == then)), |one, two| one & two);
        same = both(&same, &self.over, |same, over| same & !over);
        for (slot, rows) in snapshot.rows.iter().take(self.slots.into()).enumerate() {
            for (player, row) in rows.iter().enumerate() {
                let now = self.row(player, slot);
                for lane in 0..LANES {
                    let beyond = mask(slot as u8 >= self.tails[player][lane].wrapping_add(self.laid[lane]));
                    same[lane] &= mask(now[lane] == row[lane]) | beyond;
                }
            }
            if same.iter().fold(0, |any, same| any | same) == 0 {
                return None;
            }
        }
        Some(same)
    }
}
