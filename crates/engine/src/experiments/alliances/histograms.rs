//! The histograms of the experiment.

use super::{Alliances, AlliancesPlayer};
use crate::cards::Pack;
use crate::sim::HistogramSpec;
use crate::stats::{Proportion, Tally};
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

    /// Returns the value that it counts for a deal; `None` if it counts nothing. `pile_bounds` returns a lower and an upper
    /// bound of the piles that a game leaves, which are equal if it was solved.
    pub(super) fn value(
        self,
        pile_bounds: impl Fn(Self) -> Option<RangeInclusive<usize>>,
    ) -> Option<i64> {
        let is_solved = |bounds: &RangeInclusive<usize>| bounds.start() == bounds.end();
        let solved_piles = |game| {
            let bounds = pile_bounds(game).filter(is_solved);
            bounds.map(|bounds| *bounds.start() as i64)
        };
        let unsolved_bounds = |game| pile_bounds(game).filter(|bounds| !is_solved(bounds));
        match self.kind() {
            Piles(..) => solved_piles(self),
            LowBound(game) => unsolved_bounds(game).map(|bounds| *bounds.start() as i64),
            HighBound(game) => unsolved_bounds(game).map(|bounds| *bounds.end() as i64),
            Difference(_, [before, after]) => Some(solved_piles(before)? - solved_piles(after)?),
            Place => None,
        }
    }

    /// Returns the name of the mean in JSON; `None` for a histogram without a mean.
    pub(super) fn mean_name(self) -> Option<&'static str> {
        match self.kind() {
            Piles(mean_name, _) | Difference(mean_name, _) => Some(mean_name),
            _ => None,
        }
    }

    /// Returns the name of the column of its values: that of the mean, or else that in tallies.
    pub(super) fn column(self) -> &'static str {
        match self {
            FirstPlace => "first_place",
            SecondPlace => "second_place",
            _ => self.mean_name().unwrap_or(self.declaration().0),
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
        match (self.play.player, self.play.improve) {
            (AlliancesPlayer::Leftmost, None) => &RULE_HISTOGRAMS[..1],
            (AlliancesPlayer::Leftmost, Some(_)) => &RULE_HISTOGRAMS,
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
        match (self.play.player, self.play.improve) {
            (AlliancesPlayer::Leftmost, None) => RulePiles,
            (AlliancesPlayer::Leftmost, Some(_)) => RuleChangedPiles,
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
            column: histogram.column(),
            value_offset: histogram.value_offset(self.pack),
            has_all_deals,
            ..HistogramSpec::new(name, bounds)
        }
    }

    /// Returns the possible entries of a difference. Perfect play is never worse than the rule, by a theorem.
    fn difference_entries(&self, histogram: AlliancesHistogram) -> RangeInclusive<u64> {
        let max_difference = (self.pack.size() - self.min_piles()) as i64;
        let min_difference = if histogram == PlayerLead {
            0
        } else {
            -max_difference
        };
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
