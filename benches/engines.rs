//! Measures the deals per second of the engines of the patience and of bataille: `cargo bench --bench engines`.
//!
//! A deal includes its shuffle and its counts, which are compared with those of the first program of each table. Runs are
//! interleaved, so that other load affects all alike. The tables give the median, smallest and largest time per deal, and
//! the speedup over plain programs:
//!
//! - *definition*: [`automatic::play_automatic`], cards drawn one by one, restarting from the left after each jump;
//! - *plain loop*: the first version of a careful programmer: the shuffle of `rand`, then the leftmost jump with
//!   `Vec::remove`, without rechecking unchanged piles; at bataille, rings of cards and Brent's search for repeats.
//!
//! `PIOCHE_BENCH=cards=52` measures only the experiments whose name contains the text.

use pioche_engine::cards::riffle::Riffler;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::decks::{ShuffleMethod, ShuffledDecks};
use pioche_engine::experiments::{Alliances, Bataille, Play};
use pioche_engine::games::alliances::improve::Improvement;
use pioche_engine::games::alliances::{AllianceRule, automatic};
use pioche_engine::games::bataille::pickup::PickupDraws;
use pioche_engine::games::bataille::{BatailleRules, LayingOrder, OutOfCards, PickupOrder};
use pioche_engine::rng::{Purpose, Seed, Streams};
use pioche_engine::sim::{Experiment, RunOptions};
use pioche_engine::simd::SimdLevel;
use pioche_engine::stats::{Histogram, Tally};
use rand::seq::SliceRandom;
use std::time::Instant;

const SEED: Seed = Seed(1);
const ROUNDS: usize = 9;

fn main() {
    let name_part = std::env::var("PIOCHE_BENCH").unwrap_or_default();
    for pack in [Pack::PIQUET, Pack::SIX_TO_ACE, Pack::FULL] {
        for improve in [None].into_iter().chain(Improvement::ALL.map(Some)) {
            let play = Play {
                improve,
                ..Play::default()
            };
            let experiment = Alliances::new(pack, play).expect("a stock of several cards");
            if experiment.name().contains(&name_part) {
                race(experiment, patience_programs(pack, improve));
            }
        }
    }
    for experiment in bataille_experiments() {
        if experiment.name().contains(&name_part) {
            let play = move |deals| play_bataille(experiment, deals);
            race(experiment, vec![Program::new("plain loop", 20_000, play)]);
        }
    }
}

/// A program to time: it plays a number of deals and returns its histograms.
struct Program {
    name: String,
    deals: u64,
    play: Box<dyn Fn(u64) -> Vec<Histogram>>,
    /// The nanoseconds per deal of each run.
    times: Vec<f64>,
}

impl Program {
    fn new(
        name: impl Into<String>,
        deals: u64,
        play: impl Fn(u64) -> Vec<Histogram> + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            deals,
            play: Box::new(play),
            times: Vec::new(),
        }
    }
}

/// Returns the histograms of a run that the plain programs count, too: those of the last game of the patience.
fn compared_histograms(mut tally: Tally) -> Vec<Histogram> {
    let is_improved = tally.schema.histograms[1..].first();
    let has_improved_piles = is_improved.is_some_and(|spec| spec.name == "improved");
    tally.histograms.split_off(has_improved_piles.into())
}

/// Compares the counts of plain programs with those of the engine at each SIMD level and of the driver, runs all programs in
/// turn, and prints their times.
fn race<E: Experiment + Copy + 'static>(experiment: E, mut programs: Vec<Program>) {
    let deals = programs[0].deals;
    for level in SimdLevel::available() {
        let play = move |deals| {
            let mut tally = Tally::empty(experiment.tally_schema());
            experiment.batch_function(level)(&experiment.deal_streams(SEED), 0..deals, &mut tally);
            compared_histograms(tally)
        };
        programs.push(Program::new(format!("lanes, {level}"), 16 * deals, play));
    }
    let play = move |deals| {
        let options = RunOptions {
            threads: Some(2),
            ..RunOptions::default()
        };
        let run = experiment.run(experiment.plan(SEED, deals), &options);
        compared_histograms(run.expect("threads start").tally)
    };
    programs.push(Program::new("driver, 2 threads", 64 * deals, play));
    let expected = (programs[0].play)(deals);
    for program in &programs {
        let found = (program.play)(deals);
        // The plain loop of the patience plays other deals.
        let has_same_deals = program.name != "plain loop" || experiment.topic() == "bataille";
        assert!(
            !has_same_deals || found.starts_with(&expected),
            "{}",
            program.name
        );
        assert_eq!(found[0].total(), deals, "{}", program.name);
    }
    for _ in 0..ROUNDS {
        for program in &mut programs {
            let start = Instant::now();
            (program.play)(program.deals);
            let time = start.elapsed().as_nanos() as f64 / program.deals as f64;
            program.times.push(time);
        }
    }
    println!("\n{}", experiment.name());
    println!(
        "{:28}{:>12}{:>24}{:>14}{:>18}{:>14}",
        "", "ns a deal", "smallest to largest", "M deals/s", "x first program", "x plain loop"
    );
    for program in &mut programs {
        program.times.sort_by(f64::total_cmp);
    }
    let median = |program: &Program| program.times[ROUNDS / 2];
    let plain_loop = programs.iter().find(|program| program.name == "plain loop");
    let plain_median = median(plain_loop.expect("a plain loop"));
    for program in &programs {
        let range = format!(
            "{:.1} to {:.1}",
            program.times[0],
            program.times[ROUNDS - 1]
        );
        let time = median(program);
        println!(
            "{:28}{time:12.1}{range:>24}{:14.3}{:18.1}{:14.1}",
            program.name,
            1e3 / time,
            median(&programs[0]) / time,
            plain_median / time
        );
    }
}

