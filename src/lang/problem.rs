//! The errors that end a command with exit code 2, as one sentence each. A message that only one place uses is written
//! there ([`Problem::message`]).

use super::{Lang, Say, Sentence, either};
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    // A message that only one place uses.
    Message(Sentence),
    // The command line as a whole.
    MissingArgument {
        names: String,
    },
    NotAChoice {
        text: String,
        choices: String,
    },
    CannotStartThreads {
        threads: usize,
        reason: String,
    },
    // Files.
    CannotRead {
        file: String,
        reason: Sentence,
    },
    CannotWrite {
        file: String,
        reason: Sentence,
    },
    FileTooLong {
        file: String,
        max_bytes: u64,
    },
    NotUtf8 {
        file: String,
        line: usize,
        column: usize,
    },
    NoSuchState {
        requested: u64,
        last: u64,
    },
    // Tally files, and their parts.
    PlanMismatch {
        file: String,
        found: String,
        expected: String,
    },
    ResumeNeedsTally,
    ResumeWithFewerDeals {
        file: String,
        found: u64,
        requested: u64,
    },
    ShardWithPrecision,
    EmptyShard {
        deals: u64,
    },
    // Rows of tables.
    NoSuchRow {
        row: String,
        choices: Vec<String>,
    },
    AmbiguousRow {
        text: String,
        choices: Vec<String>,
    },
    // Tables to check.
    EmptyTable {
        file: String,
    },
    // Saved games.
    Session {
        location: String,
        error: SessionError,
    },
}

impl Problem {
    pub fn message(fr: impl Into<String>, en: impl Into<String>) -> Self {
        Self::Message(Sentence::new(fr, en))
    }

    /// Creates a problem at a line and column of a file.
    pub fn at_position(
        file: &str,
        (line, column): (usize, usize),
        fr: impl fmt::Display,
        en: impl fmt::Display,
    ) -> Self {
        Self::message(
            format!("{file}, ligne {line}, colonne {column} : {fr}"),
            format!("{file}, line {line}, column {column}: {en}"),
        )
    }

    /// Creates a problem of an argument, such as `--cells`, or of a file.
    pub fn for_argument(flag: &str, problem: Self) -> Self {
        Self::message(
            format!("{flag} : {}", problem.fr()),
            format!("{flag}: {}", problem.en()),
        )
    }

    pub fn with_quoted_prefix(text: &str, fr: &str, en: &str) -> Self {
        Self::message(format!("« {text} » {fr}"), format!("“{text}” {en}"))
    }
}

/// A problem with formatted French and English messages: `problem!("{file} est vide", "{file} is empty")`.
macro_rules! problem {
    ($fr:literal, $en:literal $(,)?) => {
        $crate::lang::Problem::message(format!($fr), format!($en))
    };
}
pub(crate) use problem;

/// Gives the English text. Required by clap; never shown.
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
            Self::MissingArgument { names } => either!(lang, "il manque {names}", "{names} is missing"),
            Self::NotAChoice { text, choices } => either!(lang, "« {text} » n'est pas une valeur permise ; au choix \
                : {choices}", "“{text}” is not one of {choices}"),
            Self::CannotStartThreads { threads: 1, reason } => either!(lang, "le système ne peut pas démarrer d'autre fil d'exécution : {reason}", "the system cannot start another thread: {reason}"),
            Self::CannotStartThreads { threads, reason } => either!(lang, "--threads : le système ne peut pas démarrer {threads} fils d'exécution : {reason}", "--threads: the system cannot start {threads} threads: {reason}"),
            Self::CannotRead { file, reason } => {
                let why = reason.say(lang);
                either!(lang, "impossible de lire {file} : {why}", "{file} cannot be read: {why}")
            }
            Self::CannotWrite { file, reason } => {
                let why = reason.say(lang);
                either!(lang, "impossible d'écrire {file} : {why}", "{file} cannot be written: {why}")
            }
            Self::FileTooLong { file, max_bytes } => {
                let max_bytes = lang.integer(*max_bytes);
                either!(lang, "{file} dépasse {max_bytes} octets, le maximum pour un tel fichier", "{file} is longer than {max_bytes} bytes, the maximum for such a file")
            }
            Self::NotUtf8 { file, line, column } => {
                let fr = "ce n'est pas du texte UTF-8";
                let en = "this is not UTF-8 text";
                Self::at_position(file, (*line, *column), fr, en).say(lang)
            }
            Self::NoSuchState { requested, last } => either!(lang, "--step {requested} : la partie s'arrête après {last} étapes", "--step {requested}: the game ends after {last} steps"),
            Self::PlanMismatch { file, found, expected } => either!(lang, "{file} contient une autre simulation : « {found} », au lieu de « {expected} »", "{file} holds another simulation: “{found}” instead of “{expected}”"),
            Self::ResumeNeedsTally => lang.either(
                "il faut aussi --tally FILE (le décompte à reprendre) ou --out DIR (un dossier de décomptes)",
                "also give --tally FILE (the tally to resume) or --out DIR (a folder of tallies)",
            ),
            Self::ResumeWithFewerDeals { file, found, requested } => {
                let [found, requested] = [found, requested].map(|deals| lang.integer(*deals));
                either!(
                    lang,
                    "{file} contient déjà {found} donnes, plus que les {requested} demandées ; donnez --deals {found} ou plus",
                    "{file} already holds {found} deals, more than the {requested} requested; give --deals {found} or more"
                )
            }
            Self::ShardWithPrecision => lang.either(
                "une tranche ne peut pas s'arrêter à une précision, car elle ne connaît pas les résultats des autres ; donnez --deals",
                "a part cannot stop at a precision, since it does not know the results of the others; give --deals",
            ),
            Self::EmptyShard { deals } => lang.either(
                format!("trop de tranches : il faut un bloc de 64 donnes pour chacune (donnes en tout : {})", lang.integer(*deals)),
                format!("too many parts: each needs a block of 64 deals (deals in all: {})", lang.integer(*deals)),
            ),
            Self::NoSuchRow { row, choices } => lang.either(
                format!("il n'y a pas de ligne « {row} » ; au choix : {}", elided_list(choices)),
                format!("there is no row “{row}”; the rows are {}", elided_list(choices)),
            ),
            Self::AmbiguousRow { text, choices } => lang.either(
                format!("« {text} » désigne plusieurs lignes : {}", elided_list(choices)),
                format!("“{text}” matches several rows: {}", elided_list(choices)),
            ),
            Self::EmptyTable { file } => either!(lang, "{file} n'est pas un tableau : il faut une ligne de titres, \
                                                        puis une ligne par probabilité", "{file} is not a table: \
                                                            expected a line of headings, then one row per \
                                                            probability"),
            Self::Session { location: place, error } => {
                lang.either(format!("{place} : {}", error.fr()), format!("{place}: {}", error.en()))
            }
        }
    }
}

