//! The options of games, with their texts in both languages. The setting of an experiment is declared in the engine; an option
//! adds what people read.

use pioche_engine::games::MemoryLimit;
use pioche_engine::sim::{Accepted, Field, FieldValue, Setting, SettingType};
use pioche_report::command::{flag_name, invalid_value_problem};
use pioche_report::lang::help::HelpSection;
use pioche_report::lang::parse_number::{parse_count, parse_range};
use pioche_report::lang::{Problem, Text, integer, plural_form, quantity, tr};
use std::ops::RangeInclusive;

/// The noun of a card, for all games of cards.
pub const CARD: Text = Text("card|cards");

/// The memory limit of a solver, in bytes. It is an option of commands that solve, and no column of files.
pub const MEMORY: OptionSpec = OptionSpec::new(
    &Setting::new::<u64>("memory").within(1_000_000, 1_000_000_000_000_000),
    Text("memory"),
    "BYTES",
)
.help("Memory limit of a solver, such as 2G or 500M [default: 6 GiB]");

/// Returns the limit of [`MEMORY`]; without one, [`MemoryLimit::default`].
pub(crate) fn memory_limit(settings: &[Field]) -> MemoryLimit {
    MEMORY
        .setting
        .read(settings)
        .map_or_else(|_| MemoryLimit::default(), MemoryLimit)
}

/// The largest number of runs of one command.
pub(crate) const MAX_RUNS: u64 = 10_000;

/// Returns the help sentence about the largest number of runs of a command.
pub fn max_runs_help() -> String {
    {
        let runs = integer(MAX_RUNS);
        tr!(
            "A command plays at most {runs} runs: one for each value of a list, or for each \
             combination of several lists.",
            runs
        )
    }
}

/// An option of a game: a setting with its texts, and what the command line accepts.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The declaration in the engine: key, type, accepted values and default.
    pub setting: &'static Setting,
    /// The name of the setting in tables.
    label: Text,
    /// The name of the value in the help, such as `N`; empty for a flag.
    pub value_name: &'static str,
    /// The noun of a number, with which titles and legends show it: `13 values`.
    noun: Option<Text>,
    /// The form in titles and legends, if it is another one than that of [`OptionSpec::value_text`].
    phrase: Option<PhraseFn>,
    /// The sentence in the help, without a full stop.
    pub help: Text,
    /// The heading in the help below which the option is listed.
    pub group: HelpSection,
    /// The labels of [`OptionSpec::words`], in their order.
    pub(crate) word_labels: &'static [Text],
    /// The values that shells offer as completions; for options without words.
    pub completions: &'static [&'static str],
    /// The parser of a value that has a form of its own.
    parse_form: Option<ParseFn>,
    /// The parser of the contents of a file that may be named instead of a value.
    pub parse_file: Option<ParseFn>,
    /// An example of a list of values; `None` if the option accepts one value.
    pub list_example: Option<&'static str>,
    /// The options that this option requires.
    pub requires: &'static [&'static str],
    /// The options that this option excludes; `file` is the file argument.
    pub conflicts_with: &'static [&'static str],
}

/// Options are the same if they have the same key.
impl PartialEq for OptionSpec {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

/// A parser of one value.
type ParseFn = fn(&str) -> Result<FieldValue, Problem>;

/// A function that writes a value in words.
type PhraseFn = fn(&FieldValue) -> String;

impl OptionSpec {
    /// Creates an option of words, or of values that are shown with its label.
    pub(crate) const fn new(
        setting: &'static Setting,
        label: Text,
        value_name: &'static str,
    ) -> Self {
        Self {
            setting,
            label,
            value_name,
            noun: None,
            phrase: None,
            help: Text(""),
            group: HelpSection::Game,
            word_labels: &[],
            completions: &[],
            parse_form: None,
            parse_file: None,
            list_example: None,
            requires: &[],
            conflicts_with: &[],
        }
    }

