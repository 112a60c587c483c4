//! The clap definition of the command line: the verbs, and under each verb the topics that support it. Topics declare
//! their own options; this module converts them for clap.

use super::answer_verbs::FilmArgs;
use super::args::{DealArgs, FormatArgs, OUTPUT_HEADING, OptionGroup, SimulateArgs};
use super::check::CheckArgs;
use super::check_solution::CheckSolutionArgs;
use super::files::{display_name, is_stdio_path, read_limited};
use super::play::SaveArgs;
use super::slurm::SlurmArgs;
use super::solve::AnswerTableArgs;
use super::study::StudyArgs;
use super::tallies::{MergeArgs, ReportArgs, row_options};
use super::{GlobalArgs, help};
use crate::classroom::check::CHECK;
use crate::lang::{Lang, Problem, Text, either};
use crate::topics::setting::OptionSpec;
use crate::topics::verb::{FileArg, PlayVerb, VerbSpec};
use crate::topics::{TOPICS, Topic};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, ArgAction, Command, ValueHint};
use pioche_engine::sim::Field;
use std::ffi::OsStr;
use std::path::Path;

/// Verbs with one subcommand for each topic that supports them.
const TOPIC_VERBS: [(&str, Text); 4] = [
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
const STUDY_ABOUT: Text = Text::new(
    "Répond à toutes les questions des sujets : CSV, graphiques et une page",
    "Answer every question of the handouts: CSV, charts, and a page",
);

pub fn build_cli(lang: Lang) -> Command {
    let mut grammar = own_command::<GlobalArgs>("pioche", ABOUT, lang)
        .version(env!("CARGO_PKG_VERSION"))
        .propagate_version(true)
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .arg_required_else_help(true);
    for (name, verb) in TOPICS.iter().flat_map(|topic| topic.extra_verbs) {
        grammar = grammar.subcommand(verb_command(Command::new(*name), verb, lang));
    }
    grammar = grammar.subcommand(check_command(lang));
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
    grammar = grammar.subcommand(check_solution_command(lang));
    grammar = grammar
        .subcommand(report_command(lang))
        .subcommand(own_command::<MergeArgs>("merge", MERGE_ABOUT, lang))
        .subcommand(own_command::<SlurmArgs>("slurm", SLURM_ABOUT, lang))
        .subcommand(own_command::<StudyArgs>("study", STUDY_ABOUT, lang))
        .subcommands(help::help_commands(lang));
    help::with_localized_help(grammar, lang)
}

/// Defines a command with options of its own.
fn own_command<A: OptionGroup>(name: &'static str, about: Text, lang: Lang) -> Command {
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
        "show" => topic
            .show
            .as_ref()
            .map(|verb| verb_command(command, verb, lang)),
        "play" => topic
            .play
            .as_ref()
            .map(|play| play_command(command, play, lang)),
        "solve" => topic
            .solve
            .as_ref()
            .map(|verb| verb_command(command, verb, lang)),
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

/// Defines `check`; its files may follow the name of a game.
fn check_command(lang: Lang) -> Command {
    let command = CheckArgs::add_to(verb_command(Command::new("check"), &CHECK, lang), lang);
    command
        .mut_arg("file", |file| {
            file.required(false).required_unless_present("template")
        })
        .about(CHECK.about.in_lang(lang))
}

/// Defines `check-solution`, with the topic as an optional subcommand.
fn check_solution_command(lang: Lang) -> Command {
    const ABOUT: Text = Text::new(
        "Compare les résultats d'un élève aux valeurs simulées ou exactes",
        "Compare a student's results with simulated or exact values",
    );
    let topics = TOPICS.iter().map(|topic| {
        let options = topic
            .simulate
            .options
            .iter()
            .map(|option| option_arg(*option, lang).conflicts_with("tally"));
        let command = CheckSolutionArgs::add_to(
            Command::new(topic.name).aliases(topic.alias).args(options),
            lang,
        );
        let title = topic.glossary.title.in_lang(lang);
        let help = Text::new(
            "Affiche chaque forme qui est lue : un tableau d'exemple, ses colonnes, et les textes sans \
             tableau",
            "Print each form that is read: an example table, its columns, and texts without a table",
        );
        let template = Arg::new("template")
            .long("template")
            .action(ArgAction::SetTrue)
            .help(help.in_lang(lang))
            .help_heading(OUTPUT_HEADING)
            .conflicts_with_all(["file", "tally", "format", "confidence", "interval"]);
        command
            .arg(template)
            .mut_arg("file", |file| {
                file.required(false).required_unless_present("template")
            })
            .about(either!(
                lang,
                "{title} : compare un tableau de probabilités aux valeurs de référence",
                "{title}: compare a table of probabilities with reference values"
            ))
    });
    let command = CheckSolutionArgs::add_to(Command::new("check-solution"), lang)
        .args_conflicts_with_subcommands(true);
    command
        .subcommand_negates_reqs(true)
        .subcommands(topics)
        .about(ABOUT.in_lang(lang))
}

/// Defines a verb with one answer. Its description is set last, since groups of options overwrite it.
fn verb_command(base: Command, verb: &'static VerbSpec, lang: Lang) -> Command {
    let mut command = base.args(verb.file.map(|file| file_argument(file, lang)));
    if verb.accepts_files {
        command = command.mut_arg("file", |arg| arg.num_args(1..).action(ArgAction::Append));
    }
    command = command.args(verb.options.iter().map(|option| option_arg(*option, lang)));
    if verb.accepts_deal {
        command = DealArgs::add_to(command, lang);
    }
    if verb.has_json {
        command = FormatArgs::add_to(command, lang);
    }
    if verb.has_film {
        command = FilmArgs::add_to(command, lang);
    }
    if verb.table.is_some() {
        command = AnswerTableArgs::add_to(command, lang);
    }
    command.about(verb.about.in_lang(lang))
}

/// Defines `play` of one topic. `--load` excludes the settings, which the saved game contains.
fn play_command(base: Command, play: &'static PlayVerb, lang: Lang) -> Command {
    let mut command = base.args(
        play.file
            .map(|file| file_argument(file, lang).conflicts_with("load")),
    );
    command = command.args(
        play.options
            .iter()
            .map(|option| option_arg(*option, lang).conflicts_with("load")),
    );
    if play.accepts_deal {
        command = DealArgs::add_to(command, lang);
    }
    SaveArgs::add_to(command, lang).about(play.about.in_lang(lang))
}

fn file_argument(file: FileArg, lang: Lang) -> Arg {
    let arg = Arg::new("file")
        .value_name("FILE")
        .help(file.help.in_lang(lang));
    let arg = arg
        .value_parser(clap::value_parser!(std::path::PathBuf))
        .required(file.required);
    arg.conflicts_with_all(file.conflicts_with)
}

fn option_arg(option: OptionSpec, lang: Lang) -> Arg {
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
