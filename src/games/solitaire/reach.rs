//! Every position that can be met from a start, level by level (a level holds the positions with as many pegs), up to
//! the symmetries of the board.
//!
//! Each class keeps the symmetries that make a reachable position of it, so that positions can be counted one by one
//! whatever the symmetry of the start. Games and probabilities need classes alone: symmetric positions have the same.

use super::class::class;
use super::count::Tallies;
use super::index::Index;
use super::state::State;
use std::fmt;

/// How much memory a solver may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// In bytes.
    pub bytes: u64,
}

impl Default for Budget {
    /// 6 GiB.
    fn default() -> Self {
        Self { bytes: 6 << 30 }
    }
}

impl Budget {
    /// Runs an exploration within its bytes, or says why not. When the estimate is too large for the budget, a trial of
    /// a fraction of a second is still made, for positions from which little can be reached.
    pub(super) fn spend<T>(self, start: &State, explore: impl FnOnce(u64) -> Option<T>) -> Result<T, SolveError> {
        let estimate = Estimate::new(start);
        let fits = estimate.bytes <= u128::from(self.bytes);
        explore(if fits { self.bytes } else { self.bytes.min(TRIAL) }).ok_or_else(|| SolveError::TooLarge {
            board: start.board().to_string(),
            pegs: start.count(),
            positions: estimate.positions,
            needed: Size(estimate.bytes),
            bound: Size(self.bytes.into()),
            fitting: Estimate::fitting(start, self),
        })
    }
}

/// Bytes of the trial.
const TRIAL: u64 = 32 << 20;

/// What exploring a position is expected to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Positions up to symmetry with the same parities (see [`super::impossible`]) and no more pegs: no more can be met.
    pub most: u128,
    /// Positions up to symmetry that a start with one hole is expected to meet: a share of the most.
    pub positions: u128,
    /// Bytes that these take.
    pub bytes: u128,
}

/// The expected share, in hundredths. Measured from starts with one hole: 35 from the centre of the English cross, 20 to
/// 56 on triangles.
const SHARE: u128 = 60;

impl Estimate {
    /// The estimate for exploring from a position.
    pub fn new(state: &State) -> Self {
        Self::up_to(state, state.count())
    }

    fn up_to(state: &State, pegs: u32) -> Self {
        let levels = by_pegs(state);
        let level = |pegs: u32| levels[pegs as usize];
        let most: u128 = (1..=pegs).map(level).sum();
        // A key and its symmetries, and the index of those that win, about one in ten. On the two levels at work: an index, and integers
        // whose width grows by 6 bits (games) and 20 bits (chances) with every jump.
        let at_work = |left: u32| {
            let jumps = u64::from(pegs - left);
            let words = (6 * jumps).div_ceil(64) + (20 * jumps).div_ceil(64) + 2;
            level(left) * (16 + 16 * u128::from(words))
        };
        let bytes = 11 * most + (1..=pegs).map(at_work).max().unwrap_or(0);
        Self { most, positions: most * SHARE / 100, bytes: bytes * SHARE / 100 }
    }

    /// The most pegs with which a position of the same board and parities stays within a budget.
    fn fitting(state: &State, budget: Budget) -> u32 {
        let fits = |pegs: &u32| Self::up_to(state, *pegs).bytes <= u128::from(budget.bytes);
        (1..=state.count()).rev().find(fits).unwrap_or(0)
    }
}

/// How many positions of k pegs have the parities of `state`, up to the symmetries that keep these parities: Burnside's
/// mean of the positions that each of them fixes.
fn by_pegs(state: &State) -> Vec<u128> {
    let board = state.board();
    let symmetries = &board.0.symmetries;
    let own = class(board, state.pegs());
    let images = symmetries.all(state.pegs());
    let keeps = |symmetry: &usize| class(board, images[*symmetry]) == own;
    let keeping: Vec<usize> = (0..symmetries.order()).filter(keeps).collect();
    let mut sums = vec![0; board.cells() + 1];
    for &symmetry in &keeping {
        let fixed = fixed_by_pegs(&cycles(state, symmetry), own, board.cells());
        sums.iter_mut().zip(fixed).for_each(|(sum, fixed)| *sum += fixed);
    }
    sums.into_iter().map(|sum| sum / keeping.len() as u128).collect()
}

