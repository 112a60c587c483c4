//! `play`: one game of any topic that is played at the table.

mod save;
mod screen;
mod sitting;
mod terminal;

use super::answer::{args, dealt, file, given, path};
use super::args::DealArgs;
use super::console::{Console, Done, Failure};
use crate::lang::Problem;
use crate::play::{Origin, Record};
use crate::topics::verb::Play;
use clap::ArgMatches;
use clap::parser::ValueSource;
pub use save::SaveArgs;
use sitting::{broken, sit_down};

/// Plays one game at the terminal, or through a pipe. A game that asks questions asks them when no option was given and
/// somebody can answer.
pub fn run(face: &Play, matches: &ArgMatches, console: &Console) -> Result<Done, Failure> {
    let save: SaveArgs = args(matches)?;
    if let Some(deck) = path(face.file.is_some(), matches) {
        save.spares(deck)?;
    }
    save.check()?;
    let typed = |key: &str| matches.value_source(key) == Some(ValueSource::CommandLine);
    let silent = save.tui || face.options.iter().any(|opt| typed(opt.setting.key));
    let opening = face.table.opening.filter(|_| !silent);
    // What stands in a file is read before anybody talks: it may come from the standard input.
    let waits = save.load.is_some() || opening.is_some();
    let begun = if waits { None } else { Some(begin(face, matches, console)?) };
    let memory = given(console, (0, 0), face.options, matches, None).memory;
    sit_down(&face.table, (&save, memory), console, |dialogue| match (begun, dialogue, opening) {
        (Some(begun), ..) => Ok(Some(begun)),
        (None, Some(dialogue), Some(opening)) => {
            let origin = origin(face, true, matches, console)?;
            Ok(opening(dialogue).map_err(broken)?.map(|record| record.dealt(origin)))
        }
        (None, ..) => begin(face, matches, console).map(Some),
    })
}

/// A game that was told all it has to know, before its first move.
fn begin(face: &Play, matches: &ArgMatches, console: &Console) -> Result<Record, Failure> {
    let file = file(face.file.is_some(), matches);
    let origin = origin(face, file.is_none(), matches, console)?;
    let deal = origin.map_or((0, 0), |Origin { seed, deal }| (seed, deal));
    Ok((face.start)(&given(console, deal, face.options, matches, file))?.dealt(origin))
}

/// The deal of a game that is dealt; a seed is drawn if need be.
fn origin(face: &Play, no_file: bool, matches: &ArgMatches, console: &Console) -> Result<Option<Origin>, Problem> {
    if !(face.dealt && no_file) {
        return Ok(None);
    }
    let (seed, deal) = dealt(&args::<DealArgs>(matches)?, console)?;
    Ok(Some(Origin { seed, deal }))
}
