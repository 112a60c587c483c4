//! The positions of a game at which statements are true.

use super::{
    PLAYERS, PlayedRound, Position, PrintedBataille, card_of, cards_laid_by, distinct,
    sort_open_runs,
};
use crate::topics::bataille::printed_line::BatailleStatement;
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::{Face, RoundEvent};
use pioche_engine::games::bataille::{BatailleOutcome, PickupOrder};
use std::rc::Rc;

impl PrintedBataille {
    /// Returns the positions with the next event done; at the end of a round, that before the next round. They are
    /// several if the order of the next cards is open. With a
    /// card, a pair face up has that card.
    pub(super) fn next(&self, position: &Position, card: Option<(Player, u8)>) -> Vec<Position> {
        if position.is_end() {
            let before = position.round.after.clone();
            let round = PlayedRound::new(before, self.pickup);
            return vec![Position::new(position.rounds + 1, round)];
        }
        let Some(event) = position.round.events.get(position.done) else {
            return Vec::new();
        };
        let mut rounds = vec![Rc::clone(&position.round)];
        let mut stated = [true; 2];
        if let RoundEvent::PairLaid { laid, face } = event {
            for player in PLAYERS {
                // There is nothing to state about a player without a card.
                if card_of(*laid, player).is_none() {
                    continue;
                }
                stated[player as usize] = false;
                if self.pickup == PickupOrder::Random {
                    let is_wanted = |(owner, _): &(Player, u8)| *owner == player;
                    let wanted = card.filter(|card| *face == Face::Up && is_wanted(card));
                    let value = wanted.map(|(_, value)| value);
                    rounds = rounds
                        .iter()
                        .flat_map(|round| self.rounds_by_card(round, position.done, player, value))
                        .collect();
                }
            }
        }
        let next = |round| Position {
            rounds: position.rounds,
            round,
            done: position.done + 1,
            stated,
            shown_hands: [false; 2],
        };
        rounds.into_iter().map(next).collect()
    }

    /// Returns the round with each card that a player may lay next, or with this one.
    fn rounds_by_card(
        &self,
        round: &PlayedRound,
        done: usize,
        player: Player,
        wanted: Option<u8>,
    ) -> Vec<Rc<PlayedRound>> {
        let is_open = &round.before.is_open[player as usize];
        let cards = round.before.cards(player);
        let events = &round.events[..done];
        let next = cards_laid_by(player, events);
        let below = is_open[next + 1..].iter().take_while(|open| **open);
        let mut values = cards[next..=next + below.count()].to_vec();
        values.dedup();
        values.retain(|value| wanted.is_none_or(|wanted| wanted == *value));
        // The order of cards face down that have been laid makes no difference.
        let last_up = events
            .iter()
            .rposition(|event| matches!(event, RoundEvent::PairLaid { face: Face::Up, .. }));
        let visible = cards_laid_by(player, &events[..last_up.map_or(0, |last| last + 1)]);
        let with_value = |value| {
            let mut cards = cards.clone();
            let place = cards[next..].iter().position(|card| *card == value);
            let card = cards.remove(next + place.unwrap_or_default());
            sort_open_runs(&mut cards[visible..next], &is_open[visible..next]);
            cards.insert(next, card);
            let mut before = round.before.clone();
            before.state = before.state.with_hand(player, &cards);
            Rc::new(PlayedRound::new(before, self.pickup))
        };
        values.into_iter().map(with_value).collect()
    }

    /// Returns the wanted positions after a position, where those between may be passed. With a card, a pair face up has
    /// that card.
    fn reach(
        &self,
        position: &Position,
        card: Option<(Player, u8)>,
        is_wanted: impl Fn(&Position) -> bool,
        may_pass: impl Fn(&Position) -> bool,
    ) -> Vec<Position> {
        let mut continuations = Vec::new();
        let mut current = vec![position.clone()];
        while !current.is_empty() {
            let next = distinct(
                current
                    .iter()
                    .flat_map(|position| self.next(position, card)),
            );
            let looked_at = self.looked_at.get().saturating_add(next.len());
            self.looked_at.set(looked_at);
            if self.is_undecided() {
                return continuations;
            }
            continuations.extend(next.iter().filter(|next| is_wanted(next)).cloned());
            current = next.into_iter().filter(&may_pass).collect();
        }
        continuations
    }

    /// The positions at the end of the round, if no pair face up is left to be laid; a pair face down may be left out.
    pub(super) fn round_ends(&self, position: &Position) -> Vec<Position> {
        if position.hands().is_some() {
            return vec![position.clone()];
        }
        let may_pass = |next: &Position| !next.is_end() && !next.is_new_pair_up();
        self.reach(position, None, Position::is_end, may_pass)
    }

