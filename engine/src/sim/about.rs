//! What an experiment is called: its topic, its unit, its columns, its settings as text.

use std::str::FromStr;

/// A setting of an experiment: its name and its value, as text.
pub type Setting = (&'static str, String);

/// What an experiment is called, what its table looks like, and how much of it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// What it is about: the first word of its name, and of its command.
    pub topic: &'static str,
    /// What people call what is played: `deals` or `games`.
    pub unit: &'static str,
    /// The columns of its table, in order: settings and the cells of rows by their names, and of what was measured
    /// `deals`, `count` (deals with just the last value), `frequency` (their share), `wins` (deals with any of the
    /// values), `probability`, `estimate` or `difference`, `ci_low`, `ci_high`, `exact`.
    pub columns: Vec<&'static str>,
    /// The most deals in a chunk: some ten milliseconds of work. Values do not depend on it.
    pub chunk: u64,
    /// Deals that give a useful answer in a few seconds.
    pub usual: u64,
}

impl About {
    /// The columns of a table of outcomes, behind those of the settings.
    pub fn outcome_columns(mut settings: Vec<&'static str>) -> Vec<&'static str> {
        settings.extend(["deals", "outcome", "count", "probability", "ci_low", "ci_high", "exact"]);
        settings
    }
}

/// Settings as the command line takes them, each behind a blank.
pub fn typed(options: &[Setting]) -> String {
    options.iter().map(|(key, value)| format!(" --{} {}", key.replace('_', "-"), one_word(value))).collect()
}

/// A topic with some settings: `alliances cards=32 improve=none`. It stays one line, a word a setting.
pub fn name_of(topic: &str, settings: &[Setting]) -> String {
    settings.iter().fold(topic.to_owned(), |name, (key, value)| format!("{name} {key}={}", one_word(value)))
}

/// A value with an underscore for what would end a word or a line.
fn one_word(value: &str) -> String {
    value.replace(|c: char| c.is_whitespace() || c.is_control(), "_")
}

/// The settings in the name of an experiment, `cards=32 improve=none`.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a>(&'a str);

impl<'a> Settings<'a> {
    /// The topic of a name, and its settings.
    pub fn of(name: &'a str) -> Option<(&'a str, Self)> {
        name.split_once(' ').map(|(topic, settings)| (topic, Self(settings)))
    }

    /// The value of a setting.
    pub fn get<T: FromStr>(&self, key: &str) -> Option<T> {
        self.0.split(' ').filter_map(|word| word.split_once('=')).find(|(known, _)| *known == key)?.1.parse().ok()
    }

    /// The value of a setting that may be `none`.
    pub fn maybe<T: FromStr>(&self, key: &str) -> Option<Option<T>> {
        match self.get::<String>(key)?.as_str() {
            "none" => Some(None),
            _ => self.get(key).map(Some),
        }
    }
}

/// The text of a setting that may be `none`.
pub fn or_none<T: std::fmt::Display>(value: Option<T>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}
