//! Decks that come from a file, or from a seed and a number.

use super::args::{DealArgs, PackArgs};
use super::console::{Console, Failure};
use super::files::{name, read};
use super::simulate::drawn;
use crate::cards::deck::{DeckError, MAX_TEXT, NotText, Words};
use crate::cards::{Card, Pack};
use crate::lang::Problem;
use crate::sim::Streams;
use crate::topics::Alliances;
use std::path::{Path, PathBuf};

/// Cards named in one sentence about missing ones.
const NAMED: usize = 6;

/// The deck of one command: from FILE, or dealt.
#[derive(Clone, Debug, clap::Args)]
pub struct DeckArgs {
    /// File with a deck in the handout's format, `-` for the standard input; without it, a deal of --seed is used
    #[arg(value_name = "FILE", conflicts_with_all = ["seed", "deal"])]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub pack: PackArgs,
    #[command(flatten)]
    pub deal: DealArgs,
}

impl DeckArgs {
    /// The deck.
    ///
    /// # Errors
    /// When the file holds none.
    pub fn deck(&self, console: &Console) -> Result<Vec<Card>, Failure> {
        match &self.file {
            Some(file) => Ok(deck_of(file, self.pack.given()?)?),
            None => dealt(self.pack.pack()?, &self.deal, console),
        }
    }
}

/// One dealt deck.
///
/// # Errors
/// When no seed can be drawn.
pub fn dealt(pack: Pack, deal: &DealArgs, console: &Console) -> Result<Vec<Card>, Failure> {
    let seed = drawn(deal.seed, console)?;
    let experiment = Alliances { pack, improve: None };
    Ok(experiment.deck(&Streams::new(seed), deal.deal))
}

/// The words of a file.
///
/// # Errors
/// When it cannot be read, is no text, or is empty.
pub fn words_of(file: &Path) -> Result<Words, Problem> {
    let bytes = read(file, MAX_TEXT as u64)?;
    let file = name(file);
    let words = Words::read(&bytes).map_err(|error| match error {
        NotText::NotUtf8(at) => Problem::NotUtf8 { file: file.clone(), line: at.line, column: at.column },
        NotText::TooLong => Problem::TooLong { file: file.clone(), most: MAX_TEXT as u64 },
    })?;
    if words.count() == 0 { Err(Problem::EmptyDeck { file }) } else { Ok(words) }
}

/// The deck in a file, which has to be complete.
///
/// # Errors
/// The first thing that is wrong.
pub fn deck_of(file: &Path, pack: Option<Pack>) -> Result<Vec<Card>, Problem> {
    let words = words_of(file)?;
    let pack = pack.unwrap_or_else(|| words.likely_pack());
    words.deck(pack).map_err(|faults| {
        let problems = problems(file, pack, &faults);
        problems.into_iter().next().unwrap_or_else(|| Problem::EmptyDeck { file: name(file) })
    })
}

/// The sentences for all that is wrong with a deck; missing cards share one.
pub fn problems(file: &Path, pack: Pack, faults: &[DeckError]) -> Vec<Problem> {
    let file = name(file);
    let (mut problems, mut missing, mut number) = (Vec::new(), Vec::new(), None);
    for fault in faults {
        let file = file.clone();
        match fault {
            DeckError::Unknown { text, at } => {
                problems.push(Problem::UnknownCard { file, line: at.line, column: at.column, text: text.clone() });
            }
            DeckError::Foreign { card, at } => {
                let (card, cards) = (card.to_string(), pack.size());
                problems.push(Problem::ForeignCard { file, line: at.line, column: at.column, card, cards });
            }
            DeckError::Doubled { card, at, first } => {
                let (card, first) = (card.to_string(), (first.line, first.column));
                problems.push(Problem::DoubledCard { file, line: at.line, column: at.column, card, first });
            }
            DeckError::Missing(card) => missing.push(card.to_string()),
            DeckError::Number { found, expected } => {
                number = Some(Problem::WrongNumber { file, found: *found, expected: *expected });
            }
        }
    }
    if !missing.is_empty() {
        let count = missing.len();
        let more = if count > NAMED { ", …" } else { "" };
        missing.truncate(NAMED);
        problems.push(Problem::MissingCards { file, cards: format!("{}{more}", missing.join(", ")), count });
    }
    problems.extend(number);
    problems
}
