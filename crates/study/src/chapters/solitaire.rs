//! The chapter of peg solitaire: solutions of the triangle.

use crate::values::NumberValue;
use crate::{Chapter, Deals, LocalizedFile, Question, StudyRuns};
use minijinja::{Value, context};
use pioche_engine::experiments::Solitaire;
use pioche_engine::games::MemoryLimit;
use pioche_engine::games::solitaire::{GameCounts, SolitaireState, first_solution};
use pioche_engine::sim::Summary;
use pioche_games::solitaire::{TOPIC, jumps_text};
use pioche_report::number::PageNumber;
use pioche_report::table::{Cell, Table};

pub const CHAPTER: Chapter = Chapter {
    topic: &TOPIC,
    template: LocalizedFile {
        fr: include_str!("solitaire.fr.md"),
        en: include_str!("solitaire.en.md"),
    },
    values: |summaries| {
        let holes: Value = solved_holes(summaries).iter().map(hole_value).collect();
        context! { holes }
    },
    questions: &[Question {
        name: "solitaire-board",
        runs: &[StudyRuns("hole=all", Deals::Few)],
        commands: &["pioche solve solitaire --board triangle:5 --hole all --count"],
        table: hole_table,
        ..Question::USUAL
    }],
};

/// The solutions of the triangle with one hole.
struct SolvedHole {
    hole: usize,
    first_solution: String,
    solution_count: u64,
    /// The exact probability that a random player wins.
    random_win: f64,
}

/// Solves the triangle from the hole of each run.
fn solved_holes(summaries: &[Summary]) -> Vec<SolvedHole> {
    let solve = |summary: &Summary| {
        let experiment: &Solitaire = summary.experiment_as()?;
        let hole = experiment.hole();
        let start = SolitaireState::new(experiment.board(), hole).ok()?;
        let jumps = first_solution(&start, MemoryLimit::default()).ok()??;
        Some(SolvedHole {
            hole,
            first_solution: jumps_text(jumps),
            solution_count: GameCounts::new(&start)?.solutions.try_into().ok()?,
            random_win: summary.exact_value("1")?,
        })
    };
    summaries.iter().filter_map(solve).collect()
}

fn hole_value(solved: &SolvedHole) -> Value {
    context! {
        hole => solved.hole,
        first_solution => solved.first_solution.clone(),
        solution_count => solved.solution_count,
        random_win => Value::from(NumberValue(PageNumber::exact(solved.random_win))),
    }
}

fn hole_table(summaries: &[Summary]) -> Table {
    let row = |solved: &SolvedHole| {
        vec![
            Cell::from(solved.hole as u64),
            Cell::from(solved.solution_count),
            Cell::Real(solved.random_win),
            Cell::Text(solved.first_solution.clone()),
        ]
    };
    let columns = ["hole", "solutions", "random_win", "first_solution"];
    Table::new(&columns, solved_holes(summaries).iter().map(row).collect())
}
