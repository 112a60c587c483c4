//! Many games of bataille at once, each with the same ending as [`BatailleState::play_to_end_with`] finds.
//!
//! The games of a `GameBatch` are played side by side; when a game is over, its lane takes the next deal. `RepeatDetector`
//! finds the endless games, with their exact period and pre-period. [`BatailleState`] plays the games of packs with too
//! many values for a batch, some rounds of games in which a last card counts, and a few rare games.
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

use super::batch::{
    ALL_ONES, FlaggedLanes, GameBatch, LANES, LaneRow, MAX_BATCH_CARDS, MAX_VALUES, PAIRS_PER_STEP,
    PairedHands, Snapshot, mask,
};
use super::batch_pickup::LaneSwaps;
use super::pickup::{NoDraws, PickupDraws};
use super::{
    BatailleEnding, BatailleOutcome, BatailleRules, BatailleState, CARDS_PER_VALUE, OutOfCards,
    PickupOrder, card_value,
};
use crate::simd::{LaneGroupSizes, SimdKernel, SimdLevel};
use std::ops::Range;

/// Half the rounds after which a game leaves the batch and is played alone. The batch does not detect repeats after more
/// than 256 revolutions.
const HALF_MAX_BATCH_ROUNDS: u64 = 1 << 15;

const MAX_FACE_DOWN: u8 = 3;

/// Plays many games with the same rules, in buffers that are used again in the next call.
pub struct BatchPlayer {
    rules: BatailleRules,
    max_rounds: u64,
    /// The batch and its lanes; `None` for packs of too many values.
    games: Option<Box<LaneGames>>,
    one: BatailleState,
    deck: Vec<u8>,
}

struct LaneGames {
    batch: GameBatch,
    swaps: LaneSwaps,
    repeats: RepeatDetector,
    lanes: [Option<LaneState>; LANES],
    decks: [[u8; MAX_BATCH_CARDS]; LANES],
}

#[derive(Clone, Copy)]
struct LaneState {
    deal: u64,
    first_row: u64,
    rounds: u64,
    /// The number of rounds after which the game last came back into the batch; 0 if it never left it.
    resumed_after: u64,
    resumptions: u32,
}

struct ResumedGame<P> {
    lane: usize,
    game: LaneState,
    hands: PairedHands,
    draws: P,
}

/// The largest number of rounds that a game is played alone before it goes on in its lane.
const MAX_ROUNDS_ALONE: u64 = 64;

/// The number of times that a game may come back into the batch if it may be endless: the batch does not detect a cycle in
/// which the game leaves it.
const MAX_RESUMPTIONS: u32 = 8;

impl BatchPlayer {
    /// A player of games by `rules`; games that have not ended after `max_rounds` rounds are cut off (`u64::MAX` for no
    /// limit).
    pub fn new(rules: BatailleRules, max_rounds: u64) -> Self {
        let values = rules.values.get();
        // A game must not reach the limit in its first revolution.
        let has_room = max_rounds >= rules.values.card_count() as u64;
        // Without a card face down, games in a fixed order are too long for a batch.
        let is_long = rules.hardly_ever_ends() && max_rounds > HALF_MAX_BATCH_ROUNDS;
        let is_batched =
            values <= MAX_VALUES && rules.face_down <= MAX_FACE_DOWN && has_room && !is_long;
        let games = is_batched.then(|| {
            Box::new(LaneGames {
                batch: GameBatch::new(rules),
                swaps: LaneSwaps::new(),
                repeats: RepeatDetector::new(values),
                lanes: [None; LANES],
                decks: [[0; MAX_BATCH_CARDS]; LANES],
            })
        });
        Self {
            rules,
            max_rounds,
            games,
            one: BatailleState::new(rules),
            deck: Vec::new(),
        }
    }

    /// Plays all deals, and calls `on_ending` with the number of each and its ending, in any order.
    ///
    /// `next_deal` fills the deck with card numbers, top card first, as [`BatailleState::deal`] takes them, and returns the
    /// number of the deal, or `None` when there is no more. Decks that are not a full pack are played one after the
    /// other.
    ///
    /// # Panics
    /// When a deck has more than [`super::MAX_CARDS`] cards, or tricks are picked up at random.
    pub fn play(
        &mut self,
        simd_level: SimdLevel,
        next_deal: impl FnMut(&mut Vec<u8>) -> Option<u64>,
        on_ending: impl FnMut(u64, BatailleEnding),
    ) {
        assert!(!self.one.is_random(), "random orders need draws");
        self.play_with_draws(simd_level, next_deal, |_| NoDraws, on_ending);
    }

