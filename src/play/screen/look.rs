//! How things look: signs always, colours where there are any.

use crate::lang::Lang;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// Whether colours may be used. Nothing is told by a colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Colours and bold letters.
    Colours,
    /// Signs only.
    Plain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Title,
    /// What the cursor is on.
    Cursor,
    /// Where something is possible.
    Open,
    /// What is in the hand, or kept from the player.
    Held,
    RedCard,
    /// What belongs to player 1.
    First,
    /// What belongs to player 2.
    Second,
    /// What matters less.
    Faint,
    Bar,
}

impl Ink {
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
    pub cursor: usize,
    pub held: Option<usize>,
    pub ink: Ink,
    pub lang: Lang,
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

/// Writes on a line, cut at the edge of the buffer.
pub(super) fn write(buffer: &mut Buffer, (x, y): (u16, u16), text: &str, style: Style) {
    let area = *buffer.area();
    if area.contains((x, y).into()) {
        buffer.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}
