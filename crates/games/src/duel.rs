//! Two-player games: what a game adds to its rules to be a topic, and what all of them share.

use crate::OUTCOMES;
use crate::play::{Dialogue, PlayFn, StreamError, play};
use crate::prelude::*;
use crate::saved_game::MOVES_FILE;
use pioche_engine::experiments::duel::{self, Match, Pairing, TwoPlayerGame};
use pioche_engine::players::{BoxedStrategy, Minimax, PlayerSpecError};

/// A two-player game in words.
pub trait Duel: Playable + TwoPlayerGame {
    /// The title of charts and of the chapter.
    const TITLE: Text;
    /// The settings of a start, in the order of the help. The first one is the size, the x axis of charts.
    const SETTINGS: &'static [Words];
    /// The options of `solve`.
    const SOLVE_SETTINGS: &'static [&'static [Words]] = &[Self::SETTINGS];
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
}

/// Creates the topic of a two-player game.
pub(crate) const fn topic<G: Duel>() -> Topic {
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
            Text("Who wins, and how often"),
            const { &[G::SETTINGS, &[PLAYERS], max_plies::<G>()] },
            (|settings| Ok(G::boxed_experiment(new_match(settings)?))) as ExperimentFn,
        )
        .with_lists(),
        rows: OUTCOMES.list("player1,draw"),
        starts: single_start,
        show: Some(
            Verb::new(
                Text("A recorded game, or a simulated one, move by move"),
                const { &[G::SETTINGS, &[PLAYERS], max_plies::<G>(), &[EXPLAIN, STYLE]] },
                show::<G> as AnswerFn,
            )
            .with_deal(DealArg::Given, MOVES_FILE)
            .with_conflicts(&[("file", &[duel::PLAYERS.key, "seed", "deal"])]),
        ),
        solve: Some(
            Verb::new(
                Text("Who wins with best play, and by which moves"),
                G::SOLVE_SETTINGS,
                G::solve as AnswerFn,
            )
            .with_lists(),
        ),
        play: Some(
            Verb::new(
                Text(
                    "For two players, or against the computer; without options, the game asks for the settings",
                ),
                const { &[G::SETTINGS, &[PLAYERS_OR_HUMAN]] },
                play::<G> as PlayFn,
            )
            .with_deal(DealArg::Drawn, MOVES_FILE)
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
        // The computer plays perfectly, which it can on small boards.
        let parse_start = |text: &str| {
            let mut settings = Vec::new();
            if !text.is_empty() {
                let size = G::SETTINGS[0];
                settings.push(size.setting.field(size.parse_value(text)?));
            }
            let start = Self::from_settings(&settings)?;
            if players.contains(&PlayerSpec::Perfect) {
                start.check_player(PlayerSpec::Perfect)?;
            }
            Ok(start)
        };
        let Some(start) = dialogue.ask_until_valid(G::SIZE_QUESTION, parse_start)? else {
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
        player
            .build_strategy(self, MemoryLimit::default())
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
    let is_alone = dialogue.ask_until_valid(
        Text("For two players, type 2; to play alone, type 1: "),
        |text| match text {
            "1" => Ok(true),
            "2" => Ok(false),
            _ => Err(problem!("Type 1 or 2.")),
        },
    )?;
    if is_alone != Some(true) {
        return Ok(is_alone.map(|_| [PlayerSpec::Human; 2]));
    }
    dialogue.ask_until_valid(Text("Do you want to begin (y/n)? "), |text| {
        match fold_case_and_accents(text).as_str() {
            "n" | "non" | "no" => Ok([PlayerSpec::Perfect, PlayerSpec::Human]),
            "o" | "oui" | "y" | "yes" => Ok([PlayerSpec::Human, PlayerSpec::Perfect]),
            _ => Err(problem!("Type y (yes) or n (no).")),
        }
    })
}

/// The option `--players` of simulations.
pub const PLAYERS: Words = Words::new(
    &duel::PLAYERS,
    "P,P",
    Text("players"),
    Text(
        "The players, player 1 first: random, perfect, minimax:d (d moves ahead), at Nim handout, or, in play, human",
    ),
)
.phrase(pairing_phrase)
.parse(parse_players);

/// The option `--players` of interactive games.
pub const PLAYERS_OR_HUMAN: Words = PLAYERS.setting(&duel::PLAYERS.with_default("human,human"));

fn parse_players(text: &str) -> Result<FieldValue, Problem> {
    let max_depth = Minimax::MAX_DEPTH;
    let pairing = text.parse::<Pairing>().map_err(|error| {
        problem!(
            "“{text}” is not a pair of players such as random,perfect (random, perfect, minimax:d, handout; in play human, too; d from 1 to {max_depth})",
            text,
            max_depth
        )
        .caused_by(error)
    })?;
    Ok(pairing.field_value())
}

fn pairing_phrase(players: &FieldValue) -> String {
    let Some(Pairing(players)) = Pairing::from_value(players) else {
        return players.to_string();
    };
    let [first, second] = players.map(player_name);
    tr!("{first} against {second}", first, second)
}

fn player_name(player: PlayerSpec) -> String {
    match player {
        PlayerSpec::Human => tr!("human"),
        PlayerSpec::Random => tr!("random"),
        PlayerSpec::Perfect => tr!("perfect"),
        PlayerSpec::Handout => Text("handout @player").to_string(),
        PlayerSpec::Minimax(depth) => {
            let moves = quantity(depth.get().into(), Text("move|moves"));
            tr!("minimax {moves} ahead", moves)
        }
    }
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
    let [singular, plural] = match outcome.as_deref() {
        Some("draw") => [Text("is a draw"), Text("are draws")],
        Some("endless") => [Text("is endless"), Text("are endless")],
        Some("unresolved") => [Text("is unresolved"), Text("are unresolved")],
        player => {
            let player = if player == Some("player1") { 1 } else { 2 };
            let wins = value.negated(Text("wins").translated());
            return tr!("player {player} {wins} {games}", player, wins, games);
        }
    };
    format!("{games} {}", value.verb(singular, plural))
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
