//! `solve`: the exact answer for one start, or a table with a row for each start of a list.

use super::answer_verbs::{
    self, add_option_files, chosen_deal, input_path, is_explicit, option_values, parse_args,
    parsed_args,
};
use super::args::{AnswerFormat, ChartArgs, CsvArgs, ForceArgs, FormatArgs};
use super::console::{CommandOutcome, Console, Failure, Failures};
use super::files::{FileRegistry, Output};
use super::outputs::drawing_problem;
use crate::help::is_setting;
use clap::{ArgMatches, Args};
use pioche_engine::sim::Field;
use pioche_engine::sim::settings::field_value;
use pioche_games::Topic;
use pioche_games::verb::{ParsedArgs, Settings, Verb};
use pioche_games::words::MEMORY;
use pioche_report::answers::{AnswerRow, answer_picture, answer_table, answer_text};
use pioche_report::command::flag_name;
use pioche_report::lang::{Problem, Text};
use pioche_report::run_json::pretty_json;
use pioche_report::table::Table;
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

/// The files of a table of answers, opened before the work.
struct AnswerFiles {
    csv: Option<Output>,
    chart: Option<Output>,
    is_stdout_free: bool,
}

/// Solves the start of the command; with a list, or for a file of the table, each of the starts.
pub fn run(
    topic: &Topic,
    verb: &Verb,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let args: AnswerTableArgs = parse_args(matches)?;
    args.chart_args.check_chart(
        args.chart_args.chart.is_some(),
        Text("--chart is needed too"),
    )?;
    let mut starts = Vec::new();
    for settings in verb.combinations(&option_values(verb.options(), matches))? {
        starts.extend((topic.starts)(settings)?);
    }
    let has_files = args.csv_args.csv.is_some() || args.chart_args.chart.is_some();
    if starts.len() == 1 && !has_files {
        return answer_verbs::run(verb, matches, console);
    }
    let format = parse_args::<FormatArgs>(matches)?.format;
    let files = open_files(verb, &args, format, matches)?;
    let answers = solve_starts(verb, starts, matches, console)?;
    let (rows, objects): (Vec<AnswerRow>, Vec<Value>) = answers.into_iter().unzip();
    let table = answer_table(&rows, topic);
    let mut failures = Failures::default();
    if let Some(file) = files.csv {
        let style = args.csv_args.csv_style;
        let bytes = style.in_language(|| answer_table(&rows, topic)).csv(style);
        failures.record(file.write(&bytes, console));
    }
    if let Some(file) = files.chart {
        let picture = answer_picture(&rows, topic);
        let drawn = args.chart_args.draw(picture)?;
        let format = args.chart_args.format();
        let bytes = drawn.encode(format).map_err(drawing_problem)?;
        failures.record(file.write(&bytes, console));
    }
    if files.is_stdout_free {
        let text = if format == Some(AnswerFormat::Json) {
            pretty_json(&json!({ "rows": json_rows(&table, objects) }))
        } else {
            answer_text(&rows, topic, console.columns)
        };
        failures.record(console.print(text.as_bytes()));
    }
    failures.report_all_but_last()?;
    Ok(CommandOutcome::Success)
}

fn open_files(
    verb: &Verb,
    args: &AnswerTableArgs,
    format: Option<AnswerFormat>,
    matches: &ArgMatches,
) -> Result<AnswerFiles, Problem> {
    let mut registry = FileRegistry::new(args.force.force);
    if let Some(path) = input_path(matches) {
        registry.add_input(path);
    }
    add_option_files(verb.options(), matches, &mut registry);
    let mut open = |path: &Option<PathBuf>| match path {
        Some(path) => registry.open_output(path).map(Some),
        None => Ok(None),
    };
    let csv = open(&args.csv_args.csv)?;
    let chart = open(&args.chart_args.chart)?;
    Ok(AnswerFiles {
        csv,
        chart,
        is_stdout_free: registry.is_stdout_free(format)?,
    })
}

/// Returns the row and the JSON of each start.
fn solve_starts(
    verb: &Verb,
    starts: Vec<Settings>,
    matches: &ArgMatches,
    console: &Console,
) -> Result<Vec<(AnswerRow, Value)>, Problem> {
    let chosen_deal = chosen_deal(verb, matches)?;
    chosen_deal.print_drawn(console);
    let mut args = parsed_args(verb, matches, chosen_deal, console);
    let mut answers = Vec::new();
    for settings in starts {
        args.explicit_settings = settings.clone();
        args.explicit_settings
            .retain(|field| is_explicit(matches, field.key()));
        args.settings = settings;
        answers.push(solve_start(verb, &args)?);
    }
    Ok(answers)
}

/// Returns the row and the JSON of one start. A problem names the settings.
fn solve_start(verb: &Verb, args: &ParsedArgs<'_>) -> Result<(AnswerRow, Value), Problem> {
    let mut settings = Vec::new();
    for option in verb.options() {
        let mut required = verb.requires.iter().filter(|(key, _)| *key == option.key());
        let is_used = required.all(|(_, other)| field_value(&args.settings, other).is_some());
        if is_setting(&option) && option.key() != MEMORY.key() && is_used {
            settings.extend(option.values_among(&args.settings).cloned());
        }
    }
    let output = (verb.run)(args).map_err(|problem| {
        let flags: Vec<String> = settings.iter().map(flag_text).collect();
        Problem::for_argument(&flags.join(" "), problem)
    })?;
    let row = output.row.expect("a command with a table returns a row");
    let row = AnswerRow { settings, ..row };
    Ok((row, output.json))
}

/// Writes a setting as on the command line, such as `--cells 9`.
fn flag_text(field: &Field) -> String {
    format!("{} {}", flag_name(field.setting), field.value)
}

/// Returns the rows of the CSV as objects, each with the whole answer.
fn json_rows(table: &Table, answers: Vec<Value>) -> Vec<Value> {
    let mut objects = Vec::new();
    for (mut object, answer) in table.json_rows().into_iter().zip(answers) {
        object.insert("answer".to_owned(), answer);
        objects.push(Value::Object(object));
    }
    objects
}
