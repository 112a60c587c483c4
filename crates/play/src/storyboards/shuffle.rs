//! The film of riffles: the deck in a row, with the cards of packet 1 above those of packet 2.

use crate::film::{Caption, Pace, Sprite, SpriteKind, Storyboard};
#[cfg(test)]
use pioche_engine::{cards::riffle::card_value, experiments::shuffle::Shuffle, sim::Seed};
use pioche_report::lang::Text;
#[cfg(test)]
use pioche_topics::shuffle::shuffle_states;
use pioche_topics::shuffle::{GLOSSARY, ShuffleState, verdict_with_spaces};

/// The width of the pictures, and the largest distance from the first card to the last.
const WIDTH: f64 = 760.0;
/// The height of the pictures, with room for two lines below the cards.
const HEIGHT: f64 = 284.0;
const ROW_WIDTH: f64 = 656.0;

const PACE: Pace = Pace {
    motion_ms: 800,
    hold_ms: 1800,
    first_hold_ms: 1800,
    last_hold_ms: 5000,
};

/// The pictures: the deck in a row, with the cards of packet 1 above those of packet 2.
impl Storyboard for Vec<ShuffleState> {
    fn title(&self) -> Text {
        GLOSSARY.title
    }

    fn size(&self) -> (f64, f64) {
        (WIDTH, HEIGHT)
    }

    fn last_state(&self) -> usize {
        self.len() - 1
    }

    fn pace(&self, _: usize) -> Pace {
        PACE
    }

    fn sprites(&self, state: usize) -> Vec<Sprite> {
        let state = &self[state];
        let gaps = (state.values.len() - 1) as f64;
        let pitch = (ROW_WIDTH / gaps).min(70.0);
        let mut sprites = Vec::new();
        for (place, &value) in state.values.iter().enumerate() {
            let max_value = state.values.iter().copied().max().unwrap_or(value);
            let kind = SpriteKind::ValueCard { value, max_value };
            let x = (WIDTH - gaps * pitch) / 2.0 + place as f64 * pitch;
            let y = 100.0 + 24.0 * f64::from(state.deck.packets[place]);
            let sprite = Sprite::new(state.deck.order[place].into(), kind, (x, y));
            sprites.push(sprite.with_layer(place as u32));
        }
        let heading = Caption::new(state.heading(), 17, 720);
        let verdict = Caption::new(verdict_with_spaces(&state.values, "\u{a0}"), 17, 720);
        sprites.push(heading.into_sprite(1000, (20.0, 34.0)));
        sprites.push(verdict.into_sprite(1001, (20.0, 236.0)));
        sprites
    }
}

/// Returns the pictures of the first deal of a new pack.
#[cfg(test)]
pub fn new_pack_storyboard(cards: usize, riffles: u32) -> impl Storyboard {
    let values: Vec<u8> = (0..=u8::MAX).map(card_value).take(cards).collect();
    shuffle_states(&Shuffle { cards, riffles }, &values, Seed(1), 0)
}
