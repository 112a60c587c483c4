//! The simulators of the experiment: of the rule alone, in whole blocks of deals, and of another player beside it.
//!
//! The last part has the mistakes of programs that play the patience.

use super::counts::AlliancesHistogram::{RuleChangedPiles, RulePiles};
use super::counts::{ChunkCounts, DealPiles, PileBounds};
use super::{Alliances, AlliancesPlayer};
use crate::cards::bit_planes::PlaneDealer;
use crate::cards::shuffle::{DEALS_PER_BLOCK, INTERLEAVED_BLOCKS, block_and_lane, random_below};
use crate::cards::{Card, Pack};
use crate::experiments::decks::{ShuffleMethod, ShuffledDecks};
use crate::games::alliances::automatic::GameMistake;
use crate::games::alliances::improve::{ChangeList, Improvement, best_change, best_change_by};
use crate::games::alliances::perfect::{PerfectSolver, UnprovedBounds};
use crate::games::alliances::{AllianceRule, Policy, automatic};
use crate::sim::experiment::ValuesFn;
use crate::sim::{AlteredExperiment, Experiment, Mistake, Purpose, PurposeStreams, Streams};
use crate::simd::SimdLevel;
use crate::stats::Tally;
use rand::Rng;
use std::ops::Range;

const BLOCK_DEALS: u64 = DEALS_PER_BLOCK as u64;

/// Plays ranges of deals by the rule; keeps the dealer and the changes to try from chunk to chunk.
pub(super) struct RuleSimulator {
    experiment: Alliances,
    simd_level: SimdLevel,
    dealer: PlaneDealer,
    change_search: Option<ChangeList>,
}

struct DealStreams {
    shuffle: PurposeStreams,
    reshuffle: PurposeStreams,
}

impl RuleSimulator {
    /// Creates a simulator of the rule. With an improvement, each stock is changed before the game.
    pub(super) fn new(experiment: Alliances, simd_level: SimdLevel) -> Self {
        let pack = experiment.pack;
        Self {
            experiment,
            simd_level,
            dealer: PlaneDealer::new(pack),
            change_search: experiment.improvement.and_then(|improvement| {
                ChangeList::new(pack.size(), improvement, experiment.alliance)
            }),
        }
    }

    /// Plays a range of deals and adds their counts to `tally`. Groups of [`INTERLEAVED_BLOCKS`] whole blocks are played together,
    /// other blocks one by one.
    pub(super) fn simulate(&mut self, streams: &Streams, deals: Range<u64>, tally: &mut Tally) {
        let streams = DealStreams {
            shuffle: streams.for_purpose(Purpose::Shuffle),
            reshuffle: streams.for_purpose(Purpose::Reshuffle),
        };
        let mut counts = ChunkCounts::new(self.experiment, tally);
        let mut start = deals.start;
        while start < deals.end {
            let block = start / BLOCK_DEALS;
            let lane = start % BLOCK_DEALS;
            if lane == 0 && deals.end - start >= BLOCK_DEALS * INTERLEAVED_BLOCKS as u64 {
                self.play_blocks(&streams, block, &mut counts);
                start += BLOCK_DEALS * INTERLEAVED_BLOCKS as u64;
            } else {
                let end = deals.end.min((start - lane).saturating_add(BLOCK_DEALS));
                self.play_block(
                    &streams,
                    block,
                    lane as usize..(lane + end - start) as usize,
                    &mut counts,
                );
                start = end;
            }
        }
        counts.add_to_tally();
    }

    /// Plays [`INTERLEAVED_BLOCKS`] whole blocks, the first of which has the index `block`.
    fn play_blocks(&mut self, streams: &DealStreams, block: u64, counts: &mut ChunkCounts<'_>) {
        self.dealer
            .draws
            .generate_words(self.simd_level, streams.shuffle.generator_lanes(block));
        for hand in 0..INTERLEAVED_BLOCKS {
            let deal = |lane| {
                let (ahead, lane) = block_and_lane(hand, lane);
                (block + ahead as u64) * BLOCK_DEALS + lane as u64
            };
            self.dealer.draws.draw_batch(self.simd_level, hand, |lane| {
                streams.reshuffle.stream(deal(lane))
            });
            self.play_hand(0..DEALS_PER_BLOCK, deal, counts);
        }
    }

    fn play_block(
        &mut self,
        streams: &DealStreams,
        block: u64,
        lanes: Range<usize>,
        counts: &mut ChunkCounts<'_>,
    ) {
        let deal = |lane| block * BLOCK_DEALS + lane as u64;
        self.dealer
            .draws
            .draw_block(self.simd_level, streams.shuffle.stream(block), |lane| {
                streams.reshuffle.stream(deal(lane))
            });
        self.play_hand(lanes, deal, counts);
    }

