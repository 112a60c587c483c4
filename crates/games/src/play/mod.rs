//! Games at the terminal: one loop that shows a state, asks a question, reads a line, and makes the move or refuses it with
//! a reason. The messages here are those of all games; those of one game are next to the game.

mod dialogue;

#[cfg(test)]
pub(crate) use dialogue::MAX_LINE_BYTES;
pub use dialogue::{Dialogue, DialogueCommand, InputLine, StreamError};

use crate::duel::game_over_text;
use crate::film::Film;
use crate::saved_game::{DealOrigin, SavedGame, Start};
use crate::verb::ParsedArgs;
use pioche_engine::games::{Course, Outcome, Player, Step};
use pioche_engine::players::{BoxedStrategy, PlayerSpec};
use pioche_engine::rng::{Purpose, Seed, stream};
use pioche_report::lang::{Problem, Text, quantity, safe_excerpt, tr};
use rand::Rng;
use std::str::FromStr;

/// A game of moves in words: it can be shown, drawn, saved, and played at the terminal.
pub trait Playable: Start {
    /// True if a perfect player solves so much at first that a message announces it.
    const IS_SLOW_TO_SOLVE: bool = false;
    /// The separator in the list of legal moves.
    const MOVE_SEPARATOR: &'static str = ", ";

    /// Splits a list of moves: by default at blanks.
    fn split_moves(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    /// Returns the state in `show`, in several lines.
    fn board(&self) -> String {
        self.to_string()
    }

    /// Describes a move and its effect, without a full stop.
    fn explanation(step: &Step<Self>) -> String;

    /// Describes the end of a game after the description of its last move; `None` before its end.
    fn ending(&self) -> Option<String> {
        match self.outcome()? {
            Outcome::Winner(player) => Some(game_over_text(Some(player))),
            Outcome::Draw => Some(game_over_text(None)),
            Outcome::Remaining(_) => None,
        }
    }

    /// Returns the lines after the last state; empty for none.
    fn result(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Winner(player) => {
                tr!("Player {number} wins the game.", number = player.number())
            }
            Outcome::Draw => tr!("Draw"),
            Outcome::Remaining(_) => String::new(),
        }
    }

    /// Returns what the handout's program prints of a game, with the answers to its questions.
    fn handout_session(course: &Course<Self>) -> String;

    /// Draws the states of a game.
    fn film(course: Course<Self>) -> Film;

    /// Returns the reason why the rules refuse a move, as a sentence.
    fn refusal_message(&self, refusal: &Self::Refusal) -> String;

    /// Returns the first line of a session.
    fn greeting(session: &Session<Self>) -> String;

    /// Returns the state in lines of `columns`, with everything that the player to move should see.
    fn state_text(session: &Session<Self>, columns: usize) -> String;

    /// Returns the question; `answers` are the lines already given for the current move.
    fn question(session: &Session<Self>, answers: &[String]) -> String;

    /// Interprets the lines given for the current move; the last one is new. By default it is a move.
    fn parse_answers(_: &Session<Self>, answers: &[String]) -> ParsedAnswer<Self> {
        let line = answers.last().map_or("", String::as_str);
        match parse_move(line) {
            Some(mv) => ParsedAnswer::Move(mv),
            None => ParsedAnswer::Invalid(not_understood_text(line)),
        }
    }

    /// Describes the last move; `None` when there is nothing to say.
    fn last_move_text(session: &Session<Self>) -> Option<String> {
        Some(Self::explanation(&session.course().last_step()?) + ".")
    }

    /// Lists the legal moves.
    fn legal_moves_text(session: &Session<Self>) -> String {
        let moves = session.state().legal_moves();
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        legal_moves_text(&moves.join(Self::MOVE_SEPARATOR))
    }

    /// Returns advice for the player to move.
    fn hint(session: &Session<Self>) -> String;

    /// Returns the rules, in lines of at most 80 columns.
    fn rules(&self) -> String;

