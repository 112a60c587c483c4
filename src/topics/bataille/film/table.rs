//! The table of bataille as it is seen: where each card lies, and where the words stand.

use super::beat::Beat;
use super::words::{Said, held};
use crate::draw::Align;
use crate::draw::film::{Look, Sprite, Words};
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::Face;
use pioche_engine::games::bataille::{Ending, Hands, Outcome};
use std::collections::VecDeque;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 404.0;
/// The size of the film.
pub(super) const SIZE: (f64, f64) = (WIDTH, HEIGHT);
const MARGIN: f64 = 18.0;
/// Cards are smaller than those of the patience.
const SCALE: u16 = 80;
const CARD: (f64, f64) = (51.2, 72.0);
/// The middle of the hands' cards.
const HANDS: [f64; 2] = [HEIGHT - 26.0 - 36.0 - 8.0, 26.0 + 36.0 + 8.0];
/// The middle of the cards on the table.
const TABLE: [f64; 2] = [HEIGHT / 2.0 + 41.0, HEIGHT / 2.0 - 41.0];
/// From one pair on the table to the next, and the most pairs side by side.
const PAIR: f64 = 58.0;
const PAIRS_SEEN: usize = 5;
/// Places beyond a hand's largest size: a hand creeps that far to the right before it is pushed back.
const SPARE: usize = 10;

const WORDS: u32 = 1000;
/// Layers of cards on the table, and of words.
const ON_TABLE: u32 = 1 << 30;

/// A card with its number in the film, and the layer that it got when it came into a hand.
#[derive(Clone, Copy)]
struct Held {
    id: u32,
    value: u8,
    layer: u32,
}

/// A hand, and how far it has crept to the right.
#[derive(Default)]
struct Hand {
    cards: VecDeque<Held>,
    crept: usize,
}

/// The table as it is seen.
pub(super) struct Shown {
    hands: [Hand; 2],
    /// Pairs on the table; who laid first is the first of a pair.
    trick: Vec<([(Player, Held); 2], Face)>,
    most: u8,
    next_layer: u32,
    /// From one card of a hand to the next.
    pitch: f64,
    places: usize,
    /// The rounds after which an endless game is in the state that comes back.
    loop_rounds: [u64; 2],
}

impl Shown {
    pub fn new(hands: &Hands, largest: usize, ending: Ending) -> Self {
        let places = largest + SPARE;
        let room = WIDTH - 2.0 * MARGIN - CARD.0;
        let pitch = (room / (places.max(2) - 1) as f64).min(CARD.0 + 6.0);
        let most = hands.one().iter().chain(hands.two()).copied().max().unwrap_or(1);
        let loop_rounds = match ending.outcome {
            Outcome::Endless { period, pre_period } => [pre_period, pre_period + period],
            _ => [0; 2],
        };
        let (hands_seen, trick) = (Default::default(), Vec::new());
        let mut shown = Self { hands: hands_seen, trick, most, next_layer: 1, pitch, places, loop_rounds };
        let mut id = 0;
        for (player, hand) in [hands.one(), hands.two()].into_iter().enumerate() {
            for &value in hand {
                id += 1;
                shown.receive(player, id, value);
            }
        }
        shown
    }

    fn receive(&mut self, player: usize, id: u32, value: u8) {
        self.hands[player].cards.push_back(Held { id, value, layer: self.next_layer });
        self.next_layer += 1;
    }

    pub fn follow(&mut self, round: u64, beat: Beat) {
        match beat {
            Beat::Pair { laid, face } => {
                let cards = laid.map(|(player, value)| {
                    let hand = &mut self.hands[player as usize];
                    hand.crept += 1;
                    let top = hand.cards.pop_front();
                    (player, top.unwrap_or(Held { id: 0, value, layer: 0 }))
                });
                self.trick.push((cards, face));
            }
            Beat::Taken { player, .. } => {
                // Where the same state is seen again, it looks the same.
                let pushed_back = round == self.loop_rounds[0] || round == self.loop_rounds[1];
                for (cards, _) in std::mem::take(&mut self.trick) {
                    cards.into_iter().for_each(|(_, card)| self.receive(player as usize, card.id, card.value));
                }
                let places = self.places;
                for hand in &mut self.hands {
                    if pushed_back || hand.crept + hand.cards.len() > places {
                        hand.crept = 0;
                    }
                }
            }
            Beat::Stopped => {}
        }
    }

    pub fn sprites(&self, said: &Said) -> Vec<Sprite> {
        let mut sprites = Vec::new();
        for (hand, y) in self.hands.iter().zip(HANDS) {
            for (place, card) in hand.cards.iter().enumerate() {
                let x = MARGIN + CARD.0 / 2.0 + (hand.crept + place) as f64 * self.pitch;
                sprites.push(Sprite::new(card.id, self.face(card.value), x, y).scaled(SCALE).on(card.layer));
            }
        }
        sprites.extend(self.table());
        sprites.extend(self.words(said));
        sprites
    }

    fn face(&self, value: u8) -> Look {
        Look::Value { value, most: self.most }
    }

    /// The cards on the table. Only the last pairs are side by side; those before lie below the first of them.
    fn table(&self) -> impl Iterator<Item = Sprite> {
        let hidden = self.trick.len().saturating_sub(PAIRS_SEEN);
        let seen = (self.trick.len() - hidden) as f64;
        self.trick.iter().enumerate().flat_map(move |(pair, (cards, face))| {
            let x = WIDTH / 2.0 + (pair.saturating_sub(hidden) as f64 - (seen - 1.0) / 2.0) * PAIR;
            cards.map(|(player, card)| {
                let look = if *face == Face::Up { self.face(card.value) } else { Look::Back };
                let y = TABLE[player as usize];
                Sprite::new(card.id, look, x, y).scaled(SCALE).on(ON_TABLE + pair as u32)
            })
        })
    }

    fn words(&self, said: &Said) -> Vec<Sprite> {
        let sides = [Player::One, Player::Two].into_iter().zip(&self.hands).zip([HEIGHT - 12.0, 22.0]);
        let mut words: Vec<Sprite> = sides
            .map(|((player, hand), y)| {
                let text = Words::new(held(player, hand.cards.len()), 14, 320);
                text.at(WORDS + player as u32, MARGIN, y)
            })
            .collect();
        // The pairs on the table leave this much on either side.
        let room = ((WIDTH - PAIRS_SEEN as f64 * PAIR) / 2.0 - MARGIN - 12.0) as u16;
        if let Some(round) = &said.round {
            words.push(Words::new(round.clone(), 17, room).bold().at(WORDS + 2, MARGIN, HEIGHT / 2.0 + 5.0));
        }
        if let Some(news) = &said.news {
            if self.trick.is_empty() && !said.aside {
                let text = Words::new(news.clone(), 20, 420).bold().aligned(Align::Middle);
                words.push(text.at(WORDS + 4, WIDTH / 2.0, HEIGHT / 2.0 + 6.0));
                return words;
            }
            let text = Words::new(news.clone(), 14, room).aligned(Align::End);
            words.push(text.at(WORDS + 3, WIDTH - MARGIN, HEIGHT / 2.0 + 5.0));
        }
        words
    }
}
