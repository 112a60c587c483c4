//! Words that the tables of every game of two players have.

use crate::lang::{Lang, Text, glossary};

/// The words: of the tables, and of exact values.
pub const OWN: glossary::Words = &[
    ("deals", Text::new("parties", "games")),
    ("lowest", Text::new("La plus courte partie", "The shortest game")),
    ("median", Text::new("Une partie médiane", "A median game")),
    ("highest", Text::new("La plus longue partie", "The longest game")),
    ("ranked", Text::new("coups", "moves")),
    ("upset", Text::new("Une surprise", "An upset")),
    ("winner", Text::new("joueur qui gagne", "winner: player")),
    ("plies", Text::new("coups", "plies")),
    ("repetition", Text::new("une position est revenue", "a position came back")),
    ("win", Text::new("gagné", "win")),
    ("lose", Text::new("perdu", "lose")),
];

/// Two players, as people call them: `random,random` is two random players.
pub fn pairing(lang: Lang, players: &str) -> String {
    let name = |player: &str| match (player.split(':').next().unwrap_or(player), lang) {
        ("random", Lang::Fr) => "au hasard".to_owned(),
        ("random", Lang::En) => "at random".to_owned(),
        ("perfect", Lang::Fr) => "au mieux".to_owned(),
        ("perfect", Lang::En) => "perfectly".to_owned(),
        _ => player.to_owned(),
    };
    match (players.split_once(','), lang) {
        (Some((one, other)), Lang::Fr) if one == other => format!("les deux joueurs jouent {}", name(one)),
        (Some((one, other)), Lang::En) if one == other => format!("both play {}", name(one)),
        (Some((one, other)), Lang::Fr) => format!("le joueur 1 joue {}, le joueur 2 {}", name(one), name(other)),
        (Some((one, other)), Lang::En) => format!("player 1 plays {}, player 2 {}", name(one), name(other)),
        (None, _) => players.to_owned(),
    }
}
