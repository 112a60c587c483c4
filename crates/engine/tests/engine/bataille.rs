//! Tests of the rules of bataille on cases worked out by hand.

pub mod floyd;

use floyd::game_by_floyd;
use pioche_engine::games::Player::{One, Two};
use pioche_engine::games::bataille::state::{Face, RoundEvent};
use pioche_engine::games::bataille::*;

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

/// Deals card numbers alternately, top card first, player 1 first.
pub fn dealt(deck: &[u8]) -> Hands {
    let every_other = |from: usize| {
        deck.iter()
            .skip(from)
            .step_by(2)
            .map(|&card| card_value(card))
            .collect()
    };
    Hands::new(every_other(0), every_other(1)).expect("few cards")
}

/// Plays one round. Returns true if it was completed, and the hands.
fn round(one: &[u8], two: &[u8], order: LayingOrder) -> (bool, Vec<u8>, Vec<u8>) {
    let mut state = game(one, two, order);
    let completed = state.try_play_round();
    (
        completed,
        state.hands().player1_hand().to_vec(),
        state.hands().player2_hand().to_vec(),
    )
}

// ---- One round, by hand ----

#[test]
fn higher_card_wins_trick_in_laid_order() {
    for order in ORDERS {
        assert_eq!(
            round(&[5, 1], &[3, 2], order),
            (true, vec![1, 5, 3], vec![2])
        );
        assert_eq!(
            round(&[3, 1], &[5, 2], order),
            (true, vec![1], vec![2, 3, 5])
        );
    }
}

#[test]
fn alternating_order_swaps_first_layer_after_each_pair() {
    let mut state = game(&[3, 4, 1], &[5, 2, 6], LayingOrder::Alternating);
    assert!(state.try_play_round());
    assert_eq!(
        (state.hands().to_string().as_str(), state.first_to_lay()),
        ("4 1\n2 6 3 5\n", Two)
    );
    assert!(state.try_play_round());
    assert_eq!(
        (state.hands().to_string().as_str(), state.first_to_lay()),
        ("1 2 4\n6 3 5\n", One)
    );
    assert!(state.try_play_round());
    assert_eq!(
        (state.hands().to_string().as_str(), state.first_to_lay()),
        ("2 4\n3 5 1 6\n", Two)
    );
}

#[test]
fn round_with_empty_hand_plays_no_card() {
    for order in ORDERS {
        assert_eq!(round(&[], &[], order), (false, vec![], vec![]));
        assert_eq!(round(&[1], &[], order), (false, vec![1], vec![]));
        assert_eq!(round(&[], &[2, 1], order), (false, vec![], vec![2, 1]));
    }
}

#[test]
fn round_completes_when_last_card_is_lost() {
    assert_eq!(
        round(&[1], &[2], LayingOrder::Fixed),
        (true, vec![], vec![1, 2])
    );
    assert_eq!(
        round(&[2], &[1], LayingOrder::Fixed),
        (true, vec![2, 1], vec![])
    );
}

#[test]
fn third_pair_decides_battle() {
    // 7-7 tie, 1 and 9 face down, 4 beats 2; the 8 and the 6 stay.
    let (one, two) = ([7, 1, 4, 8], [7, 9, 2, 6]);
    assert_eq!(
        round(&one, &two, LayingOrder::Fixed),
        (true, vec![8, 7, 7, 1, 9, 4, 2], vec![6])
    );
    // Player 2 lays first at the second pair.
    assert_eq!(
        round(&one, &two, LayingOrder::Alternating),
        (true, vec![8, 7, 7, 9, 1, 4, 2], vec![6])
    );
    let mut state = game(&one, &two, LayingOrder::Alternating);
    state.try_play_round();
    assert_eq!(state.first_to_lay(), Two, "three pairs were laid");
}

#[test]
fn double_battle_is_decided_by_fifth_pair() {
    // 5-5, (1, 2), 6-6, (3, 4), 7-8.
    let (one, two) = ([5, 1, 6, 3, 7], [5, 2, 6, 4, 8, 9]);
    assert_eq!(
        round(&one, &two, LayingOrder::Fixed),
        (true, vec![], vec![9, 5, 5, 1, 2, 6, 6, 3, 4, 7, 8])
    );
    assert_eq!(
        round(&one, &two, LayingOrder::Alternating),
        (true, vec![], vec![9, 5, 5, 2, 1, 6, 6, 4, 3, 7, 8])
    );
}

