//! The first deal of a run that is as it should be: found again by playing, since a tally does not hold it.
//!
//! What is found depends on the plan and the counts alone, whoever ran it, and on how many threads.

use crate::lang::Problem;
use pioche_engine::sim::driver::NoThreads;
use pioche_engine::sim::question::typed;
use pioche_engine::sim::summary::Example;
use pioche_engine::sim::{Plan, Question, Ranking, Run, RunOptions};
use pioche_engine::stats::{Direction, Extreme, Tally};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// Deals that are looked at one by one.
const FEW: u64 = 64;

/// Whether some deals hold what is sought, and whether one deal is it.
pub type Sought<'a> = (&'a dyn Fn(&Tally) -> bool, &'a dyn Fn(u64) -> bool);

/// The first deal of a run of this question that is `sought`; none when it was interrupted.
///
/// # Errors
/// When the threads cannot be started.
pub fn first(
    question: &dyn Question,
    run: &Run,
    options: &RunOptions<'_>,
    (holds, is): Sought<'_>,
) -> Result<Option<u64>, Problem> {
    let end = run.samples().iter().map(|sample| sample.done.end()).max().unwrap_or(0);
    let few = among(&|deals| part(question, run, options, deals).map(|tally| holds(&tally)), end, options)?;
    let found = few.into_iter().flatten().take_while(|_| !enough(options)).find(|&deal| is(deal));
    Ok(found.filter(|_| !enough(options)))
}

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
    part.map(|part| part.tally).map_err(|NoThreads { threads, reason }| Problem::NoThreads { threads, reason })
}

/// The first of some deals, one of which holds what is sought.
fn halved(played: &dyn Fn(Range<u64>) -> Result<bool, Problem>, few: Range<u64>) -> Result<u64, Problem> {
    let Range { start: mut from, end: mut to } = few;
    while to - from > 1 {
        let middle = from + (to - from) / 2;
        if played(from..middle)? { to = middle } else { from = middle }
    }
    Ok(from)
}

/// The first deals of the lowest, the median and the highest value of a run, as far as they are among those that may be
/// played again; none of a run that is not the first deals of one seed.
///
/// # Errors
/// When the threads cannot be started.
pub fn examples(question: &dyn Question, run: &Run, options: &RunOptions<'_>) -> Result<Vec<Example>, Problem> {
    let whole = run.also.is_empty() && run.done.prefix_of(&(0..run.plan.deals)).is_some();
    let Some(Ranking { histogram, kept, again, options: settings }) = question.ranking().filter(|_| whole) else {
        return Ok(Vec::new());
    };
    let values = &run.tally.histograms[histogram];
    let (half, mut below) = (values.total().div_ceil(2), 0);
    let reaches = |&count: &u64| {
        below += count;
        below >= half
    };
    let median = values.counts().iter().position(reaches).map(|value| value as u64);
    let record = run.tally.extremes.first().and_then(Extreme::get);
    let mut examples = Vec::new();
    for (rank, value, end) in [
        ("lowest", values.lowest(), Some(Direction::Lowest)),
        ("median", median, None),
        ("highest", values.highest(), Some(Direction::Highest)),
    ] {
        let Some(value) = value else { continue };
        let deal = match record.filter(|(held, _)| end == Some(kept) && *held == value) {
            Some((_, deal)) => Some(deal),
            None => {
                let holds = |tally: Tally| tally.histograms[histogram].count(value as usize) > 0;
                let played = |deals: Range<u64>| part(question, run, options, deals).map(holds);
                let few = among(&played, run.done.end().min(again), options)?;
                few.map(|few| halved(&played, few)).transpose()?.filter(|_| !enough(options))
            }
        };
        let show = format!("pioche show {}{} --seed {}", question.topic(), typed(&settings), run.plan.seed.0);
        examples.extend(deal.map(|deal| Example { rank, value, deal, command: format!("{show} --deal {deal}") }));
    }
    // A value is shown once.
    examples.dedup_by_key(|example| example.value);
    Ok(examples)
}
