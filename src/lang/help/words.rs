//! The words around the texts: headings, notes, names of values, and how French is set.

use crate::lang::Text;

/// Before the usage line.
pub const USAGE: Text = Text::new("Utilisation :", "Usage:");
/// What stands for a command in the usage line.
pub const COMMAND: &str = "COMMANDE";

/// What stands for the value of an option, in English and in French; many are the same letter.
const VALUE_NAMES: &[(&str, &str)] = &[
    ("BOARD", "PLATEAU"),
    ("C", "C"),
    ("CARDS", "CARTES"),
    ("CELL", "CASE"),
    ("CELLS", "CASES"),
    ("CHANGE", "CHANGEMENT"),
    ("CLAIM", "AFFIRMATION"),
    ("COMMAND", "COMMANDE"),
    ("D", "C"),
    ("DIR", "DOSSIER"),
    ("EDGE", "BORD"),
    ("FILE", "FICHIER"),
    ("FORMAT", "FORMAT"),
    ("K", "K"),
    ("K/N", "K/N"),
    ("LANG", "LANGUE"),
    ("LIST", "LISTE"),
    ("M", "M"),
    ("METHOD", "MÉTHODE"),
    ("N", "N"),
    ("ORDER", "ORDRE"),
    ("OUTCOME", "ISSUE"),
    ("P1,P2", "J1,J2"),
    ("PX", "PX"),
    ("R", "R"),
    ("RULE", "RÈGLE"),
    ("S", "S"),
    ("SHELL", "SHELL"),
    ("SHUFFLE", "MÉLANGE"),
    ("SIZE", "FORMAT"),
    ("STYLE", "STYLE"),
    ("T,T", "P,P"),
    ("V", "V"),
    ("W", "L"),
    ("WHEN", "QUAND"),
    ("X", "X"),
    ("X|O", "X|O"),
];

/// What stands for the value of an option in French, by what stands for it in English.
pub fn value_name(english: &str) -> Option<&'static str> {
    VALUE_NAMES.iter().find(|(name, _)| *name == english).map(|(_, french)| *french)
}

/// The note about what holds when nothing is said.
pub fn default(value: &str) -> String {
    format!("[défaut : {value}]")
}

/// The note about the values that can be given, each with its other names.
pub fn values(values: &[Vec<String>]) -> String {
    let named = values.iter().map(|names| match names.split_first() {
        Some((name, others)) if !others.is_empty() => format!("{name} ({})", others.join(", ")),
        _ => names.concat(),
    });
    format!("[valeurs : {}]", named.collect::<Vec<_>>().join(", "))
}

/// The note about the other names of a command or an option.
pub fn aliases(names: &[String]) -> String {
    format!("[alias : {}]", names.join(", "))
}

/// A text with the spaces before tall marks and within quotation marks made unbreakable.
pub fn typeset(text: &str) -> String {
    let mut set = text.replace("« ", "«\u{a0}");
    for mark in [":", ";", "?", "!", "»"] {
        set = set.replace(&format!(" {mark}"), &format!("\u{a0}{mark}"));
    }
    // A note begins with its first value.
    ["[défaut", "[valeurs", "[alias"]
        .iter()
        .fold(set, |set, note| set.replace(&format!("{note}\u{a0}: "), &format!("{note}\u{a0}:\u{a0}")))
}
