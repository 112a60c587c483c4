//! Many games of bataille at once, each with the same ending as [`BatailleState::play_to_end`] finds.
//!
//! The games of a `GameBatch` are played side by side; when a game is over, its lane takes the next deal. `RepeatDetector`
//! finds the endless games. [`BatailleState`] plays the games of packs with too many values for a batch, games
//! with another order of picking up, and a few rare games.

use super::batch::{GameBatch, LANES, MAX_VALUES};
use super::repeat_detector::{DetectedRepeat, RepeatDetector};
use super::{
    BatailleEnding, BatailleRules, BatailleState, CARDS_PER_VALUE, PickupOrder, card_value,
};
use crate::simd::{LaneGroupSizes, SimdKernel, SimdLevel};

/// Half the rounds after which a game leaves the batch and is played alone. The batch does not detect repeats after more
/// than 256 revolutions.
const HALF_MAX_BATCH_ROUNDS: u64 = 1 << 15;

/// The number of cards of the largest pack that a batch can hold.
const MAX_BATCH_CARDS: usize = MAX_VALUES as usize * CARDS_PER_VALUE as usize;

/// Plays many games with the same rules, in buffers that are used again in the next call.
pub struct BatchPlayer {
    rules: BatailleRules,
    max_rounds: u64,
    /// The batch and its lanes; `None` for packs of too many values, and for tricks that are not picked up as laid.
    games: Option<Box<LaneGames>>,
    /// The game that is played alone.
    one: BatailleState,
    deck: Vec<u8>,
}

/// The lanes of a batch.
struct LaneGames {
    batch: GameBatch,
    repeats: RepeatDetector,
    lanes: [Option<LaneState>; LANES],
    /// The deck of each lane's game.
    decks: [[u8; MAX_BATCH_CARDS]; LANES],
}

/// The game of a lane.
#[derive(Clone, Copy)]
struct LaneState {
    deal: u64,
    /// The number of the game's first row of winners.
    first_row: u64,
    /// The number of rounds completed up to the beginning of this revolution.
    rounds: u64,
}

impl BatchPlayer {
    /// A player of games by `rules`; games that have not ended after `max_rounds` rounds are cut off (`u64::MAX` for no
    /// limit).
    pub fn new(rules: BatailleRules, max_rounds: u64) -> Self {
        let values = rules.values.get();
        // A game must not reach the limit in its first revolution.
        let has_room = max_rounds >= rules.values.card_count() as u64;
        let is_batched = rules.pickup == PickupOrder::Laid && values <= MAX_VALUES && has_room;
        let games = is_batched.then(|| {
            Box::new(LaneGames {
                batch: GameBatch::new(values, rules.order),
                repeats: RepeatDetector::new(values),
                lanes: [None; LANES],
                decks: [[0; MAX_BATCH_CARDS]; LANES],
            })
        });
        Self {
            rules,
            max_rounds,
            games,
            one: BatailleState::new(rules.order).with_pickup(rules.pickup),
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
    /// When a deck has more than [`super::MAX_CARDS`] cards.
    pub fn play(
        &mut self,
        simd_level: SimdLevel,
        next_deal: impl FnMut(&mut Vec<u8>) -> Option<u64>,
        on_ending: impl FnMut(u64, BatailleEnding),
    ) {
        simd_level.run(PlayKernel {
            lanes: self,
            next_deal: Some(next_deal),
            on_ending,
        });
    }
}

/// The kernel that plays all deals.
struct PlayKernel<'a, D, E> {
    lanes: &'a mut BatchPlayer,
    /// The source of deals; `None` after the last one.
    next_deal: Option<D>,
    on_ending: E,
}

impl<D: FnMut(&mut Vec<u8>) -> Option<u64>, E: FnMut(u64, BatailleEnding)> SimdKernel
    for PlayKernel<'_, D, E>
{
    type Output = ();

    #[inline(always)]
    fn run<L: LaneGroupSizes>(mut self) {
        let Some(mut games) = self.lanes.games.take() else {
            while let Some(deal) = self.next_deal() {
                self.play_alone(deal, None);
            }
            return;
        };
        while self.play_revolution(&mut games) {}
        self.lanes.games = Some(games);
    }
}

impl<D: FnMut(&mut Vec<u8>) -> Option<u64>, E: FnMut(u64, BatailleEnding)> PlayKernel<'_, D, E> {
    /// Lays as many pairs as the pack has cards. Returns true if a game goes on or a deal may be left.
    #[inline(always)]
    fn play_revolution(&mut self, games: &mut LaneGames) -> bool {
        for row in 0..usize::from(self.lanes.rules.values.get()) {
            if games.batch.has_inactive_lane() {
                self.replace_finished(games, row);
            }
            games
                .repeats
                .store_winners(row, games.batch.lay_four_pairs(2 * row));
        }
        games.batch.finish_revolution();
        let returns = games.repeats.compare_and_snapshot(&games.batch);
        self.end_revolution(games, returns);
        self.next_deal.is_some() || games.lanes.iter().any(Option::is_some)
    }

