//! The film of peg solitaire: board, pegs, jumps and captions.

use super::args::{game_over_text, jump_text};
use crate::draw::Align;
use crate::draw::film::{
    BoardShape, Caption, CaptionBackground, Film, FilmRequest, Sprite, SpriteKind, StateOutOfRange,
};
use crate::lang::{Sentence, Text, sentence};
use crate::topics::replay::{self, FilmScene, FilmTimings, play_returning_previous};
use pioche_engine::games::solitaire::{Jump, SolitaireState};
use pioche_engine::games::{Course, Game};

const PITCH: f64 = 56.0;
/// The distance between the rows of a triangle with equal sides, in points.
const ROW_PITCH: f64 = 48.5;
const MARGIN: f64 = 18.0;
const HEADER: f64 = 52.0;
/// The smallest width that fits the captions, in points.
const MIN_WIDTH: f64 = 400.0;

const PEG_ID: u32 = 1000;
const HALO_ID: u32 = 2000;
const CAPTION_ID: u32 = 3000;
const NUMBER_ID: u32 = 4000;
/// Layers: board and holes, pegs, marks, and the jumping peg.
const BOARD_LAYER: u32 = 1;
const PEG_LAYER: u32 = 2;
const MARK_LAYER: u32 = 3;
const JUMPING_LAYER: u32 = 4;

/// Creates the film of a game from `start` with these legal jumps.
///
/// # Errors
/// When a state is requested that the game does not have.
pub fn film(
    start: &SolitaireState,
    jumps: &[Jump],
    request: FilmRequest,
) -> Result<Film, StateOutOfRange> {
    let board = start.board();
    let pegs = (0..board.cell_count())
        .map(|cell| (start.pegs() >> cell & 1 == 1).then_some(cell))
        .collect();
    replay::build_film(
        SolitaireScene {
            game: *start,
            pegs,
            landed: None,
        },
        jumps,
        request,
    )
}

/// Replaces the picture of one state by the one that the handout's program draws.
pub fn with_handout_picture(mut film: Film, course: &Course<SolitaireState>) -> Film {
    let step = film.frames.first().and_then(|frame| frame.state_index);
    let state = course.state(step.unwrap_or_default() as usize);
    let width = 100 * (state.board().column_count() + 1);
    let height = 100 * (state.board().row_count() + 1);
    film.width = width as f64;
    film.height = height as f64;
    film.svg = Some(handout_svg(&state, width, height));
    film
}

/// Draws a state as the handout's program does, for boards of any size. The handout's text has no `xmlns`, without which
/// browsers show no picture.
#[doc(alias = "_affiche_pion_terminology")]
fn handout_svg(state: &SolitaireState, width: usize, height: usize) -> String {
    let board = state.board();
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'>\n\
         <rect width='{width}' height='{height}' fill='white'/>\n"
    );
    for cell in 0..board.cell_count() {
        let (row, column) = board.row_and_column(cell).unwrap_or_default();
        let left = if board.is_triangle() {
            width / 2 - 50 * row
        } else {
            100
        };
        // Python writes a division with its decimals.
        let x = (left + 100 * column) as f64;
        let y = 100 + 100 * row;
        let (fill, number_fill) = if state.pegs() >> cell & 1 == 1 {
            ("white", "black")
        } else {
            ("black", "white")
        };
        svg += &format!(
            "<circle cx='{x:.1}' cy='{}' fill='{fill}' stroke='black' r='20'/>\n\
             <text x='{x:.1}' y='{y}' fill='{number_fill}' text-anchor='middle' \
             font-size='30'>{cell}</text>\n",
            y - 10
        );
    }
    svg + "</svg>\n"
}

struct SolitaireScene {
    game: SolitaireState,
    /// The number of the peg in each cell, which is its cell at the start.
    pegs: Vec<Option<usize>>,
    landed: Option<usize>,
}

impl FilmScene for SolitaireScene {
    type Event = Jump;
    const TITLE: Text = Text::new("Solitaire", "Peg solitaire");

    fn size(&self) -> (f64, f64) {
        let (width, height) = self.board_size();
        (
            (width + 2.0 * MARGIN).max(MIN_WIDTH),
            HEADER + height + MARGIN,
        )
    }

    fn apply_event(&mut self, jump: Jump) {
        play_returning_previous(&mut self.game, jump);
        let peg = self.pegs[usize::from(jump.from)].take();
        for (cell, number) in self.pegs.iter_mut().enumerate() {
            *number = number.filter(|_| self.game.pegs() >> cell & 1 == 1);
        }
        self.pegs[usize::from(jump.to)] = peg;
        self.landed = Some(usize::from(jump.to));
    }

