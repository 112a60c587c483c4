//! The line-based interface: it shows a state, asks a question, reads a line, and makes the move or refuses it with a
//! reason. The messages are those of all games; messages of one game are next to the game.
//!
//! A line that is empty, too long, not UTF-8, not understood or not allowed changes nothing, and the question is asked
//! again. The end of the input ends the conversation.

use super::session::{ParsedAnswer, Playable, Session, SessionEnding, StopReason, Turn};
use pioche_engine::games::MemoryLimit;
use pioche_engine::players::PlayerSpec;
use pioche_report::lang::{Problem, Text, fold_case_and_accents, safe_excerpt, tr, wrap_parts};
use pioche_topics::saved_game::SavedGame;
use std::io::{self, BufRead, Write};

/// A function that asks for the settings of a new game. It returns the record of the game before its first move, or
/// `None` when the player stops.
pub type AskSettingsFn = fn(&mut Dialogue<'_>) -> Result<Option<SavedGame>, StreamError>;

/// A function that plays the game of a record: [`resume_game`] of the game that the record names.
pub type ResumeFn = fn(
    &SavedGame,
    MemoryLimit,
    &mut Dialogue<'_>,
    &mut dyn Storage,
) -> Result<SessionEnding, ResumeError>;

/// The reason why a game could not be played from its record on.
#[derive(Debug)]
pub enum ResumeError {
    /// The record is invalid, or a computer player cannot play it.
    Session(Problem),
    /// The input cannot be read, or the output cannot be written.
    Stream(StreamError),
}

/// Plays a new or saved game from its last move on.
///
/// # Errors
/// When the record is invalid, or a stream fails.
pub fn resume_game<G: Playable>(
    record: &SavedGame,
    memory: MemoryLimit,
    dialogue: &mut Dialogue<'_>,
    storage: &mut dyn Storage,
) -> Result<SessionEnding, ResumeError> {
    // The message appears before the solver starts, which takes long.
    let (start, kinds): (G, _) = record.start_and_players().map_err(ResumeError::Session)?;
    let mut computers = kinds.into_iter().filter(|kind| *kind != PlayerSpec::Human);
    computers
        .try_for_each(|kind| start.check_player(kind, memory))
        .map_err(ResumeError::Session)?;
    if G::IS_SLOW_TO_SOLVE && kinds.contains(&PlayerSpec::Perfect) {
        dialogue
            .print_message(SOLVING_FIRST)
            .map_err(ResumeError::Stream)?;
    }
    let mut session = Session::<G>::restore(record, memory).map_err(ResumeError::Session)?;
    let ending = run_conversation(&mut session, dialogue, storage).map_err(ResumeError::Stream);
    storage.save_final(&session.saved_game());
    ending
}

/// The services that a conversation needs: saving games and noticing an interrupt.
pub trait Storage {
    /// Returns true if `^C` came while no question was open. The call clears the interrupt.
    fn take_interrupt(&mut self) -> bool;
    /// Saves the game before a computer player or a solver runs, which can be interrupted.
    fn save_before_computation(&mut self, _record: &dyn Fn() -> SavedGame) {}
    /// Saves the game after its end, after the player has left it, and after a failure of a stream.
    fn save_final(&mut self, _record: &SavedGame) {}
}

/// A word that is an entry in every game, beside the moves of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogueCommand {
    /// Prints the rules of the game and the list of commands.
    Help,
    /// Prints the state of the game again.
    Show,
    /// Prints the legal moves.
    Moves,
    /// Prints advice for the next move, which may take a solver.
    Hint,
    /// Takes back the last move of a person and the replies to it, or a move that is half entered.
    Undo,
    /// Stops the game, which can be resumed if it was saved.
    Quit,
}

impl DialogueCommand {
    /// Parses a command; `None` for other lines. Upper case and missing accents are accepted.
    pub fn parse(line: &str) -> Option<Self> {
        Some(match fold_case_and_accents(line).as_str() {
            "help" | "aide" | "h" | "?" => Self::Help,
            "show" | "voir" => Self::Show,
            "moves" | "coups" => Self::Moves,
            "hint" | "indice" | "conseil" | "i" => Self::Hint,
            "undo" | "annuler" | "u" | "a" => Self::Undo,
            "quit" | "quitter" | "exit" | "q" => Self::Quit,
            _ => return None,
        })
    }
}

