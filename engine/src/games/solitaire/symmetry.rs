//! Positions up to the rotations and reflections of their board.

/// As many lanes as the largest group has elements; a smaller group repeats the identity.
const LANES: usize = 8;

/// The symmetries of a board, ready to map positions eight cells at a time.
pub(super) struct Symmetries {
    /// The image of every cell, for each symmetry; the identity first.
    images: Vec<Vec<u8>>,
    /// For each group of eight cells and each content of it, its image under every symmetry.
    bytes: Vec<Box<[[u64; LANES]; 256]>>,
    /// `moved[h][mask]`: the symmetries g h⁻¹ for all g of a mask.
    moved: Vec<[u8; 256]>,
}

impl Symmetries {
    pub fn new(images: Vec<Vec<u8>>) -> Self {
        let bytes = (0..images[0].len().div_ceil(8)).map(|group| byte_images(&images, 8 * group)).collect();
        let moved = images.iter().map(|image| moved(&images, image)).collect();
        Self { images, bytes, moved }
    }

    /// The images of a position under every symmetry (the identity repeated up to eight).
    #[inline]
    pub fn all(&self, pegs: u64) -> [u64; LANES] {
        let mut all = [0; LANES];
        for (group, table) in self.bytes.iter().enumerate() {
            let images = &table[usize::from((pegs >> (8 * group)) as u8)];
            for (whole, part) in all.iter_mut().zip(images) {
                *whole |= part;
            }
        }
        all
    }

    /// The least image of a position, which stands for its class.
    #[inline]
    pub fn least(&self, pegs: u64) -> u64 {
        self.all(pegs).into_iter().fold(u64::MAX, u64::min)
    }

    /// The least image and the first symmetry that leads to it.
    #[inline]
    pub fn least_by(&self, pegs: u64) -> (u64, usize) {
        let all = self.all(pegs);
        let least = all.into_iter().fold(u64::MAX, u64::min);
        (least, all.iter().position(|&image| image == least).unwrap_or(0))
    }

    /// Where a symmetry takes a cell.
    #[inline]
    pub fn cell(&self, symmetry: usize, cell: u8) -> u8 {
        self.images[symmetry][usize::from(cell)]
    }

    /// The symmetries g h⁻¹ for the g of `mask`, where h is `symmetry`.
    #[inline]
    pub fn moved(&self, symmetry: usize, mask: u8) -> u8 {
        self.moved[symmetry][usize::from(mask)]
    }

    /// How many different positions the symmetries of `mask` make of a position.
    pub fn distinct(&self, pegs: u64, mask: u8) -> u32 {
        let all = self.all(pegs);
        let mut seen = [0; LANES];
        let mut count = 0;
        for symmetry in (0..LANES).filter(|symmetry| mask >> symmetry & 1 == 1) {
            if !seen[..count].contains(&all[symmetry]) {
                seen[count] = all[symmetry];
                count += 1;
            }
        }
        count as u32
    }
}

fn byte_images(images: &[Vec<u8>], first: usize) -> Box<[[u64; LANES]; 256]> {
    let mut table = Box::new([[0; LANES]; 256]);
    for (content, row) in table.iter_mut().enumerate() {
        for (lane, image) in row.iter_mut().enumerate() {
            let cells = images.get(lane).unwrap_or(&images[0]);
            let moved = cells.iter().skip(first).take(8).enumerate();
            *image = moved.filter(|(bit, _)| content >> bit & 1 == 1).map(|(_, &cell)| 1 << cell).sum();
        }
    }
    table
}

fn moved(images: &[Vec<u8>], by: &[u8]) -> [u8; 256] {
    // product[g] = the number of g h⁻¹: the symmetry that takes h(cell) to g(cell).
    let product: Vec<usize> = images
        .iter()
        .map(|image| {
            let is_product = |candidate: &Vec<u8>| by.iter().zip(image).all(|(&h, &g)| candidate[usize::from(h)] == g);
            images.iter().position(is_product).expect("the symmetries form a group")
        })
        .collect();
    let mut table = [0; 256];
    for (mask, out) in table.iter_mut().enumerate() {
        *out = product.iter().enumerate().filter(|(g, _)| mask >> g & 1 == 1).fold(0, |all, (_, &to)| all | 1 << to);
    }
    table
}
