//! The first solution in the handout's order, and a solution with the fewest moves.
//!
//! # The fewest moves
//! Several consecutive jumps by one peg count as one move.
//!
//! For a winning position p let m(p) be the fewest moves that finish it when the next jump begins a move, and f(p, a)
//! when the peg in cell a has just jumped and may go on. A jump from b to c leads to q, and
//!
//! ```text
//! m(p)    = 1 + the least f(q, c) over all jumps
//! f(p, a) = m(p) - 1 if a jump from a attains that least value, else m(p)
//! ```
//!
//! since going on saves one move at most. So m and the set of cells where going on saves a move are stored for each
//! class of positions.

use super::board::{JumpMask, is_excluded_by_parity};
use super::reachable_positions::{ReachablePositions, SolitaireSolveError};
use super::{Jump, SolitaireState};
use crate::games::MemoryLimit;
use crate::games::search::IndexSet;

/// The largest number of bytes of a dead position in an [`IndexSet`], just after it has grown.
const BYTES_PER_DEAD_POSITION: u64 = 24;

/// Finds the solution of the handout's recursion: the first one, depth first, in the order of [`SolitaireState::possible_jumps`]; `None`
/// when there is no solution.
///
/// Dead positions, those without a solution, are stored up to symmetry, and the parity test is made first; neither
/// changes the solution.
///
/// # Errors
/// [`SolitaireSolveError::OutOfMemory`] when the dead positions do not fit in `memory`.
#[doc(alias = "calcule_solution")]
pub fn first_solution(
    state: &SolitaireState,
    memory: MemoryLimit,
) -> Result<Option<Vec<Jump>>, SolitaireSolveError> {
    if is_excluded_by_parity(&state.board().0.parity_codes, state.peg_cells()) {
        return Ok(None);
    }
    let mut search = FirstSolutionSearch {
        state: *state,
        dead_positions: IndexSet::new(),
        jumps: Vec::new(),
        max_dead_positions: memory.0 / BYTES_PER_DEAD_POSITION,
    };
    match search.search_from(state.pegs()) {
        Some(true) => Ok(Some(search.jumps)),
        Some(false) => Ok(None),
        None => Err(SolitaireSolveError::OutOfMemory(
            search.dead_positions.len() as u64,
            memory,
        )),
    }
}

/// A depth-first search for a solution.
struct FirstSolutionSearch {
    state: SolitaireState,
    dead_positions: IndexSet,
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
        let tables = self.state.board().0;
        let key = tables.symmetries.canonical_form(pegs);
        if self.dead_positions.contains(key) {
            return Some(false);
        }
        for jump_mask in tables.possible_jumps(pegs) {
            self.jumps.push(jump_mask.jump());
            if self.search_from(pegs ^ jump_mask.changed_cells)? {
                return Some(true);
            }
            self.jumps.pop();
        }
        if self.dead_positions.len() as u64 >= self.max_dead_positions {
            return None;
        }
        self.dead_positions.insert(key);
        Some(false)
    }
}

/// Consecutive jumps by one peg, which count as one move: the cells that it visits, the first one included, at least
/// two.
pub type VisitedCells = Vec<u8>;

/// The fewest moves of the winning positions of a level.
#[derive(Default)]
struct FewestMoves {
    moves: Vec<u8>,
    /// The cells from which going on saves a move.
    savings: Vec<u64>,
}

/// The stored values of a class of positions.
struct ClassFewestMoves {
    /// The fewest moves, m(p).
    moves: u8,
    /// The cells of the class from which going on saves a move.
    savings: u64,
    /// The symmetry from the position to its class.
    symmetry: usize,
}