    /// Plays these lanes of the dealer; `deal` maps a lane to the number of its deal.
    fn play_hand(
        &self,
        lanes: Range<usize>,
        deal: impl Fn(usize) -> u64,
        counts: &mut ChunkCounts<'_>,
    ) {
        if let Some(changes) = &self.change_search {
            for (lane, best) in changes.best_changes(&self.dealer, self.simd_level, lanes) {
                counts.add_best_change(best, deal(lane));
            }
        } else {
            let piles = automatic::automatic_pile_counts(
                &self.dealer,
                self.experiment.alliance,
                self.simd_level,
            );
            counts.add_rule_piles(lanes.clone().map(|lane| (deal(lane), piles[lane] as usize)));
            for lane in lanes {
                counts.add_rule_game(piles[lane] as usize, lane, &deal);
            }
        }
    }
}

/// Plays ranges of deals by the rule and by another player; keeps the solver from chunk to chunk.
pub(super) struct PlayerSimulator {
    experiment: Alliances,
    solver: PerfectSolver,
}

impl PlayerSimulator {
    pub(super) fn new(experiment: Alliances) -> Self {
        Self {
            experiment,
            solver: PerfectSolver::default().with_alliance(experiment.alliance),
        }
    }

    /// Plays a range of deals and adds their counts to `tally`.
    pub(super) fn simulate(&mut self, streams: &Streams, deals: Range<u64>, tally: &mut Tally) {
        let pack = self.experiment.pack;
        let player_streams = streams.for_purpose(Purpose::Player1);
        let mut counts = ChunkCounts::new(self.experiment, tally);
        let mut decks = ShuffledDecks::new(pack.size(), ShuffleMethod::Uniform, streams, deals);
        while let Some((deal, numbers)) = decks.next_deck() {
            let deck = pack.deck(numbers);
            let piles = self.play_deal(&deck, &mut player_streams.stream(deal));
            counts.add_player_deal(&piles, deal);
        }
        counts.add_to_tally();
    }

    /// Plays one deal. Only the random player draws from the generator.
    fn play_deal(&mut self, deck: &[Card], player_rng: &mut impl Rng) -> DealPiles {
        let alliance = self.experiment.alliance;
        let (rule, player) = match self.experiment.player {
            AlliancesPlayer::Perfect => {
                let (rule, fewest) = self.solver.automatic_and_fewest_piles(deck);
                let player = fewest.map_or_else(
                    |UnprovedBounds { low, high, .. }| PileBounds { low, high },
                    PileBounds::from_exact,
                );
                (rule, player)
            }
            AlliancesPlayer::Policy(policy) => (
                automatic::automatic_pile_count(deck, alliance),
                PileBounds::from_exact(policy.pile_count(deck, alliance, player_rng)),
            ),
        };
        let changed = self
            .experiment
            .improvement
            .and_then(|improvement| self.play_best_changes(deck, improvement, player_rng));
        DealPiles {
            rule: PileBounds::from_exact(rule),
            player,
            changed,
        }
    }

    /// Returns the piles of the rule and of the player, each after its own best change.
    fn play_best_changes(
        &mut self,
        deck: &[Card],
        improvement: Improvement,
        player_rng: &mut impl Rng,
    ) -> Option<[PileBounds; 2]> {
        let alliance = self.experiment.alliance;
        let (rule, player) = match self.experiment.player {
            AlliancesPlayer::Perfect => {
                let (rule, player) = self.solver.best_changes(deck, improvement)?;
                (rule, player.ok())
            }
            AlliancesPlayer::Policy(policy) => (
                best_change(deck, improvement, alliance)?,
                best_change_by(deck, improvement, |stock| {
                    policy.pile_count(stock, alliance, player_rng)
                }),
            ),
        };
        // The piles that the rule leaves are an upper bound for perfect play.
        let unproved = PileBounds {
            low: self.experiment.min_piles(),
            high: rule.piles_after,
        };
        Some([
            PileBounds::from_exact(rule.piles_after),
            player.map_or(unproved, |best| PileBounds::from_exact(best.piles_after)),
        ])
    }
}

/// Numbers of piles that are counted instead of "at most n piles".
const COUNT_MISTAKES: [(&str, ValuesFn); 5] = [
    ("exactly_n", |values| *values.end()..=*values.end()),
    ("fewer_than_n", |values| 0..=values.end().saturating_sub(1)),
    ("at_least_n", |values| *values.end()..=usize::MAX),
    ("at_most_n_plus_1", |values| 0..=values.end() + 1),
    ("more_than_n", |values| values.end() + 1..=usize::MAX),
];

