//! The targets that hold what people write to numbers of ours, of a few deals: tables, digits; and what is read
//! back of a run, a game and a study.

use super::table::GAMES;
use super::{chosen, said, saved_game, tally, text};
use crate::cli::args::{IntervalArgs, SimulateArgs};
use crate::cli::solution::rows::{TableFile, entries, topic_of};
use crate::cli::solution::{Found, Source, compared, find, played};
use crate::cli::study::folder::{Identity, ours, written};
use crate::cli::{aims, answer};
use crate::lang::{Lang, Problem};
use crate::report::solution as told;
use crate::topics::setting::{count, real};
use crate::topics::{TOPICS, Topic};
use pioche_engine::experiments::{Experiment, named};
use pioche_engine::sim::{Row, Run, RunOptions, Seed, Summary, tally_file};
use pioche_engine::stats::digits as rule;
use pioche_engine::stats::{Confidence, Interval, Method};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// Some runs of a topic.
struct Few {
    topic: &'static Topic,
    questions: Vec<Arc<dyn Experiment>>,
    runs: Vec<Run>,
    summaries: Vec<Summary>,
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
        let questions: Vec<Arc<dyn Experiment>> =
            study.into_iter().step_by(apart).map(|(question, _)| question.into()).collect();
        let play = |question: &Arc<dyn Experiment>| {
            question.run(question.plan(Seed(1), 64), &RunOptions::default()).expect("threads")
        };
        let runs: Vec<Run> = questions.iter().map(play).collect();
        let both = || questions.iter().zip(&runs);
        let summary =
            |(question, run): (&Arc<dyn Experiment>, &Run)| question.summary(run, Confidence::default(), METHOD);
        let source = |(question, run): (&Arc<dyn Experiment>, &Run)| {
            let twin = named(&question.name()).expect("it is known by its name");
            Source::new(twin, Some((run.clone(), summary((question, run)))))
        };
        Self { topic, summaries: both().map(summary).collect(), sources: both().map(source).collect(), questions, runs }
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

/// `--digits` of a topic, which the first byte chooses, and of a row: lines with their number, an interval, and the row.
/// What is planned is read again as tallies have it.
pub fn digits(data: &[u8]) {
    static COMMON: OnceLock<SimulateArgs> = OnceLock::new();
    let common = COMMON.get_or_init(|| {
        let matches = crate::cli::grammar(Lang::En).get_matches_from(["pioche", "simulate", "nim"]);
        let below = |matches: &clap::ArgMatches| matches.subcommand().expect("a command").1.clone();
        answer::args(&below(&below(&matches))).expect("the usual options")
    });
    let Some((few, rest)) = chosen(few(), data) else { return };
    let text = text(rest);
    let mut lines = text.split('\n');
    let mut next = || lines.next().unwrap_or_default();
    let (asked, ends) = (count(next(), 1, rule::MOST.into()), [next(), next()].map(real));
    let cells = few.topic.simulate.row.iter().filter_map(|opt| {
        let value = opt.understand(next()).ok().or(opt.default.map(str::to_owned))?;
        Some((opt.setting.key, value))
    });
    let row = Row::new(cells);
    match asked {
        Ok(digits) => {
            let common = SimulateArgs { digits: Some(digits as u32), ..common.clone() };
            for (question, run) in few.questions.iter().zip(&few.runs) {
                match aims::plan(&common, (few.topic.simulate.row, &row), question.as_ref(), Seed(1)) {
                    Ok(plan) => {
                        let aim = question.aim(plan.precision.as_ref().expect("digits"), &run.tally);
                        assert_eq!(aim.is_reached(), aim.excess() <= 1.0);
                        let begun = Run::nothing(plan, question.layout());
                        let read = tally_file::read(&tally_file::write(&begun), named);
                        assert_eq!(read.map(|(_, run)| run), Ok(begun));
                    }
                    Err(problem) => said(&problem),
                }
            }
        }
        Err(problem) => said(&problem),
    }
    if let [Some(one), Some(other)] = ends {
        rounds(one, other);
    }
}

/// What two ends say of the digits between them agrees.
fn rounds(one: f64, other: f64) {
    let interval = Interval { low: one.min(other), high: one.max(other) };
    if one.is_nan() || other.is_nan() {
        return;
    }
    let middle = interval.low / 2.0 + interval.high / 2.0;
    let known = |digits| rule::known(interval, digits);
    for digits in 1..=rule::MOST {
        let excess = rule::excess(middle, interval, digits);
        assert_eq!(excess <= 1.0, known(digits) != rule::Known::Nothing, "{interval:?}, {digits}: {excess}");
        match known(digits) {
            rule::Known::Nothing => {}
            rule::Known::Edge(below, above) => assert!(below < above, "{interval:?}, {digits}"),
            rule::Known::Digits(value) => {
                let written = format!("{value:.*}", rule::decimals(value, digits));
                assert_eq!((rule::rounded(value, digits), written.parse()), (value, Ok(value)), "{interval:?}");
            }
        }
    }
    if let Some((digits, value)) = rule::certain(interval) {
        assert_eq!(known(digits), rule::Known::Digits(value));
    }
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
    let files = written(&found);
    assert!(files.iter().all(|file| !file.contains('/') && file != ".."));
    let identity = Identity::of(Seed(1), 0.5, 0.95, "exact");
    if let Some((found, asked)) = identity.differs(&found) {
        assert!(!found.contains(char::is_control) && !asked.is_empty());
    }
    let again = ours(identity.marker(&files).as_bytes()).expect("one of ours");
    assert_eq!((identity.differs(&again), written(&again)), (None, files));
}
