//! The trait that a two-player game implements besides its [`TwoPlayerGame`], and the description of its options. Its dialogue,
//! verbs, figures and chapter follow from them.

use super::messages;
use crate::draw::film::{Film, FilmRequest, StateOutOfRange};
use crate::lang::help::CommandExample;
use crate::lang::{Lang, Problem, Say, Sentence, Text, either};
use crate::play::Session;
use crate::report::Chapter;
use crate::topics::parsed_args::ParsedArgs;
use crate::topics::replay::play_returning_previous;
use crate::topics::setting::{OptionSpec, Setting};
use crate::topics::verb::CommandOutput;
use pioche_engine::experiments::duel::TwoPlayerGame;
use pioche_engine::games::{BestMoves, Game, Outcome};
use pioche_engine::players::PlayerSpec;
use pioche_engine::sim::SettingsText;

/// A two-player game as a topic of the program: its description, and its texts in both languages. Only
/// [`SPEC`](Self::SPEC) and [`rules_text`](Self::rules_text) have no default.
pub trait TwoPlayerTopic: TwoPlayerGame<Move: Send + 'static> {
    const SPEC: GameSpec<Self>;

    /// The rules, for the command `rules` of the dialogue: lines of at most 80 columns.
    fn rules_text(&self) -> Sentence;

    /// The sentence before the first move.
    fn greeting(&self) -> Sentence {
        Sentence::from_fn(|lang| format!("{}.", Self::SPEC.title.in_lang(lang)))
    }

    /// The board, before each move and at the end.
    fn board_text(session: &Session<Self>, _lang: Lang) -> String {
        session.state().to_string()
    }

    /// The lines between the board and the question: by default, the turn of a computer player.
    fn turn_text(&self, player_spec: PlayerSpec) -> Option<Sentence> {
        (player_spec != PlayerSpec::Human).then(|| messages::turn_text(self.to_play(), player_spec))
    }

    /// The question for a move.
    fn prompt(&self) -> Sentence {
        let player = self.to_play().number();
        Sentence::new(format!("Joueur {player}, votre coup : "), format!("Player {player}, your move: "))
    }

    /// Reads a move, legal or not. A number that is too large becomes `u32::MAX`.
    fn parse_move(line: &str) -> Option<Self::Move> {
        let is_number = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
        let text = if is_number { line.parse().unwrap_or(u32::MAX).to_string() } else { line.to_owned() };
        text.parse().ok().filter(|mv: &Self::Move| mv.to_string() == text)
    }

    /// The reason why the rules refuse a move.
    fn refusal_text(&self, _refusal: &Self::Refusal) -> Sentence {
        Sentence::new("Ce coup n'est pas permis.", "This move is not legal.")
    }

    /// The line after a move in the dialogue; `None` for no line.
    fn dialogue_move_text(&self, mv: Self::Move, _player_spec: PlayerSpec) -> Option<Sentence> {
        let mut after = self.clone();
        play_returning_previous(&mut after, mv);
        let effect = self.move_explanation(mv, &after);
        Some(Sentence::from_fn(|lang| format!("{}.", effect.say(lang))))
    }

    /// What a move did, without a full stop: for `show --explain` and for films.
    fn move_explanation(&self, mv: Self::Move, _after: &Self) -> Sentence {
        let player = self.to_play().number();
        Sentence::new(format!("Le joueur {player} joue {mv}"), format!("Player {player} plays {mv}"))
    }

    /// Advice for the player to move; without it, the dialogue lists the legal moves.
    fn hint(session: &Session<Self>) -> Option<Sentence> {
        let solution = session.state().solve_within(session.memory).ok().filter(|_| !Self::SPEC.slow_to_solve)?;
        Some(messages::best_moves_text(&solution.best_moves(session.state())))
    }

    /// The last sentence of a game.
    fn result_text(&self, outcome: Outcome) -> Sentence {
        messages::result_text(outcome)
    }

    /// The reason why there is no perfect player for this start.
    fn solve_error_text(_error: &Self::SolveError) -> Sentence {
        Sentence::new("le jeu est trop grand pour être résolu", "the game is too large to be solved")
    }

    /// The start with these settings, such as ` takes=2,3 matches=25`.
    fn from_settings_text(settings: &str) -> Option<Self> {
        let text = format!("{}{settings}", Self::TOPIC);
        SettingsText::split_name(&text).and_then(|(_, settings)| Self::from_settings(&settings))
    }
}

