//! Commands of the program as text for a shell.
//!
//! Commands that reproduce many runs are shortened: commands that differ in one value become one command with a list.

use crate::lang::Problem;
use pioche_engine::sim::summary::Example;
use pioche_engine::sim::{Field, InvalidSetting, Setting, Summary};
use pioche_engine::stats::Confidence;
use std::fmt;

/// A command with its options: `pioche simulate bataille --values 13 --deals 1000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The words before the options.
    name: String,
    /// The names of the options, without dashes before them, each with its values as a shell reads them; a flag has none.
    options: Vec<(String, Vec<String>)>,
}

impl CommandLine {
    /// Creates a command without options.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            options: Vec::new(),
        }
    }

    /// Adds an option, with its value unless it is a flag.
    pub fn add_option(&mut self, name: &str, value: Option<String>) {
        let values = value.into_iter().collect();
        self.options.push((name.to_owned(), values));
    }

    /// Creates the command that reproduces a run; for a part of a plan, that of the whole plan.
    pub fn reproducing(summary: &Summary) -> Self {
        let settings = summary.experiment.settings();
        let mut command = Self::with_settings("simulate", summary.topic(), &settings);
        if let Some(seed) = dealt_seed(summary) {
            let deals = summary.run.reproduced_deals();
            command.add_option("deals", Some(deals.to_string()));
            command.add_option("seed", Some(seed.to_string()));
        }
        if summary.confidence != Confidence::default() {
            let level = summary.confidence.level();
            command.add_option("confidence", Some(level.to_string()));
        }
        command
    }

    /// Creates the command that shows an example deal of a run. Settings with their defaults are left out, but for the players and
    /// the riffles, whose defaults are others where a deal is shown.
    pub(crate) fn showing(summary: &Summary, example: &Example) -> Self {
        let mut settings = summary.experiment.show_settings().unwrap_or_default();
        settings.retain(|field| {
            let text = field.value.to_string();
            let is_default = field.setting.default == Some(text.as_str());
            !is_default || ["players", "riffles"].contains(&field.key())
        });
        let mut command = Self::with_settings("show", summary.topic(), &settings);
        command.add_option("seed", Some(summary.seed().to_string()));
        command.add_option("deal", Some(example.deal.to_string()));
        command
    }

    /// Creates the command of a verb with these settings as options. The value `yes` is that of a flag.
    fn with_settings(verb: &str, topic: &str, settings: &[Field]) -> Self {
        let mut command = Self::new(&format!("pioche {verb} {topic}"));
        for field in settings {
            if field.is_omitted || field.value.is_none() {
                continue;
            }
            let name = field.setting.option_name.replace('_', "-");
            let value = Some(field.value.to_string()).filter(|value| value != "yes");
            command.add_option(&name, value);
        }
        command
    }

    /// Adds the values of another command that differs in one option only, which accepts a list. Returns true if they were
    /// added.
    fn merge(&mut self, other: &Self, accepts_list: impl Fn(&str) -> bool) -> bool {
        let names = |command: &Self| -> Vec<String> {
            let options = command.options.iter();
            options.map(|(name, _)| name.clone()).collect()
        };
        if self.name != other.name || names(self) != names(other) {
            return false;
        }
        let options = self.options.iter_mut().zip(&other.options);
        let mut different = options.filter(|(own, other)| own != other);
        match (different.next(), different.next()) {
            (None, _) => true,
            (Some(((name, values), (_, other_values))), None) if accepts_list(name) => {
                values.extend_from_slice(other_values);
                true
            }
            _ => false,
        }
    }
}

/// Returns the seed of a run; `None` for decks from a file.
pub(crate) fn dealt_seed(summary: &Summary) -> Option<u64> {
    let is_dealt = summary.experiment.deals_by_seed();
    is_dealt.then(|| summary.seed())
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (name, values) in &self.options {
            let value = list_text(values);
            // A value that begins with a dash would be parsed as an option.
            let separator = if begins_with_dash(&value) { "=" } else { " " };
            if values.is_empty() {
                write!(f, " --{name}")?;
            } else {
                write!(f, " --{name}{separator}{value}")?;
            }
        }
        Ok(())
    }
}

/// True if a shell reads this word, quoted or not, as one that begins with a dash.
fn begins_with_dash(word: &str) -> bool {
    let text = word.strip_prefix('$').unwrap_or(word);
    let unquoted = text.strip_prefix(['"', '\'']).unwrap_or(text);
    unquoted.starts_with('-')
}

