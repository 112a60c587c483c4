//! What is said of a game of two players, in films and beside its moves.

use crate::lang::{Lang, Say, Sentence};
use pioche_engine::games::{Game, Outcome, Player};

/// The number by which a player is called.
pub const fn number(player: Player) -> u8 {
    match player {
        Player::One => 1,
        Player::Two => 2,
    }
}

/// Whose turn it is.
pub fn to_play(player: Player) -> Sentence {
    let player = number(player);
    Sentence::new(format!("Au joueur {player} de jouer"), format!("Player {player} to move"))
}

/// The game is over, with a winner or without.
pub fn over(winner: Option<Player>) -> Sentence {
    match winner.map(number) {
        Some(player) => {
            Sentence::new(format!("Fin : le joueur {player} gagne"), format!("The end: player {player} wins"))
        }
        None => Sentence::new("Fin : partie nulle", "The end: a draw"),
    }
}

/// What was done, then how the game ended if it did.
pub fn and_over<G: Game>(done: &Sentence, after: &G) -> Sentence {
    let end = match after.outcome() {
        None | Some(Outcome::Left(_)) => return done.clone(),
        Some(Outcome::Winner(player)) => over(Some(player)),
        Some(Outcome::Draw) => over(None),
    };
    Sentence::made(|lang: Lang| format!("{}. {}", done.say(lang), end.say(lang)))
}
