//! Games on a whole screen: what a key or the mouse does to a game, and how the game is drawn.
//!
//! [`Screen`] is the same for every game; how a game lies on the board, what choosing a place of it means, and how it
//! is drawn is its [`Picture`]. Sentences are those of the conversation by lines ([`Face`](super::lines::Face)) wherever one exists.
//!
//! Nothing here knows a terminal, a stream or a clock: inputs come in as [`Input`], pictures go into a buffer, and
//! whoever owns the screen decides when a computer player moves ([`Screen::step`]).

mod frame;
mod picture;
pub mod spots;

pub use frame::{Ink, Look, Role};
pub use picture::{Choice, Picture};

use super::lines::{Ending, Leave};
use super::session::{NotPlayed, Session, Turn};
use crate::lang::dialogue::Talk;
use crate::lang::{Lang, Say};
use ratatui::layout::{Position, Rect, Size};
use spots::{Way, neighbour};
use std::collections::VecDeque;

/// What a person does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// To the place on the left.
    Left,
    /// To the place on the right.
    Right,
    /// To the place above.
    Up,
    /// To the place below.
    Down,
    /// To the first place.
    First,
    /// To the last place.
    Last,
    /// To the next place where something is possible.
    Next,
    /// Chooses the place at the cursor.
    Choose,
    /// Puts back what is held.
    PutBack,
    /// A letter or a digit.
    Letter(char),
    /// The mouse goes down.
    Press(Position),
    /// The mouse comes up.
    Release(Position),
}

/// Whether the person stays at the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// He stays.
    Stay,
    /// He wants to leave.
    Leave,
}

/// A game on a whole screen.
pub struct Screen<G: Picture> {
    session: Session<G>,
    lang: Lang,
    ink: Ink,
    size: Size,
    cursor: usize,
    held: Option<usize>,
    said: String,
    help: bool,
    script: VecDeque<G::Move>,
}

impl<G: Picture> Screen<G> {
    /// A game under way on a window of this size.
    pub fn new(session: Session<G>, lang: Lang, ink: Ink, size: Size) -> Self {
        let mut screen = Self {
            session,
            lang,
            ink,
            size,
            cursor: 0,
            held: None,
            said: String::new(),
            help: false,
            script: VecDeque::new(),
        };
        screen.go_home();
        screen.conclude();
        screen
    }

    /// The game.
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// What was said last.
    pub fn said(&self) -> &str {
        &self.said
    }

    /// The place where the cursor is.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The place that is held.
    pub fn held(&self) -> Option<usize> {
        self.held
    }

    /// The window has this size from now on.
    pub fn fit(&mut self, size: Size) {
        if self.size != size {
            let before = self.spots().map_or(0, |spots| spots.len());
            self.size = size;
            if self.spots().is_some_and(|spots| spots.len() != before) {
                self.go_home();
            }
        }
    }

    /// Whether the next move comes from a computer player or a solver, so that [`Screen::step`] makes it. Whoever
    /// reads something that covers the board is waited for.
    pub fn steps(&self) -> bool {
        !self.covered() && (!self.script.is_empty() || matches!(self.session.turn(), Turn::Machine(_)))
    }

    /// Makes the next move of a computer player or of a solver, if it is its turn.
    pub fn step(&mut self) {
        if !self.steps() {
            return;
        }
        let played = match self.script.pop_front() {
            Some(mv) => self.session.play(mv).is_ok(),
            None => self.session.reply().is_some(),
        };
        if played {
            self.moved();
        } else {
            self.script.clear();
        }
    }

