//! `simulate solitaire`, `simulate alak` and `simulate nim`.

use super::SimulateArgs;
use crate::cli::args::{CountRange, turns};
use crate::cli::console::{Console, Done, Failure};
use crate::cli::game_args::{Holes, VariantArgs, board, cells, full_but, heaps, holes, players, takes};
use crate::games::alak::Cells;
use crate::games::nim::{Nim as Heap, TakeSet};
use crate::games::solitaire::Board;
use crate::lang::Problem;
use crate::topics::duel::experiment::Pairing;
use crate::topics::{Alak, Nim, Question, Solitaire};

/// `simulate solitaire`.
#[derive(Clone, Debug, clap::Args)]
pub struct SimulateSolitaire {
    /// Board: triangle:3 to triangle:10, english or european
    #[arg(long, value_name = "BOARD", default_value = "triangle:5", value_parser = board)]
    board: Board,
    /// Cell that is empty at the start, or `all` for each in turn [default: 12 on triangle:5, else the middle]
    #[arg(long, value_name = "CELL", value_parser = holes, allow_hyphen_values = true)]
    hole: Option<Holes>,
    #[command(flatten)]
    common: SimulateArgs,
}

impl SimulateSolitaire {
    /// Runs the simulation.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let holes = match self.hole.unwrap_or(Holes::One(self.board.default_hole())) {
            Holes::One(hole) => {
                full_but(self.board, hole)?;
                hole..hole + 1
            }
            Holes::All => 0..self.board.cells(),
        };
        let questions = holes.filter_map(|hole| Solitaire::new(self.board, hole));
        let questions: Vec<Box<dyn Question>> = questions.map(|question| Box::new(question) as Box<_>).collect();
        self.common.simulate(&questions, self.common.opener(), console, |_| Ok(()))
    }
}

/// `simulate alak`.
#[derive(Clone, Debug, clap::Args)]
pub struct SimulateAlak {
    /// Number of cells, or a range such as 3..12
    #[arg(long, value_name = "N", default_value = "9", value_parser = cells, allow_hyphen_values = true)]
    cells: CountRange,
    #[command(flatten)]
    variant: VariantArgs,
    /// The players, player 1 first: random, greedy, perfect, minimax:d, mcts:n
    #[arg(long, value_name = "P,P", default_value = "random,random", value_parser = players)]
    players: Pairing,
    /// Leave games unresolved that have not ended after N moves
    #[arg(long, value_name = "N", default_value = "1000", value_parser = turns, allow_hyphen_values = true)]
    max_plies: u64,
    #[command(flatten)]
    common: SimulateArgs,
}

impl SimulateAlak {
    /// Runs the simulation.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let mut questions: Vec<Box<dyn Question>> = Vec::new();
        for cells in self.cells.numbers().filter_map(|cells| Cells::new(cells as u32).ok()) {
            let question = Alak::new(self.variant.rules(cells), self.players, self.max_plies);
            questions.push(Box::new(question.map_err(|error| no_seat(&error))?));
        }
        self.common.simulate(&questions, self.common.opener(), console, |_| Ok(()))
    }
}

/// `simulate nim`.
#[derive(Clone, Debug, clap::Args)]
pub struct SimulateNim {
    /// Number of matches, or a range such as 2..30
    #[arg(long, value_name = "N", default_value = "25", value_parser = heaps, allow_hyphen_values = true)]
    matches: CountRange,
    /// Numbers of matches that may be taken
    #[arg(long, value_name = "T,T", default_value = "2,3", value_parser = takes, allow_hyphen_values = true)]
    takes: TakeSet,
    /// The players, player 1 first: random, greedy, perfect, minimax:d, mcts:n
    #[arg(long, value_name = "P,P", default_value = "random,random", value_parser = players)]
    players: Pairing,
    #[command(flatten)]
    common: SimulateArgs,
}

impl SimulateNim {
    /// Runs the simulation.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let starts = self.matches.numbers().filter_map(|matches| Heap::new(self.takes.clone(), matches as u32).ok());
        let mut questions: Vec<Box<dyn Question>> = Vec::new();
        for start in starts {
            questions.push(Box::new(Nim::new(start, self.players).map_err(|error| no_seat(&error))?));
        }
        self.common.simulate(&questions, self.common.opener(), console, |_| Ok(()))
    }
}

/// A player who cannot play.
fn no_seat(error: &dyn std::error::Error) -> Problem {
    let problem = Box::new(Problem::TooLarge { detail: error.to_string() });
    Problem::BadArgument { flag: "--players".into(), problem }
}
