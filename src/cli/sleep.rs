//! A program that is sent to sleep (`^Z`), and woken: only whoever holds the terminal has to know.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Hears when the program is to sleep, and when it was woken.
#[derive(Debug, Default)]
pub struct Sleep {
    due: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
}

impl Sleep {
    /// Listens from now on: the program no longer falls asleep by itself.
    pub fn new() -> Self {
        let sleep = Self::default();
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGCONT, SIGTSTP};
            // The system refuses only signals that nobody can listen to.
            let _ = signal_hook::flag::register(SIGTSTP, Arc::clone(&sleep.due));
            let _ = signal_hook::flag::register(SIGCONT, Arc::clone(&sleep.over));
        }
        sleep
    }

    /// Whether the program is to sleep: asked once.
    pub fn is_due(&self) -> bool {
        self.due.swap(false, Ordering::Relaxed)
    }

    /// Whether the program has slept since it was asked last.
    pub fn is_over(&self) -> bool {
        self.over.swap(false, Ordering::Relaxed)
    }

    /// Sleeps until the program is woken.
    pub fn begin(&self) {
        #[cfg(unix)]
        {
            // Nothing can be done about a system that lets nobody sleep.
            let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
        }
        self.over.store(false, Ordering::Relaxed);
    }
}
