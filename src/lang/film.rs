//! What is written on animations, and what is said about them.

use super::{Lang, Say};

/// A text on an animation. Players are numbered 1 and 2.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two texts beside each name say what it is")]
pub enum Subtitle {
    // Titles, one for each game.
    Patience,
    Solitaire,
    Alak,
    Nim,
    Bataille,
    // Any game.
    Plain { text: String },
    LeftOut { states: u64 },
    ToPlay { player: u8 },
    Won { player: u8 },
    Drawn,
    // The patience.
    Stock { cards: usize },
    Piles { piles: usize },
    CardDrawn { card: String },
    Allied { card: String, left: String, right: String },
    Jumped { card: String },
    PatienceOver { piles: usize },
    // Solitaire.
    Pegs { pegs: u32 },
    PegJumps { from: usize, to: usize },
    PegsLeft { pegs: u32 },
    PegsGoOn,
    // Alak.
    Stones { player: u8, stones: u32 },
    Put { player: u8, cell: u32, captured: u32 },
    Repeats { period: u64 },
    // Nim.
    Matches { matches: u32 },
    More { matches: u32 },
    Taken { player: u8, matches: u32 },
    Takes { player: u8, matches: u32 },
    NoTake,
    // Bataille.
    Hand { player: u8, cards: usize },
    Round { round: u64 },
    Battle,
    FaceDown,
    TakesTrick { player: u8, cards: u16 },
    NoCard,
    LoopBegins,
    LoopCloses { period: u64, pre_period: u64 },
    Unresolved { rounds: u64 },
}

/// `s` unless there is just one, or none in French.
fn plural(lang: Lang, number: u64) -> &'static str {
    let single = match lang {
        Lang::Fr => number < 2,
        Lang::En => number == 1,
    };
    if single { "" } else { "s" }
}

/// A number and its noun.
fn counted(lang: Lang, number: u64, noun: &str) -> String {
    format!("{} {noun}{}", lang.integer(number), plural(lang, number))
}

impl Say for Subtitle {
    fn fr(&self) -> String {
        let count = |number: u64, noun| counted(Lang::Fr, number, noun);
        match self {
            Self::Patience => "La réussite des alliances".into(),
            Self::Solitaire => "Solitaire".into(),
            Self::Alak => "Alak".into(),
            Self::Nim => "Jeu de Nim".into(),
            Self::Bataille => "Bataille".into(),
            Self::Plain { text } => text.clone(),
            Self::LeftOut { states } => {
                let s = plural(Lang::Fr, *states);
                format!("… {} non montré{s} …", count(*states, "état"))
            }
            Self::ToPlay { player } => format!("Au joueur {player} de jouer"),
            Self::Won { player } => format!("Fin : le joueur {player} gagne"),
            Self::Drawn => "Fin : partie nulle".into(),
            Self::Stock { cards } => format!("Pioche : {cards}"),
            Self::Piles { piles } => format!("Tas : {piles}"),
            Self::CardDrawn { card } => format!("{card} est tiré de la pioche"),
            Self::Allied { card, left, right } => format!("{left} et {right} sont alliés : {card} saute"),
            Self::Jumped { card } => format!("{card} a sauté"),
            Self::PatienceOver { piles } => format!("Fin : {piles} tas"),
            Self::Pegs { pegs } => format!("Pions : {pegs}"),
            Self::PegJumps { from, to } => format!("Saut : {from} → {to}"),
            Self::PegsLeft { pegs: 1 } => "Gagné : 1 pion".into(),
            Self::PegsLeft { pegs } => format!("Bloqué : {} restent", count((*pegs).into(), "pion")),
            Self::PegsGoOn => "La partie n'est pas finie".into(),
            Self::Stones { player, stones } => format!("Joueur {player} : {stones}"),
            Self::Put { player, cell, captured: 0 } => format!("Le joueur {player} joue en {cell}"),
            Self::Put { player, cell, captured } => {
                format!("Le joueur {player} joue en {cell} et capture {}", count((*captured).into(), "pierre"))
            }
            Self::Repeats { period } => {
                format!("Position déjà vue, {} plus tôt : partie sans fin", count(*period, "coup"))
            }
            Self::Matches { matches } => format!("Allumettes : {}", Lang::Fr.integer((*matches).into())),
            Self::More { matches } => {
                let s = plural(Lang::Fr, (*matches).into());
                format!("et {} non dessinée{s}", count((*matches).into(), "autre"))
            }
            Self::Taken { player, matches } => format!("Joueur {player} : {}", Lang::Fr.integer((*matches).into())),
            Self::Takes { player, matches } => {
                format!("Le joueur {player} prend {}", count((*matches).into(), "allumette"))
            }
            Self::NoTake => "Fin : plus de prise possible, partie nulle".into(),
            Self::Hand { player, cards } => format!("Joueur {player} : {}", count(*cards as u64, "carte")),
            Self::Round { round } => format!("Pli {}", Lang::Fr.integer(*round)),
            Self::Battle => "Bataille !".into(),
            Self::FaceDown => "Une carte cachée chacun".into(),
            Self::TakesTrick { player, cards } => format!("Le joueur {player} prend {cards} cartes"),
            Self::NoCard => "Plus de carte à poser : le pli n'est à personne".into(),
            Self::LoopBegins => "D'ici la partie tourne en rond".into(),
            Self::LoopCloses { period, pre_period: 0 } => {
                format!("Retour au début : sans fin, période de {}", count(*period, "pli"))
            }
            Self::LoopCloses { period, pre_period } => format!(
                "Comme après le pli {} : sans fin, période de {}",
                Lang::Fr.integer(*pre_period),
                count(*period, "pli")
            ),
            Self::Unresolved { rounds } => format!("Ni fin ni retour en {}", count(*rounds, "pli")),
        }
    }

