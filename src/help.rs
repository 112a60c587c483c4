//! The help of the command line, its examples, shell completions and manual pages.

use super::answer_verbs::parse_args;
use super::args::choice_parser;
use super::clap_errors::usage_problem;
use super::console::{self, CommandOutcome, Console, Failure};
use clap::builder::{PossibleValuesParser, StyledStr};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command};
use clap_complete::Shell;
use pioche_games::words::{Words, max_runs_help};
use pioche_games::{TOPICS, Topic, column_descriptions, examples, find_topic};
use pioche_report::lang::help::{HelpSection, columns_help, translate_clap_words};
use pioche_report::lang::{Problem, Text, insert_no_break_spaces, problem, tr};
use pioche_report::table::wrapped_paragraph;

/// Adds the examples to the long help of each command, and leaves options that few need out of the short one. `path` is the
/// command without the name of the program.
pub fn with_help_pages(command: Command, path: &str) -> Command {
    let end = after_help(path);
    let about = command
        .get_about()
        .map(ToString::to_string)
        .unwrap_or_default();
    let about = insert_no_break_spaces(&about);
    let title = about.split(':').next().unwrap_or_default().trim_end();
    command
        .about(title.to_owned())
        .long_about(about.clone())
        .after_long_help(insert_no_break_spaces(&end))
        .mut_args(with_short_help)
        .mut_subcommands(|below| {
            let path = format!("{path} {}", below.get_name());
            with_help_pages(below, path.trim_start())
        })
}

/// Gives an option its heading, and a short help, which is the first clause of its help unless it has two.
fn with_short_help(arg: Arg) -> Arg {
    let id = arg.get_id().to_string();
    let text =
        |help: Option<&StyledStr>| help.map(|help| insert_no_break_spaces(&help.to_string()));
    let short_help = text(arg.get_help()).unwrap_or_default();
    let long_help = text(arg.get_long_help()).unwrap_or_else(|| short_help.clone());
    let clause = short_help
        .split([':', ';'])
        .next()
        .unwrap_or_default()
        .trim_end()
        .to_owned();
    let arg = arg.help(clause).long_help(long_help);
    if arg.is_positional() {
        return arg;
    }
    let section = section(&id);
    let arg = arg
        .help_heading(section.heading())
        .hide_short_help(section == HelpSection::Rare || LONG_HELP_ONLY.contains(&id.as_str()));
    // Options of every command come last.
    if arg.is_global_set() {
        arg.display_order(1000)
    } else {
        arg
    }
}

/// The headings of options; those that it does not name are settings of games.
const SECTIONS: [(HelpSection, &[&str]); 4] = [
    (
        HelpSection::Simulation,
        &["deals", "precision", "scale", "chapter"],
    ),
    (
        HelpSection::Output,
        &[
            "all",
            "format",
            "csv",
            "chart",
            "out",
            "each",
            "tally",
            "save",
            "animate",
            "image",
            "step",
            "partial",
            "explain",
            "style",
            "count",
            "nb_tas_max",
            "outcome",
            "statistic",
        ],
    ),
    (
        HelpSection::Rare,
        &[
            "threads",
            "shard",
            "resume",
            "confidence",
            "compare",
            "csv_style",
            "json",
            "width",
            "title",
            "force",
            "color",
            "quiet",
        ],
    ),
    (HelpSection::Global, &["lang", "help", "version"]),
];

/// Options under a common heading that the short help leaves out.
const LONG_HELP_ONLY: [&str; 9] = [
    "format",
    "out",
    "each",
    "tally",
    "statistic",
    "lang",
    "suits",
    "ranks",
    "alliance",
];

/// Returns the heading of an option by its identifier.
pub fn section(id: &str) -> HelpSection {
    let mut sections = SECTIONS.iter();
    let section = sections.find(|(_, ids)| ids.contains(&id));
    section.map_or(HelpSection::Game, |(section, _)| *section)
}

/// Returns true for an option of a game that is a setting of its experiments.
pub fn is_setting(option: &Words) -> bool {
    section(option.key()) != HelpSection::Output
}

/// Returns the end of the long help of a command: examples and notes.
fn after_help(path: &str) -> String {
    let mut text = String::new();
    for (command, effect) in examples(path) {
        text += &format!("  pioche {command}\n      {effect}\n");
    }
    if !text.is_empty() {
        text = format!("{}\n{text}", Text("Examples:"));
    }
    if path.starts_with("simulate") {
        text += &format!("\n{}\n", max_runs_help());
    }
    if path.is_empty() {
        text += &format!(
            "\n{}\n{}",
            Text(
                "Exit codes: 0 success; 1 negative result (a check failed, a table disagrees, a \
                 precision was not reached); 2 bad input or failure; 130, 143, 129 after ^C, SIGTERM, \
                 SIGHUP."
            ),
            Text(
                "Environment: LC_ALL, LC_MESSAGES, LANG (the language); NO_COLOR (no colours); \
                 PIOCHE_CPU=baseline, avx2 or avx512 (processor instructions; they do not change the \
                 results)."
            )
        );
    }
    text.truncate(text.trim_end().len());
    text
}

#[derive(Args, Clone, Debug)]
struct CompletionsArgs {
    #[arg(value_name = "SHELL", help = tr!("The shell"), value_parser = choice_parser(&[
        ("bash", Shell::Bash),
        ("zsh", Shell::Zsh),
        ("fish", Shell::Fish),
        ("powershell", Shell::PowerShell),
    ]))]
    shell: Shell,
}

