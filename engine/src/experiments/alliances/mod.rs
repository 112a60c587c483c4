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
use crate::games::alliances::improve::Improvement;
use crate::sim::measure::UndecidedRule;
use crate::sim::schema::ensure;
use crate::sim::{
    BatchFn, Column, Contradiction, ExampleRequest, Experiment, ExperimentInfo, Field, FieldValue, HistogramSpec,
    Measure, RecordKind, Seed, SettingsText, TallySchema,
};
use crate::sim::{Curve, CurveBuilder, Summary};
use crate::simd::SimdLevel;
use crate::stats::Tally;
use engine::{Engine, FIRST, GAIN, IMPROVED, PILES};
pub use game::Variant;
use game::{MeasuredVariant, fewest, improve_value};
pub use played::Played;

/// The approximate time of a deal in nanoseconds: that of 32 cards, and the growth with the cards.
fn nanoseconds(pack: Pack, piquet: f64) -> f64 {
    // Rows grow with the pack, and so do the places of a change.
    piquet * (pack.size() as f64 / 32.0).powi(if piquet > 100.0 { 4 } else { 2 })
}

/// The pack and the variants of a run of the patience, with or without another player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlliancesVariants {
    /// The pack.
    pub pack: Pack,
    /// The variants that were measured on the same deals, in the order of [`Curve::variant`]; the last is the variant
    /// that the run is about, the others are compared with it.
    pub variants: Vec<Variant>,
}

impl AlliancesVariants {
    /// Returns those of a run; `None` when it is of another game.
    pub fn of(summary: &Summary) -> Option<Self> {
        let (pack, measured) = match (summary.experiment_as::<Alliances>(), summary.experiment_as::<Played>()) {
            (Some(rule), _) => (rule.pack, rule.variants()),
            (_, Some(played)) => (played.rule.pack, played.variants()),
            _ => return None,
        };
        Some(Self { pack, variants: measured.iter().map(|measured| measured.variant).collect() })
    }

    /// Returns the variant that the run is about.
    pub fn own(&self) -> Variant {
        self.variants.last().copied().unwrap_or(Variant::RULE)
    }
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

    /// The rule on the stock as it was dealt and, with a change, on the changed stock.
    fn variants(&self) -> Vec<MeasuredVariant> {
        let measured = |improve, name, piles| MeasuredVariant {
            pack: self.pack,
            variant: Variant { improve, ..Variant::RULE },
            name,
            piles,
            undecided: UndecidedRule::None,
        };
        let changed = self.improve.map(|improve| measured(Some(improve), "nb_tas_improved", IMPROVED));
        [measured(None, "nb_tas", PILES)].into_iter().chain(changed).collect()
    }

    /// The deck of one deal.
    pub fn deck(&self, seed: Seed, deal: u64) -> Vec<Card> {
        let mut decks = Decks::new(self.pack.size(), ShuffleMethod::Uniform, &self.streams(seed), deal..deal + 1);
        let numbers = decks.next();
        numbers.map(|(_, numbers)| self.pack.deck(&numbers)).unwrap_or_default()
    }

    /// The experiment with these settings.
    pub fn named(settings: &SettingsText<'_>) -> Option<Self> {
        Some(Self { pack: settings.get("cards")?, improve: settings.get_optional("improve")? })
    }
}

impl Experiment for Alliances {
    fn info(&self) -> ExperimentInfo {
        let (chunk, default_deals, piquet) = match self.improve {
            None => (64 * 4096, 1_000_000, 22.0),
            Some(Improvement::Exchange) => (64 * 256, 100_000, 300.0),
            Some(Improvement::Swap) => (64 * 16, 10_000, 3500.0),
            Some(Improvement::Move) => (64 * 16, 10_000, 7000.0),
        };
        let columns = vec![
            Column::Setting("cards"),
            Column::Setting("improve"),
            Column::Deals,
            Column::RowName("nb_tas_max"),
            Column::Count,
            Column::Frequency,
            Column::Wins,
            Column::Probability,
            Column::Low,
            Column::High,
            Column::Setting("suits"),
            Column::Setting("ranks"),
            Column::Setting("player"),
            Column::Exact,
        ];
        let nanoseconds = nanoseconds(self.pack, piquet);
        ExperimentInfo { topic: "alliances", unit: "deals", columns, chunk, default_deals, nanoseconds }
    }

