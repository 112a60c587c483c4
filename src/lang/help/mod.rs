//! The help of the command line in French, for what no topic owns: the English is written where the options are, in
//! `cli`; here stands, by command and by option, what it says in French. A topic's own settings and verbs carry both
//! languages themselves. A test walks the whole command line and finds whatever is missing, left over, or out of step.
//!
//! A new option of several verbs is one line `("id", "text")` on the page of their command; a page's lines hold for the
//! commands below it too.

pub mod last;
mod pages;

pub use last::{Example, last_words};

use super::{Lang, Text};

/// A manual page with its headings in a language: they are made in English.
pub fn manual(page: &str, lang: Lang) -> String {
    const EXTRA: Text = Text::new("EXEMPLES, CODES DE SORTIE, ENVIRONNEMENT", "EXAMPLES, EXIT CODES, ENVIRONMENT");
    let line = |line: &str| {
        if let Some(title) = line.strip_prefix(".TH ") {
            // A date that is missing would let all that follows move up.
            let name = title.split(' ').next().unwrap_or_default();
            let source = concat!("pioche ", env!("CARGO_PKG_VERSION"));
            return format!(".TH \"{name}\" \"1\" \"\" \"{source}\" \"pioche\"\n");
        }
        let Some(heading) = line.strip_prefix(".SH ") else { return format!("{line}\n") };
        let heading = heading.trim_matches(['"', ' ']);
        let said = match heading {
            "NAME" => Text::new("NOM", "NAME").of(lang),
            "EXTRA" => EXTRA.of(lang),
            other => other,
        };
        format!(".SH \"{}\"\n", said.to_uppercase())
    };
    page.lines().map(line).collect()
}

/// What a command says about itself and its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The command without the program's name, such as `simulate alliances`.
    pub path: &'static str,
    /// What it does, in one line, unless it says so itself in both languages.
    pub about: Option<&'static str>,
    /// Its arguments, by the names that the code gives them, and what they are for.
    pub args: &'static [(&'static str, &'static str)],
}

pub fn pages() -> impl Iterator<Item = &'static Page> {
    pages::PAGES.iter()
}

pub fn page(path: &str) -> Option<&'static Page> {
    pages().find(|page| page.path == path)
}

/// What an argument of a command is for, and the page that says so: its own, or the nearest one above.
pub fn argument(path: &str, id: &str) -> Option<(&'static Page, &'static str)> {
    let own = page(path).and_then(|page| {
        let found = page.args.iter().find(|(name, _)| *name == id);
        found.map(|(_, text)| (page, *text))
    });
    match own {
        None if path.is_empty() => None,
        None => argument(path.rsplit_once(' ').map_or("", |(above, _)| above), id),
        found => found,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    Arguments,
    Played,
    Many,
    Sure,
    Out,
    Everywhere,
    Commands,
}

impl Group {
    /// The group of an option of a command, by its name in the code; a setting says what is played.
    pub fn of(path: &str, id: &str) -> Self {
        match id {
            // The rows of the table of a simulation that are shown.
            "nb_tas_max" | "outcome" | "statistic" | "comparison" if path.starts_with("simulate") => Self::Out,
            // There a tally is what the table is compared with.
            "tally" if path.starts_with("check-solution") => Self::Played,
            "deals" | "threads" | "shard" | "resume" | "scale" | "partial" | "parts" | "turns" | "max_plies" => {
                Self::Many
            }
            "precision" | "confidence" | "interval" => Self::Sure,
            "animate" | "chart" | "size" | "count" | "csv" | "csv_style" | "explain" | "final" | "force" | "format"
            | "frame" | "all" | "json" | "out" | "save" | "shortest" | "hints" | "speed" | "tally" | "tui"
            | "width" => Self::Out,
            "color" | "help" | "lang" | "quiet" | "version" => Self::Everywhere,
            _ => Self::Played,
        }
    }
}

/// A heading, without its colon.
pub fn heading(group: Group, lang: Lang) -> &'static str {
    let text = match group {
        Group::Arguments => Text::new("Arguments ", "Arguments"),
        Group::Played => Text::new("Ce qui est joué ", "What is played"),
        Group::Many => Text::new("Combien ", "How many"),
        Group::Sure => Text::new("Avec quelle certitude ", "How sure"),
        Group::Out => Text::new("Ce qui en sort ", "What comes out"),
        Group::Everywhere => Text::new("Options ", "Options"),
        Group::Commands => Text::new("Commandes ", "Commands"),
    };
    text.of(lang)
}

/// Before the usage line.
pub const USAGE: Text = Text::new("Utilisation :", "Usage:");
/// What stands for a command in the usage line.
pub const COMMAND: &str = "COMMANDE";

/// The options that no topic owns, and those of a topic with a second name, in French; the others are called alike.
const OPTIONS: &[(&str, &str)] = &[
    ("all", "tout"),
    ("animate", "animer"),
    ("chart", "graphique"),
    ("color", "coloration"),
    ("confidence", "confiance"),
    ("csv_style", "style-csv"),
    ("deal", "donne"),
    ("deals", "donnes"),
    ("force", "forcer"),
    ("frame", "vue"),
    ("hole", "trou"),
    ("interval", "intervalle"),
    ("lang", "langue"),
    ("load", "charger"),
    ("out", "dossier"),
    ("partial", "partiel"),
    ("parts", "tranches"),
    ("quiet", "silencieux"),
    ("resume", "reprendre"),
    ("save", "garder"),
    ("scale", "echelle"),
    ("seed", "graine"),
    ("shard", "tranche"),
    ("size", "taille"),
    ("speed", "vitesse"),
    ("tally", "decompte"),
    ("threads", "fils"),
    ("tui", "plein-ecran"),
    ("width", "largeur"),
];

/// The name of an option in French, where it has another one, by its name in the code.
pub fn option(id: &str) -> Option<&'static str> {
    OPTIONS.iter().find(|(known, _)| *known == id).map(|(_, french)| *french)
}

/// What stands for the value of an option in both languages.
const SAME: &[&str] = &["C", "FORMAT", "K", "K/N", "M", "N", "PX", "R", "S", "SHELL", "STYLE", "V", "X", "X|O"];

/// What stands for it in English and in French.
const VALUE_NAMES: &[(&str, &str)] = &[
    ("BOARD", "PLATEAU"),
    ("CARDS", "CARTES"),
    ("CELL", "CASE"),
    ("CELLS", "CASES"),
    ("CHANGE", "CHANGEMENT"),
    ("COMMAND", "COMMANDE"),
    ("DIR", "DOSSIER"),
    ("EDGE", "BORD"),
    ("FILE", "FICHIER"),
    ("LANG", "LANGUE"),
    ("LIST", "LISTE"),
    ("METHOD", "MÉTHODE"),
    ("ORDER", "ORDRE"),
    ("OUTCOME", "ISSUE"),
    ("P1,P2", "J1,J2"),
    ("RULE", "RÈGLE"),
    ("SHUFFLE", "MÉLANGE"),
    ("SIZE", "FORMAT"),
    ("T,T", "P,P"),
    ("W", "L"),
    ("WHEN", "QUAND"),
];

/// What stands for the value of an option in French, by what stands for it in English.
pub fn value_name(english: &str) -> Option<&'static str> {
    let same = SAME.iter().find(|name| **name == english);
    same.or(VALUE_NAMES.iter().find(|(name, _)| *name == english).map(|(_, french)| french)).copied()
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
