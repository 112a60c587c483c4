//! The first deal of a run that is as it should be: found again by playing, since a tally does not hold it.

use crate::lang::Problem;
use crate::sim::driver::NoThreads;
use crate::sim::{Plan, Question, Run, RunOptions};
use crate::stats::Tally;

/// Deals that are looked at one by one.
const FEW: u64 = 64;

/// Whether some deals hold what is sought, and whether one deal is it.
pub type Sought<'a> = (&'a dyn Fn(&Tally) -> bool, &'a dyn Fn(u64) -> bool);

/// The first deal of a run of this question that is `sought`. Parts twice as long each are played until one holds it,
/// then its halves: about as many deals as go before it.
///
/// # Errors
/// When the threads cannot be started.
pub fn first(
    question: &dyn Question,
    run: &Run,
    options: &RunOptions<'_>,
    (holds, is): Sought<'_>,
) -> Result<Option<u64>, Problem> {
    // The interruption of the run is over; nobody looks on.
    let options = RunOptions { interrupt: None, watch: None, ..*options };
    let end = run.samples().iter().map(|sample| sample.done.end()).max().unwrap_or(0);
    let played = |from: u64, to: u64| -> Result<bool, Problem> {
        let plan = Plan { deals: to, precision: None, ..run.plan.clone() };
        let part = question.resume(Run::nothing(plan, question.layout()), from..to, &options);
        part.map(|part| holds(&part.tally))
            .map_err(|NoThreads { threads, reason }| Problem::NoThreads { threads, reason })
    };
    let (mut from, mut long) = (0, 64 * FEW);
    while from < end && !played(from, (from + long).min(end))? {
        (from, long) = (from + long, long * 2);
    }
    let mut to = (from + long).min(end);
    while to.saturating_sub(from) > FEW {
        let middle = from + (to - from).div_ceil(2).next_multiple_of(FEW).min(to - from);
        if middle == to || played(from, middle)? {
            to = if middle == to { break } else { middle }
        } else {
            from = middle
        }
    }
    Ok((from..to).find(|&deal| is(deal)))
}
