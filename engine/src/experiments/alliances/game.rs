//! One game of a pack, and who plays it: the rows of its table, its exact law, its curves.

use super::{PILES_CURVE, WIN_CURVE};
use crate::cards::Pack;
use crate::games::alliances::improve::Improvement;
use crate::games::alliances::law::law;
use crate::games::alliances::ways::Way;
use crate::sim::Measure;
use crate::sim::measure::{Exact, Open};
use crate::sim::or_none;
use crate::sim::summary::{Cell, Curve, Summary};
use crate::stats::Tally;
use crate::words::Unknown;
use std::fmt;
use std::str::FromStr;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Who knows the whole stock and leaves the fewest piles that any jumps can leave.
    Perfect,
    /// Who does not look into the stock.
    Way(Way),
}

/// `perfect`, or the name of a way of playing.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Perfect => f.write_str("perfect"),
            Self::Way(way) => way.fmt(f),
        }
    }
}

impl FromStr for Player {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        if text == "perfect" { Ok(Self::Perfect) } else { text.parse().map(Self::Way) }
    }
}

pub(super) struct Game {
    pub(super) pack: Pack,
    pub(super) improve: Option<Improvement>,
    pub(super) player: Player,
    /// The name of the mean.
    pub(super) name: &'static str,
    /// The histogram of its piles.
    pub(super) piles: usize,
    /// Those of the bounds between which the piles of games lie that are not known.
    pub(super) open: Open,
}

impl Game {
    /// The chance of at most so many piles, a row each, and the mean.
    pub(super) fn measures(&self) -> Vec<Measure> {
        let pack = self.pack;
        let quick = match self.player {
            Player::Way(way) if self.improve.is_none() && way != Way::Lookahead => Some(way),
            _ => None,
        };
        let exact = Exact::law(move || {
            let mut at_most = 0.0;
            let sum = |chance| {
                at_most += chance;
                f64::min(at_most, 1.0)
            };
            Some(law(pack, quick?)?.into_iter().map(sum).collect())
        });
        let row = |most: usize| {
            let cells = [
                ("cards", Cell::Count(pack.size() as u64)),
                ("improve", Cell::text(or_none(self.improve))),
                ("nb_tas_max", Cell::Count(most as u64)),
                ("suits", Cell::Count(pack.suits().into())),
                ("ranks", Cell::Count(pack.ranks().into())),
                ("player", Cell::text(self.player)),
            ];
            self.at_most(most).row(cells).exactly(exact(most)).stopping(most < pack.size())
        };
        let mean = Measure::mean(self.piles, 0).named(self.name);
        (fewest(pack)..=pack.size()).map(row).chain([mean]).collect()
    }

    fn at_most(&self, most: usize) -> Measure {
        Measure::share(self.piles, 0..=most).open(self.open)
    }

    /// The curves of at most, and of exactly x piles.
    pub(super) fn curves(&self, variant: &str, tally: &Tally, summary: &Summary) -> [Curve; 2] {
        let point = |most: usize| Some(summary.point(most as f64, self.at_most(most).proportion(tally)?));
        let points = (fewest(self.pack)..=self.pack.size()).filter_map(point).collect();
        let (subject, variant) = (self.pack.to_string(), variant.to_owned());
        let at_most = Curve { kind: WIN_CURVE, subject, variant, points, mean: None };
        let exactly = summary.law_curve((PILES_CURVE, self.pack, &at_most.variant), &tally.histograms[self.piles], 0);
        [at_most, exactly]
    }
}

/// The fewest piles that a deck can leave: 2, or 1 of a single card.
pub(super) fn fewest(pack: Pack) -> usize {
    pack.size().min(2)
}
