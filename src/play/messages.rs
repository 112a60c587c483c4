//! Messages of all games. Messages of one game are next to the game.

use crate::lang::{Sentence, Text, either};

pub const HELP_HINT: Text = Text::new(
    "« aide » donne les règles et les commandes.",
    "“help” gives the rules and the commands.",
);
pub const COMMAND_LIST: Text = Text::new(
    "Commandes :
  aide           affiche ce texte
  voir           l'état de la partie
  coups          les coups permis
  indice         propose un coup
  annuler        reprendre son dernier coup
  quitter        arrêter",
    "Commands:
  help           shows this text
  show           the state of the game
  moves          the legal moves
  hint           suggests a move
  undo           take your last move back
  quit           stop",
);
pub const NOT_UTF8: Text = Text::new(
    "Ligne ignorée : ce n'est pas du texte UTF-8.",
    "Line ignored: it is not UTF-8 text.",
);
pub const NOTHING_TO_TAKE_BACK: Text = Text::new(
    "Il n'y a aucun coup à reprendre.",
    "There is no move to take back.",
);
pub const PARTIAL_MOVE_CANCELLED: Text =
    Text::new("Votre choix est annulé.", "Your choice is cancelled.");
pub const SOLVING_FIRST: Text = Text::new(
    "Le joueur parfait résout d'abord le jeu entier.",
    "The perfect player first solves the whole game.",
);
pub const GAME_STOPPED: Text = Text::new("Vous arrêtez la partie.", "You stopped the game.");

pub fn line_too_long(max_bytes: usize) -> Sentence {
    Sentence::new(
        format!("Ligne ignorée : elle dépasse {max_bytes} octets."),
        format!("Line ignored: it is longer than {max_bytes} bytes."),
    )
}

pub fn not_understood(text: &str) -> Sentence {
    Sentence::new(
        format!(
            "« {text} » n'est ni un coup ni une commande.\n{}",
            HELP_HINT.fr
        ),
        format!(
            "“{text}” is neither a move nor a command.\n{}",
            HELP_HINT.en
        ),
    )
}

pub fn moves_taken_back(moves: usize) -> Sentence {
    Sentence::from_fn(|lang| match (moves, lang) {
        (1, _) => lang.either(
            "Le dernier coup est repris.",
            "The last move is taken back.",
        ),
        _ => either!(
            lang,
            "Les {moves} derniers coups sont repris.",
            "The last {moves} moves are taken back."
        ),
    })
}

pub fn legal_moves(moves: &str) -> Sentence {
    match moves {
        "" => Sentence::new("Aucun coup n'est permis.", "No move is legal."),
        _ => Sentence::new(
            format!("Coups permis : {moves}"),
            format!("Legal moves: {moves}"),
        ),
    }
}
