//! The automatic game: [`play_automatic`] follows the handout word by word and is the definition; [`automatic_pile_count`] is fast and
//! returns only the number of piles.
//!
//! ```
//! use pioche_engine::cards::{Card, Pack};
//! use pioche_engine::games::alliances::AllianceRule;
//! use pioche_engine::games::alliances::automatic::{play_automatic, automatic_pile_count};
//!
//! // ♥7 and ♥9 are allied: the pile between them jumps onto the first one.
//! let deck: Vec<Card> = ["7-C", "8-K", "9-C"].iter().map(|card| card.parse().unwrap()).collect();
//! assert_eq!(play_automatic(&deck, AllianceRule::Either, |_, _| ()).top_cards(), &deck[1..]);
//! let sorted: Vec<Card> = Pack::PIQUET.cards().collect();
//! let row = play_automatic(&sorted, AllianceRule::Rank, |_, _| ());
//! assert_eq!(automatic_pile_count(&sorted, AllianceRule::Rank), row.pile_count());
//! ```

use super::state::{AllianceRule, PatienceEvent, PileRow};
use crate::cards::{Card, card::MAX_RANKS, card::MAX_SUITS, pack::MAX_CARDS};

/// Plays the automatic game (handout 000, 4.5.1) and returns the row that remains.
///
/// `on_event` is called with each event and the row after it.
#[doc(alias = "reussite_mode_auto")]
pub fn play_automatic(
    deck: &[Card],
    alliance: AllianceRule,
    mut on_event: impl FnMut(PatienceEvent, &PileRow),
) -> PileRow {
    let mut row = PileRow::default().with_alliance(alliance);
    for &card in deck {
        row.draw_and_jump(card, &mut on_event);
    }
    row
}

/// Returns the number of piles that the automatic game leaves.
///
/// # Panics
/// When the deck has more than [`MAX_CARDS`] cards.
pub fn automatic_pile_count(deck: &[Card], alliance: AllianceRule) -> usize {
    AllianceGraph::new(deck, alliance).play_automatic(|_| ())
}

/// A row reduced to its alliances.
///
/// The cards are *letters*, numbered from 0 from left to right. A set of letters is a mask: letter i is bit i.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllianceGraph {
    /// The number of letters.
    pub card_count: usize,
    /// For each letter the set of its allies. Any symmetric relation is accepted, not only that of cards.
    pub allies: [u64; MAX_CARDS],
}

impl AllianceGraph {
    /// The alliances of a row of cards.
    ///
    /// # Panics
    /// When there are more than [`MAX_CARDS`] cards.
    pub fn new(row: &[Card], alliance: AllianceRule) -> Self {
        assert!(row.len() <= MAX_CARDS, "a row of {} cards", row.len());
        let mut suits = [0; MAX_SUITS as usize];
        let mut ranks = [0; MAX_RANKS as usize];
        for (place, card) in row.iter().enumerate() {
            suits[usize::from(card.suit())] |= 1 << place;
            ranks[usize::from(card.rank())] |= 1 << place;
        }
        let mut allies = [0; MAX_CARDS];
        for (place, card) in row.iter().enumerate() {
            let same_suit = suits[usize::from(card.suit())];
            let same_rank = ranks[usize::from(card.rank())];
            let same = match alliance {
                AllianceRule::Either => same_suit | same_rank,
                AllianceRule::Suit => same_suit,
                AllianceRule::Rank => same_rank,
            };
            allies[place] = same & !(1 << place);
        }
        Self {
            card_count: row.len(),
            allies,
        }
    }

    /// Plays the automatic game, calls `on_removal` with each letter that disappears, and returns the number of letters
    /// left.
    ///
    /// Only the end of the loop is a branch that depends on the cards. The row is a set of letters, and so are the
    /// letters that can disappear. When one disappears, only the two letters before it get another second neighbour.
    pub fn play_automatic(&self, mut on_removal: impl FnMut(usize)) -> usize {
        let mut row = u64::MAX
            .checked_shr((MAX_CARDS - self.card_count) as u32)
            .unwrap_or(0);
        let mut removable = 0;
        for letter in 0..self.card_count.saturating_sub(2) {
            removable |= (self.allies[letter] >> (letter + 2) & 1) << letter;
        }
        while removable != 0 {
            let letter = lowest_bit(removable);
            on_removal(letter.trailing_zeros() as usize);
            row ^= letter;
            let left_side = row & (letter - 1);
            let right_side = row & !(letter - 1);
            let first_left = highest_bit(left_side);
            let second_left = highest_bit(left_side ^ first_left);
            let first_right = lowest_bit(right_side);
            let second_right = lowest_bit(right_side ^ first_right);
            removable &= !(letter | first_left | second_left);
            removable |=
                self.if_allied(first_left, second_right) | self.if_allied(second_left, first_right);
        }
        row.count_ones() as usize
    }

    /// The set `letter` of at most one letter if it is allied with `neighbour`, or else the empty set.
    #[inline]
    fn if_allied(&self, letter: u64, neighbour: u64) -> u64 {
        if self.allies[(letter | 1).ilog2() as usize] & neighbour != 0 {
            letter
        } else {
            0
        }
    }
}

const fn lowest_bit(letters: u64) -> u64 {
    letters & letters.wrapping_neg()
}

const fn highest_bit(letters: u64) -> u64 {
    letters & 1 << (letters | 1).ilog2()
}