/// Returns fewer commands with the same effect: those that differ in one option become one with a list of its values.
/// `accepts_list` tells if an option accepts a list.
pub fn compact_commands(
    commands: impl IntoIterator<Item = CommandLine>,
    accepts_list: impl Fn(&str) -> bool,
) -> Vec<CommandLine> {
    let mut commands: Vec<CommandLine> = commands.into_iter().collect();
    // Commands that are merged by one option can be merged by another.
    loop {
        let count = commands.len();
        commands.dedup_by(|next, command| command.merge(next, &accepts_list));
        if commands.len() == count {
            return commands;
        }
    }
}

/// Writes some values as a list, with ranges for consecutive whole numbers, also behind a colon: `uniform,riffle:1..12`.
fn list_text(values: &[String]) -> String {
    let form_and_number = |value: &str| -> Option<(usize, u64)> {
        let start = value.rfind(':').map_or(0, |colon| colon + 1);
        Some((start, value[start..].parse().ok()?))
    };
    let follows = |one: &String, next: &String| match (form_and_number(one), form_and_number(next))
    {
        (Some((start, number)), Some((next_start, next_number))) => {
            one[..start] == next[..next_start] && next_number == number + 1
        }
        _ => false,
    };
    let mut parts = Vec::new();
    for part in values.chunk_by(follows) {
        if let [first, _, .., last] = part
            && let Some((_, number)) = form_and_number(last)
        {
            parts.push(format!("{first}..{number}"));
        } else {
            parts.extend_from_slice(part);
        }
    }
    parts.join(",")
}

/// Returns the name of an option with its dashes, such as `--own-group`.
pub fn flag_name(setting: &Setting) -> String {
    format!("--{}", setting.option_name.replace('_', "-"))
}

impl From<InvalidSetting> for Problem {
    fn from(InvalidSetting { setting, text }: InvalidSetting) -> Self {
        match text {
            Some(text) => invalid_value_problem(setting, &text),
            None => Self::missing_argument(&flag_name(setting)),
        }
    }
}

/// Returns the problem of a value that a setting does not accept.
pub fn invalid_value_problem(setting: &Setting, text: &str) -> Problem {
    Problem::for_argument(
        &flag_name(setting),
        problem!("“{text}” is not a valid value", text),
    )
}

/// Converts a name such as `alliances cards=32 improve=none` to a file name: `alliances-32-none`.
pub fn file_stem(experiment: &str) -> String {
    let words = experiment.split(' ');
    let values = words.map(|word| word.split_once('=').map_or(word, |(_, value)| value));
    let stem = values.collect::<Vec<_>>().join("-");
    stem.replace([':', ',', '/'], "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Commands of a program become one command where an option accepts the list of their values.
    #[test]
    fn commands_are_merged_into_lists() {
        let merged = |commands: &[&str], list_options: &[&str]| -> Vec<String> {
            let parsed = commands.iter().map(|text| {
                let mut command = CommandLine::new("p");
                for option in text.split(' ') {
                    let (name, value) = option.split_once('=').expect("an option");
                    command.add_option(name, Some(value.to_owned()));
                }
                command
            });
            let merged = compact_commands(parsed, |name| list_options.contains(&name));
            merged.iter().map(CommandLine::to_string).collect()
        };
        for (commands, list_options, expected) in [
            (
                &["v=2 d=9", "v=3 d=9", "v=4 d=9"][..],
                &["v"][..],
                &["p --v 2..4 --d 9"][..],
            ),
            (&["v=2 d=9", "v=4 d=9"], &["v"], &["p --v 2,4 --d 9"]),
            (
                &["v=2 d=9", "v=3 d=9"],
                &[],
                &["p --v 2 --d 9", "p --v 3 --d 9"],
            ),
            (
                &["v=2 d=9", "v=3 d=8"],
                &["v"],
                &["p --v 2 --d 9", "p --v 3 --d 8"],
            ),
            (
                &["s=f:1", "s=f:2", "s=f:3", "s=u"],
                &["s"],
                &["p --s f:1..3,u"],
            ),
            (
                &["a=1 b=1", "a=1 b=2", "a=2 b=1", "a=2 b=2"],
                &["a", "b"],
                &["p --a 1,2 --b 1,2"],
            ),
            (
                &["a=1 b=1", "a=1 b=2", "a=2 b=1"],
                &["a", "b"],
                &["p --a 1 --b 1,2", "p --a 2 --b 1"],
            ),
        ] {
            assert_eq!(merged(commands, list_options), expected, "{commands:?}");
        }
    }
}
