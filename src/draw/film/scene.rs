//! A film as plain data: a [`Film`] is a list of [`Frame`]s, one for each state of a game, made of [`Sprite`]s at places. A
//! sprite keeps its number from frame to frame, so that it can move.

use crate::draw::font::Weight;
use crate::draw::text::Align;
use crate::lang::{Lang, Sentence};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A film of its states.
    Film,
    /// A picture of the state after this number of steps, or of the last state.
    Step(Option<u64>),
}

/// A state was asked for that the game does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateError {
    pub asked: u64,
    /// The number of the last state.
    pub last: u64,
}

/// A film. Lengths are in points: a playing card is 64 wide and 90 high.
#[derive(Clone, Debug, PartialEq)]
pub struct Film {
    pub title: Sentence,
    pub width: f64,
    pub height: f64,
    /// The number of states of the game, the first one included.
    pub states: u64,
    pub frames: Vec<Frame>,
}

impl Film {
    /// The number of states without a frame.
    pub fn left_out(&self) -> u64 {
        self.states - self.frames.iter().filter(|frame| frame.state.is_some()).count() as u64
    }

    /// Returns the running time in milliseconds.
    pub fn milliseconds(&self) -> u64 {
        self.frames.iter().map(|frame| u64::from(frame.glide) + u64::from(frame.rest)).sum()
    }

    /// Adds a frame that says how many states are left out, in front of the last frame.
    pub fn add_gap(&mut self, left_out: u64) {
        let shown = Lang::Fr.plural(left_out, "montré", "montrés");
        let said = Sentence::new(
            format!("… {} non {shown} …", Lang::Fr.counted(left_out, "état", "états")),
            format!("… {} not shown …", Lang::En.counted(left_out, "state", "states")),
        );
        let veil = Look::Veil { width: self.width as u16, height: self.height as u16 };
        let words = Words::new(said, 22, self.width as u16 - 60).bold().aligned(Align::Middle);
        let (x, y) = (self.width / 2.0, self.height / 2.0);
        let mut sprites = self.frames.last().map_or_else(Vec::new, |frame| frame.sprites.clone());
        sprites.push(Sprite::new(u32::MAX, veil, (x, y)).on(u32::MAX - 1));
        sprites.push(words.at(u32::MAX - 1, (x, y + 7.0)).on(u32::MAX));
        self.frames.push(Frame { state: None, glide: 0, rest: 1800, sprites });
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The number of the state that it shows, from 0; `None` for words in between.
    pub state: Option<u64>,
    /// The time of the motion from the frame before, in milliseconds; 0 for none.
    pub glide: u32,
    /// The time of rest after the motion, in milliseconds.
    pub rest: u32,
    /// What is seen. No two have the same identity.
    pub sprites: Vec<Sprite>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Sprite {
    /// The number of the thing, the same in every frame.
    pub id: u32,
    pub look: Look,
    /// Where its middle is, from the left; of words, where [`Words::align`] says.
    pub x: f64,
    /// Where its middle is, from the top; of words, the base of their first line.
    pub y: f64,
    /// Its size in percent of the natural one.
    pub scale: u16,
    /// Sprites of a higher layer hide those of a lower one.
    pub layer: u32,
    /// The height of the hop on the way to this frame, in points; 0 for a slide.
    pub hop: f64,
}

impl Sprite {
    /// A sprite of natural size in the lowest layer.
    pub const fn new(id: u32, look: Look, (x, y): (f64, f64)) -> Self {
        Self { id, look, x, y, scale: 100, layer: 0, hop: 0.0 }
    }

    pub fn on(self, layer: u32) -> Self {
        Self { layer, ..self }
    }

    pub fn scaled(self, scale: u16) -> Self {
        Self { scale, ..self }
    }

    pub fn hopping(self, hop: f64) -> Self {
        Self { hop, ..self }
    }
}

/// What a sprite looks like. Natural sizes stand in points.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Look {
    /// A playing card, 64 x 90: its suit (0 ♥, 1 ♦, 2 ♠, 3 ♣, then others), the sign of that, its value as it is written.
    Face { suit: u8, symbol: char, rank: &'static str },
    /// A card that has a value and no suit, 64 x 90: its value, and the highest of the pack.
    Value { value: u8, most: u8 },
    /// The back of a card, 64 x 90.
    Back,
    /// Where a card may lie, 64 x 90.
    Slot,
    /// A frame around a card that matters now.
    Ring,
    /// A badge on the card that is about to go to the left.
    Leftwards,
    /// A board of this width and height.
    Board { shape: Shape, width: u16, height: u16 },
    /// A hole in a board, 22 across.
    Hole,
    /// A peg, 38 across.
    Peg,
    /// A frame around a peg or a stone that matters now.
    Halo,
    /// A cell of a row or ring, 54 x 54.
    Cell,
    /// A stone, 46 across, of the first player (dark) or the second (light).
    Stone(Side),
    /// A spot on the stone that was put last.
    Spot(Side),
    /// A cross on a cell where no stone may be put now.
    Forbidden,
    /// A match, 8 x 62.
    Match,
    /// A shade behind words that stand before everything else.
    Veil { width: u16, height: u16 },
    /// Whatever is said.
    Words(Words),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// A rectangle with round corners.
    Square,
    /// The same, sunk into the table instead of lying on it.
    Tray,
    /// A triangle on its base, with round corners.
    Triangle,
    /// A ring, as thick as a cell.
    Ring,
}

/// The colour of a stone: that of one of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    First,
    Second,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Words {
    pub said: Sentence,
    /// The size of the letters in points.
    pub size: u16,
    pub align: Align,
    pub weight: Weight,
    /// The width that they may take, in points; longer ones are broken or shrunk.
    pub room: u16,
    pub ground: Ground,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ground {
    /// On the table, beside everything.
    Table,
    /// On the wood of a board.
    Wood,
}

impl Words {
    /// Words on the table, of ordinary letters, beginning at their place.
    pub fn new(said: impl Into<Sentence>, size: u16, room: u16) -> Self {
        Self { said: said.into(), size, align: Align::Start, weight: Weight::Book, room, ground: Ground::Table }
    }

    pub fn bold(self) -> Self {
        Self { weight: Weight::Bold, ..self }
    }

    pub fn aligned(self, align: Align) -> Self {
        Self { align, ..self }
    }

    /// A sprite in front of the others, so that nothing covers the words.
    pub fn at(self, id: u32, place: (f64, f64)) -> Sprite {
        Sprite::new(id, Look::Words(self), place).on(u32::MAX - 2)
    }
}