/// The cycles of a symmetry: their lengths, and what pegs in all their cells add to the parities.
fn cycles(state: &State, symmetry: usize) -> Vec<(usize, u8)> {
    let layout = state.board().0;
    let mut seen = vec![false; layout.codes.len()];
    let mut cycles = Vec::new();
    for first in 0..seen.len() {
        let (mut length, mut code, mut cell) = (0, 0, first);
        while !std::mem::replace(&mut seen[cell], true) {
            length += 1;
            code ^= layout.codes[cell];
            cell = layout.symmetries.cell(symmetry, cell as u8).into();
        }
        if length > 0 {
            cycles.push((length, code));
        }
    }
    cycles
}

/// How many unions of cycles have k cells and the given parities, for every k.
fn fixed_by_pegs(cycles: &[(usize, u8)], class: u8, cells: usize) -> Vec<u128> {
    let mut table = vec![[0_u128; 16]; cells + 1];
    table[0][0] = 1;
    for &(length, code) in cycles {
        for pegs in (length..=cells).rev() {
            for class in 0..16 {
                table[pegs][class] += table[pegs - length][class ^ usize::from(code)];
            }
        }
    }
    table.iter().map(|row| row[usize::from(class)]).collect()
}

/// Why a solver stopped without an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// It needs too much memory.
    #[error(
        "exploring {board} from {pegs} pegs may meet about {positions} positions up to symmetry and take {needed}, more \
         than the bound of {bound}; on this board positions of up to {fitting} pegs fit"
    )]
    TooLarge {
        /// The board's text form.
        board: String,
        /// The pegs of the position.
        pegs: u32,
        /// The estimate.
        positions: u128,
        /// The estimate.
        needed: Size,
        /// The budget.
        bound: Size,
        /// The most pegs that would do.
        fitting: u32,
    },
    /// The search for a first solution filled its memory with dead positions.
    #[error("no solution found: the search gave up after {dead} dead positions, which fill the bound of {bound}")]
    GaveUp {
        /// Dead positions up to symmetry.
        dead: u64,
        /// The budget.
        bound: Size,
    },
}

/// A number of bytes, printed for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u128);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = ["GiB", "MiB", "KiB"];
        let unit = (0..2).find(|&unit| self.0 >= 1 << (30 - 10 * unit)).unwrap_or(2);
        let tenths = (self.0 * 10) >> (30 - 10 * unit);
        write!(f, "{}.{} {}", tenths / 10, tenths % 10, units[unit])
    }
}

/// The positions of one level, up to symmetry.
#[derive(Debug, Default)]
pub(super) struct Level {
    pub keys: Vec<u64>,
    /// For each key, symmetries that make a reachable position of it: at least one for each such position.
    pub masks: Vec<u8>,
}

/// All positions reachable from a start, and which of them win.
#[derive(Debug)]
pub struct Explored {
    pub(super) start: State,
    /// Numbers of positions of each level, the start's first.
    pub(super) sizes: Vec<Sizes>,
    /// Winning positions up to symmetry of each level, the start's first.
    pub(super) winning: Vec<Index>,
    pub(super) tallies: Tallies,
}

/// How many positions a level holds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sizes {
    pub classes: u64,
    pub positions: u64,
    pub winning_classes: u64,
    pub winning: u64,
}

