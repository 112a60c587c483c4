//! Where a game at the table is kept, and what its end means for the command.

use crate::cli::console::{Console, Done, Failure};
use crate::cli::files::{Existing, Opener, Output, is_standard, name, read};
use crate::lang::{Problem, Reason, SessionError};
use crate::play::Record;
use crate::play::lines::Ending;
use crate::play::record::MAX_TEXT;
use std::path::{Path, PathBuf};

/// Where a game is kept.
#[derive(Clone, Debug, clap::Args)]
pub struct SaveArgs {
    /// Go on with the game in FILE: the start, the players and the deal are its own
    #[arg(long, value_name = "FILE", alias = "charger")]
    pub load: Option<PathBuf>,
    /// Keep the game in FILE when it stops
    #[arg(long, value_name = "FILE", alias = "garder")]
    pub save: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    /// Play on the whole screen, with the arrow keys or the mouse
    #[arg(long, alias = "plein-ecran")]
    pub tui: bool,
}

impl SaveArgs {
    /// The game to go on with, if one was asked for, and where it was kept. Fails when the file holds none.
    pub fn record(&self) -> Result<Option<(String, Record)>, Problem> {
        let Some(path) = &self.load else { return Ok(None) };
        let place = name(path);
        let bytes = read(path, MAX_TEXT)?;
        let text = String::from_utf8(bytes).map_err(|_| SessionError::NotARecord);
        match text.and_then(|text| text.parse()) {
            Ok(record) => Ok(Some((place, record))),
            Err(error) => Err(Problem::Session { place, error }),
        }
    }

    /// Opens the file of the game before it, so that nobody plays in vain; opened again when there is something to
    /// write, since a game may be cut off at any time and should leave nothing behind. Fails when it cannot be opened.
    pub fn check(&self) -> Result<(), Problem> {
        self.save.as_ref().map_or(Ok(()), |path| open(path, self.existing()).map(drop))
    }

    /// Makes sure that the game is not kept in the place of the deck that it begins with. Fails when it would be.
    pub fn spares(&self, deck: &Path) -> Result<(), Problem> {
        let mut opener = Opener::new(self.force);
        opener.reads(deck);
        self.save.as_ref().filter(|save| !is_standard(save)).map_or(Ok(()), |save| opener.claim(save))
    }

    /// Keeps a game that has written nothing itself, if that was asked for. Fails when it cannot be written.
    pub fn keep(&self, record: &Record, console: &Console) -> Result<(), Failure> {
        let write = |path| open(path, self.existing())?.write(record.to_string().as_bytes(), console);
        self.save.as_deref().map_or(Ok(()), write)
    }

    pub fn existing(&self) -> Existing {
        Existing::forced(self.force)
    }
}

/// Opens the file of a game. The standard output carries the conversation. Fails when it cannot be written.
pub fn open(path: &Path, existing: Existing) -> Result<Output, Problem> {
    let taken = || Problem::CannotWrite { file: name(path), reason: Reason::TAKEN };
    if is_standard(path) { Err(taken()) } else { Output::open(path, existing) }
}

/// What the end of a game means for the command. Fails when a solver gave up.
pub fn done(ending: Ending) -> Result<Done, Failure> {
    match ending {
        Ending::Over(_) | Ending::Left | Ending::Solved => Ok(Done::Success),
        Ending::NoWay => Ok(Done::No),
        Ending::Undecided => Err(Problem::said(
            "la recherche d'une solution est abandonnée : trop de positions",
            "the search for a solution was given up: too many positions",
        )
        .into()),
    }
}
