//! Commands as text for a shell, rendered from the values that clap parsed. Options with default values are left out.

use super::args::SeedChoice;
use crate::lang::is_visible;
use crate::topics::setting::{SettingValue, format_short_count};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use pioche_engine::sim::Seed;
use pioche_engine::stats::Confidence;
use std::any::TypeId;
use std::ffi::OsStr;
use std::fmt;

/// A command with its explicit options.
#[derive(Clone, Debug)]
pub struct CommandLine {
    name: String,
    /// The id and the rendered words of each option.
    options: Vec<(String, String)>,
}

impl CommandLine {
    /// Creates the command from its parsed values. `seed` replaces `random`; the options of `extra_flags` are set.
    pub fn new(command: &Command, matches: &ArgMatches, seed: Seed, extra_flags: &[&str]) -> Self {
        let option = |arg: &Arg| {
            let words = option_words(arg, matches, seed, extra_flags)?;
            Some((arg.get_id().to_string(), words))
        };
        let options = command.get_arguments().filter_map(option).collect();
        Self {
            name: command
                .get_bin_name()
                .unwrap_or(command.get_name())
                .to_owned(),
            options,
        }
    }

    /// Returns a copy with only the options that `keep` accepts by their ids.
    #[must_use]
    pub fn filter_options(&self, keep: impl Fn(&str) -> bool) -> Self {
        let options = self
            .options
            .iter()
            .filter(|(id, _)| keep(id))
            .cloned()
            .collect();
        Self {
            name: self.name.clone(),
            options,
        }
    }

    /// Returns the options, each preceded by a space.
    pub fn options_text(&self) -> String {
        self.options
            .iter()
            .map(|(_, words)| format!(" {words}"))
            .collect()
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.options_text())
    }
}

/// Returns an option as it is written: a flag that was given or is one of `extra_flags`, or an option with a value that
/// was given and is not the default.
fn option_words(
    arg: &Arg,
    matches: &ArgMatches,
    seed: Seed,
    extra_flags: &[&str],
) -> Option<String> {
    let id = arg.get_id().as_str();
    let is_explicit = matches.value_source(id) == Some(ValueSource::CommandLine);
    let flag = arg.get_long()?;
    match arg.get_action() {
        ArgAction::SetTrue if extra_flags.contains(&id) || is_explicit => Some(format!("--{flag}")),
        ArgAction::Set if is_explicit => {
            let value = quoted_value(arg, matches, seed)?;
            Some(format!("--{flag} {value}"))
        }
        _ => None,
    }
}

/// Returns the quoted value of an option, rendered by the type that its definition declares; `None` if it is the default.
fn quoted_value(arg: &Arg, matches: &ArgMatches, seed: Seed) -> Option<String> {
    let id = arg.get_id().as_str();
    let value_type = arg.get_value_parser().type_id();
    let default = arg.get_default_values().first().map(AsRef::<OsStr>::as_ref);
    if value_type == TypeId::of::<SettingValue>() {
        let value = matches.get_one::<SettingValue>(id)?;
        return (default != Some(value.text.as_ref()))
            .then(|| shell_quote(value.command_line_value()));
    }
    let number = if value_type == TypeId::of::<u64>() {
        format_short_count(*matches.get_one::<u64>(id)?)
    } else if value_type == TypeId::of::<f64>() {
        matches.get_one::<f64>(id)?.to_string()
    } else if value_type == TypeId::of::<Confidence>() {
        matches.get_one::<Confidence>(id)?.level().to_string()
    } else if value_type == TypeId::of::<SeedChoice>() {
        match matches.get_one::<SeedChoice>(id)? {
            SeedChoice::Given(number) => number.to_string(),
            SeedChoice::Random => seed.to_string(),
        }
    } else {
        // Other types, such as paths, are rendered as they were typed.
        return matches
            .get_raw(id)?
            .next_back()
            .filter(|word| default != Some(word))
            .map(shell_quote);
    };
    (default != Some(number.as_ref())).then_some(number)
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