impl ReachablePositions {
    /// A solution in the fewest moves; `None` when there is no solution, and empty when the start has a single peg.
    ///
    /// Of all shortest solutions, it is the first in the order of [`Board::jumps`](super::Board::jumps) in which a peg
    /// goes on jumping as long as that saves a move.
    pub fn shortest_solution(&self) -> Option<Vec<VisitedCells>> {
        if !self.is_solvable() {
            return None;
        }
        let levels = self.fewest_moves_by_level();
        let tables = self.start.board().0;
        let mut pegs = self.start.pegs();
        let mut moves: Vec<VisitedCells> = Vec::new();
        for level in 1..levels.len() {
            let position_moves = self
                .class_fewest_moves(&levels[level - 1], level - 1, pegs)?
                .moves;
            let is_shortest = |jump: &&JumpMask| {
                let moves = self.fewest_moves_after_jump(&levels[level], level, pegs, jump);
                moves == Some(position_moves - 1)
            };
            let cell = moves.last().and_then(|cells| cells.last().copied());
            let continuation = tables
                .possible_jumps(pegs)
                .filter(|jump| Some(jump.from) == cell)
                .find(is_shortest);
            let jump = continuation.or_else(|| tables.possible_jumps(pegs).find(is_shortest))?;
            match moves.last_mut() {
                Some(cells) if Some(jump.from) == cell => cells.push(jump.to),
                _ => moves.push(vec![jump.from, jump.to]),
            }
            pegs ^= jump.changed_cells;
        }
        Some(moves)
    }

    /// The table of each level, the start's first.
    fn fewest_moves_by_level(&self) -> Vec<FewestMoves> {
        let mut levels: Vec<FewestMoves> = Vec::new();
        for level in (0..self.winning_levels.len()).rev() {
            let mut table = FewestMoves::default();
            for &key in self.winning_levels[level].keys() {
                match levels.last() {
                    // Only single pegs have no winning jump.
                    Some(next_table) if key.count_ones() > 1 => {
                        self.push_fewest_moves(&mut table, next_table, level + 1, key);
                    }
                    _ => {
                        table.moves.push(0);
                        table.savings.push(0);
                    }
                }
            }
            levels.push(table);
        }
        levels.reverse();
        levels
    }

    /// Appends the values of a class with a winning jump, from the table of the next level.
    fn push_fewest_moves(
        &self,
        table: &mut FewestMoves,
        next_table: &FewestMoves,
        next_level: usize,
        key: u64,
    ) {
        let mut fewest_moves = u8::MAX;
        let mut savings = 0;
        for jump in self.start.board().0.possible_jumps(key) {
            let Some(moves) = self.fewest_moves_after_jump(next_table, next_level, key, jump)
            else {
                continue;
            };
            if moves < fewest_moves {
                fewest_moves = moves;
                savings = 0;
            }
            if moves == fewest_moves {
                savings |= 1 << jump.from;
            }
        }
        table.moves.push(fewest_moves.saturating_add(1));
        table.savings.push(savings);
    }

    /// The stored values of a position's class; `None` when the position does not win.
    fn class_fewest_moves(
        &self,
        table: &FewestMoves,
        level: usize,
        pegs: u64,
    ) -> Option<ClassFewestMoves> {
        let symmetries = &self.start.board().0.symmetries;
        let (key, symmetry) = symmetries.canonical_form_with_symmetry(pegs);
        let class_index = self.winning_levels.get(level)?.index_of(key)?;
        Some(ClassFewestMoves {
            moves: table.moves[class_index],
            savings: table.savings[class_index],
            symmetry,
        })
    }

    /// The fewest moves f(p, a), where p is the position after a jump from `pegs` to cell a; `None` when p does not win.
    /// `table` and `level` are those of p.
    fn fewest_moves_after_jump(
        &self,
        table: &FewestMoves,
        level: usize,
        pegs: u64,
        jump: &JumpMask,
    ) -> Option<u8> {
        let ClassFewestMoves {
            moves,
            savings,
            symmetry,
        } = self.class_fewest_moves(table, level, pegs ^ jump.changed_cells)?;
        let cell = self
            .start
            .board()
            .0
            .symmetries
            .cell_image(symmetry, jump.to);
        Some(moves - (savings >> cell & 1) as u8)
    }
}
