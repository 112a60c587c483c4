//! Lists of moves. A list whose first line has the settings is a saved game.
//!
//! ```text
//! # alak cells=9 edge=line own_group=spared players=human,perfect seed=1 deal=0
//! 5
//! 3
//! ```
//!
//! Other lines that begin with `#` are comments. The settings of a list without such a first line are those of the command
//! line.

use crate::verb::{InputFile, ParsedArgs};
use pioche_engine::games::{Course, Game};
use pioche_engine::players::PlayerSpec;
use pioche_report::lang::{Problem, problem, safe_excerpt};
use std::fmt;
use std::str::FromStr;

const PLAYERS_KEY: &str = "players";

/// The largest size of a list of moves, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The deal that a game came from; it also seeds the computer players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealOrigin {
    /// The seed of the deal.
    pub seed: u64,
    /// The number of the deal, from 0.
    pub deal: u64,
}

/// The settings of a saved game: the key and the value of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedSettings(Vec<(String, String)>);

impl SavedSettings {
    fn find(&self, key: &str) -> Option<&str> {
        let mut settings = self.0.iter();
        let (_, value) = settings.find(|(known, _)| known == key)?;
        Some(value)
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
        let value = self.find(key).and_then(read);
        value.ok_or_else(|| self.invalid(key))
    }

    /// Returns the value of a key, parsed by its `FromStr`.
    ///
    /// # Errors
    /// When the key is missing or its value is malformed.
    pub fn parse<T: FromStr>(&self, key: &str) -> Result<T, Problem> {
        self.parse_with(key, |value| value.parse().ok())
    }

    /// Returns the problem of a key that is missing, or whose value is malformed or does not suit the others.
    pub fn invalid(&self, key: &str) -> Problem {
        match self.find(key) {
            Some(value) => {
                let value = safe_excerpt(value);
                problem!(
                    "first line: “{value}” is not a valid value of “{key}”",
                    value,
                    key
                )
            }
            None => problem!("first line: “{key}=…” is missing", key),
        }
    }

    pub(crate) fn contains(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// Returns the two players.
    ///
    /// # Errors
    /// When the players are missing or malformed.
    pub fn players(&self) -> Result<[PlayerSpec; 2], Problem> {
        self.parse_with(PLAYERS_KEY, parse_players)
    }

    /// Returns the deal that the game came from, if it came from one.
    ///
    /// # Errors
    /// When only one of seed and deal is given, or one of them is malformed.
    pub fn origin(&self) -> Result<Option<DealOrigin>, Problem> {
        if !self.contains("seed") && !self.contains("deal") {
            return Ok(None);
        }
        Ok(Some(DealOrigin {
            seed: self.parse("seed")?,
            deal: self.parse("deal")?,
        }))
    }
}

/// Parses two players, as in `human,minimax:3`.
pub fn parse_players(text: &str) -> Option<[PlayerSpec; 2]> {
    let (first, second) = text.split_once(',')?;
    Some([first.trim().parse().ok()?, second.trim().parse().ok()?])
}

/// A game as its file holds it: the settings of the start, and the moves as text, which may be illegal. `Display` writes the
/// format of the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    game: &'static str,
    settings: SavedSettings,
    moves: Vec<String>,
}

impl SavedGame {
    fn with_setting(mut self, key: &str, value: String) -> Self {
        self.settings.0.push((key.to_owned(), value));
        self
    }

    /// Adds the deal that the game came from; without one, the game stays as it is.
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
        self.moves.push(mv);
    }

    /// Returns the settings of the start, with the players and the deal.
    pub fn settings(&self) -> &SavedSettings {
        &self.settings
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Returns the game before its first move, with the settings in the first line of a list of moves; `None` without them.
    ///
    /// # Errors
    /// When the settings are of another game.
    pub fn from_settings_line<G: RecordedGame>(text: &str) -> Result<Option<Self>, Problem> {
        let Some((name, settings)) = settings_line(text) else {
            return Ok(None);
        };
        if name != G::NAME {
            return Err(wrong_game(name, G::NAME));
        }
        Ok(Some(Self {
            game: G::NAME,
            settings,
            moves: Vec::new(),
        }))
    }

    /// Adds the moves of a list.
    pub fn add_moves<G: RecordedGame>(&mut self, text: &str) {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let moves: Vec<&str> = lines.collect();
        self.moves.extend(G::split_moves(&moves.join("\n")));
    }

    /// Returns the course of the game.
    ///
    /// # Errors
    /// When a setting is missing or malformed, or a move is illegal: its number and the rule.
    pub fn course<G: RecordedGame>(&self) -> Result<Course<G>, Problem> {
        let mut course = Course::new(G::from_saved_settings(&self.settings)?);
        for (text, number) in self.moves.iter().zip(1..) {
            let mv = text.parse().map_err(|_| not_a_move(number, text))?;
            course.push(mv).map_err(|refusal| {
                let reason = refusal_reason(course.last(), &refusal);
                illegal_move(number, text, &reason)
            })?;
        }
        Ok(course)
    }

    /// Returns the start of the game and its players.
    ///
    /// # Errors
    /// When a setting is missing or malformed.
    pub fn start_and_players<G: RecordedGame>(&self) -> Result<(G, [PlayerSpec; 2]), Problem> {
        let start = G::from_saved_settings(&self.settings)?;
        let players = if G::IS_TWO_PLAYER {
            self.settings.players()?
        } else {
            [PlayerSpec::Human; 2]
        };
        Ok((start, players))
    }
}

