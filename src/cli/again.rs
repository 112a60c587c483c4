//! The command that goes on: what was typed, with what it takes, ready for a shell.

use crate::lang::{Lang, either};
use crate::topics::{Topic, topic};
use clap::ArgMatches;
use std::ffi::{OsStr, OsString};
use std::sync::OnceLock;

static TYPED: OnceLock<Vec<OsString>> = OnceLock::new();

/// Keeps the words of a command that was understood, the game by its own name.
pub fn remember(args: &[OsString], matches: &ArgMatches) {
    let game = matches.subcommand().and_then(|(_, below)| topic(below.subcommand_name()?));
    // Only the first command of a program is its own.
    let _ = TYPED.set(game.map_or_else(|| args.to_vec(), |game| canonical(args, game)));
}

/// The words of a command about a topic, which is called by its own name: its alias stands before all files.
pub fn canonical<W: AsRef<OsStr> + Clone + From<String>>(words: &[W], topic: &Topic) -> Vec<W> {
    let mut words = words.to_vec();
    let alias = words.iter().position(|word| topic.alias.is_some_and(|alias| word.as_ref() == alias));
    if let Some(place) = alias {
        words[place] = topic.name.to_owned().into();
    }
    words
}

/// How to go on with work of this seed: what was typed, with these flags.
pub fn command(seed: u64, flags: &[&str], lang: Lang) -> String {
    let command = going_on(TYPED.get().map_or(&[], Vec::as_slice), seed, flags);
    either!(lang, "Pour continuer :\n{command}", "To go on:\n{command}")
}

pub fn going_on(typed: &[OsString], seed: u64, flags: &[&str]) -> String {
    let mut words: Vec<String> = Vec::with_capacity(typed.len() + flags.len());
    for word in typed {
        // A drawn seed would be drawn anew.
        let drawn = word == "random" && words.last().is_some_and(|last| last == "--seed");
        words.push(match word.to_str() {
            _ if drawn => seed.to_string(),
            Some("--seed=random") => format!("--seed={seed}"),
            _ => quoted(word),
        });
    }
    words.extend(flags.iter().filter(|flag| !typed.iter().any(|word| word == *flag)).map(|flag| (*flag).to_owned()));
    words.join(" ")
}

/// A word as a shell reads it back: every shell where that can be, those of Windows among them; where it has a sign that
/// they take in their own ways, a POSIX shell. What would move the cursor of a terminal, or is no text, is written as an
/// escape of `$'…'`.
pub fn quoted(word: impl AsRef<OsStr>) -> String {
    let word = word.as_ref();
    let plain = |c: char| c.is_alphanumeric() || "-_./,:=@%+".contains(c);
    match word.to_str() {
        Some(text) if !text.is_empty() && text.chars().all(plain) => text.to_owned(),
        Some(text) if !text.contains(|c: char| c.is_control()) => {
            let own = if cfg!(windows) { "\"$`" } else { "\"$`!\\" };
            if text.contains(|c| own.contains(c)) {
                format!("'{}'", text.replace('\'', r"'\''"))
            } else {
                format!("\"{text}\"")
            }
        }
        _ => {
            let byte = |byte: &u8| format!("\\x{byte:02x}");
            let escaped = |c: char| match c {
                '\\' | '\'' => format!("\\{c}"),
                c if c.is_control() => c.to_string().as_bytes().iter().map(byte).collect(),
                c => c.to_string(),
            };
            let pieces = word.as_encoded_bytes().utf8_chunks().map(|piece| {
                piece.valid().chars().map(escaped).chain(piece.invalid().iter().map(byte)).collect::<String>()
            });
            format!("$'{}'", pieces.collect::<String>())
        }
    }
}
