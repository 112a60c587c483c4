//! Decks as text: their errors, the forms in which programs and people write cards, and the commands `deal`, `check` and
//! `improve`.

use super::{ALLIANCE, NB_TAS_MAX, piles_text};
use crate::prelude::*;
use crate::saved_game::has_settings_line;
use crate::{RIFFLES, suspect_json, suspect_verdict};
use pioche_engine::cards::card::{MAX_CARDS, parse_card};
use pioche_engine::cards::deck::{
    DeckError, DeckText, DeckTextError, MAX_TEXT, ParsedDeckText, TextPosition,
};
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::alliances::{Alliances, Play};
use pioche_engine::experiments::shuffle::Shuffle;
use pioche_engine::games::alliances::PatienceState;
use pioche_engine::games::alliances::improve::{BestChange, Improvement, best_change};
use pioche_report::lang::safe_message_line;

/// The largest number of cards and words in a message.
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
)
.parse(|text| {
    let cards = parse_cards(text)?;
    Ok(FieldValue::from_display(DeckText(&cards)))
});

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
    match (number(&Alliances::SUITS), number(&Alliances::RANKS)) {
        (Some(suits), Some(ranks)) => Pack::new(suits as u8, ranks as u8).map(Some).map_err(|_| {
            let impossible = problem!(
                "a pack of {suits} × {ranks} cards is not possible: 1 to 8 \
                 suits, 1 to 32 ranks and at most 64 cards are accepted",
                suits,
                ranks
            );
            Problem::for_argument("--suits, --ranks", impossible)
        }),
        _ => {
            let size = number(&Alliances::CARDS);
            Ok(size.and_then(|cards| Pack::with_size(cards as usize).ok()))
        }
    }
}

/// Reads the game in a file; `None` if the file is a deck or there is none.
pub fn read_game(args: &ParsedArgs<'_>) -> Result<Option<SavedGame<PatienceState>>, Problem> {
    let Some(file) = &args.file else {
        return Ok(None);
    };
    let bytes = file.bytes(MAX_TEXT as u64)?;
    let text = String::from_utf8_lossy(&bytes);
    if !has_settings_line(text.trim_start_matches('\u{feff}')) {
        return Ok(None);
    }
    SavedGame::read(file, args).map(Some)
}

/// Returns the start of a game with the cards of `--row`, of the file or of the deal. Without a pack, a file may have any
/// distinct cards.
pub fn given_start(args: &ParsedArgs<'_>) -> Result<PatienceState, Problem> {
    let pack = given_pack(&args.settings)?;
    let cards = match (args.get_optional::<String>(&ROW)?, &args.file) {
        (Some(row), _) => parse_cards(&row)?,
        (None, Some(file)) if pack.is_none() => {
            let words = read_words(file)?;
            let cards = words
                .distinct_cards()
                .map_err(|errors| first_problem(&file.name, words.likely_pack(), errors))?;
            check_card_count(cards).map_err(|problem| Problem::for_argument(&file.name, problem))?
        }
        (None, Some(file)) => read_deck_file(file, pack)?,
        (None, None) => deal_deck(args)?,
    };
    Ok(PatienceState::new(&cards, args.get(&NB_TAS_MAX)?).with_alliance(args.get(&ALLIANCE)?))
}

/// Parses distinct cards between blanks or commas, at most as many as the largest pack.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, Problem> {
    let words = text.split(|sign: char| sign.is_whitespace() || sign == ',');
    let mut cards: Vec<Card> = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        let (card, _) = parse_card(word)
            .ok_or_else(|| problem!("“{word}” is not a card such as 7-K or D-P", word))?;
        if let Some(index) = cards.iter().position(|former| *former == card) {
            return Err(problem!(
                "{card} appears twice (cards {first} and {second})",
                card,
                first = index + 1,
                second = cards.len() + 1
            ));
        }
        cards.push(card);
    }
    if cards.is_empty() {
        return Err(problem!("no card is given"));
    }
    check_card_count(cards)
}

