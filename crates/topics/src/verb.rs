//! The commands of a topic: functions from parsed arguments to an output. They parse no command line and print nothing.

use super::setting::{MAX_RUNS, OptionSpec, memory_limit, too_many_runs_problem};
use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::games::MemoryLimit;
use pioche_engine::sim::{Experiment, Field, SettingType};
use pioche_report::answers::AnswerRow;
use pioche_report::lang::{Problem, Text};
use serde_json::Value;
use std::cell::OnceCell;

/// A command of a topic, such as `solve`.
pub struct VerbSpec {
    /// The sentence that describes the command in the help.
    pub about: Text,
    /// The file argument; `None` if the command takes no file.
    pub file: Option<FileArg>,
    /// The options of the game, in the order of the help.
    pub options: &'static [OptionSpec],
    /// True if the command has `--seed` and `--deal`.
    pub accepts_deal: bool,
    /// True if the command draws a seed unless it is given.
    pub draws_seed: bool,
    /// True if the command has `--format json`.
    pub has_json: bool,
    /// Returns the starts that one combination of settings means; `None` if the command has one answer and no table.
    pub starts: Option<StartsFn>,
    /// Answers one start. It fails when the settings do not suit each other, the file is refused, or a solver gives up.
    pub run: fn(&ParsedArgs<'_>) -> Result<CommandOutput, Problem>,
}

impl VerbSpec {
    /// Creates a command with text and JSON output, without a file or deal.
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
            draws_seed: false,
            has_json: true,
            starts: None,
            run,
        }
    }

    /// Gives the command a table with a row for each start.
    pub(crate) const fn with_starts(self, starts: StartsFn) -> Self {
        Self {
            starts: Some(starts),
            ..self
        }
    }

    /// Creates a command for the game in a file or, without a file, for a deal; it has JSON output.
    pub(crate) const fn with_deal(
        about: Text,
        file: FileArg,
        options: &'static [OptionSpec],
        run: fn(&ParsedArgs<'_>) -> Result<CommandOutput, Problem>,
    ) -> Self {
        Self {
            file: Some(file),
            accepts_deal: true,
            ..Self::new(about, options, run)
        }
    }
}

/// The settings of one start or run.
pub type Settings = Vec<Field>;

/// A function that returns the settings of each start that one combination of values means, such as each hole for `all`.
pub type StartsFn = fn(Settings) -> Result<Vec<Settings>, Problem>;

/// Returns the settings themselves as the only start.
pub(crate) fn single_start(settings: Settings) -> Result<Vec<Settings>, Problem> {
    Ok(vec![settings])
}

/// The file argument of a command.
#[derive(Clone, Copy, Debug)]
pub struct FileArg {
    /// The help of the argument.
    pub help: Text,
    /// False if the command has an answer without a file.
    pub required: bool,
    /// The keys of options that are refused beside a file.
    pub conflicts_with: &'static [&'static str],
}

/// The answer of a command, in every form in which it can be printed.
pub struct CommandOutput {
    /// The answer for a reader, with a line break at the end.
    pub text: String,
    /// The answer as JSON; `None` if the command has none.
    pub json: Option<Value>,
    /// False if the answer to a yes/no question is no, which gives an exit code of its own.
    pub success: bool,
    /// Remarks and warnings for the standard error.
    pub remarks: Vec<String>,
    /// The answer as a row of a table, without its settings; `None` if the command has no table.
    pub row: Option<AnswerRow>,
}

impl CommandOutput {
    /// Creates a positive answer without JSON and remarks.
    pub(crate) fn from_text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            json: None,
            success: true,
            remarks: Vec::new(),
            row: None,
        }
    }

    #[must_use]
    pub(crate) fn with_row(self, row: AnswerRow) -> Self {
        Self {
            row: Some(row),
            ..self
        }
    }

    /// Adds the answer as JSON.
    #[must_use]
    pub(crate) fn with_json(self, json: Value) -> Self {
        Self {
            json: Some(json),
            ..self
        }
    }

    /// Sets the answer to a yes/no question; `false` gives the exit code of a negative answer.
    #[must_use]
    pub(crate) fn with_success(self, success: bool) -> Self {
        Self { success, ..self }
    }

    #[must_use]
    pub(crate) fn with_remark(mut self, remark: impl Into<String>) -> Self {
        self.remarks.push(remark.into());
        self
    }
}

pub(crate) fn fraction_text(ratio: &Ratio<BigUint>) -> String {
    format!("{}/{}", ratio.numer(), ratio.denom())
}