    fn settings(&self) -> Vec<Field> {
        let cards = match self.pack {
            Pack::PIQUET | Pack::MEDICI | Pack::FULL => self.pack.size().into(),
            other => FieldValue::word(other),
        };
        vec![Field::new("cards", cards), Field::new("improve", improve_value(self.improve))]
    }

    fn stream_key(&self) -> String {
        decks::dealt(self.pack, ShuffleMethod::Uniform)
    }

    fn options(&self) -> Option<Vec<Field>> {
        let mut options = match self.pack {
            Pack::PIQUET | Pack::MEDICI | Pack::FULL => vec![Field::new("cards", self.pack.size())],
            other => vec![Field::new("suits", u64::from(other.suits())), Field::new("ranks", u64::from(other.ranks()))],
        };
        options.extend(self.improve.map(|improve| Field::word("improve", improve)));
        Some(options)
    }

    fn schema(&self) -> TallySchema {
        let (cards, fewest) = (self.pack.size() as u64, fewest(self.pack) as u64);
        let piles = |name| HistogramSpec::new(name, fewest..=cards);
        if self.improve.is_none() {
            return TallySchema::new(vec![piles("piles")], &[("fewest", RecordKind::Lowest(PILES))]);
        }
        let histograms = vec![
            piles("piles"),
            piles("improved"),
            HistogramSpec::new("gain", fewest..=2 * cards - fewest),
            HistogramSpec::new("first-place", 0..=cards - 1),
            HistogramSpec::new("second-place", 0..=cards - 1),
        ];
        TallySchema::new(histograms, &[("fewest", RecordKind::Lowest(IMPROVED))])
    }

    /// Each game's chances; then the gain of the best change, how often there is one, how often every change is worse than
    /// none, and how often the best exchange begins in the first half of the stock.
    fn measures(&self) -> Vec<Measure> {
        let mut measures: Vec<Measure> = self.variants().iter().flat_map(MeasuredVariant::measures).collect();
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

    fn worker(&self, processor: SimdLevel) -> BatchFn<'_> {
        let mut engine = Engine::new(self.pack, self.improve, processor);
        Box::new(move |streams, deals, tally| engine.play(streams, deals, tally))
    }

    /// Piles before are piles after and what was gained.
    fn check_consistency(&self, tally: &Tally) -> Result<(), Contradiction> {
        let sum = |place: usize| tally.histograms[place].sum();
        let agreed = self.improve.is_none() || {
            let gained = sum(PILES) + u128::from(tally.deals) * self.pack.size() as u128;
            gained == sum(IMPROVED) + sum(GAIN)
        };
        ensure(agreed, Contradiction::Histogram(GAIN))
    }

    /// An improved stock is shown from a file only.
    fn example_request(&self, _: &Tally) -> Option<ExampleRequest> {
        self.improve.is_none().then_some(ExampleRequest {
            ranked: Some(PILES),
            named: None,
            max_replayed_deals: 1 << 20,
            verb: "show",
            options: self.options()?,
        })
    }

    fn best_record_index(&self) -> Option<usize> {
        Some(0)
    }

    fn curves(&self, tally: &Tally, builder: &CurveBuilder) -> Vec<Curve> {
        let variants = self.variants();
        let own = variants.len() - 1;
        let curves = variants.iter().enumerate().flat_map(|(place, variant)| variant.curves(place, tally, builder));
        let mut curves: Vec<Curve> = curves.collect();
        if self.improve.is_some() {
            curves.extend([
                builder.law(GAIN_CURVE, own, &tally.histograms[GAIN], self.shift()),
                builder.law(PLACE_CURVE, own, &tally.histograms[FIRST], 0),
            ]);
        }
        curves
    }
}
