//! The film of bataille: two open hands, the trick between them, battles, and the loop of an endless game.
//!
//! The hands are open, although players do not see them, because their order determines the whole game.

use crate::film::{Caption, Pace, Sprite, SpriteKind, Storyboard};
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::Face;
use pioche_engine::games::bataille::table::{CardTable, TableMove};
use pioche_report::draw::Align;
use pioche_report::lang::{Sentence, Text};
use pioche_topics::bataille::{
    LOOP_BEGINS, ShownGame, ending_text, event_text, hand_size_text, round_text,
};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 404.0;
const MARGIN: f64 = 18.0;
/// The scale of cards in percent.
const SCALE: u16 = 80;
const CARD_SIZE: (f64, f64) = (51.2, 72.0);
const HAND_Y: [f64; 2] = [HEIGHT - 26.0 - 36.0 - 8.0, 26.0 + 36.0 + 8.0];
const TABLE_Y: [f64; 2] = [HEIGHT / 2.0 + 41.0, HEIGHT / 2.0 - 41.0];
/// The distance from one pair on the table to the next, and the largest number of pairs side by side.
const PAIR_PITCH: f64 = 58.0;
const MAX_VISIBLE_PAIRS: usize = 5;
/// Extra places beside the largest hand: a hand moves that far to the right before it is shifted back.
const SPARE_PLACES: usize = 10;

/// The duration of the first picture, in milliseconds.
const FIRST_HOLD_MS: u32 = 1300;

const CAPTION_ID: u32 = 1000;
/// The lowest layer of the cards on the table.
const TABLE_LAYER: u32 = 1 << 30;

/// The pictures of a game: the start, then the table after each pair and after each trick.
pub struct BatailleStoryboard<'a> {
    game: &'a ShownGame,
    /// The number of places in a row, from the left edge to the right one.
    places: usize,
    /// The number of places between the left edge and the top card of each hand, for each state.
    offsets: Vec<[usize; 2]>,
    max_value: u8,
}

