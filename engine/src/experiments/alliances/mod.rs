//! How many piles does la réussite des alliances leave, and how many fewer after a small change of the stock? (Handout
//! 000, 5.1, 5.2, 5.4 and 5.5.)
//!
//! The rows of every `max_piles` count the same deals, so the probability never falls as the threshold rises. The
//! changed game is played on the same deals as the unchanged one, so the interval of the gain is that of paired
//! differences.

pub mod comparison;
pub mod engine;
mod variant;

use crate::cards::{Card, Pack};
use crate::experiments::decks::{self, ShuffleMethod, ShuffledDecks};
use crate::games::alliances::improve::Improvement;
use crate::sim::measure::UndecidedRule;
use crate::sim::schema::ensure;
use crate::sim::{
    BatchFn, Column, ExampleRequest, Experiment, ExperimentInfo, Field, FieldValue, HistogramSpec,
    Measure, RecordKind, Seed, SettingsText, TallyContradiction, TallySchema,
};
use crate::sim::{Curve, CurveBuilder, Summary};
use crate::simd::SimdLevel;
use crate::stats::Tally;
pub use comparison::AlliancesComparison;
use engine::{
    AlliancesSimulator, BEST_CHANGE_FIRST_POSITION_HISTOGRAM, GAIN_HISTOGRAM, IMPROVED_HISTOGRAM,
    PILES_HISTOGRAM,
};
pub use variant::AlliancesVariant;
use variant::{MeasuredVariant, improvement_setting, min_piles};

/// Returns the approximate time of a deal in nanoseconds; `piquet_nanoseconds` is the time with 32 cards.
fn nanoseconds_per_deal(pack: Pack, piquet_nanoseconds: f64) -> f64 {
    // The time of a plain game grows with the square of the cards. The number of changes to try grows likewise.
    piquet_nanoseconds
        * (pack.size() as f64 / 32.0).powi(if piquet_nanoseconds > 100.0 { 4 } else { 2 })
}

/// The pack and the variants of a run of [`Alliances`] or [`AlliancesComparison`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackAndVariants {
    /// The pack.
    pub pack: Pack,
    /// The variants that were measured on the same deals, in the order of [`Curve::variant_index`]. The last is the subject
    /// of the run; the others are compared with it.
    pub variants: Vec<AlliancesVariant>,
}

impl PackAndVariants {
    /// Returns the pack and the variants of a run; `None` when it is of another game.
    pub fn from_summary(summary: &Summary) -> Option<Self> {
        let (pack, measured) = match (
            summary.experiment_as::<Alliances>(),
            summary.experiment_as::<AlliancesComparison>(),
        ) {
            (Some(rule), _) => (rule.pack, rule.variants()),
            (_, Some(played)) => (played.rule_experiment.pack, played.variants()),
            _ => return None,
        };
        Some(Self {
            pack,
            variants: measured.iter().map(|measured| measured.variant).collect(),
        })
    }

    /// Returns the last variant, the subject of the run.
    pub fn subject_variant(&self) -> AlliancesVariant {
        self.variants
            .last()
            .copied()
            .unwrap_or(AlliancesVariant::LEFTMOST_RULE)
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
/// let experiment = Alliances { pack: Pack::PIQUET, improvement: None };
/// let run = experiment.run(experiment.plan(Seed(1), 1000), &RunOptions::default())?;
/// assert_eq!(run.tally.histograms[0].total(), 1000);
/// assert_eq!(run.tally.histograms[0].count_up_to(1), 0);
/// # Ok::<(), pioche_engine::sim::driver::ThreadStartError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alliances {
    /// The cards.
    pub pack: Pack,
    /// The change of the stock that is allowed before the game; `None` for the stock as dealt.
    pub improvement: Option<Improvement>,
}

/// The curve of the probability of at most x piles.
pub const AT_MOST_PILES_CURVE: &str = "win";
/// The curve of the share of games that end with exactly x piles.
pub const PILES_CURVE: &str = "piles";
/// The curve of the share of deals in which the best change gains x piles.
pub const GAIN_DISTRIBUTION_CURVE: &str = "gain";
/// The curve of the share of best changes that begin at place x of the stock, from 1.
pub const BEST_CHANGE_POSITION_CURVE: &str = "place";

impl Alliances {
    /// Returns the number added to the entries of the histogram of gains. It makes the worst possible gain the entry 0.
    fn gain_shift(&self) -> i64 {
        -(self.pack.size() as i64)
    }

