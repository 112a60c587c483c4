//! `solve solitaire`.

use super::{fraction, number};
use crate::cli::console::{Console, Done, Failure};
use crate::cli::game_args::{board, full_but, hole, pegs, too_large};
use crate::cli::single::SingleFormat;
use crate::games::Memory;
use crate::games::solitaire::{Board, Count, Explored, Hint, Jump, Shortest, State, first, impossible};
use crate::lang::{Remark, Say};
use crate::report::json::pretty;
use crate::stats::fraction::nearest_f64;
use serde_json::{Map, Value, json};

/// `solve solitaire`.
#[derive(Clone, Debug, clap::Args)]
pub struct SolveSolitaire {
    /// Board: triangle:3 to triangle:10, english or european
    #[arg(long, value_name = "BOARD", default_value = "triangle:5", value_parser = board)]
    board: Board,
    /// Cell that is empty at the start [default: 12 on triangle:5, else the middle]
    #[arg(long, value_name = "CELL", value_parser = hole, allow_hyphen_values = true, conflicts_with = "position")]
    hole: Option<usize>,
    /// Cells with pegs, such as 0,3,4
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true)]
    position: Option<String>,
    /// Count solutions, games and positions
    #[arg(long)]
    count: bool,
    /// Find the fewest moves, when several jumps by one peg are one move
    #[arg(long)]
    shortest: bool,
    /// Count the solutions that are left after each jump at hand
    #[arg(long)]
    hints: bool,
    /// What the standard output carries
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: SingleFormat,
}

/// All that was found.
struct Answer {
    first: Option<Vec<Jump>>,
    proof: Option<String>,
    count: Option<Count>,
    shortest: Option<Option<Shortest>>,
    hints: Option<Vec<Hint>>,
}

impl SolveSolitaire {
    /// Solves and prints; exit code 1 when there is no solution.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let start = match &self.position {
            Some(cells) => pegs(self.board, cells)?,
            None => full_but(self.board, self.hole.unwrap_or(self.board.default_hole()))?,
        };
        let answer = self.answer(&start).map_err(|error| too_large(&error))?;
        let text = match self.format {
            SingleFormat::Json => pretty(&answer.json()),
            SingleFormat::Table => answer.text(console),
        };
        console.print(text.as_bytes())?;
        Ok(if answer.first.is_some() { Done::Success } else { Done::No })
    }

    fn answer(&self, start: &State) -> Result<Answer, crate::games::solitaire::SolveError> {
        let budget = Memory::default();
        let explored =
            if self.count || self.shortest || self.hints { Some(Explored::new(start, budget)?) } else { None };
        let proof = impossible(start).map(|proof| proof.to_string());
        let first = if proof.is_some() { None } else { first(start, budget)? };
        Ok(Answer {
            first,
            proof,
            count: explored.as_ref().filter(|_| self.count).map(Explored::count),
            shortest: explored.as_ref().filter(|_| self.shortest).map(Explored::shortest),
            hints: explored.as_ref().filter(|_| self.hints).map(Explored::hints),
        })
    }
}

impl Answer {
    fn json(&self) -> Value {
        let jumps = |jumps: &[Jump]| jumps.iter().map(|jump| json!([jump.from, jump.to])).collect::<Vec<_>>();
        let mut object = Map::new();
        object.insert("solvable".into(), json!(self.first.is_some()));
        object.insert("first".into(), json!(self.first.as_deref().map(jumps)));
        if let Some(proof) = &self.proof {
            object.insert("proof".into(), json!(proof));
        }
        if let Some(count) = &self.count {
            let by_finish: Map<String, Value> =
                count.by_finish.iter().map(|(cell, ways)| (cell.to_string(), number(ways))).collect();
            let law: Map<String, Value> =
                count.left_law.iter().map(|(left, chance)| (left.to_string(), json!(fraction(chance)))).collect();
            object.insert("solutions".into(), number(&count.solutions));
            object.insert("by_finish".into(), Value::Object(by_finish));
            object.insert("games".into(), number(&count.games));
            object.insert("reachable".into(), json!(count.reachable));
            object.insert("winning".into(), json!(count.winning));
            object.insert("random_win".into(), json!(fraction(&count.random_win)));
            object.insert("random_left".into(), Value::Object(law));
        }
        if let Some(shortest) = &self.shortest {
            object.insert("moves".into(), json!(shortest.as_ref().map(|found| found.moves.len())));
            let cells = |found: &Shortest| found.moves.iter().map(|m| json!(m.cells)).collect::<Vec<_>>();
            object.insert("shortest".into(), json!(shortest.as_ref().map(cells)));
        }
        if let Some(hints) = &self.hints {
            let hint = |hint: &Hint| {
                json!({
                    "from": hint.jump.from, "to": hint.jump.to, "solutions": number(&hint.solutions),
                })
            };
            object.insert("hints".into(), hints.iter().map(hint).collect());
        }
        Value::Object(object)
    }

    fn text(&self, console: &Console) -> String {
        let lang = console.lang;
        let say = |remark: Remark| format!("{}\n", remark.say(lang));
        let mut text = match (&self.first, &self.proof) {
            (Some(jumps), _) => {
                let shown: Vec<String> = jumps.iter().map(ToString::to_string).collect();
                format!("{}\n", shown.join(" "))
            }
            (None, Some(proof)) => say(Remark::Hopeless { proof: proof.clone() }),
            (None, None) => say(Remark::NoSolution),
        };
        if let Some(count) = &self.count {
            let integer = |number: &num_bigint::BigUint| lang.digits(&number.to_string());
            text.push_str(&say(Remark::SolutionCount {
                solutions: integer(&count.solutions),
                games: integer(&count.games),
            }));
            for (cell, ways) in &count.by_finish {
                text.push_str(&say(Remark::SolutionsTo { cell: *cell, ways: integer(ways) }));
            }
            let (reachable, winning) = (count.reachable, count.winning);
            text.push_str(&say(Remark::PositionCount { reachable, winning }));
            let (exact, share) = (fraction(&count.random_win), nearest_f64(&count.random_win));
            text.push_str(&say(Remark::RandomWin { exact, share }));
        }
        if let Some(Some(shortest)) = &self.shortest {
            let path = |m: &crate::games::solitaire::Move| {
                m.cells.iter().map(ToString::to_string).collect::<Vec<_>>().join("-")
            };
            let moves: Vec<String> = shortest.moves.iter().map(path).collect();
            text.push_str(&say(Remark::FewestMoves { count: moves.len(), moves: moves.join(" ") }));
        }
        for hint in self.hints.iter().flatten() {
            let solutions = lang.digits(&hint.solutions.to_string());
            text.push_str(&say(Remark::JumpHint { jump: hint.jump.to_string(), solutions }));
        }
        text
    }
}
