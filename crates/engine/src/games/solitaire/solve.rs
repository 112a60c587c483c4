//! The first solution in the handout's order, and exact counts of all games from a position of a small board.
//!
//! The positions of the counts are met level after level: a jump removes a peg. Each has the number of ways to reach it and
//! the probability that a random player does. The probabilities of a level share one denominator, the product of the least
//! common multiples of the numbers of jumps on the levels above, so they are stored as integers.

use super::board::is_excluded_by_parity;
use super::{Jump, SolitaireState};
use crate::games::MemoryLimit;
use foldhash::{HashMap, HashSet};
use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;
use std::collections::BTreeMap;

const BYTES_PER_DEAD_POSITION: u64 = 32;

/// The error of [`first_solution`]: the dead positions fill the memory allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no solution found: the search stopped after {dead_positions} dead positions, which fill the \
     {memory} allowed"
)]
pub struct UnfinishedSearch {
    /// The number of positions of which is known that they have no solution.
    pub dead_positions: usize,
    /// The memory allowed.
    pub memory: MemoryLimit,
}

/// Finds the solution of the handout's recursion: the first one, depth first, in the order of [`SolitaireState::possible_jumps`]; `None`
/// when there is no solution.
///
/// Dead positions, those without a solution, are stored, and the parity test is made first; neither changes the solution.
///
/// # Errors
/// [`UnfinishedSearch`] when the dead positions do not fit in `memory`.
#[doc(alias = "calcule_solution")]
pub fn first_solution(
    state: &SolitaireState,
    memory: MemoryLimit,
) -> Result<Option<Vec<Jump>>, UnfinishedSearch> {
    if is_excluded_by_parity(&state.board().0.parity_codes, state.peg_cells()) {
        return Ok(None);
    }
    let mut search = FirstSolutionSearch {
        state: *state,
        dead_positions: HashSet::default(),
        jumps: Vec::new(),
        max_dead_positions: memory.0 / BYTES_PER_DEAD_POSITION,
    };
    match search.search_from(state.pegs()) {
        Some(true) => Ok(Some(search.jumps)),
        Some(false) => Ok(None),
        None => Err(UnfinishedSearch {
            dead_positions: search.dead_positions.len(),
            memory,
        }),
    }
}

struct FirstSolutionSearch {
    state: SolitaireState,
    dead_positions: HashSet<u64>,
    /// The jumps to the current position; in the end, the solution.
    jumps: Vec<Jump>,
    max_dead_positions: u64,
}

impl FirstSolutionSearch {
    /// Searches on from a position; `None` when the memory is full.
    fn search_from(&mut self, pegs: u64) -> Option<bool> {
        if pegs.count_ones() == 1 {
            return Some(true);
        }
        if self.dead_positions.contains(&pegs) {
            return Some(false);
        }
        for jump_mask in self.state.board().0.possible_jumps(pegs) {
            self.jumps.push(jump_mask.jump());
            if self.search_from(pegs ^ jump_mask.changed_cells)? {
                return Some(true);
            }
            self.jumps.pop();
        }
        if self.dead_positions.len() as u64 >= self.max_dead_positions {
            return None;
        }
        self.dead_positions.insert(pegs);
        Some(false)
    }
}

/// The largest number of cells of a board whose games are counted. Its counts are below 2^128.
pub const MAX_COUNTED_CELLS: usize = 21;

/// Exact counts of all games from one position.
///
/// ```
/// use pioche_engine::games::solitaire::{Board, GameCounts, SolitaireState};
///
/// // Two pegs in a line and one jump: a single complete game, which is the solution.
/// let start = SolitaireState::parse_pegs(Board::triangle(3)?, "0,1")?;
/// let counts = GameCounts::new(&start).expect("a small board");
/// assert_eq!((counts.reachable_positions, counts.winning_positions), (2, 2));
/// assert_eq!((counts.solutions, counts.complete_games), (1, 1));
/// assert_eq!(counts.solutions_by_last_cell, [(3, 1)].into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCounts {
    /// The number of solutions: sequences of jumps that end with one peg.
    pub solutions: u128,
    /// The number of solutions for each possible cell of the last peg.
    pub solutions_by_last_cell: BTreeMap<usize, u128>,
    /// The number of complete games: sequences of jumps until none is possible.
    pub complete_games: u128,
    /// The number of reachable positions, the first included.
    pub reachable_positions: usize,
    /// The number of reachable positions from which a single peg can be reached.
    pub winning_positions: usize,
    /// The probability of each number of pegs that a random player can leave.
    pub pegs_left_distribution: BTreeMap<u32, Ratio<BigUint>>,
}

