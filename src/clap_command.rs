//! The clap definition of the command line: the verbs, and under each verb the topics that support it. Topics declare
//! their own options; this module converts them for clap.

use super::args::{DealArgs, FormatArgs, OUTPUT_HEADING, OptionGroup, SimulateArgs};
use super::files::{display_name, is_stdio_path, read_limited};
use super::slurm::SlurmArgs;
use super::solve::AnswerTableArgs;
use super::tallies::{MergeArgs, ReportArgs, row_options};
use super::{GlobalArgs, help};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, ArgAction, Command, ValueHint};
use pioche_engine::sim::Field;
use pioche_report::lang::{Lang, Problem, Text, either};
use pioche_topics::setting::OptionSpec;
use pioche_topics::verb::{FileArg, VerbSpec};
use pioche_topics::{TOPICS, Topic};
use std::ffi::OsStr;
use std::path::Path;

/// Verbs with one subcommand for each topic that supports them.
const TOPIC_VERBS: &[(&str, Text)] = &[
    (
        "show",
        Text::new(
            "Affiche une partie, étape par étape",
            "Print one game, step by step",
        ),
    ),
    (
        "simulate",
        Text::new(
            "Joue de nombreuses parties et estime des probabilités",
            "Play many games and estimate probabilities",
        ),
    ),
    #[cfg(feature = "play")]
    (
        "play",
        Text::new(
            "Pour jouer au terminal, seul, à deux ou contre l'ordinateur",
            "Play at the terminal, alone, against another person or against the computer",
        ),
    ),
    (
        "solve",
        Text::new("Résout un jeu exactement", "Solve a game exactly"),
    ),
];

const ABOUT: Text = Text::new(
    "Probabilités de jeux de cartes, de mélanges et de petits jeux de plateau : simulations \
     rapides, calculs exacts, graphiques prêts à imprimer",
    "Probabilities of card games, shuffles and small board games: fast simulations, exact \
     solutions, print-ready charts",
);
const REPORT_ABOUT: Text = Text::new(
    "Présente les décomptes de simulations déjà faites",
    "Report on the tallies of earlier runs",
);
const MERGE_ABOUT: Text = Text::new(
    "Réunit les décomptes des tranches d'une simulation en un seul",
    "Merge the tallies of the parts of a simulation into one",
);
const SLURM_ABOUT: Text = Text::new(
    "Affiche un script qui répartit une simulation sur une grappe Slurm, réunit les tranches et \
     produit le rapport",
    "Print a script that splits a simulation over a Slurm cluster, merges the parts and prints \
     the report",
);

pub fn build_cli(lang: Lang) -> Command {
    let mut grammar = own_command::<GlobalArgs>("pioche", ABOUT, lang)
        .version(env!("CARGO_PKG_VERSION"))
        .propagate_version(true)
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .arg_required_else_help(true);
    for (name, verb) in TOPICS.iter().flat_map(|topic| topic.extra_verbs) {
        grammar = grammar.subcommand(verb_command(Command::new(*name), verb, &[], lang));
    }
    #[cfg(feature = "classroom")]
    {
        grammar = grammar.subcommand(super::check::command(lang));
    }
    for (name, about) in TOPIC_VERBS {
        let family = Command::new(name).about(about.in_lang(lang));
        let family = family
            .subcommand_required(true)
            .arg_required_else_help(true);
        grammar = grammar.subcommand(
            family.subcommands(
                TOPICS
                    .iter()
                    .filter_map(|topic| topic_command(name, topic, lang)),
            ),
        );
    }
    #[cfg(feature = "classroom")]
    {
        grammar = grammar.subcommand(super::check_solution::command(lang));
    }
    grammar = grammar
        .subcommand(report_command(lang))
        .subcommand(own_command::<MergeArgs>("merge", MERGE_ABOUT, lang))
        .subcommand(own_command::<SlurmArgs>("slurm", SLURM_ABOUT, lang));
    #[cfg(feature = "study")]
    {
        grammar = grammar.subcommand(super::study::command(lang));
    }
    help::with_localized_help(grammar.subcommands(help::help_commands(lang)), lang)
}

