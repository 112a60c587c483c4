//! Several runs become one: parts of one plan, in any order, are the run that one machine would have made.

use super::ranges::Ranges;
use super::run::Run;
use super::stop::Stopped;
use crate::stats::Tally;

/// Why runs do not become one: the place of the run that does not fit, and what is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("run {run}: {what}")]
pub struct Misfit {
    /// The run, from 0.
    pub run: usize,
    /// What is wrong.
    pub what: MisfitKind,
}

/// What keeps a run from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MisfitKind {
    /// It follows another plan than the first.
    #[error("another plan")]
    Plan,
    /// It is of another seed than the first.
    #[error("another seed")]
    Seed,
    /// It had a stop rule: its length depends on its counts.
    #[error("a precision")]
    Precision,
    /// It shares a deal with an earlier run.
    #[error("deal {deal} is in run {with} already")]
    Overlap {
        /// The deal.
        deal: u64,
        /// The earlier run.
        with: usize,
    },
    /// There is none, or more deals than can be counted.
    #[error("nothing that can be counted")]
    Count,
}

/// All runs as one.
///
/// # Errors
/// The first run that does not fit.
pub fn merge(runs: &[Run]) -> Result<Run, Misfit> {
    let first = runs.first().ok_or(Misfit { run: 0, what: MisfitKind::Count })?;
    let (mut done, mut tally) = (Ranges::default(), Tally::empty(first.tally.layout.clone()));
    for (place, run) in runs.iter().enumerate() {
        let misfit = |what| Misfit { run: place, what };
        fits(first, run).map_err(misfit)?;
        done = done.join(&run.done).map_err(|deal| {
            let with = runs.iter().position(|run| run.done.contains(deal)).unwrap_or(0);
            misfit(MisfitKind::Overlap { deal, with })
        })?;
        tally.merge(&run.tally).map_err(|_| misfit(MisfitKind::Count))?;
    }
    let run = Run { plan: first.plan.clone(), done, tally, stopped: Stopped::Part };
    Ok(if run.is_whole() { Run { stopped: Stopped::Deals, ..run } } else { run })
}

fn fits(first: &Run, run: &Run) -> Result<(), MisfitKind> {
    if run.plan.experiment != first.plan.experiment {
        Err(MisfitKind::Plan)
    } else if run.plan.precision.is_some() {
        Err(MisfitKind::Precision)
    } else if run.plan.seed != first.plan.seed {
        Err(MisfitKind::Seed)
    } else if run.plan.deals != first.plan.deals {
        Err(MisfitKind::Plan)
    } else {
        Ok(())
    }
}
