//! The window: where its parts lie, texts broken into lines, and what covers the board when it is long.

use super::spots::rect;
use crate::lang::folded;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};

#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) title: Rect,
    pub(super) board: Rect,
    /// Below the board; no line of it where there is no room.
    pub(super) legend: Rect,
    pub(super) said: Rect,
    pub(super) bar: Rect,
    pub(super) keys: Rect,
}

/// A window of fewer columns or rows shows no game.
const LEAST: Size = Size { width: 24, height: 8 };

impl Parts {
    /// The parts of an area; `None` when it is too small for any game.
    pub(super) fn new(area: Rect) -> Option<Self> {
        if area.width < LEAST.width || area.height < LEAST.height {
            return None;
        }
        let said = (area.height / 8).min(4);
        let line = |y, height| Rect { y: area.y + y, height, ..area };
        let board = area.height - said - 3;
        Some(Self {
            title: line(0, 1),
            board: line(1, board),
            legend: line(1 + board, 0),
            said: line(1 + board, said),
            bar: line(1 + board + said, 1),
            keys: line(2 + board + said, 1),
        })
    }

    /// The legend takes the last line of the board.
    pub(super) fn with_legend_of_board(&self) -> Self {
        let board = Rect { height: self.board.height - 1, ..self.board };
        Self { board, legend: Rect { y: board.bottom(), height: 1, ..board }, ..*self }
    }

    /// The legend takes the first line of the words, if another one is left.
    pub(super) fn with_legend_of_words(&self) -> Self {
        let Rect { y, height, .. } = self.said;
        if height < 2 {
            return *self;
        }
        let said = Rect { y: y + 1, height: height - 1, ..self.said };
        Self { legend: Rect { height: 1, ..self.said }, said, ..*self }
    }
}

/// The widest line of a text that covers the board.
pub(super) fn inner_width(board: Rect) -> u16 {
    board.width.saturating_sub(6).clamp(1, 76)
}

/// A text in a frame in the middle of the board, cut if need be.
pub(super) fn popup(buffer: &mut Buffer, board: Rect, text: &[String]) {
    let most = usize::from(board.height.saturating_sub(2));
    let mut text = text.to_vec();
    if text.len() > most {
        text.truncate(most.saturating_sub(1));
        text.push("…".into());
    }
    let width = text.iter().map(|line| Line::from(line.as_str()).width()).max().unwrap_or(0) as u16 + 4;
    let size = Size { width: width.min(board.width), height: (text.len() as u16 + 2).min(board.height) };
    let corner = (board.x + (board.width - size.width) / 2, board.y + (board.height - size.height) / 2);
    let area = rect(corner, size);
    Clear.render(area, buffer);
    let block = Block::bordered();
    let inner = block.inner(area);
    block.render(area, buffer);
    lines(buffer, Rect { x: inner.x + 1, width: inner.width.saturating_sub(1), ..inner }, &text);
}

/// What stands between the parts of a line.
pub(super) const BETWEEN: &str = " · ";

/// A line of at most so many columns: as many of its parts as there is room for, or else the first words of the first one.
pub(super) fn cut(line: &str, width: u16) -> String {
    let fits = |line: &str| Line::from(line).width() <= width.into();
    let ends = std::iter::once(line.len()).chain(line.rmatch_indices(BETWEEN).map(|(end, _)| end));
    let parts = ends.map(|end| &line[..end]).find(|line| fits(line));
    parts.map_or_else(
        || wrapped(line, width.saturating_sub(2)).first().map_or_else(String::new, |words| format!("{words} …")),
        str::to_owned,
    )
}

/// Lines of text from the top of an area, cut at its edges.
pub(super) fn lines(buffer: &mut Buffer, area: Rect, text: &[String]) {
    for (line, y) in text.iter().zip(area.y..area.bottom()) {
        buffer.set_stringn(area.x, y, line, area.width.into(), Style::new());
    }
}

/// A text in lines of at most so many columns, broken between words; a longer word is cut where it is drawn.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
    let broken = |line: &str| folded(line.split_whitespace(), " ", width.into());
    text.lines().flat_map(|line| broken(line).split('\n').map(str::to_owned).collect::<Vec<_>>()).collect()
}
