//! Fast engines against slow definitions, deal by deal, at each SIMD level.

use crate::alliances::fewest_piles;
use crate::common::bataille::{PlainGame, all_rules, dealt_hands, rules, state};
use crate::common::decks::{self, single_deck};
use crate::common::{cases, experiment, generator, parse, workers};
use pioche_engine::cards::riffle::{is_suspect, rising_sequences, twins};
use pioche_engine::cards::shuffle::{shuffle_cards, shuffled_deck};
use pioche_engine::experiments::decks::{ShuffleMethod, ShuffledDecks};
use pioche_engine::experiments::{
    Alak, Alliances, AlliancesPlayer, Bataille, Match, Nim, Play, Shuffle, Solitaire, TwoPlayerGame,
};
use pioche_engine::games::alliances::AllianceRule;
use pioche_engine::games::alliances::automatic::play_automatic;
use pioche_engine::games::alliances::improve::{Change, Improvement, best_change_by};
use pioche_engine::games::bataille::pickup::PickupDraws;
use pioche_engine::games::bataille::table::CardTable;
use pioche_engine::games::bataille::*;
use pioche_engine::games::{Course, Game, MemoryLimit, Outcome, Player};
use pioche_engine::players::{PlayerSpec, Random, Strategy};
use pioche_engine::rng::{Purpose, Seed, Streams};
use pioche_engine::sim::settings::field_value;
use pioche_engine::sim::{Experiment, HistogramSpec, Run, RunOptions};
use pioche_engine::simd::SimdLevel;
use pioche_engine::stats::{DealValue, DealValues, RecordKind, Tally};
use rand::Rng;
use std::any::Any;
use std::cell::Cell;
use std::collections::{BTreeSet, VecDeque};
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Mutex;

/// Asserts that each SIMD level gives the same as the slow definition.
fn compare<T: PartialEq + Debug>(
    what: &str,
    slow: &[T],
    mut fast: impl FnMut(SimdLevel) -> Vec<T>,
) {
    for level in SimdLevel::available() {
        let found = fast(level);
        assert_eq!(found.len(), slow.len(), "{what}, {level}");
        for (deal, (found, expected)) in found.iter().zip(slow).enumerate() {
            assert_eq!(found, expected, "deal {deal} of {what}, {level}");
        }
    }
}

// ---- Decks ----

fn compare_decks(cards: usize, method: ShuffleMethod, deals: Range<u64>) {
    let streams = Streams::new(Seed(cards as u64));
    let mut slow = Vec::new();
    let mut block = (u64::MAX, Vec::new());
    for deal in deals.clone() {
        if let ShuffleMethod::Riffle(riffles) = method {
            let mut generator = streams.stream(Purpose::Riffle, deal);
            slow.push((deal, decks::riffled_deck(cards, riffles, &mut generator)));
            continue;
        }
        if block.0 != deal / 64 {
            block = (deal / 64, decks::block_decks(cards, &streams, deal / 64));
        }
        slow.push((deal, block.1[deal as usize % 64].clone()));
    }
    compare(&format!("{cards} cards, {method}"), &slow, |level| {
        let decks = ShuffledDecks::new(cards, method, &streams, deals.clone());
        decks.with_simd_level(level).collect()
    });
}

#[test]
fn batched_decks_equal_single_decks() {
    for cards in 1..=256 {
        compare_decks(cards, ShuffleMethod::Uniform, 0..64);
        let mut cards_of_each: Vec<u8> = decks::sorted(cards);
        shuffle_cards(&mut cards_of_each, &mut generator(cards as u64));
        let single = single_deck(cards, &mut generator(cards as u64));
        assert_eq!(single, cards_of_each, "{cards} cards");
    }
    // A word of up to 20 bits of draws is rejected about once in 10,000.
    for number in 0..20_000 {
        let single = single_deck(52, &mut generator(number));
        assert_eq!(shuffled_deck(52, &mut generator(number)), single);
    }
    for cards in (1..=65).chain([104, 128, 129, 256]) {
        for riffles in [0, 1, 2, 7, 12] {
            compare_decks(cards, ShuffleMethod::Riffle(riffles), 0..64);
        }
    }
    for method in [ShuffleMethod::Uniform, ShuffleMethod::Riffle(7)] {
        compare_decks(52, method, 0..12_800);
        for first in (0..64).step_by(7) {
            for end in first..=67 {
                compare_decks(20, method, first..end);
            }
        }
        compare_decks(52, method, u64::MAX - 70..u64::MAX);
    }
}

