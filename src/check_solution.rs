//! `check-solution`: the arguments, the files and the simulations of the check of hand-ins.

use super::answer_verbs::{explicit_option_values, option_values, parse_args};
use super::args::{
    AnswerFormat, FormatArgs, IntervalArgs, OUTPUT_HEADING, SeedArgs, ThreadArgs, WORKLOAD_HEADING,
    choice_parser, options, parse_deals,
};
use super::console::{CommandOutcome, Console, Failure, print_problem};
use super::files::{
    FileRegistry, Output, OutputContent, create_folder, display_name, is_stdio_path, output_path,
    parent_folder, read_limited, read_nonempty_tally,
};
use super::folders::{HandIns, are_several};
use super::progress::ProgressLine;
use super::runner::play_deals;
use super::signals;
use super::simulate::report_if_interrupted;
use crate::args::OptionGroup;
use crate::clap_command::option_arg;
use clap::{Arg, ArgAction, ArgMatches, Command};
use pioche_classroom::solution::cells::read_cells;
use pioche_classroom::solution::diagnosis::{Diagnosis, Findings, telling_games};
use pioche_classroom::solution::references::{Matcher, Reference, Simulation};
use pioche_classroom::solution::report::{SolutionReport, Verdict, summary_headings};
use pioche_classroom::solution::statements::{ListKind, StatementReader, Statements};
use pioche_classroom::solution::template::template;
use pioche_classroom::solution::vocabulary::Vocabulary;
use pioche_engine::sim::{Experiment, Field, Run, Seed, StopReason};
use pioche_report::command::CommandLine;
use pioche_report::data_table::{CsvStyle, DataCell, DataTable, csv, pretty_json};
use pioche_report::lang::{Lang, Problem, Text, either, problem};
use pioche_topics::{TOPICS, Topic, find_topic};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest size of a hand-in, in bytes.
const MAX_BYTES: u64 = 4 << 20;

options! {
    #[derive(Clone, Debug)]
    pub struct CheckSolutionArgs {
        #[arg(value_name = "FILE", required = true)]
        file: Vec<PathBuf> =
            "Fichiers, ou dossiers avec tous leurs fichiers : un tableau (CSV, Markdown, colonnes \
             alignées), des lignes « nom : nombre », un objet JSON ou une liste, comme les écrit \
             --template ; « - » pour l'entrée standard ; plusieurs fichiers ou un dossier donnent une \
             ligne par fichier",
            "Files, or folders with all their files: a table (CSV, Markdown, aligned columns), lines \
             “name: number”, a JSON object or a list, as --template writes them; `-` for the standard \
             input; several files or a folder give a line for each file";
        #[arg(long, value_name = "N", value_parser = parse_deals, allow_hyphen_values = true)]
        games: Option<u64> =
            "Nombre de parties des textes qui ne le donnent pas",
            "Number of games of texts that do not state it";
        #[arg(long = "as", value_name = "KIND", value_parser = choice_parser(&ListKind::WORDS))]
        kind: Option<ListKind> =
            "Ce que sont les nombres d'une liste : probability, percent, count, ou result, le \
             résultat de chaque partie",
            "What the numbers of a list are: probability, percent, count, or result, the result of \
             each game";
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
        #[arg(help_heading = OUTPUT_HEADING, long, value_name = "FILE", value_parser = output_path(OutputContent::Csv), conflicts_with = "format")]
        csv: Option<PathBuf> =
            "Écrit le verdict de chaque fichier dans FILE, en CSV ; « - » pour la sortie standard",
            "Write the verdict of each file to FILE, as CSV; `-` for the standard output";
        #[arg(
            help_heading = OUTPUT_HEADING,
            long,
            value_name = "DIR",
            value_parser = output_path(OutputContent::Folder),
        )]
        feedback: Option<PathBuf> =
            "Écrit dans le dossier DIR un texte par élève, à lui remettre tel quel",
            "Write a text for each student to the folder DIR, to be handed on unchanged";
        #[arg(help_heading = OUTPUT_HEADING, long)]
        force: bool =
            "Remplace les fichiers existants",
            "Replace existing files";
        single: FormatArgs = flatten;
    }
}

