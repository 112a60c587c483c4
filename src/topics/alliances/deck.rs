//! Decks of the patience that come from a file, or from a seed and a number.

use super::args::{CARDS, RANKS, SUITS, pack, pack_given};
use crate::lang::{Lang, Problem, Text, shown};
use crate::topics::given::{File, Given};
use crate::topics::setting::Opt;
use crate::topics::verb::FileArg;
use pioche_engine::cards::deck::{DeckError, MAX_TEXT, NotText, Words};
use pioche_engine::cards::{Card, Pack};
use pioche_engine::experiments::alliances::Alliances;
use pioche_engine::sim::{Seed, Streams};

/// Cards named in one sentence about missing ones.
const NAMED: usize = 6;

/// A file that has to be there.
pub const FILE: FileArg = FileArg {
    help: Text::new(
        "Fichier d'une pioche au format du sujet, « - » pour l'entrée standard",
        "File with a deck in the handout's format, `-` for the standard input",
    ),
    required: true,
    without: &[],
};

/// A file instead of a dealt deck.
pub const FILE_OR_DEAL: FileArg = FileArg {
    help: Text::new(
        "Fichier d'une pioche au format du sujet, « - » pour l'entrée standard ; sans lui, une donne de --seed",
        "File with a deck in the handout's format, `-` for the standard input; without it, a deal of --seed is used",
    ),
    required: false,
    without: &["seed", "deal"],
};

/// The options that name a pack.
pub const PACK: [Opt; 3] =
    [CARDS.one().without(&["suits", "ranks"]), SUITS.one().with(&["ranks"]), RANKS.one().with(&["suits"])];

/// The deck of a command: from its file, or dealt.
///
/// # Errors
/// When the file holds none.
pub fn deck(given: &Given<'_>) -> Result<Vec<Card>, Problem> {
    match given.file() {
        Some(file) => in_file(file, pack_given(given)?),
        None => dealt(given),
    }
}

/// The dealt deck of a command.
///
/// # Errors
/// When there is no such pack.
pub fn dealt(given: &Given<'_>) -> Result<Vec<Card>, Problem> {
    let experiment = Alliances { pack: pack(given)?, improve: None };
    Ok(experiment.deck(&Streams::new(Seed(given.seed)), given.deal))
}

/// The deck in a file, which has to be complete.
///
/// # Errors
/// The first thing that is wrong.
pub fn in_file(file: &File<'_>, pack: Option<Pack>) -> Result<Vec<Card>, Problem> {
    in_bytes(file, &file.bytes(MAX_TEXT as u64)?, pack)
}

/// The deck in what a file holds, which has to be complete.
///
/// # Errors
/// The first thing that is wrong.
pub fn in_bytes(file: &File<'_>, bytes: &[u8], pack: Option<Pack>) -> Result<Vec<Card>, Problem> {
    let words = words_in(file, bytes)?;
    let pack = pack.unwrap_or_else(|| words.likely_pack());
    words.deck(pack).map_err(|faults| {
        let problems = problems(file.name(), pack, &faults.0);
        problems.into_iter().next().unwrap_or_else(|| empty(file.name()))
    })
}

/// The words of a file.
///
/// # Errors
/// When it cannot be read, is no text, or is empty.
pub fn words_of(file: &File<'_>) -> Result<Words, Problem> {
    words_in(file, &file.bytes(MAX_TEXT as u64)?)
}

fn words_in(file: &File<'_>, bytes: &[u8]) -> Result<Words, Problem> {
    let name = || file.name().to_owned();
    let words = Words::read(bytes).map_err(|error| match error {
        NotText::NotUtf8(at) => Problem::NotUtf8 { file: name(), line: at.line, column: at.column },
        NotText::TooLong => Problem::TooLong { file: name(), most: MAX_TEXT as u64 },
    })?;
    if words.count() == 0 { Err(empty(file.name())) } else { Ok(words) }
}

fn empty(file: &str) -> Problem {
    Problem::said(format!("{file} ne contient aucune carte"), format!("{file} holds no card"))
}

/// A sentence about a place of a file.
fn at(file: &str, (line, column): (usize, usize), said: impl Fn(Lang) -> String) -> Problem {
    Problem::said(
        format!("{file}, ligne {line}, colonne {column} : {}", said(Lang::Fr)),
        format!("{file}, line {line}, column {column}: {}", said(Lang::En)),
    )
}

