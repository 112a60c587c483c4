//! The signals that end a command: which one came, and how soon the command ends.
//!
//! A command that leaves nothing behind ends at once, in the handler of the signal. Once it holds unfinished files, a guard
//! thread ends it, and removes them. A command that looks at the flag itself, to save what it has, is given a moment to do
//! so; when it has noticed the signal, only a second signal cuts it short.

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

/// Set by a signal; cleared where `^C` has another meaning than to end the program.
static STOP_REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// The number of the last signal.
static LAST_SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
/// Set by every signal, so that the guard can tell a second one from the first.
static SIGNAL_PENDING: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// True as long as there is no guard: the handler of a signal then ends the program.
static EXIT_IMMEDIATELY: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));
/// True if the command looks at the flag.
static IS_POLLED: AtomicBool = AtomicBool::new(false);
static IS_ACKNOWLEDGED: AtomicBool = AtomicBool::new(false);
/// The files that are removed when a signal ends the program.
static UNFINISHED_FILES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The time between two looks of the guard for a signal.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The time that a command which looks at the flag has to notice it.
const GRACE_PERIOD: Duration = Duration::from_millis(700);

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
/// The last is that of Ctrl+Break.
#[cfg(not(unix))]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, 21];

/// Starts to listen for signals, except for those that the program was started to ignore. Returns the flag that they set.
pub fn install_handlers() -> &'static AtomicBool {
    let ignored = ignored_signals();
    for signal in SIGNALS.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0) {
        // The handlers run in this order.
        let _ = flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&EXIT_IMMEDIATELY));
        let _ = flag::register_usize(signal, Arc::clone(&LAST_SIGNAL), signal.unsigned_abs() as usize);
        let _ = flag::register(signal, Arc::clone(&SIGNAL_PENDING));
        let _ = flag::register(signal, Arc::clone(&STOP_REQUESTED));
    }
    // A file that grows beyond a limit of the system fails like a full disk, instead of ending the program.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    &STOP_REQUESTED
}

/// The signals that are ignored, one bit each, as `nohup` leaves them; none where the system does not tell.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// The files that the guard removes when a signal ends the program, which waits until the set is free.
pub fn unfinished_files() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    start_guard();
    UNFINISHED_FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Leaves signals to the guard from now on. Where the system starts no thread for it, a signal ends the program in its
/// handler, and unfinished files stay until the next program removes them.
fn start_guard() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        if thread::Builder::new().spawn(guard_loop).is_ok() {
            EXIT_IMMEDIATELY.store(false, Ordering::SeqCst);
        }
    });
}

/// Tells the guard that the command looks at the flag from now on.
pub fn enable_polling() {
    start_guard();
    IS_POLLED.store(true, Ordering::SeqCst);
}

/// Returns whether a signal came. The guard then leaves it to the command to end.
pub fn acknowledge_signal() -> bool {
    let came = STOP_REQUESTED.load(Ordering::Relaxed);
    IS_ACKNOWLEDGED.fetch_or(came, Ordering::SeqCst);
    came
}

/// Ends the program when it has not noticed a signal in time; at once after a second one.
fn guard_loop() {
    let mut since: Option<Instant> = None;
    loop {
        thread::sleep(POLL_INTERVAL);
        let signal = SIGNAL_PENDING.swap(false, Ordering::Relaxed);
        if !STOP_REQUESTED.load(Ordering::Relaxed) {
            since = None;
            continue;
        }
        let patience = if IS_POLLED.load(Ordering::Relaxed) { GRACE_PERIOD } else { Duration::ZERO };
        let late = |first: Instant| first.elapsed() >= patience && !IS_ACKNOWLEDGED.load(Ordering::Relaxed);
        if since.is_some_and(|_| signal) || late(*since.get_or_insert_with(Instant::now)) {
            clean_up_and_exit();
        }
    }
}

/// Ends the program, and leaves neither an unfinished file nor a line of progress.
fn clean_up_and_exit() -> ! {
    // The set stays locked: no file is made any more.
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

/// Returns whether the signal that came is more than `^C`: the terminal has hung up, or the system ends the program.
pub fn has_received_termination() -> bool {
    has_received_signal() && LAST_SIGNAL.load(Ordering::Relaxed) != SIGINT.unsigned_abs() as usize
}

/// The exit code after the signal that came: 130 after ^C, 143 when told to terminate, 129 when hung up.
pub fn signal_exit_code() -> u8 {
    match LAST_SIGNAL.load(Ordering::Relaxed) {
        0 => 130,
        signal => u8::try_from(128 + signal).unwrap_or(130),
    }
}

pub fn thread_start_problem(error: &io::Error) -> Problem {
    Problem::CannotStartThreads { threads: 1, reason: error.to_string() }
}
