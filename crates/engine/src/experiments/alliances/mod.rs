//! How many piles does la réussite des alliances leave, how many fewer after a small change of the stock, and how many fewer
//! with perfect play than with the rule of the leftmost jump? (Handout 000, 5.1, 5.2, 5.4 and 5.5.)
//!
//! The rows of every `max_piles` count the same deals, so the probability never falls as the threshold rises. The
//! changed game and the perfect game are played on the same deals as the rule's game on the stock as dealt, so the
//! interval of a gain is that of paired differences.
//!
//! With a change of the stock and perfect play, the rule and the perfect player each take their own best change. One run thus
//! measures the gain of the change, the gain of the player, and the gain of both together.
//!
//! A game that exceeds the solver's memory is counted by its lower and upper bound. The interval of a share of deals
//! allows for both bounds. Means and differences are those of the solved games; the share of unsolved games is
//! reported.

mod given;
mod measures;
mod simulation;

use crate::cards::card::{MAX_CARDS, MAX_RANKS, MAX_SUITS};
use crate::cards::{Card, Pack};
use crate::experiments::decks::{self, ShuffleMethod, ShuffledDecks};
use crate::games::alliances::AllianceRule;
use crate::games::alliances::improve::Improvement;
use crate::sim::{
    BatchFn, ChunkSizes, Column, Experiment, ExperimentInfo, Field, InvalidSetting, Measure,
    RecordKind, Seed, Setting, TallySchema, settings,
};
use crate::simd::SimdLevel;
pub use given::GivenDecks;
use measures::HistogramKind::Piles;

/// A player of the patience.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlliancesPlayer {
    /// Makes the leftmost possible jump after each draw, until none is left: the handout's rule.
    Leftmost,
    /// Knows the whole stock and leaves the fewest piles that any jumps can leave.
    Perfect,
}

string_enum!(AlliancesPlayer, "player", [Leftmost "leftmost", Perfect "perfect"]);

/// The experiment: a pack, perhaps the best change of each stock, and a player. Perfect play is compared
/// with the rule on the same deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alliances {
    pack: Pack,
    play: Play,
}

settings! {
    /// The play of a stock: its change, the player and the rule. The default is the automatic game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Play {
        /// The change of the stock that is made before the game; `None` for the stock as dealt.
        pub improve: Option<Improvement> = IMPROVE.with_default("none");
        /// The player.
        pub player: AlliancesPlayer = PLAYER.with_default("leftmost").late();
        /// The rule of alliance.
        pub alliance: AllianceRule = ALLIANCE.with_default("either").late();
    }
}

impl Default for Play {
    fn default() -> Self {
        Self::from_settings(&[]).expect("every setting has a default")
    }
}

/// A change of a stock of one card, which makes no experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a stock of one card cannot be changed")]
pub struct SingleCardChange;

impl Alliances {
    /// The number of cards; in names and commands, that of a pack of 32, 36 or 52 cards.
    pub const CARDS: Setting = Setting::new::<usize>("cards");
    /// The number of suits; in names and commands, that of another pack.
    pub const SUITS: Setting = Setting::new::<u8>("suits")
        .within(1, MAX_SUITS as u64)
        .late();
    /// The number of ranks; in names and commands, that of another pack.
    pub const RANKS: Setting = Setting::new::<u8>("ranks")
        .within(1, MAX_RANKS as u64)
        .late();
    /// The name of a row of the table: the largest number of piles with which a game is won.
    pub const MAX_PILES: Setting = Setting::new::<usize>("nb_tas_max").within(1, MAX_CARDS as u64);

