//! The histograms and the measures of the experiment.

use super::{Alliances, AlliancesPlayer, Play};
use crate::cards::Pack;
use crate::games::alliances::AllianceRule;
use crate::games::alliances::exact::pile_counts;
use crate::games::alliances::improve::Improvement;
use crate::sim::measure::{ExactValue, UndecidedRule};
use crate::sim::{HistogramSpec, Measure, Row};
use crate::stats::{Proportion, Tally};
use DealGame::*;
use HistogramKind::*;
use std::ops::RangeInclusive;

/// A game that is played with each deal. "Changed" is short for "after the change of the stock that is best for this player".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealGame {
    Rule,
    ChangedRule,
    Player,
    ChangedPlayer,
}

/// A lower and an upper bound of the piles that each game leaves, in the order of [`DealGame`]; equal for a solved game.
pub type DealBounds = [RangeInclusive<usize>; 4];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistogramKind {
    Piles(DealGame),
    LowBound(DealGame),
    HighBound(DealGame),
    /// The piles of the first game less those of the second, if both were solved.
    Difference(DealGame, DealGame),
    FirstPlace,
    SecondPlace,
}

pub struct AlliancesHistogram {
    pub kind: HistogramKind,
    name: &'static str,
    pub column: &'static str,
}

const RULE_HISTOGRAMS: [AlliancesHistogram; 5] = [
    AlliancesHistogram::new(Piles(Rule), "piles", "nb_tas"),
    AlliancesHistogram::new(Piles(ChangedRule), "improved", "nb_tas_improved"),
    AlliancesHistogram::new(Difference(Rule, ChangedRule), "gain", "gain"),
    AlliancesHistogram::new(FirstPlace, "first-place", "first_place"),
    AlliancesHistogram::new(SecondPlace, "second-place", "second_place"),
];

const PLAYER_HISTOGRAMS: [AlliancesHistogram; 12] = [
    AlliancesHistogram::new(Piles(Rule), "piles", "nb_tas"),
    AlliancesHistogram::new(Piles(Player), "played", "nb_tas_player"),
    AlliancesHistogram::new(LowBound(Player), "played-least", "played-least"),
    AlliancesHistogram::new(HighBound(Player), "played-most", "played-most"),
    AlliancesHistogram::new(Difference(Rule, Player), "lead", "gain_player"),
    AlliancesHistogram::new(Piles(ChangedRule), "improved", "nb_tas_improved"),
    AlliancesHistogram::new(Difference(Rule, ChangedRule), "gain", "gain"),
    AlliancesHistogram::new(
        Piles(ChangedPlayer),
        "played-improved",
        "nb_tas_player_improved",
    ),
    AlliancesHistogram::new(
        LowBound(ChangedPlayer),
        "played-improved-least",
        "played-improved-least",
    ),
    AlliancesHistogram::new(
        HighBound(ChangedPlayer),
        "played-improved-most",
        "played-improved-most",
    ),
    AlliancesHistogram::new(
        Difference(Player, ChangedPlayer),
        "played-gain",
        "gain_change_player",
    ),
    AlliancesHistogram::new(Difference(Rule, ChangedPlayer), "both", "gain_both"),
];

impl DealGame {
    pub fn may_be_unsolved(self) -> bool {
        matches!(self, Player | ChangedPlayer)
    }
}

impl AlliancesHistogram {
    const fn new(kind: HistogramKind, name: &'static str, column: &'static str) -> Self {
        Self { kind, name, column }
    }
}

impl HistogramKind {
    /// The value that it counts for a deal; `None` if it counts nothing.
    pub fn value(self, games: &DealBounds) -> Option<i64> {
        let solved_piles = |game: DealGame| {
            let bounds = &games[game as usize];
            (bounds.start() == bounds.end()).then_some(*bounds.start() as i64)
        };
        match self {
            Piles(game) => solved_piles(game),
            LowBound(game) | HighBound(game) if solved_piles(game).is_some() => None,
            LowBound(game) => Some(*games[game as usize].start() as i64),
            HighBound(game) => Some(*games[game as usize].end() as i64),
            Difference(before, after) => Some(solved_piles(before)? - solved_piles(after)?),
            FirstPlace | SecondPlace => None,
        }
    }
}

