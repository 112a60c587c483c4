//! `check-solution`: compares the numbers of a table, or of the tables of a folder, with simulations and exact values.

pub mod columns;
mod diagnosis;
pub mod headings;
pub mod matching;
pub mod table_file;

use super::answer_verbs::{explicit_option_values, option_values, parse_args};
use super::args::{
    AnswerFormat, FormatArgs, IntervalArgs, SeedArgs, ThreadArgs, WORKLOAD_HEADING, options,
    parse_deals,
};
use super::console::{CommandOutcome, Console, Failure};
use super::files::{display_name, io_error_reason, read_nonempty_tally};
use super::progress::CommandProgress;
use super::runner::play_deals;
use super::signals;
use super::simulate::report_if_interrupted;
use crate::lang::{Problem, problem, release_spaces};
use crate::report::command::CommandLine;
use crate::report::data_table::pretty_json;
use crate::report::solution_report::{Explanation, SolutionReference, SolutionReport};
use crate::topics::verb::OptionValues;
use crate::topics::{Topic, find_topic};
use clap::ArgMatches;
use columns::{example_table_csv, topic_from_headings};
use diagnosis::Diagnosis;
use matching::{
    MatchedTable, ReferenceRow, ReferenceSimulation, RowCells, RowQuantity, TableMatcher,
    distinguishing_row_labels,
};
use pioche_engine::sim::measure::Estimand;
use pioche_engine::sim::{Run, Seed, StopReason, Summary};
use pioche_engine::stats::reference::{ExtremeReference, ReferenceValue};
use pioche_engine::stats::{Confidence, Estimate};
use serde_json::json;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table_file::TableFile;

options! {
    #[derive(Clone, Debug)]
    pub struct CheckSolutionArgs {
        #[arg(value_name = "FILE", required = true)]
        file: Option<PathBuf> =
            "Fichier du tableau (CSV, .xlsx ou .ods) : une ligne de titres, puis une ligne par \
             probabilité ; ou liste de nombres de tas, ou lignes « moyenne : 11,2 » ; « - » pour \
             l'entrée standard ; un dossier donne une ligne par fichier",
            "File of the table (CSV, .xlsx or .ods): a line of headings, then one row per \
             probability; or a list of numbers of piles, or lines “mean: 11.2”; `-` for the \
             standard input; a folder gives a line for each file";
        seed: SeedArgs = flatten;
        #[arg(long, value_name = "FILE", conflicts_with_all = ["deals", "seed", "threads"])]
        tally: Vec<PathBuf> =
            "Compare au décompte d'une simulation déjà faite, au lieu de simuler ; peut être \
             répété",
            "Compare with the tally of an earlier run instead of simulating; may be given several \
             times";
        #[arg(
            help_heading = WORKLOAD_HEADING,
            long,
            value_name = "N",
            value_parser = parse_deals,
            allow_hyphen_values = true,
        )]
        deals: Option<u64> =
            "Nombre de donnes de la comparaison, tel que 10M [défaut :\u{a0}selon la durée d'une \
             donne]",
            "Number of deals to compare with, such as 10M [default: depends on how long a deal \
             takes]";
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
        (Some(file), _) => {
            signals::enable_polling();
            let check = TableCheck {
                named,
                args: &args,
                matches,
                console,
                seed: args.seed.resolve(console)?,
                runs: RunCache::new(),
            };
            if file.is_dir() {
                check_folder(file, check)
            } else {
                check_file(file, check)
            }
        }
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
    let values = option_values(topic.simulate.options, matches);
    let experiments = topic.simulate.all_experiments(console.lang, &values)?;
    let sample = (args.seed.resolve(console)?, args.deals.unwrap_or(DEALS));
    let experiment = experiments
        .first()
        .expect("a list of settings is not empty");
    console
        .print(example_table_csv(topic, experiment.as_ref(), sample, console.lang)?.as_bytes())?;
    Ok(CommandOutcome::Success)
}

/// The check of one table or of several.
struct TableCheck<'a> {
    named: Option<&'static Topic>,
    args: &'a CheckSolutionArgs,
    matches: &'a ArgMatches,
    console: &'a Console,
    seed: Seed,
    runs: RunCache,
}

/// The runs of former tables, by the name of the simulation and the number of deals.
type RunCache = HashMap<(String, u64), Run>;

/// A table compared with its references.
struct CheckedTable {
    file_name: String,
    matched: MatchedTable,
    references: Vec<SolutionReference>,
    /// The mistakes that explain the table; `None` if none was looked for.
    explanations: Option<Vec<Explanation>>,
    commands: Vec<String>,
    confidence: Confidence,
}

impl CheckedTable {
    fn report(&self) -> SolutionReport<'_> {
        let report = SolutionReport::new(
            &self.file_name,
            &self.matched.rows,
            &self.references,
            &self.matched.blank_lines,
            self.confidence,
            self.commands.clone(),
        );
        match &self.explanations {
            Some(explanations) => report.with_explanations(explanations.clone()),
            None => report,
        }
    }
}

