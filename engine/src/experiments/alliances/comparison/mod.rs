//! Other players on the same deals as the rule of the leftmost jump: how many piles they leave, and how many fewer than
//! the rule, deal by deal. One of them plays perfectly.
//!
//! With a change of the stock, the rule and the player each take their own best change. One run thus measures the gain
//! of the change, the gain of the player, and the gain of both together.
//!
//! A game that exceeds the solver's memory is counted by its lower and upper bound. The interval of a share of deals
//! allows for both bounds. Means and differences are those of the solved games; the share of unsolved games is
//! reported.

mod count;
mod deal;

pub use super::variant::AlliancesPlayer;
use super::variant::{AlliancesVariant, MeasuredVariant, min_piles};
use super::{Alliances, nanoseconds_per_deal};
use crate::cards::Pack;
use crate::experiments::decks::{ShuffleMethod, ShuffledDecks};
use crate::games::alliances::Policy;
use crate::games::alliances::improve::Improvement;
use crate::games::alliances::perfect::PerfectSolver;
use crate::sim::{
    BatchFn, ExampleRequest, Experiment, ExperimentInfo, Field, Measure, NamedExample, Purpose,
    RecordKind, SettingsText, TallyContradiction, TallySchema,
};
use crate::sim::{Curve, CurveBuilder};
use crate::simd::SimdLevel;
use crate::stats::Tally;
use count::{
    LEAD_HISTOGRAM, PLAYER_AND_CHANGE_GAIN_HISTOGRAM, PLAYER_CHANGED_PILES, PLAYER_GAIN_HISTOGRAM,
    PLAYER_PILES, PileHistograms, RULE_CHANGED_PILES, RULE_GAIN_HISTOGRAM, RULE_PILES,
    UNSOLVED_GAMES,
};

/// The experiment: a pack, an optional change of each stock, and a player compared with the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlliancesComparison {
    /// The rule on the same deals.
    pub(super) rule_experiment: Alliances,
    player: AlliancesPlayer,
}

impl AlliancesComparison {
    /// Creates the experiment. Returns `None` when the player is the rule, when a single card leaves nothing to change,
    /// or when a random player has no best change.
    pub fn new(
        pack: Pack,
        improvement: Option<Improvement>,
        player: AlliancesPlayer,
    ) -> Option<Self> {
        let is_rule = player == AlliancesPlayer::Policy(Policy::Leftmost);
        let best_is_known = improvement.is_none()
            || player != AlliancesPlayer::Policy(Policy::Random) && pack.size() > 1;
        (!is_rule && best_is_known).then_some(Self {
            rule_experiment: Alliances { pack, improvement },
            player,
        })
    }

    /// Parses the settings of a name; `None` when one is missing or malformed, or when they make no experiment.
    pub fn from_settings(settings: &SettingsText<'_>) -> Option<Self> {
        Self::new(
            settings.get("cards")?,
            settings.get_optional("improve")?,
            settings.get("player")?,
        )
    }

    /// Returns the variants of the rule, then those of the player.
    pub(super) fn variants(&self) -> Vec<MeasuredVariant> {
        let rule = AlliancesVariant::LEFTMOST_RULE.player;
        let measured = |player,
                        improve,
                        name,
                        PileHistograms {
                            piles_histogram: piles,
                            undecided_rule: undecided,
                        }| {
            MeasuredVariant {
                pack: self.rule_experiment.pack,
                variant: AlliancesVariant {
                    player,
                    improvement: improve,
                },
                mean_name: name,
                piles_histogram: piles,
                undecided_rule: undecided,
            }
        };
        let changed = |player, name, known| {
            self.rule_experiment
                .improvement
                .map(|improve| measured(player, Some(improve), name, known))
        };
        let variants = [
            Some(measured(rule, None, "nb_tas", RULE_PILES)),
            changed(rule, "nb_tas_improved", RULE_CHANGED_PILES),
            Some(measured(self.player, None, "nb_tas_player", PLAYER_PILES)),
            changed(self.player, "nb_tas_player_improved", PLAYER_CHANGED_PILES),
        ];
        variants.into_iter().flatten().collect()
    }
}

impl Experiment for AlliancesComparison {
    fn info(&self) -> ExperimentInfo {
        let chunk = if self.rule_experiment.improvement.is_some() {
            64
        } else {
            64 * 16
        };
        let default_deals = match (self.rule_experiment.improvement, self.player) {
            (None, AlliancesPlayer::Policy(Policy::Lookahead))
            | (Some(Improvement::Exchange), AlliancesPlayer::Perfect) => 10_000,
            (None, _) => 100_000,
            (Some(_), _) => 1000,
        };
        let piquet = match (self.player, self.rule_experiment.improvement) {
            (AlliancesPlayer::Perfect, None) => 3000.0,
            (AlliancesPlayer::Perfect, Some(_)) => 30_000.0,
            (AlliancesPlayer::Policy(_), _) => 2500.0,
        };
        let nanoseconds = nanoseconds_per_deal(self.rule_experiment.pack, piquet);
        ExperimentInfo {
            max_chunk_size: chunk,
            default_deals,
            nanoseconds_per_deal: nanoseconds,
            ..self.rule_experiment.info()
        }
    }

