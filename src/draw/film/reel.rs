//! Which states of a game a film keeps.

use super::scene::{Film, Frame, Look, Sprite, Words};
use crate::draw::text::Align;
use crate::lang::{Lang, Sentence};
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A film with at most this many states; of a longer game, its first and its last ones.
    Film(usize),
    Still(Still),
}

impl Default for Wanted {
    /// As much as a file bears that is watched in a page.
    fn default() -> Self {
        Self::Film(160)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Still {
    /// The state with this number, from 0.
    Number(u64),
    Last,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateError {
    pub asked: u64,
    /// The number of the last state.
    pub last: u64,
}

/// The ids of what the reel itself puts into a frame.
const VEIL: u32 = u32::MAX;
const WORDS: u32 = u32::MAX - 1;
/// The layer in front of all others.
const FRONT: u32 = u32::MAX - 1;

/// Collects the frames of the states that are kept.
#[derive(Debug)]
pub struct Reel {
    states: u64,
    kept: [Range<u64>; 2],
    size: (f64, f64),
    frames: Vec<Frame>,
}

impl Reel {
    /// A reel for a game of so many states (one at least), of which the last `tail` should be kept if any are left out.
    pub fn new(states: u64, tail: u64, wanted: Wanted, size: (f64, f64)) -> Result<Self, StateError> {
        let last = states - 1;
        let kept = match wanted {
            Wanted::Film(most) if states <= most as u64 => [0..states, states..states],
            Wanted::Film(most) => {
                let most = (most as u64).max(2);
                let tail = tail.clamp(most / 4, most * 3 / 4).max(1);
                [0..most - tail, states - tail..states]
            }
            Wanted::Still(Still::Number(asked)) if asked > last => return Err(StateError { asked, last }),
            Wanted::Still(Still::Number(asked)) => [asked..asked + 1, states..states],
            Wanted::Still(Still::Last) => [last..states, states..states],
        };
        Ok(Self { states, kept, size, frames: Vec::new() })
    }

    pub fn keeps(&self, state: u64) -> bool {
        self.kept.iter().any(|range| range.contains(&state))
    }

    /// Adds the frame of a state that is kept. What is left out before it is said in a frame of its own.
    pub fn push(&mut self, state: u64, glide: u32, rest: u32, sprites: Vec<Sprite>) {
        let before = self.frames.last().and_then(|frame| frame.state);
        let gap = before.map_or(0, |before| state - before - 1);
        if gap > 0 {
            self.interlude(gap);
        }
        let glide = if gap > 0 || self.frames.is_empty() { 0 } else { glide };
        self.frames.push(Frame { state: Some(state), glide, rest, sprites });
    }

    fn interlude(&mut self, left_out: u64) {
        let (width, height) = self.size;
        let veil = Look::Veil { width: width as u16, height: height as u16 };
        let shown = Lang::Fr.plural(left_out, "montré", "montrés");
        let said = Sentence::new(
            format!("… {} non {shown} …", Lang::Fr.counted(left_out, "état", "états")),
            format!("… {} not shown …", Lang::En.counted(left_out, "state", "states")),
        );
        let words = Words::new(said, 22, width as u16 - 60).bold().aligned(Align::Middle);
        let middle = (width / 2.0, height / 2.0);
        let mut sprites = self.frames.last().map_or_else(Vec::new, |frame| frame.sprites.clone());
        sprites.push(Sprite::new(VEIL, veil, middle).on(FRONT));
        sprites.push(words.at(WORDS, (middle.0, middle.1 + 7.0)).on(FRONT + 1));
        self.frames.push(Frame { state: None, glide: 0, rest: 1800, sprites });
    }

    pub fn film(self, title: impl Into<Sentence>) -> Film {
        let (width, height) = self.size;
        Film { title: title.into(), width, height, states: self.states, frames: self.frames }
    }
}
