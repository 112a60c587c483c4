//! The native part of the module `pioche` for Python: commands of the program that return their output, and functions of the
//! engine on a deck. `python/pioche/__init__.py` makes Python's functions of it.

use pioche_engine::cards::Card;
use pioche_engine::cards::card::MAX_CARDS;
use pioche_engine::cards::deck::{ParsedDeckText, TextPosition};
use pioche_engine::games::alliances::AllianceRule;
use pioche_engine::games::alliances::automatic::automatic_pile_count;
use pioche_engine::games::alliances::improve::{Improvement, best_change};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::ffi::OsString;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The time between two checks for an interrupt of Python.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The time in which an interrupted command may save its results. A longer one is left to end by itself.
const GRACE_PERIOD: Duration = Duration::from_millis(500);

/// The number of commands that run. A request to stop ends all of them, and is forgotten after the last.
static RUNNING_COMMANDS: Mutex<usize> = Mutex::new(0);

/// A command that runs, until it is dropped.
struct RunningCommand;

impl RunningCommand {
    fn start() -> Self {
        update_running_commands(|count| *count += 1);
        Self
    }
}

impl Drop for RunningCommand {
    fn drop(&mut self) {
        update_running_commands(|count| {
            *count -= 1;
            if *count == 0 {
                pioche::forget_stop_request();
            }
        });
    }
}

fn update_running_commands(change: impl FnOnce(&mut usize)) {
    change(&mut RUNNING_COMMANDS.lock().expect("no panic under the lock"));
}

/// Runs a command and returns its exit code, its standard output and its standard error. Fails when Python is
/// interrupted; the command then ends soon.
#[pyfunction]
fn run(py: Python<'_>, args: Vec<OsString>) -> PyResult<(u8, Vec<u8>, String)> {
    let _running = RunningCommand::start();
    let (sender, mut receiver) = channel();
    thread::Builder::new()
        .stack_size(pioche::STACK_SIZE)
        .spawn(move || sender.send(pioche::run_captured(&args)))?;
    loop {
        match receive(py, &mut receiver, POLL_INTERVAL) {
            Ok(output) => return Ok((output.exit_code, output.stdout, output.stderr)),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("pioche panicked"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(interrupt) = py.check_signals() {
            pioche::request_stop();
            let _ = receive(py, &mut receiver, GRACE_PERIOD);
            return Err(interrupt);
        }
    }
}

/// Waits for the output of a command while other threads of Python run.
fn receive<T: Send>(
    py: Python<'_>,
    receiver: &mut Receiver<T>,
    time: Duration,
) -> Result<T, RecvTimeoutError> {
    py.detach(move || receiver.recv_timeout(time))
}

/// Runs the program on the standard streams and returns its exit code; the first argument is its name.
#[pyfunction]
fn main(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| pioche::main(args))
}

/// Returns the number of piles that the automatic game leaves of a deck (handout 000, 4.5.1).
#[pyfunction]
fn piles(words: Vec<String>) -> PyResult<usize> {
    Ok(automatic_pile_count(
        &parse_deck(words)?,
        AllianceRule::default(),
    ))
}

/// Returns the best exchange of two neighbours of a deck: the place of the first, from 0, and the piles gained
/// (handout 000, 5.1).
#[pyfunction]
fn best_exchange(words: Vec<String>) -> PyResult<(usize, i32)> {
    let deck = parse_deck(words)?;
    let best = best_change(&deck, Improvement::Exchange, AllianceRule::default())
        .ok_or_else(|| PyValueError::new_err("an exchange needs two cards"))?;
    Ok((best.change.first, best.gain()))
}

/// Returns the cards of words. Fails when a word is not a card, or a card occurs twice.
fn parse_deck(words: Vec<String>) -> PyResult<Vec<Card>> {
    if words.len() > MAX_CARDS {
        let message = format!("{} cards are more than {MAX_CARDS}", words.len());
        return Err(PyValueError::new_err(message));
    }
    let positions = (1..).map(|column| TextPosition { line: 1, column });
    ParsedDeckText::from_words(positions.zip(words))
        .distinct_cards()
        .map_err(|errors| PyValueError::new_err(errors[0].to_string()))
}

#[pymodule]
mod _pioche {
    #[pymodule_export]
    use super::{best_exchange, main, piles, run};

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
