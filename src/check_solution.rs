//! `check-solution`: the arguments, the files and the simulations of the check of hand-ins.

use super::answer_verbs::{explicit_option_values, option_values, parse_args};
use super::args::{
    AnswerFormat, FormatArgs, IntervalArgs, OUTPUT_HEADING, SeedArgs, ThreadArgs, WORKLOAD_HEADING,
    choice_parser, options, parse_deals,
};
use super::console::{CommandOutcome, Console, Failure};
use super::files::{display_name, read_limited, read_nonempty_tally};
use super::folders::{ClassArgs, ClassCheck, FileAnswer};
use super::progress::ProgressLine;
use super::runner::{play_deals, summary};
use super::signals;
use super::simulate::report_if_interrupted;
use crate::args::OptionGroup;
use crate::clap_command::option_arg;
use clap::{Arg, ArgAction, ArgMatches, Command};
use pioche_classroom::solution::{
    Agreement, Diagnosis, ListKind, Matcher, Reference, SUMMARY_COLUMNS, Simulation,
    SolutionReport, StatementReader, Statements, Vocabulary, read_cells, telling_games, template,
};
use pioche_engine::sim::{Experiment, Field, Run, Seed, StopReason};
use pioche_report::command::CommandLine;
use pioche_report::lang::{Lang, Problem, Text, either, problem};
use pioche_topics::{TOPICS, Topic, find_topic};
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
        class: ClassArgs = flatten;
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
    if args.class.ask_for_class(&args.file) {
        let lang = console.lang;
        let class = ClassCheck {
            args: &args.class,
            paths: &args.file,
            inputs: &args.tally,
            headings: &SUMMARY_COLUMNS,
            format: args.single.format,
            console,
        };
        class.run(&mut |path| {
            let report = check.check(path)?;
            Ok(report.map(|report| class_answer(&report, lang)))
        })
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
    fn print_template(&mut self, topic: &'static Topic) -> Result<CommandOutcome, Failure> {
        const DEALS: u64 = 1000;
        let mut experiments = topic.simulate.all_experiments(&self.option_values(topic))?;
        let vocabulary = Vocabulary::new(topic, &experiments);
        let experiment: Arc<dyn Experiment> = experiments.remove(0).into();
        let deals = self.args.deals.unwrap_or(DEALS);
        let run = self.run(experiment.name(), &experiment, deals, &mut |_| ())?;
        let simulation = Simulation::new(topic, experiment, None);
        let text = template(&vocabulary, &simulation, &run, self.console.lang);
        self.console.print(text.as_bytes())?;
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
            _ => console.print(report.text(lang, console.columns).as_bytes())?,
        }
        match report.verdict().is_right() {
            Some(true) => Ok(CommandOutcome::Success),
            Some(false) => Ok(CommandOutcome::NegativeAnswer),
            None => Err(report.missing_problem().into()),
        }
    }

    /// Compares a hand-in with its references; `None` if a signal interrupts it.
    fn check(&mut self, path: &Path) -> Result<Option<SolutionReport>, Problem> {
        let file = display_name(path);
        let bytes = read_limited(path, MAX_BYTES)?;
        let (topic, mut statements) = self.read(&file, &bytes)?;
        let mut simulations = Vec::new();
        for path in &self.args.tally {
            let (experiment, run) = read_nonempty_tally(path, Some(topic.name))?;
            for member in summary(&experiment, &run, self.args.intervals).of_members() {
                simulations.push(Simulation::new(topic, member.experiment, Some(member.run)));
            }
        }
        let defaults = self
            .args
            .tally
            .is_empty()
            .then(|| self.option_values(topic));
        let mut matcher = Matcher::new(topic, &file, defaults, simulations);
        let mut references = matcher.match_all(&mut statements)?;
        let mut simulations = matcher.simulations;
        if !self.run_simulations(&mut simulations, &references)?
            || signals::acknowledge_stop_request()
        {
            return Ok(None);
        }
        let confidence = self.args.intervals.confidence;
        let intervals = (self.args.intervals.interval, confidence);
        for reference in &mut references {
            simulations[reference.simulation].evaluate(reference, intervals);
        }
        let mut report = SolutionReport::new(file.clone(), confidence, statements, references);
        report.commands = simulations.iter().filter_map(simulation_command).collect();
        if report.verdict() == Agreement::Disagrees {
            let mut is_interrupted = false;
            let mut diagnosis = Diagnosis {
                topic,
                report: &report,
                simulations: &simulations,
                intervals,
                run: &mut |name, experiment, deals| {
                    if is_interrupted {
                        return Ok(None);
                    }
                    let run = self.run(name, experiment, deals, &mut |_| ())?;
                    is_interrupted = run.stop_reason == StopReason::Interrupted;
                    Ok(Some(run).filter(|_| !is_interrupted))
                },
            };
            let explanations = diagnosis.search()?;
            if is_interrupted {
                return Ok(None);
            }
            report.telling_games = explanations.as_deref().and_then(telling_games);
            report.explanations = explanations;
        }
        Ok(Some(report))
    }

    /// Returns the topic of a hand-in, and the numbers that it states. Fails when it has a word that is not known, or the words
    /// of several topics.
    fn read(&self, file: &str, bytes: &[u8]) -> Result<(&'static Topic, Statements), Problem> {
        let (cells, comments) = read_cells(file, bytes, self.args.kind.is_some())?;
        let topics = match self.named_topic {
            Some(topic) => vec![topic],
            None => TOPICS.to_vec(),
        };
        let mut readings = Vec::new();
        let mut refusal = None;
        for &topic in &topics {
            let experiments = topic.simulate.all_experiments(&self.option_values(topic))?;
            let vocabulary = Vocabulary::new(topic, &experiments);
            let reader = StatementReader {
                file,
                comments,
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
        let mut needed_deals = Vec::new();
        for (index, simulation) in simulations.iter().enumerate() {
            let mut own_references = references
                .iter()
                .filter(|reference| reference.simulation == index)
                .peekable();
            if simulation.run.is_some() || own_references.peek().is_none() {
                continue;
            }
            let default_deals = || simulation.experiment.info().default_deals;
            let usual_deals = self.args.deals.unwrap_or_else(default_deals);
            needed_deals.push((index, simulation.needed_deals(own_references, usual_deals)));
        }
        let runs: Vec<_> = needed_deals
            .iter()
            .map(|&(index, deals)| (simulations[index].experiment.as_ref(), Some(deals)))
            .collect();
        let progress = ProgressLine::of_runs(self.console, &runs, self.args.threads.count());
        for (number, (index, deals)) in needed_deals.into_iter().enumerate() {
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
        let run = play_deals(
            experiment,
            (empty_run, 0..deals),
            threads,
            on_progress,
            self.console,
        )?;
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
    let topics = Vec::from_iter(TOPICS.iter().map(|topic| topic.name)).join(", ");
    problem!(
        "{file} : les mots ne permettent pas de reconnaître le jeu ; nommez-le ({topics}), par \
         exemple : pioche check-solution alliances {file}",
        "{file}: the words do not identify the game; name it ({topics}), for example: pioche \
         check-solution alliances {file}"
    )
}

/// Returns the answer for one of several hand-ins.
fn class_answer(report: &SolutionReport, lang: Lang) -> FileAnswer {
    FileAnswer {
        text: report.summary_line(lang),
        feedback: report.feedback(lang),
        cells: report.summary_cells(lang),
        json: report.summary_json(lang),
        is_right: report.verdict().is_right(),
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
