//! Two-player games: what a game adds to its rules to be a topic, and what all of them share.

use crate::play::{Dialogue, PlayFn, StreamError, play};
use crate::prelude::*;
use crate::{DRAW, OUTCOMES, PLAYER1, PLAYER2, UNRESOLVED};
use pioche_engine::experiments::duel::{self, Match, Pairing, TwoPlayerGame};
use pioche_engine::players::{BoxedStrategy, Minimax, PlayerSpecError};
use pioche_report::lang::glossary::{WordList, lookup};
use std::num::NonZeroU32;

/// A two-player game in words.
pub trait Duel: Playable + TwoPlayerGame {
    /// The title of charts and of the chapter.
    const TITLE: Text;
    /// The settings of a start, in the order of the help. The first one is the size, the x axis of charts.
    const SETTINGS: &'static [Words];
    /// The options of `solve`.
    const SOLVE_SETTINGS: &'static [&'static [Words]] = &[Self::SETTINGS];
    /// The sentence that describes `simulate` in the help.
    const SIMULATE_ABOUT: Text;
    /// The sentence that describes `show` in the help.
    const SHOW_ABOUT: Text;
    /// The sentence that describes `solve` in the help.
    const SOLVE_ABOUT: Text;
    /// The sentence that describes `play` in the help.
    const PLAY_ABOUT: Text;
    /// The help of the file argument of `show` and `play`, a list of moves.
    const FILE_HELP: Text;
    /// The question for the size when `play` has no options.
    const SIZE_QUESTION: Text;

    /// Changes the picture of a question about the game.
    fn adjust_picture(_question: &Question<'_>, _picture: &mut Chart) {}

    /// Answers `solve`.
    fn solve(args: &ParsedArgs<'_>) -> Result<Answer, Problem>;

    /// Returns the reason why a start cannot be solved.
    fn unsolved_text(_error: &Self::SolveError) -> String {
        tr!("the game is too large to be solved")
    }

    /// Returns the error message after an impossible size.
    fn size_refusal() -> String;
}

/// Creates the topic of a two-player game.
pub(crate) const fn topic<G: Duel>() -> Topic {
    let file = FileArg {
        help: G::FILE_HELP,
        required: false,
    };
    Topic {
        name: G::TOPIC,
        alias: None,
        title: G::TITLE,
        question: FindingWords {
            main_row: |_| "player1".to_owned(),
            clause: outcome_clause,
            row_phrase: outcome_phrase,
            statistics: &[PLIES],
            handout: &[],
        },
        notes: |_| {
            let note = G::DEFAULT_MAX_PLIES.map(|_| REPETITION_NOTE.to_string());
            note.into_iter().collect()
        },
        adjust_picture: G::adjust_picture,
        simulate: Verb::new(
            G::SIMULATE_ABOUT,
            const { &[G::SETTINGS, &[PLAYERS], max_plies::<G>()] },
            (|settings| Ok(G::boxed_experiment(new_match(settings)?))) as ExperimentFn,
        )
        .with_lists(),
        rows: OUTCOMES
            .setting(
                const {
                    &Column::OUTCOME.accepting(Accepted::Words(&[
                        "player1",
                        "player2",
                        "draw",
                        "unresolved",
                    ]))
                },
            )
            .labels(&[PLAYER1, PLAYER2, DRAW, UNRESOLVED])
            .list("player1,draw"),
        statistic: Some(
            statistic_words(const { &STATISTIC.accepting(Accepted::Words(&["plies"])) })
                .labels(&[PLIES.label]),
        ),
        starts: single_start,
        show: Some(
            Verb::new(
                G::SHOW_ABOUT,
                const { &[G::SETTINGS, &[PLAYERS], max_plies::<G>(), &[EXPLAIN, STYLE]] },
                show::<G> as AnswerFn,
            )
            .with_deal(DealArg::Given, file)
            .with_conflicts(&[("file", &[duel::PLAYERS.key, "seed", "deal"])]),
        ),
        solve: Some(
            Verb::new(G::SOLVE_ABOUT, G::SOLVE_SETTINGS, G::solve as AnswerFn).with_lists(),
        ),
        play: Some(
            Verb::new(
                G::PLAY_ABOUT,
                const { &[G::SETTINGS, &[PLAYERS_OR_HUMAN]] },
                play::<G> as PlayFn,
            )
            .with_deal(DealArg::Drawn, file)
            .with_conflicts(&[("file", &["seed", "deal"])]),
        ),
        extra_verbs: &[],
    }
}

/// Returns the limit of moves as an option, if a position can come back.
const fn max_plies<G: Duel>() -> &'static [Words] {
    if G::DEFAULT_MAX_PLIES.is_some() {
        &[MAX_PLIES]
    } else {
        &[]
    }
}

