//! Signals that end a command.
//!
//! A command without unfinished files ends in the signal handler. Once it has some, a guard thread removes them and
//! ends it. A command that polls the stop flag, to save its results, has a grace period to acknowledge the signal;
//! once acknowledged, only a second signal ends it at once.

use crate::lang::Problem;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// Set by a signal; cleared when `^C` only interrupts a conversation.
static STOP_REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// The number of the last signal; 0 before the first.
static LAST_SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
/// Set by every signal and cleared by the guard, to detect a second one.
static SIGNAL_PENDING: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// True while there is no guard; the signal handler then ends the program.
static EXIT_IMMEDIATELY: LazyLock<Arc<AtomicBool>> =
    LazyLock::new(|| Arc::new(AtomicBool::new(true)));
/// True if the command polls the stop flag.
static IS_POLLED: AtomicBool = AtomicBool::new(false);
static IS_ACKNOWLEDGED: AtomicBool = AtomicBool::new(false);
/// The files that are removed when a signal ends the program.
static UNFINISHED_FILES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The time between two checks of the guard for a signal.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The time in which a polling command must acknowledge a signal.
const GRACE_PERIOD: Duration = Duration::from_millis(700);

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
/// The last is that of Ctrl+Break.
#[cfg(not(unix))]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, 21];

/// Installs the signal handlers, except for signals that were ignored at the start. Returns the stop flag.
pub fn install_handlers() -> &'static AtomicBool {
    let ignored = ignored_signals();
    for signal in SIGNALS
        .into_iter()
        .filter(|signal| ignored >> (signal - 1) & 1 == 0)
    {
        // The handlers run in this order.
        let _ = flag::register_conditional_shutdown(
            signal,
            128 + signal,
            Arc::clone(&EXIT_IMMEDIATELY),
        );
        let _ = flag::register_usize(
            signal,
            Arc::clone(&LAST_SIGNAL),
            signal.unsigned_abs() as usize,
        );
        let _ = flag::register(signal, Arc::clone(&SIGNAL_PENDING));
        let _ = flag::register(signal, Arc::clone(&STOP_REQUESTED));
    }
    // With a handler, exceeding the limit on file sizes is a write error and does not end the program.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    &STOP_REQUESTED
}

/// Returns a bit mask of the signals that are ignored, for example by `nohup`; 0 on systems without `/proc`.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

/// Locks and returns the files that the guard removes when a signal ends the program. The program cannot end while they
/// are locked.
pub fn unfinished_files() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    start_guard();
    UNFINISHED_FILES
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// Starts the guard. If the system starts no thread, the signal handler ends the program, and unfinished files stay
/// until the next program removes them.
fn start_guard() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        if thread::Builder::new().spawn(guard_loop).is_ok() {
            EXIT_IMMEDIATELY.store(false, Ordering::SeqCst);
        }
    });
}

/// Announces that the command polls the stop flag from now on.
pub fn enable_polling() {
    start_guard();
    IS_POLLED.store(true, Ordering::SeqCst);
}

/// Returns true if a signal came. The guard then lets the command end by itself.
pub fn acknowledge_stop_request() -> bool {
    let came = STOP_REQUESTED.load(Ordering::Relaxed);
    IS_ACKNOWLEDGED.fetch_or(came, Ordering::SeqCst);
    came
}

/// Ends the program when it has not acknowledged a signal in time, or after a second signal.
fn guard_loop() {
    let mut since: Option<Instant> = None;
    loop {
        thread::sleep(POLL_INTERVAL);
        let signal = SIGNAL_PENDING.swap(false, Ordering::Relaxed);
        if !STOP_REQUESTED.load(Ordering::Relaxed) {
            since = None;
            continue;
        }
        let patience = if IS_POLLED.load(Ordering::Relaxed) {
            GRACE_PERIOD
        } else {
            Duration::ZERO
        };
        let late = |first: Instant| {
            first.elapsed() >= patience && !IS_ACKNOWLEDGED.load(Ordering::Relaxed)
        };
        if since.is_some_and(|_| signal) || late(*since.get_or_insert_with(Instant::now)) {
            clean_up_and_exit();
        }
    }
}

/// Removes unfinished files and the progress line, and ends the program.
fn clean_up_and_exit() -> ! {
    // The set stays locked, so that no further file is created.
    let unfinished = unfinished_files();
    for file in unfinished.iter() {
        let _ = fs::remove_file(file);
    }
    let mut stderr = io::stderr();
    if stderr.is_terminal() {
        let _ = stderr.write_all(b"\r\x1b[K");
    }
    std::process::exit(signal_exit_code().into())
}

pub fn has_received_signal() -> bool {
    LAST_SIGNAL.load(Ordering::Relaxed) != 0
}

/// Returns true if the last signal is not `^C`: the terminal was closed or the program was terminated.
pub fn has_received_termination() -> bool {
    has_received_signal() && LAST_SIGNAL.load(Ordering::Relaxed) != SIGINT.unsigned_abs() as usize
}

/// Returns the exit code for the last signal: 130 for ^C or no signal, 143 for SIGTERM, 129 for SIGHUP.
pub fn signal_exit_code() -> u8 {
    match LAST_SIGNAL.load(Ordering::Relaxed) {
        0 => 130,
        signal => u8::try_from(128 + signal).unwrap_or(130),
    }
}

pub fn thread_start_problem(error: &io::Error) -> Problem {
    Problem::CannotStartThreads {
        threads: 1,
        reason: error.to_string(),
    }
}
