//! The chapter of peg solitaire: solutions of the triangle.

use crate::{Chapter, Deals, LocalizedFile, Question, StudyRuns};
use minijinja::context;
use pioche_games::solitaire::TOPIC;

pub const CHAPTER: Chapter = Chapter {
    topic: &TOPIC,
    template: LocalizedFile {
        fr: include_str!("solitaire.fr.md"),
        en: include_str!("solitaire.en.md"),
    },
    values: |_| context! {},
    questions: &[Question {
        name: "solitaire-board",
        runs: &[StudyRuns("hole=all", Deals::Few)],
        solved: Some("hole=all count=yes"),
        commands: &["pioche solve solitaire --board triangle:5 --hole all --count"],
        ..Question::USUAL
    }],
};