    /// The settings, in the order of names: those of the pack, then those of [`Play`].
    pub fn declared_settings() -> Vec<&'static Setting> {
        [&[&Self::CARDS, &Self::SUITS, &Self::RANKS], Play::SETTINGS].concat()
    }

    /// Creates the experiment of a pack.
    ///
    /// # Errors
    /// A change of a single card.
    pub fn new(pack: Pack, play: Play) -> Result<Self, SingleCardChange> {
        if play.improve.is_some() && pack.size() == 1 {
            return Err(SingleCardChange);
        }
        Ok(Self { pack, play })
    }

    /// Creates the experiment of the automatic game: the rule, on stocks as dealt.
    pub fn automatic(pack: Pack) -> Self {
        Self {
            pack,
            play: Play::default(),
        }
    }

    /// The pack.
    pub fn pack(&self) -> Pack {
        self.pack
    }

    /// The change of the stock that is made before the game; `None` for the stock as dealt.
    pub fn improvement(&self) -> Option<Improvement> {
        self.play.improve
    }

    /// The player.
    pub fn player(&self) -> AlliancesPlayer {
        self.play.player
    }

    /// The rule of alliance.
    pub fn alliance(&self) -> AllianceRule {
        self.play.alliance
    }

    /// The variant in which the rule plays stocks as dealt.
    pub fn rule_variant(&self) -> Self {
        self.variant(None, AlliancesPlayer::Leftmost)
    }

    fn variant(&self, improve: Option<Improvement>, player: AlliancesPlayer) -> Self {
        Self {
            play: Play {
                improve,
                player,
                ..self.play
            },
            ..*self
        }
    }

    /// The variants that a run measures on the same deals, each as the experiment of this variant: the rule, without and with the change, then the player likewise. The last is the
    /// experiment itself; the others are compared with it.
    pub fn variants(&self) -> Vec<Self> {
        let mut variants = Vec::new();
        for player in [AlliancesPlayer::Leftmost, self.play.player] {
            for improve in [None, self.play.improve] {
                let variant = self.variant(improve, player);
                if !variants.contains(&variant) {
                    variants.push(variant);
                }
            }
        }
        variants
    }

    /// The deck of one deal, top card first.
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

    /// Reads the settings.
    ///
    /// # Errors
    /// The first setting without a value or with one of another type. Settings that make no experiment are an error of the change.
    pub fn from_settings(settings: &[Field]) -> Result<Self, InvalidSetting> {
        let pack = Self::pack_from_settings(settings)?;
        let play = Play::from_settings(settings)?;
        Self::new(pack, play).map_err(|_| Play::IMPROVE.invalid(settings))
    }

    /// Reads the pack: its suits and ranks or, without either, its number of cards.
    ///
    /// # Errors
    /// The first setting without a value or with one of another type, or that makes no pack.
    fn pack_from_settings(settings: &[Field]) -> Result<Pack, InvalidSetting> {
        let has_usual_ranks = [Self::SUITS, Self::RANKS]
            .iter()
            .all(|setting| setting.value(settings).is_none());
        if has_usual_ranks {
            return Self::pack_of_size(settings);
        }
        let suits = Self::SUITS.read(settings)?;
        Pack::new(suits, Self::RANKS.read(settings)?).map_err(|_| Self::RANKS.invalid(settings))
    }

    /// Reads the number of cards of a pack of 32, 36 or 52 cards.
    ///
    /// # Errors
    /// When the number is missing, or is another one.
    pub fn pack_of_size(settings: &[Field]) -> Result<Pack, InvalidSetting> {
        let cards = Self::CARDS.read(settings)?;
        Pack::with_size(cards).map_err(|_| Self::CARDS.invalid(settings))
    }

    /// The fewest piles that a deck can leave: 2, or 1 for a single card.
    fn min_piles(&self) -> usize {
        self.pack.size().min(2)
    }

    /// The approximate time of a deal of 32 cards in nanoseconds, and the number of deals of a short run.
    fn cost(&self) -> (f64, u64) {
        match (self.play.player, self.play.improve) {
            (AlliancesPlayer::Leftmost, None) => (22.0, 1_000_000),
            (AlliancesPlayer::Leftmost, Some(Improvement::Exchange)) => (300.0, 100_000),
            (AlliancesPlayer::Leftmost, Some(Improvement::Swap)) => (3500.0, 10_000),
            (AlliancesPlayer::Leftmost, Some(Improvement::Move)) => (7000.0, 10_000),
            (AlliancesPlayer::Perfect, None) => (3000.0, 100_000),
            (AlliancesPlayer::Perfect, Some(Improvement::Exchange)) => (30_000.0, 10_000),
            (AlliancesPlayer::Perfect, Some(_)) => (30_000.0, 1000),
        }
    }
}

