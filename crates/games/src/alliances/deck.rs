//! Decks of the patience from a file or from a seed and a deal number: dealing, checks, improvement.

use super::args::{
    ALLIANCE, IMPROVE_WITHOUT_NONE, one_card_stock_problem, parse_optional_pack, parse_pack,
};
use super::deck_forms::card_words;
use crate::prelude::*;
use crate::saved_game::has_settings_line;
use crate::{RIFFLES, suspect_json, suspect_verdict};
use pioche_engine::cards::card::MAX_CARDS;
use pioche_engine::cards::deck::{
    DeckError, DeckText, DeckTextError, MAX_TEXT, ParsedDeckText, TextPosition,
};
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::alliances::Alliances;
use pioche_engine::experiments::shuffle::Shuffle;
use pioche_engine::games::alliances::PatienceState;
use pioche_engine::games::alliances::improve::{BestChange, Change, Improvement, best_change};
use pioche_report::lang::safe_message_line;

const MAX_NAMED: usize = 6;
/// The largest number of messages about a deck.
const MAX_MESSAGES: usize = 5;

/// Reads the game in a file; `None` if the file is a deck or there is none.
///
/// # Errors
/// When the file cannot be read, or its settings or moves are refused.
pub fn read_game(
    args: &ParsedArgs<'_>,
) -> Result<Option<(SavedGame, Course<PatienceState>)>, Problem> {
    let Some(file) = &args.file else {
        return Ok(None);
    };
    let bytes = file.bytes(MAX_TEXT as u64)?;
    let text = String::from_utf8_lossy(&bytes);
    if !has_settings_line(text.trim_start_matches('\u{feff}')) {
        return Ok(None);
    }
    let no_settings = || unreachable!("the first line has the settings");
    read_saved_game(file, args, no_settings).map(Some)
}

pub fn read_or_deal_deck(args: &ParsedArgs<'_>) -> Result<Vec<Card>, Problem> {
    match &args.file {
        Some(file) => read_deck_file(file, parse_optional_pack(&args.settings)?),
        None => deal_deck(args),
    }
}

/// Reads the cards of a game that is shown or solved: a complete deck if a pack is given, else any distinct cards.
pub fn read_or_deal_cards(args: &ParsedArgs<'_>) -> Result<Vec<Card>, Problem> {
    match &args.file {
        Some(file) if parse_optional_pack(&args.settings)?.is_none() => read_card_file(file),
        _ => read_or_deal_deck(args),
    }
}

fn read_card_file(file: &InputFile<'_>) -> Result<Vec<Card>, Problem> {
    let words = read_tokens(file)?;
    let cards = words
        .distinct_cards()
        .map_err(|faults| first_deck_problem(&file.name, words.likely_pack(), &faults))?;
    let count = cards.len();
    if count > MAX_CARDS {
        let name = &file.name;
        return Err(problem!(
            "{name}: {count} cards; a pack has at most {MAX_CARDS}",
            name,
            count,
            MAX_CARDS
        ));
    }
    Ok(cards)
}

/// Deals the deck of `simulate alliances` or, with riffles, that of `simulate shuffle`: each value has the cards of one
/// rank, the lowest first.
pub fn deal_deck(args: &ParsedArgs<'_>) -> Result<Vec<Card>, Problem> {
    let pack = parse_pack(&args.settings)?;
    let seed = Seed(args.seed);
    let Some(riffles) = args.get_optional(&DECK_RIFFLES)? else {
        return Ok(Alliances::automatic(pack).deck(seed, args.deal));
    };
    let mut new_deck: Vec<Card> = pack.cards().collect();
    new_deck.sort_by_key(|card| card.rank());
    let decks = Shuffle {
        cards: new_deck.len(),
        riffles,
    }
    .deal_decks(seed, args.deal);
    let numbers = decks[decks.len() - 1].order.iter();
    Ok(numbers
        .map(|&number| new_deck[usize::from(number)])
        .collect())
}

/// Reads a complete deck from a file.
pub fn read_deck_file(file: &InputFile<'_>, pack: Option<Pack>) -> Result<Vec<Card>, Problem> {
    let words = read_tokens(file)?;
    let deck_pack = pack.unwrap_or_else(|| words.likely_pack());
    words
        .deck(deck_pack)
        .map_err(|faults| first_deck_problem(&file.name, deck_pack, &faults))
}

fn first_deck_problem(file: &str, pack: Pack, faults: &[DeckError]) -> Problem {
    let problems = deck_problems(file, pack, faults);
    problems
        .into_iter()
        .next()
        .unwrap_or_else(|| empty_file_problem(file))
}

