//! Saved games of peg solitaire, and the reasons why jumps are refused.

use super::args::BOARD;
use crate::saved_game::{RecordedGame, SavedSettings};
use pioche_engine::games::solitaire::{Jump, SolitaireRefusal, SolitaireState};
use pioche_report::lang::{Problem, Sentence, sentence};

impl RecordedGame for SolitaireState {
    const NAME: &'static str = "solitaire";
    const IS_TWO_PLAYER: bool = false;

    fn saved_settings(&self) -> Vec<(&'static str, String)> {
        let pegs: Vec<String> = self.peg_cells().map(|cell| cell.to_string()).collect();
        vec![
            (BOARD.key(), self.board().to_string()),
            ("pegs", pegs.join(",")),
        ]
    }

    fn from_saved_settings(settings: &SavedSettings) -> Result<Self, Problem> {
        let board = settings.parse(BOARD.key())?;
        settings.parse_with("pegs", |list| Self::parse_pegs(board, list).ok())
    }

    fn refusal_message(&self, refusal: &SolitaireRefusal) -> Sentence {
        match *refusal {
            SolitaireRefusal::NoPeg(from) => no_peg_text(from),
            SolitaireRefusal::OffBoard(cell, last) => sentence!(
                "  case invalide : {cell} n'est pas entre 0 et {last}",
                "  invalid cell: {cell} is not between 0 and {last}"
            ),
            SolitaireRefusal::Occupied(to) => sentence!(
                "  case d'arrivée invalide : il y a déjà un pion en {to}",
                "  invalid end cell: there is already a peg in {to}"
            ),
            SolitaireRefusal::NoJump(Jump { from, to }) => sentence!(
                "  mouvement invalide : {to} n'est pas à deux cases de {from} en ligne droite",
                "  invalid move: {to} is not two cells from {from} in a straight line"
            ),
            SolitaireRefusal::NothingBetween(over) => sentence!(
                "  mouvement invalide : il n'y a pas de pion en {over}, entre les deux",
                "  invalid move: there is no peg in {over}, between the two"
            ),
        }
    }
}

/// Returns the refusal of a jump from a cell without a peg.
pub fn no_peg_text(from: u8) -> Sentence {
    sentence!(
        "  case de départ invalide : il n'y a pas de pion en {from}",
        "  invalid start cell: there is no peg in {from}"
    )
}
