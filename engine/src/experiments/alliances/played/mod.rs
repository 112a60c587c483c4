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

pub use super::game::AlliancesPlayer;
use super::game::{MeasuredVariant, Variant, fewest};
use super::{Alliances, nanoseconds};
use crate::cards::Pack;
use crate::experiments::decks::{Decks, ShuffleMethod};
use crate::games::alliances::Policy;
use crate::games::alliances::improve::Improvement;
use crate::games::alliances::perfect::Solver;
use crate::sim::{
    BatchFn, Contradiction, ExampleRequest, Experiment, ExperimentInfo, Field, Measure, NamedExample, Purpose,
    RecordKind, SettingsText, TallySchema,
};
use crate::sim::{Curve, CurveBuilder};
use crate::simd::SimdLevel;
use crate::stats::Tally;
use count::{BOTH, GAIN, LEAD, OWN, OWN_CHANGED, OWN_GAIN, PileHistograms, RULE, RULE_CHANGED, UNSOLVED};

/// The experiment: a pack, perhaps a change of each stock, and a player beside the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    pack: Pack,
    improve: Option<Improvement>,
    player: AlliancesPlayer,
}

impl Played {
    /// Creates the experiment. Returns `None` when the player is the rule, when a single card leaves nothing to change,
    /// or when a random player has no best change.
    pub fn new(pack: Pack, improve: Option<Improvement>, player: AlliancesPlayer) -> Option<Self> {
        let is_rule = player == AlliancesPlayer::Way(Policy::Leftmost);
        let best_is_known = improve.is_none() || player != AlliancesPlayer::Way(Policy::Random) && pack.size() > 1;
        (!is_rule && best_is_known).then_some(Self { pack, improve, player })
    }

    /// Parses the settings of a name; `None` when one is missing or malformed, or when they make no experiment.
    pub fn from_settings(settings: &SettingsText<'_>) -> Option<Self> {
        Self::new(settings.get("cards")?, settings.get_optional("improve")?, settings.get("player")?)
    }

    fn rule(&self) -> Alliances {
        Alliances { pack: self.pack, improve: self.improve }
    }

    /// The pack.
    pub fn pack(&self) -> Pack {
        self.pack
    }

    /// Returns the variants of the rule, then those of the player.
    pub(super) fn variants(&self) -> Vec<MeasuredVariant> {
        let rule = Variant::RULE.player;
        let measured = |player, improve, name, PileHistograms { piles, undecided }| MeasuredVariant {
            pack: self.pack,
            variant: Variant { player, improve },
            name,
            piles,
            undecided,
        };
        let changed = |player, name, known| self.improve.map(|improve| measured(player, Some(improve), name, known));
        let variants = [
            Some(measured(rule, None, "nb_tas", RULE)),
            changed(rule, "nb_tas_improved", RULE_CHANGED),
            Some(measured(self.player, None, "nb_tas_player", OWN)),
            changed(self.player, "nb_tas_player_improved", OWN_CHANGED),
        ];
        variants.into_iter().flatten().collect()
    }

    /// Returns the number added to the entries of the histograms of differences. It makes the worst possible difference
    /// the entry 0.
    fn shift(&self) -> usize {
        self.pack.size()
    }
}

impl Experiment for Played {
    fn info(&self) -> ExperimentInfo {
        let chunk = if self.improve.is_some() { 64 } else { 64 * 16 };
        let default_deals = match (self.improve, self.player) {
            (None, AlliancesPlayer::Way(Policy::Lookahead))
            | (Some(Improvement::Exchange), AlliancesPlayer::Perfect) => 10_000,
            (None, _) => 100_000,
            (Some(_), _) => 1000,
        };
        let piquet = match (self.player, self.improve) {
            (AlliancesPlayer::Perfect, None) => 3000.0,
            (AlliancesPlayer::Perfect, Some(_)) => 30_000.0,
            (AlliancesPlayer::Way(_), _) => 2500.0,
        };
        let nanoseconds = nanoseconds(self.pack, piquet);
        ExperimentInfo { chunk, default_deals, nanoseconds, ..self.rule().info() }
    }