    /// Returns the rule on the stock as dealt and, with a change, on the changed stock.
    fn variants(&self) -> Vec<MeasuredVariant> {
        let measured = |improve, name, piles| MeasuredVariant {
            pack: self.pack,
            variant: AlliancesVariant {
                improvement: improve,
                ..AlliancesVariant::LEFTMOST_RULE
            },
            mean_name: name,
            piles_histogram: piles,
            undecided_rule: UndecidedRule::None,
        };
        let changed = self
            .improvement
            .map(|improve| measured(Some(improve), "nb_tas_improved", IMPROVED_HISTOGRAM));
        [measured(None, "nb_tas", PILES_HISTOGRAM)]
            .into_iter()
            .chain(changed)
            .collect()
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
    /// let deck = Alliances { pack: Pack::PIQUET, improvement: None }.deck(Seed(1), 0);
    /// assert_eq!(deck.len(), 32);
    /// assert!((0..32).all(|place| !deck[..place].contains(&deck[place])));
    /// ```
    pub fn deck(&self, seed: Seed, deal: u64) -> Vec<Card> {
        let mut decks = ShuffledDecks::new(
            self.pack.size(),
            ShuffleMethod::Uniform,
            &self.deal_streams(seed),
            deal..deal + 1,
        );
        let numbers = decks.next();
        numbers
            .map(|(_, numbers)| self.pack.deck(&numbers))
            .unwrap_or_default()
    }

    /// Parses the settings of a name; `None` when one is missing or malformed.
    pub fn from_settings(settings: &SettingsText<'_>) -> Option<Self> {
        Some(Self {
            pack: settings.get("cards")?,
            improvement: settings.get_optional("improve")?,
        })
    }
}

impl Experiment for Alliances {
    fn info(&self) -> ExperimentInfo {
        let (chunk, default_deals, piquet) = match self.improvement {
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
        let nanoseconds = nanoseconds_per_deal(self.pack, piquet);
        ExperimentInfo {
            topic: "alliances",
            unit: "deals",
            columns,
            max_chunk_size: chunk,
            default_deals,
            nanoseconds_per_deal: nanoseconds,
        }
    }

    fn settings(&self) -> Vec<Field> {
        let cards = match self.pack {
            Pack::PIQUET | Pack::SIX_TO_ACE | Pack::FULL => self.pack.size().into(),
            other => FieldValue::from_display(other),
        };
        vec![
            Field::new("cards", cards),
            Field::new("improve", improvement_setting(self.improvement)),
        ]
    }

    fn stream_key(&self) -> String {
        decks::deck_stream_key(self.pack, ShuffleMethod::Uniform)
    }

    fn command_line_options(&self) -> Option<Vec<Field>> {
        let mut options = match self.pack {
            Pack::PIQUET | Pack::SIX_TO_ACE | Pack::FULL => {
                vec![Field::new("cards", self.pack.size())]
            }
            other => vec![
                Field::new("suits", u64::from(other.suits())),
                Field::new("ranks", u64::from(other.ranks())),
            ],
        };
        options.extend(
            self.improvement
                .map(|improve| Field::with_display("improve", improve)),
        );
        Some(options)
    }

    fn tally_schema(&self) -> TallySchema {
        let (cards, fewest) = (self.pack.size() as u64, min_piles(self.pack) as u64);
        let piles = |name| HistogramSpec::new(name, fewest..=cards);
        if self.improvement.is_none() {
            return TallySchema::new(
                vec![piles("piles")],
                &[("fewest", RecordKind::Lowest(PILES_HISTOGRAM))],
            );
        }
        let histograms = vec![
            piles("piles"),
            piles("improved"),
            HistogramSpec::new("gain", fewest..=2 * cards - fewest),
            HistogramSpec::new("first-place", 0..=cards - 1),
            HistogramSpec::new("second-place", 0..=cards - 1),
        ];
        TallySchema::new(
            histograms,
            &[("fewest", RecordKind::Lowest(IMPROVED_HISTOGRAM))],
        )
    }

    /// The probabilities of each variant; then the gain of the best change, how often a change gains, how often every
    /// change is worse than none, and how often the best exchange begins in the first half of the stock.
    fn measures(&self) -> Vec<Measure> {
        let mut measures: Vec<Measure> = self
            .variants()
            .iter()
            .flat_map(MeasuredVariant::measures)
            .collect();
        let Some(improve) = self.improvement else {
            return measures;
        };
        let same = self.pack.size();
        measures.extend([
            Measure::mean(GAIN_HISTOGRAM, self.gain_shift()).with_json_name("gain"),
            Measure::share(GAIN_HISTOGRAM, same + 1..=usize::MAX).with_json_name("improved"),
            Measure::share(GAIN_HISTOGRAM, 0..=same - 1).with_json_name("worsened"),
        ]);
        if improve == Improvement::Exchange {
            // An exchange of neighbours begins at one of the places 0 to n - 2.
            measures.push(
                Measure::share(
                    BEST_CHANGE_FIRST_POSITION_HISTOGRAM,
                    0..=(same / 2).saturating_sub(1),
                )
                .with_json_name("first_half"),
            );
        }
        measures
    }

    fn batch_function(&self, simd_level: SimdLevel) -> BatchFn<'_> {
        let mut engine = AlliancesSimulator::new(self.pack, self.improvement, simd_level);
        Box::new(move |streams, deals, tally| engine.simulate(streams, deals, tally))
    }

