//! The simulators of the experiment: of the rule alone, in whole blocks of deals, and of another player beside it.

use super::counts::{ChunkCounts, DealPiles, PileBounds};
use super::{Alliances, AlliancesPlayer};
use crate::cards::Card;
use crate::cards::draws::{INTERLEAVED_BLOCKS, block_and_lane};
use crate::cards::plane_dealer::PlaneDealer;
use crate::cards::shuffle::DEALS_PER_BLOCK;
use crate::experiments::decks::{ShuffleMethod, ShuffledDecks};
use crate::games::alliances::automatic;
use crate::games::alliances::improve::ChangeList;
use crate::games::alliances::improve::{Improvement, best_change, best_change_by};
use crate::games::alliances::perfect::{PerfectSolver, UnprovedBounds};
use crate::sim::{Purpose, PurposeStreams, Streams};
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
