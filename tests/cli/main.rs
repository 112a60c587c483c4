//! Tests of the program as a child process.

mod answers;
mod asked;
mod catalogue;
#[cfg(unix)]
mod cluster;
mod command_line;
mod compare;
mod defects;
mod differences;
mod each;
#[cfg(target_os = "linux")]
mod examples;
mod film;
mod fuzz;
mod games;
#[cfg(unix)]
mod handouts;
mod help;
mod independent;
#[cfg(target_os = "linux")]
mod kinds;
mod limits;
mod perfect;
mod play;
mod program;
#[cfg(unix)]
mod progress;
mod published;
#[cfg(unix)]
mod readme;
mod resume;
mod riffle;
mod rows;
mod runs;
mod sessions;
mod shell;
mod shown;
mod solve;
mod spreadsheet;
#[cfg(target_os = "linux")]
mod stops;
#[cfg(target_os = "linux")]
mod study;
mod supply;
mod tables;
mod topics;
#[cfg(unix)]
mod wording;
#[cfg(target_os = "linux")]
mod writes;
