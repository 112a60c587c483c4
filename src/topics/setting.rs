//! Settings of games with their texts in both languages. A setting of an experiment takes key, option, default and accepted
//! values from its declaration in the engine; all commands, tables and files share it.

use crate::lang::help::HelpSection;
use crate::lang::parse_number::{parse_count, parse_range};
use crate::lang::{Lang, Noun, Problem, Text, problem};
use pioche_engine::sim::{Accepted, SettingSpec, SettingValue as SettingValueType};

/// The noun of a card, for all games of cards.
pub const CARD: Noun = Noun::new(["carte", "cartes"], ["card", "cards"]);

#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The name in files, columns and JSON, such as `own_group`.
    pub key: &'static str,
    /// The name of the option, with underscores.
    pub option_name: &'static str,
    pub label: Text,
    pub value_name: &'static str,
    pub title_format: TitleFormat,
    pub help: Text,
    /// The heading in the help below which the option is listed.
    pub group: HelpSection,
    pub default: Option<&'static str>,
    pub value_kind: ValueKind,
    /// True if titles leave the default out.
    pub is_omitted_by_default: bool,
    /// The values that shells offer as completions; for settings that are not a [`ValueKind::Choice`].
    pub completions: &'static [&'static str],
}

/// The memory limit of a solver, in bytes. It is an option of commands that solve, and no column of files.
pub const MEMORY: Setting = Setting::new("memory", Text::new("mémoire", "memory"), "BYTES")
    .help(
        "Mémoire maximale d'un solveur, telle que 2G ou 500M [défaut :\u{a0}6 Gio]",
        "Memory limit of a solver, such as 2G or 500M [default: 6 GiB]",
    )
    .value_kind(ValueKind::Count {
        least: 1_000_000,
        most: 1_000_000_000_000_000,
    });

#[derive(Clone, Copy, Debug)]
pub enum TitleFormat {
    /// The label and the value: `hole 12`.
    LabelAndValue,
    /// The value alone: `ring`.
    ValueOnly,
    /// A number with its noun: `13 values`.
    Counted(Noun),
    /// A function of the language and the value.
    Custom(fn(Lang, &str) -> String),
}

#[derive(Clone, Copy, Debug)]
pub enum ValueKind {
    /// No value: the option is present or absent; files have `yes` or `no`.
    Flag,
    /// A whole number from `least` to `most`.
    Count {
        least: u64,
        most: u64,
    },
    /// `none`, or a whole number from `least` to `most`.
    OptionalCount {
        least: u64,
        most: u64,
    },
    Choice(&'static [Choice]),
    /// A text that the function parses; it returns the value as written in files.
    Custom(fn(&str) -> Result<String, Problem>),
    /// A text that `parse` parses, or the name of a file, whose contents `parse_file` parses.
    CustomOrFile {
        parse: fn(&str) -> Result<String, Problem>,
        parse_file: fn(&str) -> Result<String, Problem>,
    },
}

#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The word in files and on the command line.
    pub key: &'static str,
    pub label: Text,
}

impl Choice {
    pub const fn new(key: &'static str, french: &'static str) -> Self {
        Self::with_labels(key, french, key)
    }

    pub const fn with_labels(key: &'static str, fr: &'static str, en: &'static str) -> Self {
        Self {
            key,
            label: Text::new(fr, en),
        }
    }

    /// Creates the choices of the words that a setting of the engine accepts, with their labels in the same order.
    pub const fn list<const N: usize>(keys: [&'static str; N], labels: [Text; N]) -> [Self; N] {
        let mut choices = [Self::new("", ""); N];
        let mut index = 0;
        while index < N {
            choices[index] = Self {
                key: keys[index],
                label: labels[index],
            };
            index += 1;
        }
        choices
    }
}

impl Setting {
    /// Creates a setting that accepts any text, has no default, and is shown in titles with its label.
    pub const fn new(key: &'static str, label: Text, value_name: &'static str) -> Self {
        Self {
            key,
            option_name: key,
            label,
            value_name,
            title_format: TitleFormat::LabelAndValue,
            help: Text::untranslated(""),
            group: HelpSection::Game,
            default: None,
            is_omitted_by_default: false,
            value_kind: ValueKind::Custom(|text| Ok(text.to_owned())),
            completions: &[],
        }
    }

