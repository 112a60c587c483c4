//! The driver: plays numbered deals in parallel and counts. It does not know which game it runs, and holds to the
//! determinism contract that the crate's documentation tells.

mod about;
pub mod counts;
mod crew;
pub mod driver;
mod examples;
pub mod experiment;
pub mod measure;
pub mod merge;
pub mod plan;
mod prefix;
pub mod ranges;
pub mod row;
pub mod run;
pub mod stop;
pub mod summary;
pub mod tally_file;

pub use crate::rng::lanes::GeneratorLanes;
pub use crate::rng::{Family, Purpose, Seed, Streams};
pub use about::{About, Setting, Settings, name_of, or_none, typed};
pub use counts::{Contradiction, Counts, Hist, Kept, Total};
pub use crew::{MOST_THREADS, useful_threads};
pub use driver::{Hand, RunOptions};
pub use examples::examples;
pub use experiment::{Experiment, Other, Shown};
pub use measure::{How, Measure};
pub use plan::{MOST_DEALS, Plan, Precision};
pub use ranges::Ranges;
pub use row::{Cell, Choice, Row, in_cell};
pub use run::Run;
pub use stop::{Aim, Stopped};
pub use summary::{Summary, agreement};

/// The version of all values. A change that alters any tally of any plan raises it.
pub const VALUE_VERSION: u32 = 2;
