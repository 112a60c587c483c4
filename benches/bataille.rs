//! Measures whole experiments of bataille (generator, riffles, game, tally) per deal, each engine against a plain one.
//! Each bench asserts its outcome.
//!
//! `cargo bench --bench bataille`

use pioche_engine::cards::riffle::{BlockRiffler, MAX_BLOCK_DECKS, Riffler};
use pioche_engine::games::bataille::{
    BatailleEnding, BatailleOutcome, BatailleRules, BatchPlayer, LayingOrder,
};
use pioche_engine::rng::{Purpose, PurposeStreams, Seed, Streams};
use pioche_engine::simd::SimdLevel;
use std::time::Instant;

/// The deals of a run, and the runs of each engine.
const DEALS: u64 = 20_000;
const RUNS: usize = 9;

fn main() {
    println!(
        "{DEALS} deals of 52 cards, riffled 7 times; medians of {RUNS} runs in turn, and the range of the ratios"
    );
    println!(
        "{:>11} {:>28} {:>11} {:>8} {:>15}",
        "order", "way", "ns a deal", "ratio", "range"
    );
    LayingOrder::ALL.into_iter().for_each(compare);
}

/// The counts of an experiment: games by outcome, their rounds, periods and pre-periods.
type Tally = [u64; 8];

/// An engine for the experiment.
type Way = (String, Box<dyn FnMut(&PurposeStreams) -> Tally>);

