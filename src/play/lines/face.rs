//! What a conversation asks of a game. Nothing here keeps anything: the game is the session.

use super::dialogue::{Dialogue, StreamError};
use crate::lang::{Lang, Say};
use crate::play::playable::Playable;
use crate::play::record::Record;
use crate::play::session::{End, Session};

/// How a game speaks.
pub trait Face: Playable {
    /// The questions that settle a game about which nothing was said, if the game asks any.
    const OPENING: Option<Opening> = None;

    /// What is said first.
    fn greeting(session: &Session<Self>) -> Box<dyn Say>;
    /// The state, and what the player to move should see before he chooses.
    fn table(session: &Session<Self>, lang: Lang) -> String;
    /// What is asked when these lines of the present move have already been given.
    fn question(session: &Session<Self>, answers: &[String]) -> Box<dyn Say>;
    /// What the lines of the present move mean, the last one new.
    fn understand(session: &Session<Self>, answers: &[String]) -> Understood<Self>;
    fn refusal(session: &Session<Self>, refusal: &Self::Refusal) -> Box<dyn Say>;
    /// What is said of the last move, if anything.
    fn moved(session: &Session<Self>) -> Option<Box<dyn Say>>;
    fn moves(session: &Session<Self>) -> Box<dyn Say>;
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

/// Asks the questions that settle a game, and gives it as it is kept before its first move; `None` when the player stops.
pub type Opening = fn(&mut Dialogue<'_>) -> Result<Option<Record>, StreamError>;
