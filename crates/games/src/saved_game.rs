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

use crate::play::Playable;
use crate::verb::{InputFile, ParsedArgs};
use pioche_engine::experiments::Pairing;
use pioche_engine::experiments::duel::PLAYERS;
use pioche_engine::games::Course;
use pioche_engine::players::PlayerSpec;
use pioche_engine::sim::settings::field_value;
use pioche_engine::sim::{Field, InvalidSetting, Setting, SettingType};
use pioche_report::lang::{Problem, problem, safe_excerpt};
use std::fmt;

/// The largest size of a list of moves, in bytes.
const MAX_BYTES: u64 = 1 << 20;

const SEED: Setting = Setting::new::<u64>("seed");
const DEAL: Setting = Setting::new::<u64>("deal");

/// The deal that a game came from; it also seeds the computer players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealOrigin {
    /// The seed of the deal.
    pub seed: u64,
    /// The number of the deal, from 0.
    pub deal: u64,
}

/// A game as its file holds it: the settings of the start, and the moves as text, which may be illegal. `Display` writes the
/// format of the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    game: &'static str,
    /// The settings of the start, the players of a game for two, and the deal that the game came from.
    settings: Vec<Field>,
    moves: Vec<String>,
}

impl SavedGame {
    /// Creates the game from this start before its first move. A game for one person has no players.
    pub fn new<G: Playable>(start: &G, players: [PlayerSpec; 2]) -> Self {
        let mut settings = start.saved_settings();
        settings.retain(|field| !field.is_omitted);
        if G::IS_TWO_PLAYER {
            settings.push(PLAYERS.with_value(&Pairing(players)));
        }
        Self {
            game: G::NAME,
            settings,
            moves: Vec::new(),
        }
    }

    /// Adds the deal that the game came from; without one, the game stays as it is.
    #[must_use]
    pub fn with_origin(mut self, origin: Option<DealOrigin>) -> Self {
        if let Some(DealOrigin { seed, deal }) = origin {
            self.settings.push(SEED.with_value(&seed));
            self.settings.push(DEAL.with_value(&deal));
        }
        self
    }

    /// Adds the moves of a course.
    #[must_use]
    pub(crate) fn with_moves<G: Playable>(mut self, course: &Course<G>) -> Self {
        self.moves = course.moves().iter().map(ToString::to_string).collect();
        self
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Returns the players; of a game for one person, humans.
    pub fn players(&self) -> [PlayerSpec; 2] {
        let players = field_value(&self.settings, PLAYERS.key).and_then(Pairing::from_value);
        players.map_or([PlayerSpec::Human; 2], |Pairing(players)| players)
    }

    /// Returns true for a game of two people.
    pub fn is_between_people(&self) -> bool {
        let has_players = field_value(&self.settings, PLAYERS.key).is_some();
        has_players && self.players() == [PlayerSpec::Human; 2]
    }

    /// Returns the deal that the game came from, if it came from one.
    pub fn origin(&self) -> Option<DealOrigin> {
        Some(DealOrigin {
            seed: SEED.read(&self.settings).ok()?,
            deal: DEAL.read(&self.settings).ok()?,
        })
    }

    /// Returns the game of a list of moves, whose first line has the settings; `None` without them.
    ///
    /// # Errors
    /// When the settings are of another game, or one of them is malformed, or missing. Missing players are people.
    pub fn parse<G: Playable>(text: &str) -> Result<Option<Self>, Problem> {
        let Some((name, words)) = settings_line(text) else {
            return Ok(None);
        };
        if name != G::NAME {
            return Err(wrong_game(name, G::NAME));
        }
        let has_word = |setting: &Setting| words.iter().any(|(key, _)| *key == setting.key);
        let has_origin = has_word(&SEED) || has_word(&DEAL);
        let players: &[&'static Setting] = if G::IS_TWO_PLAYER { &[&PLAYERS] } else { &[] };
        let origin: &[&'static Setting] = if has_origin { &[&SEED, &DEAL] } else { &[] };
        let mut settings = Vec::new();
        for setting in [G::SAVED_SETTINGS, players, origin].concat() {
            if !has_word(setting) && (setting.is_late || setting.key == PLAYERS.key) {
                continue;
            }
            let word = words.iter().find(|(key, _)| *key == setting.key);
            let (_, value) = word.ok_or_else(|| missing_setting(setting))?;
            settings.push(setting.parse(value).map_err(invalid_setting)?);
        }
        if G::IS_TWO_PLAYER {
            if !has_word(&PLAYERS) {
                settings.push(PLAYERS.with_value(&Pairing([PlayerSpec::Human; 2])));
            }
            PLAYERS
                .read::<Pairing>(&settings)
                .map_err(invalid_setting)?;
        }
        let mut game = Self {
            game: G::NAME,
            settings,
            moves: Vec::new(),
        };
        game.start::<G>()?;
        game.add_moves::<G>(text);
        Ok(Some(game))
    }

    fn add_moves<G: Playable>(&mut self, text: &str) {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let moves: Vec<&str> = lines.collect();
        self.moves.extend(G::split_moves(&moves.join("\n")));
    }

    /// Returns the start of the game.
    ///
    /// # Errors
    /// When a setting is malformed.
    pub fn start<G: Playable>(&self) -> Result<G, Problem> {
        G::from_saved_settings(&self.settings).map_err(invalid_setting)
    }

    /// Returns the course of the game.
    ///
    /// # Errors
    /// When a setting is malformed, or a move is illegal: its number and the rule.
    pub fn course<G: Playable>(&self) -> Result<Course<G>, Problem> {
        let mut course = Course::new(self.start::<G>()?);
        for (text, number) in self.moves.iter().zip(1..) {
            let mv = text.parse().map_err(|_| not_a_move(number, text))?;
            course.push(mv).map_err(|refusal| {
                let reason = refusal_reason(course.last(), &refusal);
                illegal_move(number, text, &reason)
            })?;
        }
        Ok(course)
    }
}

impl fmt::Display for SavedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "# {}", self.game)?;
        for field in &self.settings {
            write!(f, " {}={}", field.key(), field.value)?;
        }
        writeln!(f)?;
        self.moves.iter().try_for_each(|mv| writeln!(f, "{mv}"))
    }
}

