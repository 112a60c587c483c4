//! Converts the errors of clap to sentences in both languages, with suggestions for unknown words.

use super::removed::{removed_value, removed_word};
use super::suggestions::{closest_name, name_elsewhere};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use pioche_games::{TOPICS, Topic};
use pioche_report::lang::{Problem, problem};
use std::error::Error;

/// Converts an error of clap; `words` are the arguments without the name of the program.
pub fn usage_problem(error: &clap::Error, grammar: &Command, words: &[String]) -> Problem {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    let argument = || text(ContextKind::InvalidArg).unwrap_or_default();
    let flag = || long_flag(grammar, &argument()).unwrap_or_else(argument);
    if let Some(value) = text(ContextKind::InvalidValue)
        && let Some(problem) = removed_value(&typed_command(grammar, words), &flag(), &value)
    {
        return problem;
    }
    match error.kind() {
        ErrorKind::ValueValidation => {
            let inner = error
                .source()
                .and_then(|source| source.downcast_ref::<Problem>());
            let problem = inner.map_or_else(|| fallback_problem(error), Problem::clone);
            Problem::for_argument(&flag(), problem)
        }
        ErrorKind::InvalidValue => {
            match text(ContextKind::InvalidValue).filter(|value| !value.is_empty()) {
                None => missing_value_problem(&flag()),
                Some(value) => {
                    let choices = text(ContextKind::ValidValue).unwrap_or_default();
                    Problem::for_argument(&flag(), Problem::not_a_choice(&value, &choices))
                }
            }
        }
        ErrorKind::UnknownArgument => unknown_argument_problem(&argument(), grammar, words),
        ErrorKind::InvalidSubcommand => unknown_command_problem(
            &text(ContextKind::InvalidSubcommand).unwrap_or_default(),
            grammar,
            words,
        ),
        ErrorKind::MissingRequiredArgument if argument() == "--image <FILE>" => {
            problem!("--step needs --image FILE")
        }
        ErrorKind::MissingRequiredArgument => {
            Problem::missing_argument(argument().trim_end_matches('.'))
        }
        ErrorKind::MissingSubcommand => {
            let choices = text(ContextKind::ValidSubcommand).unwrap_or_default();
            problem!("a command is missing; choose from: {choices}", choices)
        }
        ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues | ErrorKind::TooFewValues => {
            let option = flag();
            problem!("{option}: wrong number of values", option)
        }
        ErrorKind::InvalidUtf8 => problem!("an argument of the command line is not UTF-8 text"),
        ErrorKind::NoEquals => missing_value_problem(&flag()),
        ErrorKind::ArgumentConflict => {
            let prior = text(ContextKind::PriorArg).unwrap_or_default();
            let first = flag();
            let second = long_flag(grammar, &prior).unwrap_or(prior);
            if first == second {
                problem!("{first} is given twice", first)
            } else {
                problem!(
                    "{first} and {second} cannot be given together",
                    first,
                    second
                )
            }
        }
        _ => fallback_problem(error),
    }
}

fn missing_value_problem(flag: &str) -> Problem {
    problem!("{flag} needs a value", flag)
}

/// Returns the flag `--deals` of the argument that clap calls `--deals <N>`.
fn long_flag(command: &Command, argument: &str) -> Option<String> {
    let name = command
        .get_arguments()
        .find(|arg| arg.to_string() == argument)
        .and_then(Arg::get_long);
    name.map(|name| format!("--{name}")).or_else(|| {
        command
            .get_subcommands()
            .find_map(|below| long_flag(below, argument))
    })
}

/// Returns the first line of clap's own message.
pub fn fallback_problem(error: &clap::Error) -> Problem {
    let text = error.render().to_string();
    let first = text.lines().next().unwrap_or_default();
    Problem(first.strip_prefix("error: ").unwrap_or(first).to_owned())
}

fn unknown_argument_problem(text: &str, grammar: &Command, words: &[String]) -> Problem {
    let commands = resolve_subcommands(grammar, words);
    let command = commands.last().copied().unwrap_or(grammar);
    let typed_command = typed_command(grammar, words);
    if let Some(problem) = removed_word(&typed_command, text) {
        return problem;
    }
    let has_name = |arg: &Arg| {
        arg.get_long()
            .is_some_and(|name| text == format!("--{name}"))
    };
    if command.get_arguments().any(has_name) {
        return problem!(
            "{text} comes after the command: {typed_command} {text} …",
            text,
            typed_command
        );
    }
    let option_names: Vec<&str> = command
        .get_arguments()
        .chain(grammar.get_arguments())
        .filter(|arg| !arg.is_hide_set())
        .filter_map(Arg::get_long)
        .collect();
    let is_option = text.starts_with('-');
    if is_option
        && let Some(name) = name_elsewhere(
            text.trim_start_matches('-'),
            value_of(text, words),
            &option_names,
        )
    {
        return suggested_option_problem(text, name);
    }
    // A word without dashes is not meant as an option.
    let Some(typed_name) = text.strip_prefix("--") else {
        return unsuggested_argument_problem(text, &typed_command);
    };
    match closest_name(typed_name, option_names.into_iter()) {
        Some(name) => suggested_option_problem(text, name),
        None => unsuggested_argument_problem(text, &typed_command),
    }
}

