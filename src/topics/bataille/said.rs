//! What is said of a round of bataille, in films and beside its line.

use crate::lang::{Sentence, Text};
use crate::topics::duel::said::number;
use pioche_engine::games::Player;

/// Two cards of one value were laid.
pub const BATTLE: Text = Text::new("Bataille !", "Battle!");

/// A player takes the trick.
pub fn takes(player: Player, cards: u16) -> Sentence {
    let player = number(player);
    Sentence::new(format!("Le joueur {player} prend {cards} cartes"), format!("Player {player} takes {cards} cards"))
}
