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
    /// The names of the options, without dashes before them, each with its value as a shell reads it; `None` for a flag.
    options: Vec<(String, Option<String>)>,
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
        self.options.push((name.to_owned(), value));
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
        let mut settings = example.settings.clone();
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

    /// Returns a copy with only the options that `keep` accepts by their names.
    #[must_use]
    pub fn filter_options(&self, keep: impl Fn(&str) -> bool) -> Self {
        let mut command = self.clone();
        command.options.retain(|(name, _)| keep(name));
        command
    }

    /// Returns the options, each preceded by a space.
    pub fn options_text(&self) -> String {
        self.options
            .iter()
            .map(|(name, value)| match value {
                // A value that begins with a dash would be parsed as an option.
                Some(value) if begins_with_dash(value) => format!(" --{name}={value}"),
                Some(value) => format!(" --{name} {value}"),
                None => format!(" --{name}"),
            })
            .collect()
    }
}

/// Returns the seed of a run; `None` for decks from a file.
pub(crate) fn dealt_seed(summary: &Summary) -> Option<u64> {
    let is_dealt = summary.experiment.deals_by_seed();
    is_dealt.then(|| summary.seed())
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.options_text())
    }
}

/// True if a shell reads this word, quoted or not, as one that begins with a dash.
fn begins_with_dash(word: &str) -> bool {
    let text = word.strip_prefix('$').unwrap_or(word);
    let unquoted = text.strip_prefix(['"', '\'']).unwrap_or(text);
    unquoted.starts_with('-')
}

/// A command whose options have lists of values; a flag has `None`.
type ListCommand = (CommandLine, Vec<Vec<Option<String>>>);

/// Returns fewer commands with the same effect: those that differ in one option become one with a list of its values.
/// `accepts_list` tells if an option accepts a list.
pub fn compact_commands(
    commands: impl IntoIterator<Item = CommandLine>,
    accepts_list: impl Fn(&str) -> bool,
) -> Vec<CommandLine> {
    let mut groups: Vec<ListCommand> = Vec::new();
    for command in commands {
        let options = command.options.iter();
        let values = options.map(|(_, value)| vec![value.clone()]).collect();
        groups.push((command, values));
    }
    // Commands that are merged by one option can be merged by another.
    loop {
        let count = groups.len();
        groups.dedup_by(|next, group| try_merge(group, next, &accepts_list));
        if groups.len() == count {
            break;
        }
    }
    let list_command = |(mut command, values): ListCommand| {
        for ((_, value), values) in command.options.iter_mut().zip(&values) {
            let values: Option<Vec<&str>> = values.iter().map(Option::as_deref).collect();
            *value = values.map(|values| list_text(&values));
        }
        command
    };
    groups.into_iter().map(list_command).collect()
}

/// Adds the values of another command that differs in one option only, which accepts a list. Returns true if they were
/// added.
fn try_merge(
    (command, values): &mut ListCommand,
    (other, other_values): &ListCommand,
    accepts_list: impl Fn(&str) -> bool,
) -> bool {
    let names = |command: &CommandLine| -> Vec<String> {
        let options = command.options.iter();
        options.map(|(name, _)| name.clone()).collect()
    };
    let names = [names(command), names(other)];
    if command.name != other.name || names[0] != names[1] {
        return false;
    }
    let options = values.iter_mut().zip(other_values).zip(&names[0]);
    let mut different: Vec<_> = options.filter(|((own, other), _)| own != other).collect();
    match &mut different[..] {
        [] => true,
        [((own, other), name)] if accepts_list(name) => {
            own.extend_from_slice(other);
            true
        }
        _ => false,
    }
}

/// Writes some values as a list, with ranges for consecutive whole numbers, also behind a colon: `uniform,riffle:1..12`.
fn list_text(values: &[&str]) -> String {
    let form_and_number = |value: &str| {
        let start = value.rfind(':').map_or(0, |colon| colon + 1);
        let number: u64 = value[start..].parse().ok()?;
        Some((value[..start].to_owned(), number))
    };
    let follows = |one: &&str, next: &&str| match (form_and_number(one), form_and_number(next)) {
        (Some((form, number)), Some((next_form, next))) => form == next_form && next == number + 1,
        _ => false,
    };
    let mut parts = Vec::new();
    for part in values.chunk_by(follows) {
        match (part.len(), form_and_number(part[part.len() - 1])) {
            (3.., Some((_, last))) => parts.push(format!("{}..{last}", part[0])),
            _ => parts.extend(part.iter().map(|value| (*value).to_owned())),
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
