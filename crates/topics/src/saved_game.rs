//! Saved games as text, and the games that can be saved.
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
//! The first line names the format and the game. Settings follow up to the first empty line, one key and value per
//! line; then the moves, one per line. Lines that begin with `#` are comments. A byte order mark and any line ends are
//! accepted. A text without the empty line or the last line end is refused as truncated, since a part of a deck or of a
//! number would be another game.

use pioche_engine::games::{Course, Game};
use pioche_engine::players::PlayerSpec;
use pioche_report::lang::{Problem, Sentence, Text, problem, safe_excerpt};
use std::fmt;
use std::str::FromStr;

const PLAYERS_KEY: &str = "players";

/// The deal that a game came from; it also seeds the computer players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealOrigin {
    /// The seed of the deal.
    pub seed: u64,
    /// The number of the deal, from 0.
    pub deal: u64,
}

const HEADER: &str = "pioche game 1 ";

/// The largest size of a saved game, in bytes; callers read no further.
pub const MAX_RECORD_BYTES: u64 = 16 << 20;

/// The settings of a saved game: line number, key and value of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedSettings(Vec<(usize, String, String)>);

impl SavedSettings {
    fn find(&self, key: &str) -> Option<(usize, &str)> {
        self.0
            .iter()
            .find(|(_, known, _)| known == key)
            .map(|(line, _, value)| (*line, value.as_str()))
    }

    /// Returns the value of a key, parsed by `read`.
    ///
    /// # Errors
    /// When the key is missing, or `read` returns `None`.
    pub(crate) fn parse_with<T>(
        &self,
        key: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Problem> {
        let (line, value) = self.find(key).ok_or_else(|| missing_setting(key))?;
        read(value).ok_or_else(|| bad_setting(line, key, value))
    }

    /// Returns the value of a key, parsed by its `FromStr`.
    ///
    /// # Errors
    /// When the key is missing or its value is malformed.
    pub fn parse<T: FromStr>(&self, key: &str) -> Result<T, Problem> {
        self.parse_with(key, |value| value.parse().ok())
    }

    /// Returns the problem of a key with a value that does not suit the others.
    pub(crate) fn invalid(&self, key: &str) -> Problem {
        match self.find(key) {
            Some((line, value)) => bad_setting(line, key, value),
            None => missing_setting(key),
        }
    }

    pub(crate) fn contains(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// Returns the value of a key, or the default of its type if the key is missing.
    ///
    /// # Errors
    /// When the value is malformed.
    pub(crate) fn parse_or_default<T: FromStr + Default>(&self, key: &str) -> Result<T, Problem> {
        if self.contains(key) {
            self.parse(key)
        } else {
            Ok(T::default())
        }
    }

    /// Returns the two players.
    ///
    /// # Errors
    /// When the record names no players, or one of them is malformed.
    pub fn players(&self) -> Result<[PlayerSpec; 2], Problem> {
        self.parse_with(PLAYERS_KEY, parse_players)
    }

    /// Returns the deal that the game came from, if the record has one.
    ///
    /// # Errors
    /// When only one of seed and deal is given, or one of them is malformed.
    pub fn origin(&self) -> Result<Option<DealOrigin>, Problem> {
        match self.find("seed").or(self.find("deal")) {
            None => Ok(None),
            Some(_) => Ok(Some(DealOrigin {
                seed: self.parse("seed")?,
                deal: self.parse("deal")?,
            })),
        }
    }
}

/// Parses two players, as in `human,minimax:3`.
pub fn parse_players(text: &str) -> Option<[PlayerSpec; 2]> {
    let (first, second) = text.split_once(',')?;
    Some([first.trim().parse().ok()?, second.trim().parse().ok()?])
}

/// A game as its file holds it: the name of the game, the settings of the start, and the moves as text, which may be
/// illegal. `Display` writes the format of the module, and `FromStr` reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    game: String,
    settings: SavedSettings,
    moves: Vec<(usize, String)>,
}

impl SavedGame {
    /// Creates the record of a game before its first move.
    fn new(game: &str, settings: Vec<(&str, String)>) -> Self {
        let record = Self {
            game: game.to_owned(),
            settings: SavedSettings::default(),
            moves: Vec::new(),
        };
        settings.into_iter().fold(record, |record, (key, value)| {
            record.with_setting(key, value)
        })
    }

