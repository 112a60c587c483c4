//! What is counted of each deal, and what the counts come to.

use super::hands::{Games, Piles};
use crate::stats::audit::agree;
use crate::stats::{Audit, Contradiction, Direction, Histogram, Layout, Proportion, Tally};
use std::ops::RangeInclusive;

// Where the counts stand in the tally.
pub(super) const LEAD: usize = 4;
pub(super) const GAIN: usize = 6;
pub(super) const OWN_GAIN: usize = 10;
pub(super) const BOTH: usize = 11;
const OWN_LEAST: usize = 2;
const OWN_CHANGED_LEAST: usize = 8;

/// Where the piles of a game are counted: those that are known and, where a game can be beyond the solver, the two
/// bounds of those that are not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) piles: usize,
    bounds: Option<[usize; 2]>,
}

pub(super) const RULE: Known = Known { piles: 0, bounds: None };
pub(super) const OWN: Known = Known { piles: 1, bounds: Some([OWN_LEAST, 3]) };
pub(super) const RULE_CHANGED: Known = Known { piles: 5, bounds: None };
pub(super) const OWN_CHANGED: Known = Known { piles: 7, bounds: Some([OWN_CHANGED_LEAST, 9]) };

const FEWEST: &[(&str, Direction)] = &[("fewest", Direction::Lowest)];

/// Without a change.
pub(super) const PLAIN: Layout =
    Layout { histograms: &["piles", "played", "played-least", "played-most", "lead"], extremes: FEWEST };

/// With one.
pub(super) const CHANGED: Layout = Layout {
    histograms: &[
        "piles",
        "played",
        "played-least",
        "played-most",
        "lead",
        "improved",
        "gain",
        "played-improved",
        "played-improved-least",
        "played-improved-most",
        "played-gain",
        "both",
    ],
    extremes: FEWEST,
};

/// Counts what became of a deal; differences are shifted by `shift`.
pub(super) fn add(games: &Games, deal: u64, shift: usize, tally: &mut Tally) {
    let Games { rule, own, changed } = *games;
    tally.histograms[RULE.piles].add(rule);
    add_piles(own, OWN, tally);
    let mut difference = |place: usize, before: Option<usize>, after: Option<usize>| {
        if let Some((before, after)) = before.zip(after) {
            tally.histograms[place].add(before + shift - after);
        }
    };
    difference(LEAD, Some(rule), own.exact());
    if let Some((best, own_changed)) = changed {
        difference(GAIN, Some(best.before), Some(best.after));
        difference(OWN_GAIN, own.exact(), own_changed.exact());
        difference(BOTH, Some(rule), own_changed.exact());
        tally.histograms[RULE_CHANGED.piles].add(best.after);
        add_piles(own_changed, OWN_CHANGED, tally);
    }
    let last = changed.map_or(own, |(_, changed)| changed);
    if let Some(piles) = last.exact() {
        tally.extremes[0].offer(piles as u64, deal);
    }
}

fn add_piles(piles: Piles, known: Known, tally: &mut Tally) {
    match (piles.exact(), known.bounds) {
        (Some(piles), _) => tally.histograms[known.piles].add(piles),
        (None, Some([least, most])) => {
            tally.histograms[least].add(piles.low);
            tally.histograms[most].add(piles.high);
        }
        (None, None) => {}
    }
}

