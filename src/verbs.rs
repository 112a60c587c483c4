//! The command line in clap: the verbs with their options, and the functions that run them.

use crate::answer_verbs::{AnswerTableArgs, parse_args};
use crate::args::{DealArgs, FormatArgs, SimulateArgs};
use crate::console::{CommandOutcome, Console, Failure};
use crate::film_files::FilmArgs;
use crate::tallies::{MergeArgs, ReportArgs, question_options};
use crate::{GlobalArgs, answer_verbs, compare, decks, help, play, simulate, study};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, ValueHint};
use pioche_engine::sim::Field;
use pioche_games::verb::{DealArg, Verb};
use pioche_games::words::Words;
use pioche_games::{TOPICS, Topic, find_topic};
use pioche_report::lang::{Text, tr};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// Defines the command line, with its help in the current language.
pub fn build_cli() -> Command {
    help::with_help_pages(build_grammar(), "")
}

/// Defines the command line without the pages of help, which take longer than to read a command.
pub fn build_grammar() -> Command {
    let version = Arg::new("version")
        .long("version")
        .short('V')
        .action(ArgAction::Version)
        .help(tr!("Print the version"));
    let mut grammar = own_command::<GlobalArgs>(
        "pioche",
        tr!(
            "Probabilities of card games, shuffles and small board games: fast simulations, exact \
             solutions, print-ready charts"
        ),
    )
    .version(env!("CARGO_PKG_VERSION"))
    .arg(version)
    .disable_help_flag(true)
    .disable_help_subcommand(true)
    .disable_version_flag(true)
    .subcommand_required(true)
    .arg_required_else_help(true);
    for (name, verb) in TOPICS.iter().flat_map(|topic| topic.extra_verbs) {
        grammar = grammar.subcommand(answer_command(Command::new(*name), verb));
    }
    for (name, about) in [
        ("show", tr!("Print one game, step by step")),
        (
            "simulate",
            tr!("Play many games and estimate probabilities"),
        ),
        (
            "play",
            tr!("Play at the terminal, alone, against another person or against the computer"),
        ),
        ("solve", tr!("Solve a game exactly")),
        ("compare", compare::about()),
    ] {
        let games = TOPICS.iter().filter_map(|topic| topic_command(name, topic));
        let verb = Command::new(name).about(about).subcommands(games);
        grammar = grammar.subcommand(verb.subcommand_required(true).arg_required_else_help(true));
    }
    let report = tr!("Report on the tallies of earlier runs");
    let merge = tr!("Merge the tallies of the parts of a simulation into one");
    let study = tr!("Answer every question of the handouts: CSV, charts, and a page");
    // The values are parsed when the game of the tallies is known.
    let options = question_options();
    let asked_rows = options.iter().map(|option| {
        let arg = option_arg(*option);
        arg.value_parser(clap::value_parser!(String))
    });
    let keys = options.iter().map(|option| option.key());
    let grammar = grammar
        .subcommand(
            own_command::<ReportArgs>("report", report)
                .args(asked_rows)
                .group(ArgGroup::new("asked_rows").args(keys)),
        )
        .subcommand(own_command::<MergeArgs>("merge", merge))
        .subcommand(own_command::<study::StudyArgs>("study", study))
        .subcommand(own_command::<help::CompletionsArgs>(
            "completions",
            tr!("Print the completion script of a shell"),
        ))
        .subcommand(own_command::<help::ManArgs>(
            "man",
            tr!("Print the manual page of pioche or of one command"),
        ))
        .subcommand(own_command::<help::HelpArgs>(
            "help",
            tr!("Print the help of a command"),
        ));
    with_negative_values(grammar)
}

/// Lets the values of options be negative numbers, so that their refusal names the option.
fn with_negative_values(command: Command) -> Command {
    let with_values = command.mut_args(|arg| {
        let takes_value = arg.get_long().is_some() && arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_value)
    });
    with_values.mut_subcommands(with_negative_values)
}

/// Defines a command with options of its own.
fn own_command<A: Args>(name: &'static str, about: String) -> Command {
    A::augment_args(Command::new(name)).about(about)
}

/// Defines a verb of a topic; `None` if the topic does not have it.
fn topic_command(verb: &str, topic: &'static Topic) -> Option<Command> {
    let command = Command::new(topic.name).aliases(topic.alias);
    match verb {
        "simulate" => Some(simulate_command(command, topic)),
        "show" => {
            let verb = topic.show.as_ref()?;
            let command = FilmArgs::augment_args(answer_command(command, verb));
            Some(command.about(verb.about.translated()))
        }
        "play" => play::command(command, topic),
        "compare" => compare::command(command, topic),
        _ => Some(answer_command(command, topic.solve.as_ref()?)),
    }
}

