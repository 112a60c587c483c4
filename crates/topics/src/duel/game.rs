//! The trait that a two-player game implements in addition to [`TwoPlayerGame`], and the settings that these games
//! share, with their messages. The dialogue, the commands and the figures are derived from the trait.

use crate::saved_game::{RecordedGame, SavedSettings};
use crate::setting::OptionSpec;
use crate::verb::{CommandOutput, ParsedArgs};
use crate::{OUTCOME, TopicGlossary};
use pioche_report::lang::glossary::WordList;
use pioche_report::lang::help::{CommandExample, HelpSection};
use pioche_report::lang::{Problem, Text, glossary, join_list, problem, tr};
use pioche_report::picture::Picture;
use pioche_report::question::{CountDirection, Question, Statistic};
use pioche_report::value_words::{FindingWords, ValueWords};

use pioche_engine::experiments::duel::{self, Pairing, TwoPlayerGame};
use pioche_engine::games::{Course, Game, Outcome, Player, Step};
use pioche_engine::players::{Minimax, PlayerSpec};
use pioche_engine::sim::{FieldValue, Row, SettingType, Summary};
use std::num::NonZeroU32;

/// A two-player game as a topic: its settings, its commands, and its texts in both languages.
pub trait TwoPlayerTopic: TwoPlayerGame + RecordedGame {
    /// The title of charts and of the chapter.
    const TITLE: Text;
    /// The settings of a start, in the order of the help. The first one is the size, the x axis of charts.
    const SETTINGS: &'static [OptionSpec];
    /// The options of `simulate`: the settings, `--players`, and the limit of moves if
    /// a position can come back.
    const SIMULATE_OPTIONS: &'static [OptionSpec];
    /// The options of `show`: those of `simulate` with one value each, and [`EXPLAIN`](crate::replay::EXPLAIN).
    const SHOW_OPTIONS: &'static [OptionSpec];
    /// The options of `solve`: the settings with lists of values, and those of a position.
    const SOLVE_OPTIONS: &'static [OptionSpec];
    /// Examples for the help: a command without `pioche`, and its purpose in both languages.
    const EXAMPLES: &'static [CommandExample];
    /// The sentence that describes `simulate` in the help.
    const SIMULATE_ABOUT: Text;
    /// The sentence that describes `show` in the help.
    const SHOW_ABOUT: Text;
    /// The help of the file argument of `show` and `play`, a list of moves.
    const FILE_HELP: Text;
    /// The sentence that describes `solve` in the help.
    const SOLVE_ABOUT: Text;

