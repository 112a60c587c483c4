//! Detection of endless games in a [`GameBatch`], with their exact period and pre-period.
//!
//! # Returning to a state
//! At the end of each revolution all games are compared with their states at the ends of some earlier ones: the last
//! one, and the last ones with a number that is a multiple of 4, of 16, of 64 and of 256. A game that repeats after at most
//! 4^j revolutions is detected at the latest 2 * 4^j revolutions after it has begun to. A state includes the cards on
//! the table, so it need not be between two rounds.
//!
//! # The first state that returns
//! A state between rounds determines the state before, given the winner of the trick between them and its number of
//! pairs: the cards move from under the winner's hand back onto both hands. So two equal states have equal predecessors
//! exactly if their last tricks were of the same size and won by the same player. The winner of each pair, if any, is
//! stored for many revolutions in two bits a pair. The first state that returns is found by comparing these backwards
//! as far as they are equal. It is between two rounds, since with cards on the table the pair before is known.

use super::batch::{GameBatch, LANES, LaneRow, PAIRS_PER_STEP, Snapshot};
use super::{BatailleState, CARDS_PER_VALUE};
use std::ops::Range;

/// The number of rows of winners that are stored: 1024 revolutions of 16 values. A repeat is detected within 512
/// revolutions of the first state that returns, and no row before that one is read.
const STORED_ROWS: u64 = 1 << 14;

/// The number of revolutions after which each of the snapshots is taken again.
const SNAPSHOT_INTERVALS: [u64; 5] = [1, 4, 16, 64, 256];

/// Detects repeats by snapshots and the winners of pairs.
pub(super) struct RepeatDetector {
    /// The number of rows of winners in a revolution: one for each value, as a row has 4 pairs.
    rows: u64,
    /// The number of this revolution, from 1 on.
    revolution: u64,
    /// The winners of the last rows, each at its number modulo [`STORED_ROWS`].
    winners: Vec<LaneRow>,
    copies: Vec<DatedSnapshot>,
}

/// A snapshot and the number of the revolution that begins with it.
struct DatedSnapshot {
    revolution: u64,
    games: Snapshot,
}

/// A game that has returned to a state.
#[derive(Clone, Copy)]
pub(super) struct DetectedRepeat {
    pub(super) lane: usize,
    /// The number of the revolution that began with the same state.
    first_revolution: u64,
}

impl RepeatDetector {
    /// A detector for packs of `values` values that has seen nothing yet.
    pub(super) fn new(values: u8) -> Self {
        let rows = u64::from(values) * u64::from(CARDS_PER_VALUE) / PAIRS_PER_STEP as u64;
        let copies = SNAPSHOT_INTERVALS
            .iter()
            .map(|_| DatedSnapshot {
                revolution: 0,
                games: Snapshot::new(),
            })
            .collect();
        Self {
            rows,
            revolution: 1,
            winners: vec![[0; LANES]; STORED_ROWS as usize],
            copies,
        }
    }

    /// The number of row `row_in_revolution` of this revolution.
    pub(super) const fn absolute_row_number(&self, row_in_revolution: usize) -> u64 {
        self.revolution * self.rows + row_in_revolution as u64
    }

    /// Stores the winners of row `row_in_revolution` of this revolution.
    #[inline(always)]
    pub(super) fn store_winners(&mut self, row_in_revolution: usize, winners: &LaneRow) {
        let at = ring_index(self.absolute_row_number(row_in_revolution));
        self.winners[at] = *winners;
    }

    /// Ends a revolution. Returns the games that are in the state of a snapshot, for each the latest snapshot first;
    /// the lane may have held another game at that time.
    #[inline(always)]
    pub(super) fn compare_and_snapshot(&mut self, batch: &GameBatch) -> Vec<DetectedRepeat> {
        self.revolution += 1;
        let mut returns = Vec::new();
        let mut compared = 0;
        for copy in &self.copies {
            let since = copy.revolution;
            if since != compared
                && let Some(same) = batch.lanes_matching(&copy.games)
            {
                let games = (0..LANES).filter(|&lane| same[lane] != 0);
                returns.extend(games.map(|lane| DetectedRepeat {
                    lane,
                    first_revolution: since,
                }));
            }
            compared = since;
        }
        let revolution = self.revolution;
        for (copy, _) in self
            .copies
            .iter_mut()
            .zip(SNAPSHOT_INTERVALS)
            .filter(|(_, every)| revolution.is_multiple_of(*every))
        {
            copy.revolution = revolution;
            batch.save_snapshot(&mut copy.games);
        }
        returns
    }

