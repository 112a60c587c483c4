//! The slow, obvious definitions that the fast engines are held equal to.
//!
//! Plain recursion on positions, no symmetry, no parities, no packed integers. Good for the 15 cells of the handout.

use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::games::Game;
use pioche_engine::games::solitaire::{Jump, SolitaireState};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The handout's recursion as it stands: every jump in its order is tried, and nothing is remembered.
///
/// The jumps come in the order of play, the handout's own list being reversed.
#[doc(alias = "calcule_solution")]
pub fn first(state: &SolitaireState) -> Option<Vec<Jump>> {
    if state.is_won() {
        return Some(Vec::new());
    }
    for jump in state.possible_jumps() {
        let mut after = *state;
        if after.play(jump).is_ok()
            && let Some(rest) = first(&after)
        {
            return Some(std::iter::once(jump).chain(rest).collect());
        }
    }
    None
}

/// What the games from a position come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// Sequences of jumps until none is left, by pegs left.
    pub games: BTreeMap<u32, BigUint>,
    /// Sequences that end with one peg, by its cell.
    pub by_finish: BTreeMap<usize, BigUint>,
    /// A random player's law of pegs left.
    pub law: BTreeMap<u32, Ratio<BigUint>>,
}

impl Games {
    fn ended(state: &SolitaireState) -> Self {
        let one = BigUint::from(1_u8);
        let last = state.is_won().then(|| state.peg_cells().map(|cell| (cell, one.clone())).collect());
        Self {
            games: [(state.peg_count(), one.clone())].into(),
            by_finish: last.unwrap_or_default(),
            law: [(state.peg_count(), Ratio::from(one))].into(),
        }
    }

    fn add(&mut self, other: &Self, chance: &Ratio<BigUint>) {
        for (&left, games) in &other.games {
            *self.games.entry(left).or_default() += games;
        }
        for (&cell, games) in &other.by_finish {
            *self.by_finish.entry(cell).or_default() += games;
        }
        for (&left, share) in &other.law {
            *self.law.entry(left).or_insert_with(|| Ratio::from(BigUint::ZERO)) += share * chance;
        }
    }
}

/// Every position that can be met from a start, each with what its games come to.
pub fn games(start: &SolitaireState) -> HashMap<u64, Games> {
    let mut known = HashMap::new();
    walk(start, &mut known);
    known
}

fn walk(state: &SolitaireState, known: &mut HashMap<u64, Games>) -> Games {
    if let Some(games) = known.get(&state.pegs()) {
        return games.clone();
    }
    let jumps = state.legal_moves();
    let mut games = if jumps.is_empty() { Games::ended(state) } else { Games::default() };
    let chance = Ratio::new(BigUint::from(1_u8), BigUint::from(jumps.len().max(1)));
    for jump in jumps {
        let mut after = *state;
        if after.play(jump).is_ok() {
            games.add(&walk(&after, known), &chance);
        }
    }
    known.insert(state.pegs(), games.clone());
    games
}

/// The fewest moves that solve a position: jump after jump, all pairs of a position and the cell of the peg that
/// jumped last, each with the fewest moves made so far.
pub fn fewest_moves(start: &SolitaireState) -> Option<usize> {
    let mut level: BTreeMap<(u64, Option<u8>), usize> = [((start.pegs(), None), 0)].into();
    for _ in 1..start.peg_count() {
        let mut next = BTreeMap::new();
        for (&(pegs, last), &moves) in &level {
            let cells = (0..64).filter(|cell| pegs >> cell & 1 == 1);
            let state = SolitaireState::with_pegs(start.board(), cells).expect("a position that was met");
            for jump in state.possible_jumps() {
                let mut after = state;
                if after.play(jump).is_ok() {
                    let moves = moves + usize::from(last != Some(jump.from));
                    let fewest = next.entry((after.pegs(), Some(jump.to))).or_insert(moves);
                    *fewest = moves.min(*fewest);
                }
            }
        }
        level = next;
    }
    level.into_values().min()
}

/// Positions that can be met from a start, by following jumps.
pub fn reachable(start: &SolitaireState) -> BTreeSet<u64> {
    let mut seen: BTreeSet<u64> = [start.pegs()].into();
    let mut waiting = vec![*start];
    while let Some(state) = waiting.pop() {
        for jump in state.possible_jumps() {
            let mut after = state;
            if after.play(jump).is_ok() && seen.insert(after.pegs()) {
                waiting.push(after);
            }
        }
    }
    seen
}
