//! What a solver may take, what it is expected to take, and why it stops without an answer.

use super::class::class;
use super::state::State;
use crate::games::Memory;

/// Runs an exploration within some memory, or says why not. When the estimate is too large, a trial of a fraction of a
/// second is still made, for positions from which little can be reached.
pub(super) fn spend<T>(memory: Memory, start: &State, explore: impl FnOnce(u64) -> Option<T>) -> Result<T, SolveError> {
    let pegs = start.count();
    let (positions, needed) = expected(start, pegs);
    explore(if needed <= memory { memory.0 } else { memory.0.min(TRIAL) }).ok_or_else(|| {
        let fitting = (1..=pegs).rev().find(|&pegs| expected(start, pegs).1 <= memory).unwrap_or(0);
        SolveError::TooLarge { board: start.board().to_string(), pegs, positions, needed, bound: memory, fitting }
    })
}

/// Bytes of the trial.
const TRIAL: u64 = 32 << 20;

/// The positions up to symmetry that exploring a position of so many pegs, with the parities of `state`, is expected to
/// meet, and the memory that these take.
fn expected(state: &State, pegs: u32) -> (u64, Memory) {
    let board = state.board();
    let symmetries = &board.0.symmetries;
    let class_of = |pegs| class(&board.0.codes, pegs);
    // Of all positions with as many pegs one in 4, on a cross one in 16, has these parities; and symmetries that keep them
    // make several alike.
    let images = &symmetries.all(state.pegs())[..symmetries.order()];
    let keeping = images.iter().filter(|&&image| class_of(image) == class_of(state.pegs())).count() as u128;
    let alike = keeping * if board.is_triangle() { 4 } else { 16 };
    let mut choices = 1;
    let mut level = |pegs: u32| {
        choices = choices * (board.cells() as u128 + 1 - u128::from(pegs)) / u128::from(pegs);
        choices / alike
    };
    // A key and its symmetries, and the index of those that win, about one in ten. On the two levels at work: an index, and
    // integers whose width grows by 6 bits (games) and 20 bits (chances) with every jump.
    let at_work =
        |left: u32| 16 + 16 * u128::from((6 * (pegs - left)).div_ceil(64) + (20 * (pegs - left)).div_ceil(64) + 2);
    let (mut most, mut widest) = (0, 0);
    for left in 1..=pegs {
        let positions = level(left);
        (most, widest) = (most + positions, widest.max(positions * at_work(left)));
    }
    // The expected share, in hundredths. Measured from starts with one hole: 35 from the centre of the English cross; on
    // triangles 20 to 56 up to side 6, and 71 on side 7.
    let share = |whole: u128| (whole * if board.is_triangle() { 75 } else { 40 } / 100) as u64;
    (share(most), Memory(share(11 * most + widest)))
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
        positions: u64,
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
