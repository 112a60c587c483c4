//! The boards: cells, neighbours, jumps and symmetries.

use super::parity;
use super::symmetry::Symmetries;
use crate::parse::ParseValueError;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// The sides of the triangles; a triangle of side 10 has 55 cells, one of side 11 has more than 64.
const TRIANGLE_SIDES: std::ops::RangeInclusive<usize> = 3..=10;
const ENGLISH_ROWS: [usize; 7] = [3, 3, 7, 7, 7, 3, 3];
const EUROPEAN_ROWS: [usize; 7] = [3, 5, 7, 7, 7, 5, 3];

/// The directions of a triangle as (row, column) steps, in the order of the handout's table.
const TRIANGLE_DIRECTIONS: [(i8, i8); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];
/// The directions of a cross: down, right, up, left.
const CROSS_DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Triangle(usize),
    English,
    European,
}

/// A jump as masks of cells.
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

impl JumpMask {
    /// Returns true if the jump is possible with these pegs.
    pub const fn is_possible(&self, pegs: u64) -> bool {
        pegs & self.changed_cells == self.required_pegs
    }
}

/// The tables of a board.
pub(super) struct BoardTables {
    pub shape: Shape,
    /// The row and the column of each cell, as [`Board::row_and_column`] gives them.
    pub cells: Vec<(i8, i8)>,
    /// All jumps, in the order of [`Board::jumps`].
    pub jump_masks: Vec<JumpMask>,
    /// The parity bits of a peg in a cell.
    pub parity_codes: Vec<u8>,
    pub symmetries: Symmetries,
}

