//! A game of bataille in progress: the events of each round, the place of each card, and their descriptions.

use crate::lang::{Lang, Sentence, Text, either, sentence};
use crate::topics::duel::game::game_over_text;
use crate::topics::setting::CARD;
use pioche_engine::experiments::bataille::{Bataille, DealPickup};
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::{BatailleEvent, Face};
use pioche_engine::games::bataille::{BatailleEnding, BatailleOutcome, BatailleState};
use pioche_engine::sim::Seed;
use std::collections::VecDeque;

/// A game with the draws of its tricks.
#[derive(Clone)]
pub struct DealtGame {
    pub state: BatailleState,
    draws: DealPickup,
}

impl DealtGame {
    pub fn new(state: BatailleState, draws: DealPickup) -> Self {
        Self { state, draws }
    }

    pub fn play_to_end(&mut self, max_rounds: u64) -> BatailleEnding {
        self.state.play_to_end_with(&mut self.draws, max_rounds)
    }

    pub fn play_rounds(&mut self, max_rounds: u64) {
        self.state.play_rounds_with(&mut self.draws, max_rounds);
    }

    fn play_round(&mut self, on_event: impl FnMut(BatailleEvent)) {
        self.state.try_play_round_with(&mut self.draws, on_event);
    }
}

/// Hands without a deal have the draws of the first one.
impl From<BatailleState> for DealtGame {
    fn from(state: BatailleState) -> Self {
        Self::new(state, Bataille::default().pickup_draws(Seed(1), 0))
    }
}

