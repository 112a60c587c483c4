//! Compares the fast engine of bataille with a slow one, and its search for repeats with Floyd's.

use crate::bataille::floyd::game_by_floyd;
use pioche_engine::cards::shuffle::shuffled_deck;
use pioche_engine::games::Player::{One, Two};
use pioche_engine::games::bataille::*;
use pioche_engine::rng::{Purpose, Seed, Streams};
use proptest::prelude::*;
use std::collections::VecDeque;

const ORDERS: [LayingOrder; 2] = LayingOrder::ALL;

fn game(one: &[u8], two: &[u8], order: LayingOrder) -> BatailleState {
    BatailleState::with_hands(
        &Hands::new(one.to_vec(), two.to_vec()).expect("few cards"),
        BatailleRules {
            order,
            ..BatailleRules::default()
        },
    )
}

/// Returns the deck that the generator of a deal shuffles.
fn deck(values: ValueCount, seed: u64, deal: u64) -> Vec<u8> {
    let mut generator = Streams::new(Seed(seed)).stream(Purpose::Reshuffle, deal);
    shuffled_deck(values.card_count(), &mut generator)
}

fn values(number: u64) -> ValueCount {
    ValueCount::new(number).expect("1 to 64")
}

/// Bataille as in the handout, with queues and the cards on the table.
#[derive(Clone, Debug, PartialEq)]
struct Slow {
    hands: [VecDeque<u8>; 2],
    first: usize,
    alternating: usize,
    pickup: PickupOrder,
}

impl Slow {
    fn new(hands: &Hands, order: LayingOrder, pickup: PickupOrder) -> Self {
        let hands =
            [hands.player1_hand(), hands.player2_hand()].map(|hand| hand.iter().copied().collect());
        Self {
            hands,
            first: 0,
            alternating: usize::from(order == LayingOrder::Alternating),
            pickup,
        }
    }

    fn one_round(&mut self) -> bool {
        let mut trick = Vec::new();
        for pair in 0.. {
            if self.hands.iter().any(VecDeque::is_empty) {
                return false;
            }
            let mut shown = [0; 2];
            for player in [self.first, 1 - self.first] {
                shown[player] = self.hands[player].pop_front().expect("both hold a card");
                trick.push((player, shown[player]));
            }
            self.first = (self.first + self.alternating) % 2;
            if pair % 2 == 0 && shown[0] != shown[1] {
                self.pick_up(&trick, usize::from(shown[1] > shown[0]));
                return true;
            }
        }
        unreachable!("a hand runs out");
    }

    fn pick_up(&mut self, trick: &[(usize, u8)], winner: usize) {
        let cards_of = |player| trick.iter().filter(move |(owner, _)| *owner == player);
        let cards: Vec<u8> = match self.pickup {
            PickupOrder::Laid => trick.iter().map(|card| card.1).collect(),
            PickupOrder::WinnerFirst => {
                let cards = cards_of(winner).chain(cards_of(1 - winner));
                cards.map(|card| card.1).collect()
            }
            PickupOrder::LoserFirst => {
                let cards = cards_of(1 - winner).chain(cards_of(winner));
                cards.map(|card| card.1).collect()
            }
            PickupOrder::Random => unreachable!("tested with the other rules of families"),
        };
        self.hands[winner].extend(cards);
    }

    fn is(&self, state: &BatailleState) -> bool {
        let same_hand = |player| {
            self.hands[player as usize]
                .iter()
                .copied()
                .eq(state.hand(player))
        };
        same_hand(One) && same_hand(Two) && self.first == state.first_to_lay() as usize
    }
}

/// Plays both engines side by side for some rounds, with each order of picking up that is not random.
fn same_game(hands: &Hands, order: LayingOrder, rounds: usize) {
    for pickup in [
        PickupOrder::Laid,
        PickupOrder::WinnerFirst,
        PickupOrder::LoserFirst,
    ] {
        same_game_with_pickup(hands, order, pickup, rounds);
    }
}

fn same_game_with_pickup(hands: &Hands, order: LayingOrder, pickup: PickupOrder, rounds: usize) {
    let mut fast = BatailleState::with_hands(
        hands,
        BatailleRules {
            order,
            pickup,
            ..BatailleRules::default()
        },
    );
    let mut slow = Slow::new(hands, order, pickup);
    for _ in 0..rounds {
        let completed = slow.one_round();
        assert_eq!(fast.try_play_round(), completed);
        assert!(slow.is(&fast), "{slow:?} is not {fast:?}");
        assert_eq!(fast.is_over(), slow.hands.iter().any(VecDeque::is_empty));
        assert_eq!(
            fast.is_over() && !completed,
            !completed,
            "a stopped round ends the game"
        );
        let [one, two] = slow.hands.each_ref().map(VecDeque::len);
        assert_eq!(
            fast.leader(),
            if one == two {
                None
            } else {
                Some(if one > two { One } else { Two })
            }
        );
        assert_eq!((fast.hand_size(One), fast.hand_size(Two)), (one, two));
        if !completed {
            break;
        }
    }
}