fn read_tokens(file: &InputFile<'_>) -> Result<ParsedDeckText, Problem> {
    let name = || file.name.clone();
    let bytes = file.bytes(MAX_TEXT as u64)?;
    let mut words = ParsedDeckText::from_bytes(&bytes).map_err(|error| match error {
        DeckTextError::NotUtf8(at) => Problem::not_utf8(&name(), (at.line, at.column)),
        DeckTextError::TooLong => Problem::file_too_long(&name(), MAX_TEXT as u64),
    })?;
    if words.has_unknown_words()
        && let Some(cards) = card_words(&String::from_utf8_lossy(&bytes))
    {
        words = ParsedDeckText::from_words(cards);
    }
    if words.token_count() == 0 {
        Err(empty_file_problem(&file.name))
    } else {
        Ok(words)
    }
}

fn empty_file_problem(file: &str) -> Problem {
    problem!("{file} contains no cards", file)
}

/// Returns the problems of a deck; missing cards share one.
pub fn deck_problems(file: &str, pack: Pack, faults: &[DeckError]) -> Vec<Problem> {
    let mut problems = unknown_card_problems(file, faults);
    let is_unknown = |fault: &&DeckError| matches!(fault, DeckError::UnknownCard(..));
    // A text with many unknown words is not a deck; its other errors are not listed.
    if faults.iter().filter(is_unknown).count() > MAX_NAMED {
        return problems;
    }
    let mut missing = Vec::new();
    let mut number = None;
    for fault in faults {
        let (at, message) = match fault {
            // Unknown words have their own problems.
            DeckError::UnknownCard(..) => continue,
            DeckError::MixedNotations {
                first,
                first_at: TextPosition { line, column },
                text,
                at,
            } => {
                let [first, text] = [first, text].map(|word| safe_excerpt(word));
                let message = tr!(
                    "“{text}” and “{first}” (line {line}, column {column}) are different \
                     notations; use one",
                    text,
                    first,
                    line,
                    column
                );
                (at, message)
            }
            DeckError::NotInPack(at, card) => {
                let cards = pack.size();
                (
                    at,
                    tr!("{card} is not a card of the {cards}-card pack", card, cards),
                )
            }
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
            DeckError::WrongCardCount { found, expected } => {
                number = Some(problem!(
                    "{file}: {found} cards instead of {expected}",
                    file,
                    found,
                    expected
                ));
                continue;
            }
        };
        problems.push(Problem::at_position(file, (at.line, at.column), message));
    }
    problems.extend(missing_cards_problem(file, &missing));
    problems.extend(number);
    problems
}

/// Returns a problem for each word that is not a card; a text with many such words has one problem with advice.
fn unknown_card_problems(file: &str, faults: &[DeckError]) -> Vec<Problem> {
    let words: Vec<(String, (usize, usize))> = faults
        .iter()
        .filter_map(|fault| match fault {
            DeckError::UnknownCard(at, text) => Some((safe_excerpt(text), (at.line, at.column))),
            _ => None,
        })
        .collect();
    let word_count = words.len();
    let problem = |(text, place): &(String, (usize, usize))| {
        let message = if words.len() > MAX_NAMED {
            tr!(
                "{word_count} words, such as “{text}”, are not cards: write 7-K (seven of \
                 diamonds) and D-P (queen of spades), or 7♦ and Q♠, or 7D and QS",
                word_count,
                text
            )
        } else if is_english_ten(text) {
            tr!(
                "“{text}”: T is trèfle (clubs) here; a ten is written 10, as in 10-C",
                text
            )
        } else {
            tr!("“{text}” is not a card such as 7-K or D-P", text)
        };
        Problem::at_position(file, *place, message)
    };
    words
        .iter()
        .map(problem)
        .take(if words.len() > MAX_NAMED {
            1
        } else {
            MAX_NAMED
        })
        .collect()
}

/// Returns true for a ten in English letters, such as `Th`.
fn is_english_ten(word: &str) -> bool {
    let letters: Vec<char> = word.to_lowercase().chars().collect();
    matches!(letters.as_slice(), ['t', 'h' | 'd' | 's' | 'c'])
}

fn missing_cards_problem(file: &str, missing: &[String]) -> Option<Problem> {
    let count = missing.len();
    let more = if count > MAX_NAMED { ", …" } else { "" };
    let cards = format!("{}{more}", missing[..count.min(MAX_NAMED)].join(", "));
    match count {
        0 => None,
        1 => Some(problem!("{file}: {cards} is missing", file, cards)),
        _ => Some(problem!(
            "{file}: {count} cards are missing: {cards}",
            file,
            count,
            cards
        )),
    }
}

