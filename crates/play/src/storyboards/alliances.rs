//! The film of the patience: the stock, the row of piles in lines, and a mark before each jump.

use super::{MARGIN, stock_sprites};
use crate::film::{Caption, Pace, Sprite, SpriteKind, Storyboard};
use pioche_engine::cards::Card;
use pioche_engine::games::Course;
use pioche_engine::games::alliances::{PatienceMove, PatienceState};
use pioche_report::lang::{Lang, Text, tr};
use pioche_topics::alliances::{
    card_drawn_text, card_jumped_text, game_end_text, move_explanation,
};

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

impl Storyboard for Course<PatienceState> {
    fn title(&self) -> Text {
        Text("La réussite des alliances")
    }

    fn size(&self) -> (f64, f64) {
        let pile_counts = self.states().map(|state| state.row().pile_count());
        let lines = pile_counts.max().unwrap_or(1).max(1).div_ceil(COLUMNS) as f64;
        let height = ROW + (lines - 1.0) * PITCH.1 + 45.0 + MARGIN + 4.0;
        (WIDTH, height)
    }

    fn last_state(&self) -> usize {
        self.moves().len()
    }

    fn pace(&self, state: usize) -> Pace {
        let moves = self.moves();
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

    /// Draws the stock, and the row in lines.
    fn sprites(&self, state: usize) -> Vec<Sprite> {
        let game = self.state(state);
        let pack_size = game.deck().len();
        let stock = pack_size - game.stock().len()..pack_size;
        let cards = stock.rev().map(|card| card as u32);
        let mut sprites = stock_sprites(cards, STOCK, pack_size, 0);
        sprites.extend(row_sprites(self, state));
        if let Some(PatienceMove::Jump(pile)) = self.moves().get(state) {
            sprites.extend(jump_marks(*pile));
        }
        sprites.extend(captions(self, state));
        sprites
    }
}

/// Marks a pile that is about to jump, and its neighbours.
fn jump_marks(pile: usize) -> [Sprite; 3] {
    let highlight =
        |id, pile| Sprite::new(("mark", id), SpriteKind::CardHighlight, pile_position(pile));
    let (x, y) = pile_position(pile);
    [
        highlight(0, pile - 1),
        highlight(1, pile + 1),
        Sprite::new(("mark", 2), SpriteKind::JumpLeftBadge, (x, y - 45.0)),
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

fn row_sprites(course: &Course<PatienceState>, state: usize) -> Vec<Sprite> {
    let last_move = course.moves()[..state].last();
    let deck = course.start().deck();
    let mut sprites = Vec::new();
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
            let sprite = Sprite::new(id, card_face(deck[card]), (x + shift, y + shift));
            sprites.push(sprite.with_layer(ROW_LAYER + card as u32).with_hop(hop));
        }
    }
    sprites
}

fn card_face(card: Card) -> SpriteKind {
    SpriteKind::SuitedCard {
        suit: card.suit(),
        symbol: card.suit_symbol(),
        rank: match Lang::current() {
            Lang::Fr => card.french_rank(),
            Lang::En => card.english_rank(),
        },
    }
}

fn captions(course: &Course<PatienceState>, state: usize) -> [Sprite; 3] {
    let game = course.state(state);
    let stock = game.stock().len();
    let piles = game.row().pile_count();
    let x = STOCK.0 + 54.0;
    let room = (WIDTH - MARGIN - x) as u16;
    let stock = Caption::new(tr!("Stock: {stock}", stock), 17, room);
    let piles = Caption::new(tr!("Piles: {piles}", piles), 17, room);
    let move_text = move_text(course, state).unwrap_or_else(|| Text("").into());
    [
        stock.into_sprite(("caption", 1), (x, MARGIN + 32.0)),
        piles
            .with_bold()
            .into_sprite(("caption", 2), (x, MARGIN + 56.0)),
        Caption::new(move_text, 15, room).into_sprite(("caption", 3), (x, MARGIN + 86.0)),
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
