//! Compares batches of games with single games, deal by deal, at each SIMD level.

use pioche_engine::cards::shuffle::shuffled_deck;
use pioche_engine::games::bataille::*;
use pioche_engine::rng::{Purpose, Seed, Streams};
use pioche_engine::simd::SimdLevel;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The limit on rounds of games without a limit.
const NONE: u64 = u64::MAX;

fn rules(values: u64, order: LayingOrder) -> BatailleRules {
    BatailleRules {
        values: ValueCount::new(values).expect("1 to 64"),
        order,
        ..BatailleRules::default()
    }
}

/// Returns a shuffled deck.
fn deck(values: u64, deal: u64) -> Vec<u8> {
    let mut generator = Streams::new(Seed(1)).stream(Purpose::Reshuffle, deal);
    shuffled_deck(4 * values as usize, &mut generator)
}

fn decks(values: u64, count: u64) -> Vec<Vec<u8>> {
    (0..count).map(|deal| deck(values, deal)).collect()
}

/// A player of batches plays games with another order of picking up as the states do.
#[test]
fn other_orders_of_picking_up_are_played_alone() {
    let decks = decks(13, 200);
    for pickup in [PickupOrder::WinnerFirst, PickupOrder::LoserFirst] {
        for order in LayingOrder::ALL {
            let rules = BatailleRules {
                pickup,
                ..rules(13, order)
            };
            let mut state = BatailleState::new(rules);
            let expected: Vec<BatailleEnding> = decks
                .iter()
                .map(|deck| {
                    state.deal(deck);
                    state.play_to_end(NONE)
                })
                .collect();
            assert_ne!(expected, alone(&decks, order, NONE));
            let mut lanes = BatchPlayer::new(rules, NONE);
            for processor in SimdLevel::available() {
                assert_eq!(at_once(&mut lanes, processor, &decks), expected);
            }
        }
    }
}

/// Returns the ending of each deck, played one after the other.
fn alone(decks: &[Vec<u8>], order: LayingOrder, max_rounds: u64) -> Vec<BatailleEnding> {
    let mut state = BatailleState::new(BatailleRules {
        order,
        ..BatailleRules::default()
    });
    let play = |deck: &Vec<u8>| {
        state.deal(deck);
        state.play_to_end(max_rounds)
    };
    decks.iter().map(play).collect()
}

/// Plays the games of `next_deal` in a batch. The function is compiled once for all tests.
fn play(
    lanes: &mut BatchPlayer,
    processor: SimdLevel,
    next_deal: &mut dyn FnMut(&mut Vec<u8>) -> Option<u64>,
    ended: &mut dyn FnMut(u64, BatailleEnding),
) {
    lanes.play(processor, next_deal, ended);
}

/// Returns the ending of each deck, played in a batch.
fn at_once(
    lanes: &mut BatchPlayer,
    processor: SimdLevel,
    decks: &[Vec<u8>],
) -> Vec<BatailleEnding> {
    let mut endings = vec![None; decks.len()];
    let mut deals = 0..decks.len();
    let mut next_deal = |deck: &mut Vec<u8>| {
        let deal = deals.next()?;
        deck.clone_from(&decks[deal]);
        Some(deal as u64)
    };
    play(lanes, processor, &mut next_deal, &mut |deal, ending| {
        let before = endings[deal as usize].replace(ending);
        assert_eq!(before, None, "deal {deal} ends twice");
    });
    endings
        .into_iter()
        .map(|ending| ending.expect("every deal ends"))
        .collect()
}

/// Asserts that both are equal, deal by deal, at each SIMD level.
fn same(decks: &[Vec<u8>], rules: BatailleRules, max_rounds: u64) -> Vec<BatailleEnding> {
    let expected = alone(decks, rules.order, max_rounds);
    for processor in SimdLevel::available() {
        let endings = at_once(&mut BatchPlayer::new(rules, max_rounds), processor, decks);
        for (deal, (ending, expected)) in endings.iter().zip(&expected).enumerate() {
            assert_eq!(
                ending, expected,
                "deal {deal} of {rules:?}, max_rounds {max_rounds}, {processor}: {:?}",
                decks[deal]
            );
        }
    }
    expected
}

