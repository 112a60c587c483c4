//! The engine of the experiment: it plays ranges of deals and counts them. Whole blocks are played at once.

use crate::cards::Pack;
use crate::cards::draws::{INTERLEAVED_BLOCKS, block_and_lane};
use crate::cards::pack::MAX_CARDS;
use crate::cards::plane_dealer::PlaneDealer;
use crate::cards::shuffle::DEALS_PER_BLOCK;
use crate::games::alliances::automatic_lanes;
use crate::games::alliances::improve::{BestChange, Improvement};
use crate::games::alliances::improve_lanes::ChangeList;
use crate::sim::{Purpose, PurposeStreams, Streams};
use crate::simd::SimdLevel;
use crate::stats::{Extreme, ExtremeKind, Tally};
use std::ops::Range;

// Indices of the histograms of the tally.
pub(super) const PILES_HISTOGRAM: usize = 0;
pub(super) const IMPROVED_HISTOGRAM: usize = 1;
pub(super) const GAIN_HISTOGRAM: usize = 2;
pub(super) const BEST_CHANGE_FIRST_POSITION_HISTOGRAM: usize = 3;
const BEST_CHANGE_SECOND_POSITION_HISTOGRAM: usize = 4;

/// Plays ranges of deals; keeps the dealer and the changes to try from chunk to chunk.
pub struct AlliancesSimulator {
    simd_level: SimdLevel,
    dealer: PlaneDealer,
    change_search: Option<ChangeList>,
}

impl AlliancesSimulator {
    /// Creates a simulator for decks of this pack; with `improvement`, each stock with a change is changed before the
    /// game.
    pub(crate) fn new(pack: Pack, improvement: Option<Improvement>, simd_level: SimdLevel) -> Self {
        Self {
            simd_level,
            dealer: PlaneDealer::new(pack),
            change_search: improvement
                .and_then(|improvement| ChangeList::new(pack.size(), improvement)),
        }
    }

    /// Plays a range of deals and adds their counts to `tally`. Groups of [`INTERLEAVED_BLOCKS`] whole blocks are played together,
    /// other blocks one by one.
    pub(crate) fn simulate(&mut self, streams: &Streams, deals: Range<u64>, tally: &mut Tally) {
        let families = Families {
            shuffle: streams.for_purpose(Purpose::Shuffle),
            reshuffle: streams.for_purpose(Purpose::Reshuffle),
        };
        let mut counts = ChunkCounts::new(self.dealer.pack().size());
        let mut start = deals.start;
        while start < deals.end {
            let (block, lane) = (start / BLOCK_DEALS, start % BLOCK_DEALS);
            if lane == 0 && deals.end - start >= BLOCK_DEALS * INTERLEAVED_BLOCKS as u64 {
                self.play_blocks(&families, block, &mut counts);
                start += BLOCK_DEALS * INTERLEAVED_BLOCKS as u64;
            } else {
                let end = deals.end.min((start - lane).saturating_add(BLOCK_DEALS));
                self.play_block(
                    &families,
                    block,
                    lane as usize..(lane + end - start) as usize,
                    &mut counts,
                );
                start = end;
            }
        }
        counts.add_to(tally);
    }

    /// Plays [`INTERLEAVED_BLOCKS`] whole blocks, the first of which has the index `block`.
    fn play_blocks(&mut self, families: &Families, block: u64, counts: &mut ChunkCounts) {
        self.dealer
            .draws
            .generate_words(self.simd_level, families.shuffle.generator_lanes(block));
        for hand in 0..INTERLEAVED_BLOCKS {
            let deal = |lane| {
                let (ahead, lane) = block_and_lane(hand, lane);
                (block + ahead as u64) * BLOCK_DEALS + lane as u64
            };
            self.dealer.draws.draw_batch(self.simd_level, hand, |lane| {
                families.reshuffle.stream(deal(lane))
            });
            self.play_hand(0..DEALS_PER_BLOCK, deal, counts);
        }
    }

