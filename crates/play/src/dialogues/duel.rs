//! The dialogue of two-player games, and the questions before a game without options (handout 004): number of players,
//! first player, size.

use super::PlayVerb;
use crate::conversation::{
    DialogueCommand, GAME_STOPPED, legal_moves, not_understood, resume_game,
};
use crate::session::NO_COMPUTER_PLAYER;
use crate::{
    Dialogue, GameEnd, InputLine, ParsedAnswer, Playable, Session, SessionEnding, StopReason,
    StreamError,
};
use pioche_engine::experiments::TwoPlayerGame;
use pioche_engine::games::{MemoryLimit, Player, Step};
use pioche_engine::players::{BoxedStrategy, PlayerSpec, PlayerSpecError};
use pioche_report::lang::{
    Problem, Text, fold_case_and_accents, glossary, quantity, safe_excerpt, tr,
};
use pioche_topics::Topic;
use pioche_topics::duel::{NO_HANDOUT_PLAYER, PLAYER_NAMES, TwoPlayerTopic, new_game};
use pioche_topics::saved_game::{SavedGame, read_saved_game};
use pioche_topics::setting::OptionSpec;
use pioche_topics::verb::FileArg;

/// The dialogue of a two-player game.
pub trait TwoPlayerDialogue: TwoPlayerTopic {
    /// The options of `play`: the settings and [`PLAYERS_OR_HUMAN`].
    const PLAY_OPTIONS: &'static [OptionSpec];

    const PLAY_ABOUT: Text;

    /// The question for the size when `play` has no options.
    const SIZE_QUESTION: Text;

    /// Returns the error message after an impossible size.
    fn size_refusal() -> String;

    /// The expected input in error messages (“x” is not …), such as `the number of a cell`.
    const MOVE_NAME: Text;

    /// The separator in the list of legal moves.
    const MOVE_SEPARATOR: &'static str = ", ";

    /// True if solving takes seconds or more: the dialogue then announces the wait.
    const SLOW_TO_SOLVE: bool = false;

    /// Returns the rules for the command `rules` of the dialogue, in lines of at most 80 columns.
    fn rules_text(&self) -> String;

    /// Returns the sentence before the first move.
    fn greeting(&self) -> String;

    /// Returns the board in lines of `columns`, which is printed before each move and at the end.
    fn board_text(session: &Session<Self>, columns: usize) -> String;

    /// Returns the lines between board and question: by default the turn of a computer player, and `None` for a human.
    fn turn_text(&self, player_spec: PlayerSpec) -> Option<String> {
        (player_spec != PlayerSpec::Human).then(|| turn_text(self.to_play(), player_spec))
    }

    /// Returns the question for a move.
    fn prompt(&self) -> String;

    /// Returns the line after a move in the dialogue; `None` for no line.
    fn dialogue_move_text(step: &Step<Self>, player_spec: PlayerSpec) -> Option<String>;

    /// Returns advice for the player to move; if `None`, the dialogue lists the legal moves.
    fn hint(session: &Session<Self>) -> Option<String>;
}

/// Creates the command `play` of a two-player game.
pub const fn play_verb<G: TwoPlayerDialogue>(topic: &'static Topic) -> PlayVerb {
    PlayVerb {
        topic,
        about: G::PLAY_ABOUT,
        file: FileArg {
            help: G::FILE_HELP,
            required: false,
            conflicts_with: &["seed", "deal"],
        },
        options: G::PLAY_OPTIONS,
        accepts_deal: true,
        opening_questions: Some(ask_start_settings::<G>),
        start_record: |args| match &args.file {
            Some(file) => Ok(read_saved_game::<G>(file, args, || new_game::<G>(args))?.0),
            None => new_game::<G>(args),
        },
        resume: resume_game::<G>,
    }
}

impl<G: TwoPlayerDialogue> Playable for G {
    const IS_SLOW_TO_SOLVE: bool = G::SLOW_TO_SOLVE;

    fn check_player(&self, kind: PlayerSpec, memory: MemoryLimit) -> Result<(), Problem> {
        kind.check_strategy(self, memory).map_err(player_error::<G>)
    }