#[test]
fn face_down_cards_are_not_compared() {
    // The face-down pair 2-9 decides nothing, and a face-down tie makes no battle.
    assert_eq!(
        round(&[5, 2, 8], &[5, 9, 7], LayingOrder::Fixed),
        (true, vec![5, 5, 2, 9, 8, 7], vec![])
    );
    assert_eq!(
        round(&[5, 3, 8], &[5, 3, 7], LayingOrder::Fixed),
        (true, vec![5, 5, 3, 3, 8, 7], vec![])
    );
}

#[test]
fn game_ends_when_hand_empties_during_battle() {
    for order in ORDERS {
        // Before the face-down pair: no card is laid, and player 2 keeps the other cards.
        assert_eq!(round(&[5], &[5, 1, 2], order), (false, vec![], vec![1, 2]));
        // Before the pair to compare.
        assert_eq!(round(&[5, 1, 4], &[5, 1], order), (false, vec![4], vec![]));
        // In the second battle.
        assert_eq!(
            round(&[5, 1, 4], &[5, 1, 4, 9], order),
            (false, vec![], vec![9])
        );
    }
    let mut state = game(&[5], &[5, 1, 2], LayingOrder::Alternating);
    assert_eq!(
        (
            state.try_play_round(),
            state.is_over(),
            state.leader(),
            state.first_to_lay()
        ),
        (false, true, Some(Two), Two)
    );
}

#[test]
fn equal_hands_end_with_both_hands_empty() {
    for order in ORDERS {
        for size in 1..=8_u8 {
            let hand: Vec<u8> = (1..=size).collect();
            assert_eq!(
                round(&hand, &hand, order),
                (false, vec![], vec![]),
                "{size} cards each"
            );
            let mut state = game(&hand, &hand, order);
            assert_eq!(
                state.play_to_end(u64::MAX),
                BatailleEnding {
                    outcome: BatailleOutcome::Draw,
                    rounds: 1
                }
            );
        }
    }
}

#[test]
fn battle_reports_events() {
    let mut events = Vec::new();
    let mut state = game(&[7, 1, 4], &[7, 9, 2], LayingOrder::Alternating);
    assert!(state.try_play_round_with_events(|event| events.push(event)));
    let pair_laid = |one, two, face| RoundEvent::PairLaid {
        laid: [one, two],
        face,
    };
    let battle = [
        pair_laid(Some((One, 7)), Some((Two, 7)), Face::Up),
        pair_laid(Some((Two, 9)), Some((One, 1)), Face::Down),
        pair_laid(Some((One, 4)), Some((Two, 2)), Face::Up),
        RoundEvent::TrickTaken {
            player: One,
            cards: 6,
        },
    ];
    assert_eq!(events, battle);

    events.clear();
    let mut state = game(&[7], &[7, 9], LayingOrder::Fixed);
    assert!(!state.try_play_round_with_events(|event| events.push(event)));
    assert_eq!(
        events,
        [
            pair_laid(Some((One, 7)), Some((Two, 7)), Face::Up),
            RoundEvent::OutOfCards
        ]
    );
    events.clear();
    assert!(!state.try_play_round_with_events(|event| events.push(event)));
    assert_eq!(events, [RoundEvent::OutOfCards]);
}

// ---- Whole games, by hand ----

#[test]
fn game_with_empty_hand_has_zero_rounds() {
    for order in ORDERS {
        for (one, two, outcome) in [
            (&[][..], &[][..], BatailleOutcome::Draw),
            (&[1], &[], BatailleOutcome::Player1),
            (&[], &[1], BatailleOutcome::Player2),
        ] {
            for max_rounds in [0, 1, u64::MAX] {
                assert_eq!(
                    game(one, two, order).play_to_end(max_rounds),
                    BatailleEnding { outcome, rounds: 0 }
                );
                assert_eq!(
                    game_by_floyd(&mut game(one, two, order), max_rounds),
                    BatailleEnding { outcome, rounds: 0 }
                );
            }
        }
    }
}

