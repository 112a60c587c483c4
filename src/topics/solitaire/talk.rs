//! The sentences of the peg solitaire; the handout's (001) where it has one.

use crate::lang::{Lang, Say};

/// What is said over the solitaire. Cells and jumps are texts as the handout writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PegTalk {
    Greeting { board: Board, hole: Option<usize> },
    Rules,
    AskStart,
    AskEnd,
    Played { from: u8, to: u8 },
    NotACell { text: String, last: usize },
    OffBoard { cell: u8, last: usize },
    NoPeg { from: u8 },
    Occupied { to: u8 },
    NoLine { from: u8, to: u8 },
    NothingBetween { over: u8 },
    Blocked { pegs: usize },
    Hint { jumps: Vec<(String, String)> },
    NoHope,
    TooManyToCount { jump: String },
    Unknown,
    Won,
    Solution,
    NoWay,
}

/// A board, as it is named in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    Triangle { side: usize },
    English,
    European,
}

/// A number of solutions, which may have any number of digits.
fn solutions(lang: Lang, digits: &str) -> String {
    // Beyond all bounds there are many.
    let number = digits.parse().unwrap_or(u64::MAX);
    format!("{} {}", lang.digits(digits), lang.plural(number, "solution", "solutions"))
}

impl Say for PegTalk {
    fn fr(&self) -> String {
        match self {
            Self::Greeting { board, hole } => {
                let board = match board {
                    Board::Triangle { side } => format!("triangle de côté {side}"),
                    Board::English => "croix anglaise".into(),
                    Board::European => "plateau européen".into(),
                };
                let hole = hole.map_or_else(String::new, |hole| format!(", case {hole} vide"));
                format!("Solitaire, {board}{hole} : il ne doit rester qu'un pion.")
            }
            Self::Rules => "Un pion saute en ligne droite par-dessus un pion voisin, jusque dans la case
vide juste derrière ; le pion sauté quitte le plateau. Gagné quand il ne reste
qu'un pion.
  3              la case de départ ; la case d'arrivée est demandée ensuite
  3 12           les deux à la fois
  résoudre, ^C   arrêter et lancer la résolution"
                .into(),
            Self::AskStart => {
                "tapez ^C pour arrêter et lancer la résolution\nou alors \n  donnez une case de départ: ".into()
            }
            Self::AskEnd => "  donnez une case d'arrivée: ".into(),
            Self::Played { from, to } => format!("on joue de {from} a {to}"),
            Self::NotACell { text, last } => {
                format!("  case invalide : « {text} » n'est pas un nombre de 0 à {last}")
            }
            Self::OffBoard { cell, last } => format!("  case invalide : {cell} n'est pas entre 0 et {last}"),
            Self::NoPeg { from } => format!("  case de départ invalide : il n'y a pas de pion en {from}"),
            Self::Occupied { to } => format!("  case d'arrivée invalide : il y a déjà un pion en {to}"),
            Self::NoLine { from, to } => {
                format!("  mouvement invalide : {to} n'est pas à deux cases de {from} en ligne droite")
            }
            Self::NothingBetween { over } => {
                format!("  mouvement invalide : il n'y a pas de pion en {over}, entre les deux")
            }
            Self::Blocked { pegs } => {
                let left = Lang::Fr.counted(*pegs as u64, "pion", "pions");
                format!("Bloqué : plus aucun saut n'est possible, il reste {left}.\n« annuler » ou « quitter » : ")
            }
            Self::Hint { jumps } => {
                let lines = jumps.iter().map(|(jump, number)| format!("  {jump} : {}", solutions(Lang::Fr, number)));
                std::iter::once("Après chaque saut il reste :".to_owned()).chain(lines).collect::<Vec<_>>().join("\n")
            }
            Self::NoHope => "Aucun saut ne mène plus à un seul pion ; « annuler » reprend le dernier.".into(),
            Self::TooManyToCount { jump } => {
                format!("Trop de positions pour compter ; une solution commence par {jump}.")
            }
            Self::Unknown => "Trop de positions : aucune réponse en un temps raisonnable.".into(),
            Self::Won => "Gagné !!!".into(),
            Self::Solution => "suite de coups possible pour terminer :".into(),
            Self::NoWay => "pas moyen d'aller plus loin !!!".into(),
        }
    }

    fn en(&self) -> String {
        match self {
            Self::Greeting { board, hole } => {
                let board = match board {
                    Board::Triangle { side } => format!("triangle of side {side}"),
                    Board::English => "English cross".into(),
                    Board::European => "European board".into(),
                };
                let hole = hole.map_or_else(String::new, |hole| format!(", cell {hole} empty"));
                format!("Solitaire, {board}{hole}: only one peg must be left.")
            }
            Self::Rules => "A peg jumps in a straight line over a neighbouring peg into the empty cell just
behind it; the peg that was jumped over leaves the board. Won when one peg is
left.
  3              the start cell; the end cell is asked for next
  3 12           both at once
  solve, ^C      stop and let the solver go on"
                .into(),
            Self::AskStart => "type ^C to stop and let the solver go on\nor else \n  give a start cell: ".into(),
            Self::AskEnd => "  give an end cell: ".into(),
            Self::Played { from, to } => format!("playing from {from} to {to}"),
            Self::NotACell { text, last } => format!("  invalid cell: “{text}” is not a number from 0 to {last}"),
            Self::OffBoard { cell, last } => format!("  invalid cell: {cell} is not between 0 and {last}"),
            Self::NoPeg { from } => format!("  invalid start cell: there is no peg in {from}"),
            Self::Occupied { to } => format!("  invalid end cell: there is already a peg in {to}"),
            Self::NoLine { from, to } => {
                format!("  invalid move: {to} is not two cells from {from} in a straight line")
            }
            Self::NothingBetween { over } => format!("  invalid move: there is no peg in {over}, between the two"),
            Self::Blocked { pegs } => {
                let left = Lang::En.counted(*pegs as u64, "peg is", "pegs are");
                format!("Blocked: no jump is possible any more, {left} left.\n“undo” or “quit”: ")
            }
            Self::Hint { jumps } => {
                let lines = jumps.iter().map(|(jump, number)| format!("  {jump}: {}", solutions(Lang::En, number)));
                std::iter::once("Each jump leaves:".to_owned()).chain(lines).collect::<Vec<_>>().join("\n")
            }
            Self::NoHope => "No jump leads to a single peg any more; “undo” takes the last one back.".into(),
            Self::TooManyToCount { jump } => format!("Too many positions to count; one solution begins with {jump}."),
            Self::Unknown => "Too many positions: no answer within reasonable time.".into(),
            Self::Won => "Won!!!".into(),
            Self::Solution => "one way to finish:".into(),
            Self::NoWay => "no way to go on!!!".into(),
        }
    }
}
