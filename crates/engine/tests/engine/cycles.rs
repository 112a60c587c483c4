//! Tests of the study's theorem about endless games of bataille: in a cycle without battles the players win in turn.

use crate::common::bataille::rules;
use crate::common::generator;
use crate::laws::different_orders;
use pioche_engine::cards::shuffle::shuffled_deck;
use pioche_engine::games::Player;
use pioche_engine::games::bataille::cycle::{BatailleCycle, Wheels};
use pioche_engine::games::bataille::pickup::PickupDraws;
use pioche_engine::games::bataille::state::RoundEvent;
use pioche_engine::games::bataille::*;
use pioche_engine::players::random_index;

/// Returns true if the players win `rounds` duels in turn, player 1 the first one, and the state then returns.
fn turns_for(start: &BatailleState, rounds: u64) -> bool {
    let mut state = start.clone();
    let mut winner = Player::One;
    let mut is_in_turn = true;
    for _ in 0..rounds {
        state.play_round(&mut PickupDraws::default(), |event| {
            if let RoundEvent::TrickTaken { player, cards } = event {
                is_in_turn &= player == winner && cards == 2;
            }
        });
        winner = winner.opponent();
    }
    is_in_turn && state == *start
}

/// Checks the statements about an endless game without battles. Returns false for any other game.
fn obeys_theorem(start: &BatailleState) -> bool {
    let mut state = start.clone();
    let outcome = state
        .play_to_end(&mut PickupDraws::default(), u64::MAX)
        .outcome;
    let BatailleOutcome::Endless { period, pre_period } = outcome else {
        return false;
    };
    let cycle = BatailleCycle::new(state.clone(), period, pre_period);
    if cycle.battles > 0 {
        return false;
    }
    if state.hand_size(Player::One) % 2 == 1 {
        state.play_round(&mut PickupDraws::default(), |_| ());
    }
    let wheels = cycle.wheels.expect("the wheels of a cycle without battles");
    let holds = turns_for(&state, period)
        && wheels.pairs[0] * 2 == state.hand_size(Player::One)
        && wheels.rounds().is_multiple_of(period);
    assert!(holds, "{cycle:?}, deal:\n{}", start.hands());
    true
}

#[test]
fn cycles_without_battles_obey_the_theorem() {
    for values in [2, 3] {
        let mut state = BatailleState::new(rules(values, LayingOrder::Fixed));
        let cards: Vec<u8> = (0..4 * values as u8).map(card_value).collect();
        let mut cycles = 0;
        for deck in different_orders(&cards) {
            state.deal_values(deck.into_iter());
            cycles += u64::from(obeys_theorem(&state));
        }
        assert!(cycles > 0);
    }
    for values in 4..=14 {
        let mut state = BatailleState::new(rules(values, LayingOrder::Fixed));
        let mut cycles = 0;
        for deal in 0..4000 {
            state.deal(&shuffled_deck(4 * values as usize, &mut generator(deal)));
            cycles += u64::from(obeys_theorem(&state));
        }
        assert!(cycles > 50, "{values} values: {cycles}");
    }
}

/// States that are built from the classes of wheels return exactly if the winners of each class are higher than its losers.
#[test]
fn states_are_in_cycles_if_winners_are_higher_and_only_then() {
    for case in 0..400 {
        let draws = &mut generator(case);
        let wheels = Wheels {
            pairs: [0; 2].map(|_| 1 + random_index(draws, 12)),
        };
        let classes = wheels.class_count();
        let highest_losers = [0; 12].map(|_| 1 + random_index(draws, 12));
        let mut hands = wheels.pairs.map(|pairs| vec![0; 2 * pairs]);
        for (player, hand) in hands.iter_mut().enumerate() {
            for (place, value) in hand.iter_mut().enumerate() {
                let highest_loser = highest_losers[place / 2 % classes];
                let drawn_value = if place % 2 == player {
                    highest_loser + 1 + random_index(draws, 13 - highest_loser)
                } else {
                    1 + random_index(draws, highest_loser)
                };
                *value = drawn_value as u8;
            }
        }
        let pair = random_index(draws, wheels.pairs[0]);
        let equal_loser = hands[1][2 * (pair % classes)];
        for is_in_cycle in [true, false] {
            let [one, two] = hands.clone();
            let deal = Hands::new(one, two).expect("at most 48 cards");
            let state = BatailleState::with_hands(&deal, BatailleRules::default());
            assert_eq!(turns_for(&state, wheels.rounds()), is_in_cycle, "{deal}");
            hands[0][2 * pair] = equal_loser;
        }
    }
}
