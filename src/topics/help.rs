//! The examples and the columns that the pages of help list, whatever game they are of.

use super::TOPICS;
use crate::lang::help::{Column, Example};

/// The most examples of a page.
const MOST: usize = 5;

/// The first examples of each page; those of the topics follow.
const EXAMPLES: &[Example] = &[
    (
        "simulate alliances --deals 10M",
        "probabilité d'avoir au plus tant de tas",
        "probability of at most so many piles",
    ),
    (
        "simulate bataille --values 11..13 --out bataille",
        "trois simulations, toutes leurs tables et leurs graphiques",
        "three simulations, all their tables and charts",
    ),
    (
        "simulate nim --players random,perfect",
        "un joueur au hasard contre un joueur parfait",
        "a random player against a perfect one",
    ),
    (
        "simulate alliances --improve exchange --precision 0.001",
        "jusqu'à ce que tout soit connu à 0,1 % près",
        "until all is known to 0.1%",
    ),
    (
        "simulate alliances --nb-tas-max 2,4 --precision 0.0005",
        "deux lignes seulement, connues à 0,05 % près",
        "two rows only, known to 0.05%",
    ),
    ("show alliances --seed 1 --deal 42", "la donne 42, étape par étape", "deal 42, step by step"),
    ("show solitaire --animate solution.gif", "le film de la première solution", "a film of the first solution"),
    (
        "show alak --players random,greedy --deal 17 --explain",
        "la partie 17 de cette simulation, expliquée",
        "game 17 of that simulation, explained",
    ),
    ("show alliances --explain --lang fr", "chaque étape expliquée", "each step explained"),
    (
        "show bataille --deal 3",
        "une partie infinie, jusqu'à ce qu'elle se répète",
        "an endless game, until it repeats itself",
    ),
    ("play alliances", "à vous de jouer, ligne par ligne", "your turn, line by line"),
    ("solve nim --matches 25", "qui gagne, et comment", "who wins, and how"),
    (
        "solve solitaire --count --shortest",
        "toutes les solutions, et la plus courte",
        "all solutions, and the shortest",
    ),
    ("solve alak --cells 9", "ce que chacun peut s'assurer", "what each player can be sure of"),
    ("solve alliances --seed 1 --deal 42", "le moins de tas possible de cette donne", "the fewest piles of this deal"),
    ("deal", "une pioche de 32 cartes", "a deck of 32 cards"),
    ("deal --cards 52 --seed random", "52 cartes, chaque fois d'autres", "52 cards, others each time"),
    ("deal --seed 1 --deal 42", "celle de la donne 42", "that of deal 42"),
    ("check deck.txt", "complète et sans doublon ?", "complete and without doubles?"),
    ("check deck.txt --cards 52", "de même, pour 52 cartes", "the same, for 52 cards"),
    ("check -", "lue sur l'entrée standard", "read from the standard input"),
    ("improve deck.txt", "le meilleur échange de deux voisines", "the best exchange of two neighbours"),
    ("improve deck.txt --improve swap", "le meilleur échange de deux cartes", "the best exchange of any two cards"),
    ("improve deck.txt --format json", "pour un programme", "for a program"),
    (
        "check-solution alliances student.csv --cards 32",
        "les lignes qui diffèrent des nôtres, et de combien",
        "which rows differ from ours, and by how much",
    ),
    (
        "check-solution alliances student.csv --tally run.tally",
        "contre une simulation déjà faite",
        "against an earlier simulation",
    ),
    (
        "check-solution bataille student.csv --values 13 --deals 1M",
        "contre un million de donnes",
        "against a million deals",
    ),
    ("check-solution solitaire student.csv --hole 12", "contre les valeurs exactes", "against the exact values"),
    ("report run.tally", "la table d'une simulation déjà faite", "the table of an earlier simulation"),
    ("report run.tally --chart run.png --csv run.csv", "son graphique et son CSV", "its chart and its CSV"),
    ("report run.tally --confidence 0.99 --interval exact", "avec d'autres intervalles", "with other intervals"),
    ("merge part-1.tally part-2.tally --tally all.tally", "deux tranches en une", "two parts in one"),
    ("merge part-*.tally --tally all.tally", "toutes les tranches d'un dossier", "all parts in a folder"),
    (
        "merge part-1.tally --partial --tally some.tally",
        "ce qui est là, sans le reste",
        "what there is, without the rest",
    ),
    ("slurm -- simulate alliances --deals 1e12 --tally all.tally", "8 tranches", "8 parts"),
    ("slurm --parts 64 -- simulate bataille --deals 1G --tally b.tally", "64 tranches", "64 parts"),
    ("slurm -- simulate alak --cells 3..12 --out alak", "tout un intervalle", "a whole range"),
    ("study", "toutes les réponses, en une minute", "all answers, in a minute"),
    ("study --scale 10 --out large", "dix fois plus de parties", "ten times as many games"),
    ("study --scale 0.01 --lang fr", "un essai, en français", "a trial, in French"),
    (
        "completions bash",
        "à écrire dans ~/.local/share/bash-completion/completions/pioche",
        "to be kept as ~/.local/share/bash-completion/completions/pioche",
    ),
    (
        "completions zsh",
        "à écrire sous le nom _pioche, dans un dossier de $fpath",
        "to be kept as _pioche in a folder of $fpath",
    ),
    (
        "completions fish",
        "à écrire dans ~/.config/fish/completions/pioche.fish",
        "to be kept as ~/.config/fish/completions/pioche.fish",
    ),
    ("man", "à lire avec : pioche man | man -l -", "to be read with: pioche man | man -l -"),
    ("man simulate alliances", "la page d'une commande", "the page of one command"),
    ("man play", "celle de toute une famille", "that of a whole family"),
    ("help simulate", "ce qu'il y a à simuler", "what there is to simulate"),
    ("help show alliances", "tout ce que cette commande accepte", "all that this command takes"),
    ("help solve nim --lang fr", "en français", "in French"),
];

