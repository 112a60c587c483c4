//! The signals that end a command: which one came, and how soon the command ends.
//!
//! A command that has nothing to put in order ends at once, in the handler of the signal, however deep it is at work. One
//! that holds files or the terminal says so ([`Patience`]): a guard then watches, and ends what has not ended by itself
//! in time, its will done and its unfinished files removed.

use super::files::remove_unfinished;
use crate::lang::Problem;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

/// Set when the user, or the system, has had enough.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// The number of the signal that came last.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
/// Set by every signal, for the guard, which tells a second one from the first.
static AGAIN: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Whether the handler of a signal may end the program.
static AT_ONCE: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));
/// How long the guard waits for the command to end by itself, in milliseconds.
static WAITS: AtomicU64 = AtomicU64::new(u64::MAX);
/// What the guard does before it ends the program.
static WILL: Mutex<Option<Will>> = Mutex::new(None);
/// Whether the guard stands; there is one at most.
static GUARD: OnceLock<()> = OnceLock::new();

type Will = Box<dyn FnOnce() + Send>;

const LOOK: Duration = Duration::from_millis(20);

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
/// The last is that of Ctrl+Break.
#[cfg(not(unix))]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, 21];

/// How long a command is waited for after a signal, once it holds something that must not be left behind, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Patience {
    /// Not at all: it has nothing to finish.
    None = 0,
    /// As long as somebody who plays may wait for an answer.
    Short = 500,
    /// For ever: it looks at the flag itself.
    Endless = u64::MAX,
}

/// Listens from now on, and returns what is set when a signal comes. Until [`hold`] is called, a signal ends the program.
pub fn listen() -> &'static AtomicBool {
    for signal in SIGNALS {
        // The system refuses only signals that nobody can listen to. In this order: whoever ends at once needs no flag.
        let _ = flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&AT_ONCE));
        let _ = flag::register_usize(signal, Arc::clone(&SIGNAL), signal.unsigned_abs() as usize);
        let _ = flag::register(signal, Arc::clone(&AGAIN));
        let _ = flag::register(signal, Arc::clone(&STOP));
    }
    // A file that grows beyond a limit of the system fails like a full disk, instead of ending the program.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    &STOP
}

/// From now on there is something to put in order when a signal comes. Fails when the system starts no thread for the
/// guard of somebody who is waited for a little.
pub fn hold(patience: Patience) -> Result<(), Problem> {
    if GUARD.get().is_none() {
        match (thread::Builder::new().spawn(guard), patience) {
            (Ok(_), _) => drop(GUARD.set(())),
            // It ends at once as before, and leaves what it leaves.
            (Err(_), Patience::None) => return Ok(()),
            (Err(_), Patience::Endless) => second_ends(),
            (Err(error), Patience::Short) => return Err(no_thread(&error)),
        }
    }
    WAITS.store(patience as u64, Ordering::Relaxed);
    AT_ONCE.store(false, Ordering::SeqCst);
    Ok(())
}

/// What the guard does before it ends the program, in the place of what was to be done before.
pub fn will(will: impl FnOnce() + Send + 'static) {
    *WILL.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(will));
}

/// Ends the program when it has not ended, or answered, in time after a signal; at once after a second one.
fn guard() {
    let mut since: Option<Instant> = None;
    loop {
        thread::sleep(LOOK);
        let signal = AGAIN.swap(false, Ordering::Relaxed);
        if !STOP.load(Ordering::Relaxed) {
            since = None;
        } else if let Some(first) = since {
            if signal || first.elapsed().as_millis() >= WAITS.load(Ordering::Relaxed).into() {
                end();
            }
        } else {
            since = Some(Instant::now());
        }
    }
}

/// Ends the program, its will done, and leaves no unfinished file.
fn end() -> ! {
    let will = WILL.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(will) = will {
        will();
    }
    remove_unfinished();
    std::process::exit(exit_code().into())
}

/// Without a guard: a second signal ends the program in its handler.
fn second_ends() {
    let again = Arc::new(AtomicBool::new(false));
    for signal in SIGNALS {
        // In this order: the first signal finds the flag down, and raises it.
        let _ = flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&again));
        let _ = flag::register(signal, Arc::clone(&again));
    }
}

pub fn came() -> bool {
    SIGNAL.load(Ordering::Relaxed) != 0
}

/// Whether the signal that came is more than `^C`: nobody is there any more, or the system wants to go down.
pub fn is_final() -> bool {
    came() && SIGNAL.load(Ordering::Relaxed) != SIGINT.unsigned_abs() as usize
}

/// The exit code after the signal that came: 130 after ^C, 143 when told to terminate, 129 when hung up.
pub fn exit_code() -> u8 {
    match SIGNAL.load(Ordering::Relaxed) {
        0 => 130,
        signal => u8::try_from(128 + signal).unwrap_or(130),
    }
}

pub fn no_thread(error: &io::Error) -> Problem {
    Problem::NoThreads { threads: 1, reason: error.to_string() }
}
