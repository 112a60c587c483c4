//! What a person does at the screen, and whether he stays.

use ratatui::layout::Position;

/// What a person does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// To the place on the left.
    Left,
    /// To the place on the right.
    Right,
    /// To the place above.
    Up,
    /// To the place below.
    Down,
    /// To the first place.
    First,
    /// To the last place.
    Last,
    /// To the next place where something is possible.
    Next,
    /// Chooses the place at the cursor.
    Choose,
    /// Puts back what is held.
    PutBack,
    /// A letter or a digit.
    Letter(char),
    /// The mouse goes down.
    Press(Position),
    /// The mouse comes up.
    Release(Position),
}

/// Whether the person stays at the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// He stays.
    Stay,
    /// He wants to leave.
    Leave,
}
