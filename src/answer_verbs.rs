//! Verbs with an answer (`show`, `solve`, `deal`, …): parsed options go to a topic, and its answer is printed and written to the
//! files of the command.

use super::args::{AnswerFormat, ChartArgs, ChosenDeal, CsvArgs, ForceArgs, FormatArgs};
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::files::{FileRegistry, display_name, read_limited};
use super::film_files;
use super::outputs::drawing_problem;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, FromArgMatches};
use pioche_engine::sim::Field;
use pioche_games::Topic;
use pioche_games::verb::{Answer, DealArg, InputFile, ParsedArgs, Settings, Verb};
use pioche_games::words::Words;
use pioche_report::answers::{AnswerRow, answer_picture, answer_table, answer_text};
use pioche_report::lang::{Problem, release_spaces};
use pioche_report::run_json::pretty_json;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The files of a table of answers.
#[derive(Args, Clone, Debug)]
pub struct AnswerTableArgs {
    #[command(flatten)]
    csv_args: CsvArgs,
    #[command(flatten)]
    chart_args: ChartArgs,
    #[command(flatten)]
    force: ForceArgs,
}

/// The number of lines of a long text that are printed together.
const PART_LINES: usize = 4096;

/// The options with the files of an answer.
const FILE_OPTIONS: [&str; 4] = ["csv", "chart", "animate", "image"];

/// Answers a command: about one start or, with a list or for a file of the table, each of the starts.
pub fn run(
    topic: &Topic,
    verb: &Verb,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let starts = starts(topic, verb, matches)?;
    let force = matches.try_get_one("force").ok().flatten();
    let mut registry = FileRegistry::new(force.copied().unwrap_or(false));
    if let Some(path) = input_path(matches) {
        registry.add_input(path);
    }
    let mut outputs = Vec::new();
    for option in FILE_OPTIONS {
        if let Some(path) = given_path(matches, option) {
            outputs.push((option, registry.open_output(path)?));
        }
    }
    let format = if verb.has_json {
        parse_args::<FormatArgs>(matches)?.format
    } else {
        None
    };
    let is_stdout_free = registry.is_stdout_free(format)?;
    let chosen_deal = chosen_deal(verb, matches)?;
    let mut args = parsed_args(verb, matches, chosen_deal);
    let mut rows = Vec::new();
    let mut answer = if starts.is_empty() {
        (verb.run)(&args)?
    } else {
        let mut objects = Vec::new();
        for settings in starts {
            args.settings = settings;
            let (row, object) = verb.answer_row(&args)?;
            rows.push(row);
            objects.push(object);
        }
        Answer {
            text: answer_text(&rows, topic, console.columns),
            json: json!({ "rows": json_rows(&rows, objects, topic) }),
            ..Answer::default()
        }
    };
    chosen_deal.print_drawn(console);
    let mut failures = Failures::default();
    // With `--quiet`, a film replaces the printed answer.
    let is_film = outputs
        .iter()
        .any(|(option, _)| ["animate", "image"].contains(option));
    for (option, output) in outputs {
        let (bytes, remarks) = match (option, &answer.film) {
            ("csv" | "chart", _) => (table_file(option, &rows, topic, matches)?, Vec::new()),
            ("animate", Some(film)) => film_files::animation(film, &output, console)?,
            (_, Some(film)) => film_files::picture(film, &output, matches)?,
            (_, None) => continue,
        };
        let result = output.write(&bytes, console);
        if result.is_ok() {
            remarks.iter().for_each(|remark| console.remark(remark));
        }
        failures.record(result);
    }
    if is_stdout_free && !(is_film && console.quiet) {
        failures.record(print_answer(&mut answer, format, console));
    }
    answer
        .remarks
        .iter()
        .for_each(|remark| console.remark(remark));
    failures.finish()?;
    Ok(if answer.is_no {
        CommandOutcome::NegativeAnswer
    } else {
        CommandOutcome::Success
    })
}

/// Returns the settings of the starts of a table; none for a command whose answer is not a table.
fn starts(topic: &Topic, verb: &Verb, matches: &ArgMatches) -> Result<Vec<Settings>, Problem> {
    if !verb.accepts_lists {
        return Ok(Vec::new());
    }
    let values = option_values(verb.options(), matches);
    let mut starts = topic.all_starts(verb, &values)?;
    let has_file = |option| given_path(matches, option).is_some();
    if starts.len() == 1 && !FILE_OPTIONS.into_iter().any(has_file) {
        starts.clear();
    }
    Ok(starts)
}

