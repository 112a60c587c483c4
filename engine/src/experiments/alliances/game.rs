//! The variants of the game that experiments measure: player and change of the stock.

use super::{PILES_CURVE, WIN_CURVE};
use crate::cards::Pack;
use crate::games::alliances::improve::Improvement;
use crate::games::alliances::law::law;
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
    Way(Policy),
}

/// Writes `perfect`, or the name of a policy.
impl fmt::Display for AlliancesPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Perfect => f.write_str("perfect"),
            Self::Way(way) => way.fmt(f),
        }
    }
}

impl FromStr for AlliancesPlayer {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        if text == "perfect" { Ok(Self::Perfect) } else { text.parse().map(Self::Way) }
    }
}

/// A variant of the game that a run measures: the player, and the change of the stock before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The player.
    pub player: AlliancesPlayer,
    /// The change of the stock before the game; `None` for the stock as dealt.
    pub improve: Option<Improvement>,
}

impl Variant {
    /// The handout's rule (the leftmost jump first) on the stock as dealt.
    pub const RULE: Self = Self { player: AlliancesPlayer::Way(Policy::Leftmost), improve: None };
}

/// A variant, and the indices of its counts in a tally: gives its rows, its exact law and its curves.
pub(super) struct MeasuredVariant {
    pub(super) pack: Pack,
    pub(super) variant: Variant,
    /// The name of the mean number of piles.
    pub(super) name: &'static str,
    /// The index of the histogram of piles.
    pub(super) piles: usize,
    /// The histograms with the bounds of games that were not solved.
    pub(super) undecided: UndecidedRule,
}

impl MeasuredVariant {
    /// Returns the measures: a row for each number of piles with the probability of at most that many, and the mean.
    pub(super) fn measures(&self) -> Vec<Measure> {
        let (pack, Variant { player, improve }) = (self.pack, self.variant);
        let quick = match player {
            AlliancesPlayer::Way(way) if improve.is_none() && way != Policy::Lookahead => Some(way),
            _ => None,
        };
        let exact = ExactValue::law(move || {
            let mut at_most = 0.0;
            let sum = |chance| {
                at_most += chance;
                f64::min(at_most, 1.0)
            };
            Some(law(pack, quick?)?.into_iter().map(sum).collect())
        });
        let row = |most: usize| {
            let fields = [
                Field::new("cards", pack.size()),
                Field::new("improve", improve_value(improve)),
                Field::new("nb_tas_max", most),
                Field::new("suits", u64::from(pack.suits())),
                Field::new("ranks", u64::from(pack.ranks())),
                Field::word("player", player),
            ];
            self.at_most(most).row(fields).with_exact(exact(most)).stopping(most < pack.size())
        };
        let mean = Measure::mean(self.piles, 0).with_name(self.name);
        (fewest(pack)..=pack.size()).map(row).chain([mean]).collect()
    }

    fn at_most(&self, most: usize) -> Measure {
        Measure::share(self.piles, 0..=most).undecided(self.undecided)
    }

    /// Returns the curve of the probability of at most x piles, and that of exactly x piles.
    pub(super) fn curves(&self, variant: usize, tally: &Tally, builder: &CurveBuilder) -> [Curve; 2] {
        let point = |most: usize| Some(builder.point(most as f64, self.at_most(most).proportion(tally)?));
        let points = (fewest(self.pack)..=self.pack.size()).filter_map(point).collect();
        let at_most = Curve { kind: WIN_CURVE, variant, points, mean: None };
        [at_most, builder.law(PILES_CURVE, variant, &tally.histograms[self.piles], 0)]
    }
}

/// Returns the value of the setting `improve`.
pub(super) fn improve_value(improve: Option<Improvement>) -> FieldValue {
    FieldValue::or_none(improve.map(FieldValue::word))
}

/// Returns the fewest piles that a deck can leave: 2, or 1 for a single card.
pub(super) fn fewest(pack: Pack) -> usize {
    pack.size().min(2)
}
