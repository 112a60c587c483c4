//! The exploration of all positions that can be reached from a start, level after level, by several threads.
//!
//! A level is divided into parts by a hash of the positions. For each block of parents, the threads first find the
//! children, each of a share of the parents; then they add the children, each to parts of the next level, in the order
//! of the parents. No part is changed by two threads, and a part is small enough for the processor's cache. The result
//! does not depend on the number of threads.

use super::SolitaireState;
use super::board::BoardTables;
use super::level_sums::{BigUintColumn, LevelSums, multiply_words};
use crate::games::search::IndexSet;
use crate::parallel::TaskPool;
use std::ops::Range;

/// The number of parents in a block; the memory is checked after each block.
pub(super) const BLOCK_LEN: usize = 1 << 14;

/// The number of parents that one thread expands at a time.
pub(super) const SHARE_LEN: usize = 1 << 10;

/// The number of parts of a level after one of at least [`LARGE_LEVEL`] positions; smaller levels have one part.
const PART_COUNT: usize = 64;

/// The number of jumps of most positions is at most this, by which the lists of children begin.
const USUAL_JUMPS: usize = 8;

/// The number of positions of a level from which on the next level is divided.
const LARGE_LEVEL: usize = 4 * SHARE_LEN;

/// The progress of [`ReachablePositions::with_progress`](super::ReachablePositions::with_progress). Positions are
/// counted up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplorationProgress {
    /// The number of pegs of the positions at work.
    pub pegs: u32,
    /// The number of positions done in this pass.
    pub positions: u64,
    /// The number of positions of the pass; `None` in the first pass, which finds them.
    pub total: Option<u64>,
}

/// The positions of one level, up to symmetry.
#[derive(Debug)]
pub(super) struct PositionLevel {
    pub keys: Vec<u64>,
    /// The symmetries of each key, as a mask, that map it to a reachable position: at least one for each such position.
    pub reachable_symmetries: Vec<u8>,
}

/// Returns the results of a task for consecutive shares of `keys`, in order. The task also gets the index of the first
/// key.
pub(super) fn map_shares<R: Send>(
    pool: &TaskPool,
    keys: &[u64],
    task: impl Fn(usize, &[u64]) -> R + Sync,
) -> Vec<R> {
    pool.map_chunks(keys, SHARE_LEN, |index, share| {
        task(index * SHARE_LEN, share)
    })
}

/// A part of a level, with the sums of each of its positions.
struct LevelPart {
    positions: IndexSet,
    reachable_symmetries: Vec<u8>,
    /// The number of ways to reach each position.
    ways: BigUintColumn,
    /// The probability of each position, times the denominator of the level.
    chances: BigUintColumn,
}

impl LevelPart {
    /// Creates an empty part of the next level of `sums`.
    fn new(sums: &LevelSums) -> Self {
        Self {
            positions: IndexSet::new(),
            reachable_symmetries: Vec::new(),
            ways: BigUintColumn::new(sums.next_ways_bits()),
            chances: BigUintColumn::new(sums.next_chance_bits()),
        }
    }

    /// Adds a child, given the number of ways to reach its parent and the probability of its jump.
    fn add(&mut self, child: &Child, ways: &[u64], chance: &[u64]) {
        let index = self.positions.insert(child.key);
        if index == self.reachable_symmetries.len() {
            self.reachable_symmetries.push(0);
        }
        self.reachable_symmetries[index] |= child.reachable_symmetries;
        self.ways.add_to_row(index, ways);
        self.chances.add_to_row(index, chance);
    }

    fn byte_size(&self) -> u64 {
        self.positions.byte_size()
            + self.reachable_symmetries.capacity() as u64
            + self.ways.byte_size()
            + self.chances.byte_size()
    }
}

/// A position after a jump, up to symmetry.
struct Child {
    key: u64,
    /// The index of the parent in its share.
    parent: u32,
    /// The symmetries from the key to the reachable positions that come from the parent.
    reachable_symmetries: u8,
}

/// The children of consecutive positions of a part.
struct ShareChildren {
    /// The index of the first parent in its part.
    first_parent: usize,
    /// The children in each part of the next level.
    by_part: Vec<Vec<Child>>,
    /// The probability of each jump of each parent, times the denominator of the next level.
    jump_chances: BigUintColumn,
    /// The indices in the part of the parents without a jump.
    ended_parents: Vec<usize>,
}

/// The part of a key among `part_count`, a power of two.
fn part_index(key: u64, part_count: usize) -> usize {
    // Other bits than those that IndexSet uses.
    let hash = key.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32;
    hash as usize & (part_count - 1)
}

