//! The questions before a game of two about which nothing was said, the handout's before Nim (004): for whom, who begins,
//! how large.

use super::game::Duel;
use crate::lang::dialogue::Talk;
use crate::lang::{Sentence, Text, plain, shown};
use crate::play::Record;
use crate::play::lines::Command;
use crate::play::lines::{Dialogue, Entry, LONGEST, StreamError};
use crate::play::playable::Playable;
use crate::topics::setting::Opt;
use pioche_engine::players::Kind;

const MODE: Text = Text::new(
    "Voulez-vous jouer à deux joueurs, ou seul contre l'ordinateur ?",
    "Do you want to play in pairs, or alone against the computer?",
);
const PEOPLE: Text = Text::new(
    "Pour jouer à deux, tapez 2 ; pour jouer seul, tapez 1 : ",
    "To play in pairs, type 2; to play alone, type 1: ",
);
const NEITHER_NUMBER: Text = Text::new("n'est ni 1 ni 2", "is neither 1 nor 2");
const FIRST: Text = Text::new("Souhaitez-vous commencer ? o/n ? ", "Would you like to begin? y/n? ");
const NEITHER_WORD: Text = Text::new("n'est ni o (oui) ni n (non)", "is neither y (yes) nor n (no)");

/// Asks the questions. The computer is perfect, and all but the size of the game is as usual. `None` when the player
/// stops.
///
/// # Errors
/// When a stream fails.
#[doc(alias = "mode_jeu")]
#[doc(alias = "preparer")]
pub fn ask_start<G: Duel>(dialogue: &mut Dialogue<'_>) -> Result<Option<Record>, StreamError> {
    dialogue.say(&MODE)?;
    let alone = |text: &str| match text {
        "1" => Some(true),
        "2" => Some(false),
        _ => None,
    };
    let Some(alone) = settle(dialogue, [PEOPLE, NEITHER_NUMBER], alone)? else { return Ok(None) };
    let mut players = [Kind::Human; 2];
    if alone {
        let begins = |text: &str| match plain(text).as_str() {
            "o" | "oui" | "y" | "yes" => Some(true),
            "n" | "non" | "no" => Some(false),
            _ => None,
        };
        let Some(begins) = settle(dialogue, [FIRST, NEITHER_WORD], begins)? else { return Ok(None) };
        players[usize::from(begins)] = Kind::Perfect;
    }
    let start = settle(dialogue, G::ASKS_SIZE.unwrap_or([Text::same(""); 2]), usual::<G>)?;
    Ok(start.map(|start| start.record(players)))
}

/// The start of this size, or of the usual one where there is no text, with all else as usual.
fn usual<G: Duel>(text: &str) -> Option<G> {
    let size: Option<u32> = if text.is_empty() { None } else { Some(text.parse().ok()?) };
    let size = size.map(|size| size.to_string()).or_else(|| G::SIZE.0.default.map(str::to_owned))?;
    let other = |opt: &Opt| Some(format!(" {}={}", opt.setting.key, opt.default?));
    let others: String = G::OTHERS.iter().filter_map(other).collect();
    G::from_text(&format!(" {}={size}{others}", G::SIZE.0.key))
}

/// Asks until the answer is understood, each time saying what it is not; `None` when the player stops.
fn settle<T>(
    dialogue: &mut Dialogue<'_>,
    [question, not]: [Text; 2],
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, StreamError> {
    loop {
        match dialogue.ask(question.of(dialogue.lang()))? {
            Entry::EndOfInput | Entry::Interrupt => return Ok(None),
            Entry::TooLong => dialogue.say(&Talk::LineTooLong { most: LONGEST })?,
            Entry::NotText => dialogue.say(&Talk::LineNotText)?,
            Entry::Text(text) if Command::read(&text) == Some(Command::Quit) => return Ok(None),
            Entry::Text(text) => match read(&text) {
                Some(answer) => return Ok(Some(answer)),
                None => {
                    let text = shown(&text);
                    dialogue.say(&Sentence::new(format!("« {text} » {}.", not.fr), format!("“{text}” {}.", not.en)))?;
                }
            },
        }
    }
}
