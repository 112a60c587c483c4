//! The variants of the game that experiments measure: player and change of the stock.

use super::{AT_MOST_PILES_CURVE, PILES_CURVE};
use crate::cards::Pack;
use crate::games::alliances::improve::Improvement;
use crate::games::alliances::law::pile_count_law;
use crate::games::alliances::policy::Policy;
use crate::parse::ParseValueError;
use crate::sim::measure::{ExactValue, UndecidedRule};
use crate::sim::{Curve, CurveBuilder};
use crate::sim::{Field, FieldValue, Measure};
use crate::stats::Tally;
use std::fmt;
use std::str::FromStr;

/// A player of the patience.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AlliancesPlayer {
    /// Knows the whole stock and leaves the fewest piles that any jumps can leave.
    Perfect,
    /// Does not know the stock.
    Policy(Policy),
}

/// Writes `perfect`, or the name of a policy.
impl fmt::Display for AlliancesPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Perfect => f.write_str("perfect"),
            Self::Policy(way) => way.fmt(f),
        }
    }
}

impl FromStr for AlliancesPlayer {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        if text == "perfect" {
            Ok(Self::Perfect)
        } else {
            text.parse().map(Self::Policy)
        }
    }
}

/// A variant of the game that a run measures: the player, and the change of the stock before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AlliancesVariant {
    /// The player.
    pub player: AlliancesPlayer,
    /// The change of the stock before the game; `None` for the stock as dealt.
    pub improvement: Option<Improvement>,
}

impl AlliancesVariant {
    /// The handout's rule (the leftmost jump first) on the stock as dealt.
    pub const LEFTMOST_RULE: Self = Self {
        player: AlliancesPlayer::Policy(Policy::Leftmost),
        improvement: None,
    };
}

/// A variant, and the indices of its counts in a tally: gives its measures and its curves.
pub(super) struct MeasuredVariant {
    pub(super) pack: Pack,
    pub(super) variant: AlliancesVariant,
    /// The name of the mean number of piles.
    pub(super) mean_name: &'static str,
    /// The index of the histogram of piles.
    pub(super) piles_histogram: usize,
    /// The histograms with the bounds of games that were not solved.
    pub(super) undecided_rule: UndecidedRule,
}

impl MeasuredVariant {
    /// Returns the measures: a row for each number of piles with the probability of at most that many, and the mean.
    pub(super) fn measures(&self) -> Vec<Measure> {
        let (
            pack,
            AlliancesVariant {
                player,
                improvement: improve,
            },
        ) = (self.pack, self.variant);
        let quick = match player {
            AlliancesPlayer::Policy(way) if improve.is_none() && way != Policy::Lookahead => {
                Some(way)
            }
            _ => None,
        };
        let exact = ExactValue::from_distribution(move || {
            let mut chances = pile_count_law(pack, quick?)?;
            for most in 1..chances.len() {
                chances[most] += chances[most - 1];
            }
            Some(
                chances
                    .into_iter()
                    .map(|at_most| at_most.min(1.0))
                    .collect(),
            )
        });
        let row = |most: usize| {
            let fields = [
                Field::new("cards", pack.size()),
                Field::new("improve", improvement_setting(improve)),
                Field::new("nb_tas_max", most),
                Field::new("suits", u64::from(pack.suits())),
                Field::new("ranks", u64::from(pack.ranks())),
                Field::with_display("player", player),
            ];
            self.share_at_most(most)
                .with_row(fields)
                .with_exact(exact(most))
                .with_stop_criterion(most < pack.size())
        };
        let mean = Measure::mean(self.piles_histogram, 0).with_json_name(self.mean_name);
        (min_piles(pack)..=pack.size())
            .map(row)
            .chain([mean])
            .collect()
    }

    fn share_at_most(&self, most: usize) -> Measure {
        Measure::share(self.piles_histogram, 0..=most).with_undecided(self.undecided_rule)
    }

    /// Returns the curve of the probability of at most x piles, and that of exactly x piles.
    pub(super) fn curves(
        &self,
        variant_index: usize,
        tally: &Tally,
        builder: &CurveBuilder,
    ) -> [Curve; 2] {
        let point = |most: usize| {
            Some(builder.proportion_point(most as f64, self.share_at_most(most).proportion(tally)?))
        };
        let points = (min_piles(self.pack)..=self.pack.size())
            .filter_map(point)
            .collect();
        let at_most = Curve {
            kind: AT_MOST_PILES_CURVE,
            variant_index,
            points,
            mean: None,
        };
        [
            at_most,
            builder.distribution_curve(
                PILES_CURVE,
                variant_index,
                &tally.histograms[self.piles_histogram],
                0,
            ),
        ]
    }
}

/// Returns the value of the setting `improvement`.
pub(super) fn improvement_setting(improvement: Option<Improvement>) -> FieldValue {
    FieldValue::from_option(improvement.map(FieldValue::from_display))
}

/// Returns the fewest piles that a deck can leave: 2, or 1 for a single card.
pub(super) fn min_piles(pack: Pack) -> usize {
    pack.size().min(2)
}
