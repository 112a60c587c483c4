//! Measures whole experiments of bataille (generator, riffles, game, tally) per deal, each engine against a plain one.
//! Each bench asserts its outcome.
//!
//! `cargo bench --bench bataille`; `PIOCHE_DEALS` sets the number of deals.

use pioche_engine::cards::riffle::{BlockRiffler, MAX_BLOCK_DECKS, Riffler};
use pioche_engine::games::bataille::pickup::{NoDraws, PickupDraws, RandomPickup};
use pioche_engine::games::bataille::{
    BatailleEnding, BatailleOutcome, BatailleRules, BatchPlayer, LayingOrder, OutOfCards,
    PickupOrder,
};
use pioche_engine::rng::{Purpose, Seed, Streams};
use pioche_engine::simd::SimdLevel;
use std::time::Instant;

/// The runs of each engine.
const RUNS: usize = 9;

fn main() {
    let deals = std::env::var("PIOCHE_DEALS")
        .map_or(20_000, |number| number.parse().expect("a number of deals"));
    println!(
        "{deals} deals of 52 cards, riffled 7 times; medians of {RUNS} runs in turn, and the range of the ratios"
    );
    println!(
        "{:>35} {:>17} {:>11} {:>8} {:>15}",
        "order, face down, pick-up, too few", "way", "ns a deal", "ratio", "range"
    );
    for rules in all_rules() {
        compare(rules, deals);
    }
}

/// The handout's rules in both orders, then rules of families.
fn all_rules() -> Vec<BatailleRules> {
    let mut all = Vec::new();
    for order in LayingOrder::ALL {
        all.push(BatailleRules {
            order,
            ..BatailleRules::default()
        });
    }
    for (face_down, pickup, out_of_cards) in [
        (0, PickupOrder::Random, OutOfCards::Count),
        (1, PickupOrder::Random, OutOfCards::Count),
        (3, PickupOrder::Random, OutOfCards::Count),
        (3, PickupOrder::Random, OutOfCards::LastCard),
        (3, PickupOrder::LoserFirst, OutOfCards::LastCard),
        (3, PickupOrder::Laid, OutOfCards::LastCard),
    ] {
        all.push(BatailleRules {
            face_down,
            pickup,
            out_of_cards,
            ..BatailleRules::default()
        });
    }
    all
}

/// The rules in a table.
fn rules_name(rules: BatailleRules) -> String {
    format!(
        "{}, {}, {}, {}",
        rules.order, rules.face_down, rules.pickup, rules.out_of_cards
    )
}

/// The counts of an experiment: games by outcome, their rounds, periods and pre-periods.
type Tally = [u64; 8];

/// An engine for the experiment with a number of deals.
type Way = (String, Box<dyn FnMut(&Streams, u64) -> Tally>);

