//! Many games of bataille at once, each with the same ending as [`BatailleState::play_to_end`] finds.
//!
//! The games of a `GameBatch` are played side by side; when a game is over, its lane takes the next deal. `RepeatDetector`
//! finds the endless games, with their exact period and pre-period. [`BatailleState`] plays the games of packs with too
//! many values for a batch, the ends of games in which a last card counts, and a few rare games.
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
    Snapshot, mask,
};
use super::batch_pickup::LaneSwaps;
use super::pickup::PickupDraws;
use super::{
    BatailleEnding, BatailleOutcome, BatailleRules, BatailleState, CARDS_PER_VALUE, OutOfCards,
    PickupOrder,
};
use crate::simd::{SimdKernel, SimdLevel};
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
}

struct LaneGames {
    max_rounds: u64,
    batch: GameBatch,
    swaps: LaneSwaps,
    repeats: RepeatDetector,
    lanes: [Option<LaneState>; LANES],
    /// The games that go on in their lanes at the next step.
    resumed_games: Vec<(usize, LaneState, BatailleState)>,
    draws: Vec<PickupDraws>,
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

/// The number of times that a game may come back into the batch if it may be endless: the batch does not detect a cycle in
/// which the game leaves it.
const MAX_RESUMPTIONS: u32 = 8;

/// The largest number of rounds that a game is played alone before it goes on in its lane.
const MAX_ROUNDS_ALONE: u64 = 64;

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
                max_rounds,
                batch: GameBatch::new(rules),
                swaps: LaneSwaps::new(),
                repeats: RepeatDetector::new(values),
                lanes: [None; LANES],
                resumed_games: Vec::new(),
                draws: vec![PickupDraws::default(); LANES],
                decks: [[0; MAX_BATCH_CARDS]; LANES],
            })
        });
        Self {
            rules,
            max_rounds,
            games,
        }
    }

    /// Plays all deals, and calls `on_ending` with the number of each and its ending, in any order.
    ///
    /// `next_deal` fills a deck with the card numbers of a full pack, top card first, as [`BatailleState::deal`] takes them,
    /// and returns the number of the deal, or `None` when there is no more. `draws_of_deal` returns the draws of a deal, which
    /// are used only if tricks are picked up at random.
    pub fn play(
        &mut self,
        simd_level: SimdLevel,
        mut next_deal: impl FnMut(&mut [u8]) -> Option<u64>,
        mut draws_of_deal: impl FnMut(u64) -> PickupDraws,
        mut on_ending: impl FnMut(u64, BatailleEnding),
    ) {
        if let Some(games) = &mut self.games {
            let calls = PlayerCalls {
                next_deal: Some(&mut next_deal),
                draws_of_deal: &mut draws_of_deal,
                on_ending: &mut on_ending,
            };
            return simd_level.run(PlayKernel { games, calls });
        }
        let mut deck = vec![0; self.rules.values.card_count()];
        let mut state = BatailleState::new(self.rules);
        while let Some(deal) = next_deal(&mut deck) {
            state.deal(&deck);
            let mut draws = draws_of_deal(deal);
            on_ending(deal, state.play_to_end(&mut draws, self.max_rounds));
        }
    }
}

/// Fills a deck and returns the number of its deal; `None` after the last one.
type DealSource<'a> = &'a mut dyn FnMut(&mut [u8]) -> Option<u64>;

struct PlayerCalls<'a> {
    /// The source of deals; `None` after the last one.
    next_deal: Option<DealSource<'a>>,
    draws_of_deal: &'a mut dyn FnMut(u64) -> PickupDraws,
    on_ending: &'a mut dyn FnMut(u64, BatailleEnding),
}

struct PlayKernel<'a> {
    games: &'a mut LaneGames,
    calls: PlayerCalls<'a>,
}

impl SimdKernel for PlayKernel<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const REGISTER_BYTES: usize>(mut self) {
        let rules = self.games.batch.rules;
        if rules.pickup == PickupOrder::Laid && !rules.may_be_unresolved() {
            while self.games.play_revolution::<true, false>(&mut self.calls) {}
        } else if rules.pickup == PickupOrder::Random {
            while self.games.play_revolution::<false, true>(&mut self.calls) {}
        } else {
            while self.games.play_revolution::<false, false>(&mut self.calls) {}
        }
    }
}

impl LaneGames {
    /// Lays as many pairs as the pack has cards. Returns true if a game goes on or a deal may be left.
    #[inline(always)]
    fn play_revolution<const IS_USUAL: bool, const IS_RANDOM: bool>(
        &mut self,
        calls: &mut PlayerCalls<'_>,
    ) -> bool {
        let rules = self.batch.rules;
        for row in 0..usize::from(rules.values.get()) {
            if self.batch.has_inactive_lane() {
                self.replace_finished(calls, row);
            }
            if IS_RANDOM {
                self.batch.swaps = self.swaps.next_step(&mut self.draws);
            }
            self.play_slot::<IS_USUAL, IS_RANDOM>(calls, 2 * row);
            self.play_slot::<IS_USUAL, IS_RANDOM>(calls, 2 * row + 1);
            // Equal states of games with random orders may differ later.
            if !IS_RANDOM {
                let winners = &self.batch.winners;
                self.repeats.store_winners(row, winners);
            }
        }
        self.batch.finish_revolution::<IS_USUAL>();
        let repeats = if IS_RANDOM {
            Vec::new()
        } else {
            self.repeats.compare_and_snapshot(&self.batch)
        };
        self.end_revolution(calls, repeats);
        calls.next_deal.is_some()
            || !self.resumed_games.is_empty()
            || self.lanes.iter().any(Option::is_some)
    }