/// Times all engines in turn, and prints each against the first.
fn compare(order: LayingOrder) {
    let mut ways = vec![plain(order)];
    ways.extend(SimdLevel::available().map(|processor| lanes(processor, order)));
    let family = Streams::new(Seed(1)).for_purpose(Purpose::Riffle);
    let mut times = vec![Vec::new(); ways.len()];
    for _ in 0..RUNS {
        let mut tallies = Vec::new();
        for ((_, way), times) in ways.iter_mut().zip(&mut times) {
            let start = Instant::now();
            tallies.push(way(&family));
            times.push(start.elapsed().as_secs_f64() / DEALS as f64 * 1e9);
        }
        assert!(
            tallies.iter().all(|tally| *tally == tallies[0]),
            "{order}: {tallies:?}"
        );
    }
    for ((name, _), own) in ways.iter().zip(&times) {
        let ratios = sorted(times[0].iter().zip(own).map(|(plain, own)| plain / own));
        let (median, range) = (
            ratios[RUNS / 2],
            format!("{:.2} to {:.2}", ratios[0], ratios[RUNS - 1]),
        );
        println!(
            "{order:>11} {name:>28} {:>11.0} {median:>8.2} {range:>15}",
            sorted(own.iter().copied())[RUNS / 2]
        );
    }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// Returns the engine with batches of games and of riffles.
fn lanes(processor: SimdLevel, order: LayingOrder) -> Way {
    let mut lanes = BatchPlayer::new(
        BatailleRules {
            order,
            ..BatailleRules::default()
        },
        u64::MAX,
    );
    let riffles = BlockRiffler::new(52, 7).expect("at most 64 cards");
    let mut block = vec![0; 52 * MAX_BLOCK_DECKS];
    let play = move |family: &PurposeStreams| {
        let (mut tally, mut deals) = (Tally::default(), 0..DEALS);
        let next_deal = |deck: &mut Vec<u8>| {
            let deal = deals.next()?;
            let lane = deal as usize % MAX_BLOCK_DECKS;
            if lane == 0 {
                let generator = |lane| family.stream(deal + lane as u64);
                riffles.deal_block(processor, 0..MAX_BLOCK_DECKS, generator, |lane, deck| {
                    block[52 * lane..][..52].copy_from_slice(deck)
                });
            }
            deck.clear();
            deck.extend_from_slice(&block[52 * lane..][..52]);
            Some(deal)
        };
        lanes.play(processor, next_deal, |_, ending| count(&mut tally, ending));
        tally
    };
    (format!("lanes, {processor}"), Box::new(play))
}

/// Returns the plain engine, which riffles each deck 7 times and plays it alone.
fn plain(order: LayingOrder) -> Way {
    let play = move |family: &PurposeStreams| {
        let (mut riffler, mut deck, mut tally) = (Riffler::default(), Vec::new(), Tally::default());
        for deal in 0..DEALS {
            deck.clear();
            deck.extend(0..52);
            riffler.shuffle(&mut deck, 7, &mut family.stream(deal));
            count(&mut tally, brent(&deck, order));
        }
        tally
    };
    ("plain Brent".to_owned(), Box::new(play))
}

fn count(tally: &mut Tally, ending: BatailleEnding) {
    let outcome = match ending.outcome {
        BatailleOutcome::Player1 => 0,
        BatailleOutcome::Player2 => 1,
        BatailleOutcome::Draw => 2,
        BatailleOutcome::Endless { period, pre_period } => {
            tally[6] += period;
            tally[7] += pre_period;
            3
        }
        BatailleOutcome::CutOff { .. } | BatailleOutcome::Unresolved => {
            unreachable!("there is no limit")
        }
    };
    tally[outcome] += 1;
    tally[5] += ending.rounds;
}

/// A plain program: hands are ring buffers, and repeats are found by Brent's algorithm.
#[derive(Clone)]
struct Plain {
    cards: [[u8; 64]; 2],
    top: [usize; 2],
    held: [usize; 2],
    first: usize,
}

impl Plain {
    fn new(deck: &[u8]) -> Self {
        let mut cards = [[0; 64]; 2];
        deck.iter()
            .enumerate()
            .for_each(|(place, card)| cards[place % 2][place / 2] = card / 4);
        Self {
            cards,
            top: [0; 2],
            held: [deck.len().div_ceil(2), deck.len() / 2],
            first: 0,
        }
    }

    /// Plays a round unless a player has no cards.
    fn round(&mut self, order: LayingOrder) {
        let (mut trick, mut laid, mut face_up) = ([0; 64], 0, true);
        while !self.is_over() {
            let mut shown = [0; 2];
            for player in [self.first, 1 - self.first] {
                shown[player] = self.cards[player][self.top[player] % 64];
                self.top[player] += 1;
                self.held[player] -= 1;
                trick[laid] = shown[player];
                laid += 1;
            }
            if order == LayingOrder::Alternating {
                self.first = 1 - self.first;
            }
            if face_up && shown[0] != shown[1] {
                let winner = if shown[0] > shown[1] { 0 } else { 1 };
                for &card in &trick[..laid] {
                    self.cards[winner][(self.top[winner] + self.held[winner]) % 64] = card;
                    self.held[winner] += 1;
                }
                return;
            }
            face_up = !face_up;
        }
    }

    fn is_over(&self) -> bool {
        self.held.contains(&0)
    }

    fn is(&self, other: &Self) -> bool {
        let card = |state: &Self, player: usize, place| {
            state.cards[player][(state.top[player] + place) % 64]
        };
        let same = |player: usize| {
            (0..self.held[player])
                .all(|place| card(self, player, place) == card(other, player, place))
        };
        self.held == other.held && self.first == other.first && same(0) && same(1)
    }
}

fn brent(deck: &[u8], order: LayingOrder) -> BatailleEnding {
    let start = Plain::new(deck);
    let (mut hare, mut tortoise) = (start.clone(), start.clone());
    let (mut rounds, mut period, mut power) = (0, 0, 1);
    while !hare.is_over() {
        hare.round(order);
        rounds += 1;
        period += 1;
        if hare.is(&tortoise) && !hare.is_over() {
            return repeat(start, order, period);
        }
        if period == power {
            (tortoise, power, period) = (hare.clone(), 2 * power, 0);
        }
    }
    let outcome = match hare.held {
        [one, two] if one > two => BatailleOutcome::Player1,
        [one, two] if one < two => BatailleOutcome::Player2,
        _ => BatailleOutcome::Draw,
    };
    BatailleEnding { outcome, rounds }
}

/// Returns the ending of an endless game with a known period.
fn repeat(start: Plain, order: LayingOrder, period: u64) -> BatailleEnding {
    let (mut behind, mut ahead) = (start.clone(), start);
    (0..period).for_each(|_| ahead.round(order));
    let mut pre_period = 0;
    while !behind.is(&ahead) {
        behind.round(order);
        ahead.round(order);
        pre_period += 1;
    }
    BatailleEnding {
        outcome: BatailleOutcome::Endless { period, pre_period },
        rounds: pre_period + period,
    }
}
