//! Decks as text: their errors, the forms in which programs and people write cards, and the commands `deal`, `check` and
//! `improve`.

use super::{ALLIANCE, NB_TAS_MAX, card_names, piles_text};
use crate::prelude::*;
use crate::verb::utf8_text;
use crate::{RIFFLES, suspect_json, suspect_verdict};
use pioche_engine::cards::card::{MAX_CARDS, parse_card};
use pioche_engine::cards::deck::{
    DeckError, DeckText, ParsedDeckText, TextPosition, positioned_words,
};
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::alliances::{Alliances, Play};
use pioche_engine::experiments::shuffle::Shuffle;
use pioche_engine::games::alliances::PatienceState;
use pioche_engine::games::alliances::improve::{BestChange, Improvement, best_change};
use pioche_report::lang::safe_message_line;

/// The largest number of cards in a message.
const MAX_NAMED: usize = 6;
/// The largest number of messages about a deck.
const MAX_MESSAGES: usize = 5;

pub const ROW: Words = Words::new(
    &Setting::new::<String>("row"),
    "CARDS",
    Text("row"),
    Text(
        "Cards in the order of drawing, instead of a deal, such as 8♥,7♦,K♥; of a game in progress, the row, then the stock",
    ),
);

/// The option `--deals` of `deal`, the number of decks.
pub const DEALS: Words = Words::new(
    &Setting::new::<usize>("deals")
        .within(1, 1_000_000)
        .with_default("1"),
    "N",
    Text("deals"),
    Text("Number of decks, one a line, from that of --deal on"),
);

pub const DECK_RIFFLES: Words = RIFFLES
    .help(Text(
        "Riffles of a new deck, 2-C 2-K 2-P 2-T 3-C …, instead of a uniform shuffle",
    ))
    .setting(&Shuffle::RIFFLES);

pub const IMPROVE_WITHOUT_NONE: Words = Words::new(
    &Play::IMPROVE
        .accepting(Accepted::Words(&Improvement::NAMES))
        .with_default(Improvement::Exchange.name()),
    "CHANGE",
    Text("change"),
    Text("Kind of change: exchange two neighbours, swap any two cards, or move one card"),
);

/// Returns the pack of `--suits` and `--ranks`, or that of `--cards`; `None` without either.
pub fn given_pack(settings: &[Field]) -> Result<Option<Pack>, Problem> {
    let number = |setting: &Setting| setting.value(settings)?.number();
    let Some((suits, ranks)) = number(&Alliances::SUITS).zip(number(&Alliances::RANKS)) else {
        let size = number(&Alliances::CARDS);
        return Ok(size.and_then(|cards| Pack::with_size(cards as usize).ok()));
    };
    Pack::new(suits as u8, ranks as u8).map(Some).map_err(|_| {
        let impossible = problem!(
            "a pack of {suits} × {ranks} cards is not possible: 1 to 8 \
             suits, 1 to 32 ranks and at most 64 cards are accepted",
            suits,
            ranks
        );
        Problem::for_argument("--suits, --ranks", impossible)
    })
}

/// Returns the start of a game with the cards of `--row`, of the file or of the deal.
pub fn given_start(args: &ParsedArgs<'_>) -> Result<PatienceState, Problem> {
    let pack = given_pack(&args.settings)?;
    let cards = if let Some(row) = args.get_optional::<String>(&ROW)? {
        distinct_cards("--row", &row)?
    } else if let Some(file) = &args.file {
        read_deck_file(file, pack)?
    } else {
        deck_dealer(args)?(args.deal)
    };
    Ok(PatienceState::new(&cards, args.get(&NB_TAS_MAX)?).with_alliance(args.get(&ALLIANCE)?))
}

