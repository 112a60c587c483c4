//! Compares the number of random games with a repeated position in the simulation and in a search of each game.

use super::rules_of;
use pioche_engine::experiments::duel::Pairing;
use pioche_engine::experiments::{Alak, Experiment};
use pioche_engine::games::MemoryLimit;
use pioche_engine::games::alak::{AlakRules, AlakState};
use pioche_engine::players::{PlayerSpec, Random, play_course};
use pioche_engine::rng::{Purpose, Seed, Streams};
use pioche_engine::sim::RunOptions;

/// Returns true if a position occurs twice in a game.
fn comes_back(rules: AlakRules, streams: &Streams, deal: u64) -> bool {
    let choices = [Purpose::Player1, Purpose::Player2].map(|purpose| streams.for_purpose(purpose));
    let [mut one, mut two] = choices.map(|family| family.stream(deal));
    let game = play_course(
        AlakState::new(rules),
        [&Random, &Random],
        [&mut one, &mut two],
        1000,
    )
    .unwrap();
    let met: Vec<AlakState> = game.states().collect();
    (1..met.len()).any(|later| met[..later].contains(&met[later]))
}

#[test]
fn repetitions_are_counted_in_endless_variants() {
    for (rules, some) in [
        ("5:line:captured", true),
        ("10:ring:captured", true),
        ("6:line:spared", false),
    ] {
        let rules = rules_of(rules);
        let question = Alak::new(
            AlakState::new(rules),
            Pairing([PlayerSpec::Random; 2]),
            None,
            MemoryLimit::default(),
        )
        .unwrap();
        let run = question
            .run(question.plan(Seed(3), 2000), &RunOptions::default())
            .unwrap();
        let streams = question.deal_streams(Seed(3));
        let expected = (0..2000)
            .filter(|&deal| comes_back(rules, &streams, deal))
            .count() as u64;
        let summary = crate::summary(&question, &run);
        let counted = summary.proportion("repetition").unwrap();
        assert_eq!((counted.count, counted.total), (expected, 2000), "{rules}");
        assert_eq!(expected > 0, some, "{rules}");
    }
}
