//! When a run ends: a pure function of the tally, looked at on a schedule counted in deals.
//!
//! A run that stops by what it sees is not the sample of a fixed size that its intervals are made for. What that does to
//! them is measured (`cargo test coverage_of_stopped -- --ignored`): 20,000 runs that stop at a width, for each of six
//! probabilities from one in 20,000 to 1/2. Of the 95 % intervals (Clopper-Pearson) of runs that stopped, 94.5 % to 99.5 %
//! held the probability, of runs of as many deals, fixed before, 95.2 % to 99.5 %. None of the six holds less often than
//! 94 %, at a level of 1 % for all of them; rare outcomes are held most often.

use super::plan::Plan;
use super::row::Choice;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// All deals of the plan were played.
    Deals,
    /// Every interval was narrow enough.
    Precision,
    /// The user interrupted the run.
    Interrupted,
    /// The part of the plan that was asked for was played; other parts are missing.
    Part,
}

words!(
    Stopped,
    "end of a run",
    [Deals "deals", Precision "precision", Interrupted "interrupted", Part "part"]
);

/// The aim of a run with a stop rule, and how near it came.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// The half-width that was asked for.
    pub asked: f64,
    /// The rows for which it was asked; `None` means all.
    pub rows: Option<Choice>,
    /// The half-width of the widest interval that the run had to make so narrow, at its end.
    pub widest: f64,
}

impl Aim {
    /// Whether the run came as near as was asked.
    pub fn is_reached(&self) -> bool {
        self.widest <= self.asked
    }
}

/// The first look at the intervals.
pub(super) const FIRST_LOOK: u64 = 4096;

/// The numbers of deals at which the stop rule looks: an eighth more each time, so that a run overshoots by little and looks
/// rarely.
fn looks() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(FIRST_LOOK), |look| look.checked_add((look / 8).max(FIRST_LOOK)))
}

/// The number of deals at which the stop rule looks first after `done` deals, wherever a run goes on.
pub fn next_look(plan: &Plan, done: u64) -> u64 {
    let look = plan.precision.as_ref().and_then(|_| looks().find(|&look| look > done));
    look.map_or(plan.deals, |look| look.min(plan.deals))
}

/// Whether the stop rule looks after `done` deals.
pub fn is_look(plan: &Plan, done: u64) -> bool {
    done > 0 && next_look(plan, done - 1) == done
}
