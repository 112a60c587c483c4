//! Commands as they were typed, for a shell.

use super::files::is_stdio_path;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use pioche_engine::sim::Seed;
use pioche_report::command::CommandLine;
use pioche_report::lang::is_visible;
use std::ffi::OsStr;
use std::path::Path;

/// Returns a command with its options as they were typed; those with their default are left out. `seed` replaces `random`;
/// the options of `extra_flags` are set.
pub fn typed_command(
    command: &Command,
    matches: &ArgMatches,
    seed: Seed,
    extra_flags: &[&str],
) -> CommandLine {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let mut line = CommandLine::new(name);
    for arg in command.get_arguments() {
        add_typed_option(&mut line, arg, matches, seed, extra_flags);
    }
    line
}

/// Adds an option as it was typed: a flag that was given or is one of `extra_flags`, or an option with a value that was
/// given and is not the default.
fn add_typed_option(
    line: &mut CommandLine,
    arg: &Arg,
    matches: &ArgMatches,
    seed: Seed,
    extra_flags: &[&str],
) {
    let id = arg.get_id().as_str();
    let is_explicit = matches.value_source(id) == Some(ValueSource::CommandLine);
    let Some(name) = arg.get_long() else { return };
    match arg.get_action() {
        ArgAction::SetTrue if extra_flags.contains(&id) || is_explicit => {
            line.add_option(name, None);
        }
        ArgAction::Set if is_explicit => {
            let default = arg.get_default_values().first().map(AsRef::<OsStr>::as_ref);
            let word = matches.get_raw(id).and_then(|mut words| words.next_back());
            if word == default {
                return;
            }
            let value = match matches.try_get_one(id) {
                Ok(Some(None::<u64>)) => Some(seed.to_string()),
                _ => word.map(shell_quote),
            };
            line.add_option(name, value);
        }
        _ => {}
    }
}

/// Quotes the path of a file for a shell, also as an argument without an option: a path that begins with a dash starts
/// with the present folder.
pub fn quote_path(path: &Path) -> String {
    let has_dash = path.as_os_str().as_encoded_bytes().starts_with(b"-");
    if has_dash && !is_stdio_path(path) {
        shell_quote(Path::new(".").join(path))
    } else {
        shell_quote(path)
    }
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
