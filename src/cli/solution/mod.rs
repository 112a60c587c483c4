//! `check-solution`: compares the numbers of a table, or of the tables of a folder, with simulations and exact values.

mod bare;
mod cell;
mod cells;
pub mod columns;
mod counts;
mod diagnosis;
pub mod headings;
pub mod labels;
pub mod matching;
mod python;
pub mod table;
mod workbook;

use super::answer_verbs::{explicit_option_values, option_values, parse_args};
use super::args::{
    AnswerFormat, FormatArgs, IntervalArgs, SeedArgs, ThreadArgs, WORKLOAD_HEADING, options,
    parse_deals,
};
use super::console::{CommandOutcome, Console, Failure};
use super::files::{display_name, io_error_reason, read_nonempty_tally};
use super::folders::{are_several, files_of, outcome_of_files};
use super::progress::CommandProgress;
use super::runner::play_deals;
use super::signals;
use super::simulate::report_if_interrupted;
use crate::lang::{Lang, Problem, either, problem, release_spaces};
use crate::report::command::CommandLine;
use crate::report::data_table::pretty_json;
use crate::report::solution_report::{SolutionReference, SolutionReport};
use crate::topics::{TOPICS, Topic, find_topic};
use clap::ArgMatches;
use columns::example_table_csv;
use diagnosis::Diagnosis;
use labels::RowNames;
use matching::{
    MatchedTable, ReferenceRow, ReferenceSimulation, RowCells, RowQuantity, TableMatcher,
    distinguishing_row_labels,
};
use pioche_engine::sim::measure::Estimand;
use pioche_engine::sim::{Run, Seed, StopReason, Summary};
use pioche_engine::stats::Estimate;
use pioche_engine::stats::reference::{ExtremeReference, ReferenceValue};
use serde_json::json;
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::{HandIn, Table};