/// The command `simulate` of a topic.
pub struct SimulateVerb {
    /// The sentence that describes the command in the help.
    pub about: Text,
    /// The options of the game, in the order of the help.
    pub options: &'static [OptionSpec],
    /// The option that asks for rows of the table, by the column that names them.
    pub row_option: OptionSpec,
    /// The option that asks for a counted quantity; `None` if the rows are the statistics.
    pub statistic_option: Option<OptionSpec>,
    /// Creates the experiments of one value of each option.
    pub(crate) build_experiments: fn(&[Field]) -> Result<Experiments, Problem>,
}

type Experiments = Vec<Box<dyn Experiment>>;

impl SimulateVerb {
    /// Returns the options that ask another question than the main one.
    pub fn question_options(&self) -> impl Iterator<Item = OptionSpec> {
        [self.row_option].into_iter().chain(self.statistic_option)
    }

    /// Returns the experiments for all [`combinations`] of values.
    ///
    /// # Errors
    /// Those of [`combinations`], and settings that do not suit each other.
    pub fn all_experiments(&self, values: &[Field]) -> Result<Experiments, Problem> {
        let mut experiments = Vec::new();
        for settings in combinations(self.options, values)? {
            experiments.extend((self.build_experiments)(&settings)?);
        }
        Ok(experiments)
    }
}

/// Returns all combinations of the values of some options; the last option varies fastest. Several fields with one key are
/// the values of a list, and an option without a field has its default.
///
/// # Errors
/// When there are more combinations than a command may have runs, 10,000.
pub fn combinations(options: &[OptionSpec], values: &[Field]) -> Result<Vec<Settings>, Problem> {
    check_run_count(options, values)?;
    let mut combinations = vec![Vec::new()];
    for option in options {
        let given_values = option.values_among(values);
        let mut choices: Vec<Field> = given_values.cloned().collect();
        if let (true, Some(default)) = (choices.is_empty(), option.setting.default) {
            choices = option.parse_values(default)?;
        }
        if !choices.is_empty() {
            combinations = extended_combinations(&combinations, &choices);
        }
    }
    Ok(combinations)
}

/// Returns an error if there are more than [`MAX_RUNS`] combinations of the values.
fn check_run_count(options: &[OptionSpec], values: &[Field]) -> Result<(), Problem> {
    let mut runs = 1_u64;
    let mut flags = Vec::new();
    for option in options {
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

/// Returns each combination with each choice of a further setting.
fn extended_combinations(combinations: &[Vec<Field>], choices: &[Field]) -> Vec<Vec<Field>> {
    let mut extended = Vec::new();
    for combination in combinations {
        for choice in choices {
            let mut extension = combination.clone();
            extension.push(choice.clone());
            extended.push(extension);
        }
    }
    extended
}

/// The arguments of a command, after the command line was read.
pub struct ParsedArgs<'a> {
    /// The seed of the deal.
    pub seed: u64,
    /// The number of the deal, from 0.
    pub deal: u64,
    /// The memory that a solver may take.
    pub memory: MemoryLimit,
    /// The file argument; `None` if none is given.
    pub file: Option<InputFile<'a>>,
    /// True if `--seed` or `--deal` is on the command line.
    pub has_explicit_deal: bool,
    /// The settings that are on the command line; the other values are defaults.
    pub explicit_settings: Vec<Field>,
    /// True if the output takes escape sequences of colours.
    pub use_colours: bool,
    /// The value of each option that is given or has a default.
    pub settings: Vec<Field>,
}

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
    pub(crate) fn text(&self, max_bytes: u64) -> Result<String, Problem> {
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
    /// Creates arguments of deal 0 of seed 0, without file, colours, explicit deal and explicit settings.
    pub fn new(settings: Vec<Field>) -> Self {
        Self {
            seed: 0,
            deal: 0,
            memory: memory_limit(&settings),
            settings,
            file: None,
            has_explicit_deal: false,
            explicit_settings: Vec::new(),
            use_colours: false,
        }
    }

    pub(crate) fn has(&self, option: &OptionSpec) -> bool {
        option.setting.value(&self.settings).is_some()
    }

    /// Returns the value of an option; `None` if the command line does not give it and it has no default.
    pub(crate) fn get_optional<T: SettingType>(
        &self,
        option: &OptionSpec,
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
    pub fn get<T: SettingType>(&self, option: &OptionSpec) -> Result<T, Problem> {
        Ok(option.setting.read(&self.settings)?)
    }
}
