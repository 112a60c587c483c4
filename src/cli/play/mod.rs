//! `play`: one game of any topic that is played by lines, on a terminal or through a pipe.

mod files;
mod keyboard;

use super::answer_verbs::{args, file, path, seed_and_deal, values};
use super::args::DealArgs;
use super::console::{Console, Done, Failure, unprinted};
use super::files::reason;
use super::signals::{self, no_thread};
use crate::lang::Problem;
use crate::play::{Dialogue, Echo, Ending, Origin, Record, ResumeError, StreamError};
use crate::topics::given::Given;
use crate::topics::verb::Play;
use clap::ArgMatches;
use clap::parser::ValueSource;
use files::Files;
pub use files::SaveArgs;
use keyboard::Keyboard;
use std::io::{self, BufReader, IsTerminal};

/// Plays one game at the terminal, or through a pipe. A game that asks questions asks them when no option was given and
/// no game is loaded.
pub fn run(face: &Play, matches: &ArgMatches, console: &Console) -> Result<Done, Failure> {
    let save: SaveArgs = args(matches)?;
    if let Some(deck) = path(face.file.is_some(), matches) {
        save.spares(deck)?;
    }
    save.check()?;
    let typed = |key: &str| matches.value_source(key) == Some(ValueSource::CommandLine);
    let silent = face.options.iter().any(|opt| typed(opt.setting.key));
    let opening = face.opening.filter(|_| !silent);
    // A file is read before the conversation: it may come from the standard input.
    let known = match (save.loaded()?, opening) {
        (Some(kept), _) => Some(kept),
        (None, None) => Some(("--players".to_owned(), begin(face, matches, console)?)),
        (None, Some(_)) => None,
    };
    // Nothing else may read the standard input from now on.
    signals::poll();
    let mut keyboard = BufReader::new(Keyboard::new(console.interrupt).map_err(|error| no_thread(&error))?);
    let mut stdout = io::stdout().lock();
    let echo = if io::stdin().is_terminal() { Echo::ByTerminal } else { Echo::Written };
    let mut dialogue = Dialogue::new(&mut keyboard, &mut stdout, echo, console.lang);
    let known = match (known, opening) {
        (None, Some(opening)) => {
            let origin = origin(face, true, matches, console)?;
            let record = opening(&mut dialogue).map_err(broken)?.map(|record| record.with_origin(origin));
            record.map(|record| ("--players".to_owned(), record))
        }
        (known, _) => known,
    };
    let done = match known {
        None if signals::came() => Done::Interrupted,
        None => Done::Success,
        Some((place, record)) => {
            let memory = Given::new(console.lang, (0, 0), values(face.options, matches), None).memory;
            let mut files = Files::new(save, *console);
            let ended = (face.resume)(&record, memory, &mut dialogue, &mut files);
            files.close(matches!(ended, Ok(Ending::Left)))?;
            match ended {
                // A terminal that has hung up takes no output.
                _ if signals::is_final() => Done::Interrupted,
                Ok(Ending::Left) if signals::came() => Done::Interrupted,
                Ok(ending) => done(ending)?,
                Err(ResumeError::Session(error)) => return Err(Problem::Session { place, error }.into()),
                Err(ResumeError::Stream(error)) => return Err(broken(error)),
            }
        }
    };
    Ok(if signals::is_final() { Done::Interrupted } else { done })
}

fn begin(face: &Play, matches: &ArgMatches, console: &Console) -> Result<Record, Failure> {
    let file = file(face.file.is_some(), matches);
    let origin = origin(face, file.is_none(), matches, console)?;
    let deal = origin.map_or((0, 0), |Origin { seed, deal }| (seed, deal));
    let given = Given::new(console.lang, deal, values(face.options, matches), file);
    Ok((face.start)(&given)?.with_origin(origin))
}

/// The deal of a game that is dealt; a seed is drawn if need be.
fn origin(face: &Play, no_file: bool, matches: &ArgMatches, console: &Console) -> Result<Option<Origin>, Problem> {
    if !(face.dealt && no_file) {
        return Ok(None);
    }
    let (seed, deal) = seed_and_deal(&args::<DealArgs>(matches)?, console)?;
    Ok(Some(Origin { seed, deal }))
}

/// The result of the command after the end of a game. Fails when a solver gave up.
fn done(ending: Ending) -> Result<Done, Failure> {
    match ending {
        Ending::Over(_) | Ending::Left | Ending::Solved => Ok(Done::Success),
        Ending::NoWay => Ok(Done::No),
        Ending::Undecided => Err(Problem::message(
            "la recherche d'une solution est abandonnée : trop de positions",
            "the search for a solution was given up: too many positions",
        )
        .into()),
    }
}

fn broken(error: StreamError) -> Failure {
    match error {
        StreamError::Input(error) => Problem::CannotRead { file: "-".into(), reason: reason(&error) }.into(),
        StreamError::Output(error) => unprinted(&error),
    }
}