fn periods(endings: &[BatailleEnding]) -> BTreeSet<u64> {
    let period = |ending: &BatailleEnding| match ending.outcome {
        BatailleOutcome::Endless { period, .. } => Some(period),
        _ => None,
    };
    endings.iter().filter_map(period).collect()
}

/// Tests packs with these numbers of values, in both orders.
fn packs(numbers: RangeInclusive<u64>, count: u64) {
    for (values, order) in numbers.flat_map(|values| LayingOrder::ALL.map(|order| (values, order)))
    {
        let endings = same(&decks(values, count), rules(values, order), NONE);
        let endless = endings
            .iter()
            .filter(|ending| matches!(ending.outcome, BatailleOutcome::Endless { .. }))
            .count() as u64;
        match order {
            LayingOrder::Fixed => assert!(
                values == 1 || endless > count / 50,
                "{values} values: {endless} endless"
            ),
            LayingOrder::Alternating => {
                assert!(endless < count / 50, "{values} values: {endless} endless")
            }
        }
    }
}

#[test]
fn batched_endings_equal_single_games() {
    packs(1..=16, 2500);
}

#[test]
fn batched_endless_games_have_correct_periods() {
    // Periods of whole revolutions, of parts of one, of many revolutions, and one too long to wait for.
    let kinds = [
        (52, 0),
        (572, 39_753),
        (624, 43),
        (720, 27_174),
        (1144, 18),
        (1560, 224),
        (1872, 45),
    ];
    let rare = [
        (2016, 287),
        (2080, 42),
        (2160, 299),
        (2184, 118),
        (2304, 5163),
        (2448, 64_658),
    ];
    for (period, deal) in kinds.into_iter().chain(rare) {
        let endings = same(&[deck(13, deal)], rules(13, LayingOrder::Fixed), NONE);
        assert_eq!(periods(&endings), BTreeSet::from([period]), "deal {deal}");
    }
    let endings = same(&decks(5, 4000), rules(5, LayingOrder::Fixed), NONE);
    assert!(periods(&endings).is_superset(&BTreeSet::from([10, 20, 40, 60, 80, 120])));
    let endings = same(&decks(3, 4000), rules(3, LayingOrder::Fixed), NONE);
    assert!(periods(&endings).is_superset(&BTreeSet::from([6, 8, 12, 20, 24])));
}

#[test]
fn round_limits_cut_off_same_games() {
    for (values, order) in [1, 2, 3, 5, 13]
        .into_iter()
        .flat_map(|values| LayingOrder::ALL.map(|order| (values, order)))
    {
        let decks = decks(values, 300);
        for max_rounds in [
            0, 1, 2, 3, 7, 20, 51, 52, 53, 100, 104, 105, 400, 1000, 3000, 100_000,
        ] {
            let endings = same(&decks, rules(values, order), max_rounds);
            let is_cut_off =
                |ending: &&BatailleEnding| matches!(ending.outcome, BatailleOutcome::CutOff { .. });
            let count = endings.iter().filter(is_cut_off).count();
            assert!(max_rounds > 0 || count == decks.len());
            assert!(endings.iter().all(|ending| ending.rounds <= max_rounds));
        }
        // The smallest limits within which the games end.
        let endings = alone(&decks, order, NONE).into_iter().zip(&decks);
        let is_finite = |(ending, _): &(BatailleEnding, &Vec<u8>)| {
            !matches!(ending.outcome, BatailleOutcome::Endless { .. })
        };
        for (ending, deck) in endings.filter(is_finite).take(40) {
            let at =
                |max_rounds| same(std::slice::from_ref(deck), rules(values, order), max_rounds)[0];
            assert_eq!(at(ending.rounds), ending);
            let cut_off = at(ending.rounds - 1);
            assert_eq!(cut_off.rounds, ending.rounds - 1);
            assert!(matches!(cut_off.outcome, BatailleOutcome::CutOff { .. }));
        }
    }
}

