//! The verbs: their definitions, with the topics that support each, and the functions that run them.

use crate::answer_verbs::{self, parse_args};
use crate::args::OUTPUT_HEADING;
use crate::clap_command::{answer_command, own_command, simulate_command};
use crate::console::{CommandOutcome, Console, Failure};
use crate::tallies::{MergeArgs, ReportArgs, question_options};
use crate::{GlobalArgs, help, simulate, solve};
use clap::{Arg, ArgMatches, Command, ValueHint};
use pioche_games::{TOPICS, Topic, find_topic};
use pioche_report::lang::{Text, tr};

/// Verbs with one subcommand for each topic that supports them.
const TOPIC_VERBS: &[(&str, Text)] = &[
    ("show", Text("Print one game, step by step")),
    (
        "simulate",
        Text("Play many games and estimate probabilities"),
    ),
    (
        "play",
        Text("Play at the terminal, alone, against another person or against the computer"),
    ),
    ("solve", Text("Solve a game exactly")),
    (
        "compare",
        Text("Compare tables of numbers with exact or simulated values"),
    ),
];

const ABOUT: Text = Text(
    "Probabilities of card games, shuffles and small board games: fast simulations, exact \
     solutions, print-ready charts",
);
const REPORT_ABOUT: Text = Text("Report on the tallies of earlier runs");
const MERGE_ABOUT: Text = Text("Merge the tallies of the parts of a simulation into one");

/// Defines the command line, with its help in one language.
pub fn build_cli() -> Command {
    let mut grammar = own_command::<GlobalArgs>("pioche", ABOUT)
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .arg_required_else_help(true);
    for (name, verb) in TOPICS.iter().flat_map(|topic| topic.extra_verbs) {
        grammar = grammar.subcommand(answer_command(Command::new(*name), verb));
    }
    for (name, about) in TOPIC_VERBS {
        let family = Command::new(name).about(about.translated());
        let family = family
            .subcommand_required(true)
            .arg_required_else_help(true);
        grammar = grammar.subcommand(
            family.subcommands(TOPICS.iter().filter_map(|topic| topic_command(name, topic))),
        );
    }
    grammar = grammar
        .subcommand(report_command())
        .subcommand(own_command::<MergeArgs>("merge", MERGE_ABOUT));
    grammar = grammar.subcommand(crate::study::command());
    help::with_localized_help(grammar.subcommands(help::help_commands()))
}

fn topic_command(verb: &str, topic: &'static Topic) -> Option<Command> {
    let command = Command::new(topic.name).aliases(topic.alias);
    match verb {
        "simulate" => Some(simulate_command(topic)),
        "show" => crate::show::command(command, topic),
        "play" => crate::play::command(command, topic),
        "compare" => crate::compare::command(command, topic),
        "solve" => Some(answer_command(command, topic.solve.as_ref()?)),
        _ => None,
    }
}

/// Defines `report`, with the options that ask for rows or a statistic. Their values are parsed when the game of the
/// tallies is known.
fn report_command() -> Command {
    let mut command = own_command::<ReportArgs>("report", REPORT_ABOUT);
    let options = question_options();
    for option in &options {
        let has_option = |topic: &&&Topic| topic.question_options().any(|own| own == *option);
        let games: Vec<&str> = TOPICS
            .iter()
            .filter(has_option)
            .map(|topic| topic.name)
            .collect();
        let games = games.join(", ");
        let words = option.words().join(", ");
        let example = option.list.unwrap_or(&words);
        let help = tr!(
            "Ask for these rows or this statistic, such as {example} (for {games})",
            example,
            games
        );
        let other_keys = options.iter().map(|other| other.key());
        let arg = Arg::new(option.key())
            .long(option.setting.option_name.replace('_', "-"))
            .value_name("LIST")
            .help(help)
            .help_heading(OUTPUT_HEADING)
            .allow_hyphen_values(true)
            .conflicts_with_all(other_keys.filter(|key| *key != option.key()))
            .value_hint(ValueHint::Other);
        command = command.arg(arg);
    }
    command
}

/// Runs a parsed command; `grammar` is its definition.
pub fn run(
    matches: &ArgMatches,
    grammar: &Command,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    const KNOWN: &str = "the grammar has only commands that exist";
    let (verb, matches) = matches.subcommand().expect(KNOWN);
    let command = grammar.find_subcommand(verb).expect(KNOWN);
    match verb {
        "report" => parse_args::<ReportArgs>(matches)?.run(matches, console),
        "merge" => parse_args::<MergeArgs>(matches)?.run(console),
        "study" => parse_args::<crate::study::StudyArgs>(matches)?.run((command, matches), console),
        "completions" => help::run_completions(matches, build_cli(), console),
        "man" => help::run_man(matches, build_cli(), console),
        "help" => help::run_help(matches, grammar, console),
        "simulate" | "play" | "show" | "solve" | "compare" => {
            let (name, matches) = matches.subcommand().expect(KNOWN);
            let topic = find_topic(name).expect(KNOWN);
            match verb {
                "simulate" => {
                    let topic_command = command.find_subcommand(name).expect(KNOWN);
                    simulate::run(topic, (topic_command, matches), console)
                }
                "play" => crate::play::run(topic.play.as_ref().expect(KNOWN), matches, console),
                "show" => crate::show::run(topic.show.as_ref().expect(KNOWN), matches, console),
                "compare" => crate::compare::run(topic, matches, console),
                _ => solve::run(topic, topic.solve.as_ref().expect(KNOWN), matches, console),
            }
        }
        own => {
            let mut extra_verbs = TOPICS.iter().flat_map(|topic| topic.extra_verbs);
            let (_, verb) = extra_verbs.find(|(name, _)| *name == own).expect(KNOWN);
            answer_verbs::run(verb, matches, console)
        }
    }
}