/// Whether counts can be those of a run: games leave so many `piles`, and the `lead` of the player is so large.
pub(super) fn check(
    tally: &Tally,
    piles: &RangeInclusive<u64>,
    lead: RangeInclusive<u64>,
) -> Result<(), Contradiction> {
    let (audit, deals, cards) = (Audit::of(tally), tally.deals, *piles.end());
    let any = 0..=2 * cards;
    // Piles before and after, and their difference, have sums that agree where all of them are known.
    let agreed = |before: usize, after: usize, difference: usize| {
        let [before_sum, after_sum, sum] = [before, after, difference].map(|place| audit.histogram(place).sum());
        let known = [before, after, difference].map(|place| audit.histogram(place).total());
        let agrees = before_sum + u128::from(deals) * u128::from(cards) == after_sum + sum;
        agree(agrees || known != [deals; 3], Contradiction::Histogram(difference))
    };
    audit.counts(RULE.piles, deals, piles.clone())?;
    let own = check_piles(audit, OWN, piles)?;
    audit.counts(LEAD, own, lead)?;
    agreed(RULE.piles, OWN.piles, LEAD)?;
    let mut last = OWN;
    if tally.histograms.len() > GAIN {
        audit.counts(RULE_CHANGED.piles, deals, piles.clone())?;
        audit.counts(GAIN, deals, any.clone())?;
        agreed(RULE.piles, RULE_CHANGED.piles, GAIN)?;
        let changed = check_piles(audit, OWN_CHANGED, piles)?;
        let both = audit.total(OWN_GAIN)?;
        agree(both <= own.min(changed), Contradiction::Histogram(OWN_GAIN))?;
        audit.counts(OWN_GAIN, both, any.clone())?;
        agreed(OWN.piles, OWN_CHANGED.piles, OWN_GAIN)?;
        audit.counts(BOTH, changed, any)?;
        agreed(RULE.piles, OWN_CHANGED.piles, BOTH)?;
        last = OWN_CHANGED;
    }
    audit.record(0, audit.histogram(last.piles).lowest())
}

/// Checks the piles of a game that may be beyond the solver, and tells in how many deals they are known.
fn check_piles(audit: Audit<'_>, known: Known, piles: &RangeInclusive<u64>) -> Result<u64, Contradiction> {
    let mut solved = audit.deals();
    if let Some([least, most]) = known.bounds {
        let unsolved = audit.total(least)?;
        agree(unsolved <= solved, Contradiction::Histogram(least))?;
        solved -= unsolved;
        audit.counts(least, unsolved, 0..=*piles.end())?;
        audit.counts(most, unsolved, 0..=*piles.end())?;
        let up_to = |place: usize, bound| audit.histogram(place).count_up_to(bound);
        let ordered = (0..=*piles.end() as usize).all(|bound| up_to(least, bound) >= up_to(most, bound));
        agree(ordered, Contradiction::Histogram(most))?;
    }
    audit.counts(known.piles, solved, piles.clone())?;
    Ok(solved)
}

/// The share of deals in which a game leaves at most so many piles; games that are not known count both ways where
/// their bounds allow it.
pub(super) fn up_to(tally: &Tally, known: Known, piles: usize) -> Proportion {
    let at_most = |place: usize| tally.histograms[place].count_up_to(piles);
    let [maybe, surely] = known.bounds.map_or([0, 0], |bounds| bounds.map(at_most));
    Proportion { count: at_most(known.piles) + surely, undecided: maybe - surely, total: tally.deals }
}

/// In which share of the deals the rule is as good as the player, worse, or better; and how many were not solved.
pub(super) fn shares(tally: &Tally, shift: usize) -> Vec<(&'static str, Proportion)> {
    let (lead, total) = (&tally.histograms[LEAD], tally.deals);
    let unsolved = |place: usize| tally.histograms.get(place).map_or(0, Histogram::total);
    let (undecided, equal) = (unsolved(OWN_LEAST), lead.count(shift));
    let worse = lead.count_up_to(shift) - equal;
    let better = lead.total() - equal - worse;
    let mut shares = vec![
        ("as_good", Proportion { count: equal, undecided, total }),
        ("player_better", Proportion { count: better, undecided, total }),
        // Whoever is solved plays perfectly, and the rule is never better than that.
        ("player_worse", Proportion::of(worse, total)),
    ];
    // A deal whose own game was not solved has no changed one that was.
    let unsolved = undecided.max(unsolved(OWN_CHANGED_LEAST));
    if unsolved > 0 {
        shares.push(("unsolved", Proportion::of(unsolved, total)));
    }
    shares
}
