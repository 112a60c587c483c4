//! Commands as text for a shell, rendered from the values that clap parsed. Options with default values are left out.

use super::args::SeedChoice;
use crate::lang::is_visible;
use crate::topics::setting::{SettingValue, format_short_count};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use pioche_engine::sim::Seed;
use pioche_engine::stats::Confidence;
use std::any::Any;
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
            let id = arg.get_id().as_str();
            let given = || matches.value_source(id) == Some(ValueSource::CommandLine);
            let words = match arg.get_action() {
                ArgAction::SetTrue if extra_flags.contains(&id) || given() => {
                    format!("--{}", arg.get_long()?)
                }
                ArgAction::Set if given() => format!(
                    "--{} {}",
                    arg.get_long()?,
                    quoted_value(arg, matches, seed)?
                ),
                _ => return None,
            };
            Some((id.to_owned(), words))
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

/// Returns the quoted value of an option; `None` if it is the default.
fn quoted_value(arg: &Arg, matches: &ArgMatches, seed: Seed) -> Option<String> {
    fn parsed<T: Any + Clone + Send + Sync + 'static>(
        arg: &Arg,
        matches: &ArgMatches,
    ) -> Option<T> {
        matches
            .try_get_one::<T>(arg.get_id().as_str())
            .ok()
            .flatten()
            .cloned()
    }
    let number = || {
        parsed::<u64>(arg, matches)
            .map(format_short_count)
            .or_else(|| parsed::<f64>(arg, matches).map(|number| number.to_string()))
            .or_else(|| {
                parsed::<Confidence>(arg, matches).map(|confidence| confidence.level().to_string())
            })
            .or_else(|| {
                parsed::<SeedChoice>(arg, matches).map(|choice| match choice {
                    SeedChoice::Given(seed) => seed.to_string(),
                    SeedChoice::Random => seed.to_string(),
                })
            })
    };
    let default = arg.get_default_values().first().map(AsRef::<OsStr>::as_ref);
    if let Some(value) = parsed::<SettingValue>(arg, matches) {
        return (default != Some(value.text.as_ref()))
            .then(|| shell_quote(value.command_line_value()));
    }
    match number() {
        Some(number) => (default != Some(number.as_ref())).then_some(number),
        // Other types, such as paths, are rendered as they were typed.
        None => matches
            .get_raw(arg.get_id().as_str())?
            .next_back()
            .filter(|word| default != Some(word))
            .map(shell_quote),
    }
}

/// Quotes a word for a shell: in double quotes if every shell, including those of Windows, reads them literally,
/// otherwise in single quotes for a POSIX shell. Invisible characters and bytes that are not UTF-8 become escapes in
/// `$'…'`.
pub fn shell_quote(word: impl AsRef<OsStr>) -> String {
    let word = word.as_ref();
    let plain = |c: char| is_visible(c) && (c.is_alphanumeric() || "-_./,:=@%+".contains(c));
    match word.to_str() {
        Some(text) if !text.is_empty() && text.chars().all(plain) => text.to_owned(),
        Some(text) if text.chars().all(is_visible) => {
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
                c if !is_visible(c) => c.to_string().as_bytes().iter().map(byte).collect(),
                c => c.to_string(),
            };
            let pieces = word.as_encoded_bytes().utf8_chunks().map(|piece| {
                piece
                    .valid()
                    .chars()
                    .map(escaped)
                    .chain(piece.invalid().iter().map(byte))
                    .collect::<String>()
            });
            format!("$'{}'", pieces.collect::<String>())
        }
    }
}