    /// Returns the last lines of a session that ends by the rules.
    fn conclusion(session: &Session<Self>, end: GameEnd) -> String {
        match end {
            GameEnd::Over(outcome) => session.state().result(outcome),
            GameEnd::Endless { first, again } => {
                const MOVE: Text = Text("move|moves");
                let [first, repeat] = [first, again].map(|moves| quantity(moves as u64, MOVE));
                tr!(
                    "Endless game: the position after {repeat} is the same as after {first}.\nNeither player wins.",
                    repeat,
                    first
                )
            }
        }
    }

    /// True if the player is still asked after the end of the game, to be able to take moves back.
    fn continues_after_end(_: &Session<Self>) -> bool {
        false
    }

    /// Returns the text for stopping before the end, and the kind of ending.
    fn stop(
        _session: &Session<Self>,
        _reason: StopReason,
        _columns: usize,
    ) -> (String, SessionEnding) {
        (GAME_STOPPED.to_string(), SessionEnding::Left)
    }
}

/// Parses a move, legal or not. A number that is too large becomes `u32::MAX`.
fn parse_move<M: FromStr + ToString>(line: &str) -> Option<M> {
    let is_number = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
    let text = if is_number {
        line.parse().unwrap_or(u32::MAX).to_string()
    } else {
        line.to_owned()
    };
    let mv: M = text.parse().ok()?;
    (mv.to_string() == text).then_some(mv)
}

/// A line that a person typed, as an answer to the question for a move.
pub enum ParsedAnswer<G: Playable> {
    /// A move, legal or not.
    Move(G::Move),
    /// The first part of a move; another question follows.
    Partial,
    /// Neither a move nor a part of one, for this reason.
    Invalid(String),
    /// The player stops.
    Stop(StopReason),
}

/// The reason for a stop before the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The player asked to stop, or the input ended.
    Quit,
    /// `^C` or a typed word; a solver may finish the game.
    HandOverToSolver,
}

/// The state in which a session leaves a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnding {
    /// The game has ended by its rules.
    Over(GameEnd),
    /// The player stopped before the end.
    Left,
    /// The computer found a winning end.
    Solved,
    /// The computer proved that there is no winning end.
    NoSolution,
    /// The computer gave up the search for a winning end, since there are too many positions.
    Undecided,
}

/// The end of a game by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// No move is left, and the result is known.
    Over(Outcome),
    /// The state after `again` moves is the state after `first` moves, so the game would repeat for ever.
    Endless {
        /// The number of moves before the state appeared for the first time.
        first: usize,
        /// The number of moves before the state appeared for the second time.
        again: usize,
    },
}

