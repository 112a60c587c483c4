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

use crate::duel::PLAYERS_OR_HUMAN;
use crate::play::{Dialogue, Playable, StreamError};
use crate::verb::{FileArg, InputFile, ParsedArgs};
use pioche_engine::experiments::Pairing;
use pioche_engine::experiments::duel::PLAYERS;
use pioche_engine::games::{Course, Game};
use pioche_engine::players::{BoxedStrategy, PlayerSpec};
use pioche_engine::sim::settings::field_value;
use pioche_engine::sim::{Field, InvalidSetting, Setting};
use pioche_report::lang::{Problem, Text, problem, safe_excerpt};
use std::fmt;

const SEED: Setting = Setting::new::<u64>("seed");
const DEAL: Setting = Setting::new::<u64>("deal");

/// The file of `show` and `play`, a list of moves.
pub(crate) const MOVES_FILE: FileArg = FileArg {
    help: Text("File with the moves, such as `play --save` writes; `-` for the standard input"),
    required: false,
};

/// A game that begins from settings, on the command line and in files, and may have computer players. All of it is the same
/// for games of two players.
pub trait Start: Game<Move: Send> + Send + 'static {
    /// The name of the game in saved games and on the command line.
    const NAME: &'static str;
    /// The settings of a start in saved games.
    const SAVED_SETTINGS: &'static [&'static Setting];
    /// True if a saved game names two players; false for a game for one person.
    const IS_TWO_PLAYER: bool = false;

    /// Returns the settings of the start, for [`Start::from_saved_settings`].
    fn saved_settings(&self) -> Vec<Field>;

    /// Creates the start of a game.
    ///
    /// # Errors
    /// The first setting without a value or with one that does not suit the others.
    fn from_saved_settings(settings: &[Field]) -> Result<Self, InvalidSetting>;

    /// Returns the game of the options before its first move.
    ///
    /// # Errors
    /// When the settings do not suit each other.
    fn new_game(args: &ParsedArgs<'_>) -> Result<SavedGame<Self>, Problem>;

    /// Returns the game of the file or, without one, that of the options before its first move.
    ///
    /// # Errors
    /// When the file is refused, or the settings do not suit each other.
    fn load(args: &ParsedArgs<'_>) -> Result<SavedGame<Self>, Problem>
    where
        Self: Playable,
    {
        match &args.file {
            Some(file) => SavedGame::read(file, args),
            None => Self::new_game(args),
        }
    }

    /// Asks for the settings of a new game, in the place of options. Returns false when the player stops.
    ///
    /// # Errors
    /// When a stream fails.
    fn ask_settings(_: &mut SavedGame<Self>, _: &mut Dialogue<'_>) -> Result<bool, StreamError> {
        Ok(true)
    }

    /// Returns the index of the earlier state that the last state repeats, which makes the game endless. States of most
    /// games cannot repeat.
    fn repeated_state_index(_: &Course<Self>) -> Option<usize> {
        None
    }

    /// Returns an error if [`Start::computer_player`] will, without solving the game if possible.
    ///
    /// # Errors
    /// Those of [`Start::computer_player`].
    fn check_player(&self, _: PlayerSpec) -> Result<(), Problem> {
        Ok(())
    }

    /// Returns a computer player for a game from this start. Games for one person have none.
    ///
    /// # Errors
    /// When the game has no player of this kind.
    fn computer_player(&self, _: PlayerSpec) -> Result<BoxedStrategy<Self>, Problem> {
        unreachable!("a game for one person has no computer player")
    }
}

/// The deal that a game came from; it also seeds the computer players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealOrigin {
    /// The seed of the deal.
    pub seed: u64,
    /// The number of the deal, from 0.
    pub deal: u64,
}

/// A game as its file holds it. `Display` writes the format of the module.
#[derive(Clone, Debug)]
pub struct SavedGame<G: Game> {
    /// The start and the moves.
    pub course: Course<G>,
    /// The players; humans in a game for one person.
    pub players: [PlayerSpec; 2],
    /// The deal that the game came from, if it came from one.
    pub origin: Option<DealOrigin>,
}

impl<G: Playable> SavedGame<G> {
    /// Creates the game of one or two people from this start before its first move.
    pub fn new(start: G) -> Self {
        Self {
            course: Course::new(start),
            players: [PlayerSpec::Human; 2],
            origin: None,
        }
    }

