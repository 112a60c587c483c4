//! Merging of runs: the parts of one plan, in any order, give the run that one machine would have made.

use super::ranges::Ranges;
use super::run::Run;
use super::stop::Stopped;
use crate::stats::Tally;

/// The error of a merge: the first run that does not fit, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("run {run}: {what}")]
pub struct MergeError {
    /// The index of the run, from 0.
    pub run: usize,
    /// The reason.
    pub what: MergeErrorKind,
}

/// The reason why runs cannot be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeErrorKind {
    /// Its plan is not that of the first run.
    #[error("another plan")]
    Plan,
    /// Its seed is not that of the first run.
    #[error("another seed")]
    Seed,
    /// It has a stop rule, so that its length depends on its counts.
    #[error("a precision")]
    Precision,
    /// It holds a deal of an earlier run.
    #[error("deal {deal} is in run {with} already")]
    Overlap {
        /// The deal.
        deal: u64,
        /// The earlier run.
        with: usize,
    },
    /// There is no run, or there are more deals than can be counted.
    #[error("nothing that can be counted")]
    Count,
}

/// Merges runs.
///
/// # Errors
/// The first run that does not fit.
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
