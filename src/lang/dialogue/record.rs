//! Why a game that was kept as text cannot go on, and who may sit at a table.

use crate::lang::Say;

/// Who plays on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chair {
    /// A person.
    Person,
    /// A computer player, by its name on the command line.
    Machine(String),
}

impl Say for Chair {
    fn fr(&self) -> String {
        match self {
            Self::Person => "une personne".into(),
            Self::Machine(name) => match name.as_str() {
                "random" => "au hasard".into(),
                "greedy" => "glouton".into(),
                "perfect" => "parfait".into(),
                other => other.into(),
            },
        }
    }

    fn en(&self) -> String {
        match self {
            Self::Person => "a person".into(),
            Self::Machine(name) => name.clone(),
        }
    }
}

/// What does not fit: in a kept game, or between a game and those who are to play it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the two sentences beside each name say what it is")]
pub enum Misfit {
    NotARecord,
    OtherGame { found: String, expected: String },
    MissingSetting { key: String },
    BadSetting { line: usize, key: String, text: String },
    NotAMove { line: usize, text: String },
    RefusedMove { line: usize, text: String },
    MoveAfterEnd { line: usize },
    TooLargeForPerfect { cells: u32, fits: u32 },
    OnlyPeople,
}

impl Say for Misfit {
    fn fr(&self) -> String {
        match self {
            Self::NotARecord => "ce n'est pas une partie gardée par pioche (« pioche game 1 … »)".into(),
            Self::OtherGame { found, expected } => {
                format!("c'est une partie de « {found} », celle-ci est de « {expected} »")
            }
            Self::MissingSetting { key } => format!("il manque une ligne « {key} … »"),
            Self::BadSetting { line, key, text } => format!("ligne {line} : « {text} » ne va pas pour « {key} »"),
            Self::NotAMove { line, text } => format!("ligne {line} : « {text} » n'est pas un coup"),
            Self::RefusedMove { line, text } => format!("ligne {line} : le coup « {text} » n'est pas permis ici"),
            Self::MoveAfterEnd { line } => format!("ligne {line} : un coup suit la fin de la partie"),
            Self::TooLargeForPerfect { cells, fits } => {
                format!("pas de joueur parfait sur {cells} cases : {fits} au plus peuvent être résolues")
            }
            Self::OnlyPeople => "une personne seule joue à ce jeu".into(),
        }
    }

    fn en(&self) -> String {
        match self {
            Self::NotARecord => "this is not a game kept by pioche (“pioche game 1 …”)".into(),
            Self::OtherGame { found, expected } => format!("this is a game of “{found}”, not of “{expected}”"),
            Self::MissingSetting { key } => format!("a line “{key} …” is missing"),
            Self::BadSetting { line, key, text } => format!("line {line}: “{text}” does not do for “{key}”"),
            Self::NotAMove { line, text } => format!("line {line}: “{text}” is no move"),
            Self::RefusedMove { line, text } => format!("line {line}: the move “{text}” is not allowed here"),
            Self::MoveAfterEnd { line } => format!("line {line}: a move follows the end of the game"),
            Self::TooLargeForPerfect { cells, fits } => {
                format!("no perfect player on {cells} cells: {fits} at most can be solved")
            }
            Self::OnlyPeople => "this game is played by one person".into(),
        }
    }
}