    fn with_setting(mut self, key: &str, value: String) -> Self {
        self.settings
            .0
            .push((self.settings.0.len() + 2, key.to_owned(), value));
        self
    }

    fn with_players(self, [first, second]: [PlayerSpec; 2]) -> Self {
        self.with_setting(PLAYERS_KEY, format!("{first},{second}"))
    }

    /// Adds the deal that the game came from; without one, the record stays as it is.
    pub fn with_origin(self, origin: Option<DealOrigin>) -> Self {
        match origin {
            None => self,
            Some(DealOrigin { seed, deal }) => self
                .with_setting("seed", seed.to_string())
                .with_setting("deal", deal.to_string()),
        }
    }

    /// Adds a move at the end.
    pub fn push_move(&mut self, mv: String) {
        let line = self
            .moves
            .last()
            .map_or(self.settings.0.len() + 2, |(line, _)| *line)
            + 1;
        self.moves.push((line, mv));
    }

    /// Checks that the record is of this game.
    ///
    /// # Errors
    /// When it is of another game.
    pub fn check_game(&self, game: &str) -> Result<(), Problem> {
        if self.game == game {
            return Ok(());
        }
        Err(wrong_game(&self.game, game))
    }

    /// Returns the settings of the start, with the players and the deal.
    pub fn settings(&self) -> &SavedSettings {
        &self.settings
    }

    /// Returns the moves, each with the number of its line in the file.
    pub fn moves(&self) -> &[(usize, String)] {
        &self.moves
    }
}

impl fmt::Display for SavedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}{}", self.game)?;
        for (_, key, value) in &self.settings.0 {
            writeln!(f, "{key} {value}")?;
        }
        writeln!(f)?;
        self.moves
            .iter()
            .try_for_each(|(_, mv)| writeln!(f, "{mv}"))
    }
}

impl FromStr for SavedGame {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let mut numbered_lines = text
            .strip_prefix('\u{feff}')
            .unwrap_or(text)
            .lines()
            .map(str::trim_end)
            .enumerate()
            .map(|(at, line)| (at + 1, line));
        let header = numbered_lines
            .next()
            .and_then(|(_, line)| line.strip_prefix(HEADER));
        let game = header.ok_or(NOT_A_RECORD)?.trim().to_owned();
        let mut lines = numbered_lines.filter(|(_, line)| !line.starts_with('#'));
        let mut sections = false;
        let settings = lines
            .by_ref()
            .take_while(|(_, line)| {
                sections = line.is_empty();
                !sections
            })
            .map(|(at, line)| {
                let (key, value) = line.split_once(' ').unwrap_or((line, ""));
                (at, key.to_owned(), value.trim().to_owned())
            })
            .collect();
        if !(sections && text.ends_with('\n')) {
            return Err(TRUNCATED.into());
        }
        let moves = lines
            .filter(|(_, line)| !line.is_empty())
            .map(|(at, line)| (at, line.to_owned()))
            .collect();
        Ok(Self {
            game,
            settings: SavedSettings(settings),
            moves,
        })
    }
}

/// A game that can be saved as text and read again.
pub trait RecordedGame: Game<Move: Send> + Send + 'static {
    /// The name of the game in saved games and on the command line.
    const NAME: &'static str;
    /// True if a saved game names two players; false for a game for one person.
    const IS_TWO_PLAYER: bool;

    /// Returns the start of the game as text, for [`RecordedGame::from_saved_settings`].
    fn saved_settings(&self) -> Vec<(&'static str, String)>;

    /// Creates the start of a game from its settings.
    ///
    /// # Errors
    /// When a setting is missing or malformed.
    fn from_saved_settings(settings: &SavedSettings) -> Result<Self, Problem>;

    /// Returns the record of a game from this start before its first move. The players are left out in a game for one
    /// person.
    fn new_saved_game(&self, players: [PlayerSpec; 2]) -> SavedGame {
        let record = SavedGame::new(Self::NAME, self.saved_settings());
        if Self::IS_TWO_PLAYER {
            record.with_players(players)
        } else {
            record
        }
    }

    /// Returns the index of the earlier state that the last state repeats, which makes the game endless. States of most
    /// games cannot repeat.
    fn repeated_state_index(_: &Course<Self>) -> Option<usize> {
        None
    }

    /// Returns the reason why the rules refuse a move, as a sentence.
    fn refusal_message(&self, refusal: &Self::Refusal) -> Sentence;
}