    fn en(&self) -> String {
        let count = |number: u64, noun| counted(Lang::En, number, noun);
        match self {
            Self::Patience => "La réussite des alliances".into(),
            Self::Solitaire => "Peg solitaire".into(),
            Self::Alak => "Alak".into(),
            Self::Nim => "Nim".into(),
            Self::Bataille => "Bataille (War)".into(),
            Self::Plain { text } => text.clone(),
            Self::LeftOut { states } => format!("… {} not shown …", count(*states, "state")),
            Self::ToPlay { player } => format!("Player {player} to move"),
            Self::Won { player } => format!("The end: player {player} wins"),
            Self::Drawn => "The end: a draw".into(),
            Self::Stock { cards } => format!("Stock: {cards}"),
            Self::Piles { piles } => format!("Piles: {piles}"),
            Self::CardDrawn { card } => format!("{card} is drawn from the stock"),
            Self::Allied { card, left, right } => format!("{left} and {right} are allied: {card} jumps"),
            Self::Jumped { card } => format!("{card} has jumped"),
            Self::PatienceOver { piles } => format!("The end: {}", count(*piles as u64, "pile")),
            Self::Pegs { pegs } => format!("Pegs: {pegs}"),
            Self::PegJumps { from, to } => format!("Jump: {from} → {to}"),
            Self::PegsLeft { pegs: 1 } => "Won: 1 peg".into(),
            Self::PegsLeft { pegs } => format!("Stuck: {} left", count((*pegs).into(), "peg")),
            Self::PegsGoOn => "The game is not over".into(),
            Self::Stones { player, stones } => format!("Player {player}: {stones}"),
            Self::Put { player, cell, captured: 0 } => format!("Player {player} plays {cell}"),
            Self::Put { player, cell, captured } => {
                format!("Player {player} plays {cell} and captures {}", count((*captured).into(), "stone"))
            }
            Self::Repeats { period } => {
                format!("Position seen before, {} ago: the game is endless", count(*period, "turn"))
            }
            Self::Matches { matches: 1 } => "1 match".into(),
            Self::Matches { matches } => format!("{} matches", Lang::En.integer((*matches).into())),
            Self::More { matches } => format!("and {} more, not drawn", Lang::En.integer((*matches).into())),
            Self::Taken { player, matches } => format!("Player {player}: {}", Lang::En.integer((*matches).into())),
            Self::Takes { player, matches: 1 } => format!("Player {player} takes 1 match"),
            Self::Takes { player, matches } => {
                format!("Player {player} takes {} matches", Lang::En.integer((*matches).into()))
            }
            Self::NoTake => "The end: nothing can be taken, a draw".into(),
            Self::Hand { player, cards } => format!("Player {player}: {}", count(*cards as u64, "card")),
            Self::Round { round } => format!("Round {}", Lang::En.integer(*round)),
            Self::Battle => "Battle!".into(),
            Self::FaceDown => "One card each, face down".into(),
            Self::TakesTrick { player, cards } => format!("Player {player} takes {cards} cards"),
            Self::NoCard => "No card to lay: the trick is nobody's".into(),
            Self::LoopBegins => "From here on the game repeats".into(),
            Self::LoopCloses { period, pre_period: 0 } => {
                format!("Back at the start: endless, period {}", count(*period, "round"))
            }
            Self::LoopCloses { period, pre_period } => {
                format!("As after round {}: endless, period {}", Lang::En.integer(*pre_period), count(*period, "round"))
            }
            Self::Unresolved { rounds } => format!("Neither end nor repeat in {}", count(*rounds, "round")),
        }
    }
}