    /// Plays all deals as [`BatchPlayer::play`] does; `draws_of_deal` returns the draws of a deal.
    pub fn play_with_draws<D: PickupDraws>(
        &mut self,
        simd_level: SimdLevel,
        mut next_deal: impl FnMut(&mut Vec<u8>) -> Option<u64>,
        mut draws_of_deal: impl FnMut(u64) -> D,
        mut on_ending: impl FnMut(u64, BatailleEnding),
    ) {
        let mut draws = Vec::new();
        draws.resize_with(LANES, || None);
        simd_level.run(PlayKernel {
            lanes: self,
            next_deal: Some(&mut next_deal),
            draws_of_deal: &mut draws_of_deal,
            draws,
            resumed_games: Vec::new(),
            on_ending: &mut on_ending,
        });
    }
}

/// Fills a deck and returns the number of its deal; `None` after the last one.
type DealSource<'a> = &'a mut dyn FnMut(&mut Vec<u8>) -> Option<u64>;

struct PlayKernel<'a, P> {
    lanes: &'a mut BatchPlayer,
    /// The source of deals; `None` after the last one.
    next_deal: Option<DealSource<'a>>,
    draws_of_deal: &'a mut dyn FnMut(u64) -> P,
    draws: Vec<Option<P>>,
    resumed_games: Vec<ResumedGame<P>>,
    on_ending: &'a mut dyn FnMut(u64, BatailleEnding),
}

impl<P: PickupDraws> SimdKernel for PlayKernel<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run<L: LaneGroupSizes>(mut self) {
        let Some(mut games) = self.lanes.games.take() else {
            while let Some(deal) = self.next_deal() {
                self.play_alone(deal, None);
            }
            return;
        };
        let rules = self.lanes.rules;
        if rules.pickup == PickupOrder::Laid && !rules.may_be_unresolved() {
            while self.play_revolution::<true>(&mut games) {}
        } else {
            while self.play_revolution::<false>(&mut games) {}
        }
        self.lanes.games = Some(games);
    }
}

