//! How many piles does la réussite des alliances leave, and how many fewer after a small change of the stock?
//! (Handout 000, 5.1, 5.2, 5.4 and 5.5.)
//!
//! One set of deals answers for every `nb_tas_max`, so the probability never falls as the threshold rises. The improved
//! game is played on the very same deals, so the gain has an interval of its own, from the pairs.

pub mod engine;
mod game;
pub mod played;

use crate::cards::{Card, Pack};
use crate::experiments::decks::{self, Decks, ShuffleMethod};
use crate::games::alliances::Way;
use crate::games::alliances::improve::Improvement;
use crate::processor::Processor;
use crate::sim::counts::agree;
use crate::sim::measure::Open;
use crate::sim::or_none;
use crate::sim::summary::{Curve, Summary};
use crate::sim::{About, Contradiction, Counts, Experiment, Hand, Hist, Kept, Measure, Seed, Setting, Settings, Shown};
use crate::stats::Tally;
use engine::{Engine, FIRST, GAIN, IMPROVED, PILES};
use game::{Game, Player, fewest};

const COLUMNS: &str =
    "cards improve deals nb_tas_max count frequency wins probability ci_low ci_high suits ranks player exact";

fn about(chunk: u64, usual: u64) -> About {
    About { topic: "alliances", unit: "deals", columns: COLUMNS.split(' ').collect(), chunk, usual }
}

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

impl Alliances {
    /// Gains are counted from the worst that could be, so that the histogram has no negative entry.
    fn shift(&self) -> i64 {
        -(self.pack.size() as i64)
    }

    /// The game as it was dealt and, with a change, after it.
    fn games(&self) -> Vec<Game> {
        let rule = Player::Way(Way::Leftmost);
        let game =
            |improve, name, piles| Game { pack: self.pack, improve, player: rule, name, piles, open: Open::None };
        let changed = self.improve.map(|improve| game(Some(improve), "nb_tas_improved", IMPROVED));
        [game(None, "nb_tas", PILES)].into_iter().chain(changed).collect()
    }

    /// The deck of one deal.
    pub fn deck(&self, seed: Seed, deal: u64) -> Vec<Card> {
        let mut decks = Decks::new(self.pack.size(), ShuffleMethod::Uniform, &self.streams(seed), deal..deal + 1);
        let numbers = decks.next();
        numbers.map(|(_, numbers)| self.pack.deck(&numbers)).unwrap_or_default()
    }

    /// The experiment with these settings.
    pub fn named(settings: &Settings<'_>) -> Option<Self> {
        Some(Self { pack: settings.get("cards")?, improve: settings.maybe("improve")? })
    }
}

impl Experiment for Alliances {
    fn about(&self) -> About {
        let (chunk, usual) = match self.improve {
            None => (64 * 4096, 1_000_000),
            Some(Improvement::Exchange) => (64 * 256, 100_000),
            Some(Improvement::Swap | Improvement::Move) => (64 * 16, 10_000),
        };
        about(chunk, usual)
    }

    fn settings(&self) -> Vec<Setting> {
        vec![("cards", self.pack.to_string()), ("improve", or_none(self.improve))]
    }

    fn dealt(&self) -> String {
        decks::dealt(self.pack, ShuffleMethod::Uniform)
    }

    fn options(&self) -> Option<Vec<Setting>> {
        let mut options = match self.pack {
            Pack::PIQUET | Pack::MEDICI | Pack::FULL => vec![("cards", self.pack.size().to_string())],
            other => vec![("suits", other.suits().to_string()), ("ranks", other.ranks().to_string())],
        };
        options.extend(self.improve.map(|improve| ("improve", improve.to_string())));
        Some(options)
    }

    fn counts(&self) -> Counts {
        let (cards, fewest) = (self.pack.size() as u64, fewest(self.pack) as u64);
        let piles = |name| Hist::new(name, fewest..=cards);
        if self.improve.is_none() {
            return Counts::new(vec![piles("piles")], &[("fewest", Kept::Lowest(PILES))]);
        }
        let histograms = vec![
            piles("piles"),
            piles("improved"),
            Hist::new("gain", fewest..=2 * cards - fewest),
            Hist::new("first-place", 0..=cards - 1),
            Hist::new("second-place", 0..=cards - 1),
        ];
        Counts::new(histograms, &[("fewest", Kept::Lowest(IMPROVED))])
    }

    /// Each game's chances; then the gain of the best change, how often there is one, how often every change is worse than
    /// none, and how often the best exchange begins in the first half of the stock.
    fn measures(&self) -> Vec<Measure> {
        let mut measures: Vec<Measure> = self.games().iter().flat_map(Game::measures).collect();
        let Some(improve) = self.improve else { return measures };
        let same = self.pack.size();
        measures.extend([
            Measure::mean(GAIN, self.shift()).named("gain"),
            Measure::share(GAIN, same + 1..=usize::MAX).named("improved"),
            Measure::share(GAIN, 0..=same - 1).named("worsened"),
        ]);
        if improve == Improvement::Exchange {
            // An exchange of neighbours begins at one of the places 0 to n - 2.
            measures.push(Measure::share(FIRST, 0..=(same / 2).saturating_sub(1)).named("first_half"));
        }
        measures
    }

    fn hand(&self, processor: Processor) -> Hand<'_> {
        let mut engine = Engine::new(self.pack, self.improve, processor);
        Box::new(move |streams, deals, tally| engine.play(streams, deals, tally))
    }

    /// Piles before are piles after and what was gained.
    fn agrees(&self, tally: &Tally) -> Result<(), Contradiction> {
        let sum = |place: usize| tally.histograms[place].sum();
        let agreed = self.improve.is_none() || {
            let gained = sum(PILES) + u128::from(tally.deals) * self.pack.size() as u128;
            gained == sum(IMPROVED) + sum(GAIN)
        };
        agree(agreed, Contradiction::Histogram(GAIN))
    }

    /// An improved stock is shown from a file only.
    fn shown(&self, _: &Tally) -> Option<Shown> {
        let shown =
            Shown { ranked: Some(PILES), others: Vec::new(), again: 1 << 20, verb: "show", options: self.options()? };
        Some(shown).filter(|_| self.improve.is_none())
    }

    fn best(&self) -> Option<usize> {
        Some(0)
    }

    fn curves(&self, tally: &Tally, summary: &Summary) -> Vec<Curve> {
        let games = self.games();
        let curves = games.iter().flat_map(|game| game.curves(&or_none(game.improve), tally, summary));
        let mut curves: Vec<Curve> = curves.collect();
        if let Some(improve) = self.improve {
            let variant = improve.to_string();
            curves.extend([
                summary.law_curve((GAIN_CURVE, self.pack, &variant), &tally.histograms[GAIN], self.shift()),
                summary.law_curve((PLACE_CURVE, self.pack, &variant), &tally.histograms[FIRST], 0),
            ]);
        }
        curves
    }
}
