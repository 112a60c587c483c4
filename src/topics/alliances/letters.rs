//! Cards in the letters of a language: K Q J in English, R D V in French.

use crate::lang::Lang;
use pioche_engine::cards::Card;
use pioche_engine::cards::card::Face;
use pioche_engine::cards::deck::Pretty;

/// Cards as the handout shows them, in the letters of a language.
pub fn cards(cards: &[Card], lang: Lang) -> String {
    match lang {
        Lang::Fr => Pretty(cards).to_string(),
        Lang::En => format!("{:#}", Pretty(cards)),
    }
}

/// A card as a sentence names it.
pub fn name(card: Card, lang: Lang) -> String {
    match lang {
        Lang::Fr => Face(card).to_string(),
        Lang::En => format!("{:#}", Face(card)),
    }
}
