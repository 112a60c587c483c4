//! What is said of a move of Nim.

use crate::lang::{Lang, Sentence};
use crate::topics::duel::said::{and_over, number};
use pioche_engine::games::nim::{Nim, Take};
use pioche_engine::games::{Game, Player};

/// A move, and what came of it.
pub fn explained(before: &Nim, take: Take, after: &Nim) -> Sentence {
    and_over(&takes(before.to_play(), take.0), after)
}

/// A player takes matches.
pub fn takes(player: Player, matches: u32) -> Sentence {
    let (player, matches) = (number(player), matches.into());
    Sentence::new(
        format!("Le joueur {player} prend {}", Lang::Fr.counted(matches, "allumette", "allumettes")),
        format!("Player {player} takes {}", Lang::En.counted(matches, "match", "matches")),
    )
}