#[test]
fn round_count_includes_incomplete_round() {
    // 2-1, then 2-2: player 2 has no card for the face-down pair. Two rounds, the second one incomplete.
    let mut state = game(&[2, 2, 3], &[1, 2], LayingOrder::Fixed);
    assert_eq!(
        state.play_to_end(u64::MAX),
        BatailleEnding {
            outcome: BatailleOutcome::Player1,
            rounds: 2
        }
    );
    assert_eq!(state.hands().to_string(), "3 2 1\n\n");
}

#[test]
fn turn_limit_stops_game_with_current_leader() {
    let start = game(&[3, 1], &[2, 4], LayingOrder::Fixed);
    for (turns, winner, hands) in [
        (0, None, "3 1\n2 4\n"),
        (1, Some(One), "1 3 2\n4\n"),
        (2, None, "3 2\n1 4\n"),
        (3, Some(One), "2 3 1\n4\n"),
    ] {
        let mut state = start.clone();
        assert_eq!(state.play_rounds(turns), winner);
        assert_eq!(state.hands().to_string(), hands);
    }
    assert_eq!(
        game(&[5], &[4], LayingOrder::Fixed).play_rounds(100),
        Some(One)
    );
    assert_eq!(
        game(&[4], &[5], LayingOrder::Fixed).play_rounds(100),
        Some(Two)
    );
    assert_eq!(game(&[4], &[4], LayingOrder::Fixed).play_rounds(100), None);
}

#[test]
fn endless_game_period_is_detected() {
    // Fixed: (3 1 | 2 4) (1 3 2 | 4) (3 2 | 1 4) (2 3 1 | 4) (3 1 | 2 4).
    for method in [BatailleState::play_to_end, game_by_floyd] {
        let mut state = game(&[3, 1], &[2, 4], LayingOrder::Fixed);
        let start = state.clone();
        let endless = BatailleOutcome::Endless {
            period: 4,
            pre_period: 0,
        };
        assert_eq!(
            method(&mut state, u64::MAX),
            BatailleEnding {
                outcome: endless,
                rounds: 4
            }
        );
        assert_eq!(state, start, "an endless game is left where it comes back");
    }
}

/// With a limit, the endless game of the test above is cut off, also far behind its first repetition.
#[test]
fn endless_game_is_cut_off_at_limit() {
    for (max_rounds, leader, hands) in [
        (0, None, "3 1\n2 4\n"),
        (3, Some(One), "2 3 1\n4\n"),
        (4, None, "3 1\n2 4\n"),
        (4_000_001, Some(One), "1 3 2\n4\n"),
    ] {
        for method in [BatailleState::play_to_end, game_by_floyd] {
            let mut state = game(&[3, 1], &[2, 4], LayingOrder::Fixed);
            let ending = BatailleEnding {
                outcome: BatailleOutcome::CutOff { leader },
                rounds: max_rounds,
            };
            assert_eq!(method(&mut state, max_rounds), ending);
            assert_eq!(state.hands().to_string(), hands);
        }
    }
}

/// A game that ends with the last round of the limit is not cut off.
#[test]
fn game_that_ends_at_limit_is_not_cut_off() {
    let mut state = game(&[2, 2, 3], &[1, 2], LayingOrder::Fixed);
    let ending = BatailleEnding {
        outcome: BatailleOutcome::Player1,
        rounds: 2,
    };
    assert_eq!(state.play_to_end(2), ending);
}

#[test]
fn cards_are_dealt_alternately_one_by_one() {
    let deck = [0, 5, 51, 4, 17];
    let hands = dealt(&deck);
    assert_eq!(hands.to_string(), "1 13 5\n2 2\n");
    let mut state = game(&[1, 2, 3], &[9, 1], LayingOrder::Alternating);
    state.try_play_round();
    state.deal(&deck);
    assert_eq!(state.hands(), hands, "a state can be used again");
    assert!(
        state
            == BatailleState::with_hands(
                &hands,
                BatailleRules {
                    order: LayingOrder::Alternating,
                    ..BatailleRules::default()
                }
            )
    );
}
