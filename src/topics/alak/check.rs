//! The check of a printed game of Alak: the boards of the handout's dialogue, or of `show` and `play`.

use super::{LINE_OR_RING, OWN_GROUP};
use crate::lang::{Sentence, sentence};
use crate::topics::duel::game::TwoPlayerTopic;
use crate::topics::replay::{GameCheck, compare_steps, refusal_reason, unreadable_line_problem};
use crate::topics::verb::ParsedArgs;
use pioche_engine::games::alak::{AlakRules, AlakState, Cell, CellCount};
use pioche_engine::games::{Game, Player};

/// Checks a printed game; `None` if no line of `.`, `x` and `o` has the numbers of its cells below.
pub fn check_game(text: &str, args: &ParsedArgs<'_>) -> Option<GameCheck> {
    let lines: Vec<&str> = text.lines().collect();
    let boards: Vec<(usize, String)> = (1..)
        .zip(lines.windows(2))
        .filter(|(_, pair)| is_board(pair[0], pair[1]))
        .map(|(line, pair)| (line, pair[0].split_whitespace().collect()))
        .collect();
    let cells = CellCount::new(boards.first()?.1.len() as u32).ok()?;
    Some(check_boards(cells, &boards, args))
}

fn is_board(line: &str, numbers: &str) -> bool {
    let cells: Vec<&str> = line.split_whitespace().collect();
    let expected = (1..=cells.len()).map(|number| number.to_string());
    !cells.is_empty()
        && cells.iter().all(|cell| [".", "x", "o"].contains(cell))
        && numbers.split_whitespace().eq(expected)
}

fn check_boards(cells: CellCount, boards: &[(usize, String)], args: &ParsedArgs<'_>) -> GameCheck {
    let mut state = AlakState::new(AlakRules {
        cells,
        edge: args.get(&LINE_OR_RING)?,
        own_group: args.get(&OWN_GROUP)?,
    });
    if boards[0].1 != state.board_text() {
        return Err(unreadable_line_problem(args, boards[0].0));
    }
    let mut expected = Vec::new();
    let mut found = Vec::new();
    let mut reason = Sentence::untranslated("");
    for (line, board) in &boards[1..] {
        let before = state;
        let leads_to_board = |cell: &Cell| {
            let mut after = before;
            after.play(*cell).is_ok() && after.board_text() == *board
        };
        // A stone that is captured at once leaves no trace of its cell.
        let cell = before
            .legal_moves()
            .into_iter()
            .find(leads_to_board)
            .or_else(|| placed_cell(&before, board));
        if cell.is_none() && *board == before.board_text() {
            continue;
        }
        reason = match cell {
            None => {
                let number = before.to_play().number();
                sentence!(
                    "le joueur {number} pose un pion sur une case",
                    "player {number} places a stone on one cell"
                )
            }
            Some(cell) => match state.play(cell) {
                Ok(()) => before.move_explanation(cell, &state),
                Err(refusal) => refusal_reason(&before, &refusal),
            },
        };
        expected.push(state.board_text());
        found.push((*line, board.clone()));
        if state.board_text() != *board {
            break;
        }
    }
    Ok(compare_steps(&expected, &found, |_| reason))
}

/// Returns the cell that becomes occupied by the player to move.
fn placed_cell(state: &AlakState, board: &str) -> Option<Cell> {
    let stone = match state.to_play() {
        Player::One => 'x',
        Player::Two => 'o',
    };
    let before = state.board_text();
    (1..)
        .zip(before.chars().zip(board.chars()))
        .find(|(_, (former, found))| *found == stone && former != found)
        .map(|(number, _)| Cell(number))
}
