//! The command line: the only place with clap, progress bars, colours, exit codes, real files and Ctrl-C. A file a
//! verb, or a family of verbs.

pub mod again;
pub mod aims;
pub mod answer;
pub mod args;
mod console;
mod deals;
mod files;
mod film;
mod grammar;
mod help;
mod merge;
pub mod outputs;
mod play;
mod progress;
mod report;
mod signals;
mod simulate;
mod slurm;
pub mod solution;
pub mod study;
#[cfg(test)]
mod tests;
pub mod usage;
mod workbook;
pub mod written;

pub use grammar::grammar;

use crate::lang::{Lang, Problem};
use crate::report::table::Paint;
use crate::topics::TOPICS;
use anstream::{AutoStream, ColorChoice};
use answer::args;
use args::choice;
use clap::error::ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
use clap::{ArgMatches, FromArgMatches, Parser};
use console::{Console, Done, Failure, complain, exit_code};
use pioche_engine::processor::Processor;
use std::ffi::OsString;
use std::process::ExitCode;

/// Chances of card games, shuffles and small board games: simulated fast, solved exactly, drawn for print.
#[derive(Clone, Debug, Parser)]
#[command(name = "pioche", version, about, propagate_version = true, disable_help_subcommand = true)]
#[command(subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    /// Language of what people read [default: from the environment]
    #[arg(long, global = true, value_name = "LANG", 
          value_parser = choice(&[("fr", Lang::Fr), ("en", Lang::En)]))]
    lang: Option<Lang>,
    /// Colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
    /// No progress and no remarks
    #[arg(long, short, global = true)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

fn run(matches: &ArgMatches, console: &Console) -> Result<Done, Failure> {
    let (verb, matches) = matches.subcommand().unwrap_or(("", matches));
    match verb {
        "report" => args::<report::Report>(matches)?.run(console),
        "merge" => args::<merge::Merge>(matches)?.run(console),
        "slurm" => args::<slurm::Slurm>(matches)?.run(grammar, console),
        "check-solution" => solution::run(matches, console),
        "study" => args::<study::Study>(matches)?.run(console),
        "completions" => help::completions(matches, grammar(Lang::En), console),
        "man" => help::man(matches, grammar(Lang::En), console),
        "help" => help::help(matches, grammar(console.lang), console),
        "simulate" | "play" | "show" | "solve" => {
            let (name, matches) = matches.subcommand().unwrap_or(("", matches));
            let none = || unknown(name);
            let topic = crate::topics::topic(name).ok_or_else(none)?;
            match verb {
                "simulate" => simulate::run(topic, matches, console),
                "play" => play::run(topic.play.as_ref().ok_or_else(none)?, matches, console),
                "show" => answer::run(topic.show.as_ref().ok_or_else(none)?, matches, console),
                _ => answer::run(topic.solve.as_ref().ok_or_else(none)?, matches, console),
            }
        }
        own => {
            let mut all = TOPICS.iter().flat_map(|topic| topic.own);
            let (_, verb) = all.find(|(name, _)| *name == own).ok_or_else(|| unknown(own))?;
            answer::run(verb, matches, console)
        }
    }
}

fn unknown(text: &str) -> Problem {
    Problem::UnknownCommand { text: text.to_owned(), suggestion: None, choices: String::new() }
}

/// Runs the program with these arguments, the first being its own name.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    let known = grammar(spoken(&args));
    let parsed = known.try_get_matches_from(&args);
    let (cli, matches) = match parsed.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches))) {
        Ok(parsed) => parsed,
        Err(error)
            if matches!(error.kind(), DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand) =>
        {
            let color = match typed(&args, "--color") {
                Some("never") => ColorChoice::Never,
                Some("always") => ColorChoice::Always,
                _ => ColorChoice::Auto,
            };
            let shown = console::help(&error, color);
            // Where a command was wanted, the help is no success.
            return if error.use_stderr() { ExitCode::from(2) } else { told(shown, spoken(&args), &args) };
        }
        Err(error) => return told(Err(usage::problem(&error).into()), spoken(&args), &args),
    };
    again::remember(&args, &matches);
    let lang = cli.lang.unwrap_or_else(environment);
    let ended = console(&cli, lang).map_err(Failure::from).and_then(|console| run(&matches, &console));
    told(ended, lang, &args)
}

/// The exit code of a command; what went wrong is told, and what may have been meant.
fn told(ended: Result<Done, Failure>, lang: Lang, args: &[OsString]) -> ExitCode {
    if let Err(Failure::Problem(problem)) = &ended {
        let words: Vec<String> = args.iter().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
        complain(lang, &usage::hinted(problem.clone(), &grammar(lang), &words));
    }
    exit_code(&ended)
}

fn console(cli: &Cli, lang: Lang) -> Result<Console, Problem> {
    let paint = match cli.color {
        Color::Never => Paint::Plain,
        Color::Auto if AutoStream::choice(&std::io::stdout()) == ColorChoice::Never => Paint::Plain,
        Color::Always | Color::Auto => Paint::Ansi,
    };
    let columns = terminal_size::terminal_size_of(std::io::stdout()).map_or(80, |(width, _)| usize::from(width.0));
    let processor = processor()?;
    Ok(Console { lang, columns, paint, quiet: cli.quiet, processor, interrupt: signals::listen() })
}

/// `PIOCHE_CPU=baseline|avx2|avx512` keeps the engines to these instructions: to measure, and to test. No result
/// depends on it.
fn processor() -> Result<Processor, Problem> {
    let Some(name) = std::env::var_os("PIOCHE_CPU") else { return Ok(Processor::default()) };
    let text = name.to_string_lossy();
    Processor::named(&text).ok_or_else(|| {
        let known = Processor::all().map(|known| known.to_string()).collect::<Vec<_>>().join(", ");
        Problem::said(
            format!("PIOCHE_CPU : « {text} » n'est pas un jeu d'instructions de ce processeur ({known})"),
            format!("PIOCHE_CPU: '{text}' is no set of instructions of this processor ({known})"),
        )
    })
}

fn environment() -> Lang {
    let variable = |name: &str| std::env::var(name).ok();
    // What Unix has in variables, Windows has in its settings.
    #[cfg(windows)]
    let variable = |name: &str| variable(name).or_else(|| sys_locale::get_locale().filter(|_| name == "LANG"));
    Lang::of_environment(variable)
}

fn spoken(args: &[OsString]) -> Lang {
    typed(args, "--lang").and_then(Lang::named).unwrap_or_else(environment)
}

/// The value of an option, wherever it stands among words that clap has not read.
fn typed<'a>(args: &'a [OsString], option: &str) -> Option<&'a str> {
    let texts: Vec<&str> = args.iter().take_while(|arg| *arg != "--").filter_map(|arg| arg.to_str()).collect();
    let after = texts.windows(2).find(|pair| pair[0] == option).map(|pair| pair[1]);
    let joined = || texts.iter().find_map(|text| text.split_once('=').filter(|(name, _)| *name == option));
    after.or_else(|| joined().map(|(_, value)| value))
}
