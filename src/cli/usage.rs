//! What clap finds wrong with a command line, as one sentence in the user's language, and what was meant by a wrong word.

use crate::lang::{Lang, Problem, Say, Sentence, plain};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use std::error::Error;
use strsim::osa_distance;

pub fn problem(error: &clap::Error) -> Problem {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    let argument = || text(ContextKind::InvalidArg).unwrap_or_default();
    // `--deals <N>` is clap's name for the option that people know as `--deals`.
    let flag = || argument().split(" <").next().unwrap_or_default().to_owned();
    match error.kind() {
        ErrorKind::ValueValidation => {
            let inner = error.source().and_then(|source| source.downcast_ref::<Problem>());
            let problem = inner.map_or_else(|| fallback(error), Problem::clone);
            Problem::argument(&flag(), problem)
        }
        ErrorKind::InvalidValue => match text(ContextKind::InvalidValue).filter(|value| !value.is_empty()) {
            None => valueless(&flag()),
            Some(value) => {
                let choices = text(ContextKind::ValidValue).unwrap_or_default();
                Problem::argument(&flag(), Problem::NotAChoice { text: value, choices })
            }
        },
        ErrorKind::UnknownArgument => Problem::UnknownArgument { text: argument(), suggestion: None },
        ErrorKind::InvalidSubcommand => Problem::UnknownCommand {
            text: text(ContextKind::InvalidSubcommand).unwrap_or_default(),
            suggestion: None,
            choices: String::new(),
        },
        ErrorKind::MissingRequiredArgument => Problem::MissingArgument { names: argument() },
        ErrorKind::MissingSubcommand => {
            let choices = text(ContextKind::ValidSubcommand).unwrap_or_default();
            Problem::said(
                format!("il manque une commande, parmi {choices}"),
                format!("a command is missing, one of {choices}"),
            )
        }
        ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues | ErrorKind::TooFewValues => {
            let flag = flag();
            Problem::said(
                format!("{flag} n'attend pas de valeur, ou pas autant"),
                format!("{flag} takes no value, or not so many"),
            )
        }
        ErrorKind::InvalidUtf8 => Problem::said(
            "un argument de la ligne de commande n'est pas du texte UTF-8",
            "an argument of the command line is not UTF-8 text",
        ),
        ErrorKind::NoEquals => valueless(&flag()),
        ErrorKind::ArgumentConflict => {
            let second = text(ContextKind::PriorArg).unwrap_or_default();
            let (first, second) = (flag(), second.split(" <").next().unwrap_or_default().to_owned());
            if first == second {
                Problem::said(format!("{first} est donné deux fois"), format!("{first} is given twice"))
            } else {
                Problem::said(
                    format!("{first} et {second} ne vont pas ensemble"),
                    format!("{first} and {second} do not go together"),
                )
            }
        }
        _ => fallback(error),
    }
}

fn valueless(flag: &str) -> Problem {
    Problem::said(format!("{flag} attend une valeur"), format!("{flag} needs a value"))
}

/// Clap's own words, on one line.
fn fallback(error: &clap::Error) -> Problem {
    let text = error.render().to_string();
    let first = text.lines().next().unwrap_or_default();
    Problem::Said(Sentence::same(first.strip_prefix("error: ").unwrap_or(first)))
}

/// The same problem with a hint, for the command that `words` are about, and with its options as they were typed.
pub fn hinted(problem: Problem, grammar: &Command, words: &[String], lang: Lang) -> Problem {
    let known: Vec<_> =
        reached(grammar, words).get_arguments().chain(grammar.get_arguments()).filter_map(longs).collect();
    let mut said = hint(problem, grammar, words, lang).say(lang);
    for typed in words.iter().filter_map(|word| word.strip_prefix("--")?.split('=').next()) {
        let names = known.iter().find(|names| names.iter().skip(1).any(|name| name == typed));
        said = names.map_or(said.clone(), |names| renamed(&said, &names[0], typed));
    }
    Problem::Said(Sentence::same(said))
}

/// A text with the other name of an option.
fn renamed(text: &str, name: &str, other: &str) -> String {
    let name = format!("--{name}");
    let mut parts = text.split(&name);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, rest| {
        let longer = rest.starts_with(|sign: char| sign == '-' || sign.is_alphanumeric());
        if longer { text + &name + rest } else { text + "--" + other + rest }
    })
}

fn hint(problem: Problem, grammar: &Command, words: &[String], lang: Lang) -> Problem {
    match problem {
        Problem::UnknownArgument { text, .. } => {
            let command = reached(grammar, words);
            let names = command.get_arguments().chain(grammar.get_arguments());
            let names = names.filter(|arg| !arg.is_hide_set()).filter_map(longs);
            let suggestion = nearest(text.trim_start_matches('-'), names, lang).map(|name| format!("--{name}"));
            // A word without dashes is no option.
            let suggestion = suggestion.filter(|_| text.starts_with("--"));
            Problem::UnknownArgument { text, suggestion }
        }
        Problem::UnknownCommand { text, .. } => {
            let command = reached(grammar, words);
            let names: Vec<Vec<String>> = command.get_subcommands().map(names).collect();
            let suggestion = nearest(&text, names.clone(), lang);
            let choices = names.iter().map(|names| own(names, lang)).collect::<Vec<_>>().join(", ");
            Problem::UnknownCommand { text, suggestion, choices }
        }
        other => other,
    }
}

/// The command that the words come to before they go wrong.
fn reached<'a>(grammar: &'a Command, words: &[String]) -> &'a Command {
    let mut command = grammar;
    for word in words {
        // Help is asked for by the names of what it is about.
        if command.get_name() == "help" || command.get_name() == "man" {
            command = grammar;
        }
        if let Some(below) = command.find_subcommand(word) {
            command = below;
        }
    }
    command
}

/// A command's own name, then its other ones.
fn names(command: &Command) -> Vec<String> {
    std::iter::once(command.get_name()).chain(command.get_all_aliases()).map(str::to_owned).collect()
}

/// An option's own name, then its other ones; `None` for what has no name.
fn longs(arg: &Arg) -> Option<Vec<String>> {
    let others = arg.get_all_aliases().unwrap_or_default();
    arg.get_long().map(|long| std::iter::once(long).chain(others).map(str::to_owned).collect())
}

/// The name in a language: the French one is the first of the others.
fn own(names: &[String], lang: Lang) -> String {
    let french = names.get(1).filter(|_| lang == Lang::Fr);
    french.or(names.first()).cloned().unwrap_or_default()
}

/// The name that is meant, if one is near: what was typed may be a name in the other language.
fn nearest(text: &str, all: impl IntoIterator<Item = Vec<String>>, lang: Lang) -> Option<String> {
    let text = plain(text);
    let distances = all.into_iter().flat_map(|names| {
        let said = own(&names, lang);
        let near = names.clone().into_iter().map(|name| (osa_distance(&text, &plain(&name)), name != said, name));
        near.collect::<Vec<_>>()
    });
    let (distance, _, name) = distances.min()?;
    let allowed = (text.chars().count().max(name.chars().count()) / 3).max(1);
    (distance <= allowed).then_some(name)
}
