//! `check-solution`: a table of probabilities that somebody has made, held to ours.

pub mod rows;

use super::answer_verbs::{args, values};
use super::args::{AnswerFormat, IntervalArgs, MANY, SeedChoice, SingleArgs, deals, draw_seed, seed, threads};
use super::console::{Console, Done, Failure};
use super::files::read_tally;
use super::progress::ProgressLine;
use super::runner::play;
use super::signals;
use super::simulate::ended;
use crate::lang::{Glossary, Lang, Problem, either};
use crate::report::json::pretty;
use crate::report::solution::{self, Compared, disagreeing};
use crate::topics::given::Given;
use crate::topics::words::{TextRow as Row, meant};
use crate::topics::{Topic, topic};
use clap::ArgMatches;
use pioche_engine::sim::measure::{Estimand, Measure};
use pioche_engine::sim::{Experiment, Run, Seed, Stopped, Summary};
use pioche_engine::stats::Estimate;
use pioche_engine::stats::compare::holm;
use pioche_engine::stats::stated::{Difference, Known};
use rows::{Entry, Settings, TableFile, at, entries, topic_of};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Clone, Debug, clap::Args)]
pub struct Solution {
    /// CSV with the table: a heading, then a row for each number; `-` for the standard input
    #[arg(value_name = "FILE", required = true)]
    file: PathBuf,
    /// Master seed, or `random` to draw one and print it
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed, allow_hyphen_values = true)]
    seed: SeedChoice,
    /// Compare with the tally of an earlier run instead of playing; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with_all = ["deals", "seed", "threads"])]
    tally: Vec<PathBuf>,
    /// Number of deals to compare with, such as 10M [default: by the work of a deal]
    #[arg(help_heading = MANY, long, value_name = "N", value_parser = deals, allow_hyphen_values = true)]
    deals: Option<u64>,
    /// Threads [default: all cores]; they change no result
    #[arg(help_heading = MANY, long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    #[command(flatten)]
    intervals: IntervalArgs,
    #[command(flatten)]
    single: SingleArgs,
}

pub struct Match<'a> {
    entry: &'a Entry,
    run: usize,
    row: usize,
}

pub struct Source {
    question: Arc<dyn Experiment>,
    rows: Vec<Row>,
    measured: Vec<Measure>,
    found: Option<(Run, Summary)>,
}

impl Source {
    pub fn new(question: Arc<dyn Experiment>, found: Option<(Run, Summary)>) -> Self {
        let (columns, settings) = (question.info().columns, question.settings());
        let measured: Vec<Measure> = question.measures().into_iter().filter(Measure::is_estimated_row).collect();
        let rows = measured.iter().map(|measure| Row::from(&measure.row_key(&columns, &settings))).collect();
        Self { rows, measured, question, found }
    }
}

/// What was found in a table: rows of ours, and its own rows that have nothing to be compared with.
#[derive(Default)]
pub struct Found<'a> {
    pub matched: Vec<Match<'a>>,
    pub alone: Vec<String>,
}

pub fn run(matches: &ArgMatches, console: &Console) -> Result<Done, Failure> {
    let (named, below) = match matches.subcommand() {
        Some((name, below)) => (topic(name), below),
        None => (None, matches),
    };
    let asked: Solution = args(below)?;
    let table = TableFile::read(&asked.file)?;
    let topic = named.map_or_else(|| topic_of(&table), Ok)?;
    let entries = entries(&table, topic)?;
    let options = named.map(|_| below);
    let (mut sources, Found { matched, mut alone }) = if asked.tally.is_empty() {
        played(topic, options, (&entries, &table.file), console.lang)?
    } else {
        kept(topic, &asked, (&entries, &table.file))?
    };
    signals::poll();
    let seed = draw_seed(asked.seed, console)?;
    let of = sources.len();
    for (place, source) in sources.iter_mut().enumerate() {
        let own: Vec<&Match<'_>> = matched.iter().filter(|one| one.run == place).collect();
        if source.found.is_some() || own.is_empty() {
            continue;
        }
        // A share that is known exactly, and with it its spread, needs no deals but those that make the rows.
        let is_known = |measure: &Measure| {
            matches!(measure.estimand, Estimand::Share { .. } | Estimand::Custom(_)) && measure.exact_value().is_some()
        };
        let known = own.iter().all(|one| is_known(&source.measured[one.row]));
        let deals = if known { 64 } else { asked.deals.unwrap_or_else(|| source.question.info().default_deals) };
        let run = one(source, (seed, deals), &asked, (place + 1, of), console)?;
        if run.stopped == Stopped::Interrupted {
            return Ok(ended(&run, source.question.info().unit, console));
        }
        let IntervalArgs { confidence, interval } = asked.intervals;
        let summary = Summary::new(Arc::clone(&source.question), &run, confidence, interval);
        source.found = Some((run, summary));
    }
    let compared = compared(&matched, &sources, &asked.intervals, &mut alone, console.lang);
    if compared.is_empty() {
        let (file, rows) = (&table.file, alone.join(", "));
        return Err(Problem::said(
            format!("{file} : rien ne peut être comparé ; de {rows} aucune dispersion n'est connue"),
            format!("{file}: nothing can be compared; of {rows} no spread is known"),
        )
        .into());
    }
    let confidence = asked.intervals.confidence;
    let commands: Vec<String> =
        sources.iter().filter_map(|source| Some(source.found.as_ref()?.1.command.as_ref()?.to_string())).collect();
    let text = match asked.single.format {
        Some(AnswerFormat::Json) => pretty(&solution::json(&table.file, &compared, confidence, (&alone, &commands))),
        _ => solution::text(&table.file, &compared, confidence, (&alone, &commands), (console.lang, console.columns)),
    };
    console.print(text.as_bytes())?;
    Ok(if disagreeing(&compared, confidence) > 0 { Done::No } else { Done::Success })
}

