//! Measures the deals per second of the patience's engines: `cargo bench --bench alliances`.
//!
//! All contestants play the same deals, including the shuffle and the counts, and their counts are compared with the
//! definition. Runs are interleaved, so that other load affects all alike. The table gives the median, smallest and
//! largest time per deal, and the speedup over two plain programs:
//!
//! - *definition*: [`automatic::play_automatic`], cards drawn one by one, restarting from the left after each jump;
//! - *plain loop*: all cards dealt by a Fisher-Yates shuffle, then the leftmost jump with `Vec::remove`, without
//!   rechecking unchanged piles: the first version of a careful programmer.
//!
//! `PIOCHE_BENCH=52` measures only the packs and improvements whose title contains the text.

use pioche_engine::cards::shuffle::DEALS_PER_BLOCK;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::decks::{ShuffleMethod, ShuffledDecks};
use pioche_engine::experiments::{Alliances, Play};
use pioche_engine::games::alliances::improve::Improvement;
use pioche_engine::games::alliances::{AllianceRule, automatic};
use pioche_engine::rng::{Pcg64Dxsm, Purpose, Seed, Streams};
use pioche_engine::sim::{Experiment, RunOptions};
use pioche_engine::simd::SimdLevel;
use pioche_engine::stats::{Histogram, Tally};
use rand::Rng;
use std::time::Instant;

const SEED: Seed = Seed(1);
const ROUNDS: usize = 9;

/// A function to time: it plays a number of deals and returns the histogram of piles.
struct Contestant<'a> {
    name: String,
    deals: u64,
    play: Box<dyn Fn(u64) -> Histogram + 'a>,
    times: Vec<f64>,
}

impl<'a> Contestant<'a> {
    fn new(name: impl Into<String>, deals: u64, play: impl Fn(u64) -> Histogram + 'a) -> Self {
        Self {
            name: name.into(),
            deals,
            play: Box::new(play),
            times: Vec::new(),
        }
    }

    /// Returns nanoseconds per deal: the median, the smallest, the largest.
    fn spread(&self) -> [f64; 3] {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        [times[times.len() / 2], times[0], times[times.len() - 1]]
    }
}

fn decks(pack: Pack, deals: u64, mut each: impl FnMut(&[Card])) {
    let streams = Alliances::automatic(pack).deal_streams(SEED);
    let mut decks = ShuffledDecks::new(pack.size(), ShuffleMethod::Uniform, &streams, 0..deals);
    let mut cards: Vec<Card> = pack.cards().collect();
    while let Some((_, numbers)) = decks.next_deck() {
        for (card, &number) in cards.iter_mut().zip(numbers) {
            *card = pack.card(number);
        }
        each(&cards);
    }
}

/// Returns the histogram of piles of a game function.
fn counted(pack: Pack, deals: u64, mut game: impl FnMut(&[Card]) -> usize) -> Histogram {
    let mut piles = Histogram::default();
    decks(pack, deals, |deck| piles.add(game(deck)));
    piles
}

fn literal(deck: &[Card]) -> usize {
    automatic::play_automatic(deck, AllianceRule::Either, |_, _| ()).pile_count()
}

/// Plays leftmost jumps with `Vec::remove` on a dealt row.
fn remove(row: &mut Vec<Card>) -> usize {
    let mut left = 0;
    while left + 2 < row.len() {
        if AllianceRule::Either.are_allied(row[left], row[left + 2]) {
            row.remove(left);
            left = left.saturating_sub(2);
        } else {
            left += 1;
        }
    }
    row.len()
}

/// Shuffles by Fisher and Yates, with exactly uniform draws (Lemire 2019).
fn fisher_yates(generator: &mut Pcg64Dxsm, row: &mut [Card]) {
    for last in (1..row.len()).rev() {
        let bound = last as u32 + 1;
        let mut wide = u64::from(generator.next_u32()) * u64::from(bound);
        if (wide as u32) < bound {
            while (wide as u32) < bound.wrapping_neg() % bound {
                wide = u64::from(generator.next_u32()) * u64::from(bound);
            }
        }
        row.swap(last, (wide >> 32) as usize);
    }
}

fn plain_loop(pack: Pack, deals: u64) -> Histogram {
    let mut generator = Streams::new(SEED).for_purpose(Purpose::Riffle).stream(0);
    let fresh: Vec<Card> = pack.cards().collect();
    let (mut row, mut piles) = (fresh.clone(), Histogram::default());
    for _ in 0..deals {
        row.clear();
        row.extend_from_slice(&fresh);
        fisher_yates(&mut generator, &mut row);
        piles.add(remove(&mut row));
    }
    piles
}

/// Plays the changed games of a deal one by one.
fn changed(deck: &[Card], improvement: Improvement, game: fn(&[Card]) -> usize) -> usize {
    let mut changed = deck.to_vec();
    let after = improvement.changes(deck.len()).map(|change| {
        changed.copy_from_slice(deck);
        change.apply(&mut changed);
        game(&changed)
    });
    after.min().unwrap_or_default()
}

/// Returns the histogram of the experiment's last game: the improved one, if there is one.
fn last_game(experiment: &Alliances, tally: &Tally) -> Histogram {
    tally.histograms[usize::from(experiment.improvement().is_some())].clone()
}

