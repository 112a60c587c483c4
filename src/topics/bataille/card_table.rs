//! A game of bataille in progress: the events of each round, the place of each card, and their descriptions.

use crate::lang::{Lang, Sentence, Text, either, sentence};
use crate::topics::duel::game::game_over_text;
use crate::topics::setting::CARD;
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::{BatailleEvent, Face};
use pioche_engine::games::bataille::{BatailleEnding, BatailleOutcome, BatailleState, PickupOrder};
use std::collections::VecDeque;

#[derive(Clone, Copy)]
pub enum RoundEvent {
    /// A pair is laid; the values are in the order in which they were laid.
    PairLaid {
        laid: [(Player, u8); 2],
        face: Face,
    },
    TrickTaken {
        player: Player,
        cards: u16,
    },
    /// A player has no card for the next pair.
    OutOfCards,
}

/// Returns the events of the rounds of an ending, each with the number of its round, from 1.
pub fn round_events(start: &BatailleState, ending: BatailleEnding) -> Vec<(u64, RoundEvent)> {
    let mut game = start.clone();
    (1..=ending.rounds)
        .flat_map(|round| {
            let events = next_round_events(&mut game).into_iter();
            events.map(move |event| (round, event))
        })
        .collect()
}

/// Plays one round and returns its events; none if the game is over.
pub fn next_round_events(game: &mut BatailleState) -> Vec<RoundEvent> {
    let mut events = Vec::new();
    if game.is_over() {
        return events;
    }
    let mut first_card = None;
    game.try_play_round_with_events(|event| match event {
        BatailleEvent::Laid {
            player,
            value,
            face,
        } => match first_card.take() {
            None => first_card = Some((player, value)),
            Some(card) => {
                let laid = [card, (player, value)];
                events.push(RoundEvent::PairLaid { laid, face });
            }
        },
        BatailleEvent::Taken { player, cards } => {
            events.push(RoundEvent::TrickTaken { player, cards });
        }
        BatailleEvent::OutOfCards { .. } => events.push(RoundEvent::OutOfCards),
    });
    events
}

/// A card in a hand or on the table.
#[derive(Clone, Copy)]
pub struct TableCard {
    /// The identity of the card, the same throughout the game.
    pub id: u32,
    pub value: u8,
    /// The order in which cards came into a hand; later ones are higher.
    pub layer: u32,
}

#[derive(Clone, Default)]
pub struct BatailleTable {
    /// The hands, top card first.
    pub hands: [VecDeque<TableCard>; 2],
    /// The pairs on the table; the first card of a pair was laid first.
    pub trick: Vec<([(Player, TableCard); 2], Face)>,
    received: u32,
    pickup: PickupOrder,
}

impl BatailleTable {
    pub fn new(start: &BatailleState) -> Self {
        let mut table = Self {
            pickup: start.pickup(),
            ..Self::default()
        };
        let mut id = 0;
        for player in [Player::One, Player::Two] {
            for value in start.hand(player) {
                id += 1;
                table.receive(player, id, value);
            }
        }
        table
    }

    fn receive(&mut self, player: Player, id: u32, value: u8) {
        self.received += 1;
        self.hands[player as usize].push_back(TableCard {
            id,
            value,
            layer: self.received,
        });
    }

    /// Removes the top card of a hand; its value is `value`.
    fn take_top_card(&mut self, player: Player, value: u8) -> TableCard {
        let top_card = self.hands[player as usize].pop_front();
        top_card.unwrap_or(TableCard {
            id: 0,
            value,
            layer: 0,
        })
    }

    pub fn hand_sizes(&self) -> [usize; 2] {
        [self.hands[0].len(), self.hands[1].len()]
    }

    pub fn apply_event(&mut self, event: RoundEvent) {
        match event {
            RoundEvent::PairLaid { laid, face } => {
                let cards = laid.map(|(player, value)| (player, self.take_top_card(player, value)));
                self.trick.push((cards, face));
            }
            RoundEvent::TrickTaken { player, .. } => {
                let trick = std::mem::take(&mut self.trick);
                let mut cards: Vec<(Player, TableCard)> =
                    trick.into_iter().flat_map(|(pair, _)| pair).collect();
                cards.sort_by_key(|(owner, _)| self.pickup.puts_second(*owner, player));
                for (_, card) in cards {
                    self.receive(player, card.id, card.value);
                }
            }
            RoundEvent::OutOfCards => {}
        }
    }
}