/// Times all engines in turn, and prints each against the first.
fn compare(rules: BatailleRules, deals: u64) {
    let mut ways = vec![plain(rules)];
    ways.extend(SimdLevel::available().map(|processor| lanes(processor, rules)));
    let streams = Streams::new(Seed(1));
    let mut times = vec![Vec::new(); ways.len()];
    for _ in 0..RUNS {
        let mut tallies = Vec::new();
        for ((_, way), times) in ways.iter_mut().zip(&mut times) {
            let start = Instant::now();
            tallies.push(way(&streams, deals));
            times.push(start.elapsed().as_secs_f64() / deals as f64 * 1e9);
        }
        assert!(
            tallies.iter().all(|tally| *tally == tallies[0]),
            "{rules:?}: {tallies:?}"
        );
    }
    for ((name, _), own) in ways.iter().zip(&times) {
        let ratios = sorted(times[0].iter().zip(own).map(|(plain, own)| plain / own));
        let (median, range) = (
            ratios[RUNS / 2],
            format!("{:.2} to {:.2}", ratios[0], ratios[RUNS - 1]),
        );
        println!(
            "{:>35} {name:>17} {:>11.0} {median:>8.2} {range:>15}",
            rules_name(rules),
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
fn lanes(processor: SimdLevel, rules: BatailleRules) -> Way {
    let mut lanes = BatchPlayer::new(rules, u64::MAX);
    let riffles = BlockRiffler::new(52, 7).expect("at most 64 cards");
    let mut block = vec![0; 52 * MAX_BLOCK_DECKS];
    let play = move |streams: &Streams, deal_count: u64| {
        let family = streams.for_purpose(Purpose::Riffle);
        let pickups = streams.for_purpose(Purpose::Pickup);
        let (mut tally, mut deals) = (Tally::default(), 0..deal_count);
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
        let on_ending = |_, ending| count(&mut tally, ending);
        if rules.pickup == PickupOrder::Random {
            let draws = |deal| RandomPickup::new(pickups.stream(deal));
            lanes.play_with_draws(processor, next_deal, draws, on_ending);
        } else {
            lanes.play(processor, next_deal, on_ending);
        }
        tally
    };
    (format!("lanes, {processor}"), Box::new(play))
}

/// Returns the plain engine, which riffles each deck 7 times and plays it alone.
fn plain(rules: BatailleRules) -> Way {
    let play = move |streams: &Streams, deal_count: u64| {
        let (mut riffler, mut deck, mut tally) = (Riffler::default(), Vec::new(), Tally::default());
        for deal in 0..deal_count {
            deck.clear();
            deck.extend(0..52);
            riffler.shuffle(&mut deck, 7, &mut streams.stream(Purpose::Riffle, deal));
            let ending = if rules.pickup == PickupOrder::Random {
                let mut draws = RandomPickup::new(streams.stream(Purpose::Pickup, deal));
                play_random(&deck, rules, &mut draws)
            } else {
                brent(&deck, rules)
            };
            count(&mut tally, ending);
        }
        tally
    };
    let name = if rules.pickup == PickupOrder::Random {
        "plain loop"
    } else {
        "plain Brent"
    };
    (name.to_owned(), Box::new(play))
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
    fn round(&mut self, rules: BatailleRules, draws: &mut impl PickupDraws) {
        let mut trick = [0; 64];
        let mut owners = [0; 64];
        let mut laid = 0;
        let mut face_down_left = 0;
        while !self.is_over() {
            let first = if rules.pickup == PickupOrder::Random {
                usize::from(draws.next_swap())
            } else {
                self.first
            };
            let mut shown = [0; 2];
            for player in [first, 1 - first] {
                if face_down_left > 0
                    && rules.out_of_cards == OutOfCards::LastCard
                    && self.held[player] == 1
                {
                    continue;
                }
                shown[player] = self.cards[player][self.top[player] % 64];
                self.top[player] += 1;
                self.held[player] -= 1;
                trick[laid] = shown[player];
                owners[laid] = player;
                laid += 1;
            }
            if rules.order == LayingOrder::Alternating {
                self.first = 1 - self.first;
            }
            if face_down_left > 0 {
                face_down_left -= 1;
                if rules.out_of_cards == OutOfCards::LastCard && self.held == [1, 1] {
                    face_down_left = 0;
                }
                continue;
            }
            if shown[0] != shown[1] {
                let winner = if shown[0] > shown[1] { 0 } else { 1 };
                self.take(winner, &mut trick[..laid], &owners, rules, draws);
                return;
            }
            face_down_left = rules.face_down;
            if rules.out_of_cards == OutOfCards::LastCard && self.held == [1, 1] {
                face_down_left = 0;
            }
        }
    }

    /// Puts a trick under the winner's hand.
    fn take(
        &mut self,
        winner: usize,
        trick: &mut [u8],
        owners: &[usize; 64],
        rules: BatailleRules,
        draws: &mut impl PickupDraws,
    ) {
        if rules.pickup == PickupOrder::Random && trick.len() > 2 {
            draws.shuffle(trick);
        }
        let last_owner = match rules.pickup {
            PickupOrder::Laid | PickupOrder::Random => None,
            PickupOrder::WinnerFirst => Some(1 - winner),
            PickupOrder::LoserFirst => Some(winner),
        };
        let passes: &[bool] = if last_owner.is_none() {
            &[false]
        } else {
            &[false, true]
        };
        for is_last in passes {
            for (card, owner) in trick.iter().zip(owners) {
                if (last_owner == Some(*owner)) == *is_last {
                    self.cards[winner][(self.top[winner] + self.held[winner]) % 64] = *card;
                    self.held[winner] += 1;
                }
            }
        }
    }

    fn is_over(&self) -> bool {
        self.held.contains(&0)
    }

    /// Returns the ending of a game that is over.
    fn ending(&self, rounds: u64) -> BatailleEnding {
        let outcome = match self.held {
            [one, two] if one > two => BatailleOutcome::Player1,
            [one, two] if one < two => BatailleOutcome::Player2,
            _ => BatailleOutcome::Draw,
        };
        BatailleEnding { outcome, rounds }
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

/// Plays a game whose tricks are picked up at random.
fn play_random(deck: &[u8], rules: BatailleRules, draws: &mut impl PickupDraws) -> BatailleEnding {
    let mut game = Plain::new(deck);
    let mut rounds = 0;
    while !game.is_over() {
        game.round(rules, draws);
        rounds += 1;
    }
    game.ending(rounds)
}

fn brent(deck: &[u8], rules: BatailleRules) -> BatailleEnding {
    let start = Plain::new(deck);
    let (mut hare, mut tortoise) = (start.clone(), start.clone());
    let (mut rounds, mut period, mut power) = (0, 0, 1);
    while !hare.is_over() {
        hare.round(rules, &mut NoDraws);
        rounds += 1;
        period += 1;
        if hare.is(&tortoise) && !hare.is_over() {
            return repeat(start, rules, period);
        }
        if period == power {
            (tortoise, power, period) = (hare.clone(), 2 * power, 0);
        }
    }
    hare.ending(rounds)
}

/// Returns the ending of an endless game with a known period.
fn repeat(start: Plain, rules: BatailleRules, period: u64) -> BatailleEnding {
    let (mut behind, mut ahead) = (start.clone(), start);
    (0..period).for_each(|_| ahead.round(rules, &mut NoDraws));
    let mut pre_period = 0;
    while !behind.is(&ahead) {
        behind.round(rules, &mut NoDraws);
        ahead.round(rules, &mut NoDraws);
        pre_period += 1;
    }
    BatailleEnding {
        outcome: BatailleOutcome::Endless { period, pre_period },
        rounds: pre_period + period,
    }
}
