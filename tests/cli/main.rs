//! Tests of the program as a child process.

mod asked;
mod catalogue;
mod decks;
mod fuzz;
mod independent;
#[cfg(target_os = "linux")]
mod interrupts;
mod laws;
#[cfg(target_os = "linux")]
mod limits;
mod program;
mod published;
#[cfg(target_os = "linux")]
mod study;
mod supply;
#[cfg(unix)]
mod terminal;
mod topics;
#[cfg(unix)]
mod transcripts;
#[cfg(target_os = "linux")]
mod writes;
