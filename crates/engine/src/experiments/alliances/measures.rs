//! The measures of the experiment, and the curve of its rows.

use super::histograms::AlliancesHistogram::{
    self, FirstPlace, PlayerLead, PlayerPilesLow, RuleChangeGain,
};
use super::histograms::unsolved_share;
use super::{Alliances, Play};
use crate::cards::Pack;
use crate::games::alliances::AllianceRule;
use crate::games::alliances::exact::pile_counts;
use crate::games::alliances::improve::Improvement;
use crate::sim::Measure;
use crate::sim::measure::{ExactValue, UndecidedRule};
use std::cmp::Ordering;

impl Alliances {
    /// Returns the measures of a variant: a row for each number of piles with the probability of at most that many, and the
    /// mean.
    pub(super) fn variant_measures(&self, variant: &Self) -> Vec<Measure> {
        let pack = variant.pack;
        let alliance = variant.play.alliance;
        let is_automatic = *variant == self.rule_variant();
        let exact = ExactValue::from_distribution(move || {
            is_automatic.then(|| at_most_piles_distribution(pack, alliance))?
        });
        let fewest_piles = alliance.fewest_piles(pack);
        let mut measures = Vec::new();
        for max_piles in self.min_piles()..=pack.size() {
            let fields = [
                Play::IMPROVE.with_value(&variant.play.improve),
                Self::MAX_PILES.with_value(&max_piles),
                Play::PLAYER.with_value(&variant.play.player),
            ];
            measures.push(
                self.share_at_most(variant, max_piles)
                    .with_row(fields)
                    .with_exact(if max_piles < fewest_piles {
                        ExactValue::new(|| Some(0.0))
                    } else if max_piles == pack.size() {
                        ExactValue::new(|| Some(1.0))
                    } else {
                        exact(max_piles)
                    })
                    .with_stop_criterion(max_piles < pack.size()),
            );
        }
        measures.extend(self.mean(variant.piles_histogram()));
        measures
    }

    fn share_at_most(&self, variant: &Self, max_piles: usize) -> Measure {
        let piles = variant.piles_histogram();
        let undecided = match piles.bound_histograms() {
            Some([low, high]) => {
                UndecidedRule::LowerAndUpperHistograms(self.index(low), self.index(high))
            }
            None => UndecidedRule::None,
        };
        Measure::share(self.index(piles), 0..=max_piles).with_undecided(undecided)
    }

    /// Returns the mean of a histogram; `None` for a histogram without one.
    pub(super) fn mean(&self, histogram: AlliancesHistogram) -> Option<Measure> {
        let name = histogram.mean_name()?;
        let mean = Measure::mean(self.index(histogram), histogram.value_offset(self.pack));
        Some(mean.with_json_name(name))
    }

    /// Returns the share of deals with a difference of this sign, with its name in JSON.
    fn share_of_sign(
        &self,
        difference: AlliancesHistogram,
        sign: Ordering,
        name: &'static str,
    ) -> Measure {
        let equal = difference.entry(0, self.pack);
        let entries = match sign {
            Ordering::Less => 0..=equal - 1,
            Ordering::Equal => equal..=equal,
            Ordering::Greater => equal + 1..=usize::MAX,
        };
        Measure::share(self.index(difference), entries).with_json_name(name)
    }

    /// Returns how often the best change gains piles, how often every change is worse than none, and how often the best
    /// exchange begins in the first half of the stock.
    pub(super) fn change_measures(&self) -> Vec<Measure> {
        let mut measures = vec![
            self.share_of_sign(RuleChangeGain, Ordering::Greater, "improved"),
            self.share_of_sign(RuleChangeGain, Ordering::Less, "worsened"),
        ];
        let first_place = self.index(FirstPlace);
        measures.push(Measure::mean(first_place, 0).with_json_name(FirstPlace.column()));
        if self.play.improve == Some(Improvement::Exchange) {
            // An exchange of neighbours begins at one of the places 0 to n - 2.
            let first_half = 0..=self.pack.size() / 2 - 1;
            measures.push(Measure::share(first_place, first_half).with_json_name("first_half"));
        }
        measures
    }

    /// Returns how often perfect play does as well as the rule and better, and how often a game was not solved.
    pub(super) fn lead_measures(&self) -> Vec<Measure> {
        let unsolved = UndecidedRule::whole_histogram(self.index(PlayerPilesLow));
        vec![
            self.share_of_sign(PlayerLead, Ordering::Equal, "as_good")
                .with_undecided(unsolved.clone()),
            self.share_of_sign(PlayerLead, Ordering::Greater, "player_better")
                .with_undecided(unsolved),
            Measure::custom_share(unsolved_share).with_json_name("unsolved"),
        ]
    }
}

/// Returns the exact probability of at most each number of piles, from 0 on; `None` where it is unknown.
fn at_most_piles_distribution(pack: Pack, alliance: AllianceRule) -> Option<Vec<f64>> {
    let mut counts = pile_counts(pack, alliance)?;
    for piles in 1..counts.len() {
        counts[piles] += counts[piles - 1];
    }
    let total = *counts.last()? as f64;
    Some(
        counts
            .into_iter()
            .map(|count| count as f64 / total)
            .collect(),
    )
}
