//! What keys and the mouse mean to a game on the whole screen.

use crate::play::screen::Input;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::layout::Position;

/// Whether a key is pressed together with the control key.
pub fn is_control(key: KeyEvent, letter: char) -> bool {
    key.kind != KeyEventKind::Release && key.code == KeyCode::Char(letter) && key.modifiers == KeyModifiers::CONTROL
}

/// What an event of the terminal means to a game, if anything.
pub fn input(event: &Event) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            let letters = key.modifiers.difference(KeyModifiers::SHIFT).is_empty();
            match key.code {
                KeyCode::Left => Some(Input::Left),
                KeyCode::Right => Some(Input::Right),
                KeyCode::Up => Some(Input::Up),
                KeyCode::Down => Some(Input::Down),
                KeyCode::Home => Some(Input::First),
                KeyCode::End => Some(Input::Last),
                KeyCode::Tab => Some(Input::Next),
                KeyCode::Enter | KeyCode::Char(' ') => Some(Input::Choose),
                KeyCode::Esc | KeyCode::Backspace => Some(Input::PutBack),
                KeyCode::Char(letter) if letters => Some(Input::Letter(letter)),
                _ => None,
            }
        }
        Event::Mouse(mouse) => {
            let position = Position { x: mouse.column, y: mouse.row };
            match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Some(Input::Press(position)),
                MouseEventKind::Up(MouseButton::Left) => Some(Input::Release(position)),
                _ => None,
            }
        }
        _ => None,
    }
}
