//! What went wrong, and where: the one sentence that ends a command with exit code 2.

use super::dialogue::Misfit;
use super::{Lang, Say};

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
    /// The disk is full.
    Full,
    /// It is there already, and `--force` was not given.
    Exists,
    /// Something else that has a sentence.
    Said(Box<Problem>),
    /// Anything else, in the system's words.
    Other(String),
}

impl Say for Reason {
    fn fr(&self) -> String {
        match self {
            Self::NotFound => "ce chemin n'existe pas".into(),
            Self::Denied => "accès refusé".into(),
            Self::Directory => "c'est un dossier".into(),
            Self::NotADirectory => "un élément de ce chemin n'est pas un dossier".into(),
            Self::Full => "le disque est plein".into(),
            Self::Exists => "ce fichier existe déjà (--force le remplace)".into(),
            Self::Said(problem) => problem.fr(),
            Self::Other(words) => words.clone(),
        }
    }

    fn en(&self) -> String {
        match self {
            Self::NotFound => "there is no such path".into(),
            Self::Denied => "permission denied".into(),
            Self::Directory => "this is a folder".into(),
            Self::NotADirectory => "a part of this path is not a folder".into(),
            Self::Full => "the disk is full".into(),
            Self::Exists => "the file is there already (--force replaces it)".into(),
            Self::Said(problem) => problem.en(),
            Self::Other(words) => words.clone(),
        }
    }
}

/// A place in a file.
type At<'a> = (&'a str, usize, usize);

/// What went wrong.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two sentences beside each name say what it is")]
pub enum Problem {
    // Values of the command line.
    NotACount { text: String },
    CountOutOfRange { text: String, least: u64, most: u64 },
    NotASeed { text: String },
    NotAWidth { text: String },
    NotAConfidence { text: String },
    NotAScale { text: String },
    NotACardCount { text: String },
    NotAChoice { text: String, choices: String },
    NotAChartFile { text: String },
    NotAMixing { text: String },
    EmptyRange { text: String },
    TallyOfMany { runs: usize },
    BadPackShape { suits: u64, ranks: u64 },
    NothingToChange,
    // The command line as a whole.
    BadArgument { flag: String, problem: Box<Problem> },
    UnknownArgument { text: String, suggestion: Option<String> },
    UnknownCommand { text: String, suggestion: Option<String> },
    MissingArgument { names: String },
    MissingCommand { choices: String },
    MissingValue { flag: String },
    UnexpectedValue { flag: String },
    Conflict { first: String, second: String },
    Repeated { flag: String },
    BadCommandLine { text: String },
    NoEntropy,
    NoSuchProcessor { text: String, known: String },
    NoThreads { problem: String },
    // Files.
    CannotRead { file: String, reason: Reason },
    CannotWrite { file: String, reason: Reason },
    SameFileTwice { file: String },
    StdoutFailed { reason: Reason },
    NoTerminal,
    TooLong { file: String, most: u64 },
    NotUtf8 { file: String, line: usize, column: usize },
    ForeignFolder { folder: String, stranger: String },
    ChartFailed { problem: String },
    // Tally files.
    BadTally { file: String, line: usize, problem: Box<Problem> },
    TallyExpected { key: String },
    TallyFormat,
    TallyValues { found: u32, own: u32 },
    TallyExperiment,
    TallyCounts,
    TallyEmpty { file: String },
    TallyOfAnother { file: String, game: String },
    // Board games.
    NotABoard { text: String },
    NotACell { cell: String, board: String, last: u64 },
    NotAStone { column: usize, found: char },
    PositionLength { found: usize, expected: usize },
    BadPosition { detail: String },
    TooLarge { detail: String },
    NotATakeSet { text: String, most: u64 },
    NotPlayers { text: String },
    NobodyThere,
    NotAMove { file: String, number: usize, text: String },
    RefusedMove { file: String, number: usize, text: String, reason: String },
    // Hands of bataille.
    UnknownValue { file: String, line: usize, column: usize, word: String, values: Option<u64> },
    ThirdHand { file: String, line: usize, column: usize },
    NoSecondHand { file: String },
    TooManyCards { file: String, cards: usize },
    // Decks.
    EmptyDeck { file: String },
    UnknownCard { file: String, line: usize, column: usize, text: String },
    ForeignCard { file: String, line: usize, column: usize, card: String, cards: usize },
    DoubledCard { file: String, line: usize, column: usize, card: String, first: (usize, usize) },
    MissingCards { file: String, cards: String, count: usize },
    WrongNumber { file: String, found: usize, expected: usize },
    // Games at the table.
    Misfit { place: String, misfit: Misfit },
    Undecided,
}