/// A board: a reference to tables that are computed once.
///
/// Its text form is `triangle:n` (n = 3 to 10), `english` (33 cells, a cross) or `european` (37 cells).
#[derive(Clone, Copy)]
pub struct Board(pub(super) &'static BoardTables);

impl Board {
    /// The triangle with `side` cells a side.
    ///
    /// # Errors
    /// When `side` is not 3 to 10.
    pub fn triangle(side: usize) -> Result<Self, ParseValueError> {
        if !TRIANGLE_SIDES.contains(&side) {
            return Err(ParseValueError::new(
                side,
                "side of a triangle, from 3 to 10",
            ));
        }
        Ok(Self::from_shape(Shape::Triangle(side)))
    }

    /// The English cross: 33 cells in rows of 3, 3, 7, 7, 7, 3, 3.
    pub fn english() -> Self {
        Self::from_shape(Shape::English)
    }

    /// The European board: 37 cells in rows of 3, 5, 7, 7, 7, 5, 3.
    pub fn european() -> Self {
        Self::from_shape(Shape::European)
    }

    /// The board of a shape.
    fn from_shape(shape: Shape) -> Self {
        static TABLES: [OnceLock<BoardTables>; 10] = [const { OnceLock::new() }; 10];
        let place = match shape {
            Shape::Triangle(side) => side - TRIANGLE_SIDES.start(),
            Shape::English => 8,
            Shape::European => 9,
        };
        Self(TABLES[place].get_or_init(|| BoardTables::new(shape)))
    }

    /// The number of cells.
    pub fn cell_count(self) -> usize {
        self.0.cells.len()
    }

    /// The empty cell of the usual start: the middle of the last row of a triangle (the handout's 12), the centre of a
    /// cross. Where that start has no solution, it is the next cell (triangle of side 7) or the one before (European cross).
    /// No start of the triangle of side 3 has a solution.
    pub fn default_hole(self) -> usize {
        match self.0.shape {
            Shape::Triangle(7) => 25,
            Shape::Triangle(side) => side * (side - 1) / 2 + side / 2,
            Shape::English => self.cell_count() / 2,
            Shape::European => self.cell_count() / 2 - 1,
        }
    }

    /// The row and the column of a cell, from 0; `None` off the board.
    ///
    /// Columns of a triangle count from its left side; those of a cross from the left of the square of 7.
    pub fn row_and_column(self, cell: usize) -> Option<(usize, usize)> {
        self.0
            .cells
            .get(cell)
            .map(|&(row, column)| (row as usize, column as usize))
    }

    /// The number of rows.
    pub fn row_count(self) -> usize {
        self.0.cells.last().map_or(0, |&(row, _)| row as usize + 1)
    }

    /// Returns true for triangles; their cells have up to six neighbours.
    pub fn is_triangle(self) -> bool {
        matches!(self.0.shape, Shape::Triangle(_))
    }

    /// All jumps of the board as cells (from, over, to), in the order of the search for a first solution: the handout's
    /// order on triangles, and by weight on crosses (see [the rules](super)).
    pub fn jumps(self) -> impl Iterator<Item = (usize, usize, usize)> {
        self.0
            .jump_masks
            .iter()
            .map(|step| (step.from.into(), step.over.into(), step.to.into()))
    }

    /// The images of a cell under the rotations and reflections of the board, the cell included, each at least once;
    /// empty for a cell off the board.
    pub fn symmetric_cells(self, cell: usize) -> Vec<usize> {
        let image = |mask: u64| mask.trailing_zeros() as usize;
        if cell < self.cell_count() {
            self.0.symmetries.images(1 << cell).map(image).to_vec()
        } else {
            Vec::new()
        }
    }

    /// The last cell.
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
            .filter(move |jump_mask| jump_mask.is_possible(pegs))
    }

    fn new(shape: Shape) -> Self {
        let (cells, directions) = match shape {
            Shape::Triangle(side) => (triangle(side), &TRIANGLE_DIRECTIONS[..]),
            Shape::English => (cross(ENGLISH_ROWS), &CROSS_DIRECTIONS[..]),
            Shape::European => (cross(EUROPEAN_ROWS), &CROSS_DIRECTIONS[..]),
        };
        let neighbours: Vec<[Option<u8>; 6]> = cells
            .iter()
            .map(|&cell| neighbours(&cells, cell, directions))
            .collect();
        let parity_codes = cells
            .iter()
            .map(|&cell| parity::parity_code(cell, matches!(shape, Shape::Triangle(_))))
            .collect();
        let symmetries = Symmetries::new(symmetry_images(shape, &cells));
        let mut jump_masks = all_jump_masks(&neighbours);
        if shape == Shape::English || shape == Shape::European {
            let weights = cell_weights(&cells, &neighbours);
            let weight = |cell: u8| weights[usize::from(cell)];
            jump_masks.sort_by_key(|jump| weight(jump.to) - weight(jump.over) - weight(jump.from));
        }
        Self {
            shape,
            jump_masks,
            parity_codes,
            symmetries,
            cells,
        }
    }
}

/// The neighbour of a cell in each direction.
fn neighbours(
    cells: &[(i8, i8)],
    (row, column): (i8, i8),
    directions: &[(i8, i8)],
) -> [Option<u8>; 6] {
    let mut neighbours = [None; 6];
    for (neighbour, (down, right)) in neighbours.iter_mut().zip(directions) {
        *neighbour = cell_index(cells, (row + down, column + right));
    }
    neighbours
}

fn cell_index(cells: &[(i8, i8)], place: (i8, i8)) -> Option<u8> {
    cells
        .iter()
        .position(|&cell| cell == place)
        .map(|index| index as u8)
}

fn triangle(side: usize) -> Vec<(i8, i8)> {
    (0..side as i8)
        .flat_map(|row| (0..=row).map(move |column| (row, column)))
        .collect()
}

fn cross(rows: [usize; 7]) -> Vec<(i8, i8)> {
    let row = |(row, length): (usize, usize)| {
        (0..length).map(move |column| (row as i8, (column + (7 - length) / 2) as i8))
    };
    rows.into_iter().enumerate().flat_map(row).collect()
}

