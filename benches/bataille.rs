//! Bataille: whole experiments (generator, riffles, game, tally) a deal, each way of playing against a plain one; then
//! riffles and cuts alone. Each bench asserts the outcome that it times.
//!
//! `cargo bench --bench bataille`

use pioche::cards::processor::Processor;
use pioche::cards::riffle::{self, Riffler};
use pioche::games::bataille::{Ending, Lanes, Order, Outcome, Rules, State};
use pioche::rng::{DealId, Family, Purpose, Seed, Streams};
use std::collections::VecDeque;
use std::time::Instant;

/// Deals of a run, and runs of each way.
const DEALS: u64 = 20_000;
const RUNS: usize = 9;

fn main() {
    println!("{DEALS} deals of 52 cards, riffled 7 times; medians of {RUNS} runs in turn, and the range of the ratios");
    println!("{:>11} {:>28} {:>11} {:>8} {:>15}", "order", "way", "ns a deal", "ratio", "range");
    Order::ALL.into_iter().for_each(compare);
    riffles();
    cuts();
}

/// What is counted of an experiment: games by outcome, their rounds, and the periods and pre-periods.
type Tally = [u64; 8];

/// A way to do the experiment.
type Way = (String, Box<dyn FnMut(&Family) -> Tally>);

/// Times all ways in turn, and prints each against the first.
fn compare(order: Order) {
    let mut ways: Vec<Way> = vec![
        ("shuffle alone".to_owned(), Box::new(|family| experiment(family, |_, _| ()))),
        (
            "plain Brent".to_owned(),
            Box::new(move |family| experiment(family, |deck, tally| count(tally, brent(deck, order)))),
        ),
        one_by_one("Floyd", order, State::game_by_floyd),
        one_by_one("checkpoints", order, State::game),
    ];
    ways.extend(Processor::all().map(|processor| lanes(processor, order)));
    let family = Streams::new(Seed(1)).family(Purpose::Riffle);
    let mut times = vec![Vec::new(); ways.len()];
    for _ in 0..RUNS {
        let mut tallies = Vec::new();
        for ((_, way), times) in ways.iter_mut().zip(&mut times) {
            let start = Instant::now();
            tallies.push(way(&family));
            times.push(start.elapsed().as_secs_f64() / DEALS as f64 * 1e9);
        }
        assert!(tallies[1..].iter().all(|tally| *tally == tallies[1]), "{order}: {tallies:?}");
    }
    for ((name, _), own) in ways.iter().zip(&times) {
        let ratios = sorted(times[1].iter().zip(own).map(|(plain, own)| plain / own));
        let (median, range) = (ratios[RUNS / 2], format!("{:.2} to {:.2}", ratios[0], ratios[RUNS - 1]));
        println!("{order:>11} {name:>28} {:>11.0} {median:>8.2} {range:>15}", sorted(own.iter().copied())[RUNS / 2]);
    }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The games one after the other, by a method of [`State`].
fn one_by_one(name: &str, order: Order, game: fn(&mut State, u64) -> Ending) -> Way {
    let mut state = State::new(order);
    let play = move |family: &Family| {
        experiment(family, |deck, tally| {
            state.deal(deck);
            count(tally, game(&mut state, u64::MAX));
        })
    };
    (name.to_owned(), Box::new(play))
}

/// All games at once.
fn lanes(processor: Processor, order: Order) -> Way {
    let mut lanes = Lanes::new(Rules { order, ..Rules::default() }, u64::MAX);
    let mut riffler = Riffler::new();
    let play = move |family: &Family| {
        let (mut tally, mut deals) = (Tally::default(), 0..DEALS);
        let next_deal = |deck: &mut Vec<u8>| {
            let deal = deals.next()?;
            riffle(&mut riffler, family, deal, deck);
            Some(deal)
        };
        lanes.play(processor, next_deal, |_, ending| count(&mut tally, ending));
        tally
    };
    (format!("lanes, {processor}"), Box::new(play))
}

/// Shuffles all decks and plays each.
fn experiment(family: &Family, mut play: impl FnMut(&[u8], &mut Tally)) -> Tally {
    let (mut riffler, mut deck, mut tally) = (Riffler::new(), Vec::new(), Tally::default());
    for deal in 0..DEALS {
        riffle(&mut riffler, family, deal, &mut deck);
        play(&deck, &mut tally);
    }
    tally
}

/// Riffles a sorted pack 7 times.
fn riffle(riffler: &mut Riffler<u8>, family: &Family, deal: u64, deck: &mut Vec<u8>) {
    deck.clear();
    deck.extend(0..52);
    riffler.shuffle(deck, 7, &mut family.stream(deal));
}

fn count(tally: &mut Tally, ending: Ending) {
    let outcome = match ending.outcome {
        Outcome::Player1 => 0,
        Outcome::Player2 => 1,
        Outcome::Draw => 2,
        Outcome::Endless { period, pre_period } => {
            tally[6] += period;
            tally[7] += pre_period;
            3
        }
        Outcome::Unresolved => 4,
    };
    tally[outcome] += 1;
    tally[5] += ending.rounds;
}

/// A plain program: hands are queues, and repeats are looked for as Brent does, against the state after 2^k rounds.
#[derive(Clone, PartialEq)]
struct Plain {
    hands: [VecDeque<u8>; 2],
    first: usize,
}

impl Plain {
    /// Plays a round; false when a player runs out of cards.
    fn round(&mut self, order: Order, trick: &mut Vec<u8>) -> bool {
        trick.clear();
        let mut face_up = true;
        while !self.is_over() {
            let mut cards = [0; 2];
            for player in [self.first, 1 - self.first] {
                cards[player] = self.hands[player].pop_front().expect("a card each");
                trick.push(cards[player]);
            }
            if order == Order::Alternating {
                self.first = 1 - self.first;
            }
            if face_up && cards[0] != cards[1] {
                self.hands[usize::from(cards[1] > cards[0])].extend(trick.iter());
                return true;
            }
            face_up = !face_up;
        }
        false
    }

    fn is_over(&self) -> bool {
        self.hands[0].is_empty() || self.hands[1].is_empty()
    }
}

fn brent(deck: &[u8], order: Order) -> Ending {
    let hand = |player: usize| deck.iter().skip(player).step_by(2).map(|&card| card / 4).collect();
    let start = Plain { hands: [hand(0), hand(1)], first: 0 };
    let (mut trick, mut hare, mut tortoise) = (Vec::new(), start.clone(), start.clone());
    let (mut rounds, mut period, mut power) = (0, 0, 1);
    while !hare.is_over() {
        hare.round(order, &mut trick);
        rounds += 1;
        period += 1;
        if hare == tortoise {
            return repeat(start, order, period);
        }
        if period == power {
            (tortoise, power, period) = (hare.clone(), 2 * power, 0);
        }
    }
    let outcome = match hare.hands.map(|hand| hand.len()) {
        [one, two] if one > two => Outcome::Player1,
        [one, two] if one < two => Outcome::Player2,
        _ => Outcome::Draw,
    };
    Ending { outcome, rounds }
}

/// The ending of an endless game with a known period.
fn repeat(start: Plain, order: Order, period: u64) -> Ending {
    let (mut trick, mut behind, mut ahead) = (Vec::new(), start.clone(), start);
    for _ in 0..period {
        ahead.round(order, &mut trick);
    }
    let mut pre_period = 0;
    while behind != ahead {
        behind.round(order, &mut trick);
        ahead.round(order, &mut trick);
        pre_period += 1;
    }
    Ending { outcome: Outcome::Endless { period, pre_period }, rounds: pre_period + period }
}

/// 7 riffles of 52 cards, fast and by the definition.
fn riffles() {
    let streams = Streams::new(Seed(1));
    let (mut riffler, mut words) = (Riffler::new(), streams.stream(Purpose::Riffle, DealId(0)));
    let mut draws = streams.stream(Purpose::Riffle, DealId(1));
    shuffles("one flip a card", 1_000_000, |deck| riffler.shuffle(deck, 7, &mut words));
    shuffles("one draw a card", 200_000, |deck| riffle::shuffle_by_draws(deck, 7, &mut draws));
}

/// Times so many shuffles of a sorted deck; 7 riffles leave 24.71 rising sequences on the average.
fn shuffles(method: &str, count: u32, mut shuffle: impl FnMut(&mut Vec<u8>)) {
    let sorted: Vec<u8> = (0..52).collect();
    let mut decks = vec![sorted.clone(); 1000];
    let (mut seconds, mut rising) = (0.0, 0);
    for _ in 0..count / 1000 {
        decks.iter_mut().for_each(|deck| deck.copy_from_slice(&sorted));
        let start = Instant::now();
        decks.iter_mut().for_each(&mut shuffle);
        seconds += start.elapsed().as_secs_f64();
        rising += decks.iter().map(|deck| riffle::rising_sequences(deck)).sum::<usize>();
    }
    let mean = rising as f64 / f64::from(count);
    assert!((mean - 24.710).abs() < 0.02, "{method}: {mean} rising sequences");
    println!("7 riffles of 52 cards, {method}: {:.3} microseconds", seconds / f64::from(count) * 1e6);
}

/// Cuts of 52 cards.
fn cuts() {
    let mut generator = Streams::new(Seed(1)).stream(Purpose::Riffle, DealId(2));
    let cuts = 20_000_000;
    let start = Instant::now();
    let sum: usize = (0..cuts).map(|_| riffle::cut(52, &mut generator)).sum();
    let seconds = start.elapsed().as_secs_f64();
    let mean = sum as f64 / f64::from(cuts);
    assert!((mean - 26.0).abs() < 0.01, "a cut has mean 26, not {mean}");
    println!("cuts of 52 cards: {:.0} M a second", f64::from(cuts) / seconds / 1e6);
}
