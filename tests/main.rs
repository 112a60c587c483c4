//! One test binary, one line a module. It compiles the program once more, with its insides open: there they are private,
//! so that the compiler finds what nobody uses.
#![expect(dead_code, reason = "each test looks at a part of the program")]

#[path = "../src/cli/mod.rs"]
mod cli;
#[path = "../src/draw/mod.rs"]
mod draw;
#[path = "../src/lang/mod.rs"]
mod lang;
#[path = "../src/play/mod.rs"]
mod play;
#[path = "../src/report/mod.rs"]
mod report;
#[path = "../src/topics/mod.rs"]
mod topics;

#[path = "."]
mod tests {
    mod charts;
    mod class;
    mod cli;
    #[cfg(unix)]
    mod cluster;
    mod command_line;
    mod defects;
    #[cfg(target_os = "linux")]
    mod disks;
    #[cfg(target_os = "linux")]
    mod examples;
    #[cfg(target_os = "linux")]
    mod files_cli;
    mod film;
    mod fuzz;
    mod games_cli;
    mod glance;
    mod help;
    mod independent;
    mod layers;
    #[cfg(target_os = "linux")]
    mod limits;
    mod lines;
    mod page;
    mod perfect_cli;
    mod play;
    #[cfg(unix)]
    mod progress;
    #[cfg(unix)]
    mod readme;
    mod resume_cli;
    mod rows;
    mod runs_cli;
    mod shell;
    mod shown;
    mod spreadsheet;
    #[cfg(target_os = "linux")]
    mod stops;
    #[cfg(target_os = "linux")]
    mod study_cli;
    mod supply;
    mod tables;
    mod topics;
}