fn missing_setting(setting: &Setting) -> Problem {
    problem!("first line: “{key}=…” is missing", key = setting.key)
}

/// Returns the problem of a setting that is malformed or does not suit the others.
fn invalid_setting(error: InvalidSetting) -> Problem {
    let Some(text) = error.text else {
        return missing_setting(error.setting);
    };
    let value = safe_excerpt(&text);
    problem!(
        "first line: “{value}” is not a valid value of “{key}”",
        value,
        key = error.setting.key
    )
}

/// Returns the name and the settings of a first line such as `# nim matches=25 takes=2,3`; `None` for another text.
fn settings_line(text: &str) -> Option<(&str, Vec<(&str, &str)>)> {
    let line = text.lines().next()?.strip_prefix("# ")?;
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let settings: Option<Vec<_>> = words.map(|word| word.split_once('=')).collect();
    let settings = settings.filter(|settings| !settings.is_empty())?;
    Some((name, settings))
}

/// Returns true if a text is a list of moves with settings in its first line.
pub fn has_settings_line(text: &str) -> bool {
    settings_line(text).is_some()
}

/// Reads the list of moves in a file, and checks them. `given` returns the game before its first move for a list without
/// settings.
///
/// # Errors
/// When the file cannot be read, its settings differ from those on the command line, or a move is illegal.
pub fn read_saved_game<G: Playable>(
    file: &InputFile<'_>,
    args: &ParsedArgs<'_>,
    given: impl FnOnce() -> Result<SavedGame, Problem>,
) -> Result<(SavedGame, Course<G>), Problem> {
    let text = file.text(MAX_BYTES)?;
    let text = text.trim_start_matches('\u{feff}');
    let at_file = |problem| Problem::for_argument(&file.name, problem);
    let game = match SavedGame::parse::<G>(text).map_err(at_file)? {
        Some(game) => game,
        None => {
            let mut game = given()?;
            game.add_moves::<G>(text);
            game
        }
    };
    for field in &args.explicit_settings {
        let key = field.key();
        let value = field.value.to_string();
        let saved = field_value(&game.settings, key).map(ToString::to_string);
        if let Some(saved) = saved.filter(|saved| *saved != value) {
            let saved = safe_excerpt(&saved);
            return Err(at_file(problem!(
                "the game has {key}={saved}, not {value}",
                key,
                saved,
                value
            )));
        }
    }
    let course = game.course().map_err(at_file)?;
    Ok((game, course))
}

/// Returns the reason why a move is refused, as part of a sentence.
pub fn refusal_reason<G: Playable>(state: &G, refusal: &G::Refusal) -> String {
    let message = state.refusal_message(refusal);
    let mut letters = message.trim().trim_end_matches('.').chars();
    let initial = letters.next().into_iter().flat_map(char::to_lowercase);
    initial.chain(letters).collect()
}

/// Returns the refusal of a saved game of another game than the one that is asked for.
fn wrong_game(file_game: &str, game: &str) -> Problem {
    let file_game = safe_excerpt(file_game);
    problem!(
        "this is a game of “{file_game}”, not of “{game}”",
        file_game,
        game
    )
}

/// Returns the refusal of a word that is not in the notation of the game.
fn not_a_move(number: usize, word: &str) -> Problem {
    let word = safe_excerpt(word);
    problem!("move {number}: “{word}” is not a move", number, word)
}

/// Returns the refusal of a move that the rules forbid, for a reason.
fn illegal_move(number: usize, word: &str, reason: &str) -> Problem {
    let word = safe_excerpt(word);
    problem!(
        "move {number}: “{word}” is not legal: {reason}",
        number,
        word,
        reason
    )
}
