//! Slow definitions for comparison with the fast engines.
//!
//! Plain recursion on positions, without parities or packed integers; fast enough for the handout's 15 cells.

use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::games::Game;
use pioche_engine::games::solitaire::{Jump, SolitaireState};
use std::collections::{BTreeMap, HashMap};

/// The handout's recursion, unchanged: every jump is tried in order, and no position is remembered.
///
/// The jumps are in the order of play, the reverse of the handout's list.
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

/// The results of all games from a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// The number of sequences of jumps to the end.
    pub games: u128,
    /// The numbers of sequences that end with one peg, by its cell.
    pub by_finish: BTreeMap<usize, u128>,
    /// A random player's distribution of pegs left.
    pub law: BTreeMap<u32, Ratio<BigUint>>,
}

impl Games {
    fn ended(state: &SolitaireState) -> Self {
        let last = state
            .is_won()
            .then(|| state.peg_cells().map(|cell| (cell, 1)).collect());
        let certain = Ratio::from(BigUint::from(1_u8));
        Self {
            games: 1,
            by_finish: last.unwrap_or_default(),
            law: [(state.peg_count(), certain)].into(),
        }
    }

    fn add(&mut self, other: &Self, chance: &Ratio<BigUint>) {
        self.games += other.games;
        for (&cell, games) in &other.by_finish {
            *self.by_finish.entry(cell).or_default() += games;
        }
        for (&left, share) in &other.law {
            *self
                .law
                .entry(left)
                .or_insert_with(|| Ratio::from(BigUint::ZERO)) += share * chance;
        }
    }
}

/// Returns every position that is reachable from a start, with the results of its games.
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
    let mut games = if jumps.is_empty() {
        Games::ended(state)
    } else {
        Games::default()
    };
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
