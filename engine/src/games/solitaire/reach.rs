//! Every position that can be met from a start, level by level (a level holds the positions with as many pegs), up to
//! the symmetries of the board.
//!
//! Each class keeps the symmetries that make a reachable position of it, so that positions can be counted one by one
//! whatever the symmetry of the start. Games and probabilities need classes alone: symmetric positions have the same.

use super::board::Board;
use super::state::State;
use super::tallies::Tallies;
use crate::games::Memory;
use crate::games::index::Index;

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

#[derive(Debug, Default)]
pub(super) struct Sizes {
    /// Reachable positions.
    pub positions: u64,
    /// Reachable positions from which a single peg can be reached.
    pub winning: u64,
}

/// The cells of the English cross. From the starts of a larger board far more positions can be met than fit in memory, and
/// minutes would pass until it is full.
const LARGE: usize = 33;

/// The most memory for positions of larger boards, from some of which little can be met.
const WHERE_LARGE: Memory = Memory(256 << 20);

/// The reason why a solver stopped without an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The positions that can be met do not fit in the memory allowed.
    #[error("the positions that can be met on {board} from {pegs} pegs do not fit in the {bound} allowed")]
    TooLarge {
        /// The board.
        board: Board,
        /// The pegs of the position.
        pegs: u32,
        /// The memory allowed.
        bound: Memory,
    },
    /// The search for a first solution filled the memory allowed with so many dead positions up to symmetry.
    #[error("no solution found: the search gave up after {0} dead positions, which fill the bound of {1}")]
    GaveUp(u64, Memory),
}

impl Explored {
    /// Explores everything reachable from a position.
    ///
    /// # Errors
    /// [`SolveError::TooLarge`] when the memory is full.
    pub fn new(start: &State, memory: Memory) -> Result<Self, SolveError> {
        let bound = if start.board().cells() > LARGE { memory.min(WHERE_LARGE) } else { memory };
        let too_large = || SolveError::TooLarge { board: start.board(), pegs: start.count(), bound };
        let (levels, tallies) = explore(start, bound.0).ok_or_else(too_large)?;
        let (sizes, winning) = sift(start, levels);
        Ok(Self { start: *start, sizes, winning, tallies })
    }

    /// Whether a single peg can be reached from the start.
    pub fn is_solvable(&self) -> bool {
        self.winning[0].len() == 1
    }

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
        let mut size = Sizes::default();
        let mut wins = Index::new();
        for (&key, &mask) in level.keys.iter().zip(&level.masks) {
            let distinct = u64::from(symmetries.distinct(key, mask));
            size.positions += distinct;
            let mut steps = layout.steps.iter().filter(|step| step.fits(key));
            if key.count_ones() == 1 || steps.any(|step| below.contains(symmetries.least(key ^ step.all))) {
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
