//! Compares games by the rules of families with a plain program, deal by deal: cards face down, orders of picking up, and
//! players without cards for a battle. Also examples worked out by hand.

use crate::chance::assert_law_with_tails;
use pioche_engine::cards::shuffle::shuffled_deck;
use pioche_engine::experiments::Bataille;
use pioche_engine::games::Course;
use pioche_engine::games::Player::{self, One, Two};
use pioche_engine::games::bataille::chain::draw_probability;
use pioche_engine::games::bataille::pickup::{PickupDraws, RandomPickup};
use pioche_engine::games::bataille::state::{Face, RoundEvent};
use pioche_engine::games::bataille::table::CardTable;
use pioche_engine::games::bataille::*;
use pioche_engine::rng::{Pcg64Dxsm, Purpose, Seed, Streams};
use pioche_engine::simd::SimdLevel;
use rand::Rng;
use std::collections::{HashMap, VecDeque};

/// A card that a player lays on the table in a step.
struct LaidCard {
    owner: usize,
    value: u8,
    step: u64,
}

/// A plain program: hands are queues, and all states of a game are kept.
struct PlainGame {
    rules: BatailleRules,
    hands: [VecDeque<u8>; 2],
    first: usize,
    generator: Pcg64Dxsm,
    /// The swaps of all steps of the game so far.
    swaps: Vec<bool>,
    steps: u64,
    /// The winner of the last trick, and its number of cards.
    winner: usize,
    trick_cards: usize,
}

impl PlainGame {
    fn new(rules: BatailleRules, deck: &[u8], generator: Pcg64Dxsm) -> Self {
        let mut hands = [VecDeque::new(), VecDeque::new()];
        for (place, &card) in deck.iter().enumerate() {
            hands[place % 2].push_back(1 + card / 4);
        }
        Self {
            rules,
            hands,
            first: 0,
            generator,
            swaps: Vec::new(),
            steps: 0,
            winner: 0,
            trick_cards: 0,
        }
    }

    fn is_over(&self) -> bool {
        self.hands.iter().any(VecDeque::is_empty)
    }

    /// Lays a card of each of these players; returns the values by player.
    fn lay(&mut self, players: &[usize], trick: &mut Vec<LaidCard>) -> [u8; 2] {
        if self.steps.is_multiple_of(64) && self.rules.pickup == PickupOrder::Random {
            let word = self.generator.next_u64();
            self.swaps.extend((0..64).map(|bit| word >> bit & 1 == 1));
        }
        let mut values = [0; 2];
        for player in [self.first, 1 - self.first] {
            if players.contains(&player) {
                values[player] = self.hands[player].pop_front().expect("a card");
                trick.push(LaidCard {
                    owner: player,
                    value: values[player],
                    step: self.steps,
                });
            }
        }
        if self.rules.order == LayingOrder::Alternating {
            self.first = 1 - self.first;
        }
        self.steps += 1;
        values
    }

    /// Plays a round; the trick is lost when a player lacks a card.
    fn play_round(&mut self) {
        let mut trick = Vec::new();
        let mut values = self.lay(&[0, 1], &mut trick);
        while values[0] == values[1] {
            if self.is_over() {
                return;
            }
            for _ in 0..self.rules.face_down {
                let least = match self.rules.out_of_cards {
                    OutOfCards::Count => 1,
                    OutOfCards::LastCard => 2,
                };
                if self.rules.out_of_cards == OutOfCards::Count && self.is_over() {
                    return;
                }
                let players: Vec<usize> = (0..2)
                    .filter(|&player| self.hands[player].len() >= least)
                    .collect();
                if !players.is_empty() {
                    self.lay(&players, &mut trick);
                }
            }
            if self.is_over() {
                return;
            }
            values = self.lay(&[0, 1], &mut trick);
        }
        let winner = usize::from(values[1] > values[0]);
        self.winner = winner;
        self.trick_cards = trick.len();
        let cards = self.picked_up(trick, winner);
        self.hands[winner].extend(cards);
    }

