//! The clap definitions of commands and options. Topics declare their own options; this module converts them for clap.

use super::args::{DealArgs, FormatArgs, OptionGroup, SimulateArgs};
use super::files::{display_name, is_stdio_path, read_limited};
use super::solve::AnswerTableArgs;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, ArgAction, Command, ValueHint};
use pioche_engine::sim::Field;
use pioche_games::Topic;
use pioche_games::verb::{DealArg, Verb};
use pioche_games::words::Words;
use pioche_report::lang::{Problem, Text};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Defines a command with options of its own.
pub fn own_command<A: OptionGroup>(name: &'static str, about: Text) -> Command {
    A::add_to(Command::new(name)).about(about.translated())
}

/// Defines `simulate` of a topic.
pub fn simulate_command(topic: &Topic) -> Command {
    let command = Command::new(topic.name).aliases(topic.alias);
    let command = SimulateArgs::add_to(verb_command(command, &topic.simulate));
    let statistic = topic.statistic.map(option_arg);
    command
        .arg(option_arg(topic.rows))
        .args(statistic.map(|arg| arg.conflicts_with(topic.rows.key())))
        .about(topic.simulate.about.translated())
}

/// Defines a verb with one answer.
pub fn answer_command(base: Command, verb: &Verb) -> Command {
    let mut command = verb_command(base, verb);
    if verb.has_json {
        command = FormatArgs::add_to(command);
    }
    if verb.accepts_lists {
        command = AnswerTableArgs::add_to(command);
    }
    command.about(verb.about.translated())
}

/// Adds the file, the options and the deal of a verb to a command. Its description is set last, since groups of options
/// overwrite it.
pub fn verb_command<F: Copy>(base: Command, verb: &Verb<F>) -> Command {
    let mut command = base;
    if let Some(file) = verb.file {
        let arg = Arg::new("file")
            .value_name("FILE")
            .help(file.help.translated());
        let arg = arg
            .value_parser(clap::value_parser!(PathBuf))
            .required(file.required);
        command = command.arg(with_relations(arg, "file", verb));
    }
    for option in verb.options() {
        command = command.arg(with_relations(option_arg(option), option.key(), verb));
    }
    match verb.deal {
        DealArg::None => command,
        DealArg::Given => DealArgs::add_to(command),
        DealArg::Drawn => {
            let command = DealArgs::add_to(command);
            command.mut_arg("seed", |seed| seed.default_value("random"))
        }
    }
}

/// Adds the arguments that a verb refuses beside one, and those that it needs.
fn with_relations<F: Copy>(mut arg: Arg, key: &str, verb: &Verb<F>) -> Arg {
    for (_, others) in verb.conflicts.iter().filter(|(own, _)| *own == key) {
        arg = arg.conflicts_with_all(*others);
    }
    for (_, other) in verb.requires.iter().filter(|(own, _)| *own == key) {
        arg = arg.requires(*other);
    }
    arg
}

fn option_arg(option: Words) -> Arg {
    let arg = Arg::new(option.key())
        .long(option.setting.option_name.replace('_', "-"))
        .help(option.help_text())
        .help_heading(option.section.heading().0);
    if option.is_flag() {
        return arg.action(ArgAction::SetTrue);
    }
    let arg = arg
        .value_name(option.value_name)
        .value_parser(OptionParser(option))
        .allow_hyphen_values(true);
    // Shells should not complete file names. Help omits completions, which are only examples of values.
    let arg = arg
        .value_hint(ValueHint::Other)
        .hide_possible_values(!option.completions.is_empty());
    match option.setting.default {
        None => arg,
        Some(default) => arg.default_value(default),
    }
}

/// The largest file that gives the value of an option, in bytes.
const MAX_OPTION_FILE_SIZE: u64 = 64 * 1024;

/// Parses the values of an option, or the file that it names if the option accepts files.
fn parse_values_or_file(option: Words, text: &str) -> Result<Vec<Field>, Problem> {
    let values = option.parse_list(text);
    let path = Path::new(text);
    match option.parse_file {
        Some(parse_file) if values.is_err() && (is_stdio_path(path) || path.exists()) => {
            let bytes = read_limited(path, MAX_OPTION_FILE_SIZE)?;
            let value = parse_file(&String::from_utf8_lossy(&bytes))
                .map_err(|problem| Problem::for_argument(&display_name(path), problem))?;
            Ok(vec![option.setting.field(value)])
        }
        _ => values,
    }
}

#[derive(Clone)]
struct OptionParser(Words);

impl TypedValueParser for OptionParser {
    type Value = Vec<Field>;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Vec<Field>, clap::Error> {
        let option = self.0;
        let parse = move |text: &str| parse_values_or_file(option, text);
        parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let mut values = self.0.words();
        if values.is_empty() {
            values = self.0.completions.to_vec();
        }
        if values.is_empty() {
            return None;
        }
        Some(Box::new(values.into_iter().map(PossibleValue::new)))
    }
}
