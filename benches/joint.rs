//! Measures settings that are simulated together beside the sum of their single runs, on one thread. Each bench asserts that
//! the runs are the same.
//!
//! `cargo bench --bench joint`; `PIOCHE_DEALS` sets the number of deals of all.

use pioche_engine::experiments::from_name;
use pioche_engine::sim::{Experiment, Joint, Run, RunOptions, Seed};
use std::sync::Arc;
use std::time::Instant;

/// The runs of each way, in turn.
const RUNS: usize = 9;

/// The topic and the settings of each member, and the number of deals.
const GROUPS: &[(&str, &[&str], u64)] = &[
    (
        "alliances cards=32",
        &["improve=none", "improve=none alliance=suit"],
        2_000_000,
    ),
    (
        "alliances cards=52",
        &["improve=none", "improve=none alliance=suit"],
        1_000_000,
    ),
    (
        "alliances cards=32",
        &["improve=none", "improve=exchange", "improve=swap"],
        50_000,
    ),
    (
        "alliances cards=32",
        &["improve=none", "improve=none player=perfect"],
        50_000,
    ),
    (
        "bataille values=13",
        &[
            "order=fixed shuffle=uniform",
            "order=alternating shuffle=uniform",
        ],
        60_000,
    ),
    (
        "nim matches=25 takes=2,3",
        &["players=random,random", "players=perfect,random"],
        200_000,
    ),
];

fn main() {
    println!(
        "{:>75} {:>9} {:>9} {:>6}",
        "settings", "alone", "together", "ratio"
    );
    for (start, members, deals) in GROUPS {
        let deals = std::env::var("PIOCHE_DEALS")
            .map_or(*deals, |number| number.parse().expect("a number of deals"));
        let members: Vec<Arc<dyn Experiment>> = members
            .iter()
            .map(|settings| {
                from_name(&format!("{start} {settings}"))
                    .expect("a name")
                    .into()
            })
            .collect();
        measure(&Joint::new(members).expect("the same deals"), deals);
    }
}

/// Times a joint run and its members alone in turn, and prints the medians.
fn measure(joint: &Joint, deals: u64) {
    let mut alone_times = Vec::new();
    let mut joint_times = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        let single_runs: Vec<Run> = joint
            .members
            .iter()
            .map(|member| run(member.as_ref(), deals))
            .collect();
        alone_times.push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let joint_run = run(joint, deals);
        joint_times.push(start.elapsed().as_secs_f64());
        assert_eq!(joint.member_runs(&joint_run), single_runs);
    }
    let alone = median(&mut alone_times);
    let together = median(&mut joint_times);
    let names: Vec<String> = joint.members.iter().map(|member| member.name()).collect();
    println!(
        "{:>75} {:>7.1}ms {:>7.1}ms {:>6.2}",
        names.join(" | ").chars().take(75).collect::<String>(),
        1e3 * alone,
        1e3 * together,
        together / alone
    );
}

fn run(experiment: &dyn Experiment, deals: u64) -> Run {
    let options = RunOptions {
        threads: Some(1),
        ..RunOptions::default()
    };
    let run = experiment.run(experiment.plan(Seed(1), deals), &options);
    run.expect("one thread starts")
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
