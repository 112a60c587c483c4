//! Messages of the patience, with cards in the letters of the language (K Q J in English, R D V in French), and
//! parsing of typed moves: a draw, or a jump by its pile or card.
//!
//! The last part has the mistakes in programs that play the patience, in words.

use crate::lang::glossary::WordList;
use crate::lang::{Lang, Sentence, Text, either, fold_case_and_accents, safe_excerpt, sentence};
use crate::play::conversation::not_understood;
use crate::play::{ParsedAnswer, StopReason};
use pioche_engine::cards::Card;
use pioche_engine::cards::card::{CardLabel, parse_card};
use pioche_engine::cards::deck::DeckLabels;
use pioche_engine::games::alliances::{PatienceMove, PatienceState};

pub fn cards_text(cards: &[Card], lang: Lang) -> String {
    let labels = DeckLabels(cards);
    either!(lang, "{labels}", "{labels:#}")
}

/// Formats cards in the letters of a language, from their form in files.
pub fn card_label(card: Card, lang: Lang) -> String {
    let label = CardLabel(card);
    either!(lang, "{label}", "{label:#}")
}

pub fn move_explanation(before: &PatienceState, mv: PatienceMove, lang: Lang) -> Sentence {
    match mv {
        PatienceMove::Draw => card_drawn_text(before.stock()[0], lang),
        PatienceMove::Jump(pile) => {
            let [left, card, right] = [pile - 1, pile, pile + 1]
                .map(|pile| card_label(before.row().top_cards()[pile], lang));
            sentence!(
                "{left} s'allie à {right} : {card} saute",
                "{left} and {right} are allied: {card} jumps"
            )
        }
    }
}

pub fn card_drawn_text(card: Card, lang: Lang) -> Sentence {
    let card = card_label(card, lang);
    sentence!(
        "On tire {card} de la pioche",
        "{card} is drawn from the stock"
    )
}

pub fn card_jumped_text(card: Card, lang: Lang) -> Sentence {
    let card = card_label(card, lang);
    sentence!("{card} a sauté", "{card} has jumped")
}

pub fn game_end_text(count: usize) -> Sentence {
    Sentence::from_fn(|lang| either!(lang, "Fin : ", "The end: ") + &piles_text(count, lang))
}

pub fn piles_text(count: usize, lang: Lang) -> String {
    lang.translated_count(count as u64, ["tas", "tas"], ["pile", "piles"])
}

pub fn no_pile_text(pile: usize, piles: usize) -> Sentence {
    let [fr, en] = match piles {
        0 => [
            "la rangée est vide".to_owned(),
            "the row is empty".to_owned(),
        ],
        _ => [
            format!("la rangée en a {piles}"),
            format!("the row has {piles}"),
        ],
    };
    sentence!(
        "Coup impossible : il n'y a pas de tas n° {pile} ; {fr}.",
        "Impossible: there is no pile {pile}; {en}."
    )
}

/// Parses a line: a word, perhaps followed by a pile, or a pile alone.
pub fn parse_move_line(state: &PatienceState, line: &str) -> ParsedAnswer<PatienceState> {
    let (word, pile) = line
        .split_once(char::is_whitespace)
        .map_or((line, None), |(word, rest)| (word, Some(rest.trim())));
    match (fold_case_and_accents(word).as_str(), pile) {
        ("p" | "piocher" | "d" | "draw", None) => ParsedAnswer::Move(PatienceMove::Draw),
        ("s" | "saut" | "sauter" | "j" | "jump", None) => ParsedAnswer::Partial,
        ("s" | "saut" | "sauter" | "j" | "jump", Some(pile)) => parse_jump(state, pile),
        ("abandonner" | "resign", None) => ParsedAnswer::Stop(StopReason::Quit),
        _ => parse_jump(state, line),
    }
}

/// Parses the jump of a pile, given by its number from 1 or by its card.
pub fn parse_jump(state: &PatienceState, pile: &str) -> ParsedAnswer<PatienceState> {
    if !pile.is_empty() && pile.bytes().all(|byte| byte.is_ascii_digit()) {
        // Numbers out of range and 0 are piles that do not exist.
        let number: usize = pile.parse().unwrap_or(usize::MAX);
        return match number.checked_sub(1) {
            Some(index) => ParsedAnswer::Move(PatienceMove::Jump(index)),
            None => ParsedAnswer::Invalid(no_pile_text(0, state.row().pile_count())),
        };
    }
    let Some(card) = parse_typed_card(pile) else {
        let text = safe_excerpt(pile);
        let has_digit = fold_case_and_accents(pile).starts_with(|sign: char| sign.is_ascii_digit());
        return ParsedAnswer::Invalid(if has_digit {
            sentence!(
                "« {text} » n'est ni le numéro d'un tas, ni une carte comme 7-P.",
                "“{text}” is neither the number of a pile nor a card such as 7-P."
            )
        } else {
            not_understood(&text)
        });
    };
    match state.row().top_cards().iter().position(|&top| top == card) {
        Some(index) => ParsedAnswer::Move(PatienceMove::Jump(index)),
        None => {
            let card = CardLabel(card);
            ParsedAnswer::Invalid(sentence!(
                "Coup impossible : {card} n'est visible sur aucun tas.",
                "Impossible: {card:#} is not on top of any pile."
            ))
        }
    }
}

