//! Parsed arguments of a command: settings, file and deal.

use super::setting::{MEMORY, Setting};
use crate::lang::{Lang, Problem};
use pioche_engine::games::MemoryLimit;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::str::FromStr;

pub struct ParsedArgs<'a> {
    pub lang: Lang,
    pub seed: u64,
    pub deal: u64,
    pub memory: MemoryLimit,
    pub file: Option<InputFile<'a>>,
    /// True if `--seed` or `--deal` is on the command line.
    pub has_explicit_deal: bool,
    /// The keys of the settings that are on the command line; the other values are defaults.
    pub explicit_settings: HashSet<&'static str>,
    pub use_colours: bool,
    /// The values from [`parse_values`](super::setting::OptionSpec::parse_values), by the keys of their settings.
    pub values: HashMap<&'static str, String>,
}

pub struct InputFile<'a> {
    pub name: String,
    read_at_most: Box<dyn Fn(u64) -> Result<Vec<u8>, Problem> + 'a>,
    /// The contents after the first read; the standard input can be read only once.
    cached_bytes: OnceCell<Vec<u8>>,
}

impl<'a> InputFile<'a> {
    pub fn new(name: String, read: impl Fn(u64) -> Result<Vec<u8>, Problem> + 'a) -> Self {
        Self {
            name,
            read_at_most: Box::new(read),
            cached_bytes: OnceCell::new(),
        }
    }

    /// Returns the contents; an error if the file cannot be read or is longer than `max_bytes`.
    pub fn bytes(&self, max_bytes: u64) -> Result<Vec<u8>, Problem> {
        if let Some(bytes) = self.cached_bytes.get() {
            if bytes.len() as u64 > max_bytes {
                return Err(Problem::FileTooLong {
                    file: self.name.clone(),
                    max_bytes,
                });
            }
            return Ok(bytes.clone());
        }
        let bytes = (self.read_at_most)(max_bytes)?;
        Ok(self.cached_bytes.get_or_init(|| bytes).clone())
    }

    /// Returns the contents as text; an error if [`bytes`](Self::bytes) fails or the contents are not UTF-8.
    pub fn text(&self, max_bytes: u64) -> Result<String, Problem> {
        String::from_utf8(self.bytes(max_bytes)?).map_err(|error| {
            let valid_text =
                String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()])
                    .into_owned();
            let column = valid_text
                .rsplit('\n')
                .next()
                .map_or(0, |last| last.chars().count())
                + 1;
            Problem::NotUtf8 {
                file: self.name.clone(),
                line: valid_text.matches('\n').count() + 1,
                column,
            }
        })
    }
}

impl<'a> ParsedArgs<'a> {
    /// Creates arguments without colours, explicit deal and explicit settings; the default of the memory is [`MemoryLimit::default`].
    pub fn new(
        lang: Lang,
        (seed, deal): (u64, u64),
        values: HashMap<&'static str, String>,
        file: Option<InputFile<'a>>,
    ) -> Self {
        let memory = values
            .get(MEMORY.key)
            .and_then(|bytes| bytes.parse().ok())
            .map_or_else(MemoryLimit::default, MemoryLimit);
        Self {
            lang,
            seed,
            deal,
            memory,
            values,
            file,
            has_explicit_deal: false,
            explicit_settings: HashSet::new(),
            use_colours: false,
        }
    }

    pub fn has(&self, setting: &Setting) -> bool {
        self.values.contains_key(setting.key)
    }

    /// Returns true if the setting is on the command line.
    pub fn has_explicit(&self, setting: &Setting) -> bool {
        self.explicit_settings.contains(setting.key)
    }

    /// Returns the value of a setting; `None` if the command line does not give it and it has no default.
    pub fn get_optional<T: FromStr>(&self, setting: &Setting) -> Result<Option<T>, Problem> {
        let Some(text) = self.values.get(setting.key) else {
            return Ok(None);
        };
        text.parse()
            .map(Some)
            .map_err(|_| setting.invalid_value_error(text))
    }

    pub fn get<T: FromStr>(&self, setting: &Setting) -> Result<T, Problem> {
        self.get_optional(setting)?
            .ok_or_else(|| Problem::MissingArgument {
                names: format!("--{}", setting.long_option_name()),
            })
    }
}
