//! The simulation: of the rule alone, in whole blocks of deals, and of perfect play beside it.

use super::measures::DealBounds;
use super::measures::HistogramKind::Piles;
use super::{Alliances, AlliancesPlayer};
use crate::cards::Card;
use crate::cards::bit_planes::PlaneDealer;
use crate::cards::card::MAX_CARDS;
use crate::cards::shuffle::{DEALS_PER_BLOCK, INTERLEAVED_BLOCKS, block_and_lane};
use crate::experiments::decks::{ShuffleMethod, ShuffledDecks};
use crate::games::alliances::automatic;
use crate::games::alliances::improve::{BestChange, ChangeList};
use crate::games::alliances::perfect::PerfectSolver;
use crate::sim::{BatchFn, Purpose, PurposeStreams, Streams};
use crate::simd::SimdLevel;
use crate::stats::{Record, Tally};
use std::ops::Range;

impl Alliances {
    pub(super) fn simulation(&self, simd_level: SimdLevel) -> BatchFn<'static> {
        if self.play.player == AlliancesPlayer::Leftmost {
            let mut simulator = self.rule_simulator(simd_level);
            Box::new(move |streams, deals, tally| simulator.simulate(streams, deals, tally))
        } else {
            let mut simulator = self.perfect_simulator();
            Box::new(move |streams, deals, tally| simulator.simulate(streams, deals, tally))
        }
    }

    pub(super) fn rule_simulator(&self, simd_level: SimdLevel) -> RuleSimulator {
        RuleSimulator {
            experiment: *self,
            simd_level,
            dealer: PlaneDealer::new(self.pack),
            change_search: self.play.improve.and_then(|improvement| {
                ChangeList::new(self.pack.size(), improvement, self.play.alliance)
            }),
        }
    }

    pub(super) fn perfect_simulator(&self) -> PerfectSimulator {
        PerfectSimulator {
            experiment: *self,
            solver: PerfectSolver::default().with_alliance(self.play.alliance),
        }
    }
}

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
    /// Plays a range of deals and adds their counts to `tally`. Groups of [`INTERLEAVED_BLOCKS`] whole blocks are played together,
    /// other blocks one by one.
    fn simulate(&mut self, streams: &Streams, deals: Range<u64>, tally: &mut Tally) {
        let streams = DealStreams {
            shuffle: streams.for_purpose(Purpose::Shuffle),
            reshuffle: streams.for_purpose(Purpose::Reshuffle),
        };
        let mut counts = ChunkCounts::new(tally);
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

    /// Plays the deck of each deal of a range and adds their counts to `tally`.
    pub(super) fn play_decks<'a>(
        &mut self,
        deck: impl Fn(u64) -> &'a [u8],
        deals: Range<u64>,
        tally: &mut Tally,
    ) {
        let mut counts = ChunkCounts::new(tally);
        for start in deals.clone().step_by(DEALS_PER_BLOCK) {
            let lanes = 0..(deals.end - start).min(BLOCK_DEALS) as usize;
            for lane in lanes.clone() {
                let draws = &mut self.dealer.draws;
                draws.encode_deck(lane, deck(start + lane as u64));
            }
            self.play_hand(lanes, |lane| start + lane as u64, &mut counts);
        }
        counts.add_to_tally();
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
                self.add_best_change(best, deal(lane), counts.tally);
            }
        } else {
            let piles = automatic::automatic_pile_counts(
                &self.dealer,
                self.experiment.play.alliance,
                self.simd_level,
            );
            counts.add_deal_values(lanes.clone().map(|lane| (deal(lane), piles[lane] as usize)));
            for lane in lanes {
                counts.add_game(piles[lane] as usize, lane, &deal);
            }
        }
    }

    fn add_best_change(&self, best: BestChange, deal: u64, tally: &mut Tally) {
        // In the order of the histograms of the rule.
        let entries = [
            best.piles_before,
            best.piles_after,
            self.experiment.pack.size() + best.piles_before - best.piles_after,
            best.change.first,
            best.change.second,
        ];
        for (histogram, entry) in entries.into_iter().enumerate() {
            tally.add(deal, histogram, entry);
        }
        tally.records[0].update(best.piles_after as u64, deal);
    }
}

