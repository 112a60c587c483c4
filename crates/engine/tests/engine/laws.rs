//! Exact values, each against independent counts, and simulations against exact values.

use crate::common::bataille::{PlainGame, all_rules, rules};
use crate::common::chance::{assert_law_with_tails, assert_uniform};
use crate::common::decks::{riffled, sorted};
use crate::common::{KINDS, cases, experiment, generator, parse, run};
use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::cards::riffle::rising_sequences;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::experiments::{Bataille, from_name};
use pioche_engine::games::alliances::AllianceRule;
use pioche_engine::games::alliances::automatic::automatic_pile_count;
use pioche_engine::games::alliances::exact::pile_counts;
use pioche_engine::games::alliances::perfect::PerfectSolver;
use pioche_engine::games::bataille::chain::draw_probability;
use pioche_engine::games::bataille::ending::count_outcomes_of_all_deals;
use pioche_engine::games::bataille::pickup::PickupDraws;
use pioche_engine::games::bataille::*;
use pioche_engine::sim::{Experiment, Summary};
use pioche_engine::stats::Confidence;
use pioche_engine::stats::compare::binomial_p_value;
use pioche_engine::stats::exact::{
    RiffleLaw, cut_probabilities, cut_sup_norm_tail, eulerian_numbers, factorial, nearest_f64,
};
use std::collections::HashMap;

// ---- Exact values of experiments ----

/// The smallest accepted p-value among some 5,000 rows: a right program fails with a probability below 0.5 %.
const LEVEL: f64 = 1e-6;

/// Compares each row with an exact value with its estimate, and returns the number of these rows. If all outcomes have an
/// exact value, these sum to 1, apart from an error in the last place of each, or the last one of cumulative shares is 1.
fn check_rows(experiment: Box<dyn Experiment>, deals: u64) -> usize {
    let run = run(experiment.as_ref(), 7, deals);
    let name = experiment.name();
    let confidence = Confidence::new(1.0 - LEVEL).expect("a level");
    let summary = Summary::new(experiment.into(), &run, confidence);
    let exact_values: Option<Vec<f64>> = summary.rows().map(|row| row.exact).collect();
    match exact_values {
        Some(values) if summary.row_name_column() == Some("outcome") => {
            let error = values.iter().sum::<f64>() - 1.0;
            assert!(
                error.abs() <= values.len() as f64 * f64::EPSILON,
                "{name}: {values:?}"
            );
        }
        Some(values) if name.starts_with("alliances") => {
            assert_eq!(values.last(), Some(&1.0), "{name}")
        }
        _ => {}
    }
    let mut rows = 0;
    for row in &summary.estimates {
        let Some(exact) = row.exact else {
            continue;
        };
        let is_equal = match (row.proportion, row.interval) {
            (Some(share), _) => {
                (0.0..=1.0).contains(&exact) && binomial_p_value(share, exact) >= LEVEL
            }
            (None, Some(interval)) => interval.low <= exact && exact <= interval.high,
            (None, None) => continue,
        };
        assert!(
            is_equal,
            "{name} {:?}: {exact}, {:?}",
            row.fields, row.interval
        );
        rows += usize::from(row.is_row());
    }
    rows
}

/// Returns all combinations of one word of each group; `-` is no word, and `+` joins two settings in one word.
fn combinations(groups: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    for group in groups.split(' ') {
        let mut longer_names = Vec::new();
        for name in &names {
            for word in group.split('/') {
                let settings = word.trim_matches('-').replace('+', " ");
                let longer_name = format!("{name} {settings}");
                longer_names.push(longer_name.trim().to_owned());
            }
        }
        names = longer_names;
    }
    names
}

#[test]
fn exact_values_hold_with_every_setting() {
    for [least_rows, groups] in cases(include_str!("../data/exact_settings.txt")) {
        let names = combinations(groups);
        let experiments = names.iter().filter_map(|name| from_name(name));
        let rows: usize = experiments
            .map(|experiment| check_rows(experiment, 2000))
            .sum();
        assert!(rows >= parse(least_rows), "{groups}: only {rows} rows");
    }
    for name in KINDS {
        check_rows(experiment(name), 5000);
    }
    // On boards whose fractions are too long, the sums have twice the digits of a floating-point number.
    for settings in [
        "cells=8 edge=line own_group=captured",
        "cells=9 edge=line own_group=spared",
        "cells=9 edge=ring own_group=captured",
        "cells=10 edge=ring own_group=spared",
    ] {
        let experiment = experiment(&format!("alak {settings} players=random,random"));
        assert_eq!(check_rows(experiment, 100), 4);
    }
}

