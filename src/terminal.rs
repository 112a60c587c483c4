//! What a terminal can show: its width, and whether it knows escape sequences.

use std::env;
use terminal_size::{Height, Width};

/// Returns the width of a stream: that of its terminal, or else the variable `COLUMNS`; `None` without both.
pub fn stream_columns(terminal: Option<(Width, Height)>) -> Option<usize> {
    match terminal {
        Some((width, _)) => Some(width.0.into()),
        None => environment_columns(),
    }
}

/// Returns the variable `COLUMNS` if it is a positive whole number.
pub fn environment_columns() -> Option<usize> {
    let text = env::var("COLUMNS").ok()?;
    text.parse().ok().filter(|columns| *columns > 0)
}

/// Returns true on a terminal that knows no escape sequences.
pub fn is_dumb_terminal() -> bool {
    env::var_os("TERM").is_some_and(|name| name == "dumb")
}