    /// The positions at the end of the current round, whatever is left of it, or of the next round.
    pub(super) fn next_round_ends(&self, position: &Position) -> Vec<Position> {
        self.reach(position, None, Position::is_end, |next| !next.is_end())
    }

    /// The positions at the end of the round that follows, of which nothing was stated.
    pub(super) fn unseen_round_ends(&self, position: &Position) -> Vec<Position> {
        let ends = self.round_ends(position);
        ends.iter()
            .flat_map(|end| self.next_round_ends(end))
            .collect()
    }

    /// The positions at which the next pair of cards is laid; a pair face down may be left out. With a card, a pair face
    /// up has that card.
    pub(super) fn next_pairs(
        &self,
        position: &Position,
        card: Option<(Player, u8)>,
    ) -> Vec<Position> {
        let is_pair = |next: &Position| next.new_pair().is_some();
        let is_random = self.pickup == PickupOrder::Random;
        // With random orders, too many cards could be left out.
        let may_pass = |next: &Position| match next.new_pair() {
            Some((_, Face::Down)) => !(is_random && self.shows_face_down),
            Some((_, Face::Up)) => false,
            None => true,
        };
        self.reach(position, card, is_pair, may_pass)
    }

    pub(super) fn is_complete(&self, position: &Position) -> bool {
        self.round_ends(position)
            .iter()
            .any(|end| end.is_over() || self.max_rounds == Some(end.played_rounds()))
    }

    /// Returns the positions at which a statement is true, from a position at which those before were.
    pub(super) fn follow(
        &self,
        position: &Position,
        statement: &BatailleStatement,
    ) -> Vec<Position> {
        match statement {
            BatailleStatement::Hand(player, values) => self.hands_shown(position, *player, values),
            BatailleStatement::Card {
                player,
                value,
                face,
                may_be_hand,
            } => {
                let mut ways = self.cards_laid(position, *player, *value, *face);
                if *may_be_hand {
                    ways.extend(self.hands_shown(position, *player, &[*value]));
                }
                ways
            }
            BatailleStatement::RoundCards(player, values) => {
                let mut ways = self.next_round_ends(position);
                ways.extend(position.is_end().then(|| position.clone()));
                ways.retain(|way| way.cards_up(*player) == *values);
                ways
            }
            BatailleStatement::Taken(player, cards) => self.tricks_taken(position, *player, *cards),
            BatailleStatement::Winner(player) => {
                let mut ways = self.tricks_taken(position, *player, None);
                ways.extend(self.game_ends(position, Some(*player)));
                ways
            }
            BatailleStatement::GameWinner(winner) => self.game_ends(position, *winner),
            BatailleStatement::Sizes(sizes) => self.sizes_shown(position, *sizes),
            BatailleStatement::Round(number) => self.rounds_numbered(position, *number),
            BatailleStatement::Tie => {
                let mut ways = self.game_ends(position, None);
                // After the round, “draw” is the result.
                if !position.is_end() && position.tied_value().is_some() {
                    ways.push(position.clone());
                }
                ways
            }
            BatailleStatement::OutOfCards => {
                let mut ends = self.round_ends(position);
                ends.retain(Position::is_stopped);
                ends
            }
            BatailleStatement::RoundCount(count) => {
                let mut ends = self.round_ends(position);
                ends.retain(|end| {
                    let rounds = end.played_rounds();
                    rounds == *count || (end.is_stopped() && rounds == count.saturating_add(1))
                });
                ends
            }
            BatailleStatement::Endless(numbers) => self.endless(position, numbers),
            BatailleStatement::CutOff { rounds, winner } => {
                self.cut_off(position, *rounds, *winner)
            }
            BatailleStatement::Unresolved => self.unresolved(),
            BatailleStatement::Repeats | BatailleStatement::Stop => vec![position.clone()],
        }
    }

    /// Returns the current position between two rounds and, in a text without cards, that after the next round.
    fn shown_states(&self, position: &Position) -> Vec<Position> {
        let mut ways = self.round_ends(position);
        if !self.has_cards {
            ways.extend(self.unseen_round_ends(position));
        }
        ways
    }

    fn hands_shown(&self, position: &Position, player: Player, values: &[u8]) -> Vec<Position> {
        self.shown_states(position)
            .iter()
            .filter_map(|way| way.with_hand(player, values, self.pickup))
            .collect()
    }

    /// Returns the positions at which this card was laid: in the last pair, or in the next one.
    fn cards_laid(
        &self,
        position: &Position,
        player: Player,
        value: u8,
        face: Option<Face>,
    ) -> Vec<Position> {
        let mut ways = Vec::new();
        if !position.stated[player as usize] {
            ways.push(position.clone());
        }
        if position.is_settled() {
            ways.extend(self.next_pairs(position, Some((player, value))));
        }
        ways.retain(|way| {
            let is_side = |(_, side)| face.is_none_or(|face| face == side);
            way.lays(player, value) && way.new_pair().is_some_and(is_side)
        });
        for way in &mut ways {
            way.stated[player as usize] = true;
        }
        ways
    }

