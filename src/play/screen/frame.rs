//! The whole window: title, board, what was said, a bar, the keys; and what covers the board when it is long.

use super::{Picture, Screen};
use crate::games::Player;
use crate::lang::Say;
use crate::lang::dialogue::Chair;
use crate::lang::screen::ScreenTalk;
use crate::play::session::Turn;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};

/// Whether colours may be used. Nothing is told by a colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Colours and bold letters.
    Colours,
    /// Signs only.
    Plain,
}

/// What a thing on the screen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Role {
    Title,
    Cursor,
    Open,
    Held,
    RedCard,
    First,
    Second,
    Faint,
    Bar,
}

impl Ink {
    /// How a thing looks.
    pub fn style(self, role: Role) -> Style {
        if self == Self::Plain {
            return Style::new();
        }
        match role {
            Role::Title => Style::new().add_modifier(Modifier::BOLD),
            Role::Cursor => Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD),
            Role::Open => Style::new().fg(Color::Green).add_modifier(Modifier::BOLD),
            Role::Held => Style::new().fg(Color::Magenta).add_modifier(Modifier::BOLD),
            Role::RedCard | Role::First => Style::new().fg(Color::Red),
            Role::Second => Style::new().fg(Color::Blue),
            Role::Faint => Style::new().add_modifier(Modifier::DIM),
            Role::Bar => Style::new().add_modifier(Modifier::REVERSED),
        }
    }
}

/// What a game has to know to draw itself.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// Where its places are.
    pub spots: &'a [Rect],
    /// The place where the cursor is.
    pub cursor: usize,
    /// The place that is held.
    pub held: Option<usize>,
    /// Colours or not.
    pub ink: Ink,
}

impl Look<'_> {
    /// Writes on a line of the board, cut at the edge of the window.
    pub fn write(&self, buffer: &mut Buffer, (x, y): (u16, u16), text: &str, role: Option<Role>) {
        let style = role.map_or(Style::new(), |role| self.ink.style(role));
        write(buffer, (x, y), text, style);
    }

    /// A frame, of two lines at the cursor.
    pub fn border(&self, buffer: &mut Buffer, area: Rect, at_cursor: bool, role: Option<Role>) {
        let style = role.map_or(Style::new(), |role| self.ink.style(role));
        let signs = if at_cursor {
            ["╔", "═", "╗", "║", "╚", "╝"]
        } else {
            ["┌", "─", "┐", "│", "└", "┘"]
        };
        let inner = usize::from(area.width.saturating_sub(2));
        let line = |left: &str, right: &str| format!("{left}{}{right}", signs[1].repeat(inner));
        let bottom = area.y + area.height.saturating_sub(1);
        write(buffer, (area.x, area.y), &line(signs[0], signs[2]), style);
        write(buffer, (area.x, bottom), &line(signs[4], signs[5]), style);
        for y in area.y + 1..bottom {
            write(buffer, (area.x, y), signs[3], style);
            write(buffer, (area.x + area.width.saturating_sub(1), y), signs[3], style);
        }
    }
}

