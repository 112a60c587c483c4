//! The errors that end a command with exit code 2, as one sentence each. A message that only one place uses is written
//! there ([`Problem::message`]).

use super::session::SessionError;
use super::{Lang, Say, Sentence};
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    // A message of one place.
    Message(Sentence),
    // The command line.
    UnknownArgument { text: String, suggestion: Option<String> },
    UnknownCommand { text: String, suggestion: Option<String>, choices: String },
    MissingArgument { names: String },
    CountOutOfRange { text: String, least: u64, most: u64 },
    NotAChoice { text: String, choices: String },
    NoThreads { threads: usize, reason: String },
    // Files.
    CannotRead { file: String, reason: Sentence },
    CannotWrite { file: String, reason: Sentence },
    StdoutTwice,
    StdoutFailed { reason: Sentence },
    TooLong { file: String, most: u64 },
    NotUtf8 { file: String, line: usize, column: usize },
    ChartFailed { problem: String },
    NoSuchState { asked: u64, last: u64 },
    // Tally files and their parts.
    TallyExperiment,
    TallyEmpty { file: String },
    TallyOfAnother { file: String, game: String },
    TallyOfMany { runs: usize },
    OtherPlan { file: String, found: String, asked: String },
    ResumeNeedsTally,
    ShardPrecision,
    ShardEmpty { deals: u64 },
    // Rows of tables.
    NoSuchRow { row: String, choices: Vec<String> },
    SeveralRows { text: String, choices: Vec<String> },
    // Tables to check.
    TableEmpty { file: String },
    // Saved games.
    Session { place: String, error: SessionError },
}

impl Problem {
    pub fn message(fr: impl Into<String>, en: impl Into<String>) -> Self {
        Self::Message(Sentence::new(fr, en))
    }

    /// Creates a problem at a line and column of a file.
    pub fn at(file: &str, (line, column): (usize, usize), fr: impl fmt::Display, en: impl fmt::Display) -> Self {
        Self::message(
            format!("{file}, ligne {line}, colonne {column} : {fr}"),
            format!("{file}, line {line}, column {column}: {en}"),
        )
    }

    /// Creates a problem of an argument, such as `--cells`, or of a file.
    pub fn argument(flag: &str, problem: Self) -> Self {
        Self::message(format!("{flag} : {}", problem.fr()), format!("{flag}: {}", problem.en()))
    }

    pub fn words(text: &str, fr: &str, en: &str) -> Self {
        Self::message(format!("« {text} » {fr}"), format!("“{text}” {en}"))
    }
}

/// The form in which clap takes the error of a value; it is not shown.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en())
    }
}

impl std::error::Error for Problem {}

