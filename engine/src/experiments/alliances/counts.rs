//! The histograms of the experiment, and the counts of a chunk of deals.

use super::{Alliances, AlliancesPlayer};
use crate::cards::Pack;
use crate::cards::card::MAX_CARDS;
use crate::games::alliances::improve::BestChange;
use crate::sim::HistogramSpec;
use crate::stats::{Extreme, ExtremeKind, Proportion, Tally};
use AlliancesHistogram::*;
use HistogramKind::*;
use std::ops::RangeInclusive;

/// A histogram of the experiment. "Changed" is short for "after the change of the stock that is best for this player".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AlliancesHistogram {
    RulePiles,
    RuleChangedPiles,
    RuleChangeGain,
    FirstPlace,
    SecondPlace,
    PlayerPiles,
    PlayerPilesLow,
    PlayerPilesHigh,
    PlayerLead,
    PlayerChangedPiles,
    PlayerChangedPilesLow,
    PlayerChangedPilesHigh,
    PlayerChangeGain,
    PlayerAndChangeGain,
}

const HISTOGRAM_COUNT: usize = PlayerAndChangeGain as usize + 1;

/// The histograms of the rule alone: the first one without a change of the stock, all with a change.
const RULE_HISTOGRAMS: [AlliancesHistogram; 5] = [
    RulePiles,
    RuleChangedPiles,
    RuleChangeGain,
    FirstPlace,
    SecondPlace,
];

/// The histograms of a player beside the rule: the first five without a change of the stock, all with a change.
const PLAYER_HISTOGRAMS: [AlliancesHistogram; 12] = [
    RulePiles,
    PlayerPiles,
    PlayerPilesLow,
    PlayerPilesHigh,
    PlayerLead,
    RuleChangedPiles,
    RuleChangeGain,
    PlayerChangedPiles,
    PlayerChangedPilesLow,
    PlayerChangedPilesHigh,
    PlayerChangeGain,
    PlayerAndChangeGain,
];

/// The values of a histogram. A game is named by the histogram of its piles.
#[derive(Clone, Copy, Debug)]
enum HistogramKind {
    /// The piles that a game leaves: the name of their mean, and, for a game that may be unsolved, the histograms that count
    /// its lower and its upper bound instead.
    Piles(&'static str, Option<[AlliancesHistogram; 2]>),
    /// A lower bound of the piles of this game, if it was not solved.
    LowBound(AlliancesHistogram),
    /// An upper bound of the piles of this game, if it was not solved.
    HighBound(AlliancesHistogram),
    /// The piles of the first game less those of the second, if both were solved, and the name of their mean.
    Difference(&'static str, [AlliancesHistogram; 2]),
    /// A place of the stock.
    Place,
}

impl AlliancesHistogram {
    /// Returns the name in tallies and the kind.
    fn declaration(self) -> (&'static str, HistogramKind) {
        match self {
            RulePiles => ("piles", Piles("nb_tas", None)),
            RuleChangedPiles => ("improved", Piles("nb_tas_improved", None)),
            RuleChangeGain => ("gain", Difference("gain", [RulePiles, RuleChangedPiles])),
            FirstPlace => ("first-place", Place),
            SecondPlace => ("second-place", Place),
            PlayerPiles => {
                let bounds = [PlayerPilesLow, PlayerPilesHigh];
                ("played", Piles("nb_tas_player", Some(bounds)))
            }
            PlayerPilesLow => ("played-least", LowBound(PlayerPiles)),
            PlayerPilesHigh => ("played-most", HighBound(PlayerPiles)),
            PlayerLead => ("lead", Difference("gain_player", [RulePiles, PlayerPiles])),
            PlayerChangedPiles => {
                let bounds = [PlayerChangedPilesLow, PlayerChangedPilesHigh];
                (
                    "played-improved",
                    Piles("nb_tas_player_improved", Some(bounds)),
                )
            }
            PlayerChangedPilesLow => ("played-improved-least", LowBound(PlayerChangedPiles)),
            PlayerChangedPilesHigh => ("played-improved-most", HighBound(PlayerChangedPiles)),
            PlayerChangeGain => {
                let games = [PlayerPiles, PlayerChangedPiles];
                ("played-gain", Difference("gain_change_player", games))
            }
            PlayerAndChangeGain => {
                let games = [RulePiles, PlayerChangedPiles];
                ("both", Difference("gain_both", games))
            }
        }
    }

    fn kind(self) -> HistogramKind {
        self.declaration().1
    }

    /// Returns the name of the mean in JSON; `None` for a histogram without a mean.
    pub(super) fn mean_name(self) -> Option<&'static str> {
        match self.kind() {
            Piles(mean_name, _) | Difference(mean_name, _) => Some(mean_name),
            _ => None,
        }
    }

    /// Returns the histograms of the lower and upper bounds of a game; `None` for a game that is always solved.
    pub(super) fn bound_histograms(self) -> Option<[Self; 2]> {
        match self.kind() {
            Piles(_, bounds) => bounds,
            _ => None,
        }
    }

    pub(super) fn is_difference(self) -> bool {
        matches!(self.kind(), Difference(..))
    }

    /// Returns the number that is added to an entry to get its value. Entry 0 of a difference is a loss of as many piles
    /// as there are cards, so that no entry is negative; the entries of other histograms are their values.
    pub(super) fn value_offset(self, pack: Pack) -> i64 {
        if self.is_difference() {
            -(pack.size() as i64)
        } else {
            0
        }
    }

    /// Returns the entry of a value.
    pub(super) fn entry(self, value: i64, pack: Pack) -> usize {
        (value - self.value_offset(pack)) as usize
    }
}

impl Alliances {
    /// Returns the histograms, in the order of tallies.
    pub(super) fn histograms(&self) -> &'static [AlliancesHistogram] {
        match (self.player, self.improvement) {
            (AlliancesPlayer::RULE, None) => &RULE_HISTOGRAMS[..1],
            (AlliancesPlayer::RULE, Some(_)) => &RULE_HISTOGRAMS,
            (_, None) => &PLAYER_HISTOGRAMS[..5],
            (_, Some(_)) => &PLAYER_HISTOGRAMS,
        }
    }

