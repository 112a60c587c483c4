//! The commands of a topic: their arguments and their answers. They parse no command line and print nothing.

use crate::film::Film;
use crate::saved_game::DealOrigin;
use crate::words::{MAX_RUNS, Words, too_many_runs_problem};
use pioche_engine::sim::settings::field_value;
use pioche_engine::sim::{Field, SettingType};
use pioche_report::answers::AnswerRow;
use pioche_report::command::flag_name;
use pioche_report::lang::{Problem, Text};
use serde_json::Value;
use std::cell::OnceCell;

/// A command of a topic, such as `solve`, with what `run` does.
#[derive(Clone, Copy)]
pub struct Verb<F: Copy = AnswerFn> {
    /// The sentence that describes the command in the help.
    pub about: Text,
    /// The file argument; `None` if the command takes no file.
    pub file: Option<FileArg>,
    /// The options of the game in groups, in the order of the help.
    pub(crate) settings: &'static [&'static [Words]],
    /// True if options accept lists of values; the answer is then a table.
    pub accepts_lists: bool,
    /// The options `--seed` and `--deal`.
    pub deal: DealArg,
    /// True if the command has `--format json`.
    pub has_json: bool,
    /// The keys that are refused beside another one; `file` is the file argument.
    pub conflicts: &'static [(&'static str, &'static [&'static str])],
    /// The keys that need another one.
    pub requires: &'static [(&'static str, &'static str)],
    /// The function or the data of the command.
    pub run: F,
}

/// Answers a command. Fails when the settings do not suit each other, the file is refused, or a solver gives up.
pub type AnswerFn = fn(&ParsedArgs<'_>) -> Result<Answer, Problem>;

/// The options `--seed` and `--deal` of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealArg {
    /// The command has none.
    None,
    /// Without them, the command is about deal 0 of seed 1.
    Given,
    /// The command draws a seed unless it is given.
    Drawn,
}

impl<F: Copy> Verb<F> {
    /// Creates a command with text and JSON output, without a file, a deal or lists.
    pub const fn new(about: Text, settings: &'static [&'static [Words]], run: F) -> Self {
        Self {
            about,
            file: None,
            settings,
            accepts_lists: false,
            deal: DealArg::None,
            has_json: true,
            conflicts: &[],
            requires: &[],
            run,
        }
    }

    /// Makes the command about the game in a file or, without a file, about a deal.
    pub(crate) const fn with_deal(self, deal: DealArg, file: FileArg) -> Self {
        Self {
            file: Some(file),
            deal,
            ..self
        }
    }

    /// Makes the options accept lists; the answer is then a table.
    pub(crate) const fn with_lists(self) -> Self {
        Self {
            accepts_lists: true,
            ..self
        }
    }

    pub(crate) const fn with_conflicts(
        self,
        conflicts: &'static [(&'static str, &'static [&'static str])],
    ) -> Self {
        Self { conflicts, ..self }
    }

    pub(crate) const fn with_requires(
        self,
        requires: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self { requires, ..self }
    }

    /// Returns the options of the game; they accept lists only where the command does.
    pub fn options(&self) -> impl Iterator<Item = Words> + use<F> {
        let accepts_lists = self.accepts_lists;
        self.settings
            .iter()
            .copied()
            .flatten()
            .map(move |words| Words {
                list: words.list.filter(|_| accepts_lists),
                ..*words
            })
    }

    /// Returns all combinations of the values of the options; the last option varies fastest. Several fields with one key
    /// are the values of a list, and an option without a field has its default.
    ///
    /// # Errors
    /// When there are more combinations than a command may have runs, 10,000.
    pub fn combinations(&self, values: &[Field]) -> Result<Vec<Settings>, Problem> {
        self.check_run_count(values)?;
        let mut combinations = vec![Vec::new()];
        for option in self.options() {
            let mut choices: Vec<Field> = option.values_among(values).cloned().collect();
            if let (true, Some(default)) = (choices.is_empty(), option.setting.default) {
                choices = option.parse_list(default)?;
            }
            if choices.is_empty() {
                continue;
            }
            let mut extended = Vec::new();
            for combination in combinations {
                for choice in &choices {
                    extended.push([combination.as_slice(), std::slice::from_ref(choice)].concat());
                }
            }
            combinations = extended;
        }
        Ok(combinations)
    }

    /// Returns an error if there are more than [`MAX_RUNS`] combinations of the values.
    fn check_run_count(&self, values: &[Field]) -> Result<(), Problem> {
        let mut runs = 1_u64;
        let mut flags = Vec::new();
        for option in self.options() {
            let value_count = option.values_among(values).count() as u64;
            runs = runs.saturating_mul(value_count.max(1));
            if value_count > 1 {
                flags.push(option.flag_name());
            }
        }
        if runs <= MAX_RUNS {
            return Ok(());
        }
        Err(Problem::for_argument(
            &flags.join(", "),
            too_many_runs_problem(runs),
        ))
    }
}

