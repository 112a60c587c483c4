//! The film of the patience: the stock, the row of piles in lines, and a mark before each jump.

use super::{card_drawn_text, card_jumped_text, game_end_text, move_explanation};
use crate::prelude::*;
use pioche_engine::games::alliances::{PatienceMove, PatienceState};

/// The distances between piles and between lines of piles, in points.
const PITCH: (f64, f64) = (73.0, 106.0);
const WIDTH: f64 = 720.0;
const COLUMNS: usize = 9;
const STOCK: (f64, f64) = (MARGIN + 44.0, MARGIN + 57.0);
const ROW: f64 = STOCK.1 + 45.0 + 24.0 + 45.0;
/// The visible part of a card below another one at the edge of a pile, in points, and the number of such cards.
const EDGE: f64 = 1.8;
const CARDS_BELOW: usize = 3;
const HOP: f64 = 34.0;

/// The first layers of the row, which is above the stock, and of the marks.
const ROW_LAYER: u32 = 100;
const MARK_LAYER: u32 = 1000;

fn pile_position(pile: usize) -> (f64, f64) {
    let line = (pile / COLUMNS) as f64;
    let column = (pile % COLUMNS) as f64;
    let margin = (WIDTH - (COLUMNS - 1) as f64 * PITCH.0) / 2.0;
    (margin + column * PITCH.0, ROW + line * PITCH.1)
}

/// Draws the states of a game: the stock, and the row in lines.
pub fn film(course: Course<PatienceState>) -> Film {
    let last_state = course.moves().len();
    let pile_counts = course.states().map(|state| state.row().pile_count());
    let lines = pile_counts.max().unwrap_or(1).max(1).div_ceil(COLUMNS) as f64;
    let height = ROW + (lines - 1.0) * PITCH.1 + 45.0 + MARGIN + 4.0;
    Film {
        title: Text("La réussite des alliances"),
        size: (WIDTH, height),
        state_count: last_state + 1,
        draw: Box::new(move |state| {
            pace(&course, state).picture(state, last_state, shapes(&course, state))
        }),
    }
}

fn pace(course: &Course<PatienceState>, state: usize) -> Pace {
    let moves = course.moves();
    Pace {
        motion_ms: match moves[..state].last() {
            Some(PatienceMove::Jump(_)) => 380,
            _ => 260,
        },
        hold_ms: match moves.get(state) {
            Some(PatienceMove::Jump(_)) => 520,
            _ => 150,
        },
        first_hold_ms: 900,
        last_hold_ms: 4000,
    }
}

fn shapes(course: &Course<PatienceState>, state: usize) -> Vec<Shape> {
    let game = course.state(state);
    let pack_size = game.deck().len();
    let stock_cards = pack_size - game.stock().len()..pack_size;
    let cards = stock_cards.rev().map(|card| card as u32);
    let mut shapes = stock(cards, STOCK, pack_size, 0);
    shapes.extend(row_shapes(course, state));
    if let Some(PatienceMove::Jump(pile)) = course.moves().get(state) {
        shapes.extend(jump_marks(*pile));
    }
    shapes.extend(captions(course, state));
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

/// Returns the piles of a state, as lists of card numbers in the order of drawing.
fn piles(course: &Course<PatienceState>, state: usize) -> Vec<Vec<usize>> {
    let laid_cards = course.start().row().pile_count();
    let mut piles: Vec<Vec<usize>> = (0..laid_cards).map(|card| vec![card]).collect();
    let mut next_card = laid_cards;
    for mv in &course.moves()[..state] {
        match *mv {
            PatienceMove::Draw => {
                piles.push(vec![next_card]);
                next_card += 1;
            }
            PatienceMove::Jump(pile) => {
                let jumping = piles.remove(pile);
                piles[pile - 1].extend(jumping);
            }
        }
    }
    piles
}

fn row_shapes(course: &Course<PatienceState>, state: usize) -> Vec<Shape> {
    let last_move = course.moves()[..state].last();
    let deck = course.start().deck();
    let mut shapes = Vec::new();
    for (number, pile) in piles(course, state).iter().enumerate() {
        // Only the cards that jumped hop; those below them stay.
        let jumped_cards = match last_move {
            Some(PatienceMove::Jump(jumped)) if *jumped == number + 1 => {
                piles(course, state - 1)[*jumped].len()
            }
            _ => 0,
        };
        let (x, y) = pile_position(number);
        for (below, &card) in pile.iter().rev().take(CARDS_BELOW + 1).enumerate() {
            let shift = EDGE * below as f64;
            let hop = if below < jumped_cards { HOP } else { 0.0 };
            let id = ("card", card as u32);
            let shape = Shape::card(id, deck[card], (x + shift, y + shift));
            shapes.push(shape.with_layer(ROW_LAYER + card as u32).with_hop(hop));
        }
    }
    shapes
}

fn captions(course: &Course<PatienceState>, state: usize) -> [Shape; 3] {
    let game = course.state(state);
    let stock = tr!("Stock: {stock}", stock = game.stock().len());
    let piles = tr!("Piles: {piles}", piles = game.row().pile_count());
    let move_text = move_text(course, state).unwrap_or_default();
    let x = STOCK.0 + 54.0;
    let room = WIDTH - MARGIN - x;
    let caption = Caption::new(17.0, room);
    [
        caption.shape(("caption", 1), (x, MARGIN + 32.0), &stock),
        caption
            .bold()
            .shape(("caption", 2), (x, MARGIN + 56.0), &piles),
        Caption::new(15.0, room).shape(("caption", 3), (x, MARGIN + 86.0), &move_text),
    ]
}

/// Describes the next jump, the end of the game or the last move.
fn move_text(course: &Course<PatienceState>, state: usize) -> Option<String> {
    let game = course.state(state);
    let moves = course.moves();
    let tops = game.row().top_cards();
    match (moves[..state].last(), moves.get(state)) {
        (_, Some(jump @ PatienceMove::Jump(_))) => Some(move_explanation(&game, *jump)),
        (_, None) => Some(game_end_text(tops.len())),
        (Some(PatienceMove::Draw), _) => Some(card_drawn_text(tops[tops.len() - 1])),
        (Some(PatienceMove::Jump(pile)), _) => Some(card_jumped_text(tops[pile - 1])),
        (None, _) => None,
    }
}
