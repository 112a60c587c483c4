//! What is said at every table, whatever is played there. What a game says of its own stands beside the game.

use super::{Lang, Reason, Say, SessionError};

/// Who plays on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chair {
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

/// What is said in every game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Talk {
    HelpIsThere,
    Commands,
    NotUnderstood { text: String },
    LineTooLong { most: usize },
    LineNotText,
    NothingToTakeBack,
    HalfTakenBack,
    TakenBack { moves: usize },
    LegalMoves { moves: String },
    NameMissing,
    Saved { file: String },
    NotSaved { file: String, reason: Reason },
    Loaded { file: String, moves: usize },
    NotLoaded { file: String, reason: Reason },
    NotAGame { file: String, error: SessionError },
    Solving,
    Stopped,
}

impl Say for Talk {
    fn fr(&self) -> String {
        match self {
            Self::HelpIsThere => "« aide » donne les règles et les commandes.".into(),
            Self::Commands => "Commandes :
  aide           ces lignes
  voir           l'état de la partie
  coups          les coups permis
  indice         un conseil
  annuler        reprendre son dernier coup
  sauver NOM     garder la partie dans le fichier NOM
  charger NOM    reprendre la partie du fichier NOM
  quitter        arrêter"
                .into(),
            Self::NotUnderstood { text } => format!("« {text} » n'est pas compris ici.\n{}", Self::HelpIsThere.fr()),
            Self::LineTooLong { most } => format!("Ligne ignorée : elle dépasse {most} octets."),
            Self::LineNotText => "Ligne ignorée : ce n'est pas du texte UTF-8.".into(),
            Self::NothingToTakeBack => "Il n'y a aucun coup à reprendre.".into(),
            Self::HalfTakenBack => "Votre choix est annulé.".into(),
            Self::TakenBack { moves: 1 } => "Le dernier coup est repris.".into(),
            Self::TakenBack { moves } => format!("Les {moves} derniers coups sont repris."),
            Self::LegalMoves { moves } if moves.is_empty() => "Aucun coup n'est permis.".into(),
            Self::LegalMoves { moves } => format!("Coups permis : {moves}"),
            Self::NameMissing => "Il manque le nom du fichier.".into(),
            Self::Saved { file } => format!("La partie est gardée dans {file}."),
            Self::NotSaved { file, reason: Reason::Exists } => {
                format!("{file} existe déjà : choisissez un autre nom.")
            }
            Self::NotSaved { file, reason } => format!("{file} n'est pas écrit : {}.", reason.fr()),
            Self::Loaded { file, moves } => {
                let moves = Lang::Fr.counted(*moves as u64, "coup", "coups");
                format!("La partie de {file} reprend après {moves}.")
            }
            Self::NotLoaded { file, reason } => {
                format!("{file} n'est pas lu : {}. La partie reste ce qu'elle était.", reason.fr())
            }
            Self::NotAGame { file, error } => {
                format!("{file} : {}. La partie reste ce qu'elle était.", error.fr())
            }
            Self::Solving => "Le joueur parfait résout d'abord le jeu entier.".into(),
            Self::Stopped => "La partie s'arrête ici.".into(),
        }
    }

    fn en(&self) -> String {
        match self {
            Self::HelpIsThere => "“help” gives the rules and the commands.".into(),
            Self::Commands => "Commands:
  help           these lines
  show           the state of the game
  moves          the legal moves
  hint           some advice
  undo           take your last move back
  save NAME      keep the game in the file NAME
  load NAME      go on with the game in the file NAME
  quit           stop"
                .into(),
            Self::NotUnderstood { text } => format!("“{text}” is not understood here.\n{}", Self::HelpIsThere.en()),
            Self::LineTooLong { most } => format!("Line ignored: it is longer than {most} bytes."),
            Self::LineNotText => "Line ignored: it is not UTF-8 text.".into(),
            Self::NothingToTakeBack => "There is no move to take back.".into(),
            Self::HalfTakenBack => "Your choice is taken back.".into(),
            Self::TakenBack { moves: 1 } => "The last move is taken back.".into(),
            Self::TakenBack { moves } => format!("The last {moves} moves are taken back."),
            Self::LegalMoves { moves } if moves.is_empty() => "No move is legal.".into(),
            Self::LegalMoves { moves } => format!("Legal moves: {moves}"),
            Self::NameMissing => "The name of the file is missing.".into(),
            Self::Saved { file } => format!("The game is kept in {file}."),
            Self::NotSaved { file, reason: Reason::Exists } => format!("{file} is there already: choose another name."),
            Self::NotSaved { file, reason } => format!("{file} is not written: {}.", reason.en()),
            Self::Loaded { file, moves } => {
                let moves = Lang::En.counted(*moves as u64, "move", "moves");
                format!("The game of {file} goes on after {moves}.")
            }
            Self::NotLoaded { file, reason } => {
                format!("{file} is not read: {}. The game is as it was.", reason.en())
            }
            Self::NotAGame { file, error } => format!("{file}: {}. The game is as it was.", error.en()),
            Self::Solving => "The perfect player first solves the whole game.".into(),
            Self::Stopped => "The game stops here.".into(),
        }
    }
}
