//! The chapter of bataille: outcomes and endless games, in both orders of laying.

use crate::{Chapter, Deals, Question, StudyRuns};
use minijinja::context;
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
            ..Question::USUAL
        },
        Question {
            name: "bataille-alternating",
            runs: &[FIXED, ALTERNATING],
            picture: |topic, runs, lang| topic.picture_of(("outcome", "endless"), runs, lang),
            ..Question::USUAL
        },
    ],
};

const FIXED: StudyRuns = StudyRuns("values=2..13 order=fixed", Deals::Scaled(100_000));
const ALTERNATING: StudyRuns = StudyRuns("values=2..13 order=alternating", Deals::Scaled(100_000));
