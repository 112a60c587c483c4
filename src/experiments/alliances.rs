//! How many piles does la réussite des alliances leave, and how many fewer after a small change of the stock?
//! (Handout 000, 5.1, 5.2, 5.4 and 5.5.)
//!
//! One set of deals answers for every `nb_tas_max`, so the probability never falls as the threshold rises. The improved
//! game is played on the very same deals, so the gain has an interval of its own, from the pairs.

mod engine;

use self::engine::Engine;
use super::summary::{BestDeal, Cell, Curve, CurveKind, NamedShare, Point, Quantity, Summary};
use crate::cards::shuffle::{BLOCK, Uniform};
use crate::cards::{Card, Pack};
use crate::games::alliances::cheat::Improvement;
use crate::sim::{Experiment, Purpose, Run, Streams};
use crate::stats::{Confidence, Histogram, Layout, Method, Moments, Share, Tally};
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
];

/// The experiment: a pack, and perhaps an improvement of each stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alliances {
    /// The cards.
    pub pack: Pack,
    /// The change that is allowed before the game.
    pub improve: Option<Improvement>,
}

/// Where the counts stand in the tally.
const PILES: usize = 0;
const IMPROVED: usize = 1;
const GAIN: usize = 2;
const FIRST: usize = 3;
const SECOND: usize = 4;

const PLAIN: Layout = Layout { histograms: &["piles"], records: &["fewest"] };
const CHANGED: Layout =
    Layout { histograms: &["piles", "improved", "gain", "first-place", "second-place"], records: &["fewest"] };

impl Alliances {
    /// The experiment with these settings, as [`Experiment::name`] writes them.
    pub fn named(settings: &str) -> Option<Self> {
        let (cards, improve) = settings.strip_prefix("cards=")?.split_once(" improve=")?;
        let pack = match cards.split_once('x') {
            Some((suits, ranks)) => Pack::new(suits.parse().ok()?, ranks.parse().ok()?).ok()?,
            None => Pack::of(cards.parse().ok()?).ok()?,
        };
        let improve = if improve == "none" { None } else { Some(improve.parse().ok()?) };
        Some(Self { pack, improve })
    }

    /// Deals that give a useful answer in a few seconds.
    pub fn default_deals(&self) -> u64 {
        match self.improve {
            None => 1_000_000,
            Some(Improvement::Exchange) => 100_000,
            Some(Improvement::Swap | Improvement::Move) => 10_000,
        }
    }

    /// Gains are counted from the worst that could be, so that the histogram has no negative entry.
    fn shift(&self) -> i64 {
        -(self.pack.size() as i64)
    }

    /// The deck of one deal.
    pub fn deck(&self, streams: &Streams, deal: u64) -> Vec<Card> {
        let (blocks, again) = (streams.family(Purpose::Shuffle), streams.family(Purpose::Reshuffle));
        let (block, lane) = (deal / BLOCK as u64, (deal % BLOCK as u64) as usize);
        let mut deck = Vec::new();
        Uniform::new(self.pack.size()).deal_block(
            blocks.stream(block),
            lane..lane + 1,
            |_| again.stream(deal),
            |_, numbers| deck.extend(numbers.iter().map(|&number| self.pack.card(number))),
        );
        deck
    }

    /// What a run says.
    pub fn summary(&self, run: &Run, confidence: Confidence, method: Method) -> Summary {
        let mut summary = Summary::of(run, COLUMNS, confidence, method);
        let report = Report { pack: self.pack, deals: run.tally.deals, confidence, method };
        let histograms = &run.tally.histograms;
        report.game("none", "nb_tas", &histograms[PILES], &mut summary);
        if let Some(improve) = self.improve {
            let variant = improve.to_string();
            report.game(&variant, "nb_tas_improved", &histograms[IMPROVED], &mut summary);
            report.gain(&variant, &histograms[GAIN], self.shift(), &mut summary);
            report.law(CurveKind::BestPlace, &variant, &histograms[FIRST], 0, &mut summary);
        }
        summary.best = run.tally.records[0].get().map(|(reached, deal)| BestDeal { deal, reached });
        summary
    }
}

impl Experiment for Alliances {
    type Scratch = Engine;

