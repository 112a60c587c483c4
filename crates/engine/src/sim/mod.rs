//! The simulation driver: numbered deals are simulated in parallel and counted. It does not depend on any game.
//!
//! [`Experiment`] describes the simulation, [`Plan`] its seed and length, [`Run`] its counts and [`Summary`] its
//! estimates. A run can be saved as a [`tally_file`], resumed, split into parts and [merged](Run::merge); the result is the
//! same in every case.

pub mod difference;
pub mod driver;
pub mod experiment;
pub mod joint;
pub mod measure;
pub mod run;
pub mod settings;
pub mod summary;
pub mod table;
pub mod tally_file;
pub mod values;

pub use crate::rng::{GeneratorLanes, Pcg64Dxsm, Purpose, PurposeStreams, Seed, Streams};
pub use crate::settings;
pub use crate::stats::{HistogramSpec, RecordKind, TallySchema};
pub use difference::Difference;
pub use driver::{BatchFn, MAX_THREADS, RunOptions, StopProgress, max_useful_threads};
pub use experiment::Experiment;
pub use joint::Joint;
pub use measure::{Measure, Row};
pub use run::{MAX_DEALS, Plan, RangeSet, Run, StopReason, StopRule};
pub use settings::{Field, InvalidSetting, Setting, differing_settings, settings_from_words};
pub use summary::{Example, Summary, UsualGame, compare_independent_runs};
pub use table::{ChunkSizes, Column, ExperimentInfo, RowSelection};
pub use values::{Accepted, FieldValue, SettingType};

/// The version of all values. Any change of a tally of any plan raises it.
pub const VALUE_VERSION: u32 = 3;
