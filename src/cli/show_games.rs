//! `show solitaire`, `show alak` and `show nim`: a recorded game, state by state.

use super::args::Complaint;
use super::console::{Console, Done, Failure};
use super::files::{name, read};
use super::game_args::{VariantArgs, board, full_but, hole, one_board, one_heap, takes, too_large};
use super::single::SingleFormat;
#[cfg(feature = "charts")]
use crate::games::Memory;
use crate::games::alak::{Cells, State as Alak};
use crate::games::nim::{Nim, TakeSet};
use crate::games::solitaire::{Board, State as Solitaire, first};
use crate::games::{Game, Outcome, Player};
use crate::lang::{Problem, Remark, Say};
use crate::report::json::pretty;
use serde_json::json;
use std::path::{Path, PathBuf};

/// No recorded game is longer than this, in bytes.
const MAX_GAME: u64 = 64 * 1024;

/// `show solitaire`.
#[derive(Clone, Debug, clap::Args)]
pub struct ShowSolitaire {
    /// File with jumps such as `(3, 12)`, `-` for the standard input; without it, the first solution
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Board: triangle:3 to triangle:10, english or european
    #[arg(long, value_name = "BOARD", default_value = "triangle:5", value_parser = board)]
    board: Board,
    /// Cell that is empty at the start [default: 12 on triangle:5, else the middle]
    #[arg(long, value_name = "CELL", value_parser = hole, allow_hyphen_values = true)]
    hole: Option<usize>,
    /// What the standard output carries
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: SingleFormat,
    #[cfg(feature = "charts")]
    #[command(flatten)]
    film: super::film::FilmArgs,
}

/// `show alak`.
#[derive(Clone, Debug, clap::Args)]
pub struct ShowAlak {
    /// File with the cells played, separated by blanks, `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of cells
    #[arg(long, value_name = "N", default_value = "9", value_parser = one_board, allow_hyphen_values = true)]
    cells: Cells,
    #[command(flatten)]
    variant: VariantArgs,
    /// What the standard output carries
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: SingleFormat,
    #[cfg(feature = "charts")]
    #[command(flatten)]
    film: super::film::FilmArgs,
}

/// `show nim`.
#[derive(Clone, Debug, clap::Args)]
pub struct ShowNim {
    /// File with the numbers of matches taken, separated by blanks, `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of matches
    #[arg(long, value_name = "N", default_value = "25", value_parser = one_heap, allow_hyphen_values = true)]
    matches: u32,
    /// Numbers of matches that may be taken
    #[arg(long, value_name = "T,T", default_value = "2,3", value_parser = takes, allow_hyphen_values = true)]
    takes: TakeSet,
    /// What the standard output carries
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: SingleFormat,
    #[cfg(feature = "charts")]
    #[command(flatten)]
    film: super::film::FilmArgs,
}

impl ShowSolitaire {
    /// Prints the game.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        #[cfg(feature = "charts")]
        let camera = self.film.open()?;
        let start = full_but(self.board, self.hole.unwrap_or(self.board.default_hole()))?;
        let moves = match &self.file {
            Some(file) => recorded::<Solitaire>(file, |text| {
                let spaced = text.replace(')', ")\n");
                spaced.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
            })?,
            None => match first(&start, Memory::default()).map_err(|error| too_large(&error))? {
                Some(jumps) => jumps,
                None => {
                    console.print(format!("{}\n", Remark::NoSolution.say(console.lang)).as_bytes())?;
                    return Ok(Done::No);
                }
            },
        };
        let draw = || -> Result<(), Failure> {
            #[cfg(feature = "charts")]
            if let Some(camera) = camera {
                camera.shoot(console, |wanted, _| crate::topics::solitaire::film::solitaire(&start, &moves, wanted))?;
            }
            Ok(())
        };
        show(start, &moves, self.file.as_deref(), self.format, console, draw)
    }
}

impl ShowAlak {
    /// Prints the game.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        #[cfg(feature = "charts")]
        let camera = self.film.open()?;
        let moves = recorded::<Alak>(&self.file, words)?;
        let start = Alak::new(self.variant.rules(self.cells));
        let draw = || -> Result<(), Failure> {
            #[cfg(feature = "charts")]
            if let Some(camera) = camera {
                camera.shoot(console, |wanted, _| crate::topics::alak::film::alak(&start, &moves, wanted))?;
            }
            Ok(())
        };
        show(start, &moves, Some(&self.file), self.format, console, draw)
    }
}

impl ShowNim {
    /// Prints the game.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        #[cfg(feature = "charts")]
        let camera = self.film.open()?;
        let moves = recorded::<Nim>(&self.file, words)?;
        let start = Nim::new(self.takes.clone(), self.matches)
            .map_err(|error| Problem::BadPosition { detail: error.to_string() })?;
        let draw = || -> Result<(), Failure> {
            #[cfg(feature = "charts")]
            if let Some(camera) = camera {
                camera.shoot(console, |wanted, _| crate::topics::nim::film::nim(&start, &moves, wanted))?;
            }
            Ok(())
        };
        show(start.clone(), &moves, Some(&self.file), self.format, console, draw)
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The moves in a file.
fn recorded<G: Game>(path: &Path, cut: impl Fn(&str) -> Vec<String>) -> Result<Vec<G::Move>, Failure> {
    let bytes = read(path, MAX_GAME)?;
    let text = String::from_utf8_lossy(&bytes);
    let moves = cut(text.trim_start_matches('\u{feff}')).into_iter().enumerate().map(|(place, word)| {
        word.parse()
            .map_err(|_| Complaint(Problem::NotAMove { file: name(path), number: place + 1, text: word.clone() }).0)
    });
    Ok(moves.collect::<Result<_, Problem>>()?)
}

/// Prints each state of a game, or its end as JSON. When the rules accept every move, and before anything is printed,
/// `draw` is called.
fn show<G: Game>(
    mut state: G,
    moves: &[G::Move],
    file: Option<&Path>,
    format: SingleFormat,
    console: &Console,
    draw: impl FnOnce() -> Result<(), Failure>,
) -> Result<Done, Failure> {
    let mut text = format!("{state}\n");
    for (place, &mv) in moves.iter().enumerate() {
        state.play(mv).map_err(|refusal| Problem::RefusedMove {
            file: file.map(name).unwrap_or_default(),
            number: place + 1,
            text: mv.to_string(),
            reason: refusal.to_string(),
        })?;
        text.push_str(&format!("\n{mv}\n{state}\n"));
    }
    let outcome = match state.outcome() {
        None => "open".to_owned(),
        Some(Outcome::Winner(Player::One)) => "player1".to_owned(),
        Some(Outcome::Winner(Player::Two)) => "player2".to_owned(),
        Some(Outcome::Draw) => "draw".to_owned(),
        Some(Outcome::Left(left)) => left.to_string(),
    };
    let answer = match format {
        SingleFormat::Table => text,
        SingleFormat::Json => {
            let played: Vec<String> = moves.iter().map(ToString::to_string).collect();
            pretty(&json!({ "outcome": outcome, "moves": played, "state": state.to_string() }))
        }
    };
    draw()?;
    console.print(answer.as_bytes())?;
    Ok(Done::Success)
}
