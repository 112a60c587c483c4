//! The help of the command line: options under headings, and examples. The module also writes shell completions and manual pages.

use super::answer_verbs::parse_args;
use super::args::{OptionGroup, choice_parser, options};
use super::clap_errors::{unknown_command_problem, usage_problem};
use super::console::{self, CommandOutcome, Console, Failure};
use clap::builder::{PossibleValue, Resettable};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint};
use clap_complete::Shell;
use pioche_games::words::{MEMORY, max_runs_help};
use pioche_games::{TOPICS, Topic, column_descriptions, examples};
use pioche_report::lang::help::{
    COLUMNS_NOTE, ENVIRONMENT, EXIT_CODES, HelpSection, normalize_man_page,
};
use pioche_report::lang::{Lang, Problem, Text, help as page, insert_no_break_spaces, problem, tr};
use pioche_report::table::wrapped_paragraph;
use std::ffi::OsStr;

/// Returns a definition with its help in one language, options under headings, and examples at the end.
pub fn with_localized_help(grammar: Command) -> Command {
    let mut grammar = without_long_help(grammar);
    if Lang::current() == Lang::Fr {
        grammar = with_french_help(grammar);
    }
    // Clap adds `--help` and `--version` only when the command is built.
    grammar.build();
    with_help_sections(grammar, "")
}

/// Puts the options of a command under headings, the global ones last, and adds the end of its page.
fn with_help_sections(command: Command, path: &str) -> Command {
    let simulates = path.starts_with("simulate");
    let is_program = path.is_empty();
    let mut notes = Vec::new();
    if simulates {
        notes.push(max_runs_help());
    }
    if simulates || path == "report" || is_program {
        notes.push(COLUMNS_NOTE.into());
    }
    if is_program {
        notes.extend([EXIT_CODES.into(), ENVIRONMENT.into()]);
    }
    let end = page::after_help(examples(path), notes);
    let styles = command.get_styles();
    let style = styles.get_usage().render();
    let style_end = styles.get_usage().render_reset();
    let label = page::USAGE_LABEL.translated();
    let template = format!(
        "{{about-with-newline}}\n{style}{label}{style_end} \
         {{usage}}\n\n{{all-args}}{{after-help}}\n"
    );
    let is_clap = |arg: &Arg| matches!(arg.get_action(), ArgAction::Help | ArgAction::Version);
    let headed = command.mut_args(|arg| {
        let section = if is_clap(&arg) {
            HelpSection::Global
        } else if arg.is_positional() {
            HelpSection::Arguments
        } else {
            HelpSection::from_heading_or_game(arg.get_help_heading())
        };
        // Clap creates `--help` and `--version` anew for each command that it builds.
        let arg = if Lang::current() == Lang::Fr && is_clap(&arg) {
            with_french_argument_help(arg)
        } else {
            arg
        };
        // Clap supplies its own English heading for arguments.
        if section == HelpSection::Arguments && Lang::current() == Lang::En {
            arg
        } else {
            arg.help_heading(section.heading().translated())
        }
    });
    headed
        .subcommand_help_heading(HelpSection::Commands.heading().translated())
        .subcommand_value_name("COMMAND")
        .help_template(template)
        .after_help(end)
        .mut_subcommands(|below| {
            let path = format!("{path} {}", below.get_name());
            with_help_sections(below, path.trim_start())
        })
}

/// The options of [`with_common_options`], beside the settings of games.
const COMMON_OPTIONS: [&str; 14] = [
    "deals",
    "precision",
    "seed",
    "deal",
    "scale",
    "chart",
    "csv",
    "out",
    "all",
    "animate",
    "image",
    "save",
    "lang",
    "help",
];

/// The largest number of options of a command of which `-h` lists all.
const MAX_SHORT_OPTIONS: usize = 14;

/// Hides the less common options of commands with many, for the help of `-h`.
pub fn with_common_options(command: Command) -> Command {
    let with_subcommands = command.mut_subcommands(with_common_options);
    let listed_count = with_subcommands
        .get_opts()
        .filter(|option| !option.is_hide_set())
        .count();
    if listed_count <= MAX_SHORT_OPTIONS {
        return with_subcommands;
    }
    let name = with_subcommands
        .get_bin_name()
        .unwrap_or(with_subcommands.get_name())
        .to_owned();
    let end = with_subcommands
        .get_after_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let note = tr!("`{name} --help` lists all options.", name);
    let is_in_examples = |arg: &Arg| {
        let flag = format!("--{}", arg.get_long().unwrap_or_default());
        let is_part = |sign: char| sign.is_alphanumeric() || sign == '-';
        end.split(|sign| !is_part(sign)).any(|word| word == flag)
    };
    let is_common = |arg: &Arg| {
        let id = arg.get_id().as_str();
        let section = HelpSection::from_heading_or_game(arg.get_help_heading());
        let is_setting = section == HelpSection::Game && id != MEMORY.key();
        let is_listed = is_setting || COMMON_OPTIONS.contains(&id) || is_in_examples(arg);
        arg.is_positional() || is_listed
    };
    with_subcommands
        .mut_args(|arg| {
            let is_hidden = arg.is_hide_set() || !is_common(&arg);
            arg.hide(is_hidden)
        })
        .after_help(format!("{end}\n{note}"))
}