    fn computer_player(
        &self,
        kind: PlayerSpec,
        memory: MemoryLimit,
    ) -> Result<BoxedStrategy<Self>, Problem> {
        TwoPlayerGame::new_strategy(self, kind, memory).map_err(player_error::<G>)
    }

    fn greeting(session: &Session<Self>) -> String {
        TwoPlayerDialogue::greeting(session.course().start())
    }

    fn state_text(session: &Session<Self>, columns: usize) -> String {
        let mut text = G::board_text(session, columns);
        if session.end().is_some() {
            return text;
        }
        let state = session.state();
        if let Some(turn) = state.turn_text(session.player_spec(state.to_play())) {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&turn);
        }
        text
    }

    fn question(session: &Session<Self>, _: &[String]) -> String {
        session.state().prompt()
    }

    fn parse_answers(_: &Session<Self>, answers: &[String]) -> ParsedAnswer<Self> {
        let line = answers.last().map_or("", String::as_str);
        if let Some(mv) = parse_move::<G>(line) {
            return ParsedAnswer::Move(mv);
        }
        let text = safe_excerpt(line);
        ParsedAnswer::Invalid(if line.starts_with(char::is_alphabetic) {
            not_understood(&text)
        } else {
            invalid_input_text(&text, G::MOVE_NAME)
        })
    }

    fn last_move_text(session: &Session<Self>) -> Option<String> {
        let step = session.course().last_step()?;
        let player_spec = session.player_spec(step.before.to_play());
        G::dialogue_move_text(&step, player_spec)
    }

    fn legal_moves_message(session: &Session<Self>) -> String {
        let moves: Vec<String> = session
            .state()
            .legal_moves()
            .iter()
            .map(ToString::to_string)
            .collect();
        legal_moves(&moves.join(G::MOVE_SEPARATOR))
    }

    fn hint(session: &Session<Self>) -> String {
        <G as TwoPlayerDialogue>::hint(session)
            .unwrap_or_else(|| Self::legal_moves_message(session))
    }

    fn rules(session: &Session<Self>) -> String {
        session.state().rules_text()
    }

    fn conclusion(session: &Session<Self>, end: GameEnd) -> Vec<String> {
        vec![match end {
            GameEnd::Over(outcome) => session.state().result_text(outcome),
            GameEnd::Endless { first, again } => endless_game_text(first, again),
        }]
    }

    fn stop_text_and_ending(_: &Session<Self>, _: StopReason, _: usize) -> (String, SessionEnding) {
        (GAME_STOPPED.translated().to_owned(), SessionEnding::Left)
    }
}