    /// Creates an option of a number, which titles show with its noun: `13 values`.
    pub(crate) const fn count(
        setting: &'static Setting,
        noun: Text,
        value_name: &'static str,
    ) -> Self {
        Self {
            noun: Some(noun),
            ..Self::new(setting, noun, value_name)
        }
    }

    /// Shows the value in titles as this function writes it.
    pub(crate) const fn phrase(self, phrase: PhraseFn) -> Self {
        Self {
            phrase: Some(phrase),
            ..self
        }
    }

    /// Sets the sentence in the help.
    pub const fn help(self, help: &'static str) -> Self {
        Self {
            help: Text(help),
            ..self
        }
    }

    pub(crate) const fn group(self, group: HelpSection) -> Self {
        Self { group, ..self }
    }

    /// Sets the setting: that of the experiment with another default, or with fewer words.
    pub(crate) const fn setting(self, setting: &'static Setting) -> Self {
        Self { setting, ..self }
    }

    /// Sets the labels of the accepted words, in their order.
    pub(crate) const fn word_labels(self, word_labels: &'static [Text]) -> Self {
        Self {
            word_labels,
            ..self
        }
    }

    pub(crate) const fn completions(self, completions: &'static [&'static str]) -> Self {
        Self {
            completions,
            ..self
        }
    }

    pub(crate) const fn parse_form(self, parse_form: ParseFn) -> Self {
        Self {
            parse_form: Some(parse_form),
            ..self
        }
    }

    pub(crate) const fn parse_file(self, parse_file: ParseFn) -> Self {
        Self {
            parse_file: Some(parse_file),
            ..self
        }
    }

