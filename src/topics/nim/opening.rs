//! The handout's questions before a game of Nim (004): for whom, who begins, how many matches.

use super::session::settings;
use super::talk::NimTalk;
use crate::lang::dialogue::Talk;
use crate::lang::plain;
use crate::lang::{Say, shown};
use crate::play::lines::command::Command;
use crate::play::lines::{Dialogue, Entry, LONGEST, Start, StreamError};
use pioche_engine::games::nim::{Nim, TakeSet};
use pioche_engine::players::Kind;

/// The matches of a heap when nothing is said: the handout's.
pub const MATCHES: u32 = 25;

/// Asks the questions: two people or one, who begins, how many matches. The computer is perfect; the takes are the
/// handout's. `None` when the player stops.
///
/// # Errors
/// When a stream fails.
#[doc(alias = "mode_jeu")]
#[doc(alias = "preparer")]
pub fn ask_start(dialogue: &mut Dialogue<'_>) -> Result<Option<Start>, StreamError> {
    dialogue.say(&NimTalk::AskMode)?;
    let mode = |text: &str| match text {
        "1" => Ok(true),
        "2" => Ok(false),
        _ => Err(NimTalk::NotAMode { text: shown(text) }),
    };
    let Some(alone) = settle(dialogue, &NimTalk::AskPlayers, mode)? else { return Ok(None) };
    let mut players = [Kind::Human; 2];
    if alone {
        let first = |text: &str| match plain(text).as_str() {
            "o" | "oui" | "y" | "yes" => Ok(true),
            "n" | "non" | "no" => Ok(false),
            _ => Err(NimTalk::NotYesOrNo { text: shown(text) }),
        };
        let Some(begins) = settle(dialogue, &NimTalk::AskFirst, first)? else { return Ok(None) };
        players[usize::from(begins)] = Kind::Perfect;
    }
    let start = |text: &str| match text.parse() {
        _ if text.is_empty() => Ok(MATCHES),
        Ok(matches @ 1..=Nim::MAX_MATCHES) => Ok(matches),
        _ => Err(NimTalk::BadStart { text: shown(text), most: Nim::MAX_MATCHES }),
    };
    let matches = settle(dialogue, &NimTalk::AskMatches { default: MATCHES }, start)?;
    Ok(matches.map(|matches| Start { players, settings: settings(&TakeSet::default(), matches) }))
}

/// Asks until the answer is understood; `None` when the player stops.
fn settle<T>(
    dialogue: &mut Dialogue<'_>,
    question: &NimTalk,
    read: impl Fn(&str) -> Result<T, NimTalk>,
) -> Result<Option<T>, StreamError> {
    loop {
        match dialogue.ask(&question.say(dialogue.lang()))? {
            Entry::EndOfInput | Entry::Interrupt => return Ok(None),
            Entry::TooLong => dialogue.say(&Talk::LineTooLong { most: LONGEST })?,
            Entry::NotText => dialogue.say(&Talk::LineNotText)?,
            Entry::Text(text) if Command::read(&text) == Some(Command::Quit) => return Ok(None),
            Entry::Text(text) => match read(&text) {
                Ok(answer) => return Ok(Some(answer)),
                Err(talk) => dialogue.say(&talk)?,
            },
        }
    }
}
