//! A game kept as text, and read again.
//!
//! # The format
//!
//! ```text
//! pioche game 1 alak
//! rules 9:line:spared
//! players human,perfect
//! seed 1
//! deal 0
//!
//! 5
//! 3
//! ```
//!
//! The first line names the format and the game. Settings follow, a key and its value a line, up to the first empty
//! line; then the moves, one a line, as the game's moves are printed. Lines that begin with `#` are comments. A byte
//! order mark and line ends of other systems do no harm. A text without the empty line, or whose last line has no end,
//! was cut: half a deck would be another game, and half a number another move.

use crate::lang::{SessionError, shown};
use pioche_engine::players::PlayerSpec;
use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    pub seed: u64,
    pub deal: u64,
}

const HEADER: &str = "pioche game 1 ";

/// No kept game is longer, in bytes: callers need not read further.
pub const MAX_TEXT: u64 = 16 << 20;

/// The settings of a game: each with its line, its key and its value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(Vec<(usize, String, String)>);

impl Settings {
    fn find(&self, key: &str) -> Option<(usize, &str)> {
        self.0.iter().find(|(_, known, _)| known == key).map(|(line, _, value)| (*line, value.as_str()))
    }

    /// The value of a key, read as `read` does; `None` from it means that the value is not understood. Fails when the
    /// key is missing, or its value is not understood.
    pub fn get<T>(&self, key: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T, SessionError> {
        let (line, value) = self.find(key).ok_or_else(|| SessionError::MissingSetting { key: key.to_owned() })?;
        read(value).ok_or_else(|| SessionError::BadSetting { line, key: key.to_owned(), text: shown(value) })
    }

    /// The value of a key that has a text form. Fails as [`Settings::get`].
    pub fn parse<T: FromStr>(&self, key: &str) -> Result<T, SessionError> {
        self.get(key, |value| value.parse().ok())
    }

    pub fn players(&self) -> Result<[PlayerSpec; 2], SessionError> {
        self.get("players", players)
    }

    /// The deal that the game came from, if it is told. Fails when only half of it is told, or it is not understood.
    pub fn origin(&self) -> Result<Option<Origin>, SessionError> {
        match self.find("seed").or(self.find("deal")) {
            None => Ok(None),
            Some(_) => Ok(Some(Origin { seed: self.parse("seed")?, deal: self.parse("deal")? })),
        }
    }
}

/// Two players, as in `human,minimax:3`.
pub fn players(text: &str) -> Option<[PlayerSpec; 2]> {
    let (first, second) = text.split_once(',')?;
    Some([first.trim().parse().ok()?, second.trim().parse().ok()?])
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    game: String,
    settings: Settings,
    moves: Vec<(usize, String)>,
}

impl Record {
    /// The record of a game before its first move. Games for one do not tell who plays.
    pub fn of(game: &str, settings: Vec<(&str, String)>) -> Self {
        let record = Self { game: game.to_owned(), settings: Settings::default(), moves: Vec::new() };
        settings.into_iter().fold(record, |record, (key, value)| record.with(key, value))
    }

    fn with(mut self, key: &str, value: String) -> Self {
        self.settings.0.push((self.settings.0.len() + 2, key.to_owned(), value));
        self
    }

    pub fn between(self, [first, second]: [PlayerSpec; 2]) -> Self {
        self.with("players", format!("{first},{second}"))
    }

    pub fn dealt(self, origin: Option<Origin>) -> Self {
        match origin {
            None => self,
            Some(Origin { seed, deal }) => self.with("seed", seed.to_string()).with("deal", deal.to_string()),
        }
    }

    pub fn push(&mut self, mv: String) {
        let line = self.moves.last().map_or(self.settings.0.len() + 2, |(line, _)| *line) + 1;
        self.moves.push((line, mv));
    }

    /// Makes sure that it is of this game. Fails when it is of another.
    pub fn expect(&self, game: &str) -> Result<(), SessionError> {
        let other = || SessionError::OtherGame { found: shown(&self.game), expected: game.to_owned() };
        if self.game == game { Ok(()) } else { Err(other()) }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn moves(&self) -> &[(usize, String)] {
        &self.moves
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}{}", self.game)?;
        for (_, key, value) in &self.settings.0 {
            writeln!(f, "{key} {value}")?;
        }
        writeln!(f)?;
        self.moves.iter().try_for_each(|(_, mv)| writeln!(f, "{mv}"))
    }
}

impl FromStr for Record {
    type Err = SessionError;

    fn from_str(text: &str) -> Result<Self, SessionError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().map(str::trim_end).enumerate().map(|(at, line)| (at + 1, line));
        let header = lines.next().and_then(|(_, line)| line.strip_prefix(HEADER));
        let game = header.ok_or(SessionError::NotARecord)?.trim().to_owned();
        let mut lines = lines.filter(|(_, line)| !line.starts_with('#'));
        let mut parted = false;
        let settings = lines
            .by_ref()
            .take_while(|(_, line)| {
                parted = line.is_empty();
                !parted
            })
            .map(|(at, line)| {
                let (key, value) = line.split_once(' ').unwrap_or((line, ""));
                (at, key.to_owned(), value.trim().to_owned())
            })
            .collect();
        if !(parted && text.ends_with('\n')) {
            return Err(SessionError::Cut);
        }
        let moves = lines.filter(|(_, line)| !line.is_empty()).map(|(at, line)| (at, line.to_owned())).collect();
        Ok(Self { game, settings: Settings(settings), moves })
    }
}
