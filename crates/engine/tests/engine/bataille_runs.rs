//! Compares whole runs of bataille with a recount by the definitions: the shuffle of each deal, the game, and the tally
//! with its extremes.

use crate::bataille::floyd::game_by_floyd;
use crate::riffle::by_flips;
use crate::shuffle::deal_block;
use pioche_engine::cards::shuffle::DEALS_PER_BLOCK;
use pioche_engine::experiments::decks::{self, ShuffleMethod, ShuffledDecks};
use pioche_engine::experiments::{Bataille, Experiment};
use pioche_engine::games::Player;
use pioche_engine::games::bataille::{
    BatailleEnding, BatailleOutcome, BatailleRules, BatailleState, LayingOrder, ValueCount,
};
use pioche_engine::sim::{Purpose, RunOptions, Seed, Streams};
use pioche_engine::stats::Tally;
use rand::Rng;
use std::ops::Range;

const SEED: Seed = Seed(2006);

/// Riffles flip by flip, as documented.
fn riffled(cards: usize, riffles: u32, generator: &mut impl Rng) -> Vec<u8> {
    let mut deck: Vec<u8> = (0..=u8::MAX).take(cards).collect();
    for _ in 0..riffles {
        let words: Vec<u64> = (0..cards.div_ceil(64))
            .map(|_| generator.next_u64())
            .collect();
        let flips: Vec<bool> = (0..cards)
            .map(|place| words[place / 64] >> (place % 64) & 1 == 1)
            .collect();
        deck = by_flips(&deck, &flips);
    }
    deck
}

/// Returns the deck of a single deal.
fn deck(cards: usize, method: ShuffleMethod, deal: u64) -> Vec<u8> {
    let streams = Streams::new(SEED).with_stream_key(&format!("cards={cards} shuffle={method}"));
    match method {
        ShuffleMethod::Riffle(riffles) => {
            riffled(cards, riffles, &mut streams.stream(Purpose::Riffle, deal))
        }
        ShuffleMethod::Uniform => {
            let lane = (deal % DEALS_PER_BLOCK as u64) as usize;
            let mut deck = Vec::new();
            deal_block(
                cards,
                streams.stream(Purpose::Shuffle, deal / DEALS_PER_BLOCK as u64),
                lane..lane + 1,
                |_| streams.stream(Purpose::Reshuffle, deal),
                |_, numbers| deck = numbers.to_vec(),
            );
            deck
        }
    }
}

/// Returns the index of an outcome in the tally.
fn index(outcome: BatailleOutcome) -> usize {
    match outcome {
        BatailleOutcome::Player1 => 0,
        BatailleOutcome::Player2 => 1,
        BatailleOutcome::Draw => 2,
        BatailleOutcome::Endless { .. } => 3,
        BatailleOutcome::CutOff { leader } => match leader {
            Some(Player::One) => 0,
            Some(Player::Two) => 1,
            None => 2,
        },
        BatailleOutcome::Unresolved => 4,
    }
}

fn dealt(order: LayingOrder, deck: &[u8]) -> BatailleState {
    let mut state = BatailleState::new(BatailleRules {
        order,
        ..BatailleRules::default()
    });
    state.deal(deck);
    state
}

/// Counts these deals by the definitions.
fn recount(experiment: &Bataille, deals: Range<u64>) -> Tally {
    let mut tally = Tally {
        deals: deals.end - deals.start,
        ..Tally::empty(Experiment::tally_schema(experiment))
    };
    let mut ended: Vec<(u64, u64)> = Vec::new();
    let mut endless: Vec<u64> = Vec::new();
    for deal in deals {
        let mut state = dealt(
            experiment.order,
            &deck(experiment.values.card_count(), experiment.shuffle, deal),
        );
        let BatailleEnding { outcome, rounds } =
            game_by_floyd(&mut state, experiment.max_rounds.unwrap_or(u64::MAX));
        tally.histograms[0].add(index(outcome));
        match outcome {
            BatailleOutcome::Endless { period, pre_period } => {
                tally.histograms[2].add(period as usize);
                tally.histograms[3].add(pre_period as usize);
                endless.push(deal);
            }
            BatailleOutcome::CutOff { .. } => tally.histograms[4].add(index(outcome)),
            _ => {
                tally.histograms[1].add(rounds as usize);
                ended.push((rounds, deal));
            }
        }
    }
    let longest = ended.iter().map(|&(rounds, _)| rounds).max();
    if let Some(&(rounds, deal)) = ended.iter().find(|&&(rounds, _)| Some(rounds) == longest) {
        tally.records[0].update(rounds, deal);
    }
    if let Some(&deal) = endless.first() {
        tally.records[1].update(0, deal);
    }
    tally
}