/// All jumps, in the order of the handout's `recupere_coups`: by the cell that jumps, then by direction.
#[doc(alias = "recupere_coups")]
fn all_jump_masks(neighbours: &[[Option<u8>; 6]]) -> Vec<JumpMask> {
    let mut jump_masks = Vec::new();
    for (from, cell_neighbours) in neighbours.iter().enumerate() {
        for (direction, over) in cell_neighbours.iter().enumerate() {
            let Some(over) = *over else { continue };
            let Some(to) = neighbours[usize::from(over)][direction] else {
                continue;
            };
            let required_pegs = 1 << from | 1 << over;
            jump_masks.push(JumpMask {
                from: from as u8,
                over,
                to,
                required_pegs,
                changed_cells: required_pegs | 1 << to,
            });
        }
    }
    jump_masks
}

/// The weight of a peg in each cell of a cross: the squared distance to the centre, and 8 more in a corner, which has
/// two neighbours. With these weights the search for a first solution takes some milliseconds from any hole that has
/// one.
fn cell_weights(cells: &[(i8, i8)], neighbours: &[[Option<u8>; 6]]) -> Vec<i32> {
    let squared_distance = |coordinate: i8| i32::from(coordinate - 3).pow(2);
    let mut weights = Vec::new();
    for (&(row, column), neighbours) in cells.iter().zip(neighbours) {
        let is_corner = neighbours.iter().flatten().count() == 2;
        let corner_weight = if is_corner { 8 } else { 0 };
        weights.push(squared_distance(row) + squared_distance(column) + corner_weight);
    }
    weights
}

/// The image of every cell under each symmetry, the identity first.
fn symmetry_images(shape: Shape, cells: &[(i8, i8)]) -> Vec<Vec<u8>> {
    let symmetry_count = match shape {
        Shape::Triangle(_) => 6,
        Shape::English | Shape::European => 8,
    };
    let cell_image = |symmetry: u8, cell| {
        let image = match shape {
            Shape::Triangle(side) => turn_triangle(symmetry, cell, side as i8),
            Shape::English | Shape::European => turn_square(symmetry, cell),
        };
        cell_index(cells, image).expect("a symmetry keeps the board")
    };
    (0..symmetry_count)
        .map(|symmetry| {
            cells
                .iter()
                .map(|&cell| cell_image(symmetry, cell))
                .collect()
        })
        .collect()
}

/// The image of a cell of a triangle: a permutation of its distances to the three sides; their sum is the side minus 1.
fn turn_triangle(symmetry: u8, (row, column): (i8, i8), side: i8) -> (i8, i8) {
    let [a, b, c] = [column, row - column, side - 1 - row];
    let (column, left) = [(a, b), (b, c), (c, a), (b, a), (c, b), (a, c)][usize::from(symmetry)];
    (column + left, column)
}

/// The image of a cell of the square of 7 under reflections in its two axes and one diagonal, a bit each.
fn turn_square(symmetry: u8, (row, column): (i8, i8)) -> (i8, i8) {
    let row = if symmetry & 1 == 0 { row } else { 6 - row };
    let column = if symmetry & 2 == 0 {
        column
    } else {
        6 - column
    };
    if symmetry & 4 == 0 {
        (row, column)
    } else {
        (column, row)
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.0.shape == other.0.shape
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
        match self.0.shape {
            Shape::Triangle(side) => write!(f, "triangle:{side}"),
            Shape::English => f.write_str("english"),
            Shape::European => f.write_str("european"),
        }
    }
}

impl FromStr for Board {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        match text {
            "english" => Ok(Self::english()),
            "european" => Ok(Self::european()),
            _ => text
                .strip_prefix("triangle:")
                .and_then(|side| side.parse().ok())
                .ok_or_else(|| ParseValueError::new(text, "board: triangle:n, english or european"))
                .and_then(Self::triangle),
        }
    }
}