    fn durations(&self, before: Option<Jump>, next: Option<Jump>) -> (u32, u32) {
        FilmTimings {
            move_ms: 460,
            start_ms: 1100,
            rest_ms: 620,
            end_ms: 3500,
        }
        .durations(before, next)
    }

    fn sprites(&self, _: Option<Jump>, next: Option<Jump>) -> Vec<Sprite> {
        let mut sprites = self.board_sprites();
        sprites.extend(self.peg_sprites(next));
        sprites.extend(self.captions(next));
        sprites
    }
}

impl SolitaireScene {
    fn board_size(&self) -> (f64, f64) {
        let rows = self.game.board().row_count() as f64;
        let columns = self.game.board().column_count() as f64;
        if self.game.board().is_triangle() {
            (rows * PITCH + 92.0, (rows - 1.0) * ROW_PITCH + 128.0)
        } else {
            (columns * PITCH + 20.0, rows * PITCH + 20.0)
        }
    }

    fn cell_position(&self, cell: usize) -> (f64, f64) {
        let place = self.game.board().row_and_column(cell).unwrap_or_default();
        let row = place.0 as f64;
        let column = place.1 as f64;
        let middle = self.size().0 / 2.0;
        if self.game.board().is_triangle() {
            (
                middle + (column - row / 2.0) * PITCH,
                HEADER + 72.0 + row * ROW_PITCH,
            )
        } else {
            let last_column = self.game.board().column_count() as f64 - 1.0;
            (
                middle + (column - last_column / 2.0) * PITCH,
                HEADER + 10.0 + (row + 0.5) * PITCH,
            )
        }
    }

    fn board_sprites(&self) -> Vec<Sprite> {
        let (width, height) = self.board_size();
        let shape = if self.game.board().is_triangle() {
            BoardShape::Triangle
        } else {
            BoardShape::Rectangle
        };
        let kind = SpriteKind::Board {
            shape,
            width: width as u16,
            height: height as u16,
        };
        let board = Sprite::new(0, kind, (self.size().0 / 2.0, HEADER + height / 2.0));
        let mut sprites = vec![board];
        for cell in 0..self.game.board().cell_count() {
            let (x, y) = self.cell_position(cell);
            sprites.push(
                Sprite::new(1 + cell as u32, SpriteKind::Hole, (x, y)).with_layer(BOARD_LAYER),
            );
            let number = Caption {
                background: CaptionBackground::Wood,
                ..Caption::new(Sentence::untranslated(cell.to_string()), 9, 30)
            };
            sprites.push(
                number
                    .with_align(Align::Middle)
                    .into_sprite(NUMBER_ID + cell as u32, (x + 20.0, y + 22.0))
                    .with_layer(BOARD_LAYER),
            );
        }
        sprites
    }

    fn peg_sprites(&self, next: Option<Jump>) -> Vec<Sprite> {
        let moving_peg = next.map(|jump| usize::from(jump.from));
        let mut sprites = Vec::new();
        for (cell, peg) in self.pegs.iter().enumerate() {
            let Some(peg) = *peg else { continue };
            let has_landed = self.landed == Some(cell);
            let hop = if has_landed { 26.0 } else { 0.0 };
            // A jumping peg is above the others.
            let layer = if has_landed || moving_peg == Some(cell) {
                JUMPING_LAYER
            } else {
                PEG_LAYER
            };
            sprites.push(
                Sprite::new(
                    PEG_ID + peg as u32,
                    SpriteKind::Peg,
                    self.cell_position(cell),
                )
                .with_hop(hop)
                .with_layer(layer),
            );
        }
        if let Some(cell) = moving_peg {
            sprites.push(
                Sprite::new(
                    HALO_ID,
                    SpriteKind::PieceHighlight,
                    self.cell_position(cell),
                )
                .with_layer(MARK_LAYER),
            );
        }
        sprites
    }

    fn captions(&self, next: Option<Jump>) -> Vec<Sprite> {
        let pegs = self.game.peg_count();
        let text = match next {
            Some(jump) => jump_text(&jump),
            None if self.game.outcome().is_some() => game_over_text(pegs),
            None => Text::new("La partie n'est pas finie", "The game is not over").into(),
        };
        let count_text = sentence!("Pions : {pegs}", "Pegs: {pegs}");
        let width = self.size().0;
        let half_width = (width - 2.0 * MARGIN) as u16 / 2;
        let y = MARGIN + 16.0;
        vec![
            Caption::new(count_text, 17, half_width)
                .with_bold()
                .into_sprite(CAPTION_ID, (MARGIN, y)),
            Caption::new(text, 15, half_width + 20)
                .with_align(Align::End)
                .into_sprite(CAPTION_ID + 1, (width - MARGIN, y)),
        ]
    }
}
