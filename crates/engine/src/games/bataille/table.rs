//! Bataille card by card, as a game in which each move is forced: the deal determines the whole game.

use super::pickup::PickupDraws;
use super::state::{Face, LaidPair, RoundEvent};
use super::{BatailleState, Hands};
use crate::games::{ForcedRefusal, Game, Outcome, Player};
use std::collections::VecDeque;
use std::fmt;

/// A move of bataille.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableMove {
    /// The next pair is laid, or the next card of one player.
    Lay,
    /// The winner takes the trick.
    Take,
    /// The game stops: a player has no card for the next pair.
    Stop,
}

string_enum!(TableMove, "move", [Lay "lay", Take "take", Stop "stop"]);

impl From<RoundEvent> for TableMove {
    fn from(event: RoundEvent) -> Self {
        match event {
            RoundEvent::PairLaid { .. } => Self::Lay,
            RoundEvent::TrickTaken { .. } => Self::Take,
            RoundEvent::OutOfCards => Self::Stop,
        }
    }
}

/// A card with its identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableCard {
    /// The identity of the card, from 1, the same throughout the game.
    pub id: u16,
    /// The value.
    pub value: u8,
}

/// The cards of a pair on the table, in the order in which they were laid; `None` for a player without a card.
pub type TablePair = [Option<(Player, TableCard)>; 2];

/// A game of bataille between two of its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardTable {
    hands: [VecDeque<TableCard>; 2],
    trick: Vec<(TablePair, Face)>,
    rounds: u64,
    last_event: Option<RoundEvent>,
    next_events: VecDeque<RoundEvent>,
    next_state: BatailleState,
    draws: PickupDraws,
}

impl CardTable {
    /// A game before its first round. The draws are those of tricks that are picked up at random.
    pub fn new(start: BatailleState, draws: PickupDraws) -> Self {
        let mut table = Self {
            hands: Default::default(),
            trick: Vec::new(),
            rounds: 0,
            last_event: None,
            next_events: VecDeque::new(),
            next_state: start,
            draws,
        };
        let mut id = 0;
        for player in [Player::One, Player::Two] {
            let values: Vec<u8> = table.next_state.hand(player).collect();
            for value in values {
                id += 1;
                table.receive(player, id, value);
            }
        }
        table.play_round();
        table
    }

    /// A player's cards, from the top down.
    pub fn hand(&self, player: Player) -> &VecDeque<TableCard> {
        &self.hands[player as usize]
    }

    /// The numbers of cards in the hands.
    pub fn hand_sizes(&self) -> [usize; 2] {
        [self.hands[0].len(), self.hands[1].len()]
    }

    /// The pairs on the table, with the side of their cards that is up.
    pub fn trick(&self) -> &[(TablePair, Face)] {
        &self.trick
    }

    /// The number of rounds that have begun.
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The event that led to this state; `None` before the first one.
    pub const fn last_event(&self) -> Option<RoundEvent> {
        self.last_event
    }

    fn receive(&mut self, player: Player, id: u16, value: u8) {
        self.hands[player as usize].push_back(TableCard { id, value });
    }

    fn play_round(&mut self) {
        if self.next_state.is_over() {
            return;
        }
        let events = &mut self.next_events;
        self.next_state
            .play_round(&mut self.draws, |event| events.push_back(event));
    }

    fn lay_pair(&mut self, laid: LaidPair, face: Face) {
        if self.trick.is_empty() {
            self.rounds += 1;
        }
        let pair = laid.map(|card| {
            let (player, _) = card?;
            Some((player, self.hands[player as usize].pop_front()?))
        });
        self.trick.push((pair, face));
    }

    fn take_trick(&mut self, player: Player, cards: u16) {
        let other_cards = self.next_state.hand_size(player) - usize::from(cards);
        let values: Vec<u8> = self.next_state.hand(player).skip(other_cards).collect();
        let pairs = std::mem::take(&mut self.trick).into_iter();
        let laid_cards = pairs.flat_map(|(pair, _)| pair).flatten();
        let mut trick: Vec<TableCard> = laid_cards.map(|(_, card)| card).collect();
        for value in values {
            // Cards of the same value may be exchanged.
            if let Some(place) = trick.iter().position(|card| card.value == value) {
                let card = trick.remove(place);
                self.receive(player, card.id, card.value);
            }
        }
    }
}

impl fmt::Display for CardTable {
    /// Writes the hands as [`Hands`] are written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two] = self.hands.each_ref().map(|hand| {
            let values = hand.iter().map(|card| card.value);
            values.collect()
        });
        let hands = Hands::new(one, two).expect("a table holds no more cards than hands may");
        hands.fmt(f)
    }
}

impl Game for CardTable {
    type Move = TableMove;
    type Refusal = ForcedRefusal<TableMove>;

    fn legal_moves(&self) -> Vec<TableMove> {
        let next_event = self.next_events.front();
        next_event
            .map(|event| (*event).into())
            .into_iter()
            .collect()
    }

    fn play(&mut self, mv: TableMove) -> Result<(), ForcedRefusal<TableMove>> {
        let Some(&event) = self.next_events.front() else {
            return Err(ForcedRefusal::Over);
        };
        if mv != event.into() {
            return Err(ForcedRefusal::OtherMove(event.into()));
        }
        self.next_events.pop_front();
        match event {
            RoundEvent::PairLaid { laid, face } => self.lay_pair(laid, face),
            RoundEvent::TrickTaken { player, cards } => self.take_trick(player, cards),
            RoundEvent::OutOfCards => {}
        }
        self.last_event = Some(event);
        if self.next_events.is_empty() {
            self.play_round();
        }
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.next_events.is_empty() {
            return None;
        }
        let leader = self.next_state.leader();
        Some(leader.map_or(Outcome::Draw, Outcome::Winner))
    }
}
