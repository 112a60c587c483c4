//! The exact distribution of the number of piles that the automatic game leaves with a small pack.
//!
//! The piles that are left depend on the row and on the cards of the stock, not on the order of the cards before. So
//! instead of n! orders, the states (row, cards left) are enumerated draw by draw, each with the number of orders that
//! lead to it. States with the same alliances count as one. When few cards are left, different orders hardly ever lead to
//! the same state, and all orders of these cards are tried.

use super::{AllianceRule, PileRow};
use crate::cards::{Card, Pack};
use std::collections::BTreeMap;

const MAX_CARDS: usize = 12;

const BRUTE_FORCE_CARDS: usize = 4;

/// A set of cards: bit i is card i.
type CardSet = u16;

/// Returns for each number of piles, from 0 on, the number of orders of the pack that leave it; `None` when the pack has
/// more than 12 cards.
pub fn pile_counts(pack: Pack, alliance: AllianceRule) -> Option<Vec<u64>> {
    if pack.size() > MAX_CARDS {
        return None;
    }
    let mut counts = vec![0; pack.size() + 1];
    let row = PileRow::default().with_alliance(alliance);
    for mut state in counted_rows(pack, row, BRUTE_FORCE_CARDS.min(pack.size())) {
        add_all_orders(&state.row, &mut state.stock, state.orders, &mut counts);
    }
    Some(counts)
}

struct CountedRow {
    row: PileRow,
    stock: Vec<Card>,
    orders: u64,
}

/// The states in which `stock_size` cards are left, from an empty row.
fn counted_rows(pack: Pack, row: PileRow, stock_size: usize) -> Vec<CountedRow> {
    let mut states = vec![CountedRow {
        row,
        stock: pack.cards().collect(),
        orders: 1,
    }];
    for _ in stock_size..pack.size() {
        let mut next_states = BTreeMap::new();
        for state in &states {
            for place in 0..state.stock.len() {
                let mut row = state.row.clone();
                let mut stock = state.stock.clone();
                row.draw_and_jump(stock.remove(place));
                let key = alliance_key(&row, &stock);
                let next_state = next_states.entry(key).or_insert(CountedRow {
                    row,
                    stock,
                    orders: 0,
                });
                next_state.orders += state.orders;
            }
        }
        states = next_states.into_values().collect();
    }
    states
}

/// Plays a row with every order of the stock, and adds the number of orders to `counts` by the number of piles.
fn add_all_orders(row: &PileRow, stock: &mut Vec<Card>, orders: u64, counts: &mut [u64]) {
    if stock.is_empty() {
        counts[row.pile_count()] += orders;
    }
    for place in 0..stock.len() {
        let card = stock.remove(place);
        let mut next_row = row.clone();
        next_row.draw_and_jump(card);
        add_all_orders(&next_row, stock, orders, counts);
        stock.insert(place, card);
    }
}

/// The alliances among the cards of the stock, between these and each pile, and among the piles.
///
/// The cards of the stock are numbered in an order that hardly depends on their places: by the piles that they are allied
/// with, and by their allies. Equivalent states may get different results, which costs time but does not change the
/// distribution.
fn alliance_key(row: &PileRow, stock: &[Card]) -> Vec<CardSet> {
    let alliance = row.alliance();
    let stock_allies = allies_of_each(stock, stock, alliance);
    let pile_allies = allies_of_each(row.top_cards(), stock, alliance);
    let hashes = ally_hashes(&stock_allies, &pile_allies);
    let mut places: [usize; MAX_CARDS] = std::array::from_fn(|place| place);
    let order = &mut places[..stock.len()];
    order.sort_unstable_by_key(|&place| hashes[place]);
    let mut numbers = [0; MAX_CARDS];
    for (number, &place) in order.iter().enumerate() {
        numbers[place] = number;
    }
    let renumber = |set: CardSet| {
        set_bits(set).fold(0, |renumbered: CardSet, place| {
            renumbered | 1 << numbers[place]
        })
    };
    let mut key = Vec::with_capacity(stock.len() + 2 * pile_allies.len());
    key.extend(order.iter().map(|&place| renumber(stock_allies[place])));
    key.extend(pile_allies.into_iter().map(renumber));
    key.extend(allies_of_each(row.top_cards(), row.top_cards(), alliance));
    key
}

fn ally_hashes(stock_allies: &[CardSet], pile_allies: &[CardSet]) -> [u64; MAX_CARDS] {
    let mut hashes = [0_u64; MAX_CARDS];
    for (place, hash) in hashes[..stock_allies.len()].iter_mut().enumerate() {
        *hash = pile_allies
            .iter()
            .fold(1, |hash, set| hash << 1 | u64::from(set >> place & 1));
    }
    for _ in 0..3 {
        let previous_hashes = hashes;
        for (place, &set) in stock_allies.iter().enumerate() {
            let ally_sum = set_bits(set).fold(0, |sum: u64, ally| {
                sum.wrapping_add(hash_number(previous_hashes[ally]))
            });
            hashes[place] = hash_number(previous_hashes[place].wrapping_add(hash_number(ally_sum)));
        }
    }
    hashes
}

/// The places of the allies of each card among `candidates`.
fn allies_of_each(cards: &[Card], candidates: &[Card], alliance: AllianceRule) -> Vec<CardSet> {
    let allies = |&card: &Card| {
        let mut set = 0;
        for (place, &candidate) in candidates.iter().enumerate() {
            if candidate != card && alliance.are_allied(card, candidate) {
                set |= 1 << place;
            }
        }
        set
    };
    cards.iter().map(allies).collect()
}

fn hash_number(number: u64) -> u64 {
    let product = (number ^ number >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (product ^ product >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

fn set_bits(set: CardSet) -> impl Iterator<Item = usize> {
    (0..MAX_CARDS).filter(move |&place| set >> place & 1 != 0)
}
