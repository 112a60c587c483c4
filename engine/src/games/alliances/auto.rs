//! The automatic game: [`literal`] follows the handout word by word and is the definition; [`piles`] is quick, and says
//! only how it ends.

use super::state::{Event, Row};
use super::word::Word;
use crate::cards::Card;

/// The whole automatic game (handout 000, 4.5.1): the row that remains. `watch` is told the row after each event.
#[doc(alias = "reussite_mode_auto")]
pub fn literal(deck: &[Card], mut watch: impl FnMut(Event, &Row)) -> Row {
    let mut row = Row::default();
    for &card in deck {
        row.step(card, &mut watch);
    }
    row
}

/// The number of piles that the automatic game leaves.
///
/// # Panics
/// When the deck has more than [`MAX_CARDS`](crate::cards::pack::MAX_CARDS) cards.
pub fn piles(deck: &[Card]) -> usize {
    Word::new(deck).automatic(|_| ())
}