/// Returns the function that deals a deck of `simulate alliances` by its number or, with riffles, one of `simulate shuffle`:
/// each value has the cards of one rank, the lowest first.
fn deck_dealer(args: &ParsedArgs<'_>) -> Result<impl Fn(u64) -> Vec<Card> + use<>, Problem> {
    let pack = given_pack(&args.settings)?.unwrap_or(Pack::PIQUET);
    let seed = Seed(args.seed);
    let riffles = args.get_optional(&DECK_RIFFLES)?;
    let mut new_deck: Vec<Card> = pack.cards().collect();
    new_deck.sort_by_key(|card| card.rank());
    let cards = new_deck.len();
    Ok(move |deal| {
        let Some(riffles) = riffles else {
            return Alliances::automatic(pack).deck(seed, deal);
        };
        let decks = Shuffle { cards, riffles }.deal_decks(seed, deal);
        let order = decks[decks.len() - 1].order.iter();
        order.map(|&number| new_deck[usize::from(number)]).collect()
    })
}

/// Reads the deck in a file: a complete one of the pack or, without a pack, any distinct cards.
pub fn read_deck_file(file: &InputFile<'_>, pack: Option<Pack>) -> Result<Vec<Card>, Problem> {
    let name = &file.name;
    let text = file.text()?;
    let Some(pack) = pack else {
        return distinct_cards(name, &text);
    };
    let deck = deck_words(name, &text)?.deck(pack);
    deck.map_err(|errors| first_problem(name, &errors))
}

/// Reads distinct cards, at most as many as the largest pack. `name` is that of the text in messages.
pub fn distinct_cards(name: &str, text: &str) -> Result<Vec<Card>, Problem> {
    let cards = deck_words(name, text)?.distinct_cards();
    let cards = cards.map_err(|errors| first_problem(name, &errors))?;
    let count = cards.len();
    if count > MAX_CARDS {
        let too_many = problem!(
            "{count} cards; a pack has at most {MAX_CARDS}",
            count,
            MAX_CARDS
        );
        return Err(Problem::for_argument(name, too_many));
    }
    Ok(cards)
}

/// Splits a text into cards, which are written in a notation or as programs and people write them.
fn deck_words(name: &str, text: &str) -> Result<ParsedDeckText, Problem> {
    let mut words = ParsedDeckText::new(text, 1);
    if words.has_unknown_words()
        && let Some(cards) = card_words(text)
    {
        words = ParsedDeckText::from_words(cards);
    }
    if words.token_count() == 0 {
        return Err(problem!("{file} contains no cards", file = name));
    }
    Ok(words)
}

/// Reads a complete deck from a line of a file, by its number from 1. A missing card has the number of the line, any other
/// fault its line and column.
pub fn deck_of_line(
    file: &str,
    line: usize,
    bytes: &[u8],
    pack: Pack,
) -> Result<Vec<Card>, Problem> {
    let text = utf8_text(file, line, bytes)?;
    let deck = ParsedDeckText::new(text, line).deck(pack);
    deck.map_err(|errors| match errors[0] {
        DeckError::MissingCards(_) => {
            first_problem(&tr!("{file}, line {line}", file, line), &errors)
        }
        _ => first_problem(file, &errors),
    })
}

/// Returns the first error of a deck as a problem.
fn first_problem(file: &str, errors: &[DeckError]) -> Problem {
    deck_problem(file, &errors[0])
}

fn deck_problem(file: &str, error: &DeckError) -> Problem {
    let (at, reason) = match error {
        DeckError::UnknownCard(at, word) => (
            at,
            tr!(
                "“{text}” is not a card such as 7-K or D-P",
                text = safe_excerpt(word)
            ),
        ),
        DeckError::MixedNotations {
            first,
            first_at: TextPosition { line, column },
            text,
            at,
        } => (
            at,
            tr!(
                "“{text}” and “{first}” (line {line}, column {column}) are different \
                 notations; use one",
                text = safe_excerpt(text),
                first = safe_excerpt(first),
                line,
                column
            ),
        ),
        DeckError::NotInPack(at, card, pack) => (
            at,
            tr!(
                "{card} is not a card of the {cards}-card pack",
                card,
                cards = pack.size()
            ),
        ),
        DeckError::Duplicate {
            card,
            at,
            first: TextPosition { line, column },
        } => (
            at,
            tr!(
                "{card} is a duplicate (first at line {line}, column {column})",
                card,
                line,
                column
            ),
        ),
        DeckError::MissingCards(missing) => return missing_cards_problem(file, missing),
    };
    Problem::at_position(file, (at.line, at.column), reason)
}