/// Plays a session to its end, or until the player stops.
///
/// # Errors
/// When a stream fails. The session is then as it was after its last move.
pub fn run_conversation<G: Playable>(
    session: &mut Session<G>,
    dialogue: &mut Dialogue<'_>,
    storage: &mut dyn Storage,
) -> Result<SessionEnding, StreamError> {
    dialogue.print_message(G::greeting(session))?;
    dialogue.print_message(HELP_HINT)?;
    let mut conversation = Conversation {
        session,
        dialogue,
        storage,
        answers: Vec::new(),
        show_state: true,
        asked_since_save: true,
        solved_ply: None,
    };
    loop {
        if std::mem::take(&mut conversation.show_state) {
            let columns = conversation.dialogue.columns();
            let table = G::state_text(conversation.session, columns);
            conversation.dialogue.print("")?;
            if !table.is_empty() {
                conversation.dialogue.print(&table)?;
            }
        }
        let interruption = match conversation.session.turn() {
            Turn::Over(end) if !G::continues_after_end(conversation.session) => {
                G::conclusion(conversation.session, end)
                    .into_iter()
                    .try_for_each(|sentence| conversation.dialogue.print_message(sentence))?;
                return Ok(SessionEnding::Over(end));
            }
            Turn::Computer(_) => conversation.play_computer_turn()?,
            Turn::Over(_) | Turn::Person(_) => conversation.ask_person()?,
        };
        if let Some(why) = interruption {
            conversation.save_after_question();
            let ply = conversation.session.course().moves().len();
            if conversation.solved_ply == Some(ply) && why == StopReason::HandOverToSolver {
                return Ok(SessionEnding::Solved);
            }
            let columns = conversation.dialogue.columns();
            let (said, ending) = G::stop_text_and_ending(conversation.session, why, columns);
            if ending == SessionEnding::Solved {
                conversation.dialogue.print(&said)?;
                conversation.solved_ply = Some(ply);
                conversation.answers.clear();
                conversation.show_state = true;
                continue;
            }
            if !said.is_empty() {
                conversation.dialogue.print(&said)?;
            }
            return Ok(ending);
        }
    }
}

struct Conversation<'a, 'b, G: Playable> {
    session: &'a mut Session<G>,
    dialogue: &'a mut Dialogue<'b>,
    storage: &'a mut dyn Storage,
    answers: Vec<String>,
    show_state: bool,
    /// True if a person was asked since the game was last saved.
    asked_since_save: bool,
    /// The number of moves after which a solution was last shown. A second request there ends the game.
    solved_ply: Option<usize>,
}

impl<G: Playable> Conversation<'_, '_, G> {
    /// Plays a computer player's turn. Returns the reason to stop, if there is one.
    fn play_computer_turn(&mut self) -> Result<Option<StopReason>, StreamError> {
        if self.storage.take_interrupt() {
            return Ok(Some(StopReason::HandOverToSolver));
        }
        self.save_after_question();
        if self.session.play_computer_move().is_none() {
            return Ok(Some(StopReason::Quit));
        }
        self.describe_last_move().map(|()| None)
    }

    fn save_after_question(&mut self) {
        if std::mem::take(&mut self.asked_since_save) {
            self.storage
                .save_before_computation(&|| self.session.saved_game());
        }
    }

    fn describe_last_move(&mut self) -> Result<(), StreamError> {
        self.show_state = true;
        G::last_move_text(self.session)
            .map_or(Ok(()), |sentence| self.dialogue.print_message(sentence))
    }

    /// Asks a person one question. Returns the reason to stop, if there is one.
    fn ask_person(&mut self) -> Result<Option<StopReason>, StreamError> {
        self.asked_since_save = true;
        let question = G::question(self.session, &self.answers);
        match self.dialogue.ask(&question)? {
            InputLine::EndOfInput => return Ok(Some(StopReason::Quit)),
            InputLine::Interrupt => return Ok(Some(StopReason::HandOverToSolver)),
            // An empty line cancels the first half of a move.
            InputLine::Text(text) if text.is_empty() => self.answers.clear(),
            InputLine::Text(text) => {
                self.answers.push(text);
                return self.process_answer();
            }
        }
        Ok(None)
    }

