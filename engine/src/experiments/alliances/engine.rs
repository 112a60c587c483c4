//! The engine of the experiment: it plays ranges of deals and counts them. Whole blocks are played at once.

use crate::cards::Pack;
use crate::cards::draws::{HANDS, block_and_lane};
use crate::cards::lanes::PlaneDealer;
use crate::cards::pack::MAX_CARDS;
use crate::cards::shuffle::BLOCK;
use crate::games::alliances::improve::{BestChange, Improvement};
use crate::games::alliances::improve_lanes::Changes;
use crate::games::alliances::lanes;
use crate::sim::{Family, Purpose, Streams};
use crate::simd::SimdLevel;
use crate::stats::{Direction, Extreme, Tally};
use std::ops::Range;

// Indices of the histograms of the tally.
pub(super) const PILES: usize = 0;
pub(super) const IMPROVED: usize = 1;
pub(super) const GAIN: usize = 2;
pub(super) const FIRST: usize = 3;
const SECOND: usize = 4;

/// The state that a thread keeps from chunk to chunk: the dealer and the search for the best change.
pub struct Engine {
    processor: SimdLevel,
    dealer: PlaneDealer,
    changes: Option<Changes>,
}

impl Engine {
    /// Creates an engine for the decks of this pack; with `improve`, each stock is changed before the game if it has a
    /// change.
    pub(crate) fn new(pack: Pack, improve: Option<Improvement>, processor: SimdLevel) -> Self {
        Self {
            processor,
            dealer: PlaneDealer::new(pack),
            changes: improve.and_then(|improve| Changes::new(pack.size(), improve)),
        }
    }

    /// Plays a range of deals and adds their counts to `tally`. Groups of [`HANDS`] whole blocks are played together,
    /// other blocks one by one.
    pub(crate) fn play(&mut self, streams: &Streams, deals: Range<u64>, tally: &mut Tally) {
        let families = Families { blocks: streams.family(Purpose::Shuffle), again: streams.family(Purpose::Reshuffle) };
        let mut counts = Counts::none(self.dealer.pack().size());
        let mut start = deals.start;
        while start < deals.end {
            let (block, lane) = (start / SIZE, start % SIZE);
            if lane == 0 && deals.end - start >= SIZE * HANDS as u64 {
                self.blocks(&families, block, &mut counts);
                start += SIZE * HANDS as u64;
            } else {
                let end = deals.end.min((start - lane).saturating_add(SIZE));
                self.block(&families, block, lane as usize..(lane + end - start) as usize, &mut counts);
                start = end;
            }
        }
        counts.add_to(tally);
    }

    /// Plays [`HANDS`] whole blocks, the first of which has the index `block`.
    fn blocks(&mut self, families: &Families, block: u64, counts: &mut Counts) {
        self.dealer.draws.take_words(self.processor, families.blocks.lanes(block));
        for hand in 0..HANDS {
            let deal = |lane| {
                let (ahead, lane) = block_and_lane(hand, lane);
                (block + ahead as u64) * SIZE + lane as u64
            };
            self.dealer.draws.draw_hand(self.processor, hand, |lane| families.again.stream(deal(lane)));
            self.hand(0..BLOCK, deal, counts);
        }
    }

    fn block(&mut self, families: &Families, block: u64, lanes: Range<usize>, counts: &mut Counts) {
        let deal = |lane| block * SIZE + lane as u64;
        self.dealer.draws.draw(self.processor, families.blocks.stream(block), |lane| families.again.stream(deal(lane)));
        self.hand(lanes, deal, counts);
    }

    /// Plays these lanes of the current hand; `deal` maps a lane to the number of its deal.
    fn hand(&self, lanes: Range<usize>, deal: impl Fn(usize) -> u64, counts: &mut Counts) {
        match &self.changes {
            None => {
                let piles = lanes::piles(&self.dealer, self.processor);
                for lane in lanes {
                    counts.game(piles[lane] as usize, lane, &deal);
                }
            }
            Some(changes) => {
                for (lane, best) in changes.best(&self.dealer, self.processor, lanes) {
                    counts.improved(best, deal(lane));
                }
            }
        }
    }
}

const SIZE: u64 = BLOCK as u64;

struct Families {
    blocks: Family,
    again: Family,
}

/// The counts of a chunk. Neighbouring lanes count piles in different arrays, so that no addition waits for the one
/// before.
struct Counts {
    piles: [[u64; MAX_CARDS + 1]; 4],
    improved: [u64; MAX_CARDS + 1],
    gain: [u64; 2 * MAX_CARDS + 1],
    first: [u64; MAX_CARDS],
    second: [u64; MAX_CARDS],
    shift: usize,
    fewest: Extreme,
}

impl Counts {
    fn none(shift: usize) -> Self {
        Self {
            piles: [[0; MAX_CARDS + 1]; 4],
            improved: [0; MAX_CARDS + 1],
            gain: [0; 2 * MAX_CARDS + 1],
            first: [0; MAX_CARDS],
            second: [0; MAX_CARDS],
            shift,
            fewest: Extreme::none(Direction::Lowest),
        }
    }

    fn game(&mut self, piles: usize, lane: usize, deal: impl Fn(usize) -> u64) {
        self.piles[lane % 4][piles] += 1;
        if self.fewest.held.is_none_or(|(fewest, _)| piles as u64 <= fewest) {
            self.fewest.offer(piles as u64, deal(lane));
        }
    }

    fn improved(&mut self, best: BestChange, deal: u64) {
        let (first, second) = best.change.places();
        self.piles[0][best.before] += 1;
        self.improved[best.after] += 1;
        self.gain[(i64::from(best.gain()) + self.shift as i64) as usize] += 1;
        self.first[first] += 1;
        self.second[second] += 1;
        self.fewest.offer(best.after as u64, deal);
    }

    fn add_to(&self, tally: &mut Tally) {
        let piles = self.piles.iter().map(|piles| (PILES, &piles[..]));
        let others: [(_, &[u64]); 4] =
            [(IMPROVED, &self.improved), (GAIN, &self.gain), (FIRST, &self.first), (SECOND, &self.second)];
        for (place, counts) in piles.chain(others) {
            let Some(histogram) = tally.histograms.get_mut(place) else { continue };
            for (value, &count) in counts.iter().enumerate() {
                histogram.add_many(value, count);
            }
        }
        tally.extremes[0].merge(&self.fewest);
    }
}
