//! `check-solution`: compares the numbers of a table with simulations and exact values.

pub mod columns;
mod diagnosis;
pub mod matching;
pub mod table_file;

use super::answer_verbs::{explicit_setting_values, parse_args, setting_values};
use super::args::{
    AnswerFormat, FormatArgs, IntervalArgs, SeedArgs, ThreadArgs, WORKLOAD_HEADING, options,
    parse_deals,
};
use super::console::{CommandOutcome, Console, Failure};
use super::files::read_nonempty_tally;
use super::progress::CommandProgress;
use super::runner::play_deals;
use super::signals;
use super::simulate::report_if_interrupted;
use crate::lang::{Problem, release_spaces};
use crate::report::solution_report::{SolutionReference, SolutionReport};
use crate::topics::verb::{SettingValues, default_values};
use crate::topics::{Topic, find_topic};
use clap::ArgMatches;
use columns::{example_table_csv, topic_from_headings};
use diagnosis::Diagnosis;
use matching::{
    MatchedTable, ReferenceRow, ReferenceSimulation, RowCells, TableMatcher,
    distinguishing_row_labels,
};
use pioche_engine::sim::measure::Estimand;
use pioche_engine::sim::{Measure, Run, Seed, StopReason, Summary};
use pioche_engine::stats::Estimate;
use pioche_engine::stats::reference::ReferenceValue;
use std::path::PathBuf;
use std::sync::Arc;
use table_file::TableFile;

options! {
    #[derive(Clone, Debug)]
    pub struct CheckSolutionArgs {
        #[arg(value_name = "FILE", required = true)]
        file: Option<PathBuf> =
            "Fichier CSV du tableau : une ligne de titres, puis une ligne par probabilité ; « - » pour l'entrée standard",
            "CSV file of the table: a line of headings, then one row per probability; `-` for the standard input";
        seed: SeedArgs = flatten;
        #[arg(long, value_name = "FILE", conflicts_with_all = ["deals", "seed", "threads"])]
        tally: Vec<PathBuf> =
            "Compare au décompte d'une simulation déjà faite, au lieu de simuler ; peut être répété",
            "Compare with the tally of an earlier run instead of simulating; may be given several times";
        #[arg(help_heading = WORKLOAD_HEADING, long, value_name = "N", value_parser = parse_deals, allow_hyphen_values = true)]
        deals: Option<u64> =
            "Nombre de donnes de la comparaison, tel que 10M [défaut :\u{a0}selon la durée d'une donne]",
            "Number of deals to compare with, such as 10M [default: depends on how long a deal takes]";
        threads: ThreadArgs = flatten;
        intervals: IntervalArgs = flatten;
        single: FormatArgs = flatten;
    }
}

pub fn run(matches: &ArgMatches, console: &Console) -> Result<CommandOutcome, Failure> {
    let (named, matches) = match matches.subcommand() {
        Some((name, below)) => (find_topic(name), below),
        None => (None, matches),
    };
    let args: CheckSolutionArgs = parse_args(matches)?;
    match (&args.file, named) {
        (Some(file), _) => check_table(&TableFile::read(file)?, named, &args, matches, console),
        (None, Some(topic)) => print_template(topic, &args, matches, console),
        (None, None) => Err(Problem::missing_argument("FILE").into()),
    }
}

fn print_template(
    topic: &'static Topic,
    args: &CheckSolutionArgs,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    const DEALS: u64 = 1000;
    let values = setting_values(topic.simulate.options, matches);
    let experiments = topic.simulate.all_experiments(console.lang, &values)?;
    let sample = (args.seed.resolve(console)?, args.deals.unwrap_or(DEALS));
    let experiment = experiments
        .first()
        .expect("a list of settings is not empty");
    console
        .print(example_table_csv(topic, experiment.as_ref(), sample, console.lang)?.as_bytes())?;
    Ok(CommandOutcome::Success)
}

fn check_table(
    table: &TableFile,
    named: Option<&'static Topic>,
    args: &CheckSolutionArgs,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let topic = named.map_or_else(|| topic_from_headings(table), Ok)?;
    let defaults = match (args.tally.as_slice(), named) {
        ([], Some(_)) => Some(setting_values(topic.simulate.options, matches)),
        ([], None) => Some(default_values(topic.simulate.options)),
        _ => None,
    };
    let explicit_settings = if named.is_some() {
        explicit_setting_values(topic.simulate.options, matches)
    } else {
        SettingValues::new()
    };
    let mut matched = TableMatcher::new(topic, table, defaults, read_sources(topic, args)?)
        .with_explicit_settings(explicit_settings)
        .match_rows()?;
    signals::enable_polling();
    let seed = args.seed.resolve(console)?;
    if let Some(interrupted) = run_sources(&mut matched, args, seed, console)? {
        return Ok(interrupted);
    }
    if signals::acknowledge_stop_request() {
        return Ok(CommandOutcome::Interrupted);
    }
    let solution_references = references(topic, &matched, &args.intervals);
    let IntervalArgs {
        confidence,
        interval,
    } = args.intervals;
    let command = |source: &ReferenceSimulation| {
        let summary = Summary::new(
            Arc::clone(&source.experiment),
            source.run.as_ref()?,
            confidence,
            interval,
        );
        summary.command.map(|command| command.to_string())
    };
    let commands = matched.sources.iter().filter_map(command).collect();
    let MatchedTable {
        rows, blank_lines, ..
    } = &matched;
    let file_name = release_spaces(&table.file_name);
    let mut report = SolutionReport::new(
        &file_name,
        rows,
        &solution_references,
        blank_lines,
        confidence,
        commands,
    );
    if report.disagreement_count() > 0 && !topic.mistakes.is_empty() {
        let diagnosis = Diagnosis {
            topic,
            matched: &matched,
            references: &solution_references,
            args,
            seed,
            console,
        };
        let Some(explanations) = diagnosis.explanations()? else {
            return Ok(CommandOutcome::Interrupted);
        };
        report = report.with_explanations(explanations);
    }
    match args.single.format {
        Some(AnswerFormat::Json) => report.write_json(|part| console.print(part.as_bytes()))?,
        _ => console.print(report.text(console.lang, console.columns).as_bytes())?,
    }
    Ok(if report.disagreement_count() > 0 {
        CommandOutcome::NegativeAnswer
    } else {
        CommandOutcome::Success
    })
}

