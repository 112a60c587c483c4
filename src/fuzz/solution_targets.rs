//! Fuzz targets of `check-solution`, and of the headers of saved runs, games and studies.

use super::play_targets::SAVED_GAMES;
use super::{assert_both_languages, choose_by_first_byte, lossy_text, saved_game, tally};
use crate::cli::args::IntervalArgs;
use crate::cli::solution::columns::topic_from_headings;
use crate::cli::solution::matching::{ReferenceSimulation, TableMatcher};
use crate::cli::solution::references;
use crate::cli::solution::table_file::TableFile;
use crate::cli::study::folder::{
    ChapterSelection, StudyIdentity, files_in_marker, parse_chapters, parse_marker,
};
use crate::lang::{Lang, Problem};
use crate::report::solution_report::SolutionReport;
use crate::topics::verb::default_values;
use crate::topics::{TOPICS, Topic};
use pioche_engine::experiments::{Experiment, from_name};
use pioche_engine::sim::{Run, RunOptions, Seed, tally_file};
use pioche_engine::stats::{Confidence, ProportionMethod};
use std::sync::OnceLock;

/// Short runs of a topic.
struct Few {
    topic: &'static Topic,
    runs: Vec<(Box<dyn Experiment>, Run)>,
}

const METHOD: ProportionMethod = ProportionMethod::Exact;

/// Returns short runs of each topic: at most four experiments of its study, with 64 deals each.
fn few() -> &'static [Few] {
    static ALL: OnceLock<Vec<Few>> = OnceLock::new();
    ALL.get_or_init(|| TOPICS.iter().map(|topic| Few::new(topic)).collect())
}

impl Few {
    fn new(topic: &'static Topic) -> Self {
        let study = (topic.study_runs)();
        let apart = study.len().div_ceil(4);
        let play = |(experiment, _): (Box<dyn Experiment>, u64)| {
            let run = experiment
                .run(experiment.plan(Seed(1), 64), &RunOptions::default())
                .expect("threads");
            (experiment, run)
        };
        Self {
            topic,
            runs: study.into_iter().step_by(apart).map(play).collect(),
        }
    }

    /// Returns the runs as reference simulations.
    fn sources(&self) -> Vec<ReferenceSimulation> {
        let source = |(experiment, run): &(Box<dyn Experiment>, Run)| {
            ReferenceSimulation::new(
                from_name(&experiment.name())
                    .expect("a known experiment")
                    .into(),
                Some(run.clone()),
            )
        };
        self.runs.iter().map(source).collect()
    }
}

/// Parses a table in any encoding, matches its rows with simulations, and compares them with short runs.
pub fn solution(data: &[u8]) {
    if let Err(problem) = checked(data) {
        assert_both_languages(&problem);
    }
}

fn checked(data: &[u8]) -> Result<(), Problem> {
    let table = TableFile::parse("table".into(), data.to_vec())?;
    let topic = topic_from_headings(&table)?;
    TableMatcher::new(
        topic,
        &table,
        Some(default_values(topic.simulate.options)),
        Vec::new(),
    )
    .match_rows()?;
    let few = few()
        .iter()
        .find(|few| few.topic.name == topic.name)
        .expect("each topic has some");
    let matched = TableMatcher::new(topic, &table, None, few.sources()).match_rows()?;
    let confidence = Confidence::default();
    let references = references(
        topic,
        &matched,
        &IntervalArgs {
            confidence,
            interval: METHOD,
        },
    );
    assert_eq!(references.len(), matched.references.len());
    let report = SolutionReport::new(
        "table",
        &matched.rows,
        &references,
        &matched.blank_lines,
        confidence,
        Vec::new(),
    );
    for lang in [Lang::En, Lang::Fr] {
        let text = report.text(lang, 80);
        assert!(!text.contains('\u{1b}'), "{text}");
    }
    let mut json = String::new();
    let printed: Result<(), ()> = report.write_json(|part| {
        json.push_str(part);
        Ok(())
    });
    assert!(
        printed.is_ok() && serde_json::from_str::<serde_json::Value>(&json).is_ok(),
        "{json}"
    );
    Ok(())
}

/// Replaces lines of a saved game or tally, which the first byte chooses, by the input lines, and parses the result.
/// The input is also parsed as the `study.json` of a study.
pub fn headers(data: &[u8]) {
    static SAVED: OnceLock<Vec<String>> = OnceLock::new();
    let saved = SAVED.get_or_init(|| {
        let tallies = few()
            .iter()
            .flat_map(|few| few.runs.iter().map(|(_, run)| tally_file::to_text(run)));
        SAVED_GAMES
            .map(str::to_owned)
            .into_iter()
            .chain(tallies)
            .collect()
    });
    marker(data);
    let Some((saved, rest)) = choose_by_first_byte(saved, data) else {
        return;
    };
    let amended = amended(saved, &lossy_text(rest));
    tally(amended.as_bytes());
    saved_game(amended.as_bytes());
}

/// Replaces lines of `text` by those of `lines` with the same first word; new lines follow the last replaced one.
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

/// Parses the marker of a study; an accepted marker must survive a round trip through its text.
fn marker(data: &[u8]) {
    let Some(found) = parse_marker(data) else {
        return;
    };
    let files = files_in_marker(&found);
    assert!(files.iter().all(|file| !file.contains('/') && file != ".."));
    let some_chapters = parse_chapters("nim,reussite").expect("names of topics");
    for chapters in [ChapterSelection::all(), some_chapters] {
        let identity = StudyIdentity::new(&chapters, Seed(1), 0.5, 0.95, "exact");
        if let Some((found, asked)) = identity.option_differences(&found) {
            assert!(!found.contains(char::is_control) && !asked.is_empty());
        }
        let again = parse_marker(identity.marker_json(&files).as_bytes()).expect("one of ours");
        assert_eq!(identity.option_differences(&again), None);
        assert_eq!(files_in_marker(&again), files);
    }
}
