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

const fn removal(command: &'static str, word: &'static str, instead: Text) -> Removal {
    Removal {
        command,
        word,
        instead,
    }
}

const LIST_OF_MOVES: Text = Text("give the list of moves to `show` or `play`");

const REMOVALS: &[Removal] = &[
    removal(
        "",
        "--size",
        Text("see `--width`, the width in millimetres"),
    ),
    removal(
        "",
        "--interval",
        Text("intervals are Clopper-Pearson's, which guarantee their level"),
    ),
    removal(
        "",
        "--memory",
        Text("give it to `solve`; here a solver takes at most 6 GiB"),
    ),
    removal(
        "",
        "--relative-precision",
        Text("give the half-width itself: --precision 0.001"),
    ),
    removal(
        "",
        "slurm",
        Text(
            "play parts with `simulate --shard K/N --tally FILE`, then `merge`, as examples/slurm.sh does",
        ),
    ),
    removal("", "check-solution", Text("see `pioche compare GAME FILE`")),
    removal(
        "check",
        "--template",
        Text("`show GAME FILE` plays a list of moves"),
    ),
    removal(
        "check",
        "--feedback",
        Text("`show GAME FILE` plays a list of moves"),
    ),
    removal(
        "",
        "--chart .pdf",
        Text("use `--chart FILE.svg`, which browsers print as PDF"),
    ),
    removal(
        "simulate",
        "--of",
        Text("give --deals: the table has the difference with its interval"),
    ),
    removal("study", "--brief", Text("print the page of the study")),
    removal("", "-V", Text("see `pioche -V`")),
    removal("", "--version", Text("see `pioche --version`")),
    removal(
        "alliances",
        "--player rightmost",
        Text("see --player perfect"),
    ),
    removal("alliances", "--player late", Text("see --player perfect")),
    removal("alliances", "--player random", Text("see --player perfect")),
    removal("alliances", "--player greedy", Text("see --player perfect")),
    removal(
        "alliances",
        "--player lookahead",
        Text("see --player perfect"),
    ),
    removal("solitaire", "--style wood", Text("see --style pioche")),
    removal("play", "--load", Text("see `play GAME FILE`")),
    removal("alak", "--position", LIST_OF_MOVES),
    removal("alak", "--to-play", LIST_OF_MOVES),
    removal("alak", "--forbidden", LIST_OF_MOVES),
    removal(
        "solitaire",
        "--shortest",
        Text("see `solve solitaire`, which gives the first solution"),
    ),
    removal("", "--players greedy", Text("see minimax:1")),
    removal("", "--players mcts:", Text("see perfect or minimax:d")),
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
        problem!(
            "“{text}” was removed from pioche; {instead}",
            text,
            instead = self.instead
        )
    }
}