// ---- Alliances ----

/// Calls `each` with every order of the cards from `start` on (Heap's algorithm).
fn orders(deck: &mut Vec<Card>, start: usize, each: &mut impl FnMut(&[Card])) {
    if start + 1 >= deck.len() {
        return each(deck);
    }
    for place in start..deck.len() {
        deck.swap(start, place);
        orders(deck, start + 1, each);
        deck.swap(start, place);
    }
}

/// The counts of the state table are those of all orders; no choice of jumps leaves fewer piles than a rule allows, and some
/// choice leaves as many.
#[test]
fn small_pack_counts_are_those_of_all_orders() {
    for pack in "1x1 1x4 4x1 1x5 2x3 3x2 2x4 4x2 3x3"
        .split(' ')
        .map(parse::<Pack>)
    {
        for rule in AllianceRule::ALL {
            let mut counts = vec![0; pack.size() + 1];
            let mut fewest = pack.size();
            let mut solver = PerfectSolver::default().with_alliance(rule);
            orders(&mut pack.cards().collect(), 0, &mut |deck| {
                counts[automatic_pile_count(deck, rule)] += 1;
                fewest = fewest.min(
                    solver
                        .automatic_and_fewest_piles(deck)
                        .1
                        .expect("a small pack"),
                );
            });
            assert_eq!(pile_counts(pack, rule), Some(counts), "{pack}, {rule}");
            assert_eq!(fewest, rule.fewest_piles(pack), "{pack}, {rule}");
        }
    }
    assert_eq!(pile_counts(Pack::PIQUET, AllianceRule::Either), None);
}

// ---- Bataille ----

/// Returns all different orders of some cards.
pub fn different_orders(cards: &[u8]) -> Vec<Vec<u8>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    let mut orders = Vec::new();
    for (place, &first) in cards.iter().enumerate() {
        if !cards[..place].contains(&first) {
            let rest = [&cards[..place], &cards[place + 1..]].concat();
            orders.extend(
                different_orders(&rest)
                    .into_iter()
                    .map(|order| [vec![first], order].concat()),
            );
        }
    }
    orders
}

/// The outcomes of all deals of 2 values by all rules, with and without a limit, and of 3 values by the handout's rules are
/// those of a plain program.
#[test]
fn exact_bataille_is_that_of_all_deals() {
    let handout_rules = LayingOrder::ALL.map(|order| rules(3, order));
    for rules in all_rules(2).into_iter().chain(handout_rules) {
        if rules.pickup == PickupOrder::Random {
            continue;
        }
        let values: Vec<u8> = (0..4 * rules.values.get()).map(card_value).collect();
        let decks = different_orders(&values);
        for limit in [u64::MAX, 4] {
            let mut expected = [0; 5];
            for deck in &decks {
                let hands = values_by_player(deck);
                let ending = PlainGame::new(rules, hands, generator(0)).play_to_end(limit);
                expected[ending.outcome.index()] += 1;
            }
            let found = count_outcomes_of_all_deals(rules, limit);
            assert_eq!(found, expected, "{rules:?}, {limit}");
        }
    }
}

fn values_by_player(deck: &[u8]) -> [Vec<u8>; 2] {
    [0, 1].map(|player| deck.iter().copied().skip(player).step_by(2).collect())
}

/// Returns the probability of a draw of 2 values by following all games round by round, state by state.
fn followed_draw_probability(rules: BatailleRules) -> f64 {
    let decks = different_orders(&[1, 1, 1, 1, 2, 2, 2, 2]);
    let mut states: HashMap<[Vec<u8>; 2], f64> = HashMap::new();
    for deck in &decks {
        *states.entry(values_by_player(deck)).or_default() += 1.0 / decks.len() as f64;
    }
    let laid = BatailleRules {
        pickup: PickupOrder::Laid,
        ..rules
    };
    let mut draw = 0.0;
    while states.values().sum::<f64>() > 1e-13 {
        let mut next: HashMap<[Vec<u8>; 2], f64> = HashMap::new();
        for (hands, probability) in states {
            let mut game = PlainGame::new(laid, hands, generator(0));
            game.play_round();
            if game.is_over() {
                draw += probability * f64::from(u8::from(game.leader().is_none()));
                continue;
            }
            let after = game.hands.map(Vec::from);
            let start = after[game.winner].len() - game.trick_cards;
            let orders = different_orders(&after[game.winner][start..]);
            for order in &orders {
                let mut hands = after.clone();
                hands[game.winner][start..].copy_from_slice(order);
                *next.entry(hands).or_default() += probability / orders.len() as f64;
            }
        }
        states = next;
    }
    draw
}

