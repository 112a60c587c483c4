//! What a grid or a board shows: cells or circles, each with a text and a colour.

/// A table of coloured cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// What the columns are; may be empty.
    pub column_label: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The heads of the rows, top row first.
    pub rows: Vec<String>,
    /// The cells of each row, from the left.
    pub cells: Vec<Vec<Cell>>,
    /// What the colours mean, as far as it is said.
    pub key: Vec<(Shade, String)>,
}

/// A cell of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// What is written in it; may be empty.
    pub text: String,
    /// Its colour.
    pub shade: Shade,
}

/// The colour of a cell or of a hole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shade {
    /// From 0 (lightest) to 1 (darkest).
    Share(f64),
    /// The colour with this number, lightened.
    Category(usize),
}

/// Circles at given places, for instance the holes of a solitaire board.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The circles.
    pub holes: Vec<Hole>,
}

/// A circle of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Hole {
    /// To the right, in any unit.
    pub x: f64,
    /// Downwards, in the same unit.
    pub y: f64,
    /// What is written in it.
    pub text: String,
    /// A small second line, for instance the number of the hole; may be empty.
    pub name: String,
    /// Its colour.
    pub shade: Shade,
}