fn check_card_count(cards: Vec<Card>) -> Result<Vec<Card>, Problem> {
    let count = cards.len();
    if count > MAX_CARDS {
        return Err(problem!(
            "{count} cards; a pack has at most {MAX_CARDS}",
            count,
            MAX_CARDS
        ));
    }
    Ok(cards)
}

/// Deals the deck of `simulate alliances` or, with riffles, that of `simulate shuffle`.
fn deal_deck(args: &ParsedArgs<'_>) -> Result<Vec<Card>, Problem> {
    Ok(deck_dealer(args)?(args.deal))
}

/// Returns the function that deals a deck by its number. Of riffled decks, each value has the cards of one rank, the lowest
/// first.
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

/// Reads a complete deck from a file.
pub fn read_deck_file(file: &InputFile<'_>, pack: Option<Pack>) -> Result<Vec<Card>, Problem> {
    let words = read_words(file)?;
    let deck_pack = pack.unwrap_or_else(|| words.likely_pack());
    let deck = words.deck(deck_pack);
    deck.map_err(|errors| first_problem(&file.name, deck_pack, errors))
}

fn read_words(file: &InputFile<'_>) -> Result<ParsedDeckText, Problem> {
    let bytes = file.bytes(MAX_TEXT as u64)?;
    let mut words = ParsedDeckText::from_bytes(&bytes).map_err(|error| match error {
        DeckTextError::NotUtf8(at) => Problem::not_utf8(&file.name, (at.line, at.column)),
        DeckTextError::TooLong => Problem::file_too_long(&file.name, MAX_TEXT as u64),
    })?;
    if words.has_unknown_words()
        && let Some(cards) = card_words(&String::from_utf8_lossy(&bytes))
    {
        words = ParsedDeckText::from_words(cards);
    }
    match words.token_count() {
        0 => Err(problem!("{file} contains no cards", file = file.name)),
        _ => Ok(words),
    }
}

/// Reads a complete deck from a line of a file, by its number from 1. A missing card has the number of the line, any other
/// fault its line and column.
pub fn deck_of_line(
    file: &str,
    line: usize,
    bytes: &[u8],
    pack: Pack,
) -> Result<Vec<Card>, Problem> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid_text = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        Problem::not_utf8(file, (line, valid_text.chars().count() + 1))
    })?;
    let mut words = Vec::new();
    let mut column = 1;
    for word in text.split([' ', '\t', ',', ';']) {
        if !word.is_empty() {
            words.push((TextPosition { line, column }, word.to_owned()));
        }
        column += word.chars().count() + 1;
    }
    let deck = ParsedDeckText::from_words(words).deck(pack);
    deck.map_err(|errors| match errors[0] {
        DeckError::MissingCard(_) | DeckError::WrongCardCount { .. } => {
            first_problem(&tr!("{file}, line {line}", file, line), pack, errors)
        }
        _ => first_problem(file, pack, errors),
    })
}

fn first_problem(file: &str, pack: Pack, errors: Vec<DeckError>) -> Problem {
    deck_problems(file, pack, errors).swap_remove(0)
}

