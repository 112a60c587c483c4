//! The film of the patience: the stock, the row of piles in lines, and a mark before each jump.

use super::{TOPIC, game_end_text};
use crate::prelude::*;
use pioche_engine::games::alliances::{PatienceMove, PatienceState};

const WIDTH: f64 = 720.0;
const STOCK: Point = (MARGIN + 44.0, MARGIN + 57.0);
/// The distances between piles and between lines of piles, in points.
const PITCH: Point = (73.0, 106.0);
const COLUMNS: usize = 9;
const FIRST_PILE: Point = (68.0, STOCK.1 + 114.0);
/// The visible part of a card below another one at the edge of a pile, in points, and the number of such cards.
const EDGE: f64 = 1.8;
const CARDS_BELOW: usize = 3;
const HOP: f64 = 34.0;

/// The first layers of the row, which is above the stock, and of the marks.
const ROW_LAYER: u32 = 100;
const MARK_LAYER: u32 = 1000;

fn pile_position(pile: usize) -> Point {
    let line = (pile / COLUMNS) as f64;
    let column = (pile % COLUMNS) as f64;
    (
        FIRST_PILE.0 + column * PITCH.0,
        FIRST_PILE.1 + line * PITCH.1,
    )
}

/// Draws the states of a game: the stock, and the row in lines.
pub fn film(course: Course<PatienceState>) -> Film {
    let pile_counts = course.states().map(|state| state.row().pile_count());
    let last_pile = pile_counts.max().unwrap_or_default().saturating_sub(1);
    let size = (WIDTH, pile_position(last_pile).1 + 49.0 + MARGIN);
    let state_count = course.moves().len() + 1;
    Film::new(TOPIC.title, size, state_count, move |state| {
        shapes(&course, state)
    })
}

fn shapes(course: &Course<PatienceState>, state: usize) -> Vec<Shape> {
    let game = course.state(state);
    let pack_size = game.deck().len();
    let stock_size = game.stock().len();
    let stock_cards = (pack_size - stock_size..pack_size).rev();
    let mut shapes = stock(stock_cards.map(|card| card as u32), STOCK, pack_size, 0);
    shapes.extend(row_shapes(course, state));
    if let Some(PatienceMove::Jump(pile)) = course.moves().get(state) {
        shapes.extend(jump_marks(*pile));
    }
    let x = STOCK.0 + 54.0;
    let caption = |size| Caption::new(size, WIDTH - MARGIN - x);
    let stock_text = tr!("Stock: {stock}", stock = stock_size);
    let piles_text = tr!("Piles: {piles}", piles = game.row().pile_count());
    let status = move_text(course, state);
    shapes.extend([
        caption(17.0).shape(("caption", 1), (x, MARGIN + 32.0), &stock_text),
        caption(17.0)
            .bold()
            .shape(("caption", 2), (x, MARGIN + 56.0), &piles_text),
        caption(15.0).shape(("caption", 3), (x, MARGIN + 86.0), &status),
    ]);
    shapes
}

/// Marks a pile that is about to jump, and its neighbours.
fn jump_marks(pile: usize) -> [Shape; 3] {
    let (x, y) = pile_position(pile);
    [
        Shape::mark(("mark", 0), "card-highlight", pile_position(pile - 1)),
        Shape::mark(("mark", 1), "card-highlight", pile_position(pile + 1)),
        Shape::mark(("mark", 2), "jump-badge", (x, y - 45.0)),
    ]
    .map(|mark| mark.with_layer(MARK_LAYER))
}

/// Draws the piles. Only the cards that have just jumped hop; those below them stay.
fn row_shapes(course: &Course<PatienceState>, state: usize) -> Vec<Shape> {
    // Cards are numbered in the order of drawing.
    let mut piles: Vec<Vec<u32>> = Vec::new();
    let mut jumped_cards = Vec::new();
    let mut drawn_cards = 0..;
    for mv in &course.moves()[..state] {
        match *mv {
            PatienceMove::Draw => {
                piles.push(drawn_cards.by_ref().take(1).collect());
                jumped_cards.clear();
            }
            PatienceMove::Jump(pile) => {
                jumped_cards = piles.remove(pile);
                piles[pile - 1].extend(&jumped_cards);
            }
        }
    }
    let deck = course.start().deck();
    let mut shapes = Vec::new();
    for (number, pile) in piles.iter().enumerate() {
        let (x, y) = pile_position(number);
        for (below, &card) in pile.iter().rev().take(CARDS_BELOW + 1).enumerate() {
            let shift = EDGE * below as f64;
            let hop = if jumped_cards.contains(&card) {
                HOP
            } else {
                0.0
            };
            let shape = Shape::card(("card", card), deck[card as usize], (x + shift, y + shift));
            shapes.push(shape.with_layer(ROW_LAYER + card).with_hop(hop));
        }
    }
    shapes
}

/// Describes the next jump, the end of the game or the last move.
fn move_text(course: &Course<PatienceState>, state: usize) -> String {
    let described_move = match course.moves().get(state) {
        Some(PatienceMove::Jump(_)) => state,
        Some(PatienceMove::Draw) if state == 0 => return String::new(),
        Some(PatienceMove::Draw) => state - 1,
        None => return game_end_text(course.last().row().pile_count()),
    };
    PatienceState::explanation(&course.step(described_move))
}
