//! The commands of a topic: functions from parsed options to an output. They parse no command line and print nothing.

use super::parsed_args::ParsedArgs;
use super::setting::OptionSpec;
use crate::draw::film::{Film, FilmRequest, StateOutOfRange};
use crate::lang::{Lang, Problem, Say, Text};
use crate::play::{AskSettingsFn, ResumeFn, SavedGame};
use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::sim::Experiment;
use serde_json::Value;

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
    pub remarks: Vec<Box<dyn Say>>,
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
    pub fn with_remark(mut self, remark: impl Say + 'static) -> Self {
        self.remarks.push(Box::new(remark));
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
    "Une commande joue au plus 10 000 simulations : une par valeur d'une liste, ou par combinaison de plusieurs listes.",
    "A command plays at most 10,000 runs: one for each value of a list, or for each combination of several lists.",
);

impl SimulateVerb {
    /// Returns an error if the lists of values have more than [`MAX_RUNS`] combinations.
    fn check_run_count(&self, args: &ParsedArgs<'_>) -> Result<(), Problem> {
        let mut runs = 1_u64;
        let mut flags = Vec::new();
        for opt in self.options.iter().filter(|opt| opt.list_example.is_some()) {
            let number = args
                .values
                .get(opt.setting.key)
                .map_or(1, |text| opt.value_count(text));
            runs = runs.saturating_mul(number);
            if number > 1 {
                flags.push(format!("--{}", opt.setting.long_option_name()));
            }
        }
        if runs <= MAX_RUNS {
            return Ok(());
        }
        let [fr, en] =
            [Lang::Fr, Lang::En].map(|lang| (lang.integer(runs), lang.integer(MAX_RUNS)));
        let problem = Problem::message(
            format!(
                "cela fait {} simulations, et une commande en joue au plus {}",
                fr.0, fr.1
            ),
            format!(
                "this makes {} runs, and a command plays at most {}",
                en.0, en.1
            ),
        );
        Err(Problem::for_argument(&flags.join(", "), problem))
    }

    /// Returns the experiments for all combinations of values; the last setting varies fastest. More than [`MAX_RUNS`]
    /// combinations are an error.
    pub fn all_experiments(&self, args: &ParsedArgs<'_>) -> Result<BoxedExperiments, Problem> {
        self.check_run_count(args)?;
        let mut combinations = vec![args.values.clone()];
        for opt in self.options.iter().filter(|opt| opt.list_example.is_some()) {
            let Some(text) = args.values.get(opt.setting.key) else {
                continue;
            };
            let mut extended = Vec::new();
            for combination in &combinations {
                for value in opt.distinct_values(text) {
                    let mut values = combination.clone();
                    values.insert(opt.setting.key, value);
                    extended.push(values);
                }
            }
            combinations = extended;
        }
        let mut experiments = Vec::new();
        for values in combinations {
            let run_args = ParsedArgs::new(args.lang, (args.seed, args.deal), values, None);
            experiments.extend((self.build_experiments)(&run_args)?);
        }
        Ok(experiments)
    }
}

pub type BoxedExperiments = Vec<Box<dyn Experiment>>;
