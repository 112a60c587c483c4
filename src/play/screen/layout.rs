//! What the screen asks of a game. Nothing here keeps anything: the game is the session, the rest is the screen's.

use super::look::Look;
use crate::lang::{Lang, Say, Text};
use crate::play::lines::Face;
use crate::play::session::{End, Session};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub enum Choice<M> {
    /// A move, allowed or not.
    Move(M),
    /// The first half of one: this place is now held.
    Hold,
    /// What is held goes back.
    PutBack,
    /// Moves that are known to follow each other, to be made one by one.
    Script(Vec<M>),
    /// Only words.
    Words(Box<dyn Say>),
}

/// The keys of a game, and its signs.
#[derive(Clone, Copy)]
pub struct Keys {
    /// Those that make a move, in the line of the keys.
    pub moves: Text,
    /// Another one, named behind those that every game knows.
    pub more: Option<Text>,
    /// All of them one by one, a line or a few.
    pub help: Text,
    /// The signs, in one line below the board.
    pub signs: Text,
}

/// How a game lies on the screen. Its places are numbered from 0.
pub trait Layout: Face {
    /// Its keys and its signs.
    const KEYS: Keys;
    /// Where its places are, all inside `area`; `None` when they do not fit.
    fn spots(session: &Session<Self>, area: Rect) -> Option<Vec<Rect>>;
    /// Draws the game, and nothing outside its area.
    fn draw(session: &Session<Self>, look: &Look<'_>, buffer: &mut Buffer);
    /// What choosing a place means, of `spots` places, while `held` is held.
    fn choose(session: &Session<Self>, held: Option<usize>, spot: usize, spots: usize) -> Choice<Self::Move>;
    /// What a letter means in this game, besides those that every game knows.
    fn letter(_: &Session<Self>, _: char) -> Option<Choice<Self::Move>> {
        None
    }
    /// The places where something is possible, of `spots` places, while `held` is held.
    fn open(session: &Session<Self>, held: Option<usize>, spots: usize) -> Vec<usize>;
    /// Where the cursor, now on `cursor`, goes after a move, or at the start.
    fn home(session: &Session<Self>, cursor: usize, spots: usize) -> usize;
    /// What game it is, in one line.
    fn title(session: &Session<Self>) -> Box<dyn Say> {
        Self::greeting(session)
    }
    /// The state in parts of one line; whose turn it is and the number of moves stand around them.
    fn bar(session: &Session<Self>, lang: Lang) -> Vec<String>;
    /// What is said at the end.
    fn over(session: &Session<Self>, end: End) -> Vec<Box<dyn Say>> {
        Self::conclusion(session, end)
    }
}
