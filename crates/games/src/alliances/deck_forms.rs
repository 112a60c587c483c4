//! The forms in which programs and people write cards: dictionaries, tuples, tables of values and suits, words.

use pioche_engine::cards::deck::TextPosition;
use pioche_report::lang::fold_case_and_accents;

/// The letters and words of values and suits in one language; the first one of each is its letter.
struct Letters {
    ranks: [&'static str; 13],
    suits: [&'static str; 4],
}

static FRENCH: Letters = Letters {
    ranks: [
        "2 deux", "3 trois", "4 quatre", "5 cinq", "6 six", "7 sept", "8 huit", "9 neuf", "10 dix",
        "v valet", "d dame", "r roi", "a as",
    ],
    suits: [
        "c coeur coeurs ♥ ♡",
        "k carreau carreaux ♦ ♢",
        "p pique piques ♠ ♤",
        "t trefle trefles ♣ ♧",
    ],
};
static ENGLISH: Letters = Letters {
    ranks: [
        "2 two", "3 three", "4 four", "5 five", "6 six", "7 seven", "8 eight", "9 nine", "10 ten",
        "j jack", "q queen", "k king", "a ace",
    ],
    suits: [
        "h heart hearts ♥ ♡",
        "d diamond diamonds ♦ ♢",
        "s spade spades ♠ ♤",
        "c club clubs ♣ ♧",
    ],
};

/// The words beside the cards of a deck, without case and accents.
const OTHER_WORDS: &str = "valeur couleur valeurs couleurs value suit values suits rank ranks hauteur carte cartes card \
     cards pioche deck jeu paquet de of the le la du dict list tuple index numero n";

/// Returns true if a word is one of a list.
fn is_among(list: &str, word: &str) -> bool {
    list.split(' ').any(|other| other == word)
}

/// Returns the index of the list that has a word.
fn place(lists: &[&str], word: &str) -> Option<usize> {
    lists.iter().position(|list| is_among(list, word))
}

/// Returns the first word of a list.
fn letter(list: &str) -> &str {
    list.split(' ').next().unwrap_or(list)
}

/// A card in the handout's notation, with the position of its first sign.
pub type CardWord = (TextPosition, String);

/// Returns the cards of a text in the handout's notation; `None` if the text has anything else.
pub(super) fn card_words(text: &str) -> Option<Vec<CardWord>> {
    // Words before a list name it.
    let list = text.find('[').map_or(text, |place| &text[place..]);
    let all_words = words(list);
    let without_index = || {
        let rows = all_words.chunks_exact(3);
        let is_index = |(number, row): (usize, &[(TextPosition, String)])| {
            [number, number + 1]
                .iter()
                .any(|index| row[0].1 == index.to_string())
        };
        let has_index = all_words.len().is_multiple_of(3) && rows.clone().enumerate().all(is_index);
        has_index.then(|| rows.flat_map(|row| row[1..].to_vec()).collect::<Vec<_>>())
    };
    let readings = [Some(all_words.clone()), without_index()];
    for words in readings.into_iter().flatten() {
        for letters in [&FRENCH, &ENGLISH] {
            let cards = letters
                .whole_cards(&words)
                .or_else(|| letters.paired_cards(&words, false))
                .or_else(|| letters.paired_cards(&words, true));
            if cards.is_some() {
                return cards;
            }
        }
    }
    None
}

/// Splits a text into words of letters, digits and suit symbols, without those beside the cards.
fn words(text: &str) -> Vec<CardWord> {
    let mut words: Vec<CardWord> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let mut is_open = false;
        for (column, sign) in (1..).zip(content.chars()) {
            let is_sign = sign.is_alphanumeric() || "♥♡♦♢♠♤♣♧".contains(sign);
            if is_sign && is_open {
                words.last_mut().expect("a word is open").1.push(sign);
            } else if is_sign {
                words.push((TextPosition { line, column }, sign.to_string()));
            }
            is_open = is_sign;
        }
    }
    for (_, word) in &mut words {
        *word = fold_case_and_accents(word).replace('œ', "oe");
    }
    words.retain(|(_, word)| !is_among(OTHER_WORDS, word));
    words
}

impl Letters {
    /// Returns a card in the handout's notation.
    fn card(&self, rank: &str, suit: &str) -> Option<String> {
        let rank_letter = letter(FRENCH.ranks[place(&self.ranks, rank)?]);
        let suit_letter = letter(FRENCH.suits[place(&self.suits, suit)?]);
        Some(format!("{rank_letter}-{suit_letter}").to_uppercase())
    }

    /// Returns cards of which each is one word, such as `7k`.
    fn whole_cards(&self, words: &[CardWord]) -> Option<Vec<CardWord>> {
        let card = |(position, word): &CardWord| {
            let suit = word.char_indices().next_back()?.0;
            Some((*position, self.card(&word[..suit], &word[suit..])?))
        };
        words.iter().map(card).collect()
    }

    /// Returns cards of which each is a value and a suit, or a suit and a value.
    fn paired_cards(&self, words: &[CardWord], is_suit_first: bool) -> Option<Vec<CardWord>> {
        let card = |pair: &[CardWord]| {
            let [(position, first), (_, second)] = pair else {
                return None;
            };
            let card = if is_suit_first {
                self.card(second, first)
            } else {
                self.card(first, second)
            };
            Some((*position, card?))
        };
        words.chunks(2).map(card).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_in_the_forms_of_programs_and_people() {
        for text in [
            "[{'valeur': 7, 'couleur': 'K'}, {'valeur': 'D', 'couleur': 'P'}]",
            "[{'couleur': 'K', 'valeur': '7'}, {'couleur': 'P', 'valeur': 'D'}]",
            "['7-K', 'D-P']",
            "pioche = [(7, 'K'), ('D', 'P')]",
            "[['7', 'carreau'], ['dame', 'pique']]",
            "valeur;couleur\n7;K\nD;P\n",
            ",valeur,couleur\n0,7,K\n1,D,P\n",
            "7K DP",
            "Ma pioche : [\"7 carreau\", \"dame pique\"]",
            "7k, dp",
            "7 de carreau, dame de pique",
            "Sept de Carreau\nDame de Pique\n",
            "7♦ D♠",
            "[('7', 'diamonds'), ('queen', 'spades')]",
            "seven of diamonds, Queen of Spades",
        ] {
            let cards = card_words(text).unwrap_or_default();
            let cards: Vec<&str> = cards.iter().map(|(_, card)| card.as_str()).collect();
            assert_eq!(cards, ["7-K", "D-P"], "{text}");
        }
        for text in ["7-K Th", "7 de carreau, dame", "7-K, bonjour"] {
            assert_eq!(card_words(text), None, "{text}");
        }
    }
}
