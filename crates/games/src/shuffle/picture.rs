//! The film of riffles: the deck in lines, with the cards of packet 1 above those of packet 2.

use super::{ShuffleState, TOPIC, verdict_with_spaces};
use crate::prelude::*;

const WIDTH: f64 = 760.0;
const CARDS_PER_LINE: usize = 26;
/// The width of the names of the packets, at the left of the cards.
const NAMES_WIDTH: f64 = 66.0;
const CARDS_WIDTH: f64 = WIDTH - 2.0 * MARGIN - NAMES_WIDTH;
const CARDS_TOP: f64 = 58.0;

const PACE: Pace = Pace {
    motion_ms: 800,
    hold_ms: 1800,
    first_hold_ms: 1800,
    last_hold_ms: 5000,
};

/// The sizes of the cards of a deck.
struct Layout {
    columns: usize,
    /// The distance from one card of a line to the next.
    pitch: f64,
    scale_percent: u16,
}

impl Layout {
    fn new(cards: usize) -> Self {
        let columns = cards.min(CARDS_PER_LINE);
        let pitch = (CARDS_WIDTH / columns as f64).min(68.0);
        Self {
            columns,
            pitch,
            scale_percent: (pitch / 66.0 * 100.0) as u16,
        }
    }

    fn card_height(&self) -> f64 {
        0.9 * f64::from(self.scale_percent)
    }

    /// Returns the centre of the card at a place of the deck.
    fn position(&self, place: usize, packet: u8) -> (f64, f64) {
        let line = (place / self.columns) as f64;
        let column = (place % self.columns) as f64;
        let x = MARGIN + NAMES_WIDTH + (column + 0.5) * self.pitch;
        let upper = CARDS_TOP + (0.5 + 2.1 * line) * self.card_height();
        (x, upper + 0.75 * self.card_height() * f64::from(packet - 1))
    }

    fn bottom(&self, cards: usize) -> f64 {
        self.position(cards - 1, 2).1 + self.card_height() / 2.0
    }
}

/// Draws the deck before the first riffle and after each.
pub fn film(states: Vec<ShuffleState>) -> Film {
    let cards = states[0].values.len();
    let state_count = states.len();
    Film {
        title: TOPIC.title,
        size: (WIDTH, Layout::new(cards).bottom(cards) + 68.0),
        state_count,
        draw: Box::new(move |state| {
            PACE.picture(state, state_count - 1, shapes(&states[state], state > 0))
        }),
    }
}

fn shapes(state: &ShuffleState, is_riffled: bool) -> Vec<Shape> {
    let layout = Layout::new(state.values.len());
    let scale = f64::from(layout.scale_percent) / 100.0;
    let max_value = state.values.iter().copied().max().unwrap_or(1);
    let mut shapes = Vec::new();
    for (place, &value) in state.values.iter().enumerate() {
        let position = layout.position(place, state.deck.packets[place]);
        let id = ("card", state.deck.order[place].into());
        let card = Shape::value_card(id, value, max_value, position);
        shapes.push(card.with_scale(scale));
    }
    if is_riffled {
        let caption = Caption::new(13.0, 64.0);
        for line in 0..state.values.len().div_ceil(layout.columns) {
            for packet in [1, 2] {
                let name = tr!("packet {packet}", packet);
                let (_, y) = layout.position(line * layout.columns, packet);
                let id = ("packet", 2 * line as u32 + u32::from(packet));
                shapes.push(caption.shape(id, (MARGIN, y + 5.0), &name));
            }
        }
    }
    let heading = Caption::new(17.0, 720.0).bold();
    shapes.push(heading.shape(("heading", 0), (MARGIN, 34.0), &state.heading()));
    let verdict = verdict_with_spaces(&state.values, "\u{a0}");
    let position = (MARGIN, layout.bottom(state.values.len()) + 28.0);
    shapes.push(Caption::new(16.0, 724.0).shape(("verdict", 0), position, &verdict));
    shapes
}
