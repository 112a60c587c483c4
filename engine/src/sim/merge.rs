//! Merging of runs. The parts of one plan, in any order, give the same run as one uninterrupted simulation.

use super::ranges::RangeSet;
use super::run::Run;
use super::stop::StopReason;
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
    PlanMismatch,
    /// The seed differs from that of the first run.
    #[error("another seed")]
    SeedMismatch,
    /// The run has a stop rule, so its length depends on its counts.
    #[error("the run has a stop rule")]
    HasStopRule,
    /// The run holds a deal of an earlier run.
    #[error("deal {deal} is in run {with} already")]
    Overlap {
        /// The number of the deal.
        deal: u64,
        /// The index of the earlier run.
        with: usize,
    },
    /// There are no runs, or their counts exceed 64 bits.
    #[error("no runs, or counts overflow")]
    EmptyOrOverflow,
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
///     let empty = Run::empty(plan.clone(), experiment.tally_layout());
///     experiment.resume(empty, plan.part_deals(number, 2), &options)
/// };
/// let merged = merge(&[part(2)?, part(1)?]).expect("parts of one plan");
/// assert_eq!(merged, experiment.run(plan, &options)?);
/// assert!(merge(&[merged.clone(), merged]).is_err());
/// # Ok::<(), pioche_engine::sim::driver::ThreadStartError>(())
/// ```
///
/// # Errors
/// The first run that does not fit, and the reason.
pub fn merge(runs: &[Run]) -> Result<Run, MergeError> {
    let first = runs.first().ok_or(MergeError {
        run: 0,
        what: MergeErrorKind::EmptyOrOverflow,
    })?;
    let (mut done, mut tally) = (
        RangeSet::default(),
        Tally::empty(first.tally.layout.clone()),
    );
    for (place, run) in runs.iter().enumerate() {
        let fail = |what| MergeError { run: place, what };
        check_compatible(first, run).map_err(fail)?;
        done = done.disjoint_union(&run.done).map_err(|deal| {
            let with = runs
                .iter()
                .position(|run| run.done.contains(deal))
                .unwrap_or(0);
            fail(MergeErrorKind::Overlap { deal, with })
        })?;
        tally
            .merge(&run.tally)
            .map_err(|_| fail(MergeErrorKind::EmptyOrOverflow))?;
    }
    let run = Run {
        plan: first.plan.clone(),
        done,
        tally,
        stop_reason: StopReason::Part,
    };
    Ok(if run.has_all_deals() {
        Run {
            stop_reason: StopReason::Deals,
            ..run
        }
    } else {
        run
    })
}

fn check_compatible(first: &Run, run: &Run) -> Result<(), MergeErrorKind> {
    if run.plan.experiment != first.plan.experiment {
        Err(MergeErrorKind::PlanMismatch)
    } else if run.plan.stop_rule.is_some() {
        Err(MergeErrorKind::HasStopRule)
    } else if run.plan.seed != first.plan.seed {
        Err(MergeErrorKind::SeedMismatch)
    } else if run.plan.deals != first.plan.deals {
        Err(MergeErrorKind::PlanMismatch)
    } else {
        Ok(())
    }
}