#[derive(Default)]
struct Ways {
    games: u128,
    /// The probability that a random player reaches the position, times the denominator of the level.
    chance: BigUint,
}

impl GameCounts {
    /// Counts the games from a position; `None` on boards of more than [`MAX_COUNTED_CELLS`] cells.
    pub fn new(start: &SolitaireState) -> Option<Self> {
        if start.board().cell_count() > MAX_COUNTED_CELLS {
            return None;
        }
        let mut solutions = HashMap::default();
        let start_solutions = count_solutions(start, start.pegs(), &mut solutions);
        let mut counts = Self {
            solutions: start_solutions,
            solutions_by_last_cell: BTreeMap::new(),
            complete_games: 0,
            reachable_positions: solutions.len(),
            winning_positions: solutions.values().filter(|&&count| count > 0).count(),
            pegs_left_distribution: BTreeMap::new(),
        };
        let start_ways = Ways {
            games: 1,
            chance: BigUint::from(1_u8),
        };
        let mut level: HashMap<u64, Ways> = [(start.pegs(), start_ways)].into_iter().collect();
        let mut denominator = BigUint::from(1_u8);
        while !level.is_empty() {
            level = counts.add_level(start, level, &mut denominator);
        }
        Some(counts)
    }

    /// The probability that a random player wins.
    pub fn random_win_probability(&self) -> Ratio<BigUint> {
        let probability = self.pegs_left_distribution.get(&1).cloned();
        probability.unwrap_or(Ratio::from(BigUint::ZERO))
    }

    /// Counts the games that end on a level, and returns the next level; `denominator` becomes that of the next one.
    fn add_level(
        &mut self,
        start: &SolitaireState,
        level: HashMap<u64, Ways>,
        denominator: &mut BigUint,
    ) -> HashMap<u64, Ways> {
        let tables = start.board().0;
        let mut jump_multiple = 1_u64;
        for &pegs in level.keys() {
            let jump_count = tables.possible_jumps(pegs).count().max(1);
            jump_multiple = jump_multiple.lcm(&(jump_count as u64));
        }
        let mut next_level: HashMap<u64, Ways> = HashMap::default();
        let mut ended = Ways::default();
        let mut pegs_left = 0;
        for (pegs, ways) in level {
            let jump_count = tables.possible_jumps(pegs).count();
            if jump_count == 0 {
                pegs_left = pegs.count_ones();
                if pegs_left == 1 {
                    let last_cell = pegs.trailing_zeros() as usize;
                    self.solutions_by_last_cell.insert(last_cell, ways.games);
                }
                ended.games += ways.games;
                ended.chance += ways.chance;
                continue;
            }
            let jump_chance = ways.chance * (jump_multiple / jump_count as u64);
            for jump in tables.possible_jumps(pegs) {
                let next_ways = next_level.entry(pegs ^ jump.changed_cells).or_default();
                next_ways.games += ways.games;
                next_ways.chance += &jump_chance;
            }
        }
        if ended.games > 0 {
            let probability = Ratio::new(ended.chance, denominator.clone());
            self.pegs_left_distribution.insert(pegs_left, probability);
            self.complete_games += ended.games;
        }
        *denominator *= jump_multiple;
        next_level
    }
}

fn count_solutions(start: &SolitaireState, pegs: u64, known: &mut HashMap<u64, u128>) -> u128 {
    if let Some(&solutions) = known.get(&pegs) {
        return solutions;
    }
    let mut solutions = u128::from(pegs.count_ones() == 1);
    for jump in start.board().0.possible_jumps(pegs) {
        solutions += count_solutions(start, pegs ^ jump.changed_cells, known);
    }
    known.insert(pegs, solutions);
    solutions
}
