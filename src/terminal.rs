//! What a terminal can show: its width, and whether it knows escape sequences.

use console::Term;
use std::env;

/// Returns the width of a stream: that of its terminal, or else the variable `COLUMNS`; `None` without both.
pub fn stream_columns(stream: &Term) -> Option<usize> {
    let size = stream.size_checked();
    size.map(|(_, columns)| columns.into())
        .or_else(environment_columns)
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