/// The reason why a game could not be played from its beginning on.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// A computer player cannot play the game.
    #[error(transparent)]
    Player(#[from] Problem),
    /// The input cannot be read, or the output cannot be written.
    #[error(transparent)]
    Stream(#[from] StreamError),
}

/// The services that a session needs: saving games, as text, and noticing an interrupt.
pub trait Storage {
    /// Returns true if `^C` came while no question was open. The call clears the interrupt.
    fn take_interrupt(&mut self) -> bool;
    /// Saves the game before a computer player or a solver runs, which can be interrupted.
    fn save_before_computation(&mut self, _game: &dyn ToString) {}
    /// Saves the game after its end, after the player has left it, and after a failure of a stream.
    fn save_final(&mut self, _game: &str) {}
}

/// A game that was played.
#[derive(Clone, Copy, Debug)]
pub struct PlayedGame {
    /// The state in which the session left it.
    pub ending: SessionEnding,
    /// True for a game of two people, in which nothing is drawn.
    pub is_between_people: bool,
}

/// A game whose settings or file are read; the call plays it, and returns `None` if the player stops at the questions about
/// the settings.
pub type PreparedGame =
    Box<dyn FnOnce(&mut Dialogue<'_>, &mut dyn Storage) -> Result<Option<PlayedGame>, PlayError>>;

/// Prepares the command `play`: from the last move of the file or, without one, from the start of the options. Without
/// options, the game asks for the settings.
pub type PlayFn = fn(&ParsedArgs<'_>) -> Result<PreparedGame, Problem>;

/// Implements [`PlayFn`].
pub fn play<G: Playable>(args: &ParsedArgs<'_>) -> Result<PreparedGame, Problem> {
    let mut game = G::load(args)?;
    let asks_settings = args.file.is_none() && args.explicit_settings.is_empty();
    Ok(Box::new(move |dialogue, storage| {
        if asks_settings && !G::ask_settings(&mut game, dialogue)? {
            return Ok(None);
        }
        let players = game.players;
        for player in players {
            if player != PlayerSpec::Human {
                game.course.start().check_player(player)?;
            }
        }
        // The message appears before the solver starts, which takes long.
        if G::IS_SLOW_TO_SOLVE && players.contains(&PlayerSpec::Perfect) {
            dialogue.print(Text("The perfect player first solves the whole game."))?;
        }
        let mut session = Session::new(game)?;
        let ending = session.run(dialogue, storage);
        storage.save_final(&session.game.to_string());
        Ok(Some(PlayedGame {
            ending: ending?,
            is_between_people: G::IS_TWO_PLAYER && players == [PlayerSpec::Human; 2],
        }))
    }))
}

/// A game that is being played.
pub struct Session<G: Playable> {
    game: SavedGame<G>,
    /// The computer players of both kinds.
    strategies: Vec<(PlayerSpec, BoxedStrategy<G>)>,
    /// The lines already given for the current move.
    answers: Vec<String>,
    shows_state: bool,
    /// True if a person was asked since the game was last saved.
    asked_since_save: bool,
    /// The number of moves after which a solution was last shown. A second request there ends the game.
    solved_ply: Option<usize>,
}

impl<G: Playable> Session<G> {
    /// Creates a session after the last move of a game.
    ///
    /// # Errors
    /// When a computer player cannot play this game.
    pub fn new(game: SavedGame<G>) -> Result<Self, Problem> {
        // Two players of one kind share one strategy, since strategies keep no state between moves; the game is then
        // solved once.
        let mut strategies: Vec<(PlayerSpec, BoxedStrategy<G>)> = Vec::new();
        for player in game.players {
            let is_known = strategies.iter().any(|(known, _)| *known == player);
            if player != PlayerSpec::Human && !is_known {
                strategies.push((player, game.course.start().computer_player(player)?));
            }
        }
        Ok(Self {
            game,
            strategies,
            answers: Vec::new(),
            shows_state: true,
            asked_since_save: true,
            solved_ply: None,
        })
    }

    /// Returns the game so far.
    pub fn game(&self) -> &SavedGame<G> {
        &self.game
    }

    pub(crate) fn course(&self) -> &Course<G> {
        &self.game.course
    }

    pub(crate) fn state(&self) -> &G {
        self.game.course.last()
    }

    /// Returns the kind of a player.
    pub(crate) fn player_spec(&self, player: Player) -> PlayerSpec {
        self.game.players[player as usize]
    }

    /// Returns the end of the game by its rules; `None` before.
    pub fn end(&self) -> Option<GameEnd> {
        if let Some(outcome) = self.state().outcome() {
            return Some(GameEnd::Over(outcome));
        }
        let first = G::repeated_state_index(&self.game.course)?;
        Some(GameEnd::Endless {
            first,
            again: self.game.course.moves().len(),
        })
    }

    /// Makes a move for the player to move.
    ///
    /// # Errors
    /// When the move is illegal.
    pub fn play(&mut self, mv: G::Move) -> Result<(), G::Refusal> {
        self.game.course.push(mv)
    }

    /// Makes the move of the computer player to move, and returns it; `None` when it is not a computer player's turn.
    pub fn play_computer_move(&mut self) -> Option<G::Move> {
        if self.end().is_some() {
            return None;
        }
        let player = self.player_spec(self.state().to_play());
        let mut strategies = self.strategies.iter();
        let (_, strategy) = strategies.find(|(known, _)| *known == player)?;
        let mv = strategy.choose(self.state(), &mut self.rng())?;
        self.play(mv).ok().map(|()| mv)
    }

    /// Returns the generator for the current choice. Each deal and player has one stream, and each choice a section of
    /// it, so a choice is the same after taking moves back or resuming.
    fn rng(&self) -> impl Rng + use<G> {
        let DealOrigin { seed, deal } = self.game.origin.unwrap_or(DealOrigin { seed: 1, deal: 0 });
        let purpose = match self.state().to_play() {
            Player::One => Purpose::Player1,
            Player::Two => Purpose::Player2,
        };
        let mut generator = stream(Seed(seed), purpose, deal);
        generator.advance((self.game.course.moves().len() as u128) << 64);
        generator
    }

    /// Takes back the last move of a person and the replies to it. Returns the number of moves; 0 when no person has
    /// moved.
    pub fn undo(&mut self) -> usize {
        let move_count = self.game.course.moves().len();
        let is_person = |ply: &usize| {
            self.player_spec(self.game.course.state(*ply).to_play()) == PlayerSpec::Human
        };
        let ply = (0..move_count).rev().find(is_person).unwrap_or(move_count);
        self.game.course.truncate(ply);
        move_count - ply
    }

    /// Plays the game to its end, or until the player stops.
    ///
    /// # Errors
    /// When a stream fails. The session is then as it was after its last move.
    pub fn run(
        &mut self,
        dialogue: &mut Dialogue<'_>,
        storage: &mut dyn Storage,
    ) -> Result<SessionEnding, StreamError> {
        dialogue.print(G::greeting(self))?;
        dialogue.print(HELP_HINT)?;
        loop {
            if std::mem::take(&mut self.shows_state) {
                let state = G::state_text(self, dialogue.columns());
                dialogue.print("")?;
                if !state.is_empty() {
                    dialogue.print(state)?;
                }
            }
            if let Some(end) = self.end()
                && !G::continues_after_end(self)
            {
                dialogue.print(G::conclusion(self, end))?;
                return Ok(SessionEnding::Over(end));
            }
            let player = self.state().to_play();
            let is_person = self.player_spec(player) == PlayerSpec::Human;
            let stop = if is_person {
                self.ask_person(dialogue, storage)?
            } else {
                self.play_computer_turn(dialogue, storage)?
            };
            if let Some(reason) = stop
                && let Some(ending) = self.stop(reason, dialogue, storage)?
            {
                return Ok(ending);
            }
        }
    }

    /// Stops before the end. Returns `None` if the game goes on after a solution.
    fn stop(
        &mut self,
        reason: StopReason,
        dialogue: &mut Dialogue<'_>,
        storage: &mut dyn Storage,
    ) -> Result<Option<SessionEnding>, StreamError> {
        self.save_after_question(storage);
        let ply = self.game.course.moves().len();
        if self.solved_ply == Some(ply) && reason == StopReason::HandOverToSolver {
            return Ok(Some(SessionEnding::Solved));
        }
        let (text, ending) = G::stop(self, reason, dialogue.columns());
        if !text.is_empty() {
            dialogue.print(text)?;
        }
        if ending != SessionEnding::Solved {
            return Ok(Some(ending));
        }
        self.solved_ply = Some(ply);
        self.answers.clear();
        self.shows_state = true;
        Ok(None)
    }

    /// Plays a computer player's turn. Returns the reason to stop, if there is one.
    fn play_computer_turn(
        &mut self,
        dialogue: &mut Dialogue<'_>,
        storage: &mut dyn Storage,
    ) -> Result<Option<StopReason>, StreamError> {
        if storage.take_interrupt() {
            return Ok(Some(StopReason::HandOverToSolver));
        }
        self.save_after_question(storage);
        if self.play_computer_move().is_none() {
            return Ok(Some(StopReason::Quit));
        }
        self.describe_last_move(dialogue)?;
        Ok(None)
    }

    fn save_after_question(&mut self, storage: &mut dyn Storage) {
        if std::mem::take(&mut self.asked_since_save) {
            storage.save_before_computation(&self.game);
        }
    }

    fn describe_last_move(&mut self, dialogue: &mut Dialogue<'_>) -> Result<(), StreamError> {
        self.shows_state = true;
        match G::last_move_text(self) {
            Some(text) => dialogue.print(text),
            None => Ok(()),
        }
    }

    /// Asks a person one question. Returns the reason to stop, if there is one.
    fn ask_person(
        &mut self,
        dialogue: &mut Dialogue<'_>,
        storage: &mut dyn Storage,
    ) -> Result<Option<StopReason>, StreamError> {
        self.asked_since_save = true;
        let line = match dialogue.ask(G::question(self, &self.answers))? {
            InputLine::EndOfInput => return Ok(Some(StopReason::Quit)),
            InputLine::Interrupt => return Ok(Some(StopReason::HandOverToSolver)),
            InputLine::Text(line) => line,
        };
        let mut answers = std::mem::take(&mut self.answers);
        // An empty line cancels the first half of a move.
        if line.is_empty() {
            return Ok(None);
        }
        if let Some(command) = DialogueCommand::parse(&line) {
            // A half-entered move is cancelled before the last move is taken back.
            if command == DialogueCommand::Undo && !answers.is_empty() {
                dialogue.print(Text("Your choice is cancelled."))?;
                return Ok(None);
            }
            return self.run_command(command, dialogue, storage);
        }
        answers.push(line);
        match G::parse_answers(self, &answers) {
            ParsedAnswer::Partial => self.answers = answers,
            ParsedAnswer::Stop(reason) => return Ok(Some(reason)),
            ParsedAnswer::Invalid(reason) => dialogue.print(reason)?,
            ParsedAnswer::Move(mv) => match self.play(mv) {
                Ok(()) => self.describe_last_move(dialogue)?,
                Err(refusal) => dialogue.print(self.state().refusal_message(&refusal))?,
            },
        }
        Ok(None)
    }

    fn run_command(
        &mut self,
        command: DialogueCommand,
        dialogue: &mut Dialogue<'_>,
        storage: &mut dyn Storage,
    ) -> Result<Option<StopReason>, StreamError> {
        match command {
            DialogueCommand::Quit => return Ok(Some(StopReason::Quit)),
            DialogueCommand::Show => self.shows_state = true,
            DialogueCommand::Help => {
                dialogue.print(self.state().rules())?;
                dialogue.print(COMMAND_LIST)?;
            }
            DialogueCommand::Moves => dialogue.print(G::legal_moves_text(self))?,
            DialogueCommand::Hint => {
                self.save_after_question(storage);
                dialogue.print(G::hint(self))?;
            }
            DialogueCommand::Undo => match self.undo() {
                0 => dialogue.print(Text("There is no move to take back."))?,
                moves => {
                    dialogue.print(moves_taken_back_text(moves))?;
                    self.shows_state = true;
                }
            },
        }
        Ok(None)
    }
}

pub(crate) const GAME_STOPPED: Text = Text("You stopped the game.");

const HELP_HINT: Text = Text("“help” gives the rules and the commands.");

const COMMAND_LIST: Text = Text(
    "Commands:
  help           shows this text
  show           the state of the game
  moves          the legal moves
  hint           suggests a move
  undo           take your last move back
  quit           stop",
);

/// Refuses a line.
pub(crate) fn not_understood_text(line: &str) -> String {
    let text = safe_excerpt(line);
    let refusal = tr!("“{text}” is neither a move nor a command.", text);
    format!("{refusal}\n{HELP_HINT}")
}

fn moves_taken_back_text(moves: usize) -> String {
    match moves {
        1 => tr!("The last move is taken back."),
        _ => tr!("The last {moves} moves are taken back.", moves),
    }
}

/// Lists the legal moves.
pub(crate) fn legal_moves_text(moves: &str) -> String {
    match moves {
        "" => tr!("No move is legal."),
        _ => tr!("Legal moves: {moves}", moves),
    }
}
