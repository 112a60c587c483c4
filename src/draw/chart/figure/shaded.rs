//! What a grid or a board shows: cells or circles, each with a text and a colour.

/// A table of coloured cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// What the columns are; may be empty.
    pub column_label: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// What the rows are; may be empty.
    pub row_label: String,
    /// The heads of the rows, top row first.
    pub rows: Vec<String>,
    /// The cells of each row, from the left.
    pub cells: Vec<Vec<Cell>>,
    /// What the colours mean.
    pub key: Key,
}

/// A cell of a grid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// What is written in it; may be empty.
    pub text: String,
    /// Its colour.
    pub shade: Shade,
}

/// The colour of a cell or of a hole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Shade {
    /// None.
    #[default]
    Blank,
    /// From 0 (lightest) to 1 (darkest).
    Share(f64),
    /// The colour with this number, lightened.
    Category(usize),
}

/// What the colours of a grid or a board mean.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Key {
    /// Not said.
    #[default]
    None,
    /// Names of shades.
    Names(Vec<(Shade, String)>),
    /// A bar from the lightest to the darkest colour.
    Bar {
        /// What it measures; may be empty.
        label: String,
        /// Places from 0 to 1 with what is written there.
        ticks: Vec<(f64, String)>,
    },
}

/// Circles at given places, for instance the holes of a solitaire board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// The circles.
    pub holes: Vec<Hole>,
    /// Pairs of circles, by their index, that a thin line joins.
    pub lines: Vec<(usize, usize)>,
    /// What the colours mean.
    pub key: Key,
}

/// A circle of a board.
#[derive(Clone, Debug, Default, PartialEq)]
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
