//! Messages of all games. Messages of one game are next to the game.

use crate::lang::{Sentence, Text, either};

pub const HELP_IS_THERE: Text =
    Text::new("« aide » donne les règles et les commandes.", "“help” gives the rules and the commands.");
pub const COMMANDS: Text = Text::new(
    "Commandes :
  aide           cette aide
  voir           l'état de la partie
  coups          les coups permis
  indice         un conseil
  annuler        reprendre son dernier coup
  quitter        arrêter",
    "Commands:
  help           this help
  show           the state of the game
  moves          the legal moves
  hint           a hint
  undo           take your last move back
  quit           stop",
);
pub const NOT_TEXT: Text =
    Text::new("Ligne ignorée : ce n'est pas du texte UTF-8.", "Line ignored: it is not UTF-8 text.");
pub const NOTHING_TO_TAKE_BACK: Text = Text::new("Il n'y a aucun coup à reprendre.", "There is no move to take back.");
pub const HALF_TAKEN_BACK: Text = Text::new("Votre choix est annulé.", "Your choice is cancelled.");
pub const SOLVING: Text =
    Text::new("Le joueur parfait résout d'abord le jeu entier.", "The perfect player first solves the whole game.");
pub const STOPPED: Text = Text::new("La partie s'arrête ici.", "The game stops here.");

pub fn too_long(most: usize) -> Sentence {
    Sentence::new(
        format!("Ligne ignorée : elle dépasse {most} octets."),
        format!("Line ignored: it is longer than {most} bytes."),
    )
}

pub fn not_understood(text: &str) -> Sentence {
    Sentence::new(
        format!("« {text} » n'est ni un coup ni une commande.\n{}", HELP_IS_THERE.fr),
        format!("“{text}” is neither a move nor a command.\n{}", HELP_IS_THERE.en),
    )
}

pub fn taken_back(moves: usize) -> Sentence {
    Sentence::from_fn(|lang| match (moves, lang) {
        (1, _) => lang.either("Le dernier coup est repris.", "The last move is taken back."),
        _ => either!(lang, "Les {moves} derniers coups sont repris.", "The last {moves} moves are taken back."),
    })
}

pub fn legal_moves(moves: &str) -> Sentence {
    match moves {
        "" => Sentence::new("Aucun coup n'est permis.", "No move is legal."),
        _ => Sentence::new(format!("Coups permis : {moves}"), format!("Legal moves: {moves}")),
    }
}
