//! What another way of playing makes of the very same deals, perfect play among them: how many piles it leaves, and how
//! many fewer than the rule of the leftmost jump, deal by deal.
//!
//! With a change of the stock, the rule and the player each take the change that is best for them; so one run tells
//! what the change gains, what the player gains, and what both gain together.
//!
//! A game that is beyond the solver's memory is never counted as if it were known. It counts for the bounds between
//! which its piles certainly lie: a share of deals then has an interval that allows for both. Means and differences are
//! those of the games that were solved; the share of the others is told.

mod count;
mod hands;

pub use super::game::Player;
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
use count::{BOTH, GAIN, Known, LEAD, OWN, OWN_CHANGED, OWN_GAIN, RULE, RULE_CHANGED, UNSOLVED};

/// The experiment: a pack, perhaps a change of each stock, and a player beside the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The rule on the same deals.
    pub(super) rule: Alliances,
    player: Player,
}

impl Played {
    /// `None` when the player is the rule itself, or there is nothing to change, or no change is best since the player
    /// plays one stock now so, now otherwise.
    pub fn new(pack: Pack, improve: Option<Improvement>, player: Player) -> Option<Self> {
        let is_rule = player == Player::Way(Policy::Leftmost);
        let best_is_known = improve.is_none() || player != Player::Way(Policy::Random) && pack.size() > 1;
        (!is_rule && best_is_known).then_some(Self { rule: Alliances { pack, improve }, player })
    }

    /// The experiment with these settings.
    pub fn named(settings: &SettingsText<'_>) -> Option<Self> {
        Self::new(settings.get("cards")?, settings.get_optional("improve")?, settings.get("player")?)
    }

    /// The variants of the rule, then those of the player.
    pub(super) fn variants(&self) -> Vec<MeasuredVariant> {
        let rule = Variant::RULE.player;
        let measured = |player, improve, name, Known { piles, undecided }| MeasuredVariant {
            pack: self.rule.pack,
            variant: Variant { player, improve },
            name,
            piles,
            undecided,
        };
        let changed =
            |player, name, known| self.rule.improve.map(|improve| measured(player, Some(improve), name, known));
        let variants = [
            Some(measured(rule, None, "nb_tas", RULE)),
            changed(rule, "nb_tas_improved", RULE_CHANGED),
            Some(measured(self.player, None, "nb_tas_player", OWN)),
            changed(self.player, "nb_tas_player_improved", OWN_CHANGED),
        ];
        variants.into_iter().flatten().collect()
    }
}

impl Experiment for Played {
    fn info(&self) -> ExperimentInfo {
        let chunk = if self.rule.improve.is_some() { 64 } else { 64 * 16 };
        let default_deals = match (self.rule.improve, self.player) {
            (None, Player::Way(Policy::Lookahead)) | (Some(Improvement::Exchange), Player::Perfect) => 10_000,
            (None, _) => 100_000,
            (Some(_), _) => 1000,
        };
        let piquet = match (self.player, self.rule.improve) {
            (Player::Perfect, None) => 3000.0,
            (Player::Perfect, Some(_)) => 30_000.0,
            (Player::Way(_), _) => 2500.0,
        };
        let nanoseconds = nanoseconds(self.rule.pack, piquet);
        ExperimentInfo { chunk, default_deals, nanoseconds, ..self.rule.info() }
    }

    fn settings(&self) -> Vec<Field> {
        let mut settings = self.rule.settings();
        settings.push(Field::word("player", self.player));
        settings
    }

    fn stream_key(&self) -> String {
        self.rule.stream_key()
    }

    fn options(&self) -> Option<Vec<Field>> {
        let mut options = self.rule.options()?;
        options.push(Field::word("player", self.player));
        Some(options)
    }

    fn schema(&self) -> TallySchema {
        let cards = self.rule.pack.size() as u64;
        // That perfect play is never worse than the rule is a theorem.
        let least = if self.player == Player::Perfect { cards } else { 0 };
        count::schema(fewest(self.rule.pack) as u64..=cards, least, self.rule.improve.is_some())
    }

    /// Each game's chances; then what is gained by whom, deal by deal, and in how many deals the rule does as well.
    fn measures(&self) -> Vec<Measure> {
        let mut measures: Vec<Measure> = self.variants().iter().flat_map(MeasuredVariant::measures).collect();
        let (same, changed) = (self.rule.pack.size(), self.rule.improve.is_some());
        let mut gain = |name, place| measures.push(Measure::mean(place, -(same as i64)).named(name));
        gain("gain_player", LEAD);
        if changed {
            gain("gain", GAIN);
            gain("gain_change_player", OWN_GAIN);
            gain("gain_both", BOTH);
        }
        let lead = |values, name| Measure::share(LEAD, values).named(name);
        measures.push(lead(same..=same, "as_good").undecided(UNSOLVED));
        measures.push(lead(same + 1..=usize::MAX, "player_better").undecided(UNSOLVED));
        // That perfect play is never worse is a theorem, no estimate.
        if self.player != Player::Perfect {
            measures.push(lead(0..=same.saturating_sub(1), "player_worse"));
        }
        measures.push(Measure::custom_share(count::unsolved).named("unsolved"));
        measures
    }

    fn worker(&self, _: SimdLevel) -> BatchFn<'_> {
        let mut solver = Solver::default();
        Box::new(move |streams, deals, tally| {
            let choices = streams.family(Purpose::Player1);
            let mut decks = Decks::new(self.rule.pack.size(), ShuffleMethod::Uniform, streams, deals);
            while let Some((deal, numbers)) = decks.next_deck() {
                let deck = self.rule.pack.deck(numbers);
                let games =
                    hands::play(&mut solver, (self.player, self.rule.improve), &deck, &mut choices.stream(deal));
                count::add(&games, deal, self.rule.pack.size(), tally);
            }
        })
    }

    fn check_consistency(&self, tally: &Tally) -> Result<(), Contradiction> {
        count::agrees(tally, self.rule.pack.size())
    }

    /// The deal where the rule costs most, to be solved.
    fn example_request(&self, tally: &Tally) -> Option<ExampleRequest> {
        let costly = tally.histograms[LEAD].highest() > Some(self.rule.pack.size() as u64);
        let cost = NamedExample {
            name: "costliest",
            unit: "ranked",
            record: RecordKind::Highest(LEAD),
            offset: -(self.rule.pack.size() as i64),
        };
        let solved = self.player == Player::Perfect && self.rule.improve.is_none() && costly;
        let options = self.rule.options()?;
        solved.then(|| ExampleRequest {
            ranked: None,
            named: Some(cost),
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