#[test]
fn fast_bataille_follows_rules_for_shuffled_packs() {
    for number in (1..=14).chain([26, 51, 63, 64]) {
        for deal in 0..60 {
            let hands = crate::bataille::dealt(&deck(values(number), 3, deal));
            ORDERS
                .iter()
                .for_each(|&order| same_game(&hands, order, 600));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Uneven hands of few values, up to all 256 cards: long battles, full ring buffers, early ends.
    #[test]
    fn fast_bataille_follows_rules_for_any_hands(
        pack in prop::collection::vec(1..=3_u8, 0..=256),
        rare in 1..=200_u8,
        cut in 0.0..=1.0,
    ) {
        // Most values are equal, so that battles are long.
        let spread = pack.iter().enumerate().map(|(k, &v)| if k % usize::from(rare) == 0 { v } else { 2 });
        let pack: Vec<u8> = spread.collect();
        let (one, two) = pack.split_at((pack.len() as f64 * cut) as usize);
        let hands = Hands::new(one.to_vec(), two.to_vec()).expect("at most 256 cards");
        for order in ORDERS {
            same_game(&hands, order, 300);
            let (mut fast, mut floyd) = (BatailleState::with_hands(&hands, BatailleRules { order, ..BatailleRules::default() }), BatailleState::with_hands(&hands, BatailleRules { order, ..BatailleRules::default() }));
            prop_assert_eq!(fast.play_to_end(5000), game_by_floyd(&mut floyd, 5000));
            prop_assert!(fast == floyd);
        }
    }
}

#[test]
fn state_equality_ignores_storage_layout() {
    let state = game(&[3, 1], &[2, 4], LayingOrder::Fixed);
    let mut later = state.clone();
    assert_eq!(later.play_rounds(4), None);
    assert!(later == state, "the cards lie elsewhere in the rings");
    assert!(game(&[3, 1], &[4, 2], LayingOrder::Fixed) != state);
    assert!(game(&[3, 1, 2], &[4], LayingOrder::Fixed) != state);
    assert!(game(&[3, 1], &[2, 4], LayingOrder::Alternating) != state);
    let mut turned = game(&[3, 1, 2], &[1, 4, 3], LayingOrder::Alternating);
    turned.try_play_round();
    let hands = turned.hands();
    assert!(
        BatailleState::with_hands(
            &hands,
            BatailleRules {
                order: LayingOrder::Alternating,
                ..BatailleRules::default()
            }
        ) != turned,
        "the other player lays first"
    );
}

#[test]
fn floyd_and_checkpoint_cycle_detection_agree() {
    for number in 1..=16 {
        for order in ORDERS {
            let (mut fast, mut floyd) = (
                BatailleState::new(BatailleRules {
                    order,
                    ..BatailleRules::default()
                }),
                BatailleState::new(BatailleRules {
                    order,
                    ..BatailleRules::default()
                }),
            );
            for deal in 0..1200 {
                let deck = deck(values(number), 4, deal);
                fast.deal(&deck);
                floyd.deal(&deck);
                let start = fast.clone();
                let ending = fast.play_to_end(u64::MAX);
                assert_eq!(
                    ending,
                    game_by_floyd(&mut floyd, u64::MAX),
                    "{number} values, {order}, deal {deal}"
                );
                assert!(fast == floyd, "both leave the same state");
                if deal < 100 {
                    assert_limits_cut_game_off(&start, ending);
                }
                if let BatailleOutcome::Endless { period, pre_period } = ending.outcome {
                    assert!(repeats(&start, period, pre_period));
                }
            }
        }
    }
}

/// A game is cut off exactly if it goes on at the limit, with every method.
fn assert_limits_cut_game_off(start: &BatailleState, ending: BatailleEnding) {
    for max_rounds in [
        0,
        1,
        2,
        5,
        63,
        64,
        65,
        96,
        97,
        300,
        1000,
        5001,
        ending.rounds.saturating_sub(1),
        ending.rounds,
    ] {
        let is_endless = matches!(ending.outcome, BatailleOutcome::Endless { .. });
        let (mut fast, mut floyd, mut played) = (start.clone(), start.clone(), start.clone());
        let leader = played.play_rounds(max_rounds);
        let expected = if max_rounds >= ending.rounds && !is_endless {
            ending
        } else {
            BatailleEnding {
                outcome: BatailleOutcome::CutOff { leader },
                rounds: max_rounds,
            }
        };
        assert_eq!(
            (
                fast.play_to_end(max_rounds),
                game_by_floyd(&mut floyd, max_rounds)
            ),
            (expected, expected),
            "max_rounds {max_rounds}"
        );
        assert!(
            fast == played && floyd == played,
            "both leave the state of the last round"
        );
    }
}

/// Checks by playing that an endless game has exactly this period and pre-period: S(pre-period) returns after one
/// period and not before, and the state before it does not return.
fn repeats(start: &BatailleState, period: u64, pre_period: u64) -> bool {
    let after = |rounds| {
        let mut state = start.clone();
        state.play_rounds(rounds);
        state
    };
    let entrance = after(pre_period);
    let mut again = entrance.clone();
    for played in 1..=period {
        if !again.try_play_round() || (again == entrance) != (played == period) {
            return false;
        }
    }
    let earlier = pre_period > 0 && after(pre_period - 1) == after(pre_period - 1 + period);
    period > 0 && !earlier
}

#[test]
fn endless_game_periods_are_even() {
    // A completed round has an odd number of pairs, so the size of each hand changes by an odd number, and the player
    // to lay first changes. Hands thus return after an even number of rounds only, with the same player laying first.
    for (deal, order) in (0..3000).flat_map(|deal| ORDERS.map(|order| (deal, order))) {
        let mut state = BatailleState::new(BatailleRules {
            order,
            ..BatailleRules::default()
        });
        state.deal(&deck(values(3 + deal % 11), 6, deal));
        if let BatailleOutcome::Endless { period, .. } = state.play_to_end(u64::MAX).outcome {
            assert_eq!(period % 2, 0);
        }
    }
}
