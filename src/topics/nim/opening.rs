//! The handout's questions before a game of Nim (004): for whom, who begins, how many matches.

use crate::lang::dialogue::Talk;
use crate::lang::{Say, Sentence, Text, plain, shown};
use crate::play::Record;
use crate::play::lines::command::Command;
use crate::play::lines::{Dialogue, Entry, LONGEST, StreamError};
use crate::play::playable::Playable;
use pioche_engine::games::nim::{Nim, TakeSet};
use pioche_engine::players::Kind;

/// The matches of a heap when nothing is said: the handout's.
pub const MATCHES: u32 = 25;

const MODE: Text = Text::new(
    "Voulez-vous jouer à deux joueurs, ou seul contre l'ordinateur ?",
    "Do you want to play in pairs, or alone against the computer?",
);
const PEOPLE: Text = Text::new(
    "Pour jouer à deux, tapez 2 ; pour jouer seul, tapez 1 : ",
    "To play in pairs, type 2; to play alone, type 1: ",
);
const FIRST: Text = Text::new("Souhaitez-vous commencer ? o/n ? ", "Would you like to begin? y/n? ");

/// Asks the questions: two people or one, who begins, how many matches. The computer is perfect; the takes are the
/// handout's. `None` when the player stops.
///
/// # Errors
/// When a stream fails.
#[doc(alias = "mode_jeu")]
#[doc(alias = "preparer")]
pub fn ask_start(dialogue: &mut Dialogue<'_>) -> Result<Option<Record>, StreamError> {
    dialogue.say(&MODE)?;
    let mode = |text: &str| match text {
        "1" => Some(true),
        "2" => Some(false),
        _ => None,
    };
    let Some(alone) = settle(dialogue, &PEOPLE, mode, Text::new("n'est ni 1 ni 2", "is neither 1 nor 2"))? else {
        return Ok(None);
    };
    let mut players = [Kind::Human; 2];
    if alone {
        let first = |text: &str| match plain(text).as_str() {
            "o" | "oui" | "y" | "yes" => Some(true),
            "n" | "non" | "no" => Some(false),
            _ => None,
        };
        let neither = Text::new("n'est ni o (oui) ni n (non)", "is neither y (yes) nor n (no)");
        let Some(begins) = settle(dialogue, &FIRST, first, neither)? else { return Ok(None) };
        players[usize::from(begins)] = Kind::Perfect;
    }
    let start =
        |text: &str| Nim::new(TakeSet::default(), if text.is_empty() { MATCHES } else { text.parse().ok()? }).ok();
    let how_many = Sentence::new(
        format!("Veuillez indiquer le nombre d'allumettes présentes au départ ({MATCHES} par défaut).\n"),
        format!("Please give the number of matches at the start ({MATCHES} by default).\n"),
    );
    let none = Sentence::new(
        format!("n'est pas un nombre d'allumettes de 1 à {}", Nim::MAX_MATCHES),
        format!("is not a number of matches from 1 to {}", Nim::MAX_MATCHES),
    );
    Ok(settle(dialogue, &how_many, start, none)?.map(|start| start.record(players)))
}

/// Asks until the answer is understood, each time saying what it is `not`; `None` when the player stops.
fn settle<T>(
    dialogue: &mut Dialogue<'_>,
    question: &dyn Say,
    read: impl Fn(&str) -> Option<T>,
    not: impl Say,
) -> Result<Option<T>, StreamError> {
    loop {
        match dialogue.ask(&question.say(dialogue.lang()))? {
            Entry::EndOfInput | Entry::Interrupt => return Ok(None),
            Entry::TooLong => dialogue.say(&Talk::LineTooLong { most: LONGEST })?,
            Entry::NotText => dialogue.say(&Talk::LineNotText)?,
            Entry::Text(text) if Command::read(&text) == Some(Command::Quit) => return Ok(None),
            Entry::Text(text) => match read(&text) {
                Some(answer) => return Ok(Some(answer)),
                None => {
                    let text = shown(&text);
                    dialogue
                        .say(&Sentence::new(format!("« {text} » {}.", not.fr()), format!("“{text}” {}.", not.en())))?;
                }
            },
        }
    }
}