impl<G: Duel> Start for G {
    const NAME: &'static str = G::TOPIC;
    const SAVED_SETTINGS: &'static [&'static Setting] = G::START_SETTINGS;
    const IS_TWO_PLAYER: bool = true;

    fn saved_settings(&self) -> Vec<Field> {
        self.start_settings()
    }

    fn from_saved_settings(settings: &[Field]) -> Result<Self, InvalidSetting> {
        Self::from_settings(settings)
    }

    fn new_game(args: &ParsedArgs<'_>) -> Result<SavedGame<Self>, Problem> {
        let Pairing(players) = args.get(&PLAYERS_OR_HUMAN)?;
        Ok(SavedGame {
            players,
            origin: args.origin(),
            ..SavedGame::new(Self::from_settings(&args.settings)?)
        })
    }

    /// Asks for the number of players, the first player and the size. The computer player is perfect, and other settings
    /// have their defaults.
    #[doc(alias = "mode_jeu")]
    #[doc(alias = "preparer")]
    fn ask_settings(
        game: &mut SavedGame<Self>,
        dialogue: &mut Dialogue<'_>,
    ) -> Result<bool, StreamError> {
        dialogue.print(Text("Two players, or you against the computer?"))?;
        let Some(players) = ask_players(dialogue)? else {
            return Ok(false);
        };
        let is_playable = |start: &G| {
            !players.contains(&PlayerSpec::Perfect)
                || start.check_player(PlayerSpec::Perfect).is_ok()
        };
        let start = dialogue.ask_until_valid(G::SIZE_QUESTION, G::size_refusal, |text| {
            start_with_size::<G>(text).filter(is_playable)
        })?;
        let Some(start) = start else {
            return Ok(false);
        };
        game.players = players;
        game.course = Course::new(start);
        Ok(true)
    }

    fn repeated_state_index(course: &Course<Self>) -> Option<usize> {
        G::DEFAULT_MAX_PLIES.and_then(|_| course.first_index_of_last_state())
    }

    fn check_player(&self, player: PlayerSpec) -> Result<(), Problem> {
        player
            .check_strategy(self, MemoryLimit::default())
            .map_err(player_problem::<G>)
    }

    fn computer_player(&self, player: PlayerSpec) -> Result<BoxedStrategy<Self>, Problem> {
        self.new_strategy(player, MemoryLimit::default())
            .map_err(player_problem::<G>)
    }
}

/// Shows the game in the file or, without a file, the game `--deal` of a simulation, move by move.
fn show<G: Duel>(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let course = match &args.file {
        Some(file) => SavedGame::read(file, args)?.course,
        None => new_match::<G>(&args.settings)?.course(Seed(args.seed), args.deal),
    };
    Ok(Replay::new(course, args).answer(args))
}

/// Returns the match with the options of a command; an error for a human player or an unsolvable start.
fn new_match<G: Duel>(settings: &[Field]) -> Result<Match<G>, Problem> {
    let start: G = TwoPlayerGame::from_settings(settings)?;
    let max_plies = match G::DEFAULT_MAX_PLIES {
        Some(_) => Some(duel::MAX_PLIES.read(settings)?),
        None => None,
    };
    let players = duel::PLAYERS.read(settings)?;
    Match::new(start, players, max_plies, MemoryLimit::default())
        .map_err(|error| Problem::for_argument("--players", player_problem::<G>(error)))
}

