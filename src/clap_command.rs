//! The clap definitions of commands and options. Topics declare their own options; this module converts them for clap.

use super::args::{DealArgs, FormatArgs, OptionGroup, SimulateArgs};
use super::files::{display_name, is_stdio_path, read_limited};
use super::solve::AnswerTableArgs;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, ArgAction, Command, ValueHint};
use pioche_engine::sim::Field;
use pioche_report::lang::{Problem, Text};
use pioche_topics::Topic;
use pioche_topics::setting::OptionSpec;
use pioche_topics::verb::{FileArg, VerbSpec};
use std::ffi::OsStr;
use std::path::Path;

/// Defines a command with options of its own.
pub fn own_command<A: OptionGroup>(name: &'static str, about: Text) -> Command {
    A::add_to(Command::new(name)).about(about.translated())
}

/// Defines `simulate` of a topic.
pub fn simulate_command(topic: &Topic) -> Command {
    let verb = &topic.simulate;
    let options = verb.options.iter().map(|option| option_arg(*option));
    let command = Command::new(topic.name).aliases(topic.alias).args(options);
    SimulateArgs::add_to(command)
        .args(verb.question_options().map(option_arg))
        .about(verb.about.translated())
}

/// Defines a verb with one answer, of which some options are refused with options of films. Its description is set last, since
/// groups of options overwrite it.
pub fn verb_command(
    base: Command,
    verb: &'static VerbSpec,
    film_conflicts: &[(&'static str, &'static [&'static str])],
) -> Command {
    let mut command = base.args(verb.file.map(file_argument));
    for option in verb.options {
        let mut conflicts = film_conflicts.iter();
        let arg = option_arg(*option);
        command = command.arg(match conflicts.find(|(key, _)| *key == option.key()) {
            Some((_, film_options)) => arg.conflicts_with_all(*film_options),
            None => arg,
        });
    }
    if verb.accepts_deal {
        command = DealArgs::add_to(command);
    }
    if verb.draws_seed {
        command = with_drawn_seed(command);
    }
    if verb.has_json {
        command = FormatArgs::add_to(command);
    }
    if verb.starts.is_some() {
        command = AnswerTableArgs::add_to(command);
    }
    command.about(verb.about.translated())
}

/// Lets a command with `--seed` draw a seed unless it is given.
pub fn with_drawn_seed(command: Command) -> Command {
    command.mut_arg("seed", |seed| seed.default_value("random"))
}

pub fn file_argument(file: FileArg) -> Arg {
    let arg = Arg::new("file")
        .value_name("FILE")
        .help(file.help.translated());
    let arg = arg
        .value_parser(clap::value_parser!(std::path::PathBuf))
        .required(file.required);
    arg.conflicts_with_all(file.conflicts_with)
}

pub fn option_arg(option: OptionSpec) -> Arg {
    let arg = Arg::new(option.key())
        .long(option.setting.option_name.replace('_', "-"))
        .help(option.help_text())
        .help_heading(option.group.heading().0)
        .conflicts_with_all(option.conflicts_with);
    let arg = option
        .requires
        .iter()
        .fold(arg, |arg, other| arg.requires(*other));
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
fn parse_values_or_file(option: OptionSpec, text: &str) -> Result<Vec<Field>, Problem> {
    let values = option.parse_values(text);
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
struct OptionParser(OptionSpec);

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