/// Runs the simulations that the rows of the table need. Returns the outcome of the command if a signal stops them.
fn run_sources(
    matched: &mut MatchedTable,
    args: &CheckSolutionArgs,
    seed: Seed,
    console: &Console,
) -> Result<Option<CommandOutcome>, Problem> {
    let mut places = Vec::new();
    let mut runs = Vec::new();
    for (place, source) in matched.sources.iter().enumerate() {
        if let Some(deals) = needed_deals(matched, place, args) {
            places.push((place, deals));
            runs.push((source.experiment.as_ref(), Some(deals)));
        }
    }
    let progress = CommandProgress::new(console, &runs, args.threads.count());
    for (number, (place, deals)) in places.into_iter().enumerate() {
        let source = &mut matched.sources[place];
        let experiment = &source.experiment;
        let empty_run = Run::empty(experiment.plan(seed, deals), experiment.tally_layout());
        let line = progress.start_run(number, experiment.as_ref(), Some(deals), 0);
        let mut look = |run: &Run| {
            line.set_deals(run.tally.deals);
        };
        let run = play_deals(
            experiment,
            (empty_run, 0..deals),
            args.threads.count(),
            &mut look,
            console,
        )?;
        if run.stop_reason == StopReason::Interrupted {
            let unit = experiment.info().unit;
            drop(progress);
            return Ok(Some(report_if_interrupted(&run, unit, console)));
        }
        source.run = Some(run);
    }
    Ok(None)
}

/// Returns the number of deals to simulate for the rows of the table; `None` if they need no simulation, or it was run
/// before.
fn needed_deals(matched: &MatchedTable, place: usize, args: &CheckSolutionArgs) -> Option<u64> {
    /// Exact probabilities need no simulation; a short run provides the layout of the tally.
    const LAYOUT_DEALS: u64 = 64;
    let source = &matched.sources[place];
    let mut rows = matched
        .references
        .iter()
        .filter(|reference| reference.source == place)
        .peekable();
    if source.run.is_some() || rows.peek().is_none() {
        return None;
    }
    if rows.all(|reference| has_exact_probability(&source.measures[reference.row])) {
        return Some(LAYOUT_DEALS);
    }
    let default_deals = source.experiment.info().default_deals;
    Some(args.deals.unwrap_or(default_deals))
}

fn has_exact_probability(measure: &Measure) -> bool {
    let is_share = matches!(
        measure.estimand,
        Estimand::Share { .. } | Estimand::CustomShare(_)
    );
    is_share && measure.exact_value().is_some()
}

fn read_sources(
    topic: &Topic,
    args: &CheckSolutionArgs,
) -> Result<Vec<ReferenceSimulation>, Problem> {
    let read = |path: &PathBuf| {
        let (experiment, run) = read_nonempty_tally(path, Some(topic.name))?;
        Ok(ReferenceSimulation::new(experiment, Some(run)))
    };
    args.tally.iter().map(read).collect()
}

/// Returns the references of a table after all simulations were run.
pub fn references(
    topic: &Topic,
    matched: &MatchedTable,
    intervals: &IntervalArgs,
) -> Vec<SolutionReference> {
    let rows: Vec<&RowCells> = matched
        .references
        .iter()
        .map(|place| &matched.sources[place.source].rows[place.row])
        .collect();
    let names = distinguishing_row_labels(&rows, topic.simulate.row_option.setting.key);
    let reference = |((place, row), name): ((&ReferenceRow, &&RowCells), String)| {
        let source = &matched.sources[place.source];
        let reference = reference(source, place.row, intervals)?;
        Some(SolutionReference {
            name,
            cells: (*row).clone(),
            ..reference
        })
    };
    matched
        .references
        .iter()
        .zip(&rows)
        .zip(names)
        .filter_map(reference)
        .collect()
}

/// Returns the reference of a row of a simulation, without a name; `None` if the simulation was not run.
fn reference(
    source: &ReferenceSimulation,
    row: usize,
    intervals: &IntervalArgs,
) -> Option<SolutionReference> {
    let run = source.run.as_ref()?;
    let measure = &source.measures[row];
    let exact = measure.exact_value();
    let estimate = measure
        .estimate_from(&run.tally, (intervals.interval, intervals.confidence))
        .unwrap_or(Estimate::NAN_UNBOUNDED);
    let is_measured =
        measure.is_row_with_interval() && (exact.is_some() || !estimate.value.is_nan());
    let value = match (exact, measure.proportion(&run.tally)) {
        (Some(exact), Some(_)) => ReferenceValue::Exact(exact),
        (None, Some(share)) => ReferenceValue::Share(share),
        (_, None) => ReferenceValue::Mean {
            value: exact.unwrap_or(estimate.value),
            is_exact: exact.is_some(),
            standard_error: estimate.standard_error(intervals.confidence),
            deals: run.tally.deals,
        },
    };
    Some(SolutionReference {
        name: String::new(),
        cells: Vec::new(),
        value,
        is_comparable: is_measured,
        interval: (is_measured && exact.is_none()).then_some(estimate.interval),
    })
}
