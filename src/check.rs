//! `check`: the verdict on a deck or a printed game, or on each file of a class.

use super::answer_verbs::{explicit_option_values, option_values, parse_args};
use super::args::{AnswerFormat, FormatArgs, OUTPUT_HEADING, options};
use super::console::{CommandOutcome, Console, Failure};
use super::files::{
    FileRegistry, Output, OutputContent, display_name, is_stdio_path, output_path, read_limited,
};
use super::folders::{HandIns, are_several, outcome_of_files};
use crate::args::OptionGroup;
use crate::clap_command::verb_command;
use clap::{ArgMatches, Command};
use pioche_classroom::check::{CHECK, GAMES, PrintedGame, check, find_game, template_text};
use pioche_report::data_table::{CsvStyle, DataCell, DataTable, csv, pretty_json};
use pioche_report::lang::{Lang, Problem, either};
use pioche_topics::TOPICS;
use pioche_topics::verb::{CommandOutput, InputFile, ParsedArgs};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

options! {
    #[derive(Clone, Debug)]
    pub struct CheckArgs {
        #[arg(
            help_heading = OUTPUT_HEADING,
            long,
            conflicts_with_all = ["format", "csv"],
        )]
        template: bool =
            "Affiche les premières lignes de chaque forme de partie qui se lit",
            "Print the first lines of each form of game that is read";
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
    }
}

pub fn run(matches: &ArgMatches, console: &Console) -> Result<CommandOutcome, Failure> {
    let args: CheckArgs = parse_args(matches)?;
    let format = parse_args::<FormatArgs>(matches)?.format;
    let mut paths: Vec<PathBuf> = matches
        .get_many("file")
        .unwrap_or_default()
        .cloned()
        .collect();
    let first_word = paths.first().filter(|_| paths.len() > 1 || args.template);
    let named_game = first_word.and_then(|word| named_game(word));
    if named_game.is_some() {
        paths.remove(0);
    }
    if args.template {
        let games = named_game.map_or_else(|| GAMES.to_vec(), |game| vec![game]);
        let text = template_text(&games, &parsed_args(matches, console))?;
        console.print(text.as_bytes())?;
        return Ok(CommandOutcome::Success);
    }
    if are_several(&paths) || args.csv.is_some() {
        return check_files(&args, named_game, &paths, format, (matches, console));
    }
    let path = paths
        .first()
        .ok_or_else(|| Problem::missing_argument("FILE"))?;
    let answer = file_answer(path, named_game, matches, console)?;
    let text = match answer.json {
        Some(value) if format == Some(AnswerFormat::Json) => pretty_json(&value),
        _ => answer.text,
    };
    console.print(text.as_bytes())?;
    Ok(if answer.success {
        CommandOutcome::Success
    } else {
        CommandOutcome::NegativeAnswer
    })
}

/// Returns the game that a word names, by the name of its topic or another name of it.
fn named_game(word: &Path) -> Option<&'static dyn PrintedGame> {
    let word = word.to_str()?;
    let is_named = |topic: &&&pioche_topics::Topic| topic.name == word || topic.alias == Some(word);
    find_game(TOPICS.iter().find(is_named)?.name)
}

fn parsed_args<'a>(matches: &ArgMatches, console: &Console) -> ParsedArgs<'a> {
    ParsedArgs {
        explicit_settings: explicit_option_values(CHECK.options, matches),
        ..ParsedArgs::new(console.lang, option_values(CHECK.options, matches))
    }
}

fn file_answer(
    path: &Path,
    named_game: Option<&'static dyn PrintedGame>,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutput, Problem> {
    let file = InputFile::new(display_name(path), |most| read_limited(path, most));
    let args = ParsedArgs {
        file: Some(file),
        ..parsed_args(matches, console)
    };
    check(&args, named_game)
}