    /// Does what a person wants.
    pub fn act(&mut self, input: Input) -> Flow {
        if self.covered() {
            self.clear();
            return Flow::Stay;
        }
        match (input, self.spots()) {
            (Input::Letter('q' | 'Q'), _) => return Flow::Leave,
            // Nobody moves on a board that he does not see.
            (_, None) => {}
            (Input::Letter(letter), Some(_)) => self.letter(letter),
            (Input::Press(position), Some(spots)) => {
                if let Some(spot) = at(&spots, position) {
                    self.cursor = spot;
                    self.choose(spot, spots.len());
                }
            }
            (Input::Release(position), Some(spots)) => {
                // Carried with the button held down, from one place to another.
                let carried = |spot: &usize| self.held.is_some_and(|held| held != *spot);
                if let Some(spot) = at(&spots, position).filter(carried) {
                    self.cursor = spot;
                    self.choose(spot, spots.len());
                }
            }
            (Input::Choose, Some(spots)) => self.choose(self.cursor, spots.len()),
            (Input::PutBack, Some(_)) => self.clear(),
            (Input::Next, Some(spots)) => {
                let open = G::open(&self.session, self.held, spots.len());
                let next = open.iter().find(|&&spot| spot > self.cursor).or(open.first());
                self.cursor = next.copied().unwrap_or(self.cursor);
            }
            (Input::First, Some(_)) => self.cursor = 0,
            (Input::Last, Some(spots)) => self.cursor = spots.len().saturating_sub(1),
            (Input::Left, Some(spots)) => self.cursor = neighbour(&spots, self.cursor, Way::Left),
            (Input::Right, Some(spots)) => self.cursor = neighbour(&spots, self.cursor, Way::Right),
            (Input::Up, Some(spots)) => self.cursor = neighbour(&spots, self.cursor, Way::Up),
            (Input::Down, Some(spots)) => self.cursor = neighbour(&spots, self.cursor, Way::Down),
        }
        Flow::Stay
    }

    /// What is left on the table when the person leaves, in words, and how the game ended.
    pub fn farewell(&self) -> (String, Ending) {
        match self.session.end() {
            Some(end) if !G::lingers(&self.session) => {
                (words(&G::conclusion(&self.session, end), self.lang), Ending::Over(end))
            }
            _ => G::leave(&self.session, Leave::Quit, self.lang),
        }
    }

    fn letter(&mut self, letter: char) {
        match letter.to_ascii_lowercase() {
            '?' => self.help = true,
            'h' | 'i' => self.say(&*G::hint(&self.session)),
            'u' | 'a' => self.take_back(),
            other => {
                if let Some(choice) = self.free().then(|| G::letter(&self.session, other)).flatten() {
                    self.obey(choice, self.cursor);
                }
            }
        }
    }

    fn take_back(&mut self) {
        self.script.clear();
        self.held = None;
        match self.session.take_back() {
            0 => self.say(&Talk::NothingToTakeBack),
            moves => {
                self.go_home();
                self.say(&Talk::TakenBack { moves });
            }
        }
    }

    /// Whether a person may move now.
    fn free(&self) -> bool {
        self.script.is_empty() && !matches!(self.session.turn(), Turn::Machine(_))
    }

    fn choose(&mut self, spot: usize, spots: usize) {
        if self.free() && spot < spots {
            let choice = G::choose(&self.session, self.held, spot, spots);
            self.obey(choice, spot);
        }
    }

    fn obey(&mut self, choice: Choice<G::Move>, spot: usize) {
        match choice {
            Choice::Hold => {
                self.clear();
                self.held = Some(spot);
            }
            Choice::PutBack => self.clear(),
            Choice::Words(words) => self.say(&*words),
            Choice::Script(moves) => {
                self.clear();
                self.script = moves.into();
            }
            Choice::Move(mv) => match self.session.play(mv) {
                Ok(()) => self.moved(),
                Err(NotPlayed::Refused(refusal)) => self.say(&*G::refusal(&self.session, &refusal)),
                Err(NotPlayed::Ended) => {}
            },
        }
    }

    fn moved(&mut self) {
        self.clear();
        self.go_home();
        if let Some(sentence) = G::moved(&self.session) {
            self.say(&*sentence);
        }
        self.conclude();
    }

    fn conclude(&mut self) {
        if let Some(end) = self.session.end() {
            self.said = words(&G::over(&self.session, end), self.lang);
        }
    }

    fn say(&mut self, sentence: &dyn Say) {
        self.said = trimmed(&sentence.say(self.lang));
    }

    fn clear(&mut self) {
        self.said.clear();
        self.help = false;
        self.held = None;
    }

    fn go_home(&mut self) {
        let spots = self.spots().map_or(0, |spots| spots.len());
        self.cursor = G::home(&self.session, self.cursor, spots).min(spots.saturating_sub(1));
    }
}

/// The place under the mouse.
fn at(spots: &[Rect], position: Position) -> Option<usize> {
    spots.iter().position(|spot| spot.contains(position))
}

fn words(sentences: &[Box<dyn Say>], lang: Lang) -> String {
    trimmed(&sentences.iter().map(|sentence| sentence.say(lang)).collect::<Vec<_>>().join("\n"))
}

/// Without the indents that make sense in a conversation only.
fn trimmed(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}
