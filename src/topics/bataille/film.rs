//! The film of bataille: two open hands, the trick between them, battles, and the loop of an endless game.
//!
//! The hands are open, although players do not see them, because their order determines the whole game.

use super::card_table::{
    self, BatailleTable, DealtGame, LOOP_BEGINS, RoundEvent, ending_text, hand_size_text,
    round_events, round_text,
};
use crate::draw::Align;
use crate::draw::film::{Caption, Film, FilmRequest, Sprite, SpriteKind, StateOutOfRange};
use crate::lang::{Sentence, Text};
use crate::topics::replay::{self, FilmScene};
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::Face;
use pioche_engine::games::bataille::{BatailleEnding, BatailleOutcome};

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

const CAPTION_ID: u32 = 1000;
/// The lowest layer of the cards on the table.
const TABLE_LAYER: u32 = 1 << 30;

/// Creates the film of a game for the rounds of `visible`: its ending or, if a state is repeated before, the repetition.
///
/// Its states are the start, then the table after each pair and after each trick.
///
/// # Errors
/// When a state is requested that the game does not have.
pub fn film(
    start: &DealtGame,
    visible: BatailleEnding,
    ending: BatailleEnding,
    request: FilmRequest,
) -> Result<Film, StateOutOfRange> {
    let events = round_events(start, visible);
    let scene = BatailleScene::new(start, visible, ending, &events);
    replay::build_film(scene, &events, request)
}

struct BatailleScene {
    table: BatailleTable,
    visible: BatailleEnding,
    ending: BatailleEnding,
    /// The number of places between the left edge and the top card of each hand.
    offsets: [usize; 2],
    max_value: u8,
    places: usize,
}

impl FilmScene for BatailleScene {
    type Event = (u64, RoundEvent);
    const TITLE: Text = Text::new("Bataille", "Bataille (War)");

    fn size(&self) -> (f64, f64) {
        (WIDTH, HEIGHT)
    }

    fn apply_event(&mut self, (round, event): (u64, RoundEvent)) {
        self.table.apply_event(event);
        match event {
            RoundEvent::PairLaid { laid, .. } => {
                for (player, _) in laid.into_iter().flatten() {
                    self.offsets[player as usize] += 1;
                }
            }
            RoundEvent::TrickTaken { .. } => {
                let is_repetition = self.is_repeated_after(round);
                for (offset, cards) in self.offsets.iter_mut().zip(self.table.hand_sizes()) {
                    if is_repetition || *offset + cards > self.places {
                        *offset = 0;
                    }
                }
            }
            RoundEvent::OutOfCards => {}
        }
    }

    fn round((round, _): (u64, RoundEvent)) -> Option<u64> {
        Some(round)
    }

    fn durations(
        &self,
        before: Option<(u64, RoundEvent)>,
        next: Option<(u64, RoundEvent)>,
    ) -> (u32, u32) {
        let Some((_, event)) = before else {
            return (0, 1300);
        };
        let (motion_ms, hold_ms) = match event {
            RoundEvent::PairLaid { .. } => (240, 420),
            RoundEvent::TrickTaken { .. } => (320, 160),
            RoundEvent::OutOfCards => (0, 600),
        };
        (motion_ms, if next.is_none() { 5000 } else { hold_ms })
    }

    fn sprites(
        &self,
        before: Option<(u64, RoundEvent)>,
        next: Option<(u64, RoundEvent)>,
    ) -> Vec<Sprite> {
        let mut sprites = Vec::new();
        let room = WIDTH - 2.0 * MARGIN - CARD_SIZE.0;
        let pitch = (room / (self.places.max(2) - 1) as f64).min(CARD_SIZE.0 + 6.0);
        for ((hand, offset), y) in self.table.hands.iter().zip(self.offsets).zip(HAND_Y) {
            for (place, card) in hand.iter().enumerate() {
                let x = MARGIN + CARD_SIZE.0 / 2.0 + (offset + place) as f64 * pitch;
                sprites.push(
                    Sprite::new(card.id, self.value_face(card.value), (x, y))
                        .with_scale(SCALE)
                        .with_layer(card.layer),
                );
            }
        }
        sprites.extend(self.trick_sprites());
        sprites.extend(self.captions(before, next));
        sprites
    }
}