/// Joins the first items of a long list, and always the last one.
fn elided_list(choices: &[String]) -> String {
    const MAX_CHOICES: usize = 12;
    match choices {
        [first @ .., last] if first.len() > MAX_CHOICES => {
            format!("{}, …, {last}", first[..MAX_CHOICES].join(", "))
        }
        all => all.join(", "),
    }
}

/// A reason why a session cannot begin or a saved game cannot continue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    // Errors of a saved game; lines are those of its file.
    NotARecord,
    Truncated,
    WrongGame {
        found: String,
        expected: String,
    },
    MissingSetting {
        key: String,
    },
    BadSetting {
        line: usize,
        key: String,
        text: String,
    },
    NotAMove {
        line: usize,
        text: String,
    },
    IllegalMove {
        line: usize,
        text: String,
    },
    MoveAfterEnd {
        line: usize,
    },
    // This player cannot play the game; the reason is a sentence.
    UnavailablePlayer(Sentence),
    // No computer plays this game, or a person was asked for where a computer must play.
    NoComputerPlayer,
}

impl Say for SessionError {
    fn fr(&self) -> String {
        match self {
            Self::NotARecord => {
                "ce n'est pas une partie enregistrée par pioche (« pioche game 1 … »)".into()
            }
            Self::Truncated => {
                "cette partie enregistrée est tronquée : il manque la fin du fichier".into()
            }
            Self::WrongGame { found, expected } => {
                format!("c'est une partie de « {found} », et non de « {expected} »")
            }
            Self::MissingSetting { key } => format!("il manque une ligne « {key} … »"),
            Self::BadSetting { line, key, text } => {
                format!("ligne {line} : « {text} » n'est pas valable pour « {key} »")
            }
            Self::NotAMove { line, text } => format!("ligne {line} : « {text} » n'est pas un coup"),
            Self::IllegalMove { line, text } => {
                format!("ligne {line} : le coup « {text} » n'est pas permis ici")
            }
            Self::MoveAfterEnd { line } => {
                format!("ligne {line} : un coup suit la fin de la partie")
            }
            Self::UnavailablePlayer(why) => why.fr(),
            Self::NoComputerPlayer => "ce jeu se joue seul, sans joueur ordinateur".into(),
        }
    }

    fn en(&self) -> String {
        match self {
            Self::NotARecord => "this is not a game saved by pioche (“pioche game 1 …”)".into(),
            Self::Truncated => {
                "this saved game is truncated: the end of the file is missing".into()
            }
            Self::WrongGame { found, expected } => {
                format!("this is a game of “{found}”, not of “{expected}”")
            }
            Self::MissingSetting { key } => format!("a line “{key} …” is missing"),
            Self::BadSetting { line, key, text } => {
                format!("line {line}: “{text}” is not a valid value of “{key}”")
            }
            Self::NotAMove { line, text } => format!("line {line}: “{text}” is not a move"),
            Self::IllegalMove { line, text } => {
                format!("line {line}: the move “{text}” is not legal here")
            }
            Self::MoveAfterEnd { line } => {
                format!("line {line}: a move follows the end of the game")
            }
            Self::UnavailablePlayer(why) => why.en(),
            Self::NoComputerPlayer => {
                "this game is for one person, without a computer player".into()
            }
        }
    }
}