fn check_file(file: &Path, mut check: TableCheck<'_>) -> Result<CommandOutcome, Failure> {
    let console = check.console;
    let Some(checked) = check.check(&TableFile::read(file)?)? else {
        return Ok(CommandOutcome::Interrupted);
    };
    let report = checked.report();
    match check.args.single.format {
        Some(AnswerFormat::Json) => report.write_json(|part| console.print(part.as_bytes()))?,
        _ => console.print(report.text(console.lang, console.columns).as_bytes())?,
    }
    Ok(outcome_of(report.disagreement_count()))
}

fn outcome_of(disagreements: usize) -> CommandOutcome {
    if disagreements > 0 {
        CommandOutcome::NegativeAnswer
    } else {
        CommandOutcome::Success
    }
}

impl TableCheck<'_> {
    /// Compares a table with its references; `None` if a signal interrupts it.
    fn check(&mut self, table: &TableFile) -> Result<Option<CheckedTable>, Problem> {
        let topic = self.named.map_or_else(|| topic_from_headings(table), Ok)?;
        let options = topic.simulate.options;
        let defaults = match (self.args.tally.as_slice(), self.named) {
            ([], Some(_)) => Some(option_values(options, self.matches)),
            ([], None) => Some(OptionValues::new()),
            _ => None,
        };
        let explicit_settings = if self.named.is_some() {
            explicit_option_values(options, self.matches)
        } else {
            OptionValues::new()
        };
        let sources = read_sources(topic, self.args)?;
        let mut matched = TableMatcher::new(topic, table, defaults, sources)
            .with_explicit_settings(explicit_settings)
            .match_rows()?;
        if !self.run_sources(&mut matched)? || signals::acknowledge_stop_request() {
            return Ok(None);
        }
        let mut checked = CheckedTable {
            file_name: release_spaces(&table.file_name),
            references: references(topic, &matched, &self.args.intervals),
            explanations: None,
            commands: self.commands(&matched),
            confidence: self.args.intervals.confidence,
            matched,
        };
        let is_wrong = checked.report().disagreement_count() > 0;
        if is_wrong && !topic.mistakes.is_empty() {
            let mut diagnosis = Diagnosis {
                topic,
                matched: &checked.matched,
                references: &checked.references,
                args: self.args,
                seed: self.seed,
                console: self.console,
                runs: &mut self.runs,
            };
            let Some(explanations) = diagnosis.explanations()? else {
                return Ok(None);
            };
            checked.explanations = Some(explanations);
        }
        Ok(Some(checked))
    }

    /// Returns the commands of the simulations.
    fn commands(&self, matched: &MatchedTable) -> Vec<String> {
        let IntervalArgs {
            confidence,
            interval,
        } = self.args.intervals;
        let command = |source: &ReferenceSimulation| {
            let experiment = Arc::clone(&source.experiment);
            let summary = Summary::new(experiment, source.run.as_ref()?, confidence, interval);
            Some(CommandLine::reproducing(&summary).to_string())
        };
        matched.sources.iter().filter_map(command).collect()
    }

    /// Runs the simulations that the rows of the table need. Returns false if a signal stops them.
    fn run_sources(&mut self, matched: &mut MatchedTable) -> Result<bool, Problem> {
        let mut places = Vec::new();
        for place in 0..matched.sources.len() {
            let Some(deals) = needed_deals(matched, place, self.args) else {
                continue;
            };
            let source = &mut matched.sources[place];
            source.run = self.runs.get(&(source.experiment.name(), deals)).cloned();
            if source.run.is_none() {
                places.push((place, deals));
            }
        }
        let runs: Vec<_> = places
            .iter()
            .map(|&(place, deals)| (matched.sources[place].experiment.as_ref(), Some(deals)))
            .collect();
        let threads = self.args.threads.count();
        let progress = CommandProgress::new(self.console, &runs, threads);
        for (number, (place, deals)) in places.into_iter().enumerate() {
            let source = &mut matched.sources[place];
            let experiment = &source.experiment;
            let plan = experiment.plan(self.seed, deals);
            let empty_run = Run::empty(plan, experiment.tally_layout());
            let line = progress.start_run(number, experiment.as_ref(), Some(deals), 0);
            let mut look = |run: &Run| {
                line.set_deals(run.tally.deals);
            };
            let run = play_deals(
                experiment,
                (empty_run, 0..deals),
                threads,
                &mut look,
                self.console,
            )?;
            if run.stop_reason == StopReason::Interrupted {
                let unit = experiment.info().unit;
                drop(progress);
                report_if_interrupted(&run, unit, self.console);
                return Ok(false);
            }
            self.runs.insert((experiment.name(), deals), run.clone());
            source.run = Some(run);
        }
        Ok(true)
    }
}