    fn settings(&self) -> Vec<Field> {
        let mut settings = self.rule().settings();
        settings.push(Field::word("player", self.player));
        settings
    }

    fn stream_key(&self) -> String {
        self.rule().stream_key()
    }

    fn options(&self) -> Option<Vec<Field>> {
        let mut options = self.rule().options()?;
        options.push(Field::word("player", self.player));
        Some(options)
    }

    fn schema(&self) -> TallySchema {
        let cards = self.pack.size() as u64;
        // Perfect play is never worse than the rule, by a theorem.
        let least = if self.player == AlliancesPlayer::Perfect { cards } else { 0 };
        count::schema(fewest(self.pack) as u64..=cards, least, self.improve.is_some())
    }

    /// The probabilities of each variant; then the gains of player and change, deal by deal, and the shares of deals in
    /// which the player does as well as the rule, better or worse.
    fn measures(&self) -> Vec<Measure> {
        let mut measures: Vec<Measure> = self.variants().iter().flat_map(MeasuredVariant::measures).collect();
        let (same, changed) = (self.shift(), self.improve.is_some());
        let mut gain = |name, place| measures.push(Measure::mean(place, -(same as i64)).with_name(name));
        gain("gain_player", LEAD);
        if changed {
            gain("gain", GAIN);
            gain("gain_change_player", OWN_GAIN);
            gain("gain_both", BOTH);
        }
        let lead = |values, name| Measure::share(LEAD, values).with_name(name);
        measures.push(lead(same..=same, "as_good").undecided(UNSOLVED));
        measures.push(lead(same + 1..=usize::MAX, "player_better").undecided(UNSOLVED));
        // Perfect play is never worse, by a theorem, so the share is not estimated.
        if self.player != AlliancesPlayer::Perfect {
            measures.push(lead(0..=same.saturating_sub(1), "player_worse"));
        }
        measures.push(Measure::custom_share(count::unsolved).with_name("unsolved"));
        measures
    }

    fn worker(&self, _: SimdLevel) -> BatchFn<'_> {
        let mut solver = Solver::default();
        Box::new(move |streams, deals, tally| {
            let choices = streams.family(Purpose::Player1);
            let mut decks = Decks::new(self.pack.size(), ShuffleMethod::Uniform, streams, deals);
            while let Some((deal, numbers)) = decks.next_deck() {
                let deck = self.pack.deck(numbers);
                let result = deal::play(&mut solver, (self.player, self.improve), &deck, &mut choices.stream(deal));
                count::add(&result, deal, self.shift(), tally);
            }
        })
    }

    fn check_consistency(&self, tally: &Tally) -> Result<(), Contradiction> {
        count::check_consistency(tally, self.pack.size())
    }

    /// The deal in which perfect play leads by most, listed with the command that solves it.
    fn example_request(&self, tally: &Tally) -> Option<ExampleRequest> {
        let costly = tally.histograms[LEAD].highest() > Some(self.shift() as u64);
        let cost = NamedExample {
            name: "costliest",
            unit: "ranked",
            record: RecordKind::Highest(LEAD),
            offset: -(self.shift() as i64),
        };
        let solved = self.player == AlliancesPlayer::Perfect && self.improve.is_none() && costly;
        let options = self.rule().options()?;
        solved.then(|| ExampleRequest {
            ranked: None,
            named: vec![cost],
            max_replayed_deals: 1 << 14,
            verb: "solve",
            options,
        })
    }

    fn best_record_index(&self) -> Option<usize> {
        Some(0)
    }

    fn curves(&self, tally: &Tally, builder: &CurveBuilder) -> Vec<Curve> {
        let variants = self.variants();
        variants.iter().enumerate().flat_map(|(place, variant)| variant.curves(place, tally, builder)).collect()
    }
}