/// The exact probability of a draw with random orders, by following all games, and by games in batches; both orders of a trick
/// of two cards and all orders of six cards are equally frequent.
#[test]
fn random_orders_have_the_exact_law() {
    for rules in all_rules(2) {
        if rules.pickup == PickupOrder::Random && rules.order == LayingOrder::Fixed {
            let exact = draw_probability(rules);
            let followed = followed_draw_probability(rules);
            assert!(
                (exact - followed).abs() < 1e-10,
                "{rules:?}: {exact} {followed}"
            );
            let game = Bataille {
                values: rules.values,
                shuffle: ShuffleMethod::Uniform,
                pickup: rules.pickup,
                face_down: rules.face_down,
                out_of_cards: rules.out_of_cards,
                ..Bataille::default()
            };
            let run = run(&game, 3, 20_000);
            let win = (1.0 - exact) / 2.0;
            let observed = [0, 1, 2].map(|outcome| run.tally.histograms[0].count(outcome));
            let expected = [win, win, exact].map(|share| share * 20_000.0);
            assert_law_with_tails(&format!("{rules:?}"), &observed, &expected);
        }
    }
    let mut counts: HashMap<Vec<u8>, u64> = HashMap::new();
    let mut swaps = [0; 2];
    for deal in 0..72_000 {
        let mut draws = PickupDraws::new(generator(deal));
        swaps[usize::from(draws.next_swap())] += 1;
        let mut trick = [0, 1, 2, 3, 4, 5];
        draws.shuffle(&mut trick);
        *counts.entry(trick.to_vec()).or_default() += 1;
    }
    assert_uniform("swaps", &swaps);
    assert_eq!(counts.len(), 720);
    assert_uniform("tricks", &counts.into_values().collect::<Vec<u64>>());
}

// ---- Riffles ----

fn fraction(numerator: u64, denominator: u64) -> Ratio<BigUint> {
    Ratio::new(numerator.into(), denominator.into())
}

#[test]
fn riffle_law_matches_published_table_and_python() {
    for [cards, distances] in cases(include_str!("../data/riffle_distances.txt")) {
        for (riffles, digits) in (1..).zip(distances.split(' ')) {
            let law = RiffleLaw::new(parse(cards), riffles);
            let exact = nearest_f64(&law.total_variation_distance());
            assert_eq!(
                format!("{exact:.3}"),
                digits,
                "{cards} cards, {riffles} riffles"
            );
        }
    }
    for [cards, riffles, variation, mean] in cases(include_str!("../data/riffle_law.txt")) {
        let law = RiffleLaw::new(parse(cards), parse(riffles));
        let found = [law.total_variation_distance(), law.mean_rising_sequences()];
        let found = found.map(|value| nearest_f64(&value));
        let expected = [variation, mean].map(parse);
        assert_eq!(found, expected, "{cards} cards, {riffles} riffles");
    }
}

/// Returns the number of the 2^(m n) outcomes of m riffles that give each deck.
fn all_riffles(cards: usize, riffles: u32) -> HashMap<Vec<u8>, u64> {
    let mut ways = HashMap::from([(sorted(cards), 1)]);
    for _ in 0..riffles {
        let mut next = HashMap::new();
        for (deck, count) in ways {
            for pattern in 0..1_u32 << cards {
                let flips: Vec<bool> = (0..cards).map(|place| pattern >> place & 1 == 1).collect();
                *next.entry(riffled(&deck, &flips)).or_insert(0) += count;
            }
        }
        ways = next;
    }
    ways
}

