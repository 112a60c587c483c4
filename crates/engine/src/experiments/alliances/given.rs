//! Games on decks that somebody else dealt, instead of the decks of a seed.

use super::{Alliances, AlliancesPlayer};
use crate::sim::{BatchFn, Experiment, ExperimentInfo, Field, Measure, Setting, TallySchema};
use crate::simd::SimdLevel;

/// The experiment on given decks.
///
/// A sorted deck leaves 2 piles or more:
///
/// ```
/// use pioche_engine::experiments::alliances::{Alliances, GivenDecks};
/// use pioche_engine::sim::{Experiment, RunOptions, Seed};
///
/// let experiment = GivenDecks {
///     experiment: Alliances::default(),
///     source: "mine.txt".to_owned(),
///     decks: (0..32).collect(),
/// };
/// let run = experiment.run(experiment.plan(Seed(0), 1), &RunOptions::default())?;
/// assert_eq!(run.tally.histograms[0].count_up_to(1), 0);
/// # Ok::<(), pioche_engine::sim::driver::ThreadStartError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GivenDecks {
    /// The experiment.
    pub experiment: Alliances,
    /// The name of the file that the decks are from.
    pub source: String,
    /// The numbers of the cards of the decks, one after the other.
    pub decks: Vec<u8>,
}

impl GivenDecks {
    /// The name of the file with the decks.
    pub const DECKS: Setting = Setting::new::<String>("decks").late();
}

impl Experiment for GivenDecks {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo {
            default_deals: (self.decks.len() / self.experiment.pack.size()) as u64,
            ..self.experiment.info()
        }
    }

    fn settings(&self) -> Vec<Field> {
        let mut settings = self.experiment.settings();
        settings.push(Self::DECKS.field(self.source.as_str().into()));
        settings
    }

    fn deals_by_seed(&self) -> bool {
        false
    }

    fn tally_schema(&self) -> TallySchema {
        self.experiment.tally_schema()
    }

    fn measures(&self) -> Vec<Measure> {
        self.experiment.measures()
    }

    /// Creates the function with which one thread plays batches of the decks.
    ///
    /// # Panics
    /// When a deck does not hold each card of the pack once, or a deal is asked for that it does not hold.
    fn batch_function(&self, simd_level: SimdLevel) -> BatchFn<'_> {
        let pack = self.experiment.pack;
        let deck = move |deal: u64| {
            let place = deal as usize * pack.size();
            &self.decks[place..place + pack.size()]
        };
        if self.experiment.play.player == AlliancesPlayer::Leftmost {
            let mut simulator = self.experiment.rule_simulator(simd_level);
            Box::new(move |_, deals, tally| simulator.play_decks(deck, deals, tally))
        } else {
            let mut simulator = self.experiment.perfect_simulator();
            Box::new(move |_, deals, tally| {
                for deal in deals {
                    simulator.count_deck(deal, &pack.deck(deck(deal)), tally);
                }
            })
        }
    }
}
