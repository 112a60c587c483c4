//! Cards, decks and shuffles as plain values: no files, no games, no generator of its own.

pub mod riffle;
pub mod shuffle;
