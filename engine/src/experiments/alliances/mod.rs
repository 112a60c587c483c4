//! How many piles does la réussite des alliances leave, and how many fewer after a small change of the stock?
//! (Handout 000, 5.1, 5.2, 5.4 and 5.5.)
//!
//! One set of deals answers for every `nb_tas_max`, so the probability never falls as the threshold rises. The improved
//! game is played on the very same deals, so the gain has an interval of its own, from the pairs.

pub mod engine;
mod found;
pub mod played;

use crate::cards::{Card, Pack};
use crate::experiments::decks::{Decks, ShuffleMethod};
use crate::games::alliances::Way;
use crate::games::alliances::improve::Improvement;
use crate::processor::Processor;
use crate::sim::question::or_none;
use crate::sim::summary::{BestDeal, Summary};
use crate::sim::{Experiment, Ranking, Row, Run, Setting, Settings, Streams};
use crate::stats::audit::agree;
use crate::stats::{Audit, Contradiction, Direction, Histogram, Layout, Moments, Proportion, Tally};
use engine::{Engine, FIRST, GAIN, IMPROVED, PILES, SECOND};
use found::{Found, fewest, game, law, place, rows};
use std::ops::Range;

const COLUMNS: &[&str] = &[
    "cards",
    "improve",
    "deals",
    "nb_tas_max",
    "count",
    "frequency",
    "wins",
    "probability",
    "ci_low",
    "ci_high",
    "suits",
    "ranks",
    "player",
    "exact",
];

/// The experiment: a pack, and perhaps an improvement of each stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alliances {
    /// The cards.
    pub pack: Pack,
    /// The change that is allowed before the game.
    pub improve: Option<Improvement>,
}

/// The curve of the probability of at most x piles.
pub const WIN_CURVE: &str = "win";
/// The curve of the share of games that end with exactly x piles.
pub const PILES_CURVE: &str = "piles";
/// The curve of the share of deals in which the best change gains x piles.
pub const GAIN_CURVE: &str = "gain";
/// The curve of the share of deals whose best change begins at place x of the stock, from 0.
pub const PLACE_CURVE: &str = "place";

const PLAIN: Layout = Layout { histograms: &["piles"], extremes: &[("fewest", Direction::Lowest)] };
const CHANGED: Layout = Layout {
    histograms: &["piles", "improved", "gain", "first-place", "second-place"],
    extremes: &[("fewest", Direction::Lowest)],
};

impl Alliances {
    /// Gains are counted from the worst that could be, so that the histogram has no negative entry.
    fn shift(&self) -> i64 {
        -(self.pack.size() as i64)
    }

    /// The deck of one deal.
    pub fn deck(&self, streams: &Streams, deal: u64) -> Vec<Card> {
        let numbers = Decks::new(self.pack.size(), ShuffleMethod::Uniform, streams, deal..deal + 1).next();
        numbers.map(|(_, numbers)| self.pack.deck(&numbers)).unwrap_or_default()
    }
}

impl Alliances {
    /// The experiment with these settings.
    pub fn named(settings: &Settings<'_>) -> Option<Self> {
        Some(Self { pack: settings.get("cards")?, improve: settings.maybe("improve")? })
    }
}

impl Experiment for Alliances {
    const TOPIC: &'static str = "alliances";

    type Scratch = Engine;

    fn settings(&self) -> Vec<Setting> {
        vec![("cards", self.pack.to_string()), ("improve", or_none(self.improve))]
    }

    fn options(&self) -> Vec<Setting> {
        let mut options = match self.pack {
            Pack::PIQUET | Pack::MEDICI | Pack::FULL => vec![("cards", self.pack.size().to_string())],
            other => vec![("suits", other.suits().to_string()), ("ranks", other.ranks().to_string())],
        };
        options.extend(self.improve.map(|improve| ("improve", improve.to_string())));
        options
    }

    fn layout(&self) -> Layout {
        if self.improve.is_some() { CHANGED } else { PLAIN }
    }

    fn chunk(&self) -> u64 {
        match self.improve {
            None => 64 * 4096,
            Some(Improvement::Exchange) => 64 * 256,
            Some(Improvement::Swap | Improvement::Move) => 64 * 16,
        }
    }

    fn scratch(&self, processor: Processor) -> Engine {
        Engine::new(self.pack, self.improve, processor)
    }

    fn play(&self, streams: &Streams, deals: Range<u64>, engine: &mut Engine, tally: &mut Tally) {
        engine.play(streams, deals, tally);
    }