    /// Returns the positions at which the game is over and this player leads.
    fn game_ends(&self, position: &Position, leader: Option<Player>) -> Vec<Position> {
        let mut ways = self.shown_states(position);
        ways.retain(|way| way.hands_or_next().state.leader() == leader && self.is_complete(way));
        ways
    }

    fn sizes_shown(&self, position: &Position, sizes: [Option<usize>; 2]) -> Vec<Position> {
        let is_true = |found: [usize; 2]| {
            let mut pairs = sizes.into_iter().zip(found);
            pairs.all(|(size, found)| size.is_none_or(|size| size == found))
        };
        let mut ways = self.shown_states(position);
        ways.retain(|way| is_true(way.hands_or_next().sizes()));
        // The numbers of cards while a trick is on the table.
        let pair_count = position.round.events[..position.done]
            .iter()
            .filter(|event| matches!(event, RoundEvent::PairLaid { .. }))
            .count();
        let on_table = position.round.before.sizes();
        if ways.is_empty() && is_true(on_table.map(|size| size.saturating_sub(pair_count))) {
            ways.push(position.clone());
        }
        ways
    }

    fn tricks_taken(
        &self,
        position: &Position,
        player: Player,
        cards: Option<u16>,
    ) -> Vec<Position> {
        let mut ways = vec![position.clone()];
        if position.is_settled() {
            ways.extend(self.next(position, None));
        }
        if !self.has_cards {
            ways.extend(self.unseen_round_ends(position));
        }
        ways.retain(|way| {
            way.trick().is_some_and(|(winner, taken)| {
                winner == player && cards.is_none_or(|cards| cards == taken)
            })
        });
        ways
    }

    /// Accepts the number of the current round, of that which has ended, or of the next one.
    fn rounds_numbered(&self, position: &Position, number: u64) -> Vec<Position> {
        let number = number.saturating_add(self.round_offset);
        let mut ways = Vec::new();
        if number == position.rounds + 1 || (position.done == 0 && number == position.rounds) {
            ways.push(position.clone());
        }
        for end in self.round_ends(position) {
            if end.is_end() && number == end.rounds + 2 {
                ways.extend(self.next(&end, None));
            }
        }
        ways
    }

    fn is_repeating(&self, position: &Position) -> bool {
        match self.unlimited_outcome() {
            BatailleOutcome::Endless { period, pre_period } => {
                position.played_rounds() >= period.max(pre_period)
            }
            _ => false,
        }
    }

    /// Returns the outcome without a limit of rounds; unresolved with random orders of picking up.
    fn unlimited_outcome(&self) -> BatailleOutcome {
        if self.pickup == PickupOrder::Random {
            return BatailleOutcome::Unresolved;
        }
        let play = || self.start.clone().play_to_end(u64::MAX).outcome;
        *self.unlimited_outcome.get_or_init(play)
    }

    /// The numbers are those of the last round, the first state of the loop and the period, as `show` writes them, or
    /// fewer.
    fn endless(&self, position: &Position, numbers: &[u64]) -> Vec<Position> {
        let BatailleOutcome::Endless { period, pre_period } = self.unlimited_outcome() else {
            return Vec::new();
        };
        let mut ends = self.round_ends(position);
        ends.retain(|end| match numbers {
            [round, first, length] => {
                [*round, *first, *length] == [end.played_rounds(), pre_period, period]
            }
            _ => self.is_repeating(end),
        });
        ends
    }

    /// Returns the position after this number of rounds. The rounds of a game that repeats may be left out.
    fn cut_off(&self, position: &Position, rounds: u64, winner: Option<Player>) -> Vec<Position> {
        let mut ways = Vec::new();
        for end in self.round_ends(position) {
            if end.played_rounds() == rounds {
                ways.push(end);
            } else if self.is_repeating(&end) {
                let mut state = self.start.clone();
                state.play_to_end(rounds);
                ways.push(self.position(rounds, state));
            }
        }
        ways.retain(|way| {
            let state = &way.hands_or_next().state;
            state.leader() == winner && !state.is_over()
        });
        ways
    }

    /// Returns the position at which `show` stops an unresolved game; it leaves out most of the rounds.
    fn unresolved(&self) -> Vec<Position> {
        if self.pickup == PickupOrder::Random {
            self.looked_at.set(usize::MAX);
            return Vec::new();
        }
        let mut state = self.start.clone();
        let ending = state.play_to_end(u64::MAX);
        let is_true = ending.outcome == BatailleOutcome::Unresolved;
        let position = is_true.then(|| self.position(ending.rounds, state));
        position.into_iter().collect()
    }
}
