//! Commands of the program as text for a shell.

use pioche_engine::sim::summary::Example;
use pioche_engine::sim::{Experiment, SettingValue, Summary};
use std::fmt;

/// A command with its options: `pioche simulate bataille --values 13 --deals 1000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The words before the options.
    pub name: String,
    pub options: Vec<CommandOption>,
}

/// An option of a command, as a shell reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandOption {
    /// The name, without dashes before it.
    pub name: String,
    /// The value, quoted where a shell needs it; `None` for a flag.
    pub value: Option<String>,
}

impl CommandOption {
    pub fn new(name: &str, value: impl ToString) -> Self {
        Self {
            name: name.to_owned(),
            value: Some(value.to_string()),
        }
    }
}

impl CommandLine {
    /// Creates the command that reproduces a run; for a part of a plan, that of the whole plan.
    pub fn reproducing(summary: &Summary) -> Self {
        let deals = summary.reproduced_deals;
        Self::simulating(summary.experiment.as_ref(), deals, summary.seed)
    }

    /// Creates the command that simulates this many deals of an experiment.
    pub fn simulating(experiment: &dyn Experiment, deals: u64, seed: u64) -> Self {
        let topic = experiment.info().topic;
        let mut command = Self::with_settings("simulate", topic, &experiment.setting_values());
        command.options.extend([
            CommandOption::new("deals", deals),
            CommandOption::new("seed", seed),
        ]);
        command
    }

    /// Creates the command that shows an example deal of a run.
    pub fn showing(summary: &Summary, example: &Example) -> Self {
        let mut command = Self::with_settings(example.verb, summary.info.topic, &example.settings);
        command.options.extend([
            CommandOption::new("seed", summary.seed),
            CommandOption::new("deal", example.deal),
        ]);
        command
    }

    fn with_settings(verb: &str, topic: &str, settings: &[SettingValue]) -> Self {
        let options = settings
            .iter()
            .filter(|setting| !setting.is_omitted && !setting.value.is_none());
        Self {
            name: format!("pioche {verb} {topic}"),
            options: options.map(setting_option).collect(),
        }
    }

    /// Replaces the value of an option; a missing option is not added.
    #[must_use]
    pub fn replace_option(mut self, name: &str, value: impl ToString) -> Self {
        if let Some(option) = self.options.iter_mut().find(|option| option.name == name) {
            option.value = Some(value.to_string());
        }
        self
    }

    /// Returns a copy with only the options that `keep` accepts by their names.
    #[must_use]
    pub fn filter_options(&self, keep: impl Fn(&str) -> bool) -> Self {
        let mut command = self.clone();
        command.options.retain(|option| keep(&option.name));
        command
    }

    /// Returns the options, each preceded by a space.
    pub fn options_text(&self) -> String {
        self.options
            .iter()
            .map(|CommandOption { name, value }| match value {
                Some(value) => format!(" --{name} {value}"),
                None => format!(" --{name}"),
            })
            .collect()
    }
}

/// Returns a setting as an option. The value `yes` is that of a flag.
fn setting_option(SettingValue { setting, value, .. }: &SettingValue) -> CommandOption {
    CommandOption {
        name: setting.option_name.replace('_', "-"),
        value: Some(value.to_string()).filter(|value| value != "yes"),
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.options_text())
    }
}
