//! The words that every game understands, in both languages at once.

use crate::lang::plain;

/// What a player may ask for besides a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Help,
    Show,
    Moves,
    Hint,
    Undo,
    Save(String),
    Load(String),
    Quit,
}

impl Command {
    /// The command that a line means, if it means one. Upper case and missing accents do no harm.
    pub fn read(line: &str) -> Option<Self> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().to_owned();
        match plain(word).as_str() {
            "save" | "sauver" | "sauvegarder" | "garder" => return Some(Self::Save(rest)),
            "load" | "charger" => return Some(Self::Load(rest)),
            _ if !rest.is_empty() => return None,
            _ => {}
        }
        Some(match plain(word).as_str() {
            "help" | "aide" | "h" | "?" => Self::Help,
            "show" | "voir" => Self::Show,
            "moves" | "coups" => Self::Moves,
            "hint" | "indice" | "conseil" | "i" => Self::Hint,
            "undo" | "annuler" | "u" | "a" => Self::Undo,
            "quit" | "quitter" | "exit" | "q" => Self::Quit,
            _ => return None,
        })
    }
}