    #[inline(always)]
    fn play_slot<const IS_USUAL: bool, const IS_RANDOM: bool>(
        &mut self,
        calls: &mut PlayerCalls<'_>,
        slot: usize,
    ) {
        let LaneGames { batch, draws, .. } = self;
        batch.lay_two_pairs::<IS_USUAL, IS_RANDOM>(slot, draws);
        if !IS_USUAL && batch.rules.out_of_cards == OutOfCards::LastCard {
            self.leave_short_battles(calls, slot);
        }
    }

    fn replace_finished(&mut self, calls: &mut PlayerCalls<'_>, row: usize) {
        let LaneGames {
            batch,
            swaps,
            repeats,
            lanes,
            resumed_games,
            draws,
            decks,
            ..
        } = self;
        let first_row = repeats.absolute_row_number(row);
        for (lane, game, state) in resumed_games.drain(..) {
            batch.resume_lane(lane, 2 * row, &state);
            swaps.resume_game(lane, &draws[lane]);
            lanes[lane] = Some(LaneState { first_row, ..game });
        }
        for lane in FlaggedLanes::new(&batch.over) {
            if let Some(game) = lanes[lane].take() {
                (calls.on_ending)(game.deal, batch.take_ending(lane, game.rounds));
            }
            let deck = &mut decks[lane][..batch.rules.values.card_count()];
            let next_deal = calls.next_deal.as_mut();
            let Some(deal) = next_deal.and_then(|next_deal| next_deal(deck)) else {
                calls.next_deal = None;
                continue;
            };
            batch.deal_lane(lane, 2 * row, deck);
            swaps.begin_game(lane);
            if batch.rules.pickup == PickupOrder::Random {
                draws[lane] = (calls.draws_of_deal)(deal);
            }
            lanes[lane] = Some(LaneState {
                deal,
                first_row,
                rounds: 0,
                resumed_after: 0,
                resumptions: 0,
            });
        }
    }

    fn end_revolution(
        &mut self,
        calls: &mut PlayerCalls<'_>,
        detected_repeats: Vec<DetectedRepeat>,
    ) {
        for (lane, game) in self.lanes.iter_mut().enumerate() {
            let rounds = u64::from(self.batch.take_rounds(lane));
            game.iter_mut().for_each(|game| game.rounds += rounds);
        }
        for repeat in detected_repeats {
            let LaneGames { batch, repeats, .. } = self;
            if let Some(game) = self.lanes[repeat.lane]
                && repeats.row_after_first_state(repeat) > game.first_row
            {
                match repeats.period(batch, repeat) {
                    Some(period) if self.max_rounds == u64::MAX => {
                        let cycle_rounds = repeats.rounds_since_cycle_start(repeat, game.first_row);
                        let pre_period = game.rounds - cycle_rounds;
                        if game.resumed_after > 0 && pre_period <= game.resumed_after {
                            // The first state that returns may precede the rounds that were played alone.
                            self.play_alone(calls, repeat.lane, game.deal);
                        } else {
                            let ending = BatailleEnding::from_cycle(period, pre_period);
                            (calls.on_ending)(game.deal, ending);
                        }
                    }
                    Some(period) => {
                        let rounds_left = (self.max_rounds - game.rounds) % period;
                        let state = batch.state(repeat.lane);
                        self.play_on(
                            calls,
                            repeat.lane,
                            game.deal,
                            state,
                            self.max_rounds - rounds_left,
                        );
                    }
                    None => self.play_alone(calls, repeat.lane, game.deal),
                }
                self.leave(repeat.lane);
            }
        }
        // A revolution completes at most as many rounds as the pack has cards.
        let revolution_rounds = self.batch.rules.values.card_count() as u64;
        for lane in 0..LANES {
            let LaneGames { batch, swaps, .. } = self;
            if let Some(game) = self.lanes[lane]
                && batch.over[lane] != ALL_ONES
            {
                let is_near_limit = self.max_rounds - game.rounds < revolution_rounds;
                if is_near_limit && batch.laid[lane] == 0 {
                    let state = batch.state(lane);
                    let (next_swaps, count) = swaps.swaps_from(lane, 0);
                    self.draws[lane].set_swaps(next_swaps, count);
                    self.play_on(calls, lane, game.deal, state, game.rounds);
                } else if is_near_limit || game.rounds / 2 > HALF_MAX_BATCH_ROUNDS {
                    self.play_alone(calls, lane, game.deal);
                } else {
                    continue;
                }
                self.leave(lane);
            }
        }
    }

