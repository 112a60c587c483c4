//! The exact law of the piles that a small pack leaves, for players who look at the row alone.
//!
//! What such a player leaves depends on the row that lies and on the cards that are left, not on how they came about. So
//! instead of n! orders the states (row, cards left) are gone through, draw by draw, each with the number of ways that
//! lead to it; and of states with the same alliances, whatever the cards are called, one stands for all. The rule's law
//! is found from right to left, which takes fewer states: seconds for 3 x 5 cards, minutes and some GB for 4 x 4 with
//! their 2 · 10¹³ orders.

pub use super::rule_law::orders;
use super::rule_law::{MAX_CARDS, Set, all, allies, standard};
use super::state::Row;
use super::ways::Way;
use crate::cards::{Card, Pack};
use std::collections::BTreeMap;

/// The probability of each number of piles, from 0 on, that a pack leaves when `way` plays; exact but for the last
/// digit, and for [`Way::Random`] for rounding.
///
/// `None` when the pack has more than 16 cards (whose n! is still an exact `f64`), or when the player waits and sees more
/// than the row, as [`Way::Late`] does.
pub fn law(pack: Pack, way: Way) -> Option<Vec<f64>> {
    if pack.size() > MAX_CARDS || way == Way::Late {
        return None;
    }
    if way == Way::Leftmost {
        let orders = orders(pack)?;
        let all = orders.iter().sum::<u64>() as f64;
        return Some(orders.into_iter().map(|orders| orders as f64 / all).collect());
    }
    let start = State { row: Row::default(), left: pack.cards().collect(), weight: 1.0 };
    let mut states = vec![start];
    for _ in 0..pack.size() {
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
    let mut law = vec![0.0; pack.size() + 1];
    for state in &states {
        law[state.row.piles()] += state.weight;
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
fn alliances(row: &Row, left: &[Card]) -> Vec<Set> {
    let among: Vec<Set> = left.iter().map(|&card| allies(card, left)).collect();
    let seen: Vec<Set> = row.tops().iter().map(|&card| allies(card, left)).collect();
    let mut found = Vec::with_capacity(left.len() + 2 * seen.len());
    standard(&among, all(left.len()), &seen, &mut found);
    found.extend(row.tops().iter().map(|&card| allies(card, row.tops())));
    found
}
