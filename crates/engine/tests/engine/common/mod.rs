//! Helpers of several tests.

pub mod bataille;
pub mod chance;
pub mod decks;

use pioche_engine::cards::Pack;
use pioche_engine::experiments::from_name;
use pioche_engine::rng::{Pcg64Dxsm, Purpose, Seed, stream};
use pioche_engine::sim::{Experiment, Run, RunOptions, StopRule, Summary};
use pioche_engine::stats::Confidence;
use std::str::FromStr;

/// Returns the cases of a table: the columns, between bars, of each line that is no comment.
pub fn cases<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        columns.try_into().unwrap_or_else(|_| panic!("{line}"))
    })
}

pub fn parse<T: FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("{text}"))
}

/// An experiment of each topic, layout and player, for tests of all of them.
pub const KINDS: &[&str] = &[
    "alliances cards=32 improve=none",
    "alliances suits=2 ranks=3 improve=exchange",
    "alliances suits=3 ranks=4 improve=exchange player=perfect",
    "alliances suits=4 ranks=4 improve=none player=perfect",
    "bataille values=3 order=fixed shuffle=riffle:3",
    "bataille values=3 order=fixed shuffle=uniform max_rounds=4",
    "shuffle cards=52 riffles=5",
    "solitaire board=triangle:5 hole=12",
    "solitaire board=english hole=16",
    "alak cells=5 edge=ring own_group=captured players=random,random max_plies=9",
    "nim matches=20 takes=2,3 players=random,random",
    "nim matches=7 takes=5 players=random,perfect",
];

/// Returns the first experiment of each topic.
pub fn topics() -> Vec<&'static str> {
    let mut first = KINDS.to_vec();
    first.dedup_by_key(|name| name.split(' ').next());
    first
}

/// Returns the experiment with this name.
pub fn experiment(name: &str) -> Box<dyn Experiment> {
    from_name(name).unwrap_or_else(|| panic!("{name}"))
}

/// Returns a run of some deals.
pub fn run(experiment: &dyn Experiment, seed: u64, deals: u64) -> Run {
    let plan = experiment.plan(Seed(seed), deals);
    let run = experiment.run(plan, &RunOptions::default());
    run.expect("threads start")
}

/// Returns the summary of a run with the default intervals.
pub fn summary(run: &Run) -> Summary {
    let experiment = experiment(&run.plan.experiment);
    Summary::new(experiment.into(), run, Confidence::default())
}

/// Returns the options of a run on some threads in chunks of one size.
pub fn workers(threads: usize, chunk_size: u64) -> RunOptions<'static> {
    RunOptions {
        threads: Some(threads),
        chunk_size: Some(chunk_size),
        ..RunOptions::default()
    }
}

/// Returns the rule that a run ends with this half-width of the intervals in these rows.
pub fn stop_rule(precision: f64, rows: Option<&str>) -> StopRule {
    StopRule {
        precision,
        first_check: 0,
        rows: rows.map(|rows| rows.parse().expect("a choice of rows")),
        confidence: Confidence::default(),
    }
}

/// Returns a generator for test data that are not deals.
pub fn generator(number: u64) -> Pcg64Dxsm {
    stream(Seed(411), Purpose::Custom(0), number)
}

pub fn pack(suits: u8, ranks: u8) -> Pack {
    Pack::new(suits, ranks).expect("a pack")
}