/// The examples of a command, or of those below it.
pub fn examples(path: &str) -> impl Iterator<Item = &'static Example> {
    let of = move |command: &str| match path {
        "" => ["study", "simulate alliances --deals 10M", "play alliances"].contains(&command),
        path => command.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')),
    };
    let topics = TOPICS.iter().flat_map(|topic| topic.examples);
    EXAMPLES.iter().chain(topics).filter(move |(command, ..)| of(command)).take(MOST)
}

/// The columns of the CSV files.
pub const COLUMNS: &[Column] = &[
    ("deals", "nombre de donnes jouées", "deals played"),
    (
        "nb_tas_max",
        "nombre maximal de tas avec lequel la partie est gagnée",
        "the most piles with which the game is won",
    ),
    (
        "outcome",
        "issue de la partie ; au solitaire, le nombre de pions restants",
        "how the game ended; at peg solitaire, the number of pegs left",
    ),
    ("statistic", "ce qui est mesuré", "what is measured"),
    ("count", "nombre de donnes comptées", "how many deals were counted"),
    (
        "frequency",
        "part des donnes qui finissent avec exactement tant de tas",
        "share of deals that end with exactly so many piles",
    ),
    ("wins", "nombre de donnes avec au plus tant de tas", "how many deals end with at most so many piles"),
    ("probability", "probabilité estimée : une part des donnes", "estimated probability: a share of the deals"),
    ("estimate", "valeur estimée", "estimated value"),
    ("ci_low", "borne basse de l'intervalle de confiance", "lower end of the confidence interval"),
    ("ci_high", "borne haute de l'intervalle de confiance", "upper end of the confidence interval"),
    (
        "exact",
        "valeur exacte, calculée et non simulée ; vide quand elle n'est pas connue",
        "exact value, computed and not simulated; empty where it is not known",
    ),
    ("quantity", "grandeur dont la ligne parle", "the quantity that the row is about"),
    ("kind", "mean : une moyenne ; share : une part des donnes", "mean, or share: a share of the deals"),
    ("standard_error", "erreur type de la moyenne", "standard error of the mean"),
    ("standard_deviation", "écart-type de la grandeur", "standard deviation of the quantity"),
    ("min", "plus petite valeur vue", "smallest value seen"),
    ("median", "médiane", "median"),
    ("mode", "valeur la plus fréquente", "most frequent value"),
    ("max", "plus grande valeur vue", "largest value seen"),
    (
        "undecided",
        "nombre de donnes dont la valeur n'est pas connue : la moyenne est celle des autres",
        "number of deals whose value is unknown: the mean is that of the others",
    ),
    ("experiment", "ce qui a été joué, avec ses réglages", "what was played, with its settings"),
    (
        "stopped",
        "pourquoi la simulation s'est arrêtée : deals, precision, interrupted, part",
        "why the simulation ended: deals, precision, interrupted, part",
    ),
    ("seed", "graine du hasard", "seed of the random numbers"),
    ("confidence", "niveau de confiance de l'intervalle", "confidence level of the interval"),
    ("interval", "méthode de l'intervalle", "method of the interval"),
    ("program", "programme et sa version", "program and its version"),
    (
        "value_version",
        "version des valeurs : elle change quand une donne change",
        "version of the values: it changes when a deal does",
    ),
    ("command", "commande qui refait la ligne, à l'octet près", "the command that makes the row again, to the byte"),
    ("suits", "nombre de couleurs du jeu", "suits of the pack"),
    ("ranks", "nombre de valeurs du jeu", "ranks of the pack"),
    ("variant", "plateau et règle en un mot", "board and rule in a word"),
];