struct ChunkCounts<'a> {
    tally: &'a mut Tally,
    /// Piles of the games. Neighbouring lanes count in different arrays, so that no addition waits for the one before.
    lane_piles: [[u64; MAX_CARDS + 1]; 4],
    fewest: Record,
}

impl<'a> ChunkCounts<'a> {
    /// Creates counts that [`Self::add_to_tally`] adds to a tally.
    fn new(tally: &'a mut Tally) -> Self {
        Self {
            lane_piles: [[0; MAX_CARDS + 1]; 4],
            fewest: Record::empty(tally.records[0].kind),
            tally,
        }
    }

    fn add_deal_values(&mut self, piles: impl Iterator<Item = (u64, usize)>) {
        if self.tally.deal_values.is_some() {
            piles.for_each(|(deal, piles)| self.tally.add_deal_value(deal, 0, piles));
        }
    }

    fn add_game(&mut self, piles: usize, lane: usize, deal: impl Fn(usize) -> u64) {
        self.lane_piles[lane % 4][piles] += 1;
        if self
            .fewest
            .value_and_deal
            .is_none_or(|(fewest, _)| piles as u64 <= fewest)
        {
            self.fewest.update(piles as u64, deal(lane));
        }
    }

    fn add_to_tally(self) {
        for lane_piles in &self.lane_piles {
            for (piles, &count) in lane_piles.iter().enumerate() {
                self.tally.histograms[0].add_many(piles, count);
            }
        }
        self.tally.records[0].merge(&self.fewest);
    }
}

/// Plays ranges of deals by the rule and perfectly; keeps the solver from chunk to chunk.
pub(super) struct PerfectSimulator {
    experiment: Alliances,
    solver: PerfectSolver,
}

impl PerfectSimulator {
    /// Plays a range of deals and adds their counts to `tally`.
    fn simulate(&mut self, streams: &Streams, deals: Range<u64>, tally: &mut Tally) {
        let pack = self.experiment.pack;
        let mut decks = ShuffledDecks::new(pack.size(), ShuffleMethod::Uniform, streams, deals);
        while let Some((deal, numbers)) = decks.next_deck() {
            self.count_deck(deal, &pack.deck(numbers), tally);
        }
    }

    /// Plays the games of a deck and counts them as those of a deal.
    pub(super) fn count_deck(&mut self, deal: u64, deck: &[Card], tally: &mut Tally) {
        let games = self.play_deal(deck);
        for (index, histogram) in self.experiment.histograms().iter().enumerate() {
            if let Some(value) = histogram.kind.value(&games) {
                let entry = value - self.experiment.value_offset(histogram.kind);
                tally.add(deal, index, entry as usize);
            }
        }
        if let Some(piles) = Piles(self.experiment.last_game()).value(&games) {
            tally.records[0].update(piles as u64, deal);
        }
    }

    fn play_deal(&mut self, deck: &[Card]) -> DealBounds {
        let (rule, fewest) = self.solver.automatic_and_fewest_piles(deck);
        let player = match fewest {
            Ok(fewest) => fewest..=fewest,
            Err(unproved) => unproved.low..=unproved.high,
        };
        let improve = self.experiment.play.improve;
        let best_changes =
            improve.and_then(|improvement| self.solver.best_changes(deck, improvement));
        let Some((changed_rule, changed_player)) = best_changes else {
            return [rule..=rule, rule..=rule, player.clone(), player];
        };
        let changed_rule = changed_rule.piles_after;
        let changed_player = match changed_player {
            Ok(best) => best.piles_after..=best.piles_after,
            // The piles that the rule leaves are an upper bound for perfect play.
            Err(_) => self.experiment.min_piles()..=changed_rule,
        };
        [
            rule..=rule,
            changed_rule..=changed_rule,
            player,
            changed_player,
        ]
    }
}