    /// Reports the endings of the games that are over, and begins new games in their lanes.
    fn replace_finished(&mut self, games: &mut LaneGames, row: usize) {
        let mut next = 0;
        while let Some(lane) = games.batch.next_inactive_lane(next) {
            next = lane + 1;
            if let Some(game) = games.lanes[lane].take() {
                (self.on_ending)(game.deal, games.batch.take_ending(lane, game.rounds));
            }
            if let Some(deal) = self.next_full_pack() {
                let deck = &self.lanes.deck;
                games
                    .batch
                    .deal_lane(lane, 2 * row, |card| card_value(deck[card]) - 1);
                games.decks[lane]
                    .iter_mut()
                    .zip(deck)
                    .for_each(|(kept, card)| *kept = *card);
                games.lanes[lane] = Some(LaneState {
                    deal,
                    first_row: games.repeats.absolute_row_number(row),
                    rounds: 0,
                });
            }
        }
    }

    /// Ends the games that have returned to a state, and those that the batch cannot finish.
    fn end_revolution(&mut self, games: &mut LaneGames, returns: Vec<DetectedRepeat>) {
        let LaneGames {
            batch,
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
                        let ending = BatailleEnding::from_cycle(period, pre_period);
                        (self.on_ending)(begun.deal, ending);
                    }
                    Some(period) => {
                        let rounds = (self.lanes.max_rounds - begun.rounds) % period;
                        self.play_to_limit(begun.deal, batch.state(back.lane), rounds);
                    }
                    None => self.play_alone(begun.deal, Some(&decks[back.lane])),
                }
                *game = None;
                batch.clear_lane(back.lane);
            }
        }
        // A revolution completes at most as many rounds as the pack has cards.
        let revolution_rounds = self.lanes.rules.values.card_count() as u64;
        for (lane, game) in lanes.iter_mut().enumerate() {
            if let Some(begun) = game
                && !batch.is_lane_inactive(lane)
            {
                let rounds_left = self.lanes.max_rounds - begun.rounds;
                if rounds_left < revolution_rounds && batch.pairs_laid(lane) == 0 {
                    self.play_to_limit(begun.deal, batch.state(lane), rounds_left);
                } else if rounds_left < revolution_rounds
                    || begun.rounds / 2 > HALF_MAX_BATCH_ROUNDS
                {
                    self.play_alone(begun.deal, Some(&decks[lane]));
                } else {
                    continue;
                }
                *game = None;
                batch.clear_lane(lane);
            }
        }
    }

    /// Plays the last rounds of a game before the limit, from a state of the batch.
    fn play_to_limit(&mut self, deal: u64, mut state: BatailleState, rounds_left: u64) {
        let max_rounds = self.lanes.max_rounds;
        let mut ending = state.play_to_end(rounds_left);
        ending.rounds += max_rounds - rounds_left;
        (self.on_ending)(deal, ending);
    }

    /// Takes the next deal, with its cards in the deck.
    fn next_deal(&mut self) -> Option<u64> {
        let deal = self.next_deal.as_mut()?(&mut self.lanes.deck);
        if deal.is_none() {
            self.next_deal = None;
        }
        deal
    }

    /// Takes the next deal that is a full pack, and plays the decks before it alone.
    fn next_full_pack(&mut self) -> Option<u64> {
        loop {
            let deal = self.next_deal()?;
            let deck = &self.lanes.deck;
            if deck.len() == self.lanes.rules.values.card_count()
                && deck.iter().all(|&card| card_value(card) <= MAX_VALUES)
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
        (self.on_ending)(deal, one.play_to_end(*max_rounds));
    }
}
