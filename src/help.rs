//! The help of the command line, its examples, shell completions and manual pages.

use super::answer_verbs::parse_args;
use super::console::{CommandOutcome, Console, Failure};
use clap::builder::StyledStr;
use clap::{Arg, ArgMatches, Args, Command};
use clap_complete::Shell;
use pioche_games::words::max_runs_help;
use pioche_games::{TOPICS, column_descriptions, examples, find_topic};
use pioche_report::lang::help::{columns_help, translate_clap_words};
use pioche_report::lang::{Problem, Text, insert_no_break_spaces, problem, tr};
use pioche_report::table::wrapped_paragraph;
use std::ffi::OsString;

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

/// Gives an option a short help, which is the first clause of its help unless it has two.
fn with_short_help(arg: Arg) -> Arg {
    let text =
        |help: Option<&StyledStr>| help.map(|help| insert_no_break_spaces(&help.to_string()));
    let short_help = text(arg.get_help()).unwrap_or_default();
    let long_help = text(arg.get_long_help()).unwrap_or_else(|| short_help.clone());
    let clause = short_help.split([':', ';']).next().unwrap_or_default();
    let arg = arg.help(clause.trim_end().to_owned()).long_help(long_help);
    // Options of every command come last.
    if arg.is_global_set() {
        arg.display_order(1000)
    } else {
        arg
    }
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
pub struct CompletionsArgs {
    #[arg(value_name = "SHELL", help = tr!("The shell"))]
    shell: Shell,
}

#[derive(Args, Clone, Debug)]
pub struct ManArgs {
    #[arg(value_name = "COMMAND", help = tr!("The command, such as: simulate alliances"))]
    words: Vec<String>,
}

#[derive(Args, Clone, Debug)]
pub struct HelpArgs {
    #[arg(value_name = "COMMAND", help = tr!(
        "The command, such as: simulate alliances; or columns, for the columns of files, and \
         columns alliances, for those of a game"
    ))]
    words: Vec<String>,
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
pub fn run_help(matches: &ArgMatches, console: &Console) -> Result<CommandOutcome, Failure> {
    let HelpArgs { words } = parse_args(matches)?;
    if words.first().is_some_and(|word| word == "columns") {
        console.print(columns_page(words.get(1), console)?.as_bytes())?;
        return Ok(CommandOutcome::Success);
    }
    let color = if console.use_colours {
        "--color=always"
    } else {
        "--color=never"
    };
    let words = words.iter().map(String::as_str);
    let command = ["pioche"].into_iter().chain(words).chain(["--help", color]);
    let command: Vec<OsString> = command.map(OsString::from).collect();
    crate::run_command_line(&command)
}

/// Returns the page about the columns of a game; without a game, about those that all share. Fails for an unknown game.
fn columns_page(game: Option<&String>, console: &Console) -> Result<String, Problem> {
    let games: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    let games = games.join(", ");
    let (topic, note) = match game {
        None => (
            None,
            tr!(
                "Settings and rows of a game: pioche help columns GAME ({games})",
                games
            ),
        ),
        Some(game) => {
            let topic = find_topic(game).ok_or_else(|| Problem::not_a_choice(game, &games))?;
            let options = topic.simulate.options();
            let keys: Vec<&str> = options.map(|option| option.key()).collect();
            let keys = keys.join(", ");
            (
                Some(topic),
                tr!(
                    "Settings (pioche simulate {game} --help): {keys}",
                    game,
                    keys
                ),
            )
        }
    };
    let text = columns_help(&column_descriptions(topic), console.columns);
    let note = wrapped_paragraph(&note, console.columns);
    Ok(format!("{text}\n{note}\n"))
}