pub const DECK_RIFFLES: Words = RIFFLES
    .help(Text(
        "Riffles of a new deck, 2-C 2-K 2-P 2-T 3-C …, instead of a uniform shuffle",
    ))
    .setting(&Shuffle::RIFFLES);

/// Prints a shuffled deck.
pub fn deal(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    Ok(Answer {
        text: format!("{}\n", DeckText(&deal_deck(args)?)),
        ..Answer::default()
    })
}

/// The number of cards of the decks that the handout calls suspect or not (003, 2.3).
const SHUFFLED_DECK_SIZE: usize = 52;

/// Checks a deck; the answer is negative if it has a fault. A text of which fewer than half of the words are cards is
/// refused: it is not meant to be a deck.
pub fn check_deck(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let file = args
        .file
        .as_ref()
        .ok_or_else(|| Problem::missing_argument("FILE"))?;
    let words = read_tokens(file)?;
    let pack = parse_optional_pack(&args.settings)?.unwrap_or_else(|| words.likely_pack());
    let is_deck = 2 * words.card_count() >= words.token_count();
    let mut patterns = None;
    let sentences = match words.deck(pack) {
        Ok(deck) => {
            let ranks: Vec<u8> = deck.iter().map(|card| card.rank()).collect();
            patterns = Some(suspect_json(&ranks));
            let mut messages = vec![complete_deck_message(&file.name, deck.len())];
            if deck.len() == SHUFFLED_DECK_SIZE {
                messages.push(Problem(suspect_verdict(&ranks)));
            }
            messages
        }
        Err(faults) if !is_deck => return Err(first_deck_problem(&file.name, pack, &faults)),
        Err(faults) => deck_problems(&file.name, pack, &faults),
    };
    let mut lines: Vec<String> = sentences
        .iter()
        .map(|sentence| safe_message_line(&sentence.0))
        .collect();
    if lines.len() > MAX_MESSAGES {
        let hidden = lines.len() - MAX_MESSAGES + 1;
        lines.truncate(MAX_MESSAGES - 1);
        let name = &file.name;
        lines.push(tr!("{name}: {hidden} more errors", name, hidden));
    }
    let is_complete = patterns.is_some();
    let text = lines.join("\n") + "\n";
    let json = json!({ "right": is_complete, "patterns": patterns, "messages": lines });
    Ok(Answer {
        text,
        json,
        is_no: !is_complete,
        ..Answer::default()
    })
}

fn complete_deck_message(file: &str, cards: usize) -> Problem {
    problem!(
        "{file}: complete deck without duplicates ({cards} cards)",
        file,
        cards
    )
}

pub fn improve_deck(args: &ParsedArgs<'_>) -> Result<Answer, Problem> {
    let deck = read_or_deal_deck(args)?;
    let improve: Improvement = args.get(&IMPROVE_WITHOUT_NONE)?;
    let best =
        best_change(&deck, improve, args.get(&ALLIANCE)?).ok_or_else(one_card_stock_problem)?;
    let mut improved = deck.clone();
    best.change.apply(&mut improved);
    let card_at = |place: usize| deck[place].to_string();
    let exchanged = |places: [usize; 2]| {
        let [one, two] = places.map(card_at);
        let [first, second] = places.map(|place| place + 1);
        tr!(
            "Exchanged {one} and {two} (cards {first} and {second} of the stock)",
            one,
            two,
            first,
            second
        )
    };
    let (change_text, index) = match best.change {
        Change::Exchange(place) => (exchanged([place, place + 1]), json!(place)),
        Change::Swap(first, second) => (exchanged([first, second]), json!([first, second])),
        Change::Move { from, to } => {
            let card = card_at(from);
            let [first, last] = [from, to].map(|place| place + 1);
            let sentence = tr!(
                "Moved {card}, card {first} of the stock, to place {last}",
                card,
                first,
                last
            );
            (sentence, json!([from, to]))
        }
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
    let change = match improve {
        Improvement::Exchange | Improvement::Swap => Text("exchange"),
        Improvement::Move => Text("move"),
    };
    {
        let change = change.translated();
        let piles = quantity(after as u64, Text("pile|piles"));
        match best.gain() {
            1.. => {
                let gain = best.gain();
                let piles = quantity(gain.unsigned_abs().into(), Text("pile|piles"));
                tr!(
                    "{before} piles before, {after} after: gain of {piles}",
                    before,
                    after,
                    piles
                )
            }
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
}
