//! The exact distribution of the games of small packs with tricks picked up at random.
//!
//! The states before the rounds of such a game are a Markov chain: after a trick of n cards, each of its different orders is
//! equally likely. Exchanging the players leaves the distribution of a game from a uniform deal as it is, so both win with
//! the same probability, and only that of a draw is computed. It solves a linear system with an unknown for each state that
//! is reached, two states that differ by the players being one: 184 states of 2 values with the rules of the handout, about
//! 190,000 of 3.

use super::ending::{for_each_order, next_permutation};
use super::pickup::{PickupDraws, PickupOrder};
use super::state::RoundEvent;
use super::{BatailleRules, BatailleState, Hands};
use crate::games::Player;
use std::collections::HashMap;

const TOLERANCE: f64 = 1e-14;

type HandPair = [Vec<u8>; 2];

struct Chain {
    rules: BatailleRules,
    indices: HashMap<HandPair, usize, foldhash::fast::FixedState>,
    states: Vec<HandPair>,
    rows: Vec<ChainRow>,
}

enum ChainRow {
    End(bool),
    /// The next states, all equally likely. A state may occur more than once.
    States(Vec<u32>),
}

/// The probability of a draw from a uniform deal, when tricks are picked up at random and there is no limit of
/// rounds. It takes a second or so for 3 values.
pub fn draw_probability(rules: BatailleRules) -> f64 {
    let mut chain = Chain {
        rules: BatailleRules {
            pickup: PickupOrder::Laid,
            ..rules
        },
        indices: HashMap::default(),
        states: Vec::new(),
        rows: Vec::new(),
    };
    let starts = chain.add_deals();
    chain.add_successors();
    let draws = chain.solve();
    let sum: f64 = starts.iter().map(|&start| draws[start]).sum();
    sum / starts.len() as f64
}

impl Chain {
    fn add_deals(&mut self) -> Vec<usize> {
        let mut starts = Vec::new();
        for_each_order(self.rules.values, |values| {
            let hand = |player| values.iter().copied().skip(player).step_by(2).collect();
            starts.push(self.index([hand(0), hand(1)]));
        });
        starts
    }

    fn index(&mut self, mut hands: HandPair) -> usize {
        if hands[1] < hands[0] {
            hands.swap(0, 1);
        }
        if let Some(index) = self.indices.get(&hands) {
            return *index;
        }
        let index = self.states.len();
        self.states.push(hands.clone());
        self.indices.insert(hands, index);
        index
    }

    fn add_successors(&mut self) {
        while let Some(hands) = self.states.get(self.rows.len()) {
            let row = self.row(&hands.clone());
            self.rows.push(row);
        }
    }

    fn row(&mut self, [one, two]: &HandPair) -> ChainRow {
        let hands = Hands::new(one.clone(), two.clone()).expect("a pack fits in two hands");
        let mut state = BatailleState::with_hands(&hands, self.rules);
        let mut trick = None;
        state.play_round(&mut PickupDraws::default(), |event| {
            if let RoundEvent::TrickTaken { player, cards } = event {
                trick = Some((player, usize::from(cards)));
            }
        });
        if state.is_over() {
            return ChainRow::End(state.leader().is_none());
        }
        let (winner, cards) = trick.expect("a round that does not end the game has a winner");
        let hand = |player| state.hand(player).collect::<Vec<u8>>();
        let mut hands = [hand(Player::One), hand(Player::Two)];
        let first_card = hands[winner as usize].len() - cards;
        hands[winner as usize][first_card..].sort_unstable();
        let mut successors = Vec::new();
        loop {
            successors.push(self.index(hands.clone()) as u32);
            if !next_permutation(&mut hands[winner as usize][first_card..]) {
                return ChainRow::States(successors);
            }
        }
    }

    /// The probability of a draw from each state, by the method of Gauss and Seidel.
    fn solve(&self) -> Vec<f64> {
        let mut draws = vec![0.0; self.states.len()];
        loop {
            let mut largest_change = 0.0_f64;
            for index in (0..draws.len()).rev() {
                let draw = match &self.rows[index] {
                    ChainRow::End(is_draw) => f64::from(u8::from(*is_draw)),
                    ChainRow::States(successors) => {
                        let sum: f64 = successors.iter().map(|&next| draws[next as usize]).sum();
                        sum / successors.len() as f64
                    }
                };
                largest_change = largest_change.max((draw - draws[index]).abs());
                draws[index] = draw;
            }
            if largest_change < TOLERANCE {
                return draws;
            }
        }
    }
}