    fn name(&self) -> String {
        let improve = self.improve.map_or_else(|| "none".to_owned(), |improve| improve.to_string());
        format!("alliances cards={} improve={improve}", self.pack)
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

    fn scratch(&self) -> Engine {
        Engine::new(self.pack, self.improve)
    }

    fn play(&self, streams: &Streams, deals: Range<u64>, engine: &mut Engine, tally: &mut Tally) {
        engine.play(streams, deals, tally);
    }

    fn shares(&self, tally: &Tally) -> Vec<Share> {
        let games = if self.improve.is_some() { PILES..=IMPROVED } else { PILES..=PILES };
        let thresholds = fewest(self.pack)..self.pack.size();
        games
            .flat_map(|game| {
                let histogram = &tally.histograms[game];
                thresholds.clone().map(|piles| Share::of(histogram.count_up_to(piles), tally.deals))
            })
            .collect()
    }
}

/// The fewest piles that a deck can leave: 2, or 1 of a single card.
fn fewest(pack: Pack) -> usize {
    pack.size().min(2)
}

/// Turns counts into rows, quantities and curves.
struct Report {
    pack: Pack,
    deals: u64,
    confidence: Confidence,
    method: Method,
}

impl Report {
    /// The rows and curves of one game, played plainly or after a change.
    fn game(&self, variant: &str, name: &'static str, histogram: &Histogram, summary: &mut Summary) {
        let mut points = Vec::new();
        for piles in fewest(self.pack)..=self.pack.size() {
            let count = histogram.count(piles);
            let won = Share::of(histogram.count_up_to(piles), self.deals);
            let mut row = vec![
                Cell::Count(self.pack.size() as u64),
                Cell::Text(variant.to_owned()),
                Cell::Count(self.deals),
                Cell::Count(piles as u64),
                Cell::Count(count),
                Cell::Real(Share::of(count, self.deals).estimate()),
                Cell::Count(won.count),
            ];
            row.extend(Cell::share(won, self.method, self.confidence));
            row.extend([self.pack.suits(), self.pack.ranks()].map(|side| Cell::Count(side.into())));
            summary.table.rows.push(row);
            points.push(self.point(piles as f64, won));
        }
        summary.curves.push(Curve {
            kind: CurveKind::WinProbability,
            subject: self.pack.to_string(),
            variant: variant.to_owned(),
            points,
            mean: None,
        });
        self.law(CurveKind::PilesLaw, variant, histogram, 0, summary);
        let moments = Moments::of(histogram, 0);
        summary.quantities.extend(moments.map(|moments| Quantity::new(name, moments, self.confidence)));
    }

    /// The gain of the best change, and how often there is one.
    fn gain(&self, variant: &str, histogram: &Histogram, shift: i64, summary: &mut Summary) {
        self.law(CurveKind::GainLaw, variant, histogram, shift, summary);
        let moments = Moments::of(histogram, shift);
        summary.quantities.extend(moments.map(|moments| Quantity::new("gain", moments, self.confidence)));
        let neutral = (-shift) as usize;
        let up_to_neutral = histogram.count_up_to(neutral);
        let worse = up_to_neutral - histogram.count(neutral);
        for (name, count) in [("improved", self.deals - up_to_neutral), ("worsened", worse)] {
            let share = Share::of(count, self.deals);
            let interval = share.interval(self.method, self.confidence);
            summary.shares.push(NamedShare { name, share, interval });
        }
    }

    /// The law that a histogram estimates.
    fn law(&self, kind: CurveKind, variant: &str, histogram: &Histogram, shift: i64, summary: &mut Summary) {
        let counts = histogram.counts();
        let first = counts.iter().position(|&count| count > 0).unwrap_or(0);
        let points = (first..counts.len())
            .map(|value| self.point((value as i64 + shift) as f64, Share::of(counts[value], self.deals)));
        summary.curves.push(Curve {
            kind,
            subject: self.pack.to_string(),
            variant: variant.to_owned(),
            points: points.collect(),
            mean: Moments::of(histogram, shift).map(|moments| moments.mean),
        });
    }

    fn point(&self, x: f64, share: Share) -> Point {
        let interval = share.interval(self.method, self.confidence);
        Point { x, y: share.estimate(), low: interval.low, high: interval.high }
    }
}
