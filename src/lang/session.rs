//! Why a session cannot begin, or a kept one go on.

use super::{Say, Sentence};
use std::fmt;

/// What does not fit: in a kept game, or between a game and those who are to play it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// The text is no kept game.
    NotARecord,
    /// The text was cut.
    Cut,
    /// It is a game of another kind.
    OtherGame {
        /// The one it is.
        found: String,
        /// The one that was wanted.
        expected: String,
    },
    /// A setting is not told.
    MissingSetting {
        /// Which.
        key: String,
    },
    /// A setting is told, and not understood.
    BadSetting {
        /// In this line.
        line: usize,
        /// Which.
        key: String,
        /// How.
        text: String,
    },
    /// A move is not understood.
    NotAMove {
        /// In this line.
        line: usize,
        /// Its text.
        text: String,
    },
    /// The rules refuse a move.
    RefusedMove {
        /// In this line.
        line: usize,
        /// Its text.
        text: String,
    },
    /// The game is over before a move.
    MoveAfterEnd {
        /// In this line.
        line: usize,
    },
    /// The game is too large for a perfect player: why, in the game's words.
    NoPerfectPlayer(Sentence),
    /// No computer plays this game, or a person was asked to be one.
    OnlyPeople,
}

impl Say for SessionError {
    fn fr(&self) -> String {
        match self {
            Self::NotARecord => "ce n'est pas une partie gardée par pioche (« pioche game 1 … »)".into(),
            Self::Cut => "cette partie gardée est coupée : il manque la fin du fichier".into(),
            Self::OtherGame { found, expected } => {
                format!("c'est une partie de « {found} », et non de « {expected} »")
            }
            Self::MissingSetting { key } => format!("il manque une ligne « {key} … »"),
            Self::BadSetting { line, key, text } => format!("ligne {line} : « {text} » ne convient pas pour « {key} »"),
            Self::NotAMove { line, text } => format!("ligne {line} : « {text} » n'est pas un coup"),
            Self::RefusedMove { line, text } => format!("ligne {line} : le coup « {text} » n'est pas permis ici"),
            Self::MoveAfterEnd { line } => format!("ligne {line} : un coup suit la fin de la partie"),
            Self::NoPerfectPlayer(why) => why.fr(),
            Self::OnlyPeople => "ce jeu se joue seul : aucun ordinateur n'y joue".into(),
        }
    }

    fn en(&self) -> String {
        match self {
            Self::NotARecord => "this is not a game kept by pioche (“pioche game 1 …”)".into(),
            Self::Cut => "this kept game is cut: the end of the file is missing".into(),
            Self::OtherGame { found, expected } => format!("this is a game of “{found}”, not of “{expected}”"),
            Self::MissingSetting { key } => format!("a line “{key} …” is missing"),
            Self::BadSetting { line, key, text } => format!("line {line}: “{text}” does not fit “{key}”"),
            Self::NotAMove { line, text } => format!("line {line}: “{text}” is not a move"),
            Self::RefusedMove { line, text } => format!("line {line}: the move “{text}” is not allowed here"),
            Self::MoveAfterEnd { line } => format!("line {line}: a move follows the end of the game"),
            Self::NoPerfectPlayer(why) => why.en(),
            Self::OnlyPeople => "this game is played by one person, and by no computer".into(),
        }
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en())
    }
}

impl std::error::Error for SessionError {}
