//! The simulation driver: numbered deals are simulated in parallel and counted. It does not depend on any game.
//!
//! [`Experiment`] describes the simulation, [`Plan`] its seed and length, [`Run`] its counts and [`Summary`] its
//! estimates. A run can be saved as a [`tally_file`], resumed, split into parts and [merged](merge); the result is the
//! same in every case.

mod completed_prefix;
pub mod curve;
pub mod driver;
mod examples;
pub mod experiment;
pub mod field;
mod info;
pub mod measure;
pub mod merge;
pub mod plan;
pub mod ranges;
pub mod row;
pub mod run;
pub mod schema;
pub mod stop;
pub mod summary;
pub mod tally_file;
mod workers;

pub use crate::rng::lanes::GeneratorLanes;
pub use crate::rng::{Purpose, PurposeStreams, Seed, Streams};
pub use curve::{Curve, CurveBuilder};
pub use driver::{BatchFn, RunOptions};
pub use examples::find_examples;
pub use experiment::{ExampleRequest, Experiment, NamedExample};
pub use field::{Field, FieldValue, SettingsText, experiment_name};
pub use info::{Column, ExperimentInfo};
pub use measure::{IntervalSpec, Measure};
pub use plan::{MAX_DEALS, Plan, StopRule};
pub use ranges::RangeSet;
pub use row::{Row, RowEstimate, RowKey, RowSelection};
pub use run::Run;
pub use schema::{HistogramSpec, RecordKind, TallyContradiction, TallySchema, TotalConstraint};
pub use stop::{StopProgress, StopReason};
pub use summary::{Summary, exact_agreement};
pub use workers::{MAX_THREADS, max_useful_threads};

/// The version of all values. Any change of a tally of any plan raises it.
pub const VALUE_VERSION: u32 = 2;
