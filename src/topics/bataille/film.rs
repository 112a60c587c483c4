//! The film of bataille: two open hands, the trick between them, battles, and the loop of an endless game.
//!
//! The hands are open, although players do not see them, because their order determines the whole game.

use super::card_table as said;
use super::card_table::{BatailleTable, RoundEvent, round_events};
use crate::draw::Align;
use crate::draw::film::{Caption, Film, FilmRequest, Sprite, SpriteKind, StateOutOfRange};
use crate::lang::Text;
use crate::topics::replay::{self, FilmScene};
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::Face;
use pioche_engine::games::bataille::{BatailleEnding, BatailleOutcome, BatailleState};

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
    start: &BatailleState,
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
    crept: [usize; 2],
    most: u8,
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
            RoundEvent::PairLaid { .. } => self.crept = self.crept.map(|places| places + 1),
            RoundEvent::TrickTaken { .. } => {
                // The second occurrence of a repeated state looks like the first one.
                let again = match self.visible.outcome {
                    BatailleOutcome::Endless { period, pre_period } => {
                        round == pre_period || round == pre_period + period
                    }
                    _ => false,
                };
                for (crept, held) in self.crept.iter_mut().zip(self.table.hand_sizes()) {
                    if again || *crept + held > self.places {
                        *crept = 0;
                    }
                }
            }
            RoundEvent::OutOfCards => {}
        }
    }

    fn durations(
        &self,
        before: Option<(u64, RoundEvent)>,
        next: Option<(u64, RoundEvent)>,
    ) -> (u32, u32) {
        let Some((_, event)) = before else {
            return (0, 1300);
        };
        let (moves, stands) = match event {
            RoundEvent::PairLaid { .. } => (240, 420),
            RoundEvent::TrickTaken { .. } => (320, 160),
            RoundEvent::OutOfCards => (0, 600),
        };
        (moves, if next.is_none() { 5000 } else { stands })
    }

    fn sprites(
        &self,
        before: Option<(u64, RoundEvent)>,
        next: Option<(u64, RoundEvent)>,
    ) -> Vec<Sprite> {
        let mut sprites = Vec::new();
        let room = WIDTH - 2.0 * MARGIN - CARD_SIZE.0;
        let pitch = (room / (self.places.max(2) - 1) as f64).min(CARD_SIZE.0 + 6.0);
        for ((hand, crept), y) in self.table.hands.iter().zip(self.crept).zip(HAND_Y) {
            for (place, card) in hand.iter().enumerate() {
                let x = MARGIN + CARD_SIZE.0 / 2.0 + (crept + place) as f64 * pitch;
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
        start: &BatailleState,
        visible: BatailleEnding,
        ending: BatailleEnding,
        events: &[(u64, RoundEvent)],
    ) -> Self {
        let most = [Player::One, Player::Two]
            .into_iter()
            .flat_map(|player| start.hand(player))
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
            crept: [0; 2],
            most,
            places: largest + SPARE_PLACES,
        }
    }

    fn value_face(&self, value: u8) -> SpriteKind {
        SpriteKind::ValueCard {
            value,
            max_value: self.most,
        }
    }

    /// Draws the cards on the table. The last pairs are side by side; earlier ones lie below the first of them.
    fn trick_sprites(&self) -> impl Iterator<Item = Sprite> {
        let trick = &self.table.trick;
        let hidden = trick.len().saturating_sub(MAX_VISIBLE_PAIRS);
        let seen = (trick.len() - hidden) as f64;
        trick
            .iter()
            .enumerate()
            .flat_map(move |(pair, (cards, face))| {
                let x = WIDTH / 2.0
                    + (pair.saturating_sub(hidden) as f64 - (seen - 1.0) / 2.0) * PAIR_PITCH;
                cards.map(|(player, card)| {
                    let look = if *face == Face::Up {
                        self.value_face(card.value)
                    } else {
                        SpriteKind::CardBack
                    };
                    Sprite::new(card.id, look, (x, TABLE_Y[player as usize]))
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
        let sides = [Player::One, Player::Two]
            .into_iter()
            .zip(self.table.hand_sizes())
            .zip([HEIGHT - 12.0, 22.0]);
        let held = |((player, held), y)| {
            Caption::new(said::hand_size_text(player, held), 14, 320)
                .into_sprite(CAPTION_ID + player as u32, (MARGIN, y))
        };
        let mut words: Vec<Sprite> = sides.map(held).collect();
        // The width on either side of the pairs on the table.
        let room = ((WIDTH - MAX_VISIBLE_PAIRS as f64 * PAIR_PITCH) / 2.0 - MARGIN - 12.0) as u16;
        if let Some((round, _)) = before {
            words.push(
                Caption::new(said::round_text(round), 17, room)
                    .with_bold()
                    .into_sprite(CAPTION_ID + 2, (MARGIN, HEIGHT / 2.0 + 5.0)),
            );
        }
        // Messages about the whole game are in the middle.
        let whole = match (before, self.visible.outcome) {
            _ if next.is_none() => Some(said::ending_text(self.ending)),
            (None, BatailleOutcome::Endless { pre_period: 0, .. }) => {
                Some(said::LOOP_BEGINS.into())
            }
            (
                Some((round, RoundEvent::TrickTaken { .. })),
                BatailleOutcome::Endless { pre_period, .. },
            ) if round == pre_period => Some(said::LOOP_BEGINS.into()),
            _ => None,
        };
        let middle = whole.is_some() && self.table.trick.is_empty();
        if let Some(event_text) = whole.or_else(|| said::event_text(before?.1)) {
            words.push(match middle {
                true => {
                    let text = Caption::new(event_text, 20, 420)
                        .with_bold()
                        .with_align(Align::Middle);
                    text.into_sprite(CAPTION_ID + 4, (WIDTH / 2.0, HEIGHT / 2.0 + 6.0))
                }
                false => {
                    let text = Caption::new(event_text, 14, room).with_align(Align::End);
                    text.into_sprite(CAPTION_ID + 3, (WIDTH - MARGIN, HEIGHT / 2.0 + 5.0))
                }
            });
        }
        words
    }
}
