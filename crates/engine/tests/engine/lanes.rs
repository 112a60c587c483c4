//! Compares batches of deals with single deals, at each available SIMD level.

use crate::shuffle::deal_block;
use pioche_engine::cards::bit_planes::{BitWord, PlaneDealer, Planes};
use pioche_engine::cards::shuffle::{DEALS_PER_BLOCK, INTERLEAVED_BLOCKS, block_and_lane};
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::{Alliances, Play};
use pioche_engine::games::alliances::improve::{ChangeList, Improvement, best_change};
use pioche_engine::games::alliances::{AllianceRule, automatic};
use pioche_engine::rng::{Purpose, PurposeStreams, Seed, Streams};
use pioche_engine::sim::Experiment;
use pioche_engine::simd::{LaneGroupSizes, SimdKernel, SimdLevel};
use pioche_engine::stats::Tally;
use rand::Rng;

/// Packs for every layout of the bit planes, and packs at the limits.
fn packs() -> Vec<Pack> {
    let sides = [
        (1, 1),
        (1, 2),
        (2, 1),
        (1, 3),
        (3, 1),
        (2, 2),
        (2, 3),
        (4, 7),
        (3, 11),
        (1, 32),
        (2, 32),
        (4, 16),
    ];
    let more = [(5, 3), (8, 4), (5, 8), (7, 9), (8, 8), (4, 10), (3, 9)];
    let odd = sides
        .into_iter()
        .chain(more)
        .map(|(suits, ranks)| Pack::new(suits, ranks).unwrap());
    [Pack::PIQUET, Pack::SIX_TO_ACE, Pack::FULL]
        .into_iter()
        .chain(odd)
        .collect()
}

struct Deals {
    blocks: PurposeStreams,
    again: PurposeStreams,
}

impl Deals {
    fn of(seed: u64) -> Self {
        let streams = Streams::new(Seed(seed));
        Self {
            blocks: streams.for_purpose(Purpose::Shuffle),
            again: streams.for_purpose(Purpose::Reshuffle),
        }
    }

    /// Returns the decks of a block by the definition.
    fn decks(&self, pack: Pack, block: u64) -> Vec<Vec<Card>> {
        let mut decks = Vec::new();
        let reshuffle = |lane: usize| {
            self.again
                .stream(block * DEALS_PER_BLOCK as u64 + lane as u64)
        };
        deal_block(
            pack.size(),
            self.blocks.stream(block),
            0..DEALS_PER_BLOCK,
            reshuffle,
            |_, deck| {
                decks.push(deck.iter().map(|&number| pack.card(number)).collect());
            },
        );
        decks
    }

    /// Draws the same block for the engines.
    fn draw(&self, dealer: &mut PlaneDealer, processor: SimdLevel, block: u64) {
        let reshuffle = |lane: usize| {
            self.again
                .stream(block * DEALS_PER_BLOCK as u64 + lane as u64)
        };
        dealer
            .draws
            .draw_block(processor, self.blocks.stream(block), reshuffle);
    }
}

/// Compares blocks in parallel with the scalar game. Returns the number of deals with a rejected word.
fn equal_rows(pack: Pack, seed: u64, rows: std::ops::Range<u64>) -> u64 {
    let deals = Deals::of(seed);
    let mut dealer = PlaneDealer::new(pack);
    let mut remade = 0;
    for row in rows {
        let first = row * INTERLEAVED_BLOCKS as u64;
        let expected: Vec<Vec<usize>> = (first..first + INTERLEAVED_BLOCKS as u64)
            .map(|block| {
                deals
                    .decks(pack, block)
                    .iter()
                    .map(|deck| automatic::automatic_pile_count(deck, AllianceRule::Either))
                    .collect()
            })
            .collect();
        for processor in SimdLevel::available() {
            dealer
                .draws
                .generate_words(processor, deals.blocks.generator_lanes(first));
            for hand in 0..INTERLEAVED_BLOCKS {
                dealer.draws.draw_batch(processor, hand, |lane| {
                    let (block, lane) = block_and_lane(hand, lane);
                    remade += 1;
                    deals
                        .again
                        .stream((first + block as u64) * DEALS_PER_BLOCK as u64 + lane as u64)
                });
                let rule = AllianceRule::Either;
                for (lane, piles) in automatic::automatic_pile_counts(&dealer, rule, processor)
                    .into_iter()
                    .enumerate()
                {
                    let (block, lane) = block_and_lane(hand, lane);
                    assert_eq!(
                        piles as usize, expected[block][lane],
                        "{pack}, seed {seed}, row {row}, {processor}"
                    );
                }
            }
        }
    }
    remade
}

#[test]
fn batched_blocks_equal_single_deals() {
    for pack in packs() {
        equal_rows(pack, 21, 0..3);
    }
    // A word of up to 20 bits of draws is rejected about once in 10,000.
    let remade: u64 = [Pack::PIQUET, Pack::SIX_TO_ACE, Pack::FULL]
        .map(|pack| equal_rows(pack, 22, 50..400))
        .iter()
        .sum();
    assert!(remade > 100, "{remade} decks were made again");
}