/// Parses a move, legal or not. A number that is too large becomes `u32::MAX`.
fn parse_move<G: TwoPlayerDialogue>(line: &str) -> Option<G::Move> {
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

fn player_error<G: TwoPlayerTopic>(error: PlayerSpecError<G::SolveError>) -> Problem {
    match error {
        PlayerSpecError::HumanNotAllowed => NO_COMPUTER_PLAYER.into(),
        PlayerSpecError::NoHandoutPlayer => NO_HANDOUT_PLAYER.into(),
        PlayerSpecError::Unsolved(error) => Problem(G::solve_error_text(&error)),
    }
}

/// The first line of a dialogue that begins with questions about the settings.
const MODE_INTRODUCTION: Text = Text("Two players, or you against the computer?");
const PEOPLE_QUESTION: Text = Text("For two players, type 2; to play alone, type 1: ");
const NOT_1_OR_2: Text = Text("Type 1 or 2.");
const FIRST_PLAYER_QUESTION: Text = Text("Do you want to begin (y/n)? ");
const NOT_YES_OR_NO: Text = Text("Type y (yes) or n (no).");

/// Asks for the number of players, the first player and the size. The computer player is perfect, and other settings
/// have their defaults. Returns `None` when the player stops.
#[doc(alias = "mode_jeu")]
#[doc(alias = "preparer")]
pub fn ask_start_settings<G: TwoPlayerDialogue>(
    dialogue: &mut Dialogue<'_>,
) -> Result<Option<SavedGame>, StreamError> {
    dialogue.print_message(MODE_INTRODUCTION)?;
    let Some(players) = ask_players(dialogue)? else {
        return Ok(None);
    };
    let is_playable = |start: &G| {
        !players.contains(&PlayerSpec::Perfect)
            || start
                .check_player(PlayerSpec::Perfect, MemoryLimit::default())
                .is_ok()
    };
    let start = ask_until_valid(dialogue, G::SIZE_QUESTION, G::size_refusal, |text| {
        start_with_size::<G>(text).filter(is_playable)
    })?;
    Ok(start.map(|start| start.new_saved_game(players)))
}

/// Asks for the number of players and, if it is one, for the first player.
fn ask_players(dialogue: &mut Dialogue<'_>) -> Result<Option<[PlayerSpec; 2]>, StreamError> {
    let people_choice = ask_choice(dialogue, [PEOPLE_QUESTION, NOT_1_OR_2], [&["1"], &["2"]])?;
    if people_choice != Some(0) {
        return Ok(people_choice.map(|_| [PlayerSpec::Human; 2]));
    }
    let answers: [&[&str]; 2] = [&["n", "non", "no"], &["o", "oui", "y", "yes"]];
    let first_player_choice =
        ask_choice(dialogue, [FIRST_PLAYER_QUESTION, NOT_YES_OR_NO], answers)?;
    Ok(first_player_choice.map(|index| {
        let mut players = [PlayerSpec::Human; 2];
        players[index] = PlayerSpec::Perfect;
        players
    }))
}

/// Asks until the answer is one of the words, and returns the index of its list.
fn ask_choice(
    dialogue: &mut Dialogue<'_>,
    [question, refusal]: [Text; 2],
    answers: [&[&str]; 2],
) -> Result<Option<usize>, StreamError> {
    ask_until_valid(
        dialogue,
        question,
        || refusal.into(),
        |text| {
            let answer = fold_case_and_accents(text);
            answers
                .iter()
                .position(|words| words.contains(&answer.as_str()))
        },
    )
}

/// Returns the start with this size, or the default size for an empty text, and the defaults of other settings.
pub fn start_with_size<G: TwoPlayerTopic>(size_text: &str) -> Option<G> {
    let mut settings = Vec::new();
    if !size_text.is_empty() {
        settings.push(G::SETTINGS[0].setting.parse(size_text).ok()?);
    }
    G::from_settings(&settings).ok()
}

/// Asks until the answer is valid, with an error message after each other answer; `None` when the player stops.
fn ask_until_valid<T>(
    dialogue: &mut Dialogue<'_>,
    question: Text,
    refusal: impl Fn() -> String,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, StreamError> {
    loop {
        match dialogue.ask(question.translated())? {
            InputLine::EndOfInput | InputLine::Interrupt => return Ok(None),
            InputLine::Text(text)
                if DialogueCommand::parse(&text) == Some(DialogueCommand::Quit) =>
            {
                return Ok(None);
            }
            InputLine::Text(text) => match parse(&text) {
                Some(answer) => return Ok(Some(answer)),
                None => dialogue.print_message(refusal())?,
            },
        }
    }
}

pub fn turn_text(player: Player, player_spec: PlayerSpec) -> String {
    let number = player.number();
    let key = player_spec.to_string();
    if player_spec == PlayerSpec::Human {
        return tr!("Player {number}", number);
    }
    // English names are those of the option.
    let name = glossary::lookup(PLAYER_NAMES, &key).map_or(key.clone(), |name| name.to_string());
    tr!("Player {number} ({name})", number, name)
}

pub fn invalid_input_text(text: &str, expected: Text) -> String {
    tr!("“{text}” is not {expected}.", text, expected)
}

/// Returns the message of an endless game: the position after `repeated_ply` moves is the same as after
/// `first_ply` moves.
pub fn endless_game_text(first_ply: usize, repeated_ply: usize) -> String {
    {
        let moves = |count: usize| quantity(count as u64, Text("move|moves"));
        let first = moves(first_ply);
        let repeat = moves(repeated_ply);
        tr!(
            "Endless game: the position after {repeat} is the same as after {first}.\nNeither player wins.",
            repeat,
            first
        )
    }
}