fn simulate_command(command: Command, topic: &Topic) -> Command {
    let verb = &topic.simulate;
    let command = verb_command(command, verb).args(decks::option(topic));
    let statistic = topic.question_options().nth(1).map(option_arg);
    SimulateArgs::augment_args(command)
        .arg(option_arg(topic.rows))
        .args(statistic.map(|arg| arg.conflicts_with(topic.rows.key())))
        .about(verb.about.translated())
}

/// Runs a parsed command; `words` are those of the command line.
pub fn run(
    matches: &ArgMatches,
    words: &[OsString],
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    const KNOWN: &str = "the grammar has only commands that exist";
    let (verb, matches) = matches.subcommand().expect(KNOWN);
    match verb {
        "report" => parse_args::<ReportArgs>(matches)?.run(matches, console),
        "merge" => parse_args::<MergeArgs>(matches)?.run(console),
        "study" => parse_args::<study::StudyArgs>(matches)?.run(words, console),
        "completions" => help::run_completions(matches, &build_cli(), console),
        "man" => help::run_man(matches, &build_cli(), console),
        "help" => help::run_help(matches, console),
        "simulate" | "play" | "show" | "solve" | "compare" => {
            let (name, matches) = matches.subcommand().expect(KNOWN);
            let topic = find_topic(name).expect(KNOWN);
            match verb {
                "simulate" => simulate::run(topic, words, matches, console),
                "play" => play::run(topic.play.as_ref().expect(KNOWN), matches, console),
                "compare" => compare::run(topic, matches, console),
                _ => {
                    let verbs = if verb == "show" {
                        &topic.show
                    } else {
                        &topic.solve
                    };
                    let verb = verbs.as_ref().expect(KNOWN);
                    answer_verbs::run(topic, verb, matches, console)
                }
            }
        }
        own => {
            let verb_of = |topic: &&'static Topic| {
                let mut verbs = topic.extra_verbs.iter();
                Some((*topic, &verbs.find(|(name, _)| *name == own)?.1))
            };
            let (topic, verb) = TOPICS.iter().find_map(verb_of).expect(KNOWN);
            answer_verbs::run(topic, verb, matches, console)
        }
    }
}

/// Defines a verb with one answer.
pub fn answer_command(base: Command, verb: &Verb) -> Command {
    let mut command = verb_command(base, verb);
    if verb.has_json {
        command = FormatArgs::augment_args(command);
    }
    if verb.accepts_lists {
        command = AnswerTableArgs::augment_args(command);
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
        DealArg::Given => DealArgs::augment_args(command),
        DealArg::Drawn => {
            let command = DealArgs::augment_args(command);
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

pub fn option_arg(option: Words) -> Arg {
    const LONG_HELP_ONLY: [&str; 4] = ["statistic", "suits", "ranks", "alliance"];
    let arg = Arg::new(option.key())
        .long(option.setting.option_name.replace('_', "-"))
        .help_heading(Text("Game").translated())
        .hide_short_help(LONG_HELP_ONLY.contains(&option.key()));
    let help = option.help.translated();
    if option.is_flag() {
        return arg.help(help).action(ArgAction::SetTrue);
    }
    // The accepted words are named once.
    let words = option.words();
    let with_words = |text: &str| match &words[..] {
        [] => text.to_owned(),
        words => format!("{text} ({})", words.join(", ")),
    };
    let clause = help.split([':', ';']).next().unwrap_or_default().trim_end();
    let long_help = option.help_text();
    let has_words = words.iter().all(|word| help.contains(word));
    let arg = arg
        .help(with_words(clause))
        .long_help(if has_words {
            long_help
        } else {
            with_words(&long_help)
        })
        .value_name(option.value_name)
        .value_parser(OptionParser(option))
        // Shells should not complete file names.
        .value_hint(ValueHint::Other)
        .hide_possible_values(true);
    match option.setting.default {
        None => arg,
        Some(default) => arg.default_value(default),
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
        let parse = move |text: &str| option.parse_list(text);
        parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let words = self.0.words();
        if words.is_empty() {
            return None;
        }
        Some(Box::new(words.into_iter().map(PossibleValue::new)))
    }
}