impl BatailleScene {
    fn new(
        start: &DealtGame,
        visible: BatailleEnding,
        ending: BatailleEnding,
        events: &[(u64, RoundEvent)],
    ) -> Self {
        let max_value = [Player::One, Player::Two]
            .into_iter()
            .flat_map(|player| start.state.hand(player))
            .max()
            .unwrap_or(1);
        // The largest hand of the game determines the distance between cards.
        let mut table = BatailleTable::new(start);
        let mut largest = table.hand_sizes().into_iter().max().unwrap_or(1);
        for (_, event) in events {
            table.apply_event(*event);
            largest = largest.max(table.hand_sizes().into_iter().max().unwrap_or(1));
        }
        Self {
            table: BatailleTable::new(start),
            visible,
            ending,
            offsets: [0; 2],
            max_value,
            places: largest + SPARE_PLACES,
        }
    }

    /// Returns whether the state after a round is repeated or is the repetition; both have the same picture.
    fn is_repeated_after(&self, round: u64) -> bool {
        match self.visible.outcome {
            BatailleOutcome::Endless { period, pre_period } => {
                round == pre_period || round == pre_period + period
            }
            _ => false,
        }
    }

    fn value_face(&self, value: u8) -> SpriteKind {
        SpriteKind::ValueCard {
            value,
            max_value: self.max_value,
        }
    }

    /// Draws the cards on the table. The last pairs are side by side; earlier ones lie below the first of them.
    fn trick_sprites(&self) -> impl Iterator<Item = Sprite> {
        let trick = &self.table.trick;
        let hidden = trick.len().saturating_sub(MAX_VISIBLE_PAIRS);
        let visible_pairs = (trick.len() - hidden) as f64;
        trick
            .iter()
            .enumerate()
            .flat_map(move |(pair, (cards, face))| {
                let x = WIDTH / 2.0
                    + (pair.saturating_sub(hidden) as f64 - (visible_pairs - 1.0) / 2.0)
                        * PAIR_PITCH;
                cards.iter().copied().flatten().map(move |(player, card)| {
                    let kind = if *face == Face::Up {
                        self.value_face(card.value)
                    } else {
                        SpriteKind::CardBack
                    };
                    Sprite::new(card.id, kind, (x, TABLE_Y[player as usize]))
                        .with_scale(SCALE)
                        .with_layer(TABLE_LAYER + pair as u32)
                })
            })
    }

    fn captions(
        &self,
        before: Option<(u64, RoundEvent)>,
        next: Option<(u64, RoundEvent)>,
    ) -> Vec<Sprite> {
        let players = [Player::One, Player::Two];
        let baselines = [HEIGHT - 12.0, 22.0];
        let mut sprites = Vec::new();
        for ((player, cards), y) in players
            .into_iter()
            .zip(self.table.hand_sizes())
            .zip(baselines)
        {
            let caption = Caption::new(hand_size_text(player, cards), 14, 320);
            sprites.push(caption.into_sprite(CAPTION_ID + player as u32, (MARGIN, y)));
        }
        // The width on either side of the pairs on the table.
        let room = ((WIDTH - MAX_VISIBLE_PAIRS as f64 * PAIR_PITCH) / 2.0 - MARGIN - 12.0) as u16;
        if let Some((round, _)) = before {
            let caption = Caption::new(round_text(round), 17, room).with_bold();
            sprites.push(caption.into_sprite(CAPTION_ID + 2, (MARGIN, HEIGHT / 2.0 + 5.0)));
        }
        let game_text = self.game_text(before, next);
        // Messages about the whole game are in the middle.
        let is_in_middle = game_text.is_some() && self.table.trick.is_empty();
        let event_text = || card_table::event_text(before?.1);
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
    fn game_text(
        &self,
        before: Option<(u64, RoundEvent)>,
        next: Option<(u64, RoundEvent)>,
    ) -> Option<Sentence> {
        if next.is_none() {
            return Some(ending_text(self.ending));
        }
        let BatailleOutcome::Endless { pre_period, .. } = self.visible.outcome else {
            return None;
        };
        let rounds = match before {
            None => 0,
            Some((round, RoundEvent::TrickTaken { .. })) => round,
            Some(_) => return None,
        };
        (rounds == pre_period).then(|| LOOP_BEGINS.into())
    }
}