    fn process_answer(&mut self) -> Result<Option<StopReason>, StreamError> {
        let command = self
            .answers
            .last()
            .and_then(|line| DialogueCommand::parse(line));
        if let Some(command) = command {
            // A half-entered move is cancelled before the last move is taken back.
            if command == DialogueCommand::Undo && self.answers.len() > 1 {
                self.answers.clear();
                return self
                    .dialogue
                    .print_message(PARTIAL_MOVE_CANCELLED)
                    .map(|()| None);
            }
            self.answers.clear();
            return self.run_command(command);
        }
        match G::parse_answers(self.session, &self.answers) {
            ParsedAnswer::Partial => return Ok(None),
            ParsedAnswer::Stop(why) => return Ok(Some(why)),
            ParsedAnswer::Invalid(sentence) => self.dialogue.print_message(sentence)?,
            ParsedAnswer::Move(mv) => match self.session.play(mv) {
                Ok(()) => self.describe_last_move()?,
                Err(refusal) => self
                    .dialogue
                    .print_message(self.session.state().refusal_message(&refusal))?,
            },
        }
        self.answers.clear();
        Ok(None)
    }

    fn run_command(&mut self, command: DialogueCommand) -> Result<Option<StopReason>, StreamError> {
        match command {
            DialogueCommand::Quit => return Ok(Some(StopReason::Quit)),
            DialogueCommand::Show => self.show_state = true,
            DialogueCommand::Help => {
                self.dialogue.print_message(G::rules(self.session))?;
                self.dialogue.print_message(COMMAND_LIST)?;
            }
            DialogueCommand::Moves => self
                .dialogue
                .print_message(G::legal_moves_message(self.session))?,
            DialogueCommand::Hint => {
                self.save_after_question();
                self.dialogue.print_message(G::hint(self.session))?;
            }
            DialogueCommand::Undo => match self.session.undo() {
                0 => self.dialogue.print_message(NOTHING_TO_TAKE_BACK)?,
                moves => {
                    self.dialogue.print_message(moves_taken_back(moves))?;
                    self.show_state = true;
                }
            },
        }
        Ok(None)
    }
}

/// The widest line of a board, in columns.
const MAX_LINE_COLUMNS: usize = 80;

/// The largest length of an input line, in bytes.
pub const MAX_LINE_BYTES: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// A line, without its end and surrounding white space.
    Text(String),
    EndOfInput,
    /// The player interrupts (`^C`); a partly typed line is dropped.
    Interrupt,
}

/// A failure of one of the two streams of a dialogue.
#[derive(Debug)]
pub enum StreamError {
    /// The input cannot be read, for another reason than `^C`.
    Input(io::Error),
    /// The output cannot be written, for instance because its reader has gone.
    Output(io::Error),
}

/// The two streams of a conversation, with its language and the width of its lines.
///
/// Questions and messages go to the output, entries come from the input, a line each.
pub struct Dialogue<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    /// The width at which lines are broken; `None` for lines of any width.
    columns: Option<usize>,
    /// True if no terminal shows typed lines.
    echoes_input: bool,
}

impl<'a> Dialogue<'a> {
    /// Creates a dialogue in `lang`. An input error of the kind `Interrupted` counts as `^C`. `terminal_columns` is the
    /// width of the terminal that shows typed lines; without one, the dialogue writes them after the question.
    pub fn new(
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
        terminal_columns: Option<usize>,
    ) -> Self {
        Self {
            input,
            output,
            columns: terminal_columns,
            echoes_input: terminal_columns.is_none(),
        }
    }

    /// Sets the width at which lines are broken, also without a terminal.
    pub fn set_columns(&mut self, columns: Option<usize>) {
        self.columns = columns;
    }

    /// Returns the width of a line, at most `MAX_LINE_COLUMNS`.
    pub(crate) fn columns(&self) -> usize {
        self.columns
            .map_or(MAX_LINE_COLUMNS, |columns| columns.min(MAX_LINE_COLUMNS))
    }

    /// Breaks the lines that are too wide between words.
    fn fit_to_columns(&self, text: &str) -> String {
        let Some(columns) = self.columns else {
            return text.to_owned();
        };
        let fit_line = |line: &str| {
            let words = line.trim_start();
            let indentation = &line[..line.len() - words.len()];
            let width = columns.saturating_sub(indentation.len());
            indentation.to_owned() + &wrap_parts(words.split(' '), " ", width)
        };
        let lines: Vec<String> = text.split('\n').map(fit_line).collect();
        lines.join("\n")
    }