    /// Returns the index of a histogram in tallies. It must be one of the experiment.
    pub(super) fn index(&self, histogram: AlliancesHistogram) -> usize {
        let histograms = self.histograms().iter();
        histograms
            .take_while(|&&former| former != histogram)
            .count()
    }

    /// Returns the histogram of the piles that the player leaves, after the change if there is one.
    pub(super) fn piles_histogram(&self) -> AlliancesHistogram {
        match (self.player, self.improvement) {
            (AlliancesPlayer::RULE, None) => RulePiles,
            (AlliancesPlayer::RULE, Some(_)) => RuleChangedPiles,
            (_, None) => PlayerPiles,
            (_, Some(_)) => PlayerChangedPiles,
        }
    }

    /// Returns the name, the bounds and the column of a histogram.
    pub(super) fn histogram_spec(&self, histogram: AlliancesHistogram) -> HistogramSpec {
        let (name, kind) = histogram.declaration();
        let cards = self.pack.size() as u64;
        let is_always_known = |game: AlliancesHistogram| game.bound_histograms().is_none();
        let (bounds, has_all_deals) = match kind {
            Piles(..) => (self.min_piles() as u64..=cards, is_always_known(histogram)),
            LowBound(_) | HighBound(_) => (0..=cards, false),
            Difference(_, games) => (
                self.difference_entries(histogram),
                games.into_iter().all(is_always_known),
            ),
            Place => (0..=cards - 1, true),
        };
        HistogramSpec {
            column: histogram.mean_name().unwrap_or(name),
            value_offset: histogram.value_offset(self.pack),
            has_all_deals,
            ..HistogramSpec::new(name, bounds)
        }
    }

    /// Returns the possible entries of a difference. Perfect play is never worse than the rule, by a theorem.
    fn difference_entries(&self, histogram: AlliancesHistogram) -> RangeInclusive<u64> {
        let max_difference = (self.pack.size() - self.min_piles()) as i64;
        let is_never_worse = histogram == PlayerLead && self.player == AlliancesPlayer::Perfect;
        let min_difference = if is_never_worse { 0 } else { -max_difference };
        let entry = |difference| histogram.entry(difference, self.pack) as u64;
        entry(min_difference)..=entry(max_difference)
    }
}

/// Returns the share of deals in which a game of the player was not solved; `None` when all were solved.
pub(super) fn unsolved_share(tally: &Tally) -> Option<Proportion> {
    let unsolved = PLAYER_HISTOGRAMS
        .iter()
        .zip(&tally.histograms)
        .filter(|(histogram, _)| matches!(histogram.kind(), LowBound(_)))
        .map(|(_, counts)| counts.total())
        .max()
        .filter(|&unsolved| unsolved > 0)?;
    Some(Proportion::new(unsolved, tally.deals))
}

/// The number of piles that a game leaves: a lower and an upper bound, which are equal for a solved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PileBounds {
    pub(super) low: usize,
    pub(super) high: usize,
}

impl PileBounds {
    pub(super) const fn from_exact(piles: usize) -> Self {
        Self {
            low: piles,
            high: piles,
        }
    }

    fn exact_piles(self) -> Option<usize> {
        (self.low == self.high).then_some(self.low)
    }
}

/// The piles that the games of one deal leave.
#[derive(Clone, Copy, Debug)]
pub(super) struct DealPiles {
    pub(super) rule: PileBounds,
    pub(super) player: PileBounds,
    /// The piles of the rule and of the player, each after its own best change.
    pub(super) changed: Option<[PileBounds; 2]>,
}