fn bataille(
    values: u8,
    order: LayingOrder,
    shuffle: ShuffleMethod,
    max_rounds: Option<u64>,
) -> Bataille {
    Bataille {
        values: ValueCount::new(values.into()).unwrap(),
        order,
        shuffle,
        max_rounds,
        ..Bataille::default()
    }
}

#[test]
fn bataille_run_counts_match_definitions() {
    let riffle = ShuffleMethod::Riffle;
    for (experiment, deals) in [
        (
            bataille(13, LayingOrder::Fixed, ShuffleMethod::Uniform, None),
            2500,
        ),
        (
            bataille(13, LayingOrder::Alternating, riffle(7), None),
            2500,
        ),
        (bataille(13, LayingOrder::Fixed, riffle(1), Some(300)), 1500),
        (bataille(13, LayingOrder::Fixed, riffle(7), Some(100)), 3000),
        (bataille(12, LayingOrder::Fixed, riffle(7), Some(9999)), 500),
        (bataille(3, LayingOrder::Fixed, riffle(7), Some(5)), 500),
        (
            bataille(
                8,
                LayingOrder::Alternating,
                ShuffleMethod::Uniform,
                Some(100),
            ),
            2500,
        ),
        (bataille(2, LayingOrder::Fixed, riffle(3), None), 1000),
        (bataille(18, LayingOrder::Alternating, riffle(5), None), 300),
    ] {
        let expected = recount(&experiment, 0..deals);
        let options = RunOptions {
            threads: Some(2),
            chunk_size: Some(192),
            ..RunOptions::default()
        };
        let tally = experiment
            .run(experiment.plan(SEED, deals), &options)
            .unwrap()
            .tally;
        assert_eq!(tally, expected, "{}", Experiment::name(&experiment));
        assert!(expected.records[0].value_and_deal.is_some());
    }
}

/// A part that begins and ends inside blocks, far from deal 0.
#[test]
fn part_of_run_counts_only_its_deals() {
    let experiment = bataille(6, LayingOrder::Fixed, ShuffleMethod::Uniform, None);
    let deals = 1_000_021..1_000_999;
    let mut tally = Tally::empty(Experiment::tally_schema(&experiment));
    let mut hand = experiment.batch_function(Default::default());
    for part in [
        deals.start..1_000_022,
        1_000_022..1_000_600,
        1_000_600..deals.end,
    ] {
        tally.deals += part.end - part.start;
        hand(&experiment.deal_streams(SEED), part, &mut tally);
    }
    let expected = recount(&experiment, deals);
    assert_eq!(tally, expected);
    assert!(
        expected
            .records
            .iter()
            .all(|record| record.value_and_deal.is_some()),
        "some game never ends"
    );
}

/// The decks of any range are those of its deals, by `next_deck` and by the iterator.
#[test]
fn deck_ranges_equal_decks_of_single_deals() {
    for (cards, method) in [
        (1, ShuffleMethod::Uniform),
        (52, ShuffleMethod::Uniform),
        (256, ShuffleMethod::Uniform),
        (1, ShuffleMethod::Riffle(2)),
        (52, ShuffleMethod::Riffle(0)),
        (64, ShuffleMethod::Riffle(7)),
        (65, ShuffleMethod::Riffle(3)),
    ] {
        for deals in [0..600, 500..530, 63..65, 7..7, u64::MAX - 70..u64::MAX] {
            let streams =
                Streams::new(SEED).with_stream_key(&decks::deck_stream_key(cards, method));
            let mut lent = ShuffledDecks::new(cards, method, &streams, deals.clone());
            let mut count = 0;
            for (deal, given) in lent.clone() {
                assert_eq!(lent.next_deck(), Some((deal, &given[..])));
                assert_eq!(
                    (deal, given),
                    (deals.start + count, deck(cards, method, deal)),
                    "{cards} cards, {method}"
                );
                count += 1;
            }
            assert_eq!((lent.next_deck(), count), (None, deals.end - deals.start));
        }
    }
}
