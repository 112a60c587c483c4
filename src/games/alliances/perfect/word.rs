//! A row as the search sees it: places, and which of them are allied.

use crate::cards::{Card, card::MAX_RANKS, card::MAX_SUITS, pack::MAX_CARDS};

/// A row of which only the alliances are known. Its *letters* are numbered from 0, from left to right, and a set of
/// letters is a mask: letter i is bit i.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    letters: usize,
    allies: [u64; MAX_CARDS],
}

impl Word {
    /// The word of a row of cards.
    ///
    /// # Panics
    /// When there are more than [`MAX_CARDS`] cards.
    pub fn new(row: &[Card]) -> Self {
        assert!(row.len() <= MAX_CARDS, "a row of {} cards", row.len());
        let (mut suits, mut ranks) = ([0; MAX_SUITS as usize], [0; MAX_RANKS as usize]);
        for (place, card) in row.iter().enumerate() {
            suits[usize::from(card.suit())] |= 1 << place;
            ranks[usize::from(card.rank())] |= 1 << place;
        }
        let mut allies = [0; MAX_CARDS];
        for (place, card) in row.iter().enumerate() {
            allies[place] = (suits[usize::from(card.suit())] | ranks[usize::from(card.rank())]) & !(1 << place);
        }
        Self { letters: row.len(), allies }
    }

    /// The word of any relation: nothing in the search asks that the alliance be that of cards.
    ///
    /// # Panics
    /// When there are more than [`MAX_CARDS`] letters.
    pub fn of_relation(letters: usize, mut allied: impl FnMut(usize, usize) -> bool) -> Self {
        assert!(letters <= MAX_CARDS, "a word of {letters} letters");
        let mut word = Self { letters, allies: [0; MAX_CARDS] };
        for left in 0..letters {
            for right in (left + 1..letters).filter(|&right| allied(left, right)) {
                word.allies[left] |= 1 << right;
                word.allies[right] |= 1 << left;
            }
        }
        word
    }

    /// The number of letters.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// The letters allied with one.
    ///
    /// # Panics
    /// From [`MAX_CARDS`] on.
    pub fn allies(&self, letter: usize) -> u64 {
        self.allies[letter]
    }

    /// The automatic game: tells `removed` each letter that goes, the leftmost jump first, and gives the letters left.
    pub fn automatic(&self, mut removed: impl FnMut(usize)) -> usize {
        // As in [`super::super::auto::Table`]: what is known to allow no jump, and what has to be looked at.
        let (mut row, mut waiting) = ([0_u8; MAX_CARDS + 1], [0_u8; MAX_CARDS + 1]);
        for (letter, waiting) in waiting[..self.letters].iter_mut().rev().enumerate() {
            *waiting = letter as u8;
        }
        let (mut piles, mut left) = (0, self.letters);
        while left > 0 {
            left -= 1;
            row[piles] = waiting[left];
            piles += 1;
            while piles >= 3 && self.allies[usize::from(row[piles - 3])] >> row[piles - 1] & 1 != 0 {
                removed(row[piles - 3].into());
                waiting[left] = row[piles - 1];
                left += 1;
                row[piles - 3] = row[piles - 2];
                piles -= 2;
            }
        }
        piles
    }
}
