//! The line-based interface: it shows a state, asks a question, reads a line, and makes the move or refuses it with a
//! reason.
//!
//! A line that is empty, too long, not UTF-8, not understood or not allowed changes nothing, and the question is asked
//! again. The end of the input ends the conversation.

use super::dialogue::{Dialogue, InputLine, StreamError};
use super::messages;
use super::saved_game::SavedGame;
use super::session::{
    ParsedAnswer, PlayError, Playable, Session, SessionEnding, StopReason, Turn, start_and_players,
};
use crate::lang::{Say, SessionError, fold_case_and_accents};
use pioche_engine::games::MemoryLimit;
use pioche_engine::players::PlayerSpec;

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

#[derive(Debug)]
pub enum ResumeError {
    /// The record is invalid, or a computer player cannot play it.
    Session(SessionError),
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
    let (start, kinds): (G, _) = start_and_players(record).map_err(ResumeError::Session)?;
    let mut machines = kinds.into_iter().filter(|kind| *kind != PlayerSpec::Human);
    machines
        .try_for_each(|kind| start.check_player(kind, memory))
        .map_err(ResumeError::Session)?;
    if G::IS_SLOW_TO_SOLVE && kinds.contains(&PlayerSpec::Perfect) {
        dialogue
            .print_message(&messages::SOLVING_FIRST)
            .map_err(ResumeError::Stream)?;
    }
    let mut session = Session::<G>::restore(record, memory).map_err(ResumeError::Session)?;
    let ended = run_conversation(&mut session, dialogue, storage).map_err(ResumeError::Stream);
    storage.save_final(&session.saved_game());
    ended
}

/// The services that a conversation needs: saving games and noticing an interrupt.
pub trait Storage {
    /// Returns true if `^C` came while no question was open. The call clears the interrupt.
    fn take_interrupt(&mut self) -> bool;
    /// Saves the game before a computer player or a solver runs, which can be interrupted.
    fn save_before_computation(&mut self, _record: &dyn Fn() -> SavedGame) {}
    fn save_final(&mut self, _record: &SavedGame) {}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogueCommand {
    Help,
    Show,
    Moves,
    Hint,
    Undo,
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
    let lang = dialogue.lang();
    dialogue.print_message(&G::greeting(session))?;
    dialogue.print_message(&messages::HELP_HINT)?;
    let mut talk = Conversation {
        session,
        dialogue,
        storage,
        answers: Vec::new(),
        show_state: true,
        asked_since_save: true,
    };
    loop {
        if std::mem::take(&mut talk.show_state) {
            let table = G::state_text(talk.session, lang);
            talk.dialogue.print("")?;
            if !table.is_empty() {
                talk.dialogue.print(&table)?;
            }
        }
        let interruption = match talk.session.turn() {
            Turn::Over(end) if !G::continues_after_end(talk.session) => {
                G::conclusion(talk.session, end)
                    .iter()
                    .try_for_each(|sentence| talk.dialogue.print_message(sentence))?;
                return Ok(SessionEnding::Over(end));
            }
            Turn::Computer(_) => talk.play_computer_turn()?,
            Turn::Over(_) | Turn::Person(_) => talk.ask_person()?,
        };
        if let Some(why) = interruption {
            talk.save_after_question();
            let (said, ending) = G::stop_text_and_ending(talk.session, why, lang);
            if !said.is_empty() {
                talk.dialogue.print(&said)?;
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
            .map_or(Ok(()), |sentence| self.dialogue.print_message(&sentence))
    }

    /// Asks a person one question. Returns the reason to stop, if there is one.
    fn ask_person(&mut self) -> Result<Option<StopReason>, StreamError> {
        self.asked_since_save = true;
        let question = G::question(self.session, &self.answers).say(self.dialogue.lang());
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
                    .print_message(&messages::PARTIAL_MOVE_CANCELLED)
                    .map(|()| None);
            }
            self.answers.clear();
            return self.run_command(command);
        }
        match G::parse_answers(self.session, &self.answers) {
            ParsedAnswer::Partial => return Ok(None),
            ParsedAnswer::Stop(why) => return Ok(Some(why)),
            ParsedAnswer::Invalid(sentence) => self.dialogue.print_message(&sentence)?,
            ParsedAnswer::Move(mv) => match self.session.play(mv) {
                Ok(()) => self.describe_last_move()?,
                Err(PlayError::Refused(refusal)) => self
                    .dialogue
                    .print_message(&self.session.state().refusal_message(&refusal))?,
                Err(PlayError::EndlessGame) => {}
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
                self.dialogue.print_message(&G::rules(self.session))?;
                self.dialogue.print_message(&messages::COMMAND_LIST)?;
            }
            DialogueCommand::Moves => self
                .dialogue
                .print_message(&G::legal_moves_message(self.session))?,
            DialogueCommand::Hint => {
                self.save_after_question();
                self.dialogue.print_message(&G::hint(self.session))?;
            }
            DialogueCommand::Undo => match self.session.undo() {
                0 => self
                    .dialogue
                    .print_message(&messages::NOTHING_TO_TAKE_BACK)?,
                moves => {
                    self.dialogue
                        .print_message(&messages::moves_taken_back(moves))?;
                    self.show_state = true;
                }
            },
        }
        Ok(None)
    }
}
