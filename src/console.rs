//! The standard output, the standard error and the exit code of a command.

use super::captured::{capture, is_captured};
use super::signals;
use super::terminal::stream_columns;
use anstream::adapter::strip_str;
use console::Term;
use pioche_engine::simd::SimdLevel;
use pioche_report::lang::help::translate_clap_words;
use pioche_report::lang::system_error::system_reason;
use pioche_report::lang::{
    Problem, Text, escape_invisible, insert_no_break_spaces, problem, release_spaces,
    safe_message_line,
};
use pioche_report::table::wrapped_paragraph;
use std::io::{self, Write};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    Success,
    NegativeAnswer,
    /// The user stopped the command; its results so far are complete.
    Interrupted,
}

#[derive(Debug, PartialEq)]
pub enum Failure {
    /// Invalid input, or an error of the system.
    Problem(Problem),
    /// A problem that was printed when it occurred.
    AlreadyReported,
    /// The reader closed the standard output, which is not an error.
    ClosedPipe,
    /// A signal came while an output was written, which is then missing.
    Interrupted,
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

/// The failure of a command that completed the rest of its work. Each problem is printed once, when it is recorded.
#[derive(Debug, Default)]
pub struct Failures(Option<Failure>);

impl Failures {
    pub fn record(&mut self, result: Result<(), impl Into<Failure>>) {
        match result.map_err(Into::into) {
            Ok(()) => {}
            Err(Failure::Problem(problem)) => {
                print_problem(&problem);
                self.0 = Some(Failure::AlreadyReported);
            }
            Err(failure) => {
                self.0.get_or_insert(failure);
            }
        }
    }

    /// Fails when something has failed.
    pub fn finish(self) -> Result<(), Failure> {
        self.0.map_or(Ok(()), Err)
    }
}

/// Returns the exit code of a command: 0 success, 1 negative answer, 2 failure, 128 + n after signal n.
pub fn exit_code(result: &Result<CommandOutcome, Failure>) -> u8 {
    match result {
        Ok(CommandOutcome::Success) | Err(Failure::ClosedPipe) => 0,
        Ok(CommandOutcome::NegativeAnswer) => 1,
        Err(Failure::Problem(_) | Failure::AlreadyReported) => 2,
        Ok(CommandOutcome::Interrupted) | Err(Failure::Interrupted) => signals::signal_exit_code(),
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Console {
    /// The width of the standard output: that of its terminal, or `COLUMNS`, or 80.
    pub columns: usize,
    /// True if answers on the standard output may have colours and bold letters.
    pub use_colours: bool,
    /// True if remarks and progress are not printed.
    pub quiet: bool,
    pub simd_level: SimdLevel,
}

impl Console {
    /// Writes an answer to the standard output. Fails when its reader has closed it, or the disk is full.
    pub fn print(&self, text: &[u8]) -> Result<(), Failure> {
        print_to_stdout(text)
    }

    /// Prints a remark to the standard error unless `--quiet` is given, wrapped on a terminal.
    pub fn remark(&self, text: &str) {
        if !self.quiet {
            self.print_always(text);
        }
    }

    /// Prints a remark even with `--quiet`.
    pub fn print_always(&self, text: &str) {
        let lines = text
            .lines()
            .map(|line| wrapped_message(&escape_invisible(line)));
        print_message(&lines.collect::<Vec<_>>().join("\n"));
    }

    /// Prints the command that continues an interrupted one, on one line so that it can be copied.
    pub fn print_resume_command(&self, command: &str) {
        if !self.quiet {
            self.remark(Text("To resume:").translated());
            print_message(command);
        }
    }
}

/// Converts an error of a write to the standard output.
pub fn stdout_failure(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => {
            let reason = system_reason(&error);
            let problem = problem!("the standard output cannot be written: {reason}", reason);
            problem.caused_by(error).into()
        }
    }
}

/// Prints help or the version, to the standard error if a command is missing. Fails when the reader has closed the
/// output or the disk is full.
pub fn print_help(page: &clap::Error, use_colours: bool) -> Result<(), Failure> {
    let mut text = translate_clap_words(page.render().ansi().to_string());
    if !use_colours {
        text = strip_str(&text).to_string();
    }
    if page.use_stderr() {
        print_message(text.trim_end());
        Ok(())
    } else {
        print_to_stdout(text.as_bytes())
    }
}

/// Writes to the standard output. Fails when its reader has closed it, or the disk is full.
fn print_to_stdout(text: &[u8]) -> Result<(), Failure> {
    if capture(|output| output.stdout.extend_from_slice(text)) {
        return Ok(());
    }
    signals::write_to_reader(&mut io::stdout().lock(), text).map_err(stdout_failure)
}

/// Wraps a message to the width of the standard error; without one it stays on one line. Spaces before tall punctuation
/// become no-break spaces, except in file names.
fn wrapped_message(message: &str) -> String {
    let text = match stream_columns(&Term::stderr()) {
        Some(columns) if !is_captured() => wrapped_paragraph(message, columns),
        _ => insert_no_break_spaces(message),
    };
    release_spaces(&text)
}

/// Prints a message to the standard error. A closed standard error is ignored.
fn print_message(message: &str) {
    let is_captured = capture(|output| {
        output.stderr.push_str(message);
        output.stderr.push('\n');
    });
    if !is_captured {
        let _ = writeln!(io::stderr().lock(), "{message}");
    }
}

/// Prints a problem to the standard error.
pub fn print_problem(problem: &Problem) {
    let sentence = safe_message_line(&problem.to_string());
    let colon = Text(":").translated();
    let message = wrapped_message(&format!("pioche{colon} {sentence}"));
    print_message(&message);
}