#[test]
fn riffle_law_matches_enumeration_of_small_decks() {
    for cards in 0..=7_u32 {
        let orders: u64 = (1..=u64::from(cards)).product();
        for riffles in 0..=3 {
            let law = RiffleLaw::new(cards, riffles);
            let all = 1_u64 << (cards * riffles);
            let ways = all_riffles(cards as usize, riffles);
            let mut by_rising = vec![0; cards as usize + 1];
            for (deck, &count) in &ways {
                by_rising[rising_sequences(deck)] += count;
            }
            let distribution: Vec<_> = by_rising
                .iter()
                .map(|&count| fraction(count, all))
                .collect();
            assert_eq!(law.rising_sequence_probabilities(), distribution);
            let mean = (0..).zip(&by_rising).map(|(r, count)| r * count).sum();
            assert_eq!(law.mean_rising_sequences(), fraction(mean, all));
            let missing = orders - ways.len() as u64;
            let differences: u64 = ways
                .values()
                .map(|count| (count * orders).abs_diff(all))
                .sum();
            assert_eq!(
                law.total_variation_distance(),
                fraction(differences + missing * all, 2 * all * orders)
            );
        }
    }
}

/// The largest distributions take a short time, sum to 1 and approach the uniform one; a uniform deck has probability 1/n!.
#[test]
fn large_riffle_laws_approach_uniform() {
    for cards in [1, 31, 52, 256] {
        let decks = eulerian_numbers(cards);
        assert_eq!(decks.iter().sum::<BigUint>(), factorial(cards));
        let mut last = fraction(1, 1);
        for riffles in 0..=12 {
            let law = RiffleLaw::new(cards, riffles);
            let probabilities = law.rising_sequence_probabilities();
            assert_eq!(probabilities.iter().sum::<Ratio<BigUint>>(), fraction(1, 1));
            let distance = law.total_variation_distance();
            assert!(distance <= last);
            let is_likelier =
                |r: &usize| probabilities[*r] >= Ratio::new(decks[*r].clone(), factorial(cards));
            let likelier = (1..=cards as usize).filter(is_likelier).max().unwrap_or(0);
            assert_eq!(
                law.max_likelier_rising_sequences(),
                likelier,
                "{cards}, {riffles}"
            );
            last = distance;
        }
    }
    for (cards, riffles, mean, most) in [(256, 1000, 128.5, 1e-290), (52, 100, 26.5, 1e-25)] {
        let law = RiffleLaw::new(cards, riffles);
        assert_eq!(nearest_f64(&law.mean_rising_sequences()), mean);
        assert!((0.0..most).contains(&nearest_f64(&law.total_variation_distance())));
    }
}

#[test]
fn fractions_round_to_the_nearest_double() {
    for [fraction, nearest] in cases(include_str!("../data/nearest_numbers.txt")) {
        assert_eq!(nearest_f64(&parse(fraction)), parse(nearest), "{fraction}");
    }
}

/// Returns the probability of [`cut_sup_norm_tail`] by enumeration of all counts of the cuts.
fn enumerated_sup_norm_tail(cards: usize, cuts: u64, distance: f64) -> f64 {
    fn add_counts(laws: &[f64], remaining: u64, within: f64, cuts: f64, distance: f64) -> f64 {
        // The first cut has `count` of the remaining cuts, with C(remaining, count) choices.
        let Some((probability, next_laws)) = laws.split_first() else {
            return if remaining == 0 { within } else { 0.0 };
        };
        let mut sum = 0.0;
        let mut choices = 1.0;
        for count in 0..=remaining {
            if (count as f64 / cuts - probability).abs() <= distance {
                let weight = within * choices * probability.powi(count as i32);
                sum += add_counts(next_laws, remaining - count, weight, cuts, distance);
            }
            choices *= (remaining - count) as f64 / (count + 1) as f64;
        }
        sum
    }
    1.0 - add_counts(&cut_probabilities(cards), cuts, 1.0, cuts as f64, distance)
}

/// The last case is the probability of the handout, and its value in 400,000 multinomial samples of NumPy: 0.0534 ± 0.0007.
#[test]
fn sup_norm_tail_of_cuts_matches_enumeration() {
    for (cards, cuts) in [(0, 3), (1, 1), (1, 9), (2, 8), (3, 11), (4, 12), (5, 10)] {
        for distance in [0.0003, 0.0503, 0.1203, 0.2203, 0.4903, 1.0] {
            let expected = enumerated_sup_norm_tail(cards, cuts, distance);
            let tail = cut_sup_norm_tail(cards, cuts as usize, distance);
            let error = (tail - expected).abs();
            assert!(
                error < 1e-8,
                "{cards} cards, {cuts} cuts, {distance}: {tail}"
            );
        }
    }
    let tail = cut_sup_norm_tail(52, 100_000, 0.0025);
    assert!((tail - 0.053_385).abs() < 0.0011, "{tail}");
}