fn missing_cards_problem(file: &str, missing: &[Card]) -> Problem {
    let count = missing.len();
    let names = card_names(missing);
    let mut cards = names[..count.min(MAX_NAMED)].join(", ");
    if count == 1 {
        return problem!("{file}: {cards} is missing", file, cards);
    }
    if count > MAX_NAMED {
        cards += ", …";
    }
    problem!(
        "{file}: {count} cards are missing: {cards}",
        file,
        count,
        cards
    )
}

/// The letters of values and suits, each with the words for it, without case and accents.
const LETTERS: &str = "2 deux two/3 trois three/4 quatre four/5 cinq five/6 six/7 sept seven/8 huit eight/9 neuf nine/\
     10 dix ten/v valet j jack/d dame q queen/r roi king/a as ace/c coeur coeurs heart hearts ♥ ♡/\
     k carreau carreaux diamond diamonds ♦ ♢/p pique piques spade spades ♠ ♤/t trefle trefles club clubs ♣ ♧";

/// The words beside the cards of a deck, without case and accents.
const OTHER_WORDS: &str = "valeur couleur valeurs couleurs value suit values suits rank ranks hauteur carte cartes card \
     cards pioche deck jeu paquet de of the le la du dict list tuple index numero n";

/// Returns the cards of a dictionary, tuple or table of values and suits, or of words: each is a value and a suit, in any
/// order, as two words or as one such as `7k`. Returns `None` if the text has anything else.
fn card_words(text: &str) -> Option<Vec<(TextPosition, String)>> {
    // Words before a list name it.
    let list = &text[text.find('[').unwrap_or(0)..];
    let is_separator = |sign: char| !sign.is_alphanumeric() && !"♥♡♦♢♠♤♣♧".contains(sign);
    let mut parts = Vec::new();
    for (position, word) in positioned_words(list, 1, is_separator) {
        let folded = fold_case_and_accents(word).replace('œ', "oe");
        if OTHER_WORDS.split(' ').any(|other| other == folded) {
            continue;
        }
        if let Some(letter) = card_letter(&folded) {
            parts.push((position, letter));
        } else {
            let (value, suit) = folded.split_at(folded.char_indices().next_back()?.0);
            parts.push((position, card_letter(value)?));
            parts.push((position, card_letter(suit)?));
        }
    }
    let mut cards = Vec::new();
    for pair in parts.chunks(2) {
        let [(position, first), (_, second)] = *pair else {
            return None;
        };
        let mut orders = [format!("{first}-{second}"), format!("{second}-{first}")].into_iter();
        cards.push((position, orders.find(|card| parse_card(card).is_some())?));
    }
    Some(cards)
}

fn card_letter(word: &str) -> Option<&'static str> {
    let mut entries = LETTERS.split('/').map(|entry| entry.split(' '));
    let mut entry = entries.find(|entry| entry.clone().any(|known| known == word))?;
    entry.next()
}

/// Prints shuffled decks.
pub fn deal(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let deck = deck_dealer(args)?;
    let count: usize = args.get(&DEALS)?;
    let deals = (args.deal..).take(count);
    let lines = deals.map(move |deal| format!("{}\n", DeckText(&deck(deal))));
    Ok(Answer {
        more_text: Some(Box::new(lines)),
        ..Answer::default()
    })
}

/// The number of cards of the decks that the handout calls suspect or not (003, 2.3).
const SHUFFLED_DECK_SIZE: usize = 52;

