//! The fewest moves, when several consecutive jumps by one peg count as one move.
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

use super::board::JumpMask;
use super::reachable_positions::ReachablePositions;

/// Consecutive jumps by one peg, which count as one move: the cells that it visits, the first one included, at least
/// two.
pub type JumpChain = Vec<u8>;

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
    pub fn shortest_solution(&self) -> Option<Vec<JumpChain>> {
        if !self.is_solvable() {
            return None;
        }
        let levels = self.fewest_moves_by_level();
        let steps = &self.start.board().0.jump_masks;
        let mut pegs = self.start.pegs();
        let mut moves: Vec<JumpChain> = Vec::new();
        for level in 1..levels.len() {
            let goal = self
                .class_fewest_moves(&levels[level - 1], level - 1, pegs)?
                .moves
                - 1;
            let attains = |step: &&JumpMask| {
                step.is_possible(pegs)
                    && self.fewest_moves_after_jump(
                        &levels[level],
                        level,
                        pegs ^ step.changed_cells,
                        step.to,
                    ) == Some(goal)
            };
            let at = moves.last().and_then(|last| last.last().copied());
            let goes_on = steps
                .iter()
                .filter(|step| Some(step.from) == at)
                .find(attains);
            let step = goes_on.or_else(|| steps.iter().find(attains))?;
            match moves.last_mut() {
                Some(last) if Some(step.from) == at => last.push(step.to),
                _ => moves.push(vec![step.from, step.to]),
            }
            pegs ^= step.changed_cells;
        }
        Some(moves)
    }

    /// The table of each level, the start's first.
    fn fewest_moves_by_level(&self) -> Vec<FewestMoves> {
        let steps = &self.start.board().0.jump_masks;
        let mut levels: Vec<FewestMoves> = Vec::new();
        for level in (0..self.winning_levels.len()).rev() {
            let mut here = FewestMoves::default();
            for &key in self.winning_levels[level].keys() {
                let (mut least, mut savings) = (u8::MAX, 0);
                for step in steps.iter().filter(|step| step.is_possible(key)) {
                    let below = levels.last();
                    let Some(after) = below.and_then(|below| {
                        self.fewest_moves_after_jump(
                            below,
                            level + 1,
                            key ^ step.changed_cells,
                            step.to,
                        )
                    }) else {
                        continue;
                    };
                    if after < least {
                        (least, savings) = (after, 0);
                    }
                    if after == least {
                        savings |= 1 << step.from;
                    }
                }
                // Only single pegs have no winning jump.
                here.moves.push(if key.count_ones() == 1 {
                    0
                } else {
                    least.saturating_add(1)
                });
                here.savings.push(savings);
            }
            levels.push(here);
        }
        levels.reverse();
        levels
    }

    /// The stored values of a position's class; `None` when the position does not win.
    fn class_fewest_moves(
        &self,
        table: &FewestMoves,
        level: usize,
        pegs: u64,
    ) -> Option<ClassFewestMoves> {
        let (key, by) = self
            .start
            .board()
            .0
            .symmetries
            .canonical_form_with_symmetry(pegs);
        let number = self.winning_levels.get(level)?.index_of(key)?;
        Some(ClassFewestMoves {
            moves: table.moves[number],
            savings: table.savings[number],
            symmetry: by,
        })
    }

    /// The fewest moves f(p, a), where `at` is a; `None` when p does not win.
    fn fewest_moves_after_jump(
        &self,
        table: &FewestMoves,
        level: usize,
        pegs: u64,
        at: u8,
    ) -> Option<u8> {
        let ClassFewestMoves {
            moves,
            savings,
            symmetry,
        } = self.class_fewest_moves(table, level, pegs)?;
        let at = self.start.board().0.symmetries.cell_image(symmetry, at);
        Some(moves - (savings >> at & 1) as u8)
    }
}
