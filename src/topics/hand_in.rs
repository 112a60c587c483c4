//! The words and numbers with which hand-ins of a game name its results.

/// The key of the cell that names a statistic, such as a mean, in a row of a simulation.
pub const STATISTIC: &str = "statistic";

/// The vocabulary of the hand-ins of a topic, beside its options and its glossary.
#[derive(Clone, Copy, Debug)]
pub struct HandInWords {
    /// The headings of the column that names the rows, separated by `|`.
    pub row_headings: &'static str,
    /// The words that follow the name of a statistic, longer ones first, separated by `|`.
    pub statistic_suffixes: &'static str,
    /// True if a row is the probability of at most its number, so that a game counts in several rows.
    pub has_cumulative_rows: bool,
    /// True if the numbers are probabilities.
    pub has_probabilities: bool,
    /// The numbers that programs return for an outcome, in the order in which programs count them.
    pub codes: &'static [(&'static str, &'static str)],
    /// The words for outcomes, separated by `|`, each list with the key of the outcome.
    pub outcome_words: &'static [(&'static str, &'static str)],
    /// The words for outcomes and settings of this game alone, separated by `|`, each list with the key of the outcome or setting.
    pub game_words: &'static [(&'static str, &'static str)],
}

impl HandInWords {
    /// Probabilities of outcomes that exclude each other.
    pub const OUTCOMES: Self = Self {
        row_headings: "outcome|issue|résultat|result|gagnant|vainqueur|winner",
        statistic_suffixes: "",
        has_cumulative_rows: false,
        has_probabilities: true,
        codes: &[("0", "draw"), ("1", "player1"), ("2", "player2")],
        outcome_words: &[
            (
                "player1",
                "joueur 1|joueur1|player 1|victoires du joueur 1|joueur 1 gagne|gagnées par le \
                 joueur 1|victoires joueur 1|j1|j1 gagne|victoires j1|premier joueur|player 1 wins|wins of player 1",
            ),
            (
                "player2",
                "joueur 2|joueur2|player 2|victoires du joueur 2|joueur 2 gagne|gagnées par le \
                 joueur 2|victoires joueur 2|j2|j2 gagne|victoires j2|second joueur|deuxième joueur|player 2 \
                 wins|wins of player 2",
            ),
            (
                "draw",
                "nul|nulle|nulles|match nul|matchs nuls|parties nulles|partie nulle|égalité|\
                 égalités|draw|draws|tie|ties|aucun|personne",
            ),
            (
                "endless",
                "infinie|infinies|infini|partie infinie|parties infinies|endless|endless \
                 games|infinite|infinite games|infinite loops|boucle|boucles",
            ),
        ],
        game_words: &[],
    };
}