/// Returns the problems of a deck, those of unknown words first; missing cards share one. A text with many unknown words is
/// not a deck, and has one problem.
fn deck_problems(file: &str, pack: Pack, mut errors: Vec<DeckError>) -> Vec<Problem> {
    let is_unknown = |error: &DeckError| matches!(error, DeckError::UnknownCard(..));
    errors.sort_by_key(|error| !is_unknown(error));
    let unknown_count = errors.iter().filter(|error| is_unknown(error)).count();
    let mut problems = Vec::new();
    let mut missing = Vec::new();
    for error in &errors {
        let (at, message) = match error {
            DeckError::UnknownCard(at, text) => (at, unknown_card_text(text, unknown_count)),
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
            DeckError::NotInPack(at, card) => (
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
            DeckError::MissingCard(card) => {
                missing.push(card.to_string());
                continue;
            }
            DeckError::WrongCardCount { .. } => continue,
        };
        problems.push(Problem::at_position(file, (at.line, at.column), message));
        if unknown_count > MAX_NAMED {
            return problems;
        }
    }
    let count = missing.len();
    let mut cards = missing[..count.min(MAX_NAMED)].join(", ");
    if count > MAX_NAMED {
        cards += ", …";
    }
    match count {
        0 => {}
        1 => problems.push(problem!("{file}: {cards} is missing", file, cards)),
        _ => problems.push(problem!(
            "{file}: {count} cards are missing: {cards}",
            file,
            count,
            cards
        )),
    }
    if let Some(DeckError::WrongCardCount { found, expected }) = errors.last() {
        problems.push(problem!(
            "{file}: {found} cards instead of {expected}",
            file,
            found,
            expected
        ));
    }
    problems
}

/// States that a word is not a card; of many such words, with advice.
fn unknown_card_text(word: &str, word_count: usize) -> String {
    let text = safe_excerpt(word);
    if word_count > MAX_NAMED {
        tr!(
            "{word_count} words, such as “{text}”, are not cards: write 7-K (seven of \
             diamonds) and D-P (queen of spades), or 7♦ and Q♠, or 7D and QS",
            word_count,
            text
        )
    } else if ["th", "td", "ts", "tc"].contains(&word.to_lowercase().as_str()) {
        tr!(
            "“{text}”: T is trèfle (clubs) here; a ten is written 10, as in 10-C",
            text
        )
    } else {
        tr!("“{text}” is not a card such as 7-K or D-P", text)
    }
}

/// Letters of values and suits, then a hyphen if cards have one, each with the words for it, without case and accents.
const FRENCH: &str = "2 deux/3 trois/4 quatre/5 cinq/6 six/7 sept/8 huit/9 neuf/10 dix/v valet/d dame/r roi/a as/\
     c coeur coeurs ♥ ♡/k carreau carreaux ♦ ♢/p pique piques ♠ ♤/t trefle trefles ♣ ♧";
const ENGLISH: &str = "2 two/3 three/4 four/5 five/6 six/7 seven/8 eight/9 nine/10 ten/j jack/q queen/k king/a ace/\
     h heart hearts ♥ ♡/d diamond diamonds ♦ ♢/s spade spades ♠ ♤/c club clubs ♣ ♧";

/// The words beside the cards of a deck, without case and accents.
const OTHER_WORDS: &str = "valeur couleur valeurs couleurs value suit values suits rank ranks hauteur carte cartes card \
     cards pioche deck jeu paquet de of the le la du dict list tuple index numero n";

/// A word without case and accents, with the position of its first sign.
type PlacedWord = (TextPosition, String);

/// Returns the cards of a dictionary, tuple or table of values and suits, or of words, in one notation; `None` if the text has
/// anything else.
fn card_words(text: &str) -> Option<Vec<PlacedWord>> {
    // Words before a list name it.
    let list = text.find('[').map_or(text, |place| &text[place..]);
    let words = split_words(list);
    for words in [without_index(&words), Some(words)].into_iter().flatten() {
        for (letters, hyphen) in [(FRENCH, "-"), (ENGLISH, "")] {
            let cards = paired_cards(&words, letters, hyphen);
            if cards.is_some() {
                return cards;
            }
        }
    }
    None
}

/// Splits a text into words of letters, digits and suit symbols, without those beside the cards.
fn split_words(text: &str) -> Vec<PlacedWord> {
    let is_separator = |sign: char| !sign.is_alphanumeric() && !"♥♡♦♢♠♤♣♧".contains(sign);
    let mut words = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let mut column = 1;
        for word in content.split(is_separator) {
            let folded = fold_case_and_accents(word).replace('œ', "oe");
            if !word.is_empty() && OTHER_WORDS.split(' ').all(|other| other != folded) {
                words.push((TextPosition { line, column }, folded));
            }
            column += word.chars().count() + 1;
        }
    }
    words
}