/// Runs the experiment's own engine at a SIMD level.
fn engine(experiment: Alliances, processor: SimdLevel, deals: u64) -> Histogram {
    let mut tally = Tally::empty(Experiment::tally_schema(&experiment));
    experiment.batch_function(processor)(&experiment.deal_streams(SEED), 0..deals, &mut tally);
    last_game(&experiment, &tally)
}

/// Runs the whole driver on two threads, at the best SIMD level.
fn driver(experiment: Alliances, deals: u64) -> Histogram {
    let plan = experiment.plan(SEED, deals);
    let options = RunOptions {
        threads: Some(2),
        ..RunOptions::default()
    };
    last_game(
        &experiment,
        &experiment
            .run(plan, &options)
            .expect("threads can be started")
            .tally,
    )
}

/// Adds the engines and the driver to the plain programs.
fn fast<'a>(experiment: Alliances, deals: u64, contestants: &mut Vec<Contestant<'a>>) {
    for processor in SimdLevel::available() {
        let name = format!("lanes, {processor}");
        contestants.push(Contestant::new(name, deals, move |deals| {
            engine(experiment, processor, deals)
        }));
    }
    contestants.push(Contestant::new(
        "driver, 2 threads",
        4 * deals,
        move |deals| driver(experiment, deals),
    ));
}

fn games<'a>(pack: Pack) -> Vec<Contestant<'a>> {
    let mut contestants = vec![
        Contestant::new("definition", 60_000, move |deals| {
            counted(pack, deals, literal)
        }),
        Contestant::new("plain loop", 60_000, move |deals| plain_loop(pack, deals)),
    ];
    fast(Alliances::automatic(pack), 1 << 20, &mut contestants);
    contestants
}

fn improvements<'a>(pack: Pack, improvement: Improvement) -> Vec<Contestant<'a>> {
    let changes = improvement.changes(pack.size()).count() as u64;
    let (few, many) = (
        (60_000 / changes).max(20),
        (8_000_000 / changes).next_multiple_of(DEALS_PER_BLOCK as u64),
    );
    let plain = |row: &[Card]| remove(&mut row.to_vec());
    let mut contestants = vec![
        Contestant::new("definition", few, move |deals| {
            counted(pack, deals, |deck| changed(deck, improvement, literal))
        }),
        Contestant::new("plain loop", few, move |deals| {
            counted(pack, deals, |deck| changed(deck, improvement, plain))
        }),
    ];
    let play = Play {
        improve: Some(improvement),
        ..Play::default()
    };
    let experiment = Alliances::new(pack, play).expect("a stock of several cards");
    fast(experiment, many, &mut contestants);
    contestants
}

/// Runs all contestants in turn, round after round. The counts on the same deals must be equal.
fn race(contestants: &mut [Contestant<'_>]) {
    for round in 0..=ROUNDS {
        for contestant in contestants.iter_mut() {
            let start = Instant::now();
            let piles = (contestant.play)(contestant.deals);
            let time = start.elapsed().as_nanos() as f64 / contestant.deals as f64;
            assert_eq!(piles.total(), contestant.deals, "{}", contestant.name);
            // The first round warms up.
            if round > 0 {
                contestant.times.push(time);
            }
        }
    }
}

/// Compares the counts with the definition, on as many deals as it can play.
fn compare(title: &str, contestants: &[Contestant<'_>]) {
    let deals = contestants[0].deals;
    let expected = (contestants[0].play)(deals);
    for contestant in &contestants[1..] {
        let piles = (contestant.play)(deals);
        match contestant.name.as_str() {
            // Other deals of the same distribution: the shares of the most frequent counts agree.
            "plain loop" if piles != expected => {
                for (&a, &b) in expected.counts().iter().zip(piles.counts()) {
                    assert!(
                        (a as f64 - b as f64).powi(2) < 50.0 * (a + b + 1) as f64,
                        "{title}: {a} and {b} are far apart"
                    );
                }
            }
            name => assert_eq!(piles, expected, "{title}: {name}"),
        }
    }
}

fn print(title: &str, contestants: &[Contestant<'_>]) {
    println!("\n{title}");
    println!(
        "{:28}{:>12}{:>24}{:>14}{:>14}{:>14}",
        "", "ns a deal", "smallest to largest", "M deals/s", "x definition", "x plain loop"
    );
    let [definition, plain] = [0, 1].map(|place: usize| contestants[place].spread()[0]);
    for contestant in contestants {
        let [median, least, most] = contestant.spread();
        let range = format!("{least:.1} to {most:.1}");
        println!(
            "{:28}{median:12.1}{range:>24}{:14.3}{:14.1}{:14.1}",
            contestant.name,
            1e3 / median,
            definition / median,
            plain / median
        );
    }
}

fn main() {
    let wanted = std::env::var("PIOCHE_BENCH").unwrap_or_default();
    let mut rows: Vec<(String, Vec<Contestant<'_>>)> = Vec::new();
    for pack in [Pack::PIQUET, Pack::SIX_TO_ACE, Pack::FULL] {
        rows.push((format!("{pack} cards"), games(pack)));
        for improvement in Improvement::ALL {
            rows.push((
                format!("{pack} cards, best {improvement}"),
                improvements(pack, improvement),
            ));
        }
    }
    for (title, contestants) in rows.iter_mut().filter(|(title, _)| title.contains(&wanted)) {
        compare(title, contestants);
        race(contestants);
        print(title, contestants);
    }
}
