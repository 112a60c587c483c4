//! The trait that a two-player game implements in addition to [`TwoPlayerGame`]. The dialogue, the commands and the
//! figures are derived from it.

use super::messages;
use crate::draw::film::{Film, FilmRequest, StateOutOfRange};
use crate::lang::help::CommandExample;
use crate::lang::{Lang, Problem, Sentence, Text};
use crate::play::Session;
use crate::report::page::ChapterDocument;
use crate::topics::parsed_args::ParsedArgs;
use crate::topics::setting::{OptionSpec, Setting};
use crate::topics::topic_glossary::TopicGlossary;
use crate::topics::verb::CommandOutput;
use pioche_engine::experiments::duel::TwoPlayerGame;
use pioche_engine::games::Outcome;
use pioche_engine::players::PlayerSpec;
use pioche_engine::sim::SettingsText;

/// A two-player game as a topic: its settings, its commands, and its texts in both languages.
pub trait TwoPlayerTopic: TwoPlayerGame<Move: Send + 'static> {
    /// The title of charts and of the chapter.
    const TITLE: Text;
    /// The settings of a start, in the order of the help. The first one is the size, the x axis of charts.
    const SETTINGS: &'static [&'static Setting];
    /// The options of `simulate`: the settings, [`PLAYERS`](super::options::PLAYERS), and
    /// [`MAX_PLIES`](super::options::MAX_PLIES) if a position can come back.
    const SIMULATE_OPTIONS: &'static [OptionSpec];
    /// The options of `show`: those of `simulate` with one value each, and [`EXPLAIN`](crate::topics::replay::EXPLAIN).
    const SHOW_OPTIONS: &'static [OptionSpec];
    /// The options of `play`: the settings and [`PLAYERS_OR_HUMAN`](super::options::PLAYERS_OR_HUMAN).
    const PLAY_OPTIONS: &'static [OptionSpec];
    const SOLVE_OPTIONS: &'static [OptionSpec];
    /// Examples for the help: a command without `pioche`, and its purpose in both languages.
    const EXAMPLES: &'static [CommandExample];
    /// The runs of the study, as settings such as `players=perfect,random matches=2..30`. Missing settings have their
    /// defaults.
    const STUDY_RUNS: &'static [&'static str];
    const CHAPTER: ChapterDocument;

    const SIMULATE_ABOUT: Text;
    const SHOW_ABOUT: Text;
    const SHOW_FILE_HELP: Text;
    const PLAY_ABOUT: Text;
    const SOLVE_ABOUT: Text;

    /// The question for the size when `play` has no options.
    const SIZE_QUESTION: Text;
    /// The error message after an impossible size.
    const SIZE_REFUSAL: Text;
    /// The expected input in error messages (“x” is not …), such as `the number of a cell`.
    const MOVE_NAME: Text;
    /// The separator in the list of legal moves.
    const MOVE_SEPARATOR: &'static str = ", ";
    /// The headers of a saved game, each with the key of its setting in experiment names. The size is in the last one.
    const SAVE_HEADERS: &'static [(&'static str, &'static str)];
    /// True if solving takes seconds or more: the dialogue then announces the wait.
    const SLOW_TO_SOLVE: bool = false;

    /// Runs the command `solve`.
    fn solve_command(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem>;

    /// Draws the film of a game from this start.
    fn film(&self, moves: &[Self::Move], request: FilmRequest) -> Result<Film, StateOutOfRange>;

    /// Returns the rules for the command `rules` of the dialogue, in lines of at most 80 columns.
    fn rules_text(&self) -> Sentence;

    /// Returns the sentence before the first move.
    fn greeting(&self) -> Sentence;

    /// Returns the board, which is printed before each move and at the end.
    fn board_text(session: &Session<Self>, lang: Lang) -> String;

    /// Returns the state of a game in `show`.
    fn state_text(&self, _lang: Lang) -> String {
        self.to_string()
    }

    /// Returns the lines between board and question: by default the turn of a computer player, and `None` for a human.
    fn turn_text(&self, player_spec: PlayerSpec) -> Option<Sentence> {
        (player_spec != PlayerSpec::Human).then(|| messages::turn_text(self.to_play(), player_spec))
    }

    /// Returns the question for a move.
    fn prompt(&self) -> Sentence;

    /// Returns the reason why the rules refuse a move.
    fn refusal_text(&self, refusal: &Self::Refusal) -> Sentence;

    /// Returns the line after a move in the dialogue; `None` for no line.
    fn dialogue_move_text(&self, mv: Self::Move, player_spec: PlayerSpec) -> Option<Sentence>;

    /// Describes a move and its effect, without a full stop, for `show --explain` and films.
    fn move_explanation(&self, mv: Self::Move, after: &Self) -> Sentence;

    /// Returns advice for the player to move; if `None`, the dialogue lists the legal moves.
    fn hint(session: &Session<Self>) -> Option<Sentence>;

    /// Returns the last sentence of a game.
    fn result_text(&self, outcome: Outcome) -> Sentence {
        messages::result_text(outcome)
    }

    /// Returns the reason why a start cannot be solved.
    fn solve_error_text(_error: &Self::SolveError) -> Sentence {
        Sentence::new(
            "le jeu est trop grand pour être résolu",
            "the game is too large to be solved",
        )
    }
}

/// Returns the start with settings such as ` takes=2,3 matches=25`; `None` if they are not possible.
pub fn start_with_settings<G: TwoPlayerTopic>(settings: &str) -> Option<G> {
    let name = format!("{}{settings}", G::TOPIC);
    let (_, settings) = SettingsText::split_name(&name)?;
    G::from_settings(&settings)
}

/// Returns the names of the settings of a game and of their values.
pub const fn glossary<G: TwoPlayerTopic>() -> TopicGlossary {
    TopicGlossary {
        title: G::TITLE,
        own_terms: messages::SHARED_TERMS,
        settings: G::SIMULATE_OPTIONS,
    }
}