/// Checks a deck; the answer is negative if it has a fault. A text of which fewer than half of the words are cards is
/// refused: it is not meant to be a deck.
pub fn check_deck(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let file = args.file.as_ref().expect("the file is required");
    let name = &file.name;
    let words = deck_words(name, &file.text()?)?;
    let pack = given_pack(&args.settings)?.unwrap_or_else(|| words.likely_pack());
    let deck = words.deck(pack);
    let mut lines = Vec::new();
    let mut patterns = None;
    match &deck {
        Ok(cards) => {
            lines.push(tr!(
                "{file}: complete deck without duplicates ({cards} cards)",
                file = name,
                cards = cards.len()
            ));
            let ranks: Vec<u8> = cards.iter().map(|card| card.rank()).collect();
            patterns = Some(suspect_json(&ranks));
            if cards.len() == SHUFFLED_DECK_SIZE {
                lines.push(suspect_verdict(&ranks));
            }
        }
        Err(errors) if 2 * words.card_count() < words.token_count() => {
            return Err(first_problem(name, errors));
        }
        Err(errors) => {
            let shown = if errors.len() > MAX_MESSAGES {
                MAX_MESSAGES - 1
            } else {
                errors.len()
            };
            for error in &errors[..shown] {
                lines.push(deck_problem(name, error).to_string());
            }
            let hidden = errors.len() - shown;
            if hidden > 0 {
                lines.push(tr!("{name}: {hidden} more errors", name, hidden));
            }
        }
    }
    Ok(Answer {
        text: lines
            .iter()
            .map(|line| safe_message_line(line) + "\n")
            .collect(),
        json: json!({ "right": deck.is_ok(), "patterns": patterns, "messages": lines }),
        is_no: deck.is_err(),
        ..Answer::default()
    })
}

pub fn one_card_stock() -> Problem {
    problem!("a stock of one card cannot be changed")
}

/// Makes the change of a deck that leaves the fewest piles.
pub fn improve_deck(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let file = args.file.as_ref().expect("the file is required");
    let deck = read_deck_file(file, given_pack(&args.settings)?)?;
    let improve: Improvement = args.get(&IMPROVE_WITHOUT_NONE)?;
    let best = best_change(&deck, improve, args.get(&ALLIANCE)?).ok_or_else(one_card_stock)?;
    let mut improved = deck.clone();
    best.change.apply(&mut improved);
    let from = best.change.first;
    let to = best.change.second;
    let first = from + 1;
    let last = to + 1;
    let change_text = if improve == Improvement::Move {
        tr!(
            "Moved {card}, card {first} of the stock, to place {last}",
            card = deck[from],
            first,
            last
        )
    } else {
        tr!(
            "Exchanged {one} and {two} (cards {first} and {second} of the stock)",
            one = deck[from],
            two = deck[to],
            first,
            second = last
        )
    };
    let index = if improve == Improvement::Exchange {
        json!(from)
    } else {
        json!([from, to])
    };
    let json = json!({
        "deck": card_names(&improved),
        "before": best.piles_before,
        "after": best.piles_after,
        "gain": best.gain(),
        "index": index,
        (IMPROVE_WITHOUT_NONE.key()): improve.to_string(),
    });
    Ok(Answer {
        text: format!("{}\n", DeckText(&improved)),
        json,
        remarks: vec![change_text, gain_text(improve, &best)],
        ..Answer::default()
    })
}

/// States the gain of the best change, or that no change helps: the handout's function makes one even then.
fn gain_text(improve: Improvement, best: &BestChange) -> String {
    let before = best.piles_before;
    let after = best.piles_after;
    let gain = best.gain();
    let change = if improve == Improvement::Move {
        Text("move")
    } else {
        Text("exchange")
    };
    let piles = piles_text(after);
    match gain {
        1.. => tr!(
            "{before} piles before, {after} after: gain of {piles}",
            before,
            after,
            piles = piles_text(before - after)
        ),
        0 => tr!(
            "No {change} helps: the best one leaves {piles}, like the deck as it is.",
            change,
            piles
        ),
        _ => tr!(
            "No {change} helps: the best one leaves {piles}, the deck as it is {before}.",
            change,
            piles,
            before
        ),
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
            "7K DP",
            "Ma pioche : [\"7 carreau\", \"dame pique\"]",
            "7k, dp",
            "7 de carreau, dame de pique",
            "Sept de Carreau\nDame de Pique\n",
            "7♦ D♠",
            "[('7', 'diamonds'), ('queen', 'spades')]",
            "seven of diamonds, Queen of Spades",
        ] {
            let words = card_words(text).unwrap_or_default();
            let cards = ParsedDeckText::from_words(words).distinct_cards();
            let cards = cards.expect("cards of one notation");
            assert_eq!(DeckText(&cards).to_string(), "7-K D-P", "{text}");
        }
        for text in ["7-K Th", "7 de carreau, dame", "7-K, bonjour"] {
            assert_eq!(card_words(text), None, "{text}");
        }
    }
}