/// Returns the words of a table without its first column; `None` if that has no row numbers, from 0 or 1.
fn without_index(words: &[PlacedWord]) -> Option<Vec<PlacedWord>> {
    let mut cells = Vec::new();
    for (number, row) in words.chunks(3).enumerate() {
        let [(_, index), value, suit] = row else {
            return None;
        };
        if ![number, number + 1].contains(&index.parse().ok()?) {
            return None;
        }
        cells.extend([value.clone(), suit.clone()]);
    }
    Some(cells)
}

/// Returns the cards of which each is a value and a suit, in any order, as two words or as one such as `7k`.
fn paired_cards(words: &[PlacedWord], letters: &str, hyphen: &str) -> Option<Vec<PlacedWord>> {
    let letter = |word: &str| {
        let mut entries = letters.split('/').map(|entry| entry.split(' '));
        entries
            .find(|entry| entry.clone().any(|known| known == word))?
            .next()
    };
    let mut parts = Vec::new();
    for (position, word) in words {
        if let Some(letter) = letter(word) {
            parts.push((*position, letter));
        } else {
            let (last, _) = word.char_indices().next_back()?;
            let (value, suit) = word.split_at(last);
            parts.push((*position, letter(value)?));
            parts.push((*position, letter(suit)?));
        }
    }
    let mut cards = Vec::new();
    for pair in parts.chunks(2) {
        let [(position, first), (_, second)] = *pair else {
            return None;
        };
        let orders = [(first, second), (second, first)];
        let mut texts = orders
            .map(|(value, suit)| format!("{value}{hyphen}{suit}"))
            .into_iter();
        cards.push((position, texts.find(|card| parse_card(card).is_some())?));
    }
    Some(cards)
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
    let Some(file) = &args.file else {
        return Err(Problem::missing_argument("FILE"));
    };
    let name = &file.name;
    let words = read_words(file)?;
    let pack = given_pack(&args.settings)?.unwrap_or_else(|| words.likely_pack());
    let mut messages = Vec::new();
    let mut patterns = None;
    match words.deck(pack) {
        Ok(deck) => {
            let cards = deck.len();
            messages.push(problem!(
                "{file}: complete deck without duplicates ({cards} cards)",
                file = name,
                cards
            ));
            let ranks: Vec<u8> = deck.iter().map(|card| card.rank()).collect();
            patterns = Some(suspect_json(&ranks));
            if cards == SHUFFLED_DECK_SIZE {
                messages.push(Problem::from(suspect_verdict(&ranks)));
            }
        }
        Err(errors) if 2 * words.card_count() < words.token_count() => {
            return Err(first_problem(name, pack, errors));
        }
        Err(errors) => messages = deck_problems(name, pack, errors),
    }
    let message_lines = messages
        .iter()
        .map(|message| safe_message_line(&message.to_string()));
    let mut lines: Vec<String> = message_lines.collect();
    if lines.len() > MAX_MESSAGES {
        let hidden = lines.len() - MAX_MESSAGES + 1;
        lines.truncate(MAX_MESSAGES - 1);
        lines.push(tr!("{name}: {hidden} more errors", name, hidden));
    }
    let is_complete = patterns.is_some();
    Ok(Answer {
        text: lines.join("\n") + "\n",
        json: json!({ "right": is_complete, "patterns": patterns, "messages": lines }),
        is_no: !is_complete,
        ..Answer::default()
    })
}

pub fn one_card_stock() -> Problem {
    problem!("a stock of one card cannot be changed")
}

/// Makes the change of a deck that leaves the fewest piles.
pub fn improve_deck(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let deck = match &args.file {
        Some(file) => read_deck_file(file, given_pack(&args.settings)?)?,
        None => deal_deck(args)?,
    };
    let improve: Improvement = args.get(&IMPROVE_WITHOUT_NONE)?;
    let best = best_change(&deck, improve, args.get(&ALLIANCE)?).ok_or_else(one_card_stock)?;
    let mut improved = deck.clone();
    best.change.apply(&mut improved);
    let (from, to) = best.change.places();
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
        "deck": improved.iter().map(ToString::to_string).collect::<Vec<_>>(),
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
