//! All positions that can be reached from a start, by level (number of pegs) and up to the symmetries of the board.
//!
//! Each class stores the symmetries that map it to a reachable position, so that positions can be counted without
//! symmetry. Numbers of games and probabilities need classes only, since they are equal for symmetric positions.

use super::board::Board;
use super::level_sums::LevelSums;
use super::state::SolitaireState;
use crate::games::MemoryLimit;
use crate::games::index::IndexSet;

/// The positions of one level, up to symmetry.
#[derive(Debug, Default)]
pub(super) struct PositionLevel {
    pub keys: Vec<u64>,
    /// The symmetries of each key that map it to a reachable position: at least one for each such position.
    pub symmetry_masks: Vec<u8>,
}

/// All positions that can be reached from a start, and the winning ones among them.
///
/// ```
/// use pioche_engine::games::MemoryLimit;
/// use pioche_engine::games::solitaire::{Board, ReachablePositions, SolitaireState};
///
/// // Two pegs in a line and one jump: a single complete game, which is the solution.
/// let start = SolitaireState::parse_pegs(Board::triangle(3)?, "0,1")?;
/// let count = ReachablePositions::new(&start, MemoryLimit::default())?.game_counts();
/// assert_eq!((count.reachable_positions, count.winning_positions), (2, 2));
/// assert_eq!(count.solutions, count.complete_games);
/// assert_eq!(count.solutions_by_last_cell, [(3, 1_u8.into())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ReachablePositions {
    pub(super) start: SolitaireState,
    /// The numbers of positions of each level, the start's first.
    pub(super) level_counts: Vec<LevelCounts>,
    /// The winning positions of each level up to symmetry, the start's first.
    pub(super) winning_levels: Vec<IndexSet>,
    pub(super) level_sums: LevelSums,
}

/// The numbers of positions of a level.
#[derive(Debug, Default)]
pub(super) struct LevelCounts {
    /// The number of reachable positions.
    pub positions: u64,
    /// The number of those from which a single peg can be reached.
    pub winning_positions: u64,
}

/// The number of cells of the English cross. The usual starts of larger boards reach far more positions than fit in
/// memory, and it would take minutes to fill it.
const LARGEST_NORMAL_BOARD: usize = 33;

/// The memory limit for larger boards, which suffices for starts that reach few positions.
const LARGE_BOARD_MEMORY: MemoryLimit = MemoryLimit(256 << 20);

/// The reason why a solver stopped without an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolitaireSolveError {
    /// The reachable positions do not fit in the memory allowed.
    #[error(
        "the positions reachable on the board {board} from {pegs} pegs do not fit in the {bound} allowed"
    )]
    TooLarge {
        /// The board.
        board: Board,
        /// The number of pegs of the position.
        pegs: u32,
        /// The memory allowed.
        bound: MemoryLimit,
    },
    /// The search for a first solution filled the memory allowed with this number of dead positions up to symmetry.
    #[error(
        "no solution found: the search stopped after {0} dead positions, which fill the {1} allowed"
    )]
    OutOfMemory(u64, MemoryLimit),
}

impl ReachablePositions {
    /// Finds all positions that can be reached from `start`.
    ///
    /// # Errors
    /// [`SolitaireSolveError::TooLarge`] when they do not fit in `memory`.
    pub fn new(start: &SolitaireState, memory: MemoryLimit) -> Result<Self, SolitaireSolveError> {
        let bound = if start.board().cell_count() > LARGEST_NORMAL_BOARD {
            memory.min(LARGE_BOARD_MEMORY)
        } else {
            memory
        };
        let too_large = || SolitaireSolveError::TooLarge {
            board: start.board(),
            pegs: start.peg_count(),
            bound,
        };
        let (levels, tallies) = explore(start, bound.0).ok_or_else(too_large)?;
        let (sizes, winning) = find_winning(start, levels);
        Ok(Self {
            start: *start,
            level_counts: sizes,
            winning_levels: winning,
            level_sums: tallies,
        })
    }

    /// Returns true if a single peg can be reached from the start.
    pub fn is_solvable(&self) -> bool {
        self.winning_levels[0].len() == 1
    }

    /// Returns true if a single peg can be reached from a reachable position.
    pub(super) fn is_winning(&self, pegs: u64) -> bool {
        let level = self.start.peg_count() - pegs.count_ones();
        self.winning_levels
            .get(level as usize)
            .is_some_and(|index| index.contains(self.canonical_form(pegs)))
    }

    /// The smallest image of a position, which represents its class.
    pub(super) fn canonical_form(&self, pegs: u64) -> u64 {
        self.start.board().0.symmetries.canonical_form(pegs)
    }
}

/// Explores level after level from the start, until one is empty; `None` when more than `bytes` bytes are needed.
fn explore(start: &SolitaireState, bytes: u64) -> Option<(Vec<PositionLevel>, LevelSums)> {
    let layout = start.board().0;
    let symmetries = &layout.symmetries;
    let (key, by) = symmetries.canonical_form_with_symmetry(start.pegs());
    let mut index = IndexSet::new();
    index.insert(key);
    // The start is the image of its key under the inverse of `by`.
    let mut masks = vec![symmetries.compose_with_inverse(by, 1)];
    let mut tallies = LevelSums::new(start.peg_count());
    let mut levels = Vec::new();
    let mut kept = 0;
    while index.len() > 0 {
        let mut next = IndexSet::new();
        let mut next_masks = Vec::new();
        tallies.begin_level(index.keys().iter().map(|&key| {
            layout
                .jump_masks
                .iter()
                .filter(|step| step.is_possible(key))
                .count()
        }));
        for (number, &key) in index.keys().iter().enumerate() {
            tallies.select_parent(number);
            for step in layout
                .jump_masks
                .iter()
                .filter(|step| step.is_possible(key))
            {
                let (child, by) = symmetries.canonical_form_with_symmetry(key ^ step.changed_cells);
                let place = next.insert(child);
                if place == next_masks.len() {
                    next_masks.push(0);
                }
                next_masks[place] |= symmetries.compose_with_inverse(by, masks[number]);
                tallies.add_to_child(place);
            }
            // A growing vector has its old and its new memory for a moment.
            if kept + index.byte_size() + 2 * next.byte_size() + tallies.byte_size() > bytes {
                return None;
            }
        }
        tallies.end_level();
        kept += 9 * index.len() as u64;
        let done = std::mem::replace(&mut index, next);
        levels.push(PositionLevel {
            keys: done.into_keys(),
            symmetry_masks: std::mem::replace(&mut masks, next_masks),
        });
    }
    Some((levels, tallies))
}

/// Finds the winning positions from the last level up, and frees the levels on the way.
fn find_winning(
    start: &SolitaireState,
    mut levels: Vec<PositionLevel>,
) -> (Vec<LevelCounts>, Vec<IndexSet>) {
    let layout = start.board().0;
    let symmetries = &layout.symmetries;
    let (mut sizes, mut winning) = (Vec::new(), Vec::new());
    let mut below = IndexSet::new();
    while let Some(level) = levels.pop() {
        let mut size = LevelCounts::default();
        let mut wins = IndexSet::new();
        for (&key, &mask) in level.keys.iter().zip(&level.symmetry_masks) {
            let distinct = u64::from(symmetries.count_distinct_images(key, mask));
            size.positions += distinct;
            let mut steps = layout
                .jump_masks
                .iter()
                .filter(|step| step.is_possible(key));
            if key.count_ones() == 1
                || steps
                    .any(|step| below.contains(symmetries.canonical_form(key ^ step.changed_cells)))
            {
                size.winning_positions += distinct;
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
