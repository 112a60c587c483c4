//! A screen with whichever game on it, for those who own a terminal and know no game.

use super::input::{Flow, Input};
use super::layout::Layout;
use super::state::Screen;
use crate::play::lines::Ending;
use crate::play::record::Record;
use ratatui::buffer::Buffer;
use ratatui::layout::Size;

/// A game on a whole screen, whichever it is. It may work in a thread of its own.
pub trait OnScreen: Send {
    /// As [`Screen::act`].
    fn act(&mut self, input: Input) -> Flow;
    /// As [`Screen::step`].
    fn step(&mut self);
    /// As [`Screen::steps`].
    fn steps(&self) -> bool;
    /// As [`Screen::draw`].
    fn draw(&self, buffer: &mut Buffer);
    /// As [`Screen::fit`].
    fn fit(&mut self, size: Size);
    /// As [`Screen::farewell`].
    fn farewell(&self) -> (String, Ending);
    /// The game so far, to be kept.
    fn record(&self) -> Record;
}

// `Screen::act` is the screen's own method, not this trait's.
impl<G: Layout> OnScreen for Screen<G> {
    fn act(&mut self, input: Input) -> Flow {
        Screen::act(self, input)
    }

    fn step(&mut self) {
        Screen::step(self);
    }

    fn steps(&self) -> bool {
        Screen::steps(self)
    }

    fn draw(&self, buffer: &mut Buffer) {
        Screen::draw(self, buffer);
    }

    fn fit(&mut self, size: Size) {
        Screen::fit(self, size);
    }

    fn farewell(&self) -> (String, Ending) {
        Screen::farewell(self)
    }

    fn record(&self) -> Record {
        self.session().record()
    }
}