fn player_problem<G: Duel>(error: PlayerSpecError<G::SolveError>) -> Problem {
    match error {
        PlayerSpecError::HumanNotAllowed => problem!("a simulation cannot have a human player"),
        PlayerSpecError::NoHandoutPlayer => {
            problem!("the player handout plays only Nim, with the takes 2 and 3")
        }
        PlayerSpecError::Unsolved(error) => {
            Problem::from(G::unsolved_text(&error)).caused_by(error)
        }
    }
}

/// Asks for the number of players and, if it is one, for the first player.
fn ask_players(dialogue: &mut Dialogue<'_>) -> Result<Option<[PlayerSpec; 2]>, StreamError> {
    let people = dialogue.ask_until_valid(
        Text("For two players, type 2; to play alone, type 1: "),
        || tr!("Type 1 or 2."),
        |text| ["1", "2"].iter().position(|answer| *answer == text),
    )?;
    if people != Some(0) {
        return Ok(people.map(|_| [PlayerSpec::Human; 2]));
    }
    let begins = dialogue.ask_until_valid(
        Text("Do you want to begin (y/n)? "),
        || tr!("Type y (yes) or n (no)."),
        |text| match fold_case_and_accents(text).as_str() {
            "n" | "non" | "no" => Some(false),
            "o" | "oui" | "y" | "yes" => Some(true),
            _ => None,
        },
    )?;
    Ok(begins.map(|begins| {
        if begins {
            [PlayerSpec::Human, PlayerSpec::Perfect]
        } else {
            [PlayerSpec::Perfect, PlayerSpec::Human]
        }
    }))
}

/// Returns the start with this size, or the default size for an empty text, and the defaults of other settings.
pub(crate) fn start_with_size<G: Duel>(size_text: &str) -> Option<G> {
    let mut settings = Vec::new();
    if !size_text.is_empty() {
        settings.push(G::SETTINGS[0].setting.parse(size_text).ok()?);
    }
    TwoPlayerGame::from_settings(&settings).ok()
}

/// The option `--players` of simulations.
pub const PLAYERS: Words = Words::new(
    &duel::PLAYERS,
    "P,P",
    Text("players"),
    Text(
        "The players, player 1 first: random, perfect, minimax:d (d moves ahead) or, at Nim, handout",
    ),
)
.phrase(pairing_phrase)
.completions(&[
    "random,random",
    "perfect,random",
    "perfect,minimax:1",
    "perfect,perfect",
])
.parse(|text| parse_players(text, ""));

/// The option `--players` of interactive games, which accepts `human`.
pub const PLAYERS_OR_HUMAN: Words = PLAYERS
    .help(Text(
        "The players, player 1 first: human, random, perfect, minimax:d (d moves ahead) or, at Nim, handout",
    ))
    .setting(&duel::PLAYERS.with_default("human,human"))
    .completions(&[
        "human,human",
        "human,perfect",
        "perfect,human",
        "human,minimax:3",
        "human,random",
    ])
    .parse(|text| parse_players(text, "human, "));

/// Parses two players. `human` is the beginning of the list of players in the error message.
fn parse_players(text: &str, human: &str) -> Result<FieldValue, Problem> {
    if let Ok(pairing) = text.parse::<Pairing>() {
        return Ok(pairing.field_value());
    }
    let max_depth = Minimax::MAX_DEPTH;
    Err(problem!(
        "“{text}” is not a pair of players such as random,perfect ({human}random, perfect, minimax:d, handout, d from 1 to {max_depth})",
        text,
        human,
        max_depth
    ))
}

fn pairing_phrase(players: &FieldValue) -> String {
    let Some(Pairing(players)) = Pairing::from_value(players) else {
        return players.to_string();
    };
    let [first, second] = players.map(|player| match player {
        PlayerSpec::Minimax(NonZeroU32::MIN) => tr!("minimax 1 move ahead"),
        PlayerSpec::Minimax(depth) => tr!("minimax {depth} moves ahead", depth),
        _ => player_name(player),
    });
    tr!("{first} against {second}", first, second)
}

