//! `compare`: tables of somebody's numbers against exact or simulated ones.

mod layout;
mod reference;
mod table;
mod words;

use super::answer_verbs::parse_args;
use super::args::{CsvArgs, ForceArgs, IntervalArgs, SeedArgs, ThreadArgs, parse_deals};
use super::console::{CommandOutcome, Console, Failure};
use super::files::{FileRegistry, display_name, read_limited, read_nonempty_tally};
use super::progress::ProgressLine;
use super::runner::{play_deals, summary};
use super::signals;
use super::simulate::{create_experiments, report_interruption};
use super::verbs::verb_command;
use clap::{ArgMatches, Args, Command};
use pioche_engine::sim::{Run, StopReason, Summary};
use pioche_games::Topic;
use pioche_report::Glossary;
use pioche_report::command::CommandLine;
use pioche_report::lang::{Problem, Text, decimal, problem, quantity, tr};
use pioche_report::number::PageNumber;
use pioche_report::table::{Cell, Table as AnswerTable};
use reference::Reference;
use std::path::{Path, PathBuf};
use table::{Table, Unit};

/// The largest size of a table, in bytes.
const MAX_BYTES: u64 = 1 << 20;

#[derive(Args, Clone, Debug)]
pub struct CompareArgs {
    #[arg(value_name = "FILE", required = true,
          help = tr!("Files or folders of tables, `-` for the standard input"))]
    file: Vec<PathBuf>,
    #[arg(long, value_name = "N", value_parser = parse_deals,
          help = tr!("Number of games, if the tables do not state it"))]
    games: Option<u64>,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["deals", "seed", "threads"],
          help = tr!("Compare with the tally of an earlier run"))]
    tally: Option<PathBuf>,
    #[arg(long, value_name = "N", value_parser = parse_deals,
          help = tr!("Number of deals to simulate, without exact values"))]
    deals: Option<u64>,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    csv_args: CsvArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    intervals: IntervalArgs,
    #[command(flatten)]
    force: ForceArgs,
}

/// Returns the sentence that describes the command in the help.
pub fn about() -> String {
    tr!("Compare tables of numbers with exact or simulated values")
}

/// Defines `compare` of a topic; `None` for one whose rows are not named by numbers or outcomes.
pub fn command(command: Command, topic: &Topic) -> Option<Command> {
    let mut command = verb_command(command, &topic.simulate);
    for option in topic.simulate.options() {
        command = command.mut_arg(option.key(), |arg| arg.conflicts_with("tally"));
    }
    let command = CompareArgs::augment_args(command).about(about());
    Some(command).filter(|_| topic.name != "shuffle")
}

pub fn run(
    topic: &'static Topic,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let args: CompareArgs = parse_args(matches)?;
    let mut files = Vec::new();
    for path in &args.file {
        add_files(path, &mut files)?;
    }
    let mut registry = FileRegistry::new(args.force.force);
    for path in files.iter().chain(&args.tally) {
        registry.add_input(path);
    }
    let csv_path = args.csv_args.csv.as_deref();
    let csv_output = csv_path
        .map(|path| registry.open_output(path))
        .transpose()?;
    signals::enable_polling();
    let Some(summary) = reference_summary(topic, &args, matches, console)? else {
        return Ok(CommandOutcome::Interrupted);
    };
    let is_single = files.len() == 1 && csv_output.is_none();
    let comparison = Comparison {
        topic,
        reference: Reference::new(&summary),
        summary,
        args: &args,
    };
    let mut rows = Vec::new();
    let mut outcome = CommandOutcome::Success;
    let mut first_problem = None;
    for path in &files {
        let verdict = match comparison.answer(path) {
            Ok(answer) => {
                if answer.differences.contains(&true) {
                    outcome = CommandOutcome::NegativeAnswer;
                }
                if is_single {
                    let text = comparison.text(&answer, console.columns);
                    console.print(text.as_bytes())?;
                }
                format!("{}; {}", answer.verdict, answer.reading)
            }
            Err(problem) => first_problem.get_or_insert(problem).to_string(),
        };
        rows.push(vec![Cell::Text(display_name(path)), Cell::Text(verdict)]);
    }
    let text = AnswerTable::new(&["file", "verdict"], rows).csv(args.csv_args.csv_style);
    match csv_output {
        Some(output) => output.write(&text, console)?,
        None if is_single => {}
        None => console.print(&text)?,
    }
    match first_problem {
        Some(problem) if outcome == CommandOutcome::Success => Err(problem.into()),
        _ => Ok(outcome),
    }
}

/// Adds a file, or the visible files of a folder and those below, in the order of their names.
fn add_files(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Problem> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let unreadable = |error| Problem::cannot_read(&display_name(path), error);
    let entries = path.read_dir().map_err(unreadable)?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| !display_name(path).contains("/."));
    paths.sort();
    paths.iter().try_for_each(|path| add_files(path, files))
}