/// Defines a command with options of its own.
pub fn own_command<A: OptionGroup>(name: &'static str, about: Text, lang: Lang) -> Command {
    A::add_to(Command::new(name), lang).about(about.in_lang(lang))
}

fn topic_command(verb: &str, topic: &'static Topic, lang: Lang) -> Option<Command> {
    let command = Command::new(topic.name).aliases(topic.alias);
    match verb {
        "simulate" => {
            let verb = &topic.simulate;
            let options = verb.options.iter().map(|option| option_arg(*option, lang));
            let command = SimulateArgs::add_to(command.args(options), lang)
                .arg(option_arg(verb.row_option, lang));
            Some(command.about(verb.about.in_lang(lang)))
        }
        #[cfg(feature = "play")]
        "show" => super::show::command(command, topic, lang),
        #[cfg(not(feature = "play"))]
        "show" => topic
            .show
            .as_ref()
            .map(|verb| verb_command(command, verb, &[], lang)),
        #[cfg(feature = "play")]
        "play" => super::play::command(command, topic, lang),
        "solve" => topic
            .solve
            .as_ref()
            .map(|verb| verb_command(command, verb, &[], lang)),
        _ => None,
    }
}

/// Defines `report`, with the options that select rows. Their values are parsed when the game of the tallies is known.
fn report_command(lang: Lang) -> Command {
    let mut command = own_command::<ReportArgs>("report", REPORT_ABOUT, lang);
    for option in row_options() {
        let has_option = |topic: &&&Topic| topic.simulate.row_option == option;
        let games: Vec<&str> = TOPICS
            .iter()
            .filter(has_option)
            .map(|topic| topic.name)
            .collect();
        let games = games.join(", ");
        let example = option.list_example.unwrap_or_default();
        let help = either!(
            lang,
            "N'affiche que ces lignes, telles que {example} (pour {games})",
            "Show only these rows, such as {example} (for {games})"
        );
        let arg = Arg::new(option.key())
            .long(option.setting.option_name.replace('_', "-"))
            .value_name("LIST")
            .help(help)
            .help_heading(OUTPUT_HEADING)
            .allow_hyphen_values(true)
            .value_hint(ValueHint::Other);
        command = command.arg(arg);
    }
    command
}

/// Defines a verb with one answer, of which some options are refused with options of films. Its description is set last, since
/// groups of options overwrite it.
pub fn verb_command(
    base: Command,
    verb: &'static VerbSpec,
    film_conflicts: &[(&'static str, &'static [&'static str])],
    lang: Lang,
) -> Command {
    let mut command = base.args(verb.file.map(|file| file_argument(file, lang)));
    if verb.accepts_files {
        command = command.mut_arg("file", |arg| arg.num_args(1..).action(ArgAction::Append));
    }
    for option in verb.options {
        let mut conflicts = film_conflicts.iter();
        let arg = option_arg(*option, lang);
        command = command.arg(match conflicts.find(|(key, _)| *key == option.key()) {
            Some((_, film_options)) => arg.conflicts_with_all(*film_options),
            None => arg,
        });
    }
    if verb.accepts_deal {
        command = DealArgs::add_to(command, lang);
    }
    if verb.has_json {
        command = FormatArgs::add_to(command, lang);
    }
    if verb.table.is_some() {
        command = AnswerTableArgs::add_to(command, lang);
    }
    command.about(verb.about.in_lang(lang))
}

pub fn file_argument(file: FileArg, lang: Lang) -> Arg {
    let arg = Arg::new("file")
        .value_name("FILE")
        .help(file.help.in_lang(lang));
    let arg = arg
        .value_parser(clap::value_parser!(std::path::PathBuf))
        .required(file.required);
    arg.conflicts_with_all(file.conflicts_with)
}

pub fn option_arg(option: OptionSpec, lang: Lang) -> Arg {
    let arg = Arg::new(option.key())
        .long(option.setting.option_name.replace('_', "-"))
        .help(option.help_text(lang))
        .help_heading(option.group.heading(Lang::En))
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
