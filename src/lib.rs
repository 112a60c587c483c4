//! The `pioche` program: arguments, files, progress, signals, exit codes. Each verb, or family of verbs, has a file.
//!
//! What the verbs run lives in packages of its own, each of which knows only those above it:
//!
//! | package | contents |
//! |---|---|
//! | [`pioche_engine`] | games, solvers, statistics, the simulation driver |
//! | [`pioche_report`] | languages and numbers, tables and their writers, charts |
//! | [`pioche_games`] | the games in words: settings, columns, sentences, pictures, `show`, `solve`, `play` |
//! | [`pioche_study`] | the chapters and the page of the study |

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod answer_verbs;
mod args;
mod captured;
mod clap_errors;
mod command_line;
mod compare;
mod console;
mod deal_rows;
mod decks;
mod files;
mod film_files;
mod help;
mod outputs;
mod play;
mod progress;
mod runner;
mod signals;
mod simulate;
mod study;
mod tallies;
mod terminal;
#[cfg(test)]
mod tests;
mod verbs;

pub use captured::{CapturedOutput, run_captured};
pub use signals::{forget_stop_request, request_stop};
pub use verbs::build_cli;

use anstream::{AutoStream, ColorChoice};
use clap::error::ErrorKind::{
    DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion,
};
use clap::{ArgAction, Args};
use console::{CommandOutcome, Console, Failure, exit_code, print_problem};
use pioche_engine::simd::SimdLevel;
use pioche_report::lang::{Lang, Problem, problem, set_language, tr};
use std::ffi::OsString;
use std::thread;
use verbs::{build_grammar, run};

/// The options of every command.
#[derive(Args, Clone, Debug)]
struct GlobalArgs {
    #[arg(long, global = true, value_name = "LANG", value_parser = ["fr", "en"], hide_short_help = true,
          help = tr!("Language of messages, by default that of the environment"))]
    lang: Option<String>,
    #[arg(long, short, global = true, action = ArgAction::Help,
          help = tr!("Print the help, with --help all options and examples"))]
    help: Option<bool>,
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_short_help = true,
          help = tr!("Use of colours"))]
    color: clap::ColorChoice,
    #[arg(long, short, global = true, hide_short_help = true,
          help = tr!("Suppress progress and remarks"))]
    quiet: bool,
}

/// The size of the stack of a command, in bytes, whatever the limit of the system.
pub const STACK_SIZE: usize = 8 << 20;

/// Runs the program and returns its exit code; the first argument is its own name.
pub fn main(args: impl IntoIterator<Item = OsString>) -> u8 {
    signals::install_handlers();
    let words: Vec<OsString> = args.into_iter().collect();
    set_language(lang_before_parsing(&words));
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK_SIZE);
        match builder.spawn_scoped(scope, || run_program(&words)) {
            Ok(program) => program
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => run_program(&words),
        }
    })
}

fn run_program(args: &[OsString]) -> u8 {
    let result = run_command_line(args);
    if let Err(Failure::Problem(problem)) = &result {
        print_problem(problem);
    }
    exit_code(&result)
}

fn run_command_line(args: &[OsString]) -> Result<CommandOutcome, Failure> {
    let is_help = |error: &clap::Error| {
        let kinds = [DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand];
        kinds.contains(&error.kind())
    };
    let mut parsed = build_grammar().try_get_matches_from(args);
    if parsed.as_ref().is_err_and(is_help) {
        parsed = build_cli().try_get_matches_from(args);
    }
    let matches = match parsed {
        Ok(matches) => matches,
        Err(error) if is_help(&error) || error.kind() == DisplayVersion => {
            console::print_help(&error, use_colours(args))?;
            return if error.use_stderr() {
                Err(Failure::AlreadyReported)
            } else {
                Ok(CommandOutcome::Success)
            };
        }
        Err(error) => return Err(clap_errors::usage_problem(&error, args).into()),
    };
    let console = Console {
        columns: terminal::stream_columns(&::console::Term::stdout()).unwrap_or(80),
        use_colours: use_colours(args),
        quiet: matches.get_flag("quiet"),
        simd_level: simd_level_from_env()?,
    };
    run(&matches, args, &console)
}

/// Returns the SIMD level of `PIOCHE_CPU=baseline|avx2|avx512`, for tests and measurements, or the best level of the
/// processor. Results do not depend on it.
fn simd_level_from_env() -> Result<SimdLevel, Problem> {
    let set = std::env::var_os("PIOCHE_CPU").filter(|name| !name.is_empty());
    let Some(name) = set else {
        return Ok(SimdLevel::default());
    };
    let text = name.to_string_lossy();
    SimdLevel::from_name(&text).ok_or_else(|| {
        problem!(
            "PIOCHE_CPU: “{text}” is not an instruction set of this processor",
            text
        )
    })
}

/// Returns the language of a command, which help and messages about arguments need before parsing.
fn lang_before_parsing(args: &[OsString]) -> Lang {
    if let Some(lang) = value_before_parsing(args, "--lang").and_then(Lang::from_code) {
        return lang;
    }
    let variable = |name: &str| std::env::var(name).ok();
    // Windows has a system setting instead of the variables.
    #[cfg(windows)]
    let variable =
        |name: &str| variable(name).or_else(|| sys_locale::get_locale().filter(|_| name == "LANG"));
    Lang::from_environment(variable)
}

/// Returns true if a command prints colours, which help needs before parsing.
fn use_colours(args: &[OsString]) -> bool {
    match value_before_parsing(args, "--color") {
        Some("never") => false,
        Some("always") => true,
        // Under `CI` the library takes every terminal for one with colours.
        _ => {
            AutoStream::choice(&std::io::stdout()) != ColorChoice::Never
                && !terminal::is_dumb_terminal()
                && !captured::is_captured()
        }
    }
}

/// Returns the value of a global option anywhere among unparsed arguments.
fn value_before_parsing<'a>(args: &'a [OsString], option: &str) -> Option<&'a str> {
    let mut words = args
        .iter()
        .take_while(|arg| *arg != "--")
        .filter_map(|arg| arg.to_str());
    while let Some(word) = words.next() {
        if word == option {
            return words.next();
        }
        if let Some((name, value)) = word.split_once('=')
            && name == option
        {
            return Some(value);
        }
    }
    None
}
