//! Compares the exact distributions of small packs with the committed counts, and simulations with the exact distributions.

use crate::chance::assert_law_with_tails;
use pioche_engine::cards::shuffle::shuffled_deck;
use pioche_engine::games::bataille::ending::count_outcomes_of_all_deals;
use pioche_engine::games::bataille::{
    BatailleOutcome, BatailleRules, BatailleState, LayingOrder, ValueCount,
};
use pioche_engine::rng::{Purpose, Seed, Streams};
use pioche_engine::stats::compare::{equal_outcomes_p_value, exclusive_outcomes_difference};
use pioche_engine::stats::{Confidence, Proportion};
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/bataille_exact.csv");

/// The header of the file, which describes its computation.
const HEAD: &str = "\
# Bataille: the outcome of every deal of a pack of 4 x values cards, each order by value played once.
# most_rounds: maximum of the rounds started; of pre-period + period where endless.
# Remade by: REMAKE=1 cargo test --release --no-default-features -- --ignored every_deal_up_to_4_values
values,order,deals,outcome,count,most_rounds
";

/// Returns the rows of one distribution.
fn rows(values: u64, order: LayingOrder) -> String {
    let values = ValueCount::new(values).expect("1 to 4 values");
    let law = count_outcomes_of_all_deals(
        BatailleRules {
            values,
            order,
            ..BatailleRules::default()
        },
        u64::MAX,
    );
    let deals = law.iter().map(|share| share.deals).sum();
    assert_eq!(
        (Some(deals), law[4].deals),
        (deals_by_value(values), 0),
        "nothing is left unresolved"
    );
    BatailleOutcome::NAMES[..4]
        .iter()
        .zip(law)
        .fold(String::new(), |mut rows, (outcome, share)| {
            let (count, most) = (share.deals, share.max_rounds);
            writeln!(rows, "{values},{order},{deals},{outcome},{count},{most}")
                .expect("a string takes all");
            rows
        })
}

fn committed() -> String {
    std::fs::read_to_string(FILE).expect("the file of exact laws")
}

#[test]
fn exact_bataille_matches_committed_table_to_3_values() {
    let file = committed();
    for values in 1..=3 {
        for order in LayingOrder::ALL {
            assert!(
                file.contains(&rows(values, order)),
                "{values} values, {order}"
            );
        }
    }
}

#[test]
#[ignore = "plays all 63,063,000 deals of 4 values in both orders: a minute or more"]
fn every_deal_up_to_4_values() {
    let laws = (1..=4).flat_map(|values| LayingOrder::ALL.map(|order| rows(values, order)));
    let table: String = std::iter::once(HEAD.to_owned()).chain(laws).collect();
    if std::env::var_os("REMAKE").is_some() {
        std::fs::write(FILE, &table).expect("the file of exact laws can be written");
    }
    assert!(committed() == table, "the committed laws are not\n{table}");
}

#[test]
fn bataille_deal_counts_match_known_values() {
    let counts =
        [1, 2, 3, 4].map(|values| deals_by_value(ValueCount::new(values).expect("1 to 4")));
    assert_eq!(counts, [Some(1), Some(70), Some(34_650), Some(63_063_000)]);
    assert_eq!(deals_by_value(ValueCount::MAX), None);
}

/// Returns the committed counts of the outcomes, in the order of the file.
fn counts(values: u64, order: LayingOrder) -> Vec<u64> {
    let start = format!("{values},{order},");
    let file = committed();
    let rows = file.lines().filter(|line| line.starts_with(&start));
    rows.map(|row| {
        row.split(',')
            .nth(4)
            .and_then(|count| count.parse().ok())
            .expect("a count")
    })
    .collect()
}

#[test]
fn simulated_games_have_the_exact_law() {
    const DEALS: u64 = 50_000;
    for (values, order) in [2, 3, 4]
        .into_iter()
        .flat_map(|values| LayingOrder::ALL.map(|order| (values, order)))
    {
        let mut generator = Streams::new(Seed(42)).stream(Purpose::Riffle, values);
        let mut state = BatailleState::new(BatailleRules {
            order,
            ..BatailleRules::default()
        });
        let mut tally = [0; 4];
        for _ in 0..DEALS {
            let deck = shuffled_deck(4 * values as usize, &mut generator);
            state.deal(&deck);
            tally[match state.play_to_end(u64::MAX).outcome {
                BatailleOutcome::Player1 => 0,
                BatailleOutcome::Player2 => 1,
                BatailleOutcome::Draw => 2,
                BatailleOutcome::Endless { .. } => 3,
                BatailleOutcome::CutOff { .. } | BatailleOutcome::Unresolved => {
                    unreachable!("there is no limit")
                }
            }] += 1;
        }
        let exact = counts(values, order);
        let all: u64 = exact.iter().sum();
        let expected: Vec<f64> = exact
            .iter()
            .map(|&count| count as f64 / all as f64 * DEALS as f64)
            .collect();
        assert_law_with_tails(&format!("{values} values, {order}"), &tally, &expected);
        // The interval of the difference of wins contains the exact one, and excludes 0 if the exact one is not 0.
        let [one, two] = [tally[0], tally[1]].map(|wins| Proportion::new(wins, DEALS));
        let difference =
            exclusive_outcomes_difference(one, two, Confidence::new(0.999).unwrap()).interval;
        let known = (exact[0] as f64 - exact[1] as f64) / all as f64;
        assert!(
            difference.low <= known && known <= difference.high,
            "{values} values, {order}: {difference:?} {known}"
        );
        assert_eq!(
            equal_outcomes_p_value(one, two) < 0.001,
            exact[0] != exact[1],
            "{values} values, {order}: {tally:?}"
        );
    }
}

/// Returns the number of deals by value, (4 v)! / 24^v; `None` beyond `u64`.
fn deals_by_value(values: ValueCount) -> Option<u64> {
    // Each value takes 4 of the remaining places: C(4, 4) C(8, 4) … C(4 v, 4).
    (1..=u64::from(values.get())).try_fold(1_u64, |deals, value| {
        let places = 4 * value;
        deals.checked_mul(places * (places - 1) * (places - 2) / 6 * (places - 3) / 4)
    })
}
