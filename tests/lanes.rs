//! Many deals at once are the deals one by one, under each set of instructions that this machine has.

use pioche::cards::lanes::Dealer;
use pioche::cards::shuffle::{BLOCK, Uniform};
use pioche::cards::{Card, Pack, Processor};
use pioche::games::alliances::{auto, lanes};
use pioche::rng::{Family, Purpose, Seed, Streams};

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

#[test]
#[ignore = "a hundred million deals take some minutes"]
fn very_many_games_at_once_are_the_literal_games() {
    for pack in [Pack::PIQUET, Pack::MEDICI, Pack::FULL] {
        equal_games(pack, 9, 0..1_000_000_000_000 / BLOCK as u64 / 100_000_000 * 3_000, auto::piles);
    }
}
