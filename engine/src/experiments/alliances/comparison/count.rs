//! The counts of each deal, and their consistency.

use super::deal::{DealResult, PileBounds};
use crate::sim::measure::UndecidedRule;
use crate::sim::schema::ensure;
use crate::sim::{HistogramSpec, RecordKind, TallyContradiction, TallySchema, TotalConstraint};
use crate::stats::{Histogram, Proportion, Tally};
use std::ops::RangeInclusive;

// Indices of the histograms of the tally.
pub(super) const LEAD_HISTOGRAM: usize = 4;
pub(super) const RULE_GAIN_HISTOGRAM: usize = 6;
pub(super) const PLAYER_GAIN_HISTOGRAM: usize = 10;
pub(super) const PLAYER_AND_CHANGE_GAIN_HISTOGRAM: usize = 11;
const PLAYER_LOW_HISTOGRAM: usize = 2;
const PLAYER_CHANGED_LOW_HISTOGRAM: usize = 8;

/// The histograms that count the piles of one game: those of decided games and, where a game can exceed the solver's
/// memory, the bounds of the undecided ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct PileHistograms {
    pub(super) piles_histogram: usize,
    pub(super) undecided_rule: UndecidedRule,
}

pub(super) const RULE_PILES: PileHistograms = PileHistograms {
    piles_histogram: 0,
    undecided_rule: UndecidedRule::None,
};
pub(super) const PLAYER_PILES: PileHistograms = PileHistograms {
    piles_histogram: 1,
    undecided_rule: UndecidedRule::LowerAndUpperHistograms(PLAYER_LOW_HISTOGRAM, 3),
};
pub(super) const RULE_CHANGED_PILES: PileHistograms = PileHistograms {
    piles_histogram: 5,
    undecided_rule: UndecidedRule::None,
};
pub(super) const PLAYER_CHANGED_PILES: PileHistograms = PileHistograms {
    piles_histogram: 7,
    undecided_rule: UndecidedRule::LowerAndUpperHistograms(PLAYER_CHANGED_LOW_HISTOGRAM, 9),
};

/// The deals with an unsolved game.
pub(super) const UNSOLVED_GAMES: UndecidedRule =
    UndecidedRule::WholeHistogram(PLAYER_LOW_HISTOGRAM);

/// Returns the schema of games that leave between the ends of `piles_histogram`, with a lead of the player of `min_lead` or more
/// (shifted by the number of cards); `has_change` adds the games after a change.
pub(super) fn tally_schema(
    piles: RangeInclusive<u64>,
    min_lead: u64,
    has_change: bool,
) -> TallySchema {
    let cards = *piles.end();
    let known = |name| HistogramSpec::new(name, piles.clone());
    let bound = |name, total| HistogramSpec::new(name, 0..=cards).with_total(total);
    let gain = |name| HistogramSpec::new(name, 0..=2 * cards);
    let mut histograms = vec![
        known("piles"),
        known("played").with_total(TotalConstraint::DealsNotIn(PLAYER_LOW_HISTOGRAM)),
        bound("played-least", TotalConstraint::AtMostDeals),
        bound(
            "played-most",
            TotalConstraint::DealsWith(PLAYER_LOW_HISTOGRAM, 0..=cards as usize),
        ),
        HistogramSpec::new("lead", min_lead..=2 * cards)
            .with_total(TotalConstraint::DealsNotIn(PLAYER_LOW_HISTOGRAM)),
    ];
    if has_change {
        histograms.extend([
            known("improved"),
            gain("gain"),
            known("played-improved")
                .with_total(TotalConstraint::DealsNotIn(PLAYER_CHANGED_LOW_HISTOGRAM)),
            bound("played-improved-least", TotalConstraint::AtMostDeals),
            bound(
                "played-improved-most",
                TotalConstraint::DealsWith(PLAYER_CHANGED_LOW_HISTOGRAM, 0..=cards as usize),
            ),
            gain("played-gain").with_total(TotalConstraint::AtMostDeals),
            gain("both").with_total(TotalConstraint::DealsNotIn(PLAYER_CHANGED_LOW_HISTOGRAM)),
        ]);
    }
    let last = if has_change {
        PLAYER_CHANGED_PILES
    } else {
        PLAYER_PILES
    };
    TallySchema::new(
        histograms,
        &[("fewest", RecordKind::Lowest(last.piles_histogram))],
    )
}