    /// Reads the list of moves in a file. Without settings in its first line, the game is that of the command line.
    ///
    /// # Errors
    /// When the file cannot be read, its settings are malformed or differ from those on the command line, or a move is illegal.
    pub fn read(file: &InputFile<'_>, args: &ParsedArgs<'_>) -> Result<Self, Problem> {
        let text = &file.text()?;
        let at_file = |problem| Problem::for_argument(&file.name, problem);
        let mut game = match Self::parse_settings(text).map_err(at_file)? {
            Some(game) => game,
            None => G::new_game(args)?,
        };
        game.check_settings(&args.explicit_settings)
            .and_then(|()| game.add_moves(text))
            .map_err(at_file)?;
        Ok(game)
    }

    /// Returns the game of the settings in the first line; `None` without them. Missing players are people.
    fn parse_settings(text: &str) -> Result<Option<Self>, Problem> {
        let Some((name, words)) = settings_line(text) else {
            return Ok(None);
        };
        if name != G::NAME {
            let file_game = safe_excerpt(name);
            return Err(problem!(
                "this is a game of “{file_game}”, not of “{game}”",
                file_game,
                game = G::NAME
            ));
        }
        let mut fields = Vec::new();
        for setting in [G::SAVED_SETTINGS, &[&PLAYERS, &SEED, &DEAL]].concat() {
            if let Some((_, value)) = words.iter().find(|(key, _)| *key == setting.key) {
                fields.push(setting.parse(value).map_err(invalid_setting)?);
            } else if G::SAVED_SETTINGS.contains(&setting) && !setting.is_late {
                return Err(missing_setting(setting));
            }
        }
        let mut game = Self::new(G::from_saved_settings(&fields).map_err(invalid_setting)?);
        if G::IS_TWO_PLAYER {
            let players = PLAYERS_OR_HUMAN.setting.read(&fields);
            Pairing(game.players) = players.map_err(invalid_setting)?;
        }
        if [SEED, DEAL]
            .iter()
            .any(|setting| setting.value(&fields).is_some())
        {
            game.origin = Some(DealOrigin {
                seed: SEED.read(&fields).map_err(invalid_setting)?,
                deal: DEAL.read(&fields).map_err(invalid_setting)?,
            });
        }
        Ok(Some(game))
    }

    /// Returns an error if one of some settings differs from that of the game.
    fn check_settings(&self, settings: &[Field]) -> Result<(), Problem> {
        let saved_settings = self.settings();
        for field in settings {
            let key = field.key();
            let value = &field.value;
            if let Some(saved) = field_value(&saved_settings, key)
                && saved != value
            {
                return Err(problem!(
                    "the game has {key}={saved}, not {value}",
                    key,
                    saved = safe_excerpt(&saved.to_string()),
                    value
                ));
            }
        }
        Ok(())
    }

    /// Makes the moves of a list. Fails when one is illegal: its number and the rule.
    fn add_moves(&mut self, text: &str) -> Result<(), Problem> {
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let moves = G::split_moves(&lines.join("\n"));
        for (text, number) in moves.iter().zip(1..) {
            let number: usize = number;
            let word = safe_excerpt(text);
            let mv = text
                .parse()
                .map_err(|_| problem!("move {number}: “{word}” is not a move", number, word))?;
            self.course.push(mv).map_err(|refusal| {
                problem!(
                    "move {number}: “{word}” is not legal: {reason}",
                    number,
                    word,
                    reason = refusal_reason(self.course.last(), &refusal)
                )
            })?;
        }
        Ok(())
    }

    fn settings(&self) -> Vec<Field> {
        let mut settings = self.course.start().saved_settings();
        settings.retain(|field| !field.is_omitted);
        if G::IS_TWO_PLAYER {
            settings.push(PLAYERS.with_value(&Pairing(self.players)));
        }
        if let Some(DealOrigin { seed, deal }) = self.origin {
            settings.push(SEED.with_value(&seed));
            settings.push(DEAL.with_value(&deal));
        }
        settings
    }
}

impl<G: Playable> fmt::Display for SavedGame<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "# {}", G::NAME)?;
        for field in self.settings() {
            write!(f, " {}={}", field.key(), field.value)?;
        }
        writeln!(f)?;
        let mut moves = self.course.moves().iter();
        moves.try_for_each(|mv| writeln!(f, "{mv}"))
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

/// Returns the reason why a move is refused, as part of a sentence.
pub fn refusal_reason<G: Playable>(state: &G, refusal: &G::Refusal) -> String {
    let message = state.refusal_message(refusal);
    let mut letters = message.trim().trim_end_matches('.').chars();
    let initial = letters.next().into_iter().flat_map(char::to_lowercase);
    initial.chain(letters).collect()
}
