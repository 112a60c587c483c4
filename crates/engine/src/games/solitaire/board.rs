//! The boards: cells, neighbours and jumps, boards that are drawn as lines of text, and the parity test.
//!
//! # The parity test
//! The test finds positions without a solution (Reiss 1857; Conway's colouring).
//!
//! The cells have three colours such that any three cells in a line have different colours: (row + column) mod 3, and
//! on the crosses also (row - column) mod 3. A jump empties two cells and fills a third, all of different colours, so
//! it changes the parity of the number of pegs of every colour. Equality of the parities of two colours never changes.
//! With a single peg, one colour is odd and two are even. So a position has no solution when
//!
//! - in some colouring all three parities are equal, or
//! - there is no cell that has, in every colouring, the colour with the single different parity.

use crate::parse::ParseValueError;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

/// The sides of the triangles; a triangle of side 10 has 55 cells, one of side 11 has more than 64.
const TRIANGLE_SIDES: std::ops::RangeInclusive<usize> = 3..=10;
const ENGLISH_ROWS: &str = "  ooo\n  ooo\nooooooo\nooooooo\nooooooo\n  ooo\n  ooo";
const EUROPEAN_ROWS: &str = "  ooo\n ooooo\nooooooo\nooooooo\nooooooo\n ooooo\n  ooo";

/// The directions of a triangle as (row, column) steps, in the order of the handout's table.
const TRIANGLE_DIRECTIONS: [(i8, i8); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];
const CROSS_DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

#[derive(Clone, Copy, Debug)]
pub(super) struct JumpMask {
    pub from: u8,
    pub over: u8,
    pub to: u8,
    /// The cells that must hold pegs.
    pub required_pegs: u64,
    /// The three cells, all of which change.
    pub changed_cells: u64,
}

pub(super) struct BoardTables {
    name: String,
    is_triangle: bool,
    default_hole: usize,
    /// The row and the column of each cell, as [`Board::row_and_column`] gives them.
    pub cells: Vec<(i8, i8)>,
    pegs: u64,
    /// All jumps, in the order of [`Board::jumps`].
    pub jump_masks: Vec<JumpMask>,
    /// The parity bits of a peg in a cell.
    pub parity_codes: Vec<u8>,
}

/// A board: a reference to tables that are computed once.
///
/// Its text form is `triangle:n` (n = 3 to 10), `english` (33 cells, a cross), `european` (37 cells), or `rows:` and a
/// drawing, such as `rows:ooo/oxo/ooo`.
#[derive(Clone, Copy)]
pub struct Board(pub(super) &'static BoardTables);

impl Board {
    /// The triangle with `side` cells a side.
    ///
    /// # Errors
    /// When `side` is not 3 to 10.
    pub fn triangle(side: usize) -> Result<Self, ParseValueError> {
        if !TRIANGLE_SIDES.contains(&side) {
            let expected = "side of a triangle, from 3 to 10";
            return Err(ParseValueError::new(side, expected));
        }
        let rows: Vec<String> = (1..=side).map(|length| "o".repeat(length)).collect();
        let hole = if side == 7 {
            25
        } else {
            side * (side - 1) / 2 + side / 2
        };
        Ok(Self::with_name(
            format!("triangle:{side}"),
            &rows.join("\n"),
            hole,
        ))
    }

    /// The English cross: 33 cells in rows of 3, 3, 7, 7, 7, 3, 3.
    pub fn english() -> Self {
        Self::with_name("english".to_owned(), ENGLISH_ROWS, 16)
    }

    /// The European board: 37 cells in rows of 3, 5, 7, 7, 7, 5, 3.
    pub fn european() -> Self {
        Self::with_name("european".to_owned(), EUROPEAN_ROWS, 17)
    }

    fn with_name(name: String, rows: &str, default_hole: usize) -> Self {
        let drawing = Drawing::parse(rows).expect("the drawing of a known board");
        Self::with_tables(name, drawing, default_hole)
    }

    /// The board of a drawing: in each line `o` for a peg, `x` for an empty cell, a blank or `.` for no cell. Pegs jump in
    /// four directions. The drawing is also the start of a game, unless all its cells have pegs.
    ///
    /// # Errors
    /// When a character is another one, no cell has a peg, or there are more than 64 cells, lines or columns.
    pub fn from_drawing(text: &str) -> Result<Self, DrawingError> {
        let drawing = Drawing::parse(text)?;
        let cells = drawing.cells.len();
        let first_empty_cell = drawing.pegs.trailing_ones() as usize;
        let default_hole = if first_empty_cell < cells {
            first_empty_cell
        } else {
            cells / 2
        };
        let name = format!("rows:{}", drawing.rows);
        Ok(Self::with_tables(name, drawing, default_hole))
    }

    fn with_tables(name: String, drawing: Drawing, default_hole: usize) -> Self {
        static TABLES: Mutex<Vec<&'static BoardTables>> = Mutex::new(Vec::new());
        let mut boards = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tables) = boards.iter().find(|tables| tables.name == name) {
            return Self(tables);
        }
        let tables = Box::leak(Box::new(BoardTables::new(name, drawing, default_hole)));
        boards.push(tables);
        Self(tables)
    }

    pub(super) fn only_start(self) -> Option<u64> {
        let empty_cells = self.cell_count() - self.0.pegs.count_ones() as usize;
        (empty_cells > 1).then_some(self.0.pegs)
    }

    /// The number of cells.
    pub fn cell_count(self) -> usize {
        self.0.cells.len()
    }

    /// The empty cell of the usual start: the middle of the last row of a triangle (the handout's 12), the centre of a
    /// cross. Where that start has no solution, it is the next cell (triangle of side 7) or the one before (European cross).
    /// No start of the triangle of side 3 has a solution. Of a drawing it is the first empty cell, or the middle cell if
    /// all have pegs.
    pub fn default_hole(self) -> usize {
        self.0.default_hole
    }

    /// The row and the column of a cell, from 0; `None` off the board.
    ///
    /// Columns of a triangle count from its left side; those of other boards from the leftmost cell.
    pub fn row_and_column(self, cell: usize) -> Option<(usize, usize)> {
        let place = self.0.cells.get(cell);
        place.map(|&(row, column)| (row as usize, column as usize))
    }

    /// The number of rows.
    pub fn row_count(self) -> usize {
        last_place(&self.0.cells).0 as usize + 1
    }

    /// The number of columns.
    pub fn column_count(self) -> usize {
        last_place(&self.0.cells).1 as usize + 1
    }

    /// Returns true for triangles; their cells have up to six neighbours.
    pub fn is_triangle(self) -> bool {
        self.0.is_triangle
    }

    /// All jumps of the board as cells (from, over, to), in the order of the search for a first solution: the handout's
    /// order on triangles, and by weight on crosses (see [the rules](super)).
    pub fn jumps(self) -> impl Iterator<Item = (usize, usize, usize)> {
        let jump_masks = self.0.jump_masks.iter();
        jump_masks.map(|step| (step.from.into(), step.over.into(), step.to.into()))
    }

    pub(super) fn last_cell(self) -> usize {
        self.cell_count() - 1
    }
}

