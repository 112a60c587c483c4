//! The boards: cells, neighbours, jumps and symmetries, with the form of a position up to the symmetries of its board, and
//! the parity test.
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
            .map(|&cell| parity_code(cell, matches!(shape, Shape::Triangle(_))))
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

/// The number of elements of the largest symmetry group; a smaller group repeats the identity.
const MAX_SYMMETRIES: usize = 8;

/// The symmetries of a board, with tables that map eight cells at a time.
pub(super) struct Symmetries {
    /// The image of every cell under each symmetry, the identity first.
    images: Vec<Vec<u8>>,
    /// The image under every symmetry of each content of each group of eight cells.
    bytes: Vec<Box<[[u64; MAX_SYMMETRIES]; 256]>>,
    /// The symmetries g h⁻¹ for all g of a mask, at `composed[h][mask]`.
    composed: Vec<[u8; 256]>,
}

impl Symmetries {
    pub fn new(images: Vec<Vec<u8>>) -> Self {
        let bytes = (0..images[0].len().div_ceil(8))
            .map(|group| byte_images(&images, 8 * group))
            .collect();
        let composed = images.iter().map(|image| compose(&images, image)).collect();
        Self {
            images,
            bytes,
            composed,
        }
    }

    /// The images of a position under every symmetry, filled up to eight with the identity.
    #[inline]
    pub fn images(&self, pegs: u64) -> [u64; MAX_SYMMETRIES] {
        let mut images = [0; MAX_SYMMETRIES];
        for (group, table) in self.bytes.iter().enumerate() {
            let byte_images = &table[usize::from((pegs >> (8 * group)) as u8)];
            for (image, byte_image) in images.iter_mut().zip(byte_images) {
                *image |= byte_image;
            }
        }
        images
    }

    /// The smallest image of a position, which represents its class.
    #[inline]
    pub fn canonical_form(&self, pegs: u64) -> u64 {
        self.images(pegs).into_iter().fold(u64::MAX, u64::min)
    }

    /// The smallest image and the first symmetry that maps the position to it.
    #[inline]
    pub fn canonical_form_with_symmetry(&self, pegs: u64) -> (u64, usize) {
        let images = self.images(pegs);
        let canonical_form = images.into_iter().fold(u64::MAX, u64::min);
        let symmetry = images.iter().position(|&image| image == canonical_form);
        (canonical_form, symmetry.unwrap_or(0))
    }

    /// The image of a cell under a symmetry.
    #[inline]
    pub fn cell_image(&self, symmetry: usize, cell: u8) -> u8 {
        self.images[symmetry][usize::from(cell)]
    }

    /// The symmetries g h⁻¹ for the g of `mask`, where h is `symmetry`.
    #[inline]
    pub fn compose_with_inverse(&self, symmetry: usize, mask: u8) -> u8 {
        self.composed[symmetry][usize::from(mask)]
    }

    /// The number of different images of a position under the symmetries of `mask`.
    pub fn count_distinct_images(&self, pegs: u64, mask: u8) -> u32 {
        let images = self.images(pegs);
        let mut distinct_images = [0; MAX_SYMMETRIES];
        let mut count = 0;
        for symmetry in (0..MAX_SYMMETRIES).filter(|symmetry| mask >> symmetry & 1 == 1) {
            if !distinct_images[..count].contains(&images[symmetry]) {
                distinct_images[count] = images[symmetry];
                count += 1;
            }
        }
        count as u32
    }
}

/// The images of all contents of the eight cells from cell `first` on.
fn byte_images(images: &[Vec<u8>], first: usize) -> Box<[[u64; MAX_SYMMETRIES]; 256]> {
    let mut table = Box::new([[0; MAX_SYMMETRIES]; 256]);
    for (content, row) in table.iter_mut().enumerate() {
        for (lane, image) in row.iter_mut().enumerate() {
            let cells = images.get(lane).unwrap_or(&images[0]);
            let group = cells.iter().skip(first).take(8).enumerate();
            *image = group
                .filter(|(bit, _)| content >> bit & 1 == 1)
                .map(|(_, &cell)| 1 << cell)
                .sum();
        }
    }
    table
}

/// The symmetries g h⁻¹ for all g of each mask; `images[g]` and `h` are the images of the cells.
fn compose(images: &[Vec<u8>], h: &[u8]) -> [u8; 256] {
    let products: Vec<usize> = images.iter().map(|g| product(images, g, h)).collect();
    let mut table = [0; 256];
    for (mask, composed_mask) in table.iter_mut().enumerate() {
        for (g, product) in products.iter().enumerate() {
            if mask >> g & 1 == 1 {
                *composed_mask |= 1 << product;
            }
        }
    }
    table
}

/// The number of g h⁻¹: the symmetry that maps h(cell) to g(cell).
fn product(images: &[Vec<u8>], g: &[u8], h: &[u8]) -> usize {
    let is_product =
        |product: &Vec<u8>| h.iter().zip(g).all(|(&h, &g)| product[usize::from(h)] == g);
    images
        .iter()
        .position(is_product)
        .expect("the symmetries form a group")
}

/// The contribution of a peg of each colour to the parity bits (colours 0 and 1 differ, colours 1 and 2 differ): the
/// three nonzero elements of Klein's four-group, with the sum zero.
const COLOUR: [u8; 3] = [0b01, 0b11, 0b10];

/// The parity bits of a peg in a cell, two for each colouring.
pub(super) fn parity_code((row, column): (i8, i8), triangle: bool) -> u8 {
    let sum = COLOUR[(row + column).rem_euclid(3) as usize];
    let difference = if triangle {
        0
    } else {
        COLOUR[(row - column).rem_euclid(3) as usize]
    };
    sum | difference << 2
}

/// Returns true if the parities exclude a solution of the position with these pegs, given the parity code of each cell
/// of the board; many other positions have no solution either.
pub(super) fn is_excluded_by_parity(codes: &[u8], peg_cells: impl Iterator<Item = usize>) -> bool {
    let class = peg_cells.fold(0, |sum, cell| sum ^ codes[cell]);
    // Equal parities in a colouring are two zero bits, unlike the code of any cell; a single peg has the class of its
    // cell.
    !codes.contains(&class)
}
