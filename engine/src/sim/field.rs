//! Named values: the settings of an experiment, and the key of a row of its table.

use std::fmt;
use std::str::FromStr;

/// A value of a [`Field`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FieldValue {
    /// A whole number.
    Number(u64),
    /// A word, such as `delta_swap` or `riffle:7`; `none` stands for a setting that is not used.
    Word(String),
    /// A list of whole numbers, such as the takes of Nim.
    List(Vec<u32>),
}

impl FieldValue {
    /// Creates a word from the text form of `value`.
    pub fn from_display(value: impl ToString) -> Self {
        Self::Word(value.to_string())
    }

    /// Converts a value; `None` gives the word `none`.
    pub fn from_option<T: Into<Self>>(value: Option<T>) -> Self {
        value.map_or_else(|| Self::from_display("none"), Into::into)
    }

    /// True for the word `none`.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::Word(word) if word == "none")
    }
}

/// Writes `32`, `delta_swap` or `2,3`: the form of plans, tallies and options.
impl fmt::Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(count) => count.fmt(f),
            Self::Word(word) => f.write_str(word),
            Self::List(numbers) => {
                let texts: Vec<String> = numbers.iter().map(u32::to_string).collect();
                f.write_str(&texts.join(","))
            }
        }
    }
}

impl From<u64> for FieldValue {
    fn from(count: u64) -> Self {
        Self::Number(count)
    }
}

impl From<u32> for FieldValue {
    fn from(count: u32) -> Self {
        Self::Number(count.into())
    }
}

impl From<usize> for FieldValue {
    fn from(count: usize) -> Self {
        Self::Number(count as u64)
    }
}

impl From<&str> for FieldValue {
    fn from(word: &str) -> Self {
        Self::from_display(word)
    }
}

/// A named value: a setting of an experiment, or a part of the key of a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The name in plans, tallies and columns. In options, underscores become dashes: `own_group` is `--own-group`.
    pub key: &'static str,
    /// The value.
    pub value: FieldValue,
}

impl Field {
    /// Creates a field from a number or a word.
    pub fn new(key: &'static str, value: impl Into<FieldValue>) -> Self {
        Self {
            key,
            value: value.into(),
        }
    }

    /// Creates a field with the text form of `value`.
    pub fn with_display(key: &'static str, value: impl ToString) -> Self {
        Self {
            key,
            value: FieldValue::from_display(value),
        }
    }
}

/// Returns settings as options of the program, each after a space: ` --cards 32 --improve exchange`.
pub(super) fn command_line_text(settings: &[Field]) -> String {
    settings
        .iter()
        .map(|Field { key, value }| {
            format!(" --{} {}", key.replace('_', "-"), with_underscores(value))
        })
        .collect()
}

/// Returns the name of an experiment, on one line: `alliances cards=32 improve=none`. Spaces and control characters of
/// a value become underscores.
pub fn experiment_name(topic: &str, settings: &[Field]) -> String {
    settings
        .iter()
        .fold(topic.to_owned(), |name, Field { key, value }| {
            format!("{name} {key}={}", with_underscores(value))
        })
}

/// Returns the text of a value, with underscores for spaces and control characters.
fn with_underscores(value: &FieldValue) -> String {
    value
        .to_string()
        .replace(|c: char| c.is_whitespace() || c.is_control(), "_")
}

/// The settings in the name of an experiment, as read from a plan or a tally: `cards=32 improve=none`.
#[derive(Clone, Copy, Debug)]
pub struct SettingsText<'a>(&'a str);

impl<'a> SettingsText<'a> {
    /// Splits the name of an experiment into its topic and its settings; `None` when it has no settings.
    pub fn split_name(experiment_name: &'a str) -> Option<(&'a str, Self)> {
        experiment_name
            .split_once(' ')
            .map(|(topic, settings)| (topic, Self(settings)))
    }

    /// Parses the value of a setting; `None` when it is missing or malformed.
    pub fn get<T: FromStr>(&self, key: &str) -> Option<T> {
        self.0
            .split(' ')
            .filter_map(|word| word.split_once('='))
            .find(|(known, _)| *known == key)?
            .1
            .parse()
            .ok()
    }

    /// Parses the value of a setting that may be `none`, which gives `Some(None)`.
    pub fn get_optional<T: FromStr>(&self, key: &str) -> Option<Option<T>> {
        match self.get::<String>(key)?.as_str() {
            "none" => Some(None),
            _ => self.get(key).map(Some),
        }
    }
}
