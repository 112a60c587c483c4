//! The letters and words of values and suits in French and English.

use crate::lang::fold_case_and_accents;

/// The letters of values and suits of one language, and their words.
pub struct Letters {
    ranks: &'static [&'static [&'static str]],
    suits: &'static [&'static [&'static str]],
}

/// The texts of the handout's values and suits, and those of other notations with the same meaning.
pub const RANKS: [&str; 13] = [
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "A",
];
pub const SUITS: [&str; 4] = ["C", "K", "P", "T"];
pub static FRENCH: Letters = Letters {
    ranks: &[
        &["2", "deux"],
        &["3", "trois"],
        &["4", "quatre"],
        &["5", "cinq"],
        &["6", "six"],
        &["7", "sept"],
        &["8", "huit"],
        &["9", "neuf"],
        &["10", "dix"],
        &["v", "valet"],
        &["d", "dame"],
        &["r", "roi"],
        &["a", "as"],
    ],
    suits: &[
        &["c", "coeur", "coeurs", "♥", "♡"],
        &["k", "carreau", "carreaux", "♦", "♢"],
        &["p", "pique", "piques", "♠", "♤"],
        &["t", "trefle", "trefles", "♣", "♧"],
    ],
};
pub static ENGLISH: Letters = Letters {
    ranks: &[
        &["2", "two"],
        &["3", "three"],
        &["4", "four"],
        &["5", "five"],
        &["6", "six"],
        &["7", "seven"],
        &["8", "eight"],
        &["9", "nine"],
        &["10", "ten"],
        &["j", "jack"],
        &["q", "queen"],
        &["k", "king"],
        &["a", "ace"],
    ],
    suits: &[
        &["h", "heart", "hearts", "♥", "♡"],
        &["d", "diamond", "diamonds", "♦", "♢"],
        &["s", "spade", "spades", "♠", "♤"],
        &["c", "club", "clubs", "♣", "♧"],
    ],
};

impl Letters {
    /// Returns the places of a value and a suit in [`RANKS`] and [`SUITS`].
    pub fn indices(&self, rank: &str, suit: &str) -> Option<(usize, usize)> {
        let [rank, suit] = [rank, suit].map(|word| fold_case_and_accents(word).replace('œ', "oe"));
        let place =
            |list: &[&[&str]], word: &str| list.iter().position(|words| words.contains(&word));
        Some((place(self.ranks, &rank)?, place(self.suits, &suit)?))
    }
}
