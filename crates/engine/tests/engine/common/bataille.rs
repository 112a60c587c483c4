//! A plain program of bataille by all rules: hands are queues, and all states of a game are kept.

use super::decks::single_deck;
use pioche_engine::games::Player::{self, One, Two};
use pioche_engine::games::bataille::*;
use pioche_engine::rng::Pcg64Dxsm;
use rand::Rng;
use std::collections::{HashMap, VecDeque};

/// A card that a player lays on the table in a step.
struct LaidCard {
    owner: usize,
    value: u8,
    step: u64,
}

pub struct PlainGame {
    rules: BatailleRules,
    pub hands: [VecDeque<u8>; 2],
    pub first: usize,
    generator: Pcg64Dxsm,
    /// The swaps of all steps of the game so far.
    swaps: Vec<bool>,
    steps: u64,
    /// The winner of the last trick, and its number of cards.
    pub winner: usize,
    pub trick_cards: usize,
}

impl PlainGame {
    pub fn new(rules: BatailleRules, hands: [Vec<u8>; 2], generator: Pcg64Dxsm) -> Self {
        Self {
            rules,
            hands: hands.map(VecDeque::from),
            first: 0,
            generator,
            swaps: Vec::new(),
            steps: 0,
            winner: 0,
            trick_cards: 0,
        }
    }

    /// Begins a game with a deck of card numbers, dealt one by one.
    pub fn of_deck(rules: BatailleRules, deck: &[u8], generator: Pcg64Dxsm) -> Self {
        Self::new(rules, dealt_hands(deck), generator)
    }

    pub fn is_over(&self) -> bool {
        self.hands.iter().any(VecDeque::is_empty)
    }

    /// Lays a card of each of these players; returns the values by player.
    fn lay(&mut self, players: &[usize], trick: &mut Vec<LaidCard>) -> [u8; 2] {
        if self.steps.is_multiple_of(64) && self.rules.pickup == PickupOrder::Random {
            let word = self.generator.next_u64();
            self.swaps.extend((0..64).map(|bit| word >> bit & 1 == 1));
        }
        let mut values = [0; 2];
        for owner in [self.first, 1 - self.first] {
            if players.contains(&owner) {
                let value = self.hands[owner].pop_front().expect("a card");
                values[owner] = value;
                let step = self.steps;
                trick.push(LaidCard { owner, value, step });
            }
        }
        if self.rules.order == LayingOrder::Alternating {
            self.first = 1 - self.first;
        }
        self.steps += 1;
        values
    }

    /// Plays a round. Returns false if a player lacks a card; the trick is then lost.
    pub fn play_round(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        let counts_hands = self.rules.out_of_cards == OutOfCards::Count;
        let mut trick = Vec::new();
        let mut values = self.lay(&[0, 1], &mut trick);
        while values[0] == values[1] {
            if self.is_over() {
                return false;
            }
            for _ in 0..self.rules.face_down {
                if counts_hands && self.is_over() {
                    return false;
                }
                let least = if counts_hands { 1 } else { 2 };
                let players: Vec<usize> = (0..2)
                    .filter(|&player| self.hands[player].len() >= least)
                    .collect();
                if !players.is_empty() {
                    self.lay(&players, &mut trick);
                }
            }
            if self.is_over() {
                return false;
            }
            values = self.lay(&[0, 1], &mut trick);
        }
        self.winner = usize::from(values[1] > values[0]);
        self.trick_cards = trick.len();
        let cards = self.picked_up(trick);
        self.hands[self.winner].extend(cards);
        true
    }

    fn picked_up(&mut self, mut trick: Vec<LaidCard>) -> Vec<u8> {
        let winner = self.winner;
        match self.rules.pickup {
            PickupOrder::Laid => {}
            PickupOrder::WinnerFirst => trick.sort_by_key(|card| card.owner != winner),
            PickupOrder::LoserFirst => trick.sort_by_key(|card| card.owner == winner),
            PickupOrder::Random => trick.sort_by_key(|card| {
                let swap = self.swaps[card.step as usize];
                (card.step, card.owner != usize::from(swap))
            }),
        }
        let cards: Vec<u8> = trick.iter().map(|card| card.value).collect();
        if self.rules.pickup != PickupOrder::Random || cards.len() == 2 {
            return cards;
        }
        let order = single_deck(cards.len(), &mut self.generator);
        order.iter().map(|&place| cards[place as usize]).collect()
    }

    pub fn play_to_end(&mut self, max_rounds: u64) -> BatailleEnding {
        let mut rounds = 0;
        let mut states = HashMap::new();
        while !self.is_over() {
            let ending = |outcome| BatailleEnding { outcome, rounds };
            if rounds == max_rounds {
                let leader = self.leader();
                return ending(BatailleOutcome::CutOff { leader });
            }
            if self.rules.pickup != PickupOrder::Random && max_rounds == u64::MAX {
                let state = (self.hands.clone(), self.first);
                if let Some(pre_period) = states.insert(state, rounds) {
                    let period = rounds - pre_period;
                    return ending(BatailleOutcome::Endless { period, pre_period });
                }
                if rounds == BatailleRules::MAX_ROUNDS {
                    return ending(BatailleOutcome::Unresolved);
                }
            }
            self.play_round();
            rounds += 1;
        }
        let outcome = match self.leader() {
            Some(One) => BatailleOutcome::Player1,
            Some(Two) => BatailleOutcome::Player2,
            None => BatailleOutcome::Draw,
        };
        BatailleEnding { outcome, rounds }
    }

    pub fn leader(&self) -> Option<Player> {
        let [one, two] = [0, 1].map(|player: usize| self.hands[player].len());
        (one != two).then_some(if one > two { One } else { Two })
    }
}

/// Returns the values that each player gets of a deck of card numbers.
pub fn dealt_hands(deck: &[u8]) -> [Vec<u8>; 2] {
    [0, 1].map(|player| {
        let cards = deck.iter().skip(player).step_by(2);
        cards.map(|card| 1 + card / 4).collect()
    })
}

/// Returns all combinations of the rules for packs of this many values.
pub fn all_rules(values: u64) -> Vec<BatailleRules> {
    let mut all = Vec::new();
    for order in LayingOrder::ALL {
        for pickup in PickupOrder::ALL {
            for out_of_cards in OutOfCards::ALL {
                all.extend((0..=3).map(|face_down| BatailleRules {
                    values: ValueCount::new(values).expect("1 to 64"),
                    order,
                    pickup,
                    face_down,
                    out_of_cards,
                }));
            }
        }
    }
    all
}

/// Returns the usual rules for packs of this many values.
pub fn rules(values: u64, order: LayingOrder) -> BatailleRules {
    BatailleRules {
        values: ValueCount::new(values).expect("1 to 64"),
        order,
        ..BatailleRules::default()
    }
}

/// Returns a state with these hands.
pub fn state([one, two]: [Vec<u8>; 2], rules: BatailleRules) -> BatailleState {
    BatailleState::with_hands(&Hands::new(one, two).expect("at most 256 cards"), rules)
}
