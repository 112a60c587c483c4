//! Signals that end a command.
//!
//! A command without unfinished files ends in the signal handler. Later, a guard thread receives the signals. It removes the
//! unfinished file and ends the program, at once or, if the command polls for signals to save its results, after a grace period
//! in which it acknowledges none, or a reader takes nothing.

use super::terminal::is_dumb_terminal;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

static STATE: Mutex<SignalState> = Mutex::new(SignalState {
    is_requested: false,
    deadline: None,
    last_signal: None,
    is_polled: false,
});
/// True while the program has received a signal to stop; engines poll it.
pub static STOP_REQUESTED: AtomicBool = AtomicBool::new(false);
/// The signal that the handler received and the guard did not; 0 for none.
static PENDING_SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
/// True while the command has nothing to save or to remove; the signal handler then ends the program.
static EXIT_IMMEDIATELY: LazyLock<Arc<AtomicBool>> =
    LazyLock::new(|| Arc::new(AtomicBool::new(true)));
/// The part file that was created last, which is removed when a signal ends the program.
static UNFINISHED_FILE: Mutex<Option<PathBuf>> = Mutex::new(None);

/// The time between two checks for a signal.
pub const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The time in which a polling command must acknowledge a signal, and a reader must take a part of an output.
const GRACE_PERIOD: Duration = Duration::from_millis(700);
/// The number of bytes that a reader must take in the grace period.
const PART_SIZE: usize = 8192;

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
/// The last is that of Ctrl+Break.
#[cfg(not(unix))]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, 21];

/// The signals that the program received, and the response of the command.
#[derive(Debug, Default)]
struct SignalState {
    /// True after a signal; `^C` in a conversation is forgotten.
    is_requested: bool,
    /// The time when the guard ends the program; `None` once the command has acknowledged the signal.
    deadline: Option<Instant>,
    last_signal: Option<i32>,
    is_polled: bool,
}

impl SignalState {
    /// Receives a signal. Only the first one starts a grace period.
    fn receive(&mut self, signal: i32, now: Instant) {
        self.last_signal = Some(signal);
        if !self.is_requested {
            self.is_requested = true;
            self.start_grace_period(now);
        }
    }

    /// Gives the command a new grace period after a signal, if it polls.
    fn start_grace_period(&mut self, now: Instant) {
        if self.is_requested {
            let time = if self.is_polled {
                GRACE_PERIOD
            } else {
                Duration::ZERO
            };
            self.deadline = Some(now + time);
        }
    }

    fn is_overdue(&self, now: Instant) -> bool {
        self.deadline.is_some_and(|deadline| now >= deadline)
    }

    /// Returns true if a signal came. A command that polls then ends by itself.
    fn acknowledge(&mut self) -> bool {
        if self.is_polled {
            self.deadline = None;
        }
        self.is_requested
    }

    /// Returns true if a signal came, and forgets it if it is `^C`, which only interrupts a conversation.
    fn take_interrupt(&mut self) -> bool {
        let is_requested = self.acknowledge();
        if self.last_signal == Some(SIGINT) {
            self.is_requested = false;
        }
        is_requested
    }
}

/// Changes the state and the stop flag together.
fn update<T>(change: impl FnOnce(&mut SignalState) -> T) -> T {
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    let result = change(&mut state);
    STOP_REQUESTED.store(state.is_requested, Ordering::Relaxed);
    result
}

