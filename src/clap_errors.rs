//! The errors of clap as sentences in both languages, and what to use instead of an unknown word.

use clap::error::{ContextKind, ErrorKind};
use pioche_report::lang::{Problem, Text, fold_case_and_accents, problem};
use std::error::Error;
use std::ffi::OsString;

/// Converts an error of clap; `words` are the arguments.
pub fn usage_problem(error: &clap::Error, words: &[OsString]) -> Problem {
    let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let value = text(ContextKind::InvalidValue);
    let unknown_command = text(ContextKind::InvalidSubcommand);
    let flag = if unknown_command.is_empty() {
        flags(&text(ContextKind::InvalidArg))
    } else {
        unknown_command
    };
    if let Some(problem) = removed_word(&flag, &value, words) {
        return problem;
    }
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
        ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand => {
            let suggestion =
                text(ContextKind::SuggestedArg) + &text(ContextKind::SuggestedSubcommand);
            unknown_word(&flag, &suggestion, &text(ContextKind::Usage))
        }
        ErrorKind::MissingRequiredArgument => {
            Problem::missing_argument(text(ContextKind::InvalidArg).trim_end_matches('.'))
        }
        ErrorKind::TooManyValues => problem!("{flag}: wrong number of values", flag),
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
fn unknown_word(word: &str, suggestion: &str, usage: &str) -> Problem {
    let name = fold_case_and_accents(word.trim_start_matches('-')).replace('_', "-");
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
    let command = usage.split_whitespace().skip(1);
    let command = command.take_while(|word| !word.starts_with(['[', '<', '-']));
    let command = command.collect::<Vec<_>>().join(" ");
    problem!(
        "“{word}” is unknown here; see: {command} --help",
        word,
        command
    )
}

/// Names of options, commands and games elsewhere, and what they are here.
const OTHER_WORDS: &str = include_str!("words_elsewhere.txt");

/// Words that were removed: the verb or game that had them, the word, and what to do instead.
const REMOVED_WORDS: &str = include_str!("words_removed.txt");

/// Returns the problem of a verb, an option or the value of an option that was removed; `words` are those of the command line.
fn removed_word(word: &str, value: &str, words: &[OsString]) -> Option<Problem> {
    for line in REMOVED_WORDS.lines() {
        let mut fields = line.splitn(3, " | ");
        let command = fields.next()?;
        let removed = fields.next()?;
        let instead = Text(fields.next()?);
        let (name, start) = removed.split_once(' ').unwrap_or((removed, ""));
        let has_value = value.split(',').any(|value| value.starts_with(start));
        let has_command = command == "all" || words.iter().any(|word| word == command);
        if name == word && has_value && has_command {
            return Some(problem!(
                "“{removed}” was removed from pioche; {instead}",
                removed,
                instead
            ));
        }
    }
    None
}
