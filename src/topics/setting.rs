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
    pub value: &'static str,
    pub said: Said,
    pub help: Text,
    /// The heading of its option in the help.
    pub group: HelpSection,
    pub default: Option<&'static str>,
    pub takes: Takes,
    /// Values that a shell may offer, where it takes more than some words.
    pub offers: &'static [&'static str],
}

/// The memory of a solver: of every verb that solves, and of no file.
pub const MEMORY: Setting = Setting::of("memory", Text::new("mémoire", "memory"), "BYTES")
    .help(
        "Mémoire maximale d'un solveur, telle que 2G ou 500M [défaut :\u{a0}6 Gio]",
        "Memory limit of a solver, such as 2G or 500M [default: 6 GiB]",
    )
    .takes(Takes::Count { least: 1_000_000, most: 1_000_000_000_000_000 });

#[derive(Clone, Copy, Debug)]
pub enum Said {
    /// By its name: `hole 12`.
    Named,
    /// The value says what it is of: `ring`.
    Alone,
    /// The value is a number of these, one or many: `13 values`.
    Counted(Text, Text),
    /// Otherwise.
    As(fn(Lang, &str) -> String),
}

#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// Nothing: it is there or not.
    Flag,
    /// A whole number between two bounds.
    Count {
        least: u64,
        most: u64,
    },
    Word(&'static [Word]),
    /// What a function understands; it gives the text that files have.
    Text(fn(&str) -> Result<String, Problem>),
}

#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word in files, and typed.
    pub key: &'static str,
    pub label: Text,
}

impl Word {
    pub const fn new(key: &'static str, french: &'static str) -> Self {
        Self::called(key, french, key)
    }

    pub const fn called(key: &'static str, fr: &'static str, en: &'static str) -> Self {
        Self { key, label: Text::new(fr, en) }
    }
}

impl Setting {
    /// A setting that titles show with its name, that takes any text, and that has no default.
    pub const fn of(key: &'static str, label: Text, value: &'static str) -> Self {
        let takes = Takes::Text(|text| Ok(text.to_owned()));
        let (help, group) = (Text::untranslated(""), HelpSection::Game);
        Self { key, label, value, said: Said::Named, help, group, default: None, takes, offers: &[] }
    }

    pub const fn said(self, said: Said) -> Self {
        Self { said, ..self }
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
    pub const fn offers(self, offers: &'static [&'static str]) -> Self {
        Self { offers, ..self }
    }

    pub const fn takes(self, takes: Takes) -> Self {
        Self { takes, ..self }
    }

    pub fn phrase(&self, lang: Lang, value: &str) -> String {
        let word = || match self.takes {
            Takes::Word(words) => words.iter().find(|word| word.key == value).map(|word| word.label.in_lang(lang)),
            _ => None,
        };
        match (self.said, value.parse()) {
            (Said::Counted(one, many), Ok(number)) => lang.count_with_noun(number, one.in_lang(lang), many.in_lang(lang)),
            (Said::As(say), _) => say(lang, value),
            (Said::Alone, _) => word().unwrap_or(value).to_owned(),
            _ => format!("{} {}", self.label.in_lang(lang), word().unwrap_or(value)),
        }
    }

    /// The option without its dashes: `own-group`.
    pub fn option(&self) -> String {
        self.key.replace('_', "-")
    }

    /// A value as files have it.
    pub fn understand(&self, text: &str) -> Result<String, Problem> {
        match self.takes {
            Takes::Flag => Ok(text.to_owned()),
            Takes::Count { least, most } => parse_count(text, least, most).map(|count| count.to_string()),
            Takes::Word(words) if words.iter().any(|word| word.key == text) => Ok(text.to_owned()),
            Takes::Word(words) => Err(Problem::NotAChoice {
                text: text.to_owned(),
                choices: words.iter().map(|word| word.key).collect::<Vec<_>>().join(", "),
            }),
            Takes::Text(read) => read(text),
        }
    }

