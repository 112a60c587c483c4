//! Boards of Alak in the signs of a text, read as `.`, `x` and `o`.

use crate::topics::printed::text::{Line, has_word, text_after_prompt, tokens};
use pioche_engine::games::alak::CellCount;

/// The signs of cells in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSigns {
    empty: char,
    /// The signs of player 1 and of player 2, in small letters.
    stones: [char; 2],
}

/// The signs of handout 002.
const HANDOUT: CellSigns = CellSigns {
    empty: '.',
    stones: ['x', 'o'],
};

/// Signs of empty cells.
const EMPTY: &str = " ._-·‧•∙➖⬜□▢▫";
/// Letters of stones besides those of handout 002.
const LETTERS: &str = "wbnjrWBNJR";
/// Words before lists of cells that are not boards.
const OTHER_LISTS: &str = "capture captures captured capturees interdit interdits interdite interdites forbidden removed retires retirees";

impl CellSigns {
    /// Returns the signs of the boards of a text: an empty board comes first, and player 1 begins.
    pub fn of_text(lines: &[Line]) -> Self {
        let rows = || lines.iter().filter_map(|line| shown_cells(&line.text));
        let stones_of = |cells: Vec<char>| -> Vec<char> {
            let is_stone = |sign: &char| !EMPTY.contains(*sign) && *sign != '0';
            cells.into_iter().filter(is_stone).collect()
        };
        let mut stones: Vec<char> = Vec::new();
        for sign in rows().flat_map(stones_of) {
            if !stones.contains(&sign) {
                stones.push(sign);
            }
        }
        let is_mixed = |cells: &Vec<char>| cells.iter().any(|sign| *sign != cells[0]);
        let is_empty =
            |sign: &char| EMPTY.contains(*sign) || (*sign == '0' && stones.contains(&'1'));
        let empty = rows().filter(is_mixed).flatten().find(is_empty);
        match stones[..] {
            ['1', ..] => Self {
                empty: '0',
                stones: ['1', '2'],
            },
            ['x' | 'o', ..] | [] => Self {
                empty: empty.unwrap_or('.'),
                ..HANDOUT
            },
            [one] => Self {
                empty: empty.unwrap_or('.'),
                stones: [one, '\0'],
            },
            [one, two, ..] => Self {
                empty: empty.unwrap_or('.'),
                stones: [one, two],
            },
        }
    }

    /// Returns these signs with those of the players exchanged.
    pub fn exchanged(self) -> Self {
        let [one, two] = self.stones;
        Self {
            stones: [two, one],
            ..self
        }
    }

    /// Reads the board of a line as [`AlakState::board_text`](pioche_engine::games::alak::AlakState::board_text) writes
    /// it.
    pub fn board(&self, line: &str) -> Option<String> {
        let cells = shown_cells(line)?;
        let zero_is_stone = self.empty != '0' && self.stones[1] == 'o';
        let cell = |sign: char| {
            if sign == self.empty {
                Some('.')
            } else if sign == self.stones[0] {
                Some('x')
            } else if sign == self.stones[1]
                || (sign == '0' && zero_is_stone && !line.contains('['))
            {
                Some('o')
            } else {
                ".0_".contains(sign).then_some('.')
            }
        };
        let board: Option<String> = cells.into_iter().map(cell).collect();
        // A line of zeros only is no board.
        board.filter(|board| board.chars().any(|cell| cell != 'o') || line.contains(self.stones[1]))
    }
}

/// Returns the signs of the cells that a line shows, in small letters.
fn shown_cells(line: &str) -> Option<Vec<char>> {
    if has_word(&tokens(line), OTHER_LISTS) && !line.contains("  ") {
        return None;
    }
    // A board may follow a label, or precede remarks.
    let before_remarks = line.trim().split("   ").next().unwrap_or_default();
    let after_label = before_remarks.rsplit(':').next().unwrap_or_default();
    [text_after_prompt(line), after_label, before_remarks]
        .into_iter()
        .find_map(cells)
}

fn cells(text: &str) -> Option<Vec<char>> {
    let text = text.trim();
    let list = text
        .strip_prefix('[')
        .and_then(|list| list.strip_suffix(']'));
    let single = |cell: &str| {
        let mut signs = cell.chars();
        let sign = signs.next().unwrap_or(' ');
        signs.next().is_none().then_some(sign)
    };
    let cells: Option<Vec<char>> = if let Some(list) = list {
        let cell = |item: &str| single(item.trim().trim_matches(['\'', '"']));
        list.split(',').map(cell).collect()
    } else if text.matches('|').count() > 1 && text.trim_matches('|').contains(' ') {
        let cells = text.strip_prefix('|').unwrap_or(text);
        let cells = cells.strip_suffix('|').unwrap_or(cells);
        cells.split('|').map(|cell| single(cell.trim())).collect()
    } else {
        let is_cell = |sign: &char| !sign.is_whitespace() && *sign != '|';
        Some(text.chars().filter(is_cell).collect())
    };
    let cells: Vec<char> = cells?
        .into_iter()
        .map(|sign| sign.to_ascii_lowercase())
        .collect();
    let is_cell = |sign: &char| {
        EMPTY.contains(*sign)
            || "xo0".contains(*sign)
            || (list.is_some() && "12".contains(*sign))
            || LETTERS.contains(*sign)
            || is_picture(*sign)
    };
    let has_cells = cells.len() > 1 || cells == ['.'];
    // A word of letters only is no board.
    let is_word = cells.iter().all(|sign| LETTERS.contains(*sign)) && list.is_none();
    let is_numbers = numbered_cells(text).is_some();
    (has_cells && cells.iter().all(is_cell) && !is_word && !is_numbers).then_some(cells)
}

/// Returns true for the sign of a stone or of an empty cell, such as ⚪.
fn is_picture(sign: char) -> bool {
    ('■'..='◿').contains(&sign)
        || ['⚪', '⚫', '⬜', '⬛', '➖'].contains(&sign)
        || ('🔴'..='🔵').contains(&sign)
        || ('🟠'..='🟫').contains(&sign)
}

/// The largest number of a cell.
const MAX_CELL: usize = CellCount::MAX as usize;

/// Returns the first number of a line of two or more numbers of neighbouring cells, also written without blanks.
pub(super) fn numbered_cells(line: &str) -> Option<usize> {
    let digits: String = line.split_whitespace().collect();
    if digits.len() < 2 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let first: usize = match line.split_whitespace().collect::<Vec<_>>()[..] {
        [_] => 1,
        [first, ..] => first.parse().ok().filter(|first| *first <= MAX_CELL)?,
        [] => return None,
    };
    let mut expected = String::new();
    let mut number = first;
    while expected.len() < digits.len() {
        expected += &number.to_string();
        number += 1;
    }
    (expected == digits && number > first + 1).then_some(first)
}