/// Parses a card: `7-P`, `7p`, `7♠`; also in English letters where these have no other meaning: `QS`.
fn parse_typed_card(text: &str) -> Option<Card> {
    parse_handout_card(text).or_else(|| parse_card(text.trim()).map(|(card, _)| card))
}

/// Parses a card in the handout's letters, with or without the dash.
fn parse_handout_card(text: &str) -> Option<Card> {
    let upper = text.to_uppercase();
    let mut signs: Vec<char> = upper
        .chars()
        .filter(|sign| !['-', ' ', '\u{fe0e}', '\u{fe0f}'].contains(sign))
        .collect();
    let suit = match signs.pop()? {
        '♥' | '♡' => 'C',
        '♦' | '♢' => 'K',
        '♠' | '♤' => 'P',
        '♣' | '♧' => 'T',
        letter => letter,
    };
    format!("{}-{suit}", String::from_iter(signs)).parse().ok()
}

pub const MISTAKES: WordList = &[
    (
        "exactly_n",
        Text::new(
            "exactement n tas au lieu de n tas au plus",
            "exactly n piles instead of at most n",
        ),
    ),
    (
        "fewer_than_n",
        Text::new(
            "moins de n tas au lieu de n tas au plus",
            "fewer than n piles instead of at most n",
        ),
    ),
    (
        "at_least_n",
        Text::new(
            "au moins n tas au lieu de n tas au plus",
            "at least n piles instead of at most n",
        ),
    ),
    (
        "change_not_applied",
        Text::new(
            "le meilleur changement n'est pas appliqué : la pioche jouée est celle d'avant",
            "the best change is not applied: the unchanged stock is played",
        ),
    ),
    (
        "no_chain",
        Text::new(
            "un seul saut après chaque carte piochée, sans sauts en chaîne",
            "a single jump after each drawn card, without a chain of jumps",
        ),
    ),
    (
        "one_further_jump",
        Text::new(
            "après le saut de l'avant-dernier tas, un seul autre saut au lieu de tous",
            "after the jump of the last pile but one, only one further jump instead of all",
        ),
    ),
    (
        "last_three_piles",
        Text::new(
            "seuls les trois derniers tas sont examinés, même après un saut",
            "only the last three piles are looked at, even after a jump",
        ),
    ),
    (
        "no_restart",
        Text::new(
            "après un saut, la recherche continue à la place du saut au lieu de repartir de la gauche",
            "after a jump, the search goes on at the place of the jump instead of from the left",
        ),
    ),
    (
        "for_loop",
        Text::new(
            "après un saut, la recherche passe au tas suivant (boucle for) au lieu de repartir de la gauche",
            "after a jump, the search goes on with the next pile (for loop) instead of from the left",
        ),
    ),
    (
        "no_restart_after_draw",
        Text::new(
            "après chaque carte piochée, un seul parcours de la gauche ; après un saut, il continue à la place du saut",
            "one search from the left after each drawn card; after a jump, it goes on at the place of the jump",
        ),
    ),
    (
        "for_loop_after_draw",
        Text::new(
            "après chaque carte piochée, un seul parcours de la gauche ; après un saut, il passe au tas suivant (boucle for)",
            "one search from the left after each drawn card; after a jump, it goes on with the next pile (for loop)",
        ),
    ),
    (
        "rightmost_jump",
        Text::new(
            "le saut le plus à droite d'abord au lieu du plus à gauche",
            "the rightmost jump first instead of the leftmost",
        ),
    ),
    (
        "either_suit_or_rank",
        Text::new(
            "alliance par la couleur ou par la valeur",
            "allied by suit or by rank",
        ),
    ),
    (
        "suit_alone",
        Text::new(
            "alliance par la couleur seule, sans la valeur",
            "allied by suit alone, not by rank",
        ),
    ),
    (
        "rank_alone",
        Text::new(
            "alliance par la valeur seule, sans la couleur",
            "allied by rank alone, not by suit",
        ),
    ),
    (
        "first_pile_removes_last",
        Text::new(
            "le premier tas peut sauter : pour i = 0, tas[i - 1] est le dernier tas, qui est supprimé",
            "the first pile may jump: with i = 0, piles[i - 1] is the last pile, which is removed",
        ),
    ),
    (
        "first_pile_replaces_last",
        Text::new(
            "le premier tas peut sauter : pour i = 0, tas[i - 1] est le dernier tas, que le premier remplace",
            "the first pile may jump: with i = 0, piles[i - 1] is the last pile, which the first one replaces",
        ),
    ),
];
