//! The film of bataille: two open hands, the trick between them, battles, and the loop of a game that never ends.
//!
//! The hands are open, though players do not see them, because the whole game lies in their order.

use super::table as said;
use super::table::{Beat, Table, beats};
use crate::draw::Align;
use crate::draw::film::{Film, Look, Sprite, StateError, Wanted, Words};
use crate::lang::Text;
use crate::topics::course::{self, Scene};
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::Face;
use pioche_engine::games::bataille::{BatailleOutcome, BatailleState, Ending};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 404.0;
const MARGIN: f64 = 18.0;
/// Cards are smaller than those of the patience.
const SCALE: u16 = 80;
const CARD: (f64, f64) = (51.2, 72.0);
const HANDS: [f64; 2] = [HEIGHT - 26.0 - 36.0 - 8.0, 26.0 + 36.0 + 8.0];
const TABLE: [f64; 2] = [HEIGHT / 2.0 + 41.0, HEIGHT / 2.0 - 41.0];
/// From one pair on the table to the next, and the most pairs side by side.
const PAIR: f64 = 58.0;
const PAIRS_SEEN: usize = 5;
/// Places beyond a hand's largest size: a hand creeps that far to the right before it is pushed back.
const SPARE: usize = 10;

const WORDS: u32 = 1000;
/// Layers of cards on the table, and of words.
const ON_TABLE: u32 = 1 << 30;

/// The film of a game that ends so, until it comes back to a state, or for as many rounds as the ending tells of.
///
/// Its states are the start, then the table after each pair laid and after each trick taken.
pub fn film(start: &BatailleState, ending: Ending, wanted: Wanted) -> Result<Film, StateError> {
    let beats = beats(start, ending);
    course::film(Seen::new(start, ending, &beats), &beats, wanted)
}

struct Seen {
    table: Table,
    ending: Ending,
    crept: [usize; 2],
    most: u8,
    places: usize,
}

impl Scene for Seen {
    type Event = (u64, Beat);
    const TITLE: Text = Text::new("Bataille", "Bataille (War)");

    fn size(&self) -> (f64, f64) {
        (WIDTH, HEIGHT)
    }

    fn step(&mut self, (round, beat): (u64, Beat)) {
        self.table.step(beat);
        match beat {
            Beat::Pair { .. } => self.crept = self.crept.map(|places| places + 1),
            Beat::Taken { .. } => {
                // Where the same state is seen again, it looks the same.
                let again = match self.ending.outcome {
                    BatailleOutcome::Endless { period, pre_period } => {
                        round == pre_period || round == pre_period + period
                    }
                    _ => false,
                };
                for (crept, held) in self.crept.iter_mut().zip(self.table.held()) {
                    if again || *crept + held > self.places {
                        *crept = 0;
                    }
                }
            }
            Beat::Stopped => {}
        }
    }

    fn pace(&self, before: Option<(u64, Beat)>, next: Option<(u64, Beat)>) -> (u32, u32) {
        let Some((_, beat)) = before else { return (0, 1300) };
        let (moves, stands) = match beat {
            Beat::Pair { .. } => (240, 420),
            Beat::Taken { .. } => (320, 160),
            Beat::Stopped => (0, 600),
        };
        (moves, if next.is_none() { 5000 } else { stands })
    }

    fn sprites(&self, before: Option<(u64, Beat)>, next: Option<(u64, Beat)>) -> Vec<Sprite> {
        let mut sprites = Vec::new();
        let room = WIDTH - 2.0 * MARGIN - CARD.0;
        let pitch = (room / (self.places.max(2) - 1) as f64).min(CARD.0 + 6.0);
        for ((hand, crept), y) in self.table.hands.iter().zip(self.crept).zip(HANDS) {
            for (place, card) in hand.iter().enumerate() {
                let x = MARGIN + CARD.0 / 2.0 + (crept + place) as f64 * pitch;
                sprites.push(Sprite::new(card.id, self.face(card.value), (x, y)).scaled(SCALE).on(card.layer));
            }
        }
        sprites.extend(self.trick());
        sprites.extend(self.words(before, next));
        sprites
    }
}

impl Seen {
    fn new(start: &BatailleState, ending: Ending, beats: &[(u64, Beat)]) -> Self {
        let most = [Player::One, Player::Two].into_iter().flat_map(|player| start.hand(player)).max().unwrap_or(1);
        // The largest hand of the game says how close the cards lie.
        let mut table = Table::new(start);
        let mut largest = table.held().into_iter().max().unwrap_or(1);
        for (_, beat) in beats {
            table.step(*beat);
            largest = largest.max(table.held().into_iter().max().unwrap_or(1));
        }
        Self { table: Table::new(start), ending, crept: [0; 2], most, places: largest + SPARE }
    }

    fn face(&self, value: u8) -> Look {
        Look::Value { value, most: self.most }
    }

    /// The cards on the table. Only the last pairs are side by side; those before lie below the first of them.
    fn trick(&self) -> impl Iterator<Item = Sprite> {
        let trick = &self.table.trick;
        let hidden = trick.len().saturating_sub(PAIRS_SEEN);
        let seen = (trick.len() - hidden) as f64;
        trick.iter().enumerate().flat_map(move |(pair, (cards, face))| {
            let x = WIDTH / 2.0 + (pair.saturating_sub(hidden) as f64 - (seen - 1.0) / 2.0) * PAIR;
            cards.map(|(player, card)| {
                let look = if *face == Face::Up { self.face(card.value) } else { Look::Back };
                Sprite::new(card.id, look, (x, TABLE[player as usize])).scaled(SCALE).on(ON_TABLE + pair as u32)
            })
        })
    }

    fn words(&self, before: Option<(u64, Beat)>, next: Option<(u64, Beat)>) -> Vec<Sprite> {
        let sides = [Player::One, Player::Two].into_iter().zip(self.table.held()).zip([HEIGHT - 12.0, 22.0]);
        let held =
            |((player, held), y)| Words::new(said::held(player, held), 14, 320).at(WORDS + player as u32, (MARGIN, y));
        let mut words: Vec<Sprite> = sides.map(held).collect();
        // The pairs on the table leave this much on either side.
        let room = ((WIDTH - PAIRS_SEEN as f64 * PAIR) / 2.0 - MARGIN - 12.0) as u16;
        if let Some((round, _)) = before {
            words.push(Words::new(said::round(round), 17, room).bold().at(WORDS + 2, (MARGIN, HEIGHT / 2.0 + 5.0)));
        }
        // What concerns the whole game is said in the middle.
        let whole = match (before, self.ending.outcome) {
            _ if next.is_none() => Some(said::ended(self.ending)),
            (None, BatailleOutcome::Endless { pre_period: 0, .. }) => Some(said::LOOP_BEGINS.into()),
            (Some((round, Beat::Taken { .. })), BatailleOutcome::Endless { pre_period, .. }) if round == pre_period => {
                Some(said::LOOP_BEGINS.into())
            }
            _ => None,
        };
        let middle = whole.is_some() && self.table.trick.is_empty();
        if let Some(news) = whole.or_else(|| said::news(before?.1)) {
            words.push(match middle {
                true => {
                    let text = Words::new(news, 20, 420).bold().aligned(Align::Middle);
                    text.at(WORDS + 4, (WIDTH / 2.0, HEIGHT / 2.0 + 6.0))
                }
                false => {
                    let text = Words::new(news, 14, room).aligned(Align::End);
                    text.at(WORDS + 3, (WIDTH - MARGIN, HEIGHT / 2.0 + 5.0))
                }
            });
        }
        words
    }
}