impl<P: PickupDraws> PlayKernel<'_, P> {
    /// Lays as many pairs as the pack has cards. Returns true if a game goes on or a deal may be left.
    #[inline(always)]
    fn play_revolution<const IS_USUAL: bool>(&mut self, games: &mut LaneGames) -> bool {
        let is_random = !IS_USUAL && self.lanes.rules.pickup == PickupOrder::Random;
        for row in 0..usize::from(self.lanes.rules.values.get()) {
            if games.batch.has_inactive_lane() {
                self.replace_finished(games, row);
            }
            if is_random {
                games.batch.swaps = games.swaps.next_step(&mut self.draws);
            }
            self.play_slot::<IS_USUAL>(games, 2 * row);
            self.play_slot::<IS_USUAL>(games, 2 * row + 1);
            // Equal states of games with random orders may differ later.
            if !is_random {
                games.repeats.store_winners(row, &games.batch.winners);
            }
        }
        games.batch.finish_revolution::<IS_USUAL>();
        let returns = if is_random {
            Vec::new()
        } else {
            games.repeats.compare_and_snapshot(&games.batch)
        };
        self.end_revolution(games, returns);
        self.next_deal.is_some()
            || !self.resumed_games.is_empty()
            || games.lanes.iter().any(Option::is_some)
    }

    #[inline(always)]
    fn play_slot<const IS_USUAL: bool>(&mut self, games: &mut LaneGames, slot: usize) {
        games
            .batch
            .lay_two_pairs::<P, IS_USUAL>(slot, &mut self.draws);
        if !IS_USUAL && self.lanes.rules.out_of_cards == OutOfCards::LastCard {
            self.leave_short_battles(games, slot);
        }
    }

    fn replace_finished(&mut self, games: &mut LaneGames, row: usize) {
        for resumed in self.resumed_games.drain(..) {
            let lane = resumed.lane;
            games.batch.resume_lane(lane, 2 * row, &resumed.hands);
            let (swaps, count) = resumed.draws.known_swaps();
            games.swaps.resume_game(lane, swaps as u64, count);
            self.draws[lane] = Some(resumed.draws);
            games.lanes[lane] = Some(LaneState {
                first_row: games.repeats.absolute_row_number(row),
                ..resumed.game
            });
        }
        for lane in FlaggedLanes::new(&games.batch.over) {
            if let Some(game) = games.lanes[lane].take() {
                (self.on_ending)(game.deal, games.batch.take_ending(lane, game.rounds));
            }
            if let Some(deal) = self.next_full_pack() {
                let deck = &self.lanes.deck;
                games.batch.deal_lane(lane, 2 * row, deck);
                games.decks[lane][..deck.len()].copy_from_slice(deck);
                games.swaps.begin_game(lane);
                self.draws[lane] = Some((self.draws_of_deal)(deal));
                games.lanes[lane] = Some(LaneState {
                    deal,
                    first_row: games.repeats.absolute_row_number(row),
                    rounds: 0,
                    resumed_after: 0,
                    resumptions: 0,
                });
            }
        }
    }

    fn end_revolution(&mut self, games: &mut LaneGames, returns: Vec<DetectedRepeat>) {
        let LaneGames {
            batch,
            swaps,
            repeats,
            lanes,
            decks,
        } = games;
        for (lane, game) in lanes.iter_mut().enumerate() {
            let rounds = u64::from(batch.take_rounds(lane));
            game.iter_mut().for_each(|game| game.rounds += rounds);
        }
        for back in returns {
            let game = &mut lanes[back.lane];
            if let Some(begun) = game
                && repeats.row_after_first_state(back) > begun.first_row
            {
                match repeats.period(batch, back) {
                    Some(period) if self.lanes.max_rounds == u64::MAX => {
                        let pre_period =
                            begun.rounds - repeats.rounds_since_cycle_start(back, begun.first_row);
                        if begun.resumed_after > 0 && pre_period <= begun.resumed_after {
                            // The first state that returns may precede the rounds that were played alone.
                            self.play_alone(begun.deal, Some(&decks[back.lane]));
                        } else {
                            let ending = BatailleEnding::from_cycle(period, pre_period);
                            (self.on_ending)(begun.deal, ending);
                        }
                    }
                    Some(period) => {
                        let rounds = (self.lanes.max_rounds - begun.rounds) % period;
                        self.play_to_limit(back.lane, begun.deal, batch.state(back.lane), rounds);
                    }
                    None => self.play_alone(begun.deal, Some(&decks[back.lane])),
                }
                *game = None;
                batch.over[back.lane] = ALL_ONES;
            }
        }
        // A revolution completes at most as many rounds as the pack has cards.
        let revolution_rounds = self.lanes.rules.values.card_count() as u64;
        for (lane, game) in lanes.iter_mut().enumerate() {
            if let Some(begun) = game
                && batch.over[lane] != ALL_ONES
            {
                let rounds_left = self.lanes.max_rounds - begun.rounds;
                if rounds_left < revolution_rounds && batch.laid[lane] == 0 {
                    let (next_swaps, count) = swaps.swaps_from(lane, 0);
                    self.set_swaps(lane, next_swaps, count);
                    self.play_to_limit(lane, begun.deal, batch.state(lane), rounds_left);
                } else if rounds_left < revolution_rounds
                    || begun.rounds / 2 > HALF_MAX_BATCH_ROUNDS
                {
                    self.play_alone(begun.deal, Some(&decks[lane]));
                } else {
                    continue;
                }
                *game = None;
                batch.over[lane] = ALL_ONES;
            }
        }
    }

    fn play_to_limit(
        &mut self,
        lane: usize,
        deal: u64,
        mut state: BatailleState,
        rounds_left: u64,
    ) {
        let max_rounds = self.lanes.max_rounds;
        let mut draws = self.draws[lane]
            .take()
            .expect("the draws of a game in a lane");
        let mut ending = state.play_to_end_with(&mut draws, rounds_left);
        ending.rounds += max_rounds - rounds_left;
        (self.on_ending)(deal, ending);
    }

    /// Sets the next swaps of a lane, the first one lowest.
    fn set_swaps(&mut self, lane: usize, swaps: u128, count: u32) {
        if let Some(draws) = &mut self.draws[lane] {
            draws.set_swaps(swaps, count);
        }
    }

    /// Plays alone some rounds of the games in which a battle has begun, in this slot, that a player has too few cards for.
    #[inline(always)]
    fn leave_short_battles(&mut self, games: &mut LaneGames, slot: usize) {
        let mut has_short_battle = [0; LANES];
        let flags = has_short_battle.iter_mut();
        for (flag, short_battles) in flags.zip(&games.batch.short_battles) {
            *flag = mask(*short_battles > 0);
        }
        for lane in FlaggedLanes::new(&has_short_battle) {
            if let Some(game) = games.lanes[lane].take() {
                self.play_short_battle(games, lane, slot, game);
            }
        }
        games.batch.short_battles = [0; LANES];
    }

    /// Plays the rounds of a game from such a battle on until it is over or can go on in its lane: with a number of pairs laid
    /// that is a multiple of [`PAIRS_PER_STEP`].
    ///
    /// Both hands then hold an even number of cards, and player 1 lays first, as in all games at the beginning of a step: the
    /// winner of a battle with too few cards gets as many cards of the other player as there were steps.
    #[inline(never)]
    fn play_short_battle(
        &mut self,
        games: &mut LaneGames,
        lane: usize,
        slot: usize,
        mut game: LaneState,
    ) {
        let pairs_in_slot = usize::from(games.batch.short_battles[lane]);
        let head = 2 * slot + pairs_in_slot;
        if let Some(winner) = games.batch.short_battle_winner(lane, head) {
            let rounds = game.rounds + u64::from(games.batch.take_rounds(lane)) + 1;
            let outcome = BatailleOutcome::from_leader(Some(winner));
            return (self.on_ending)(game.deal, BatailleEnding { outcome, rounds });
        }
        if game.resumptions == MAX_RESUMPTIONS && self.lanes.rules.pickup != PickupOrder::Random {
            return self.play_alone(game.deal, Some(&games.decks[lane]));
        }
        let table_pairs = u32::from(games.batch.laid[lane]);
        // The pairs of this step that are not laid yet.
        let pairs_left = (PAIRS_PER_STEP - slot % 2 * 2 - pairs_in_slot) as u32;
        let (swaps, count) = games.swaps.swaps_from(lane, table_pairs + pairs_left);
        self.set_swaps(lane, swaps, count);
        let rules = self.lanes.rules;
        let state = &mut self.lanes.one;
        games
            .batch
            .copy_state_before_battle(lane, head, swaps, state);
        game.rounds += u64::from(games.batch.take_rounds(lane));
        let rounds_left = self.lanes.max_rounds - game.rounds;
        // A game must not reach the limit in the revolution in which it goes on.
        if rounds_left < MAX_ROUNDS_ALONE + rules.values.card_count() as u64 {
            let state = state.clone();
            return self.play_to_limit(lane, game.deal, state, rounds_left);
        }
        let mut draws = self.draws[lane]
            .take()
            .expect("the draws of a game in a lane");
        for _ in 0..MAX_ROUNDS_ALONE {
            state.try_complete_round_unchecked(&mut draws, |_| ());
            game.rounds += 1;
            if state.is_over() {
                return (self.on_ending)(game.deal, state.ending_after(game.rounds));
            }
            // The number of pairs on the table, modulo that of a step, if the state were in the lane.
            let pairs = u32::from(state.pairs_laid()).wrapping_sub(table_pairs + pairs_left);
            if pairs.is_multiple_of(PAIRS_PER_STEP as u32) {
                game.resumed_after = game.rounds;
                game.resumptions += 1;
                self.resumed_games.push(ResumedGame {
                    lane,
                    game,
                    hands: PairedHands::new(state),
                    draws,
                });
                return;
            }
        }
        self.play_alone(game.deal, Some(&games.decks[lane]));
    }

    fn next_deal(&mut self) -> Option<u64> {
        let deal = self.next_deal.as_mut()?(&mut self.lanes.deck);
        if deal.is_none() {
            self.next_deal = None;
        }
        deal
    }

    fn next_full_pack(&mut self) -> Option<u64> {
        loop {
            let deal = self.next_deal()?;
            let deck = &self.lanes.deck;
            let largest_card = deck.iter().fold(0, |largest, card| largest.max(*card));
            if deck.len() == self.lanes.rules.values.card_count()
                && card_value(largest_card) <= MAX_VALUES
            {
                return Some(deal);
            }
            self.play_alone(deal, None);
        }
    }

    /// Plays a deal alone from its beginning, with `lane_deck` or else the deck that was dealt last.
    fn play_alone(&mut self, deal: u64, lane_deck: Option<&[u8; MAX_BATCH_CARDS]>) {
        let BatchPlayer {
            rules,
            one,
            deck,
            max_rounds,
            ..
        } = &mut *self.lanes;
        one.deal(lane_deck.map_or(&deck[..], |deck| &deck[..rules.values.card_count()]));
        let mut draws = (self.draws_of_deal)(deal);
        (self.on_ending)(deal, one.play_to_end_with(&mut draws, *max_rounds));
    }
}

