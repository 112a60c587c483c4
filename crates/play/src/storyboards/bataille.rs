//! The film of bataille: a face-down pile for each player, the cards on the table between them, battles, and the loop of an
//! endless game.

use super::{MARGIN, header, player_count_text, stock_sprites};
use crate::film::{BoardShape, Caption, Pace, Sprite, SpriteKind, Storyboard};
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::Face;
use pioche_engine::games::bataille::table::{CardTable, TableMove};
use pioche_report::draw::Align;
use pioche_report::lang::{Text, tr};
use pioche_topics::bataille::{LOOP_BEGINS, ShownGame, ending_text, event_text, round_text};
use pioche_topics::setting::CARD;

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

/// The pictures of a game: the start, then the table after each pair and after each trick.
pub struct BatailleStoryboard<'a> {
    game: &'a ShownGame,
    max_value: u8,
}

impl Storyboard for BatailleStoryboard<'_> {
    fn title(&self) -> Text {
        Text("Bataille (War)")
    }

    fn size(&self) -> (f64, f64) {
        (WIDTH, HEIGHT)
    }

    fn last_state(&self) -> usize {
        self.game.course.moves().len()
    }

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

    fn sprites(&self, state: usize) -> Vec<Sprite> {
        let table = self.game.course.state(state);
        let board = SpriteKind::Board {
            shape: BoardShape::Tray,
            width: TABLE_WIDTH as u16,
            height: 216,
        };
        let mut sprites = vec![Sprite::new(("table", 0), board, (TABLE_X, TABLE_Y))];
        for player in [Player::One, Player::Two] {
            let hand = table.hand(player);
            let cards = hand.iter().rev().map(|card| card.id.into());
            let pack_size = self.game.course.start().hand_sizes().iter().sum();
            let index = player as usize;
            sprites.extend(stock_sprites(
                cards,
                (PILE_X, CARDS_Y[index]),
                pack_size,
                index,
            ));
            let number = Caption::new(player_count_text(player, hand.len() as u64, CARD), 14, 240);
            sprites.push(number.into_sprite(("number", index as u32), (MARGIN, NUMBER_Y[index])));
        }
        sprites.extend(self.trick_sprites(&table));
        sprites.extend(self.captions(&table, state));
        sprites
    }

    fn round(&self, state: usize) -> Option<u64> {
        Some(self.game.course.state(state).rounds())
    }
}

impl<'a> BatailleStoryboard<'a> {
    pub fn new(game: &'a ShownGame) -> Self {
        let start = game.course.start();
        let hands = [Player::One, Player::Two].map(|player| start.hand(player));
        let values = hands.into_iter().flatten().map(|card| card.value);
        Self {
            game,
            max_value: values.max().unwrap_or(1),
        }
    }

    /// Draws the cards on the table. The last pairs are side by side; earlier ones lie below the first of them.
    fn trick_sprites(&self, table: &CardTable) -> Vec<Sprite> {
        let trick = table.trick();
        let hidden = trick.len().saturating_sub(MAX_VISIBLE_PAIRS);
        let last_place = (trick.len() - hidden) as f64 - 1.0;
        let mut sprites = Vec::new();
        for (pair, (cards, face)) in trick.iter().enumerate() {
            let place = pair.saturating_sub(hidden) as f64 - last_place / 2.0;
            let x = TABLE_X + place * PAIR_PITCH;
            for (player, card) in cards.iter().flatten() {
                let kind = match face {
                    Face::Up => SpriteKind::ValueCard {
                        value: card.value,
                        max_value: self.max_value,
                    },
                    Face::Down => SpriteKind::CardBack,
                };
                let position = (x, CARDS_Y[*player as usize]);
                let sprite = Sprite::new(("card", card.id.into()), kind, position);
                sprites.push(sprite.with_layer(TABLE_LAYER + pair as u32));
            }
        }
        sprites
    }

    /// Returns the round, the event, and in a battle the number of cards that its winner takes.
    fn captions(&self, table: &CardTable, state: usize) -> Vec<Sprite> {
        let none = Text("");
        let round = match state {
            0 => none.into(),
            _ => round_text(table.rounds()),
        };
        let event = || event_text(table.last_event()?);
        let status = self.game_text(table, state).or_else(event);
        let status = status.unwrap_or_else(|| none.into());
        let trick = table.trick();
        // The empty table has room for the words.
        let [in_middle, at_top] = match trick {
            [] => [status, none.into()],
            _ => [none.into(), status],
        };
        let middle = Caption::new(in_middle, 20, 480)
            .with_bold()
            .with_align(Align::Middle);
        let mut sprites = header(WIDTH, round, at_top).to_vec();
        sprites.push(middle.into_sprite(("middle", 0), (TABLE_X, TABLE_Y + 6.0)));
        if trick.len() > 1 {
            let cards: usize = trick
                .iter()
                .map(|(cards, _)| cards.iter().flatten().count())
                .sum();
            let stake = tr!("At stake: {cards} cards", cards);
            let stake = Caption::new(stake, 15, 300);
            let position = (TABLE_X + TABLE_WIDTH / 2.0, NUMBER_Y[0]);
            sprites.push(
                stake
                    .with_align(Align::End)
                    .into_sprite(("stake", 0), position),
            );
        }
        sprites
    }

    /// Returns the message about the whole game: its begin, its end, or the start of the loop of an endless game.
    fn game_text(&self, table: &CardTable, state: usize) -> Option<String> {
        if state == self.last_state() {
            return Some(ending_text(self.game.ending));
        }
        if state == 0 {
            return Some(Text("The game begins").into());
        }
        let is_loop_start = table.trick().is_empty()
            && Some(table.rounds()) == self.game.cycle.map(|cycle| cycle.pre_period);
        is_loop_start.then(|| LOOP_BEGINS.into())
    }
}
