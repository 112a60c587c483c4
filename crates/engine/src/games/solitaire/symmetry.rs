//! The symmetries of a board, and the form of a position up to them.

/// The number of the cell at a row and a column; `None` if there is none.
pub(super) fn cell_index(cells: &[(i8, i8)], place: (i8, i8)) -> Option<u8> {
    cells
        .iter()
        .position(|&cell| cell == place)
        .map(|index| index as u8)
}

/// The last row and the last column.
pub(super) fn last_place(cells: &[(i8, i8)]) -> (i8, i8) {
    let last_row = cells.iter().map(|cell| cell.0).max();
    let last_column = cells.iter().map(|cell| cell.1).max();
    (last_row.unwrap_or(0), last_column.unwrap_or(0))
}

/// The image of every cell under each symmetry, the identity first.
pub(super) fn symmetry_images(is_triangle: bool, cells: &[(i8, i8)]) -> Vec<Vec<u8>> {
    let last = last_place(cells);
    let cell_image = |symmetry: u8, cell| {
        let image = if is_triangle {
            turn_triangle(symmetry, cell, last.0 + 1)
        } else {
            turn_rectangle(symmetry, cell, last)
        };
        cell_index(cells, image)
    };
    let symmetry_count = if is_triangle { 6 } else { 8 };
    // A drawing may have few symmetries.
    (0..symmetry_count)
        .filter_map(|symmetry| {
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

/// The image of a cell of a rectangle under reflections in its two axes and one diagonal, a bit each.
fn turn_rectangle(
    symmetry: u8,
    (row, column): (i8, i8),
    (last_row, last_column): (i8, i8),
) -> (i8, i8) {
    let row = if symmetry & 1 == 0 {
        row
    } else {
        last_row - row
    };
    let column = if symmetry & 2 == 0 {
        column
    } else {
        last_column - column
    };
    if symmetry & 4 == 0 {
        (row, column)
    } else {
        (column, row)
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

    /// The symmetries that map a position to itself, as a mask.
    pub fn stabilizer(&self, pegs: u64) -> u8 {
        let images = self.images(pegs);
        (0..self.images.len())
            .filter(|&symmetry| images[symmetry] == pegs)
            .map(|symmetry| 1 << symmetry)
            .sum()
    }

    /// The smallest image of a position under the symmetries of `mask`, at least one.
    #[inline]
    pub fn smallest_image(&self, pegs: u64, mask: u8) -> u64 {
        const IDENTITY: u8 = 1;
        if mask == IDENTITY {
            return pegs;
        }
        let mut smallest = u64::MAX;
        for (symmetry, image) in self.images(pegs).into_iter().enumerate() {
            if mask >> symmetry & 1 == 1 {
                smallest = smallest.min(image);
            }
        }
        smallest
    }

    /// The different images of a position under the symmetries of `mask`.
    pub fn distinct_images(&self, pegs: u64, mask: u8) -> Vec<u64> {
        let mut distinct_images = Vec::new();
        for (symmetry, image) in self.images(pegs).into_iter().enumerate() {
            if mask >> symmetry & 1 == 1 && !distinct_images.contains(&image) {
                distinct_images.push(image);
            }
        }
        distinct_images
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