/// Removes the long help, so that `--help` prints the same as `-h`.
fn without_long_help(command: Command) -> Command {
    let command = command
        .long_about(Resettable::Reset)
        .mut_subcommands(without_long_help);
    command.mut_args(|arg| arg.long_help(Resettable::Reset))
}

/// Sets the French of a command as clap sets the English: with no-break spaces, defaults and possible values.
fn with_french_help(command: Command) -> Command {
    let about = command
        .get_about()
        .map(ToString::to_string)
        .unwrap_or_default();
    command
        .about(insert_no_break_spaces(&about))
        .mut_args(with_french_argument_help)
        .mut_subcommands(with_french_help)
}

fn with_french_argument_help(arg: Arg) -> Arg {
    let text = match arg.get_action() {
        ArgAction::Help => "Affiche cette aide".to_owned(),
        ArgAction::Version => "Affiche la version".to_owned(),
        _ => arg.get_help().map(ToString::to_string).unwrap_or_default(),
    };
    if !arg.get_action().takes_values() {
        return arg.help(insert_no_break_spaces(&text));
    }
    let notes = value_notes(&arg);
    arg.help(insert_no_break_spaces(&format!("{text}{notes}")))
        .hide_default_value(true)
        .hide_possible_values(true)
}

/// Returns the notes that clap would add to an option: its default and its possible values.
fn value_notes(arg: &Arg) -> String {
    let mut notes = String::new();
    let defaults: Vec<String> = arg
        .get_default_values()
        .iter()
        .map(|value| french_value(value))
        .collect();
    if !defaults.is_empty() && !arg.is_hide_default_value_set() {
        notes += &format!(" [défaut\u{a0}:\u{a0}{}]", defaults.join(" "));
    }
    let values = arg.get_possible_values();
    if !values.is_empty() && !arg.is_hide_possible_values_set() {
        let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        notes += &format!(" [valeurs\u{a0}:\u{a0}{}]", names.join(", "));
    }
    notes
}

/// Returns a value with a decimal comma if it is a number.
fn french_value(value: &OsStr) -> String {
    let text = value.to_string_lossy();
    if text.parse::<f64>().is_ok() {
        text.replace('.', ",")
    } else {
        text.into_owned()
    }
}

options! {
    #[derive(Clone, Debug)]
    struct CompletionsArgs {
        #[arg(
            value_name = "SHELL",
            required = true,
            value_parser = choice_parser(&[
                ("bash", Shell::Bash),
                ("zsh", Shell::Zsh),
                ("fish", Shell::Fish),
                ("powershell", Shell::PowerShell),
            ]),
        )]
        shell: Shell = "The shell";
    }
}

options! {
    #[derive(Clone, Debug)]
    struct ManArgs {
        #[arg(value_name = "COMMAND", num_args = 0..)]
        words: Vec<String> =
            "The command, such as: simulate alliances";
    }
}

options! {
    #[derive(Clone, Debug)]
    struct HelpArgs {
        #[arg(value_name = "COMMAND", num_args = 0..)]
        words: Vec<String> =
            "The command, such as: simulate alliances; or columns, for the columns of files, and \
             columns alliances, for those of a game";
    }
}

/// Defines the commands that print help, with their descriptions.
pub fn help_commands() -> [Command; 3] {
    let completions = Text("Print the completion script of a shell");
    let man = Text("Print the manual page of pioche or of one command");
    let help = Text("Print the help of a command");
    [
        CompletionsArgs::add_to(Command::new("completions")).about(completions.translated()),
        ManArgs::add_to(Command::new("man")).about(man.translated()),
        HelpArgs::add_to(Command::new("help")).about(help.translated()),
    ]
}

/// Prints the completions of a shell.
pub fn run_completions(
    matches: &ArgMatches,
    mut grammar: Command,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let CompletionsArgs { shell } = parse_args(matches)?;
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut grammar, "pioche", &mut script);
    match shell {
        Shell::Bash => script.extend_from_slice(bash_positional_completion(&grammar).as_bytes()),
        Shell::Fish => script.extend_from_slice(FISH_COMPLETION.as_bytes()),
        _ => {}
    }
    console.print(&script)?;
    Ok(CommandOutcome::Success)
}

/// Returns a bash function that completes positional arguments, for which clap offers only options. Files are left to
/// bash; after `help` and `man` the names of commands are completed.
fn bash_positional_completion(grammar: &Command) -> String {
    let mut cases = String::new();
    add_bash_cases(grammar, "", &mut cases);
    BASH_COMPLETION.replace("CASES", &cases)
}

