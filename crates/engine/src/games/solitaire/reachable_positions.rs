//! All positions that can be reached from a start, by level (number of pegs) and up to the symmetries of the board; and
//! the exact counts and probabilities of all games.
//!
//! Each class stores the symmetries that map it to a reachable position, so that positions can be counted without
//! symmetry. Numbers of games and probabilities need classes only, since they are equal for symmetric positions.

use super::board::{Board, BoardTables, JumpMask};
use super::exploration::{BLOCK_LEN, ExplorationProgress, PositionLevel, explore, map_shares};
use super::level_sums::{BigUintColumn, LevelSums, biguint_from_words};
use super::{Jump, SolitaireState};
use crate::games::search::IndexSet;
use crate::games::{Game, MemoryLimit};
use crate::parallel::TaskPool;
use num_bigint::BigUint;
use num_rational::Ratio;

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
    /// The number of reachable positions up to symmetry.
    pub classes: u64,
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
        "the positions reachable on the board {board} from {pegs} pegs do not fit in the {memory} \
         allowed"
    )]
    TooLarge {
        /// The board.
        board: Board,
        /// The number of pegs of the position.
        pegs: u32,
        /// The memory allowed.
        memory: MemoryLimit,
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
        Self::with_progress(start, memory, &mut |_| ())
    }

    /// Finds all positions that can be reached from `start`, and calls `on_progress` on the way if there are many.
    ///
    /// # Errors
    /// [`SolitaireSolveError::TooLarge`] when they do not fit in `memory`.
    pub fn with_progress(
        start: &SolitaireState,
        memory: MemoryLimit,
        on_progress: &mut dyn FnMut(ExplorationProgress),
    ) -> Result<Self, SolitaireSolveError> {
        let memory = if start.board().cell_count() > LARGEST_NORMAL_BOARD {
            memory.min(LARGE_BOARD_MEMORY)
        } else {
            memory
        };
        let pool = TaskPool::default();
        let too_large = || SolitaireSolveError::TooLarge {
            board: start.board(),
            pegs: start.peg_count(),
            memory,
        };
        let (levels, level_sums) =
            explore(start, memory.0, &pool, on_progress).ok_or_else(too_large)?;
        let (level_counts, winning_levels) = find_winning(start, levels, &pool, on_progress);
        Ok(Self {
            start: *start,
            level_counts,
            winning_levels,
            level_sums,
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

/// Finds the winning positions from the last level up, and frees the levels on the way.
fn find_winning(
    start: &SolitaireState,
    mut levels: Vec<PositionLevel>,
    pool: &TaskPool,
    on_progress: &mut dyn FnMut(ExplorationProgress),
) -> (Vec<LevelCounts>, Vec<IndexSet>) {
    let tables = start.board().0;
    let total: u64 = levels.iter().map(|level| level.keys.len() as u64).sum();
    let mut position_count = 0;
    let mut level_counts = Vec::new();
    let mut winning_levels: Vec<IndexSet> = Vec::new();
    while let Some(level) = levels.pop() {
        let mut counts = LevelCounts::default();
        let mut winning_positions = IndexSet::new();
        for (block, keys) in level.keys.chunks(BLOCK_LEN).enumerate() {
            counts.classes += keys.len() as u64;
            let block_symmetries = &level.reachable_symmetries[block * BLOCK_LEN..];
            let shares = map_shares(pool, keys, |first, share| {
                let share_symmetries = &block_symmetries[first..];
                share_winners(share, share_symmetries, winning_levels.last(), tables)
            });
            for share in shares {
                counts.positions += share.counts.positions;
                counts.winning_positions += share.counts.winning_positions;
                for key in share.winning_keys {
                    winning_positions.insert(key);
                }
            }
            position_count += keys.len() as u64;
            if total >= BLOCK_LEN as u64 {
                on_progress(ExplorationProgress {
                    pegs: keys[0].count_ones(),
                    positions: position_count,
                    total: Some(total),
                });
            }
        }
        level_counts.push(counts);
        winning_levels.push(winning_positions);
    }
    level_counts.reverse();
    winning_levels.reverse();
    (level_counts, winning_levels)
}

/// The winning positions of some positions of a level.
struct ShareWinners {
    counts: LevelCounts,
    winning_keys: Vec<u64>,
}

/// Finds the winning positions of a share of a level, given those of the next level.
fn share_winners(
    keys: &[u64],
    reachable_symmetries: &[u8],
    next_winning: Option<&IndexSet>,
    tables: &BoardTables,
) -> ShareWinners {
    let symmetries = &tables.symmetries;
    let mut winners = ShareWinners {
        counts: LevelCounts::default(),
        winning_keys: Vec::new(),
    };
    for (&key, &mask) in keys.iter().zip(reachable_symmetries) {
        let position_count = u64::from(symmetries.count_distinct_images(key, mask));
        winners.counts.positions += position_count;
        let is_winning_jump = |jump_mask: &JumpMask| {
            let child_key = symmetries.canonical_form(key ^ jump_mask.changed_cells);
            next_winning.is_some_and(|next| next.contains(child_key))
        };
        if key.count_ones() == 1 || tables.possible_jumps(key).any(is_winning_jump) {
            winners.counts.winning_positions += position_count;
            winners.winning_keys.push(key);
        }
    }
    winners
}

/// Exact counts of all games from one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCounts {
    /// The number of solutions: sequences of jumps that end with one peg.
    pub solutions: BigUint,
    /// The number of solutions for each possible cell of the last peg, by cell.
    pub solutions_by_last_cell: Vec<(usize, BigUint)>,
    /// The number of complete games: sequences of jumps until none is possible.
    pub complete_games: BigUint,
    /// The number of complete games for each possible number of pegs left, in order.
    pub complete_games_by_pegs_left: Vec<(u32, BigUint)>,
    /// The number of reachable positions, the first included.
    pub reachable_positions: u64,
    /// The number of positions that can be reached with each number of jumps, from 0 on.
    pub positions_by_jumps: Vec<u64>,
    /// The number of positions up to the symmetries of the board, by number of jumps.
    pub classes_by_jumps: Vec<u64>,
    /// The number of reachable positions from which a single peg can be reached.
    pub winning_positions: u64,
    /// The probability that a random player wins.
    pub random_win_probability: Ratio<BigUint>,
    /// The distribution of the number of pegs that a random player leaves: each possible number with its probability, in
    /// order.
    pub pegs_left_distribution: Vec<(u32, Ratio<BigUint>)>,
}

/// The number of bits of the number of possible jumps of a position, at most 2^8.
const JUMP_BITS: u64 = 8;

impl ReachablePositions {
    /// Computes all exact counts.
    pub fn game_counts(&self) -> GameCounts {
        let LevelSums {
            complete_games,
            pegs_left_distribution,
            ..
        } = &self.level_sums;
        // Most pegs first, so a single peg is last.
        let solutions = complete_games.last().filter(|(pegs, _)| *pegs == 1);
        let win_probability = pegs_left_distribution.last().filter(|(pegs, _)| *pegs == 1);
        let level_counts = &self.level_counts;
        GameCounts {
            solutions: solutions.map_or(BigUint::ZERO, |(_, games)| games.clone()),
            solutions_by_last_cell: self.solutions_by_last_cell(),
            complete_games: complete_games.iter().map(|(_, games)| games).sum(),
            complete_games_by_pegs_left: complete_games.iter().rev().cloned().collect(),
            reachable_positions: level_counts.iter().map(|counts| counts.positions).sum(),
            positions_by_jumps: level_counts.iter().map(|counts| counts.positions).collect(),
            classes_by_jumps: level_counts.iter().map(|counts| counts.classes).collect(),
            winning_positions: level_counts
                .iter()
                .map(|counts| counts.winning_positions)
                .sum(),
            random_win_probability: win_probability
                .map_or(Ratio::from(BigUint::ZERO), |(_, probability)| {
                    probability.clone()
                }),
            pegs_left_distribution: pegs_left_distribution.iter().rev().cloned().collect(),
        }
    }

    /// The possible jumps from the start, in the order of [`Game::legal_moves`], each with the number of solutions
    /// after it.
    pub fn jumps_with_solution_counts(&self) -> Vec<(Jump, BigUint)> {
        let solutions = self.solutions_after_first_jump();
        let solution_count = |jump| {
            let mut state = self.start;
            state.play(jump).ok()?;
            let level = self.winning_levels.get(1)?;
            let class_index = level.index_of(self.canonical_form(state.pegs()))?;
            Some(biguint_from_words(solutions.row(class_index)))
        };
        self.start
            .legal_moves()
            .into_iter()
            .map(|jump| (jump, solution_count(jump).unwrap_or_default()))
            .collect()
    }

    /// The number of solutions of each winning class one jump after the start, summed from the single pegs up.
    fn solutions_after_first_jump(&self) -> BigUintColumn {
        let tables = self.start.board().0;
        let mut next_solutions = BigUintColumn::new(1);
        for level in (1..self.winning_levels.len()).rev() {
            let mut solutions = BigUintColumn::new(next_solutions.max_bits().max(1) + JUMP_BITS);
            for (class_index, &key) in self.winning_levels[level].keys().iter().enumerate() {
                if key.count_ones() == 1 {
                    solutions.add_to_row(class_index, &[1]);
                    continue;
                }
                for jump in tables.possible_jumps(key) {
                    let child_key = self.canonical_form(key ^ jump.changed_cells);
                    if let Some(child) = self.winning_levels[level + 1].index_of(child_key) {
                        solutions.add_to_row(class_index, next_solutions.row(child));
                    }
                }
            }
            next_solutions = solutions;
        }
        next_solutions
    }

    /// The number of solutions by the cell of the last peg, from the start down over the winning positions.
    ///
    /// Positions are one if a symmetry of the start maps them to each other: as many solutions end in the image of a
    /// cell as in the cell.
    fn solutions_by_last_cell(&self) -> Vec<(usize, BigUint)> {
        if !self.is_solvable() {
            return Vec::new();
        }
        let tables = self.start.board().0;
        let start_symmetries = tables.symmetries.stabilizer(self.start.pegs());
        let start_form = |pegs| tables.symmetries.smallest_image(pegs, start_symmetries);
        let mut positions = IndexSet::new();
        positions.insert(self.start.pegs());
        let mut ways = BigUintColumn::new(1);
        ways.add_to_row(0, &[1]);
        for _ in 1..self.start.peg_count() {
            let mut next_positions = IndexSet::new();
            // A position has at most 2^8 predecessors, and as many for each of eight symmetries.
            let mut next_ways = BigUintColumn::new(ways.max_bits() + JUMP_BITS + 3);
            for (index, &pegs) in positions.keys().iter().enumerate() {
                for jump in tables.possible_jumps(pegs) {
                    let child = pegs ^ jump.changed_cells;
                    if self.is_winning(child) {
                        next_ways
                            .add_to_row(next_positions.insert(start_form(child)), ways.row(index));
                    }
                }
            }
            positions = next_positions;
            ways = next_ways;
        }
        let mut solutions_by_last_cell = Vec::new();
        for (index, &pegs) in positions.keys().iter().enumerate() {
            let images = tables.symmetries.distinct_images(pegs, start_symmetries);
            let solutions = biguint_from_words(ways.row(index)) / images.len();
            for image in images {
                solutions_by_last_cell.push((image.trailing_zeros() as usize, solutions.clone()));
            }
        }
        solutions_by_last_cell.sort_unstable();
        solutions_by_last_cell
    }
}
