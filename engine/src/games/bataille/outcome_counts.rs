//! The exact law of the outcome for small packs, by playing every deal.
//!
//! Suits do not matter, and every order of the 4 v values stands for the same number of orders of the pack, 24^v. So
//! each of the (4 v)! / 24^v orders by value is played once, and all weigh the same: 1 for 1 value, 70 for 2, 34,650
//! for 3, and 63,063,000 for 4, which takes a minute; 5 values have 3.1 * 10^11 and are out of reach.

use super::{BatailleOutcome, BatailleRules, BatailleState};

/// The number of deals with one outcome, and their longest game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeCount {
    /// The number of deals.
    pub deals: u64,
    /// The largest [`BatailleEnding::rounds`](super::BatailleEnding::rounds) of these deals, or 0.
    pub max_rounds: u64,
}

/// Plays all deals of a pack and counts the outcomes, by [`BatailleOutcome::index`]. Games are cut off after `max_rounds`
/// rounds (`u64::MAX` for no limit).
///
/// ```
/// use pioche_engine::games::bataille::{BatailleRules, ValueCount, outcome_counts::count_outcomes_of_all_deals};
///
/// // One value: each player has two equal cards, and the battle stops without cards in hand.
/// let counts = count_outcomes_of_all_deals(BatailleRules { values: ValueCount::new(1)?, ..BatailleRules::default() }, u64::MAX);
/// assert_eq!(counts.map(|count| count.deals), [0, 0, 1, 0, 0]); // a draw
/// let counts = count_outcomes_of_all_deals(BatailleRules { values: ValueCount::new(2)?, ..BatailleRules::default() }, u64::MAX);
/// assert_eq!(counts.iter().map(|count| count.deals).sum::<u64>(), 70); // 8! / (4! 4!)
/// # Ok::<(), pioche_engine::parse::ParseValueError>(())
/// ```
pub fn count_outcomes_of_all_deals(
    rules: BatailleRules,
    max_rounds: u64,
) -> [OutcomeCount; BatailleOutcome::NAMES.len()] {
    let mut law = <[OutcomeCount; _]>::default();
    let mut state = BatailleState::new(rules.order).with_pickup(rules.pickup);
    let mut values: Vec<u8> = (0..rules.values.card_count())
        .map(|card| super::card_value(card as u8))
        .collect();
    loop {
        state.deal_values(values.iter().copied());
        let ending = state.play_to_end(max_rounds);
        let count = &mut law[ending.outcome.index()];
        count.deals += 1;
        count.max_rounds = count.max_rounds.max(ending.rounds);
        if !next_permutation(&mut values) {
            return law;
        }
    }
}

/// Changes an order of values to the next one in lexicographic order. Returns false after the last order.
fn next_permutation(values: &mut [u8]) -> bool {
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
