//! What clap finds wrong with a command line, as one sentence in the user's language.

use super::args::Complaint;
use crate::lang::Problem;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;

/// The sentence for an error of the command line.
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
            let inner = error.source().and_then(|source| source.downcast_ref::<Complaint>());
            let problem = inner.map_or_else(|| fallback(error), |Complaint(problem)| problem.clone());
            Problem::BadArgument { flag: flag(), problem: Box::new(problem) }
        }
        ErrorKind::InvalidValue => match text(ContextKind::InvalidValue).filter(|value| !value.is_empty()) {
            None => Problem::MissingValue { flag: flag() },
            Some(value) => {
                let choices = text(ContextKind::ValidValue).unwrap_or_default();
                let problem = Problem::NotAChoice { text: value, choices };
                Problem::BadArgument { flag: flag(), problem: Box::new(problem) }
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
            Problem::MissingCommand { choices: text(ContextKind::ValidSubcommand).unwrap_or_default() }
        }
        ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues | ErrorKind::TooFewValues => {
            Problem::UnexpectedValue { flag: flag() }
        }
        ErrorKind::InvalidUtf8 => Problem::ArgumentNotUtf8,
        ErrorKind::NoEquals => Problem::MissingValue { flag: flag() },
        ErrorKind::ArgumentConflict => {
            let second = text(ContextKind::PriorArg).unwrap_or_default();
            let (first, second) = (flag(), second.split(" <").next().unwrap_or_default().to_owned());
            if first == second { Problem::Repeated { flag: first } } else { Problem::Conflict { first, second } }
        }
        _ => fallback(error),
    }
}

/// Clap's own words, on one line.
fn fallback(error: &clap::Error) -> Problem {
    let text = error.render().to_string();
    let first = text.lines().next().unwrap_or_default();
    Problem::BadCommandLine { text: first.strip_prefix("error: ").unwrap_or(first).to_owned() }
}
