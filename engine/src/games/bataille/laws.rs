//! The exact law of the outcome for small packs: every deal is played.
//!
//! Colours play no part, and every order of the 4 v cards by value stands for as many orders of the pack, 24^v. So
//! each of the (4 v)! / 24^v orders by value is played once, and all weigh the same: 1 for 1 value, 70 for 2, 34,650
//! for 3, and 63,063,000 for 4, which takes a minute; 5 values have 3.1 * 10^11 and are out of reach.

use super::{Ending, Outcome, Rules, State};

/// The outcomes of all deals of a pack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Law {
    /// Games that player 1 wins.
    pub player1: OutcomeCount,
    /// Games that player 2 wins.
    pub player2: OutcomeCount,
    /// Games that end with as many cards on both sides.
    pub draw: OutcomeCount,
    /// Games that repeat for ever.
    pub endless: OutcomeCount,
}

/// The deals with one outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeCount {
    /// How many deals.
    pub deals: u64,
    /// The sum of [`Ending::rounds`] over them.
    pub rounds: u64,
    /// The largest [`Ending::rounds`] among them, or 0.
    pub longest: u64,
}

impl Law {
    /// Plays all deals, each to its end or the proof that it has none.
    pub fn by_enumeration(rules: Rules) -> Self {
        let mut law = Self::default();
        let mut state = State::new(rules.order);
        let mut values: Vec<u8> = (0..rules.values.cards()).map(|card| super::value(card as u8)).collect();
        loop {
            state.deal_values(values.iter().copied());
            law.add(state.game(u64::MAX));
            if !next_order(&mut values) {
                return law;
            }
        }
    }

    /// The number of deals.
    pub fn deals(&self) -> u64 {
        self.outcomes().iter().map(|(_, count)| count.deals).sum()
    }

    /// All outcomes, under the names that tables give them.
    pub const fn outcomes(&self) -> [(&'static str, OutcomeCount); 4] {
        [("player1", self.player1), ("player2", self.player2), ("draw", self.draw), ("endless", self.endless)]
    }

    fn add(&mut self, ending: Ending) {
        let count = match ending.outcome {
            Outcome::Player1 => &mut self.player1,
            Outcome::Player2 => &mut self.player2,
            Outcome::Draw => &mut self.draw,
            // Without a ceiling nothing is left unresolved.
            Outcome::Endless { .. } | Outcome::Unresolved => &mut self.endless,
        };
        count.deals += 1;
        count.rounds += ending.rounds;
        count.longest = count.longest.max(ending.rounds);
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