pub fn run(matches: &ArgMatches, console: &Console) -> Result<CommandOutcome, Failure> {
    let (named_topic, matches) = match matches.subcommand() {
        Some((name, below)) => (find_topic(name), below),
        None => (None, matches),
    };
    let args: CheckSolutionArgs = parse_args(matches)?;
    let seed = args.seed.resolve(console)?;
    let mut check = SolutionCheck {
        named_topic,
        args: &args,
        matches,
        console,
        seed,
        runs: HashMap::new(),
    };
    let Some(first_file) = args.file.first() else {
        return match named_topic {
            Some(topic) => check.print_template(topic),
            None => Err(Problem::missing_argument("FILE").into()),
        };
    };
    signals::enable_polling();
    if are_several(&args.file) || args.csv.is_some() || args.feedback.is_some() {
        check.check_files()
    } else {
        check.check_file(first_file)
    }
}

/// The check of one hand-in or of several.
struct SolutionCheck<'a> {
    named_topic: Option<&'static Topic>,
    args: &'a CheckSolutionArgs,
    matches: &'a ArgMatches,
    console: &'a Console,
    seed: Seed,
    /// The runs for former hand-ins, by their simulation, which is that of a mistake or not, and the number of deals.
    runs: HashMap<(String, u64), Run>,
}

