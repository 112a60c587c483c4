//! The exact law of the number of piles that a small pack leaves, for players that see the row alone.
//!
//! The piles that such a player leaves depend on the row and on the cards left, not on the order of the cards before.
//! So instead of n! orders, the states (row, cards left) are enumerated draw by draw, each with the number of ways that
//! lead to it. States with the same alliances count as one. When few cards are left, different orders hardly ever lead
//! to the same state, and all orders of these cards are tried.

use super::policy::Policy;
use super::state::{PileRow, are_allied};
use crate::cards::{Card, Pack};
use std::collections::BTreeMap;

/// The largest pack. Its law takes a fraction of a second, or seconds for [`Policy::Random`].
const MAX_CARDS: usize = 12;

/// The number of last cards of which all orders are tried.
const BRUTE_FORCE_CARDS: usize = 4;

/// A set of cards: bit i is card i.
type CardSet = u16;

/// Returns the probability of each number of piles, from 0 on, that a shuffled pack leaves when `policy` plays.
///
/// The probabilities are rounded in the last digit; those of [`Policy::Random`] are sums of rounded terms. `None` when the
/// pack has more than 12 cards, and for [`Policy::Late`], which waits and sees more than the row.
///
/// ```
/// use pioche_engine::cards::Pack;
/// use pioche_engine::games::alliances::{Policy, law::pile_count_law};
///
/// // Three cards of one suit: the pile in the middle always jumps.
/// let law = pile_count_law(Pack::new(1, 3)?, Policy::Leftmost).unwrap();
/// assert_eq!(law, [0.0, 0.0, 1.0, 0.0]);
/// # Ok::<(), pioche_engine::parse::ParseValueError>(())
/// ```
pub fn pile_count_law(pack: Pack, policy: Policy) -> Option<Vec<f64>> {
    if pack.size() > MAX_CARDS || policy == Policy::Late {
        return None;
    }
    let mut law = vec![0.0; pack.size() + 1];
    // The sums of the random player are rounded, so their order must not depend on the shortcut for the last cards.
    let few = if policy == Policy::Random {
        0
    } else {
        BRUTE_FORCE_CARDS.min(pack.size())
    };
    for mut state in weighted_rows(pack, policy, few) {
        add_all_orders(policy, &state.row, &mut state.left, state.weight, &mut law);
    }
    let orders: f64 = law.iter().sum();
    Some(law.into_iter().map(|weight| weight / orders).collect())
}

/// A row, the cards left, and the number of ways that lead to this state or to one with the same alliances.
struct WeightedRow {
    row: PileRow,
    left: Vec<Card>,
    weight: f64,
}

/// The states in which `few` cards are left.
fn weighted_rows(pack: Pack, way: Policy, few: usize) -> Vec<WeightedRow> {
    let mut states = vec![WeightedRow {
        row: PileRow::default(),
        left: pack.cards().collect(),
        weight: 1.0,
    }];
    for _ in few..pack.size() {
        // An ordered map, so that sums are rounded in the same way in every run.
        let mut next = BTreeMap::new();
        for state in &states {
            for (place, &card) in state.left.iter().enumerate() {
                let (mut row, mut left) = (state.row.clone(), state.left.clone());
                row.lay(card);
                left.remove(place);
                play_all_jumps(way, row, state.weight, &mut |row, weight| {
                    let all_alike = next.entry(alliance_key(row, &left));
                    let new = || WeightedRow {
                        row: row.clone(),
                        left: left.clone(),
                        weight: 0.0,
                    };
                    all_alike.or_insert_with(new).weight += weight;
                });
            }
        }
        states = next.into_values().collect();
    }
    states
}

/// Plays a row with every order of the cards left, and adds the weights to `law` by the number of piles.
fn add_all_orders(way: Policy, row: &PileRow, left: &mut Vec<Card>, weight: f64, law: &mut [f64]) {
    if left.is_empty() {
        law[row.pile_count()] += weight;
    }
    for place in 0..left.len() {
        let (mut after, card) = (row.clone(), left.remove(place));
        after.lay(card);
        play_all_jumps(way, after, weight, &mut |row, weight| {
            add_all_orders(way, row, left, weight, law)
        });
        left.insert(place, card);
    }
}

/// Plays a row until nothing jumps, and calls `each` with every row that can result and its part of the weight.
fn play_all_jumps(way: Policy, row: PileRow, weight: f64, each: &mut impl FnMut(&PileRow, f64)) {
    let jumps = way.candidate_jumps(&row);
    if jumps.is_empty() {
        return each(&row, weight);
    }
    let part = weight / jumps.len() as f64;
    for jump in jumps {
        let mut after = row.clone();
        if after.jump(jump).is_ok() {
            play_all_jumps(way, after, part, each);
        }
    }
}

/// The alliances among the cards left, between these and each pile, and among the piles.
///
/// The cards left are numbered in an order that hardly depends on their places: by the piles that they are allied with,
/// and by their allies. Equivalent states may get different results, which costs time but does not change the law.
fn alliance_key(row: &PileRow, left: &[Card]) -> Vec<CardSet> {
    let among: Vec<CardSet> = left.iter().map(|&card| allies(card, left)).collect();
    let seen: Vec<CardSet> = row
        .top_cards()
        .iter()
        .map(|&card| allies(card, left))
        .collect();
    let mut keys = [0_u64; MAX_CARDS];
    for (place, key) in keys[..left.len()].iter_mut().enumerate() {
        *key = seen
            .iter()
            .fold(1, |key, set| key << 1 | u64::from(set >> place & 1));
    }
    for _ in 0..3 {
        let old = keys;
        for (place, &set) in among.iter().enumerate() {
            let around =
                set_bits(set).fold(0, |sum: u64, ally| sum.wrapping_add(hash_number(old[ally])));
            keys[place] = hash_number(old[place].wrapping_add(hash_number(around)));
        }
    }
    let mut order: [usize; MAX_CARDS] = std::array::from_fn(|place| place);
    order[..left.len()].sort_unstable_by_key(|&place| keys[place]);
    let mut numbers = [0; MAX_CARDS];
    for (number, &place) in order[..left.len()].iter().enumerate() {
        numbers[place] = number;
    }
    let renamed =
        |set: CardSet| set_bits(set).fold(0, |new: CardSet, place| new | 1 << numbers[place]);
    let mut found = Vec::with_capacity(left.len() + 2 * seen.len());
    found.extend(
        order[..left.len()]
            .iter()
            .map(|&place| renamed(among[place])),
    );
    found.extend(seen.into_iter().map(renamed));
    found.extend(
        row.top_cards()
            .iter()
            .map(|&card| allies(card, row.top_cards())),
    );
    found
}

fn allies(card: Card, others: &[Card]) -> CardSet {
    let allied = others
        .iter()
        .enumerate()
        .filter(|&(_, &other)| other != card && are_allied(card, other));
    allied.fold(0, |set, (place, _)| set | 1 << place)
}

/// A hash of a number.
const fn hash_number(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

fn set_bits(set: CardSet) -> impl Iterator<Item = usize> {
    let rest = std::iter::successors(Some(set), |set| Some(set & set.wrapping_sub(1)));
    rest.take_while(|&set| set != 0)
        .map(|set| set.trailing_zeros() as usize)
}