impl Say for Problem {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Message(sentence) => sentence.say(lang),
            Self::UnknownArgument { text, suggestion } => {
                let perhaps = suggested(suggestion, lang);
                lang.either(
                    format!("« {text} » n'est pas un argument connu ici{perhaps}"),
                    format!("“{text}” is not a known argument here{perhaps}"),
                )
            }
            Self::UnknownCommand { text, suggestion: None, choices } if !choices.is_empty() => lang.either(
                format!("« {text} » n'est pas connu ici ; au choix : {choices}"),
                format!("“{text}” is not known here; there are {choices}"),
            ),
            Self::UnknownCommand { text, suggestion, .. } => {
                let perhaps = suggested(suggestion, lang);
                lang.either(
                    format!("« {text} » n'est pas une commande connue{perhaps}"),
                    format!("“{text}” is not a known command{perhaps}"),
                )
            }
            Self::MissingArgument { names } => lang.either(format!("il manque {names}"), format!("{names} is missing")),
            Self::CountOutOfRange { text, least, most } => {
                let (least, most) = (lang.integer(*least), lang.integer(*most));
                lang.either(
                    format!("{text} n'est pas entre {least} et {most}"),
                    format!("{text} is not between {least} and {most}"),
                )
            }
            Self::NotAChoice { text, choices } => lang.either(
                format!("« {text} » n'est pas un choix possible ({choices})"),
                format!("“{text}” is not one of {choices}"),
            ),
            Self::NoThreads { threads: 1, reason } => lang.either(
                format!("le système ne démarre plus de fil d'exécution : {reason}"),
                format!("the system starts no more threads: {reason}"),
            ),
            Self::NoThreads { threads, reason } => lang.either(
                format!("--threads : le système ne démarre pas {threads} fils d'exécution : {reason}"),
                format!("--threads: the system does not start {threads} threads: {reason}"),
            ),
            Self::CannotRead { file, reason } => {
                let why = reason.say(lang);
                lang.either(format!("{file} ne peut être lu : {why}"), format!("{file} cannot be read: {why}"))
            }
            Self::CannotWrite { file, reason } => {
                let why = reason.say(lang);
                lang.either(format!("{file} ne peut être écrit : {why}"), format!("{file} cannot be written: {why}"))
            }
            Self::StdoutTwice => lang.either(
                "la sortie standard est demandée deux fois : elle ne porte qu'une réponse",
                "the standard output is asked for twice: it carries one answer only",
            ),
            Self::StdoutFailed { reason } => lang.either(
                format!("la sortie standard ne peut être écrite : {}", reason.fr()),
                format!("the standard output cannot be written: {}", reason.en()),
            ),
            Self::TooLong { file, most } => {
                let most = lang.integer(*most);
                lang.either(
                    format!("{file} dépasse {most} octets : ce n'est pas ce qui est attendu ici"),
                    format!("{file} is longer than {most} bytes: this is not what is expected here"),
                )
            }
            Self::NotUtf8 { file, line, column } => {
                let (fr, en) = ("ce n'est pas du texte UTF-8", "this is not UTF-8 text");
                Self::at(file, (*line, *column), fr, en).say(lang)
            }
            Self::ChartFailed { problem } => lang.either(
                format!("le graphique ne peut être dessiné : {problem}"),
                format!("the chart cannot be drawn: {problem}"),
            ),
            Self::NoSuchState { asked, last } => lang.either(
                format!("--step {asked} : la partie s'arrête après {last} étapes"),
                format!("--step {asked}: the game ends after {last} steps"),
            ),
            Self::TallyExperiment => lang.either("cette expérience n'est pas connue", "this experiment is not known"),
            Self::TallyEmpty { file } => {
                lang.either(format!("{file} ne contient aucune donne"), format!("{file} holds no deal"))
            }
            Self::TallyOfAnother { file, game } => lang.either(
                format!("{file} : ce décompte porte sur un autre jeu ({game}) que le premier"),
                format!("{file}: this tally is of another game ({game}) than the first"),
            ),
            Self::TallyOfMany { runs } => lang.either(
                format!("un décompte contient une seule simulation, et celle-ci en fait {runs} (--out les écrit toutes)"),
                format!("a tally holds one simulation, and this is {runs} of them (--out writes them all)"),
            ),
            Self::OtherPlan { file, found, asked } => lang.either(
                format!("{file} contient une autre simulation : « {found} », au lieu de « {asked} »"),
                format!("{file} holds another simulation: “{found}” instead of “{asked}”"),
            ),
            Self::ResumeNeedsTally => lang.either(
                "il faut --tally FILE, le décompte à reprendre, ou --out DIR, qui en contient",
                "--tally FILE is needed, the tally to go on with, or --out DIR, which holds some",
            ),
            Self::ShardPrecision => lang.either(
                "une tranche ne peut savoir quand elles sont toutes ensemble assez précises : elle joue des donnes fixées \
                 d'avance",
                "a part cannot know when all parts together reach --precision: it plays fixed deals",
            ),
            Self::ShardEmpty { deals } => lang.either(
                format!("il y a plus de tranches que de blocs de 64 donnes dans {}", lang.integer(*deals)),
                format!("there are more parts than blocks of 64 deals in {}", lang.integer(*deals)),
            ),
            Self::NoSuchRow { row, choices } => lang.either(
                format!("il n'y a pas de ligne « {row} » ; au choix : {}", listed(choices)),
                format!("there is no row “{row}”; there are {}", listed(choices)),
            ),
            Self::SeveralRows { text, choices } => lang.either(
                format!("« {text} » est le nom de plusieurs lignes : {}", listed(choices)),
                format!("“{text}” is the name of several rows: {}", listed(choices)),
            ),
            Self::TableEmpty { file } => lang.either(
                format!("{file} n'est pas un tableau : il faut une ligne de titres, puis une ligne par nombre"),
                format!("{file} is not a table: a line of headings, then a line for each number, is expected"),
            ),
            Self::Session { place, error } => {
                lang.either(format!("{place} : {}", error.fr()), format!("{place}: {}", error.en()))
            }
        }
    }
}

fn suggested(suggestion: &Option<String>, lang: Lang) -> String {
    let word = suggestion.as_deref();
    word.map_or_else(String::new, |word| lang.either(format!(" ; peut-être {word} ?"), format!("; perhaps {word}?")))
}

/// Lists some of many choices, always with the last one.
fn listed(choices: &[String]) -> String {
    const MOST: usize = 12;
    match choices {
        [first @ .., last] if first.len() > MOST => format!("{}, …, {last}", first[..MOST].join(", ")),
        all => all.join(", "),
    }
}