/// Adds a case for each command below a path that has subcommands or takes a file.
fn add_bash_cases(command: &Command, path: &str, cases: &mut String) {
    let names = command
        .get_subcommands()
        .flat_map(|below| below.get_all_aliases().chain([below.get_name()]))
        .collect::<Vec<_>>()
        .join(" ");
    let takes_file = command
        .get_positionals()
        .any(|arg| arg.get_value_hint() == ValueHint::AnyPath);
    let words = format!("$(compgen -W \"{names}\" -- \"$2\")");
    let case = match (takes_file, names.is_empty()) {
        (true, true) => format!("\"{path}\"|\"{path} \"*) COMPREPLY=()"),
        (true, false) => format!("\"{path}\") COMPREPLY=({words} $(compgen -f -- \"$2\"))"),
        (false, true) => String::new(),
        (false, false) => {
            let [help, man] =
                ["help", "man"].map(|verb| format!("{verb} {path}").trim_end().to_owned());
            format!("\"{help}\"|\"{man}\") COMPREPLY=({words})")
        }
    };
    if !case.is_empty() {
        cases.push_str(&format!("        {case} ;;\n"));
    }
    for below in command.get_subcommands() {
        let path = format!("{path} {}", below.get_name());
        add_bash_cases(below, path.trim_start(), cases);
    }
}

/// The completion of positional arguments in bash; `CASES` stands for the names that follow each command.
const BASH_COMPLETION: &str = include_str!("completion.bash");

/// The completion of shell names in fish, which clap omits.
const FISH_COMPLETION: &str = "complete -c pioche -n \"__fish_pioche_using_subcommand \
                               completions\" -f -a \"bash zsh fish powershell\"\n";

pub fn run_man(
    matches: &ArgMatches,
    mut grammar: Command,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    grammar.build();
    let ManArgs { words } = parse_args(matches)?;
    let mut command = &grammar;
    for word in &words {
        command = command
            .find_subcommand(word)
            .ok_or_else(|| unknown_command_problem(word, &grammar, &words))?;
    }
    let name = command
        .get_display_name()
        .unwrap_or("pioche")
        .replace(' ', "-");
    let page = clap_mangen::Man::new(command.clone()).title(name.to_uppercase());
    let mut text = Vec::new();
    page.render(&mut text)
        .map_err(|error| problem!("the manual page cannot be generated: {error}", error))?;
    console.print(normalize_man_page(&String::from_utf8_lossy(&text)).as_bytes())?;
    Ok(CommandOutcome::Success)
}

/// Prints the help of a command, or of the columns of tables and files.
pub fn run_help(
    matches: &ArgMatches,
    grammar: &Command,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let HelpArgs { words } = parse_args(matches)?;
    if let Some((topic, names)) = words.split_first()
        && topic == "columns"
    {
        console.print(columns_page(names.first(), console)?.as_bytes())?;
        return Ok(CommandOutcome::Success);
    }
    let mut command_line = vec!["pioche"];
    command_line.extend(words.iter().map(String::as_str));
    command_line.push("--help");
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
    let names: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    let Some(game) = game else {
        let games = names.join(", ");
        let text = page::columns_help(&column_descriptions(None), console.columns);
        let note = tr!(
            "Settings and rows of a game: pioche help columns GAME ({games})",
            games
        );
        let note = wrapped_paragraph(&note, console.columns);
        return Ok(format!("{text}\n{note}\n"));
    };
    let is_meant = |topic: &&&Topic| topic.name == game || topic.alias == Some(game);
    let topic = TOPICS.iter().find(is_meant).ok_or_else(|| {
        let games = names.join(", ");
        problem!("“{game}” is not a game; choose from: {games}", game, games)
    })?;
    let settings = wrapped_paragraph(&settings_note(topic), console.columns);
    let text = page::columns_help(&column_descriptions(Some(topic)), console.columns);
    Ok(format!("{settings}\n\n{text}"))
}

/// Lists the columns of the settings of a game; the late ones are in a table only with another value than their default.
fn settings_note(topic: &Topic) -> String {
    let list = |is_late: bool| {
        let options = topic.simulate.options();
        let listed = options.filter(|option| {
            option.section == HelpSection::Game && option.setting.is_late == is_late
        });
        let keys: Vec<&str> = listed.map(|option| option.key()).collect();
        keys.join(", ")
    };
    let game = topic.name;
    let keys = list(false);
    let note = tr!(
        "Settings (pioche simulate {game} --help): {keys}",
        game,
        keys
    );
    let late_keys = list(true);
    if late_keys.is_empty() {
        return note;
    }
    note + &tr!(
        "; {late_keys} where a row differs from the default",
        late_keys
    )
}