/// Explores level after level from the start, until one is empty; `None` when more than `max_bytes` bytes are needed.
pub(super) fn explore(
    start: &SolitaireState,
    max_bytes: u64,
    pool: &TaskPool,
    on_progress: &mut dyn FnMut(ExplorationProgress),
) -> Option<(Vec<PositionLevel>, LevelSums)> {
    let tables = start.board().0;
    let mut sums = LevelSums::new(start.peg_count());
    let mut parts = vec![start_part(start, &sums)];
    let mut levels = Vec::new();
    let mut position_count: usize = 0;
    loop {
        let level_len: usize = parts.iter().map(|part| part.positions.len()).sum();
        if level_len == 0 {
            return Some((levels, sums));
        }
        begin_level(&mut sums, &parts, tables, pool);
        let part_count = if level_len < LARGE_LEVEL {
            1
        } else {
            PART_COUNT
        };
        let mut next_parts: Vec<LevelPart> =
            (0..part_count).map(|_| LevelPart::new(&sums)).collect();
        let level_bytes = parts_byte_size(&parts) + 9 * position_count as u64;
        for part in &parts {
            for (block, keys) in part.positions.keys().chunks(BLOCK_LEN).enumerate() {
                let first_parent = block * BLOCK_LEN;
                let shares = map_shares(pool, keys, |first, share| {
                    let parents = first_parent + first..first_parent + first + share.len();
                    children(part, parents, &sums, tables, part_count)
                });
                for parent in shares.iter().flat_map(|share| &share.ended_parents) {
                    sums.add_ended(part.ways.row(*parent), part.chances.row(*parent));
                }
                pool.change_each(&mut next_parts, |index, next_part| {
                    add_children(next_part, index, part, &shares);
                });
                // A growing vector has its old and its new memory for a moment.
                if level_bytes + 2 * parts_byte_size(&next_parts) > max_bytes {
                    return None;
                }
                position_count += keys.len();
                if position_count >= BLOCK_LEN {
                    on_progress(ExplorationProgress {
                        pegs: sums.pegs(),
                        positions: position_count as u64,
                        total: None,
                    });
                }
            }
        }
        sums.end_level();
        levels.push(joined_parts(parts, level_len));
        parts = next_parts;
    }
}

/// The level of the start.
fn start_part(start: &SolitaireState, sums: &LevelSums) -> LevelPart {
    let symmetries = &start.board().0.symmetries;
    let (key, symmetry) = symmetries.canonical_form_with_symmetry(start.pegs());
    let mut level_part = LevelPart::new(sums);
    let start_child = Child {
        key,
        parent: 0,
        // The start is the image of its key under the inverse of `symmetry`.
        reachable_symmetries: symmetries.compose_with_inverse(symmetry, 1),
    };
    level_part.add(&start_child, &[1], &[1]);
    level_part
}

/// Begins a level of the sums with the numbers of jumps that occur.
fn begin_level(sums: &mut LevelSums, parts: &[LevelPart], tables: &BoardTables, pool: &TaskPool) {
    let mut occurs = [false; 256];
    for part in parts {
        let share_counts = map_shares(pool, part.positions.keys(), |_, share| {
            let mut share_occurs = [false; 256];
            for &key in share {
                share_occurs[tables.possible_jumps(key).count()] = true;
            }
            share_occurs
        });
        for share_occurs in share_counts {
            for (occurs, share_occurs) in occurs.iter_mut().zip(share_occurs) {
                *occurs |= share_occurs;
            }
        }
    }
    sums.begin_level(&occurs);
}

/// Finds the children of some positions of a part.
fn children(
    part: &LevelPart,
    parents: Range<usize>,
    sums: &LevelSums,
    tables: &BoardTables,
    part_count: usize,
) -> ShareChildren {
    let symmetries = &tables.symmetries;
    let mut share = ShareChildren {
        first_parent: parents.start,
        by_part: (0..part_count)
            .map(|_| Vec::with_capacity(USUAL_JUMPS * parents.len() / part_count))
            .collect(),
        jump_chances: BigUintColumn::new(sums.next_chance_bits()),
        ended_parents: Vec::new(),
    };
    let mut jump_chance = Vec::new();
    for (parent, parent_index) in parents.enumerate() {
        let key = part.positions.keys()[parent_index];
        let parent_symmetries = part.reachable_symmetries[parent_index];
        let mut jumps = 0;
        for jump_mask in tables.possible_jumps(key) {
            let pegs = key ^ jump_mask.changed_cells;
            let (child_key, symmetry) = symmetries.canonical_form_with_symmetry(pegs);
            share.by_part[part_index(child_key, part_count)].push(Child {
                key: child_key,
                parent: parent as u32,
                reachable_symmetries: symmetries.compose_with_inverse(symmetry, parent_symmetries),
            });
            jumps += 1;
        }
        if jumps == 0 {
            share.ended_parents.push(parent_index);
        }
        let chance = part.chances.row(parent_index);
        multiply_words(chance, sums.jump_factor(jumps), &mut jump_chance);
        share.jump_chances.add_to_row(parent, &jump_chance);
    }
    share
}

/// Adds the children that belong to a part of the next level.
fn add_children(
    next_part: &mut LevelPart,
    part_index: usize,
    part: &LevelPart,
    shares: &[ShareChildren],
) {
    for share in shares {
        for child in &share.by_part[part_index] {
            let parent = child.parent as usize;
            let ways = part.ways.row(share.first_parent + parent);
            next_part.add(child, ways, share.jump_chances.row(parent));
        }
    }
}

fn parts_byte_size(parts: &[LevelPart]) -> u64 {
    parts.iter().map(LevelPart::byte_size).sum()
}

/// The positions of a level in one list; the parts are freed one after the other.
fn joined_parts(parts: Vec<LevelPart>, level_len: usize) -> PositionLevel {
    let mut level = PositionLevel {
        keys: Vec::with_capacity(level_len),
        reachable_symmetries: Vec::with_capacity(level_len),
    };
    for part in parts {
        level.keys.extend(part.positions.into_keys());
        level.reachable_symmetries.extend(part.reachable_symmetries);
    }
    level
}
