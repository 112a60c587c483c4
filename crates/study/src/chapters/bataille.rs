//! The chapter of bataille: outcomes and endless games, in both orders of laying.

use crate::{Chapter, Deals, Question, StudyRuns};
use minijinja::context;
use pioche_report::data_table::row_table;
use pioche_report::lang::Text;
use pioche_topics::bataille::TOPIC;

pub const CHAPTER: Chapter = Chapter {
    topic: &TOPIC,
    template: Text::new(
        include_str!("bataille.fr.md"),
        include_str!("bataille.en.md"),
    ),
    values: |_| context! {},
    questions: &[
        Question {
            name: "bataille-fixed",
            runs: &[FIXED],
            commands: &[],
            picture: |summaries, lang| TOPIC.picture(summaries, lang),
            table: row_table,
        },
        Question {
            name: "bataille-alternating",
            runs: &[FIXED, ALTERNATING],
            commands: &[],
            picture: |summaries, lang| TOPIC.picture_of(("outcome", "endless"), summaries, lang),
            table: row_table,
        },
    ],
};

const FIXED: StudyRuns = StudyRuns("values=2..13 order=fixed", Deals::Scaled(100_000));
const ALTERNATING: StudyRuns = StudyRuns("values=2..13 order=alternating", Deals::Scaled(100_000));