    /// Creates a setting from its declaration in the engine: key, option, default and accepted numbers. A setting with words
    /// needs a [`ValueKind::Choice`], and one with a form of its own a [`ValueKind::Custom`].
    pub const fn declared<T: SettingValueType>(
        spec: &SettingSpec<T>,
        label: Text,
        value_name: &'static str,
    ) -> Self {
        let undeclared = Self::new(spec.key, label, value_name);
        let value_kind = match spec.accepted {
            Accepted::Numbers { least, most } => ValueKind::Count { least, most },
            Accepted::Optional(&Accepted::Numbers { least, most }) => {
                ValueKind::OptionalCount { least, most }
            }
            Accepted::Words(_) | Accepted::Form | Accepted::Optional(_) => undeclared.value_kind,
        };
        Self {
            option_name: spec.option_name,
            default: spec.default,
            is_omitted_by_default: spec.is_omitted_by_default,
            value_kind,
            ..undeclared
        }
    }

    pub const fn title_format(self, title_format: TitleFormat) -> Self {
        Self {
            title_format,
            ..self
        }
    }

    pub const fn help(self, fr: &'static str, en: &'static str) -> Self {
        Self {
            help: Text::new(fr, en),
            ..self
        }
    }

    pub const fn group(self, group: HelpSection) -> Self {
        Self { group, ..self }
    }

    pub const fn default(self, default: &'static str) -> Self {
        Self {
            default: Some(default),
            ..self
        }
    }

    pub const fn completions(self, completions: &'static [&'static str]) -> Self {
        Self {
            completions,
            ..self
        }
    }

    pub const fn value_kind(self, value_kind: ValueKind) -> Self {
        Self { value_kind, ..self }
    }

    /// Returns the words that the setting accepts; none if it is not a [`ValueKind::Choice`].
    pub const fn choices(&self) -> &'static [Choice] {
        match self.value_kind {
            ValueKind::Choice(choices) => choices,
            _ => &[],
        }
    }

    /// Returns the setting in titles; empty for `none` and for a default that names omit.
    pub fn title_text(&self, lang: Lang, value: &str) -> String {
        let is_omitted = self.is_omitted_by_default && self.default == Some(value);
        if value == "none" || is_omitted {
            return String::new();
        }
        let word = || match self.value_kind {
            ValueKind::Choice(words) => words
                .iter()
                .find(|word| word.key == value)
                .map(|word| word.label.in_lang(lang)),
            _ => None,
        };
        match (self.title_format, value.parse()) {
            (TitleFormat::Counted(noun), Ok(number)) => lang.count(number, noun),
            (TitleFormat::Custom(say), _) => say(lang, value),
            (TitleFormat::ValueOnly, _) => word().unwrap_or(value).to_owned(),
            _ => format!("{} {}", self.label.in_lang(lang), word().unwrap_or(value)),
        }
    }

    /// Returns the name of the option without leading dashes, such as `own-group`.
    pub fn long_option_name(&self) -> String {
        self.option_name.replace('_', "-")
    }

    /// Parses one value and returns it as written in files; an error if the setting does not accept it.
    pub fn parse_value(&self, text: &str) -> Result<String, Problem> {
        match self.value_kind {
            ValueKind::Flag if text == "yes" || text == "no" => Ok(text.to_owned()),
            ValueKind::Flag => Err(self.invalid_value_error(text)),
            ValueKind::Count { least, most } => {
                parse_count(text, least, most).map(|count| count.to_string())
            }
            ValueKind::OptionalCount { .. } if text == "none" => Ok(text.to_owned()),
            ValueKind::OptionalCount { least, most } => {
                parse_count(text, least, most).map(|count| count.to_string())
            }
            ValueKind::Choice(words) if words.iter().any(|word| word.key == text) => {
                Ok(text.to_owned())
            }
            ValueKind::Choice(words) => Err(Problem::not_a_choice(
                text,
                &words
                    .iter()
                    .map(|word| word.key)
                    .collect::<Vec<_>>()
                    .join(", "),
            )),
            ValueKind::Custom(parse) | ValueKind::CustomOrFile { parse, .. } => parse(text),
        }
    }

    pub fn invalid_value_error(&self, text: &str) -> Problem {
        Problem::for_argument(
            &format!("--{}", self.long_option_name()),
            problem!(
                "« {text} » n'est pas une valeur permise",
                "“{text}” is not a valid value"
            ),
        )
    }

    pub const fn option_spec(&'static self) -> OptionSpec {
        OptionSpec {
            setting: self,
            list_example: None,
            requires: &[],
            conflicts_with: &[],
        }
    }

    /// Creates an option that accepts a list of values, such as `example`.
    pub const fn list_option_spec(&'static self, example: &'static str) -> OptionSpec {
        self.option_spec().with_list_example(example)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    pub setting: &'static Setting,
    /// An example of a list of values; `None` if the option accepts one value.
    pub list_example: Option<&'static str>,
    /// The options that this option requires.
    pub requires: &'static [&'static str],
    /// The options that this option excludes; `file` is the file argument.
    pub conflicts_with: &'static [&'static str],
}

