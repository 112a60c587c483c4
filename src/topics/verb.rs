//! The commands of a topic: functions from parsed arguments to an output. They parse no command line and print nothing.

use super::setting::{MEMORY, OptionSpec, Setting};
use crate::draw::film::{Film, FilmRequest, StateOutOfRange};
use crate::lang::{Lang, Problem, Sentence, Text, either};
use crate::play::{AskSettingsFn, ResumeFn, SavedGame};
use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::games::MemoryLimit;
use pioche_engine::sim::Experiment;
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::{BTreeMap, HashSet};
use std::str::FromStr;

pub struct VerbSpec {
    pub about: Text,
    pub file: Option<FileArg>,
    pub options: &'static [OptionSpec],
    pub accepts_deal: bool,
    pub has_json: bool,
    pub has_film: bool,
    pub run: fn(&ParsedArgs<'_>) -> Result<CommandOutput, Problem>,
}

impl VerbSpec {
    /// Creates a command with text and JSON output, without a file, deal or film.
    pub const fn new(
        about: Text,
        options: &'static [OptionSpec],
        run: fn(&ParsedArgs<'_>) -> Result<CommandOutput, Problem>,
    ) -> Self {
        Self {
            about,
            file: None,
            options,
            accepts_deal: false,
            has_json: true,
            has_film: false,
            run,
        }
    }

    /// Creates a command for the game in a file or, without a file, for a deal; it has JSON output and a film.
    pub const fn with_deal_and_film(
        about: Text,
        file: FileArg,
        options: &'static [OptionSpec],
        run: fn(&ParsedArgs<'_>) -> Result<CommandOutput, Problem>,
    ) -> Self {
        Self {
            file: Some(file),
            accepts_deal: true,
            has_film: true,
            ..Self::new(about, options, run)
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct FileArg {
    pub help: Text,
    pub required: bool,
    pub conflicts_with: &'static [&'static str],
}

pub struct CommandOutput {
    pub text: String,
    pub json: Option<Value>,
    pub success: bool,
    pub remarks: Vec<Sentence>,
    pub film: Option<Box<RenderFilmFn>>,
}

pub type RenderFilmFn = dyn FnOnce(FilmRequest) -> Result<Film, StateOutOfRange>;

impl CommandOutput {
    pub fn from_text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            json: None,
            success: true,
            remarks: Vec::new(),
            film: None,
        }
    }

    #[must_use]
    pub fn with_json(self, json: Value) -> Self {
        Self {
            json: Some(json),
            ..self
        }
    }

    /// Sets the answer to a yes/no question; `false` gives the exit code of a negative answer.
    #[must_use]
    pub fn with_success(self, success: bool) -> Self {
        Self { success, ..self }
    }

    #[must_use]
    pub fn with_remark(mut self, remark: impl Into<Sentence>) -> Self {
        self.remarks.push(remark.into());
        self
    }

    #[must_use]
    pub fn with_film(
        self,
        render_film: impl FnOnce(FilmRequest) -> Result<Film, StateOutOfRange> + 'static,
    ) -> Self {
        Self {
            film: Some(Box::new(render_film)),
            ..self
        }
    }
}

pub fn fraction_text(ratio: &Ratio<BigUint>) -> String {
    format!("{}/{}", ratio.numer(), ratio.denom())
}

pub struct PlayVerb {
    pub about: Text,
    pub file: Option<FileArg>,
    pub options: &'static [OptionSpec],
    /// True if the command has `--seed` and `--deal`.
    pub accepts_deal: bool,
    /// The questions about the settings when `play` has no options; `None` if the game asks none.
    pub opening_questions: Option<AskSettingsFn>,
    pub start_record: fn(&ParsedArgs<'_>) -> Result<SavedGame, Problem>,
    pub resume: ResumeFn,
}

pub struct SimulateVerb {
    pub about: Text,
    pub options: &'static [OptionSpec],
    /// The option that selects rows of the table, by the column that names them.
    pub row_option: OptionSpec,
    pub build_experiments: fn(&ParsedArgs<'_>) -> Result<BoxedExperiments, Problem>,
}

/// The largest number of runs of one command.
pub const MAX_RUNS: u64 = 10_000;
/// The help sentence about [`MAX_RUNS`].
pub const MAX_RUNS_HELP: Text = Text::new(
    "Une commande joue au plus 10 000 simulations : une par valeur d'une liste, ou par \
     combinaison de plusieurs listes.",
    "A command plays at most 10,000 runs: one for each value of a list, or for each combination \
     of several lists.",
);

impl SimulateVerb {
    /// Returns an error if the lists of values have more than [`MAX_RUNS`] combinations.
    fn check_run_count(&self, values: &SettingValues) -> Result<(), Problem> {
        let mut runs = 1_u64;
        let mut flags = Vec::new();
        for opt in self.options.iter().filter(|opt| opt.list_example.is_some()) {
            let run_count = values
                .get(opt.setting.key)
                .map_or(1, |text| opt.value_count(text));
            runs = runs.saturating_mul(run_count);
            if run_count > 1 {
                flags.push(format!("--{}", opt.setting.long_option_name()));
            }
        }
        if runs <= MAX_RUNS {
            return Ok(());
        }
        let problem = Problem(Sentence::from_fn(|lang| {
            let run_count = lang.integer(runs);
            let max = lang.integer(MAX_RUNS);
            either!(
                lang,
                "cela fait {run_count} simulations, et une commande en joue au plus {max}",
                "this makes {run_count} runs, and a command plays at most {max}"
            )
        }));
        Err(Problem::for_argument(&flags.join(", "), problem))
    }

    /// Returns the experiments for all combinations of values; the last setting varies fastest. More than [`MAX_RUNS`]
    /// combinations are an error.
    pub fn all_experiments(
        &self,
        lang: Lang,
        values: &SettingValues,
    ) -> Result<BoxedExperiments, Problem> {
        self.check_run_count(values)?;
        let mut combinations = vec![values.clone()];
        for opt in self.options.iter().filter(|opt| opt.list_example.is_some()) {
            let Some(text) = values.get(opt.setting.key) else {
                continue;
            };
            let mut extended = Vec::new();
            for combination in &combinations {
                for value in opt.distinct_values(text) {
                    let mut extension = combination.clone();
                    extension.insert(opt.setting.key, value);
                    extended.push(extension);
                }
            }
            combinations = extended;
        }
        let mut experiments = Vec::new();
        for values in combinations {
            let run_args = ParsedArgs::new(lang, values);
            experiments.extend((self.build_experiments)(&run_args)?);
        }
        Ok(experiments)
    }
}

pub type BoxedExperiments = Vec<Box<dyn Experiment>>;

/// The values from [`OptionSpec::parse_values`], by the keys of their settings.
pub type SettingValues = BTreeMap<&'static str, String>;

pub fn default_values(options: &[OptionSpec]) -> SettingValues {
    let value = |opt: &OptionSpec| Some((opt.setting.key, opt.setting.default?.to_owned()));
    options.iter().filter_map(value).collect()
}

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
    pub values: SettingValues,
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
                return Err(Problem::file_too_long(&self.name, max_bytes));
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
            Problem::not_utf8(&self.name, (valid_text.matches('\n').count() + 1, column))
        })
    }
}

impl<'a> ParsedArgs<'a> {
    /// Creates arguments of deal 0 of seed 0, without file, colours, explicit deal and explicit settings; the default of
    /// the memory is [`MemoryLimit::default`].
    pub fn new(lang: Lang, values: SettingValues) -> Self {
        let memory = values
            .get(MEMORY.key)
            .and_then(|bytes| bytes.parse().ok())
            .map_or_else(MemoryLimit::default, MemoryLimit);
        Self {
            lang,
            seed: 0,
            deal: 0,
            memory,
            values,
            file: None,
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
            .ok_or_else(|| Problem::missing_argument(&format!("--{}", setting.long_option_name())))
    }
}
