//! One test binary, one line a module.
mod battery;
mod nim;
mod players;
mod solitaire;
