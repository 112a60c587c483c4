//! A real sitting: the terminal or a pipe, files and `^C` behind a conversation, and the game kept when it stops.

use super::save::{SaveArgs, done, open};
use super::screen;
use super::terminal::Keyboard;
use crate::cli::console::{Console, Done, Failure};
use crate::cli::files::{Existing, read, reason};
use crate::cli::signals::{self, no_thread};
use crate::lang::{Problem, Reason, Say, Sentence};
use crate::play::lines::{Dialogue, Echo, Ending, Storage, StreamError};
use crate::play::record::MAX_TEXT;
use crate::play::session::Lent;
use crate::play::{Origin, Record, Sitting, Table};
use pioche_engine::games::{Memory, Player};
use pioche_engine::rng::{Purpose, Seed, stream};
use rand::Rng;
use std::collections::HashSet;
use std::fs;
use std::io::{self, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// A new game before its first move; nothing when the player stops before.
pub type Begun = Result<Option<Record>, Failure>;

/// Sits down to the game that was asked for, or to the one that `begin` settles, if it settles one: on the whole
/// screen, or by lines in the dialogue that `begin` is then given.
pub fn sit_down(
    table: &Table,
    (save, memory): (&SaveArgs, Memory),
    console: &Console,
    begin: impl FnOnce(Option<&mut Dialogue<'_>>) -> Begun,
) -> Result<Done, Failure> {
    let record = save.record()?;
    if save.tui {
        let game = sit((table, memory), record, begin, None)?;
        return game.map_or(Ok(Done::Success), |game| screen::play(game, save, console));
    }
    // The real streams: nothing else may read the standard input from now on.
    signals::poll();
    let mut keyboard = BufReader::new(Keyboard::new(console.interrupt).map_err(|error| no_thread(&error))?);
    let mut stdout = io::stdout().lock();
    let echo = if io::stdin().is_terminal() { Echo::ByTerminal } else { Echo::Written };
    let mut dialogue = Dialogue::new(&mut keyboard, &mut stdout, echo, console.lang);
    let done = match sit((table, memory), record, begin, Some(&mut dialogue))? {
        None if signals::came() => Done::Interrupted,
        None => Done::Success,
        Some(game) => play(game, save, console, &mut dialogue)?,
    };
    // Whoever hung up hears no answer: how the game ended is not what the command says then.
    Ok(if signals::is_final() { Done::Interrupted } else { done })
}

/// The kept game, or else the one that begins.
fn sit(
    (table, memory): (&Table, Memory),
    record: Option<(String, Record)>,
    begin: impl FnOnce(Option<&mut Dialogue<'_>>) -> Begun,
    mut dialogue: Option<&mut Dialogue<'_>>,
) -> Result<Option<Box<dyn Sitting>>, Failure> {
    let begun = match record {
        Some(kept) => Some(kept),
        None => begin(dialogue.as_deref_mut())?.map(|record| ("--players".to_owned(), record)),
    };
    let Some((place, record)) = begun else { return Ok(None) };
    let refused = |error| Problem::Session { place: place.clone(), error };
    (table.check)(&record, memory).map_err(refused)?;
    if let Some(dialogue) = dialogue {
        table.announce(&record, dialogue).map_err(broken)?;
    }
    Ok(Some((table.restore)(&record, Lent { chance, memory }).map_err(refused)?))
}

/// What a broken stream means for the command.
pub fn broken(error: StreamError) -> Failure {
    match error {
        StreamError::Input(error) => Problem::CannotRead { file: "-".into(), reason: reason(&error) }.into(),
        StreamError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
        StreamError::Output(error) => Problem::StdoutFailed { reason: reason(&error) }.into(),
    }
}

/// One generator a game and player, of which every choice has a stretch of its own.
fn chance(Origin { seed, deal }: Origin, player: Player, ply: usize) -> Box<dyn Rng> {
    let purpose = match player {
        Player::One => Purpose::Player1,
        Player::Two => Purpose::Player2,
    };
    let mut generator = stream(Seed(seed), purpose, deal);
    generator.advance((ply as u128) << 64);
    Box::new(generator)
}

/// Holds the conversation, then keeps the game if that was asked for.
fn play(
    mut game: Box<dyn Sitting>,
    save: &SaveArgs,
    console: &Console,
    dialogue: &mut Dialogue<'_>,
) -> Result<Done, Failure> {
    let mut files = Files { save, own: HashSet::new(), console };
    let ended = game.converse(dialogue, &mut files);
    if let Some(path) = &save.save {
        files.keep(path, &game.record().to_string())?;
    }
    if signals::is_final() {
        // Of a terminal that has hung up nothing can be expected.
        return Ok(Done::Interrupted);
    }
    let ending = ended.map_err(broken)?;
    if ending == Ending::Left && signals::came() {
        return Ok(Done::Interrupted);
    }
    done(ending)
}

/// The real files, and the real `^C`.
struct Files<'a> {
    save: &'a SaveArgs,
    /// Files that this session has written: these it may replace.
    own: HashSet<PathBuf>,
    console: &'a Console,
}

impl Files<'_> {
    fn keep(&mut self, path: &Path, text: &str) -> Result<(), Failure> {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let existing = if self.own.contains(&absolute) { Existing::Replace } else { self.save.existing() };
        open(path, existing)?.write(text.as_bytes(), self.console)?;
        self.own.insert(absolute);
        Ok(())
    }
}

impl Storage for Files<'_> {
    fn save(&mut self, name: &str, text: &str) -> Result<(), Reason> {
        self.keep(Path::new(name), text).map_err(why)
    }

    fn load(&mut self, name: &str) -> Result<String, Reason> {
        if name == "-" {
            // The standard input is where the player types.
            return Err(Reason::NOT_FOUND);
        }
        let bytes = read(Path::new(name), MAX_TEXT).map_err(why)?;
        // Whatever is no text is no kept game either, which is then said.
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn interrupted(&mut self) -> bool {
        self.console.interrupt.swap(false, Ordering::Relaxed)
    }

    fn thinks(&mut self, record: &dyn Fn() -> Record) {
        // A device or a pipe is written once, at the end.
        let file = |path: &&PathBuf| fs::metadata(path).map_or(true, |found| found.is_file());
        if let Some(path) = self.save.save.as_ref().filter(file) {
            // The game is kept again at its end, and a failure is told then.
            let _ = self.keep(path, &record().to_string());
        }
    }
}

/// The reason inside a problem with a file.
fn why(failure: impl Into<Failure>) -> Reason {
    match failure.into() {
        Failure::Problem(Problem::CannotRead { reason, .. } | Problem::CannotWrite { reason, .. }) => reason,
        Failure::Problem(other) => Reason::Said(Sentence::made(|lang| other.say(lang))),
        Failure::ClosedPipe => Reason::TAKEN,
    }
}
