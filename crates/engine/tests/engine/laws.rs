//! Exact values, each against independent counts, and simulations against exact values.

use crate::common::bataille::{PlainGame, all_rules, rules};
use crate::common::chance::{assert_law_with_tails, assert_uniform};
use crate::common::decks::{riffled, sorted};
use crate::common::{KINDS, experiment, generator, pack, run};
use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::cards::riffle::rising_sequences;
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::from_name;
use pioche_engine::games::alliances::AllianceRule;
use pioche_engine::games::alliances::automatic::automatic_pile_count;
use pioche_engine::games::alliances::exact::pile_counts;
use pioche_engine::games::alliances::perfect::PerfectSolver;
use pioche_engine::games::bataille::chain::draw_probability;
use pioche_engine::games::bataille::ending::count_outcomes_of_all_deals;
use pioche_engine::games::bataille::pickup::{PickupDraws, RandomPickup};
use pioche_engine::games::bataille::*;
use pioche_engine::sim::{Experiment, Summary};
use pioche_engine::stats::Confidence;
use pioche_engine::stats::compare::binomial_p_value;
use pioche_engine::stats::exact::{
    RiffleLaw, cut_probabilities, cut_sup_norm_tail, eulerian_numbers, factorial, nearest_f64,
};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

fn data(name: &str) -> String {
    format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

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

/// Returns all combinations of words, one of each list, behind a topic.
fn combinations(topic: &str, lists: &[&[&str]]) -> Vec<String> {
    let mut names = vec![topic.to_owned()];
    for list in lists {
        let extend = |name: &String| {
            list.iter()
                .map(|word| format!("{name} {word}").trim_end().to_owned())
                .collect::<Vec<_>>()
        };
        names = names.iter().flat_map(extend).collect();
    }
    names
}

#[test]
fn exact_values_hold_with_every_setting() {
    let players: &[&str] = &[
        "players=random,random",
        "players=perfect,random",
        "players=random,perfect",
        "players=perfect,perfect",
    ];
    let tables: [(&str, &[&[&str]], usize); 8] = [
        (
            "bataille",
            &[
                &["values=1", "values=2", "values=3"],
                &["order=fixed", "order=alternating"],
                &["shuffle=uniform"],
                &["", "max_rounds=1", "max_rounds=6"],
                &["", "pickup=winner-first", "pickup=loser-first"],
            ],
            54 * 5,
        ),
        (
            "alak",
            &[
                &[
                    "cells=1", "cells=2", "cells=3", "cells=5", "cells=6", "cells=7",
                ],
                &["edge=line", "edge=ring"],
                &["own_group=spared", "own_group=captured"],
                &["players=random,random"],
                &["", "max_plies=1", "max_plies=3", "max_plies=6"],
            ],
            4 * 96,
        ),
        (
            "nim",
            &[
                &["matches=1", "matches=7", "matches=12"],
                &["takes=2,3", "takes=1,3", "takes=1,2,5"],
                players,
            ],
            36 * 3,
        ),
        (
            "nim",
            &[
                &["matches=1", "matches=7", "matches=12"],
                &["takes=2,3", "takes=1,3"],
                &["misere=yes"],
                players,
            ],
            24 * 3,
        ),
        (
            "shuffle",
            &[
                &["cards=5", "cards=32", "cards=52"],
                &["riffles=1", "riffles=3", "riffles=7", "riffles=12"],
            ],
            22,
        ),
        (
            "solitaire",
            &[
                &["board=triangle:3", "board=triangle:4", "board=triangle:5"],
                &["hole=0", "hole=3", "hole=4"],
            ],
            9 * 5,
        ),
        (
            "alliances",
            &[
                &["cards=1x5", "cards=2x3", "cards=3x3"],
                &["improve=none", "improve=exchange", "improve=move"],
                &["", "player=perfect"],
                &["", "alliance=suit", "alliance=rank"],
            ],
            400,
        ),
        // Cumulative shares end with 1.
        (
            "alliances",
            &[&["cards=3x4", "cards=2x6", "cards=1x7"], &["improve=none"]],
            20,
        ),
    ];
    for (topic, lists, least_rows) in tables {
        let names = combinations(topic, lists);
        let experiments = names.iter().filter_map(|name| from_name(name));
        let rows: usize = experiments
            .map(|experiment| check_rows(experiment, 2000))
            .sum();
        assert!(rows >= least_rows, "{topic}: only {rows} rows");
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
        assert_eq!(
            check_rows(
                experiment(&format!("alak {settings} players=random,random")),
                100
            ),
            4
        );
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

/// The counts of the state table are those of all orders, and of another program; no choice of jumps leaves fewer piles than a
/// rule allows, and some choice leaves as many.
#[test]
fn small_pack_counts_are_those_of_all_orders() {
    let mut file: BTreeMap<(u8, u8), Vec<u64>> = BTreeMap::new();
    for line in include_str!("../data/alliances_exact.csv").lines().skip(1) {
        let numbers: Vec<u64> = line
            .split(',')
            .map(|number| number.parse().unwrap())
            .collect();
        let [suits, ranks, piles, decks] = numbers[..] else {
            panic!("{line}")
        };
        let counts =
            file.entry((suits as u8, ranks as u8))
                .or_insert(vec![0; (suits * ranks) as usize + 1]);
        counts[piles as usize] = decks;
    }
    assert_eq!(file.len(), 9);
    for (suits, ranks) in [
        (1, 1),
        (1, 4),
        (4, 1),
        (1, 5),
        (2, 3),
        (3, 2),
        (2, 4),
        (4, 2),
        (3, 3),
    ] {
        let pack = pack(suits, ranks);
        for rule in AllianceRule::ALL {
            let mut counts = vec![0; pack.size() + 1];
            let mut fewest = pack.size();
            let mut solver = PerfectSolver::default().with_alliance(rule);
            orders(&mut pack.cards().collect(), 0, &mut |deck| {
                counts[automatic_pile_count(deck, rule)] += 1;
                fewest = fewest.min(solver.fewest_piles(deck).expect("a small pack"));
            });
            assert_eq!(
                pile_counts(pack, rule).as_ref(),
                Some(&counts),
                "{pack}, {rule}"
            );
            assert_eq!(fewest, rule.fewest_piles(pack), "{pack}, {rule}");
        }
    }
    for ((suits, ranks), counts) in file {
        let pack = pack(suits, ranks);
        assert_eq!(
            pile_counts(pack, AllianceRule::Either),
            Some(counts),
            "{pack}"
        );
    }
    assert_eq!(pile_counts(Pack::PIQUET, AllianceRule::Either), None);
}

// ---- Bataille ----

/// The header of the file, which describes its computation.
const BATAILLE_HEAD: &str = "\
# Bataille: the outcome of every deal of a pack of 4 x values cards, each order by value played once.
# most_rounds: maximum of the rounds started; of pre-period + period where endless.
# Remade by: REMAKE=1 cargo test --release --no-default-features -- --ignored every_deal_up_to_4_values
values,order,deals,outcome,count,most_rounds
";

/// Returns the rows of one distribution.
fn bataille_rows(values: u64, order: LayingOrder) -> String {
    let counts = count_outcomes_of_all_deals(rules(values, order), u64::MAX);
    let deals: u64 = counts.iter().map(|count| count.deals).sum();
    // (4 v)! / 24^v, and nothing is left unresolved.
    assert_eq!(
        (deals, counts[4].deals),
        ([1, 70, 34_650, 63_063_000][values as usize - 1], 0)
    );
    let mut rows = String::new();
    for (outcome, count) in BatailleOutcome::NAMES[..4].iter().zip(counts) {
        writeln!(
            rows,
            "{values},{order},{deals},{outcome},{},{}",
            count.deals, count.max_rounds
        )
        .unwrap();
    }
    rows
}

#[test]
#[ignore = "plays all 63,063,000 deals of 4 values in both orders: a minute or more"]
fn every_deal_up_to_4_values() {
    let rows =
        (1..=4).flat_map(|values| LayingOrder::ALL.map(|order| bataille_rows(values, order)));
    let table: String = std::iter::once(BATAILLE_HEAD.to_owned())
        .chain(rows)
        .collect();
    if std::env::var_os("REMAKE").is_some() {
        std::fs::write(data("bataille_exact.csv"), &table).unwrap();
    }
    assert!(
        std::fs::read_to_string(data("bataille_exact.csv")).unwrap() == table,
        "the committed laws are not\n{table}"
    );
}

/// Returns all different orders of some cards.
fn different_orders(cards: &[u8]) -> Vec<Vec<u8>> {
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
/// those of a plain program; so is the committed file, which has 4 values, too, as simulations have.
#[test]
fn exact_bataille_is_that_of_all_deals() {
    let file = std::fs::read_to_string(data("bataille_exact.csv")).unwrap();
    let handout_rules = LayingOrder::ALL.map(|order| rules(3, order));
    for rules in all_rules(2).into_iter().chain(handout_rules) {
        if rules.pickup == PickupOrder::Random {
            continue;
        }
        for limit in [u64::MAX, 4] {
            let mut expected = [[0; 2]; 5];
            let values: Vec<u8> = (0..rules.values.card_count() as u8)
                .map(|card| 1 + card / 4)
                .collect();
            let decks = different_orders(&values);
            for deck in &decks {
                let hands =
                    [0, 1].map(|player| deck.iter().copied().skip(player).step_by(2).collect());
                let ending = PlainGame::new(rules, hands, generator(0)).play_to_end(limit);
                let [count, rounds] = &mut expected[ending.outcome.index()];
                *count += 1;
                *rounds = ending.rounds.max(*rounds);
            }
            let found = count_outcomes_of_all_deals(rules, limit);
            assert_eq!(
                found.map(|count| [count.deals, count.max_rounds]),
                expected,
                "{rules:?}, {limit}"
            );
        }
    }
    for order in LayingOrder::ALL {
        for values in 1..=3 {
            assert!(
                file.contains(&bataille_rows(values, order)),
                "{values} values, {order}"
            );
        }
        let start = format!("4,{order},");
        let counts = file
            .lines()
            .filter(|line| line.starts_with(&start))
            .map(|line| {
                line.split(',').nth(4).unwrap().parse::<f64>().unwrap() / 63_063_000.0 * 50_000.0
            });
        let run = run(
            experiment(&format!("bataille values=4 order={order} shuffle=uniform")).as_ref(),
            42,
            50_000,
        );
        let observed: Vec<u64> = (0..4)
            .map(|outcome| run.tally.histograms[0].count(outcome))
            .collect();
        assert_law_with_tails(&start, &observed, &counts.collect::<Vec<f64>>());
    }
}

/// Returns the probability of a draw of 2 values by following all games round by round, state by state.
fn followed_draw_probability(rules: BatailleRules) -> f64 {
    let decks = different_orders(&[1, 1, 1, 1, 2, 2, 2, 2]);
    let mut states: HashMap<[Vec<u8>; 2], f64> = HashMap::new();
    for deck in &decks {
        let hands = [0, 1].map(|player| deck.iter().copied().skip(player).step_by(2).collect());
        *states.entry(hands).or_default() += 1.0 / decks.len() as f64;
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
                draw += if game.leader().is_none() {
                    probability
                } else {
                    0.0
                };
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
            let name = format!(
                "bataille values=2 order=fixed shuffle=uniform pickup=random face_down={} out_of_cards={}",
                rules.face_down, rules.out_of_cards
            );
            let name = name
                .replace(" face_down=1", "")
                .replace(" out_of_cards=count", "");
            let run = run(experiment(&name).as_ref(), 3, 20_000);
            let win = (1.0 - exact) / 2.0;
            let observed = [0, 1, 2].map(|outcome| run.tally.histograms[0].count(outcome));
            assert_law_with_tails(
                &name,
                &observed,
                &[win, win, exact].map(|share| share * 20_000.0),
            );
        }
    }
    let mut counts: HashMap<Vec<u8>, u64> = HashMap::new();
    let mut swaps = [0; 2];
    for deal in 0..72_000 {
        let mut draws = RandomPickup::new(generator(deal));
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

/// Bayer and Diaconis 1992, table 1 for 52 cards, and its extension to other decks, in Diaconis 2003, table 1; then values of
/// Python's `fractions.Fraction`, whose conversion to float rounds correctly.
#[test]
fn riffle_law_matches_published_table_and_python() {
    for (cards, row) in [
        (
            25,
            "1.000 1.000 0.999 0.775 0.437 0.231 0.114 0.056 0.028 0.014",
        ),
        (
            32,
            "1.000 1.000 1.000 0.929 0.597 0.322 0.164 0.084 0.042 0.021",
        ),
        (
            52,
            "1.000 1.000 1.000 1.000 0.924 0.614 0.334 0.167 0.085 0.043",
        ),
    ] {
        for (riffles, digits) in (1..).zip(row.split(' ')) {
            let exact = nearest_f64(&RiffleLaw::new(cards, riffles).total_variation_distance());
            assert_eq!(
                format!("{exact:.3}"),
                digits,
                "{cards} cards, {riffles} riffles"
            );
        }
    }
    for (cards, riffles, variation, separation, mean) in [
        (
            52,
            7,
            0.33406099946815154,
            0.9999945572754529,
            24.71036763866841,
        ),
        (
            32,
            12,
            0.005256772070670063,
            0.11432513907827466,
            16.47851564484879,
        ),
        (
            52,
            12,
            0.010754893495669948,
            0.2775418921684036,
            26.443929178496678,
        ),
        (52, 1, 1.0, 1.0, 1.9999999999999882),
        (
            104,
            8,
            0.4538091347710452,
            0.9999999999771585,
            48.954775242461295,
        ),
    ] {
        let law = RiffleLaw::new(cards, riffles);
        let found = [
            law.total_variation_distance(),
            law.separation_distance(),
            law.mean_rising_sequences(),
        ];
        let found = found.map(|value| nearest_f64(&value));
        assert_eq!(
            found,
            [variation, separation, mean],
            "{cards} cards, {riffles} riffles"
        );
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
            let rarest = if missing > 0 {
                0
            } else {
                ways.values().copied().min().unwrap_or(0)
            };
            assert_eq!(
                law.separation_distance(),
                fraction(all - rarest * orders, all)
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
        let mut last = [fraction(1, 1), fraction(1, 1)];
        for riffles in 0..=12 {
            let law = RiffleLaw::new(cards, riffles);
            let probabilities = law.rising_sequence_probabilities();
            assert_eq!(probabilities.iter().sum::<Ratio<BigUint>>(), fraction(1, 1));
            let distances = [law.total_variation_distance(), law.separation_distance()];
            assert!(
                distances[0] <= distances[1] && distances[0] <= last[0] && distances[1] <= last[1]
            );
            let is_likelier =
                |r: &usize| probabilities[*r] >= Ratio::new(decks[*r].clone(), factorial(cards));
            let likelier = (1..=cards as usize).filter(is_likelier).max().unwrap_or(0);
            assert_eq!(
                law.max_likelier_rising_sequences(),
                likelier,
                "{cards}, {riffles}"
            );
            last = distances;
        }
    }
    let row: Vec<u64> = eulerian_numbers(6)
        .iter()
        .map(|count| count.try_into().unwrap())
        .collect();
    assert_eq!(row, [0, 1, 57, 302, 302, 57, 1]);
    for (cards, riffles, mean, most) in [(256, 1000, 128.5, 1e-290), (52, 100, 26.5, 1e-25)] {
        let law = RiffleLaw::new(cards, riffles);
        assert_eq!(nearest_f64(&law.mean_rising_sequences()), mean);
        assert!((0.0..most).contains(&nearest_f64(&law.total_variation_distance())));
    }
}

#[test]
fn fractions_round_to_the_nearest_double() {
    // Numerator and denominator fit a double, so the processor's division also rounds correctly.
    for (numerator, denominator) in [
        (1, 3),
        (2, 3),
        (1, 10),
        (7, 1),
        (355, 113),
        (0, 5),
        (123_456_789, 1 << 52),
    ] {
        assert_eq!(
            nearest_f64(&fraction(numerator, denominator)),
            numerator as f64 / denominator as f64
        );
    }
    // A tie between two doubles is rounded to the even one; a larger value up.
    for (numerator, denominator, expected) in [
        ((1 << 53) + 1, 1, 9_007_199_254_740_992.0),
        ((1 << 53) + 3, 1, 9_007_199_254_740_996.0),
        (((1 << 53) + 1) * 64 + 1, 64, 9_007_199_254_740_994.0),
        ((1 << 60) - 1, 1 << 60, 1.0),
    ] {
        assert_eq!(nearest_f64(&fraction(numerator, denominator)), expected);
    }
    let power = |power: u32| BigUint::from(1_u8) << power;
    for (numerator, exponent, expected) in [
        (1_u8, 1022, f64::MIN_POSITIVE),
        (1, 1074, f64::from_bits(1)),
        (1, 1075, 0.0),
        (3, 1075, f64::from_bits(2)),
        (3, 1076, f64::from_bits(1)),
        (1, 5000, 0.0),
    ] {
        assert_eq!(
            nearest_f64(&Ratio::new(numerator.into(), power(exponent))),
            expected
        );
    }
    for (number, expected) in [
        (power(1023), 2_f64.powi(1023)),
        (power(1024) - power(970) - 1_u8, f64::MAX),
        (power(1024) - power(970), f64::INFINITY),
        (power(2000), f64::INFINITY),
    ] {
        assert_eq!(nearest_f64(&Ratio::from(number)), expected);
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
            assert!(
                (tail - expected).abs() < 1e-8,
                "{cards} cards, {cuts} cuts, {distance}: {tail}, {expected}"
            );
        }
    }
    let tail = cut_sup_norm_tail(52, 100_000, 0.0025);
    assert!((tail - 0.053_385).abs() < 0.0011, "{tail}");
}
