//! The time of perfect play, deal by deal, and what it gains: `cargo bench --bench perfect`.
//!
//! The deals come straight from the generators of seed 1, not from those of a pack as the program's do. Their mean time
//! is taken of all in one go, that of the automatic game included; the other figures are of a second run, each deal by
//! itself. `PIOCHE_DEALS` sets their number; of a million the piles are asserted. `PIOCHE_BENCH=52` measures one pack only.

use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::decks::{Decks, ShuffleMethod};
use pioche_engine::games::alliances::auto;
use pioche_engine::games::alliances::perfect::Solver;
use pioche_engine::rng::{Seed, Streams};
use std::time::Instant;

const SEED: Seed = Seed(1);
/// The deals of which the piles are asserted.
const DEALS: usize = 1_000_000;

fn decks(pack: Pack, deals: usize) -> Vec<Card> {
    let decks = Decks::new(pack.size(), ShuffleMethod::Uniform, &Streams::new(SEED), 0..deals as u64);
    decks.flat_map(|(_, numbers)| pack.deck(&numbers)).collect()
}

/// The median, the least that 0.1 % exceed, and the greatest.
fn spread(mut values: Vec<u64>) -> [u64; 3] {
    values.sort_unstable();
    let last = values.len() - 1;
    [last / 2, (last as f64 * 0.999) as usize, last].map(|place| values[place])
}

/// What the deals of a pack leave, by perfect play and by the automatic game.
#[derive(Debug, Default)]
struct Counts {
    best: usize,
    automatic: usize,
    same: usize,
    two: usize,
    four: usize,
}

fn measure(pack: Pack, deals: usize) -> Counts {
    let cards = decks(pack, deals);
    let decks = || cards.chunks_exact(pack.size());
    let mut solver = Solver::default();
    let mut solve = |deck: &[Card]| solver.best(deck).expect("a deal of a seed that is known to be proved");
    let start = Instant::now();
    let total: usize = decks().map(&mut solve).sum();
    let mean = start.elapsed().as_nanos() as f64 / deals as f64;
    let (mut counts, mut times, mut histories) = (Counts::default(), Vec::new(), Vec::new());
    for deck in decks() {
        let start = Instant::now();
        let best = solver.best(deck).expect("it has been solved before");
        times.push(start.elapsed().as_nanos() as u64);
        histories.push(solver.histories() as u64);
        let automatic = auto::piles(deck);
        counts.best += best;
        counts.automatic += automatic;
        counts.same += usize::from(best == automatic);
        counts.two += usize::from(best == 2);
        counts.four += usize::from(best <= 4);
    }
    assert_eq!(counts.best, total, "the same deals leave the same piles");
    let kept = histories.iter().sum::<u64>() as f64 / deals as f64;
    let ([median, rare, worst], [usual, many, most]) = (spread(times), spread(histories));
    println!("\n{pack} cards, {deals} deals");
    println!("ns a deal: mean {mean:.0}, median {median}, 99.9 % {rare}, worst {worst}");
    println!("histories: mean {kept:.1}, median {usual}, 99.9 % {many}, most {most}");
    counts
}

/// Prints what perfect play gains, and asserts it of the deals that are known.
fn facts(deals: usize, counts: &Counts, known: [usize; 2]) {
    let share = |count: usize| count as f64 / deals as f64;
    println!("piles: mean {:.5}, of the automatic game {:.5}", share(counts.best), share(counts.automatic));
    println!(
        "shares of deals: 2 piles {:.5}, at most 4 {:.5}, automatic game perfect {:.5}",
        share(counts.two),
        share(counts.four),
        share(counts.same)
    );
    if deals == DEALS {
        assert_eq!([counts.best, counts.automatic], known, "piles, perfect and automatic");
    }
}

fn main() {
    let wanted = std::env::var("PIOCHE_BENCH").unwrap_or_default();
    let deals = std::env::var("PIOCHE_DEALS").map_or(DEALS, |number| number.parse().expect("a number of deals"));
    for (pack, known) in [
        (Pack::PIQUET, [10_913_502, 11_363_336]),
        (Pack::MEDICI, [12_588_333, 13_179_318]),
        (Pack::FULL, [20_026_580, 21_129_991]),
    ] {
        if pack.to_string().contains(&wanted) {
            facts(deals, &measure(pack, deals), known);
        }
    }
}
