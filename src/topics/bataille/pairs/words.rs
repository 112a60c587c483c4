//! What paired deals are called, and what their tables say.

use crate::lang::Text;
use crate::topics::bataille::args::{SHUFFLE, VALUES};
use crate::topics::words::Words;

pub const WORDS: Words = Words {
    french: Some("bataille-paires"),
    title: Text::new("La bataille, donnes appariées", "Bataille, paired deals"),
    own: &[
        ("uniform", Text::new("uniforme", "uniform")),
        ("comparison", Text::new("comparaison", "comparison")),
        ("difference", Text::new("différence", "difference")),
        ("advantage_fixed", Text::new("avantage du joueur 1, ordre fixe", "advantage of player 1, fixed order")),
        (
            "advantage_alternating",
            Text::new("avantage du joueur 1, ordre alterné", "advantage of player 1, alternating order"),
        ),
        ("alternating-fixed", Text::new("ordre alterné moins ordre fixe", "alternating order minus fixed order")),
        ("player1-player2", Text::new("joueur 1 moins joueur 2", "player 1 minus player 2")),
    ],
    settings: &[VALUES, SHUFFLE],
};