    fn picked_up(&mut self, mut trick: Vec<LaidCard>, winner: usize) -> Vec<u8> {
        match self.rules.pickup {
            PickupOrder::Laid => {}
            PickupOrder::WinnerFirst => trick.sort_by_key(|card| card.owner != winner),
            PickupOrder::LoserFirst => trick.sort_by_key(|card| card.owner == winner),
            PickupOrder::Random => {
                trick.sort_by_key(|card| {
                    let swap = self.swaps[card.step as usize];
                    (card.step, card.owner != usize::from(swap))
                });
            }
        }
        let cards: Vec<u8> = trick.iter().map(|card| card.value).collect();
        if self.rules.pickup != PickupOrder::Random || cards.len() == 2 {
            return cards;
        }
        shuffled_deck(cards.len(), &mut self.generator)
            .into_iter()
            .map(|place| cards[place as usize])
            .collect()
    }

    fn play_to_end(&mut self, max_rounds: u64) -> BatailleEnding {
        let mut rounds = 0;
        let mut states = HashMap::new();
        while !self.is_over() {
            if rounds == max_rounds {
                let leader = self.leader();
                return BatailleEnding {
                    outcome: BatailleOutcome::CutOff { leader },
                    rounds,
                };
            }
            let is_compared = self.rules.pickup != PickupOrder::Random && max_rounds == u64::MAX;
            if is_compared
                && let Some(pre_period) = states.insert((self.hands.clone(), self.first), rounds)
            {
                let period = rounds - pre_period;
                return BatailleEnding {
                    outcome: BatailleOutcome::Endless { period, pre_period },
                    rounds,
                };
            }
            if is_compared && rounds == BatailleRules::MAX_ROUNDS {
                return BatailleEnding {
                    outcome: BatailleOutcome::Unresolved,
                    rounds,
                };
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

    fn leader(&self) -> Option<Player> {
        match self.hands[0].len().cmp(&self.hands[1].len()) {
            std::cmp::Ordering::Greater => Some(One),
            std::cmp::Ordering::Less => Some(Two),
            std::cmp::Ordering::Equal => None,
        }
    }
}

fn deck(values: u64, deal: u64) -> Vec<u8> {
    let mut generator = Streams::new(Seed(3)).stream(Purpose::Riffle, deal);
    shuffled_deck(4 * values as usize, &mut generator)
}

fn pickup_generator(deal: u64) -> Pcg64Dxsm {
    Streams::new(Seed(3)).stream(Purpose::Pickup, deal)
}

/// All combinations of the rules for packs of this many values.
fn all_rules(values: u64) -> Vec<BatailleRules> {
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

/// Plays deals in batches at one SIMD level.
fn batch_endings(
    rules: BatailleRules,
    simd_level: SimdLevel,
    deals: u64,
    max_rounds: u64,
) -> Vec<BatailleEnding> {
    let values = u64::from(rules.values.get());
    let mut endings = vec![None; deals as usize];
    let mut numbers = 0..deals;
    let next_deal = |next: &mut Vec<u8>| {
        let deal = numbers.next()?;
        next.clone_from(&deck(values, deal));
        Some(deal)
    };
    let draws = |deal| RandomPickup::new(pickup_generator(deal));
    let mut player = BatchPlayer::new(rules, max_rounds);
    player.play_with_draws(simd_level, next_deal, draws, |deal, ending| {
        let before = endings[deal as usize].replace(ending);
        assert_eq!(before, None, "deal {deal} ends twice");
    });
    endings
        .into_iter()
        .map(|ending| ending.expect("every deal ends"))
        .collect()
}

/// Asserts that the engines and the plain program play the deals alike, by all rules.
fn compare(values: u64, deals: u64, max_rounds: u64) {
    for rules in all_rules(values) {
        // Without a card face down, games in a fixed order hardly ever end.
        let is_long = rules.face_down == 0 && rules.pickup == PickupOrder::Laid;
        let max_rounds = if is_long {
            max_rounds.min(3000)
        } else {
            max_rounds
        };
        let expected: Vec<BatailleEnding> = (0..deals)
            .map(|deal| {
                PlainGame::new(rules, &deck(values, deal), pickup_generator(deal))
                    .play_to_end(max_rounds)
            })
            .collect();
        for (deal, expected) in expected.iter().enumerate() {
            let mut state = BatailleState::new(rules);
            state.deal(&deck(values, deal as u64));
            let mut draws = RandomPickup::new(pickup_generator(deal as u64));
            let ending = state.play_to_end_with(&mut draws, max_rounds);
            assert_eq!(ending, *expected, "deal {deal} of {rules:?}, alone");
        }
        for simd_level in SimdLevel::available() {
            let endings = batch_endings(rules, simd_level, deals, max_rounds);
            for (deal, (ending, expected)) in endings.iter().zip(&expected).enumerate() {
                assert_eq!(ending, expected, "deal {deal} of {rules:?}, {simd_level}");
            }
        }
    }
}

#[test]
fn games_by_all_rules_equal_a_plain_program() {
    compare(13, 40, u64::MAX);
    compare(2, 70, u64::MAX);
    compare(5, 60, u64::MAX);
    compare(13, 40, 100);
    compare(17, 3, 400);
}

#[test]
#[ignore = "plays 10,000 games of 13 values by each combination of the rules: some minutes"]
fn ten_thousand_games_by_all_rules_equal_a_plain_program() {
    compare(13, 10_000, u64::MAX);
}

fn rules(face_down: u8, out_of_cards: OutOfCards) -> BatailleRules {
    BatailleRules {
        face_down,
        out_of_cards,
        ..BatailleRules::default()
    }
}

/// Plays one round. Returns true if it was completed, and the hands.
fn round(one: &[u8], two: &[u8], rules: BatailleRules) -> (bool, Vec<u8>, Vec<u8>) {
    let hands = Hands::new(one.to_vec(), two.to_vec()).expect("few cards");
    let mut state = BatailleState::with_hands(&hands, rules);
    let completed = state.try_play_round();
    let hands = state.hands();
    (
        completed,
        hands.player1_hand().to_vec(),
        hands.player2_hand().to_vec(),
    )
}

#[test]
fn battle_has_as_many_cards_face_down_as_the_rules_say() {
    let count = OutOfCards::Count;
    let one = [5, 1, 2, 3, 9, 4];
    let two = [5, 6, 7, 8, 3, 4];
    assert_eq!(
        round(&one, &two, rules(3, count)),
        (true, vec![4, 5, 5, 1, 6, 2, 7, 3, 8, 9, 3], vec![4])
    );
    assert_eq!(
        round(&one, &two, rules(0, count)),
        (true, vec![2, 3, 9, 4], vec![7, 8, 3, 4, 5, 5, 1, 6])
    );
}

#[test]
fn last_card_is_compared_when_a_player_has_too_few() {
    let last = OutOfCards::LastCard;
    // Player 1 lays no card face down, and the last one wins all.
    assert_eq!(
        round(&[5, 9], &[5, 1, 2, 3, 4, 8], rules(3, last)),
        (true, vec![5, 5, 1, 2, 3, 9, 4], vec![8])
    );
    // Player 1 lays one of three face down and loses.
    assert_eq!(
        round(&[5, 1, 2], &[5, 1, 2, 3, 4, 8], rules(3, last)),
        (true, vec![], vec![8, 5, 5, 1, 1, 2, 3, 2, 4])
    );
    // No card at the tie: player 2 wins, and the trick is lost.
    assert_eq!(
        round(&[5], &[5, 1, 2], rules(3, last)),
        (false, vec![], vec![1, 2])
    );
    // A second tie of the last cards.
    assert_eq!(
        round(&[5, 6], &[5, 6], rules(1, last)),
        (false, vec![], vec![])
    );
}

#[test]
fn cards_of_one_player_alone_count_like_a_pair() {
    let rules = BatailleRules {
        order: LayingOrder::Alternating,
        ..rules(1, OutOfCards::LastCard)
    };
    let hands = Hands::new(vec![5, 9], vec![5, 1, 4, 8]).expect("few cards");
    let mut state = BatailleState::with_hands(&hands, rules);
    let mut events = Vec::new();
    assert!(state.try_play_round_with_events(|event| events.push(event)));
    let pair_laid = |one, two, face| RoundEvent::PairLaid {
        laid: [one, two],
        face,
    };
    assert_eq!(
        events,
        [
            pair_laid(Some((One, 5)), Some((Two, 5)), Face::Up),
            pair_laid(Some((Two, 1)), None, Face::Down),
            pair_laid(Some((One, 9)), Some((Two, 4)), Face::Up),
            RoundEvent::TrickTaken {
                player: One,
                cards: 5
            },
        ]
    );
    assert_eq!(state.hands().to_string(), "5 5 1 9 4\n8\n");
    assert_eq!(state.first_to_lay(), Two, "three steps");
}

/// A game without a limit that neither ends nor returns to a state is unresolved.
#[test]
fn long_game_is_unresolved() {
    let rules = rules(0, OutOfCards::Count);
    let unresolved = BatailleEnding {
        outcome: BatailleOutcome::Unresolved,
        rounds: BatailleRules::MAX_ROUNDS,
    };
    let mut state = BatailleState::new(rules);
    let found = (0..20).find(|&deal| {
        state.deal(&deck(13, deal));
        state.play_to_end(u64::MAX) == unresolved
    });
    let deal = found.expect("an unresolved game");
    state.deal(&deck(13, deal));
    let ending = state.play_to_end(BatailleRules::MAX_ROUNDS);
    assert!(matches!(ending.outcome, BatailleOutcome::CutOff { .. }));
}

/// A state that returns late has no checkpoint before a whole period.
#[test]
fn late_repetition_is_endless() {
    let game = Bataille {
        face_down: 0,
        ..Bataille::default()
    };
    let mut state = game.initial_state(Seed(75), 16);
    let (period, pre_period) = (497_984, 515);
    let ending = BatailleEnding {
        outcome: BatailleOutcome::Endless { period, pre_period },
        rounds: 498_499,
    };
    assert_eq!(state.play_to_end(u64::MAX), ending);
    let mut expected = game.initial_state(Seed(75), 16);
    expected.play_rounds(pre_period);
    assert!(state == expected, "the first state that returns");
}

/// The plain program keeps every state of a game in a map.
#[test]
#[ignore = "keeps up to a million states of each of a hundred games: some minutes"]
fn games_without_a_card_face_down_equal_a_plain_program() {
    let laid = PickupOrder::Laid;
    let mut outcomes = HashMap::new();
    for (values, order, pickup) in [
        (13, LayingOrder::Fixed, laid),
        (7, LayingOrder::Fixed, laid),
        (13, LayingOrder::Alternating, laid),
        (10, LayingOrder::Fixed, PickupOrder::WinnerFirst),
    ] {
        let rules = BatailleRules {
            values: ValueCount::new(values).expect("1 to 64"),
            order,
            pickup,
            face_down: 0,
            ..BatailleRules::default()
        };
        let endings = batch_endings(rules, SimdLevel::default(), 25, u64::MAX);
        for (deal, ending) in (0..).zip(endings) {
            let deck = deck(values, deal);
            let expected =
                PlainGame::new(rules, &deck, pickup_generator(deal)).play_to_end(u64::MAX);
            assert_eq!(ending, expected, "deal {deal} of {rules:?}");
            *outcomes
                .entry((values, order, ending.outcome.name()))
                .or_insert(0) += 1;
        }
    }
    println!("{outcomes:?}");
}

/// Both orders of a trick of two cards and all orders of six cards are equally frequent.
#[test]
fn random_orders_are_uniform() {
    let mut counts: HashMap<Vec<u8>, u32> = HashMap::new();
    let mut swaps = 0;
    for deal in 0..72_000 {
        let mut draws = RandomPickup::new(pickup_generator(deal));
        swaps += u32::from(draws.next_swap());
        let mut trick = [0, 1, 2, 3, 4, 5];
        draws.shuffle(&mut trick);
        *counts.entry(trick.to_vec()).or_default() += 1;
    }
    assert!((35_000..37_000).contains(&swaps), "{swaps}");
    assert_eq!(counts.len(), 720);
    let chi2: f64 = counts
        .values()
        .map(|&count| (f64::from(count) - 100.0).powi(2) / 100.0)
        .sum();
    // 719 degrees of freedom: the quantile 1 - 10^-6 is about 907.
    assert!(chi2 < 907.0, "{chi2}");
}

/// Returns all different orders of some cards.
fn different_orders(cards: &[u8]) -> Vec<Vec<u8>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    let mut firsts = cards.to_vec();
    firsts.sort_unstable();
    firsts.dedup();
    let mut orders = Vec::new();
    for first in firsts {
        let mut rest = cards.to_vec();
        let place = rest.iter().position(|card| *card == first);
        rest.remove(place.expect("a card of the trick"));
        for mut order in different_orders(&rest) {
            order.insert(0, first);
            orders.push(order);
        }
    }
    orders
}

/// Returns the probability of a draw of 2 values by following all games round by round, state by state.
fn followed_draw_probability(rules: BatailleRules) -> f64 {
    let mut decks: Vec<Vec<u8>> = Vec::new();
    for places in 0..1_u32 << 8 {
        if places.count_ones() == 4 {
            decks.push(
                (0..8)
                    .map(|place| 1 + (places >> place & 1) as u8)
                    .collect(),
            );
        }
    }
    let mut states: HashMap<[Vec<u8>; 2], f64> = HashMap::new();
    for deck in &decks {
        let hand = |player| deck.iter().copied().skip(player).step_by(2).collect();
        *states.entry([hand(0), hand(1)]).or_default() += 1.0 / decks.len() as f64;
    }
    let mut draw = 0.0;
    while states.values().sum::<f64>() > 1e-13 {
        let mut next: HashMap<[Vec<u8>; 2], f64> = HashMap::new();
        for (hands, probability) in states {
            let laid = BatailleRules {
                pickup: PickupOrder::Laid,
                ..rules
            };
            let mut game = PlainGame::new(laid, &[], pickup_generator(0));
            game.hands = hands.map(VecDeque::from);
            game.play_round();
            if game.is_over() {
                if game.leader().is_none() {
                    draw += probability;
                }
                continue;
            }
            let after = game.hands.map(Vec::from);
            let winner = game.winner;
            let start = after[winner].len() - game.trick_cards;
            let orders = different_orders(&after[winner][start..]);
            for order in &orders {
                let mut hands = after.clone();
                hands[winner][start..].copy_from_slice(order);
                *next.entry(hands).or_default() += probability / orders.len() as f64;
            }
        }
        states = next;
    }
    draw
}

#[test]
fn exact_law_of_random_orders_equals_all_games_followed() {
    for rules in all_rules(2) {
        if rules.pickup == PickupOrder::Random && rules.order == LayingOrder::Fixed {
            let exact = draw_probability(rules);
            let followed = followed_draw_probability(rules);
            assert!(
                (exact - followed).abs() < 1e-10,
                "{rules:?}: {exact} {followed}"
            );
        }
    }
}

#[test]
fn games_with_random_orders_have_the_exact_law() {
    const GAMES: u64 = 40_000;
    for (values, face_down, out_of_cards) in [
        (2, 1, OutOfCards::Count),
        (2, 3, OutOfCards::LastCard),
        (3, 1, OutOfCards::Count),
        (3, 0, OutOfCards::Count),
    ] {
        let rules = BatailleRules {
            values: ValueCount::new(values).expect("2 or 3"),
            pickup: PickupOrder::Random,
            ..rules(face_down, out_of_cards)
        };
        let mut counts = [0; 3];
        for ending in batch_endings(rules, SimdLevel::default(), GAMES, u64::MAX) {
            counts[ending.outcome.index()] += 1;
        }
        let draw = draw_probability(rules);
        let win = (1.0 - draw) / 2.0;
        let expected = [win, win, draw].map(|share| share * GAMES as f64);
        assert_law_with_tails(&format!("{rules:?}"), &counts, &expected);
    }
}

/// The hands of a table are those of the game, whatever the order of picking up, and no card is lost.
#[test]
fn card_table_holds_the_hands_of_the_game() {
    let hands =
        Hands::new(vec![5, 1, 4, 2, 3, 6, 1], vec![5, 3, 2, 6, 4, 1, 2]).expect("few cards");
    for pickup in PickupOrder::ALL {
        for out_of_cards in OutOfCards::ALL {
            let rules = BatailleRules {
                pickup,
                out_of_cards,
                face_down: 3,
                ..BatailleRules::default()
            };
            let mut state = BatailleState::with_hands(&hands, rules);
            let draws = RandomPickup::new(Streams::new(Seed(1)).stream(Purpose::Pickup, 0));
            let mut course = Course::new(CardTable::new(state.clone(), draws.clone()));
            let ending = state.play_to_end_with(&mut draws.clone(), 5);
            while (course.last().rounds() < ending.rounds || !course.last().trick().is_empty())
                && course.push_forced()
            {}
            let table = course.last();
            for player in [One, Two] {
                let values = table.hand(player).iter().map(|card| card.value);
                assert!(
                    values.eq(state.hand(player)),
                    "{pickup}, {out_of_cards}, {player:?}"
                );
            }
            let on_table = table.trick().iter().flat_map(|(pair, _)| pair).flatten();
            let mut ids: Vec<u16> = on_table.map(|(_, card)| card.id).collect();
            ids.extend([One, Two].into_iter().flat_map(|player| {
                let cards = table.hand(player).iter();
                cards.map(|card| card.id)
            }));
            ids.sort_unstable();
            assert!(ids.into_iter().eq(1..=14), "{pickup}, {out_of_cards}");
        }
    }
}