impl SolutionCheck<'_> {
    fn print_template(&self, topic: &'static Topic) -> Result<CommandOutcome, Failure> {
        const DEALS: u64 = 1000;
        let experiments = topic.simulate.all_experiments(&self.option_values(topic))?;
        let vocabulary = Vocabulary::new(topic, &experiments);
        let experiment = experiments
            .first()
            .expect("a list of settings is not empty");
        let deals = self.args.deals.unwrap_or(DEALS);
        let lang = self.console.lang;
        let text = template(&vocabulary, experiment.as_ref(), (self.seed, deals), lang)?;
        self.console.print(&text)?;
        Ok(CommandOutcome::Success)
    }

    fn check_file(&mut self, path: &Path) -> Result<CommandOutcome, Failure> {
        let console = self.console;
        let lang = console.lang;
        let Some(report) = self.check(path)? else {
            return Ok(CommandOutcome::Interrupted);
        };
        match self.args.single.format {
            Some(AnswerFormat::Json) => {
                report.write_json(lang, |part| console.print(part.as_bytes()))?
            }
            _ => console.print(report.text(console.lang, console.columns).as_bytes())?,
        }
        match report.verdict() {
            Verdict::Agrees => Ok(CommandOutcome::Success),
            Verdict::Disagrees => Ok(CommandOutcome::NegativeAnswer),
            Verdict::CannotTell | Verdict::LacksGames => Err(report.missing_problem().into()),
        }
    }

    /// Checks several files and those of folders. A file that is refused is a line with the reason. The outcome is negative if a
    /// hand-in disagrees; otherwise an error if one was refused or undecided.
    fn check_files(&mut self) -> Result<CommandOutcome, Failure> {
        let console = self.console;
        let lang = console.lang;
        let hand_ins = HandIns::find(&self.args.file)?;
        let mut registry = FileRegistry::new(self.args.force);
        for path in hand_ins.paths.iter().chain(&self.args.tally) {
            registry.add_input(path);
        }
        let csv_path = self.args.csv.as_deref();
        let csv_output = csv_path
            .map(|path| registry.open_output(path))
            .transpose()?;
        let mut feedback_outputs = self
            .open_feedback(&hand_ins.paths, &mut registry)?
            .into_iter();
        let is_json = self.args.single.format == Some(AnswerFormat::Json);
        let prints_lines = !is_json && !csv_path.is_some_and(is_stdio_path);
        let mut class = ClassResult::new(lang);
        for path in &hand_ins.paths {
            let name = display_name(path);
            let answer = match self.check(path) {
                Ok(Some(report)) => class.add_report(&name, &report, lang),
                Ok(None) => return Ok(CommandOutcome::Interrupted),
                Err(problem) => class.add_refusal(&name, &problem, lang),
            };
            if prints_lines {
                console.print(format!("{}\n", answer.line).as_bytes())?;
            }
            if let Some(output) = feedback_outputs.next() {
                let folder = format!("{}/", display_name(parent_folder(path)));
                output.write(answer.feedback.replace(&folder, "").as_bytes(), console)?;
            }
        }
        if let Some(output) = csv_output {
            output.write(&csv(&class.table, CsvStyle::Plain), console)?;
        }
        let left_out = hand_ins.left_out_text(lang);
        if is_json {
            let answer = json!({
                "files": class.reports,
                "unread": class.refused_files.len(),
                "left_out": hand_ins.left_out_count(),
            });
            console.print(pretty_json(&answer).as_bytes())?;
        }
        if let Some(text) = left_out {
            console.remark(&text);
        }
        class.outcome(console)
    }

    /// Opens a text of feedback for each hand-in: its path below the folder that was given, and `.txt`.
    fn open_feedback(
        &self,
        paths: &[PathBuf],
        registry: &mut FileRegistry,
    ) -> Result<Vec<Output>, Problem> {
        let Some(folder) = &self.args.feedback else {
            return Ok(Vec::new());
        };
        let mut outputs = Vec::new();
        for path in paths {
            let mut folders = self.args.file.iter();
            let below_folder = folders.find_map(|folder| path.strip_prefix(folder).ok());
            let name = match below_folder {
                Some(name) if name != Path::new("") => name.as_os_str(),
                _ => path.file_name().unwrap_or_default(),
            };
            let mut output_path = folder.join(name).into_os_string();
            output_path.push(".txt");
            let output_path = PathBuf::from(output_path);
            create_folder(parent_folder(&output_path))?;
            outputs.push(registry.open_output(&output_path)?);
        }
        Ok(outputs)
    }

    /// Compares a hand-in with its references; `None` if a signal interrupts it.
    fn check(&mut self, path: &Path) -> Result<Option<SolutionReport>, Problem> {
        let file = display_name(path);
        let bytes = read_limited(path, MAX_BYTES)?;
        let (topic, statements) = self.read(&file, &bytes)?;
        let mut simulations = Vec::new();
        for path in &self.args.tally {
            let (experiment, run) = read_nonempty_tally(path, Some(topic.name))?;
            simulations.push(Simulation::new(topic, experiment, Some(run)));
        }
        let defaults = self
            .args
            .tally
            .is_empty()
            .then(|| self.option_values(topic));
        let mut matcher = Matcher::new(topic, &file, defaults, simulations);
        let matched = matcher.match_all(statements)?;
        let confidence = self.args.intervals.confidence;
        let mut report = SolutionReport::new(file.clone(), confidence, matched);
        let mut simulations = matcher.simulations;
        if !self.run_simulations(&mut simulations, &report.references)?
            || signals::acknowledge_stop_request()
        {
            return Ok(None);
        }
        let intervals = (self.args.intervals.interval, self.args.intervals.confidence);
        for reference in &mut report.references {
            simulations[reference.simulation].evaluate(reference, intervals);
        }
        report.commands = simulations.iter().filter_map(simulation_command).collect();
        report.compare();
        if report.verdict() == Verdict::Disagrees {
            let mut diagnosis = Diagnosis {
                topic,
                report: &report,
                simulations: &simulations,
                intervals,
                run: &mut |name, experiment, deals| {
                    let run = self.run(name, experiment, deals, &mut |_| ())?;
                    Ok(Some(run).filter(|run| run.stop_reason != StopReason::Interrupted))
                },
            };
            match diagnosis.search()? {
                Findings::NotSought => {}
                Findings::Interrupted => return Ok(None),
                Findings::Mistakes(explanations) => {
                    report.telling_games = telling_games(&explanations);
                    report.explanations = Some(explanations);
                }
            }
        }
        Ok(Some(report))
    }

    /// Returns the topic of a hand-in, and the numbers that it states. Fails when it has a word that is not known, or the words
    /// of several topics.
    fn read(&self, file: &str, bytes: &[u8]) -> Result<(&'static Topic, Statements), Problem> {
        let cells = read_cells(file, bytes, self.args.kind.is_some())?;
        let topics: &[&'static Topic] = match &self.named_topic {
            Some(topic) => std::slice::from_ref(topic),
            None => TOPICS,
        };
        let mut readings = Vec::new();
        let mut refusal = None;
        for &topic in topics {
            let experiments = topic.simulate.all_experiments(&self.option_values(topic))?;
            let vocabulary = Vocabulary::new(topic, &experiments);
            let reader = StatementReader {
                file,
                vocabulary: &vocabulary,
                list_kind: self.args.kind,
                games: self.args.games.and_then(NonZeroU64::new),
                explicit_settings: &self.explicit_settings(),
            };
            match reader.read(&cells) {
                Ok(statements) => readings.push((topic, statements)),
                Err(problem) => refusal = Some(problem),
            }
        }
        match (readings.len(), refusal) {
            (1, _) => Ok(readings.remove(0)),
            (0, Some(problem)) if topics.len() == 1 => Err(problem),
            _ => Err(unknown_topic(file)),
        }
    }

    /// Returns the values of the options of the command line, which has some if it names the topic.
    fn option_values(&self, topic: &Topic) -> Vec<Field> {
        match self.named_topic {
            Some(_) => option_values(topic.simulate.options, self.matches),
            None => Vec::new(),
        }
    }

    fn explicit_settings(&self) -> Vec<Field> {
        match self.named_topic {
            Some(topic) => explicit_option_values(topic.simulate.options, self.matches),
            None => Vec::new(),
        }
    }

    /// Runs the simulations that references need. Returns false if a signal stops them.
    fn run_simulations(
        &mut self,
        simulations: &mut [Simulation],
        references: &[Reference],
    ) -> Result<bool, Problem> {
        let mut pending = Vec::new();
        for (index, simulation) in simulations.iter_mut().enumerate() {
            let mut own_references = references
                .iter()
                .filter(|reference| reference.simulation == index)
                .peekable();
            if simulation.run.is_some() || own_references.peek().is_none() {
                continue;
            }
            let experiment = &simulation.experiment;
            let default_deals = || experiment.info().default_deals;
            let usual_deals = self.args.deals.unwrap_or_else(default_deals);
            let deals = simulation.needed_deals(own_references, usual_deals);
            let run = self.runs.get(&(experiment.name(), deals)).cloned();
            if run.is_none() {
                pending.push((index, deals));
            }
            simulation.run = run;
        }
        let runs: Vec<_> = pending
            .iter()
            .map(|&(index, deals)| (simulations[index].experiment.as_ref(), Some(deals)))
            .collect();
        let progress = ProgressLine::of_runs(self.console, &runs, self.args.threads.count());
        for (number, (index, deals)) in pending.into_iter().enumerate() {
            let simulation = &mut simulations[index];
            let experiment = &simulation.experiment;
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
            simulation.run = Some(run);
        }
        Ok(true)
    }

    /// Returns the run of a simulation, which is remembered by its name for other hand-ins unless a signal interrupts it.
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

