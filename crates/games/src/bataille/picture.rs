//! The film of bataille: a face-down pile for each player, the cards on the table between them, battles, and the loop of an
//! endless game.

use super::game::{LOOP_BEGINS, ShownGame, ending_text, event_text, round_text};
use crate::prelude::*;
use pioche_engine::games::bataille::state::Face;
use pioche_engine::games::bataille::table::{CardTable, TableMove};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 326.0;
/// The height of the centres of each player's cards, and of the lines with their numbers.
const CARDS_Y: [f64; 2] = [242.0, 136.0];
const NUMBER_Y: [f64; 2] = [311.0, 76.0];
const PILE_X: f64 = MARGIN + 44.0;
/// The part of the table where cards are laid: its centre and its width.
const TABLE_X: f64 = 437.0;
const TABLE_Y: f64 = (CARDS_Y[0] + CARDS_Y[1]) / 2.0;
const TABLE_WIDTH: f64 = 530.0;
/// The distance from one pair on the table to the next, and the largest number of pairs side by side.
const PAIR_PITCH: f64 = 72.0;
const MAX_VISIBLE_PAIRS: usize = 7;
/// The lowest layer of the cards on the table.
const TABLE_LAYER: u32 = 1 << 30;

/// Draws the states of a game: the start, then the table after each pair and after each trick.
pub fn film(game: ShownGame) -> Film {
    let last_state = game.course.moves().len();
    let start = game.course.start();
    let hands = [Player::One, Player::Two].map(|player| start.hand(player));
    let values = hands.into_iter().flatten().map(|card| card.value);
    let max_value = values.max().unwrap_or(1);
    let game = GamePictures { game, max_value };
    Film {
        title: Text("Bataille (War)"),
        size: (WIDTH, HEIGHT),
        state_count: last_state + 1,
        draw: Box::new(move |state| {
            let table = game.game.course.state(state);
            let pace = game.pace(state);
            let mut picture = pace.picture(state, last_state, game.shapes(&table, state));
            picture.round = Some(table.rounds());
            picture
        }),
    }
}

/// The pictures of a game.
struct GamePictures {
    game: ShownGame,
    max_value: u8,
}

impl GamePictures {
    fn pace(&self, state: usize) -> Pace {
        let (motion_ms, hold_ms) = match self.game.course.moves()[..state].last() {
            None => (0, 0),
            Some(TableMove::Lay) => (240, 420),
            Some(TableMove::Take) => (320, 160),
            Some(TableMove::Stop) => (0, 600),
        };
        Pace {
            motion_ms,
            hold_ms,
            first_hold_ms: 1300,
            last_hold_ms: 5000,
        }
    }

    fn shapes(&self, table: &CardTable, state: usize) -> Vec<Shape> {
        let size = (TABLE_WIDTH, 216.0);
        let centre = (TABLE_X, TABLE_Y);
        let mut shapes = vec![Shape::board(("table", 0), BoardShape::Tray, size, centre)];
        let caption = Caption::new(14.0, 240.0);
        for player in [Player::One, Player::Two] {
            let hand = table.hand(player);
            let cards = hand.iter().rev().map(|card| card.id.into());
            let pack_size = self.game.course.start().hand_sizes().iter().sum();
            let index = player as usize;
            let place = (PILE_X, CARDS_Y[index]);
            shapes.extend(stock(cards, place, pack_size, index as u32));
            let count = player_count_text(player, hand.len(), CARD);
            let place = (MARGIN, NUMBER_Y[index]);
            shapes.push(caption.shape(("number", index as u32), place, &count));
        }
        shapes.extend(self.trick_shapes(table));
        shapes.extend(self.captions(table, state));
        shapes
    }

    /// Draws the cards on the table. The last pairs are side by side; earlier ones lie below the first of them.
    fn trick_shapes(&self, table: &CardTable) -> Vec<Shape> {
        let trick = table.trick();
        let hidden = trick.len().saturating_sub(MAX_VISIBLE_PAIRS);
        let last_place = (trick.len() - hidden) as f64 - 1.0;
        let mut shapes = Vec::new();
        for (pair, (cards, face)) in trick.iter().enumerate() {
            let place = pair.saturating_sub(hidden) as f64 - last_place / 2.0;
            let x = TABLE_X + place * PAIR_PITCH;
            for (player, card) in cards.iter().flatten() {
                let id = ("card", card.id.into());
                let position = (x, CARDS_Y[*player as usize]);
                let shape = match face {
                    Face::Up => Shape::value_card(id, card.value, self.max_value, position),
                    Face::Down => Shape::new(id, "card-back", position),
                };
                shapes.push(shape.with_layer(TABLE_LAYER + pair as u32));
            }
        }
        shapes
    }

    /// Returns the round, the event, and in a battle the number of cards that its winner takes.
    fn captions(&self, table: &CardTable, state: usize) -> Vec<Shape> {
        let round = match state {
            0 => String::new(),
            _ => round_text(table.rounds()),
        };
        let event = || event_text(table.last_event()?);
        let status = self.game_text(table, state).or_else(event);
        let status = status.unwrap_or_default();
        let trick = table.trick();
        // The empty table has room for the words.
        let [in_middle, at_top] = match trick {
            [] => [status.as_str(), ""],
            _ => ["", &status],
        };
        let middle = Caption::new(20.0, 480.0).bold().align(Align::Middle);
        let mut shapes = header(WIDTH, &round, at_top).to_vec();
        shapes.push(middle.shape(("middle", 0), (TABLE_X, TABLE_Y + 6.0), in_middle));
        if trick.len() > 1 {
            let cards = trick.iter().flat_map(|(cards, _)| cards).flatten().count();
            let stake = tr!("At stake: {cards} cards", cards);
            let caption = Caption::new(15.0, 300.0).align(Align::End);
            let position = (TABLE_X + TABLE_WIDTH / 2.0, NUMBER_Y[0]);
            shapes.push(caption.shape(("stake", 0), position, &stake));
        }
        shapes
    }

    /// Returns the message about the whole game: its begin, its end, or the start of the loop of an endless game.
    fn game_text(&self, table: &CardTable, state: usize) -> Option<String> {
        if state == self.game.course.moves().len() {
            return Some(ending_text(self.game.ending));
        }
        if state == 0 {
            return Some(tr!("The game begins"));
        }
        let is_loop_start = table.trick().is_empty()
            && Some(table.rounds()) == self.game.cycle.map(|cycle| cycle.pre_period);
        is_loop_start.then(|| LOOP_BEGINS.into())
    }
}
