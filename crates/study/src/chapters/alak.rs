//! The chapter of Alak: results of perfect play, then of random players.

use crate::{Chapter, Deals, LocalizedFile, Question, StudyRuns};
use minijinja::context;
use pioche_games::alak::TOPIC;

pub const CHAPTER: Chapter = Chapter {
    topic: &TOPIC,
    template: LocalizedFile {
        fr: include_str!("alak.fr.md"),
        en: include_str!("alak.en.md"),
    },
    values: |_| context! {},
    questions: &[
        Question {
            name: "alak-values",
            solved: Some("cells=1..12 edge=line,ring own_group=spared,captured"),
            commands: &[
                "pioche solve alak --cells 1..12 --edge line,ring --own-group spared,captured",
            ],
            ..Question::USUAL
        },
        Question {
            name: "alak-shares",
            runs: &[StudyRuns(
                "cells=2..9 edge=line,ring own_group=spared,captured",
                Deals::Few,
            )],
            ..Question::USUAL
        },
    ],
};
