//! The runs of the committed study, and tests of its figures, tables and texts.

mod charts;
pub mod figures;
mod tables;
mod terminal;

use crate::chapters::chapter_of;
use pioche_engine::experiments::from_name;
use pioche_engine::sim::{Experiment, Run, RunOptions, Seed, Summary, tally_file};
use pioche_report::command::file_stem;
use pioche_report::lang::Lang;
use pioche_topics::{TOPICS, Topic};
use std::path::Path;
use std::sync::LazyLock;

/// The summaries of the committed study by topic; a missing tally is replaced by a run of 640 deals.
pub static STUDY_SUMMARIES: LazyLock<Vec<(&'static Topic, Vec<Summary>)>> = LazyLock::new(|| {
    let folder = Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../results/tallies"
    ));
    let summary = |question: &dyn Experiment| {
        let name = file_stem(&question.plan(Seed(1), 64).experiment);
        let tally = std::fs::read_to_string(folder.join(format!("{name}.tally"))).ok();
        let run = tally
            .and_then(|tally| tally_file::parse(&tally, from_name).ok())
            .map(|(_, run)| run);
        let run = run.unwrap_or_else(|| short_run(question, 640));
        summary_of(question, &run)
    };
    let of = |topic: &&'static Topic| {
        (
            *topic,
            (topic.study_runs)()
                .iter()
                .map(|(one, _)| summary(one.as_ref()))
                .collect(),
        )
    };
    TOPICS.iter().map(of).collect()
});

/// Returns the summary of a run with the default intervals.
pub fn summary_of(experiment: &dyn Experiment, run: &Run) -> Summary {
    let experiment = from_name(&experiment.name()).expect("the name is known");
    Summary::new(experiment.into(), run, Default::default())
}

fn short_run(question: &dyn Experiment, deals: u64) -> Run {
    question
        .run(question.plan(Seed(1), deals), &RunOptions::default())
        .expect("threads can be started")
}

/// Each figure of a chapter is drawn from the runs of the study, in both languages.
#[test]
fn figures_of_every_chapter_are_drawn() {
    for (topic, summaries) in &*STUDY_SUMMARIES {
        let chapter = chapter_of(topic).expect("a chapter");
        for lang in [Lang::Fr, Lang::En] {
            let figures = chapter.draw_figures(summaries, lang);
            assert_eq!(figures.len(), chapter.figures.len(), "{}", topic.name);
        }
    }
}
