//! The trait that a two-player game implements in addition to [`TwoPlayerGame`], and the settings that these games
//! share, with their messages. The dialogue, the commands and the figures are derived from the trait.

use crate::saved_game::{RecordedGame, SavedSettings};
use crate::setting::OptionSpec;
use crate::verb::{CommandOutput, ParsedArgs};
use crate::{OUTCOME, TopicGlossary};
use pioche_report::lang::glossary::WordList;
use pioche_report::lang::help::{CommandExample, HelpSection};
use pioche_report::lang::{
    Lang, Noun, Problem, Sentence, Text, either, glossary, join_list, problem, sentence,
};
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
    fn state_text(&self, _lang: Lang) -> String {
        self.to_string()
    }

    /// Describes a move and its effect, without a full stop, for `show --explain` and films.
    fn move_explanation(step: &Step<Self>) -> Sentence;

    /// Returns what the handout's program prints of a game, with the answers to its questions; nothing for a game without
    /// a handout, whose `show` has no `--style`.
    fn handout_session(_course: &Course<Self>) -> String {
        String::new()
    }

    /// Returns the last sentence of a game.
    fn result_text(&self, outcome: Outcome) -> Sentence {
        result_text(outcome)
    }

    /// Returns the reason why a start cannot be solved.
    fn solve_error_text(_error: &Self::SolveError) -> Sentence {
        sentence!(
            "le jeu est trop grand pour être résolu",
            "the game is too large to be solved"
        )
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
    label: Text::new("coups par partie", "moves in a game"),
    heading: Text::new("coups", "moves"),
    direction: CountDirection::MoreThan,
    curve_label: Text::new(
        "Parties encore en cours après n coups",
        "Games still running after n moves",
    ),
    number_label: Text::new("n, coups", "n, moves"),
    ..Statistic::NEW
};

/// Names an outcome as a quantity.
pub fn outcome_phrase(_: &Summary, name: &str, lang: Lang) -> String {
    let phrase = match name {
        "player1" => Text::new("victoires du joueur 1", "player 1 wins"),
        "player2" => Text::new("victoires du joueur 2", "player 2 wins"),
        "draw" => Text::new("parties nulles", "draws"),
        "endless" => Text::new("parties infinies", "endless games"),
        _ => Text::new("parties indécises", "unresolved games"),
    };
    phrase.in_lang(lang).to_owned()
}

/// States the share of an outcome.
pub fn outcome_clause(_: &Summary, row: &Row, value: &ValueWords, lang: Lang) -> String {
    let outcome = row.field(OUTCOME.key()).map(ToString::to_string);
    let games = &value.games;
    let player = match outcome.as_deref() {
        Some("player1") => 1,
        Some("player2") => 2,
        outcome => {
            let singular = match outcome {
                Some("draw") => Text::new("est nulle", "is a draw"),
                Some("endless") => Text::new("est infinie", "is endless"),
                _ => Text::new("est indécise", "is unresolved"),
            };
            let plural = match outcome {
                Some("draw") => Text::new("sont nulles", "are draws"),
                Some("endless") => Text::new("sont infinies", "are endless"),
                _ => Text::new("sont indécises", "are unresolved"),
            };
            return format!("{games} {}", value.verb(lang, singular, plural));
        }
    };
    let wins = value.negated(lang, Text::new("gagne", "wins").in_lang(lang));
    either!(
        lang,
        "le joueur {player} {wins} {games}",
        "player {player} {wins} {games}"
    )
}

pub const PLAYERS: OptionSpec = OptionSpec::new(
    &duel::PLAYERS,
    Text::new("joueurs", "players"),
    "P,P",
)
.phrase(pairing_title)
.help(
    "Les joueurs, le joueur 1 en premier : random (hasard), perfect (parfait), minimax:d (d \
     coups d'avance) ou, au Nim, handout (sujet)",
    "The players, player 1 first: random, perfect, minimax:d (d moves ahead) or, at Nim, handout",
)
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
        "Les joueurs, le joueur 1 en premier : human (humain), random (hasard), perfect (parfait), \
         minimax:d (d coups d'avance) ou, au Nim, handout (sujet)",
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

const MOVE_AT_MOST: Noun = Noun::new(
    ["coup au plus", "coups au plus"],
    ["move at most", "moves at most"],
);

pub const MAX_PLIES: OptionSpec = OptionSpec::count(&duel::MAX_PLIES, MOVE_AT_MOST, "N")
    .help(
        "Arrête une partie après N coups et la compte comme indécise",
        "Stop a game after N moves and count it as unresolved",
    )
    .group(HelpSection::Workload);

/// Parses two players. `human` is the beginning of the list of players in the error message.
fn parse_players(text: &str, human: &str) -> Result<FieldValue, Problem> {
    if let Ok(pairing) = text.parse::<Pairing>() {
        return Ok(pairing.field_value());
    }
    let max_depth = Minimax::MAX_DEPTH;
    Err(problem!(
        "« {text} » n'est pas une paire de joueurs comme random,perfect ({human}random, perfect, \
         minimax:d, handout, d de 1 à {max_depth})",
        "“{text}” is not a pair of players such as random,perfect ({human}random, perfect, \
         minimax:d, handout, d from 1 to {max_depth})"
    ))
}

