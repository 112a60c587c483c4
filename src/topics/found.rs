//! Deals of a run that are worth seeing: found again by playing, since a tally does not hold them.
//!
//! What is found depends on the plan and the counts alone, whoever ran it, and on how many threads.

use crate::lang::Problem;
use pioche_engine::sim::{Plan, Question, Run, RunOptions};
use pioche_engine::stats::Tally;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// Deals that are looked at one by one.
const FEW: u64 = 64;

/// Whether who waits has had enough.
fn enough(options: &RunOptions<'_>) -> bool {
    options.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
}

/// Few deals before `end` of which the first ones are that hold what is sought, as `played` says of any. Parts twice as
/// long each are played until one holds it, then its halves: about as many deals as go before it.
fn among(
    played: &dyn Fn(Range<u64>) -> Result<bool, Problem>,
    end: u64,
    options: &RunOptions<'_>,
) -> Result<Option<Range<u64>>, Problem> {
    let (mut from, mut long) = (0, 64 * FEW);
    while from < end && !played(from..(from + long).min(end))? {
        if enough(options) {
            return Ok(None);
        }
        (from, long) = (from + long, long * 2);
    }
    let mut to = (from + long).min(end);
    while to.saturating_sub(from) > FEW {
        if enough(options) {
            return Ok(None);
        }
        let middle = from + (to - from).div_ceil(2).next_multiple_of(FEW).min(to - from);
        if middle == to || played(from..middle)? {
            to = if middle == to { break } else { middle }
        } else {
            from = middle
        }
    }
    Ok(Some(from..to).filter(|few| !few.is_empty() && !enough(options)))
}

/// The counts of some deals of a run.
fn part(question: &dyn Question, run: &Run, options: &RunOptions<'_>, deals: Range<u64>) -> Result<Tally, Problem> {
    let plan = Plan { deals: deals.end, precision: None, ..run.plan.clone() };
    let options = RunOptions { watch: None, ..*options };
    let part = question.resume(Run::nothing(plan, question.layout()), deals, &options);
    part.map(|part| part.tally).map_err(Problem::from)
}
