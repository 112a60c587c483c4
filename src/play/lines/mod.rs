//! The conversation by lines: a state is shown, a question asked, a line read, a move made or refused with the reason.
//!
//! [`converse`] is the same for every game; how a game shows itself, asks, understands and concludes is its [`Face`].
//! The French is the handouts'. No stream is opened here: lines come from any `BufRead`, sentences go to any `Write`.
//!
//! Whatever comes in, the game stays there: a line that is empty, too long, not text, not understood or not allowed
//! changes nothing, and the question is asked again. The end of the input ends the conversation.

pub mod command;
mod desk;

pub use command::Command;
pub use desk::{Broken, Desk, Echo, Entry, LONGEST};

use super::record::Record;
pub use super::session::End;
use super::session::{NotPlayed, Playable, Session, Turn};
pub use super::words::shown;
use crate::games::Player;
use crate::lang::dialogue::{Chair, Talk};
use crate::lang::{Lang, Reason, Say};
use crate::players::Kind;

/// How a game speaks.
pub trait Face: Playable {
    /// What is said first.
    fn greeting(session: &Session<Self>) -> Box<dyn Say>;
    /// The state, and what the player to move should see before he chooses.
    fn table(session: &Session<Self>, lang: Lang) -> String;
    /// What is asked when these lines of the present move have already been given.
    fn question(session: &Session<Self>, answers: &[String]) -> Box<dyn Say>;
    /// What the lines of the present move mean, the last one new.
    fn understand(session: &Session<Self>, answers: &[String]) -> Understood<Self>;
    /// Why a move was refused.
    fn refusal(session: &Session<Self>, refusal: &Self::Refusal) -> Box<dyn Say>;
    /// What is said of the last move, if anything.
    fn moved(session: &Session<Self>) -> Option<Box<dyn Say>>;
    /// The legal moves.
    fn moves(session: &Session<Self>) -> Box<dyn Say>;
    /// Some advice.
    fn hint(session: &Session<Self>) -> Box<dyn Say>;
    /// The rules in short, and how moves are typed.
    fn rules(session: &Session<Self>) -> Box<dyn Say>;
    /// What is said at the end.
    fn conclusion(session: &Session<Self>, end: End) -> Vec<Box<dyn Say>>;
    /// Whether the player is still asked although the game is over, so that he can take moves back.
    fn lingers(_: &Session<Self>) -> bool {
        false
    }
    /// What follows when the player stops before the end: what is said, and how the conversation ends.
    fn leave(session: &Session<Self>, why: Leave, lang: Lang) -> (String, Ending);
}

/// What a player's lines mean.
pub enum Understood<G: Playable> {
    /// A move, allowed or not.
    Move(G::Move),
    /// The beginning of one.
    Half,
    /// No move at all.
    Nonsense(Box<dyn Say>),
    /// The wish to stop.
    Leave(Leave),
}

/// Why a conversation stops before the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// The player said so.
    Quit,
    /// Nothing comes in any more.
    EndOfInput,
    /// `^C`.
    Interrupt,
    /// The computer is to go on alone.
    Solve,
}

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With the game.
    Over(End),
    /// Before its end.
    Left,
    /// The computer found how to end the game well.
    Solved,
    /// There is no way to end it well.
    NoWay,
    /// The computer gave the search up.
    Undecided,
}

/// What a conversation asks of the world around it.
pub trait Shelf {
    /// Keeps a text under a name.
    ///
    /// # Errors
    /// Why it was not kept.
    fn save(&mut self, name: &str, text: &str) -> Result<(), Reason>;
    /// The text kept under a name.
    ///
    /// # Errors
    /// Why there is none.
    fn load(&mut self, name: &str) -> Result<String, Reason>;
    /// Whether `^C` came while nobody was asked; it is then answered.
    fn interrupted(&mut self) -> bool;
}

/// Plays a session to its end, or until the player stops.
///
/// # Errors
/// When a stream fails. The session is then as it was after its last move.
pub fn converse<G: Face>(
    session: &mut Session<G>,
    desk: &mut Desk<'_>,
    shelf: &mut dyn Shelf,
) -> Result<Ending, Broken> {
    let lang = desk.lang();
    desk.say(&*G::greeting(session))?;
    desk.say(&Talk::HelpIsThere)?;
    let mut talk = Conversation { session, desk, shelf, answers: Vec::new(), fresh: true };
    loop {
        if std::mem::take(&mut talk.fresh) {
            let table = G::table(talk.session, lang);
            talk.desk.print("")?;
            if !table.is_empty() {
                talk.desk.print(&table)?;
            }
        }
        let left = match talk.session.turn() {
            Turn::Over(end) if !G::lingers(talk.session) => {
                G::conclusion(talk.session, end).iter().try_for_each(|sentence| talk.desk.say(&**sentence))?;
                return Ok(Ending::Over(end));
            }
            Turn::Machine(_) => talk.machine()?,
            Turn::Over(_) | Turn::Person(_) => talk.person()?,
        };
        if let Some(why) = left {
            let (said, ending) = G::leave(talk.session, why, lang);
            if !said.is_empty() {
                talk.desk.print(&said)?;
            }
            return Ok(ending);
        }
    }
}

