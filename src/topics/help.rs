//! Examples and descriptions of columns on the help pages.

use super::TOPICS;
use crate::lang::Text;
use crate::lang::help::{ColumnHelp, CommandExample};
use pioche_engine::experiments::{Alliances, Bataille, Shuffle, Solitaire, alak, duel, nim};

/// The largest number of examples on a page.
const MAX_EXAMPLES: usize = 5;

/// The examples that precede those of the topics.
const COMMAND_EXAMPLES: &[CommandExample] = &[
    (
        "simulate alliances --deals 10M",
        "probabilité de finir avec au plus n tas",
        "probability of ending with at most n piles",
    ),
    (
        "simulate bataille --values 11..13 --out bataille",
        "trois simulations, avec leurs tableaux et leurs graphiques",
        "three simulations, with their tables and charts",
    ),
    (
        "simulate nim --players random,perfect",
        "un joueur aléatoire contre un joueur parfait",
        "a random player against a perfect one",
    ),
    (
        "simulate alliances --improve exchange --precision 0.001",
        "jusqu'à ce que chaque probabilité soit connue à 0,001 près",
        "until every probability is known to within 0.001",
    ),
    (
        "simulate alliances --nb-tas-max 2,4 --precision 0.0005",
        "deux lignes seulement, à 0,0005 près",
        "two rows only, to within 0.0005",
    ),
    (
        "show alliances --seed 1 --deal 42",
        "la donne 42, étape par étape",
        "deal 42, step by step",
    ),
    (
        "show solitaire --animate solution.gif",
        "le film de la première solution",
        "a film of the first solution",
    ),
    (
        "show alak --players random,greedy --deal 17 --explain",
        "la partie 17 de cette simulation, expliquée",
        "game 17 of that simulation, explained",
    ),
    (
        "show alliances --explain --lang fr",
        "chaque étape expliquée",
        "each step explained",
    ),
    (
        "show bataille --deal 3",
        "une partie infinie, jusqu'à ce qu'elle se répète",
        "an endless game, until it repeats itself",
    ),
    (
        "play alliances",
        "à vous de jouer, ligne par ligne",
        "you play, line by line",
    ),
    (
        "solve nim --matches 25",
        "qui gagne, et comment",
        "who wins, and how",
    ),
    (
        "solve solitaire --count --shortest",
        "toutes les solutions, et la plus courte",
        "all solutions, and the shortest",
    ),
    (
        "solve alak --cells 9",
        "l'issue que chaque joueur peut imposer",
        "the outcome that each player can force",
    ),
    (
        "solve alliances --seed 1 --deal 42",
        "le moins de tas possible pour cette donne",
        "the fewest piles possible for this deal",
    ),
    ("deal", "une pioche de 32 cartes", "a deck of 32 cards"),
    (
        "deal --cards 52 --seed random",
        "52 cartes, différentes à chaque fois",
        "52 cards, different each time",
    ),
    (
        "deal --seed 1 --deal 42",
        "la pioche de la donne 42",
        "the deck of deal 42",
    ),
    (
        "check deck.txt",
        "complète et sans doublon ?",
        "complete and without duplicates?",
    ),
    (
        "check deck.txt --cards 52",
        "de même, pour 52 cartes",
        "the same, for 52 cards",
    ),
    (
        "check -",
        "lue sur l'entrée standard",
        "read from the standard input",
    ),
    (
        "improve deck.txt",
        "le meilleur échange de deux cartes voisines",
        "the best exchange of two adjacent cards",
    ),
    (
        "improve deck.txt --improve swap",
        "le meilleur échange de deux cartes quelconques",
        "the best swap of any two cards",
    ),
    (
        "improve deck.txt --format json",
        "pour un programme",
        "for a program",
    ),
    (
        "check-solution alliances student.csv --cards 32",
        "les lignes qui diffèrent, et de combien",
        "which rows differ, and by how much",
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
    (
        "check-solution solitaire student.csv --hole 12",
        "contre les valeurs exactes",
        "against the exact values",
    ),
    (
        "report run.tally",
        "le tableau d'une simulation déjà faite",
        "the table of an earlier simulation",
    ),
    (
        "report run.tally --chart run.png --csv run.csv",
        "son graphique et son CSV",
        "its chart and its CSV",
    ),
    (
        "report run.tally --confidence 0.99 --interval exact",
        "avec d'autres intervalles",
        "with other intervals",
    ),
    (
        "merge part-1.tally part-2.tally --tally all.tally",
        "deux tranches en une",
        "two parts in one",
    ),
    (
        "merge part-*.tally --tally all.tally",
        "toutes les tranches d'un dossier",
        "all parts in a folder",
    ),
    (
        "merge part-1.tally --partial --tally some.tally",
        "une tranche, sans les autres",
        "one part, without the others",
    ),
    (
        "slurm -- simulate alliances --deals 1e12 --tally all.tally",
        "8 tranches",
        "8 parts",
    ),
    (
        "slurm --parts 64 -- simulate bataille --deals 1G --tally b.tally",
        "64 tranches",
        "64 parts",
    ),
    (
        "slurm -- simulate alak --cells 3..12 --out alak",
        "les plateaux de 3 à 12 cases",
        "boards of 3 to 12 cells",
    ),
    (
        "study",
        "toutes les réponses, en moins d'une minute",
        "every answer, in under a minute",
    ),
    (
        "study --scale 10 --out large",
        "dix fois plus de parties",
        "ten times as many games",
    ),
    (
        "study --scale 0.01 --lang fr",
        "un essai rapide, en français",
        "a quick trial, in French",
    ),
    (
        "completions bash",
        "à enregistrer dans ~/.local/share/bash-completion/completions/pioche",
        "save as ~/.local/share/bash-completion/completions/pioche",
    ),
    (
        "completions zsh",
        "à enregistrer sous le nom _pioche, dans un dossier de $fpath",
        "save as _pioche in a folder of $fpath",
    ),
    (
        "completions fish",
        "à enregistrer dans ~/.config/fish/completions/pioche.fish",
        "save as ~/.config/fish/completions/pioche.fish",
    ),
    (
        "man",
        "à lire avec : pioche man | man -l -",
        "read it with: pioche man | man -l -",
    ),
    (
        "man simulate alliances",
        "la page d'une commande",
        "the page of one command",
    ),
    (
        "man play",
        "la page de play, pour tous les jeux",
        "the page of play, for all games",
    ),
    (
        "help simulate",
        "les jeux que l'on peut simuler",
        "the games that can be simulated",
    ),
    (
        "help show alliances",
        "toutes les options de cette commande",
        "every option of this command",
    ),
    ("help solve nim --lang fr", "en français", "in French"),
];

/// Returns at most [`MAX_EXAMPLES`] examples of a command and its subcommands; the empty path is the main page.
pub fn examples(command_path: &str) -> impl Iterator<Item = &'static CommandExample> {
    let of = move |command: &str| match command_path {
        "" => ["study", "simulate alliances --deals 10M", "play alliances"].contains(&command),
        command_path => command
            .strip_prefix(command_path)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')),
    };
    let topics = TOPICS.iter().flat_map(|topic| topic.examples);
    COMMAND_EXAMPLES
        .iter()
        .chain(topics)
        .filter(move |(command, ..)| of(command))
        .take(MAX_EXAMPLES)
}