fn pairing_title(lang: Lang, players: &FieldValue) -> String {
    let against = Text::new(" contre ", " against ").in_lang(lang);
    let Some(Pairing(players)) = Pairing::from_value(players) else {
        return players.to_string();
    };
    players
        .map(|player| player_name(lang, player))
        .join(against)
}

fn player_name(lang: Lang, player: PlayerSpec) -> String {
    match player {
        PlayerSpec::Minimax(NonZeroU32::MIN) => {
            either!(lang, "minimax à 1 coup d'avance", "minimax 1 move ahead")
        }
        PlayerSpec::Minimax(depth) => either!(
            lang,
            "minimax à {depth} coups d'avance",
            "minimax {depth} moves ahead"
        ),
        _ => {
            let name = player.to_string();
            glossary::lookup(PLAYER_NAMES, &name)
                .map_or(name, |label| label.in_lang(lang).to_owned())
        }
    }
}

const SHARED_TERMS: WordList = &[
    ("deals", Text::new("parties", "games")),
    ("yes", Text::new("oui", "yes")),
    ("no", Text::new("non", "no")),
    (
        "lowest",
        Text::new("La plus courte partie", "The shortest game"),
    ),
    ("median", Text::new("Une partie médiane", "A median game")),
    (
        "highest",
        Text::new("La plus longue partie", "The longest game"),
    ),
    ("ranked", Text::new("# coup|# coups", "# move|# moves")),
    (
        "upset",
        Text::new(
            "Une victoire du joueur qui gagne le moins souvent",
            "A win of the player who wins less often",
        ),
    ),
    ("winner", Text::new("joueur #", "player #")),
    ("plies", Text::new("coups", "moves")),
    ("plies_played", Text::new("coups joués", "moves played")),
    (
        "repetition",
        Text::new("avec répétition de position", "with a repeated position"),
    ),
    ("win", Text::new("gagné", "win")),
    ("lose", Text::new("perdu", "lose")),
];

/// Describes how two players play, such as "both play at random".
pub fn pairing_text(lang: Lang, Pairing([player1, player2]): Pairing) -> String {
    let style = |player: PlayerSpec| match player {
        PlayerSpec::Random => either!(lang, "au hasard", "at random"),
        PlayerSpec::Perfect => either!(lang, "au mieux", "perfectly"),
        _ => player.to_string(),
    };
    let style1 = style(player1);
    if player1 == player2 {
        return either!(
            lang,
            "les deux joueurs jouent {style1}",
            "both play {style1}"
        );
    }
    let style2 = style(player2);
    either!(
        lang,
        "le joueur 1 joue {style1}, le joueur 2 {style2}",
        "player 1 plays {style1}, player 2 {style2}"
    )
}

/// The players without a parameter.
pub const PLAYER_NAMES: WordList = &[
    ("human", Text::new("humain", "human")),
    ("random", Text::new("hasard", "random")),
    ("perfect", Text::new("parfait", "perfect")),
    ("handout", Text::new("ordinateur du sujet", "handout")),
];

/// The refusal of the player `handout` by a game without a computer player in its handout.
pub const NO_HANDOUT_PLAYER: Text = Text::new(
    "le joueur handout ne joue qu'au Nim, avec les prises 2 et 3",
    "the player handout plays only Nim, with the takes 2 and 3",
);

pub fn result_text(outcome: Outcome) -> Sentence {
    match outcome {
        Outcome::Winner(player) => {
            let number = player.number();
            sentence!(
                "La partie est remportée par le joueur {number}.",
                "Player {number} wins the game."
            )
        }
        Outcome::Draw | Outcome::Remaining(_) => sentence!("Partie nulle", "Draw"),
    }
}

pub fn game_over_text(winner: Option<Player>) -> Sentence {
    match winner.map(Player::number) {
        Some(player) => sentence!(
            "Fin : le joueur {player} gagne",
            "The end: player {player} wins"
        ),
        None => sentence!("Fin : partie nulle", "The end: a draw"),
    }
}

/// Returns the sentence about the end of a game; `None` before its end.
pub fn ending_text<G: Game>(state: &G) -> Option<Sentence> {
    match state.outcome()? {
        Outcome::Winner(player) => Some(game_over_text(Some(player))),
        Outcome::Draw => Some(game_over_text(None)),
        Outcome::Remaining(_) => None,
    }
}

pub fn with_ending_text<G: Game>(sentence: Sentence, state: &G) -> Sentence {
    match ending_text(state) {
        Some(end) => Sentence::from_fn(|lang: Lang| {
            format!("{}. {}", sentence.in_lang(lang), end.in_lang(lang))
        }),
        None => sentence,
    }
}

/// Lists the best moves in a sentence, for a hint. At least one move is given.
pub fn best_moves_text(moves: &[impl ToString]) -> Sentence {
    let fr = join_list(moves, "ou");
    let en = join_list(moves, "or");
    match moves {
        [_] => sentence!("Meilleur coup : {fr}.", "Best move: {en}."),
        _ => sentence!("Meilleurs coups : {fr}.", "Best moves: {en}."),
    }
}
