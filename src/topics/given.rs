//! What a command was given, understood: the settings, the file, the deal.

use super::setting::Setting;
use crate::lang::{Lang, Problem};
use pioche_engine::games::Memory;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::str::FromStr;

/// What a command was given.
pub struct Given<'a> {
    /// The language of what people read.
    pub lang: Lang,
    /// The master seed.
    pub seed: u64,
    /// The number of the deal.
    pub deal: u64,
    /// The memory that a solver may take.
    pub memory: Memory,
    values: HashMap<&'static str, String>,
    file: Option<File<'a>>,
    chosen: bool,
    coloured: bool,
}

/// Reads a file of at most so many bytes.
pub type Reader<'a> = dyn Fn(u64) -> Result<Vec<u8>, Problem> + 'a;

/// A file that was named, not read yet.
pub struct File<'a> {
    name: String,
    read: Box<Reader<'a>>,
    /// What was read: the standard input can be read only once.
    known: OnceCell<Vec<u8>>,
}

impl<'a> File<'a> {
    /// A file that is called `name` in messages.
    pub fn new(name: String, read: impl Fn(u64) -> Result<Vec<u8>, Problem> + 'a) -> Self {
        Self { name, read: Box::new(read), known: OnceCell::new() }
    }

    /// Its name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its bytes, when there are at most `most`.
    ///
    /// # Errors
    /// When it cannot be read, or is longer.
    pub fn bytes(&self, most: u64) -> Result<Vec<u8>, Problem> {
        if let Some(known) = self.known.get() {
            let long = || Problem::TooLong { file: self.name.clone(), most };
            return if known.len() as u64 > most { Err(long()) } else { Ok(known.clone()) };
        }
        let bytes = (self.read)(most)?;
        Ok(self.known.get_or_init(|| bytes).clone())
    }

    /// Its text, of at most `most` bytes.
    ///
    /// # Errors
    /// When it cannot be read, is longer, or is no UTF-8: where.
    pub fn text(&self, most: u64) -> Result<String, Problem> {
        String::from_utf8(self.bytes(most)?).map_err(|error| {
            let good = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
            let column = good.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
            Problem::NotUtf8 { file: self.name.clone(), line: good.matches('\n').count() + 1, column }
        })
    }
}

impl<'a> Given<'a> {
    /// The values, as [`Opt::understand`](super::setting::Opt::understand) gives them, by the keys of their settings.
    pub fn new(
        lang: Lang,
        (seed, deal): (u64, u64),
        values: HashMap<&'static str, String>,
        file: Option<File<'a>>,
    ) -> Self {
        Self { lang, seed, deal, memory: Memory::default(), values, file, chosen: false, coloured: false }
    }

    /// With so much memory for solvers.
    #[must_use]
    pub fn within(self, memory: Memory) -> Self {
        Self { memory, ..self }
    }

    /// The same, told whether the seed or the deal was `chosen`, and whether the answer may be `coloured`.
    #[must_use]
    pub fn told(self, chosen: bool, coloured: bool) -> Self {
        Self { chosen, coloured, ..self }
    }

    /// Whether the seed or the deal was asked for, not left as it is by default.
    pub fn chosen(&self) -> bool {
        self.chosen
    }

    /// Whether the answer may have colours.
    pub fn coloured(&self) -> bool {
        self.coloured
    }

    /// The file, if one was named.
    pub fn file(&self) -> Option<&File<'a>> {
        self.file.as_ref()
    }

    /// Whether a setting was given, or has a default.
    pub fn has(&self, setting: &Setting) -> bool {
        self.values.contains_key(setting.key)
    }

    /// The value of a setting, `None` when it was not given and has no default.
    ///
    /// # Errors
    /// When the game knows no such value.
    pub fn maybe<T: FromStr>(&self, setting: &Setting) -> Result<Option<T>, Problem> {
        let Some(text) = self.values.get(setting.key) else { return Ok(None) };
        let unknown =
            || Problem::argument(&format!("--{}", setting.option()), Problem::NotUnderstood { text: text.clone() });
        text.parse().map(Some).map_err(|_| unknown())
    }

    /// The value of a setting that was given or has a default.
    ///
    /// # Errors
    /// When it was not given, or the game knows no such value.
    pub fn get<T: FromStr>(&self, setting: &Setting) -> Result<T, Problem> {
        self.maybe(setting)?.ok_or_else(|| Problem::MissingArgument { names: format!("--{}", setting.option()) })
    }

    /// The values of a setting of which a range was given.
    ///
    /// # Errors
    /// When the game does not know one of them.
    pub fn range<T: FromStr>(&self, setting: &Setting) -> Result<Vec<T>, Problem> {
        let text: String = self.get(setting)?;
        let (low, high) = text.split_once("..").unwrap_or((&text, &text));
        let unknown =
            || Problem::argument(&format!("--{}", setting.option()), Problem::NotUnderstood { text: text.clone() });
        let value = |text: &str| text.parse().map_err(|_| unknown());
        match (low.parse::<u64>(), high.parse::<u64>()) {
            (Ok(low), Ok(high)) => (low..=high).map(|number| value(&number.to_string())).collect(),
            _ => Ok(vec![value(low)?]),
        }
    }
}