struct Conversation<'a, 'b, G: Face> {
    session: &'a mut Session<G>,
    desk: &'a mut Desk<'b>,
    shelf: &'a mut dyn Shelf,
    /// What was typed of the present move.
    answers: Vec<String>,
    /// Whether the state has changed since it was shown.
    fresh: bool,
}

impl<G: Face> Conversation<'_, '_, G> {
    /// A computer player's turn; the reason to stop, if there is one.
    fn machine(&mut self) -> Result<Option<Leave>, Broken> {
        if self.shelf.interrupted() {
            return Ok(Some(Leave::Interrupt));
        }
        if self.session.reply().is_none() {
            return Ok(Some(Leave::Quit));
        }
        self.tell_move().map(|()| None)
    }

    fn tell_move(&mut self) -> Result<(), Broken> {
        self.fresh = true;
        G::moved(self.session).map_or(Ok(()), |sentence| self.desk.say(&*sentence))
    }

    /// Asks a person once; the reason to stop, if there is one.
    fn person(&mut self) -> Result<Option<Leave>, Broken> {
        let question = G::question(self.session, &self.answers).say(self.desk.lang());
        match self.desk.ask(&question)? {
            Entry::EndOfInput => return Ok(Some(Leave::EndOfInput)),
            Entry::Interrupt => return Ok(Some(Leave::Interrupt)),
            Entry::TooLong => self.desk.say(&Talk::LineTooLong { most: LONGEST })?,
            Entry::NotText => self.desk.say(&Talk::LineNotText)?,
            // An empty line takes the first half of a move back.
            Entry::Text(text) if text.is_empty() => self.answers.clear(),
            Entry::Text(text) => {
                self.answers.push(text);
                return self.answer();
            }
        }
        Ok(None)
    }

    fn answer(&mut self) -> Result<Option<Leave>, Broken> {
        let command = self.answers.last().and_then(|line| Command::read(line));
        if let Some(command) = command {
            self.answers.clear();
            return self.obey(command);
        }
        match G::understand(self.session, &self.answers) {
            Understood::Half => return Ok(None),
            Understood::Leave(why) => return Ok(Some(why)),
            Understood::Nonsense(sentence) => self.desk.say(&*sentence)?,
            Understood::Move(mv) => match self.session.play(mv) {
                Ok(()) => self.tell_move()?,
                Err(NotPlayed::Refused(refusal)) => self.desk.say(&*G::refusal(self.session, &refusal))?,
                Err(NotPlayed::Ended) => {}
            },
        }
        self.answers.clear();
        Ok(None)
    }

    fn obey(&mut self, command: Command) -> Result<Option<Leave>, Broken> {
        match command {
            Command::Quit => return Ok(Some(Leave::Quit)),
            Command::Show => self.fresh = true,
            Command::Help => {
                self.desk.say(&*G::rules(self.session))?;
                self.desk.say(&Talk::Commands)?;
            }
            Command::Moves => self.desk.say(&*G::moves(self.session))?,
            Command::Hint => self.desk.say(&*G::hint(self.session))?,
            Command::Undo => match self.session.take_back() {
                0 => self.desk.say(&Talk::NothingToTakeBack)?,
                moves => {
                    self.desk.say(&Talk::TakenBack { moves })?;
                    self.fresh = true;
                }
            },
            Command::Save(name) => self.save(&name)?,
            Command::Load(name) => self.load(&name)?,
        }
        Ok(None)
    }

    fn save(&mut self, name: &str) -> Result<(), Broken> {
        if name.is_empty() {
            return self.desk.say(&Talk::NameMissing);
        }
        let file = shown(name);
        let said = match self.shelf.save(name, &self.session.record().to_string()) {
            Ok(()) => Talk::Saved { file },
            Err(reason) => Talk::NotSaved { file, reason },
        };
        self.desk.say(&said)
    }

    fn load(&mut self, name: &str) -> Result<(), Broken> {
        if name.is_empty() {
            return self.desk.say(&Talk::NameMissing);
        }
        let file = shown(name);
        let said = match self.shelf.load(name) {
            Err(reason) => Talk::NotLoaded { file, reason },
            Ok(text) => match text.parse().and_then(|record: Record| self.session.resume(&record)) {
                Err(misfit) => Talk::NotAGame { file, misfit },
                Ok(()) => {
                    self.fresh = true;
                    Talk::Loaded { file, moves: self.session.plies().len() }
                }
            },
        };
        self.desk.say(&said)
    }
}

/// Who sits on a side, as sentences name them.
pub fn chair<G: Playable>(session: &Session<G>, player: Player) -> Chair {
    match session.kind(player) {
        Kind::Human => Chair::Person,
        kind => Chair::Machine(kind.to_string()),
    }
}

/// 1 or 2.
pub const fn number(player: Player) -> u8 {
    match player {
        Player::One => 1,
        Player::Two => 2,
    }
}
