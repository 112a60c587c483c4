//! What a person does at the screen, and whether he stays.

use ratatui::layout::Position;

/// What a person does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    Left,
    Right,
    Up,
    Down,
    First,
    Last,
    /// To the next place where something is possible.
    Next,
    /// Chooses the place at the cursor.
    Choose,
    /// Puts back what is held.
    PutBack,
    Letter(char),
    Press(Position),
    Release(Position),
}

/// Whether the person stays at the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Stay,
    Leave,
}