impl Alliances {
    pub(super) fn histograms(&self) -> &'static [AlliancesHistogram] {
        match (self.play.player, self.play.improve) {
            (AlliancesPlayer::Leftmost, None) => &RULE_HISTOGRAMS[..1],
            (AlliancesPlayer::Leftmost, Some(_)) => &RULE_HISTOGRAMS,
            (_, None) => &PLAYER_HISTOGRAMS[..5],
            (_, Some(_)) => &PLAYER_HISTOGRAMS,
        }
    }

    pub(super) fn index(&self, kind: HistogramKind) -> usize {
        let mut histograms = self.histograms().iter();
        histograms
            .position(|histogram| histogram.kind == kind)
            .expect("a histogram of the experiment")
    }

    pub(super) fn last_game(&self) -> DealGame {
        match (self.play.player, self.play.improve) {
            (AlliancesPlayer::Leftmost, None) => Rule,
            (AlliancesPlayer::Leftmost, Some(_)) => ChangedRule,
            (_, None) => Player,
            (_, Some(_)) => ChangedPlayer,
        }
    }

    /// The number that is added to an entry to get its value. Entry 0 of a difference is a loss of as many piles
    /// as there are cards, so that no entry is negative; the entries of other histograms are their values.
    pub(super) fn value_offset(&self, kind: HistogramKind) -> i64 {
        match kind {
            Difference(..) => -(self.pack.size() as i64),
            _ => 0,
        }
    }

    pub(super) fn histogram_spec(&self, histogram: &AlliancesHistogram) -> HistogramSpec {
        let cards = self.pack.size() as u64;
        let max_difference = cards - self.min_piles() as u64;
        let (bounds, is_partial) = match histogram.kind {
            Piles(game) => (self.min_piles() as u64..=cards, game.may_be_unsolved()),
            LowBound(_) | HighBound(_) => (0..=cards, true),
            // Perfect play is never worse than the rule, by a theorem.
            Difference(Rule, Player) => (cards..=cards + max_difference, true),
            Difference(before, after) => (
                cards - max_difference..=cards + max_difference,
                before.may_be_unsolved() || after.may_be_unsolved(),
            ),
            FirstPlace | SecondPlace => (0..=cards - 1, false),
        };
        HistogramSpec {
            column: histogram.column,
            value_offset: self.value_offset(histogram.kind),
            has_all_deals: !is_partial,
            ..HistogramSpec::new(histogram.name, bounds)
        }
    }

    /// The probabilities and the mean of each variant; then the gains of change and player, deal by deal, and the
    /// shares of deals with a gain or a loss.
    pub(super) fn all_measures(&self) -> Vec<Measure> {
        let mut measures = Vec::new();
        for variant in self.variants() {
            measures.extend(self.variant_measures(&variant));
        }
        for (index, histogram) in self.histograms().iter().enumerate() {
            if matches!(histogram.kind, Difference(..)) {
                measures.push(self.mean(index, histogram));
            }
        }
        if self.play.player != AlliancesPlayer::Leftmost {
            measures.extend(self.lead_measures());
        } else if self.play.improve.is_some() {
            measures.extend(self.change_measures());
        }
        measures
    }

    fn variant_measures(&self, variant: &Self) -> Vec<Measure> {
        let pack = variant.pack;
        let alliance = variant.play.alliance;
        let is_automatic = *variant == self.rule_variant();
        let exact = ExactValue::from_distribution(move || {
            is_automatic.then(|| at_most_piles_distribution(pack, alliance))?
        });
        let game = variant.last_game();
        let piles = self.index(Piles(game));
        let undecided = if game.may_be_unsolved() {
            let low = self.index(LowBound(game));
            UndecidedRule::LowerAndUpperHistograms(low, self.index(HighBound(game)))
        } else {
            UndecidedRule::None
        };
        let mut measures = Vec::new();
        for max_piles in self.min_piles()..=pack.size() {
            let fields = [
                Play::IMPROVE.with_value(&variant.play.improve),
                Self::MAX_PILES.with_value(&max_piles),
                Play::PLAYER.with_value(&variant.play.player),
            ];
            let exact = if max_piles < alliance.fewest_piles(pack) {
                ExactValue::new(|| Some(0.0))
            } else if max_piles == pack.size() {
                ExactValue::new(|| Some(1.0))
            } else {
                exact(max_piles)
            };
            measures.push(
                Measure::share(piles, 0..=max_piles)
                    .with_undecided(undecided.clone())
                    .with_row(fields)
                    .with_exact(exact)
                    .with_stop_criterion(max_piles < pack.size()),
            );
        }
        measures.push(self.mean(piles, &self.histograms()[piles]));
        measures
    }

    fn mean(&self, index: usize, histogram: &AlliancesHistogram) -> Measure {
        Measure::mean(index, self.value_offset(histogram.kind)).with_json_name(histogram.column)
    }

    fn share(
        &self,
        kind: HistogramKind,
        entries: RangeInclusive<usize>,
        name: &'static str,
    ) -> Measure {
        Measure::share(self.index(kind), entries).with_json_name(name)
    }

    /// Returns how often the best change gains piles, how often every change is worse than none, and how often the best
    /// exchange begins in the first half of the stock.
    fn change_measures(&self) -> Vec<Measure> {
        let gain = Difference(Rule, ChangedRule);
        let no_gain = self.pack.size();
        let first_place = self.index(FirstPlace);
        let mut measures = vec![
            self.share(gain, no_gain + 1..=usize::MAX, "improved"),
            self.share(gain, 0..=no_gain - 1, "worsened"),
            self.mean(first_place, &self.histograms()[first_place]),
        ];
        if self.play.improve == Some(Improvement::Exchange) {
            // An exchange of neighbours begins at one of the places 0 to n - 2.
            let first_half = 0..=self.pack.size() / 2 - 1;
            measures.push(self.share(FirstPlace, first_half, "first_half"));
        }
        measures
    }

    fn lead_measures(&self) -> Vec<Measure> {
        let experiment = *self;
        let lead = Difference(Rule, Player);
        let no_lead = self.pack.size();
        let unsolved = UndecidedRule::whole_histogram(self.index(LowBound(Player)));
        vec![
            self.share(lead, no_lead..=no_lead, "as_good")
                .with_undecided(unsolved.clone()),
            self.share(lead, no_lead + 1..=usize::MAX, "player_better")
                .with_undecided(unsolved),
            Measure::custom(move |tally, confidence| {
                let share = experiment.unsolved_share(tally)?;
                Some(Row::from_share(share, confidence))
            })
            .with_json_name("unsolved"),
        ]
    }

    /// The share of deals in which a game of the player was not solved; `None` when all were solved.
    fn unsolved_share(&self, tally: &Tally) -> Option<Proportion> {
        let unsolved = self
            .histograms()
            .iter()
            .zip(&tally.histograms)
            .filter(|(histogram, _)| matches!(histogram.kind, LowBound(_)))
            .map(|(_, counts)| counts.total())
            .max()
            .filter(|&unsolved| unsolved > 0)?;
        Some(Proportion::new(unsolved, tally.deals))
    }
}

/// The exact probability of at most each number of piles, from 0 on; `None` where it is unknown.
fn at_most_piles_distribution(pack: Pack, alliance: AllianceRule) -> Option<Vec<f64>> {
    let counts = pile_counts(pack, alliance)?;
    let total: u64 = counts.iter().sum();
    let mut orders = 0;
    let mut probabilities = Vec::new();
    for count in counts {
        orders += count;
        probabilities.push(orders as f64 / total as f64);
    }
    Some(probabilities)
}
