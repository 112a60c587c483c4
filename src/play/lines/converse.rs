//! The loop of a conversation, the same for every game.

use super::dialogue::{Dialogue, Entry, LONGEST, StreamError};
use super::face::{Ending, Face, Leave, Understood};
use crate::lang::dialogue::Talk;
use crate::lang::{Reason, plain, shown};
use crate::play::record::Record;
use crate::play::session::{PlayError, Session, Turn};

/// The world around a conversation: where games are kept, and whether somebody wants to stop.
pub trait Storage {
    /// Keeps a text under a name. The error says why it was not kept.
    fn save(&mut self, name: &str, text: &str) -> Result<(), Reason>;
    /// The text kept under a name. The error says why there is none.
    fn load(&mut self, name: &str) -> Result<String, Reason>;
    /// Whether `^C` came while nobody was asked; it is then answered.
    fn interrupted(&mut self) -> bool;
    /// Called before the program thinks, which may be cut off: `record` returns the game as it stands.
    fn thinks(&mut self, _record: &dyn Fn() -> Record) {}
}

/// What a player may ask for besides a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Help,
    Show,
    Moves,
    Hint,
    Undo,
    Save(String),
    Load(String),
    Quit,
}

impl Command {
    /// The command that a line means, if it means one. Upper case and missing accents do no harm.
    pub fn read(line: &str) -> Option<Self> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().to_owned();
        match plain(word).as_str() {
            "save" | "sauver" | "sauvegarder" | "garder" => return Some(Self::Save(rest)),
            "load" | "charger" => return Some(Self::Load(rest)),
            _ if !rest.is_empty() => return None,
            _ => {}
        }
        Some(match plain(word).as_str() {
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
pub fn converse<G: Face>(
    session: &mut Session<G>,
    dialogue: &mut Dialogue<'_>,
    storage: &mut dyn Storage,
) -> Result<Ending, StreamError> {
    let lang = dialogue.lang();
    dialogue.say(&*G::greeting(session))?;
    dialogue.say(&Talk::HelpIsThere)?;
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
                G::conclusion(talk.session, end).iter().try_for_each(|sentence| talk.dialogue.say(&**sentence))?;
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

struct Conversation<'a, 'b, G: Face> {
    session: &'a mut Session<G>,
    dialogue: &'a mut Dialogue<'b>,
    storage: &'a mut dyn Storage,
    /// What was typed of the present move.
    answers: Vec<String>,
    /// Whether the state has changed since it was shown.
    fresh: bool,
    /// Whether a person was asked since the program thought last.
    asked: bool,
}

impl<G: Face> Conversation<'_, '_, G> {
    /// A computer player's turn; the reason to stop, if there is one.
    fn machine(&mut self) -> Result<Option<Leave>, StreamError> {
        if self.storage.interrupted() {
            return Ok(Some(Leave::Interrupt));
        }
        self.thinks();
        if self.session.reply().is_none() {
            return Ok(Some(Leave::Quit));
        }
        self.tell_move().map(|()| None)
    }

    /// Tells the storage that the program is about to think.
    fn thinks(&mut self) {
        if std::mem::take(&mut self.asked) {
            self.storage.thinks(&|| self.session.record());
        }
    }

    fn tell_move(&mut self) -> Result<(), StreamError> {
        self.fresh = true;
        G::moved(self.session).map_or(Ok(()), |sentence| self.dialogue.say(&*sentence))
    }

    /// Asks a person once; the reason to stop, if there is one.
    fn person(&mut self) -> Result<Option<Leave>, StreamError> {
        self.asked = true;
        let question = G::question(self.session, &self.answers).say(self.dialogue.lang());
        match self.dialogue.ask(&question)? {
            Entry::EndOfInput => return Ok(Some(Leave::EndOfInput)),
            Entry::Interrupt => return Ok(Some(Leave::Interrupt)),
            Entry::TooLong => self.dialogue.say(&Talk::LineTooLong { most: LONGEST })?,
            Entry::NotText => self.dialogue.say(&Talk::LineNotText)?,
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
                return self.dialogue.say(&Talk::HalfTakenBack).map(|()| None);
            }
            self.answers.clear();
            return self.obey(command);
        }
        match G::understand(self.session, &self.answers) {
            Understood::Half => return Ok(None),
            Understood::Leave(why) => return Ok(Some(why)),
            Understood::Nonsense(sentence) => self.dialogue.say(&*sentence)?,
            Understood::Move(mv) => match self.session.play(mv) {
                Ok(()) => self.tell_move()?,
                Err(PlayError::Refused(refusal)) => self.dialogue.say(&*G::refusal(self.session, &refusal))?,
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
                self.dialogue.say(&*G::rules(self.session))?;
                self.dialogue.say(&Talk::Commands)?;
            }
            Command::Moves => self.dialogue.say(&*G::moves(self.session))?,
            Command::Hint => {
                self.thinks();
                self.dialogue.say(&*G::hint(self.session))?;
            }
            Command::Undo => match self.session.take_back() {
                0 => self.dialogue.say(&Talk::NothingToTakeBack)?,
                moves => {
                    self.dialogue.say(&Talk::TakenBack { moves })?;
                    self.fresh = true;
                }
            },
            Command::Save(name) | Command::Load(name) if name.is_empty() => self.dialogue.say(&Talk::NameMissing)?,
            Command::Save(name) => self.save(&name)?,
            Command::Load(name) => self.load(&name)?,
        }
        Ok(None)
    }

    fn save(&mut self, name: &str) -> Result<(), StreamError> {
        let file = shown(name);
        let said = match self.storage.save(name, &self.session.record().to_string()) {
            Ok(()) => Talk::Saved { file },
            Err(reason) => Talk::NotSaved { file, reason },
        };
        self.dialogue.say(&said)
    }

    fn load(&mut self, name: &str) -> Result<(), StreamError> {
        let file = shown(name);
        let said = match self.storage.load(name) {
            Err(reason) => Talk::NotLoaded { file, reason },
            Ok(text) => match text.parse().and_then(|record: Record| self.session.resume(&record)) {
                Err(error) => Talk::NotAGame { file, error },
                Ok(()) => {
                    self.fresh = true;
                    Talk::Loaded { file, moves: self.session.plies().len() }
                }
            },
        };
        self.dialogue.say(&said)
    }
}