/// The runs that a table asks for: one for each group of rows with the same settings, what the table does not say being
/// as it was typed.
pub fn played<'a>(
    topic: &Topic,
    options: Option<&ArgMatches>,
    (entries, file): (&'a [Entry], &str),
    lang: Lang,
) -> Result<(Vec<Source>, Found<'a>), Problem> {
    let face = &topic.simulate;
    let typed: HashMap<&'static str, String> = match options {
        Some(matches) => values(face.options, matches),
        None => {
            let default = |text: &str, opt: &crate::topics::setting::Opt| opt.understand(text);
            let all = face.options.iter().filter_map(|opt| Some((opt.setting.key, default(opt.default?, opt))));
            all.map(|(key, value)| value.map(|value| (key, value))).collect::<Result<_, _>>()?
        }
    };
    let (mut groups, mut sources) = (HashMap::<&Settings, std::ops::Range<usize>>::new(), Vec::new());
    let mut found = Found::default();
    for entry in entries {
        let runs = match groups.get(&entry.settings) {
            Some(runs) => runs.clone(),
            None => {
                let mut given = typed.clone();
                if ["suits", "ranks"].iter().any(|key| entry.settings.contains_key(key)) {
                    given.remove("cards");
                }
                given.extend(entry.settings.iter().map(|(key, value)| (*key, value.clone())));
                let given = Given::new(lang, (0, 0), given, None);
                let questions =
                    face.questions(&given).map_err(|problem| at(file, entry.line, entry.column, problem))?;
                let from = sources.len();
                sources.extend(questions.into_iter().map(|question| Source::new(question.into(), None)));
                groups.insert(&entry.settings, from..sources.len());
                from..sources.len()
            }
        };
        find(topic, entry, (&sources, runs), file, &mut found)?;
    }
    Ok((sources, found))
}

fn kept<'a>(
    topic: &Topic,
    asked: &Solution,
    (entries, file): (&'a [Entry], &str),
) -> Result<(Vec<Source>, Found<'a>), Problem> {
    let mut sources = Vec::new();
    for path in &asked.tally {
        let (question, run) = read_tally(path)?;
        let tally = super::files::name(path);
        if question.topic() != topic.name {
            return Err(Problem::TallyOfAnother { file: tally, game: question.topic().into() });
        }
        if run.tally.deals == 0 {
            return Err(Problem::TallyEmpty { file: tally });
        }
        let question: Arc<dyn Experiment> = question.into();
        let IntervalArgs { confidence, interval } = asked.intervals;
        let summary = Summary::new(Arc::clone(&question), &run, confidence, interval);
        sources.push(Source::new(question, Some((run, summary))));
    }
    let mut found = Found::default();
    for entry in entries {
        find(topic, entry, (&sources, 0..sources.len()), file, &mut found)?;
    }
    Ok((sources, found))
}

fn tails(rows: &[Row]) -> Vec<String> {
    let same = |key: &str| rows.iter().all(|row| row.get(key) == rows[0].get(key));
    let tail = |row: &Row| Row::new(row.cells().filter(|(key, _)| rows.len() < 2 || !same(key))).to_string();
    rows.iter().map(tail).collect()
}

