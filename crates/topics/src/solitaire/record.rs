//! Saved games of peg solitaire, and the reasons why jumps are refused.

use super::args::{BOARD, HOLE};
use crate::saved_game::{RecordedGame, SavedSettings};
use pioche_engine::games::solitaire::{Jump, SolitaireRefusal, SolitaireState};
use pioche_report::lang::{Problem, tr};

impl RecordedGame for SolitaireState {
    const NAME: &'static str = "solitaire";
    const IS_TWO_PLAYER: bool = false;

    fn saved_settings(&self) -> Vec<(&'static str, String)> {
        let first_hole = (!self.pegs()).trailing_zeros();
        vec![
            (BOARD.key(), self.board().to_string()),
            (HOLE.key(), first_hole.to_string()),
        ]
    }

    fn from_saved_settings(settings: &SavedSettings) -> Result<Self, Problem> {
        let board = settings.parse(BOARD.key())?;
        settings.parse_with(HOLE.key(), |hole| Self::new(board, hole.parse().ok()?).ok())
    }

    fn split_moves(text: &str) -> Vec<String> {
        split_jumps(text)
    }

    fn refusal_message(&self, refusal: &SolitaireRefusal) -> String {
        match *refusal {
            SolitaireRefusal::NoPeg(from) => no_peg_text(from),
            SolitaireRefusal::OffBoard(cell, last) => tr!(
                "  invalid cell: {cell} is not between 0 and {last}",
                cell,
                last
            ),
            SolitaireRefusal::Occupied(to) => {
                tr!("  invalid end cell: there is already a peg in {to}", to)
            }
            SolitaireRefusal::NoJump(Jump { from, to }) => tr!(
                "  invalid move: {to} is not two cells from {from} in a straight line",
                to,
                from
            ),
            SolitaireRefusal::NothingBetween(over) => tr!(
                "  invalid move: there is no peg in {over}, between the two",
                over
            ),
        }
    }
}

/// Returns the refusal of a jump from a cell without a peg.
pub fn no_peg_text(from: u8) -> String {
    tr!("  invalid start cell: there is no peg in {from}", from)
}

/// Splits a text into jumps, which end with `)` or a line end.
fn split_jumps(text: &str) -> Vec<String> {
    let mut jumps = Vec::new();
    for group in text.split([')', ']', '\n']) {
        let group = group.rsplit(['(', '[']).next().unwrap_or_default().trim();
        let is_digit = |sign: char| sign.is_ascii_digit();
        let numbers: Vec<&str> = group
            .split(|sign: char| !is_digit(sign) && sign != '-')
            .filter(|number| !number.is_empty())
            .collect();
        match numbers.as_slice() {
            // Beside the start and the end, programs print the cell between them.
            [from, to] | [from, _, to] => jumps.push(format!("({from}, {to})")),
            _ if group.contains(is_digit) => jumps.push(group.to_owned()),
            _ => {}
        }
    }
    jumps
}
