//! The command that goes on: what was typed, with what it takes, ready for a shell.

use std::ffi::OsString;
use std::sync::OnceLock;

static TYPED: OnceLock<Vec<String>> = OnceLock::new();

pub fn remember(args: &[OsString]) {
    // Only the first command of a program is its own.
    let _ = TYPED.set(args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect());
}

/// The command that goes on with work of this seed: what was typed, with these flags.
pub fn command(seed: u64, flags: &[&str]) -> String {
    going_on(TYPED.get().map_or(&[], Vec::as_slice), seed, flags)
}

pub fn going_on(typed: &[String], seed: u64, flags: &[&str]) -> String {
    let mut words: Vec<String> = Vec::with_capacity(typed.len() + flags.len());
    for word in typed {
        // A drawn seed would be drawn anew.
        let drawn = word == "random" && words.last().is_some_and(|last| last == "--seed");
        words.push(match word.as_str() {
            _ if drawn => seed.to_string(),
            "--seed=random" => format!("--seed={seed}"),
            word => quoted(word),
        });
    }
    words.extend(flags.iter().filter(|flag| !typed.iter().any(|word| word == *flag)).map(|flag| (*flag).to_owned()));
    words.join(" ")
}

/// A word as a POSIX shell reads it back; what would move the cursor of a terminal is written as an escape of `$'…'`.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./,:=@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else if word.chars().any(char::is_control) {
        let escaped = |c: char| match c {
            '\\' | '\'' => format!("\\{c}"),
            c if c.is_control() => c.to_string().bytes().map(|byte| format!("\\x{byte:02x}")).collect(),
            c => c.to_string(),
        };
        format!("$'{}'", word.chars().map(escaped).collect::<String>())
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
