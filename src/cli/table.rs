//! A real table: the terminal or a pipe, files and `^C` behind a conversation, and the game kept when it stops.

use super::console::{Console, Done, Failure};
use super::files::{Existing, Pending, name, read, reason};
use super::keyboard::Keyboard;
use super::screen;
use crate::games::Player;
use crate::games::alak::State as Alak;
use crate::lang::dialogue::{Misfit, Talk};
use crate::lang::{Problem, Reason};
use crate::play::lines::{Broken, Desk, Echo, Ending, Face, Shelf, converse};
use crate::play::record::MAX_TEXT;
use crate::play::screen::Picture;
use crate::play::{Origin, Playable, Record, Session};
use crate::players::Kind;
use crate::rng::{Purpose, Seed, stream};
use rand::Rng;
use std::collections::HashSet;
use std::io::{self, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Where a game is kept.
#[derive(Clone, Debug, clap::Args)]
pub struct Kept {
    /// Go on with the game in FILE: the start, the players and the deal are its own
    #[arg(long, value_name = "FILE", alias = "charger")]
    load: Option<PathBuf>,
    /// Keep the game in FILE when it stops
    #[arg(long, value_name = "FILE", alias = "garder")]
    save: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    /// Play on the whole screen, with the arrow keys or the mouse
    #[arg(long, alias = "plein-ecran")]
    tui: bool,
}

/// Sits down to the game that was asked for, or to the one that `begin` makes, if it makes one: on the whole screen,
/// or by lines at the desk that `begin` is then given.
pub fn sit_down<G>(
    kept: &Kept,
    console: &Console,
    begin: impl FnOnce(Option<&mut Desk<'_>>) -> Result<Option<Session<G>>, Failure>,
) -> Result<Done, Failure>
where
    G: Picture + Send + 'static,
    G::Move: Send,
{
    let record = kept.record()?;
    match kept.tui {
        true => sit(record, begin, None)?.map_or(Ok(Done::Success), |session| screen::play(session, kept, console)),
        false => at_the_desk(console, |desk| match sit(record, begin, Some(desk))? {
            None => Ok(Done::Success),
            Some(session) => play(session, kept, console, desk),
        }),
    }
}

/// Opens the real streams. Nothing else may read the standard input from then on.
fn at_the_desk(console: &Console, talk: impl FnOnce(&mut Desk<'_>) -> Result<Done, Failure>) -> Result<Done, Failure> {
    let mut keyboard = BufReader::new(Keyboard::new(console.interrupt));
    let mut stdout = io::stdout().lock();
    let echo = if io::stdin().is_terminal() { Echo::ByTerminal } else { Echo::Written };
    talk(&mut Desk::new(&mut keyboard, &mut stdout, echo, console.lang))
}

/// The kept game, or else the one that begins.
fn sit<G: Face>(
    record: Option<(String, Record)>,
    begin: impl FnOnce(Option<&mut Desk<'_>>) -> Result<Option<Session<G>>, Failure>,
    desk: Option<&mut Desk<'_>>,
) -> Result<Option<Session<G>>, Failure> {
    let Some((place, record)) = record else { return begin(desk) };
    announce(desk, record.game(), &record.settings().players().unwrap_or([Kind::Human; 2]))?;
    let session = Session::restore(&record, chance).map_err(|misfit| Problem::Misfit { place, misfit })?;
    Ok(Some(session))
}

/// Tells those who wait at a desk that a perfect player at Alak has to solve the board first.
///
/// # Errors
/// When nobody can hear it.
pub fn announce(desk: Option<&mut Desk<'_>>, game: &str, players: &[Kind; 2]) -> Result<(), Failure> {
    let slow = game == Alak::NAME && players.contains(&Kind::Perfect);
    match desk {
        Some(desk) if slow => desk.say(&Talk::Solving).map_err(broken),
        _ => Ok(()),
    }
}

/// What a broken stream means for the command.
pub fn broken(broken: Broken) -> Failure {
    match broken {
        Broken::Input(error) => Problem::CannotRead { file: "-".into(), reason: reason(&error) }.into(),
        Broken::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
        Broken::Output(error) => Problem::StdoutFailed { reason: reason(&error) }.into(),
    }
}

/// One generator a game and player, of which every choice has a stretch of its own.
pub fn chance(Origin { seed, deal }: Origin, player: Player, ply: usize) -> Box<dyn Rng> {
    let purpose = match player {
        Player::One => Purpose::Player1,
        Player::Two => Purpose::Player2,
    };
    let mut generator = stream(Seed(seed), purpose, deal);
    generator.advance((ply as u128) << 64);
    Box::new(generator)
}

impl Kept {
    /// Whether a game is to go on.
    pub fn goes_on(&self) -> bool {
        self.load.is_some()
    }

    /// The game to go on with, if one was asked for, and where it was kept.
    fn record(&self) -> Result<Option<(String, Record)>, Problem> {
        let Some(path) = &self.load else { return Ok(None) };
        let place = name(path);
        let bytes = read(path, MAX_TEXT)?;
        let text = String::from_utf8(bytes).map_err(|_| Misfit::NotARecord);
        match text.and_then(|text| text.parse()) {
            Ok(record) => Ok(Some((place, record))),
            Err(misfit) => Err(Problem::Misfit { place, misfit }),
        }
    }

    /// Opens the file of the game before it, so that nobody plays in vain; opened again when there is something to
    /// write, since a game may be cut off at any time and should leave nothing behind.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn check(&self) -> Result<(), Problem> {
        self.save.as_ref().map_or(Ok(()), |path| Pending::open(path, self.existing()).map(drop))
    }

    /// Keeps a game that has written nothing itself, if that was asked for.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&self, record: &Record) -> Result<(), Problem> {
        let write = |path| Pending::open(path, self.existing())?.write(record.to_string().as_bytes());
        self.save.as_deref().map_or(Ok(()), write)
    }

    fn existing(&self) -> Existing {
        if self.force { Existing::Replace } else { Existing::Keep }
    }
}

/// Holds the conversation, then keeps the game if that was asked for.
fn play<G: Face>(
    mut session: Session<G>,
    kept: &Kept,
    console: &Console,
    desk: &mut Desk<'_>,
) -> Result<Done, Failure> {
    kept.check()?;
    let mut shelf = Files { existing: kept.existing(), own: HashSet::new(), console };
    let ended = converse(&mut session, desk, &mut shelf);
    if let Some(path) = &kept.save {
        shelf.keep(path, &session.record().to_string())?;
    }
    Ok(match ended.map_err(broken)? {
        Ending::Over(_) | Ending::Left | Ending::Solved => Done::Success,
        Ending::NoWay => Done::No,
        Ending::Undecided => return Err(Problem::Undecided.into()),
    })
}

/// The real files, and the real `^C`.
struct Files<'a> {
    existing: Existing,
    /// Files that this session has written: these it may replace.
    own: HashSet<PathBuf>,
    console: &'a Console,
}

impl Files<'_> {
    fn keep(&mut self, path: &Path, text: &str) -> Result<(), Problem> {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let existing = if self.own.contains(&absolute) { Existing::Replace } else { self.existing };
        Pending::open(path, existing)?.write(text.as_bytes())?;
        self.own.insert(absolute);
        Ok(())
    }
}

impl Shelf for Files<'_> {
    fn save(&mut self, name: &str, text: &str) -> Result<(), Reason> {
        self.keep(Path::new(name), text).map_err(why)
    }

    fn load(&mut self, name: &str) -> Result<String, Reason> {
        if name == "-" {
            // The standard input is where the player types.
            return Err(Reason::NotFound);
        }
        let bytes = read(Path::new(name), MAX_TEXT).map_err(why)?;
        // Whatever is no text is no kept game either, which is then said.
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn interrupted(&mut self) -> bool {
        self.console.interrupt.swap(false, Ordering::Relaxed)
    }
}

/// The reason inside a problem with a file.
fn why(problem: Problem) -> Reason {
    match problem {
        Problem::CannotRead { reason, .. } | Problem::CannotWrite { reason, .. } => reason,
        other => Reason::Said(Box::new(other)),
    }
}