impl fmt::Display for SavedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "# {}", self.game)?;
        for (key, value) in &self.settings.0 {
            write!(f, " {key}={value}")?;
        }
        writeln!(f)?;
        self.moves.iter().try_for_each(|mv| writeln!(f, "{mv}"))
    }
}

/// Returns the name and the settings of a first line such as `# nim matches=25 takes=2,3`; `None` for another text.
fn settings_line(text: &str) -> Option<(&str, SavedSettings)> {
    let line = text.lines().next()?.strip_prefix("# ")?;
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let setting = |word: &str| {
        let (key, value) = word.split_once('=')?;
        Some((key.to_owned(), value.to_owned()))
    };
    let settings: Option<Vec<_>> = words.map(setting).collect();
    let settings = settings.filter(|settings| !settings.is_empty())?;
    Some((name, SavedSettings(settings)))
}

/// Returns true if a text is a list of moves with settings in its first line.
pub fn has_settings_line(text: &str) -> bool {
    settings_line(text).is_some()
}

/// A game that can be saved as a list of moves and read again.
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

    /// Splits a list of moves: by default at blanks.
    fn split_moves(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    /// Returns the game from this start before its first move. The players are left out in a game for one person.
    fn new_saved_game(&self, [first, second]: [PlayerSpec; 2]) -> SavedGame {
        let mut game = SavedGame {
            game: Self::NAME,
            settings: SavedSettings::default(),
            moves: Vec::new(),
        };
        for (key, value) in self.saved_settings() {
            game = game.with_setting(key, value);
        }
        if Self::IS_TWO_PLAYER {
            game.with_setting(PLAYERS_KEY, format!("{first},{second}"))
        } else {
            game
        }
    }

    /// Returns the index of the earlier state that the last state repeats, which makes the game endless. States of most
    /// games cannot repeat.
    fn repeated_state_index(_: &Course<Self>) -> Option<usize> {
        None
    }

    /// Returns the reason why the rules refuse a move, as a sentence.
    fn refusal_message(&self, refusal: &Self::Refusal) -> String;
}

/// Reads the list of moves in a file, and checks them. `given` returns the game before its first move for a list without
/// settings.
///
/// # Errors
/// When the file cannot be read, its settings differ from those on the command line, or a move is illegal.
pub fn read_saved_game<G: RecordedGame>(
    file: &InputFile<'_>,
    args: &ParsedArgs<'_>,
    given: impl FnOnce() -> Result<SavedGame, Problem>,
) -> Result<(SavedGame, Course<G>), Problem> {
    let text = file.text(MAX_BYTES)?;
    let text = text.trim_start_matches('\u{feff}');
    let at_file = |problem| Problem::for_argument(&file.name, problem);
    let mut game = match SavedGame::from_settings_line::<G>(text).map_err(at_file)? {
        Some(game) => game,
        None => given()?,
    };
    game.add_moves::<G>(text);
    for field in &args.explicit_settings {
        let value = field.value.to_string();
        if let Some(saved) = game.settings.find(field.key())
            && saved != value
        {
            let key = field.key();
            let saved = safe_excerpt(saved);
            return Err(at_file(problem!(
                "the game has {key}={saved}, not {value}",
                key,
                saved,
                value
            )));
        }
    }
    if game.settings.contains(PLAYERS_KEY) {
        game.settings.players().map_err(at_file)?;
    }
    let course = game.course().map_err(at_file)?;
    Ok((game, course))
}

/// Returns the reason why a move is refused, as part of a sentence.
pub fn refusal_reason<G: RecordedGame>(state: &G, refusal: &G::Refusal) -> String {
    let message = state.refusal_message(refusal);
    sentence_part(&message)
}

/// Returns a sentence without its period and with a small first letter.
fn sentence_part(sentence: &str) -> String {
    let mut letters = sentence.trim().trim_end_matches('.').chars();
    let Some(initial) = letters.next() else {
        return String::new();
    };
    initial.to_lowercase().chain(letters).collect()
}

/// Returns the refusal of a saved game of another game than the one that is asked for.
pub fn wrong_game(file_game: &str, game: &str) -> Problem {
    let file_game = safe_excerpt(file_game);
    problem!(
        "this is a game of “{file_game}”, not of “{game}”",
        file_game,
        game
    )
}

/// Returns the refusal of a word that is not in the notation of the game.
pub fn not_a_move(number: usize, word: &str) -> Problem {
    let word = safe_excerpt(word);
    problem!("move {number}: “{word}” is not a move", number, word)
}

/// Returns the refusal of a move that the rules forbid; the last argument is the reason, a part of a sentence.
pub fn illegal_move(number: usize, word: &str, reason: &str) -> Problem {
    let word = safe_excerpt(word);
    problem!(
        "move {number}: “{word}” is not legal: {reason}",
        number,
        word,
        reason
    )
}
