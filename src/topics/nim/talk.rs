//! The sentences of Nim; the handout's (004) where it has one.

use crate::lang::listed;
use crate::lang::{Lang, Say};

/// What is said over Nim. Players are 1 and 2.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    HowMany { player: u8, takes: Vec<u32> },
    Taken { player: u8, take: u32 },
    Left { matches: u32 },
    NotOffered { take: u32, takes: Vec<u32> },
    TooFew { take: u32, matches: u32 },
    Wins { takes: Vec<u32> },
    Draws { takes: Vec<u32> },
}

/// The most takes that a sentence lists one by one.
const LISTED: usize = 8;

/// The take that stands last, beside the noun.
fn last(takes: &[u32]) -> u64 {
    takes.last().copied().unwrap_or_default().into()
}

/// A number of matches, its digits together: so it is typed.
pub fn matches(lang: Lang, number: u32) -> String {
    let (one, many) = match lang {
        Lang::Fr => ("allumette", "allumettes"),
        Lang::En => ("match", "matches"),
    };
    format!("{number} {}", lang.plural(number.into(), one, many))
}

/// The takes, the middle ones left out when they are many.
fn takes(takes: &[u32], word: &str) -> String {
    match takes {
        [first, second, .., last] if takes.len() > LISTED => format!("{first}, {second}, …, {last}"),
        _ => listed(takes, word),
    }
}

impl Say for NimTalk {
    fn fr(&self) -> String {
        let matches = |number: u32| matches(Lang::Fr, number);
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
                "À tour de rôle, chacun retire {} {}. Qui prend la dernière a gagné.
S'il en reste trop peu pour jouer, il y a égalité.
  3              retirer 3 allumettes",
                takes(offered, "ou"),
                Lang::Fr.plural(last(offered), "allumette", "allumettes")
            ),
            Self::HowMany { player, takes: offered } => {
                format!("Joueur {player}, combien d'allumettes retirez-vous ({}) ? ", takes(offered, "ou"))
            }
            Self::Taken { player, take } => format!("Le joueur {player} retire {}.", matches(*take)),
            Self::Left { matches } => format!("Il reste {matches} allumette(s) sur la table."),
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
        }
    }

    fn en(&self) -> String {
        let matches = |number: u32| matches(Lang::En, number);
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
                "In turn, each player takes {} {}. Whoever takes the last one wins.
When too few are left to take any, the game is a draw.
  3              take 3 matches",
                takes(offered, "or"),
                Lang::En.plural(last(offered), "match", "matches")
            ),
            Self::HowMany { player, takes: offered } => {
                format!("Player {player}, how many matches do you take ({})? ", takes(offered, "or"))
            }
            Self::Taken { player, take } => format!("Player {player} takes {}.", matches(*take)),
            Self::Left { matches: left } => {
                format!("{} {} left on the table.", matches(*left), Lang::En.plural((*left).into(), "is", "are"))
            }
            Self::NotOffered { take, takes: offered } => {
                format!("{} cannot be taken: only {}.", matches(*take), takes(offered, "or"))
            }
            Self::TooFew { take, matches: left } => format!("{} cannot be taken: only {left} left.", matches(*take)),
            Self::Wins { takes: best } => format!("Take {}: you can win.", takes(best, "or")),
            Self::Draws { takes: best } => format!("Take {}: with good play it is a draw.", takes(best, "or")),
        }
    }
}