impl DealPiles {
    /// Returns the piles of a game.
    fn bounds(&self, game: AlliancesHistogram) -> Option<PileBounds> {
        match game {
            RulePiles => Some(self.rule),
            PlayerPiles => Some(self.player),
            RuleChangedPiles => self.changed.map(|[rule, _]| rule),
            PlayerChangedPiles => self.changed.map(|[_, player]| player),
            _ => None,
        }
    }

    fn exact_piles(&self, game: AlliancesHistogram) -> Option<usize> {
        self.bounds(game)?.exact_piles()
    }

    /// Returns the value that a histogram counts; `None` if it counts nothing for the deal.
    fn value(&self, histogram: AlliancesHistogram) -> Option<i64> {
        let unsolved_bounds = |game| {
            self.bounds(game)
                .filter(|bounds| bounds.exact_piles().is_none())
        };
        let value = match histogram.kind() {
            Piles(..) => self.exact_piles(histogram)? as i64,
            LowBound(game) => unsolved_bounds(game)?.low as i64,
            HighBound(game) => unsolved_bounds(game)?.high as i64,
            Difference(_, [before, after]) => {
                self.exact_piles(before)? as i64 - self.exact_piles(after)? as i64
            }
            Place => return None,
        };
        Some(value)
    }
}

/// The counts of a chunk of deals.
pub(super) struct ChunkCounts<'a> {
    experiment: Alliances,
    tally: &'a mut Tally,
    entries: [[u64; 2 * MAX_CARDS + 1]; HISTOGRAM_COUNT],
    /// Piles of the rule alone. Neighbouring lanes count in different arrays, so that no addition waits for the one
    /// before.
    lane_piles: [[u64; MAX_CARDS + 1]; 4],
    fewest: Extreme,
}

impl<'a> ChunkCounts<'a> {
    /// Creates counts that [`Self::add_to_tally`] adds to a tally.
    pub(super) fn new(experiment: Alliances, tally: &'a mut Tally) -> Self {
        Self {
            experiment,
            tally,
            entries: [[0; 2 * MAX_CARDS + 1]; HISTOGRAM_COUNT],
            lane_piles: [[0; MAX_CARDS + 1]; 4],
            fewest: Extreme::empty(ExtremeKind::Lowest),
        }
    }

    fn add(&mut self, deal: u64, histogram: AlliancesHistogram, value: i64) {
        let entry = histogram.entry(value, self.experiment.pack);
        self.entries[histogram as usize][entry] += 1;
        if self.tally.deal_values.is_some() {
            let index = self.experiment.index(histogram);
            self.tally.add_deal_value(deal, index, entry);
        }
    }

    /// Adds the piles of games of the rule alone to the values of all deals, if there are any.
    pub(super) fn add_rule_piles(&mut self, piles: impl Iterator<Item = (u64, usize)>) {
        if self.tally.deal_values.is_some() {
            piles.for_each(|(deal, piles)| self.tally.add_deal_value(deal, 0, piles));
        }
    }

    /// Counts a game of the rule alone.
    pub(super) fn add_rule_game(&mut self, piles: usize, lane: usize, deal: impl Fn(usize) -> u64) {
        self.lane_piles[lane % 4][piles] += 1;
        if self
            .fewest
            .value_and_deal
            .is_none_or(|(fewest, _)| piles as u64 <= fewest)
        {
            self.fewest.update(piles as u64, deal(lane));
        }
    }

    /// Counts the games of the rule without a change and after the best change.
    pub(super) fn add_best_change(&mut self, best: BestChange, deal: u64) {
        let (first, second) = best.change.places();
        self.add(deal, RulePiles, best.piles_before as i64);
        self.add(deal, RuleChangedPiles, best.piles_after as i64);
        self.add(deal, RuleChangeGain, best.gain().into());
        self.add(deal, FirstPlace, first as i64);
        self.add(deal, SecondPlace, second as i64);
        self.fewest.update(best.piles_after as u64, deal);
    }

    /// Counts the games of the rule and of another player.
    pub(super) fn add_player_deal(&mut self, piles: &DealPiles, deal: u64) {
        for &histogram in self.experiment.histograms() {
            if let Some(value) = piles.value(histogram) {
                self.add(deal, histogram, value);
            }
        }
        if let Some(fewest) = piles.exact_piles(self.experiment.piles_histogram()) {
            self.fewest.update(fewest as u64, deal);
        }
    }

    pub(super) fn add_to_tally(self) {
        let tally = self.tally;
        for (index, &histogram) in self.experiment.histograms().iter().enumerate() {
            for (entry, &count) in self.entries[histogram as usize].iter().enumerate() {
                tally.histograms[index].add_many(entry, count);
            }
        }
        let rule_index = self.experiment.index(RulePiles);
        for lane_piles in &self.lane_piles {
            for (piles, &count) in lane_piles.iter().enumerate() {
                tally.histograms[rule_index].add_many(piles, count);
            }
        }
        tally.extremes[0].merge(&self.fewest);
    }
}
