//! All positions that can be reached from a start, by level (number of pegs) and up to the symmetries of the board.
//!
//! Each class stores the symmetries that map it to a reachable position, so that positions can be counted without
//! symmetry. Numbers of games and probabilities need classes only, since they are equal for symmetric positions.

use super::board::Board;
use super::state::SolitaireState;
use super::tallies::Tallies;
use crate::games::Memory;
use crate::games::index::Index;

/// The positions of one level, up to symmetry.
#[derive(Debug, Default)]
pub(super) struct Level {
    pub keys: Vec<u64>,
    /// The symmetries of each key that map it to a reachable position: at least one for each such position.
    pub masks: Vec<u8>,
}

/// All positions that can be reached from a start, and the winning ones among them.
///
/// ```
/// use pioche_engine::games::Memory;
/// use pioche_engine::games::solitaire::{Board, Explored, SolitaireState};
///
/// // Two pegs in a line and one jump: a single complete game, which is the solution.
/// let start = SolitaireState::parse(Board::triangle(3)?, "0,1")?;
/// let count = Explored::new(&start, Memory::default())?.count();
/// assert_eq!((count.reachable, count.winning), (2, 2));
/// assert_eq!(count.solutions, count.games);
/// assert_eq!(count.by_finish, [(3, 1_u8.into())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Explored {
    pub(super) start: SolitaireState,
    /// The numbers of positions of each level, the start's first.
    pub(super) sizes: Vec<Sizes>,
    /// The winning positions of each level up to symmetry, the start's first.
    pub(super) winning: Vec<Index>,
    pub(super) tallies: Tallies,
}

/// The numbers of positions of a level.
#[derive(Debug, Default)]
pub(super) struct Sizes {
    /// The number of reachable positions.
    pub positions: u64,
    /// The number of those from which a single peg can be reached.
    pub winning: u64,
}

/// The number of cells of the English cross. The usual starts of larger boards reach far more positions than fit in
/// memory, and it would take minutes to fill it.
const LARGE: usize = 33;

/// The memory limit for larger boards, which suffices for starts that reach few positions.
const LARGE_BOARD_MEMORY: Memory = Memory(256 << 20);

/// The reason why a solver stopped without an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The reachable positions do not fit in the memory allowed.
    #[error("the positions reachable on the board {board} from {pegs} pegs do not fit in the {bound} allowed")]
    TooLarge {
        /// The board.
        board: Board,
        /// The number of pegs of the position.
        pegs: u32,
        /// The memory allowed.
        bound: Memory,
    },
    /// The search for a first solution filled the memory allowed with this number of dead positions up to symmetry.
    #[error("no solution found: the search stopped after {0} dead positions, which fill the {1} allowed")]
    GaveUp(u64, Memory),
}

impl Explored {
    /// Finds all positions that can be reached from `start`.
    ///
    /// # Errors
    /// [`SolveError::TooLarge`] when they do not fit in `memory`.
    pub fn new(start: &SolitaireState, memory: Memory) -> Result<Self, SolveError> {
        let bound = if start.board().cells() > LARGE { memory.min(LARGE_BOARD_MEMORY) } else { memory };
        let too_large = || SolveError::TooLarge { board: start.board(), pegs: start.count(), bound };
        let (levels, tallies) = explore(start, bound.0).ok_or_else(too_large)?;
        let (sizes, winning) = sift(start, levels);
        Ok(Self { start: *start, sizes, winning, tallies })
    }

    /// Returns true if a single peg can be reached from the start.
    pub fn is_solvable(&self) -> bool {
        self.winning[0].len() == 1
    }

    /// Returns true if a single peg can be reached from a reachable position.
    pub(super) fn wins(&self, pegs: u64) -> bool {
        let level = self.start.count() - pegs.count_ones();
        self.winning.get(level as usize).is_some_and(|index| index.contains(self.least(pegs)))
    }

    /// The smallest image of a position, which represents its class.
    pub(super) fn least(&self, pegs: u64) -> u64 {
        self.start.board().0.symmetries.least(pegs)
    }
}

/// Explores level after level from the start, until one is empty; `None` when more than `bytes` bytes are needed.
fn explore(start: &SolitaireState, bytes: u64) -> Option<(Vec<Level>, Tallies)> {
    let layout = start.board().0;
    let symmetries = &layout.symmetries;
    let (key, by) = symmetries.least_by(start.pegs());
    let mut index = Index::new();
    index.insert(key);
    // The start is the image of its key under the inverse of `by`.
    let mut masks = vec![symmetries.compose(by, 1)];
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
                next_masks[place] |= symmetries.compose(by, masks[number]);
                tallies.child(place);
            }
            // A growing vector has its old and its new memory for a moment.
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

/// Finds the winning positions from the last level up, and frees the levels on the way.
fn sift(start: &SolitaireState, mut levels: Vec<Level>) -> (Vec<Sizes>, Vec<Index>) {
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
    // Each iteration pushed the level below its own: the first one is empty, and the start's is missing.
    winning.push(below);
    winning.remove(0);
    sizes.reverse();
    winning.reverse();
    (sizes, winning)
}