/// Parallel generators give the words of each single generator.
#[test]
fn batched_generators_equal_single_generators() {
    for (seed, first) in [(0, 0), (1, 5), (u64::MAX, 1 << 40)] {
        let family = Streams::new(Seed(seed)).for_purpose(Purpose::Shuffle);
        let mut single: Vec<_> = (first..first + 5).map(|n| family.stream(n)).collect();
        let mut lanes = family.generator_lanes::<5>(first);
        for _ in 0..10_000 {
            let words: Vec<u64> = single.iter_mut().map(Rng::next_u64).collect();
            assert_eq!(lanes.next_u64s()[..], words);
        }
    }
}

// ---- Runs ----

/// Returns the deck of a deal.
fn deck(streams: &Streams, cards: usize, method: ShuffleMethod, deal: u64) -> Vec<u8> {
    let mut decks = ShuffledDecks::new(cards, method, streams, deal..deal + 1);
    decks.next().expect("a deck").1
}

type Values = Vec<(&'static str, usize)>;

/// Returns the values of a deal by the definitions, each with the name of its histogram.
fn slow_values(experiment: &dyn Experiment, deal: u64) -> Values {
    let any: &dyn Any = experiment;
    let streams = experiment.deal_streams(Seed(3));
    if let Some(experiment) = any.downcast_ref() {
        alliances_values(experiment, &streams, deal)
    } else if let Some(experiment) = any.downcast_ref() {
        bataille_values(experiment, &streams, deal)
    } else if let Some(Shuffle { cards, riffles }) = any.downcast_ref() {
        let method = ShuffleMethod::Riffle(*riffles);
        let deck = deck(&streams, *cards, method, deal);
        let values: Vec<u8> = deck.iter().map(|card| 1 + card / 4).collect();
        let first_word = streams.stream(Purpose::Riffle, deal).next_u64();
        let mut all = vec![
            ("rising-sequences", rising_sequences(&deck)),
            ("twins", twins(&values)),
            ("suspect", is_suspect(&values).into()),
        ];
        if *riffles > 0 {
            all.push(("cut", (first_word << (64 - cards)).count_ones() as usize));
        }
        all
    } else if let Some(experiment) = any.downcast_ref::<Solitaire>() {
        let mut state = *experiment.course(Seed(3), deal).start();
        let mut generator = streams.stream(Purpose::Player1, deal);
        while let Some(jump) = Random.choose(&state, &mut generator) {
            state.play(jump).expect("a legal jump");
        }
        vec![("left", state.peg_cells().count())]
    } else if let Some(experiment) = any.downcast_ref::<Nim>() {
        duel_values(experiment, &streams, deal)
    } else {
        duel_values(any.downcast_ref::<Alak>().expect("a topic"), &streams, deal)
    }
}

fn alliances_values(experiment: &Alliances, streams: &Streams, deal: u64) -> Values {
    let (pack, rule) = (experiment.pack(), experiment.alliance());
    let deck = pack.deck(&deck(streams, pack.size(), ShuffleMethod::Uniform, deal));
    let rule_piles = |deck: &[_]| play_automatic(deck, rule).pile_count();
    let piles = rule_piles(&deck);
    let gain = |before: usize, after: usize| before + pack.size() - after;
    let mut values = vec![("piles", piles)];
    let is_perfect = experiment.player() == AlliancesPlayer::Perfect;
    let played = if is_perfect {
        fewest_piles(&deck, rule)
    } else {
        piles
    };
    if is_perfect {
        values.extend([("played", played), ("lead", gain(piles, played))]);
    }
    if let Some(improvement) = experiment.improvement() {
        let best = best_change_by(&deck, improvement, rule_piles).expect("a change");
        values.push(("improved", best.piles_after));
        values.push(("gain", gain(piles, best.piles_after)));
        if is_perfect {
            let perfect_piles = |deck: &[_]| fewest_piles(deck, rule);
            let best = best_change_by(&deck, improvement, perfect_piles).expect("a change");
            values.push(("played-improved", best.piles_after));
            values.push(("played-gain", gain(played, best.piles_after)));
            values.push(("both", gain(piles, best.piles_after)));
        } else {
            let Change { first, second, .. } = best.change;
            values.extend([("first-place", first), ("second-place", second)]);
        }
    }
    values
}

fn bataille_values(experiment: &Bataille, streams: &Streams, deal: u64) -> Values {
    let cards = experiment.values.card_count();
    let deck = deck(streams, cards, experiment.shuffle, deal);
    let draws = streams.stream(Purpose::Pickup, deal);
    let ending = PlainGame::of_deck(experiment.rules(), &deck, draws)
        .play_to_end(experiment.max_rounds.unwrap_or(u64::MAX));
    let index = match ending.outcome {
        BatailleOutcome::Player1 => 0,
        BatailleOutcome::Player2 => 1,
        BatailleOutcome::Draw => 2,
        BatailleOutcome::Endless { .. } => 3,
        BatailleOutcome::CutOff { leader } => leader.map_or(2, |leader| leader as usize),
        BatailleOutcome::Unresolved => 4,
    };
    let mut values = vec![("outcomes", index)];
    match ending.outcome {
        BatailleOutcome::Endless { period, pre_period } => values.extend([
            ("period", period as usize),
            ("pre-period", pre_period as usize),
        ]),
        BatailleOutcome::CutOff { .. } => values.push(("cut-off", index)),
        BatailleOutcome::Unresolved => {}
        _ => values.push(("rounds", ending.rounds as usize)),
    }
    values
}

/// Returns the values of a game of two players, of which all positions are kept.
fn duel_values<G: TwoPlayerGame>(experiment: &Match<G>, streams: &Streams, deal: u64) -> Values {
    let mut states = vec![experiment.initial_state().clone()];
    let strategy = |player: PlayerSpec| player.build_strategy(&states[0], MemoryLimit::default());
    let players = experiment
        .players()
        .0
        .map(|player| strategy(player).expect("a player"));
    let max_plies = field_value(&experiment.settings(), "max_plies").map_or(usize::MAX, |plies| {
        plies.to_string().parse().expect("a number")
    });
    let purposes = [Purpose::Player1, Purpose::Player2];
    let mut generators = purposes.map(|purpose| streams.stream(purpose, deal));
    while states.len() <= max_plies {
        let mut state = states[states.len() - 1].clone();
        let side = state.to_play() as usize;
        let Some(mv) = players[side].choose(&state, &mut generators[side]) else {
            break;
        };
        state.play(mv).expect("a legal move");
        states.push(state);
    }
    let outcome = states[states.len() - 1].outcome();
    let index = match outcome {
        Some(Outcome::Winner(Player::One)) => 0,
        Some(Outcome::Winner(Player::Two)) => 1,
        Some(_) => 2,
        None => 3,
    };
    let mut values = vec![("outcomes", index)];
    values.extend(outcome.map(|_| ("plies", states.len() - 1)));
    if G::DEFAULT_MAX_PLIES.is_some() {
        let is_repeated = (1..states.len()).any(|later| states[..later].contains(&states[later]));
        values.push(("repetition", is_repeated.into()));
    }
    values
}

/// Asserts that a run of some deals has the values of the definitions: at each SIMD level in parts that begin and end inside
/// blocks, then on threads, with their counts and records.
fn compare_run(experiment: &dyn Experiment, deals: Range<u64>) {
    let name = experiment.name();
    let schema = experiment.tally_schema();
    let mut slow = Vec::new();
    let mut expected = Tally::empty(schema.clone());
    expected.deals = deals.end - deals.start;
    for deal in deals.clone() {
        for (histogram_name, value) in slow_values(experiment, deal) {
            let named = |spec: &HistogramSpec| spec.name == histogram_name;
            let histogram = schema
                .histograms
                .iter()
                .position(named)
                .expect("a histogram");
            slow.push(DealValue {
                deal,
                histogram,
                value,
            });
        }
    }
    slow.sort_unstable();
    for value in &slow {
        expected.histograms[value.histogram].add(value.value);
        for record in &mut expected.records {
            match record.kind {
                RecordKind::Lowest(of) | RecordKind::Highest(of) if of == value.histogram => {
                    record.update(value.value as u64, value.deal);
                }
                RecordKind::FirstWithValue(of, first)
                    if (of, first) == (value.histogram, value.value) =>
                {
                    record.update(0, value.deal);
                }
                _ => {}
            }
        }
    }
    let middle = deals.end.min(deals.start + 30);
    compare(&name, &slow, |level| {
        let mut simulate = experiment.batch_function(level);
        let mut values = Vec::new();
        for part in [
            deals.start..deals.start + 1,
            deals.start + 1..middle,
            middle..deals.end,
        ] {
            let mut tally = Tally::empty(schema.clone());
            let kept = DealValues::new(&part, schema.histograms.len(), |_| true);
            tally.deal_values = Some(kept);
            simulate(&experiment.deal_streams(Seed(3)), part, &mut tally);
            values.extend(tally.deal_values.expect("values").to_vec());
        }
        values
    });
    for (threads, chunk_size) in [(1, u64::MAX), (3, 64), (2, 7)] {
        let values = Mutex::new(Vec::<DealValue>::new());
        let collect = |part: &[DealValue]| values.lock().expect("no panic").extend(part);
        let options = RunOptions {
            on_deal_values: Some(&collect),
            ..workers(threads, chunk_size)
        };
        let empty = Run::empty(experiment.plan(Seed(3), deals.end), schema.clone());
        let run = experiment.resume(empty, deals.clone(), &options);
        assert_eq!(run.expect("threads start").tally, expected, "{name}");
        assert_eq!(values.into_inner().expect("no panic"), slow, "{name}");
    }
}

/// Packs for every layout of the bit planes, and packs at the limits.
const PACKS: &str =
    "32 36 52 1x1 1x2 2x1 1x3 3x1 2x2 2x3 4x7 3x11 1x32 2x32 4x16 5x3 8x4 5x8 7x9 8x8 4x10 3x9";

/// Compares the runs of packs; a pack of one card has no change.
fn compare_alliances(packs: &str, play: Play, deals: Range<u64>) {
    for pack in packs.split(' ').map(parse) {
        if let Ok(experiment) = Alliances::new(pack, play) {
            compare_run(&experiment, deals.clone());
        }
    }
}

#[test]
fn alliances_runs_equal_single_games() {
    for alliance in AllianceRule::ALL {
        let play = Play {
            alliance,
            ..Play::default()
        };
        compare_alliances(PACKS, play, 63..150);
        for improvement in Improvement::ALL {
            let improve = Some(improvement);
            compare_alliances(PACKS, Play { improve, ..play }, 100..102);
        }
    }
    // Blocks that are dealt side by side, and words that are rejected.
    compare_alliances("32 36 52 3x4 8x8", Play::default(), 63..64 * 100);
    // Parts that are tried with one, two, four or 32 changes at a time.
    for improvement in Improvement::ALL {
        let play = Play {
            improve: Some(improvement),
            ..Play::default()
        };
        for (pack, deals) in [("3x4", 0..800), ("2x9", 40..170), ("32", 60..100)] {
            compare_alliances(pack, play, deals);
        }
        for part in [74..107, 65..81, 125..127, 30..47] {
            compare_alliances("3x4 2x9 32", play, part);
        }
    }
    let exchange = Play {
        improve: Some(Improvement::Exchange),
        ..Play::default()
    };
    compare_alliances("32 36 52", exchange, 0..400);
    for alliance in AllianceRule::ALL {
        let play = Play {
            alliance,
            player: AlliancesPlayer::Perfect,
            ..exchange
        };
        compare_alliances("2x4", play, 0..150);
        compare_alliances("3x4", play, 0..20);
        let unchanged = Play {
            improve: None,
            ..play
        };
        for (packs, deals) in [("1x1 1x2", 5), ("2x4 3x3", 300), ("4x4", 60)] {
            compare_alliances(packs, unchanged, 0..deals);
        }
    }
}

#[test]
fn other_runs_equal_single_games() {
    for [name, first, end] in cases(include_str!("../data/runs.txt")) {
        compare_run(experiment(name).as_ref(), parse(first)..parse(end));
    }
}

// ---- Bataille ----

/// The limit on rounds of games without a limit.
const NONE: u64 = u64::MAX;

fn bataille_deck(values: u64, deal: u64) -> Vec<u8> {
    let mut generator = Streams::new(Seed(1)).stream(Purpose::Reshuffle, deal);
    shuffled_deck(4 * values as usize, &mut generator)
}

fn bataille_decks(values: u64, count: u64) -> Vec<Vec<u8>> {
    (0..count).map(|deal| bataille_deck(values, deal)).collect()
}

/// Plays decks in a batch.
fn batch_endings(
    player: &mut BatchPlayer,
    level: SimdLevel,
    decks: &[Vec<u8>],
) -> Vec<BatailleEnding> {
    let mut endings = vec![None; decks.len()];
    let mut deals = decks.iter().enumerate();
    let next_deal = |next: &mut [u8]| {
        let (deal, deck) = deals.next()?;
        next.copy_from_slice(deck);
        Some(deal as u64)
    };
    let draws = |deal| PickupDraws::new(generator(deal));
    player.play(level, next_deal, draws, |deal, ending| {
        let former = endings[deal as usize].replace(ending);
        assert_eq!(former, None, "deal {deal} ends twice");
    });
    endings
        .into_iter()
        .map(|ending| ending.expect("every deal ends"))
        .collect()
}

/// Asserts that decks have the same endings in a batch and alone, and returns these.
fn compare_games(rules: BatailleRules, max_rounds: u64, decks: &[Vec<u8>]) -> Vec<BatailleEnding> {
    let mut state = BatailleState::new(rules);
    let mut single = Vec::new();
    for (deal, deck) in (0..).zip(decks) {
        state.deal(deck);
        let mut draws = PickupDraws::new(generator(deal));
        single.push(state.play_to_end(&mut draws, max_rounds));
    }
    compare(
        &format!("{rules:?}, {max_rounds} rounds"),
        &single,
        |level| batch_endings(&mut BatchPlayer::new(rules, max_rounds), level, decks),
    );
    single
}

#[test]
fn games_by_all_rules_equal_a_plain_program() {
    for (values, deals, limit) in [
        (13, 40, NONE),
        (2, 70, NONE),
        (3, 130, NONE),
        (5, 60, NONE),
        (13, 40, 100),
        (17, 3, 400),
    ] {
        let decks = bataille_decks(values, deals);
        for rules in all_rules(values) {
            // Without a card face down, games in a fixed order hardly ever end.
            let is_long = rules.face_down == 0 && rules.pickup == PickupOrder::Laid;
            let max_rounds = if is_long { limit.min(3000) } else { limit };
            let plain: Vec<BatailleEnding> = (0..)
                .zip(&decks)
                .map(|(deal, deck)| {
                    PlainGame::of_deck(rules, deck, generator(deal)).play_to_end(max_rounds)
                })
                .collect();
            assert_eq!(compare_games(rules, max_rounds, &decks), plain, "{rules:?}");
        }
    }
}

/// Uneven hands of few values, up to all 256 cards: long battles, full ring buffers, early ends.
#[test]
fn any_hands_are_played_as_by_a_plain_program() {
    for case in 0..400 {
        let mut draws = generator(case);
        let mut below = |bound: u64| draws.next_u64() % bound;
        let cards = below(257);
        let rare = 1 + below(200);
        // Most values are equal, so that battles are long.
        let mut one: Vec<u8> = (0..cards)
            .map(|_| {
                if below(rare) == 0 {
                    1 + below(3) as u8
                } else {
                    2
                }
            })
            .collect();
        let two = one.split_off(below(cards + 1) as usize);
        for rules in all_rules(13) {
            if rules.pickup == PickupOrder::Random || (u64::from(rules.face_down) + case) % 4 > 1 {
                continue;
            }
            let hands = [one.clone(), two.clone()];
            let mut plain = PlainGame::new(rules, hands.clone(), generator(0));
            let mut fast = state(hands.clone(), rules);
            for _ in 0..100 {
                let is_completed = plain.play_round();
                assert_eq!(
                    fast.play_round(&mut PickupDraws::default(), |_| ()),
                    is_completed
                );
                let hand = |player| fast.hand(player).collect::<VecDeque<u8>>();
                assert_eq!(
                    [Player::One, Player::Two].map(hand),
                    plain.hands,
                    "{hands:?}, {rules:?}"
                );
                assert_eq!(fast.first_to_lay() as usize, plain.first);
                assert_eq!(
                    (fast.is_over(), fast.leader()),
                    (plain.is_over(), plain.leader())
                );
            }
            let ending = state(hands.clone(), rules).play_to_end(&mut PickupDraws::default(), 500);
            assert_eq!(
                ending,
                PlainGame::new(rules, hands, generator(0)).play_to_end(500)
            );
        }
    }
}

#[test]
fn batches_of_packs_of_every_size_equal_single_games() {
    for order in LayingOrder::ALL {
        for values in 1..=16 {
            compare_games(rules(values, order), NONE, &bataille_decks(values, 800));
        }
    }
    for values in [17, 20, 64] {
        let rules = rules(values, LayingOrder::Fixed);
        compare_games(rules, 5000, &bataille_decks(values, 10));
    }
}

/// Periods of whole revolutions, of parts of one, of many revolutions, and ones too long to wait for.
#[test]
fn batched_endless_games_have_correct_periods() {
    let period = |ending: &BatailleEnding| match ending.outcome {
        BatailleOutcome::Endless { period, .. } => period,
        _ => 0,
    };
    for (expected, deal) in [
        (52, 0),
        (572, 39_753),
        (624, 43),
        (720, 27_174),
        (1144, 18),
        (1560, 224),
        (1872, 45),
        (2016, 287),
        (2080, 42),
        (2160, 299),
        (2184, 118),
        (2304, 5163),
        (2448, 64_658),
    ] {
        let rules = rules(13, LayingOrder::Fixed);
        let endings = compare_games(rules, NONE, &[bataille_deck(13, deal)]);
        assert_eq!(period(&endings[0]), expected, "deal {deal}");
    }
    for (values, periods) in [
        (5, &[10, 20, 40, 60, 80, 120][..]),
        (3, &[6, 8, 12, 20, 24]),
    ] {
        let rules = rules(values, LayingOrder::Fixed);
        let endings = compare_games(rules, NONE, &bataille_decks(values, 4000));
        let found: BTreeSet<u64> = endings.iter().map(period).collect();
        assert!(periods.iter().all(|period| found.contains(period)));
    }
}

#[test]
fn round_limits_cut_off_same_games() {
    for order in LayingOrder::ALL {
        for values in [1, 2, 3, 5, 13] {
            check_round_limits(rules(values, order));
        }
    }
}

fn check_round_limits(rules: BatailleRules) {
    let decks = bataille_decks(rules.values.get().into(), 100);
    for max_rounds in [
        0, 1, 2, 3, 7, 20, 51, 52, 53, 100, 104, 105, 400, 1000, 3000, 100_000,
    ] {
        compare_games(rules, max_rounds, &decks);
    }
    // The smallest limits within which the games end, and limits inside and beyond the search for a repetition.
    for deck in &decks[..40] {
        let at = |max_rounds| compare_games(rules, max_rounds, std::slice::from_ref(deck))[0];
        let ending = at(NONE);
        let is_endless = matches!(ending.outcome, BatailleOutcome::Endless { .. });
        for max_rounds in [63, 64, 65, 96, 97, 5001, ending.rounds - 1, ending.rounds] {
            let mut played = state(dealt_hands(deck), rules);
            played.play_rounds(&mut PickupDraws::default(), max_rounds);
            let leader = played.leader();
            let cut_off = BatailleEnding {
                outcome: BatailleOutcome::CutOff { leader },
                rounds: max_rounds,
            };
            let is_complete = max_rounds >= ending.rounds && !is_endless;
            let expected = if is_complete { ending } else { cut_off };
            assert_eq!(at(max_rounds), expected);
        }
    }
}

#[test]
fn batch_player_is_reusable() {
    for order in LayingOrder::ALL {
        let rules = rules(9, order);
        let decks = bataille_decks(9, 900);
        let expected = compare_games(rules, NONE, &decks);
        let mut player = BatchPlayer::new(rules, NONE);
        let mut first = 0;
        for count in [0, 1, 2, 127, 128, 129, 500, 0, 3] {
            let deals = first..first + count;
            let level = SimdLevel::default();
            let endings = batch_endings(&mut player, level, &decks[deals.clone()]);
            assert_eq!(endings, expected[deals]);
            first += count;
        }
    }
}

/// The longest games of 16 values repeat after 255 revolutions. With a limit they leave the batch before that, while games of
/// half a revolution come and go; no deal is requested after the last one.
#[test]
fn game_beyond_round_limit_leaves_batch() {
    let rules = rules(16, LayingOrder::Fixed);
    let long = bataille_deck(16, 99_859);
    let [ending] = compare_games(rules, NONE, std::slice::from_ref(&long))[..] else {
        panic!("one game");
    };
    let period = 255 * 64;
    assert!(
        matches!(ending.outcome, BatailleOutcome::Endless { period: found, .. } if found == period)
    );
    let high_and_low: Vec<u8> = (0..32).flat_map(|card| [63 - card, card]).collect();
    let cut_off = Cell::new(None);
    let mut requested = 0;
    let next_deal = |deck: &mut [u8]| {
        deck.copy_from_slice(if requested == 0 { &long } else { &high_and_low });
        requested += 1;
        cut_off.get().is_none().then_some(requested - 1)
    };
    let draws = |_| PickupDraws::default();
    BatchPlayer::new(rules, 100).play(SimdLevel::default(), next_deal, draws, |deal, ending| {
        if deal == 0 {
            cut_off.set(Some(ending));
        }
    });
    let ending: BatailleEnding = cut_off.get().expect("the game is cut off");
    assert_eq!(ending.rounds, 100);
    assert!(requested < 5000, "{requested} games meanwhile");
    let mut deals_left = 3;
    let next_deal = |deck: &mut [u8]| {
        deals_left -= 1;
        assert!(deals_left >= 0, "a deal after the last one");
        deck.copy_from_slice(&bataille_deck(13, 5));
        (deals_left > 0).then_some(7)
    };
    let mut ended = Vec::new();
    let on_ending = |deal, _| ended.push(deal);
    BatchPlayer::new(BatailleRules::default(), NONE).play(
        SimdLevel::default(),
        next_deal,
        draws,
        on_ending,
    );
    assert_eq!(ended, [7, 7]);
}

/// A game without a limit that neither ends nor returns to a state is unresolved; a state that returns late has no
/// checkpoint before a whole period.
#[test]
fn late_repetitions_are_found_and_longer_games_are_unresolved() {
    let game = Bataille {
        face_down: 0,
        ..Bataille::default()
    };
    let (period, pre_period) = (497_984, 515);
    let outcome = BatailleOutcome::Endless { period, pre_period };
    let mut found = game.initial_state(Seed(75), 16);
    let rounds = period + pre_period;
    let mut draws = PickupDraws::default();
    let ending = found.play_to_end(&mut draws, NONE);
    assert_eq!(ending, BatailleEnding { outcome, rounds });
    let unresolved = BatailleEnding {
        outcome: BatailleOutcome::Unresolved,
        rounds: BatailleRules::MAX_ROUNDS,
    };
    let start = |deal| game.initial_state(Seed(3), deal);
    let deal = (0..20)
        .find(|deal| start(*deal).play_to_end(&mut PickupDraws::default(), NONE) == unresolved);
    let mut state = start(deal.expect("an unresolved game"));
    let ending = state.play_to_end(&mut draws, BatailleRules::MAX_ROUNDS);
    assert!(matches!(ending.outcome, BatailleOutcome::CutOff { .. }));
}

/// The hands of a table are those of the game, whatever the order of picking up, and no card is lost.
#[test]
fn card_table_holds_the_hands_of_the_game() {
    let hands = [vec![5, 1, 4, 2, 3, 6, 1], vec![5, 3, 2, 6, 4, 1, 2]];
    for rules in all_rules(13) {
        let start = state(hands.clone(), rules);
        let draws = PickupDraws::new(generator(0));
        let mut course = Course::new(CardTable::new(start.clone(), draws.clone()));
        let mut played = start;
        let rounds = played.play_to_end(&mut draws.clone(), 5).rounds;
        while (course.last().rounds() < rounds || !course.last().trick().is_empty())
            && course.push_forced()
        {}
        let table = course.last();
        assert_eq!(table.to_string(), played.hands().to_string(), "{rules:?}");
        let on_table = table.trick().iter().flat_map(|(pair, _)| pair).flatten();
        let mut ids: Vec<u16> = on_table.map(|(_, card)| card.id).collect();
        for player in [Player::One, Player::Two] {
            ids.extend(table.hand(player).iter().map(|card| card.id));
        }
        ids.sort_unstable();
        assert!(ids.into_iter().eq(1..=14), "{rules:?}");
    }
}