#[derive(Args, Clone, Debug)]
struct ManArgs {
    #[arg(value_name = "COMMAND", help = tr!("The command, such as: simulate alliances"))]
    words: Vec<String>,
}

#[derive(Args, Clone, Debug)]
struct HelpArgs {
    #[arg(value_name = "COMMAND", help = tr!(
        "The command, such as: simulate alliances; or columns, for the columns of files, and \
         columns alliances, for those of a game"
    ))]
    words: Vec<String>,
}

/// Adds the commands that print help. Shells complete the names of commands and games after `help` and `man`.
pub fn with_help_commands(grammar: Command) -> Command {
    let topics = TOPICS
        .iter()
        .flat_map(|topic| topic.alias.into_iter().chain([topic.name]));
    let topics = topics.map(str::to_owned);
    let verbs = grammar
        .get_subcommands()
        .map(|verb| verb.get_name().to_owned());
    let names: Vec<String> = verbs.chain(["columns".to_owned()]).chain(topics).collect();
    let with_names = |command: Command| {
        command.mut_arg("words", |words| {
            let parser = PossibleValuesParser::new(names.clone());
            words.value_parser(parser).hide_possible_values(true)
        })
    };
    let completions = CompletionsArgs::augment_args(Command::new("completions"));
    let man = with_names(ManArgs::augment_args(Command::new("man")));
    let help = with_names(HelpArgs::augment_args(Command::new("help")));
    grammar
        .subcommand(completions.about(tr!("Print the completion script of a shell")))
        .subcommand(man.about(tr!("Print the manual page of pioche or of one command")))
        .subcommand(help.about(tr!("Print the help of a command")))
}

/// Prints the completions of a shell.
pub fn run_completions(
    matches: &ArgMatches,
    grammar: &Command,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let CompletionsArgs { shell } = parse_args(matches)?;
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut grammar.clone(), "pioche", &mut script);
    console.print(&script)?;
    Ok(CommandOutcome::Success)
}

/// Prints the manual page of the program or of a command.
pub fn run_man(
    matches: &ArgMatches,
    grammar: &Command,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let ManArgs { words } = parse_args(matches)?;
    let mut grammar = grammar.clone();
    grammar.build();
    let mut command = &grammar;
    for word in &words {
        command = command
            .find_subcommand(word)
            .ok_or_else(|| problem!("“{word}” is not a command", word))?;
    }
    let mut page = Vec::new();
    let title = command
        .get_display_name()
        .unwrap_or("pioche")
        .to_uppercase();
    clap_mangen::Man::new(command.clone())
        .title(title)
        .source(concat!("pioche ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)
        .map_err(|error| {
            problem!("the manual page cannot be generated: {error}", error).caused_by(error)
        })?;
    let page = translate_clap_words(String::from_utf8_lossy(&page).into_owned());
    let page = page
        .replacen(" 1  \"", " 1 \"\" \"", 1)
        .replace(".SH NAME", &tr!(".SH NAME"))
        .replace(".SH EXTRA", &tr!(".SH EXAMPLES"));
    console.print(page.as_bytes())?;
    Ok(CommandOutcome::Success)
}

/// Prints the help of a command, or of the columns of tables and files.
pub fn run_help(
    matches: &ArgMatches,
    grammar: &Command,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let HelpArgs { words } = parse_args(matches)?;
    if let [first, names @ ..] = &words[..]
        && first == "columns"
    {
        console.print(columns_page(names.first(), console)?.as_bytes())?;
        return Ok(CommandOutcome::Success);
    }
    let program = ["pioche".to_owned()];
    let command_line = [&program[..], &words, &["--help".to_owned()]].concat();
    match grammar.clone().try_get_matches_from(command_line) {
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            console::print_help(&error, console.color())
        }
        Err(error) => Err(usage_problem(&error, grammar, &words).into()),
        Ok(_) => Ok(CommandOutcome::Success),
    }
}

/// Returns the page about the columns of a game; without a game, about those that all share. Fails for an unknown game.
fn columns_page(game: Option<&String>, console: &Console) -> Result<String, Problem> {
    let games: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    let games = games.join(", ");
    let Some(game) = game else {
        let text = columns_help(&column_descriptions(None), console.columns);
        let note = tr!(
            "Settings and rows of a game: pioche help columns GAME ({games})",
            games
        );
        let note = wrapped_paragraph(&note, console.columns);
        return Ok(format!("{text}\n{note}\n"));
    };
    let topic = find_topic(game)
        .ok_or_else(|| problem!("“{game}” is not a game; choose from: {games}", game, games))?;
    let settings = wrapped_paragraph(&settings_note(topic), console.columns);
    let text = columns_help(&column_descriptions(Some(topic)), console.columns);
    Ok(format!("{settings}\n\n{text}"))
}

/// Lists the columns of the settings of a game; the late ones are in a table only with another value than their default.
fn settings_note(topic: &Topic) -> String {
    let keys = |is_late: bool| {
        let options = topic.simulate.options();
        let listed =
            options.filter(|option| is_setting(option) && option.setting.is_late == is_late);
        let keys: Vec<&str> = listed.map(|option| option.key()).collect();
        keys.join(", ")
    };
    let game = topic.name;
    let late_keys = keys(true);
    let keys = keys(false);
    let mut note = tr!(
        "Settings (pioche simulate {game} --help): {keys}",
        game,
        keys
    );
    if !late_keys.is_empty() {
        note += &tr!(
            "; {late_keys} where a row differs from the default",
            late_keys
        );
    }
    note
}
