//! The beats of a game of bataille: what is seen between two pictures.

use pioche_engine::games::Player;
use pioche_engine::games::bataille::state::{Event, Face};
use pioche_engine::games::bataille::{Ending, State};

/// What happens between two states.
#[derive(Clone, Copy)]
pub(super) enum Beat {
    /// A pair is laid: the values in the order in which they were laid.
    Pair { laid: [(Player, u8); 2], face: Face },
    /// The trick is taken.
    Taken { player: Player, cards: u16 },
    /// There is no card for the next pair.
    Stopped,
}

/// Plays the rounds that the ending tells of, beat by beat, with the number of the round, from 1.
pub(super) fn walk(start: &State, ending: Ending, mut each: impl FnMut(u64, Beat)) {
    let mut game = start.clone();
    for round in 1..=ending.rounds {
        let mut first = None;
        game.one_round_seen(|event| match event {
            Event::Laid { player, value, face } => match first.take() {
                None => first = Some((player, value)),
                Some(laid) => each(round, Beat::Pair { laid: [laid, (player, value)], face }),
            },
            Event::Taken { player, cards } => each(round, Beat::Taken { player, cards }),
            Event::Stopped { .. } => each(round, Beat::Stopped),
        });
    }
}