    /// Empties a lane.
    fn leave(&mut self, lane: usize) {
        self.lanes[lane] = None;
        self.batch.over[lane] = ALL_ONES;
    }

    /// Ends the games in which a battle has begun, in this slot, that a player has too few cards for.
    #[inline(always)]
    fn leave_short_battles(&mut self, calls: &mut PlayerCalls<'_>, slot: usize) {
        let mut has_short_battle = [0; LANES];
        let flags = has_short_battle.iter_mut();
        for (flag, short_battles) in flags.zip(&self.batch.short_battles) {
            *flag = mask(*short_battles > 0);
        }
        for lane in FlaggedLanes::new(&has_short_battle) {
            if let Some(game) = self.lanes[lane].take() {
                self.play_short_battle(calls, lane, slot, game);
            }
        }
        self.batch.short_battles = [0; LANES];
    }

    /// Plays the rounds of a game from such a battle on until it is over or can go on in its lane: with a number of pairs laid
    /// that is a multiple of [`PAIRS_PER_STEP`].
    ///
    /// Both hands then hold an even number of cards, and player 1 lays first, as in all games at the beginning of a step: the
    /// winner of a battle with too few cards gets as many cards of the other player as there were steps.
    #[inline(never)]
    fn play_short_battle(
        &mut self,
        calls: &mut PlayerCalls<'_>,
        lane: usize,
        slot: usize,
        mut game: LaneState,
    ) {
        let batch = &mut self.batch;
        game.rounds += u64::from(batch.take_rounds(lane));
        let pairs_in_slot = usize::from(batch.short_battles[lane]);
        let head = 2 * slot + pairs_in_slot;
        if let Some(winner) = batch.short_battle_winner(lane, head) {
            let outcome = BatailleOutcome::from_leader(Some(winner));
            let rounds = game.rounds + 1;
            return (calls.on_ending)(game.deal, BatailleEnding { outcome, rounds });
        }
        if game.resumptions == MAX_RESUMPTIONS && batch.rules.pickup != PickupOrder::Random {
            return self.play_alone(calls, lane, game.deal);
        }
        // The pairs of this step that are not laid yet.
        let pairs_left = PAIRS_PER_STEP - slot % 2 * 2 - pairs_in_slot;
        let pairs_back = u32::from(batch.laid[lane]) + pairs_left as u32;
        let (next_swaps, count) = self.swaps.swaps_from(lane, pairs_back);
        let mut state = batch.state_before_battle(lane, head, next_swaps);
        let draws = &mut self.draws[lane];
        draws.set_swaps(next_swaps, count);
        // A game must not reach the limit in the revolution in which it goes on.
        let revolution_rounds = batch.rules.values.card_count() as u64;
        if self.max_rounds - game.rounds >= MAX_ROUNDS_ALONE + revolution_rounds {
            for _ in 0..MAX_ROUNDS_ALONE {
                state.play_round(draws, |_| ());
                game.rounds += 1;
                if state.is_over() {
                    return (calls.on_ending)(game.deal, state.ending_after(game.rounds));
                }
                // The number of pairs on the table, modulo that of a step, if the state were in the lane.
                let pairs = u32::from(state.pairs_laid()).wrapping_sub(pairs_back);
                if pairs.is_multiple_of(PAIRS_PER_STEP as u32) {
                    game.resumed_after = game.rounds;
                    game.resumptions += 1;
                    return self.resumed_games.push((lane, game, state));
                }
            }
        }
        self.play_on(calls, lane, game.deal, state, game.rounds);
    }

    /// Plays a game to its end outside of its lane, from the state after `rounds` rounds.
    fn play_on(
        &mut self,
        calls: &mut PlayerCalls<'_>,
        lane: usize,
        deal: u64,
        mut state: BatailleState,
        rounds: u64,
    ) {
        let has_limit = self.max_rounds < u64::MAX;
        let rounds_left = if has_limit {
            self.max_rounds - rounds
        } else {
            u64::MAX
        };
        let mut ending = state.play_to_end(&mut self.draws[lane], rounds_left);
        ending.rounds += rounds;
        let has_ended = !matches!(
            ending.outcome,
            BatailleOutcome::Endless { .. } | BatailleOutcome::Unresolved
        );
        if has_ended && (has_limit || ending.rounds <= BatailleRules::MAX_ROUNDS) {
            (calls.on_ending)(deal, ending);
        } else {
            // The first state that returns may be an earlier one.
            self.play_alone(calls, lane, deal);
        }
    }

    /// Plays the deal of a lane alone from its beginning.
    fn play_alone(&mut self, calls: &mut PlayerCalls<'_>, lane: usize, deal: u64) {
        let rules = self.batch.rules;
        let mut state = BatailleState::new(rules);
        state.deal(&self.decks[lane][..rules.values.card_count()]);
        let mut draws = (calls.draws_of_deal)(deal);
        (calls.on_ending)(deal, state.play_to_end(&mut draws, self.max_rounds));
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
    later.play_rounds(&mut PickupDraws::default(), rounds);
    later == *game
}