/// Decks as numbers of cards, read back from their planes.
struct Read<'a>(&'a PlaneDealer);

impl SimdKernel for Read<'_> {
    type Output = Vec<Vec<u8>>;

    #[inline(always)]
    fn run<L: LaneGroupSizes>(self) -> Vec<Vec<u8>> {
        let pack = self.0.pack();
        let code_bits = std::array::from_fn(|bit| bit as u32);
        if pack.size() <= 32 {
            read(pack, &self.0.planes::<u32, 8, L>(code_bits))
        } else {
            read(pack, &self.0.planes::<u64, 8, L>(code_bits))
        }
    }
}

fn read<W: BitWord, const P: usize>(
    pack: Pack,
    planes: &Planes<W, P, DEALS_PER_BLOCK>,
) -> Vec<Vec<u8>> {
    let bit = |plane: usize, lane: usize, place: usize| {
        (planes[plane][lane].widen_to_u64() >> place & 1) as u8
    };
    let number = |lane, place| {
        let part = |range: std::ops::Range<usize>| {
            range
                .rev()
                .fold(0, |code, plane| code << 1 | bit(plane, lane, place))
        };
        part(0..3) * pack.ranks() + part(3..P)
    };
    for plane in planes.iter() {
        assert!(
            plane
                .iter()
                .all(|set| pack.size() == 64 || set.widen_to_u64() >> pack.size() == 0),
            "a card beyond the deck"
        );
    }
    (0..DEALS_PER_BLOCK)
        .map(|lane| (0..pack.size()).map(|place| number(lane, place)).collect())
        .collect()
}

#[test]
fn bit_planes_contain_decks_of_definition() {
    for pack in packs() {
        let deals = Deals::of(4);
        let mut dealer = PlaneDealer::new(pack);
        for block in 0..30 {
            let decks = deals.decks(pack, block).into_iter();
            let expected: Vec<Vec<u8>> = decks
                .map(|deck| {
                    deck.iter()
                        .filter_map(|&card| pack.card_number(card))
                        .collect()
                })
                .collect();
            for processor in SimdLevel::available() {
                deals.draw(&mut dealer, processor, block);
                assert_eq!(
                    processor.run(Read(&dealer)),
                    expected,
                    "{pack} cards, block {block}, {processor}"
                );
            }
        }
    }
}

fn equal_games(pack: Pack, seed: u64, blocks: std::ops::Range<u64>) {
    for rule in AllianceRule::ALL {
        equal_games_with_rule(pack, rule, seed, blocks.clone());
    }
}

fn equal_games_with_rule(pack: Pack, rule: AllianceRule, seed: u64, blocks: std::ops::Range<u64>) {
    let deals = Deals::of(seed);
    let mut dealer = PlaneDealer::new(pack);
    for block in blocks {
        let expected: Vec<usize> = deals
            .decks(pack, block)
            .iter()
            .map(|deck| literal(deck, rule))
            .collect();
        for processor in SimdLevel::available() {
            deals.draw(&mut dealer, processor, block);
            let piles = automatic::automatic_pile_counts(&dealer, rule, processor)
                .map(|piles| piles as usize);
            assert_eq!(
                piles[..],
                expected,
                "{pack} cards, {rule}, seed {seed}, block {block}, {processor}"
            );
        }
    }
}

fn literal(deck: &[Card], rule: AllianceRule) -> usize {
    automatic::play_automatic(deck, rule, |_, _| ()).pile_count()
}

#[test]
fn batched_games_equal_literal_games() {
    for pack in packs() {
        equal_games(pack, 7, 0..20);
    }
    for pack in [Pack::PIQUET, Pack::SIX_TO_ACE, Pack::FULL] {
        equal_games(pack, 8, 1000..1200);
    }
}

fn equal_improvements(
    pack: Pack,
    improvement: Improvement,
    blocks: std::ops::Range<u64>,
    lanes: std::ops::Range<usize>,
) {
    for rule in AllianceRule::ALL {
        equal_improvements_with_rule(pack, improvement, rule, blocks.clone(), lanes.clone());
    }
}

fn equal_improvements_with_rule(
    pack: Pack,
    improvement: Improvement,
    rule: AllianceRule,
    blocks: std::ops::Range<u64>,
    lanes: std::ops::Range<usize>,
) {
    let deals = Deals::of(12);
    let mut dealer = PlaneDealer::new(pack);
    let changes = ChangeList::new(pack.size(), improvement, rule);
    for block in blocks {
        let decks = deals.decks(pack, block);
        let expected: Vec<_> = lanes
            .clone()
            .filter_map(|lane| {
                best_change(&decks[lane], improvement, rule).map(|best| (lane, best))
            })
            .collect();
        for processor in SimdLevel::available() {
            deals.draw(&mut dealer, processor, block);
            let found: Vec<_> = changes
                .iter()
                .flat_map(|changes| changes.best_changes(&dealer, processor, lanes.clone()))
                .collect();
            assert_eq!(
                found, expected,
                "{improvement} of {pack} cards, {rule}, block {block}, {processor}"
            );
        }
    }
}

