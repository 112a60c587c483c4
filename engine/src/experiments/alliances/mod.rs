//! How many piles does la réussite des alliances leave, and how many fewer after a small change of the stock? (Handout
//! 000, 5.1, 5.2, 5.4 and 5.5.)
//!
//! The rows of every `nb_tas_max` count the same deals, so the probability never falls as the threshold rises. The
//! changed game is played on the same deals as the unchanged one, so the interval of the gain is that of paired
//! differences.

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

/// Returns the columns of the tables of [`Alliances`] and [`Played`].
fn columns() -> Vec<Column> {
    vec![
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
    ]
}

/// Returns the approximate time of a deal in nanoseconds; `piquet` is the time with 32 cards.
fn nanoseconds(pack: Pack, piquet: f64) -> f64 {
    // The time of a plain game grows with the square of the cards. The number of changes to try grows likewise.
    piquet * (pack.size() as f64 / 32.0).powi(if piquet > 100.0 { 4 } else { 2 })
}

/// The pack and the variants of a run of [`Alliances`] or [`Played`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlliancesVariants {
    /// The pack.
    pub pack: Pack,
    /// The variants that were measured on the same deals, in the order of [`Curve::variant`]. The last is the subject
    /// of the run; the others are compared with it.
    pub variants: Vec<Variant>,
}

impl AlliancesVariants {
    /// Returns the pack and the variants of a run; `None` when it is of another game.
    pub fn from_summary(summary: &Summary) -> Option<Self> {
        let (pack, measured) = match (summary.experiment_as::<Alliances>(), summary.experiment_as::<Played>()) {
            (Some(rule), _) => (rule.pack, rule.variants()),
            (_, Some(played)) => (played.pack(), played.variants()),
            _ => return None,
        };
        Some(Self { pack, variants: measured.iter().map(|measured| measured.variant).collect() })
    }

    /// Returns the variant that is the subject of the run.
    pub fn own(&self) -> Variant {
        self.variants.last().copied().unwrap_or(Variant::RULE)
    }
}

/// The experiment: the automatic game of la réussite des alliances, and perhaps the best change of each stock.
///
/// Every deal leaves 2 piles or more:
///
/// ```
/// use pioche_engine::cards::Pack;
/// use pioche_engine::experiments::{Alliances, Experiment};
/// use pioche_engine::sim::{RunOptions, Seed};
///
/// let experiment = Alliances { pack: Pack::PIQUET, improve: None };
/// let run = experiment.run(experiment.plan(Seed(1), 1000), &RunOptions::default())?;
/// assert_eq!(run.tally.histograms[0].total(), 1000);
/// assert_eq!(run.tally.histograms[0].count_up_to(1), 0);
/// # Ok::<(), pioche_engine::sim::driver::NoThreads>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alliances {
    /// The cards.
    pub pack: Pack,
    /// The change of the stock that is allowed before the game; `None` for the stock as dealt.
    pub improve: Option<Improvement>,
}

/// The curve of the probability of at most x piles.
pub const WIN_CURVE: &str = "win";
/// The curve of the share of games that end with exactly x piles.
pub const PILES_CURVE: &str = "piles";
/// The curve of the share of deals in which the best change gains x piles.
pub const GAIN_CURVE: &str = "gain";
/// The curve of the share of best changes that begin at place x of the stock, from 0.
pub const PLACE_CURVE: &str = "place";

impl Alliances {
    /// Returns the number added to the entries of the histogram of gains. It makes the worst possible gain the entry 0.
    fn shift(&self) -> i64 {
        -(self.pack.size() as i64)
    }

    /// Returns the rule on the stock as dealt and, with a change, on the changed stock.
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

    /// Returns the deck of one deal, top card first.
    ///
    /// It holds each card of the pack once:
    ///
    /// ```
    /// use pioche_engine::cards::Pack;
    /// use pioche_engine::experiments::Alliances;
    /// use pioche_engine::sim::Seed;
    ///
    /// let deck = Alliances { pack: Pack::PIQUET, improve: None }.deck(Seed(1), 0);
    /// assert_eq!(deck.len(), 32);
    /// assert!((0..32).all(|place| !deck[..place].contains(&deck[place])));
    /// ```
    pub fn deck(&self, seed: Seed, deal: u64) -> Vec<Card> {
        let mut decks = Decks::new(self.pack.size(), ShuffleMethod::Uniform, &self.streams(seed), deal..deal + 1);
        let numbers = decks.next();
        numbers.map(|(_, numbers)| self.pack.deck(&numbers)).unwrap_or_default()
    }

    /// Parses the settings of a name; `None` when one is missing or malformed.
    pub fn from_settings(settings: &SettingsText<'_>) -> Option<Self> {
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
        let (topic, unit) = ("alliances", "deals");
        let nanoseconds = nanoseconds(self.pack, piquet);
        ExperimentInfo { topic, unit, columns: columns(), chunk, default_deals, nanoseconds }
    }

    fn settings(&self) -> Vec<Field> {
        let cards = match self.pack {
            Pack::PIQUET | Pack::MEDICI | Pack::FULL => self.pack.size().into(),
            other => FieldValue::word(other),
        };
        vec![Field::new("cards", cards), Field::new("improve", improve_value(self.improve))]
    }

    fn stream_key(&self) -> String {
        decks::stream_key(self.pack, ShuffleMethod::Uniform)
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

    /// The probabilities of each variant; then the gain of the best change, how often a change gains, how often every
    /// change is worse than none, and how often the best exchange begins in the first half of the stock.
    fn measures(&self) -> Vec<Measure> {
        let mut measures: Vec<Measure> = self.variants().iter().flat_map(MeasuredVariant::measures).collect();
        let Some(improve) = self.improve else { return measures };
        let same = self.pack.size();
        measures.extend([
            Measure::mean(GAIN, self.shift()).with_name("gain"),
            Measure::share(GAIN, same + 1..=usize::MAX).with_name("improved"),
            Measure::share(GAIN, 0..=same - 1).with_name("worsened"),
        ]);
        if improve == Improvement::Exchange {
            // An exchange of neighbours begins at one of the places 0 to n - 2.
            measures.push(Measure::share(FIRST, 0..=(same / 2).saturating_sub(1)).with_name("first_half"));
        }
        measures
    }

    fn worker(&self, processor: SimdLevel) -> BatchFn<'_> {
        let mut engine = Engine::new(self.pack, self.improve, processor);
        Box::new(move |streams, deals, tally| engine.play(streams, deals, tally))
    }

    /// Checks that the piles after the change and the gain add up to the piles before it.
    fn check_consistency(&self, tally: &Tally) -> Result<(), Contradiction> {
        let sum = |place: usize| tally.histograms[place].sum();
        let agreed = self.improve.is_none() || {
            let gained = sum(PILES) + u128::from(tally.deals) * self.pack.size() as u128;
            gained == sum(IMPROVED) + sum(GAIN)
        };
        ensure(agreed, Contradiction::Histogram(GAIN))
    }

    /// Only unchanged games have examples: a changed stock can be shown from a file only.
    fn example_request(&self, _: &Tally) -> Option<ExampleRequest> {
        let shown = ExampleRequest {
            ranked: Some(PILES),
            named: Vec::new(),
            max_replayed_deals: 1 << 20,
            verb: "show",
            options: self.options()?,
        };
        Some(shown).filter(|_| self.improve.is_none())
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