impl OptionSpec {
    pub const fn requires(self, requires: &'static [&'static str]) -> Self {
        Self { requires, ..self }
    }

    pub const fn conflicts_with(self, conflicts_with: &'static [&'static str]) -> Self {
        Self {
            conflicts_with,
            ..self
        }
    }

    pub const fn with_list_example(self, example: &'static str) -> Self {
        Self {
            list_example: Some(example),
            ..self
        }
    }

    /// Formats a value or list for a command line, with counts in the form of [`format_short_count`].
    fn short_value(&self, text: &str) -> String {
        let ValueKind::Count { .. } = self.setting.value_kind else {
            return text.to_owned();
        };
        let count = |number: &str| {
            number
                .parse()
                .map_or_else(|_| number.to_owned(), format_short_count)
        };
        let range = |part: &str| part.split("..").map(count).collect::<Vec<_>>().join("..");
        text.split(',').map(range).collect::<Vec<_>>().join(",")
    }

    /// Parses a value or, if the option accepts lists, values and ranges `low..high` separated by commas. Returns an
    /// error if a value is not accepted.
    pub fn parse_values(&self, text: &str) -> Result<String, Problem> {
        let parse_part = |text: &str| match (self.setting.value_kind, text.contains("..")) {
            (ValueKind::Count { least, most }, true) => {
                parse_range(text, least, most).map(|(low, high)| format!("{low}..{high}"))
            }
            _ => self.setting.parse_value(text),
        };
        match self.list_example {
            None => self.setting.parse_value(text),
            Some(_) => text
                .split(',')
                .map(parse_part)
                .collect::<Result<Vec<_>, _>>()
                .map(|values| values.join(",")),
        }
    }

    /// Returns the number of values of a parsed list, including repeated ones.
    pub fn value_count(&self, text: &str) -> u64 {
        let number = |part| {
            range_ends(part).map_or(1, |(low, high)| high.saturating_sub(low).saturating_add(1))
        };
        text.split(',').map(number).fold(0, u64::saturating_add)
    }

    /// Returns the distinct values of a parsed list.
    pub fn distinct_values(&self, text: &str) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        for part in text.split(',') {
            let part_values = range_ends(part).map_or_else(
                || vec![part.to_owned()],
                |(low, high)| (low..=high).map(|number| number.to_string()).collect(),
            );
            for value in part_values {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        values
    }

    pub fn help_text(&self, lang: Lang) -> String {
        let help = self.setting.help.in_lang(lang);
        let value = self.setting.value_name;
        match (self.list_example, lang) {
            (None, _) => help.to_owned(),
            (Some(example), Lang::Fr) => {
                format!("{help} ; {value} peut être une liste : {example}")
            }
            (Some(example), Lang::En) => format!("{help}; {value} may be a list: {example}"),
        }
    }
}

/// Returns the ends of a range `low..high`; `None` for other texts.
fn range_ends(part: &str) -> Option<(u64, u64)> {
    let (low, high) = part.split_once("..")?;
    low.parse().ok().zip(high.parse().ok())
}

/// An option with its parsed value.
#[derive(Clone, Debug)]
pub struct SettingValue {
    pub option: OptionSpec,
    /// The value as written in files, from [`OptionSpec::parse_values`].
    pub text: String,
}

impl SettingValue {
    /// Formats the value for a command line.
    pub fn command_line_value(&self) -> String {
        self.option.short_value(&self.text)
    }
}

/// Formats a count such as `10G`, `2.5M` or `250k`, with all digits if no unit fits. [`parse_count`] parses it.
pub fn format_short_count(number: u64) -> String {
    for (unit, sign) in [
        (1_000_000_000_000, 'T'),
        (1_000_000_000, 'G'),
        (1_000_000, 'M'),
        (1000, 'k'),
    ] {
        let integer_part = number / unit;
        let tenths = number % unit / (unit / 10);
        let is_exact = integer_part > 0 && number.is_multiple_of(unit / 10);
        if is_exact && tenths > 0 {
            return format!("{integer_part}.{tenths}{sign}");
        }
        if is_exact {
            return format!("{integer_part}{sign}");
        }
    }
    number.to_string()
}