pub const NO_WINNER: Text = Text::new(
    "sans gagnant : un joueur n'a plus de carte à poser",
    "no winner: a player has no card left to lay",
);
pub const BATTLE: Text = Text::new("Bataille !", "Battle!");
/// The message of the first occurrence of the state that an endless game repeats.
pub const LOOP_BEGINS: Text = Text::new(
    "À partir d'ici, la partie se répète",
    "From here on, the game repeats",
);

pub fn trick_taken_text(player: Player, cards: u16) -> Sentence {
    let number = player.number();
    sentence!(
        "Le joueur {number} prend {cards} cartes",
        "Player {number} takes {cards} cards"
    )
}

pub fn rounds_text(lang: Lang, rounds: u64) -> String {
    lang.translated_count(rounds, ["pli", "plis"], ["round", "rounds"])
}

pub fn round_text(round: u64) -> Sentence {
    Sentence::from_fn(|lang| either!(lang, "Pli ", "Round ") + &lang.integer(round))
}

pub fn hand_size_text(player: Player, cards: usize) -> Sentence {
    Sentence::from_fn(|lang| {
        let number = player.number();
        let cards = lang.count(cards as u64, CARD);
        either!(
            lang,
            "Joueur {number} : {cards}",
            "Player {number}: {cards}"
        )
    })
}

pub fn event_text(event: RoundEvent) -> Option<Sentence> {
    match event {
        RoundEvent::PairLaid {
            face: Face::Down, ..
        } => Some(sentence!(
            "Une carte cachée chacun",
            "One card each, face down"
        )),
        RoundEvent::PairLaid {
            laid: [one, two], ..
        } if one.1 == two.1 => Some(BATTLE.into()),
        RoundEvent::TrickTaken { player, cards } => Some(trick_taken_text(player, cards)),
        RoundEvent::PairLaid { .. } | RoundEvent::OutOfCards => None,
    }
}

pub fn ending_text(ending: BatailleEnding) -> Sentence {
    match ending.outcome {
        BatailleOutcome::Player1 => game_over_text(Some(Player::One)),
        BatailleOutcome::Player2 => game_over_text(Some(Player::Two)),
        BatailleOutcome::Draw => game_over_text(None),
        BatailleOutcome::Endless { period, pre_period } => repetition_text(period, pre_period),
        BatailleOutcome::CutOff { leader } => cut_off_text(leader, ending.rounds),
    }
}

/// States the winner of a game that is cut off after this number of rounds.
fn cut_off_text(leader: Option<Player>, rounds: u64) -> Sentence {
    Sentence::from_fn(move |lang| {
        let rounds = rounds_text(lang, rounds);
        match leader.map(Player::number) {
            Some(player) => either!(
                lang,
                "Arrêt après {rounds} : le joueur {player} gagne",
                "Cut off after {rounds}: player {player} wins"
            ),
            None => either!(
                lang,
                "Arrêt après {rounds} : partie nulle",
                "Cut off after {rounds}: draw"
            ),
        }
    })
}

/// Describes the repetition: the state is that after `pre_period` rounds, `period` rounds ago.
fn repetition_text(period: u64, pre_period: u64) -> Sentence {
    Sentence::from_fn(|lang| {
        let period = rounds_text(lang, period);
        if pre_period == 0 {
            return either!(
                lang,
                "Retour au début : partie infinie, période de {period}",
                "Back at the start: endless, period {period}"
            );
        }
        let round = lang.integer(pre_period);
        either!(
            lang,
            "Comme après le pli {round} : partie infinie, période de {period}",
            "Same as after round {round}: endless, period {period}"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pioche_engine::games::bataille::{Hands, LayingOrder};

    /// The table of a film holds the cards of the game, whatever the order of picking up.
    #[test]
    fn table_holds_the_hands_of_the_game() {
        let hands =
            Hands::new(vec![5, 1, 4, 2, 3, 6, 1], vec![5, 3, 2, 6, 4, 1, 2]).expect("few cards");
        for pickup in PickupOrder::ALL {
            let start = BatailleState::with_hands(&hands, LayingOrder::Fixed).with_pickup(pickup);
            let mut game = start.clone();
            game.play_rounds(5);
            let ending = start.clone().play_to_end(5);
            let mut table = BatailleTable::new(&start);
            for (_, event) in round_events(&start, ending) {
                table.apply_event(event);
            }
            for player in [Player::One, Player::Two] {
                let cards = table.hands[player as usize].iter().map(|card| card.value);
                assert!(cards.eq(game.hand(player)), "{pickup}, {player:?}");
            }
        }
    }
}