    /// Writes a message on lines of its own.
    ///
    /// # Errors
    /// When the output fails.
    pub(crate) fn print_message(&mut self, sentence: impl Into<String>) -> Result<(), StreamError> {
        self.print(&sentence.into())
    }

    /// Prints text and a line end.
    ///
    /// # Errors
    /// When the output fails.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), StreamError> {
        let lines = self.fit_to_columns(text);
        writeln!(self.output, "{lines}").map_err(StreamError::Output)
    }

    /// Asks until the answer is UTF-8 text of at most [`MAX_LINE_BYTES`] bytes.
    ///
    /// # Errors
    /// When a stream fails.
    pub(crate) fn ask(&mut self, question: &str) -> Result<InputLine, StreamError> {
        loop {
            write!(self.output, "{}", self.fit_to_columns(question))
                .and_then(|()| self.output.flush())
                .map_err(StreamError::Output)?;
            let entry = self.read_line().map_err(StreamError::Input)?;
            let echo_text = match &entry {
                Ok(InputLine::Text(text)) => safe_excerpt(text),
                Ok(InputLine::EndOfInput | InputLine::Interrupt) => String::new(),
                Err(_) => "…".to_owned(),
            };
            if self.echoes_input
                || matches!(entry, Ok(InputLine::EndOfInput | InputLine::Interrupt))
            {
                self.print(&echo_text)?;
            }
            match entry {
                Ok(entry) => return Ok(entry),
                Err(why) => self.print_message(why)?,
            }
        }
    }

    /// Reads a line, with at most [`MAX_LINE_BYTES`] bytes and the stream's own buffer in memory. The inner error is
    /// the reason why the line was skipped.
    fn read_line(&mut self) -> io::Result<Result<InputLine, String>> {
        let mut line = Vec::new();
        let mut long = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    return Ok(Ok(InputLine::Interrupt));
                }
                Err(error) => return Err(error),
            };
            if chunk.is_empty() && line.is_empty() && !long {
                return Ok(Ok(InputLine::EndOfInput));
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let content = &chunk[..end.unwrap_or(chunk.len())];
            long |= line.len() + content.len() > MAX_LINE_BYTES;
            if !long {
                line.extend_from_slice(content);
            }
            // The last line may lack its line end.
            let ended = end.is_some() || chunk.is_empty();
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(used);
            if ended {
                break;
            }
        }
        if long {
            return Ok(Err(line_too_long(MAX_LINE_BYTES)));
        }
        Ok(match String::from_utf8(line) {
            Ok(text) => Ok(InputLine::Text(
                text.trim_matches(|sign: char| sign.is_whitespace() || sign == '\u{feff}')
                    .into(),
            )),
            Err(_) => Err(NOT_UTF8.into()),
        })
    }
}

pub const HELP_HINT: Text = Text("“help” gives the rules and the commands.");
pub const COMMAND_LIST: Text = Text(
    "Commands:
  help           shows this text
  show           the state of the game
  moves          the legal moves
  hint           suggests a move
  undo           take your last move back
  quit           stop",
);
pub const NOT_UTF8: Text = Text("Line ignored: it is not UTF-8 text.");
pub const NOTHING_TO_TAKE_BACK: Text = Text("There is no move to take back.");
pub const PARTIAL_MOVE_CANCELLED: Text = Text("Your choice is cancelled.");
pub const SOLVING_FIRST: Text = Text("The perfect player first solves the whole game.");
pub const GAME_STOPPED: Text = Text("You stopped the game.");

pub fn line_too_long(max_bytes: usize) -> String {
    tr!(
        "Line ignored: it is longer than {max_bytes} bytes.",
        max_bytes
    )
}

pub fn not_understood(text: &str) -> String {
    let message = tr!("“{text}” is neither a move nor a command.", text);
    format!("{message}\n{HELP_HINT}")
}

pub fn moves_taken_back(moves: usize) -> String {
    match moves {
        1 => tr!("The last move is taken back."),
        _ => tr!("The last {moves} moves are taken back.", moves),
    }
}

pub fn legal_moves(moves: &str) -> String {
    match moves {
        "" => tr!("No move is legal."),
        _ => tr!("Legal moves: {moves}", moves),
    }
}
