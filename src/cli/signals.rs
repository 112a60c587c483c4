//! The signals that end a command: which one came, and what a second one does.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

/// Set when the user, or the system, has had enough.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// The number of the signal that came last.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// Listens from now on, and returns what is set when a signal comes.
pub fn listen() -> &'static AtomicBool {
    for signal in SIGNALS {
        // The system refuses only signals that nobody can listen to.
        let _ = flag::register_usize(signal, Arc::clone(&SIGNAL), signal.unsigned_abs() as usize);
        let _ = flag::register(signal, Arc::clone(&STOP));
    }
    // A file that grows beyond a limit of the system fails like a full disk, instead of ending the program.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    &STOP
}

/// A second signal ends the program at once: for commands that finish something after the first.
pub fn second_ends() {
    let again = Arc::new(AtomicBool::new(false));
    for signal in SIGNALS {
        // In this order: the first signal finds the flag down, and raises it.
        let _ = flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&again));
        let _ = flag::register(signal, Arc::clone(&again));
    }
}

/// The exit code after the signal that came: 130 after ^C, 143 when told to terminate, 129 when hung up.
pub fn exit_code() -> u8 {
    match SIGNAL.load(Ordering::Relaxed) {
        0 => 130,
        signal => u8::try_from(128 + signal).unwrap_or(130),
    }
}