impl Say for Problem {
    fn fr(&self) -> String {
        let at = |(file, line, column): At<'_>| format!("{file}, ligne {line}, colonne {column} :");
        match self {
            Self::NotACount { text } => {
                format!("« {text} » n'est pas un nombre entier comme 250k, 10M, 1e6 ou 1_000_000")
            }
            Self::CountOutOfRange { text, least, most } => {
                let (least, most) = (Lang::Fr.integer(*least), Lang::Fr.integer(*most));
                format!("{text} n'est pas entre {least} et {most}")
            }
            Self::NotASeed { text } => format!("« {text} » n'est ni un entier de 0 à 2^64 − 1, ni « random »"),
            Self::NotAWidth { text } => {
                format!("« {text} » n'est pas une demi-largeur strictement comprise entre 0 et 0,5, comme 0.001")
            }
            Self::NotAConfidence { text } => {
                format!("« {text} » n'est pas un niveau de confiance strictement compris entre 0 et 1, comme 0.95")
            }
            Self::NotAScale { text } => format!("« {text} » n'est pas une échelle entre 0.001 et 1e6"),
            Self::NotACardCount { text } => {
                format!("« {text} » n'est pas 32, 36 ou 52 ; pour un autre jeu, donnez --suits et --ranks")
            }
            Self::NotAChoice { text, choices } => format!("« {text} » n'est pas un choix possible ({choices})"),
            Self::NotAMixing { text } => {
                format!("« {text} » n'est ni « uniform » ni « riffle:m » avec m de 0 à 1000")
            }
            Self::EmptyRange { text } => format!("l'intervalle « {text} » est vide"),
            Self::TallyOfMany { runs } => {
                format!(
                    "un décompte contient une seule simulation, et celle-ci en fait {runs} (--out les écrit toutes)"
                )
            }
            Self::TallyOfAnother { file, game } => {
                format!("{file} : ce décompte porte sur un autre jeu ({game}) que le premier")
            }
            Self::NotAChartFile { text } => format!("« {text} » ne finit ni par .png ni par .svg"),
            Self::BadPackShape { suits, ranks } => format!(
                "un jeu de {suits} x {ranks} n'est pas possible : il faut 1 à 8 couleurs, 1 à 32 valeurs et 64 cartes au plus"
            ),
            Self::NothingToChange => "une pioche d'une seule carte ne peut être modifiée".into(),
            Self::BadArgument { flag, problem } => format!("{flag} : {}", problem.fr()),
            Self::UnknownArgument { text, suggestion } => {
                format!("« {text} » n'est pas un argument connu ici{}", suggested_fr(suggestion))
            }
            Self::UnknownCommand { text, suggestion } => {
                format!("« {text} » n'est pas une commande connue{}", suggested_fr(suggestion))
            }
            Self::MissingArgument { names } => format!("il manque {names}"),
            Self::MissingCommand { choices } => format!("il manque une commande, parmi {choices}"),
            Self::MissingValue { flag } => format!("{flag} attend une valeur"),
            Self::UnexpectedValue { flag } => format!("{flag} n'attend pas de valeur, ou pas autant"),
            Self::Conflict { first, second } => format!("{first} et {second} ne vont pas ensemble"),
            Self::Repeated { flag } => format!("{flag} est donné deux fois"),
            Self::BadCommandLine { text } => text.clone(),
            Self::NoEntropy => "--seed random : le système ne donne pas de hasard".into(),
            Self::NoSuchProcessor { text, known } => {
                format!("PIOCHE_CPU : « {text} » n'est pas un jeu d'instructions de ce processeur ({known})")
            }
            Self::NoThreads { problem } => format!("--threads : {problem}"),
            Self::CannotRead { file, reason } => format!("{file} ne peut être lu : {}", reason.fr()),
            Self::CannotWrite { file, reason } => format!("{file} ne peut être écrit : {}", reason.fr()),
            Self::SameFileTwice { file } => format!("{file} est demandé deux fois comme sortie"),
            Self::NoTerminal => "--tui demande un terminal : sans lui, la partie se joue ligne par ligne".into(),
            Self::StdoutFailed { reason } => format!("la sortie standard ne peut être écrite : {}", reason.fr()),
            Self::TooLong { file, most } => {
                format!("{file} dépasse {} octets : ce n'est pas ce qui est attendu ici", Lang::Fr.integer(*most))
            }
            Self::NotUtf8 { file, line, column } => {
                format!("{} ce n'est pas du texte UTF-8", at((file, *line, *column)))
            }
            Self::ForeignFolder { folder, stranger } => {
                format!(
                    "--out {folder} : ce dossier contient « {stranger} », qui n'est pas d'une étude ; choisissez un dossier vide ou nouveau"
                )
            }
            Self::ChartFailed { problem } => format!("le graphique ne peut être dessiné : {problem}"),
            Self::BadTally { file, line, problem } => format!("{file}, ligne {line} : {}", problem.fr()),
            Self::TallyExpected { key } => format!("la ligne « {key} … » est attendue ici"),
            Self::TallyFormat => "ce n'est pas un décompte de pioche (« pioche tally 1 »)".into(),
            Self::TallyValues { found, own } => {
                format!("ce décompte suit la version {found} des valeurs, ce programme la version {own}")
            }
            Self::TallyExperiment => "cette expérience n'est pas connue".into(),
            Self::TallyCounts => "les décomptes contredisent le nombre de donnes".into(),
            Self::TallyEmpty { file } => format!("{file} ne contient aucune donne"),
            Self::NotABoard { text } => {
                format!("« {text} » n'est pas un plateau : triangle:3 à triangle:10, english ou european")
            }
            Self::NotACell { cell, board, last } => {
                format!("« {cell} » n'est pas une case du plateau {board}, numérotées de 0 à {last}")
            }
            Self::NotAStone { column, found } => {
                format!(
                    "colonne {column} : « {found} » n'est ni « . » (vide), ni « x » (joueur 1), ni « o » (joueur 2)"
                )
            }
            Self::PositionLength { found, expected } => format!("{found} cases au lieu de {expected}"),
            Self::BadPosition { detail } => format!("position refusée ({detail})"),
            Self::TooLarge { detail } => format!("résolution refusée ({detail})"),
            Self::NotATakeSet { text, most } => {
                format!("« {text} » n'est pas une liste de prises de 1 à {most}, comme 2,3")
            }
            Self::NotPlayers { text } => format!(
                "« {text} » ne désigne pas deux joueurs comme random,perfect (random, greedy, perfect, minimax:d, mcts:n, d et n à partir de 1)"
            ),
            Self::NobodyThere => "personne n'est là pour jouer : une simulation n'a pas de joueur human".into(),
            Self::NotAMove { file, number, text } => {
                format!("{file} : le coup {number}, « {text} », n'est pas un coup")
            }
            Self::RefusedMove { file, number, text, reason } => {
                format!("{file} : le coup {number}, {text}, est refusé ({reason})")
            }
            Self::UnknownValue { file, line, column, word, values } => {
                let range = values.map_or_else(String::new, |most| format!(" de 1 à {most}"));
                format!("{} « {word} » n'est pas une valeur{range}", at((file, *line, *column)))
            }
            Self::ThirdHand { file, line, column } => {
                format!("{} deux mains tiennent en deux lignes, rien ne peut suivre", at((file, *line, *column)))
            }
            Self::NoSecondHand { file } => {
                format!("{file}, ligne 2 : il manque la main du joueur 2 (une ligne vide est une main vide)")
            }
            Self::TooManyCards { file, cards } => format!("{file} : {cards} cartes, au lieu de 256 au plus"),
            Self::EmptyDeck { file } => format!("{file} ne contient aucune carte"),
            Self::UnknownCard { file, line, column, text } => {
                format!("{} « {text} » n'est pas une carte comme 7-K ou D-P", at((file, *line, *column)))
            }
            Self::ForeignCard { file, line, column, card, cards } => {
                format!("{} {card} n'est pas d'un jeu de {cards} cartes", at((file, *line, *column)))
            }
            Self::DoubledCard { file, line, column, card, first } => {
                let (first_line, first_column) = first;
                format!(
                    "{} {card} est déjà là (ligne {first_line}, colonne {first_column})",
                    at((file, *line, *column))
                )
            }
            Self::MissingCards { file, cards, count: 1 } => format!("{file} : il manque {cards}"),
            Self::MissingCards { file, cards, count } => format!("{file} : il manque {count} cartes : {cards}"),
            Self::WrongNumber { file, found, expected } => format!("{file} : {found} cartes au lieu de {expected}"),
            Self::Misfit { place, misfit } => format!("{place} : {}", misfit.fr()),
            Self::Undecided => "la recherche d'une solution est abandonnée : trop de positions".into(),
        }
    }

