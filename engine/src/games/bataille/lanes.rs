//! Many games of bataille at once, each with the very ending that [`State::game`] finds.
//!
//! The games of a `Table` play side by side, for as long as there are deals; a seat whose game is over takes the next
//! deal. `Repeats` tells the endless ones. Where a pack has too many values for the table, or a game is of a rare
//! kind, [`State`] plays it. This file knows no rule of play, and makes no deal.

use super::repeats::{Repeats, Return};
use super::table::{LANES, MAX_VALUES, Table};
use super::{Ending, Outcome, Rules, SUITS, State, value};
use crate::processor::{Job, LaneCounts, Processor};

/// A game leaves the table after twice as many rounds, or after twice the ceiling: of those that repeat after more than
/// 256 revolutions nobody there would see it.
const PATIENCE: u64 = 1 << 15;

/// The cards of the largest pack that the table bears.
const TABLE_CARDS: usize = MAX_VALUES as usize * SUITS as usize;

/// Plays many games of the same rules; kept from one call to the next, it allocates nothing more.
pub struct Lanes {
    rules: Rules,
    max_rounds: u64,
    /// `None` for packs of too many values.
    games: Option<Box<LaneGames>>,
    /// Plays what the table does not.
    one: State,
    deck: Vec<u8>,
}

struct LaneGames {
    table: Table,
    repeats: Repeats,
    seats: [Option<Seat>; LANES],
    /// The deck with which each seat began.
    decks: [[u8; TABLE_CARDS]; LANES],
}

#[derive(Clone, Copy)]
struct Seat {
    deal: u64,
    /// The number of its first row of winners.
    first_row: u64,
    /// Rounds completed up to the beginning of this revolution.
    rounds: u64,
}

impl Lanes {
    /// Plays games by these rules; those that neither end nor repeat within `max_rounds` rounds are unresolved.
    pub fn new(rules: Rules, max_rounds: u64) -> Self {
        let values = rules.values.get();
        let games = (values <= MAX_VALUES).then(|| {
            Box::new(LaneGames {
                table: Table::new(values, rules.order),
                repeats: Repeats::new(values),
                seats: [None; LANES],
                decks: [[0; TABLE_CARDS]; LANES],
            })
        });
        Self { rules, max_rounds, games, one: State::new(rules.order), deck: Vec::new() }
    }

    /// Plays all deals, and calls `ended` with the number of each and its ending, in any order.
    ///
    /// `next_deal` fills the deck with card numbers, top card first, as [`State::deal`] takes them, and returns the
    /// number of the deal, or `None` when there is no more. Any deck of at most [`super::MAX_CARDS`] cards is played;
    /// those that are no full pack one after the other.
    ///
    /// # Panics
    /// When a deck has more cards.
    pub fn play(
        &mut self,
        processor: Processor,
        next_deal: impl FnMut(&mut Vec<u8>) -> Option<u64>,
        ended: impl FnMut(u64, Ending),
    ) {
        processor.run(Session { lanes: self, next_deal: Some(next_deal), ended });
    }
}

struct Session<'a, D, E> {
    lanes: &'a mut Lanes,
    /// `None` after the last deal.
    next_deal: Option<D>,
    ended: E,
}

