//! Commands of the program as text for a shell.
//!
//! Commands that reproduce many runs are shortened: commands that differ in one value become one command with a range or
//! one shell loop.

use crate::lang::{Problem, problem};
use pioche_engine::sim::summary::Example;
use pioche_engine::sim::{Experiment, Field, InvalidSetting, Setting, Summary};
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
        let deals = summary.run.reproduced_deals();
        Self::simulating(summary.experiment.as_ref(), deals, summary.seed())
    }

    /// Creates the command that simulates this many deals of an experiment.
    pub fn simulating(experiment: &dyn Experiment, deals: u64, seed: u64) -> Self {
        let topic = experiment.info().topic;
        let mut command = Self::with_settings("simulate", topic, &experiment.settings());
        command.add_option("deals", Some(deals.to_string()));
        command.add_option("seed", Some(seed.to_string()));
        command
    }

    /// Creates the command that shows an example deal of a run.
    pub fn showing(summary: &Summary, example: &Example) -> Self {
        let mut command = Self::with_settings(example.verb, summary.topic(), &example.settings);
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

    /// Replaces the value of an option; a missing option is not added.
    #[must_use]
    pub fn replace_option(mut self, name: &str, value: impl ToString) -> Self {
        for (option_name, option_value) in &mut self.options {
            if option_name == name {
                *option_value = Some(value.to_string());
            }
        }
        self
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

/// Commands of one topic that differ in at most one option.
struct CommandGroup {
    first: CommandLine,
    /// The name of the option that varies, and its values in order.
    varying_option: Option<(String, Vec<String>)>,
}

/// Returns fewer commands with the same effect. `range_options` lists the options that accept `low..high`.
pub fn compact_commands(
    commands: impl IntoIterator<Item = CommandLine>,
    range_options: &[&str],
) -> Vec<String> {
    let mut groups: Vec<CommandGroup> = Vec::new();
    for command in commands {
        let group = groups.last_mut();
        if !group.is_some_and(|group| group.try_add(&command)) {
            groups.push(CommandGroup {
                first: command,
                varying_option: None,
            });
        }
    }
    groups
        .into_iter()
        .map(|group| group.into_shell_command(range_options))
        .collect()
}

/// Returns the only option in which two commands with the same options differ, with both values.
fn only_difference<'a>(
    one: &'a CommandLine,
    other: &'a CommandLine,
) -> Option<(&'a str, [&'a str; 2])> {
    if one.options.len() != other.options.len() {
        return None;
    }
    let mut difference = None;
    for ((name, value), (other_name, other_value)) in one.options.iter().zip(&other.options) {
        if name != other_name {
            return None;
        }
        if value != other_value {
            let values = [value.as_deref()?, other_value.as_deref()?];
            if difference.replace((name.as_str(), values)).is_some() {
                return None;
            }
        }
    }
    difference
}

impl CommandGroup {
    /// Adds a command if it differs from the others in the varying option only. Returns true if it was added.
    fn try_add(&mut self, command: &CommandLine) -> bool {
        let Some((name, [first_value, value])) = only_difference(&self.first, command) else {
            return false;
        };
        match &mut self.varying_option {
            Some((varying_name, values)) if varying_name == name => values.push(value.to_owned()),
            Some(_) => return false,
            None => {
                let values = vec![first_value.to_owned(), value.to_owned()];
                self.varying_option = Some((name.to_owned(), values));
            }
        }
        true
    }

    fn into_shell_command(self, range_options: &[&str]) -> String {
        let Some((name, values)) = self.varying_option else {
            return self.first.to_string();
        };
        if range_options.contains(&name.as_str())
            && let Some((low, high)) = consecutive_range(&values)
        {
            let command = self.first.replace_option(&name, format!("{low}..{high}"));
            return command.to_string();
        }
        // The common prefix of all values stays outside the loop variable: `riffle:$x`.
        let first_prefix = values[0].rfind(':').map_or("", |end| &values[0][..=end]);
        let prefix = if values.iter().all(|value| value.starts_with(first_prefix)) {
            first_prefix
        } else {
            ""
        };
        let suffixes: Vec<&str> = values.iter().map(|value| &value[prefix.len()..]).collect();
        let command = self.first.replace_option(&name, format!("{prefix}$x"));
        format!("for x in {}; do {command}; done", suffixes.join(" "))
    }
}

/// Returns the first and the last of consecutive whole numbers; `None` if there is a gap.
fn consecutive_range(values: &[String]) -> Option<(u64, u64)> {
    let numbers: Vec<u64> = values
        .iter()
        .map(|value| value.parse().ok())
        .collect::<Option<_>>()?;
    let is_dense = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    is_dense.then_some((*numbers.first()?, *numbers.last()?))
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
        problem!(
            "« {text} » n'est pas une valeur permise",
            "“{text}” is not a valid value"
        ),
    )
}

/// Converts a name such as `alliances cards=32 improve=none` to a file name: `alliances-32-none`.
pub fn file_stem(experiment: &str) -> String {
    let words = experiment
        .split(' ')
        .map(|word| word.split_once('=').map_or(word, |(_, value)| value));
    words
        .collect::<Vec<_>>()
        .join("-")
        .replace([':', ',', '/'], "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simulate_commands_are_merged_into_ranges() {
        let command = |options: &[(&str, &str)]| {
            let mut command = CommandLine::new("pioche simulate p");
            for (name, value) in options {
                command.add_option(name, Some((*value).to_owned()));
            }
            command
        };
        let commands = |name: &str, values: &[&str]| -> Vec<CommandLine> {
            values
                .iter()
                .map(|&value| command(&[(name, value), ("deals", "9")]))
                .collect()
        };
        let p = "pioche simulate p";
        let range = compact_commands(commands("values", &["2", "3", "4"]), &["values"]);
        assert_eq!(range, [format!("{p} --values 2..4 --deals 9")]);
        let gap = compact_commands(commands("values", &["2", "4"]), &["values"]);
        assert_eq!(
            gap,
            [format!("for x in 2 4; do {p} --values $x --deals 9; done")]
        );
        let without_ranges = compact_commands(commands("values", &["2", "3"]), &[]);
        assert_eq!(
            without_ranges,
            [format!("for x in 2 3; do {p} --values $x --deals 9; done")]
        );
        let shuffles = commands("shuffle", &["riffle:1", "riffle:2", "uniform"]);
        let all_shuffles = compact_commands(shuffles.clone(), &[]);
        assert_eq!(
            all_shuffles,
            [format!(
                "for x in riffle:1 riffle:2 uniform; do {p} --shuffle $x --deals 9; done"
            )]
        );
        let riffles = shuffles
            .into_iter()
            .take(2)
            .chain([command(&[("deals", "9")])]);
        assert_eq!(
            compact_commands(riffles, &[]),
            [
                format!("for x in 1 2; do {p} --shuffle riffle:$x --deals 9; done"),
                format!("{p} --deals 9")
            ]
        );
        let pairs = [("1", "1"), ("1", "2"), ("2", "1"), ("2", "2")];
        let pairs = pairs.map(|(first, second)| command(&[("a", first), ("b", second)]));
        assert_eq!(
            compact_commands(pairs, &["b"]),
            [format!("{p} --a 1 --b 1..2"), format!("{p} --a 2 --b 1..2")]
        );
    }
}