impl Explored {
    /// Explores everything reachable from a position.
    ///
    /// # Errors
    /// [`SolveError::TooLarge`], before the work is done when the [`Estimate`] foresees it.
    pub fn new(start: &State, budget: Budget) -> Result<Self, SolveError> {
        let (levels, tallies) = budget.spend(start, |bytes| explore(start, bytes))?;
        let (sizes, winning) = sift(start, levels);
        Ok(Self { start: *start, sizes, winning, tallies })
    }

    /// The position that was explored.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// Whether a single peg can be reached from the start.
    pub fn is_solvable(&self) -> bool {
        self.winning[0].len() == 1
    }

    /// Whether a single peg can be reached from a position reachable from the start.
    pub(super) fn wins(&self, pegs: u64) -> bool {
        let level = self.start.count() - pegs.count_ones();
        self.winning.get(level as usize).is_some_and(|index| index.contains(self.least(pegs)))
    }

    pub(super) fn least(&self, pegs: u64) -> u64 {
        self.start.board().0.symmetries.least(pegs)
    }
}

/// Level after level from the start, until one is empty; `None` when that takes more than so many bytes.
fn explore(start: &State, bytes: u64) -> Option<(Vec<Level>, Tallies)> {
    let layout = start.board().0;
    let symmetries = &layout.symmetries;
    let (key, by) = symmetries.least_by(start.pegs());
    let mut index = Index::new();
    index.insert(key);
    // The start is the image of its key under the inverse of `by`.
    let mut masks = vec![symmetries.moved(by, 1)];
    let mut tallies = Tallies::new(start.count());
    let mut levels = Vec::new();
    let mut kept = 0;
    while index.len() > 0 {
        let mut next = Index::new();
        let mut next_masks = Vec::new();
        tallies.begin(index.keys().iter().map(|&key| layout.steps.iter().filter(|step| step.fits(key)).count()));
        for (number, &key) in index.keys().iter().enumerate() {
            tallies.parent(number);
            for step in layout.steps.iter().filter(|step| step.fits(key)) {
                let (child, by) = symmetries.least_by(key ^ step.all);
                let place = next.insert(child);
                if place == next_masks.len() {
                    next_masks.push(0);
                }
                next_masks[place] |= symmetries.moved(by, masks[number]);
                tallies.child(place);
            }
            // A vector that grows holds its old self and its new one for a moment.
            if kept + index.bytes() + 2 * next.bytes() + tallies.bytes() > bytes {
                return None;
            }
        }
        tallies.end();
        kept += 9 * index.len() as u64;
        let done = std::mem::replace(&mut index, next);
        levels.push(Level { keys: done.into_keys(), masks: std::mem::replace(&mut masks, next_masks) });
    }
    Some((levels, tallies))
}

/// Which positions win, from the last level up; the levels are given up on the way.
fn sift(start: &State, mut levels: Vec<Level>) -> (Vec<Sizes>, Vec<Index>) {
    let layout = start.board().0;
    let symmetries = &layout.symmetries;
    let (mut sizes, mut winning) = (Vec::new(), Vec::new());
    let mut below = Index::new();
    while let Some(level) = levels.pop() {
        let mut size = Sizes { classes: level.keys.len() as u64, ..Sizes::default() };
        let mut wins = Index::new();
        for (&key, &mask) in level.keys.iter().zip(&level.masks) {
            let distinct = u64::from(symmetries.distinct(key, mask));
            size.positions += distinct;
            let mut steps = layout.steps.iter().filter(|step| step.fits(key));
            if key.count_ones() == 1 || steps.any(|step| below.contains(symmetries.least(key ^ step.all))) {
                size.winning_classes += 1;
                size.winning += distinct;
                wins.insert(key);
            }
        }
        sizes.push(size);
        winning.push(std::mem::replace(&mut below, wins));
    }
    // Each turn pushed the level below its own: the empty one below the last goes, the start's comes.
    winning.push(below);
    winning.remove(0);
    sizes.reverse();
    winning.reverse();
    (sizes, winning)
}
