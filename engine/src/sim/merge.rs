//! Merging of runs. The parts of one plan, in any order, give the same run as one uninterrupted simulation.

use super::ranges::Ranges;
use super::run::Run;
use super::stop::Stopped;
use crate::stats::Tally;

/// The error of a merge: the first run that does not fit, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("run {run}: {what}")]
pub struct MergeError {
    /// The index of the run among those to be merged, from 0.
    pub run: usize,
    /// The reason.
    pub what: MergeErrorKind,
}

/// The reason why runs cannot be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeErrorKind {
    /// The experiment or the number of deals differs from that of the first run.
    #[error("another plan")]
    Plan,
    /// The seed differs from that of the first run.
    #[error("another seed")]
    Seed,
    /// The run has a stop rule, so its length depends on its counts.
    #[error("a precision")]
    Precision,
    /// The run holds a deal of an earlier run.
    #[error("deal {deal} is in run {with} already")]
    Overlap {
        /// The number of the deal.
        deal: u64,
        /// The index of the earlier run.
        with: usize,
    },
    /// There are no runs, or their counts exceed 64 bits.
    #[error("nothing that can be counted")]
    Count,
}

/// Merges runs of the same plan that have no deal in common.
///
/// The parts of a plan give the whole run:
///
/// ```
/// use pioche_engine::experiments::{Experiment, Shuffle};
/// use pioche_engine::sim::run::Run;
/// use pioche_engine::sim::{RunOptions, Seed, merge::merge};
///
/// let (experiment, options) = (Shuffle::new(32, 3), RunOptions::default());
/// let plan = experiment.plan(Seed(1), 1000);
/// let part = |number| {
///     let empty = Run::empty(plan.clone(), experiment.layout());
///     experiment.resume(empty, plan.part(number, 2), &options)
/// };
/// let merged = merge(&[part(2)?, part(1)?]).expect("parts of one plan");
/// assert_eq!(merged, experiment.run(plan, &options)?);
/// assert!(merge(&[merged.clone(), merged]).is_err());
/// # Ok::<(), pioche_engine::sim::driver::NoThreads>(())
/// ```
///
/// # Errors
/// The first run that does not fit, and the reason.
pub fn merge(runs: &[Run]) -> Result<Run, MergeError> {
    let first = runs.first().ok_or(MergeError { run: 0, what: MergeErrorKind::Count })?;
    let (mut done, mut tally) = (Ranges::default(), Tally::empty(first.tally.layout.clone()));
    for (place, run) in runs.iter().enumerate() {
        let fail = |what| MergeError { run: place, what };
        fits(first, run).map_err(fail)?;
        done = done.join(&run.done).map_err(|deal| {
            let with = runs.iter().position(|run| run.done.contains(deal)).unwrap_or(0);
            fail(MergeErrorKind::Overlap { deal, with })
        })?;
        tally.merge(&run.tally).map_err(|_| fail(MergeErrorKind::Count))?;
    }
    let run = Run { plan: first.plan.clone(), done, tally, stopped: Stopped::Part };
    Ok(if run.is_whole() { Run { stopped: Stopped::Deals, ..run } } else { run })
}

fn fits(first: &Run, run: &Run) -> Result<(), MergeErrorKind> {
    if run.plan.experiment != first.plan.experiment {
        Err(MergeErrorKind::Plan)
    } else if run.plan.precision.is_some() {
        Err(MergeErrorKind::Precision)
    } else if run.plan.seed != first.plan.seed {
        Err(MergeErrorKind::Seed)
    } else if run.plan.deals != first.plan.deals {
        Err(MergeErrorKind::Plan)
    } else {
        Ok(())
    }
}
