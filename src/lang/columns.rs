//! What the columns of tables mean.

use super::Text;
use super::glossary::{Words, among};

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
