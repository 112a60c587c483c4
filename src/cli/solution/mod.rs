//! `check-solution`: compares the numbers of a table, or of the tables of a folder, with simulations and exact values.

mod bare;
mod cell;
pub mod cells;
mod counts;
mod diagnosis;
pub mod headings;
pub mod labels;
pub mod matching;
mod python;
pub mod simulation;
pub mod table;
mod template;
mod workbook;

use super::answer_verbs::{explicit_option_values, option_values, parse_args};
use super::args::{
    AnswerFormat, FormatArgs, IntervalArgs, OUTPUT_HEADING, SeedArgs, ThreadArgs, WORKLOAD_HEADING,
    options, parse_deals,
};
use super::console::{CommandOutcome, Console, Failure};
use super::files::{
    FileRegistry, OutputContent, display_name, is_stdio_path, output_path, read_nonempty_tally,
};
use super::folders::{are_several, files_of, outcome_of_files};
use super::progress::ProgressLine;
use super::runner::play_deals;
use super::signals;
use super::simulate::report_if_interrupted;
use crate::lang::{Lang, Problem, either, problem};
use crate::report::command::CommandLine;
use crate::report::data_table::{CsvStyle, DataCell, DataTable, csv, pretty_json};
use crate::report::solution_report::SolutionReport;
use crate::topics::{TOPICS, Topic, find_topic};
use cell::Grid;
use cells::read_grids;
use clap::ArgMatches;
use diagnosis::add_explanations;
use labels::RowNames;
use matching::TableMatcher;
use pioche_engine::sim::{Experiment, Field, Run, Seed, StopReason};
use serde_json::json;
use simulation::ReferenceSimulation;
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::{Table, find_bare_table, find_headed_table, plain_table};
use template::example_table_csv;

options! {
    #[derive(Clone, Debug)]
    pub struct CheckSolutionArgs {
        #[arg(value_name = "FILE", required = true)]
        file: Vec<PathBuf> =
            "Fichiers, ou dossiers avec tous leurs fichiers : tableaux (CSV, .xlsx, .ods, \
             Markdown, LaTeX, colonnes alignées), listes et dictionnaires de Python, phrases ; \
             « - » pour l'entrée standard ; plusieurs fichiers ou un dossier donnent une ligne par \
             fichier",
            "Files, or folders with all their files: tables (CSV, .xlsx, .ods, Markdown, LaTeX, \
             aligned columns), Python lists and dictionaries, sentences; `-` for the standard \
             input; several files or a folder give a line for each file";
        #[arg(long, value_name = "N", value_parser = parse_deals, allow_hyphen_values = true)]
        games: Option<u64> =
            "Nombre de parties des tableaux qui ne le donnent pas",
            "Number of games of tables that do not state it";
        #[arg(
            help_heading = OUTPUT_HEADING,
            long,
            value_name = "FILE",
            value_parser = output_path(OutputContent::Csv),
            conflicts_with = "format",
        )]
        csv: Option<PathBuf> =
            "Écrit le verdict de chaque fichier dans FILE, en CSV ; « - » pour la sortie standard",
            "Write the verdict of each file to FILE, as CSV; `-` for the standard output";
        #[arg(help_heading = OUTPUT_HEADING, long, requires = "csv")]
        force: bool =
            "Remplace le fichier s'il existe",
            "Replace the file if it exists";
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
        runs: HashMap::new(),
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
    /// The runs of former tables, by their simulation, which is that of a mistake or not, and the number of deals.
    runs: HashMap<(String, u64), Run>,
}

fn check_file(file: &Path, mut check: TableCheck<'_>) -> Result<CommandOutcome, Failure> {
    let console = check.console;
    let Some(report) = check.check(&read_grids(file)?)? else {
        return Ok(CommandOutcome::Interrupted);
    };
    match check.args.single.format {
        Some(AnswerFormat::Json) => {
            report.write_json(console.lang, |part| console.print(part.as_bytes()))?;
        }
        _ => console.print(report.text(console.lang, console.columns).as_bytes())?,
    }
    Ok(if report.disagreement_count() > 0 {
        CommandOutcome::NegativeAnswer
    } else {
        CommandOutcome::Success
    })
}

