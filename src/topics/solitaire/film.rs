//! The film of solitaire: pegs hop over others, which leave the board.

use super::args::{jumps, over};
use crate::draw::Align;
use crate::draw::film::{Caption, Film, FilmRequest, CaptionBackground, BoardShape, Sprite, SpriteKind, StateOutOfRange};
use crate::lang::{Sentence, Text};
use crate::topics::replay::{self, Pace, Scene, advance};
use pioche_engine::games::Game;
use pioche_engine::games::solitaire::{Jump, SolitaireState};

const PITCH: f64 = 56.0;
/// The distance between the rows of a triangle with equal sides, in points.
const ROW: f64 = 48.5;
const MARGIN: f64 = 18.0;
const HEADER: f64 = 52.0;
/// The smallest width of a board's picture, which the words above it need.
const LEAST: f64 = 400.0;

const PEGS: u32 = 1000;
const HALO: u32 = 2000;
const WORDS: u32 = 3000;
const NUMBERS: u32 = 4000;
/// Layers: board and holes, pegs, marks, and the jumping peg.
const ON_BOARD: u32 = 1;
const PEG: u32 = 2;
const MARK: u32 = 3;
const FLYING: u32 = 4;

/// Creates the film of a game from `start` with these legal jumps.
///
/// # Errors
/// When a state is requested that the game does not have.
pub fn solitaire(start: &SolitaireState, jumps: &[Jump], wanted: FilmRequest) -> Result<Film, StateOutOfRange> {
    let board = start.board();
    let pegs = (0..board.cell_count()).map(|cell| (start.pegs() >> cell & 1 == 1).then_some(cell)).collect();
    replay::film(SolitaireScene { game: *start, pegs, landed: None }, jumps, wanted)
}

struct SolitaireScene {
    game: SolitaireState,
    /// The number of the peg in each cell: the cell where it stood at the start.
    pegs: Vec<Option<usize>>,
    landed: Option<usize>,
}

impl Scene for SolitaireScene {
    type Event = Jump;
    const TITLE: Text = Text::new("Solitaire", "Peg solitaire");

    fn size(&self) -> (f64, f64) {
        let (wide, high) = self.wood();
        ((wide + 2.0 * MARGIN).max(LEAST), HEADER + high + MARGIN)
    }

    fn step(&mut self, jump: Jump) {
        advance(&mut self.game, jump);
        let moved = self.pegs[usize::from(jump.from)].take();
        for (cell, peg) in self.pegs.iter_mut().enumerate() {
            *peg = peg.filter(|_| self.game.pegs() >> cell & 1 == 1);
        }
        self.pegs[usize::from(jump.to)] = moved;
        self.landed = Some(usize::from(jump.to));
    }

    fn pace(&self, before: Option<Jump>, next: Option<Jump>) -> (u32, u32) {
        Pace { moves: 460, start: 1100, rest: 620, end: 3500 }.between(before, next)
    }

    fn sprites(&self, _: Option<Jump>, next: Option<Jump>) -> Vec<Sprite> {
        let parts = [self.board(), self.pegs(next), self.words(next)];
        parts.into_iter().flatten().collect()
    }
}

impl SolitaireScene {
    fn wood(&self) -> (f64, f64) {
        let rows = self.game.board().row_count() as f64;
        match self.game.board().is_triangle() {
            true => (rows * PITCH + 92.0, (rows - 1.0) * ROW + 128.0),
            false => (rows * PITCH + 20.0, rows * PITCH + 20.0),
        }
    }

    fn place(&self, cell: usize) -> (f64, f64) {
        let (row, column) = self.game.board().row_and_column(cell).unwrap_or_default();
        let (row, column) = (row as f64, column as f64);
        let middle = self.size().0 / 2.0;
        if self.game.board().is_triangle() {
            (middle + (column - row / 2.0) * PITCH, HEADER + 72.0 + row * ROW)
        } else {
            let side = self.game.board().row_count() as f64 - 1.0;
            (middle + (column - side / 2.0) * PITCH, HEADER + 10.0 + (row + 0.5) * PITCH)
        }
    }

    fn board(&self) -> Vec<Sprite> {
        let (width, height) = self.wood();
        let shape = if self.game.board().is_triangle() { BoardShape::Triangle } else { BoardShape::Rectangle };
        let look = SpriteKind::Board { shape, width: width as u16, height: height as u16 };
        let board = Sprite::new(0, look, (self.size().0 / 2.0, HEADER + height / 2.0));
        let mut sprites = vec![board];
        for cell in 0..self.game.board().cell_count() {
            let (x, y) = self.place(cell);
            sprites.push(Sprite::new(1 + cell as u32, SpriteKind::Hole, (x, y)).with_layer(ON_BOARD));
            let number = Caption { background: CaptionBackground::Wood, ..Caption::new(Sentence::untranslated(cell.to_string()), 9, 30) };
            sprites.push(number.with_align(Align::Middle).into_sprite(NUMBERS + cell as u32, (x + 20.0, y + 22.0)).with_layer(ON_BOARD));
        }
        sprites
    }

    fn pegs(&self, next: Option<Jump>) -> Vec<Sprite> {
        let jumper = next.map(|jump| usize::from(jump.from));
        let mut sprites = Vec::new();
        for (cell, peg) in self.pegs.iter().enumerate() {
            let Some(peg) = *peg else { continue };
            let hop = if self.landed == Some(cell) { 26.0 } else { 0.0 };
            // A jumping peg is above the others.
            let layer = if self.landed == Some(cell) || jumper == Some(cell) { FLYING } else { PEG };
            sprites.push(Sprite::new(PEGS + peg as u32, SpriteKind::Peg, self.place(cell)).with_hop(hop).with_layer(layer));
        }
        if let Some(cell) = jumper {
            sprites.push(Sprite::new(HALO, SpriteKind::PieceHighlight, self.place(cell)).with_layer(MARK));
        }
        sprites
    }

    fn words(&self, next: Option<Jump>) -> Vec<Sprite> {
        let pegs = self.game.peg_count();
        let said = match next {
            Some(jump) => jumps(&jump),
            None if self.game.outcome().is_some() => over(pegs),
            None => Text::new("La partie n'est pas finie", "The game is not over").into(),
        };
        let (width, base) = (self.size().0, MARGIN + 16.0);
        let half = (width - 2.0 * MARGIN) as u16 / 2;
        let left = Caption::new(Sentence::new(format!("Pions : {pegs}"), format!("Pegs: {pegs}")), 17, half).with_bold();
        let said = Caption::new(said, 15, half + 20).with_align(Align::End);
        vec![left.into_sprite(WORDS, (MARGIN, base)), said.into_sprite(WORDS + 1, (width - MARGIN, base))]
    }
}