/// The players without a parameter.
const PLAYER_NAMES: WordList = &[
    ("human", Text("human")),
    ("random", Text("random")),
    ("perfect", Text("perfect")),
    ("handout", Text("handout @player")),
];

fn player_name(player: PlayerSpec) -> String {
    let name = player.to_string();
    lookup(PLAYER_NAMES, &name).map_or(name, String::from)
}

/// Returns the player to move in a session, with its kind unless it is a person.
pub(crate) fn player_text(player: Player, kind: PlayerSpec) -> String {
    let number = player.number();
    if kind == PlayerSpec::Human {
        return tr!("Player {number}", number);
    }
    tr!("Player {number} ({name})", number, name = player_name(kind))
}

const MAX_PLIES: Words = Words::new(
    &duel::MAX_PLIES,
    "N",
    Text("move at most|moves at most"),
    Text("Stop a game after N moves and count it as unresolved"),
);

/// The number of moves of a game.
const PLIES: Statistic = Statistic {
    name: "plies",
    columns: &["plies"],
    label: Text("moves in a game"),
    heading: Text("moves"),
    direction: CountDirection::MoreThan,
    curve_label: Text("Games still running after n moves"),
    number_label: Text("n, moves"),
    ..Statistic::NEW
};

const REPETITION_NOTE: Text = Text(
    "If a position repeats, the game continues, since a random player can leave the loop; it counts under its outcome and in the column “with a repeated position”. “Unresolved”: the game exceeded the maximum number of moves.",
);

/// Names an outcome as a quantity.
pub(crate) fn outcome_phrase(_: &Summary, name: &str) -> String {
    let phrase = match name {
        "player1" => Text("player 1 wins"),
        "player2" => Text("player 2 wins"),
        "draw" => Text("draws"),
        "endless" => Text("endless games"),
        _ => Text("unresolved games"),
    };
    phrase.to_string()
}

/// States the share of an outcome.
pub(crate) fn outcome_clause(_: &Summary, row: &Row, value: &ValueWords) -> String {
    let outcome = row.field(Column::OUTCOME.key).map(ToString::to_string);
    let games = &value.games;
    let player = match outcome.as_deref() {
        Some("player1") => 1,
        Some("player2") => 2,
        Some("draw") => {
            return format!(
                "{games} {}",
                value.verb(Text("is a draw"), Text("are draws"))
            );
        }
        Some("endless") => {
            return format!(
                "{games} {}",
                value.verb(Text("is endless"), Text("are endless"))
            );
        }
        _ => {
            return format!(
                "{games} {}",
                value.verb(Text("is unresolved"), Text("are unresolved"))
            );
        }
    };
    let wins = value.negated(Text("wins").translated());
    tr!("player {player} {wins} {games}", player, wins, games)
}

/// Returns the end of a game with this winner.
pub(crate) fn game_over_text(winner: Option<Player>) -> String {
    match winner.map(Player::number) {
        Some(player) => tr!("The end: player {player} wins", player),
        None => tr!("The end: a draw"),
    }
}

/// Returns the status of a game in a film: its end, else the last move, else the player to move.
pub(crate) fn status_text<G: Playable>(state: &G, last_step: Option<&Step<G>>) -> String {
    let turn = || tr!("Player {player} to move", player = state.to_play().number());
    state
        .ending()
        .or_else(|| last_step.map(G::explanation))
        .unwrap_or_else(turn)
}

/// Lists the best moves in a sentence, for a hint. At least one move is given.
pub(crate) fn best_moves_text(moves: &[impl ToString]) -> String {
    let list = join_list(moves, &tr!("or"));
    match moves {
        [_] => tr!("Best move: {list}.", list),
        _ => tr!("Best moves: {list}.", list),
    }
}
