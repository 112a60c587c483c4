//! Several runs become one: parts of one plan, in any order the run that one machine would have made, and runs of
//! different seeds, which are samples of the same law.

use super::plan::Plan;
use super::ranges::Ranges;
use super::run::{Run, Sample};
use super::stop::Stopped;
use crate::stats::{Extreme, Tally};

/// Which runs belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// Only those of one seed, the parts of one plan.
    One,
    /// Those of any seeds.
    Any,
}

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
pub fn merge(runs: &[Run], seeds: Seeds) -> Result<Run, Misfit> {
    let first = runs.first().ok_or(Misfit { run: 0, what: MisfitKind::Count })?;
    let (mut samples, mut tally) = (Vec::<Sample>::new(), Tally::empty(first.tally.layout.clone()));
    for (place, run) in runs.iter().enumerate() {
        let misfit = |what| Misfit { run: place, what };
        fits(first, run, seeds).map_err(misfit)?;
        for new in run.samples() {
            let Some(known) = samples.iter_mut().find(|sample| sample.seed == new.seed) else {
                samples.push(new);
                continue;
            };
            if known.deals != new.deals {
                return Err(misfit(MisfitKind::Plan));
            }
            known.done = known.done.join(&new.done).map_err(|deal| {
                let has = |sample: &Sample| sample.seed == new.seed && sample.done.contains(deal);
                let with = runs.iter().position(|run| run.samples().iter().any(has)).unwrap_or(0);
                misfit(MisfitKind::Overlap { deal, with })
            })?;
        }
        tally.merge(&run.tally).map_err(|_| misfit(MisfitKind::Count))?;
    }
    samples.sort_by_key(|sample| sample.seed.0);
    if samples.len() > 1 {
        // A deal's number says nothing without its seed.
        tally.extremes = tally.extremes.iter().map(|held| Extreme::none(held.direction)).collect();
    }
    let whole = samples.iter().all(Sample::is_whole);
    let stopped = if whole { Stopped::Deals } else { Stopped::Part };
    let mut samples = samples.into_iter();
    let Sample { seed, deals, done } = samples.next().ok_or(Misfit { run: 0, what: MisfitKind::Count })?;
    let plan = Plan { seed, deals, ..first.plan.clone() };
    Ok(Run { plan, done, also: samples.collect(), tally, stopped })
}

/// Whether a run may stand beside the first.
fn fits(first: &Run, run: &Run, seeds: Seeds) -> Result<(), MisfitKind> {
    if run.plan.experiment != first.plan.experiment {
        Err(MisfitKind::Plan)
    } else if run.plan.precision.is_some() {
        Err(MisfitKind::Precision)
    } else if seeds == Seeds::One && (run.plan.seed != first.plan.seed || run.also != first.also) {
        Err(MisfitKind::Seed)
    } else {
        Ok(())
    }
}

/// The deals of a run that are missing, by seed.
pub fn holes(run: &Run) -> Vec<Sample> {
    let missing = run.samples().into_iter().map(|sample| Sample { done: sample.done.holes(sample.deals), ..sample });
    missing.filter(|sample| sample.done != Ranges::default()).collect()
}
