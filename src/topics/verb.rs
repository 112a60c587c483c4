//! What a topic does for a verb of the command line: its options go in, an answer comes out. No argument is parsed here,
//! no file opened, nothing printed.

use super::parsed_args::ParsedArgs;
use super::setting::OptionSpec;
use crate::draw::film::{Film, FilmRequest, StateOutOfRange};
use crate::lang::{Lang, Problem, Say, Text};
use crate::play::{AskSettingsFn, ResumeFn, SavedGame};
use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::sim::Experiment;
use serde_json::Value;
use std::collections::HashMap;

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
    /// A verb without file, deal and film, that answers for people and for programs.
    pub const fn new(
        about: Text,
        options: &'static [OptionSpec],
        run: fn(&ParsedArgs<'_>) -> Result<CommandOutput, Problem>,
    ) -> Self {
        Self { about, file: None, options, accepts_deal: false, has_json: true, has_film: false, run }
    }

    /// A verb for the game in a file, or else for a deal, that can be filmed.
    pub const fn with_deal_and_film(
        about: Text,
        file: FileArg,
        options: &'static [OptionSpec],
        run: fn(&ParsedArgs<'_>) -> Result<CommandOutput, Problem>,
    ) -> Self {
        Self { file: Some(file), accepts_deal: true, has_film: true, ..Self::new(about, options, run) }
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
        Self { text: text.into(), json: None, success: true, remarks: Vec::new(), film: None }
    }

    #[must_use]
    pub fn with_json(self, json: Value) -> Self {
        Self { json: Some(json), ..self }
    }

    /// The answer "no", if `success` is not true.
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
    pub fn with_film(self, render_film: impl FnOnce(FilmRequest) -> Result<Film, StateOutOfRange> + 'static) -> Self {
        Self { film: Some(Box::new(render_film)), ..self }
    }
}

pub fn fraction_text(ratio: &Ratio<BigUint>) -> String {
    format!("{}/{}", ratio.numer(), ratio.denom())
}

pub struct PlayVerb {
    pub about: Text,
    pub file: Option<FileArg>,
    pub options: &'static [OptionSpec],
    /// Whether it can be asked for a deal of a seed; without a file, this is where the game comes from.
    pub accepts_deal: bool,
    /// The questions that settle a game about which nothing was said, if the game asks any.
    pub opening_questions: Option<AskSettingsFn>,
    pub start_record: fn(&ParsedArgs<'_>) -> Result<SavedGame, Problem>,
    pub resume: ResumeFn,
}

pub struct SimulateVerb {
    pub about: Text,
    pub options: &'static [OptionSpec],
    /// The column that names a row of its table; rows are chosen by it.
    pub row_option: OptionSpec,
    pub build_experiments: fn(&ParsedArgs<'_>) -> Result<BoxedExperiments, Problem>,
}

/// The most combinations of values that one command simulates.
const MAX_RUNS: u64 = 10_000;
/// The sentence about [`MAX_RUNS`] in the help.
pub const MAX_RUNS_HELP: Text = Text::new(
    "Une commande joue au plus 10 000 simulations : une par valeur d'une liste, ou par combinaison de plusieurs listes.",
    "A command plays at most 10,000 runs: one for each value of a list, or for each combination of several lists.",
);

impl SimulateVerb {
    /// Fails when the lists of values have more than [`MAX_RUNS`] combinations.
    fn check_run_count(&self, args: &ParsedArgs<'_>) -> Result<(), Problem> {
        let (mut runs, mut flags) = (1_u64, Vec::new());
        for opt in self.options.iter().filter(|opt| opt.list_example.is_some()) {
            let number = args.values.get(opt.setting.key).map_or(1, |text| opt.value_count(text));
            runs = runs.saturating_mul(number);
            if number > 1 {
                flags.push(format!("--{}", opt.setting.option_name()));
            }
        }
        if runs <= MAX_RUNS {
            return Ok(());
        }
        let [fr, en] = [Lang::Fr, Lang::En].map(|lang| (lang.integer(runs), lang.integer(MAX_RUNS)));
        let problem = Problem::message(
            format!("cela fait {} simulations, et une commande en joue au plus {}", fr.0, fr.1),
            format!("this makes {} runs, and a command plays at most {}", en.0, en.1),
        );
        Err(Problem::for_argument(&flags.join(", "), problem))
    }

    /// The experiments for all combinations of values, those of the last setting varying first. Fails when there are more
    /// than [`MAX_RUNS`].
    pub fn all_experiments(&self, args: &ParsedArgs<'_>) -> Result<BoxedExperiments, Problem> {
        self.check_run_count(args)?;
        let mut each = vec![args.values.clone()];
        for opt in self.options.iter().filter(|opt| opt.list_example.is_some()) {
            let Some(text) = args.values.get(opt.setting.key) else { continue };
            let with = |known: HashMap<_, _>| {
                opt.distinct_values(text).into_iter().map(move |value| {
                    let mut known = known.clone();
                    known.insert(opt.setting.key, value);
                    known
                })
            };
            each = each.into_iter().flat_map(with).collect();
        }
        let args = |values| ParsedArgs::new(args.lang, (args.seed, args.deal), values, None);
        let mut all = Vec::new();
        for values in each {
            all.extend((self.build_experiments)(&args(values))?);
        }
        Ok(all)
    }
}

pub type BoxedExperiments = Vec<Box<dyn Experiment>>;
