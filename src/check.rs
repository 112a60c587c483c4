//! `check`: the verdict on a deck or a printed game, or on each file of a class.

use super::answer_verbs::{explicit_option_values, option_values, parse_args};
use super::args::{AnswerFormat, FormatArgs, OUTPUT_HEADING, options};
use super::console::{CommandOutcome, Console, Failure};
use super::files::{display_name, read_limited};
use super::folders::{ClassArgs, ClassCheck, FileAnswer};
use crate::args::OptionGroup;
use crate::clap_command::verb_command;
use clap::{ArgMatches, Command};
use pioche_classroom::check::{CHECK, PrintedGame, check, find_game, template_text};
use pioche_report::data_table::{DataCell, pretty_json};
use pioche_report::lang::{Lang, Problem};
use pioche_topics::verb::{CommandOutput, InputFile, ParsedArgs};
use pioche_topics::{TOPICS, Topic};
use serde_json::json;
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
        class: ClassArgs = flatten;
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
        let text = template_text(named_game, &parsed_args(matches, console))?;
        console.print(text.as_bytes())?;
        return Ok(CommandOutcome::Success);
    }
    if args.class.ask_for_class(&paths) {
        let check = ClassCheck {
            args: &args.class,
            paths: &paths,
            inputs: &[],
            headings: &["file", "game", "verdict", "line", "reason"],
            format,
            console,
        };
        return check.run(&mut |path| {
            let output = file_answer(path, named_game, matches, console)?;
            Ok(Some(class_answer(&display_name(path), output)))
        });
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
    let name = word.to_str()?;
    let is_named = |topic: &&&Topic| topic.name == name || topic.alias == Some(name);
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

/// Returns the answer for one of several files; the reason of a deck is its first message.
fn class_answer(file: &str, output: CommandOutput) -> FileAnswer {
    let answer = output.json.unwrap_or_default();
    let verdict = if output.success { "right" } else { "wrong" };
    let message = answer["messages"][0].as_str().filter(|_| !output.success);
    let reason = answer["reason"].as_str().or(message).unwrap_or_default();
    let game = answer["game"].as_str().unwrap_or_default();
    let cell = |text: &str| DataCell::Text(text.to_owned());
    FileAnswer {
        cells: vec![
            cell(file),
            cell(game),
            cell(verdict),
            DataCell::count(answer["line"].as_u64()),
            cell(reason),
        ],
        json: json!({ "file": file, "answer": answer }),
        feedback: output.text.clone(),
        text: output.text,
        is_right: Some(output.success),
    }
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