/// Returns the rows of the CSV as objects, each with the whole answer.
fn json_rows(rows: &[AnswerRow], answers: Vec<Value>, topic: &Topic) -> Vec<Value> {
    let mut objects = Vec::new();
    let table_rows = answer_table(rows, topic).json_rows();
    for (mut object, answer) in table_rows.into_iter().zip(answers) {
        object.insert("answer".to_owned(), answer);
        objects.push(Value::Object(object));
    }
    objects
}

/// Returns the table of some answers as CSV, or its chart.
fn table_file(
    option: &str,
    rows: &[AnswerRow],
    topic: &Topic,
    matches: &ArgMatches,
) -> Result<Vec<u8>, Problem> {
    let args: AnswerTableArgs = parse_args(matches)?;
    if option == "csv" {
        let style = args.csv_args.csv_style;
        return Ok(style.in_language(|| answer_table(rows, topic)).csv(style));
    }
    let drawn = args.chart_args.draw(answer_picture(rows, topic))?;
    drawn
        .encode(args.chart_args.format())
        .map_err(drawing_problem)
}

/// Prints an answer, a long one in parts.
fn print_answer(
    answer: &mut Answer,
    format: Option<AnswerFormat>,
    console: &Console,
) -> Result<(), Failure> {
    if format == Some(AnswerFormat::Json) {
        return console.print(release_spaces(&pretty_json(&answer.json)).as_bytes());
    }
    console.print(release_spaces(&answer.text).as_bytes())?;
    let mut lines = answer.more_text.iter_mut().flatten().peekable();
    while lines.peek().is_some() {
        let part: String = lines.by_ref().take(PART_LINES).collect();
        console.print(part.as_bytes())?;
    }
    Ok(())
}

/// Returns the deal that a command is about.
pub fn chosen_deal<F: Copy>(verb: &Verb<F>, matches: &ArgMatches) -> Result<ChosenDeal, Problem> {
    match verb.deal {
        DealArg::None => Ok(ChosenDeal::default()),
        DealArg::Given | DealArg::Drawn => ChosenDeal::new(matches),
    }
}

/// Returns the arguments of a command about a deal.
pub fn parsed_args<'a, F: Copy>(
    verb: &Verb<F>,
    matches: &'a ArgMatches,
    chosen_deal: ChosenDeal,
) -> ParsedArgs<'a> {
    let is_explicit_deal = |key| verb.deal != DealArg::None && is_explicit(matches, key);
    let settings = option_values(verb.options(), matches);
    let mut explicit_settings = settings.clone();
    explicit_settings.retain(|field| is_explicit(matches, field.key()));
    ParsedArgs {
        seed: chosen_deal.seed,
        deal: chosen_deal.deal,
        file: input_file(matches),
        has_explicit_deal: is_explicit_deal("seed") || is_explicit_deal("deal"),
        explicit_settings,
        settings,
    }
}

pub fn parse_args<A: FromArgMatches>(matches: &ArgMatches) -> Result<A, Problem> {
    A::from_arg_matches(matches).map_err(|error| super::clap_errors::first_line(&error))
}

fn input_file(matches: &ArgMatches) -> Option<InputFile<'_>> {
    let path = input_path(matches)?;
    Some(InputFile::new(display_name(path), move |most| {
        read_limited(path, most)
    }))
}

/// Returns the path of the file that a command reads.
pub fn input_path(matches: &ArgMatches) -> Option<&PathBuf> {
    given_path(matches, "file")
}

/// Returns the path that an option gives; `None` also for a command without the option.
fn given_path<'a>(matches: &'a ArgMatches, option: &str) -> Option<&'a PathBuf> {
    matches.try_get_one(option).ok().flatten()
}

/// Returns the values of the options that have any.
pub fn option_values(options: impl Iterator<Item = Words>, matches: &ArgMatches) -> Vec<Field> {
    let mut values = Vec::new();
    for option in options {
        let key = option.key();
        if !option.is_flag() {
            let fields = matches.get_one::<Vec<Field>>(key);
            values.extend(fields.into_iter().flatten().cloned());
        } else if matches.get_flag(key) {
            values.push(option.setting.field("yes".into()));
        } else if let Some(default) = option.setting.default {
            values.push(option.setting.field(default.into()));
        }
    }
    values
}

pub fn is_explicit(matches: &ArgMatches, key: &str) -> bool {
    matches.value_source(key) == Some(ValueSource::CommandLine)
}
