//! The trait of experiments: what is dealt, counted and measured, and how deals are simulated.

use super::curve::{Curve, CurveBuilder};
use super::driver::{self, BatchFn, DriverInput, NoThreads, RunOptions};
use super::field::{Field, experiment_name};
use super::info::ExperimentInfo;
use super::measure::Measure;
use super::plan::Plan;
use super::run::Run;
use super::schema::{Contradiction, RecordKind, TallySchema};
use super::stop::StopProgress;
use crate::rng::{Seed, Streams};
use crate::simd::SimdLevel;
use crate::stats::{Layout, Tally};
use std::any::Any;
use std::fmt;
use std::ops::Range;

/// The example deals that are listed below a result, and the command that shows one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleRequest {
    /// The histogram that ranks deals: the first deals with its lowest, median and highest value are listed.
    pub ranked: Option<usize>,
    /// A further example.
    pub named: Option<NamedExample>,
    /// The largest number of deals that are simulated again to find the examples.
    pub max_replayed_deals: u64,
    /// The verb of the command that shows one: `show` or `solve`.
    pub verb: &'static str,
    /// The settings of that command.
    pub options: Vec<Field>,
}

/// An example deal with a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedExample {
    /// Its name, such as `upset`.
    pub name: &'static str,
    /// The name of what its value counts.
    pub unit: &'static str,
    /// Which deal it is.
    pub record: RecordKind,
    /// The number added to the value of the histogram.
    pub offset: i64,
}

/// An experiment: a question answered by simulating many numbered deals.
///
/// A type that implements it is made of its settings. Plans, runs, threads, stop rules, tally files and summaries
/// follow from these methods. `examples/experiment.rs` of the package implements a short one.
pub trait Experiment: Any + Send + Sync {
    /// Returns its description.
    fn info(&self) -> ExperimentInfo;

    /// Returns its settings: all that its values depend on, in the order of its name.
    fn settings(&self) -> Vec<Field>;

    /// Returns the histograms and records that it counts.
    fn schema(&self) -> TallySchema;

    /// Returns its measures: the rows of its table in order, and the quantities listed beside it.
    fn measures(&self) -> Vec<Measure>;

    /// Creates the function with which one thread simulates batches of deals, for this SIMD level.
    fn worker(&self, processor: SimdLevel) -> BatchFn<'_>;

    /// Returns its settings as options of the program's command line; `None` for an experiment that the program does not
    /// have.
    fn options(&self) -> Option<Vec<Field>> {
        None
    }

    /// Checks that the histograms of a tally are consistent with each other, beyond their bounds and totals.
    ///
    /// # Errors
    /// The first histogram that contradicts the others.
    fn check_consistency(&self, _: &Tally) -> Result<(), Contradiction> {
        Ok(())
    }

    /// Returns which deals of a run with these counts are listed as examples; `None` when deals cannot be shown.
    fn example_request(&self, _: &Tally) -> Option<ExampleRequest> {
        None
    }

    /// Returns the curves of a run that charts draw.
    fn curves(&self, _: &Tally, _: &CurveBuilder) -> Vec<Curve> {
        Vec::new()
    }

    /// Returns the index of the record that is reported as the best deal.
    fn best_record_index(&self) -> Option<usize> {
        None
    }

    /// Returns its topic, the first word of its name.
    fn topic(&self) -> &'static str {
        self.info().topic
    }

    /// Returns its name in plans and tallies: `alliances cards=32 improve=none`.
    fn name(&self) -> String {
        experiment_name(self.topic(), &self.settings())
    }

    /// Returns the text that its random streams depend on, beside the seed and the number of the deal. Experiments with
    /// the same text simulate the same deals.
    fn stream_key(&self) -> String {
        self.name()
    }

    /// Returns the random streams of its deals.
    fn streams(&self, seed: Seed) -> Streams {
        Streams::new(seed).for_deal(&self.stream_key())
    }

    /// Returns the plan to simulate deals 0 to `deals` (excluded).
    fn plan(&self, seed: Seed, deals: u64) -> Plan {
        Plan { experiment: self.name(), seed, deals, precision: None }
    }

    /// Carries out a plan.
    ///
    /// # Errors
    /// When the threads cannot be started.
    fn run(&self, plan: Plan, options: &RunOptions<'_>) -> Result<Run, NoThreads> {
        let part = 0..plan.deals;
        self.resume(Run::empty(plan, self.layout()), part, options)
    }

    /// Continues a run until the deals of `part` are done or its stop rule ends it. The result is that of an
    /// uninterrupted run.
    ///
    /// # Panics
    /// When `begun` is a run of another experiment, when its deals are not the first ones of `part` (see
    /// [`Run::with_plan`]), or when the plan has a stop rule and `part` is not the whole plan.
    ///
    /// # Errors
    /// When the threads cannot be started.
    fn resume(&self, begun: Run, part: Range<u64>, options: &RunOptions<'_>) -> Result<Run, NoThreads> {
        assert_eq!(begun.plan.experiment, self.name(), "a run of another experiment");
        let measures = if begun.plan.precision.is_some() { self.measures() } else { Vec::new() };
        let input = DriverInput {
            chunk: self.info().chunk,
            streams: self.streams(begun.plan.seed),
            worker: &|processor| self.worker(processor),
            progress: &|precision, tally| StopProgress::new(&measures, precision, tally),
        };
        driver::resume(&input, begun, part, options)
    }

    /// Returns the names of its histograms and records.
    fn layout(&self) -> Layout {
        self.schema().layout()
    }

    /// Checks that a tally can be that of one of its runs.
    ///
    /// # Errors
    /// The first histogram that contradicts the rest, then the first record.
    fn check(&self, tally: &Tally) -> Result<(), Contradiction> {
        let schema = self.schema();
        schema.check_histograms(tally)?;
        self.check_consistency(tally)?;
        schema.check_records(tally)
    }
}

impl fmt::Debug for dyn Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}
