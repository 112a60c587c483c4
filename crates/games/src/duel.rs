//! Two-player games: what a game adds to its rules to be a topic, and what all of them share.

use crate::play::{Dialogue, Play, StreamError, resume};
use crate::prelude::*;
use crate::{DRAW, OUTCOMES, PLAYER1, PLAYER2, UNRESOLVED};
use pioche_engine::experiments::duel::{self, Match, Pairing, TwoPlayerGame};
use pioche_engine::players::{BoxedStrategy, Minimax, PlayerSpecError};
use pioche_report::lang::glossary::{WordList, lookup};
use std::num::NonZeroU32;

/// A two-player game in words.
pub trait Duel: TwoPlayerGame<Move: Send> {
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
    /// The expected input in error messages (“x” is not …), such as `the number of a cell`.
    const MOVE_NAME: Text;
    /// The separator in the list of legal moves.
    const MOVE_SEPARATOR: &'static str = ", ";
    /// True if solving takes seconds or more: the session then announces the wait.
    const IS_SLOW_TO_SOLVE: bool = false;

    /// Changes the picture of a question about the game.
    fn adjust_picture(_question: &Question<'_>, _picture: &mut Chart) {}

    /// Answers `solve`.
    fn solve(args: &ParsedArgs<'_>) -> Result<Answer, Problem>;

    /// Returns the reason why a start cannot be solved.
    fn unsolved_text(_error: &Self::SolveError) -> String {
        tr!("the game is too large to be solved")
    }

    /// Returns the state in `show`.
    fn board(&self) -> String {
        self.to_string()
    }

    /// Describes a move and its effect, without a full stop, for `show --explain` and films.
    fn explanation(step: &Step<Self>) -> String;

    /// Returns the last sentence of a game.
    fn result(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Winner(player) => {
                tr!("Player {number} wins the game.", number = player.number())
            }
            Outcome::Draw | Outcome::Remaining(_) => tr!("Draw"),
        }
    }

    /// Returns what the handout's program prints of a game, with the answers to its questions.
    fn handout_session(course: &Course<Self>) -> String;

    /// Returns the width and the height of the pictures of a game, in points.
    fn picture_size(course: &Course<Self>) -> (f64, f64);

    /// Draws a state of a game.
    fn picture(course: &Course<Self>, state: usize) -> Vec<Shape>;

    /// Returns the reason why the rules refuse a move, as a sentence.
    fn refusal_message(refusal: &Self::Refusal) -> String;

    /// Returns the error message after an impossible size.
    fn size_refusal() -> String;

    /// Returns the first line of a session, about the start.
    fn greeting(&self) -> String;

    /// Returns the board in lines of `columns`, which is printed before each move and at the end.
    fn board_lines(session: &Session<Self>, columns: usize) -> String;

    /// Returns the lines between board and question; `None` for no lines.
    fn turn_text(&self, player: PlayerSpec) -> Option<String> {
        (player != PlayerSpec::Human).then(|| player_text(self.to_play(), player))
    }

    /// Returns the question for a move.
    fn question(&self) -> String;

    /// Returns the line after a move in a session; `None` for no line.
    fn move_text(step: &Step<Self>, _player: PlayerSpec) -> Option<String> {
        Some(<Self as Duel>::explanation(step) + ".")
    }

    /// Returns advice for the player to move; if `None`, the legal moves are listed.
    fn hint(&self) -> Option<String>;

    /// Returns the rules, in lines of at most 80 columns.
    fn rules_text(&self) -> String;
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
                Play {
                    questions: Some(ask_start_settings::<G>),
                    saved_game: |args| match &args.file {
                        Some(file) => {
                            Ok(read_saved_game::<G>(file, args, || new_game::<G>(args))?.0)
                        }
                        None => new_game::<G>(args),
                    },
                    resume: resume::<G>,
                },
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

impl<G: Duel> Playable for G {
    const NAME: &'static str = G::TOPIC;
    const SAVED_SETTINGS: &'static [&'static Setting] = <G as TwoPlayerGame>::START_SETTINGS;
    const IS_TWO_PLAYER: bool = true;
    const IS_SLOW_TO_SOLVE: bool = <G as Duel>::IS_SLOW_TO_SOLVE;

    fn saved_settings(&self) -> Vec<Field> {
        TwoPlayerGame::start_settings(self)
    }

    fn from_saved_settings(settings: &[Field]) -> Result<Self, InvalidSetting> {
        TwoPlayerGame::from_settings(settings)
    }

    fn board(&self) -> String {
        Duel::board(self)
    }

    fn explanation(step: &Step<Self>) -> String {
        let explanation = <G as Duel>::explanation(step);
        match ending_text(&step.after) {
            Some(ending) => format!("{explanation}. {ending}"),
            None => explanation,
        }
    }

    fn result(&self, outcome: Outcome) -> String {
        Duel::result(self, outcome)
    }

    fn handout_session(course: &Course<Self>) -> String {
        <G as Duel>::handout_session(course)
    }

    fn film(course: Course<Self>) -> Film {
        Film {
            title: G::TITLE,
            size: G::picture_size(&course),
            state_count: course.moves().len() + 1,
            draw: Box::new(move |state| Picture::new(G::picture(&course, state), 480, 960)),
        }
    }

    fn refusal_message(&self, refusal: &Self::Refusal) -> String {
        <G as Duel>::refusal_message(refusal)
    }

    fn repeated_state_index(course: &Course<Self>) -> Option<usize> {
        G::DEFAULT_MAX_PLIES.and_then(|_| course.first_index_of_last_state())
    }

    fn check_player(&self, player: PlayerSpec, memory: MemoryLimit) -> Result<(), Problem> {
        player
            .check_strategy(self, memory)
            .map_err(player_problem::<G>)
    }

    fn computer_player(
        &self,
        player: PlayerSpec,
        memory: MemoryLimit,
    ) -> Result<BoxedStrategy<Self>, Problem> {
        self.new_strategy(player, memory)
            .map_err(player_problem::<G>)
    }

    fn greeting(session: &Session<Self>) -> String {
        Duel::greeting(session.course().start())
    }

    fn state_text(session: &Session<Self>, columns: usize) -> String {
        let mut text = G::board_lines(session, columns);
        let state = session.state();
        let turn = state.turn_text(session.player_spec(state.to_play()));
        if let Some(turn) = turn.filter(|_| session.end().is_none()) {
            if !text.is_empty() {
                text.push('\n');
            }
            text += &turn;
        }
        text
    }

    fn question(session: &Session<Self>, _: &[String]) -> String {
        Duel::question(session.state())
    }

    fn parse_answers(_: &Session<Self>, answers: &[String]) -> ParsedAnswer<Self> {
        let line = answers.last().map_or("", String::as_str);
        if let Some(mv) = parse_move::<G>(line) {
            return ParsedAnswer::Move(mv);
        }
        let text = safe_excerpt(line);
        ParsedAnswer::Invalid(if line.starts_with(char::is_alphabetic) {
            not_understood_text(&text)
        } else {
            tr!("“{text}” is not {expected}.", text, expected = G::MOVE_NAME)
        })
    }

    fn last_move_text(session: &Session<Self>) -> Option<String> {
        let step = session.course().last_step()?;
        let player = session.player_spec(step.before.to_play());
        G::move_text(&step, player)
    }

    fn legal_moves_text(session: &Session<Self>) -> String {
        let moves = session.state().legal_moves();
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        legal_moves_text(&moves.join(G::MOVE_SEPARATOR))
    }

    fn hint(session: &Session<Self>) -> String {
        Duel::hint(session.state()).unwrap_or_else(|| Self::legal_moves_text(session))
    }

    fn rules(session: &Session<Self>) -> String {
        session.state().rules_text()
    }

    fn conclusion(session: &Session<Self>, end: GameEnd) -> String {
        match end {
            GameEnd::Over(outcome) => Duel::result(session.state(), outcome),
            GameEnd::Endless { first, again } => {
                let [first, repeat] = [first, again].map(|moves| quantity(moves as u64, MOVE));
                tr!(
                    "Endless game: the position after {repeat} is the same as after {first}.\nNeither player wins.",
                    repeat,
                    first
                )
            }
        }
    }
}

/// Parses a move, legal or not. A number that is too large becomes `u32::MAX`.
fn parse_move<G: Duel>(line: &str) -> Option<G::Move> {
    let is_number = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
    let text = if is_number {
        line.parse().unwrap_or(u32::MAX).to_string()
    } else {
        line.to_owned()
    };
    text.parse()
        .ok()
        .filter(|mv: &G::Move| mv.to_string() == text)
}

/// Shows the game in the file or, without a file, the game `--deal` of a simulation, move by move.
fn show<G: Duel>(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let course = match &args.file {
        Some(file) => read_saved_game(file, args, || new_game::<G>(args))?.1,
        None => new_match::<G>(&args.settings)?.course(Seed(args.seed), args.deal),
    };
    Ok(Replay::new(course, args).answer(args))
}

/// Returns the game of the options before its first move.
fn new_game<G: Duel>(args: &ParsedArgs<'_>) -> Result<SavedGame, Problem> {
    let Pairing(players) = args.get(&PLAYERS_OR_HUMAN)?;
    let start: G = TwoPlayerGame::from_settings(&args.settings)?;
    Ok(SavedGame::new(&start, players))
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

/// Asks for the number of players, the first player and the size. The computer player is perfect, and other settings
/// have their defaults. Returns `None` when the player stops.
#[doc(alias = "mode_jeu")]
#[doc(alias = "preparer")]
pub(crate) fn ask_start_settings<G: Duel>(
    dialogue: &mut Dialogue<'_>,
) -> Result<Option<SavedGame>, StreamError> {
    dialogue.print(Text("Two players, or you against the computer?"))?;
    let Some(players) = ask_players(dialogue)? else {
        return Ok(None);
    };
    let is_playable = |start: &G| {
        !players.contains(&PlayerSpec::Perfect)
            || start
                .check_player(PlayerSpec::Perfect, MemoryLimit::default())
                .is_ok()
    };
    let start = dialogue.ask_until_valid(G::SIZE_QUESTION, G::size_refusal, |text| {
        start_with_size::<G>(text).filter(is_playable)
    })?;
    Ok(start.map(|start| SavedGame::new(&start, players)))
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

const MOVE: Text = Text("move|moves");

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

/// Returns the sentence about the end of a game; `None` before its end.
fn ending_text<G: Duel>(state: &G) -> Option<String> {
    match state.outcome()? {
        Outcome::Winner(player) => Some(game_over_text(Some(player))),
        Outcome::Draw | Outcome::Remaining(_) => Some(game_over_text(None)),
    }
}

/// Returns the end of a game with this winner, for films.
pub(crate) fn game_over_text(winner: Option<Player>) -> String {
    match winner.map(Player::number) {
        Some(player) => tr!("The end: player {player} wins", player),
        None => tr!("The end: a draw"),
    }
}

/// Returns the status of a game in a film: its end, else the last move, else the player to move.
pub(crate) fn status_text<G: Duel>(state: &G, last_step: Option<&Step<G>>) -> String {
    let turn = || tr!("Player {player} to move", player = state.to_play().number());
    ending_text(state)
        .or_else(|| last_step.map(<G as Duel>::explanation))
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