/// The description of a two-player game: its names, options and examples, and the parts that it may add.
pub struct GameSpec<G: Game> {
    /// The title of charts and of the chapter.
    pub title: Text,
    pub verb_texts: VerbTexts,
    /// The settings of a start, in the order of the help. The first one is the size: charts draw shares against it. `many`
    /// marks those of which `simulate` takes several values.
    pub options: &'static [OptionSpec],
    /// Examples for the help: a command without `pioche`, and its purpose.
    pub examples: &'static [CommandExample],
    /// The runs of the study, as settings such as `players=perfect,random matches=2..30`. A setting that is missing has
    /// its default, or the size its example.
    pub study_runs: &'static [&'static str],
    /// Whether solving takes seconds or more: there is then an option `--memory`, and no hint by default.
    pub slow_to_solve: bool,
    /// The question for the size when `play` has no option, and the end of the sentence that refuses an answer.
    pub size_question: Option<[Text; 2]>,
    /// What a move is, in « x » is not … : `the number of a cell`.
    pub move_name: Text,
    /// The sign between the legal moves in their list.
    pub move_separator: &'static str,
    /// The headers of a saved game, each with the setting of an experiment's name that it holds; by default all settings,
    /// the size last.
    pub save_headers: &'static [(&'static str, &'static str)],
    /// A solver with answers of its own; by default, `solve` says who wins, and the best moves.
    pub solve: Option<SolveVerb>,
    /// The chapter of the study; by default the rules, the chart of the outcomes and their table.
    pub chapter: Option<Chapter>,
    /// The film of a game from its start; without it `show` has no options for films.
    pub film: Option<FilmFn<G>>,
}

pub type FilmFn<G> = fn(&G, &[<G as Game>::Move], FilmRequest) -> Result<Film, StateOutOfRange>;

/// The verb `solve` of a game that answers in its own words.
pub struct SolveVerb {
    pub about: Text,
    /// Options besides the settings of the game.
    pub options: &'static [OptionSpec],
    pub run: fn(&ParsedArgs<'_>) -> Result<CommandOutput, Problem>,
}

impl<G: TwoPlayerTopic> GameSpec<G> {
    pub const fn new(
        title: Text,
        verb_texts: VerbTexts,
        options: &'static [OptionSpec],
        examples: &'static [CommandExample],
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
            chapter: None,
            film: None,
        }
    }

    /// The setting against which shares are drawn.
    pub const fn size_setting(&self) -> &'static Setting {
        self.options[0].setting
    }

    /// The question for the size, and the end of the sentence that refuses an answer.
    pub fn size_question_texts(&self) -> [Sentence; 2] {
        if let Some(texts) = self.size_question {
            return texts.map(Sentence::from);
        }
        let (size, default) = (self.size_setting().help, self.size_setting().default.unwrap_or_default());
        let question = |lang| {
            let size = size.in_lang(lang);
            either!(lang, "{size} ({default} par défaut) : ", "{size} ({default} by default): ")
        };
        [Sentence::from_fn(question), Sentence::new("n'est pas possible", "is not possible")]
    }
}

/// The line of each verb in the help, and the help of the file of `show`; [`verb_texts`] writes them.
pub struct VerbTexts {
    pub simulate: Text,
    pub show: Text,
    pub file: Text,
    pub play: Text,
    pub solve: Text,
}

/// The [`VerbTexts`] of a game with this name in French and in English; optionally, what a move is called in `show`.
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