/// The automatic game with 32 cards.
impl Default for Alliances {
    fn default() -> Self {
        Self::automatic(Pack::PIQUET)
    }
}

impl Experiment for Alliances {
    fn info(&self) -> ExperimentInfo {
        let columns = vec![
            Column::Deals,
            Column::RowName(Self::MAX_PILES.key),
            Column::Count,
            Column::Frequency,
            Column::Wins,
            Column::Probability,
            Column::Low,
            Column::High,
            Column::Exact,
        ];
        let (piquet_nanoseconds, default_deals) = self.cost();
        // The time of a game of the rule grows with the square of the cards. The number of changes to try and the time of
        // perfect play grow likewise.
        let power = if *self == self.rule_variant() { 2 } else { 4 };
        let relative_size = self.pack.size() as f64 / 32.0;
        let nanoseconds_per_deal = piquet_nanoseconds * relative_size.powi(power);
        ExperimentInfo {
            topic: "alliances",
            unit: "deals",
            columns,
            chunk_sizes: ChunkSizes::of_blocks(nanoseconds_per_deal),
            default_deals,
        }
    }

    /// A usual pack has its number of cards in names and commands, another one its suits and ranks.
    fn settings(&self) -> Vec<Field> {
        let is_usual = self.pack.has_usual_ranks();
        let mut fields = vec![
            Self::CARDS
                .with_value(&self.pack.size())
                .omitted_if(!is_usual),
            Self::SUITS
                .with_value(&self.pack.suits())
                .omitted_if(is_usual),
            Self::RANKS
                .with_value(&self.pack.ranks())
                .omitted_if(is_usual),
        ];
        fields.extend(self.play.fields());
        fields
    }

    fn stream_key(&self) -> String {
        decks::deck_stream_key(self.pack, ShuffleMethod::Uniform)
    }

    fn tally_schema(&self) -> TallySchema {
        let histograms = self.histograms().iter();
        let specs = histograms.map(|histogram| self.histogram_spec(histogram));
        let fewest = RecordKind::Lowest(self.index(Piles(self.last_game())));
        TallySchema::new(specs.collect(), &[("fewest", fewest)])
    }

    fn measures(&self) -> Vec<Measure> {
        self.all_measures()
    }

    fn batch_function(&self, simd_level: SimdLevel) -> BatchFn<'_> {
        self.simulation(simd_level)
    }

    /// Only unchanged games can be shown: a changed stock is shown from a file.
    fn show_settings(&self) -> Option<Vec<Field>> {
        self.play.improve.is_none().then(|| self.settings())
    }

    /// Perfect play is the best play of each stock, also if other cards are allied than those of the same suit or rank. An
    /// exchange of neighbours is also an exchange of two cards, and a move by one place.
    fn is_never_worse(&self, settings: &[Field]) -> bool {
        let Ok(other) = Self::from_settings(settings) else {
            return false;
        };
        let is_perfect = self.play.player == AlliancesPlayer::Perfect;
        let is_best_player = is_perfect || self.play.player == other.play.player;
        let is_best_change = self.play.improve == other.play.improve
            || other.play.improve == Some(Improvement::Exchange) && self.play.improve.is_some();
        let is_best_rule = self.play.alliance == other.play.alliance
            || is_perfect && self.play.alliance == AllianceRule::Either;
        self.pack == other.pack && is_best_player && is_best_change && is_best_rule
    }
}
