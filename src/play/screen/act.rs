//! What a key, the mouse or a computer player does to a game on the screen.

use super::layout::{Choice, Layout};
use super::spots::{Input, neighbour};
use super::state::{Screen, words};
use crate::lang::dialogue::Talk;
use crate::play::lines::{Ending, Leave};
use crate::play::record::Record;
use crate::play::session::{PlayError, Turn};
use ratatui::buffer::Buffer;
use ratatui::layout::Size;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Stay,
    Leave,
}

/// A game on a whole screen, whichever it is, for those who own a terminal and know no game. It may work in a thread of
/// its own.
pub trait OnScreen: Send {
    /// Does what a person wants.
    fn act(&mut self, input: Input) -> Flow;
    /// Makes the next move of a computer player or of a solver, if it is its turn.
    fn step(&mut self);
    /// Whether the next move comes from a computer player or a solver, so that [`OnScreen::step`] makes it. Whoever
    /// reads something that covers the board is waited for.
    fn steps(&self) -> bool;
    /// Draws everything into a buffer that has the size of the window.
    fn draw(&self, buffer: &mut Buffer);
    /// The window has this size from now on.
    fn fit(&mut self, size: Size);
    /// What is left on the table when the person leaves, in words, and how the game ended.
    fn farewell(&self) -> (String, Ending);
    /// The game so far, to be kept.
    fn record(&self) -> Record;
}

impl<G: Layout> OnScreen for Screen<G> {
    fn step(&mut self) {
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

    fn act(&mut self, input: Input) -> Flow {
        if self.leaving {
            return self.answer(input);
        }
        if self.covered() {
            self.clear();
            return Flow::Stay;
        }
        if let Input::Letter('q' | 'Q') = input {
            // There is nothing to give up any more when the game is over.
            self.leaving = self.session.end().is_none();
            return if self.leaving { Flow::Stay } else { Flow::Leave };
        }
        // Nobody moves on a board that he does not see.
        let Some(spots) = self.spots() else { return Flow::Stay };
        match input {
            Input::Letter(letter) => self.letter(letter),
            Input::Press(position) | Input::Release(position) => {
                // Released, it was carried with the button held down, from one place to another.
                let pressed = matches!(input, Input::Press(_));
                let means = |spot: &usize| pressed || self.held.is_some_and(|held| held != *spot);
                if let Some(spot) = spots.iter().position(|spot| spot.contains(position)).filter(means) {
                    self.cursor = spot;
                    self.choose(spot, spots.len());
                }
            }
            Input::Choose => self.choose(self.cursor, spots.len()),
            Input::PutBack => self.clear(),
            Input::Next => {
                let open = G::open(&self.session, self.held, spots.len());
                let next = open.iter().find(|&&spot| spot > self.cursor).or(open.first());
                self.cursor = next.copied().unwrap_or(self.cursor);
            }
            Input::First => self.cursor = 0,
            Input::Last => self.cursor = spots.len().saturating_sub(1),
            Input::Left | Input::Right | Input::Up | Input::Down => {
                self.cursor = neighbour(&spots, self.cursor, input);
            }
        }
        Flow::Stay
    }

    fn steps(&self) -> bool {
        !self.covered() && (!self.script.is_empty() || matches!(self.session.turn(), Turn::Machine(_)))
    }

    fn draw(&self, buffer: &mut Buffer) {
        self.paint(buffer);
    }

    fn fit(&mut self, size: Size) {
        if self.size != size {
            let before = self.spots().map_or(0, |spots| spots.len());
            self.size = size;
            if self.spots().is_some_and(|spots| spots.len() != before) {
                self.go_home();
            }
        }
    }

    fn farewell(&self) -> (String, Ending) {
        match self.session.end() {
            Some(end) if !G::lingers(&self.session) => {
                (words(&G::conclusion(&self.session, end), self.lang), Ending::Over(end))
            }
            _ => G::leave(&self.session, Leave::Quit, self.lang),
        }
    }

    fn record(&self) -> Record {
        self.session.record()
    }
}

impl<G: Layout> Screen<G> {
    /// Whether the person really leaves: one key says so, and any other one does not.
    fn answer(&mut self, input: Input) -> Flow {
        match input {
            // Of the key or the button that went down before the question.
            Input::Release(_) => return Flow::Stay,
            Input::Letter('y' | 'Y' | 'o' | 'O') => return Flow::Leave,
            _ => self.leaving = false,
        }
        Flow::Stay
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
                Err(PlayError::Refused(refusal)) => self.say(&*G::refusal(&self.session, &refusal)),
                Err(PlayError::Ended) => {}
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
}