/// Starts the guard and installs the signal handlers, except for signals that were ignored at the start. If the system starts
/// no thread, a signal ends the program as any other.
pub fn install_handlers() {
    if thread::Builder::new().spawn(guard_loop).is_ok() {
        let ignored = ignored_signals();
        for signal in SIGNALS {
            if ignored >> (signal - 1) & 1 == 0 {
                // The handlers run in this order.
                let condition = Arc::clone(&EXIT_IMMEDIATELY);
                let _ = flag::register_conditional_shutdown(signal, 128 + signal, condition);
                let pending_signal = Arc::clone(&PENDING_SIGNAL);
                let _ = flag::register_usize(signal, pending_signal, signal as usize);
            }
        }
    }
    // With a handler, exceeding the limit on file sizes is a write error and does not end the program.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Returns a bit mask of the signals that are ignored, for example by `nohup`; 0 on systems without `/proc`.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

/// Locks and returns the file that the guard removes when a signal ends the program. The program cannot end while it is
/// locked.
pub fn unfinished_file() -> MutexGuard<'static, Option<PathBuf>> {
    EXIT_IMMEDIATELY.store(false, Ordering::SeqCst);
    UNFINISHED_FILE
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// Announces that the command polls for signals from now on.
pub fn enable_polling() {
    EXIT_IMMEDIATELY.store(false, Ordering::SeqCst);
    update(|state| state.is_polled = true);
}

/// Asks all commands of this process to end, as `^C` does.
pub fn request_stop() {
    update(|state| state.is_requested = true);
}

/// Forgets a request to stop, for the commands that start later.
pub fn forget_stop_request() {
    update(|state| state.is_requested = false);
}

/// Returns true if a signal came. The guard then lets the command end by itself.
pub fn acknowledge_stop_request() -> bool {
    update(SignalState::acknowledge)
}

/// Returns true if a signal came; `^C` is then forgotten, since it only interrupts a conversation.
pub fn take_interrupt() -> bool {
    update(SignalState::take_interrupt)
}

/// Writes to a pipe, a terminal or a device. After a signal, the program ends when the reader takes nothing for the
/// grace period.
pub fn write_to_reader(writer: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let mut write_part = |part| {
        update(|state| state.start_grace_period(Instant::now()));
        writer.write_all(part)?;
        writer.flush()
    };
    let result = bytes.chunks(PART_SIZE).try_for_each(&mut write_part);
    acknowledge_stop_request();
    result
}

/// Ends the program when it has not acknowledged a signal in time.
fn guard_loop() {
    loop {
        thread::sleep(POLL_INTERVAL);
        let signal = PENDING_SIGNAL.swap(0, Ordering::Relaxed);
        let is_overdue = update(|state| {
            if signal != 0 {
                state.receive(signal as i32, Instant::now());
            }
            state.is_overdue(Instant::now())
        });
        if is_overdue {
            clean_up_and_exit();
        }
    }
}

/// Removes the unfinished file and the progress line, and ends the program.
fn clean_up_and_exit() -> ! {
    // The place stays locked, so that no further file is created.
    let unfinished_file = unfinished_file();
    if let Some(file) = unfinished_file.as_ref() {
        let _ = fs::remove_file(file);
    }
    let mut stderr = io::stderr();
    if stderr.is_terminal() && !is_dumb_terminal() {
        let _ = stderr.write_all(b"\r\x1b[K");
    }
    std::process::exit(signal_exit_code().into())
}

fn last_signal() -> Option<i32> {
    update(|state| state.last_signal)
}

pub fn has_received_signal() -> bool {
    last_signal().is_some()
}

/// Returns true if the last signal is not `^C`: the terminal was closed or the program was terminated.
pub fn has_received_termination() -> bool {
    last_signal().is_some_and(|signal| signal != SIGINT)
}

/// Returns the exit code for the last signal: 130 for ^C or no signal, 143 for SIGTERM, 129 for SIGHUP.
pub fn signal_exit_code() -> u8 {
    let signal = last_signal().unwrap_or(SIGINT);
    u8::try_from(128 + signal).unwrap_or(130)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polled_state() -> SignalState {
        SignalState {
            is_polled: true,
            ..SignalState::default()
        }
    }

    #[test]
    fn acknowledged_signal_has_deadline_only_for_readers() {
        let start = Instant::now();
        let later = start + 2 * GRACE_PERIOD;
        let mut state = polled_state();
        state.receive(SIGTERM, start);
        assert!(state.is_overdue(later));
        state.acknowledge();
        // `timeout` sends its signal twice.
        state.receive(SIGTERM, start);
        assert!(!state.is_overdue(later));
        state.start_grace_period(start);
        assert!(!state.is_overdue(start) && state.is_overdue(later));
    }

    #[test]
    fn command_that_does_not_poll_has_no_grace_period() {
        let start = Instant::now();
        let mut state = SignalState::default();
        state.receive(SIGINT, start);
        state.acknowledge();
        state.start_grace_period(start);
        assert!(state.is_overdue(start));
    }

    #[test]
    fn conversation_takes_interrupt_once_and_termination_every_time() {
        let mut state = polled_state();
        state.receive(SIGINT, Instant::now());
        assert!(state.take_interrupt() && !state.take_interrupt());
        state.receive(SIGTERM, Instant::now());
        assert!(state.take_interrupt() && state.take_interrupt());
    }
}
