//! What is said of the patience in films, beside its rows and at the table: its cards in the letters of a language (K Q J
//! in English, R D V in French), and its steps.

use crate::lang::{Lang, Say, Sentence};
use pioche_engine::cards::Card;
use pioche_engine::cards::card::Face;
use pioche_engine::cards::deck::Pretty;
use pioche_engine::games::alliances::Manual;
use pioche_engine::games::alliances::manual::Move;

/// Cards as the handout shows them.
pub fn cards(cards: &[Card], lang: Lang) -> String {
    lang.either(format!("{}", Pretty(cards)), format!("{:#}", Pretty(cards)))
}

/// A card as a sentence names it.
pub fn name(card: Card, lang: Lang) -> String {
    lang.either(format!("{}", Face(card)), format!("{:#}", Face(card)))
}

/// What happens next, the cards in the letters of a language.
pub fn next(game: &Manual, mv: Move, lang: Lang) -> Sentence {
    match mv {
        Move::Draw => drawn(game.stock()[0], lang),
        Move::Jump(pile) => {
            let [left, card, right] = [pile - 1, pile, pile + 1].map(|pile| name(game.row().tops()[pile], lang));
            Sentence::new(
                format!("{left} et {right} sont alliés : {card} saute"),
                format!("{left} and {right} are allied: {card} jumps"),
            )
        }
    }
}

pub fn drawn(card: Card, lang: Lang) -> Sentence {
    let card = name(card, lang);
    Sentence::new(format!("{card} est tiré de la pioche"), format!("{card} is drawn from the stock"))
}

pub fn jumped(card: Card, lang: Lang) -> Sentence {
    let card = name(card, lang);
    Sentence::new(format!("{card} a sauté"), format!("{card} has jumped"))
}

/// The patience is over, with so many piles.
pub fn over(piles: usize) -> Sentence {
    Sentence::new(format!("Fin : {piles} tas"), format!("The end: {}", Lang::En.counted(piles as u64, "pile", "piles")))
}

/// A sentence in both languages.
pub fn both(fr: impl Into<String>, en: impl Into<String>) -> Box<dyn Say> {
    Box::new(Sentence::new(fr, en))
}