/// Descriptions of the columns of CSV files, tables and JSON, by heading.
pub const COLUMN_DESCRIPTIONS: &[(Text, &[ColumnHelp])] = &[
    (
        Text::new("Réglages :", "Settings:"),
        &[
            (
                Alliances::CARDS.key,
                "nombre de cartes du jeu",
                "number of cards of the pack",
            ),
            (
                Alliances::SUITS.key,
                "nombre de couleurs du jeu",
                "number of suits of the pack",
            ),
            (
                Alliances::RANKS.key,
                "nombre de valeurs du jeu",
                "number of ranks of the pack",
            ),
            (
                Alliances::IMPROVE.key,
                "changement de la pioche ; none : aucun",
                "change of the stock; none: unchanged",
            ),
            (
                Alliances::PLAYER.key,
                "joueur de la réussite des alliances ; leftmost : la règle, le saut le plus à gauche d'abord",
                "player of La réussite des alliances; leftmost: the rule, the leftmost jump first",
            ),
            (
                Bataille::VALUES.key,
                "nombre de valeurs à la bataille",
                "number of values in bataille",
            ),
            (
                Bataille::ORDER.key,
                "joueur qui pose en premier, à la bataille",
                "player who lays first in bataille",
            ),
            (
                Bataille::SHUFFLE.key,
                "mélange des cartes",
                "shuffle of the cards",
            ),
            (
                Bataille::MAX_ROUNDS.key,
                "nombre maximal de plis (option --turns) ; none : sans limite",
                "maximum number of rounds (option --turns); none: no limit",
            ),
            (
                Bataille::PICKUP.key,
                "ordre dans lequel un pli va sous la main du gagnant, à la bataille",
                "order in which a trick goes under the winner's hand in bataille",
            ),
            (
                Shuffle::RIFFLES.key,
                "nombre de mélanges américains",
                "number of riffle shuffles",
            ),
            (
                Solitaire::BOARD.key,
                "plateau du solitaire",
                "board of peg solitaire",
            ),
            (
                Solitaire::HOLE.key,
                "case vide au début",
                "cell that is empty at the start",
            ),
            (
                alak::CELLS.key,
                "nombre de cases à Alak",
                "number of cells in Alak",
            ),
            (
                alak::EDGE.key,
                "bords du plateau : line (ligne) ou ring (anneau)",
                "edge of the board: line or ring",
            ),
            (
                alak::OWN_GROUP.key,
                "groupe que son propre joueur prive de sa dernière case vide : spared (épargné) ou captured (capturé)",
                "group that its own player deprives of its last empty cell: spared or captured",
            ),
            (
                nim::MATCHES.key,
                "nombre d'allumettes au début",
                "number of matches at the start",
            ),
            (
                nim::TAKES.key,
                "nombres d'allumettes que l'on peut prendre",
                "numbers of matches that may be taken",
            ),
            (
                duel::PLAYERS.key,
                "joueur 1 et joueur 2",
                "player 1 and player 2",
            ),
            (
                duel::MAX_PLIES.key,
                "nombre maximal de coups",
                "maximum number of moves",
            ),
            (
                "variant",
                "plateau et règle en un mot",
                "board and rule, as one word",
            ),
        ],
    ),
    (
        Text::new("Lignes :", "Rows:"),
        &[
            (
                "deals",
                "nombre de donnes ou de parties jouées",
                "number of deals or games played",
            ),
            (
                "nb_tas_max",
                "nombre maximal de tas pour gagner la partie",
                "largest number of piles that wins the game",
            ),
            (
                "outcome",
                "issue de la partie ; au solitaire, le nombre de pions restants",
                "how the game ended; in peg solitaire, the number of pegs left",
            ),
            (
                "statistic",
                "grandeur mesurée sur le jeu mélangé",
                "quantity measured on the shuffled deck",
            ),
            (
                "count",
                "nombre de donnes de la ligne ; dans le résumé, nombre de donnes de la moyenne",
                "number of deals of the row; in the summary, number of deals in the mean",
            ),
            (
                "frequency",
                "part des donnes qui finissent avec exactement ce nombre de tas",
                "share of deals that end with exactly this number of piles",
            ),
            (
                "wins",
                "nombre de donnes qui finissent avec au plus ce nombre de tas",
                "number of deals that end with at most this number of piles",
            ),
            (
                "probability",
                "probabilité estimée : une part des donnes",
                "estimated probability: a share of the deals",
            ),
            ("estimate", "valeur estimée", "estimated value"),
            (
                "ci_low",
                "borne basse de l'intervalle de confiance",
                "lower end of the confidence interval",
            ),
            (
                "ci_high",
                "borne haute de l'intervalle de confiance",
                "upper end of the confidence interval",
            ),
            (
                "exact",
                "valeur calculée, et non simulée ; vide si elle est inconnue (sans rapport avec --interval exact)",
                "computed value, not simulated; empty if unknown (unrelated to --interval exact)",
            ),
        ],
    ),
    (
        Text::new("Résumé :", "Summary:"),
        &[
            ("quantity", "grandeur de la ligne", "quantity of the row"),
            (
                "kind",
                "mean (une moyenne) ou share (une part des donnes)",
                "mean, or share (a share of the deals)",
            ),
            ("mean", "valeur moyenne (JSON)", "mean value (JSON)"),
            (
                "standard_error",
                "erreur type de la moyenne",
                "standard error of the mean",
            ),
            (
                "standard_deviation",
                "écart type de la grandeur",
                "standard deviation of the quantity",
            ),
            (
                "min",
                "plus petite valeur observée",
                "smallest value observed",
            ),
            ("median", "médiane", "median"),
            ("mode", "valeur la plus fréquente", "most frequent value"),
            (
                "max",
                "plus grande valeur observée",
                "largest value observed",
            ),
            (
                "undecided",
                "nombre de donnes dont la valeur est inconnue ; la moyenne ne les compte pas",
                "number of deals whose value is unknown; the mean excludes them",
            ),
            (
                "plies",
                "coups des parties finies ; les parties plus longues que la limite max-plies sont exclues",
                "moves of the games that ended; games longer than the limit max-plies are excluded",
            ),
            (
                "plies_played",
                "coups joués, max-plies au plus : une partie arrêtée compte pour la limite",
                "moves played, at most max-plies: a game that was stopped counts with the limit",
            ),
            (
                "rounds_played",
                "plis joués, max_rounds au plus : une partie coupée compte pour la limite",
                "rounds played, at most max_rounds: a game that was cut off counts with the limit",
            ),
            (
                "cut_off",
                "part des parties de bataille que la limite max_rounds a coupées",
                "share of games of bataille that the limit max_rounds cut off",
            ),
        ],
    ),
    (
        Text::new("Simulation :", "Run:"),
        &[
            (
                "experiment",
                "jeu et réglages, en un seul texte",
                "game and settings, as one string",
            ),
            ("game", "jeu (JSON)", "game (JSON)"),
            (
                "stopped",
                "cause de l'arrêt : deals, precision, interrupted, part",
                "reason for stopping: deals, precision, interrupted, part",
            ),
            (
                "seed",
                "graine des nombres aléatoires",
                "seed of the random numbers",
            ),
            (
                "confidence",
                "niveau de confiance des intervalles",
                "confidence level of the intervals",
            ),
            (
                "interval",
                "méthode des intervalles de confiance ; exact : Clopper-Pearson, de niveau garanti, d'après la loi \
                 binomiale ; wilson : approchée",
                "method of the confidence intervals; exact: Clopper-Pearson, with a guaranteed level, from the \
                 binomial distribution; wilson: approximate",
            ),
            ("program", "programme et version", "program and version"),
            (
                "value_version",
                "version des nombres aléatoires ; elle change quand une donne change",
                "version of the random numbers; it changes when a deal changes",
            ),
            (
                "command",
                "commande qui reproduit la ligne à l'octet près",
                "command that reproduces the row byte for byte",
            ),
        ],
    ),
    (
        Text::new("JSON seulement :", "JSON only:"),
        &[
            (
                "runs",
                "une entrée par simulation",
                "one entry for each run",
            ),
            (
                "plan",
                "réglages et taille demandés",
                "requested settings and size",
            ),
            ("settings", "réglages du jeu", "settings of the game"),
            (
                "precision",
                "précision demandée et obtenue",
                "requested and achieved precision",
            ),
            (
                "summary",
                "moyenne de chaque grandeur",
                "mean of each quantity",
            ),
            (
                "shares",
                "part des donnes de chaque sorte",
                "share of the deals of each kind",
            ),
            (
                "examples",
                "donnes à revoir, avec leur commande",
                "example deals, with their commands",
            ),
            (
                "best",
                "meilleure donne ; avec solve alliances, le moins de tas possible",
                "best deal; with solve alliances, the fewest piles possible",
            ),
            ("rows", "lignes du tableau", "rows of the table"),
        ],
    ),
    (
        Text::new(
            "Statistiques de simulate shuffle :",
            "Statistics of simulate shuffle:",
        ),
        &[
            (
                "total_variation",
                "distance en variation totale à un jeu bien mélangé, de 0 à 1",
                "total variation distance from a uniformly shuffled deck, from 0 to 1",
            ),
            (
                "twins_mean",
                "nombre moyen de paires de jumeaux",
                "mean number of twin pairs",
            ),
            (
                "suspect_rate",
                "part de paquets suspects",
                "share of suspect decks",
            ),
            (
                "rising_sequences_mean",
                "nombre moyen de suites croissantes",
                "mean number of rising sequences",
            ),
            (
                "cut_sup_norm",
                "plus grand écart entre la loi simulée de la coupe et la loi binomiale",
                "largest difference between the simulated distribution of the cut and the binomial one",
            ),
        ],
    ),
    (
        Text::new(
            "JSON de improve, show et solve alliances :",
            "JSON of improve, show and solve alliances:",
        ),
        &[
            (
                "index",
                "place des cartes changées, comptée à partir de 0, comme partout en JSON et en CSV ; les textes et les \
                 graphiques comptent les cartes et les tas à partir de 1",
                "place of the changed cards, counted from 0, as everywhere in JSON and CSV; texts and charts count cards \
                 and piles from 1",
            ),
            (
                "jumps",
                "tas qui sautent, dans l'ordre, comptés à partir de 0",
                "piles that jump, in order, counted from 0",
            ),
            (
                "tops",
                "cartes visibles à la fin",
                "visible cards at the end",
            ),
            (
                "automatic",
                "nombre de tas que laisse la règle",
                "number of piles that the rule leaves",
            ),
            (
                "line",
                "sauts qui laissent le moins de tas, comptés comme jumps",
                "jumps that leave the fewest piles, counted as in jumps",
            ),
            (
                "row",
                "cartes dans l'ordre où ces sauts les tirent",
                "cards in the order in which these jumps draw them",
            ),
        ],
    ),
    (
        Text::new("JSON de solve solitaire :", "JSON of solve solitaire:"),
        &[
            (
                "solvable",
                "true s'il y a une solution",
                "true if there is a solution",
            ),
            (
                "first",
                "première solution : départ et arrivée de chaque saut",
                "first solution: start and end of each jump",
            ),
            ("solutions", "nombre de solutions", "number of solutions"),
            (
                "by_finish",
                "nombre de solutions par case du dernier pion",
                "number of solutions by cell of the last peg",
            ),
            ("games", "nombre de parties", "number of games"),
            (
                "reachable",
                "nombre de positions accessibles",
                "number of reachable positions",
            ),
            (
                "winning",
                "nombre de positions accessibles d'où l'on peut gagner",
                "number of reachable positions that can still be won",
            ),
            (
                "random_win",
                "probabilité exacte qu'un joueur aléatoire gagne, en fraction",
                "exact probability that a random player wins, as a fraction",
            ),
            (
                "moves",
                "nombre de coups de la plus courte solution ; à Nim, meilleures prises",
                "number of moves of the shortest solution; in Nim, the best takes",
            ),
            (
                "shortest",
                "solution la plus courte : cases de chaque coup",
                "shortest solution: the cells of each move",
            ),
        ],
    ),
    (
        Text::new("JSON de solve nim :", "JSON of solve nim:"),
        &[
            (
                "period",
                "nombre d'allumettes après lequel les issues se répètent",
                "number of matches after which the outcomes repeat",
            ),
            (
                "pre_period",
                "nombre d'allumettes à partir duquel elles se répètent",
                "number of matches from which they repeat",
            ),
            (
                "random",
                "probabilités exactes des issues, en fractions, si chacun joue au hasard",
                "exact probabilities of the outcomes, as fractions, if both play at random",
            ),
            (
                "perfect_random",
                "de même, si le joueur 1 joue au mieux et le joueur 2 au hasard",
                "the same, if player 1 plays perfectly and player 2 at random",
            ),
            (
                "random_perfect",
                "de même, si le joueur 1 joue au hasard et le joueur 2 au mieux",
                "the same, if player 1 plays at random and player 2 perfectly",
            ),
        ],
    ),
    (
        Text::new(
            "Valeurs exactes à Alak (alak-values.csv, JSON de solve alak) :",
            "Exact values in Alak (alak-values.csv, JSON of solve alak):",
        ),
        &[
            (
                "value",
                "issue quand chacun joue au mieux ; à Nim, pour le joueur au trait",
                "outcome of best play; in Nim, for the player to move",
            ),
            (
                "margin",
                "pions d'avance du joueur 1 ; vide si la partie est infinie",
                "stones by which player 1 leads; empty if play is endless",
            ),
            (
                "low",
                "le joueur 1 peut forcer la fin de la partie avec au moins cette avance",
                "player 1 can force the game to end with at least this lead",
            ),
            (
                "high",
                "le joueur 2 peut forcer la fin de la partie avec au plus cette avance du joueur 1",
                "player 2 can force the game to end with at most this lead of player 1",
            ),
            ("states", "nombre de positions", "number of positions"),
            (
                "best_moves",
                "numéros des cases des meilleurs coups",
                "numbers of the cells of the best moves",
            ),
        ],
    ),
];
