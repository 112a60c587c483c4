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
mod clap_command;
mod clap_errors;
mod command_line;
mod compare;
mod console;
mod deal_rows;
mod files;
mod help;
mod outputs;
mod play;
mod progress;
mod removed;
mod runner;
mod show;
mod signals;
mod simulate;
mod solve;
mod study;
mod suggestions;
mod tallies;
mod terminal;
#[cfg(test)]
mod tests;
mod verbs;

pub use captured::{CapturedOutput, run_captured};
pub use console::note_closed_stdout;
pub use signals::{forget_stop_request, request_stop};
pub use verbs::build_cli;

use anstream::{AutoStream, ColorChoice};
use args::{GLOBAL_HEADING, choice_parser, options};
use clap::FromArgMatches;
use clap::error::ErrorKind::{
    DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion,
};
use console::{Console, Failure, exit_code, print_problem};
use pioche_engine::simd::SimdLevel;
use pioche_report::lang::{Lang, Problem, problem, set_language};
use std::ffi::OsString;
use std::thread;
use verbs::run;

options! {
    /// The options of every command.
    #[derive(Clone, Debug)]
    #[command(next_help_heading = GLOBAL_HEADING)]
    struct GlobalArgs {
        #[arg(long, global = true, value_name = "LANG",
              value_parser = choice_parser(&[("fr", Lang::Fr), ("en", Lang::En)]))]
        lang: Option<Lang> =
            "Language of messages [default: from the environment]";
        #[arg(
            long,
            global = true,
            value_name = "WHEN",
            default_value = "auto",
        )]
        color: clap::ColorChoice = "Use of colours";
        #[arg(long, short, global = true)]
        quiet: bool = "Suppress progress and remarks";
    }
}

/// The size of the stack of a command, in bytes, whatever the limit of the system.
pub const STACK_SIZE: usize = 8 << 20;

/// Runs the program and returns its exit code; the first argument is its own name.
pub fn main(args: impl IntoIterator<Item = OsString>) -> u8 {
    signals::install_handlers();
    let words: Vec<OsString> = args.into_iter().collect();
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
    set_language(lang_before_parsing(args));
    let mut grammar = build_cli();
    let words: Vec<String> = args
        .iter()
        .skip(1)
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    if words.iter().any(|word| word == "-h") {
        grammar = help::with_common_options(grammar);
    }
    let parsed = grammar.try_get_matches_from_mut(args);
    let ended =
        match parsed.and_then(|matches| Ok((GlobalArgs::from_arg_matches(&matches)?, matches))) {
            Ok((args, matches)) => {
                if let Some(lang) = args.lang {
                    set_language(lang);
                }
                create_console(&args)
                    .map_err(Failure::from)
                    .and_then(|console| run(&matches, &grammar, &console))
            }
            Err(error) if error.kind() == DisplayHelpOnMissingArgumentOrSubcommand => {
                let _ = console::print_help(&error, color_before_parsing(args));
                Err(Failure::AlreadyReported)
            }
            Err(error) if matches!(error.kind(), DisplayHelp | DisplayVersion) => {
                console::print_help(&error, color_before_parsing(args))
            }
            Err(error) => Err(clap_errors::usage_problem(&error, &grammar, &words).into()),
        };
    if let Err(Failure::Problem(problem)) = &ended {
        print_problem(problem);
    }
    exit_code(&ended)
}

fn create_console(args: &GlobalArgs) -> Result<Console, Problem> {
    let use_colours = match args.color {
        clap::ColorChoice::Never => false,
        // Under `CI` the library takes every terminal for one with colours.
        clap::ColorChoice::Auto => {
            let choice = AutoStream::choice(&std::io::stdout());
            choice != ColorChoice::Never && !terminal::is_dumb_terminal()
        }
        clap::ColorChoice::Always => true,
    };
    let terminal = terminal_size::terminal_size_of(std::io::stdout());
    Ok(Console {
        columns: terminal::stream_columns(terminal).unwrap_or(80),
        use_colours,
        quiet: args.quiet,
        simd_level: simd_level_from_env()?,
    })
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
        let levels = SimdLevel::available()
            .map(|level| level.to_string())
            .collect::<Vec<_>>()
            .join(", ");
        problem!(
            "PIOCHE_CPU: “{text}” is not an instruction set of this processor ({levels})",
            text,
            levels
        )
    })
}

fn environment_lang() -> Lang {
    let variable = |name: &str| std::env::var(name).ok();
    // Windows has a system setting instead of the variables.
    #[cfg(windows)]
    let variable =
        |name: &str| variable(name).or_else(|| sys_locale::get_locale().filter(|_| name == "LANG"));
    Lang::from_environment(variable)
}

/// Returns the language of help and of messages about arguments, which is needed before parsing.
fn lang_before_parsing(args: &[OsString]) -> Lang {
    value_before_parsing(args, "--lang")
        .and_then(Lang::from_code)
        .unwrap_or_else(environment_lang)
}

/// Returns the colour choice for help, which is printed during parsing.
fn color_before_parsing(args: &[OsString]) -> ColorChoice {
    match value_before_parsing(args, "--color") {
        Some("never") => ColorChoice::Never,
        Some("always") => ColorChoice::Always,
        _ if terminal::is_dumb_terminal() => ColorChoice::Never,
        _ => ColorChoice::Auto,
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
