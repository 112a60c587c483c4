//! The trait that a two-player game implements in addition to [`TwoPlayerGame`], and the settings that these games
//! share. The dialogue, the commands and the figures are derived from the trait.

use super::messages;
use crate::draw::film::{Film, FilmRequest, StateOutOfRange};
use crate::lang::glossary::WordList;
use crate::lang::help::{CommandExample, HelpSection};
use crate::lang::{Lang, Noun, Problem, Sentence, Text, either, problem, sentence};
use crate::play::Session;
use crate::report::page::ChapterDocument;
use crate::topics::TopicGlossary;
use crate::topics::setting::{OptionSpec, Setting, TitleFormat, ValueKind};
use crate::topics::verb::{CommandOutput, ParsedArgs};
use pioche_engine::experiments::duel::{self, Pairing, TwoPlayerGame};
use pioche_engine::games::Outcome;
use pioche_engine::players::{Mcts, Minimax, PlayerSpec};
use pioche_engine::sim::SettingsText;

/// A two-player game as a topic: its settings, its commands, and its texts in both languages.
pub trait TwoPlayerTopic: TwoPlayerGame<Move: Send + 'static> {
    /// The title of charts and of the chapter.
    const TITLE: Text;
    /// The settings of a start, in the order of the help. The first one is the size, the x axis of charts.
    const SETTINGS: &'static [&'static Setting];
    /// The options of `simulate`: the settings, [`PLAYERS`](super::game::PLAYERS), and
    /// [`MAX_PLIES`](super::game::MAX_PLIES) if a position can come back.
    const SIMULATE_OPTIONS: &'static [OptionSpec];
    /// The options of `show`: those of `simulate` with one value each, and [`EXPLAIN`](crate::topics::replay::EXPLAIN).
    const SHOW_OPTIONS: &'static [OptionSpec];
    /// The options of `play`: the settings and [`PLAYERS_OR_HUMAN`](super::game::PLAYERS_OR_HUMAN).
    const PLAY_OPTIONS: &'static [OptionSpec];
    const SOLVE_OPTIONS: &'static [OptionSpec];
    /// Examples for the help: a command without `pioche`, and its purpose in both languages.
    const EXAMPLES: &'static [CommandExample];
    /// The runs of the study, as settings such as `players=perfect,random matches=2..30`. Missing settings have their
    /// defaults.
    const STUDY_RUNS: &'static [&'static str];
    const CHAPTER: ChapterDocument;
    /// The mistakes of [`TwoPlayerGame::rule_mistakes`], by their keys.
    const RULE_MISTAKES: WordList = &[];
    const MISTAKES: &'static [WordList] = &[Self::RULE_MISTAKES, messages::MATCH_MISTAKES];

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
        sentence!(
            "le jeu est trop grand pour être résolu",
            "the game is too large to be solved"
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

pub const PLAYERS: Setting = Setting::declared(&duel::PLAYERS, Text::new("joueurs", "players"), "P,P")
    .title_format(TitleFormat::Custom(pairing_title))
    .help(
        "Les joueurs, le joueur 1 en premier : random (hasard), greedy (glouton), perfect (parfait), minimax:d (d coups \
         d'avance, 100 au plus), mcts:n (n parties essayées par coup, 1 000 000 au plus) ou, au Nim, handout (sujet)",
        "The players, player 1 first: random, greedy, perfect, minimax:d (d moves ahead, at most 100), mcts:n (n games \
         tried for each move, at most 1,000,000) or, at Nim, handout",
    )
    .completions(&["random,random", "greedy,random", "perfect,random", "perfect,greedy", "perfect,perfect"])
    .value_kind(ValueKind::Custom(|text| parse_players(text, "")));

/// The option `--players` of interactive games, which accepts `human`.
pub const PLAYERS_OR_HUMAN: Setting = PLAYERS
    .help(
        "Les joueurs, le joueur 1 en premier : human (humain), random (hasard), greedy (glouton), perfect (parfait), \
         minimax:d (d coups d'avance, 100 au plus), mcts:n (n parties essayées par coup, 1 000 000 au plus) ou, au Nim, \
         handout (sujet)",
        "The players, player 1 first: human, random, greedy, perfect, minimax:d (d moves ahead, at most 100), mcts:n \
         (n games tried for each move, at most 1,000,000) or, at Nim, handout",
    )
    .default("human,human")
    .completions(&["human,human", "human,perfect", "perfect,human", "human,mcts:1000", "human,random"])
    .value_kind(ValueKind::Custom(|text| parse_players(text, "human, ")));

const MOVE_AT_MOST: Noun = Noun::new(
    ["coup au plus", "coups au plus"],
    ["move at most", "moves at most"],
);

pub const MAX_PLIES: Setting = Setting::declared(&duel::MAX_PLIES, MOVE_AT_MOST.plural, "N")
    .title_format(TitleFormat::Counted(MOVE_AT_MOST))
    .help(
        "Arrête une partie après N coups et la compte comme indécise",
        "Stop a game after N moves and count it as unresolved",
    )
    .group(HelpSection::Workload);

/// Parses two players. `human` is the beginning of the list of players in the error message.
fn parse_players(text: &str, human: &str) -> Result<String, Problem> {
    if let Ok(pairing) = text.parse::<Pairing>() {
        return Ok(pairing.to_string());
    }
    let max_depth = Minimax::MAX_DEPTH;
    let max_playouts = u64::from(Mcts::MAX_PLAYOUTS.get());
    let [fr_max_playouts, en_max_playouts] =
        [Lang::Fr, Lang::En].map(|lang| lang.integer(max_playouts));
    Err(problem!(
        "« {text} » n'est pas une paire de joueurs comme random,perfect ({human}random, greedy, perfect, minimax:d, \
         mcts:n, handout, d de 1 à {max_depth}, n de 1 à {fr_max_playouts})",
        "“{text}” is not a pair of players such as random,perfect ({human}random, greedy, perfect, minimax:d, mcts:n, \
         handout, d from 1 to {max_depth}, n from 1 to {en_max_playouts})"
    ))
}

fn pairing_title(lang: Lang, players: &str) -> String {
    let against = Text::new(" contre ", " against ").in_lang(lang);
    players
        .split(',')
        .map(|player| player_name(lang, player))
        .collect::<Vec<_>>()
        .join(against)
}

fn player_name(lang: Lang, player: &str) -> String {
    match player.split_once(':') {
        Some(("minimax", "1")) => {
            either!(lang, "minimax à 1 coup d'avance", "minimax 1 move ahead")
        }
        Some(("minimax", depth)) => either!(
            lang,
            "minimax à {depth} coups d'avance",
            "minimax {depth} moves ahead"
        ),
        Some(("mcts", "1")) => either!(
            lang,
            "recherche arborescente à 1 essai",
            "tree search with 1 trial"
        ),
        Some(("mcts", games)) => {
            either!(
                lang,
                "recherche arborescente à {games} essais",
                "tree search with {games} trials"
            )
        }
        _ => messages::PLAYER_CHOICES
            .iter()
            .find(|word| word.key == player)
            .map_or(player, |word| word.label.in_lang(lang))
            .to_owned(),
    }
}