/// What a command says about the file that it has made.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two sentences beside each name say what it is")]
pub enum FilmRemark {
    Made { file: String, states: u64, seconds: f64, bytes: u64 },
    Still { file: String, state: u64, last: u64 },
    Cut { shown: u64, states: u64 },
}

impl Say for FilmRemark {
    fn fr(&self) -> String {
        let lang = Lang::Fr;
        match self {
            Self::Made { file, states, seconds, bytes } => format!(
                "{file} : {}, {} s, {} ko",
                counted(lang, *states, "état"),
                lang.decimal(*seconds, 1),
                lang.integer(bytes.div_ceil(1000))
            ),
            Self::Still { file, state, last } => format!("{file} : l'état {state}, le dernier étant {last}"),
            Self::Cut { shown, states } => format!(
                "La partie est trop longue pour un film : {} de ses {} états sont montrés, les premiers et les derniers.",
                lang.integer(*shown),
                lang.integer(*states)
            ),
        }
    }

    fn en(&self) -> String {
        let lang = Lang::En;
        match self {
            Self::Made { file, states, seconds, bytes } => format!(
                "{file}: {}, {} s, {} kB",
                counted(lang, *states, "state"),
                lang.decimal(*seconds, 1),
                lang.integer(bytes.div_ceil(1000))
            ),
            Self::Still { file, state, last } => format!("{file}: state {state}, the last being {last}"),
            Self::Cut { shown, states } => format!(
                "The game is too long for a film: {} of its {} states are shown, the first and the last ones.",
                lang.integer(*shown),
                lang.integer(*states)
            ),
        }
    }
}

/// What is wrong with an animation that was asked for.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the two sentences beside each name say what it is")]
pub enum FilmProblem {
    NotAFilmFile { text: String },
    NotAStillFile { text: String },
    NotASpeed { text: String },
    NotAState { text: String },
    NoSuchState { asked: u64, last: u64 },
    RefusedMove { number: usize, problem: String },
    TooManyPixels { width: u64, height: u64 },
}

impl Say for FilmProblem {
    fn fr(&self) -> String {
        match self {
            Self::NotAFilmFile { text } => format!(
                "--animate : « {text} » ne finit ni par .gif ni par .svg (avec --frame, une seule image : .png ou .svg)"
            ),
            Self::NotAStillFile { text } => {
                format!("--animate : « {text} » ne finit ni par .png ni par .svg, comme il le faut avec --frame")
            }
            Self::NotASpeed { text } => format!("« {text} » n'est pas une vitesse de 0.1 à 20"),
            Self::NotAState { text } => {
                format!("« {text} » n'est ni le numéro d'un état, à partir de 0, ni « last »")
            }
            Self::NoSuchState { asked, last } => {
                format!("--frame : il n'y a pas d'état {asked}, le dernier est l'état {last}")
            }
            Self::RefusedMove { number, problem } => format!("le coup {number} n'est pas possible : {problem}"),
            Self::TooManyPixels { width, height } => {
                format!("--width : une image de {width} x {height} pixels est trop grande")
            }
        }
    }

    fn en(&self) -> String {
        match self {
            Self::NotAFilmFile { text } => format!(
                "--animate: “{text}” ends neither in .gif nor in .svg (with --frame, a single picture: .png or .svg)"
            ),
            Self::NotAStillFile { text } => {
                format!("--animate: “{text}” ends neither in .png nor in .svg, as --frame needs it")
            }
            Self::NotASpeed { text } => format!("“{text}” is not a speed from 0.1 to 20"),
            Self::NotAState { text } => format!("“{text}” is neither the number of a state, from 0, nor “last”"),
            Self::NoSuchState { asked, last } => {
                format!("--frame: there is no state {asked}, the last is state {last}")
            }
            Self::RefusedMove { number, problem } => format!("move {number} is not possible: {problem}"),
            Self::TooManyPixels { width, height } => {
                format!("--width: a picture of {width} x {height} pixels is too large")
            }
        }
    }
}