#[test]
fn batched_improved_games_equal_single_games() {
    for improvement in Improvement::ALL {
        for pack in packs() {
            equal_improvements(pack, improvement, 0..1, 7..11);
        }
        for lanes in [0..0, 0..1, 63..64, 5..64] {
            equal_improvements(Pack::new(3, 4).unwrap(), improvement, 0..20, lanes);
        }
        // Parts that are tried with one, two, four or 32 changes at a time.
        for lanes in [10..43, 30..47, 1..17, 61..63] {
            equal_improvements(Pack::new(2, 9).unwrap(), improvement, 40..42, lanes.clone());
            equal_improvements(Pack::FULL, Improvement::Exchange, 43..44, lanes);
        }
    }
    for pack in [Pack::PIQUET, Pack::SIX_TO_ACE, Pack::FULL] {
        equal_improvements(pack, Improvement::Exchange, 100..110, 0..64);
    }
    equal_improvements(Pack::PIQUET, Improvement::Swap, 100..101, 0..64);
    equal_improvements(Pack::PIQUET, Improvement::Move, 100..101, 0..64);
}

/// Parallel generators give the words of each single generator.
#[test]
fn batched_generators_equal_single_generators() {
    for (seed, first) in [(0, 0), (1, 5), (u64::MAX, 1 << 40)] {
        let family = Streams::new(Seed(seed)).for_purpose(Purpose::Shuffle);
        let mut alone: Vec<_> = (first..first + 5)
            .map(|number| family.stream(number))
            .collect();
        let mut lanes = family.generator_lanes::<5>(first);
        for _ in 0..10_000 {
            assert_eq!(
                lanes.next_u64s()[..],
                alone.iter_mut().map(Rng::next_u64).collect::<Vec<_>>()
            );
        }
    }
}

/// A run of rows of blocks, single blocks and parts of blocks has the counts of the scalar game.
#[test]
fn long_run_counts_equal_scalar_games() {
    let deals = 63..64 * 40 + 5;
    for pack in [
        Pack::PIQUET,
        Pack::SIX_TO_ACE,
        Pack::FULL,
        Pack::new(8, 8).unwrap(),
    ] {
        let experiment = Alliances::automatic(pack);
        let source = Deals::of(5);
        let mut expected = Tally::empty(Experiment::tally_schema(&experiment));
        for block in 0..41 {
            for (lane, deck) in source.decks(pack, block).iter().enumerate() {
                let deal = block * DEALS_PER_BLOCK as u64 + lane as u64;
                if deals.contains(&deal) {
                    let piles = automatic::automatic_pile_count(deck, AllianceRule::Either);
                    expected.histograms[0].add(piles);
                    expected.records[0].update(piles as u64, deal);
                }
            }
        }
        let mut counted = Tally::empty(Experiment::tally_schema(&experiment));
        experiment.batch_function(SimdLevel::default())(
            &Streams::new(Seed(5)),
            deals.clone(),
            &mut counted,
        );
        assert_eq!(counted, expected, "{pack} cards");
    }
}

/// A run that begins and ends inside blocks has the counts of the definitions, at each SIMD level.
#[test]
fn run_counts_match_definitions_at_each_simd_level() {
    let deals = 100..300;
    for pack in [
        Pack::PIQUET,
        Pack::FULL,
        Pack::new(1, 1).unwrap(),
        Pack::new(2, 2).unwrap(),
    ] {
        for improve in [
            None,
            Some(Improvement::Exchange),
            Some(Improvement::Swap),
            Some(Improvement::Move),
        ] {
            let rule = AllianceRule::ALL[pack.size() % 3];
            let play = Play {
                improve,
                alliance: rule,
                ..Play::default()
            };
            let Ok(experiment) = Alliances::new(pack, play) else {
                assert_eq!(pack.size(), 1, "only a single card has no change");
                continue;
            };
            let mut expected = Tally::empty(Experiment::tally_schema(&experiment));
            for deal in deals.clone() {
                let deck = experiment.deck(Seed(3), deal);
                let before = literal(&deck, rule);
                expected.histograms[0].add(before);
                let best = improve.and_then(|improve| best_change(&deck, improve, rule));
                expected.records[0]
                    .update(best.map_or(before, |best| best.piles_after) as u64, deal);
                let Some(best) = best else { continue };
                let (first, second) = best.change.places();
                let gain = before + pack.size() - best.piles_after;
                for (histogram, value) in
                    expected.histograms[1..]
                        .iter_mut()
                        .zip([best.piles_after, gain, first, second])
                {
                    histogram.add(value);
                }
            }
            for processor in SimdLevel::available() {
                let mut counted = Tally::empty(Experiment::tally_schema(&experiment));
                let mut hand = experiment.batch_function(processor);
                for part in [deals.start..101, 101..150, 150..deals.end] {
                    hand(&experiment.deal_streams(Seed(3)), part, &mut counted);
                }
                assert_eq!(
                    counted,
                    expected,
                    "{} with {processor}",
                    Experiment::name(&experiment)
                );
            }
        }
    }
}