/// Finds the row that an entry means. Fails when it is none of ours, or several.
pub fn find<'a>(
    topic: &Topic,
    entry: &'a Entry,
    (sources, runs): (&[Source], std::ops::Range<usize>),
    file: &str,
    all: &mut Found<'a>,
) -> Result<(), Problem> {
    let mut found = Vec::new();
    for run in runs.clone() {
        let rows = &sources[run].rows;
        let row = meant(&topic.words, rows, &entry.row).and_then(|row| row.last_of(rows));
        found.extend(row.map(|row| Match { entry, run, row }));
    }
    if found.len() > 1 {
        let rows: Vec<Row> = found.iter().map(|one| sources[one.run].rows[one.row].clone()).collect();
        let problem = Problem::SeveralRows { text: entry.row.to_string(), choices: tails(&rows) };
        return Err(at(file, entry.line, entry.column, problem));
    }
    if found.is_empty() {
        // A row of ours that has no interval, such as a norm, cannot be compared.
        if entry.row.cells().last().is_none_or(|(_, value)| topic.words.find(value).is_none()) {
            let rows: Vec<Row> = sources[runs].iter().flat_map(|source| source.rows.clone()).collect();
            let problem = Problem::NoSuchRow { row: entry.row.to_string(), choices: tails(&rows) };
            return Err(at(file, entry.line, entry.column, problem));
        }
        all.alone.push(entry.row.to_string());
    }
    all.matched.extend(found.pop());
    Ok(())
}

fn one(
    source: &Source,
    (seed, deals): (Seed, u64),
    asked: &Solution,
    place: (usize, usize),
    console: &Console,
) -> Result<Run, Problem> {
    let plan = source.question.plan(seed, deals);
    let bar = ProgressLine::of_run(console, source.question.as_ref(), place, Some(deals));
    let begun = Run::empty(plan, source.question.layout());
    let mut look = |run: &Run| {
        bar.set(run.tally.deals);
    };
    play(&source.question, (begun, 0..deals), asked.threads, &mut look, console)
}

/// All rows, compared, and corrected for their number; those whose spread is not known stay alone.
pub fn compared(
    matched: &[Match<'_>],
    sources: &[Source],
    intervals: &IntervalArgs,
    alone: &mut Vec<String>,
    lang: Lang,
) -> Vec<Compared> {
    let how = (intervals.interval, intervals.confidence);
    let rows: Vec<Row> = matched.iter().map(|one| sources[one.run].rows[one.row].clone()).collect();
    let mut lines: HashMap<String, u32> = HashMap::new();
    rows.iter().for_each(|row| *lines.entry(row.to_string()).or_default() += 1);
    let mut all: Vec<Compared> = Vec::new();
    for (one, (row, name)) in matched.iter().zip(rows.iter().zip(tails(&rows))) {
        // What stands twice in the table is told apart by its line.
        let name = match (lines[&row.to_string()], one.entry.line) {
            (1, _) => name,
            (_, line) => {
                let row = &one.entry.row;
                either!(lang, "{row}, ligne {line}", "{row}, line {line}")
            }
        };
        let source = &sources[one.run];
        let Some((run, _)) = &source.found else { continue };
        let measure = &source.measured[one.row];
        let found = measure.estimate_from(&run.tally, how).unwrap_or(Estimate::UNKNOWN);
        let error = found.error(intervals.confidence);
        let exact = measure.exact_value();
        let known = match (exact, measure.proportion(&run.tally)) {
            (Some(exact), Some(_)) => Known::Exact(exact),
            (None, Some(share)) => Known::Share(share),
            (_, None) => Known::Mean {
                value: exact.unwrap_or(found.value),
                exact: exact.is_some(),
                error,
                deals: run.tally.deals,
            },
        };
        let spread = matches!(known, Known::Exact(_) | Known::Share(_)) || error.is_finite() && error > 0.0;
        if !spread || found.value.is_nan() {
            alone.push(row.to_string());
            continue;
        }
        let difference: Difference = one.entry.stated.differs(known);
        all.push(Compared {
            line: one.entry.line,
            cells: row.cells().map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
            name,
            stated: one.entry.stated,
            written: one.entry.written.clone(),
            known,
            interval: exact.is_none().then_some(found.interval),
            difference,
            adjusted: 1.0,
        });
    }
    let tests: Vec<f64> = all.iter().map(|one| one.difference.probability).collect();
    for (one, adjusted) in all.iter_mut().zip(holm(&tests)) {
        one.adjusted = adjusted;
    }
    all
}
