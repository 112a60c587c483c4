//! What was removed from the command line, and what to do instead.

use pioche_report::lang::{Problem, Text, problem};

/// A verb, an option or a value of an option that was removed.
struct Removal {
    /// The verb or game of the option, or nothing for all of them.
    command: &'static str,
    /// The word as it was typed: `verb`, `--option` or `--option value`. A value may be the ending of a file (`.pdf`) or
    /// what comes before a number (`mcts:`).
    word: &'static str,
    /// The words about what to do instead.
    instead: Text,
}

const fn removal(
    command: &'static str,
    word: &'static str,
    fr: &'static str,
    en: &'static str,
) -> Removal {
    Removal {
        command,
        word,
        instead: Text::new(fr, en),
    }
}

const LIST_OF_MOVES: Text = Text::new(
    "donner la liste des coups à show ou à play",
    "give the list of moves to `show` or `play`",
);

const REMOVALS: &[Removal] = &[
    removal(
        "",
        "--size",
        "voir --width, la largeur en millimètres",
        "see `--width`, the width in millimetres",
    ),
    removal(
        "",
        "--interval",
        "les intervalles sont ceux de Clopper-Pearson, qui garantissent leur niveau",
        "intervals are Clopper-Pearson's, which guarantee their level",
    ),
    removal(
        "",
        "--memory",
        "donnez-le à solve ; ici, un solveur prend au plus 6 Gio",
        "give it to `solve`; here a solver takes at most 6 GiB",
    ),
    removal(
        "",
        "--relative-precision",
        "donnez la demi-largeur elle-même : --precision 0,001",
        "give the half-width itself: --precision 0.001",
    ),
    removal(
        "",
        "slurm",
        "jouez des tranches avec simulate --shard K/N --tally FILE, puis merge, comme examples/slurm.sh",
        "play parts with `simulate --shard K/N --tally FILE`, then `merge`, as examples/slurm.sh does",
    ),
    removal(
        "",
        "check-solution",
        "voir pioche compare JEU FICHIER",
        "see `pioche compare GAME FILE`",
    ),
    removal(
        "check",
        "--template",
        "show JEU FICHIER joue une liste de coups",
        "`show GAME FILE` plays a list of moves",
    ),
    removal(
        "check",
        "--feedback",
        "show JEU FICHIER joue une liste de coups",
        "`show GAME FILE` plays a list of moves",
    ),
    removal(
        "",
        "--chart .pdf",
        "voir --chart FILE.svg, qu'un navigateur imprime en PDF",
        "use `--chart FILE.svg`, which browsers print as PDF",
    ),
    removal(
        "simulate",
        "--of",
        "donner --deals : l'écart a son intervalle dans le tableau",
        "give --deals: the table has the difference with its interval",
    ),
    removal(
        "study",
        "--brief",
        "imprimer la page de l'étude",
        "print the page of the study",
    ),
    removal("", "-V", "voir pioche -V", "see `pioche -V`"),
    removal(
        "",
        "--version",
        "voir pioche --version",
        "see `pioche --version`",
    ),
    removal(
        "alliances",
        "--player rightmost",
        "voir --player perfect",
        "see --player perfect",
    ),
    removal(
        "alliances",
        "--player late",
        "voir --player perfect",
        "see --player perfect",
    ),
    removal(
        "alliances",
        "--player random",
        "voir --player perfect",
        "see --player perfect",
    ),
    removal(
        "alliances",
        "--player greedy",
        "voir --player perfect",
        "see --player perfect",
    ),
    removal(
        "alliances",
        "--player lookahead",
        "voir --player perfect",
        "see --player perfect",
    ),
    removal(
        "solitaire",
        "--style wood",
        "voir --style pioche",
        "see --style pioche",
    ),
    removal(
        "play",
        "--load",
        "voir play GAME FILE",
        "see `play GAME FILE`",
    ),
    removal("alak", "--position", LIST_OF_MOVES.fr, LIST_OF_MOVES.en),
    removal("alak", "--to-play", LIST_OF_MOVES.fr, LIST_OF_MOVES.en),
    removal("alak", "--forbidden", LIST_OF_MOVES.fr, LIST_OF_MOVES.en),
    removal(
        "solitaire",
        "--shortest",
        "voir solve solitaire, qui donne la première solution",
        "see `solve solitaire`, which gives the first solution",
    ),
    removal("", "--players greedy", "voir minimax:1", "see minimax:1"),
    removal(
        "",
        "--players mcts:",
        "voir perfect ou minimax:d",
        "see perfect or minimax:d",
    ),
];

/// Returns the problem of a removed verb or option. `command` is the command that it was typed for, such as
/// `pioche simulate nim`.
pub fn removed_word(command: &str, word: &str) -> Option<Problem> {
    let mut removals = REMOVALS.iter();
    let removal = removals.find(|removal| removal.word == word && removal.is_for(command))?;
    Some(removal.problem(word))
}

/// Returns the problem of an option's value, or of a word in a list of values, that was removed.
pub fn removed_value(command: &str, option: &str, value: &str) -> Option<Problem> {
    value.split(',').find_map(|value| {
        let mut removals = REMOVALS.iter();
        let removal =
            removals.find(|removal| removal.is_value(option, value) && removal.is_for(command))?;
        Some(removal.problem(&format!("{option} {value}")))
    })
}

impl Removal {
    fn is_for(&self, command: &str) -> bool {
        self.command.is_empty() || command.split(' ').any(|word| word == self.command)
    }

    fn is_value(&self, option: &str, value: &str) -> bool {
        match self.word.split_once(' ') {
            Some((name, ending)) if ending.starts_with('.') => {
                name == option && value.to_lowercase().ends_with(ending)
            }
            Some((name, start)) if start.ends_with(':') => {
                name == option && value.starts_with(start)
            }
            Some((name, removed_value)) => name == option && value == removed_value,
            None => false,
        }
    }

    fn problem(&self, text: &str) -> Problem {
        let Text { fr, en } = self.instead;
        problem!(
            "« {text} » a été retiré de pioche ; {fr}",
            "“{text}” was removed from pioche; {en}"
        )
    }
}
