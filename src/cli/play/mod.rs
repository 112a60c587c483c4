//! `play`: one game of any topic, line by line on a terminal or through a pipe.

mod file_storage;
mod interruptible_stdin;

use super::answer_verbs::{input_file, input_path, parse_args, seed_and_deal, setting_values};
use super::args::DealArgs;
use super::console::{CommandOutcome, Console, Failure, stdout_failure};
use super::files::io_error_reason;
use super::signals::{self, thread_start_problem};
use crate::lang::Problem;
use crate::play::{DealOrigin, Dialogue, Echo, ResumeError, SavedGame, SessionEnding, StreamError};
use crate::topics::parsed_args::ParsedArgs;
use crate::topics::verb::PlayVerb;
use clap::ArgMatches;
use clap::parser::ValueSource;
use file_storage::FileStorage;
pub use file_storage::SaveArgs;
use interruptible_stdin::InterruptibleStdin;
use std::io::{self, BufReader, IsTerminal};

/// Plays one game. A topic with opening questions asks them if no option is given and no game is loaded.
pub fn run(
    play: &PlayVerb,
    matches: &ArgMatches,
    console: &Console,
) -> Result<CommandOutcome, Failure> {
    let save: SaveArgs = parse_args(matches)?;
    if let Some(deck) = input_path(play.file.is_some(), matches) {
        save.check_not_overwriting(deck)?;
    }
    save.check_writable()?;
    let is_explicit = |key: &str| matches.value_source(key) == Some(ValueSource::CommandLine);
    let silent = play.options.iter().any(|opt| is_explicit(opt.setting.key));
    let opening = play.opening_questions.filter(|_| !silent);
    // Files are read before the conversation, since they may be the standard input.
    let initial_game = match (save.load_saved_game()?, opening) {
        (Some(kept), _) => Some(kept),
        (None, None) => Some(("--players".to_owned(), new_record(play, matches, console)?)),
        (None, Some(_)) => None,
    };
    // From here on only the conversation reads the standard input.
    signals::enable_polling();
    let mut keyboard =
        BufReader::new(InterruptibleStdin::new().map_err(|error| thread_start_problem(&error))?);
    let mut stdout = io::stdout().lock();
    let echo = if io::stdin().is_terminal() {
        Echo::ByTerminal
    } else {
        Echo::ByProgram
    };
    let mut dialogue = Dialogue::new(&mut keyboard, &mut stdout, echo, console.lang);
    let game = match (initial_game, opening) {
        (None, Some(opening)) => {
            let origin = deal_origin(play, true, matches, console)?;
            let record = opening(&mut dialogue)
                .map_err(stream_failure)?
                .map(|record| record.with_origin(origin));
            record.map(|record| ("--players".to_owned(), record))
        }
        (initial_game, _) => initial_game,
    };
    let outcome = match game {
        None if signals::has_received_signal() => CommandOutcome::Interrupted,
        None => CommandOutcome::Success,
        Some((place, record)) => {
            let memory = ParsedArgs::new(
                console.lang,
                (0, 0),
                setting_values(play.options, matches),
                None,
            )
            .memory;
            let mut files = FileStorage::new(save, *console);
            let ended = (play.resume)(&record, memory, &mut dialogue, &mut files);
            files.report_save(matches!(ended, Ok(SessionEnding::Left)))?;
            // A closed terminal takes no output.
            if signals::has_received_termination() {
                return Ok(CommandOutcome::Interrupted);
            }
            match ended {
                Ok(SessionEnding::Left) if signals::has_received_signal() => {
                    CommandOutcome::Interrupted
                }
                Ok(ending) => command_outcome(ending)?,
                Err(ResumeError::Session(error)) => {
                    return Err(Problem::Session {
                        location: place,
                        error,
                    }
                    .into());
                }
                Err(ResumeError::Stream(error)) => return Err(stream_failure(error)),
            }
        }
    };
    Ok(if signals::has_received_termination() {
        CommandOutcome::Interrupted
    } else {
        outcome
    })
}

fn new_record(
    play: &PlayVerb,
    matches: &ArgMatches,
    console: &Console,
) -> Result<SavedGame, Failure> {
    let file = input_file(play.file.is_some(), matches);
    let origin = deal_origin(play, file.is_none(), matches, console)?;
    let deal = origin.map_or((0, 0), |DealOrigin { seed, deal }| (seed, deal));
    let args = ParsedArgs::new(
        console.lang,
        deal,
        setting_values(play.options, matches),
        file,
    );
    Ok((play.start_record)(&args)?.with_origin(origin))
}

/// Returns the seed and the number of a dealt game, drawing a seed if necessary; `None` for other games.
fn deal_origin(
    play: &PlayVerb,
    no_file: bool,
    matches: &ArgMatches,
    console: &Console,
) -> Result<Option<DealOrigin>, Problem> {
    if !(play.accepts_deal && no_file) {
        return Ok(None);
    }
    let (seed, deal) = seed_and_deal(&parse_args::<DealArgs>(matches)?, console)?;
    Ok(Some(DealOrigin { seed, deal }))
}

/// Returns the outcome of the command. Fails when a solver gave up.
fn command_outcome(ending: SessionEnding) -> Result<CommandOutcome, Failure> {
    match ending {
        SessionEnding::Over(_) | SessionEnding::Left | SessionEnding::Solved => {
            Ok(CommandOutcome::Success)
        }
        SessionEnding::NoSolution => Ok(CommandOutcome::NegativeAnswer),
        SessionEnding::Undecided => Err(Problem::message(
            "la recherche d'une solution est abandonnée : trop de positions",
            "the search for a solution was given up: too many positions",
        )
        .into()),
    }
}

fn stream_failure(error: StreamError) -> Failure {
    match error {
        StreamError::Input(error) => Problem::CannotRead {
            file: "-".into(),
            reason: io_error_reason(&error),
        }
        .into(),
        StreamError::Output(error) => stdout_failure(&error),
    }
}