/// The sentences for all that is wrong with a deck; missing cards share one.
pub fn problems(file: &str, pack: Pack, faults: &[DeckError]) -> Vec<Problem> {
    let (mut problems, mut missing, mut number) = (Vec::new(), Vec::new(), None);
    problems.extend(unknown(file, faults));
    for fault in faults {
        match fault {
            // Said already.
            DeckError::Unknown { .. } => {}
            DeckError::Mixed { first, first_at, text, at: place } => {
                let (line, column) = (first_at.line, first_at.column);
                let (first, text) = (shown(first), shown(text));
                problems.push(at(file, (place.line, place.column), |lang| match lang {
                    Lang::Fr => format!(
                        "« {text} » n'est pas écrit comme « {first} » (ligne {line}, colonne {column}) : C est cœur dans \
                         une écriture et trèfle dans l'autre, toutes les cartes doivent en suivre une seule"
                    ),
                    Lang::En => format!(
                        "“{text}” is not written like “{first}” (line {line}, column {column}): C is hearts (cœur) in one \
                         way of writing and clubs in the other, so all cards have to follow one"
                    ),
                }));
            }
            DeckError::Foreign { card, at: place } => {
                let cards = pack.size();
                problems.push(at(file, (place.line, place.column), |lang| match lang {
                    Lang::Fr => format!("{card} n'est pas d'un jeu de {cards} cartes"),
                    Lang::En => format!("{card} does not belong to a pack of {cards} cards"),
                }));
            }
            DeckError::Doubled { card, at: place, first } => {
                let (line, column) = (first.line, first.column);
                problems.push(at(file, (place.line, place.column), |lang| match lang {
                    Lang::Fr => format!("{card} est déjà là (ligne {line}, colonne {column})"),
                    Lang::En => format!("{card} is there already (line {line}, column {column})"),
                }));
            }
            DeckError::Missing(card) => missing.push(card.to_string()),
            DeckError::Number { found, expected } => {
                number = Some(Problem::said(
                    format!("{file} : {found} cartes au lieu de {expected}"),
                    format!("{file}: {found} cards instead of {expected}"),
                ));
            }
        }
    }
    // Of a text that is no deck at all, nobody wants to read what is missing.
    if faults.iter().filter(|fault| matches!(fault, DeckError::Unknown { .. })).count() > NAMED {
        return problems;
    }
    problems.extend(absent(file, &missing));
    problems.extend(number);
    problems
}

/// The sentences about words that are no card; a text of many such words gets one, with advice.
fn unknown(file: &str, faults: &[DeckError]) -> Vec<Problem> {
    let words: Vec<_> = faults
        .iter()
        .filter_map(|fault| match fault {
            DeckError::Unknown { text, at } => Some((shown(text), (at.line, at.column))),
            _ => None,
        })
        .collect();
    if let [(text, place), others @ ..] = &words[..]
        && words.len() > NAMED
    {
        let others = others.len();
        return vec![at(file, *place, |lang| match lang {
            Lang::Fr => format!(
                "« {text} », comme {others} autres mots, n'est pas une carte : on écrit 7-K (sept de carreau) et D-P (dame \
                 de pique), ou 7♦ et D♠"
            ),
            Lang::En => format!(
                "“{text}”, like {others} other words, is not a card: write 7-K (seven of diamonds) and D-P (queen of \
                 spades), or 7♦ and Q♠, or 7D and QS"
            ),
        })];
    }
    let one = |(text, place): &(String, (usize, usize))| {
        at(file, *place, |lang| match lang {
            Lang::Fr => format!("« {text} » n'est pas une carte comme 7-K ou D-P"),
            Lang::En => format!("“{text}” is not a card such as 7-K or D-P"),
        })
    };
    words.iter().map(one).collect()
}

/// The sentence about cards that are not there.
fn absent(file: &str, missing: &[String]) -> Option<Problem> {
    let count = missing.len();
    let more = if count > NAMED { ", …" } else { "" };
    let cards = format!("{}{more}", missing[..count.min(NAMED)].join(", "));
    match count {
        0 => None,
        1 => Some(Problem::said(format!("{file} : il manque {cards}"), format!("{file}: {cards} is missing"))),
        _ => Some(Problem::said(
            format!("{file} : il manque {count} cartes : {cards}"),
            format!("{file}: {count} cards are missing: {cards}"),
        )),
    }
}