#[test]
fn batch_player_accepts_decks_that_are_not_packs() {
    let mut odd = vec![
        vec![],
        vec![7],
        vec![0, 4],
        vec![4, 0, 8],
        (0..51).collect(),
        (0..53).collect(),
        vec![200; 52],
    ];
    odd.extend([
        (0..52).rev().collect(),
        vec![3; 52],
        [vec![0; 26], vec![63; 26]].concat(),
        (0..=255).collect(),
    ]);
    odd.push(
        (0..52)
            .map(|place| if place % 2 == 0 { 40 } else { 8 })
            .collect(),
    );
    let mixed: Vec<Vec<u8>> = decks(13, 300)
        .into_iter()
        .zip(odd.into_iter().cycle())
        .flat_map(|(a, b)| [a, b])
        .collect();
    for order in LayingOrder::ALL {
        same(&mixed, rules(13, order), NONE);
    }
}

#[test]
fn batch_player_handles_packs_above_table_size() {
    for order in LayingOrder::ALL {
        for values in [17, 20, 64] {
            same(&decks(values, 10), rules(values, order), 5000);
        }
    }
}

#[test]
fn batch_player_is_reusable() {
    let processors: Vec<SimdLevel> = SimdLevel::available().collect();
    for order in LayingOrder::ALL {
        let mut lanes = BatchPlayer::new(rules(9, order), NONE);
        let decks = decks(9, 2000);
        let expected = alone(&decks, order, NONE);
        let mut first = 0;
        for (count, processor) in [0, 1, 2, 127, 128, 129, 500, 0, 3]
            .into_iter()
            .zip(processors.iter().cycle())
        {
            let deals = first..first + count;
            assert_eq!(
                at_once(&mut lanes, *processor, &decks[deals.clone()]),
                expected[deals],
                "{count} deals"
            );
            first += count;
        }
    }
}

#[test]
fn no_deal_is_requested_after_last_one() {
    let mut left = 3;
    let mut next_deal = |cards: &mut Vec<u8>| {
        left -= 1;
        assert!(left >= 0, "asked once more");
        *cards = deck(13, 5);
        (left > 0).then_some(7)
    };
    let mut ended = Vec::new();
    let mut lanes = BatchPlayer::new(BatailleRules::default(), NONE);
    play(
        &mut lanes,
        SimdLevel::default(),
        &mut next_deal,
        &mut |deal, _| ended.push(deal),
    );
    assert_eq!(ended, [7, 7]);
}

/// The longest games of 16 values repeat after 255 revolutions. With a limit they leave the batch before that, while
/// games of half a revolution come and go.
#[test]
fn game_beyond_round_limit_leaves_batch() {
    let long = deck(16, 99_859);
    let endings = same(
        std::slice::from_ref(&long),
        rules(16, LayingOrder::Fixed),
        NONE,
    );
    assert_eq!(periods(&endings), BTreeSet::from([255 * 64]));
    let high_and_low: Vec<u8> = (0..32).flat_map(|card| [63 - card, card]).collect();
    let (ended, mut asked) = (Cell::new(None), 0);
    let mut next_deal = |cards: &mut Vec<u8>| {
        cards.clone_from(if asked == 0 { &long } else { &high_and_low });
        asked += 1;
        (ended.get().is_none()).then_some(asked - 1)
    };
    let mut note = |deal, ending| {
        if deal == 0 {
            ended.set(Some(ending))
        }
    };
    play(
        &mut BatchPlayer::new(rules(16, LayingOrder::Fixed), 100),
        SimdLevel::default(),
        &mut next_deal,
        &mut note,
    );
    let ending = ended.get().expect("the game is cut off");
    assert_eq!(ending.rounds, 100);
    assert!(matches!(ending.outcome, BatailleOutcome::CutOff { .. }));
    assert!(asked < 5000, "{asked} other games meanwhile");
}
