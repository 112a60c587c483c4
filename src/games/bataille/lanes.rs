//! Many games of bataille at once, each with the very ending that [`State::game`] finds.
//!
//! The games of a `Table` play side by side, for as long as there are deals; a seat whose game is over takes the next
//! deal. `Repeats` tells the endless ones. Where a pack has too many values for the table, or a game is of a rare
//! kind, [`State`] plays it. This file knows no rule of play, and makes no deal.

use super::repeats::{Repeats, Return};
use super::table::{LANES, MOST_VALUES, Table};
use super::{Ending, Outcome, Rules, SUITS, State, value};
use crate::cards::processor::{Job, Processor};

/// The cards of the largest pack that the table bears.
const MOST_CARDS: usize = MOST_VALUES as usize * SUITS as usize;

/// Plays many games of the same rules; kept from one call to the next, it allocates nothing more.
pub struct Lanes {
    rules: Rules,
    ceiling: u64,
    /// `None` for packs of too many values.
    many: Option<Box<Many>>,
    /// Plays what the table does not.
    one: State,
    /// The deck of the next deal.
    deck: Vec<u8>,
}

/// Many games, and what is known of each.
struct Many {
    table: Table,
    repeats: Repeats,
    seats: [Option<Seat>; LANES],
    /// The deck with which each seat began.
    decks: [[u8; MOST_CARDS]; LANES],
}

/// A game at the table.
#[derive(Clone, Copy)]
struct Seat {
    deal: u64,
    /// The number of its first row of winners.
    first_row: u64,
    /// Rounds completed up to the beginning of this revolution.
    rounds: u64,
}

impl Lanes {
    /// Plays games by these rules; those that neither end nor repeat within `ceiling` rounds are unresolved.
    pub fn new(rules: Rules, ceiling: u64) -> Self {
        let values = rules.values.get();
        let many = (values <= MOST_VALUES).then(|| {
            Box::new(Many {
                table: Table::new(values, rules.order),
                repeats: Repeats::new(values),
                seats: [None; LANES],
                decks: [[0; MOST_CARDS]; LANES],
            })
        });
        Self { rules, ceiling, many, one: State::new(rules.order), deck: Vec::new() }
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

/// One call of [`Lanes::play`].
struct Session<'a, D, E> {
    lanes: &'a mut Lanes,
    /// `None` after the last deal.
    next_deal: Option<D>,
    ended: E,
}

impl<D: FnMut(&mut Vec<u8>) -> Option<u64>, E: FnMut(u64, Ending)> Job for Session<'_, D, E> {
    type Answer = ();

    #[inline(always)]
    fn run<const MANY: usize, const FEW: usize>(mut self) {
        let Some(mut many) = self.lanes.many.take() else {
            while let Some(deal) = self.next_deal() {
                self.play_alone(deal);
            }
            return;
        };
        while self.play_revolution(&mut many) {}
        self.lanes.many = Some(many);
    }
}

impl<D: FnMut(&mut Vec<u8>) -> Option<u64>, E: FnMut(u64, Ending)> Session<'_, D, E> {
    /// Lays as many pairs as the pack has cards. Returns whether any game goes on, or any deal may be left.
    #[inline(always)]
    fn play_revolution(&mut self, many: &mut Many) -> bool {
        for row in 0..usize::from(self.lanes.rules.values.get()) {
            if many.table.any_over() {
                self.change_seats(many, row);
            }
            many.repeats.keep(row, many.table.lay_four(2 * row));
        }
        many.table.revolve();
        let returns = many.repeats.end_revolution(&many.table);
        self.end_revolution(many, returns);
        self.next_deal.is_some() || many.seats.iter().any(Option::is_some)
    }

    /// Tells the endings of the games that are over, and begins new ones in their seats.
    fn change_seats(&mut self, many: &mut Many, row: usize) {
        let mut next = 0;
        while let Some(lane) = many.table.next_over(next) {
            next = lane + 1;
            if let Some(seat) = many.seats[lane].take() {
                self.end(seat.deal, many.table.ending(lane, seat.rounds));
            }
            if let Some(deal) = self.next_pack() {
                let deck = &self.lanes.deck;
                many.table.deal(lane, 2 * row, |card| value(deck[card]) - 1);
                many.decks[lane].iter_mut().zip(deck).for_each(|(kept, card)| *kept = *card);
                many.seats[lane] = Some(Seat { deal, first_row: many.repeats.row(row), rounds: 0 });
            }
        }
    }

    /// Ends the games that have come back to a state, and those that the table cannot finish.
    fn end_revolution(&mut self, many: &mut Many, returns: Vec<Return>) {
        let Many { table, repeats, seats, decks } = many;
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
                    None => self.play_again_alone(begun.deal, &decks[back.lane]),
                }
                *seat = None;
                table.leave(back.lane);
            }
        }
        let ceiling = self.lanes.ceiling;
        for (lane, seat) in seats.iter_mut().enumerate() {
            if let Some(begun) = seat
                && !table.is_over(lane)
                && (begun.rounds / 2 > ceiling || repeats.is_too_long(begun.first_row))
            {
                self.play_again_alone(begun.deal, &decks[lane]);
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
            if deck.len() == self.lanes.rules.values.cards() && deck.iter().all(|&card| value(card) <= MOST_VALUES) {
                return Some(deal);
            }
            self.play_alone(deal);
        }
    }

    /// Plays the deal in the deck alone.
    fn play_alone(&mut self, deal: u64) {
        let Lanes { one, deck, ceiling, .. } = &mut *self.lanes;
        one.deal(deck);
        (self.ended)(deal, one.game(*ceiling));
    }

    /// Plays a game from the table alone, from its beginning.
    fn play_again_alone(&mut self, deal: u64, deck: &[u8; MOST_CARDS]) {
        let Lanes { rules, one, ceiling, .. } = &mut *self.lanes;
        one.deal(&deck[..rules.values.cards()]);
        (self.ended)(deal, one.game(*ceiling));
    }

    /// Tells the ending of a game, which may be beyond the ceiling.
    fn end(&mut self, deal: u64, ending: Ending) {
        let ceiling = self.lanes.ceiling;
        let within = ending.rounds <= ceiling;
        (self.ended)(deal, if within { ending } else { Ending { outcome: Outcome::Unresolved, rounds: ceiling } });
    }
}
