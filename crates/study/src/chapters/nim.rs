//! The chapter of Nim: perfect play, and the handout's computer.

use crate::{Chapter, Deals, LocalizedFile, Question, StudyRuns};
use minijinja::{Value, context};
use pioche_engine::games::Player;
use pioche_engine::games::nim::{NimRules, NimSolution, handout_take};
use pioche_games::nim::TOPIC;

pub const CHAPTER: Chapter = Chapter {
    topic: &TOPIC,
    template: LocalizedFile {
        fr: include_str!("nim.fr.md"),
        en: include_str!("nim.en.md"),
    },
    values: |_| {
        let solution = NimSolution::new(&NimRules::default(), MAX_MATCHES);
        let rows: Vec<Value> = (2..=MAX_MATCHES)
            .map(|matches| start_value(&solution, matches))
            .collect();
        context! { rows }
    },
    questions: &[Question {
        name: "nim-values",
        runs: &[StudyRuns(
            "matches=2..25 players=perfect,perfect",
            Deals::Few,
        )],
        commands: &[
            "pioche solve nim --matches 2..25",
            "pioche simulate nim --matches 2..25 --players handout,perfect",
        ],
        ..Question::USUAL
    }],
};

const MAX_MATCHES: u32 = 25;

/// Returns the value and the best takes of a start, and what the handout's computer takes as player 1.
fn start_value(solution: &NimSolution, matches: u32) -> Value {
    let best_takes = solution.best_takes(matches);
    let handout_take = handout_take(matches, Player::One);
    let is_error = handout_take.is_some_and(|take| !best_takes.contains(&take));
    let value = solution.value(matches).map(|value| value.name());
    context! { matches, value, best_takes, handout_take, is_error }
}