    /// The number of the row that followed the earlier equal state.
    pub(super) const fn row_after_first_state(&self, repeat: DetectedRepeat) -> u64 {
        repeat.first_revolution * self.rows
    }

    /// The period, in rounds, of a game that has returned to a state of its own. `None` when there are cards on the
    /// table.
    pub(super) fn period(&self, batch: &GameBatch, repeat: DetectedRepeat) -> Option<u64> {
        let game = (batch.pairs_laid(repeat.lane) == 0).then(|| batch.state(repeat.lane))?;
        let cards = self.rows * PAIRS_PER_STEP as u64;
        let mut pairs = (self.revolution - repeat.first_revolution) * cards;
        let mut period = self.count_rounds(
            repeat.lane,
            self.row_after_first_state(repeat)..self.absolute_row_number(0),
        );
        // The least period of whole revolutions is a multiple of the period, and their quotient divides n = 4 v pairs:
        // only 2 and the primes of v can be superfluous factors.
        for factor in 2..=self.rows.max(2) {
            // A period of fewer whole revolutions would have been detected before.
            while pairs.is_multiple_of(factor)
                && !(pairs / factor).is_multiple_of(cards)
                && period.is_multiple_of(factor)
                && self.winners_repeat(repeat, pairs / factor)
                && repeats_after(&game, period / factor)
            {
                pairs /= factor;
                period /= factor;
            }
        }
        Some(period)
    }

    /// The number of rounds since the first state of the cycle, for a game that began with row `first_row`.
    pub(super) fn rounds_since_cycle_start(&self, repeat: DetectedRepeat, first_row: u64) -> u64 {
        let first_state_row = self.row_after_first_state(repeat);
        let repeat_row = self.absolute_row_number(0);
        let winners_before = |row: u64| {
            let previous_rows = [row - 1, row - 1 + repeat_row - first_state_row];
            previous_rows.map(|row| self.winners_of_row(repeat.lane, row))
        };
        let mut row = first_state_row;
        while row > first_row && winners_before(row)[0] == winners_before(row)[1] {
            row -= 1;
        }
        let mut rounds = self.count_rounds(repeat.lane, row..repeat_row);
        let [mut one, mut other] = winners_before(row);
        if row == first_row {
            // A game begins as if a trick had just been taken; the row before belongs to another game.
            one = 1;
        } else {
            // The last of these four pairs, in the lower bits, may still be equal.
            let same = (one ^ other).trailing_zeros() & !1;
            rounds += u64::from((one & !(u8::MAX << same)).count_ones());
            (one, other) = (one >> same, other >> same);
        }
        // If the next trick began earlier in one of them, the two tricks differ.
        let both_begin = one & 3 != 0 && other & 3 != 0;
        rounds - u64::from(!both_begin)
    }

    /// The number of rounds completed in some rows of a lane.
    fn count_rounds(&self, lane: usize, rows: Range<u64>) -> u64 {
        rows.map(|row| u64::from(self.winners_of_row(lane, row).count_ones()))
            .sum()
    }

    /// Returns true if the winners of a revolution are those of `pairs` pairs later.
    fn winners_repeat(&self, repeat: DetectedRepeat, pairs: u64) -> bool {
        let [then, now] = [
            self.row_after_first_state(repeat),
            self.absolute_row_number(0),
        ]
        .map(|row| row * PAIRS_PER_STEP as u64);
        let last = (then + self.rows * PAIRS_PER_STEP as u64).min(now - pairs);
        (then..last)
            .all(|pair| self.winner(repeat.lane, pair) == self.winner(repeat.lane, pair + pairs))
    }

    /// The winner of a pair: player 1 or 2, or 0 for none.
    fn winner(&self, lane: usize, pair: u64) -> u8 {
        let [row, place] = [pair / PAIRS_PER_STEP as u64, pair % PAIRS_PER_STEP as u64];
        self.winners_of_row(lane, row) >> (2 * (PAIRS_PER_STEP as u64 - 1 - place)) & 3
    }

    /// The winners of the four pairs of a row.
    fn winners_of_row(&self, lane: usize, row: u64) -> u8 {
        self.winners[ring_index(row)][lane]
    }
}

/// The index at which a row is stored.
const fn ring_index(row: u64) -> usize {
    (row % STORED_ROWS) as usize
}

/// Returns true if a game is in the same state `rounds` rounds later.
fn repeats_after(game: &BatailleState, rounds: u64) -> bool {
    let mut later = game.clone();
    later.play_rounds(rounds);
    later == *game
}