impl BoardTables {
    /// The jumps that are possible with these pegs.
    #[inline]
    pub fn possible_jumps(&self, pegs: u64) -> impl Iterator<Item = &JumpMask> {
        self.jump_masks
            .iter()
            .filter(move |jump| pegs & jump.changed_cells == jump.required_pegs)
    }

    fn new(name: String, drawing: Drawing, default_hole: usize) -> Self {
        let is_triangle = name.starts_with("triangle");
        let cells = drawing.cells;
        let jump_masks = if is_triangle {
            all_jump_masks(&cells, &TRIANGLE_DIRECTIONS)
        } else {
            let weights: Vec<i32> = cells
                .iter()
                .map(|&cell| cell_weight(&cells, cell))
                .collect();
            let weight = |cell: u8| weights[usize::from(cell)];
            let mut jump_masks = all_jump_masks(&cells, &CROSS_DIRECTIONS);
            jump_masks.sort_by_key(|jump| weight(jump.to) - weight(jump.over) - weight(jump.from));
            jump_masks
        };
        let parity_codes = cells.iter().map(|&cell| parity_code(cell, is_triangle));
        Self {
            name,
            is_triangle,
            default_hole,
            jump_masks,
            parity_codes: parity_codes.collect(),
            pegs: drawing.pegs,
            cells,
        }
    }
}

fn last_place(cells: &[(i8, i8)]) -> (i8, i8) {
    let last_row = cells.iter().map(|cell| cell.0).max();
    let last_column = cells.iter().map(|cell| cell.1).max();
    (last_row.unwrap_or(0), last_column.unwrap_or(0))
}

/// All jumps, in the order of the handout's `recupere_coups`: by the cell that jumps, then by direction.
#[doc(alias = "recupere_coups")]
fn all_jump_masks(cells: &[(i8, i8)], directions: &[(i8, i8)]) -> Vec<JumpMask> {
    let cell_at = |place: (i8, i8)| cells.iter().position(|&cell| cell == place);
    let mut jump_masks = Vec::new();
    for (from, &(row, column)) in cells.iter().enumerate() {
        for (down, right) in directions {
            let over = cell_at((row + down, column + right));
            let to = cell_at((row + 2 * down, column + 2 * right));
            if let (Some(over), Some(to)) = (over, to) {
                let required_pegs = 1 << from | 1 << over;
                jump_masks.push(JumpMask {
                    from: from as u8,
                    over: over as u8,
                    to: to as u8,
                    required_pegs,
                    changed_cells: required_pegs | 1 << to,
                });
            }
        }
    }
    jump_masks
}