options! {
    #[derive(Clone, Debug)]
    pub struct CheckSolutionArgs {
        #[arg(value_name = "FILE", required = true)]
        file: Vec<PathBuf> =
            "Fichiers ou dossiers, dans lesquels tout est lu : tableaux (CSV, .xlsx, .ods, \
             Markdown, LaTeX, colonnes alignées), listes et dictionnaires de Python, phrases ; \
             « - » pour l'entrée standard ; plusieurs fichiers ou un dossier donnent une ligne par \
             fichier",
            "Files or folders, in which everything is read: tables (CSV, .xlsx, .ods, Markdown, \
             LaTeX, aligned columns), Python lists and dictionaries, sentences; `-` for the standard \
             input; several files or a folder give a line for each file";
        #[arg(long, value_name = "N", value_parser = parse_deals, allow_hyphen_values = true)]
        games: Option<u64> =
            "Nombre de parties des tableaux qui ne le donnent pas",
            "Number of games of tables that do not state it";
        #[arg(long, value_name = "FILE", conflicts_with = "format")]
        csv: Option<PathBuf> =
            "Écrit le verdict de chaque fichier dans FILE, en CSV ; « - » pour la sortie standard",
            "Write the verdict of each file to FILE, as CSV; `-` for the standard output";
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
    let Some(first_file) = args.file.first() else {
        return match named {
            Some(topic) => print_template(topic, &args, matches, console),
            None => Err(Problem::missing_argument("FILE").into()),
        };
    };
    signals::enable_polling();
    let check = TableCheck {
        named,
        args: &args,
        matches,
        console,
        seed: args.seed.resolve(console)?,
        runs: RunCache::new(),
    };
    if are_several(&args.file) || args.csv.is_some() {
        check_files(check)
    } else {
        check_file(first_file, check)
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
    let experiments = topic.simulate.all_experiments(&values)?;
    let sample = (args.seed.resolve(console)?, args.deals.unwrap_or(DEALS));
    let experiment = experiments
        .first()
        .expect("a list of settings is not empty");
    console.print(&example_table_csv(
        topic,
        experiment.as_ref(),
        sample,
        console.lang,
    )?)?;
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

fn check_file(file: &Path, mut check: TableCheck<'_>) -> Result<CommandOutcome, Failure> {
    let console = check.console;
    let Some(report) = check.check(&HandIn::read(file)?)? else {
        return Ok(CommandOutcome::Interrupted);
    };
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
    /// Returns the topic of a hand-in and its table. Fails when the topic is not known or the hand-in has no table.
    fn find_table(&self, hand_in: &HandIn) -> Result<(&'static Topic, Table), Problem> {
        let topics: Vec<&'static Topic> = match self.named {
            Some(topic) => vec![topic],
            None => TOPICS.to_vec(),
        };
        let mut best: Vec<(&'static Topic, Table, usize)> = Vec::new();
        for &topic in &topics {
            let names = RowNames::new(topic, Vec::new());
            if let Some((table, score)) = hand_in.find_headed_table(&names) {
                best.push((topic, table, score));
            }
        }
        let most = best.iter().map(|(.., score)| *score).max();
        best.retain(|(.., score)| Some(*score) == most);
        if best.len() > 1 {
            return Err(unknown_topic(&hand_in.file_name));
        }
        if let Some((topic, table, _)) = best.pop() {
            let names = self.row_names(topic)?;
            return Ok((topic, self.with_totals(&names, table.checked()?)?));
        }
        let mut problem = None;
        for &topic in &topics {
            let names = self.row_names(topic)?;
            match hand_in.find_bare_table(&names) {
                Ok(Some(table)) => {
                    return Ok((topic, self.with_totals(&names, table.checked()?)?));
                }
                Ok(None) => {}
                Err(error) => {
                    problem.get_or_insert(error);
                }
            }
        }
        match (problem, self.named) {
            (Some(problem), _) => Err(problem),
            (None, Some(topic)) => Ok((topic, hand_in.plain_table()?.checked()?)),
            (None, None) => Err(hand_in
                .plain_table()
                .err()
                .unwrap_or_else(|| unknown_topic(&hand_in.file_name))),
        }
    }

    /// Returns the names of the rows of a topic with the settings of the command line.
    fn row_names(&self, topic: &'static Topic) -> Result<RowNames, Problem> {
        let values = match self.named {
            Some(_) => option_values(topic.simulate.options, self.matches),
            None => Vec::new(),
        };
        let mut names: Vec<String> = Vec::new();
        for experiment in topic.simulate.all_experiments(&values)? {
            let simulation = ReferenceSimulation::new(topic, experiment.into(), None);
            for row in &simulation.rows {
                let name = row
                    .iter()
                    .find(|(key, _)| *key == topic.simulate.row_option.key());
                if let Some((_, name)) = name.filter(|(_, name)| !names.contains(name)) {
                    names.push(name.clone());
                }
            }
        }
        Ok(RowNames::new(topic, names))
    }

    fn with_totals(&self, names: &RowNames, table: Table) -> Result<Table, Problem> {
        names.resolve_counts(table, self.args.games)
    }

    /// Compares the table of a hand-in with its references; `None` if a signal interrupts it.
    fn check(&mut self, hand_in: &HandIn) -> Result<Option<SolutionReport>, Problem> {
        let (topic, table) = self.find_table(hand_in)?;
        let options = topic.simulate.options;
        let defaults = match (self.args.tally.as_slice(), self.named) {
            ([], Some(_)) => Some(option_values(options, self.matches)),
            ([], None) => Some(Vec::new()),
            _ => None,
        };
        let explicit_settings = if self.named.is_some() {
            explicit_option_values(options, self.matches)
        } else {
            Vec::new()
        };
        let sources = read_sources(topic, self.args)?;
        let mut matched = TableMatcher::new(topic, &table, defaults, sources)
            .with_explicit_settings(explicit_settings)
            .with_games(self.args.games.and_then(NonZeroU64::new))
            .match_rows()?;
        if !self.run_sources(&mut matched)? || signals::acknowledge_stop_request() {
            return Ok(None);
        }
        let references = references(topic, &matched, &self.args.intervals);
        let mut report = SolutionReport::new(
            release_spaces(&table.file_name),
            &matched.rows,
            &references,
            matched.remarks.clone(),
            self.args.intervals.confidence,
            self.commands(&matched),
        );
        let is_doubtful = report.disagreement_count() > 0 || report.rows_without_deals() > 0;
        if is_doubtful {
            let mut diagnosis = Diagnosis {
                topic,
                matched: &matched,
                references: &references,
                args: self.args,
                seed: self.seed,
                console: self.console,
                runs: &mut self.runs,
            };
            if !diagnosis.truth_is_ruled_out() {
                return Ok(Some(report));
            }
            let Some(explanations) = diagnosis.explanations()? else {
                return Ok(None);
            };
            report = report.with_explanations(explanations);
        }
        Ok(Some(report))
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
        Ok(ReferenceSimulation::new(topic, experiment, Some(run)))
    };
    args.tally.iter().map(read).collect()
}

/// Returns the references of a table after all simulations were run.
pub fn references(
    topic: &Topic,
    matched: &MatchedTable,
    intervals: &IntervalArgs,
) -> Vec<Arc<SolutionReference>> {
    let rows: Vec<&RowCells> = matched
        .references
        .iter()
        .map(|place| &matched.sources[place.source].rows[place.row])
        .collect();
    let names = distinguishing_row_labels(&rows, topic.simulate.row_option.key());
    let reference = |((place, row), name): ((&ReferenceRow, &&RowCells), String)| {
        let source = &matched.sources[place.source];
        let reference = row_reference(topic, source, place.row, intervals)?;
        Some(Arc::new(SolutionReference {
            name,
            cells: (*row).clone(),
            ..reference
        }))
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
    topic: &Topic,
    source: &ReferenceSimulation,
    row: usize,
    intervals: &IntervalArgs,
) -> Option<SolutionReference> {
    let run = source.run.as_ref()?;
    let measure = match &source.quantities[row] {
        RowQuantity::Measure(measure) => measure,
        &RowQuantity::Extreme { is_largest } => {
            return Some(extreme_reference(topic, source, run, is_largest));
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

/// Returns the reference of the smallest or the largest result.
fn extreme_reference(
    topic: &Topic,
    source: &ReferenceSimulation,
    run: &Run,
    is_largest: bool,
) -> SolutionReference {
    let at_most_rows = source.at_most_rows(topic.simulate.row_option.key());
    let first_value = at_most_rows.first().map_or(0, |(result, _)| *result);
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

/// The topics did not tell themselves apart.
fn unknown_topic(file: &str) -> Problem {
    let topics = TOPICS
        .iter()
        .map(|topic| topic.name)
        .collect::<Vec<_>>()
        .join(", ");
    problem!(
        "{file} : les titres ne permettent pas de reconnaître le jeu ; nommez-le ({topics}), par \
         exemple : pioche check-solution alliances {file}",
        "{file}: the headings do not identify the game; name it ({topics}), for example: pioche \
         check-solution alliances {file}"
    )
}

/// Checks several files and those of folders. A file that cannot be read is a line with the reason. The outcome is negative if a
/// table disagrees; otherwise an error if a file could not be read.
fn check_files(mut check: TableCheck<'_>) -> Result<CommandOutcome, Failure> {
    let console = check.console;
    let lang = console.lang;
    let is_json = check.args.single.format == Some(AnswerFormat::Json);
    let csv_path = check.args.csv.as_deref();
    let prints_lines = !is_json && csv_path != Some(Path::new("-"));
    let mut disagreements = 0;
    let mut unreadable_files = Vec::new();
    let mut reports = Vec::new();
    let headings = match lang {
        Lang::Fr => "fichier|lu comme|verdict|erreur|lignes en désaccord",
        Lang::En => "file|read as|verdict|mistake|rows that disagree",
    };
    let mut csv_rows: Vec<Vec<String>> = vec![headings.split('|').map(str::to_owned).collect()];
    for file in files_of(&check.args.file)? {
        let checked = HandIn::read(&file).and_then(|hand_in| check.check(&hand_in));
        let line = match checked {
            Ok(Some(report)) => {
                disagreements += report.disagreement_count();
                reports.push(report.summary_json());
                csv_rows.push(report.summary_cells(lang).into());
                report.summary_line(lang)
            }
            Ok(None) => return Ok(CommandOutcome::Interrupted),
            Err(problem) => {
                let name = display_name(&file);
                let reason = problem.0.in_lang(lang);
                let unread = either!(lang, "non lu", "not read");
                reports.push(json!({ "file": name, "error": reason }));
                csv_rows.push([&name, "", &unread, reason, ""].map(str::to_owned).into());
                unreadable_files.push(name);
                reason.to_owned()
            }
        };
        if prints_lines {
            console.print(format!("{line}\n").as_bytes())?;
        }
    }
    if let Some(path) = csv_path {
        write_csv(path, &csv_rows, console)?;
    }
    if is_json {
        let answer = json!({ "files": reports, "unread": unreadable_files.len() });
        console.print(pretty_json(&answer).as_bytes())?;
    }
    outcome_of_files(console, disagreements > 0, &unreadable_files)
}

fn write_csv(path: &Path, rows: &[Vec<String>], console: &Console) -> Result<(), Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer
            .write_record(row)
            .expect("writing to a Vec cannot fail");
    }
    let table = writer.into_inner().expect("writing to a Vec cannot fail");
    if path == Path::new("-") {
        console.print(&table)?;
        return Ok(());
    }
    let unwritable = |error| Problem::cannot_write(&display_name(path), io_error_reason(&error));
    Ok(std::fs::write(path, table).map_err(unwritable)?)
}