    fn check(&self, tally: &Tally) -> Result<(), Contradiction> {
        let (audit, cards, deals) = (Audit::of(tally), self.pack.size() as u64, tally.deals);
        let fewest = fewest(self.pack) as u64;
        audit.counts(PILES, deals, fewest..=cards)?;
        if self.improve.is_some() {
            audit.counts(IMPROVED, deals, fewest..=cards)?;
            audit.counts(GAIN, deals, fewest..=2 * cards - fewest)?;
            let gained = audit.histogram(PILES).sum() + u128::from(deals) * u128::from(cards);
            let agreed = gained == audit.histogram(IMPROVED).sum() + audit.histogram(GAIN).sum();
            agree(agreed, Contradiction::Histogram(GAIN))?;
            audit.counts(FIRST, deals, 0..=cards - 1)?;
            audit.counts(SECOND, deals, 0..=cards - 1)?;
        }
        let last = if self.improve.is_some() { IMPROVED } else { PILES };
        audit.record(0, audit.histogram(last).lowest())
    }

    /// An improved stock is shown from a file only.
    fn ranking(&self) -> Option<Ranking> {
        let (histogram, kept, again) = (PILES, Direction::Lowest, 1 << 20);
        self.improve.is_none().then(|| Ranking { histogram, kept, again, options: Experiment::options(self) })
    }

    fn proportions(&self, tally: &Tally) -> Vec<Proportion> {
        let games = if self.improve.is_some() { PILES..=IMPROVED } else { PILES..=PILES };
        let thresholds = fewest(self.pack)..self.pack.size();
        games
            .flat_map(|game| {
                let histogram = &tally.histograms[game];
                thresholds.clone().map(|piles| Proportion::of(histogram.count_up_to(piles), tally.deals))
            })
            .collect()
    }

    fn rows(&self) -> Vec<Row> {
        let games = std::iter::once("none".to_owned()).chain(self.improve.map(|improve| improve.to_string()));
        let games: Vec<String> = games.collect();
        rows(self.pack, games.iter().map(|improve| (improve.as_str(), Way::Leftmost.to_string())))
    }

    fn counted(&self, row: usize, tally: &Tally) -> Option<Proportion> {
        let (game, piles) = place(self.pack, row);
        let histogram = &tally.histograms[[PILES, IMPROVED][game]];
        Some(Proportion::of(histogram.count_up_to(piles), tally.deals))
    }

    fn means(&self) -> Vec<&'static str> {
        if self.improve.is_some() { vec!["nb_tas", "nb_tas_improved", "gain"] } else { vec!["nb_tas"] }
    }

    fn shares(&self) -> Vec<&'static str> {
        match self.improve {
            None => vec![],
            Some(Improvement::Exchange) => vec!["improved", "worsened", "first_half"],
            Some(_) => vec!["improved", "worsened"],
        }
    }

    fn default_deals(&self) -> u64 {
        match self.improve {
            None => 1_000_000,
            Some(Improvement::Exchange) => 100_000,
            Some(Improvement::Swap | Improvement::Move) => 10_000,
        }
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn report(&self, run: &Run, summary: &mut Summary) {
        let histograms = &run.tally.histograms;
        self.game("none", "nb_tas", &histograms[PILES], summary);
        if let Some(improve) = self.improve {
            let variant = improve.to_string();
            self.game(&variant, "nb_tas_improved", &histograms[IMPROVED], summary);
            self.gain(&variant, &histograms[GAIN], summary);
            law((PLACE_CURVE, self.pack, &variant), &histograms[FIRST], 0, summary);
            if improve == Improvement::Exchange {
                // An exchange of neighbours begins at one of the places 0 to n - 2.
                let half = (self.pack.size() / 2).checked_sub(1);
                let count = half.map_or(0, |last| histograms[FIRST].count_up_to(last));
                summary.add_proportion("first_half", Proportion::of(count, summary.deals));
            }
        }
        summary.best = run.tally.extremes[0].get().map(|(reached, deal)| BestDeal { deal, reached });
    }
}

/// Counts become rows, quantities and curves.
impl Alliances {
    /// The rows and curves of one game, played plainly or after a change.
    fn game(&self, variant: &str, name: &'static str, histogram: &Histogram, summary: &mut Summary) {
        let curves = [WIN_CURVE, PILES_CURVE];
        let found = Found {
            pack: self.pack,
            improve: variant,
            player: Way::Leftmost.to_string(),
            way: (variant == "none").then_some(Way::Leftmost),
            variant: variant.to_owned(),
            curves,
        };
        let deals = summary.deals;
        game(&found, histogram, |piles| Proportion::of(histogram.count_up_to(piles), deals), summary);
        summary.add_quantity(name, Moments::of(histogram, 0));
    }

    /// The gain of the best change, how often there is one, and how often every change is worse than none.
    fn gain(&self, variant: &str, histogram: &Histogram, summary: &mut Summary) {
        let shift = self.shift();
        law((GAIN_CURVE, self.pack, variant), histogram, shift, summary);
        summary.add_quantity("gain", Moments::of(histogram, shift));
        let neutral = (-shift) as usize;
        let up_to_neutral = histogram.count_up_to(neutral);
        summary.add_proportion("improved", Proportion::of(summary.deals - up_to_neutral, summary.deals));
        summary.add_proportion("worsened", Proportion::of(up_to_neutral - histogram.count(neutral), summary.deals));
    }
}