fn write(buffer: &mut Buffer, (x, y): (u16, u16), text: &str, style: Style) {
    let area = *buffer.area();
    if area.contains((x, y).into()) {
        buffer.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}

/// The parts of a window.
struct Parts {
    title: Rect,
    board: Rect,
    said: Rect,
    bar: Rect,
    keys: Rect,
}

/// A window of fewer columns or rows shows no game.
const LEAST: Size = Size { width: 24, height: 8 };

impl Parts {
    fn new(area: Rect) -> Option<Self> {
        if area.width < LEAST.width || area.height < LEAST.height {
            return None;
        }
        let said = (area.height / 8).min(4);
        let line = |y, height| Rect { y: area.y + y, height, ..area };
        let board = area.height - said - 3;
        Some(Self {
            title: line(0, 1),
            board: line(1, board),
            said: line(1 + board, said),
            bar: line(1 + board + said, 1),
            keys: line(2 + board + said, 1),
        })
    }
}

impl<G: Picture> Screen<G> {
    fn area(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.size.width, height: self.size.height }
    }

    /// Where the places of the game are; `None` when the window is too small.
    pub(super) fn spots(&self) -> Option<Vec<Rect>> {
        G::spots(&self.session, Parts::new(self.area())?.board)
    }

    /// What covers the board: the help, or a text too long for its lines.
    fn cover(&self, parts: &Parts) -> Option<Vec<String>> {
        if self.help {
            // The last lines of the rules, which are indented, are for those who play by lines.
            let rules = G::rules(&self.session).say(self.lang);
            let rules = rules.lines().filter(|line| !line.starts_with("  ")).collect::<Vec<_>>().join(" ");
            let keys = ScreenTalk::Help { game: G::NAME_ON_SCREEN }.say(self.lang);
            return Some(wrapped(&format!("{rules}\n\n{keys}"), inner_width(parts.board)));
        }
        let long = wrapped(&self.said, parts.said.width).len() > usize::from(parts.said.height);
        long.then(|| wrapped(&self.said, inner_width(parts.board)))
    }

    /// Whether something covers the board; any key then takes it away.
    pub(super) fn covered(&self) -> bool {
        Parts::new(self.area()).is_some_and(|parts| self.spots().is_some() && self.cover(&parts).is_some())
    }

    /// Draws everything into a buffer that has the size of the window.
    pub fn draw(&self, buffer: &mut Buffer) {
        let area = self.area().intersection(*buffer.area());
        Clear.render(area, buffer);
        let (Some(parts), Some(spots)) = (Parts::new(area).filter(|_| area == self.area()), self.spots()) else {
            lines(buffer, area, &wrapped(&ScreenTalk::TooSmall.say(self.lang), area.width));
            return;
        };
        let title = G::title(&self.session).say(self.lang);
        write(buffer, (parts.title.x, parts.title.y), title.trim(), self.ink.style(Role::Title));
        let look = Look { spots: &spots, cursor: self.cursor, held: self.held, ink: self.ink };
        G::draw(&self.session, &look, buffer);
        let cover = self.cover(&parts);
        if cover.is_none() {
            lines(buffer, parts.said, &wrapped(&self.said, parts.said.width));
        }
        let bar = format!(" {:<1$}", self.bar(), usize::from(parts.bar.width));
        write(buffer, (parts.bar.x, parts.bar.y), &bar, self.ink.style(Role::Bar));
        let keys = match cover {
            Some(_) => ScreenTalk::AnyKey,
            None => ScreenTalk::Keys { game: G::NAME_ON_SCREEN },
        };
        let faint = self.ink.style(Role::Faint);
        write(buffer, (parts.keys.x, parts.keys.y), &format!(" {}", keys.say(self.lang)), faint);
        if let Some(text) = cover {
            popup(buffer, parts.board, &text);
        }
    }

    fn bar(&self) -> String {
        let bar = G::bar(&self.session).say(self.lang);
        if !self.script.is_empty() {
            return format!("{bar} · {}", ScreenTalk::SolverPlays.say(self.lang));
        }
        match self.session.turn() {
            Turn::Machine(player) => {
                let chair = Chair::Machine(self.session.kind(player).to_string());
                let player = if player == Player::One { 1 } else { 2 };
                format!("{bar} · {}", ScreenTalk::Thinks { player, chair }.say(self.lang))
            }
            Turn::Over(_) => format!("{bar} · {}", ScreenTalk::Ended.say(self.lang)),
            Turn::Person(_) => bar,
        }
    }
}

/// The widest line of a text that covers the board.
fn inner_width(board: Rect) -> u16 {
    board.width.saturating_sub(6).clamp(1, 76)
}

/// A text in a frame in the middle of the board, cut if need be.
fn popup(buffer: &mut Buffer, board: Rect, text: &[String]) {
    let most = usize::from(board.height.saturating_sub(2));
    let mut text = text.to_vec();
    if text.len() > most {
        text.truncate(most.saturating_sub(1));
        text.push("…".into());
    }
    let width = text.iter().map(|line| Line::from(line.as_str()).width()).max().unwrap_or(0) as u16 + 4;
    let size = Size { width: width.min(board.width), height: (text.len() as u16 + 2).min(board.height) };
    let corner = (board.x + (board.width - size.width) / 2, board.y + (board.height - size.height) / 2);
    let area = super::spots::rect(corner, size);
    Clear.render(area, buffer);
    let block = Block::bordered();
    let inner = block.inner(area);
    block.render(area, buffer);
    lines(buffer, Rect { x: inner.x + 1, width: inner.width.saturating_sub(1), ..inner }, &text);
}

fn lines(buffer: &mut Buffer, area: Rect, text: &[String]) {
    for (line, y) in text.iter().zip(area.y..area.bottom()) {
        buffer.set_stringn(area.x, y, line, area.width.into(), Style::new());
    }
}

/// A text in lines of at most so many columns, broken between words where that is possible.
fn wrapped(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let long = Line::from(line.as_str()).width() + 1 + Line::from(word).width() > width;
            if long && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            for sign in word.chars() {
                let mut longer = line.clone();
                longer.push(sign);
                if Line::from(longer.as_str()).width() > width {
                    lines.push(std::mem::replace(&mut line, sign.to_string()));
                } else {
                    line = longer;
                }
            }
        }
        lines.push(line);
    }
    lines
}
