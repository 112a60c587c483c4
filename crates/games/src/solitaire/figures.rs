//! The picture of a board of peg solitaire.

use pioche_engine::experiments::Solitaire;
use pioche_report::lang::tr;
use pioche_report::picture::{Board, BoardHole, Picture, ShadedCell};
use pioche_report::question::Question;

/// Draws the numbers on the board if each of its holes is the empty one of a start.
pub fn adjust_picture(question: &Question<'_>, picture: &mut Picture) {
    if let Some(board) = board(question) {
        picture.content = board.into();
        let note = tr!("Below each number, the cell that is empty at the start.");
        picture.note = note.to_owned();
    }
}

/// Returns the board with the number of each hole; `None` for other boards, or without a start for each hole.
fn board(question: &Question<'_>) -> Option<Board> {
    let first: &Solitaire = question.settings[0].summary.experiment_as()?;
    let board = first.board();
    let shares = question.settings.iter().map(|setting| setting.asked.value);
    let highest = shares.fold(f64::MIN_POSITIVE, f64::max);
    let mut holes = Vec::new();
    for setting in &question.settings {
        let start: &Solitaire = setting.summary.experiment_as()?;
        let (row, column) = board.row_and_column(start.hole())?;
        let shift = if board.is_triangle() {
            (board.row_count() as f64 - 1.0 - row as f64) / 2.0
        } else {
            0.0
        };
        holes.push(BoardHole {
            x: column as f64 + shift,
            y: row as f64,
            cell: ShadedCell {
                text: question.number(setting),
                shade: setting.asked.value / highest,
            },
            name: start.hole().to_string(),
        });
    }
    let has_all_holes = holes.len() == board.cell_count() && question.differing_keys.len() == 1;
    (has_all_holes && question.statistic().is_none()).then_some(Board { holes })
}