/// Answers for each file of several paths and folders. A file that cannot be read is a line with the reason.
fn check_files(
    args: &CheckArgs,
    named_game: Option<&'static dyn PrintedGame>,
    paths: &[PathBuf],
    format: Option<AnswerFormat>,
    (matches, console): (&ArgMatches, &Console),
) -> Result<CommandOutcome, Failure> {
    let lang = console.lang;
    let is_json = format == Some(AnswerFormat::Json);
    let hand_ins = HandIns::find(paths)?;
    let mut registry = FileRegistry::new(args.force);
    for file in &hand_ins.paths {
        registry.add_input(file);
    }
    let output: Option<Output> = match &args.csv {
        Some(path) => Some(registry.open_output(path)?),
        None => None,
    };
    let prints_lines = !is_json && !args.csv.as_deref().is_some_and(is_stdio_path);
    let mut answers = Vec::new();
    let mut table = DataTable::new(&csv_headings(lang), Vec::new());
    let mut unreadable_files = Vec::new();
    let mut is_negative = false;
    for path in &hand_ins.paths {
        let name = display_name(path);
        let text = match file_answer(path, named_game, matches, console) {
            Ok(answer) => {
                is_negative |= !answer.success;
                let json = answer.json.unwrap_or_default();
                table.rows.push(verdict_cells(&name, &json, lang));
                answers.push(json!({ "file": name, "answer": json }));
                answer.text
            }
            Err(problem) => {
                let reason = problem.0.in_lang(lang);
                table.rows.push(refusal_cells(&name, reason, lang));
                answers.push(json!({ "file": name, "error": reason }));
                unreadable_files.push(name);
                format!("{reason}\n")
            }
        };
        if prints_lines {
            console.print(text.as_bytes())?;
        }
    }
    if let Some(output) = output {
        output.write(&csv(&table, CsvStyle::Plain), console)?;
    }
    if is_json {
        let unread = unreadable_files.len();
        let left_out = hand_ins.left_out_count();
        let answer = json!({ "files": answers, "unread": unread, "left_out": left_out });
        console.print(pretty_json(&answer).as_bytes())?;
    }
    if let Some(text) = hand_ins.left_out_text(lang) {
        console.remark(&text);
    }
    outcome_of_files(console, is_negative, &unreadable_files)
}

fn csv_headings(lang: Lang) -> [&'static str; 5] {
    match lang {
        Lang::Fr => ["fichier", "jeu", "verdict", "ligne", "raison"],
        Lang::En => ["file", "game", "verdict", "line", "reason"],
    }
}

fn text_cell(text: impl Into<String>) -> DataCell {
    DataCell::Text(text.into())
}

/// Returns the row of a file with a verdict; the reason of a deck is its first message.
fn verdict_cells(file: &str, answer: &Value, lang: Lang) -> Vec<DataCell> {
    let is_right = answer["right"] == true;
    let verdict = if is_right {
        either!(lang, "juste", "right")
    } else {
        either!(lang, "faux", "wrong")
    };
    let reason = answer["reason"].as_str();
    let message = answer["messages"][0].as_str().filter(|_| !is_right);
    vec![
        text_cell(file),
        text_cell(answer["game"].as_str().unwrap_or_default()),
        text_cell(verdict),
        DataCell::count(answer["line"].as_u64()),
        text_cell(reason.or(message).unwrap_or_default()),
    ]
}

fn refusal_cells(file: &str, reason: &str, lang: Lang) -> Vec<DataCell> {
    let verdict = either!(lang, "non lu", "refused");
    vec![
        text_cell(file),
        text_cell(""),
        text_cell(verdict),
        DataCell::count(None),
        text_cell(reason),
    ]
}

/// Defines `check`; its files may follow the name of a game.
pub fn command(lang: Lang) -> Command {
    let command = CheckArgs::add_to(verb_command(Command::new("check"), &CHECK, &[], lang), lang);
    command
        .mut_arg("file", |file| {
            file.required(false).required_unless_present("template")
        })
        .about(CHECK.about.in_lang(lang))
}
