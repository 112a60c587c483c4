//! Options that name the games at the table.

use super::args::{Complaint, count};
use crate::games::alak::Cells;
use crate::games::nim::Nim;
use crate::lang::Problem;

/// `--hole`.
pub fn hole(text: &str) -> Result<usize, Complaint> {
    count(text, 0, 63).map(|hole| hole as usize)
}

/// `--cells` of Alak.
pub fn one_board(text: &str) -> Result<Cells, Complaint> {
    let most = u64::from(Cells::MAX);
    let out = || Complaint(Problem::CountOutOfRange { text: text.into(), least: 1, most });
    count(text, 1, most).and_then(|cells| Cells::new(cells as u32).map_err(|_| out()))
}

/// `--matches`.
pub fn one_heap(text: &str) -> Result<u32, Complaint> {
    count(text, 1, Nim::MAX_MATCHES.into()).map(|matches| matches as u32)
}
