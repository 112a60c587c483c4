//! The reasons why a session cannot begin or a saved game cannot continue.

use super::{Say, Sentence};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    // Errors of a saved game; lines are those of its file.
    NotARecord,
    Truncated,
    WrongGame {
        found: String,
        expected: String,
    },
    MissingSetting {
        key: String,
    },
    BadSetting {
        line: usize,
        key: String,
        text: String,
    },
    NotAMove {
        line: usize,
        text: String,
    },
    IllegalMove {
        line: usize,
        text: String,
    },
    MoveAfterEnd {
        line: usize,
    },
    // The game is too large; the reason is a sentence of the game.
    NoPerfectPlayer(Sentence),
    // No computer plays this game, or a person was asked for where a computer must play.
    NoComputerPlayer,
}

impl Say for SessionError {
    fn fr(&self) -> String {
        match self {
            Self::NotARecord => {
                "ce n'est pas une partie enregistrée par pioche (« pioche game 1 … »)".into()
            }
            Self::Truncated => {
                "cette partie enregistrée est tronquée : il manque la fin du fichier".into()
            }
            Self::WrongGame { found, expected } => {
                format!("c'est une partie de « {found} », et non de « {expected} »")
            }
            Self::MissingSetting { key } => format!("il manque une ligne « {key} … »"),
            Self::BadSetting { line, key, text } => {
                format!("ligne {line} : « {text} » n'est pas valable pour « {key} »")
            }
            Self::NotAMove { line, text } => format!("ligne {line} : « {text} » n'est pas un coup"),
            Self::IllegalMove { line, text } => {
                format!("ligne {line} : le coup « {text} » n'est pas permis ici")
            }
            Self::MoveAfterEnd { line } => {
                format!("ligne {line} : un coup suit la fin de la partie")
            }
            Self::NoPerfectPlayer(why) => why.fr(),
            Self::NoComputerPlayer => "ce jeu se joue seul, sans joueur ordinateur".into(),
        }
    }

    fn en(&self) -> String {
        match self {
            Self::NotARecord => "this is not a game saved by pioche (“pioche game 1 …”)".into(),
            Self::Truncated => {
                "this saved game is truncated: the end of the file is missing".into()
            }
            Self::WrongGame { found, expected } => {
                format!("this is a game of “{found}”, not of “{expected}”")
            }
            Self::MissingSetting { key } => format!("a line “{key} …” is missing"),
            Self::BadSetting { line, key, text } => {
                format!("line {line}: “{text}” is not a valid value of “{key}”")
            }
            Self::NotAMove { line, text } => format!("line {line}: “{text}” is not a move"),
            Self::IllegalMove { line, text } => {
                format!("line {line}: the move “{text}” is not legal here")
            }
            Self::MoveAfterEnd { line } => {
                format!("line {line}: a move follows the end of the game")
            }
            Self::NoPerfectPlayer(why) => why.en(),
            Self::NoComputerPlayer => {
                "this game is for one person, without a computer player".into()
            }
        }
    }
}
