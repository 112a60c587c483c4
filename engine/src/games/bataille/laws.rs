//! The exact law of the outcome for small packs: every deal is played.
//!
//! Colours play no part, and every order of the 4 v cards by value stands for as many orders of the pack, 24^v. So
//! each of the (4 v)! / 24^v orders by value is played once, and all weigh the same: 1 for 1 value, 70 for 2, 34,650
//! for 3, and 63,063,000 for 4, which takes a minute; 5 values have 3.1 * 10^11 and are out of reach.

use super::{Outcome, Rules, State};

/// The deals with one outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeCount {
    /// How many deals.
    pub deals: u64,
    /// The largest [`Ending::rounds`](super::Ending::rounds) among them, or 0.
    pub longest: u64,
}

/// The outcomes of all deals of a pack, by [`Outcome::index`]: each is played to its end or the proof that it has none.
pub fn law(rules: Rules) -> [OutcomeCount; Outcome::NAMES.len()] {
    let mut law = <[OutcomeCount; _]>::default();
    let mut state = State::new(rules.order);
    let mut values: Vec<u8> = (0..rules.values.cards()).map(|card| super::value(card as u8)).collect();
    loop {
        state.deal_values(values.iter().copied());
        let ending = state.game(u64::MAX);
        let count = &mut law[ending.outcome.index()];
        count.deals += 1;
        count.longest = count.longest.max(ending.rounds);
        if !next_order(&mut values) {
            return law;
        }
    }
}

/// The next order of the same values in lexicographic order, equal values being alike; false after the last.
fn next_order(values: &mut [u8]) -> bool {
    let Some(pivot) = values.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    let Some(larger) = values.iter().rposition(|&value| value > values[pivot]) else {
        return false;
    };
    values.swap(pivot, larger);
    values[pivot + 1..].reverse();
    true
}