/// The number of rows of winners that are stored: 1024 revolutions of 16 values. A repeat is detected within 512
/// revolutions of the first state that returns, and no row before that one is read.
const STORED_ROWS: u64 = 1 << 14;

const SNAPSHOT_INTERVALS: [u64; 5] = [1, 4, 16, 64, 256];

struct RepeatDetector {
    /// The number of rows of winners in a revolution: one for each value, as a row has 4 pairs.
    rows: u64,
    /// The number of this revolution, from 1 on.
    revolution: u64,
    /// The winners of the last rows, each at its number modulo [`STORED_ROWS`].
    winners: Vec<LaneRow>,
    copies: Vec<DatedSnapshot>,
}

struct DatedSnapshot {
    revolution: u64,
    games: Snapshot,
}

#[derive(Clone, Copy)]
struct DetectedRepeat {
    lane: usize,
    first_revolution: u64,
}

impl RepeatDetector {
    /// A detector for packs of `values` values that has seen nothing yet.
    fn new(values: u8) -> Self {
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

    fn absolute_row_number(&self, row_in_revolution: usize) -> u64 {
        self.revolution * self.rows + row_in_revolution as u64
    }

    #[inline(always)]
    fn store_winners(&mut self, row_in_revolution: usize, winners: &LaneRow) {
        let at = ring_index(self.absolute_row_number(row_in_revolution));
        self.winners[at] = *winners;
    }

    /// Ends a revolution. Returns the games that are in the state of a snapshot, for each the latest snapshot first;
    /// the lane may have held another game at that time.
    #[inline(always)]
    fn compare_and_snapshot(&mut self, batch: &GameBatch) -> Vec<DetectedRepeat> {
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

    fn row_after_first_state(&self, repeat: DetectedRepeat) -> u64 {
        repeat.first_revolution * self.rows
    }

    /// The period, in rounds, of a game that has returned to a state of its own. `None` when there are cards on the
    /// table.
    fn period(&self, batch: &GameBatch, repeat: DetectedRepeat) -> Option<u64> {
        let game = (batch.laid[repeat.lane] == 0).then(|| batch.state(repeat.lane))?;
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
    fn rounds_since_cycle_start(&self, repeat: DetectedRepeat, first_row: u64) -> u64 {
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

    fn count_rounds(&self, lane: usize, rows: Range<u64>) -> u64 {
        rows.map(|row| u64::from(self.winners_of_row(lane, row).count_ones()))
            .sum()
    }

    /// True if the winners of a revolution are those of `pairs` pairs later.
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

    fn winners_of_row(&self, lane: usize, row: u64) -> u8 {
        self.winners[ring_index(row)][lane]
    }
}

fn ring_index(row: u64) -> usize {
    (row % STORED_ROWS) as usize
}

/// True if a game is in the same state `rounds` rounds later.
fn repeats_after(game: &BatailleState, rounds: u64) -> bool {
    let mut later = game.clone();
    later.play_rounds(rounds);
    later == *game
}