fn simulation_command(simulation: &Simulation) -> Option<String> {
    let run = simulation.run.as_ref()?;
    let deals = run.reproduced_deals();
    let experiment = simulation.experiment.as_ref();
    Some(CommandLine::simulating(experiment, deals, run.plan.seed.0).to_string())
}

/// The problem of a hand-in that fits no topic, or several.
fn unknown_topic(file: &str) -> Problem {
    let names: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    let topics = names.join(", ");
    problem!(
        "{file} : les mots ne permettent pas de reconnaître le jeu ; nommez-le ({topics}), par \
         exemple : pioche check-solution alliances {file}",
        "{file}: the words do not identify the game; name it ({topics}), for example: pioche \
         check-solution alliances {file}"
    )
}

/// The results of several hand-ins.
struct ClassResult {
    table: DataTable,
    reports: Vec<Value>,
    disagreement_count: usize,
    refused_files: Vec<String>,
    undecided_files: Vec<String>,
}

/// The answer for one of several hand-ins.
struct FileAnswer {
    line: String,
    /// The text for its author.
    feedback: String,
}

impl ClassResult {
    fn new(lang: Lang) -> Self {
        Self {
            table: DataTable::new(&summary_headings(lang), Vec::new()),
            reports: Vec::new(),
            disagreement_count: 0,
            refused_files: Vec::new(),
            undecided_files: Vec::new(),
        }
    }

