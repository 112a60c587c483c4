//! The trait of experiments: the deals, their counts, the measures, and the simulation.

use super::driver::{self, BatchFn, DriverInput, RunOptions, ThreadStartError};
use super::measure::Measure;
use super::run::{Plan, Run};
use super::settings::Field;
use super::table::{Column, ExperimentInfo};
use crate::rng::{Seed, Streams};
use crate::simd::SimdLevel;
use crate::stats::TallySchema;
use std::any::Any;
use std::fmt;
use std::ops::Range;

/// An experiment: a question answered by simulating many numbered deals.
///
/// A type that implements the trait consists of the settings, which [`settings!`](super::settings!) can declare. Plans, runs,
/// threads, stop rules, tally files and summaries follow from its methods. `examples/experiment.rs` of the package implements
/// a short one.
pub trait Experiment: Any + Send + Sync {
    /// The topic, the unit, the columns of the results and the cost of a deal.
    fn info(&self) -> ExperimentInfo;

    /// The settings with their values: all that the values of the experiment depend on, in the order of the name.
    fn settings(&self) -> Vec<Field>;

    /// The histograms and records that the experiment counts.
    fn tally_schema(&self) -> TallySchema;

    /// The measures: the rows of the table in order, and the quantities listed beside it.
    fn measures(&self) -> Vec<Measure>;

    /// Creates the function with which one thread simulates batches of deals at this SIMD level. The counts must not
    /// depend on the level, the thread or the limits of the batches.
    fn batch_function(&self, simd_level: SimdLevel) -> BatchFn<'_>;

    /// The settings of the command that shows a deal; `None` when deals cannot be shown.
    fn show_settings(&self) -> Option<Vec<Field>> {
        None
    }

    /// Returns true if, by a theorem, no deal has a worse result than in the game with these settings: a larger value in a
    /// compared mean, or a value beyond a threshold that it does not pass there.
    fn is_never_worse(&self, _settings: &[Field]) -> bool {
        false
    }

    /// Returns true if the deals are those of the seed; false if they were given.
    fn deals_by_seed(&self) -> bool {
        true
    }

    /// The topic, the first word of the name.
    fn topic(&self) -> &'static str {
        self.info().topic
    }

    /// The columns of the table: the settings, those of the results, then the late settings. Tables leave out some late
    /// settings with their defaults.
    fn columns(&self) -> Vec<Column> {
        let mut settings = self.settings();
        settings.retain(|field| !field.is_left_out());
        let settings_that_are = |is_late| {
            let fields = settings
                .iter()
                .filter(move |field| field.setting.is_late == is_late);
            fields.map(|field| Column::Setting(field.key()))
        };
        settings_that_are(false)
            .chain(self.info().columns)
            .chain(settings_that_are(true))
            .collect()
    }

    /// The name in plans and tallies: `alliances cards=32 improve=none`.
    fn name(&self) -> String {
        experiment_name(self.topic(), &self.settings())
    }

    /// The key of the random streams. A deal depends on this text, the seed and the number of the deal;
    /// experiments with the same text simulate the same deals.
    fn stream_key(&self) -> String {
        self.name()
    }

    /// The random streams of the deals for a master seed.
    fn deal_streams(&self, seed: Seed) -> Streams {
        Streams::new(seed).with_stream_key(&self.stream_key())
    }

    /// The plan to simulate deals 0 to `deals` (excluded), without a stop rule.
    fn plan(&self, seed: Seed, deals: u64) -> Plan {
        Plan {
            experiment: self.name(),
            seed,
            deals,
            stop_rule: None,
        }
    }

    /// Carries out a plan.
    ///
    /// # Errors
    /// When the threads cannot be started.
    ///
    /// # Panics
    /// When the plan is one of another experiment.
    fn run(&self, plan: Plan, options: &RunOptions<'_>) -> Result<Run, ThreadStartError> {
        let deals = 0..plan.deals;
        self.resume(Run::empty(plan, self.tally_schema()), deals, options)
    }

    /// Continues a run until the deals of `part` are done or its stop rule ends it. The result is that of an
    /// uninterrupted run.
    ///
    /// # Errors
    /// When the threads cannot be started.
    ///
    /// # Panics
    /// When `partial_run` is a run of another experiment, when its deals are not the first ones of `part` (see
    /// [`Run::with_plan`]), or when the plan has a stop rule and `part` is not the whole plan.
    fn resume(
        &self,
        partial_run: Run,
        part: Range<u64>,
        options: &RunOptions<'_>,
    ) -> Result<Run, ThreadStartError> {
        assert_eq!(
            partial_run.plan.experiment,
            self.name(),
            "a run of another experiment"
        );
        let measures = if partial_run.plan.stop_rule.is_some() {
            self.measures()
        } else {
            Vec::new()
        };
        let input = DriverInput {
            chunk_sizes: self.info().chunk_sizes,
            streams: self.deal_streams(partial_run.plan.seed),
            batch_function: &|simd_level| self.batch_function(simd_level),
            measures,
        };
        driver::resume(&input, partial_run, part, options)
    }
}

/// The name of an experiment, on one line: `alliances cards=32 improve=none`. Spaces and control characters of a
/// value become underscores.
pub fn experiment_name(topic: &str, settings: &[Field]) -> String {
    let mut name = topic.to_owned();
    for field in settings.iter().filter(|field| !field.is_omitted) {
        let text = field.value.to_string();
        let word = text.replace(|c: char| c.is_whitespace() || c.is_control(), "_");
        name += &format!(" {}={word}", field.key());
    }
    name
}

impl fmt::Debug for dyn Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}
