//! The trait that a two-player game implements in addition to [`TwoPlayerGame`], and the description of the game. The
//! dialogue, commands, figures and chapter are derived from them.

use super::messages;
use crate::draw::film::{Film, FilmRequest, StateOutOfRange};
use crate::lang::help::CommandExample;
use crate::lang::{Lang, Problem, Say, Sentence, Text, either};
use crate::play::Session;
use crate::report::page::ChapterDocument;
use crate::topics::parsed_args::ParsedArgs;
use crate::topics::replay::play_returning_previous;
use crate::topics::setting::{OptionSpec, Setting};
use crate::topics::verb::CommandOutput;
use pioche_engine::experiments::duel::TwoPlayerGame;
use pioche_engine::games::{BestMoves, Game, Outcome};
use pioche_engine::players::PlayerSpec;
use pioche_engine::sim::SettingsText;

/// A two-player game as a topic: its description, and its texts in both languages. Only [`SPEC`](Self::SPEC) and
/// [`rules_text`](Self::rules_text) have no default.
pub trait TwoPlayerTopic: TwoPlayerGame<Move: Send + 'static> {
    const SPEC: GameSpec<Self>;

    /// Returns the rules for the command `rules` of the dialogue, in lines of at most 80 columns.
    fn rules_text(&self) -> Sentence;

    /// Returns the sentence before the first move; by default the title.
    fn greeting(&self) -> Sentence {
        Sentence::from_fn(|lang| format!("{}.", Self::SPEC.title.in_lang(lang)))
    }

    /// Returns the board, which is printed before each move and at the end.
    fn board_text(session: &Session<Self>, _lang: Lang) -> String {
        session.state().to_string()
    }

    /// Returns the state of a game in `show`.
    fn state_text(&self, _lang: Lang) -> String {
        self.to_string()
    }

    /// Returns the lines between board and question: by default the turn of a computer player, and `None` for a human.
    fn turn_text(&self, player_spec: PlayerSpec) -> Option<Sentence> {
        (player_spec != PlayerSpec::Human).then(|| messages::turn_text(self.to_play(), player_spec))
    }

    /// Returns the question for a move.
    fn prompt(&self) -> Sentence {
        let player = self.to_play().number();
        Sentence::new(
            format!("Joueur {player}, votre coup : "),
            format!("Player {player}, your move: "),
        )
    }

    /// Parses a move, legal or not. A number that is too large becomes `u32::MAX`.
    fn parse_move(line: &str) -> Option<Self::Move> {
        let is_number = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
        let text = if is_number {
            line.parse().unwrap_or(u32::MAX).to_string()
        } else {
            line.to_owned()
        };
        text.parse()
            .ok()
            .filter(|mv: &Self::Move| mv.to_string() == text)
    }

    /// Returns the reason why the rules refuse a move.
    fn refusal_text(&self, _refusal: &Self::Refusal) -> Sentence {
        Sentence::new("Ce coup n'est pas permis.", "This move is not legal.")
    }

    /// Returns the line after a move in the dialogue; `None` for no line.
    fn dialogue_move_text(&self, mv: Self::Move, _player_spec: PlayerSpec) -> Option<Sentence> {
        let mut after = self.clone();
        play_returning_previous(&mut after, mv);
        let effect = self.move_explanation(mv, &after);
        Some(Sentence::from_fn(|lang| format!("{}.", effect.say(lang))))
    }

    /// Describes a move and its effect, without a full stop, for `show --explain` and films.
    fn move_explanation(&self, mv: Self::Move, _after: &Self) -> Sentence {
        let player = self.to_play().number();
        Sentence::new(
            format!("Le joueur {player} joue {mv}"),
            format!("Player {player} plays {mv}"),
        )
    }

    /// Returns advice for the player to move; if `None`, the dialogue lists the legal moves.
    fn hint(session: &Session<Self>) -> Option<Sentence> {
        let solution = session
            .state()
            .solve_within(session.memory)
            .ok()
            .filter(|_| !Self::SPEC.slow_to_solve)?;
        Some(messages::best_moves_text(
            &solution.best_moves(session.state()),
        ))
    }

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

    /// Returns the start with settings such as ` takes=2,3 matches=25`; `None` if they are not possible.
    fn from_settings_text(settings: &str) -> Option<Self> {
        let text = format!("{}{settings}", Self::TOPIC);
        SettingsText::split_name(&text).and_then(|(_, settings)| Self::from_settings(&settings))
    }
}