/// Adds one deal to a tally; differences are shifted by `gain_shift`.
pub(super) fn add_deal(result: &DealResult, deal: u64, gain_shift: usize, tally: &mut Tally) {
    let DealResult {
        rule_piles: rule,
        player_piles: own,
        after_change: changed,
    } = *result;
    tally.histograms[RULE_PILES.piles_histogram].add(rule);
    add_piles(own, PLAYER_PILES, tally);
    let mut difference = |place: usize, before: Option<usize>, after: Option<usize>| {
        if let Some((before, after)) = before.zip(after) {
            tally.histograms[place].add(before + gain_shift - after);
        }
    };
    difference(LEAD_HISTOGRAM, Some(rule), own.exact_piles());
    if let Some((best, own_changed)) = changed {
        difference(
            RULE_GAIN_HISTOGRAM,
            Some(best.piles_before),
            Some(best.piles_after),
        );
        difference(
            PLAYER_GAIN_HISTOGRAM,
            own.exact_piles(),
            own_changed.exact_piles(),
        );
        difference(
            PLAYER_AND_CHANGE_GAIN_HISTOGRAM,
            Some(rule),
            own_changed.exact_piles(),
        );
        tally.histograms[RULE_CHANGED_PILES.piles_histogram].add(best.piles_after);
        add_piles(own_changed, PLAYER_CHANGED_PILES, tally);
    }
    let last = changed.map_or(own, |(_, changed)| changed);
    if let Some(piles) = last.exact_piles() {
        tally.extremes[0].update(piles as u64, deal);
    }
}

fn add_piles(piles: PileBounds, known: PileHistograms, tally: &mut Tally) {
    match (piles.exact_piles(), known.undecided_rule) {
        (Some(piles), _) => tally.histograms[known.piles_histogram].add(piles),
        (None, UndecidedRule::LowerAndUpperHistograms(least, most)) => {
            tally.histograms[least].add(piles.low);
            tally.histograms[most].add(piles.high);
        }
        (None, _) => {}
    }
}

/// Checks that lower bounds do not exceed upper ones, and that piles before, piles after and their difference have
/// consistent sums if they are known in every deal.
pub(super) fn check_histogram_relations(
    tally: &Tally,
    cards: usize,
) -> Result<(), TallyContradiction> {
    let changed = tally.histograms.len() > RULE_GAIN_HISTOGRAM;
    for known in [Some(PLAYER_PILES), changed.then_some(PLAYER_CHANGED_PILES)]
        .into_iter()
        .flatten()
    {
        let UndecidedRule::LowerAndUpperHistograms(least, most) = known.undecided_rule else {
            continue;
        };
        let up_to = |place: usize, bound| tally.histograms[place].count_up_to(bound);
        let ordered = (0..=cards).all(|bound| up_to(least, bound) >= up_to(most, bound));
        ensure(ordered, TallyContradiction::Histogram(most))?;
    }
    let agreed = |before: PileHistograms, after: PileHistograms, difference: usize| {
        let places = [before.piles_histogram, after.piles_histogram, difference];
        let [before_sum, after_sum, sum] = places.map(|place| tally.histograms[place].value_sum());
        let known = places.map(|place| tally.histograms[place].total());
        let agrees = before_sum + u128::from(tally.deals) * cards as u128 == after_sum + sum;
        ensure(
            agrees || known != [tally.deals; 3],
            TallyContradiction::Histogram(difference),
        )
    };
    agreed(RULE_PILES, PLAYER_PILES, LEAD_HISTOGRAM)?;
    if changed {
        agreed(RULE_PILES, RULE_CHANGED_PILES, RULE_GAIN_HISTOGRAM)?;
        let total = |known: PileHistograms| tally.histograms[known.piles_histogram].total();
        let both = tally.histograms[PLAYER_GAIN_HISTOGRAM].total();
        ensure(
            both <= total(PLAYER_PILES).min(total(PLAYER_CHANGED_PILES)),
            TallyContradiction::Histogram(PLAYER_GAIN_HISTOGRAM),
        )?;
        agreed(PLAYER_PILES, PLAYER_CHANGED_PILES, PLAYER_GAIN_HISTOGRAM)?;
        agreed(
            RULE_PILES,
            PLAYER_CHANGED_PILES,
            PLAYER_AND_CHANGE_GAIN_HISTOGRAM,
        )?;
    }
    Ok(())
}

/// Returns the share of deals in which a game was not solved; `None` when all were solved. A deal with an unsolved unchanged game has no solved changed game.
pub(super) fn unsolved_share(tally: &Tally) -> Option<Proportion> {
    let total = |place: usize| tally.histograms.get(place).map_or(0, Histogram::total);
    let unsolved = total(PLAYER_LOW_HISTOGRAM).max(total(PLAYER_CHANGED_LOW_HISTOGRAM));
    (unsolved > 0).then(|| Proportion::new(unsolved, tally.deals))
}
