//! The line-based interface: it shows a state, asks a question, reads a line, and makes the move or refuses it with a
//! reason.
//!
//! A line that is empty, too long, not UTF-8, not understood or not allowed changes nothing, and the question is asked
//! again. The end of the input ends the conversation.

use super::dialogue::{Dialogue, InputLine, StreamError};
use super::messages;
use super::record::Record;
use super::session::{Ending, Leave, ParsedAnswer, PlayError, Playable, Session, Turn, seats};
use crate::lang::{Say, SessionError, fold_case_and_accents};
use pioche_engine::games::Memory;
use pioche_engine::players::PlayerSpec;

/// A function that asks for the settings of a new game. It returns the record of the game before its first move, or
/// `NoneObserved` when the player stops.
pub type Opening = fn(&mut Dialogue<'_>) -> Result<Option<Record>, StreamError>;

/// A function that plays the game of a record: [`resume`] of the game that the record names.
pub type Resume = fn(&Record, Memory, &mut Dialogue<'_>, &mut dyn Storage) -> Result<Ending, ResumeError>;

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
pub fn resume<G: Playable>(
    record: &Record,
    memory: Memory,
    dialogue: &mut Dialogue<'_>,
    storage: &mut dyn Storage,
) -> Result<Ending, ResumeError> {
    // The message appears before the solver starts, which takes long.
    let (start, kinds): (G, _) = seats(record).map_err(ResumeError::Session)?;
    let mut machines = kinds.into_iter().filter(|kind| *kind != PlayerSpec::Human);
    machines.try_for_each(|kind| start.check_seat(kind, memory)).map_err(ResumeError::Session)?;
    if G::SLOW_TO_SOLVE && kinds.contains(&PlayerSpec::Perfect) {
        dialogue.say(&messages::SOLVING).map_err(ResumeError::Stream)?;
    }
    let mut session = Session::<G>::restore(record, memory).map_err(ResumeError::Session)?;
    let ended = converse(&mut session, dialogue, storage).map_err(ResumeError::Stream);
    storage.keep_at_end(&session.record());
    ended
}

/// The services that a conversation needs: saving games and noticing an interrupt.
pub trait Storage {
    /// Returns true if `^C` came while no question was open. The call clears the interrupt.
    fn interrupted(&mut self) -> bool;
    /// Saves the game before a computer player or a solver runs, which can be interrupted.
    fn keep_so_far(&mut self, _record: &dyn Fn() -> Record) {}
    fn keep_at_end(&mut self, _record: &Record) {}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Help,
    Show,
    Moves,
    Hint,
    Undo,
    Quit,
}

impl Command {
    /// Parses a command; `NoneObserved` for other lines. Upper case and missing accents are accepted.
    pub fn read(line: &str) -> Option<Self> {
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
pub fn converse<G: Playable>(
    session: &mut Session<G>,
    dialogue: &mut Dialogue<'_>,
    storage: &mut dyn Storage,
) -> Result<Ending, StreamError> {
    let lang = dialogue.lang();
    dialogue.say(&G::greeting(session))?;
    dialogue.say(&messages::HELP_IS_THERE)?;
    let mut talk =
        Conversation { session, dialogue, storage, answers: Vec::new(), show_state: true, asked_since_save: true };
    loop {
        if std::mem::take(&mut talk.show_state) {
            let table = G::table(talk.session, lang);
            talk.dialogue.print("")?;
            if !table.is_empty() {
                talk.dialogue.print(&table)?;
            }
        }
        let left = match talk.session.turn() {
            Turn::Over(end) if !G::continues_after_end(talk.session) => {
                G::conclusion(talk.session, end).iter().try_for_each(|sentence| talk.dialogue.say(sentence))?;
                return Ok(Ending::Over(end));
            }
            Turn::Machine(_) => talk.play_computer_turn()?,
            Turn::Over(_) | Turn::Person(_) => talk.ask_person()?,
        };
        if let Some(why) = left {
            talk.save_after_question();
            let (said, ending) = G::leave(talk.session, why, lang);
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
    fn play_computer_turn(&mut self) -> Result<Option<Leave>, StreamError> {
        if self.storage.interrupted() {
            return Ok(Some(Leave::HandOver));
        }
        self.save_after_question();
        if self.session.reply().is_none() {
            return Ok(Some(Leave::Quit));
        }
        self.describe_last_move().map(|()| None)
    }

    fn save_after_question(&mut self) {
        if std::mem::take(&mut self.asked_since_save) {
            self.storage.keep_so_far(&|| self.session.record());
        }
    }

    fn describe_last_move(&mut self) -> Result<(), StreamError> {
        self.show_state = true;
        G::last_move_text(self.session).map_or(Ok(()), |sentence| self.dialogue.say(&sentence))
    }

    /// Asks a person one question. Returns the reason to stop, if there is one.
    fn ask_person(&mut self) -> Result<Option<Leave>, StreamError> {
        self.asked_since_save = true;
        let question = G::question(self.session, &self.answers).say(self.dialogue.lang());
        match self.dialogue.ask(&question)? {
            InputLine::EndOfInput => return Ok(Some(Leave::Quit)),
            InputLine::Interrupt => return Ok(Some(Leave::HandOver)),
            // An empty line cancels the first half of a move.
            InputLine::Text(text) if text.is_empty() => self.answers.clear(),
            InputLine::Text(text) => {
                self.answers.push(text);
                return self.answer();
            }
        }
        Ok(None)
    }

    fn answer(&mut self) -> Result<Option<Leave>, StreamError> {
        let command = self.answers.last().and_then(|line| Command::read(line));
        if let Some(command) = command {
            // A half-entered move is cancelled before the last move is taken back.
            if command == Command::Undo && self.answers.len() > 1 {
                self.answers.clear();
                return self.dialogue.say(&messages::HALF_TAKEN_BACK).map(|()| None);
            }
            self.answers.clear();
            return self.run_command(command);
        }
        match G::parse_answers(self.session, &self.answers) {
            ParsedAnswer::Partial => return Ok(None),
            ParsedAnswer::Leave(why) => return Ok(Some(why)),
            ParsedAnswer::Invalid(sentence) => self.dialogue.say(&sentence)?,
            ParsedAnswer::Move(mv) => match self.session.play(mv) {
                Ok(()) => self.describe_last_move()?,
                Err(PlayError::Refused(refusal)) => self.dialogue.say(&self.session.state().refusal(&refusal))?,
                Err(PlayError::Ended) => {}
            },
        }
        self.answers.clear();
        Ok(None)
    }

    fn run_command(&mut self, command: Command) -> Result<Option<Leave>, StreamError> {
        match command {
            Command::Quit => return Ok(Some(Leave::Quit)),
            Command::Show => self.show_state = true,
            Command::Help => {
                self.dialogue.say(&G::rules(self.session))?;
                self.dialogue.say(&messages::COMMANDS)?;
            }
            Command::Moves => self.dialogue.say(&G::moves(self.session))?,
            Command::Hint => {
                self.save_after_question();
                self.dialogue.say(&G::hint(self.session))?;
            }
            Command::Undo => match self.session.take_back() {
                0 => self.dialogue.say(&messages::NOTHING_TO_TAKE_BACK)?,
                moves => {
                    self.dialogue.say(&messages::taken_back(moves))?;
                    self.show_state = true;
                }
            },
        }
        Ok(None)
    }
}