/// Returns the summary of a tally or of a run; of no deal if all values are exact. `None` after a signal.
fn reference_summary(
    topic: &Topic,
    args: &CompareArgs,
    matches: &ArgMatches,
    console: &Console,
) -> Result<Option<Summary>, Problem> {
    if let Some(path) = &args.tally {
        let (experiment, run) = read_nonempty_tally(path, Some(topic.name))?;
        let mut summaries = summary(&experiment, &run, args.intervals).of_members();
        if summaries.len() > 1 {
            let file = display_name(path);
            return Err(problem!(
                "{file} holds several settings; give the tally of one",
                file
            ));
        }
        return Ok(summaries.pop());
    }
    let experiments = create_experiments(topic, matches)?;
    let [experiment] = &experiments[..] else {
        return Err(problem!("give one value of each setting"));
    };
    let mut measures = experiment.measures();
    measures.retain(|measure| !measure.row_fields.is_empty());
    let mut exact_values = measures.iter().map(|measure| measure.exact.as_ref()?.get());
    let deals = match exact_values.all(|value| value.is_some()) {
        true => 0,
        false => args.deals.unwrap_or(experiment.info().default_deals),
    };
    let plan = experiment.plan(args.seed.resolve(console)?, deals);
    let initial_run = Run::empty(plan, experiment.tally_schema());
    let threads = args.threads.threads;
    let progress = ProgressLine::of_runs(console, 1);
    progress.start_run(0, experiment.as_ref(), Some(deals), 0);
    let mut on_progress = |run: &Run| progress.set_done(run.tally.deals);
    let part = (initial_run, 0..deals);
    let run = play_deals(experiment, part, threads, &mut on_progress, console)?;
    drop(progress);
    let is_interrupted = run.stop_reason == StopReason::Interrupted;
    if is_interrupted {
        report_interruption(&run, experiment.info().unit, console);
    }
    Ok((!is_interrupted).then(|| summary(experiment, &run, args.intervals)))
}

/// The comparison with the values of a run.
struct Comparison<'a> {
    topic: &'static Topic,
    summary: Summary,
    reference: Reference,
    args: &'a CompareArgs,
}

/// A table, how it was read, and the result of its comparison.
struct Answer {
    table: Table,
    reading: String,
    /// For each row whether it differs by more than chance; empty without the number of games.
    differences: Vec<bool>,
    verdict: String,
}

impl Comparison<'_> {
    fn answer(&self, path: &Path) -> Result<Answer, Problem> {
        let text = words::decode(&read_limited(path, MAX_BYTES)?);
        let table = Table::read(&text, &self.reference, self.args.games);
        let table = table.map_err(|problem| Problem::for_argument(&display_name(path), problem))?;
        let level = 1.0 - self.args.intervals.confidence.level();
        let differences = self.reference.differences(&table, level);
        let count = differences.iter().filter(|differs| **differs).count();
        let rows = table.rows.len();
        let mut verdict = if differences.is_empty() {
            tr!("no verdict: give --games")
        } else if count == 0 {
            tr!(
                "agrees: none of {rows} rows differs by more than chance",
                rows
            )
        } else {
            tr!(
                "disagrees: {count} of {rows} rows differ by more than chance",
                count,
                rows
            )
        };
        let other_meaning = self.reference.other_meaning(&table, level);
        if let (1.., Some(meaning)) = (count, other_meaning) {
            let meaning = meaning.translated();
            verdict += &tr!("; all agree with one other reading: {meaning}", meaning);
        } else if table.falls() {
            verdict += &tr!("; the curve falls: new deals were dealt for each n");
        }
        Ok(Answer {
            reading: self.reading(&table),
            table,
            differences,
            verdict,
        })
    }

    /// Says how the numbers of a table were read.
    fn reading(&self, table: &Table) -> String {
        let unit = match table.unit {
            Unit::Count => tr!("counts"),
            Unit::Percent => tr!("percentages"),
            Unit::Share => tr!("probabilities"),
        };
        let event = table.event.text().translated();
        let rows = match (self.reference.first, self.topic.name) {
            (None, _) => tr!("outcomes"),
            (_, "solitaire") => tr!("{event} pegs", event),
            _ => tr!("{event} piles", event),
        };
        let games = match table.games {
            Some(games) => quantity(games, Text("game|games")),
            None => tr!("number of games unknown"),
        };
        let column = match table.heading.as_str() {
            "" => String::new(),
            heading => tr!("column “{heading}”, ", heading),
        };
        tr!(
            "Read: {column}{unit} ({rows}), {games}",
            column,
            unit,
            rows,
            games
        )
    }

    fn text(&self, answer: &Answer, columns: usize) -> String {
        let Answer {
            table,
            reading,
            differences,
            verdict,
        } = answer;
        let headings = tr!("row|theirs|ours|difference|");
        let headings = headings.split('|').map(str::to_owned).collect();
        let confidence = self.args.intervals.confidence;
        let mut text_rows = Vec::new();
        for (index, row) in table.rows.iter().enumerate() {
            let share = self.reference.share(row.name, table.event);
            let ours = match share.exact {
                Some(exact) => PageNumber::exact(exact),
                None => {
                    PageNumber::probability(share.proportion.estimate_with_interval(confidence))
                }
            };
            let note = match differences.get(index) {
                Some(true) => tr!("differs"),
                _ => String::new(),
            };
            text_rows.push(vec![
                self.topic.translate(&self.reference.names[row.name]),
                row.text.clone(),
                ours.cell_text(),
                decimal(100.0 * (row.value - share.value()), 2),
                note,
            ]);
        }
        let source = match self.summary.deals() {
            0 => tr!("Exact values"),
            _ => CommandLine::reproducing(&self.summary).to_string(),
        };
        let rows = AnswerTable::of_texts(1, headings, text_rows).terminal_text(columns);
        format!("{reading}\n{rows}\n{verdict}\n{source}\n")
    }
}