    pub(crate) const fn requires(self, requires: &'static [&'static str]) -> Self {
        Self { requires, ..self }
    }

    /// Sets the keys of options that the command line refuses beside this one.
    pub const fn conflicts_with(self, conflicts_with: &'static [&'static str]) -> Self {
        Self {
            conflicts_with,
            ..self
        }
    }

    /// Makes the option accept a list of values, such as `example`.
    pub(crate) const fn list(self, example: &'static str) -> Self {
        Self {
            list_example: Some(example),
            ..self
        }
    }

    /// Returns the key, which is the name of the column and, with hyphens, that of the option.
    pub const fn key(&self) -> &'static str {
        self.setting.key
    }

    /// Returns the values of the option among those of several options.
    pub fn values_among<'a>(&self, values: &'a [Field]) -> impl Iterator<Item = &'a Field> {
        let key = self.key();
        values.iter().filter(move |field| field.key() == key)
    }

    /// Returns true for an option without a value: files have `yes` or `no`.
    pub fn is_flag(&self) -> bool {
        self.setting.accepted == Accepted::FLAG
    }

    /// Returns the words that the option accepts; none if it accepts other texts.
    pub fn words(&self) -> Vec<&'static str> {
        match self.setting.accepted {
            Accepted::FLAG => Vec::new(),
            Accepted::Words(words) => words.to_vec(),
            Accepted::Optional(&Accepted::Words(words)) => [&["none"], words].concat(),
            _ => Vec::new(),
        }
    }

    /// Returns the label of the setting; of a number its noun in the plural.
    pub(crate) fn label(&self) -> &'static str {
        plural_form(2, self.label.translated())
    }

    /// Returns the label of an accepted word.
    pub(crate) fn word_label(&self, word: &str) -> Option<Text> {
        let place = self.words().iter().position(|known| *known == word)?;
        self.word_labels.get(place).copied()
    }

    /// Returns the setting in titles; empty for `none` and for the default of a late setting.
    pub fn title_text(&self, value: &impl SettingType) -> String {
        let field = self.setting.with_value(value);
        if field.value.is_none() || field.is_omitted {
            String::new()
        } else {
            self.value_text(&field.value)
        }
    }

    /// Returns the setting in words, for runs that differ in it: a number with its noun, a word by its label, any other value
    /// with the label of the setting.
    pub(crate) fn value_text(&self, value: &impl SettingType) -> String {
        let field_value = value.field_value();
        if let Some(phrase) = self.phrase {
            return phrase(&field_value);
        }
        if let (Some(noun), FieldValue::Number(number)) = (self.noun, &field_value) {
            return quantity(*number, noun);
        }
        let text = field_value.to_string();
        match self.word_label(&text) {
            Some(label) => label.translated().to_owned(),
            None => format!("{} {text}", self.label()),
        }
    }

    /// Returns the name of the option with its dashes, such as `--own-group`.
    pub fn flag_name(&self) -> String {
        flag_name(self.setting)
    }

    /// Parses one value; an error if the option does not accept it.
    pub fn parse_value(&self, text: &str) -> Result<FieldValue, Problem> {
        if let Some(parse_form) = self.parse_form {
            return parse_form(text);
        }
        match self.setting.accepted {
            Accepted::Numbers { least, most } => {
                parse_count(text, least, most).map(FieldValue::Number)
            }
            Accepted::Optional(&Accepted::Numbers { least, most }) if text != "none" => {
                parse_count(text, least, most).map(FieldValue::Number)
            }
            accepted => accepted.parse(text).ok_or_else(|| {
                if self.is_flag() {
                    invalid_value_problem(self.setting, text)
                } else {
                    Problem::not_a_choice(text, &self.words().join(", "))
                }
            }),
        }
    }

    /// Parses the values of the option: one or, if it accepts lists, values and ranges `low..high` separated by commas.
    /// Repeated values count once. Returns an error if a value is not accepted, or a range is longer than any command.
    pub fn parse_values(&self, text: &str) -> Result<Vec<Field>, Problem> {
        let mut fields = Vec::new();
        if self.list_example.is_none() {
            fields.push(self.setting.field(self.parse_value(text)?));
            return Ok(fields);
        }
        for part in text.split(',') {
            for value in self.parse_part(part)? {
                let field = self.setting.field(value);
                if !fields.contains(&field) {
                    fields.push(field);
                }
            }
        }
        Ok(fields)
    }

    /// Parses a value, a range of numbers, or a form with a range at its end, such as `riffle:1..3`, of a list.
    fn parse_part(&self, part: &str) -> Result<Vec<FieldValue>, Problem> {
        if !part.contains("..") {
            return Ok(vec![self.parse_value(part)?]);
        }
        match self.setting.accepted {
            Accepted::Numbers { least, most } => {
                let numbers = parse_list_range(part, least, most)?;
                Ok(numbers.map(FieldValue::Number).collect())
            }
            Accepted::Form => {
                let Some((form, range)) = part.rsplit_once(':') else {
                    return Ok(vec![self.parse_value(part)?]);
                };
                parse_list_range(range, 0, u64::MAX)?
                    .map(|number| self.parse_value(&format!("{form}:{number}")))
                    .collect()
            }
            _ => Ok(vec![self.parse_value(part)?]),
        }
    }

    /// Returns the help, with an example of a list if the option accepts lists.
    pub fn help_text(&self) -> String {
        let help = self.help.translated();
        let value = self.value_name;
        match self.list_example {
            None => help.to_owned(),
            Some(example) => tr!(
                "{help}; {value} may be a list: {example}",
                help,
                value,
                example
            ),
        }
    }
}

/// Parses a range of a list. Fails when it is longer than any command.
fn parse_list_range(text: &str, min: u64, max: u64) -> Result<RangeInclusive<u64>, Problem> {
    let (low, high) = parse_range(text, min, max)?;
    let length = (high - low).saturating_add(1);
    if length > MAX_RUNS {
        return Err(too_many_runs_problem(length));
    }
    Ok(low..=high)
}

/// Returns the problem of a command with more runs than [`MAX_RUNS`].
pub(crate) fn too_many_runs_problem(runs: u64) -> Problem {
    Problem({
        let run_count = integer(runs);
        let max = integer(MAX_RUNS);
        tr!(
            "this makes {run_count} runs, and a command plays at most {max}",
            run_count,
            max
        )
    })
}
