//! What went wrong, and where: the one sentence that ends a command with exit code 2.

use super::session::SessionError;
mod en;
mod fr;

use super::{Lang, Say, Sentence, Text};
use std::fmt;

/// Why a file could not be read or written.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// It, or its folder, does not exist.
    NotFound,
    /// It may not be opened.
    Denied,
    /// It is a folder.
    Directory,
    /// Its folder is a file.
    NotADirectory,
    /// Nothing can be written where it is.
    ReadOnly,
    /// The folder it is to stand in is not there.
    NoFolder,
    /// The disk is full.
    Full,
    /// The system allows no file of this size.
    TooLarge,
    /// Another program is writing it.
    Busy,
    /// The standard output carries something else.
    Taken,
    /// It is there already, and `--force` was not given.
    Exists,
    /// Something else that has a sentence.
    Said(Box<Problem>),
    /// Anything else, in the system's words.
    Other(String),
}

impl Say for Reason {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::NotFound => lang.either("ce chemin n'existe pas", "there is no such path"),
            Self::Denied => lang.either("accès refusé", "permission denied"),
            Self::Directory => lang.either("c'est un dossier", "this is a folder"),
            Self::NotADirectory => {
                lang.either("un élément de ce chemin n'est pas un dossier", "a part of this path is not a folder")
            }
            Self::ReadOnly => lang.either("ce disque est en lecture seule", "this disk is read-only"),
            Self::NoFolder => lang.either("son dossier n'existe pas", "its folder does not exist"),
            Self::Full => lang.either("le disque est plein", "the disk is full"),
            Self::TooLarge => {
                lang.either("le système n'admet pas de fichier si long", "the system allows no file of this length")
            }
            Self::Busy => lang.either("un autre programme est en train de l'écrire", "another program is writing it"),
            Self::Taken => {
                lang.either("la sortie standard porte déjà la partie", "the standard output carries the game already")
            }
            Self::Exists => lang.either(
                "ce fichier existe déjà (--force le remplace)",
                "the file is there already (--force replaces it)",
            ),
            Self::Said(problem) => problem.say(lang),
            Self::Other(words) => words.clone(),
        }
    }
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    // Values of the command line.
    NotACount {
        text: String,
    },
    CountOutOfRange {
        text: String,
        least: u64,
        most: u64,
    },
    NotASeed {
        text: String,
    },
    NotAWidth {
        text: String,
    },
    NotAConfidence {
        text: String,
    },
    NotAScale {
        text: String,
    },
    NotAChoice {
        text: String,
        choices: String,
    },
    NotOneOf {
        text: String,
        choices: Vec<Text>,
    },
    NotUnderstood {
        text: String,
    },
    NotAChartFile {
        text: String,
    },
    EmptyRange {
        text: String,
    },
    TallyOfMany {
        runs: usize,
    },
    // What a game has to say of its own values.
    Said(Sentence),
    // The command line as a whole.
    BadArgument {
        flag: String,
        problem: Box<Problem>,
    },
    UnknownArgument {
        text: String,
        suggestion: Option<String>,
    },
    UnknownCommand {
        text: String,
        suggestion: Option<String>,
        choices: String,
    },
    MissingArgument {
        names: String,
    },
    MissingCommand {
        choices: String,
    },
    MissingValue {
        flag: String,
    },
    UnexpectedValue {
        flag: String,
    },
    Conflict {
        first: String,
        second: String,
    },
    Repeated {
        flag: String,
    },
    ArgumentNotUtf8,
    BadCommandLine {
        text: String,
    },
    NoEntropy,
    NoSuchProcessor {
        text: String,
        known: String,
    },
    NoThreads {
        threads: usize,
        reason: String,
    },
    // Files.
    CannotRead {
        file: String,
        reason: Reason,
    },
    CannotWrite {
        file: String,
        reason: Reason,
    },
    SameFileTwice {
        file: String,
    },
    OutputIsInput {
        file: String,
    },
    StdoutTwice,
    StdoutFailed {
        reason: Reason,
    },
    NoTerminal,
    TooLong {
        file: String,
        most: u64,
    },
    NotUtf8 {
        file: String,
        line: usize,
        column: usize,
    },
    ForeignFolder {
        folder: String,
        stranger: String,
    },
    ForeignMarker {
        folder: String,
    },
    OtherStudy {
        folder: String,
        found: String,
        asked: String,
    },
    StudyBusy {
        folder: String,
    },
    StudyReplaced {
        folder: String,
    },
    ChartFailed {
        problem: String,
    },
    // Films.
    NotAFilmFile {
        text: String,
    },
    NotAStillFile {
        text: String,
    },
    NotASpeed {
        text: String,
    },
    NotAState {
        text: String,
    },
    NoSuchState {
        asked: u64,
        last: u64,
    },
    TooManyPixels {
        width: u64,
        height: u64,
    },
    // Tally files.
    BadTally {
        file: String,
        line: usize,
        problem: Box<Problem>,
    },
    TallyExpected {
        key: String,
    },
    TallyFormat,
    TallyValues {
        found: u32,
        own: u32,
    },
    TallyExperiment,
    TallyContradiction {
        key: String,
    },
    TallyUnguarded,
    TallyCut,
    TallyChecksum,
    TallyBins,
    TallyEmpty {
        file: String,
    },
    TallyOfAnother {
        file: String,
        game: String,
    },
    TallyExists {
        file: String,
    },
    TallyBusy {
        file: String,
    },
    TallyReplaced {
        file: String,
    },
    OtherPlan {
        file: String,
        found: String,
        asked: String,
    },
    MergeHoles {
        holes: String,
    },
    MergeSeed {
        file: String,
        first: String,
    },
    MergePrecision {
        file: String,
    },
    MergeOverlap {
        file: String,
        first: String,
        deal: u64,
    },
    SameRunTwice {
        file: String,
        first: String,
    },
    SameInputTwice {
        file: String,
    },
    SlurmNeedsTally,
    ResumeNeedsTally,
    NotAPause {
        text: String,
    },
    NotAShard {
        text: String,
    },
    ShardPrecision,
    NoSuchRow {
        row: String,
        choices: Vec<String>,
    },
    NotAnAssertion {
        text: String,
    },
    AssertPercent {
        text: String,
    },
    AssertProbability {
        text: String,
    },
    AssertUnknown {
        text: String,
        choices: Vec<String>,
    },
    AssertMany {
        text: String,
        choices: Vec<String>,
    },
    AssertParts,
    // Tables that somebody has made.
    InTable {
        file: String,
        line: usize,
        column: usize,
        problem: Box<Problem>,
    },
    TableEmpty {
        file: String,
    },
    /// Rows without anything to compare them with.
    TableNothing {
        file: String,
        rows: Vec<String>,
    },
    TableWide {
        cells: usize,
        headings: usize,
    },
    TableTopic {
        file: String,
    },
    TableColumn {
        file: String,
        column: String,
        headings: Vec<String>,
    },
    TableTwice {
        column: String,
    },
    TableNumber {
        text: String,
    },
    TableNameless,
    ShardEmpty {
        deals: u64,
    },
    // Board games.
    NotAMove {
        file: String,
        number: usize,
        text: String,
    },
    RefusedMove {
        file: String,
        number: usize,
        text: String,
        reason: Sentence,
    },
    // Games at the table.
    Session {
        place: String,
        error: SessionError,
    },
    Undecided,
}

