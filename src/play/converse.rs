//! The conversation by lines: a state is shown, a question asked, a line read, a move made or refused with the reason.
//!
//! A line that is empty, too long, not text, not understood or not allowed changes nothing, and the question is asked
//! again. The end of the input ends the conversation.

use super::dialogue::{Dialogue, Entry, StreamError};
use super::record::Record;
use super::said;
use super::session::{Ending, Leave, PlayError, Playable, Session, Turn, Understood, seats};
use crate::lang::{Say, SessionError, plain};
use pioche_engine::games::Memory;
use pioche_engine::players::PlayerSpec;

/// Asks the questions that settle a game, and gives it as it is kept before its first move; `None` when the player stops.
pub type Opening = fn(&mut Dialogue<'_>) -> Result<Option<Record>, StreamError>;

/// Plays the game of a record, whose name the caller knows: [`resume`] of that game.
pub type Resume = fn(&Record, Memory, &mut Dialogue<'_>, &mut dyn Storage) -> Result<Ending, ResumeError>;

#[derive(Debug)]
pub enum ResumeError {
    /// The record does not fit, or a computer player cannot play it.
    Session(SessionError),
    Stream(StreamError),
}

/// Plays a game that begins, or was kept, after its last move. Fails when the record does not fit, or a stream fails.
pub fn resume<G: Playable>(
    record: &Record,
    memory: Memory,
    dialogue: &mut Dialogue<'_>,
    storage: &mut dyn Storage,
) -> Result<Ending, ResumeError> {
    // Told before anybody waits for a solver.
    let (start, kinds): (G, _) = seats(record).map_err(ResumeError::Session)?;
    let mut machines = kinds.into_iter().filter(|kind| *kind != PlayerSpec::Human);
    machines.try_for_each(|kind| start.check_seat(kind, memory)).map_err(ResumeError::Session)?;
    if G::SLOW_TO_SOLVE && kinds.contains(&PlayerSpec::Perfect) {
        dialogue.say(&said::SOLVING).map_err(ResumeError::Stream)?;
    }
    let mut session = Session::<G>::restore(record, memory).map_err(ResumeError::Session)?;
    let ended = converse(&mut session, dialogue, storage).map_err(ResumeError::Stream);
    storage.keep_at_end(&session.record());
    ended
}

/// The world around a conversation: where games are kept, and whether somebody wants to stop.
pub trait Storage {
    /// Whether `^C` came while nobody was asked; it is then answered.
    fn interrupted(&mut self) -> bool;
    /// Keeps the game so far, before the program thinks, which may be cut off.
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
    /// The command that a line means, if it means one. Upper case and missing accents do no harm.
    pub fn read(line: &str) -> Option<Self> {
        Some(match plain(line).as_str() {
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

/// Plays a session to its end, or until the player stops. Fails when a stream fails. The session is then as it was
/// after its last move.
pub fn converse<G: Playable>(
    session: &mut Session<G>,
    dialogue: &mut Dialogue<'_>,
    storage: &mut dyn Storage,
) -> Result<Ending, StreamError> {
    let lang = dialogue.lang();
    dialogue.say(&G::greeting(session))?;
    dialogue.say(&said::HELP_IS_THERE)?;
    let mut talk = Conversation { session, dialogue, storage, answers: Vec::new(), fresh: true, asked: true };
    loop {
        if std::mem::take(&mut talk.fresh) {
            let table = G::table(talk.session, lang);
            talk.dialogue.print("")?;
            if !table.is_empty() {
                talk.dialogue.print(&table)?;
            }
        }
        let left = match talk.session.turn() {
            Turn::Over(end) if !G::lingers(talk.session) => {
                G::conclusion(talk.session, end).iter().try_for_each(|sentence| talk.dialogue.say(sentence))?;
                return Ok(Ending::Over(end));
            }
            Turn::Machine(_) => talk.machine()?,
            Turn::Over(_) | Turn::Person(_) => talk.person()?,
        };
        if let Some(why) = left {
            talk.thinks();
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
    fresh: bool,
    /// Whether a person was asked since the program thought last.
    asked: bool,
}

impl<G: Playable> Conversation<'_, '_, G> {
    /// A computer player's turn; the reason to stop, if there is one.
    fn machine(&mut self) -> Result<Option<Leave>, StreamError> {
        if self.storage.interrupted() {
            return Ok(Some(Leave::HandOver));
        }
        self.thinks();
        if self.session.reply().is_none() {
            return Ok(Some(Leave::Quit));
        }
        self.tell_move().map(|()| None)
    }

    fn thinks(&mut self) {
        if std::mem::take(&mut self.asked) {
            self.storage.keep_so_far(&|| self.session.record());
        }
    }

    fn tell_move(&mut self) -> Result<(), StreamError> {
        self.fresh = true;
        G::moved(self.session).map_or(Ok(()), |sentence| self.dialogue.say(&sentence))
    }

    /// Asks a person once; the reason to stop, if there is one.
    fn person(&mut self) -> Result<Option<Leave>, StreamError> {
        self.asked = true;
        let question = G::question(self.session, &self.answers).say(self.dialogue.lang());
        match self.dialogue.ask(&question)? {
            Entry::EndOfInput => return Ok(Some(Leave::Quit)),
            Entry::Interrupt => return Ok(Some(Leave::HandOver)),
            // An empty line takes the first half of a move back.
            Entry::Text(text) if text.is_empty() => self.answers.clear(),
            Entry::Text(text) => {
                self.answers.push(text);
                return self.answer();
            }
        }
        Ok(None)
    }

    fn answer(&mut self) -> Result<Option<Leave>, StreamError> {
        let command = self.answers.last().and_then(|line| Command::read(line));
        if let Some(command) = command {
            // What was chosen of this move comes before the last one.
            if command == Command::Undo && self.answers.len() > 1 {
                self.answers.clear();
                return self.dialogue.say(&said::HALF_TAKEN_BACK).map(|()| None);
            }
            self.answers.clear();
            return self.obey(command);
        }
        match G::understand(self.session, &self.answers) {
            Understood::Half => return Ok(None),
            Understood::Leave(why) => return Ok(Some(why)),
            Understood::Nonsense(sentence) => self.dialogue.say(&sentence)?,
            Understood::Move(mv) => match self.session.play(mv) {
                Ok(()) => self.tell_move()?,
                Err(PlayError::Refused(refusal)) => self.dialogue.say(&self.session.state().refusal(&refusal))?,
                Err(PlayError::Ended) => {}
            },
        }
        self.answers.clear();
        Ok(None)
    }

    fn obey(&mut self, command: Command) -> Result<Option<Leave>, StreamError> {
        match command {
            Command::Quit => return Ok(Some(Leave::Quit)),
            Command::Show => self.fresh = true,
            Command::Help => {
                self.dialogue.say(&G::rules(self.session))?;
                self.dialogue.say(&said::COMMANDS)?;
            }
            Command::Moves => self.dialogue.say(&G::moves(self.session))?,
            Command::Hint => {
                self.thinks();
                self.dialogue.say(&G::hint(self.session))?;
            }
            Command::Undo => match self.session.take_back() {
                0 => self.dialogue.say(&said::NOTHING_TO_TAKE_BACK)?,
                moves => {
                    self.dialogue.say(&said::taken_back(moves))?;
                    self.fresh = true;
                }
            },
        }
        Ok(None)
    }
}
