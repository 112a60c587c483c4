//! The sentences around a game on a whole screen, besides those that are also said line by line.

use super::dialogue::Chair;
use super::{Say, Text};

/// What stands around any board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ScreenTalk {
    TooSmall,
    ReallyLeave,
    YesOrNo,
    AnyKey,
    Keys { own: Text, more: Option<Text> },
    Help { own: Text },
    Thinks { player: u8, chair: Chair },
    SolverPlays,
    Ended,
}

/// The parts of a line of keys that are there.
fn keys(parts: [Option<&str>; 4]) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

impl Say for ScreenTalk {
    fn fr(&self) -> String {
        match self {
            Self::TooSmall => "La fenêtre est trop petite pour cette partie : agrandissez-la, ou q pour finir.".into(),
            Self::ReallyLeave => "Quitter cette partie ? o : oui ; une autre touche : non.".into(),
            Self::YesOrNo => "o oui · une autre touche : non".into(),
            Self::AnyKey => "Une touche, et la partie revient.".into(),
            Self::Keys { own, more } => {
                keys([Some(own.fr), Some("u annuler · h indice"), more.map(|more| more.fr), Some("? aide · q fin")])
            }
            Self::Help { own } => format!(
                "Flèches, Début, Fin : choisir ; la souris choisit et joue.\n{}\n\
                 u : annuler. h : indice. q : quitter. ^C : quitter sans question.",
                own.fr
            ),
            Self::Thinks { player, chair } => format!("le joueur {player} ({}) réfléchit…", chair.fr()),
            Self::SolverPlays => "le solveur joue…".into(),
            Self::Ended => "partie finie".into(),
        }
    }

    fn en(&self) -> String {
        match self {
            Self::TooSmall => "The window is too small for this game: make it larger, or press q to stop.".into(),
            Self::ReallyLeave => "Leave this game? y: yes; any other key: no.".into(),
            Self::YesOrNo => "y yes · any other key: no".into(),
            Self::AnyKey => "Any key brings the game back.".into(),
            Self::Keys { own, more } => {
                keys([Some(own.en), Some("u undo · h hint"), more.map(|more| more.en), Some("? help · q quit")])
            }
            Self::Help { own } => format!(
                "Arrows, Home, End: choose; the mouse chooses and plays.\n{}\n\
                 u: undo. h: hint. q: quit. ^C: quit without a question.",
                own.en
            ),
            Self::Thinks { player, chair } => format!("player {player} ({}) is thinking…", chair.en()),
            Self::SolverPlays => "the solver plays…".into(),
            Self::Ended => "game over".into(),
        }
    }
}