/// Returns the course of a saved game.
///
/// # Errors
/// The line that is invalid, and the reason.
pub fn saved_course<G: RecordedGame>(record: &SavedGame) -> Result<Course<G>, Problem> {
    record.check_game(G::NAME)?;
    let mut course = Course::new(G::from_saved_settings(record.settings())?);
    for (line, text) in record.moves() {
        let mv = text.parse().map_err(|_| not_a_move(*line, text))?;
        if G::repeated_state_index(&course).is_some() {
            return Err(move_after_end(*line));
        }
        course.push(mv).map_err(|refusal| {
            let reason = refusal_reason(course.last(), &refusal);
            illegal_move(*line, text, &reason)
        })?;
    }
    Ok(course)
}

/// Returns the reason why a move is refused, as part of a sentence.
pub fn refusal_reason<G: RecordedGame>(state: &G, refusal: &G::Refusal) -> Sentence {
    let message = state.refusal_message(refusal);
    Sentence::from_fn(|lang| sentence_part(message.in_lang(lang)))
}

/// Returns a sentence without its period and with a small first letter.
fn sentence_part(sentence: &str) -> String {
    let mut letters = sentence.trim().trim_end_matches('.').chars();
    let Some(initial) = letters.next() else {
        return String::new();
    };
    initial.to_lowercase().chain(letters).collect()
}

/// Returns the start of a saved game and its players.
///
/// # Errors
/// When the record is of another game, or a setting is missing or malformed.
pub fn start_and_players<G: RecordedGame>(
    record: &SavedGame,
) -> Result<(G, [PlayerSpec; 2]), Problem> {
    record.check_game(G::NAME)?;
    let start = G::from_saved_settings(record.settings())?;
    Ok((
        start,
        if G::IS_TWO_PLAYER {
            record.settings().players()?
        } else {
            [PlayerSpec::Human; 2]
        },
    ))
}

/// The refusal of a text without the first line of a saved game.
pub const NOT_A_RECORD: Text = Text::new(
    "ce n'est pas une partie enregistrée par pioche (« pioche game 1 … »)",
    "this is not a game saved by pioche (“pioche game 1 …”)",
);
/// The refusal of a text that ends before its settings or in a line.
pub const TRUNCATED: Text = Text::new(
    "cette partie enregistrée est tronquée : il manque la fin du fichier",
    "this saved game is truncated: the end of the file is missing",
);

/// Returns the refusal of a saved game of another game than the one that is asked for.
pub fn wrong_game(file_game: &str, game: &str) -> Problem {
    let file_game = safe_excerpt(file_game);
    problem!(
        "c'est une partie de « {file_game} », et non de « {game} »",
        "this is a game of “{file_game}”, not of “{game}”"
    )
}

/// Returns the refusal of a saved game without a setting.
pub fn missing_setting(key: &str) -> Problem {
    problem!(
        "il manque une ligne « {key} … »",
        "a line “{key} …” is missing"
    )
}

/// Returns the refusal of a setting with a value that is malformed or does not suit the others.
pub fn bad_setting(line: usize, key: &str, value: &str) -> Problem {
    let value = safe_excerpt(value);
    problem!(
        "ligne {line} : « {value} » n'est pas valable pour « {key} »",
        "line {line}: “{value}” is not a valid value of “{key}”"
    )
}

/// Returns the refusal of a line of moves that is not in the notation of the game.
pub fn not_a_move(line: usize, word: &str) -> Problem {
    let word = safe_excerpt(word);
    problem!(
        "ligne {line} : « {word} » n'est pas un coup",
        "line {line}: “{word}” is not a move"
    )
}

/// Returns the refusal of a move that the rules forbid; the last argument is the reason, a part of a sentence.
pub fn illegal_move(line: usize, word: &str, Sentence { fr, en }: &Sentence) -> Problem {
    let word = safe_excerpt(word);
    problem!(
        "ligne {line} : le coup « {word} » n'est pas permis : {fr}",
        "line {line}: the move “{word}” is not legal: {en}"
    )
}

/// Returns the refusal of a move behind the end of the game.
pub fn move_after_end(line: usize) -> Problem {
    problem!(
        "ligne {line} : un coup suit la fin de la partie",
        "line {line}: a move follows the end of the game"
    )
}