impl Storyboard for BatailleStoryboard<'_> {
    fn title(&self) -> Text {
        Text::new("Bataille", "Bataille (War)")
    }

    fn size(&self) -> (f64, f64) {
        (WIDTH, HEIGHT)
    }

    fn last_state(&self) -> usize {
        self.game.course.moves().len()
    }

    fn pace(&self, state: usize) -> Pace {
        let (motion_ms, hold_ms) = match self.game.course.moves()[..state].last() {
            None => (0, FIRST_HOLD_MS),
            Some(TableMove::Lay) => (240, 420),
            Some(TableMove::Take) => (320, 160),
            Some(TableMove::Stop) => (0, 600),
        };
        Pace {
            motion_ms,
            hold_ms,
            first_hold_ms: FIRST_HOLD_MS,
            last_hold_ms: if state == 0 { FIRST_HOLD_MS } else { 5000 },
        }
    }

    fn sprites(&self, state: usize) -> Vec<Sprite> {
        let table = self.game.course.state(state);
        let room = WIDTH - 2.0 * MARGIN - CARD_SIZE.0;
        let pitch = (room / (self.places.max(2) - 1) as f64).min(CARD_SIZE.0 + 6.0);
        let mut sprites = Vec::new();
        for player in [Player::One, Player::Two] {
            let offset = self.offsets[state][player as usize];
            let y = HAND_Y[player as usize];
            for (place, card) in table.hand(player).iter().enumerate() {
                let x = MARGIN + CARD_SIZE.0 / 2.0 + (offset + place) as f64 * pitch;
                sprites.push(
                    Sprite::new(card.id.into(), self.value_face(card.value), (x, y))
                        .with_scale(SCALE)
                        .with_layer(card.received),
                );
            }
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
        let mut hand_sizes = vec![game.course.start().hand_sizes()];
        game.course
            .for_each_step(|step| hand_sizes.push(step.after.hand_sizes()));
        let largest_hand = hand_sizes.iter().flatten().max();
        let places = largest_hand.map_or(1, |cards| *cards) + SPARE_PLACES;
        let start = game.course.start();
        let start_cards = [Player::One, Player::Two].map(|player| start.hand(player));
        let values = start_cards.into_iter().flatten().map(|card| card.value);
        Self {
            places,
            offsets: hand_offsets(game, &hand_sizes, places),
            max_value: values.max().unwrap_or(1),
            game,
        }
    }

    fn value_face(&self, value: u8) -> SpriteKind {
        SpriteKind::ValueCard {
            value,
            max_value: self.max_value,
        }
    }

    /// Draws the cards on the table. The last pairs are side by side; earlier ones lie below the first of them.
    fn trick_sprites(&self, table: &CardTable) -> Vec<Sprite> {
        let trick = table.trick();
        let hidden = trick.len().saturating_sub(MAX_VISIBLE_PAIRS);
        let visible_pairs = (trick.len() - hidden) as f64;
        let mut sprites = Vec::new();
        for (pair, (cards, face)) in trick.iter().enumerate() {
            let place = pair.saturating_sub(hidden) as f64 - (visible_pairs - 1.0) / 2.0;
            let x = WIDTH / 2.0 + place * PAIR_PITCH;
            for (player, card) in cards.iter().flatten() {
                let kind = match face {
                    Face::Up => self.value_face(card.value),
                    Face::Down => SpriteKind::CardBack,
                };
                sprites.push(
                    Sprite::new(card.id.into(), kind, (x, TABLE_Y[*player as usize]))
                        .with_scale(SCALE)
                        .with_layer(TABLE_LAYER + pair as u32),
                );
            }
        }
        sprites
    }

    fn captions(&self, table: &CardTable, state: usize) -> Vec<Sprite> {
        let baselines = [HEIGHT - 12.0, 22.0];
        let mut sprites = Vec::new();
        for player in [Player::One, Player::Two] {
            let caption = Caption::new(hand_size_text(player, table.hand(player).len()), 14, 320);
            let position = (MARGIN, baselines[player as usize]);
            sprites.push(caption.into_sprite(CAPTION_ID + player as u32, position));
        }
        // The width on either side of the pairs on the table.
        let room = ((WIDTH - MAX_VISIBLE_PAIRS as f64 * PAIR_PITCH) / 2.0 - MARGIN - 12.0) as u16;
        if state > 0 {
            let caption = Caption::new(round_text(table.rounds()), 17, room).with_bold();
            sprites.push(caption.into_sprite(CAPTION_ID + 2, (MARGIN, HEIGHT / 2.0 + 5.0)));
        }
        let game_text = self.game_text(table, state);
        // Messages about the whole game are in the middle.
        let is_in_middle = game_text.is_some() && table.trick().is_empty();
        let event_text = || event_text(table.last_event()?);
        let Some(text) = game_text.or_else(event_text) else {
            return sprites;
        };
        sprites.push(if is_in_middle {
            Caption::new(text, 20, 420)
                .with_bold()
                .with_align(Align::Middle)
                .into_sprite(CAPTION_ID + 4, (WIDTH / 2.0, HEIGHT / 2.0 + 6.0))
        } else {
            Caption::new(text, 14, room)
                .with_align(Align::End)
                .into_sprite(CAPTION_ID + 3, (WIDTH - MARGIN, HEIGHT / 2.0 + 5.0))
        });
        sprites
    }

    /// Returns the message about the whole game: its end, or the start of the loop of an endless game.
    fn game_text(&self, table: &CardTable, state: usize) -> Option<Sentence> {
        if state == self.last_state() {
            return Some(ending_text(self.game.ending));
        }
        let is_loop_start = table.trick().is_empty()
            && Some(table.rounds()) == self.game.cycle.map(|cycle| cycle.pre_period);
        is_loop_start.then(|| LOOP_BEGINS.into())
    }
}

/// Returns the number of places between the left edge and the top card of each hand, for each state. A hand moves to the
/// right with each card that it lays, and back to the left edge after a trick, if it would leave the row. The state that
/// is repeated and its repetition have the same picture.
fn hand_offsets(game: &ShownGame, hand_sizes: &[[usize; 2]], places: usize) -> Vec<[usize; 2]> {
    let mut offsets = [0; 2];
    let mut state_offsets = vec![offsets];
    let mut rounds = 0;
    for (mv, sizes) in game.course.moves().iter().zip(hand_sizes.windows(2)) {
        match mv {
            TableMove::Lay => {
                for player in [0, 1] {
                    offsets[player] += sizes[0][player] - sizes[1][player];
                }
            }
            TableMove::Take => {
                rounds += 1;
                let is_repeated = game.cycle.is_some_and(|cycle| cycle.is_at(rounds));
                for player in [0, 1] {
                    if is_repeated || offsets[player] + sizes[1][player] > places {
                        offsets[player] = 0;
                    }
                }
            }
            TableMove::Stop => {}
        }
        state_offsets.push(offsets);
    }
    state_offsets
}
