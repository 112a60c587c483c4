//! What the program does for the shell: completions, manual pages, and help by name.

use super::args::shell;
use super::console::{Console, Done, Failure};
use super::usage::problem;
use crate::lang::help::manual;
use crate::lang::{Lang, Problem, plain};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Command};
use clap_complete::Shell;

/// The verb that prints completions.
pub const COMPLETIONS: &str = "completions";
/// The verb that prints a manual page.
pub const MAN: &str = "man";
/// The verb that prints help.
pub const HELP: &str = "help";

/// The verbs, with what they do.
pub fn commands() -> [(Command, &'static str); 3] {
    let words =
        || Arg::new("words").value_name("COMMAND").num_args(0..).help("The command, such as: simulate alliances");
    [
        (
            Command::new(COMPLETIONS).alias("completion").arg(
                Arg::new("shell").value_name("SHELL").required(true).value_parser(shell()).help("Shell that completes"),
            ),
            "Print the completions of a shell",
        ),
        (Command::new(MAN).alias("manuel").arg(words()), "Print a manual page, of the whole or of one command"),
        (Command::new(HELP).alias("aide").arg(words()), "Print the help of a command"),
    ]
}

/// Prints the completions of a shell. They are made first: nobody may be there to read them.
pub fn completions(matches: &ArgMatches, grammar: Command, console: &Console) -> Result<Done, Failure> {
    let Some(shell) = matches.get_one::<Shell>("shell") else { return Ok(Done::Success) };
    let mut grammar = if console.lang == Lang::Fr { aliased(grammar) } else { grammar };
    let mut script = Vec::new();
    clap_complete::generate(*shell, &mut grammar, "pioche", &mut script);
    if *shell == Shell::Fish {
        // The words of an argument without a name are none of what it completes by itself.
        script.extend_from_slice(FISH.as_bytes());
    }
    console.print(&script)?;
    Ok(Done::Success)
}

/// The shells, for fish.
const FISH: &str =
    "complete -c pioche -n \"__fish_pioche_using_subcommand completions\" -f -a \"bash zsh fish powershell\"\n";

/// The grammar whose commands are completed by their French names, too.
fn aliased(grammar: Command) -> Command {
    grammar.mut_subcommands(|command| {
        let names: Vec<String> = command.get_all_aliases().map(str::to_owned).collect();
        aliased(command.visible_aliases(names))
    })
}

/// Prints the manual page of the command that the words name.
pub fn man(matches: &ArgMatches, mut grammar: Command, console: &Console) -> Result<Done, Failure> {
    grammar.build();
    let mut command = grammar;
    for word in words(matches) {
        let below = command.find_subcommand(&word).cloned();
        command =
            below.ok_or_else(|| Problem::UnknownCommand { text: word, suggestion: None, choices: String::new() })?;
    }
    let name = command.get_display_name().unwrap_or("pioche").replace(' ', "-");
    let page = clap_mangen::Man::new(command).title(name.to_uppercase());
    let mut text = Vec::new();
    page.render(&mut text).map_err(|error| Problem::BadCommandLine { text: error.to_string() })?;
    console.print(manual(&String::from_utf8_lossy(&text), console.lang).as_bytes())?;
    Ok(Done::Success)
}

/// Prints the help of the command that the words name.
pub fn help(matches: &ArgMatches, grammar: Command) -> Result<Done, Failure> {
    let words = words(matches);
    let asked = ["pioche".to_owned()].into_iter().chain(words).chain(["--help".to_owned()]);
    match grammar.try_get_matches_from(asked) {
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            // Nobody may be there to read it, which is no fault.
            let _ = error.print();
            Ok(Done::Success)
        }
        Err(error) => Err(problem(&error).into()),
        Ok(_) => Ok(Done::Success),
    }
}

fn words(matches: &ArgMatches) -> Vec<String> {
    matches.get_many::<String>("words").into_iter().flatten().map(|word| plain(word)).collect()
}