/// The description of a two-player game: names, options, examples and optional parts.
pub struct GameSpec<G: Game> {
    /// The title of charts and of the chapter.
    pub title: Text,
    pub verb_texts: VerbTexts,
    /// The settings of a start, in the order of the help. The first one is the size, the x axis of charts. `simulate`
    /// accepts lists for options with a `list_example`.
    pub options: &'static [OptionSpec],
    /// Examples for the help: a command without `pioche`, and its purpose in both languages.
    pub examples: &'static [CommandExample],
    /// The runs of the study, as settings such as `players=perfect,random matches=2..30`. A missing size has the values
    /// of its `list_example`; other missing settings have their defaults.
    pub study_runs: &'static [&'static str],
    /// True if solving takes seconds or more: the game then has the option `--memory`, and no hint by default.
    pub slow_to_solve: bool,
    /// The question for the size when `play` has no options, and the end of the error message.
    pub size_question: Option<[Text; 2]>,
    /// The expected input in error messages (“x” is not …), such as `the number of a cell`.
    pub move_name: Text,
    /// The separator in the list of legal moves.
    pub move_separator: &'static str,
    /// The headers of a saved game, each with the key of its setting in experiment names; if empty, all settings with
    /// the size last.
    pub save_headers: &'static [(&'static str, &'static str)],
    /// The game's own command `solve`; the default gives the winner and the best moves.
    pub solve: Option<SolveVerb>,
    /// The game's chapter of the study.
    pub chapter: ChapterDocument,
    /// The function that creates films; without it `show` has no options for films.
    pub film: Option<FilmFn<G>>,
}

pub type FilmFn<G> = fn(&G, &[<G as Game>::Move], FilmRequest) -> Result<Film, StateOutOfRange>;

/// A game's own command `solve`.
pub struct SolveVerb {
    pub about: Text,
    /// Options in addition to the settings of the game.
    pub options: &'static [OptionSpec],
    pub run: fn(&ParsedArgs<'_>) -> Result<CommandOutput, Problem>,
}

impl<G: TwoPlayerTopic> GameSpec<G> {
    pub const fn new(
        title: Text,
        verb_texts: VerbTexts,
        options: &'static [OptionSpec],
        examples: &'static [CommandExample],
        chapter: ChapterDocument,
    ) -> Self {
        Self {
            title,
            verb_texts,
            options,
            examples,
            study_runs: &[""],
            slow_to_solve: false,
            size_question: None,
            move_name: Text::new("un coup", "a move"),
            move_separator: ", ",
            save_headers: &[],
            solve: None,
            chapter,
            film: None,
        }
    }

    /// Returns the setting of the size.
    pub const fn size_setting(&self) -> &'static Setting {
        self.options[0].setting
    }

    /// Returns the question for the size and the error message, made from the help by default.
    pub fn size_question_texts(&self) -> [Sentence; 2] {
        if let Some(texts) = self.size_question {
            return texts.map(Sentence::from);
        }
        let (size, default) = (
            self.size_setting().help,
            self.size_setting().default.unwrap_or_default(),
        );
        let question = |lang| {
            let size = size.in_lang(lang);
            either!(
                lang,
                "{size} ({default} par défaut) : ",
                "{size} ({default} by default): "
            )
        };
        [
            Sentence::from_fn(question),
            Sentence::new(
                "Cette taille n'est pas possible.",
                "This size is not possible.",
            ),
        ]
    }
}

/// The help line of each command, and the help of the file of `show`; [`verb_texts`] creates them.
pub struct VerbTexts {
    pub simulate: Text,
    pub show: Text,
    pub file: Text,
    pub play: Text,
    pub solve: Text,
}

/// Creates the [`VerbTexts`] of a game from its French and English names and, optionally, its terms for moves.
macro_rules! verb_texts {
    ($fr:literal, $en:literal) => {
        verb_texts!($fr, $en, "coup par coup", "move by move", "coups, séparés", "moves")
    };
    ($fr:literal, $en:literal, $by_fr:literal, $by_en:literal, $moves_fr:literal, $moves_en:literal) => {{
        use $crate::lang::Text;
        $crate::topics::duel::game::VerbTexts {
            simulate: Text::new(
                concat!($fr, " : qui gagne, et à quelle fréquence"),
                concat!($en, ": who wins, and how often"),
            ),
            show: Text::new(
                concat!($fr, " : une partie enregistrée, ou une partie simulée, ", $by_fr),
                concat!($en, ": a recorded game, or a simulated one, ", $by_en),
            ),
            file: Text::new(
                concat!(
                    "Fichier des ",
                    $moves_fr,
                    " par des espaces, « - » pour l'entrée standard, ou partie enregistrée par play --save ; sans \
                     fichier, la partie --deal de la simulation"
                ),
                concat!(
                    "File with the ",
                    $moves_en,
                    ", separated by spaces, `-` for the standard input, or a game saved by `play --save`; without a \
                     file, game --deal of the simulation"
                ),
            ),
            play: Text::new(
                concat!($fr, " : à deux ou contre l'ordinateur ; sans option, le jeu demande les réglages"),
                concat!(
                    $en,
                    ": for two players, or against the computer; without options, the game asks for the settings"
                ),
            ),
            solve: Text::new(
                concat!($fr, " : qui gagne, et les meilleurs coups"),
                concat!($en, ": who wins, and the best moves"),
            ),
        }
    }};
}
pub(crate) use verb_texts;