impl<D: FnMut(&mut Vec<u8>) -> Option<u64>, E: FnMut(u64, Ending)> Job for Session<'_, D, E> {
    type Answer = ();

    #[inline(always)]
    fn run<L: LaneCounts>(mut self) {
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

impl<D: FnMut(&mut Vec<u8>) -> Option<u64>, E: FnMut(u64, Ending)> Session<'_, D, E> {
    /// Lays as many pairs as the pack has cards. Returns whether any game goes on, or any deal may be left.
    #[inline(always)]
    fn play_revolution(&mut self, games: &mut LaneGames) -> bool {
        for row in 0..usize::from(self.lanes.rules.values.get()) {
            if games.table.any_over() {
                self.change_seats(games, row);
            }
            games.repeats.keep(row, games.table.lay_four(2 * row));
        }
        games.table.revolve();
        let returns = games.repeats.end_revolution(&games.table);
        self.end_revolution(games, returns);
        self.next_deal.is_some() || games.seats.iter().any(Option::is_some)
    }

    /// Tells the endings of the games that are over, and begins new ones in their seats.
    fn change_seats(&mut self, games: &mut LaneGames, row: usize) {
        let mut next = 0;
        while let Some(lane) = games.table.next_over(next) {
            next = lane + 1;
            if let Some(seat) = games.seats[lane].take() {
                self.end(seat.deal, games.table.ending(lane, seat.rounds));
            }
            if let Some(deal) = self.next_pack() {
                let deck = &self.lanes.deck;
                games.table.deal(lane, 2 * row, |card| value(deck[card]) - 1);
                games.decks[lane].iter_mut().zip(deck).for_each(|(kept, card)| *kept = *card);
                games.seats[lane] = Some(Seat { deal, first_row: games.repeats.row(row), rounds: 0 });
            }
        }
    }

    /// Ends the games that have come back to a state, and those that the table cannot finish.
    fn end_revolution(&mut self, games: &mut LaneGames, returns: Vec<Return>) {
        let LaneGames { table, repeats, seats, decks } = games;
        for (lane, seat) in seats.iter_mut().enumerate() {
            let rounds = u64::from(table.take_rounds(lane));
            seat.iter_mut().for_each(|seat| seat.rounds += rounds);
        }
        for back in returns {
            let seat = &mut seats[back.lane];
            if let Some(begun) = seat
                && repeats.row_of(back) > begun.first_row
            {
                match repeats.period(table, back) {
                    Some(period) => {
                        let pre_period = begun.rounds - repeats.rounds_since_entrance(back, begun.first_row);
                        self.end(begun.deal, Ending::endless(period, pre_period));
                    }
                    None => self.play_alone(begun.deal, Some(&decks[back.lane])),
                }
                *seat = None;
                table.leave(back.lane);
            }
        }
        let patience = self.lanes.max_rounds.min(PATIENCE);
        for (lane, seat) in seats.iter_mut().enumerate() {
            if let Some(begun) = seat
                && !table.is_over(lane)
                && begun.rounds / 2 > patience
            {
                self.play_alone(begun.deal, Some(&decks[lane]));
                *seat = None;
                table.leave(lane);
            }
        }
    }

    /// The next deal, its cards in the deck.
    fn next_deal(&mut self) -> Option<u64> {
        let deal = self.next_deal.as_mut()?(&mut self.lanes.deck);
        if deal.is_none() {
            self.next_deal = None;
        }
        deal
    }

    /// The next deal that is a full pack; decks before it that are none are played alone.
    fn next_pack(&mut self) -> Option<u64> {
        loop {
            let deal = self.next_deal()?;
            let deck = &self.lanes.deck;
            if deck.len() == self.lanes.rules.values.cards() && deck.iter().all(|&card| value(card) <= MAX_VALUES) {
                return Some(deal);
            }
            self.play_alone(deal, None);
        }
    }

    /// Plays a deal alone, from its beginning: the deck of a seat, or else the one that was just dealt.
    fn play_alone(&mut self, deal: u64, seat: Option<&[u8; TABLE_CARDS]>) {
        let Lanes { rules, one, deck, max_rounds, .. } = &mut *self.lanes;
        one.deal(seat.map_or(&deck[..], |seat| &seat[..rules.values.cards()]));
        (self.ended)(deal, one.game(*max_rounds));
    }

    /// Tells the ending of a game, which may be beyond the ceiling.
    fn end(&mut self, deal: u64, ending: Ending) {
        let max_rounds = self.lanes.max_rounds;
        let within = ending.rounds <= max_rounds;
        (self.ended)(deal, if within { ending } else { Ending { outcome: Outcome::Unresolved, rounds: max_rounds } });
    }
}
