//! Games, rounds, riffles and cuts a second. Each bench asserts the outcome that it times.
//!
//! `cargo bench --bench bataille`

use pioche::cards::riffle::{self, Riffler};
use pioche::cards::shuffle::Uniform;
use pioche::games::bataille::{Ending, Order, Outcome, State, Values};
use pioche::rng::{DealId, Purpose, Seed, Streams};
use std::time::Instant;

fn main() {
    let decks = decks(100_000);
    for order in Order::ALL {
        let floyd = games(&decks, order, "Floyd", State::game_by_floyd);
        let fast = games(&decks, order, "checkpoints", State::game);
        assert_eq!(floyd, fast, "{order}: both methods find the same endings");
    }
    riffles();
    cuts();
}

/// Shuffled decks of 52 cards.
fn decks(count: u64) -> Vec<Vec<u8>> {
    let shuffle = Uniform::new(Values::default().cards());
    let streams = Streams::new(Seed(1));
    let deal = |deal| {
        let mut deck = Vec::new();
        shuffle.deal(&mut streams.stream(Purpose::Reshuffle, DealId(deal)), &mut deck);
        deck
    };
    (0..count).map(deal).collect()
}

/// Plays all decks, times it, and returns the endings.
fn games(decks: &[Vec<u8>], order: Order, method: &str, game: impl Fn(&mut State, u64) -> Ending) -> Vec<Ending> {
    let mut state = State::new(order);
    let mut endings = Vec::with_capacity(decks.len());
    let start = Instant::now();
    for deck in decks {
        state.deal(deck);
        endings.push(game(&mut state, u64::MAX));
    }
    let seconds = start.elapsed().as_secs_f64();
    let rounds: u64 = endings.iter().map(|ending| ending.rounds).sum();
    let endless = endings.iter().filter(|ending| matches!(ending.outcome, Outcome::Endless { .. })).count();
    println!(
        "{order:>11}, {method:>11}: {:>9.0} games a second, {:>6.1} M rounds of the games a second \
         ({:.1} rounds a game, {endless} of {} endless)",
        decks.len() as f64 / seconds,
        rounds as f64 / seconds / 1e6,
        rounds as f64 / decks.len() as f64,
        decks.len(),
    );
    endings
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