#[derive(Clone, Copy)]
pub enum RoundEvent {
    /// A pair is laid, or a card of one player; the values are in the order in which they were laid.
    PairLaid {
        laid: [Option<(Player, u8)>; 2],
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
pub fn round_events(start: &DealtGame, ending: BatailleEnding) -> Vec<(u64, RoundEvent)> {
    let mut game = start.clone();
    (1..=ending.rounds)
        .flat_map(|round| {
            let events = next_round_events(&mut game).into_iter();
            events.map(move |event| (round, event))
        })
        .collect()
}

/// Plays one round and returns its events; none if the game is over.
pub fn next_round_events(game: &mut DealtGame) -> Vec<RoundEvent> {
    let mut events = Vec::new();
    if game.state.is_over() {
        return events;
    }
    let mut pairs = PairedCards::default();
    game.play_round(|event| {
        events.extend(pairs.add(event));
        match event {
            BatailleEvent::Laid { .. } => {}
            BatailleEvent::Taken { player, cards } => {
                events.push(RoundEvent::TrickTaken { player, cards });
            }
            BatailleEvent::OutOfCards { .. } => events.push(RoundEvent::OutOfCards),
        }
    });
    events
}

/// The last card laid, if its pair is not complete.
#[derive(Default)]
struct PairedCards {
    first_card: Option<(Player, u8, Face)>,
}

impl PairedCards {
    /// Adds an event. Returns the pair that it completes or, if the last card stays alone, this card.
    fn add(&mut self, event: BatailleEvent) -> Option<RoundEvent> {
        let last_card = self.first_card.take();
        let BatailleEvent::Laid {
            player,
            value,
            face,
        } = event
        else {
            return last_card.map(|(player, value, face)| RoundEvent::PairLaid {
                laid: [Some((player, value)), None],
                face,
            });
        };
        let (last_player, last_value, last_face) = match last_card {
            Some(last_card) => last_card,
            None => {
                self.first_card = Some((player, value, face));
                return None;
            }
        };
        let is_pair = last_player != player && last_face == face;
        if !is_pair {
            self.first_card = Some((player, value, face));
        }
        Some(RoundEvent::PairLaid {
            laid: [
                Some((last_player, last_value)),
                is_pair.then_some((player, value)),
            ],
            face: last_face,
        })
    }
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

pub struct BatailleTable {
    /// The hands, top card first.
    pub hands: [VecDeque<TableCard>; 2],
    /// The pairs on the table, of which one may be a single card; the first card of a pair was laid first.
    pub trick: Vec<(TablePair, Face)>,
    received: u32,
    /// The game after the last trick that was taken.
    game: DealtGame,
}

pub type TablePair = [Option<(Player, TableCard)>; 2];

impl BatailleTable {
    pub fn new(start: &DealtGame) -> Self {
        let mut table = Self {
            hands: Default::default(),
            trick: Vec::new(),
            received: 0,
            game: start.clone(),
        };
        let mut id = 0;
        for player in [Player::One, Player::Two] {
            for value in start.state.hand(player) {
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
                let cards = laid.map(|card| {
                    let (player, value) = card?;
                    Some((player, self.take_top_card(player, value)))
                });
                self.trick.push((cards, face));
            }
            RoundEvent::TrickTaken { player, cards } => self.take_trick(player, cards),
            RoundEvent::OutOfCards => {}
        }
    }

    /// Moves the trick under the winner's hand, in the order in which the game has it.
    fn take_trick(&mut self, player: Player, cards: u16) {
        self.game.play_rounds(1);
        let other_cards = self.game.state.hand_size(player) - usize::from(cards);
        let mut trick: Vec<TableCard> = std::mem::take(&mut self.trick)
            .into_iter()
            .flat_map(|(pair, _)| pair)
            .flatten()
            .map(|(_, card)| card)
            .collect();
        let values: Vec<u8> = self.game.state.hand(player).skip(other_cards).collect();
        for value in values {
            // Cards of the same value may be exchanged.
            if let Some(place) = trick.iter().position(|card| card.value == value) {
                let card = trick.remove(place);
                self.receive(player, card.id, card.value);
            }
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
            face: Face::Down,
            laid: [Some((player, _)), None],
        } => {
            let number = player.number();
            Some(sentence!(
                "Joueur {number} : une carte cachée",
                "Player {number}: one card, face down"
            ))
        }
        RoundEvent::PairLaid {
            face: Face::Down, ..
        } => Some(sentence!(
            "Une carte cachée chacun",
            "One card each, face down"
        )),
        RoundEvent::PairLaid {
            laid: [Some((_, one)), Some((_, two))],
            ..
        } if one == two => Some(BATTLE.into()),
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
        BatailleOutcome::Unresolved => {
            Sentence::from_fn(|lang| unresolved_text(ending.rounds, lang))
        }
    }
}

/// States that a game without a limit was stopped.
pub fn unresolved_text(rounds: u64, lang: Lang) -> String {
    let rounds = rounds_text(lang, rounds);
    either!(
        lang,
        "Ni fin ni répétition en {rounds} : issue inconnue.",
        "Neither an end nor a repetition in {rounds}: unresolved."
    )
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
    use pioche_engine::games::bataille::{
        BatailleRules, Hands, LayingOrder, OutOfCards, PickupOrder,
    };

    /// The table of a film holds the cards of the game, whatever the order of picking up.
    #[test]
    fn table_holds_the_hands_of_the_game() {
        let hands =
            Hands::new(vec![5, 1, 4, 2, 3, 6, 1], vec![5, 3, 2, 6, 4, 1, 2]).expect("few cards");
        for pickup in PickupOrder::ALL {
            for out_of_cards in OutOfCards::ALL {
                let rules = BatailleRules {
                    pickup,
                    out_of_cards,
                    face_down: 3,
                    ..BatailleRules::default()
                };
                let state = BatailleState::with_hands(&hands, LayingOrder::Fixed).with_rules(rules);
                let start = DealtGame::from(state);
                let mut game = start.clone();
                let ending = game.play_to_end(5);
                let mut table = BatailleTable::new(&start);
                for (_, event) in round_events(&start, ending) {
                    table.apply_event(event);
                }
                for player in [Player::One, Player::Two] {
                    let cards = table.hands[player as usize].iter().map(|card| card.value);
                    assert!(
                        cards.eq(game.state.hand(player)),
                        "{pickup}, {out_of_cards}, {player:?}"
                    );
                }
            }
        }
    }
}