// ---- The patience ----

fn patience_programs(pack: Pack, improve: Option<Improvement>) -> Vec<Program> {
    let changes = improve.map_or(1, |improvement| improvement.changes(pack.size()).len());
    let deals = (60_000 / changes as u64).max(20);
    let definition =
        move |deck: &[Card]| automatic::play_automatic(deck, AllianceRule::Either).pile_count();
    let counted = move |deals| {
        let mut piles = Histogram::default();
        let streams = Alliances::automatic(pack).deal_streams(SEED);
        let decks = ShuffledDecks::new(pack.size(), ShuffleMethod::Uniform, &streams, 0..deals);
        for (_, numbers) in decks {
            piles.add(fewest(&pack.deck(&numbers), improve, definition));
        }
        vec![piles]
    };
    let plain_loop = move |deals| {
        let mut piles = Histogram::default();
        let mut generator = Streams::new(SEED).for_purpose(Purpose::Riffle).stream(0);
        let mut deck: Vec<Card> = pack.cards().collect();
        for _ in 0..deals {
            deck.shuffle(&mut generator);
            piles.add(fewest(&deck, improve, remove_piles));
        }
        vec![piles]
    };
    vec![
        Program::new("definition", deals, counted),
        Program::new("plain loop", deals, plain_loop),
    ]
}

/// Returns the fewest piles after any change, or those of the deck itself.
fn fewest(
    deck: &[Card],
    improve: Option<Improvement>,
    mut game: impl FnMut(&[Card]) -> usize,
) -> usize {
    let Some(improvement) = improve else {
        return game(deck);
    };
    let mut changed = deck.to_vec();
    let after = improvement.changes(deck.len()).into_iter().map(|change| {
        changed.copy_from_slice(deck);
        change.apply(&mut changed);
        game(&changed)
    });
    after.min().unwrap_or_default()
}

