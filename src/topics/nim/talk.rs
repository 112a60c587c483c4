//! The sentences of Nim; the handout's (004) where it has one.

use crate::lang::Say;
use crate::lang::dialogue::{Chair, counted, listed};

/// What is said over Nim. Players are 1 and 2.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the two sentences beside each name say what it is")]
pub enum NimTalk {
    AskMode,
    AskPlayers,
    AskFirst,
    AskMatches { default: u32 },
    Matches { matches: u32 },
    NotAMode { text: String },
    NotYesOrNo { text: String },
    BadStart { text: String, most: u32 },
    Rules { takes: Vec<u32> },
    Turn { player: u8, chair: Chair, takes: Vec<u32> },
    Taken { player: u8, take: u32 },
    Left { matches: u32 },
    NotANumber { text: String },
    NotOffered { take: u32, takes: Vec<u32> },
    TooFew { take: u32, matches: u32 },
    Wins { takes: Vec<u32> },
    Draws { takes: Vec<u32> },
    Loses,
    Draw,
    Winner { player: u8 },
}

/// The most takes that a sentence lists one by one.
const LISTED: usize = 8;

/// The takes, the middle ones left out when they are many.
fn takes(takes: &[u32], word: &str) -> String {
    match takes {
        [first, second, .., last] if takes.len() > LISTED => format!("{first}, {second}, …, {last}"),
        _ => listed(takes, word),
    }
}

impl Say for NimTalk {
    fn fr(&self) -> String {
        let matches = |number: u32| counted(number as usize, "allumette", "allumettes");
        match self {
            Self::AskMode => "Voulez-vous jouer à deux joueurs, ou seul contre l'ordinateur ?".into(),
            Self::AskPlayers => "Pour jouer à deux, tapez 2 ; pour jouer seul, tapez 1 : ".into(),
            Self::AskFirst => "Souhaitez-vous commencer ? o/n ? ".into(),
            Self::AskMatches { default } => {
                format!("Veuillez indiquer le nombre d'allumettes présentes au départ ({default} par défaut).\n")
            }
            Self::Matches { matches: 1 } => "Sur le plateau est donc disposée 1 allumette.".into(),
            Self::Matches { matches } => format!("Sur le plateau, sont donc disposées {matches} allumettes."),
            Self::NotAMode { text } => format!("« {text} » n'est ni 1 ni 2."),
            Self::NotYesOrNo { text } => format!("« {text} » n'est ni o (oui) ni n (non)."),
            Self::BadStart { text, most } => format!("« {text} » n'est pas un nombre d'allumettes de 1 à {most}."),
            Self::Rules { takes: offered } => format!(
                "À tour de rôle, chacun retire {} allumettes. Qui prend la dernière a gagné.
S'il en reste trop peu pour jouer, il y a égalité.
  3              retirer 3 allumettes",
                takes(offered, "ou")
            ),
            Self::Turn { player, chair: Chair::Person, takes: offered } => {
                format!("Joueur {player}, combien d'allumettes retirez-vous ({}) ? ", takes(offered, "ou"))
            }
            Self::Turn { player, chair, .. } => format!("Joueur {player} ({})", chair.fr()),
            Self::Taken { player, take } => format!("Le joueur {player} retire {}.", matches(*take)),
            Self::Left { matches } => format!("Il reste {matches} allumette(s) sur la table."),
            Self::NotANumber { text } => format!("« {text} » n'est pas un nombre d'allumettes."),
            Self::NotOffered { take, takes: offered } => {
                format!("On ne peut pas retirer {} : seulement {}.", matches(*take), takes(offered, "ou"))
            }
            Self::TooFew { take, matches: left } => {
                format!("On ne peut pas retirer {} : il n'en reste que {left}.", matches(*take))
            }
            Self::Wins { takes: best } => format!("Retirez {} : vous pouvez gagner.", takes(best, "ou")),
            Self::Draws { takes: best } => {
                format!("Retirez {} : cela mène à l'égalité si chacun joue bien.", takes(best, "ou"))
            }
            Self::Loses => "Tout perd si l'adversaire joue bien.".into(),
            Self::Draw => "Egalité".into(),
            Self::Winner { player } => format!("La partie est remportée par le joueur {player}."),
        }
    }

    fn en(&self) -> String {
        let matches = |number: u32| counted(number as usize, "match", "matches");
        match self {
            Self::AskMode => "Do you want to play in pairs, or alone against the computer?".into(),
            Self::AskPlayers => "To play in pairs, type 2; to play alone, type 1: ".into(),
            Self::AskFirst => "Would you like to begin? y/n? ".into(),
            Self::AskMatches { default } => {
                format!("Please give the number of matches at the start ({default} by default).\n")
            }
            Self::Matches { matches: 1 } => "So there is 1 match on the table.".into(),
            Self::Matches { matches } => format!("So there are {matches} matches on the table."),
            Self::NotAMode { text } => format!("“{text}” is neither 1 nor 2."),
            Self::NotYesOrNo { text } => format!("“{text}” is neither y (yes) nor n (no)."),
            Self::BadStart { text, most } => format!("“{text}” is not a number of matches from 1 to {most}."),
            Self::Rules { takes: offered } => format!(
                "In turn, each player takes {} matches. Whoever takes the last one wins.
When too few are left to take any, the game is a draw.
  3              take 3 matches",
                takes(offered, "or")
            ),
            Self::Turn { player, chair: Chair::Person, takes: offered } => {
                format!("Player {player}, how many matches do you take ({})? ", takes(offered, "or"))
            }
            Self::Turn { player, chair, .. } => format!("Player {player} ({})", chair.en()),
            Self::Taken { player, take } => format!("Player {player} takes {}.", matches(*take)),
            Self::Left { matches: 1 } => "1 match is left on the table.".into(),
            Self::Left { matches } => format!("{matches} matches are left on the table."),
            Self::NotANumber { text } => format!("“{text}” is not a number of matches."),
            Self::NotOffered { take, takes: offered } => {
                format!("{} cannot be taken: only {}.", matches(*take), takes(offered, "or"))
            }
            Self::TooFew { take, matches: left } => format!("{} cannot be taken: only {left} left.", matches(*take)),
            Self::Wins { takes: best } => format!("Take {}: you can win.", takes(best, "or")),
            Self::Draws { takes: best } => format!("Take {}: with good play it is a draw.", takes(best, "or")),
            Self::Loses => "Everything loses if the opponent plays well.".into(),
            Self::Draw => "Draw".into(),
            Self::Winner { player } => format!("Player {player} wins the game."),
        }
    }
}