impl TableCheck<'_> {
    /// Returns the topic of a hand-in and its table. Fails when the topic is not known or the hand-in has no table.
    fn find_table(&self, grids: &[Grid]) -> Result<(&'static Topic, Table), Problem> {
        let topics: Vec<&'static Topic> = match self.named {
            Some(topic) => vec![topic],
            None => TOPICS.to_vec(),
        };
        let mut best = Vec::new();
        let mut best_score = 0;
        for &topic in &topics {
            let names = RowNames::new(topic, Vec::new());
            if let Some((table, score)) = find_headed_table(grids, &names) {
                if score > best_score {
                    best.clear();
                }
                if score >= best_score {
                    best_score = score;
                    best.push((topic, table));
                }
            }
        }
        let file_name = &grids[0].file_name;
        if best.len() > 1 {
            return Err(unknown_topic(file_name));
        }
        if let Some((topic, table)) = best.pop() {
            return Ok((topic, self.resolved(table, &self.row_names(topic)?)?));
        }
        let mut problem = None;
        for &topic in &topics {
            let names = self.row_names(topic)?;
            match find_bare_table(grids, &names) {
                Ok(Some(table)) => return self.read_again(grids, table, names),
                Ok(None) => {}
                Err(error) => {
                    problem.get_or_insert(error);
                }
            }
        }
        if let Some(problem) = problem {
            return Err(problem);
        }
        let table = plain_table(grids, topics[0])?;
        match self.named {
            Some(topic) => Ok((topic, table.checked(topic)?)),
            None => Err(unknown_topic(file_name)),
        }
    }

    /// Returns the table that is found with the names of the rows for its settings, such as 52 cards, and its topic.
    fn read_again(
        &self,
        grids: &[Grid],
        table: Table,
        names: RowNames,
    ) -> Result<(&'static Topic, Table), Problem> {
        let topic = names.topic;
        let mut values = self.option_values(topic);
        for (place, opt) in table.settings() {
            for cell in table.grid.rows.iter().map(|row| &row.cells[place]) {
                if let Ok(fields) = opt.parse_values(&cell.text)
                    && !fields.iter().all(|field| values.contains(field))
                {
                    values.extend(fields);
                }
            }
        }
        let names_of_settings = self.row_names_with(topic, &values);
        match names_of_settings {
            Ok(other) if other.names != names.names => {
                let table = find_bare_table(grids, &other)?.unwrap_or(table);
                Ok((topic, self.resolved(table, &other)?))
            }
            _ => Ok((topic, self.resolved(table, &names)?)),
        }
    }

    /// Checks a table and gives its counts their number of deals.
    fn resolved(&self, table: Table, names: &RowNames) -> Result<Table, Problem> {
        names.resolve_counts(table.checked(names.topic)?, self.args.games)
    }

    /// Returns the names of the rows of a topic with the settings of the command line.
    fn row_names(&self, topic: &'static Topic) -> Result<RowNames, Problem> {
        self.row_names_with(topic, &self.option_values(topic))
    }

    /// Returns the names of the rows of a topic with these settings.
    fn row_names_with(&self, topic: &'static Topic, values: &[Field]) -> Result<RowNames, Problem> {
        let mut names: Vec<String> = Vec::new();
        let experiments = topic.simulate.all_experiments(values)?;
        for experiment in experiments {
            let simulation = ReferenceSimulation::new(topic, experiment.into(), None);
            let row_key = topic.simulate.row_option.key();
            for name in simulation.rows.iter().filter_map(|row| row.cell(row_key)) {
                if !names.iter().any(|other| other == name) {
                    names.push(name.to_owned());
                }
            }
        }
        Ok(RowNames::new(topic, names))
    }

    /// Returns the values of the options of the command line, which has some if it names the topic.
    fn option_values(&self, topic: &Topic) -> Vec<Field> {
        match self.named {
            Some(_) => option_values(topic.simulate.options, self.matches),
            None => Vec::new(),
        }
    }

    /// Compares the table of a hand-in with its references; `None` if a signal interrupts it.
    fn check(&mut self, grids: &[Grid]) -> Result<Option<SolutionReport>, Problem> {
        let (topic, table) = self.find_table(grids)?;
        let mut matched = self.match_table(topic, &table)?;
        if !self.run_sources(&mut matched)? || signals::acknowledge_stop_request() {
            return Ok(None);
        }
        let command = |source: &ReferenceSimulation| {
            let run = source.run.as_ref()?;
            let deals = run.reproduced_deals();
            let experiment = source.experiment.as_ref();
            Some(CommandLine::simulating(experiment, deals, run.plan.seed.0).to_string())
        };
        let references = matched.reference_values(&self.args.intervals);
        matched.report.commands = matched.sources.iter().filter_map(command).collect();
        matched.report.compare(references);
        let report = &matched.report;
        let is_explained = report.disagreement_count() > 0 || report.rows_without_deals() > 0;
        if is_explained && !add_explanations(&mut matched, self)? {
            return Ok(None);
        }
        Ok(Some(matched.report))
    }

    /// Finds the references of the rows of a table, in the tallies of the command line if it has some.
    fn match_table<'t>(
        &self,
        topic: &'static Topic,
        table: &'t Table,
    ) -> Result<TableMatcher<'t>, Problem> {
        let mut sources = Vec::new();
        for path in &self.args.tally {
            let (experiment, run) = read_nonempty_tally(path, Some(topic.name))?;
            sources.push(ReferenceSimulation::new(topic, experiment, Some(run)));
        }
        let mut matcher = TableMatcher::new(topic, table, sources, self.args.intervals.confidence);
        matcher.games = self.args.games.and_then(NonZeroU64::new);
        if self.args.tally.is_empty() {
            matcher.defaults = Some(self.option_values(topic));
        }
        if self.named.is_some() {
            let options = topic.simulate.options;
            matcher.explicit_settings = explicit_option_values(options, self.matches);
        }
        matcher.match_rows()?;
        Ok(matcher)
    }

    /// Runs the simulations that the rows of the table need. Returns false if a signal stops them.
    fn run_sources(&mut self, matched: &mut TableMatcher<'_>) -> Result<bool, Problem> {
        let mut pending = Vec::new();
        for place in 0..matched.sources.len() {
            let mut rows = matched
                .references_of(place)
                .map(|(_, row)| row.row)
                .peekable();
            let source = &matched.sources[place];
            if source.run.is_some() || rows.peek().is_none() {
                continue;
            }
            let experiment = &source.experiment;
            let default_deals = || experiment.info().default_deals;
            let usual_deals = self.args.deals.unwrap_or_else(default_deals);
            let deals = source.needed_deals(rows, usual_deals);
            let run = self.runs.get(&(experiment.name(), deals)).cloned();
            if run.is_none() {
                pending.push((place, deals));
            }
            matched.sources[place].run = run;
        }
        let runs: Vec<_> = pending
            .iter()
            .map(|&(place, deals)| (matched.sources[place].experiment.as_ref(), Some(deals)))
            .collect();
        let progress = ProgressLine::of_runs(self.console, &runs, self.args.threads.count());
        for (number, (place, deals)) in pending.into_iter().enumerate() {
            let source = &mut matched.sources[place];
            let experiment = &source.experiment;
            progress.start_run(number, experiment.as_ref(), Some(deals), 0);
            let mut look = |run: &Run| {
                progress.set_done(run.tally.deals);
            };
            let run = self.run(experiment.name(), experiment, deals, &mut look)?;
            if run.stop_reason == StopReason::Interrupted {
                let unit = experiment.info().unit;
                drop(progress);
                report_if_interrupted(&run, unit, self.console);
                return Ok(false);
            }
            source.run = Some(run);
        }
        Ok(true)
    }

    /// Returns the run of a simulation, which is remembered by its name for other tables unless a signal interrupts it.
    fn run(
        &mut self,
        name: String,
        experiment: &Arc<dyn Experiment>,
        deals: u64,
        on_progress: &mut dyn FnMut(&Run),
    ) -> Result<Run, Problem> {
        let key = (name, deals);
        if let Some(run) = self.runs.get(&key) {
            return Ok(run.clone());
        }
        let plan = experiment.plan(self.seed, deals);
        let empty_run = Run::empty(plan, experiment.tally_schema());
        let threads = self.args.threads.count();
        let part = (empty_run, 0..deals);
        let run = play_deals(experiment, part, threads, on_progress, self.console)?;
        if run.stop_reason != StopReason::Interrupted {
            self.runs.insert(key, run.clone());
        }
        Ok(run)
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
    let prints_lines = !is_json && !csv_path.is_some_and(is_stdio_path);
    let files = files_of(&check.args.file)?;
    let mut registry = FileRegistry::new(check.args.force);
    for path in files.iter().chain(&check.args.tally) {
        registry.add_input(path);
    }
    let csv_output = csv_path
        .map(|path| registry.open_output(path))
        .transpose()?;
    let mut disagreements = 0;
    let mut unreadable_files = Vec::new();
    let mut reports = Vec::new();
    let headings = match lang {
        Lang::Fr => [
            "fichier",
            "lu comme",
            "verdict",
            "erreur",
            "lignes en désaccord",
        ],
        Lang::En => [
            "file",
            "read as",
            "verdict",
            "mistake",
            "rows that disagree",
        ],
    };
    let mut table = DataTable::new(&headings, Vec::new());
    for file in files {
        let line = match read_grids(&file).and_then(|grids| check.check(&grids)) {
            Ok(Some(report)) => {
                disagreements += report.disagreement_count();
                reports.push(report.summary_json(lang));
                let cells = report.summary_cells(lang).map(DataCell::Text);
                table.rows.push(cells.into());
                report.summary_line(lang)
            }
            Ok(None) => return Ok(CommandOutcome::Interrupted),
            Err(problem) => {
                let name = display_name(&file);
                let reason = problem.0.in_lang(lang);
                let unread = either!(lang, "non lu", "not read");
                reports.push(json!({ "file": name, "error": reason }));
                let cells = [&name, "", &unread, reason, ""];
                let cells = cells.map(|cell| DataCell::Text(cell.to_owned()));
                table.rows.push(cells.into());
                unreadable_files.push(name);
                reason.to_owned()
            }
        };
        if prints_lines {
            console.print(format!("{line}\n").as_bytes())?;
        }
    }
    if let Some(output) = csv_output {
        output.write(&csv(&table, CsvStyle::Plain), console)?;
    }
    if is_json {
        let answer = json!({ "files": reports, "unread": unreadable_files.len() });
        console.print(pretty_json(&answer).as_bytes())?;
    }
    outcome_of_files(console, disagreements > 0, &unreadable_files)
}