/// The approximate time of a game with a mistake, of 32 cards.
const NANOSECONDS_PER_GAME: f64 = 1500.0;

impl Alliances {
    /// Returns the mistakes of reading and, for the rule of the leftmost jump, those of playing.
    pub(super) fn program_mistakes(&self) -> Vec<Mistake> {
        let mut mistakes = Vec::new();
        for (key, values) in COUNT_MISTAKES {
            mistakes.push(Mistake {
                key,
                experiment: AlteredExperiment::with_share_values(Box::new(*self), values),
            });
        }
        if self.player != AlliancesPlayer::RULE {
            return mistakes;
        }
        if self.improvement.is_some() {
            mistakes.push(Mistake {
                key: "change_not_applied",
                experiment: Box::new(Self {
                    improvement: None,
                    ..*self
                }),
            });
        }
        mistakes.push(Mistake {
            key: "rightmost_jump",
            experiment: Box::new(Self {
                player: AlliancesPlayer::Policy(Policy::Rightmost),
                ..*self
            }),
        });
        for (key, alliance) in [
            ("either_suit_or_rank", AllianceRule::Either),
            ("suit_alone", AllianceRule::Suit),
            ("rank_alone", AllianceRule::Rank),
        ] {
            if alliance != self.alliance {
                mistakes.push(Mistake {
                    key,
                    experiment: Box::new(self.with_alliance(alliance)),
                });
            }
        }
        for (key, pack) in [
            ("numbers_of_32_cards", Pack::PIQUET),
            ("numbers_of_36_cards", Pack::SIX_TO_ACE),
            ("numbers_of_52_cards", Pack::FULL),
        ] {
            if pack != self.pack {
                let experiment: Box<dyn Experiment> = Box::new(Self { pack, ..*self });
                mistakes.push(Mistake { key, experiment });
            }
        }
        if self.improvement.is_none() {
            mistakes.push(Mistake {
                key: "cards_put_back",
                experiment: self.with_cards_put_back(),
            });
        }
        for mistake in GameMistake::ALL {
            mistakes.push(Mistake {
                key: mistake.name(),
                experiment: self.with_game_mistake(mistake),
            });
        }
        mistakes
    }

    /// Returns the experiment in which each card is drawn from the whole pack.
    fn with_cards_put_back(&self) -> Box<dyn Experiment> {
        let experiment = *self;
        let pack = self.pack;
        AlteredExperiment::with_games(
            experiment,
            NANOSECONDS_PER_GAME,
            move |streams, deals, tally| {
                let streams = streams.for_purpose(Purpose::Shuffle);
                for deal in deals {
                    let mut generator = streams.stream(deal);
                    let mut draw = |_| random_below(pack.size() as u64, &mut generator) as u8;
                    let numbers: Vec<u8> = (0..pack.size()).map(&mut draw).collect();
                    let piles =
                        automatic::automatic_pile_count(&pack.deck(&numbers), experiment.alliance);
                    tally.histograms[experiment.index(RulePiles)].add(piles);
                }
            },
        )
    }

    fn with_game_mistake(&self, mistake: GameMistake) -> Box<dyn Experiment> {
        let experiment = *self;
        let cards = self.pack.size();
        let games = self
            .improvement
            .map_or(1, |improvement| 1 + improvement.changes(cards).count());
        let nanoseconds = NANOSECONDS_PER_GAME * (cards as f64 / 32.0).powi(2) * games as f64;
        AlteredExperiment::with_games(experiment, nanoseconds, move |streams, deals, tally| {
            experiment.play_with_mistake(mistake, streams, deals, tally);
        })
    }

    fn play_with_mistake(
        &self,
        mistake: GameMistake,
        streams: &Streams,
        deals: Range<u64>,
        tally: &mut Tally,
    ) {
        let mut decks =
            ShuffledDecks::new(self.pack.size(), ShuffleMethod::Uniform, streams, deals);
        while let Some((_, numbers)) = decks.next_deck() {
            let deck = self.pack.deck(numbers);
            let pile_count = |stock: &[_]| mistake.pile_count(stock, self.alliance);
            let mut piles = pile_count(&deck);
            let change = self
                .improvement
                .and_then(|improvement| best_change_by(&deck, improvement, pile_count));
            if let Some(best) = change {
                piles = best.piles_before;
                let changed_piles = self.index(RuleChangedPiles);
                tally.histograms[changed_piles].add(best.piles_after);
            }
            tally.histograms[self.index(RulePiles)].add(piles);
        }
    }
}
