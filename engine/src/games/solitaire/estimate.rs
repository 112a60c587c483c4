//! What a solver may take, what it is expected to take, and why it stops without an answer.

use super::class::class;
use super::state::State;
use crate::games::Memory;

/// Runs an exploration within some memory, or says why not. When the estimate is too large, a trial of a fraction of a
/// second is still made, for positions from which little can be reached.
pub(super) fn spend<T>(memory: Memory, start: &State, explore: impl FnOnce(u64) -> Option<T>) -> Result<T, SolveError> {
    let estimate = Estimate::new(start);
    let fits = estimate.bytes <= u128::from(memory.0);
    explore(if fits { memory.0 } else { memory.0.min(TRIAL) }).ok_or_else(|| SolveError::TooLarge {
        board: start.board().to_string(),
        pegs: start.count(),
        positions: estimate.positions,
        needed: Memory::saturating(estimate.bytes),
        bound: memory,
        fitting: Estimate::fitting(start, memory),
    })
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
        // The expected share, in hundredths. Measured from starts with one hole: 35 from the centre of the English cross; on
        // triangles 20 to 56 up to side 6, and 71 on side 7.
        let share = if state.board().is_triangle() { 75 } else { 40 };
        Self { most, positions: most * share / 100, bytes: bytes * share / 100 }
    }

    /// The most pegs with which a position of the same board and parities stays within some memory.
    fn fitting(state: &State, memory: Memory) -> u32 {
        let fits = |pegs: &u32| Self::up_to(state, *pegs).bytes <= u128::from(memory.0);
        (1..=state.count()).rev().find(fits).unwrap_or(0)
    }
}

/// How many positions of k pegs have the parities of `state`, up to the symmetries that keep these parities: Burnside's
/// mean of the positions that each of them fixes.
fn by_pegs(state: &State) -> Vec<u128> {
    let board = state.board();
    let symmetries = &board.0.symmetries;
    let own = class(&board.0.codes, state.pegs());
    let images = symmetries.all(state.pegs());
    let keeps = |symmetry: &usize| class(&board.0.codes, images[*symmetry]) == own;
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
        needed: Memory,
        /// The memory allowed.
        bound: Memory,
        /// The most pegs that would do.
        fitting: u32,
    },
    /// The search for a first solution filled the memory allowed with so many dead positions up to symmetry.
    #[error("no solution found: the search gave up after {0} dead positions, which fill the bound of {1}")]
    GaveUp(u64, Memory),
}