impl Verb {
    /// Answers a command with a row for a table, which has the settings that are used.
    ///
    /// # Errors
    /// As the command; the settings are named.
    pub fn answer_row(&self, args: &ParsedArgs<'_>) -> Result<(AnswerRow, Value), Problem> {
        let mut settings = Vec::new();
        for option in self.options() {
            let mut required = self.requires.iter().filter(|(key, _)| *key == option.key());
            let is_used = required.all(|(_, other)| field_value(&args.settings, other).is_some());
            let is_setting = !option.is_flag() || option.setting.default.is_some();
            if is_setting && is_used {
                settings.extend(option.values_among(&args.settings).cloned());
            }
        }
        let answer = (self.run)(args).map_err(|problem| {
            let flag = |field: &Field| format!("{} {}", flag_name(field.setting), field.value);
            let flags: Vec<String> = settings.iter().map(flag).collect();
            Problem::for_argument(&flags.join(" "), problem)
        })?;
        let row = answer.row.expect("a command with a table returns a row");
        Ok((AnswerRow { settings, ..row }, answer.json))
    }
}

/// The settings of one start or run.
pub type Settings = Vec<Field>;

/// The file argument of a command.
#[derive(Clone, Copy, Debug)]
pub struct FileArg {
    /// The help of the argument.
    pub help: Text,
    /// False if the command has an answer without a file.
    pub required: bool,
}

/// The answer of a command, in every form in which it can be printed.
#[derive(Default)]
pub struct Answer {
    /// The answer for a reader, with a line break at the end.
    pub text: String,
    /// The rest of a long text, in parts.
    pub more_text: Option<Box<dyn Iterator<Item = String>>>,
    /// The answer as JSON.
    pub json: Value,
    /// True if the answer to a yes/no question is no, which gives an exit code of its own.
    pub is_no: bool,
    /// Remarks and warnings for the standard error.
    pub remarks: Vec<String>,
    /// The answer as a row of a table, without its settings.
    pub row: Option<AnswerRow>,
    /// The pictures of the game that the answer is about.
    pub film: Option<Film>,
}

/// The arguments of a command, after the command line was read.
pub struct ParsedArgs<'a> {
    /// The seed of the deal.
    pub seed: u64,
    /// The number of the deal, from 0.
    pub deal: u64,
    /// The file argument; `None` if none is given.
    pub file: Option<InputFile<'a>>,
    /// True if `--seed` or `--deal` is on the command line.
    pub has_explicit_deal: bool,
    /// The settings that are on the command line; the other values are defaults.
    pub explicit_settings: Settings,
    /// The value of each option that is given or has a default.
    pub settings: Settings,
}

impl<'a> ParsedArgs<'a> {
    /// Creates arguments of deal 0 of seed 0, without file, explicit deal and explicit settings.
    pub fn new(settings: Settings) -> Self {
        Self {
            seed: 0,
            deal: 0,
            file: None,
            has_explicit_deal: false,
            explicit_settings: Vec::new(),
            settings,
        }
    }

    /// Returns the deal of a game without a file.
    pub(crate) fn origin(&self) -> Option<DealOrigin> {
        let origin = DealOrigin {
            seed: self.seed,
            deal: self.deal,
        };
        self.file.is_none().then_some(origin)
    }

    pub(crate) fn has(&self, option: &Words) -> bool {
        option.setting.value(&self.settings).is_some()
    }

    /// Returns the value of an option; `None` if the command line does not give it and it has no default.
    pub(crate) fn get_optional<T: SettingType>(
        &self,
        option: &Words,
    ) -> Result<Option<T>, Problem> {
        if self.has(option) {
            self.get(option).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Returns the value of an option that is given or has a default.
    ///
    /// # Errors
    /// When the option has no value, or a value that its type does not accept.
    pub fn get<T: SettingType>(&self, option: &Words) -> Result<T, Problem> {
        Ok(option.setting.read(&self.settings)?)
    }
}

/// The largest size of a file that a command reads, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// A file that a command reads when it needs it; the package opens none.
pub struct InputFile<'a> {
    /// The name in messages.
    pub name: String,
    read_at_most: Box<dyn Fn(u64) -> Result<Vec<u8>, Problem> + 'a>,
    /// The contents after the first read; the standard input can be read only once.
    cached_bytes: OnceCell<Vec<u8>>,
}

impl<'a> InputFile<'a> {
    /// Creates a file that `read` reads; its argument is the largest size in bytes, beyond which it fails.
    pub fn new(name: String, read: impl Fn(u64) -> Result<Vec<u8>, Problem> + 'a) -> Self {
        Self {
            name,
            read_at_most: Box::new(read),
            cached_bytes: OnceCell::new(),
        }
    }

    /// Returns the contents as text, without a byte order mark; an error if the file cannot be read, is longer than
    /// [`MAX_BYTES`] or is not UTF-8.
    pub(crate) fn text(&self) -> Result<String, Problem> {
        let bytes = match self.cached_bytes.get() {
            Some(bytes) => bytes,
            None => {
                let bytes = (self.read_at_most)(MAX_BYTES)?;
                self.cached_bytes.get_or_init(|| bytes)
            }
        };
        let content = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        utf8_text(&self.name, 1, content).map(str::to_owned)
    }
}

/// Returns bytes of a file as text, which begins in this line; an error if they are not UTF-8.
pub(crate) fn utf8_text<'a>(file: &str, line: usize, bytes: &'a [u8]) -> Result<&'a str, Problem> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid_text = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let last_line = valid_text.rsplit('\n').next().unwrap_or_default();
        let line = line + valid_text.matches('\n').count();
        Problem::not_utf8(file, (line, last_line.chars().count() + 1))
    })
}