    /// Checks that the piles after the change and the gain add up to the piles before it.
    fn check_histogram_relations(&self, tally: &Tally) -> Result<(), TallyContradiction> {
        let sum = |place: usize| tally.histograms[place].value_sum();
        let agreed = self.improvement.is_none() || {
            let gained = sum(PILES_HISTOGRAM) + u128::from(tally.deals) * self.pack.size() as u128;
            gained == sum(IMPROVED_HISTOGRAM) + sum(GAIN_HISTOGRAM)
        };
        ensure(agreed, TallyContradiction::Histogram(GAIN_HISTOGRAM))
    }

    /// Only unchanged games have examples: a changed stock can be shown from a file only.
    fn example_request(&self, _: &Tally) -> Option<ExampleRequest> {
        self.improvement.is_none().then_some(ExampleRequest {
            ranking_histogram: Some(PILES_HISTOGRAM),
            named_example: None,
            max_replayed_deals: 1 << 20,
            command_verb: "show",
            command_options: self.command_line_options()?,
        })
    }

    fn best_record_index(&self) -> Option<usize> {
        Some(0)
    }

    fn curves(&self, tally: &Tally, builder: &CurveBuilder) -> Vec<Curve> {
        let variants = self.variants();
        let own = variants.len() - 1;
        let curves = variants
            .iter()
            .enumerate()
            .flat_map(|(place, variant)| variant.curves(place, tally, builder));
        let mut curves: Vec<Curve> = curves.collect();
        if self.improvement.is_some() {
            curves.extend([
                builder.distribution_curve(
                    GAIN_DISTRIBUTION_CURVE,
                    own,
                    &tally.histograms[GAIN_HISTOGRAM],
                    self.gain_shift(),
                ),
                builder.distribution_curve(
                    BEST_CHANGE_POSITION_CURVE,
                    own,
                    &tally.histograms[BEST_CHANGE_FIRST_POSITION_HISTOGRAM],
                    1,
                ),
            ]);
        }
        curves
    }
}
