//! Commands as they were typed, for a shell.

use pioche_engine::sim::Seed;
use pioche_report::lang::is_visible;
use std::ffi::{OsStr, OsString};

/// Returns a command as it was typed; `words` are those of the command line, the first of them the program. `seed` replaces
/// `random`; the flags are added unless they were typed.
pub fn typed_command(words: &[OsString], seed: Seed, flags: &[&str]) -> String {
    let mut typed = vec!["pioche".to_owned()];
    for pair in words.windows(2) {
        typed.push(if pair[1] == "random" && pair[0] == "--seed" {
            seed.to_string()
        } else if pair[1] == "--seed=random" {
            format!("--seed={seed}")
        } else {
            shell_quote(&pair[1])
        });
    }
    for flag in flags {
        if !words.iter().any(|word| word == flag) {
            typed.push((*flag).to_owned());
        }
    }
    typed.join(" ")
}

/// Quotes a word for a shell: in double quotes if every shell, including those of Windows, reads them literally,
/// otherwise in single quotes for a POSIX shell. Invisible characters and bytes that are not UTF-8 become escapes in
/// `$'…'`.
pub fn shell_quote(word: impl AsRef<OsStr>) -> String {
    let plain = |c: char| is_visible(c) && (c.is_alphanumeric() || "-_./,:=@%+".contains(c));
    match word.as_ref().to_str() {
        Some(text) if !text.is_empty() && text.chars().all(plain) => text.to_owned(),
        Some(text) if text.chars().all(is_visible) => quoted_text(text),
        _ => escaped_word(word.as_ref()),
    }
}

fn quoted_text(text: &str) -> String {
    let special_signs = if cfg!(windows) { "\"$`" } else { "\"$`!\\" };
    if text.contains(|c| special_signs.contains(c)) {
        format!("'{}'", text.replace('\'', r"'\''"))
    } else {
        format!("\"{text}\"")
    }
}

fn escaped_word(word: &OsStr) -> String {
    let mut text = String::new();
    for chunk in word.as_encoded_bytes().utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\\' | '\'' => text.push_str(&format!("\\{c}")),
                c if is_visible(c) => text.push(c),
                c => text.push_str(&escaped_bytes(c.to_string().as_bytes())),
            }
        }
        text.push_str(&escaped_bytes(chunk.invalid()));
    }
    format!("$'{text}'")
}

fn escaped_bytes(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("\\x{byte:02x}")).collect()
}
