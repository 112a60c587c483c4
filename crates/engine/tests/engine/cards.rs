//! Tests of cards and decks as text: printed decks parse, and errors have the right position.

use crate::common::{generator, pack};
use pioche_engine::cards::card::CardLabel;
use pioche_engine::cards::deck::{DeckError, DeckLabels, DeckText, ParsedDeckText, TextPosition};
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::Alliances;
use pioche_engine::players::random_index;
use pioche_engine::rng::Seed;

pub fn card(text: &str) -> Card {
    text.parse().unwrap_or_else(|_| panic!("{text} is a card"))
}

pub fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(card).collect()
}

#[test]
fn card_labels_are_padded_to_three_characters() {
    assert_eq!(
        [" 7♠", "10♦", " R♥"],
        ["7-P", "10-K", "R-C"].map(|text| format!("{:>3}", CardLabel(card(text))))
    );
    assert_eq!(
        DeckLabels(&cards("7-P 10-K A-T")).to_string(),
        " 7♠ 10♦  A♣"
    );
}

#[test]
fn letter_k_parses_only_as_suit() {
    assert_eq!(card("7-K").suit_symbol(), '♦');
    assert!("K-C".parse::<Card>().is_err());
    for bad in [
        "", "-", "7", "7-", "-K", "1-K", "14-K-", "7-X", "7–K", "07-K", "7-KK", "7 -K", "k-7",
        "7-k",
    ] {
        assert!(bad.parse::<Card>().is_err(), "{bad:?}");
    }
}

#[test]
fn packs_have_expected_cards_and_names() {
    for (pack, text, cards) in [
        (Pack::PIQUET, "32", "7-C 8-C 9-C 10-C V-C D-C R-C A-C 7-K"),
        (Pack::SIX_TO_ACE, "36", "6-C"),
        (Pack::FULL, "52", "2-C"),
    ] {
        assert!(full(pack).starts_with(cards));
        assert_eq!((pack.to_string().as_str(), text.parse()), (text, Ok(pack)));
    }
    for text in [
        "", "x", "4x", "x8", "4 x 8", "-4x8", "4x8x1", "300x1", "33", "0x4", "4x0", "9x2", "2x33",
        "5x13",
    ] {
        assert_eq!(text.parse::<Pack>().unwrap_err().text, text);
    }
    for (suits, ranks) in [(1, 1), (2, 4), (3, 3), (8, 8), (2, 32), (5, 12), (1, 14)] {
        let pack = pack(suits, ranks);
        assert_eq!(pack.to_string().parse(), Ok(pack));
        for number in 0..pack.size() as u8 {
            let card = pack.card(number);
            assert_eq!(pack.card_number(card), Some(number));
            assert_eq!(card.to_string().parse(), Ok(card));
        }
    }
    assert_eq!(Pack::PIQUET.card_number(card("6-C")), None);
}

fn deck(text: &str, pack: Pack) -> Result<Vec<Card>, Vec<DeckError>> {
    ParsedDeckText::new(text, 1).deck(pack)
}

fn full(pack: Pack) -> String {
    DeckText(&pack.cards().collect::<Vec<_>>()).to_string()
}

#[test]
fn deck_parser_ignores_whitespace_and_byte_order_mark() {
    let plain: Vec<Card> = Pack::PIQUET.cards().collect();
    let text = full(Pack::PIQUET);
    for variant in [
        text.clone(),
        format!("\u{feff}{text}\r\n"),
        text.replace(' ', "\n"),
        text.replace(' ', " \t \r\n\r\n"),
        text.replace(' ', "\r"),
        format!("\n\n  {text}  \n\n"),
    ] {
        assert_eq!(
            deck(&variant, Pack::PIQUET),
            Ok(plain.clone()),
            "{variant:?}"
        );
    }
}

#[test]
fn deck_errors_state_line_and_column() {
    let text = full(Pack::PIQUET)
        .replace("8-C", "8-X")
        .replace("9-C 10-C", "9-C\n 9-C")
        .replace("V-C", "2-C");
    let at = |line, column| TextPosition { line, column };
    assert_eq!(
        deck(&text, Pack::PIQUET),
        Err(vec![
            DeckError::UnknownCard(at(1, 5), "8-X".into()),
            DeckError::Duplicate {
                card: card("9-C"),
                at: at(2, 2),
                first: at(1, 9)
            },
            DeckError::NotInPack(at(2, 6), card("2-C"), Pack::PIQUET),
            DeckError::MissingCards(vec![card("8-C"), card("10-C"), card("V-C")]),
        ])
    );
    // A single carriage return also ends a line; a long s is not a spade.
    let strange = full(Pack::PIQUET).replace("8-C 9-C", "8-C\r7\u{17f}");
    assert!(
        deck(&strange, Pack::PIQUET)
            .unwrap_err()
            .contains(&DeckError::UnknownCard(at(2, 1), "7\u{17f}".into()))
    );
    let short = full(Pack::PIQUET).replace(" A-T", "");
    assert_eq!(
        deck(&short, Pack::PIQUET),
        Err(vec![DeckError::MissingCards(vec![card("A-T")])])
    );
    assert_eq!(deck("", pack(1, 1)).unwrap_err().len(), 1);
}

#[test]
fn likely_pack_has_nearest_card_count() {
    let words = |count: usize| ParsedDeckText::new(&"7-C ".repeat(count), 1).likely_pack();
    assert_eq!(
        [0, 31, 34, 35, 43, 51, 99].map(words).map(Pack::size),
        [32, 32, 32, 36, 36, 52, 52]
    );
}

/// Printed decks parse to the same cards; other texts cause no panic.
#[test]
fn deck_texts_parse_to_same_cards_or_errors() {
    let signs: Vec<char> = "0123456789VDRACKPT -\u{feff}\r\né".chars().collect();
    for case in 0..400 {
        let generator = &mut generator(case);
        let pack = pack(
            1 + random_index(generator, 8) as u8,
            1 + random_index(generator, 8) as u8,
        );
        let cards = Alliances::automatic(pack).deck(Seed(case), case);
        assert_eq!(deck(&DeckText(&cards).to_string(), pack), Ok(cards));
        let length = random_index(generator, 300);
        let text: String = (0..length)
            .map(|_| signs[random_index(generator, signs.len())])
            .collect();
        let words = ParsedDeckText::new(&text, 1);
        let _ = words.deck(words.likely_pack());
    }
}
