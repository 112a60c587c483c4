//! Searches of all positions of a game: a solver for any small game in which no position repeats, which evaluates every
//! reachable position; and a hash set that numbers its keys in the order of insertion, one array of keys, one of slots.

use super::{BestMoves, Game, MemoryLimit, Outcome, Player};
use foldhash::{HashMap, HashMapExt};
use std::hash::Hash;

/// The values of all positions that can be met from a start, in the unit of [`Outcome::utility_for_player_one`].
#[derive(Clone, Debug)]
pub struct ExhaustiveSolution<G>(HashMap<G, i64>);

/// The error of [`ExhaustiveSolution::new`]: too many positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {0} positions: too many to be solved")]
pub struct TooManyPositions(pub usize);

/// The largest number of positions that are valued: some seconds of work.
const MAX_POSITIONS: usize = 500_000;

impl<G: Game + Hash> ExhaustiveSolution<G> {
    /// Values every position that can be met from `start`.
    ///
    /// # Errors
    /// When there are more than 500,000 positions, when they may not fit in `memory`, or when a position can come back.
    pub fn new(start: &G, memory: MemoryLimit) -> Result<Self, TooManyPositions> {
        let bytes_per_position = 2 * size_of::<(G, i64)>() as u64;
        let max_positions = usize::try_from(memory.0 / bytes_per_position)
            .unwrap_or(MAX_POSITIONS)
            .min(MAX_POSITIONS);
        let mut values: HashMap<G, i64> = HashMap::new();
        let mut path = vec![start.clone()];
        while let Some(state) = path.last() {
            if values.contains_key(state) {
                path.pop();
                continue;
            }
            if values.len() + path.len() > max_positions {
                return Err(TooManyPositions(max_positions));
            }
            let next_states = successors(state);
            let unsolved_states: Vec<G> = next_states
                .iter()
                .map(|(_, successor)| successor)
                .filter(|successor| !values.contains_key(successor))
                .cloned()
                .collect();
            if !unsolved_states.is_empty() {
                path.extend(unsolved_states);
                continue;
            }
            let successor_values = next_states.iter().map(|(_, successor)| values[successor]);
            let best_value = if state.to_play() == Player::One {
                successor_values.max()
            } else {
                successor_values.min()
            };
            let value = state.outcome().map_or(
                best_value.unwrap_or_default(),
                Outcome::utility_for_player_one,
            );
            values.extend(path.pop().map(|state| (state, value)));
        }
        Ok(Self(values))
    }

    /// The value of a position to player 1, with best play: 0 for a draw, more than 0 if player 1 wins; `None` for a
    /// position that cannot be met from the start.
    pub fn value(&self, state: &G) -> Option<i64> {
        self.0.get(state).copied()
    }
}

impl<G: Game + Hash> BestMoves<G> for ExhaustiveSolution<G> {
    fn best_moves(&self, state: &G) -> Vec<G::Move> {
        let value = self.value(state);
        successors(state)
            .into_iter()
            .filter(|(_, successor)| self.value(successor) == value)
            .map(|(mv, _)| mv)
            .collect()
    }
}

/// The legal moves, each with the position after it.
fn successors<G: Game>(state: &G) -> Vec<(G::Move, G)> {
    let successor = |mv| {
        let mut successor = state.clone();
        successor.play(mv).is_ok().then_some((mv, successor))
    };
    state
        .legal_moves()
        .into_iter()
        .filter_map(successor)
        .collect()
}

/// A set of positions with consecutive numbers from 0.
///
/// At most three slots in four are taken, and a position takes at most 11 bytes besides its key.
#[derive(Clone, Debug)]
pub(super) struct IndexSet {
    keys: Vec<u64>,
    /// Open addressing with linear probing: 0 is free, else the number of a key plus 1.
    slots: Vec<u32>,
    shift: u32,
}

impl IndexSet {
    pub fn new() -> Self {
        Self {
            keys: Vec::new(),
            slots: vec![0; 16],
            shift: 60,
        }
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The slot of a key, or the free one where it belongs.
    #[inline]
    fn find_slot(&self, key: u64) -> usize {
        let slot_mask = self.slots.len() - 1;
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        loop {
            match self.slots[slot] {
                0 => return slot,
                number if self.keys[number as usize - 1] == key => return slot,
                _ => slot = (slot + 1) & slot_mask,
            }
        }
    }

    #[inline]
    pub fn index_of(&self, key: u64) -> Option<usize> {
        (self.slots[self.find_slot(key)] as usize).checked_sub(1)
    }

    /// Inserts a key if it is new, and returns its index.
    #[inline]
    pub fn insert(&mut self, key: u64) -> usize {
        let slot = self.find_slot(key);
        match self.slots[slot] {
            0 => {
                self.keys.push(key);
                self.slots[slot] = self.keys.len() as u32;
                if self.keys.len() > self.slots.len() / 4 * 3 {
                    self.grow();
                }
                self.keys.len() - 1
            }
            number => number as usize - 1,
        }
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.shift -= 1;
        self.slots = Vec::new();
        self.slots = vec![0; size];
        for number in 0..self.keys.len() {
            let slot = self.find_slot(self.keys[number]);
            self.slots[slot] = number as u32 + 1;
        }
    }
}
