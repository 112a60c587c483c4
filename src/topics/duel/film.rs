//! What the films of all games of two players share: whose stones are whose, whose turn it is, and how it ended.

use crate::draw::film::Side;
use crate::games::Player;
use crate::lang::Sentence;

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        match player {
            Player::One => Self::First,
            Player::Two => Self::Second,
        }
    }
}

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