    /// Changes the picture of a question about the game.
    fn adjust_picture(_question: &Question<'_>, _picture: &mut Picture) {}

    /// Runs the command `solve`.
    fn solve_command(args: &ParsedArgs<'_>) -> Result<CommandOutput, Problem>;

    /// Returns the state of a game in `show`.
    fn state_text(&self) -> String {
        self.to_string()
    }

    /// Describes a move and its effect, without a full stop, for `show --explain` and films.
    fn move_explanation(step: &Step<Self>) -> String;

    /// Returns what the handout's program prints of a game, with the answers to its questions; nothing for a game without
    /// a handout, whose `show` has no `--style`.
    fn handout_session(_course: &Course<Self>) -> String {
        String::new()
    }

    /// Returns the last sentence of a game.
    fn result_text(&self, outcome: Outcome) -> String {
        result_text(outcome)
    }

    /// Returns the reason why a start cannot be solved.
    fn solve_error_text(_error: &Self::SolveError) -> String {
        tr!("the game is too large to be solved")
    }
}

/// Returns the settings of a start as a saved game has them: those that names of experiments have.
pub fn saved_settings<G: TwoPlayerGame>(start: &G) -> Vec<(&'static str, String)> {
    let fields = start.start_settings().into_iter();
    fields
        .filter(|field| !field.is_omitted)
        .map(|field| (field.key(), field.value.to_string()))
        .collect()
}

/// Reads the start of a saved game from its settings.
///
/// # Errors
/// When a setting is missing or malformed.
pub fn from_saved_settings<G: TwoPlayerTopic>(settings: &SavedSettings) -> Result<G, Problem> {
    let mut fields = Vec::new();
    for OptionSpec { setting, .. } in G::SETTINGS {
        if !setting.is_late || settings.contains(setting.key) {
            let text: String = settings.parse(setting.key)?;
            fields.push(
                setting
                    .parse(&text)
                    .map_err(|_| settings.invalid(setting.key))?,
            );
        }
    }
    G::from_settings(&fields).map_err(|error| settings.invalid(error.setting.key))
}

/// Returns the names of the settings of a game and of their values.
pub const fn glossary<G: TwoPlayerTopic>() -> TopicGlossary {
    TopicGlossary {
        title: G::TITLE,
        own_terms: SHARED_TERMS,
        settings: G::SIMULATE_OPTIONS,
        finding: FindingWords {
            main_row: |_| "player1".to_owned(),
            clause: outcome_clause,
            row_phrase: outcome_phrase,
            statistics: &[PLIES],
            handout: &[],
        },
    }
}

/// The number of moves of a game.
pub const PLIES: Statistic = Statistic {
    name: "plies",
    columns: &["plies"],
    label: Text("moves in a game"),
    heading: Text("moves"),
    direction: CountDirection::MoreThan,
    curve_label: Text("Games still running after n moves"),
    number_label: Text("n, moves"),
    ..Statistic::NEW
};

/// Names an outcome as a quantity.
pub fn outcome_phrase(_: &Summary, name: &str) -> String {
    let phrase = match name {
        "player1" => Text("player 1 wins"),
        "player2" => Text("player 2 wins"),
        "draw" => Text("draws"),
        "endless" => Text("endless games"),
        _ => Text("unresolved games"),
    };
    phrase.translated().to_owned()
}

/// States the share of an outcome.
pub fn outcome_clause(_: &Summary, row: &Row, value: &ValueWords) -> String {
    let outcome = row.field(OUTCOME.key()).map(ToString::to_string);
    let games = &value.games;
    let player = match outcome.as_deref() {
        Some("player1") => 1,
        Some("player2") => 2,
        outcome => {
            let singular = match outcome {
                Some("draw") => Text("is a draw"),
                Some("endless") => Text("is endless"),
                _ => Text("is unresolved"),
            };
            let plural = match outcome {
                Some("draw") => Text("are draws"),
                Some("endless") => Text("are endless"),
                _ => Text("are unresolved"),
            };
            return format!("{games} {}", value.verb(singular, plural));
        }
    };
    let wins = value.negated(Text("wins").translated());
    tr!("player {player} {wins} {games}", player, wins, games)
}

pub const PLAYERS: OptionSpec = OptionSpec::new(
    &duel::PLAYERS,
    Text("players"),
    "P,P",
)
.phrase(pairing_title)
.help("The players, player 1 first: random, perfect, minimax:d (d moves ahead) or, at Nim, handout")
.completions(&[
    "random,random",
    "perfect,random",
    "perfect,minimax:1",
    "perfect,perfect",
])
.parse_form(|text| parse_players(text, ""));

/// The option `--players` of interactive games, which accepts `human`.
pub const PLAYERS_OR_HUMAN: OptionSpec = PLAYERS
    .help(
        "The players, player 1 first: human, random, perfect, minimax:d (d moves ahead) or, at \
         Nim, handout",
    )
    .setting(&duel::PLAYERS.with_default("human,human"))
    .completions(&[
        "human,human",
        "human,perfect",
        "perfect,human",
        "human,minimax:3",
        "human,random",
    ])
    .parse_form(|text| parse_players(text, "human, "));

const MOVE_AT_MOST: Text = Text("move at most|moves at most");

pub const MAX_PLIES: OptionSpec = OptionSpec::count(&duel::MAX_PLIES, MOVE_AT_MOST, "N")
    .help("Stop a game after N moves and count it as unresolved")
    .group(HelpSection::Workload);

/// Parses two players. `human` is the beginning of the list of players in the error message.
fn parse_players(text: &str, human: &str) -> Result<FieldValue, Problem> {
    if let Ok(pairing) = text.parse::<Pairing>() {
        return Ok(pairing.field_value());
    }
    let max_depth = Minimax::MAX_DEPTH;
    Err(problem!(
        "“{text}” is not a pair of players such as random,perfect ({human}random, perfect, \
         minimax:d, handout, d from 1 to {max_depth})",
        text,
        human,
        max_depth
    ))
}

fn pairing_title(players: &FieldValue) -> String {
    let against = Text(" against ").translated();
    let Some(Pairing(players)) = Pairing::from_value(players) else {
        return players.to_string();
    };
    players.map(player_name).join(against)
}

fn player_name(player: PlayerSpec) -> String {
    match player {
        PlayerSpec::Minimax(NonZeroU32::MIN) => {
            tr!("minimax 1 move ahead")
        }
        PlayerSpec::Minimax(depth) => tr!("minimax {depth} moves ahead", depth),
        _ => {
            let name = player.to_string();
            glossary::lookup(PLAYER_NAMES, &name)
                .map_or(name, |label| label.translated().to_owned())
        }
    }
}

const SHARED_TERMS: WordList = &[
    ("deals", Text("games")),
    ("yes", Text("yes")),
    ("no", Text("no")),
    ("lowest", Text("The shortest game")),
    ("median", Text("A median game")),
    ("highest", Text("The longest game")),
    ("ranked", Text("# move|# moves")),
    ("upset", Text("A win of the player who wins less often")),
    ("winner", Text("player #")),
    ("plies", Text("moves")),
    ("plies_played", Text("moves played")),
    ("repetition", Text("with a repeated position")),
    ("win", Text("win")),
    ("lose", Text("lose")),
];

/// Describes how two players play, such as "both play at random".
pub fn pairing_text(Pairing([player1, player2]): Pairing) -> String {
    let style = |player: PlayerSpec| match player {
        PlayerSpec::Random => tr!("at random"),
        PlayerSpec::Perfect => tr!("perfectly"),
        _ => player.to_string(),
    };
    let style1 = style(player1);
    if player1 == player2 {
        return tr!("both play {style1}", style1);
    }
    let style2 = style(player2);
    tr!("player 1 plays {style1}, player 2 {style2}", style1, style2)
}

/// The players without a parameter.
pub const PLAYER_NAMES: WordList = &[
    ("human", Text("human")),
    ("random", Text("random")),
    ("perfect", Text("perfect")),
    ("handout", Text("handout @player")),
];

/// The refusal of the player `handout` by a game without a computer player in its handout.
pub const NO_HANDOUT_PLAYER: Text =
    Text("the player handout plays only Nim, with the takes 2 and 3");

pub fn result_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::Winner(player) => {
            let number = player.number();
            tr!("Player {number} wins the game.", number)
        }
        Outcome::Draw | Outcome::Remaining(_) => tr!("Draw"),
    }
}

pub fn game_over_text(winner: Option<Player>) -> String {
    match winner.map(Player::number) {
        Some(player) => tr!("The end: player {player} wins", player),
        None => tr!("The end: a draw"),
    }
}

/// Returns the sentence about the end of a game; `None` before its end.
pub fn ending_text<G: Game>(state: &G) -> Option<String> {
    match state.outcome()? {
        Outcome::Winner(player) => Some(game_over_text(Some(player))),
        Outcome::Draw => Some(game_over_text(None)),
        Outcome::Remaining(_) => None,
    }
}

pub fn with_ending_text<G: Game>(sentence: String, state: &G) -> String {
    match ending_text(state) {
        Some(end) => format!("{sentence}. {end}"),
        None => sentence,
    }
}

/// Lists the best moves in a sentence, for a hint. At least one move is given.
pub fn best_moves_text(moves: &[impl ToString]) -> String {
    let list = join_list(moves, &tr!("or"));
    match moves {
        [_] => tr!("Best move: {list}.", list),
        _ => tr!("Best moves: {list}.", list),
    }
}
