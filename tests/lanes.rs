//! Many deals at once are the deals one by one, under each set of instructions that this machine has.

use pioche::cards::lanes::Dealer;
use pioche::cards::shuffle::{BLOCK, Uniform};
use pioche::cards::{Card, Pack, Processor};
use pioche::experiments::Alliances;
use pioche::games::alliances::changed::Changes;
use pioche::games::alliances::cheat::{Change, Improvement, naive};
use pioche::games::alliances::{auto, lanes};
use pioche::rng::{Family, Purpose, Seed, Streams};
use pioche::sim::Experiment;
use pioche::stats::Tally;

/// Packs of every shape that the planes are cut to, and those at the edges.
fn packs() -> Vec<Pack> {
    let sides = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (4, 7), (3, 11), (1, 32), (2, 32), (4, 16)];
    let more = [(5, 3), (8, 4), (5, 8), (7, 9), (8, 8), (4, 10), (3, 9)];
    let odd = sides.into_iter().chain(more).map(|(suits, ranks)| Pack::new(suits, ranks).unwrap());
    [Pack::PIQUET, Pack::MEDICI, Pack::FULL].into_iter().chain(odd).collect()
}

struct Deals {
    blocks: Family,
    again: Family,
}

impl Deals {
    fn of(seed: u64) -> Self {
        let streams = Streams::new(Seed(seed));
        Self { blocks: streams.family(Purpose::Shuffle), again: streams.family(Purpose::Reshuffle) }
    }

    /// The decks of a block by the definition.
    fn decks(&self, pack: Pack, block: u64) -> Vec<Vec<Card>> {
        let mut decks = Vec::new();
        let reshuffle = |lane: usize| self.again.stream(block * BLOCK as u64 + lane as u64);
        Uniform::new(pack.size()).deal_block(self.blocks.stream(block), 0..BLOCK, reshuffle, |_, deck| {
            decks.push(deck.iter().map(|&number| pack.card(number)).collect());
        });
        decks
    }

    /// The same block for the engines.
    fn draw(&self, dealer: &mut Dealer, processor: Processor, block: u64) {
        let reshuffle = |lane: usize| self.again.stream(block * BLOCK as u64 + lane as u64);
        dealer.draw(processor, self.blocks.stream(block), reshuffle);
    }
}

fn equal_games(pack: Pack, seed: u64, blocks: std::ops::Range<u64>, game: fn(&[Card]) -> usize) {
    let deals = Deals::of(seed);
    let mut dealer = Dealer::new(pack);
    for block in blocks {
        let expected: Vec<usize> = deals.decks(pack, block).iter().map(|deck| game(deck)).collect();
        for processor in Processor::all() {
            deals.draw(&mut dealer, processor, block);
            let piles = lanes::piles(&dealer, processor).map(|piles| piles as usize);
            assert_eq!(piles[..], expected, "{pack} cards, seed {seed}, block {block}, {processor}");
        }
    }
}

fn literal(deck: &[Card]) -> usize {
    auto::literal(deck, |_, _| ()).piles()
}

#[test]
fn many_games_at_once_are_the_literal_games() {
    for pack in packs() {
        equal_games(pack, 7, 0..20, literal);
    }
    for pack in [Pack::PIQUET, Pack::MEDICI, Pack::FULL] {
        equal_games(pack, 8, 1000..1400, literal);
    }
}

fn equal_improvements(
    pack: Pack,
    improvement: Improvement,
    blocks: std::ops::Range<u64>,
    lanes: std::ops::Range<usize>,
) {
    let deals = Deals::of(12);
    let mut dealer = Dealer::new(pack);
    let changes = Changes::new(pack.size(), improvement);
    for block in blocks {
        let decks = deals.decks(pack, block);
        let expected: Vec<_> =
            lanes.clone().filter_map(|lane| naive(&decks[lane], improvement).map(|best| (lane, best))).collect();
        for processor in Processor::all() {
            deals.draw(&mut dealer, processor, block);
            let mut found = Vec::new();
            if let Some(changes) = &changes {
                changes.best(&dealer, processor, lanes.clone(), |lane, best| found.push((lane, best)));
            }
            assert_eq!(found, expected, "{improvement} of {pack} cards, block {block}, {processor}");
        }
    }
}

#[test]
fn many_changed_games_at_once_are_the_games_one_by_one() {
    for improvement in Improvement::ALL {
        for pack in packs() {
            equal_improvements(pack, improvement, 0..1, 7..11);
        }
        for lanes in [0..0, 0..1, 63..64, 5..64] {
            equal_improvements(Pack::new(3, 4).unwrap(), improvement, 0..20, lanes);
        }
    }
    for pack in [Pack::PIQUET, Pack::MEDICI, Pack::FULL] {
        equal_improvements(pack, Improvement::Exchange, 100..110, 0..64);
    }
    equal_improvements(Pack::PIQUET, Improvement::Swap, 100..101, 0..64);
    equal_improvements(Pack::PIQUET, Improvement::Move, 100..101, 0..64);
}

/// A run that begins and ends inside of blocks counts what the definitions give, whatever the instructions.
#[test]
fn a_run_counts_what_the_definitions_give() {
    let deals = 100..300;
    for pack in [Pack::PIQUET, Pack::FULL, Pack::new(1, 1).unwrap(), Pack::new(2, 2).unwrap()] {
        for improve in [None, Some(Improvement::Exchange), Some(Improvement::Swap), Some(Improvement::Move)] {
            let experiment = Alliances { pack, improve };
            let mut expected = Tally::empty(experiment.layout());
            for deal in deals.clone() {
                let deck = experiment.deck(&Streams::new(Seed(3)), deal);
                let before = literal(&deck);
                expected.histograms[0].add(before);
                let best = improve.and_then(|improve| naive(&deck, improve));
                expected.records[0].offer(best.map_or(before, |best| best.after) as u64, deal);
                let Some(best) = best else { continue };
                let (first, second) = match best.change {
                    Change::Exchange(first) => (first, first + 1),
                    Change::Swap(first, second) | Change::Move { from: first, to: second } => (first, second),
                };
                let gain = before + pack.size() - best.after;
                for (histogram, value) in expected.histograms[1..].iter_mut().zip([best.after, gain, first, second]) {
                    histogram.add(value);
                }
            }
            for processor in Processor::all() {
                processor.limit();
                assert_eq!(Processor::best().to_string(), processor.to_string());
                let mut counted = Tally::empty(experiment.layout());
                let mut engine = experiment.scratch();
                for part in [deals.start..101, 101..150, 150..deals.end] {
                    experiment.play(&Streams::new(Seed(3)), part, &mut engine, &mut counted);
                }
                assert_eq!(counted, expected, "{} with {processor}", experiment.name());
            }
        }
    }
}

#[test]
#[ignore = "a hundred million deals take some minutes"]
fn very_many_games_at_once_are_the_literal_games() {
    for pack in [Pack::PIQUET, Pack::MEDICI, Pack::FULL] {
        equal_games(pack, 9, 0..1_000_000_000_000 / BLOCK as u64 / 100_000_000 * 3_000, auto::piles);
    }
}