    fn play_block(
        &mut self,
        families: &Families,
        block: u64,
        lanes: Range<usize>,
        counts: &mut ChunkCounts,
    ) {
        let deal = |lane| block * BLOCK_DEALS + lane as u64;
        self.dealer
            .draws
            .draw_block(self.simd_level, families.shuffle.stream(block), |lane| {
                families.reshuffle.stream(deal(lane))
            });
        self.play_hand(lanes, deal, counts);
    }

    /// Plays these lanes of the dealer; `deal` maps a lane to the number of its deal.
    fn play_hand(
        &self,
        lanes: Range<usize>,
        deal: impl Fn(usize) -> u64,
        counts: &mut ChunkCounts,
    ) {
        match &self.change_search {
            None => {
                let piles = automatic_lanes::automatic_pile_counts(&self.dealer, self.simd_level);
                for lane in lanes {
                    counts.add_game(piles[lane] as usize, lane, &deal);
                }
            }
            Some(changes) => {
                for (lane, best) in changes.best_changes(&self.dealer, self.simd_level, lanes) {
                    counts.add_improved_game(best, deal(lane));
                }
            }
        }
    }
}

const BLOCK_DEALS: u64 = DEALS_PER_BLOCK as u64;

struct Families {
    shuffle: PurposeStreams,
    reshuffle: PurposeStreams,
}

/// The counts of a chunk. Neighbouring lanes count piles in different arrays, so that no addition waits for the one
/// before.
struct ChunkCounts {
    piles: [[u64; MAX_CARDS + 1]; 4],
    improved: [u64; MAX_CARDS + 1],
    gain: [u64; 2 * MAX_CARDS + 1],
    first: [u64; MAX_CARDS],
    second: [u64; MAX_CARDS],
    gain_shift: usize,
    fewest: Extreme,
}

impl ChunkCounts {
    fn new(gain_shift: usize) -> Self {
        Self {
            piles: [[0; MAX_CARDS + 1]; 4],
            improved: [0; MAX_CARDS + 1],
            gain: [0; 2 * MAX_CARDS + 1],
            first: [0; MAX_CARDS],
            second: [0; MAX_CARDS],
            gain_shift,
            fewest: Extreme::empty(ExtremeKind::Lowest),
        }
    }

    fn add_game(&mut self, piles: usize, lane: usize, deal: impl Fn(usize) -> u64) {
        self.piles[lane % 4][piles] += 1;
        if self
            .fewest
            .value_and_deal
            .is_none_or(|(fewest, _)| piles as u64 <= fewest)
        {
            self.fewest.update(piles as u64, deal(lane));
        }
    }

    fn add_improved_game(&mut self, best: BestChange, deal: u64) {
        let (first, second) = best.change.places();
        self.piles[0][best.piles_before] += 1;
        self.improved[best.piles_after] += 1;
        self.gain[(i64::from(best.gain()) + self.gain_shift as i64) as usize] += 1;
        self.first[first] += 1;
        self.second[second] += 1;
        self.fewest.update(best.piles_after as u64, deal);
    }

    fn add_to(&self, tally: &mut Tally) {
        let piles = self.piles.iter().map(|piles| (PILES_HISTOGRAM, &piles[..]));
        let others: [(_, &[u64]); 4] = [
            (IMPROVED_HISTOGRAM, &self.improved),
            (GAIN_HISTOGRAM, &self.gain),
            (BEST_CHANGE_FIRST_POSITION_HISTOGRAM, &self.first),
            (BEST_CHANGE_SECOND_POSITION_HISTOGRAM, &self.second),
        ];
        for (place, counts) in piles.chain(others) {
            let Some(histogram) = tally.histograms.get_mut(place) else {
                continue;
            };
            for (value, &count) in counts.iter().enumerate() {
                histogram.add_many(value, count);
            }
        }
        tally.extremes[0].merge(&self.fewest);
    }
}
