//! A game of bataille as it goes on: what happens in each round, which card is where, and what is said of it.

use crate::lang::{Lang, Sentence, Text};
use crate::topics::duel::said::over;
use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::{BatailleEvent, Face};
use pioche_engine::games::bataille::{BatailleOutcome, BatailleState, Ending};
use std::collections::VecDeque;

#[derive(Clone, Copy)]
pub enum Beat {
    /// A pair is laid: the values in the order in which they were laid.
    Pair {
        laid: [(Player, u8); 2],
        face: Face,
    },
    Taken {
        player: Player,
        cards: u16,
    },
    /// There is no card for the next pair.
    Stopped,
}

/// What happens in the rounds that the ending tells of, each time with the number of the round, from 1.
pub fn beats(start: &BatailleState, ending: Ending) -> Vec<(u64, Beat)> {
    let (mut game, mut beats) = (start.clone(), Vec::new());
    for round in 1..=ending.rounds {
        let mut first = None;
        game.one_round_seen(|event| match event {
            BatailleEvent::Laid { player, value, face } => match first.take() {
                None => first = Some((player, value)),
                Some(laid) => beats.push((round, Beat::Pair { laid: [laid, (player, value)], face })),
            },
            BatailleEvent::Taken { player, cards } => beats.push((round, Beat::Taken { player, cards })),
            BatailleEvent::Stopped { .. } => beats.push((round, Beat::Stopped)),
        });
    }
    beats
}

/// A card, with the number of cards that came into a hand before it did.
#[derive(Clone, Copy)]
pub struct Held {
    /// The same card has the same number throughout the game.
    pub id: u32,
    pub value: u8,
    /// The later it came into a hand, the higher.
    pub layer: u32,
}

#[derive(Clone, Default)]
pub struct Table {
    /// The hands, top card first.
    pub hands: [VecDeque<Held>; 2],
    /// Pairs on the table; who laid first is the first of a pair.
    pub trick: Vec<([(Player, Held); 2], Face)>,
    received: u32,
}

impl Table {
    pub fn new(start: &BatailleState) -> Self {
        let (mut table, mut id) = (Self::default(), 0);
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
        self.hands[player as usize].push_back(Held { id, value, layer: self.received });
    }

    pub fn held(&self) -> [usize; 2] {
        [self.hands[0].len(), self.hands[1].len()]
    }

    pub fn step(&mut self, beat: Beat) {
        match beat {
            Beat::Pair { laid, face } => {
                let cards = laid.map(|(player, value)| {
                    let top = self.hands[player as usize].pop_front();
                    (player, top.unwrap_or(Held { id: 0, value, layer: 0 }))
                });
                self.trick.push((cards, face));
            }
            Beat::Taken { player, .. } => {
                for (_, card) in std::mem::take(&mut self.trick).into_iter().flat_map(|(cards, _)| cards) {
                    self.receive(player, card.id, card.value);
                }
            }
            Beat::Stopped => {}
        }
    }
}

pub const BATTLE: Text = Text::new("Bataille !", "Battle!");
/// An endless game is in the state that comes back.
pub const LOOP_BEGINS: Text = Text::new("D'ici la partie tourne en rond", "From here on the game repeats");

pub fn takes(player: Player, cards: u16) -> Sentence {
    let player = player.number();
    Sentence::new(format!("Le joueur {player} prend {cards} cartes"), format!("Player {player} takes {cards} cards"))
}

pub fn rounds(lang: Lang, rounds: u64) -> String {
    lang.number_of(rounds, ["pli", "plis"], ["round", "rounds"])
}

pub fn round(round: u64) -> Sentence {
    Sentence::made(|lang| lang.either("Pli ", "Round ") + &lang.integer(round))
}

pub fn held(player: Player, cards: usize) -> Sentence {
    let (player, cards) = (player.number(), cards as u64);
    Sentence::new(
        format!("Joueur {player} : {}", Lang::Fr.counted(cards, "carte", "cartes")),
        format!("Player {player}: {}", Lang::En.counted(cards, "card", "cards")),
    )
}

pub fn news(beat: Beat) -> Option<Sentence> {
    match beat {
        Beat::Pair { face: Face::Down, .. } => {
            Some(Sentence::new("Une carte cachée chacun", "One card each, face down"))
        }
        Beat::Pair { laid: [one, two], .. } if one.1 == two.1 => Some(BATTLE.into()),
        Beat::Taken { player, cards } => Some(takes(player, cards)),
        Beat::Pair { .. } | Beat::Stopped => None,
    }
}

pub fn ended(ending: Ending) -> Sentence {
    match ending.outcome {
        BatailleOutcome::Player1 => over(Some(Player::One)),
        BatailleOutcome::Player2 => over(Some(Player::Two)),
        BatailleOutcome::Draw => over(None),
        BatailleOutcome::Endless { period, pre_period } => loop_closes(period, pre_period),
        BatailleOutcome::Unresolved => Sentence::made(|lang| {
            lang.either("Ni fin ni retour en ", "Neither end nor repeat in ") + &rounds(lang, ending.rounds)
        }),
    }
}

/// The game is back where it was after `pre_period` rounds, `period` rounds ago.
fn loop_closes(period: u64, pre_period: u64) -> Sentence {
    Sentence::made(|lang| {
        let (period, before) = (rounds(lang, period), lang.integer(pre_period));
        match (lang, pre_period) {
            (Lang::Fr, 0) => format!("Retour au début : sans fin, période de {period}"),
            (Lang::Fr, _) => format!("Comme après le pli {before} : sans fin, période de {period}"),
            (Lang::En, 0) => format!("Back at the start: endless, period {period}"),
            (Lang::En, _) => format!("As after round {before}: endless, period {period}"),
        }
    })
}
