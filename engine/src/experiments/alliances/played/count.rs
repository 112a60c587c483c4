//! The counts of each deal, and their consistency.

use super::deal::{DealResult, PileBounds};
use crate::sim::measure::UndecidedRule;
use crate::sim::schema::ensure;
use crate::sim::{Contradiction, HistogramSpec, RecordKind, SumConstraint, TallySchema};
use crate::stats::{Histogram, Proportion, Tally};
use std::ops::RangeInclusive;

// Indices of the histograms of the tally.
pub(super) const LEAD: usize = 4;
pub(super) const GAIN: usize = 6;
pub(super) const OWN_GAIN: usize = 10;
pub(super) const BOTH: usize = 11;
const OWN_LEAST: usize = 2;
const OWN_CHANGED_LEAST: usize = 8;

/// The histograms that count the piles of one game: those of decided games and, where a game can exceed the solver's
/// memory, the bounds of the undecided ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct PileHistograms {
    pub(super) piles: usize,
    pub(super) undecided: UndecidedRule,
}

pub(super) const RULE: PileHistograms = PileHistograms { piles: 0, undecided: UndecidedRule::None };
pub(super) const OWN: PileHistograms = PileHistograms { piles: 1, undecided: UndecidedRule::Between(OWN_LEAST, 3) };
pub(super) const RULE_CHANGED: PileHistograms = PileHistograms { piles: 5, undecided: UndecidedRule::None };
pub(super) const OWN_CHANGED: PileHistograms =
    PileHistograms { piles: 7, undecided: UndecidedRule::Between(OWN_CHANGED_LEAST, 9) };

/// The deals with an unsolved game.
pub(super) const UNSOLVED: UndecidedRule = UndecidedRule::All(OWN_LEAST);

/// Returns the schema of games that leave between the ends of `piles`, with a lead of the player of `least` or more
/// (shifted by the number of cards); `changed` adds the games after a change.
pub(super) fn schema(piles: RangeInclusive<u64>, least: u64, changed: bool) -> TallySchema {
    let cards = *piles.end();
    let known = |name| HistogramSpec::new(name, piles.clone());
    let bound = |name, total| HistogramSpec::new(name, 0..=cards).with_total(total);
    let gain = |name| HistogramSpec::new(name, 0..=2 * cards);
    let mut histograms = vec![
        known("piles"),
        known("played").with_total(SumConstraint::DealsNotIn(OWN_LEAST)),
        bound("played-least", SumConstraint::AtMostDeals),
        bound("played-most", SumConstraint::DealsWith(OWN_LEAST, 0..=cards as usize)),
        HistogramSpec::new("lead", least..=2 * cards).with_total(SumConstraint::DealsNotIn(OWN_LEAST)),
    ];
    if changed {
        histograms.extend([
            known("improved"),
            gain("gain"),
            known("played-improved").with_total(SumConstraint::DealsNotIn(OWN_CHANGED_LEAST)),
            bound("played-improved-least", SumConstraint::AtMostDeals),
            bound("played-improved-most", SumConstraint::DealsWith(OWN_CHANGED_LEAST, 0..=cards as usize)),
            gain("played-gain").with_total(SumConstraint::AtMostDeals),
            gain("both").with_total(SumConstraint::DealsNotIn(OWN_CHANGED_LEAST)),
        ]);
    }
    let last = if changed { OWN_CHANGED } else { OWN };
    TallySchema::new(histograms, &[("fewest", RecordKind::Lowest(last.piles))])
}

/// Adds one deal to a tally; differences are shifted by `shift`.
pub(super) fn add(result: &DealResult, deal: u64, shift: usize, tally: &mut Tally) {
    let DealResult { rule, own, changed } = *result;
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

fn add_piles(piles: PileBounds, known: PileHistograms, tally: &mut Tally) {
    match (piles.exact(), known.undecided) {
        (Some(piles), _) => tally.histograms[known.piles].add(piles),
        (None, UndecidedRule::Between(least, most)) => {
            tally.histograms[least].add(piles.low);
            tally.histograms[most].add(piles.high);
        }
        (None, _) => {}
    }
}

/// Checks that lower bounds do not exceed upper ones, and that piles before, piles after and their difference have
/// consistent sums if they are known in every deal.
pub(super) fn check_consistency(tally: &Tally, cards: usize) -> Result<(), Contradiction> {
    let changed = tally.histograms.len() > GAIN;
    for known in [Some(OWN), changed.then_some(OWN_CHANGED)].into_iter().flatten() {
        let UndecidedRule::Between(least, most) = known.undecided else { continue };
        let up_to = |place: usize, bound| tally.histograms[place].count_up_to(bound);
        let ordered = (0..=cards).all(|bound| up_to(least, bound) >= up_to(most, bound));
        ensure(ordered, Contradiction::Histogram(most))?;
    }
    let agreed = |before: PileHistograms, after: PileHistograms, difference: usize| {
        let places = [before.piles, after.piles, difference];
        let [before_sum, after_sum, sum] = places.map(|place| tally.histograms[place].sum());
        let known = places.map(|place| tally.histograms[place].total());
        let agrees = before_sum + u128::from(tally.deals) * cards as u128 == after_sum + sum;
        ensure(agrees || known != [tally.deals; 3], Contradiction::Histogram(difference))
    };
    agreed(RULE, OWN, LEAD)?;
    if changed {
        agreed(RULE, RULE_CHANGED, GAIN)?;
        let total = |known: PileHistograms| tally.histograms[known.piles].total();
        let both = tally.histograms[OWN_GAIN].total();
        ensure(both <= total(OWN).min(total(OWN_CHANGED)), Contradiction::Histogram(OWN_GAIN))?;
        agreed(OWN, OWN_CHANGED, OWN_GAIN)?;
        agreed(RULE, OWN_CHANGED, BOTH)?;
    }
    Ok(())
}

/// Returns the share of deals in which a game was not solved; `None` when all were solved. A deal with an unsolved unchanged game has no solved changed game.
pub(super) fn unsolved(tally: &Tally) -> Option<Proportion> {
    let total = |place: usize| tally.histograms.get(place).map_or(0, Histogram::total);
    let unsolved = total(OWN_LEAST).max(total(OWN_CHANGED_LEAST));
    (unsolved > 0).then(|| Proportion::new(unsolved, tally.deals))
}