/// The weight of a peg in a cell of a board with four directions: the squared double distance to the centre, and 32 more in
/// a corner, which has two neighbours. With these weights the search for a first solution of a cross takes some milliseconds
/// from any hole that has one.
fn cell_weight(cells: &[(i8, i8)], (row, column): (i8, i8)) -> i32 {
    let (last_row, last_column) = last_place(cells);
    let squared_distance = |coordinate: i8, last: i8| i32::from(2 * coordinate - last).pow(2);
    let is_neighbour = |&&(other_row, other_column): &&(i8, i8)| {
        row.abs_diff(other_row) + column.abs_diff(other_column) == 1
    };
    let is_corner = cells.iter().filter(is_neighbour).count() == 2;
    let corner_weight = if is_corner { 32 } else { 0 };
    squared_distance(row, last_row) + squared_distance(column, last_column) + corner_weight
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}

impl FromStr for Board {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        if let Some(rows) = text.strip_prefix("rows:") {
            let board = Self::from_drawing(&rows.replace('/', "\n"));
            return board
                .map_err(|_| ParseValueError::new(text, "board with rows of o, x and dots"));
        }
        match text {
            "english" => Ok(Self::english()),
            "european" => Ok(Self::european()),
            _ => text
                .strip_prefix("triangle:")
                .and_then(|side| side.parse().ok())
                .ok_or_else(|| {
                    ParseValueError::new(text, "board: triangle:n, english, european or rows:…")
                })
                .and_then(Self::triangle),
        }
    }
}

/// The contribution of a peg of each colour to the parity bits (colours 0 and 1 differ, colours 1 and 2 differ): the
/// three nonzero elements of Klein's four-group, with the sum zero.
const COLOUR: [u8; 3] = [0b01, 0b11, 0b10];

fn parity_code((row, column): (i8, i8), is_triangle: bool) -> u8 {
    let sum = COLOUR[(row + column).rem_euclid(3) as usize];
    let difference = if is_triangle {
        0
    } else {
        COLOUR[(row - column).rem_euclid(3) as usize]
    };
    sum | difference << 2
}

/// True if the parities exclude a solution of the position with these pegs, given the parity code of each cell
/// of the board; many other positions have no solution either.
pub(super) fn is_excluded_by_parity(codes: &[u8], peg_cells: impl Iterator<Item = usize>) -> bool {
    let class = peg_cells.fold(0, |sum, cell| sum ^ codes[cell]);
    // Equal parities in a colouring are two zero bits, unlike the code of any cell; a single peg has the class of its
    // cell.
    !codes.contains(&class)
}

/// The largest number of cells of a board, and of lines and columns of a drawing.
const MAX_CELLS: usize = 64;
const GAPS: [char; 2] = [' ', '.'];

/// A drawn board and its pegs: `o` for a peg, `x` for an empty cell, a blank or `.` for no cell.
struct Drawing {
    /// The lines from the first to the last cell, separated by `/`, with `.` for no cell.
    rows: String,
    /// The row and the column of each cell, from 0.
    cells: Vec<(i8, i8)>,
    /// The set of the cells that have a peg: cell i is bit i.
    pegs: u64,
}

/// The reason why a drawing is not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawingError {
    /// An unknown character, or more than 64 cells, at this line and column, which count from 1.
    #[error("line {0}, column {1}: expected o, x, a blank or a dot, and at most 64 cells")]
    Character(usize, usize),
    /// No cell has a peg.
    #[error("there is no peg (o)")]
    NoPeg,
}

impl Drawing {
    fn parse(text: &str) -> Result<Self, DrawingError> {
        check_characters(text)?;
        let rows = rows_without_margins(text);
        let mut cells = Vec::new();
        let mut pegs = 0;
        for (row, line) in rows.split('/').enumerate() {
            for (column, character) in line.chars().enumerate() {
                if character != '.' {
                    pegs |= u64::from(character == 'o') << cells.len();
                    cells.push((row as i8, column as i8));
                }
            }
        }
        if pegs == 0 {
            return Err(DrawingError::NoPeg);
        }
        Ok(Self { rows, cells, pegs })
    }
}

fn check_characters(text: &str) -> Result<(), DrawingError> {
    let mut cell_count = 0;
    for (line, characters) in (1..).zip(text.lines()) {
        for (column, character) in (1..).zip(characters.trim_end().chars()) {
            let is_cell = matches!(character, 'o' | 'x');
            cell_count += usize::from(is_cell);
            let is_too_large = cell_count.max(line).max(column) > MAX_CELLS;
            if is_too_large || !(is_cell || GAPS.contains(&character)) {
                return Err(DrawingError::Character(line, column));
            }
        }
    }
    Ok(())
}

fn rows_without_margins(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.trim_end().trim_end_matches(GAPS))
        .collect();
    let margin = lines.iter().filter_map(|line| line.find(['o', 'x'])).min();
    let rows: Vec<&str> = lines
        .iter()
        .map(|line| line.get(margin.unwrap_or(0)..).unwrap_or_default())
        .collect();
    rows.join("/").trim_matches('/').replace(' ', ".")
}
