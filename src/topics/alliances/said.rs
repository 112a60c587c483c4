//! What is said of the patience in films, beside its rows and at the table, its cards in the letters of a language (K Q J
//! in English, R D V in French); and what is typed: a draw, or a jump by its pile or its card.

use crate::lang::{Lang, Sentence, plain, shown};
use crate::play::said::not_understood;
use crate::play::{Leave, Understood};
use pioche_engine::cards::Card;
use pioche_engine::cards::card::CardLabel;
use pioche_engine::cards::card::parse_card;
use pioche_engine::cards::deck::DeckDisplay;
use pioche_engine::games::alliances::PatienceState;
use pioche_engine::games::alliances::manual::PatienceMove;

pub fn cards(cards: &[Card], lang: Lang) -> String {
    lang.either(format!("{}", DeckDisplay(cards)), format!("{:#}", DeckDisplay(cards)))
}

/// Cards in the form of files, as people read them.
pub fn written(row: &str, lang: Lang) -> String {
    let named = row.split(' ').filter_map(|card| Some(name(parse_card(card)?.0, lang)));
    named.collect::<Vec<_>>().join(" ")
}

pub fn name(card: Card, lang: Lang) -> String {
    lang.either(format!("{}", CardLabel(card)), format!("{:#}", CardLabel(card)))
}

pub fn next(game: &PatienceState, mv: PatienceMove, lang: Lang) -> Sentence {
    match mv {
        PatienceMove::Draw => drawn(game.stock()[0], lang),
        PatienceMove::Jump(pile) => {
            let [left, card, right] = [pile - 1, pile, pile + 1].map(|pile| name(game.row().tops()[pile], lang));
            Sentence::new(
                format!("{left} s'allie à {right} : {card} saute"),
                format!("{left} and {right} are allied: {card} jumps"),
            )
        }
    }
}

pub fn drawn(card: Card, lang: Lang) -> Sentence {
    let card = name(card, lang);
    Sentence::new(format!("On tire {card} de la pioche"), format!("{card} is drawn from the stock"))
}

pub fn jumped(card: Card, lang: Lang) -> Sentence {
    let card = name(card, lang);
    Sentence::new(format!("{card} a sauté"), format!("{card} has jumped"))
}

pub fn over(count: usize) -> Sentence {
    Sentence::made(|lang| lang.either("Fin : ", "The end: ") + &piles(count, lang))
}

pub fn piles(count: usize, lang: Lang) -> String {
    lang.number_of(count as u64, ["tas", "tas"], ["pile", "piles"])
}

pub fn no_pile(pile: usize, piles: usize) -> Sentence {
    let [fr, en] = match piles {
        0 => ["aucun n'est posé".to_owned(), "none is laid".to_owned()],
        _ => [format!("ils vont de 1 à {piles}"), format!("they go from 1 to {piles}")],
    };
    Sentence::new(
        format!("Coup impossible : pas de tas n° {pile}, {fr}."),
        format!("Impossible: there is no pile {pile}, {en}."),
    )
}

/// A word with, perhaps, a pile behind it; or a pile alone.
pub fn first_line(state: &PatienceState, line: &str) -> Understood<PatienceState> {
    let (word, pile) =
        line.split_once(char::is_whitespace).map_or((line, None), |(word, rest)| (word, Some(rest.trim())));
    match (plain(word).as_str(), pile) {
        ("p" | "piocher" | "d" | "draw", None) => Understood::Move(PatienceMove::Draw),
        ("s" | "saut" | "sauter" | "j" | "jump", None) => Understood::Half,
        ("s" | "saut" | "sauter" | "j" | "jump", Some(pile)) => jump(state, pile),
        ("abandonner" | "resign", None) => Understood::Leave(Leave::Quit),
        _ => jump(state, line),
    }
}

/// The jump of a pile, by its number from 1, or by its card.
pub fn jump(state: &PatienceState, pile: &str) -> Understood<PatienceState> {
    if !pile.is_empty() && pile.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number beyond all bounds is a pile that is not there, and so is 0.
        let number: usize = pile.parse().unwrap_or(usize::MAX);
        return match number.checked_sub(1) {
            Some(index) => Understood::Move(PatienceMove::Jump(index)),
            None => Understood::Nonsense(no_pile(0, state.row().piles())),
        };
    }
    let Some(card) = card(pile) else {
        let text = shown(pile);
        return Understood::Nonsense(match plain(pile).starts_with(|sign: char| sign.is_ascii_digit()) {
            true => Sentence::new(
                format!("« {text} » n'est ni le numéro d'un tas, ni une carte comme 7-P."),
                format!("“{text}” is neither the number of a pile nor a card such as 7-P."),
            ),
            false => not_understood(&text),
        });
    };
    match state.row().tops().iter().position(|&top| top == card) {
        Some(index) => Understood::Move(PatienceMove::Jump(index)),
        None => {
            let card = CardLabel(card);
            Understood::Nonsense(Sentence::new(
                format!("Coup impossible : {card} n'est visible sur aucun tas."),
                format!("Impossible: {card:#} lies on top of no pile."),
            ))
        }
    }
}

/// A card as it can be typed: `7-P`, `7p`, `7♠`; in English letters where these mean nothing else: `QS`.
fn card(text: &str) -> Option<Card> {
    handout(text).or_else(|| parse_card(text.trim()).map(|(card, _)| card))
}

/// In the handout's letters, with the dash or without.
fn handout(text: &str) -> Option<Card> {
    let upper = text.to_uppercase();
    let mut signs: Vec<char> =
        upper.chars().filter(|sign| !['-', ' ', '\u{fe0e}', '\u{fe0f}'].contains(sign)).collect();
    let suit = match signs.pop()? {
        '♥' | '♡' => 'C',
        '♦' | '♢' => 'K',
        '♠' | '♤' => 'P',
        '♣' | '♧' => 'T',
        letter => letter,
    };
    format!("{}-{suit}", String::from_iter(signs)).parse().ok()
}
