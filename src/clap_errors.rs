//! The errors of clap as sentences in both languages, and what to use instead of an unknown word.

use clap::Command;
use clap::error::{ContextKind, ErrorKind};
use pioche_report::lang::{Problem, Text, fold_case_and_accents, problem};
use std::error::Error;

/// Converts an error of clap; `words` are the arguments without the name of the program.
pub fn usage_problem(error: &clap::Error, grammar: &Command, words: &[String]) -> Problem {
    let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let flag = flags(&text(ContextKind::InvalidArg));
    let value = text(ContextKind::InvalidValue);
    if let Some(problem) = removed_word(&format!("{flag} {value}"), words) {
        return problem;
    }
    let unknown = |word: String, suggestion: String| {
        removed_word(&word, words)
            .unwrap_or_else(|| unknown_word(&word, &suggestion, &text(ContextKind::Usage), grammar))
    };
    match error.kind() {
        ErrorKind::ValueValidation => {
            let source = error.source().and_then(|source| source.downcast_ref());
            let problem = source.map(|problem: &Problem| Problem::from(problem.to_string()));
            Problem::for_argument(&flag, problem.unwrap_or_else(|| first_line(error)))
        }
        ErrorKind::InvalidValue if value.is_empty() => problem!("{flag} needs a value", flag),
        ErrorKind::InvalidValue => Problem::for_argument(
            &flag,
            Problem::not_a_choice(&value, &text(ContextKind::ValidValue)),
        ),
        ErrorKind::UnknownArgument => unknown(
            text(ContextKind::InvalidArg),
            text(ContextKind::SuggestedArg),
        ),
        ErrorKind::InvalidSubcommand => unknown(
            text(ContextKind::InvalidSubcommand),
            text(ContextKind::SuggestedSubcommand),
        ),
        ErrorKind::MissingRequiredArgument => {
            Problem::missing_argument(text(ContextKind::InvalidArg).trim_end_matches('.'))
        }
        ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues => {
            problem!("{flag}: wrong number of values", flag)
        }
        ErrorKind::InvalidUtf8 => problem!("an argument of the command line is not UTF-8 text"),
        ErrorKind::ArgumentConflict => {
            let other = flags(&text(ContextKind::PriorArg));
            if flag == other {
                problem!("{flag} is given twice", flag)
            } else {
                problem!("{flag} and {other} cannot be given together", flag, other)
            }
        }
        _ => first_line(error),
    }
}

/// Returns the flags of arguments that clap calls `--csv <FILE>, --chart <FILE>`.
fn flags(arguments: &str) -> String {
    let flags = arguments
        .split(", ")
        .map(|argument| argument.split(' ').next());
    flags.flatten().collect::<Vec<_>>().join(", ")
}

/// Returns the first line of clap's own message.
pub fn first_line(error: &clap::Error) -> Problem {
    let text = error.render().to_string();
    let line = text.lines().next().unwrap_or_default();
    Problem::from(line.trim_start_matches("error: ").to_owned())
}

/// Returns the problem of a word that is no argument and no command. `usage` is clap's line about the command.
fn unknown_word(word: &str, suggestion: &str, usage: &str, grammar: &Command) -> Problem {
    let name = word.trim_start_matches('-').split('=').next();
    let name = fold_case_and_accents(name.unwrap_or_default()).replace('_', "-");
    let mut meanings = OTHER_WORDS.lines().filter_map(|line| line.split_once(": "));
    let meaning = meanings.find(|(names, _)| names.split(' ').any(|other| other == name));
    let suggestion = meaning.map_or(suggestion, |(_, meaning)| meaning);
    if !suggestion.is_empty() {
        return problem!(
            "“{word}” is unknown; did you mean {suggestion}?",
            word,
            suggestion
        );
    }
    let path = usage.split(['[', '<']).next().unwrap_or_default();
    let words = path.split_whitespace().skip(2);
    let path: Vec<&str> = words.take_while(|word| !word.starts_with('-')).collect();
    let command = path
        .iter()
        .try_fold(grammar, |command, name| command.find_subcommand(name))
        .unwrap_or(grammar);
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    if names.is_empty() {
        let command = path.join(" ");
        return problem!(
            "“{word}” is not an argument of this command; see: pioche help {command}",
            word,
            command
        );
    }
    if word.starts_with('-') {
        return problem!("“{word}” is unknown here; options follow the command", word);
    }
    let choices = names.join(", ");
    problem!("“{word}” is unknown; choose from: {choices}", word, choices)
}

/// Names of options, commands and games elsewhere, and what they are here.
const OTHER_WORDS: &str = include_str!("words_elsewhere.txt");

/// Words that were removed: the verb or game that had them, the word, and what to do instead.
const REMOVED_WORDS: &str = include_str!("words_removed.txt");

/// Returns the problem of a verb, an option or a value that was removed; `words` are those of the command line.
fn removed_word(word: &str, words: &[String]) -> Option<Problem> {
    let (flag, value) = word.split_once(' ').unwrap_or((word, ""));
    for line in REMOVED_WORDS.lines() {
        let mut fields = line.splitn(3, " | ");
        let command = fields.next()?;
        let removed = fields.next()?;
        let instead = Text(fields.next()?);
        let is_meant = match removed.split_once(' ') {
            None => removed == word,
            Some((name, start)) => {
                name == flag && value.split(',').any(|value| value.starts_with(start))
            }
        };
        if is_meant && (command == "all" || words.iter().any(|word| word == command)) {
            return Some(problem!(
                "“{removed}” was removed from pioche; {instead}",
                removed,
                instead
            ));
        }
    }
    None
}
