//! `solve alak`.

use crate::cli::console::{Console, Done, Failure};
use crate::cli::game_args::{VariantArgs, bad_position, one_board};
use crate::cli::single::SingleFormat;
use crate::games::Memory;
use crate::games::alak::position::{cell_list, player};
use crate::games::alak::solve::Solution;
use crate::games::alak::{Cells, State};
use crate::lang::{Heading, Problem, Remark, Say};
use crate::report::json::pretty;
use serde_json::json;

/// `solve alak`.
#[derive(Clone, Debug, clap::Args)]
pub struct SolveAlak {
    /// Number of cells
    #[arg(long, value_name = "N", default_value = "9", value_parser = one_board, allow_hyphen_values = true)]
    cells: Cells,
    #[command(flatten)]
    variant: VariantArgs,
    /// A position instead of the empty board: `.` empty, `x` player 1, `o` player 2
    #[arg(long, value_name = "BOARD", allow_hyphen_values = true)]
    position: Option<String>,
    /// Who moves in the position: x or o
    #[arg(long, value_name = "X|O", default_value = "x", requires = "position")]
    to_play: String,
    /// Cells on which the player to move may not put a stone, such as 3,4
    #[arg(long, value_name = "CELLS", default_value = "", requires = "position", allow_hyphen_values = true)]
    forbidden: String,
    /// What the standard output carries
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: SingleFormat,
}

impl SolveAlak {
    /// Solves and prints.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let start = self.start()?;
        let too_large = |detail: String| Problem::TooLarge { detail };
        let solution = Solution::new(&start, Memory::default()).map_err(|error| too_large(error.to_string()))?;
        let bounds = solution.bounds();
        let best = solution.solved(&start).map(|solved| solved.best_moves).unwrap_or_default();
        let best: Vec<u32> = best.iter().map(|cell| cell.0).collect();
        let text = match self.format {
            SingleFormat::Json => pretty(&json!({
                "value": bounds.value().to_string(),
                "margin": bounds.margin(),
                "low": bounds.low,
                "high": bounds.high,
                "states": solution.states(),
                "best_moves": best,
            })),
            SingleFormat::Table => {
                let cells: Vec<String> = best.iter().map(ToString::to_string).collect();
                let remark = Remark::AlakValue {
                    value: Heading::word(console.lang, &bounds.value().to_string()),
                    margin: bounds.margin(),
                    low: bounds.low,
                    high: bounds.high,
                    states: solution.states(),
                    best: cells.join(", "),
                };
                format!("{}\n", remark.say(console.lang))
            }
        };
        console.print(text.as_bytes())?;
        Ok(Done::Success)
    }

    fn start(&self) -> Result<State, Problem> {
        let Some(board) = &self.position else { return Ok(State::new(self.variant.rules(self.cells))) };
        // The position has its own length; --cells need not repeat it.
        let length = Cells::new(board.chars().count() as u32).unwrap_or(self.cells);
        let to_play = player(&self.to_play).map_err(bad_position)?;
        let forbidden = cell_list(&self.forbidden).map_err(bad_position)?;
        State::from_position(self.variant.rules(length), board, to_play, &forbidden).map_err(bad_position)
    }
}
