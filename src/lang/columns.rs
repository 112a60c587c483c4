//! What the columns of tables mean, and the first sheet of a spreadsheet, which says it.

use super::glossary::{Words, among};
use super::{Lang, Say, Text};

/// What a column of any table means, if it is one that several have.
pub fn column(name: &str) -> Option<Text> {
    among(COLUMNS, name)
}

const COLUMNS: Words = &[
    ("deals", Text::new("nombre de donnes jouées", "deals played")),
    (
        "nb_tas_max",
        Text::new(
            "nombre maximal de tas avec lequel la partie est gagnée",
            "the most piles with which the game is won",
        ),
    ),
    (
        "outcome",
        Text::new(
            "issue de la partie ; au solitaire, le nombre de pions restants",
            "how the game ended; at peg solitaire, the number of pegs left",
        ),
    ),
    ("statistic", Text::new("ce qui est mesuré", "what is measured")),
    ("comparison", Text::new("ce qui est comparé, sur les mêmes donnes", "what is compared, on the same deals")),
    ("count", Text::new("nombre de donnes comptées", "how many deals were counted")),
    (
        "frequency",
        Text::new(
            "part des donnes qui finissent avec exactement tant de tas",
            "share of deals that end with exactly so many piles",
        ),
    ),
    ("wins", Text::new("nombre de donnes avec au plus tant de tas", "how many deals end with at most so many piles")),
    (
        "probability",
        Text::new("probabilité estimée : une part des donnes", "estimated probability: a share of the deals"),
    ),
    ("estimate", Text::new("valeur estimée", "estimated value")),
    ("difference", Text::new("différence estimée, en parties par partie", "estimated difference, in games a game")),
    ("ci_low", Text::new("borne basse de l'intervalle de confiance", "lower end of the confidence interval")),
    ("ci_high", Text::new("borne haute de l'intervalle de confiance", "upper end of the confidence interval")),
    (
        "exact",
        Text::new(
            "valeur exacte, calculée et non simulée ; vide quand elle n'est pas connue",
            "exact value, computed and not simulated; empty where it is not known",
        ),
    ),
    ("quantity", Text::new("grandeur dont la ligne parle", "the quantity that the row is about")),
    ("kind", Text::new("mean : une moyenne ; share : une part des donnes", "mean, or share: a share of the deals")),
    ("standard_error", Text::new("erreur type de la moyenne", "standard error of the mean")),
    ("standard_deviation", Text::new("écart-type de la grandeur", "standard deviation of the quantity")),
    ("min", Text::new("plus petite valeur vue", "smallest value seen")),
    ("median", Text::new("médiane", "median")),
    ("mode", Text::new("valeur la plus fréquente", "most frequent value")),
    ("max", Text::new("plus grande valeur vue", "largest value seen")),
    ("experiment", Text::new("ce qui a été joué, avec ses réglages", "what was played, with its settings")),
    (
        "stopped",
        Text::new(
            "pourquoi la simulation s'est arrêtée : deals, precision, digits, interrupted, part",
            "why the simulation ended: deals, precision, digits, interrupted, part",
        ),
    ),
    ("seed", Text::new("graine du hasard", "seed of the random numbers")),
    ("confidence", Text::new("niveau de confiance de l'intervalle", "confidence level of the interval")),
    ("interval", Text::new("méthode de l'intervalle", "method of the interval")),
    ("program", Text::new("programme et sa version", "program and its version")),
    (
        "value_version",
        Text::new(
            "version des valeurs : elle change quand une donne change",
            "version of the values: it changes when a deal does",
        ),
    ),
    (
        "command",
        Text::new("commande qui refait la ligne, à l'octet près", "the command that makes the row again, to the byte"),
    ),
    ("suits", Text::new("nombre de couleurs du jeu", "suits of the pack")),
    ("ranks", Text::new("nombre de valeurs du jeu", "ranks of the pack")),
    ("variant", Text::new("plateau et règle en un mot", "board and rule in a word")),
];

/// What the first sheet of a spreadsheet says.
#[derive(Clone, Debug, PartialEq)]
pub enum Guiding {
    Name,
    Title,
    Made { program: String },
    Again,
    Numbers { level: f64 },
    Pointwise,
    Runs,
    Sheet,
    Column,
    Meaning,
    Every,
    RunsSheet,
    RowsSheet { title: String },
    SummarySheet { title: String },
}

impl Say for Guiding {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Name => lang.either("Lisez-moi", "Read me"),
            Self::Title => lang.either("Ce que contient ce classeur", "What this workbook holds"),
            Self::Made { program } => lang.either(format!("Fait par {program}."), format!("Made by {program}.")),
            Self::Again => lang.either(
                "Chaque ligne dit dans « command » la commande qui la refait, et dans « seed » la graine du hasard.",
                "Each row says in “command” how it is made again, and in “seed” the seed of its random numbers.",
            ),
            Self::Numbers { level } => lang.either(
                format!(
                    "Les parts sont en pourcents ; les cases gardent tous leurs chiffres. Une borne basse et une \
                     borne haute encadrent la vraie valeur dans {} des cas.",
                    lang.level(*level)
                ),
                format!(
                    "Shares are percentages; cells keep all their digits. The lower and the upper end hold the true \
                     value between them {} of the time.",
                    lang.level(*level)
                ),
            ),
            Self::Pointwise => lang.either(
                "Chaque intervalle vaut pour sa seule ligne ; les lignes d'une même graine ne sont pas \
                     indépendantes.",
                "Each interval is for its own row; rows of the same seed are not independent of each other.",
            ),
            Self::Runs => lang.either(
                "Une case vide : la valeur n'est pas connue, ou n'a pas de sens ici.",
                "An empty cell: the value is not known, or makes no sense here.",
            ),
            Self::Sheet => lang.either("feuille", "sheet"),
            Self::Column => lang.either("colonne", "column"),
            Self::Meaning => lang.either("sens", "meaning"),
            Self::Every => lang.either("toutes les feuilles", "all sheets"),
            Self::RunsSheet => lang.either("une ligne par simulation", "one row a simulation"),
            Self::RowsSheet { title } => {
                lang.either(format!("{title} : une ligne par résultat"), format!("{title}: one row a result"))
            }
            Self::SummarySheet { title } => {
                lang.either(format!("{title} : moyennes et parts"), format!("{title}: means and shares"))
            }
        }
    }
}