    fn add_report(&mut self, name: &str, report: &SolutionReport, lang: Lang) -> FileAnswer {
        const COLUMNS: usize = 80;
        self.disagreement_count += report.disagreement_count();
        self.reports.push(report.summary_json(lang));
        self.table.rows.push(report.summary_cells(lang));
        let mut feedback = report.text(lang, COLUMNS);
        if matches!(report.verdict(), Verdict::CannotTell | Verdict::LacksGames) {
            self.undecided_files.push(name.to_owned());
            let missing = report.missing_problem();
            feedback += &format!("{}.\n", missing.0.in_lang(lang));
        }
        FileAnswer {
            line: report.summary_line(lang),
            feedback,
        }
    }

    fn add_refusal(&mut self, name: &str, problem: &Problem, lang: Lang) -> FileAnswer {
        const REFUSED: Text = Text::new("refusé", "refused");
        let reason = problem.0.in_lang(lang);
        self.reports.push(json!({ "file": name, "error": reason }));
        let cell = |text: &str| DataCell::Text(text.to_owned());
        let mut cells = vec![cell(name), cell(REFUSED.in_lang(lang))];
        cells.resize(self.table.columns.len() - 1, DataCell::Empty);
        cells.push(cell(reason));
        self.table.rows.push(cells);
        self.refused_files.push(name.to_owned());
        FileAnswer {
            line: reason.to_owned(),
            feedback: either!(
                lang,
                "Ces résultats n'ont pas pu être lus : {reason}.\n",
                "These results could not be read: {reason}.\n"
            ),
        }
    }

    /// Returns the outcome of all, and names the files that have no verdict.
    fn outcome(&self, console: &Console) -> Result<CommandOutcome, Failure> {
        let without_verdict: Vec<&str> = self
            .refused_files
            .iter()
            .chain(&self.undecided_files)
            .map(String::as_str)
            .collect();
        let refused_count = self.refused_files.len();
        let undecided_count = self.undecided_files.len();
        let names = without_verdict.join(", ");
        let problem = problem!(
            "fichiers refusés : {refused_count}, sans conclusion : {undecided_count} ({names})",
            "files refused: {refused_count}, undecided: {undecided_count} ({names})"
        );
        if without_verdict.is_empty() && self.disagreement_count == 0 {
            return Ok(CommandOutcome::Success);
        }
        if self.disagreement_count == 0 {
            return Err(problem.into());
        }
        if !without_verdict.is_empty() {
            print_problem(console.lang, &problem);
        }
        Ok(CommandOutcome::NegativeAnswer)
    }
}

/// Defines `check-solution`, with the topic as an optional subcommand.
pub fn command(lang: Lang) -> Command {
    const ABOUT: Text = Text::new(
        "Compare les résultats d'un élève aux valeurs simulées ou exactes",
        "Compare a student's results with simulated or exact values",
    );
    let topics = TOPICS.iter().map(|topic| {
        let options = topic
            .simulate
            .options
            .iter()
            .map(|option| option_arg(*option, lang).conflicts_with("tally"));
        let command = CheckSolutionArgs::add_to(
            Command::new(topic.name).aliases(topic.alias).args(options),
            lang,
        );
        let title = topic.glossary.title.in_lang(lang);
        let help = Text::new(
            "Affiche chaque forme qui est lue : un tableau d'exemple, ses colonnes, et les textes sans \
             tableau",
            "Print each form that is read: an example table, its columns, and texts without a table",
        );
        let template = Arg::new("template")
            .long("template")
            .action(ArgAction::SetTrue)
            .help(help.in_lang(lang))
            .help_heading(OUTPUT_HEADING)
            .conflicts_with_all(["file", "tally", "format", "confidence", "interval"]);
        command
            .arg(template)
            .mut_arg("file", |file| {
                file.required(false).required_unless_present("template")
            })
            .about(either!(
                lang,
                "{title} : compare un tableau de probabilités aux valeurs de référence",
                "{title}: compare a table of probabilities with reference values"
            ))
    });
    let command = CheckSolutionArgs::add_to(Command::new("check-solution"), lang)
        .args_conflicts_with_subcommands(true);
    command
        .subcommand_negates_reqs(true)
        .subcommands(topics)
        .about(ABOUT.in_lang(lang))
}
