//! What is said in every game of two.

use crate::lang::dialogue::Chair;
use crate::lang::listed;
use crate::lang::{Lang, Say, Text};

/// What is said in every game of two. Players are 1 and 2; moves are texts as they are typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DuelTalk {
    Turn { player: u8, chair: Chair },
    NotTyped { text: String, expected: Text },
    Played { player: u8, mv: String },
    Best { moves: Vec<String> },
    AllLose,
    Winner { player: u8 },
    Draw,
    Endless { first: usize, again: usize },
}

impl Say for DuelTalk {
    fn fr(&self) -> String {
        match self {
            Self::Turn { player, chair: Chair::Person } => format!("Joueur {player}"),
            Self::Turn { player, chair } => format!("Joueur {player} ({})", chair.fr()),
            Self::NotTyped { text, expected } => format!("« {text} » n'est pas {}.", expected.fr),
            Self::Played { player, mv } => format!("Le joueur {player} joue {mv}."),
            Self::Best { moves } => format!("Meilleur choix : {}.", listed(moves, "ou")),
            Self::AllLose => "Tout perd si l'adversaire joue bien.".into(),
            Self::Winner { player } => format!("La partie est remportée par le joueur {player}."),
            Self::Draw => "Egalité".into(),
            Self::Endless { first, again } => {
                let after = |moves: usize| Lang::Fr.counted(moves as u64, "coup", "coups");
                let (first, again) = (after(*first), after(*again));
                format!("Partie sans fin : la position après {again} est celle d'après {first}.\nPersonne ne gagne.")
            }
        }
    }

    fn en(&self) -> String {
        match self {
            Self::Turn { player, chair: Chair::Person } => format!("Player {player}"),
            Self::Turn { player, chair } => format!("Player {player} ({})", chair.en()),
            Self::NotTyped { text, expected } => format!("“{text}” is not {}.", expected.en),
            Self::Played { player, mv } => format!("Player {player} plays {mv}."),
            Self::Best { moves } => format!("Best choice: {}.", listed(moves, "or")),
            Self::AllLose => "Everything loses if the opponent plays well.".into(),
            Self::Winner { player } => format!("Player {player} wins the game."),
            Self::Draw => "Draw".into(),
            Self::Endless { first, again } => {
                let after = |moves: usize| Lang::En.counted(moves as u64, "move", "moves");
                let (first, again) = (after(*first), after(*again));
                format!("Endless game: the position after {again} is that after {first}.\nNobody wins.")
            }
        }
    }
}