/// Plays leftmost jumps with `Vec::remove` on a dealt row.
fn remove_piles(deck: &[Card]) -> usize {
    let mut row = deck.to_vec();
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

// ---- Bataille ----

/// The handout's rules in both orders, then rules of families.
fn bataille_experiments() -> [Bataille; 7] {
    use LayingOrder::{Alternating, Fixed};
    use OutOfCards::{Count, LastCard};
    use PickupOrder::{Laid, Random};
    let rules = [
        (Fixed, 1, Laid, Count),
        (Alternating, 1, Laid, Count),
        (Fixed, 0, Random, Count),
        (Fixed, 1, Random, Count),
        (Fixed, 3, Random, Count),
        (Fixed, 3, Random, LastCard),
        (Fixed, 3, Laid, LastCard),
    ];
    rules.map(|(order, face_down, pickup, out_of_cards)| Bataille {
        order,
        face_down,
        pickup,
        out_of_cards,
        shuffle: ShuffleMethod::Riffle(7),
        ..Bataille::default()
    })
}

/// Returns the outcomes, rounds, periods and pre-periods of a plain program.
fn play_bataille(experiment: Bataille, deals: u64) -> Vec<Histogram> {
    let streams = experiment.deal_streams(SEED);
    let mut riffler = Riffler::default();
    let mut histograms = vec![Histogram::default(); 4];
    for deal in 0..deals {
        let mut deck: Vec<u8> = (0..52).collect();
        riffler.shuffle(&mut deck, 7, &mut streams.stream(Purpose::Riffle, deal));
        let game = PlainGame::new(&deck, experiment.rules());
        if experiment.pickup == PickupOrder::Random {
            let mut draws = PickupDraws::new(streams.stream(Purpose::Pickup, deal));
            game.play_random(&mut draws, &mut histograms);
        } else {
            game.play_with_repeats(&mut histograms);
        }
    }
    histograms
}

/// A plain program: hands are ring buffers, and repeats are found by Brent's algorithm.
#[derive(Clone)]
struct PlainGame {
    rules: BatailleRules,
    cards: [[u8; 64]; 2],
    top: [usize; 2],
    held: [usize; 2],
    first: usize,
}

impl PlainGame {
    fn new(deck: &[u8], rules: BatailleRules) -> Self {
        let mut cards = [[0; 64]; 2];
        for (place, card) in deck.iter().enumerate() {
            cards[place % 2][place / 2] = card / 4;
        }
        Self {
            rules,
            cards,
            top: [0; 2],
            held: [deck.len().div_ceil(2), deck.len() / 2],
            first: 0,
        }
    }

    /// Plays a round, unless a player has no cards.
    fn play_round(&mut self, draws: &mut PickupDraws) {
        let mut trick = [0; 64];
        let mut laid = 0;
        let mut face_down_left = 0;
        while !self.is_over() {
            let first = if self.rules.pickup == PickupOrder::Random {
                usize::from(draws.next_swap())
            } else {
                self.first
            };
            let keeps_last_card =
                face_down_left > 0 && self.rules.out_of_cards == OutOfCards::LastCard;
            let mut shown = [0; 2];
            for player in [first, 1 - first] {
                if keeps_last_card && self.held[player] == 1 {
                    continue;
                }
                shown[player] = self.cards[player][self.top[player] % 64];
                self.top[player] += 1;
                self.held[player] -= 1;
                trick[laid] = shown[player];
                laid += 1;
            }
            if self.rules.order == LayingOrder::Alternating {
                self.first = 1 - self.first;
            }
            if face_down_left > 0 {
                face_down_left -= 1;
            } else if shown[0] == shown[1] {
                face_down_left = self.rules.face_down;
            } else {
                let winner = usize::from(shown[1] > shown[0]);
                return self.take(winner, &mut trick[..laid], draws);
            }
            if self.rules.out_of_cards == OutOfCards::LastCard && self.held == [1, 1] {
                face_down_left = 0;
            }
        }
    }

    /// Puts a trick under the winner's hand.
    fn take(&mut self, winner: usize, trick: &mut [u8], draws: &mut PickupDraws) {
        if self.rules.pickup == PickupOrder::Random && trick.len() > 2 {
            draws.shuffle(trick);
        }
        for card in trick {
            self.cards[winner][(self.top[winner] + self.held[winner]) % 64] = *card;
            self.held[winner] += 1;
        }
    }

    fn is_over(&self) -> bool {
        self.held.contains(&0)
    }

    fn count_ending(&self, rounds: usize, histograms: &mut [Histogram]) {
        let [one, two] = self.held;
        let outcome = match one.cmp(&two) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 2,
        };
        histograms[0].add(outcome);
        histograms[1].add(rounds);
    }

    fn hand(&self, player: usize) -> impl Iterator<Item = u8> {
        let places = self.top[player]..self.top[player] + self.held[player];
        places.map(move |place| self.cards[player][place % 64])
    }

    fn is_same(&self, other: &Self) -> bool {
        self.held == other.held
            && self.first == other.first
            && (0..2).all(|player| self.hand(player).eq(other.hand(player)))
    }

    /// Plays a game whose tricks are picked up at random.
    fn play_random(mut self, draws: &mut PickupDraws, histograms: &mut [Histogram]) {
        let mut rounds = 0;
        while !self.is_over() {
            self.play_round(draws);
            rounds += 1;
        }
        self.count_ending(rounds, histograms);
    }

    fn play_with_repeats(self, histograms: &mut [Histogram]) {
        let mut game = self.clone();
        let mut saved = self.clone();
        let mut rounds = 0;
        let mut period = 0;
        let mut power = 1;
        while !game.is_over() {
            game.play_round(&mut PickupDraws::default());
            rounds += 1;
            period += 1;
            if game.is_same(&saved) && !game.is_over() {
                histograms[0].add(3);
                histograms[2].add(period);
                histograms[3].add(self.pre_period(period));
                return;
            }
            if period == power {
                saved = game.clone();
                power *= 2;
                period = 0;
            }
        }
        game.count_ending(rounds, histograms);
    }

    /// Returns the rounds before the first state that repeats, in an endless game with this period.
    fn pre_period(self, period: usize) -> usize {
        let mut later = self.clone();
        (0..period).for_each(|_| later.play_round(&mut PickupDraws::default()));
        let mut earlier = self;
        let mut pre_period = 0;
        while !earlier.is_same(&later) {
            earlier.play_round(&mut PickupDraws::default());
            later.play_round(&mut PickupDraws::default());
            pre_period += 1;
        }
        pre_period
    }
}
