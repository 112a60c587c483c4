//! The targets that hold what people write to numbers of ours, of a few deals: tables; and what is read back of a run, a
//! game and a study.

use super::table::GAMES;
use super::{chosen, said, saved_game, tally, text};
use crate::cli::args::IntervalArgs;
use crate::cli::solution::rows::{TableFile, entries, topic_of};
use crate::cli::solution::{Found, Source, compared, find, played};
use crate::cli::study::folder::{Identity, ours, study_files};
use crate::lang::{Lang, Problem};
use crate::report::solution as told;
use crate::topics::{TOPICS, Topic};
use pioche_engine::experiments::Experiment;
use pioche_engine::sim::Summary;
use pioche_engine::sim::{Run, RunOptions, Seed, tally_file};
use pioche_engine::stats::{Confidence, Method};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::OnceLock;

/// Some runs of a topic.
struct Few {
    topic: &'static Topic,
    runs: Vec<Run>,
    /// The same, to be compared with.
    sources: Vec<Source>,
}

const METHOD: Method = Method::Exact;

/// Some of each topic's study, in a few deals.
fn few() -> &'static [Few] {
    static ALL: OnceLock<Vec<Few>> = OnceLock::new();
    ALL.get_or_init(|| TOPICS.iter().map(|topic| Few::of(topic)).collect())
}

impl Few {
    fn of(topic: &'static Topic) -> Self {
        let study = (topic.study)();
        let apart = study.len().div_ceil(4);
        let play = |(question, _): (Box<dyn Experiment>, u64)| {
            let run = question.run(question.plan(Seed(1), 64), &RunOptions::default()).expect("threads");
            let question: Arc<dyn Experiment> = question.into();
            let summary = Summary::new(Arc::clone(&question), &run, Confidence::default(), METHOD);
            (run.clone(), Source::new(question, Some((run, summary))))
        };
        let (runs, sources) = study.into_iter().step_by(apart).map(play).unzip();
        Self { topic, runs, sources }
    }
}

/// A table that somebody has made, in any encoding: held to rows of ours, and to those that its own settings ask for.
pub fn solution(data: &[u8]) {
    if let Err(problem) = held(data) {
        said(&problem);
    }
}

fn held(data: &[u8]) -> Result<(), Problem> {
    let table = TableFile::of("table".into(), data)?;
    let topic = topic_of(&table)?;
    let entries = entries(&table, topic)?;
    let settings: BTreeSet<_> = entries.iter().map(|entry| &entry.settings).collect();
    if settings.len() <= 3 {
        let (_, found) = played(topic, None, (&entries, &table.file), Lang::En)?;
        assert_eq!(found.matched.len() + found.alone.len(), entries.len());
    }
    let few = few().iter().find(|few| few.topic.name == topic.name).expect("each topic has some");
    let mut found = Found::default();
    for entry in &entries {
        find(topic, entry, (&few.sources, 0..few.sources.len()), &table.file, &mut found)?;
    }
    let Found { matched, mut alone } = found;
    let confidence = Confidence::default();
    for lang in [Lang::En, Lang::Fr] {
        let intervals = IntervalArgs { confidence, interval: METHOD };
        let all = compared(&matched, &few.sources, &intervals, &mut alone, lang);
        let text = told::text(&table.file, &all, confidence, (&alone, &[]), (lang, 80));
        assert!(!text.contains('\u{1b}'), "{text}");
        assert!(told::json(&table.file, &all, confidence, (&alone, &[])).is_object());
    }
    Ok(())
}

/// What was saved beside counts and moves: lines that take the place of those of a tally or of a kept game, which the first
/// byte chooses; and the same as the `study.json` of a study.
pub fn headers(data: &[u8]) {
    static SAVED: OnceLock<Vec<String>> = OnceLock::new();
    let saved = SAVED.get_or_init(|| {
        let tallies = few().iter().flat_map(|few| few.runs.iter().map(tally_file::write));
        GAMES.map(str::to_owned).into_iter().chain(tallies).collect()
    });
    marker(data);
    let Some((saved, rest)) = chosen(saved, data) else { return };
    let amended = amended(saved, &text(rest));
    tally(amended.as_bytes());
    saved_game(amended.as_bytes());
}

/// A text with some lines in the place of those that begin with the same word; others come after the one before.
fn amended(text: &str, lines: &str) -> String {
    let mut all: Vec<&str> = text.split('\n').collect();
    let key = |line: &str| line.split(' ').next().map(str::to_owned);
    let mut place = 0;
    for line in lines.lines() {
        match all.iter().position(|known| key(known) == key(line)) {
            Some(known) => (all[known], place) = (line, known),
            None => all.insert(place + 1, line),
        }
    }
    all.join("\n")
}

/// The marker of a study is taken for one of ours, or not; what is written in its place says the same.
fn marker(data: &[u8]) {
    let Some(found) = ours(data) else { return };
    let files = study_files(&found);
    assert!(files.iter().all(|file| !file.contains('/') && file != ".."));
    let identity = Identity::new(Seed(1), 0.5, 0.95, "exact");
    if let Some((found, asked)) = identity.differs(&found) {
        assert!(!found.contains(char::is_control) && !asked.is_empty());
    }
    let again = ours(identity.marker(&files).as_bytes()).expect("one of ours");
    assert_eq!((identity.differs(&again), study_files(&again)), (None, files));
}
