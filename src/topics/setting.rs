//! A setting of a game, declared once: its name in files, tables and on the command line, what it takes, its words in
//! both languages, its default. Every verb that has the setting takes it from there.

use crate::lang::help::HelpSection;
use crate::lang::parse_number::{parse_count, parse_range};
use crate::lang::{Lang, Problem, Text};

#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name in files, columns and JSON; with dashes, its option: `own_group`.
    pub key: &'static str,
    pub label: Text,
    pub value_name: &'static str,
    pub title_format: TitleFormat,
    pub help: Text,
    /// The heading of its option in the help.
    pub group: HelpSection,
    pub default: Option<&'static str>,
    pub value_kind: ValueKind,
    /// Values that a shell may offer, where it takes more than some words.
    pub completions: &'static [&'static str],
}

/// The memory of a solver: of every verb that solves, and of no file.
pub const MEMORY: Setting = Setting::new("memory", Text::new("mémoire", "memory"), "BYTES")
    .help(
        "Mémoire maximale d'un solveur, telle que 2G ou 500M [défaut :\u{a0}6 Gio]",
        "Memory limit of a solver, such as 2G or 500M [default: 6 GiB]",
    )
    .value_kind(ValueKind::Count { least: 1_000_000, most: 1_000_000_000_000_000 });

#[derive(Clone, Copy, Debug)]
pub enum TitleFormat {
    /// By its name: `hole 12`.
    LabelAndValue,
    /// The value says what it is of: `ring`.
    ValueOnly,
    /// The value is a number of these, one or many: `13 values`.
    Counted(Text, Text),
    /// Otherwise.
    Custom(fn(Lang, &str) -> String),
}

#[derive(Clone, Copy, Debug)]
pub enum ValueKind {
    /// Nothing: it is there or not.
    Flag,
    /// A whole number between two bounds.
    Count {
        least: u64,
        most: u64,
    },
    Choice(&'static [Choice]),
    /// What a function understands; it gives the text that files have.
    Custom(fn(&str) -> Result<String, Problem>),
}

#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The word in files, and typed.
    pub key: &'static str,
    pub label: Text,
}

impl Choice {
    pub const fn new(key: &'static str, french: &'static str) -> Self {
        Self::with_labels(key, french, key)
    }

    pub const fn with_labels(key: &'static str, fr: &'static str, en: &'static str) -> Self {
        Self { key, label: Text::new(fr, en) }
    }
}

impl Setting {
    /// A setting that titles show with its name, that takes any text, and that has no default.
    pub const fn new(key: &'static str, label: Text, value_name: &'static str) -> Self {
        let takes = ValueKind::Custom(|text| Ok(text.to_owned()));
        let (help, group) = (Text::untranslated(""), HelpSection::Game);
        Self {
            key,
            label,
            value_name,
            title_format: TitleFormat::LabelAndValue,
            help,
            group,
            default: None,
            value_kind: takes,
            completions: &[],
        }
    }

    pub const fn title_format(self, title_format: TitleFormat) -> Self {
        Self { title_format, ..self }
    }

    pub const fn help(self, fr: &'static str, en: &'static str) -> Self {
        Self { help: Text::new(fr, en), ..self }
    }

    pub const fn group(self, group: HelpSection) -> Self {
        Self { group, ..self }
    }

    pub const fn default(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    /// Which a shell completes with these, among others.
    pub const fn completions(self, completions: &'static [&'static str]) -> Self {
        Self { completions, ..self }
    }

    pub const fn value_kind(self, value_kind: ValueKind) -> Self {
        Self { value_kind, ..self }
    }

    pub fn title_text(&self, lang: Lang, value: &str) -> String {
        let word = || match self.value_kind {
            ValueKind::Choice(words) => {
                words.iter().find(|word| word.key == value).map(|word| word.label.in_lang(lang))
            }
            _ => None,
        };
        match (self.title_format, value.parse()) {
            (TitleFormat::Counted(one, many), Ok(number)) => {
                lang.count_with_noun(number, one.in_lang(lang), many.in_lang(lang))
            }
            (TitleFormat::Custom(say), _) => say(lang, value),
            (TitleFormat::ValueOnly, _) => word().unwrap_or(value).to_owned(),
            _ => format!("{} {}", self.label.in_lang(lang), word().unwrap_or(value)),
        }
    }

    /// The option without its dashes: `own-group`.
    pub fn option_name(&self) -> String {
        self.key.replace('_', "-")
    }

    /// A value as files have it.
    pub fn parse_value(&self, text: &str) -> Result<String, Problem> {
        match self.value_kind {
            ValueKind::Flag => Ok(text.to_owned()),
            ValueKind::Count { least, most } => parse_count(text, least, most).map(|count| count.to_string()),
            ValueKind::Choice(words) if words.iter().any(|word| word.key == text) => Ok(text.to_owned()),
            ValueKind::Choice(words) => Err(Problem::NotAChoice {
                text: text.to_owned(),
                choices: words.iter().map(|word| word.key).collect::<Vec<_>>().join(", "),
            }),
            ValueKind::Custom(read) => read(text),
        }
    }

