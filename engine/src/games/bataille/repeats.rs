//! How endless games at a [`Table`] are told, with their exact period and pre-period. Plays no card.
//!
//! # When a game comes back
//! At the end of each revolution all games are compared with what they were at the ends of some earlier ones: the last,
//! the last one whose number is a multiple of 4, of 16, of 64, of 256. A game that repeats after at most 4^j revolutions
//! is seen at the latest 2 * 4^j revolutions after it has begun to. Here a state is also what lies on the table, so
//! that it need not be between two rounds.
//!
//! # Where the repeats begin
//! A state tells the one before it, if it is known who took a trick just then, and of how many pairs: the cards are taken
//! from under his hand and put back onto both. So two equal states between rounds come from equal ones exactly if the
//! last trick was as large in both, and the same player's. Who won each pair, or that nobody did, is kept for many
//! revolutions in two bits a pair, and tells that; the first state that comes back is found by looking back there as far
//! as all is the same. It stands between two rounds: with cards on the table, the pair before is known.

use super::table::{LANES, PAIRS, Row, Snapshot, Table};
use super::{SUITS, State};
use std::ops::Range;

/// Rows whose winners are kept: 1024 revolutions of 16 values. What comes back does so within 512 revolutions of the
/// first state that does, and no row before that one is looked at.
const KEPT: u64 = 1 << 14;

/// Every how many revolutions a copy is made, for each of the copies.
const EVERY: [u64; 5] = [1, 4, 16, 64, 256];

/// A row of winners of the past for each revolution, and copies of the games.
pub(super) struct Repeats {
    /// Rows of winners in a revolution: one for each value, as each value has as many cards as a row has pairs.
    rows: u64,
    /// The number of this revolution, from 1 on.
    revolution: u64,
    /// The winners of the last rows, each at its number modulo [`KEPT`].
    winners: Vec<Row>,
    copies: Vec<Copy>,
}

struct Copy {
    revolution: u64,
    games: Snapshot,
}

/// A game that is in a state in which it was before.
#[derive(Clone, Copy)]
pub(super) struct Return {
    pub(super) lane: usize,
    /// The number of the revolution that began with the same state.
    since: u64,
}

impl Repeats {
    /// Nothing seen yet; for packs of so many values.
    pub(super) fn new(values: u8) -> Self {
        let rows = u64::from(values) * u64::from(SUITS) / PAIRS as u64;
        let copies = EVERY.iter().map(|_| Copy { revolution: 0, games: Snapshot::new() }).collect();
        Self { rows, revolution: 1, winners: vec![[0; LANES]; KEPT as usize], copies }
    }

    /// The number of the first row of winners of a game that begins at this row of the revolution.
    pub(super) const fn row(&self, row: usize) -> u64 {
        self.revolution * self.rows + row as u64
    }

    #[inline(always)]
    pub(super) fn keep(&mut self, row: usize, winners: &Row) {
        let at = index(self.row(row));
        self.winners[at] = *winners;
    }

    /// Ends a revolution. Returns the games that are in a state of before, each with the latest revolution first; a seat
    /// may have been another game's then.
    #[inline(always)]
    pub(super) fn end_revolution(&mut self, table: &Table) -> Vec<Return> {
        self.revolution += 1;
        let mut returns = Vec::new();
        let mut compared = 0;
        for copy in &self.copies {
            let since = copy.revolution;
            if since != compared
                && let Some(same) = table.returned(&copy.games)
            {
                let games = (0..LANES).filter(|&lane| same[lane] != 0);
                returns.extend(games.map(|lane| Return { lane, since }));
            }
            compared = since;
        }
        let revolution = self.revolution;
        for (copy, _) in self.copies.iter_mut().zip(EVERY).filter(|(_, every)| revolution.is_multiple_of(*every)) {
            copy.revolution = revolution;
            table.copy_to(&mut copy.games);
        }
        returns
    }

    /// The number of the row before which the game was in the same state.
    pub(super) const fn row_of(&self, back: Return) -> u64 {
        back.since * self.rows
    }

    /// The period, in rounds, of a game that began before it came back. `None` when there are cards on the table now.
    pub(super) fn period(&self, table: &Table, back: Return) -> Option<u64> {
        let game = (table.laid(back.lane) == 0).then(|| table.state(back.lane))?;
        let cards = self.rows * PAIRS as u64;
        let mut pairs = (self.revolution - back.since) * cards;
        let mut period = self.rounds(back.lane, self.row_of(back)..self.row(0));
        // The least period that is whole revolutions is a multiple of the period, and n = 4 v pairs are one of the
        // quotient: only 2 and the primes of v can be too many.
        for factor in 2..=self.rows.max(2) {
            // Fewer whole revolutions would have been seen.
            while pairs.is_multiple_of(factor)
                && !(pairs / factor).is_multiple_of(cards)
                && period.is_multiple_of(factor)
                && self.wins_repeat(back, pairs / factor)
                && comes_back(&game, period / factor)
            {
                (pairs, period) = (pairs / factor, period / factor);
            }
        }
        Some(period)
    }

    /// The rounds from the first state that comes back to now, of a game that began with this row.
    pub(super) fn rounds_since_entrance(&self, back: Return, first_row: u64) -> u64 {
        let (then, now) = (self.row_of(back), self.row(0));
        let before = |row: u64| [row - 1, row - 1 + now - then].map(|row| self.four(back.lane, row));
        let mut row = then;
        while row > first_row && before(row)[0] == before(row)[1] {
            row -= 1;
        }
        let mut rounds = self.rounds(back.lane, row..now);
        let [mut one, mut other] = before(row);
        if row == first_row {
            // A game begins as if a trick had just been taken; its row before is another's.
            one = 1;
        } else {
            // The last of these four pairs, in the lower bits, may still be the same.
            let same = (one ^ other).trailing_zeros() & !1;
            rounds += u64::from((one & !(u8::MAX << same)).count_ones());
            (one, other) = (one >> same, other >> same);
        }
        // Where the tricks after that began earlier in one than in the other, they are not the same.
        let both_begin = one & 3 != 0 && other & 3 != 0;
        rounds - u64::from(!both_begin)
    }

    fn rounds(&self, lane: usize, rows: Range<u64>) -> u64 {
        rows.map(|row| u64::from(self.four(lane, row).count_ones())).sum()
    }

    /// Whether winners repeat after so many pairs, as far as a revolution shows.
    fn wins_repeat(&self, back: Return, pairs: u64) -> bool {
        let [then, now] = [self.row_of(back), self.row(0)].map(|row| row * PAIRS as u64);
        let last = (then + self.rows * PAIRS as u64).min(now - pairs);
        (then..last).all(|pair| self.one(back.lane, pair) == self.one(back.lane, pair + pairs))
    }

    /// Who won a pair: 1, 2 or, as nobody did, 0.
    fn one(&self, lane: usize, pair: u64) -> u8 {
        let [row, place] = [pair / PAIRS as u64, pair % PAIRS as u64];
        self.four(lane, row) >> (2 * (PAIRS as u64 - 1 - place)) & 3
    }

    fn four(&self, lane: usize, row: u64) -> u8 {
        self.winners[index(row)][lane]
    }
}

const fn index(row: u64) -> usize {
    (row % KEPT) as usize
}

fn comes_back(game: &State, rounds: u64) -> bool {
    let mut later = game.clone();
    later.game_turns(rounds);
    later == *game
}
