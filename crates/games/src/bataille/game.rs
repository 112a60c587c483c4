//! A game of bataille as `show` and its film show it, and the sentences about it.

use crate::duel::game_over_text;
use pioche_engine::games::bataille::cycle::BatailleCycle;
use pioche_engine::games::bataille::pickup::DealPickup;
use pioche_engine::games::bataille::state::{Face, RoundEvent};
use pioche_engine::games::bataille::table::CardTable;
use pioche_engine::games::bataille::{BatailleEnding, BatailleOutcome, BatailleState};
use pioche_engine::games::{Course, Player};
use pioche_report::lang::{Text, integer, quantity, tr};

/// A game that is played to its end, with the rounds that are shown of it.
pub struct ShownGame {
    /// The rounds that are shown: all or, if a state is repeated, those up to its repetition.
    pub course: Course<CardTable>,
    /// The outcome and the number of rounds of the whole game.
    pub ending: BatailleEnding,
    /// The last state of the game, which may follow those that are shown.
    pub(crate) last_state: BatailleState,
    /// The cycle that ends the shown rounds, if a state is repeated.
    pub cycle: Option<BatailleCycle>,
}

/// The number of rounds that are shown of an unresolved game.
pub const UNRESOLVED_ROUNDS: u64 = 1000;

impl ShownGame {
    /// Plays a game from a start, at most `max_rounds` rounds; without a limit, an endless game is recognized. `draws`
    /// shuffle the cards of a trick where the rule asks for it.
    pub fn new(start: BatailleState, draws: DealPickup, max_rounds: Option<u64>) -> Self {
        let mut last_state = start.clone();
        let ending =
            last_state.play_to_end_with(&mut draws.clone(), max_rounds.unwrap_or(u64::MAX));
        let mut shown_ending = ending;
        let mut shown_state = last_state.clone();
        match ending.outcome {
            BatailleOutcome::CutOff { .. } => {
                shown_state.clone_from(&start);
                let unlimited = shown_state.play_to_end_with(&mut draws.clone(), u64::MAX);
                if unlimited.rounds <= ending.rounds {
                    shown_ending = unlimited;
                }
            }
            BatailleOutcome::Unresolved => shown_ending.rounds = UNRESOLVED_ROUNDS,
            _ => {}
        }
        let mut course = Course::new(CardTable::new(start, draws));
        let is_shown =
            |table: &CardTable| table.rounds() == shown_ending.rounds && table.trick().is_empty();
        while !is_shown(course.last()) && course.push_forced() {}
        Self {
            course,
            ending,
            last_state,
            cycle: match shown_ending.outcome {
                BatailleOutcome::Endless { period, pre_period } => {
                    Some(BatailleCycle::new(shown_state, period, pre_period))
                }
                _ => None,
            },
        }
    }
}

pub const NO_WINNER: Text = Text("no winner: a player has no card left to lay");
pub const BATTLE: Text = Text("Battle!");
/// The message of the first occurrence of the state that an endless game repeats.
pub const LOOP_BEGINS: Text = Text("From here on, the game repeats");

pub fn trick_taken_text(player: Player, cards: u16) -> String {
    let number = player.number();
    tr!("Player {number} takes {cards} cards", number, cards)
}

pub fn rounds_text(rounds: u64) -> String {
    quantity(rounds, Text("round|rounds"))
}

/// Returns the heading of a round, numbered from 1.
pub fn round_text(round: u64) -> String {
    tr!("Round ") + &integer(round)
}

/// Describes what happens in a round; `None` if the cards show it.
pub fn event_text(event: RoundEvent) -> Option<String> {
    match event {
        RoundEvent::PairLaid {
            face: Face::Down,
            laid: [Some((player, _)), None] | [None, Some((player, _))],
        } => {
            let number = player.number();
            Some(tr!("Player {number}: one card, face down", number))
        }
        RoundEvent::PairLaid {
            face: Face::Down, ..
        } => Some(tr!("One card each, face down")),
        RoundEvent::PairLaid {
            laid: [Some((_, one)), Some((_, two))],
            ..
        } if one == two => Some(BATTLE.into()),
        RoundEvent::TrickTaken { player, cards } => Some(trick_taken_text(player, cards)),
        RoundEvent::PairLaid { .. } | RoundEvent::OutOfCards => None,
    }
}

/// States the outcome of a game, and for an endless one its cycle.
pub fn ending_text(ending: BatailleEnding) -> String {
    match ending.outcome {
        BatailleOutcome::Player1 => game_over_text(Some(Player::One)),
        BatailleOutcome::Player2 => game_over_text(Some(Player::Two)),
        BatailleOutcome::Draw => game_over_text(None),
        BatailleOutcome::Endless { period, pre_period } => repetition_text(period, pre_period),
        BatailleOutcome::CutOff { leader } => cut_off_text(leader, ending.rounds),
        BatailleOutcome::Unresolved => unresolved_text(ending.rounds),
    }
}

/// States that a game without a limit was stopped.
pub fn unresolved_text(rounds: u64) -> String {
    let rounds = rounds_text(rounds);
    tr!(
        "Neither an end nor a repetition in {rounds}: unresolved.",
        rounds
    )
}

/// States the winner of a game that is cut off after this number of rounds.
fn cut_off_text(leader: Option<Player>, rounds: u64) -> String {
    let rounds = rounds_text(rounds);
    match leader.map(Player::number) {
        Some(player) => tr!(
            "Cut off after {rounds}: player {player} wins",
            rounds,
            player
        ),
        None => tr!("Cut off after {rounds}: draw", rounds),
    }
}

/// Describes the repetition: the state is that after `pre_period` rounds, `period` rounds ago.
fn repetition_text(period: u64, pre_period: u64) -> String {
    let period = rounds_text(period);
    if pre_period == 0 {
        return tr!("Back at the start: endless, period {period}", period);
    }
    let round = integer(pre_period);
    tr!(
        "Same as after round {round}: endless, period {period}",
        round,
        period
    )
}