    pub fn invalid_value_error(&self, text: &str) -> Problem {
        Problem::for_argument(
            &format!("--{}", self.option_name()),
            Problem::with_quoted_text(text, "n'est pas une valeur permise", "is not a valid value"),
        )
    }

    pub const fn option_spec(&'static self) -> OptionSpec {
        OptionSpec { setting: self, list_example: None, requires: &[], conflicts_with: &[] }
    }

    /// As an option of a verb that takes several of its values, too, such as `example`.
    pub const fn list_option_spec(&'static self, example: &'static str) -> OptionSpec {
        self.option_spec().with_list_example(example)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    pub setting: &'static Setting,
    /// An example, where several values may be given.
    pub list_example: Option<&'static str>,
    /// Options without which it makes no sense.
    pub requires: &'static [&'static str],
    /// Options that it excludes, `file` being the file.
    pub conflicts_with: &'static [&'static str],
}

impl OptionSpec {
    pub const fn requires(self, requires: &'static [&'static str]) -> Self {
        Self { requires, ..self }
    }

    pub const fn conflicts_with(self, conflicts_with: &'static [&'static str]) -> Self {
        Self { conflicts_with, ..self }
    }

    pub const fn with_list_example(self, example: &'static str) -> Self {
        Self { list_example: Some(example), ..self }
    }

    /// A value as a command line has it: a list, if the option takes several, with counts as [`format_short_count`] writes them.
    fn short_value(&self, text: &str) -> String {
        let ValueKind::Count { .. } = self.setting.value_kind else { return text.to_owned() };
        let count = |number: &str| number.parse().map_or_else(|_| number.to_owned(), format_short_count);
        let range = |part: &str| part.split("..").map(count).collect::<Vec<_>>().join("..");
        text.split(',').map(range).collect::<Vec<_>>().join(",")
    }

    /// A value as files have it; a list of values and of ranges `low..high` where several may be given.
    pub fn parse_values(&self, text: &str) -> Result<String, Problem> {
        let one = |text: &str| match (self.setting.value_kind, text.contains("..")) {
            (ValueKind::Count { least, most }, true) => {
                parse_range(text, least, most).map(|(low, high)| format!("{low}..{high}"))
            }
            _ => self.setting.parse_value(text),
        };
        match self.list_example {
            None => self.setting.parse_value(text),
            Some(_) => text.split(',').map(one).collect::<Result<Vec<_>, _>>().map(|all| all.join(",")),
        }
    }

    /// The number of values of a list that was understood, repeated ones included.
    pub fn value_count(&self, text: &str) -> u64 {
        let number = |part| range_ends(part).map_or(1, |(low, high)| high.saturating_sub(low).saturating_add(1));
        text.split(',').map(number).fold(0, u64::saturating_add)
    }

    /// The values of a list that was understood, each once.
    pub fn distinct_values(&self, text: &str) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for part in text.split(',') {
            let own = range_ends(part)
                .map_or_else(|| vec![part.to_owned()], |(low, high)| (low..=high).map(|n| n.to_string()).collect());
            for value in own {
                if !all.contains(&value) {
                    all.push(value);
                }
            }
        }
        all
    }

    pub fn help_text(&self, lang: Lang) -> String {
        let (help, value) = (self.setting.help.in_lang(lang), self.setting.value_name);
        match (self.list_example, lang) {
            (None, _) => help.to_owned(),
            (Some(example), Lang::Fr) => format!("{help} ; {value} peut être une liste : {example}"),
            (Some(example), Lang::En) => format!("{help}; {value} may be a list: {example}"),
        }
    }
}

/// The ends of a range `low..high`.
fn range_ends(part: &str) -> Option<(u64, u64)> {
    let (low, high) = part.split_once("..")?;
    low.parse().ok().zip(high.parse().ok())
}

/// The parsed value of an option that is a setting.
#[derive(Clone, Debug)]
pub struct SettingValue {
    pub option: OptionSpec,
    /// The value as files have it, by [`OptionSpec::understand`].
    pub text: String,
}

impl SettingValue {
    /// The value as a command line has it.
    pub fn command_line_value(&self) -> String {
        self.option.short_value(&self.text)
    }
}

/// A count as people type it, which [`count`] reads: `10G`, `2.5M`, `250k`; all digits if no unit fits.
pub fn format_short_count(number: u64) -> String {
    for (unit, sign) in [(1_000_000_000_000, 'T'), (1_000_000_000, 'G'), (1_000_000, 'M'), (1000, 'k')] {
        let (whole, tenth) = (number / unit, number % unit / (unit / 10));
        match number % (unit / 10) {
            0 if whole > 0 && tenth > 0 => return format!("{whole}.{tenth}{sign}"),
            0 if whole > 0 => return format!("{whole}{sign}"),
            _ => {}
        }
    }
    number.to_string()
}
