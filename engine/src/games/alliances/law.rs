//! The exact law of the piles that a small pack leaves, for players who look at the row alone.
//!
//! What such a player leaves depends on the row that lies and on the cards that are left, not on how they came about. So
//! instead of n! orders the states (row, cards left) are gone through, draw by draw, each with the number of ways that
//! lead to it; and of states with the same alliances, whatever the cards are called, one stands for all. When few cards
//! are left, states hardly meet any more, and all orders of these cards are tried.

use super::state::{Row, alliance};
use super::ways::Way;
use crate::cards::{Card, Pack};
use std::collections::BTreeMap;

/// The largest pack: its law takes a fraction of a second, or seconds for a player who draws lots.
const MAX_CARDS: usize = 12;

/// Cards whose orders are tried.
const FEW: usize = 4;

/// A set of cards, by their numbers.
type Set = u16;

/// The probability of each number of piles, from 0 on, that a pack leaves when `way` plays; exact but for the last
/// digit, and for [`Way::Random`] for rounding.
///
/// `None` when the pack has more than 12 cards, or when the player waits and sees more than the row, as [`Way::Late`]
/// does.
pub fn law(pack: Pack, way: Way) -> Option<Vec<f64>> {
    if pack.size() > MAX_CARDS || way == Way::Late {
        return None;
    }
    let mut law = vec![0.0; pack.size() + 1];
    // Parts of a weight that lots are drawn for are added in an order of their own, so that they are rounded alike.
    let few = if way == Way::Random { 0 } else { FEW.min(pack.size()) };
    for mut state in states(pack, way, few) {
        finish(way, &state.row, &mut state.left, state.weight, &mut law);
    }
    let orders: f64 = law.iter().sum();
    Some(law.into_iter().map(|weight| weight / orders).collect())
}

/// A row, the cards left, and the number of ways that lead there or to a state with the same alliances.
struct State {
    row: Row,
    left: Vec<Card>,
    weight: f64,
}

/// The states in which so many cards are left.
fn states(pack: Pack, way: Way, few: usize) -> Vec<State> {
    let mut states = vec![State { row: Row::default(), left: pack.cards().collect(), weight: 1.0 }];
    for _ in few..pack.size() {
        // In an order of their own, so that sums are rounded alike in every run.
        let mut next = BTreeMap::new();
        for state in &states {
            for (place, &card) in state.left.iter().enumerate() {
                let (mut row, mut left) = (state.row.clone(), state.left.clone());
                row.lay(card);
                left.remove(place);
                settle(way, row, state.weight, &mut |row, weight| {
                    let all_alike = next.entry(alliances(row, &left));
                    let new = || State { row: row.clone(), left: left.clone(), weight: 0.0 };
                    all_alike.or_insert_with(new).weight += weight;
                });
            }
        }
        states = next.into_values().collect();
    }
    states
}

/// Adds what comes of a row in every order of the cards left to the weights by the number of piles.
fn finish(way: Way, row: &Row, left: &mut Vec<Card>, weight: f64, law: &mut [f64]) {
    if left.is_empty() {
        law[row.piles()] += weight;
    }
    for place in 0..left.len() {
        let (mut after, card) = (row.clone(), left.remove(place));
        after.lay(card);
        settle(way, after, weight, &mut |row, weight| finish(way, row, left, weight, law));
        left.insert(place, card);
    }
}

/// Plays a row until nothing jumps, and tells `each` every row that can come of it, with its part of the weight.
fn settle(way: Way, row: Row, weight: f64, each: &mut impl FnMut(&Row, f64)) {
    let jumps = way.candidates(&row);
    if jumps.is_empty() {
        return each(&row, weight);
    }
    let part = weight / jumps.len() as f64;
    for jump in jumps {
        let mut after = row.clone();
        if after.jump(jump).is_ok() {
            settle(way, after, part, each);
        }
    }
}

/// The alliances of a row and the cards left, whose order does not count: among those, between them and each pile, and
/// among the piles.
///
/// The cards left are numbered in an order that hardly depends on their places: by the piles that they are allied with,
/// and by their allies. States that are alike may get different ones, which costs time but no correctness.
fn alliances(row: &Row, left: &[Card]) -> Vec<Set> {
    let among: Vec<Set> = left.iter().map(|&card| allies(card, left)).collect();
    let seen: Vec<Set> = row.tops().iter().map(|&card| allies(card, left)).collect();
    let mut keys = [0_u64; MAX_CARDS];
    for (place, key) in keys[..left.len()].iter_mut().enumerate() {
        *key = seen.iter().fold(1, |key, set| key << 1 | u64::from(set >> place & 1));
    }
    for _ in 0..3 {
        let old = keys;
        for (place, &set) in among.iter().enumerate() {
            let around = places(set).fold(0, |sum: u64, ally| sum.wrapping_add(mixed(old[ally])));
            keys[place] = mixed(old[place].wrapping_add(mixed(around)));
        }
    }
    let mut order: [usize; MAX_CARDS] = std::array::from_fn(|place| place);
    order[..left.len()].sort_unstable_by_key(|&place| keys[place]);
    let mut numbers = [0; MAX_CARDS];
    for (number, &place) in order[..left.len()].iter().enumerate() {
        numbers[place] = number;
    }
    let renamed = |set: Set| places(set).fold(0, |new: Set, place| new | 1 << numbers[place]);
    let mut found = Vec::with_capacity(left.len() + 2 * seen.len());
    found.extend(order[..left.len()].iter().map(|&place| renamed(among[place])));
    found.extend(seen.into_iter().map(renamed));
    found.extend(row.tops().iter().map(|&card| allies(card, row.tops())));
    found
}

fn allies(card: Card, of: &[Card]) -> Set {
    let allied = of.iter().enumerate().filter(|&(_, &other)| other != card && alliance(card, other));
    allied.fold(0, |set, (place, _)| set | 1 << place)
}

/// A number that depends on all bits of another one.
const fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

fn places(set: Set) -> impl Iterator<Item = usize> {
    let rest = std::iter::successors(Some(set), |set| Some(set & set.wrapping_sub(1)));
    rest.take_while(|&set| set != 0).map(|set| set.trailing_zeros() as usize)
}
