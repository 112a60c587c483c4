//! The automatic game, twice: [`literal`] follows the handout word by word and is the definition; [`Table`] plays the
//! same game without restarting from the left, and can be stopped and resumed between draws.

use super::state::{Event, Row, alliance};
use crate::cards::{Card, pack::MAX_CARDS};

/// The whole automatic game (handout 000, 4.5.1): the row that remains. `watch` is told the row after each event.
#[doc(alias = "reussite_mode_auto")]
pub fn literal(deck: &[Card], mut watch: impl FnMut(Event, &Row)) -> Row {
    let mut row = Row::default();
    for &card in deck {
        row.step(card, &mut watch);
    }
    row
}

/// "Deal everything, then always make the leftmost possible jump": the same end by another way.
pub fn deal_then_jump(deck: &[Card]) -> Row {
    let mut row = Row::new(deck.to_vec());
    while let Some(pile) = row.leftmost_jump() {
        let jumped = row.jump(pile);
        debug_assert!(jumped.is_ok(), "the leftmost jump is possible");
    }
    row
}

/// A row in an array, played without looking twice at what cannot have changed.
///
/// After the jump of pile i nothing left of the two places before it has changed. So the row is cut in two: on the
/// left the piles known to allow no jump, on the right those that have to be looked at again. Each jump moves one pile
/// to the right and shortens the row by one, so a whole game takes a time in proportion to the number of cards.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    row: [Card; MAX_CARDS],
    piles: usize,
}

impl Default for Table {
    fn default() -> Self {
        Self { row: [Card::default(); MAX_CARDS], piles: 0 }
    }
}

impl Table {
    /// The visible cards.
    pub fn tops(&self) -> &[Card] {
        &self.row[..self.piles]
    }

    /// The number of piles.
    pub fn piles(&self) -> usize {
        self.piles
    }

    /// Takes over the row of another table, which is cheaper than a whole copy.
    pub fn copy_from(&mut self, other: &Self) {
        self.piles = other.piles;
        self.row[..other.piles].copy_from_slice(other.tops());
    }

    /// Draws one card and makes every jump.
    ///
    /// # Panics
    /// When the table already has [`MAX_CARDS`] piles.
    #[inline]
    pub fn draw(&mut self, card: Card) {
        let (row, mut piles) = (&mut self.row, self.piles);
        let mut again = [card; MAX_CARDS];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            row[piles] = again[waiting];
            piles += 1;
            while piles >= 3 && alliance(row[piles - 3], row[piles - 1]) {
                again[waiting] = row[piles - 1];
                waiting += 1;
                row[piles - 3] = row[piles - 2];
                piles -= 2;
            }
        }
        self.piles = piles;
    }
}

/// The number of piles that the automatic game leaves.
///
/// # Panics
/// When the deck has more than [`MAX_CARDS`] cards.
pub fn piles(deck: &[Card]) -> usize {
    let mut table = Table::default();
    for &card in deck {
        table.draw(card);
    }
    table.piles()
}