impl Problem {
    /// What a game has to say of its own values, in both languages.
    pub fn said(fr: impl Into<String>, en: impl Into<String>) -> Self {
        Self::Said(Sentence::new(fr, en))
    }

    /// The same of a place of a file: its line and its column.
    pub fn at(file: &str, (line, column): (usize, usize), fr: impl fmt::Display, en: impl fmt::Display) -> Self {
        Self::said(
            format!("{file}, ligne {line}, colonne {column} : {fr}"),
            format!("{file}, line {line}, column {column}: {en}"),
        )
    }

    /// A problem of an argument, such as `--cells`.
    pub fn argument(flag: &str, problem: Self) -> Self {
        Self::BadArgument { flag: flag.to_owned(), problem: Box::new(problem) }
    }
}

impl Say for Problem {
    fn fr(&self) -> String {
        fr::say(self)
    }

    fn en(&self) -> String {
        en::say(self)
    }
}

/// Some of many, the last of them in any case.
fn listed(choices: &[String]) -> String {
    const MOST: usize = 12;
    match choices {
        [first @ .., last] if first.len() > MOST => format!("{}, …, {last}", first[..MOST].join(", ")),
        all => all.join(", "),
    }
}

/// A place in a file: its name, line and column.
type At<'a> = (&'a str, usize, usize);
