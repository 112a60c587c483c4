//! The chapter of the patience: piles left, and small changes of the stock.

use crate::values::page_runs;
use crate::{Chapter, Deals, Question, StudyRuns};
use minijinja::context;
use pioche_engine::cards::Pack;
use pioche_engine::sim::{RowSelection, Summary};
use pioche_report::data_table::{measure_table, row_table};
use pioche_report::lang::Text;
use pioche_topics::alliances::{TOPIC, run_experiment};

pub const CHAPTER: Chapter = Chapter {
    topic: &TOPIC,
    template: Text::new(
        include_str!("alliances.fr.md"),
        include_str!("alliances.en.md"),
    ),
    values: |summaries| {
        let of_pack = |pack| page_runs(&runs_of_pack(summaries, pack));
        context! { piquet => of_pack(Pack::PIQUET), full => of_pack(Pack::FULL) }
    },
    questions: &[
        Question {
            name: "alliances-win",
            runs: &[UNCHANGED],
            commands: &[],
            picture: |summaries, lang| TOPIC.picture(summaries, lang),
            table: row_table,
        },
        Question {
            name: "alliances-piles",
            runs: &[UNCHANGED],
            commands: &[],
            picture: |summaries, lang| {
                TOPIC.picture_of((RowSelection::STATISTIC, "nb_tas"), summaries, lang)
            },
            table: measure_table,
        },
        Question {
            name: "alliances-exchange",
            runs: &[UNCHANGED, EXCHANGED],
            commands: &[],
            picture: |summaries, lang| TOPIC.picture(&runs_of_pack(summaries, Pack::PIQUET), lang),
            table: measure_table,
        },
        Question {
            name: "alliances-change",
            runs: &[
                UNCHANGED,
                EXCHANGED,
                StudyRuns("cards=32,52 improve=swap,move", Deals::Scaled(50_000)),
            ],
            commands: &[],
            picture: |summaries, lang| TOPIC.picture(summaries, lang),
            table: measure_table,
        },
    ],
};

const UNCHANGED: StudyRuns = StudyRuns("cards=32,52", Deals::Scaled(100_000_000));
const EXCHANGED: StudyRuns = StudyRuns("cards=32,52 improve=exchange", Deals::Scaled(1_000_000));

/// Returns the runs with a pack: without a change of the stock, then with each change.
fn runs_of_pack(summaries: &[Summary], pack: Pack) -> Vec<Summary> {
    let is_of_pack = |summary: &&Summary| run_experiment(summary).pack() == pack;
    summaries.iter().filter(is_of_pack).cloned().collect()
}