/// Returns the value that was typed for an option: what follows `=` or a short option, or the next word.
fn value_of<'a>(option: &str, words: &'a [String]) -> Option<&'a str> {
    let place = words.iter().position(|word| word.starts_with(option))?;
    let attached = words[place][option.len()..].trim_start_matches('=');
    if attached.is_empty() {
        words.get(place + 1).map(String::as_str)
    } else {
        Some(attached)
    }
}

fn suggested_option_problem(text: &str, name: &str) -> Problem {
    problem!(
        "“{text}” is not an argument of this command; did you mean --{name}?",
        text,
        name
    )
}

fn unsuggested_argument_problem(text: &str, typed_command: &str) -> Problem {
    let help = match typed_command.split_once(' ') {
        Some((program, command)) => format!("{program} help {command}"),
        None => format!("{typed_command} help"),
    };
    problem!(
        "“{text}” is not an argument of this command; see: {help}",
        text,
        help
    )
}

/// Returns the problem of an unknown command, with a suggestion or a list of the known commands.
pub fn unknown_command_problem(text: &str, grammar: &Command, words: &[String]) -> Problem {
    if let Some(problem) = removed_word(&typed_command(grammar, words), text) {
        return problem;
    }
    let commands = resolve_subcommands(grammar, words);
    let command = commands.last().copied().unwrap_or(grammar);
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let is_main_command = command.get_name() == grammar.get_name();
    let suggestion = name_elsewhere(text, None, &names)
        .or_else(|| closest_name(text, subcommand_words(command)))
        .map(|name| with_following_game(name, text, command, words))
        .or_else(|| suggested_game(text, command, is_main_command));
    if suggestion.is_none() && !names.is_empty() {
        let verb_name = command.get_name();
        let choices = names.join(", ");
        if is_main_command {
            return problem!(
                "“{text}” is not a command; choose from: {choices}",
                text,
                choices
            );
        }
        return problem!(
            "“{text}” is not a game that {verb_name} accepts; choose from: {choices}",
            text,
            verb_name,
            choices
        );
    }
    match suggestion {
        None => problem!("“{text}” is not a command", text),
        Some(word) => problem!(
            "“{text}” is not a command; did you mean {word}?",
            text,
            word
        ),
    }
}

/// Returns the names and aliases of the subcommands.
fn subcommand_words(command: &Command) -> impl Iterator<Item = &str> {
    let aliases = command.get_subcommands().flat_map(Command::get_all_aliases);
    aliases.chain(command.get_subcommands().map(Command::get_name))
}

/// Returns the suggested name of a subcommand, followed by its game if the word after `text` names one.
fn with_following_game(name: &str, text: &str, command: &Command, words: &[String]) -> String {
    let following_word = words.iter().skip_while(|word| *word != text).nth(1);
    let games = command
        .find_subcommand(name)
        .into_iter()
        .flat_map(subcommand_words);
    match following_word.and_then(|word| closest_name(word, games)) {
        Some(game) => format!("{name} {game}"),
        None => name.to_owned(),
    }
}

/// Returns the game that people call by a name close to the text, if the command accepts it; after the main command, the
/// command that simulates it.
fn suggested_game(text: &str, command: &Command, is_main_command: bool) -> Option<String> {
    let names_of = |topic: &Topic| {
        let names = topic
            .alias
            .into_iter()
            .chain(topic.other_names.iter().copied());
        names.chain([topic.name]).collect::<Vec<_>>()
    };
    let is_meant = |topic: &&&Topic| closest_name(text, names_of(topic).into_iter()).is_some();
    let topic = TOPICS.iter().find(is_meant)?;
    if is_main_command {
        return Some(format!("pioche simulate {}", topic.name));
    }
    command
        .find_subcommand(topic.name)
        .map(|game| game.get_name().to_owned())
}

/// Returns the names of the commands that the words name, such as `pioche simulate nim`.
fn typed_command(grammar: &Command, words: &[String]) -> String {
    let commands = resolve_subcommands(grammar, words);
    let names: Vec<&str> = commands.iter().map(|command| command.get_name()).collect();
    names.join(" ")
}

/// Returns the commands that the words name, from the program to the last one.
fn resolve_subcommands<'a>(grammar: &'a Command, words: &[String]) -> Vec<&'a Command> {
    let mut commands = vec![grammar];
    for word in words {
        let mut command = commands.last().copied().unwrap_or(grammar);
        // The words after these verbs are names of commands.
        if command.get_name() == "help" || command.get_name() == "man" {
            command = grammar;
        }
        if let Some(below) = command.find_subcommand(word) {
            if command.get_name() == grammar.get_name() {
                commands.truncate(1);
            }
            commands.push(below);
        }
    }
    commands
}