/// The number of deals for exact probabilities, which need the layout of the tally only.
const LAYOUT_DEALS: u64 = 64;

/// Returns the number of deals to simulate for the rows of the table; `None` if they need no simulation, or it was run
/// before.
fn needed_deals(matched: &MatchedTable, place: usize, args: &CheckSolutionArgs) -> Option<u64> {
    let source = &matched.sources[place];
    let mut rows = matched
        .references
        .iter()
        .filter(|reference| reference.source == place)
        .peekable();
    if source.run.is_some() || rows.peek().is_none() {
        return None;
    }
    if rows.all(|reference| has_exact_probability(&source.quantities[reference.row])) {
        return Some(LAYOUT_DEALS);
    }
    let default_deals = source.experiment.info().default_deals;
    Some(args.deals.unwrap_or(default_deals))
}

fn has_exact_probability(quantity: &RowQuantity) -> bool {
    let RowQuantity::Measure(measure) = quantity else {
        return false;
    };
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
    let names = distinguishing_row_labels(&rows, topic.simulate.row_option.key());
    let reference = |((place, row), name): ((&ReferenceRow, &&RowCells), String)| {
        let source = &matched.sources[place.source];
        let reference = row_reference(source, place.row, intervals)?;
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
fn row_reference(
    source: &ReferenceSimulation,
    row: usize,
    intervals: &IntervalArgs,
) -> Option<SolutionReference> {
    let run = source.run.as_ref()?;
    let measure = match &source.quantities[row] {
        RowQuantity::Measure(measure) => measure,
        &RowQuantity::ExtremePiles { is_largest } => {
            return Some(extreme_reference(source, run, is_largest));
        }
    };
    let exact = measure.exact_value();
    let estimate = measure
        .estimate_from(&run.tally, (intervals.interval, intervals.confidence))
        .unwrap_or(Estimate::NAN_UNBOUNDED);
    let is_mean = measure.row_fields.is_empty();
    let is_measured = (is_mean || measure.is_row_with_interval())
        && (exact.is_some() || !estimate.value.is_nan());
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

/// Returns the reference of the smallest or the largest number of piles.
fn extreme_reference(
    source: &ReferenceSimulation,
    run: &Run,
    is_largest: bool,
) -> SolutionReference {
    let at_most_rows = source.at_most_pile_rows();
    let first_value = at_most_rows.first().map_or(0, |(piles, _)| *piles);
    let shares = at_most_rows
        .iter()
        .filter_map(|(_, measure)| measure.proportion(&run.tally));
    SolutionReference {
        name: String::new(),
        cells: Vec::new(),
        value: ReferenceValue::Extreme(ExtremeReference {
            first_value,
            shares_at_most: shares.collect(),
            is_largest,
        }),
        is_comparable: true,
        interval: None,
    }
}

/// Checks the tables of a folder, by name. A file that cannot be read is a line with the reason. The outcome is negative if
/// a table disagrees; otherwise an error if a file could not be read.
fn check_folder(folder: &Path, mut check: TableCheck<'_>) -> Result<CommandOutcome, Failure> {
    let console = check.console;
    let is_json = check.args.single.format == Some(AnswerFormat::Json);
    let mut disagreements = 0;
    let mut unreadable_files = 0;
    let mut reports = Vec::new();
    for file in table_files(folder)? {
        let checked = TableFile::read(&file).and_then(|table| check.check(&table));
        let line = match checked {
            Ok(Some(checked)) => {
                let report = checked.report();
                disagreements += report.disagreement_count();
                reports.push(report.summary_json());
                report.summary_line(console.lang)
            }
            Ok(None) => return Ok(CommandOutcome::Interrupted),
            Err(problem) => {
                unreadable_files += 1;
                let file = display_name(&file);
                reports.push(json!({ "file": file, "error": problem.0.en }));
                problem.0.in_lang(console.lang).to_owned()
            }
        };
        if !is_json {
            console.print(format!("{line}\n").as_bytes())?;
        }
    }
    if is_json {
        console.print(pretty_json(&json!({ "files": reports })).as_bytes())?;
    }
    if disagreements == 0 && unreadable_files > 0 {
        return Err(problem!(
            "fichiers illisibles : {unreadable_files}",
            "unreadable files: {unreadable_files}"
        )
        .into());
    }
    Ok(outcome_of(disagreements))
}

/// Returns the files of a folder, without hidden ones and those that spreadsheets keep while a table is open.
fn table_files(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let unreadable = |error| Problem::cannot_read(&display_name(folder), io_error_reason(&error));
    let mut files = Vec::new();
    for entry in folder.read_dir().map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_file() && !name.starts_with('.') && !name.starts_with("~$") {
            files.push(path);
        }
    }
    if files.is_empty() {
        let folder = display_name(folder);
        return Err(problem!(
            "{folder} ne contient aucun fichier",
            "{folder} contains no file"
        ));
    }
    files.sort();
    Ok(files)
}