    fn settings(&self) -> Vec<Field> {
        let mut settings = self.rule_experiment.settings();
        settings.push(Field::with_display("player", self.player));
        settings
    }

    fn stream_key(&self) -> String {
        self.rule_experiment.stream_key()
    }

    fn command_line_options(&self) -> Option<Vec<Field>> {
        let mut options = self.rule_experiment.command_line_options()?;
        options.push(Field::with_display("player", self.player));
        Some(options)
    }

    fn tally_schema(&self) -> TallySchema {
        let cards = self.rule_experiment.pack.size() as u64;
        // Perfect play is never worse than the rule, by a theorem.
        let least = if self.player == AlliancesPlayer::Perfect {
            cards
        } else {
            0
        };
        count::tally_schema(
            min_piles(self.rule_experiment.pack) as u64..=cards,
            least,
            self.rule_experiment.improvement.is_some(),
        )
    }

    /// The probabilities of each variant; then the gains of player and change, deal by deal, and the shares of deals in
    /// which the player does as well as the rule, better or worse.
    fn measures(&self) -> Vec<Measure> {
        let mut measures: Vec<Measure> = self
            .variants()
            .iter()
            .flat_map(MeasuredVariant::measures)
            .collect();
        let (same, changed) = (
            self.rule_experiment.pack.size(),
            self.rule_experiment.improvement.is_some(),
        );
        let mut gain =
            |name, place| measures.push(Measure::mean(place, -(same as i64)).with_json_name(name));
        gain("gain_player", LEAD_HISTOGRAM);
        if changed {
            gain("gain", RULE_GAIN_HISTOGRAM);
            gain("gain_change_player", PLAYER_GAIN_HISTOGRAM);
            gain("gain_both", PLAYER_AND_CHANGE_GAIN_HISTOGRAM);
        }
        let lead = |values, name| Measure::share(LEAD_HISTOGRAM, values).with_json_name(name);
        measures.push(lead(same..=same, "as_good").with_undecided(UNSOLVED_GAMES));
        measures.push(lead(same + 1..=usize::MAX, "player_better").with_undecided(UNSOLVED_GAMES));
        // Perfect play is never worse, by a theorem, so the share is not estimated.
        if self.player != AlliancesPlayer::Perfect {
            measures.push(lead(0..=same.saturating_sub(1), "player_worse"));
        }
        measures.push(Measure::custom_share(count::unsolved_share).with_json_name("unsolved"));
        measures
    }

    fn batch_function(&self, _: SimdLevel) -> BatchFn<'_> {
        let mut solver = PerfectSolver::default();
        Box::new(move |streams, deals, tally| {
            let choices = streams.for_purpose(Purpose::Player1);
            let mut decks = ShuffledDecks::new(
                self.rule_experiment.pack.size(),
                ShuffleMethod::Uniform,
                streams,
                deals,
            );
            while let Some((deal, numbers)) = decks.next_deck() {
                let deck = self.rule_experiment.pack.deck(numbers);
                let result = deal::play_deal(
                    &mut solver,
                    (self.player, self.rule_experiment.improvement),
                    &deck,
                    &mut choices.stream(deal),
                );
                count::add_deal(&result, deal, self.rule_experiment.pack.size(), tally);
            }
        })
    }

    fn check_histogram_relations(&self, tally: &Tally) -> Result<(), TallyContradiction> {
        count::check_histogram_relations(tally, self.rule_experiment.pack.size())
    }

    /// The deal in which perfect play leads by most, listed with the command that solves it.
    fn example_request(&self, tally: &Tally) -> Option<ExampleRequest> {
        let costly = tally.histograms[LEAD_HISTOGRAM].highest_value()
            > Some(self.rule_experiment.pack.size() as u64);
        let cost = NamedExample {
            name: "costliest",
            value_unit: "ranked",
            record: RecordKind::Highest(LEAD_HISTOGRAM),
            value_offset: -(self.rule_experiment.pack.size() as i64),
        };
        let solved = self.player == AlliancesPlayer::Perfect
            && self.rule_experiment.improvement.is_none()
            && costly;
        let options = self.rule_experiment.command_line_options()?;
        solved.then_some(ExampleRequest {
            ranking_histogram: None,
            named_example: Some(cost),
            max_replayed_deals: 1 << 14,
            command_verb: "solve",
            command_options: options,
        })
    }

    fn best_record_index(&self) -> Option<usize> {
        Some(0)
    }

    fn curves(&self, tally: &Tally, builder: &CurveBuilder) -> Vec<Curve> {
        let variants = self.variants();
        variants
            .iter()
            .enumerate()
            .flat_map(|(place, variant)| variant.curves(place, tally, builder))
            .collect()
    }
}
