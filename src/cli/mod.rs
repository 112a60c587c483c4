//! The command line: the only place with clap, progress bars, colours, exit codes, real files and Ctrl-C. A file a
//! verb, or a family of verbs; sentences come from [`crate::lang`].

mod args;
mod console;
mod decks;
mod files;
#[cfg(feature = "charts")]
mod film;
mod game_args;
mod help;
mod keyboard;
mod outputs;
mod play;
mod progress;
mod report;
mod screen;
mod show_bataille;
mod show_games;
mod simulate;
mod single;
mod sitting;
mod solve;
mod study;
mod usage;

use crate::cards::Processor;
use crate::lang::{Lang, Problem};
use crate::report::table::Paint;
use args::language;
use clap::{CommandFactory, FromArgMatches, Parser};
use console::{Console, Done, Failure, complain, exit_code};
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Chances of card games, shuffles and small board games: simulated fast, solved exactly, drawn for print.
#[derive(Clone, Debug, Parser)]
#[command(name = "pioche", version, about, propagate_version = true, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
    /// Language of what people read [default: from the environment]
    #[arg(long, global = true, value_name = "LANG", value_parser = language())]
    lang: Option<Lang>,
    /// Colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
    /// No progress and no remarks
    #[arg(long, short, global = true)]
    quiet: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum Verb {
    /// Print one shuffled deck in the handout's format
    #[command(alias = "donner")]
    Deal(single::Deal),
    /// Say whether a deck is complete and without doubles, and if not, why
    #[command(alias = "verifier")]
    Check(single::Check),
    /// Print one game, step by step
    #[command(subcommand, alias = "montrer")]
    Show(single::Show),
    /// Play at the terminal, alone, for two, or against the computer
    #[command(subcommand, alias = "jouer")]
    Play(play::Play),
    /// Print a deck improved by its best small change
    #[command(alias = "ameliorer")]
    Improve(single::Improve),
    /// Play many deals and estimate probabilities
    #[command(subcommand, alias = "simuler")]
    Simulate(simulate::Simulate),
    /// Solve a game exactly
    #[command(subcommand, alias = "resoudre")]
    Solve(solve::Solve),
    /// Report on the tallies of earlier runs
    #[command(alias = "rapport")]
    Report(report::Report),
    /// Answer every question of the handouts: CSV, charts, and a page
    #[command(alias = "etude")]
    Study(study::Study),
}

impl Verb {
    fn run(&self, console: &Console) -> Result<Done, Failure> {
        match self {
            Self::Deal(verb) => verb.run(console),
            Self::Check(verb) => verb.run(console),
            Self::Show(verb) => verb.run(console),
            Self::Play(verb) => verb.run(console),
            Self::Improve(verb) => verb.run(console),
            Self::Simulate(verb) => verb.run(console),
            Self::Solve(verb) => verb.run(console),
            Self::Report(verb) => verb.run(console),
            Self::Study(verb) => verb.run(console),
        }
    }
}

static INTERRUPT: AtomicBool = AtomicBool::new(false);

/// The grammar of the command line, its help in a language.
pub fn grammar(lang: Lang) -> clap::Command {
    help::translated(Cli::command(), lang)
}

/// Runs the program with these arguments, the first being its own name.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    let parsed = grammar(spoken(&args)).try_get_matches_from(&args).and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return usage_error(&error, spoken(&args)),
    };
    let lang = cli.lang.unwrap_or_else(environment);
    let paint = match cli.color {
        Color::Always => Paint::Ansi,
        Color::Never => Paint::Plain,
        Color::Auto => match anstream::AutoStream::choice(&std::io::stdout()) {
            anstream::ColorChoice::Never => Paint::Plain,
            _ => Paint::Ansi,
        },
    };
    if let Err(problem) = limit_processor() {
        complain(lang, &problem);
        return ExitCode::from(2);
    }
    // A second handler could only fail because this one is there already.
    let _ = ctrlc::set_handler(|| INTERRUPT.store(true, Ordering::Relaxed));
    let ended = cli.verb.run(&Console { lang, paint, quiet: cli.quiet, interrupt: &INTERRUPT });
    if let Err(Failure::Problem(problem)) = &ended {
        complain(lang, problem);
    }
    exit_code(&ended)
}

/// `PIOCHE_CPU=baseline|avx2|avx512` keeps the engines to these instructions: to measure, and to test. No result
/// depends on it.
fn limit_processor() -> Result<(), Problem> {
    let Some(name) = std::env::var_os("PIOCHE_CPU") else { return Ok(()) };
    let text = name.to_string_lossy();
    let Some(processor) = Processor::named(&text) else {
        let known = Processor::all().map(|known| known.to_string()).collect::<Vec<_>>().join(", ");
        return Err(Problem::NoSuchProcessor { text: text.into_owned(), known });
    };
    processor.limit();
    Ok(())
}

fn environment() -> Lang {
    Lang::of_environment(|name| std::env::var(name).ok())
}

/// The language that was asked for on a command line that could not be understood.
fn spoken(args: &[OsString]) -> Lang {
    let texts: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()).collect();
    let after = texts.windows(2).find(|pair| pair[0] == "--lang").map(|pair| pair[1]);
    let joined = texts.iter().find_map(|text| text.strip_prefix("--lang="));
    after.or(joined).and_then(|text| text.parse().ok()).unwrap_or_else(environment)
}

/// Help and version are answers; anything else is one sentence.
fn usage_error(error: &clap::Error, lang: Lang) -> ExitCode {
    use clap::error::ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    match error.kind() {
        DisplayHelp | DisplayVersion => {
            // Nobody may be there to read it, which is no fault.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(2)
        }
        _ => {
            let problem: Problem = usage::problem(error);
            complain(lang, &problem);
            ExitCode::from(2)
        }
    }
}