    fn en(&self) -> String {
        let at = |(file, line, column): At<'_>| format!("{file}, line {line}, column {column}:");
        match self {
            Self::NotACount { text } => format!("“{text}” is not a whole number such as 250k, 10M, 1e6 or 1_000_000"),
            Self::CountOutOfRange { text, least, most } => {
                let (least, most) = (Lang::En.integer(*least), Lang::En.integer(*most));
                format!("{text} is not between {least} and {most}")
            }
            Self::NotASeed { text } => format!("“{text}” is neither a whole number from 0 to 2^64 − 1 nor “random”"),
            Self::NotAWidth { text } => {
                format!("“{text}” is not a half-width strictly between 0 and 0.5, such as 0.001")
            }
            Self::NotAConfidence { text } => {
                format!("“{text}” is not a confidence level strictly between 0 and 1, such as 0.95")
            }
            Self::NotAScale { text } => format!("“{text}” is not a scale between 0.001 and 1e6"),
            Self::NotACardCount { text } => {
                format!("“{text}” is not 32, 36 or 52; for another pack, give --suits and --ranks")
            }
            Self::NotAChoice { text, choices } => format!("“{text}” is not one of {choices}"),
            Self::NotAMixing { text } => format!("“{text}” is neither “uniform” nor “riffle:m” with m from 0 to 1000"),
            Self::EmptyRange { text } => format!("the range “{text}” is empty"),
            Self::TallyOfMany { runs } => {
                format!("a tally holds one simulation, and this is {runs} of them (--out writes them all)")
            }
            Self::TallyOfAnother { file, game } => {
                format!("{file}: this tally is of another game ({game}) than the first")
            }
            Self::NotAChartFile { text } => format!("“{text}” ends neither in .png nor in .svg"),
            Self::BadPackShape { suits, ranks } => format!(
                "a pack of {suits} x {ranks} cannot be had: it takes 1 to 8 suits, 1 to 32 ranks and at most 64 cards"
            ),
            Self::NothingToChange => "a stock of one card cannot be changed".into(),
            Self::BadArgument { flag, problem } => format!("{flag}: {}", problem.en()),
            Self::UnknownArgument { text, suggestion } => {
                format!("“{text}” is not a known argument here{}", suggested_en(suggestion))
            }
            Self::UnknownCommand { text, suggestion } => {
                format!("“{text}” is not a known command{}", suggested_en(suggestion))
            }
            Self::MissingArgument { names } => format!("{names} is missing"),
            Self::MissingCommand { choices } => format!("a command is missing, one of {choices}"),
            Self::MissingValue { flag } => format!("{flag} needs a value"),
            Self::UnexpectedValue { flag } => format!("{flag} takes no value, or not so many"),
            Self::Conflict { first, second } => format!("{first} and {second} do not go together"),
            Self::Repeated { flag } => format!("{flag} is given twice"),
            Self::BadCommandLine { text } => text.clone(),
            Self::NoEntropy => "--seed random: the system gives no randomness".into(),
            Self::NoSuchProcessor { text, known } => {
                format!("PIOCHE_CPU: '{text}' is no set of instructions of this processor ({known})")
            }
            Self::NoThreads { problem } => format!("--threads: {problem}"),
            Self::CannotRead { file, reason } => format!("{file} cannot be read: {}", reason.en()),
            Self::CannotWrite { file, reason } => format!("{file} cannot be written: {}", reason.en()),
            Self::SameFileTwice { file } => format!("{file} is asked for twice as an output"),
            Self::NoTerminal => "--tui needs a terminal: without one the game is played line by line".into(),
            Self::StdoutFailed { reason } => format!("the standard output cannot be written: {}", reason.en()),
            Self::TooLong { file, most } => {
                format!("{file} is longer than {} bytes: this is not what is expected here", Lang::En.integer(*most))
            }
            Self::NotUtf8 { file, line, column } => format!("{} this is not UTF-8 text", at((file, *line, *column))),
            Self::ForeignFolder { folder, stranger } => {
                format!(
                    "--out {folder}: this folder holds “{stranger}”, which is not part of a study; choose an empty or a new folder"
                )
            }
            Self::ChartFailed { problem } => format!("the chart cannot be drawn: {problem}"),
            Self::BadTally { file, line, problem } => format!("{file}, line {line}: {}", problem.en()),
            Self::TallyExpected { key } => format!("the line “{key} …” is expected here"),
            Self::TallyFormat => "this is not a tally of pioche (“pioche tally 1”)".into(),
            Self::TallyValues { found, own } => {
                format!("this tally follows version {found} of the values, this program version {own}")
            }
            Self::TallyExperiment => "this experiment is not known".into(),
            Self::TallyCounts => "the counts contradict the number of deals".into(),
            Self::TallyEmpty { file } => format!("{file} holds no deal"),
            Self::NotABoard { text } => {
                format!("“{text}” is not a board: triangle:3 to triangle:10, english or european")
            }
            Self::NotACell { cell, board, last } => {
                format!("“{cell}” is not a cell of the board {board}, whose cells are 0 to {last}")
            }
            Self::NotAStone { column, found } => {
                format!("column {column}: “{found}” is neither “.” (empty) nor “x” (player 1) nor “o” (player 2)")
            }
            Self::PositionLength { found, expected } => format!("{found} cells instead of {expected}"),
            Self::BadPosition { detail } => detail.clone(),
            Self::TooLarge { detail } => format!("not solved: {detail}"),
            Self::NotATakeSet { text, most } => {
                format!("“{text}” is not a list of takes from 1 to {most}, such as 2,3")
            }
            Self::NotPlayers { text } => format!(
                "“{text}” does not name two players such as random,perfect (random, greedy, perfect, minimax:d, mcts:n, d and n from 1 on)"
            ),
            Self::NobodyThere => "nobody is there to play: a simulation has no human player".into(),
            Self::NotAMove { file, number, text } => format!("{file}: move {number}, “{text}”, is not a move"),
            Self::RefusedMove { file, number, text, reason } => {
                format!("{file}: move {number}, {text}, is refused: {reason}")
            }
            Self::UnknownValue { file, line, column, word, values } => {
                let range = values.map_or_else(String::new, |most| format!(" from 1 to {most}"));
                format!("{} “{word}” is not a value{range}", at((file, *line, *column)))
            }
            Self::ThirdHand { file, line, column } => {
                format!("{} two hands stand on two lines, nothing may follow", at((file, *line, *column)))
            }
            Self::NoSecondHand { file } => {
                format!("{file}, line 2: the hand of player 2 is missing (an empty line is an empty hand)")
            }
            Self::TooManyCards { file, cards } => format!("{file}: {cards} cards, more than 256"),
            Self::EmptyDeck { file } => format!("{file} holds no card"),
            Self::UnknownCard { file, line, column, text } => {
                format!("{} “{text}” is not a card such as 7-K or D-P", at((file, *line, *column)))
            }
            Self::ForeignCard { file, line, column, card, cards } => {
                format!("{} {card} does not belong to a pack of {cards} cards", at((file, *line, *column)))
            }
            Self::DoubledCard { file, line, column, card, first } => {
                let (first_line, first_column) = first;
                format!(
                    "{} {card} is there already (line {first_line}, column {first_column})",
                    at((file, *line, *column))
                )
            }
            Self::MissingCards { file, cards, count: 1 } => format!("{file}: {cards} is missing"),
            Self::MissingCards { file, cards, count } => format!("{file}: {count} cards are missing: {cards}"),
            Self::WrongNumber { file, found, expected } => format!("{file}: {found} cards instead of {expected}"),
            Self::Misfit { place, misfit } => format!("{place}: {}", misfit.en()),
            Self::Undecided => "the search for a solution was given up: too many positions".into(),
        }
    }
}

fn suggested_fr(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map_or_else(String::new, |word| format!(" ; peut-être {word} ?"))
}

fn suggested_en(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map_or_else(String::new, |word| format!("; perhaps {word}?"))
}
