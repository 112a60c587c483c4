//! What the patience is called, and what its tables say.

use super::args::{CARDS, IMPROVE, RANKS, SUITS};
use crate::lang::{Glossary, Lang, Text};
use crate::topics::words::Words;

/// The words of the patience.
pub const WORDS: Words = Words {
    french: Some("reussite"),
    title: Text::same("La réussite des alliances"),
    own: &[
        ("nb_tas_max", Text::new("tas permis", "piles allowed")),
        ("frequency", Text::new("fréquence", "frequency")),
        ("wins", Text::new("gagnées", "wins")),
        ("gain", Text::new("gain en tas", "gain in piles")),
        ("nb_tas", Text::new("nombre de tas", "piles")),
        ("nb_tas_improved", Text::new("nombre de tas", "piles")),
        ("improved", Text::new("donnes améliorées", "deals improved")),
        ("worsened", Text::new("donnes que tout changement empire", "deals that every change worsens")),
    ],
    settings: &[CARDS, SUITS, RANKS, IMPROVE],
};

/// What people call a change of the stock.
pub fn change(lang: Lang, improve: &str) -> String {
    WORDS.word(lang, improve)
}

/// A pack, by its number of cards.
pub fn pack(lang: Lang, cards: &str) -> String {
    match lang {
        Lang::Fr => format!("{cards} cartes"),
        Lang::En => format!("{cards} cards"),
    }
}
