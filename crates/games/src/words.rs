//! The settings of the engine in words: the option of a setting, its values on the command line and in titles, its column.

use pioche_engine::sim::{Accepted, Field, FieldValue, Setting};
use pioche_report::command::{flag_name, invalid_value_problem};
use pioche_report::lang::parse_number::{parse_count, parse_range};
use pioche_report::lang::{Problem, Text, integer, problem, quantity, tr};
use std::ops::RangeInclusive;

/// The noun of a card, for all games of cards.
pub const CARD: Text = Text("card|cards");

/// The largest number of runs of one command.
pub(crate) const MAX_RUNS: u64 = 10_000;

/// Returns the help sentence about the largest number of runs of a command.
pub fn max_runs_help() -> String {
    let runs = integer(MAX_RUNS);
    tr!(
        "A command plays at most {runs} runs: one for each value of a list, or for each combination of several lists.",
        runs
    )
}

/// A setting of the engine in words.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The declaration in the engine: key, accepted values and default.
    pub setting: &'static Setting,
    /// The name of the value in the help, such as `N`; empty for a flag.
    pub value_name: &'static str,
    /// The noun of a number, `match|matches`; of another setting its name.
    pub noun: Text,
    /// The sentence in the help, without a full stop.
    pub help: Text,
    /// An example of a list of values; `None` if no command accepts several.
    pub list: Option<&'static str>,
    /// The accepted words in tables and titles, in their order; empty if they stand for themselves.
    pub(crate) labels: &'static [Text],
    /// The form in titles and legends, where noun and labels do not give it.
    pub(crate) phrase: Option<fn(&FieldValue) -> String>,
    /// The parser of a value that has a form of its own.
    pub(crate) parse: Option<ParseFn>,
}

/// Options are the same if they have the same key.
impl PartialEq for Words {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

/// A parser of one value.
type ParseFn = fn(&str) -> Result<FieldValue, Problem>;

impl Words {
    /// Creates an option from its setting, the name of its value, its noun and its help.
    pub const fn new(
        setting: &'static Setting,
        value_name: &'static str,
        noun: Text,
        help: Text,
    ) -> Self {
        Self {
            setting,
            value_name,
            noun,
            help,
            list: None,
            labels: &[],
            phrase: None,
            parse: None,
        }
    }

    /// Sets the setting: that of the experiment with another default, or with fewer words.
    pub(crate) const fn setting(self, setting: &'static Setting) -> Self {
        Self { setting, ..self }
    }

    pub(crate) const fn help(self, help: Text) -> Self {
        Self { help, ..self }
    }

    /// Makes `simulate` and `solve` accept a list of values, such as `example`.
    pub(crate) const fn list(self, example: &'static str) -> Self {
        Self {
            list: Some(example),
            ..self
        }
    }

    pub(crate) const fn labels(self, labels: &'static [Text]) -> Self {
        Self { labels, ..self }
    }

    pub(crate) const fn phrase(self, phrase: fn(&FieldValue) -> String) -> Self {
        Self {
            phrase: Some(phrase),
            ..self
        }
    }

    pub(crate) const fn parse(self, parse: ParseFn) -> Self {
        Self {
            parse: Some(parse),
            ..self
        }
    }

    /// Returns the key, which is the name of the column and, with hyphens, that of the option.
    pub const fn key(&self) -> &'static str {
        self.setting.key
    }

    /// Returns the name of the option with its dashes, such as `--own-group`.
    pub fn flag_name(&self) -> String {
        flag_name(self.setting)
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

    /// Returns the name of the setting in tables.
    pub fn label(&self) -> &'static str {
        let noun = self.noun.translated();
        noun.split_once('|').map_or(noun, |(_, plural)| plural)
    }

    /// Returns an accepted word in tables.
    pub(crate) fn word_label(&self, word: &str) -> Option<&'static str> {
        let words = self.words();
        let place = words.iter().position(|known| *known == word)?;
        let label = self.labels.get(place).copied();
        Some(label.unwrap_or(Text(words[place])).translated())
    }

    /// Returns a value in titles; empty for `none` and for the default of a late setting.
    pub fn title_phrase(&self, value: &FieldValue) -> String {
        let field = self.setting.field(value.clone());
        if value.is_none() || field.is_omitted {
            String::new()
        } else {
            self.value_phrase(value)
        }
    }

    /// Returns a value in words: a number with its noun, a word by its label, any other value after the name of the setting.
    pub(crate) fn value_phrase(&self, value: &FieldValue) -> String {
        if let Some(phrase) = self.phrase {
            return phrase(value);
        }
        if let FieldValue::Number(number) = value
            && self.noun.0.contains('|')
        {
            return quantity(*number, self.noun);
        }
        let text = value.to_string();
        match self.word_label(&text) {
            Some(label) => label.to_owned(),
            None => format!("{} {text}", self.label()),
        }
    }

    /// Parses one value; an error if the option does not accept it.
    pub fn parse_value(&self, text: &str) -> Result<FieldValue, Problem> {
        if let Some(parse) = self.parse {
            return parse(text);
        }
        let accepted = match self.setting.accepted {
            Accepted::Optional(accepted) if text != "none" => *accepted,
            accepted => accepted,
        };
        match accepted {
            Accepted::Numbers { least, most } => {
                parse_count(text, least, most).map(FieldValue::Number)
            }
            _ => accepted.parse(text).ok_or_else(|| {
                if self.is_flag() {
                    invalid_value_problem(self.setting, text)
                } else {
                    Problem::not_a_choice(text, &self.words().join(", "))
                }
            }),
        }
    }

    /// Parses values and ranges `low..high`, separated by commas. Repeated values count once. Fails if a value is not
    /// accepted, or a range is longer than any command. An option without an example of a list has one value.
    pub fn parse_list(&self, text: &str) -> Result<Vec<Field>, Problem> {
        let mut fields = Vec::new();
        if self.list.is_none() {
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

    /// Parses a value, a range of numbers, or a form with a range at its end, such as `riffle:1..3`.
    fn parse_part(&self, part: &str) -> Result<Vec<FieldValue>, Problem> {
        if part.contains("..") {
            if let Accepted::Numbers { least, most } = self.setting.accepted {
                let numbers = parse_limited_range(part, least, most)?;
                return Ok(numbers.map(FieldValue::Number).collect());
            }
            if let (Accepted::Form, Some((form, range))) =
                (self.setting.accepted, part.rsplit_once(':'))
            {
                return parse_limited_range(range, 0, u64::MAX)?
                    .map(|number| self.parse_value(&format!("{form}:{number}")))
                    .collect();
            }
        }
        Ok(vec![self.parse_value(part)?])
    }

    /// Returns the help, with an example of a list if the command accepts lists.
    pub fn help_text(&self) -> String {
        let help = self.help;
        let value = self.value_name;
        match self.list {
            None => help.to_string(),
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
fn parse_limited_range(text: &str, min: u64, max: u64) -> Result<RangeInclusive<u64>, Problem> {
    let (low, high) = parse_range(text, min, max)?;
    let length = (high - low).saturating_add(1);
    if length > MAX_RUNS {
        return Err(too_many_runs_problem(length));
    }
    Ok(low..=high)
}

/// Returns the problem of a command with more runs than [`MAX_RUNS`].
pub(crate) fn too_many_runs_problem(runs: u64) -> Problem {
    let runs = integer(runs);
    let max = integer(MAX_RUNS);
    problem!(
        "this makes {runs} runs, and a command plays at most {max}",
        runs,
        max
    )
}
