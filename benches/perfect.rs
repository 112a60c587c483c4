//! Measures the time and the gain of perfect play: `cargo bench --bench perfect`.
//!
//! The deals come directly from the generators of seed 1, without the stream key of a pack. `PIOCHE_DEALS` sets their
//! number; for a million the piles are asserted. `PIOCHE_BENCH=52` measures one pack only.

use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::decks::{ShuffleMethod, ShuffledDecks};
use pioche_engine::games::alliances::perfect::PerfectSolver;
use pioche_engine::games::alliances::{AllianceRule, automatic};
use pioche_engine::rng::{Seed, Streams};
use std::time::Instant;

const SEED: Seed = Seed(1);
/// The number of deals for which the piles are asserted.
const DEALS: usize = 1_000_000;

fn decks(pack: Pack, deals: usize) -> Vec<Card> {
    let decks = ShuffledDecks::new(
        pack.size(),
        ShuffleMethod::Uniform,
        &Streams::new(SEED),
        0..deals as u64,
    );
    decks.flat_map(|(_, numbers)| pack.deck(&numbers)).collect()
}

/// Prints the time and the gain of perfect play, and asserts the known piles.
fn measure(pack: Pack, deals: usize, known: [usize; 2]) {
    let cards = decks(pack, deals);
    let mut solver = PerfectSolver::default();
    let start = Instant::now();
    let solved = cards
        .chunks_exact(pack.size())
        .map(|deck| solver.fewest_piles(deck).expect("a deal that is proved"));
    let best: usize = solved.sum();
    let mean = start.elapsed().as_nanos() as f64 / deals as f64;
    let automatic: usize = cards
        .chunks_exact(pack.size())
        .map(|deck| automatic::automatic_pile_count(deck, AllianceRule::Either))
        .sum();
    let [piles, rule] = [best, automatic].map(|piles| piles as f64 / deals as f64);
    println!(
        "{pack} cards, {deals} deals: {mean:.0} ns a deal; piles {piles:.5}, of the automatic game {rule:.5}"
    );
    if deals == DEALS {
        assert_eq!([best, automatic], known, "piles, perfect and automatic");
    }
}

fn main() {
    let wanted = std::env::var("PIOCHE_BENCH").unwrap_or_default();
    let deals = std::env::var("PIOCHE_DEALS")
        .map_or(DEALS, |number| number.parse().expect("a number of deals"));
    for (pack, known) in [
        (Pack::PIQUET, [10_913_502, 11_363_336]),
        (Pack::SIX_TO_ACE, [12_588_333, 13_179_318]),
        (Pack::FULL, [20_026_580, 21_129_991]),
    ] {
        if pack.to_string().contains(&wanted) {
            measure(pack, deals, known);
        }
    }
}
