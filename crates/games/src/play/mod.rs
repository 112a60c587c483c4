//! Games at the terminal: one loop that shows a state, asks a question, reads a line, and makes the move or refuses it with
//! a reason. The messages here are those of all games; those of one game are next to the game.

mod dialogue;

#[cfg(test)]
pub(crate) use dialogue::MAX_LINE_BYTES;
pub use dialogue::{Dialogue, DialogueCommand, InputLine, StreamError};

use crate::film::Film;
use crate::saved_game::{DealOrigin, SavedGame};
use crate::verb::ParsedArgs;
use pioche_engine::games::{Course, Game, MemoryLimit, Outcome, Player, Step};
use pioche_engine::players::{BoxedStrategy, PlayerSpec};
use pioche_engine::rng::{Purpose, Seed, stream};
use pioche_engine::sim::{Field, InvalidSetting, Setting};
use pioche_report::lang::{Problem, Text, tr};
use rand::Rng;

/// A game of moves in words: it can be shown, drawn, saved, and played at the terminal.
pub trait Playable: Game<Move: Send> + Send + 'static {
    /// The name of the game in saved games and on the command line.
    const NAME: &'static str;
    /// The settings of a start in saved games.
    const SAVED_SETTINGS: &'static [&'static Setting];
    /// True if a saved game names two players; false for a game for one person.
    const IS_TWO_PLAYER: bool = false;
    /// True if a perfect player solves so much at first that a message announces it.
    const IS_SLOW_TO_SOLVE: bool = false;

    /// Returns the settings of the start, for [`Playable::from_saved_settings`].
    fn saved_settings(&self) -> Vec<Field>;

    /// Creates the start of a game.
    ///
    /// # Errors
    /// The first setting without a value or with one that does not suit the others.
    fn from_saved_settings(settings: &[Field]) -> Result<Self, InvalidSetting>;

    /// Splits a list of moves: by default at blanks.
    fn split_moves(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    /// Returns the state in `show`, in several lines.
    fn board(&self) -> String {
        self.to_string()
    }

    /// Describes a move for `show --explain`.
    fn explanation(step: &Step<Self>) -> String;

    /// Returns the lines after the last state in `show`; empty for none.
    fn result(&self, _outcome: Outcome) -> String {
        String::new()
    }

    /// Returns what the handout's program prints of a game, with the answers to its questions.
    fn handout_session(course: &Course<Self>) -> String;

    /// Draws the states of a game.
    fn film(course: Course<Self>) -> Film;

    /// Returns the reason why the rules refuse a move, as a sentence.
    fn refusal_message(&self, refusal: &Self::Refusal) -> String;

    /// Returns the index of the earlier state that the last state repeats, which makes the game endless. States of most
    /// games cannot repeat.
    fn repeated_state_index(_: &Course<Self>) -> Option<usize> {
        None
    }

    /// Returns an error if [`Playable::computer_player`] will, without solving the game if possible.
    ///
    /// # Errors
    /// Those of [`Playable::computer_player`].
    fn check_player(&self, _: PlayerSpec, _: MemoryLimit) -> Result<(), Problem> {
        Ok(())
    }

    /// Returns a computer player for a game from this start, which uses at most this much memory for solving. Games for
    /// one person have none.
    ///
    /// # Errors
    /// When the game has no player of this kind.
    fn computer_player(
        &self,
        _: PlayerSpec,
        _: MemoryLimit,
    ) -> Result<BoxedStrategy<Self>, Problem> {
        unreachable!("a game for one person has no computer player")
    }

    /// Returns the first line of a session.
    fn greeting(session: &Session<Self>) -> String;

    /// Returns the state in lines of `columns`, with everything that the player to move should see.
    fn state_text(session: &Session<Self>, columns: usize) -> String;

    /// Returns the question; `answers` are the lines already given for the current move.
    fn question(session: &Session<Self>, answers: &[String]) -> String;

    /// Interprets the lines given for the current move; the last one is new.
    fn parse_answers(session: &Session<Self>, answers: &[String]) -> ParsedAnswer<Self>;

    /// Describes the last move; `None` when there is nothing to say.
    fn last_move_text(session: &Session<Self>) -> Option<String>;

    /// Lists the legal moves.
    fn legal_moves_text(session: &Session<Self>) -> String;

    /// Returns advice for the player to move.
    fn hint(session: &Session<Self>) -> String;

    /// Returns the rules, in lines of at most 80 columns.
    fn rules(session: &Session<Self>) -> String;

    /// Returns the last lines of a session that ends by the rules.
    fn conclusion(session: &Session<Self>, end: GameEnd) -> String;

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

/// The reason why a game could not be played from its record on.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The record is invalid, or a computer player cannot play it.
    #[error(transparent)]
    Session(#[from] Problem),
    /// The input cannot be read, or the output cannot be written.
    #[error(transparent)]
    Stream(#[from] StreamError),
}

/// The services that a session needs: saving games and noticing an interrupt.
pub trait Storage {
    /// Returns true if `^C` came while no question was open. The call clears the interrupt.
    fn take_interrupt(&mut self) -> bool;
    /// Saves the game before a computer player or a solver runs, which can be interrupted.
    fn save_before_computation(&mut self, _game: &dyn Fn() -> SavedGame) {}
    /// Saves the game after its end, after the player has left it, and after a failure of a stream.
    fn save_final(&mut self, _game: &SavedGame) {}
}

/// Asks for the settings of a new game; returns `None` when the player stops.
pub type QuestionsFn = fn(&mut Dialogue<'_>) -> Result<Option<SavedGame>, StreamError>;

/// The functions of `play` for a game.
#[derive(Clone, Copy)]
pub struct Play {
    /// The questions of `play` without options; `None` if the game asks nothing.
    pub questions: Option<QuestionsFn>,
    /// Returns the game of the file, or else that of the options, the seed and the deal before its first move.
    pub saved_game: fn(&ParsedArgs<'_>) -> Result<SavedGame, Problem>,
    /// Plays a game from its last move on, with at most this much memory for solvers, and saves it at the end.
    pub resume: fn(
        &SavedGame,
        MemoryLimit,
        &mut Dialogue<'_>,
        &mut dyn Storage,
    ) -> Result<SessionEnding, PlayError>,
}

/// Plays a new or saved game from its last move on.
///
/// # Errors
/// When the game is invalid, or a stream fails.
pub fn resume<G: Playable>(
    game: &SavedGame,
    memory: MemoryLimit,
    dialogue: &mut Dialogue<'_>,
    storage: &mut dyn Storage,
) -> Result<SessionEnding, PlayError> {
    let start: G = game.start()?;
    let players = game.players();
    for player in players {
        if player != PlayerSpec::Human {
            start.check_player(player, memory)?;
        }
    }
    // The message appears before the solver starts, which takes long.
    if G::IS_SLOW_TO_SOLVE && players.contains(&PlayerSpec::Perfect) {
        dialogue.print(Text("The perfect player first solves the whole game."))?;
    }
    let mut session = Session::<G>::restore(game, memory)?;
    let ending = session.run(dialogue, storage);
    storage.save_final(&session.saved_game());
    Ok(ending?)
}

/// A game that is being played.
pub struct Session<G: Playable> {
    course: Course<G>,
    players: [PlayerSpec; 2],
    computer_players: [Option<BoxedStrategy<G>>; 2],
    origin: Option<DealOrigin>,
    /// The lines already given for the current move.
    answers: Vec<String>,
    shows_state: bool,
    /// True if a person was asked since the game was last saved.
    asked_since_save: bool,
    /// The number of moves after which a solution was last shown. A second request there ends the game.
    solved_ply: Option<usize>,
}

impl<G: Playable> Session<G> {
    /// Restores a saved game after its last move.
    ///
    /// # Errors
    /// The setting or the move that is refused, and the reason.
    pub fn restore(game: &SavedGame, memory: MemoryLimit) -> Result<Self, Problem> {
        Self::new(game.course()?, game.players(), game.origin(), memory)
    }

    /// Creates a session after the last move of a course; a game for one person has humans on both sides. The deal that the
    /// game came from, if any, seeds the computer players.
    ///
    /// # Errors
    /// When a computer player cannot play this game.
    pub fn new(
        course: Course<G>,
        players: [PlayerSpec; 2],
        origin: Option<DealOrigin>,
        memory: MemoryLimit,
    ) -> Result<Self, Problem> {
        let computer = |player: PlayerSpec| {
            if player == PlayerSpec::Human {
                Ok(None)
            } else {
                course.start().computer_player(player, memory).map(Some)
            }
        };
        // Two players of one kind share one strategy, since strategies keep no state between moves; the game is then
        // solved once.
        let first = computer(players[0])?;
        let second = if players[1] == players[0] {
            None
        } else {
            computer(players[1])?
        };
        Ok(Self {
            course,
            players,
            computer_players: [first, second],
            origin,
            answers: Vec::new(),
            shows_state: true,
            asked_since_save: true,
            solved_ply: None,
        })
    }

    /// Returns the game so far, for [`Session::restore`].
    pub fn saved_game(&self) -> SavedGame {
        SavedGame::new(self.course.start(), self.players)
            .with_origin(self.origin)
            .with_moves(&self.course)
    }

    pub(crate) fn course(&self) -> &Course<G> {
        &self.course
    }

    pub(crate) fn state(&self) -> &G {
        self.course.last()
    }

    pub(crate) fn origin(&self) -> Option<DealOrigin> {
        self.origin
    }

    /// Returns the kind of a player.
    pub(crate) fn player_spec(&self, player: Player) -> PlayerSpec {
        self.players[player as usize]
    }

    /// Returns the end of the game by its rules; `None` before.
    pub fn end(&self) -> Option<GameEnd> {
        if let Some(outcome) = self.state().outcome() {
            return Some(GameEnd::Over(outcome));
        }
        let first = G::repeated_state_index(&self.course)?;
        Some(GameEnd::Endless {
            first,
            again: self.course.moves().len(),
        })
    }

    /// Makes a move for the player to move.
    ///
    /// # Errors
    /// When the move is illegal.
    pub fn play(&mut self, mv: G::Move) -> Result<(), G::Refusal> {
        self.course.push(mv)
    }

    /// Makes the move of the computer player to move, and returns it; `None` when it is not a computer player's turn.
    pub fn play_computer_move(&mut self) -> Option<G::Move> {
        if self.end().is_some() {
            return None;
        }
        let player = self.state().to_play();
        let [first, second] = &self.computer_players;
        let strategy = match player {
            Player::Two if self.players[0] != self.players[1] => second,
            _ => first,
        };
        let mv = strategy.as_ref()?.choose(self.state(), &mut self.rng())?;
        self.play(mv).ok().map(|()| mv)
    }

    /// Returns the generator for the current choice. Each deal and player has one stream, and each choice a section of
    /// it, so a choice is the same after taking moves back or resuming.
    fn rng(&self) -> impl Rng + use<G> {
        let DealOrigin { seed, deal } = self.origin.unwrap_or(DealOrigin { seed: 1, deal: 0 });
        let purpose = match self.state().to_play() {
            Player::One => Purpose::Player1,
            Player::Two => Purpose::Player2,
        };
        let mut generator = stream(Seed(seed), purpose, deal);
        generator.advance((self.course.moves().len() as u128) << 64);
        generator
    }

    /// Takes back the last move of a person and the replies to it. Returns the number of moves; 0 when no person has
    /// moved.
    pub fn undo(&mut self) -> usize {
        let move_count = self.course.moves().len();
        let is_person =
            |ply: &usize| self.player_spec(self.course.state(*ply).to_play()) == PlayerSpec::Human;
        let ply = (0..move_count).rev().find(is_person).unwrap_or(move_count);
        self.course.truncate(ply);
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
        let ply = self.course.moves().len();
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
            storage.save_before_computation(&|| self.saved_game());
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
                dialogue.print(G::rules(self))?;
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

/// Refuses a line that begins like a word.
pub(crate) fn not_understood_text(text: &str) -> String {
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