    pub fn refused(&self, text: &str) -> Problem {
        Problem::for_argument(
            &format!("--{}", self.option()),
            Problem::with_quoted_text(text, "n'est pas une valeur permise", "is not a valid value"),
        )
    }

    pub const fn one(&'static self) -> Opt {
        Opt { setting: self, many: None, with: &[], without: &[] }
    }

    /// As an option of a verb that takes several of its values, too, such as `example`.
    pub const fn many(&'static self, example: &'static str) -> Opt {
        self.one().many(example)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Opt {
    pub setting: &'static Setting,
    /// An example, where several values may be given.
    pub many: Option<&'static str>,
    /// Options without which it makes no sense.
    pub with: &'static [&'static str],
    /// Options that it excludes, `file` being the file.
    pub without: &'static [&'static str],
}

impl Opt {
    pub const fn with(self, with: &'static [&'static str]) -> Self {
        Self { with, ..self }
    }

    pub const fn without(self, without: &'static [&'static str]) -> Self {
        Self { without, ..self }
    }

    pub const fn many(self, example: &'static str) -> Self {
        Self { many: Some(example), ..self }
    }

    /// A value as a command line has it: a list, if the option takes several, with counts as [`short_count`] writes them.
    fn short(&self, text: &str) -> String {
        let Takes::Count { .. } = self.setting.takes else { return text.to_owned() };
        let count = |number: &str| number.parse().map_or_else(|_| number.to_owned(), short_count);
        let range = |part: &str| part.split("..").map(count).collect::<Vec<_>>().join("..");
        text.split(',').map(range).collect::<Vec<_>>().join(",")
    }

    /// A value as files have it; a list of values and of ranges `low..high` where several may be given.
    pub fn understand(&self, text: &str) -> Result<String, Problem> {
        let one = |text: &str| match (self.setting.takes, text.contains("..")) {
            (Takes::Count { least, most }, true) => {
                parse_range(text, least, most).map(|(low, high)| format!("{low}..{high}"))
            }
            _ => self.setting.understand(text),
        };
        match self.many {
            None => self.setting.understand(text),
            Some(_) => text.split(',').map(one).collect::<Result<Vec<_>, _>>().map(|all| all.join(",")),
        }
    }

    /// The number of values of a list that was understood, repeated ones included.
    pub fn number_of_values(&self, text: &str) -> u64 {
        let number = |part| ends(part).map_or(1, |(low, high)| high.saturating_sub(low).saturating_add(1));
        text.split(',').map(number).fold(0, u64::saturating_add)
    }

    /// The values of a list that was understood, each once.
    pub fn values(&self, text: &str) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for part in text.split(',') {
            let own = ends(part)
                .map_or_else(|| vec![part.to_owned()], |(low, high)| (low..=high).map(|n| n.to_string()).collect());
            for value in own {
                if !all.contains(&value) {
                    all.push(value);
                }
            }
        }
        all
    }

    pub fn help(&self, lang: Lang) -> String {
        let help = self.setting.help.in_lang(lang);
        match (self.many, lang) {
            (None, _) => help.to_owned(),
            (Some(example), Lang::Fr) => format!("{help} ; ou une liste : {example}"),
            (Some(example), Lang::En) => format!("{help}; or a list: {example}"),
        }
    }
}

/// The ends of a range `low..high`.
fn ends(part: &str) -> Option<(u64, u64)> {
    let (low, high) = part.split_once("..")?;
    low.parse().ok().zip(high.parse().ok())
}

/// The parsed value of an option that is a setting.
#[derive(Clone, Debug)]
pub struct SettingValue {
    pub opt: Opt,
    /// The value as files have it, by [`Opt::understand`].
    pub text: String,
}

impl SettingValue {
    /// The value as a command line has it.
    pub fn short(&self) -> String {
        self.opt.short(&self.text)
    }
}

/// A count as people type it, which [`count`] reads: `10G`, `2.5M`, `250k`; all digits if no unit fits.
pub fn short_count(number: u64) -> String {
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
