//! `solve`: exact answers. A file a game.

mod alak;
mod nim;
mod solitaire;

use super::console::{Console, Done, Failure};
use num_bigint::BigUint;
use num_rational::Ratio;
use serde_json::{Number, Value};

/// `solve`.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Solve {
    /// Peg solitaire: a solution, and how many there are
    Solitaire(solitaire::SolveSolitaire),
    /// Alak: who can force what, and the best moves
    Alak(alak::SolveAlak),
    /// Nim: who wins, by which moves, and the chances of random players
    Nim(nim::SolveNim),
}

impl Solve {
    /// Solves and prints.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        match self {
            Self::Solitaire(solve) => solve.run(console),
            Self::Alak(solve) => solve.run(console),
            Self::Nim(solve) => solve.run(console),
        }
    }
}

/// A whole number of any size, as a JSON number.
fn number(integer: &BigUint) -> Value {
    let exact = integer.to_string().parse::<Number>();
    exact.map_or_else(|_| Value::String(integer.to_string()), Value::Number)
}

/// A fraction as `p/q`, whole numbers included.
fn fraction(ratio: &Ratio<BigUint>) -> String {
    format!("{}/{}", ratio.numer(), ratio.denom())
}
