//! What a topic does for a verb of the command line: its options go in, an answer comes out. No argument is parsed here,
//! no file opened, nothing printed.

use super::given::Given;
use super::setting::Opt;
use crate::draw::film::{Film, FilmRequest, StateOutOfRange};
use crate::lang::{Lang, Problem, Say, Text};
use crate::play::{AskSettingsFn, SavedGame, ResumeFn};
use num_bigint::BigUint;
use num_rational::Ratio;
use pioche_engine::sim::Experiment;
use serde_json::Value;
use std::collections::HashMap;

pub struct Verb {
    pub about: Text,
    pub file: Option<FileArg>,
    pub options: &'static [Opt],
    pub dealt: bool,
    pub json: bool,
    pub filmed: bool,
    pub run: fn(&Given<'_>) -> Result<Answer, Problem>,
}

impl Verb {
    /// A verb without file, deal and film, that answers for people and for programs.
    pub const fn answers(about: Text, options: &'static [Opt], run: fn(&Given<'_>) -> Result<Answer, Problem>) -> Self {
        Self { about, file: None, options, dealt: false, json: true, filmed: false, run }
    }

    /// A verb for the game in a file, or else for a deal, that can be filmed.
    pub const fn shows(
        about: Text,
        file: FileArg,
        options: &'static [Opt],
        run: fn(&Given<'_>) -> Result<Answer, Problem>,
    ) -> Self {
        Self { file: Some(file), dealt: true, filmed: true, ..Self::answers(about, options, run) }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct FileArg {
    pub help: Text,
    pub required: bool,
    pub without: &'static [&'static str],
}

pub struct Answer {
    pub text: String,
    pub json: Option<Value>,
    pub yes: bool,
    pub remarks: Vec<Box<dyn Say>>,
    pub film: Option<Box<Shoot>>,
}

pub type Shoot = dyn FnOnce(FilmRequest) -> Result<Film, StateOutOfRange>;

impl Answer {
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), json: None, yes: true, remarks: Vec::new(), film: None }
    }

    #[must_use]
    pub fn with_json(self, json: Value) -> Self {
        Self { json: Some(json), ..self }
    }

    /// The answer "no", if `yes` is not true.
    #[must_use]
    pub fn yes_if(self, yes: bool) -> Self {
        Self { yes, ..self }
    }

    #[must_use]
    pub fn remarking(mut self, remark: impl Say + 'static) -> Self {
        self.remarks.push(Box::new(remark));
        self
    }

    #[must_use]
    pub fn filmed(self, shoot: impl FnOnce(FilmRequest) -> Result<Film, StateOutOfRange> + 'static) -> Self {
        Self { film: Some(Box::new(shoot)), ..self }
    }
}

pub fn fraction(chance: &Ratio<BigUint>) -> String {
    format!("{}/{}", chance.numer(), chance.denom())
}

pub struct Play {
    pub about: Text,
    pub file: Option<FileArg>,
    pub options: &'static [Opt],
    /// Whether it can be asked for a deal of a seed; without a file, this is where the game comes from.
    pub dealt: bool,
    /// The questions that settle a game about which nothing was said, if the game asks any.
    pub opening: Option<AskSettingsFn>,
    pub start: fn(&Given<'_>) -> Result<SavedGame, Problem>,
    pub resume: ResumeFn,
}

pub struct Simulate {
    pub about: Text,
    pub options: &'static [Opt],
    /// The column that names a row of its table; rows are chosen by it.
    pub row: Opt,
    pub question: fn(&Given<'_>) -> Result<Questions, Problem>,
}

/// The most combinations of values that one command simulates.
const MOST_RUNS: u64 = 10_000;
/// The sentence about [`MOST_RUNS`] in the help.
pub const RUNS_LIMIT: Text = Text::new(
    "Une commande joue au plus 10 000 simulations : une par valeur d'une liste, ou par combinaison de plusieurs listes.",
    "A command plays at most 10,000 runs: one for each value of a list, or for each combination of several lists.",
);

impl Simulate {
    /// Fails when the lists of values have more than [`MOST_RUNS`] combinations.
    fn check_runs(&self, given: &Given<'_>) -> Result<(), Problem> {
        let (mut runs, mut flags) = (1_u64, Vec::new());
        for opt in self.options.iter().filter(|opt| opt.many.is_some()) {
            let number = given.values.get(opt.setting.key).map_or(1, |text| opt.number_of_values(text));
            runs = runs.saturating_mul(number);
            if number > 1 {
                flags.push(format!("--{}", opt.setting.option()));
            }
        }
        if runs <= MOST_RUNS {
            return Ok(());
        }
        let [fr, en] = [Lang::Fr, Lang::En].map(|lang| (lang.integer(runs), lang.integer(MOST_RUNS)));
        let problem = Problem::message(
            format!("cela fait {} simulations, et une commande en joue au plus {}", fr.0, fr.1),
            format!("this makes {} runs, and a command plays at most {}", en.0, en.1),
        );
        Err(Problem::for_argument(&flags.join(", "), problem))
    }

    /// The experiments for all combinations of values, those of the last setting varying first. Fails when there are more
    /// than [`MOST_RUNS`].
    pub fn questions(&self, given: &Given<'_>) -> Result<Questions, Problem> {
        self.check_runs(given)?;
        let mut each = vec![given.values.clone()];
        for opt in self.options.iter().filter(|opt| opt.many.is_some()) {
            let Some(text) = given.values.get(opt.setting.key) else { continue };
            let with = |known: HashMap<_, _>| {
                opt.values(text).into_iter().map(move |value| {
                    let mut known = known.clone();
                    known.insert(opt.setting.key, value);
                    known
                })
            };
            each = each.into_iter().flat_map(with).collect();
        }
        let given = |values| Given::new(given.lang, (given.seed, given.deal), values, None);
        let mut all = Vec::new();
        for values in each {
            all.extend((self.question)(&given(values))?);
        }
        Ok(all)
    }
}

pub type Questions = Vec<Box<dyn Experiment>>;
