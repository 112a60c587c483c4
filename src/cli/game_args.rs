//! Options that name the games: boards, positions, variants, players.

use super::args::{Complaint, CountRange, choice, count, range};
use crate::games::alak::position::PositionError;
use crate::games::alak::{Cells, Edge, OwnGroup, Rules};
use crate::games::nim::{Nim, TakeSet};
use crate::games::solitaire::{Board, SolveError, State, StateError};
use crate::lang::Problem;
use crate::players::Kind;
use crate::topics::duel::experiment::Pairing;
use clap::builder::TypedValueParser;

/// `--board`.
pub fn board(text: &str) -> Result<Board, Complaint> {
    text.parse().map_err(|_| Complaint(Problem::NotABoard { text: text.into() }))
}

/// The board that is full but for one hole.
pub fn full_but(board: Board, hole: usize) -> Result<State, Problem> {
    State::new(board, hole).map_err(|_| off_board("--hole", &hole.to_string(), board))
}

fn off_board(flag: &str, cell: &str, board: Board) -> Problem {
    let (board, last) = (board.to_string(), board.cells() as u64 - 1);
    let problem = Box::new(Problem::NotACell { cell: cell.into(), board, last });
    Problem::BadArgument { flag: flag.into(), problem }
}

/// `--position` of a solitaire board: its cells with pegs.
pub fn pegs(board: Board, text: &str) -> Result<State, Problem> {
    State::parse(board, text).map_err(|error| {
        let problem = |problem| Problem::BadArgument { flag: "--position".into(), problem: Box::new(problem) };
        match error {
            StateError::HoleOffBoard { hole, .. } => off_board("--position", &hole.to_string(), board),
            StateError::UnknownCell { cell, .. } => off_board("--position", &cell, board),
            other => problem(Problem::BadPosition { detail: other.to_string() }),
        }
    })
}

/// A solver that would need too much, in words.
pub fn too_large(error: &SolveError) -> Problem {
    Problem::TooLarge { detail: error.to_string() }
}

/// `--hole` of a simulation: a cell, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holes {
    /// Each cell in turn.
    All,
    /// This one.
    One(usize),
}

/// `--hole`, or `all`.
pub fn holes(text: &str) -> Result<Holes, Complaint> {
    if text == "all" || text == "toutes" { Ok(Holes::All) } else { hole(text).map(Holes::One) }
}

/// `--hole`.
pub fn hole(text: &str) -> Result<usize, Complaint> {
    count(text, 0, 63).map(|hole| hole as usize)
}

/// `--cells` of Alak, or a range.
pub fn cells(text: &str) -> Result<CountRange, Complaint> {
    range(text, 1, Cells::MAX.into())
}

/// `--cells` of Alak.
pub fn one_board(text: &str) -> Result<Cells, Complaint> {
    let most = u64::from(Cells::MAX);
    let out = || Complaint(Problem::CountOutOfRange { text: text.into(), least: 1, most });
    count(text, 1, most).and_then(|cells| Cells::new(cells as u32).map_err(|_| out()))
}

/// The variant of Alak.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct VariantArgs {
    /// Whether the last cell touches the first: line or ring
    #[arg(long, value_name = "EDGE", default_value = "line", value_parser = edge())]
    pub edge: Edge,
    /// What becomes of a group that its own player leaves without an empty neighbour: spared or captured
    #[arg(long, value_name = "RULE", default_value = "spared", value_parser = own_group())]
    pub own_group: OwnGroup,
}

impl VariantArgs {
    /// The rules for a board of so many cells.
    pub const fn rules(self, cells: Cells) -> Rules {
        Rules { cells, edge: self.edge, own_group: self.own_group }
    }
}

fn edge() -> impl TypedValueParser<Value = Edge> {
    choice(&[("line", "ligne"), ("ring", "tore")], |name| name.parse().ok())
}

fn own_group() -> impl TypedValueParser<Value = OwnGroup> {
    choice(&[("spared", "epargne"), ("captured", "capture")], |name| name.parse().ok())
}

/// What is wrong with a position of Alak.
pub fn bad_position(error: PositionError) -> Problem {
    let (flag, problem) = match error {
        PositionError::UnknownCell { column, found } => ("--position", Problem::NotAStone { column, found }),
        PositionError::Length { found, expected } => {
            ("--position", Problem::PositionLength { found, expected: expected as usize })
        }
        PositionError::UnknownPlayer(sign) => ("--to-play", Problem::NotAChoice { text: sign, choices: "x, o".into() }),
        other => ("--forbidden", Problem::BadPosition { detail: other.to_string() }),
    };
    Problem::BadArgument { flag: flag.into(), problem: Box::new(problem) }
}

/// `--matches`.
pub fn one_heap(text: &str) -> Result<u32, Complaint> {
    count(text, 1, Nim::MAX_MATCHES.into()).map(|matches| matches as u32)
}

/// `--matches`, or a range.
pub fn heaps(text: &str) -> Result<CountRange, Complaint> {
    range(text, 1, Nim::MAX_MATCHES.into())
}

/// `--takes`.
pub fn takes(text: &str) -> Result<TakeSet, Complaint> {
    let most = TakeSet::MAX.into();
    text.parse().map_err(|_| Complaint(Problem::NotATakeSet { text: text.into(), most }))
}

/// `--players` of a match that nobody sits at.
pub fn players(text: &str) -> Result<Pairing, Complaint> {
    let pairing: Pairing = text.parse().map_err(|_| Complaint(Problem::NotPlayers { text: text.into() }))?;
    if pairing.0.contains(&Kind::Human) { Err(Complaint(Problem::NobodyThere)) } else { Ok(pairing) }
}
