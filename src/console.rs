//! The standard output, the standard error and the exit code of a command.

use super::captured::{capture, is_captured};
use super::signals;
use super::terminal::stream_columns;
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use pioche_engine::simd::SimdLevel;
use pioche_report::lang::help::translate_clap_words;
use pioche_report::lang::system_error::system_reason;
use pioche_report::lang::{
    Problem, Text, escape_invisible, insert_no_break_spaces, problem, release_spaces,
    safe_message_line,
};
use pioche_report::table::wrapped_paragraph;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use terminal_size::terminal_size_of;

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

/// The failures of a command that completed the rest of its work.
#[derive(Debug, Default)]
pub struct Failures(Vec<Failure>);

impl Failures {
    pub fn record(&mut self, result: Result<(), impl Into<Failure>>) {
        let failure = result.err().map(Into::into);
        self.0
            .extend(failure.filter(|failure| !self.0.contains(failure)));
    }

    /// Prints all problems but the last, and returns the last as the error. A closed pipe is returned only if there was no
    /// problem.
    pub fn report_all_but_last(mut self) -> Result<(), Failure> {
        self.0
            .sort_by_key(|failure| *failure != Failure::ClosedPipe);
        let Some(last) = self.0.pop() else {
            return Ok(());
        };
        for failure in self.0 {
            if let Failure::Problem(problem) = failure {
                print_problem(&problem);
            }
        }
        Err(last)
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
    pub fn color(&self) -> ColorChoice {
        if self.use_colours {
            ColorChoice::Always
        } else {
            ColorChoice::Never
        }
    }

    /// Writes an answer to the standard output. Fails when its reader has closed it, it was closed at the start, or the
    /// disk is full.
    pub fn print(&self, text: &[u8]) -> Result<(), Failure> {
        if capture(|output| output.stdout.extend_from_slice(text)) {
            return Ok(());
        }
        check_stdout()?;
        signals::write_to_reader(&mut io::stdout().lock(), text).map_err(stdout_failure)
    }

    /// Prints a remark to the standard error unless `--quiet` is given, wrapped on a terminal.
    pub fn remark(&self, text: &str) {
        if !self.quiet {
            let lines: Vec<String> = text
                .lines()
                .map(|line| wrapped_message(&escape_invisible(line)))
                .collect();
            print_message(&lines.join("\n"));
        }
    }

    /// Prints a remark even with `--quiet`.
    pub fn print_always(&self, text: &str) {
        let console = Self {
            quiet: false,
            ..*self
        };
        console.remark(text);
    }

    /// Prints the command that continues an interrupted one, on one line so that it can be copied.
    pub fn print_resume_command(&self, command: &impl Display) {
        if !self.quiet {
            self.remark(Text("To resume:").translated());
            print_message(&command.to_string());
        }
    }
}

/// True if the standard output was closed when the program started; Rust then replaces it by a device without output.
static IS_STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// Records whether the standard output is closed, which must be asked before `main`. A system without `/dev/fd` does not
/// tell.
pub fn note_closed_stdout() {
    let is_told = fs::metadata("/dev/fd").is_ok();
    let is_closed = is_told && fs::symlink_metadata("/dev/fd/1").is_err();
    IS_STDOUT_CLOSED.store(is_closed, Ordering::Relaxed);
}

/// True if the standard output is open for reading only: Rust ignores the errors of its writes. Only Linux tells.
fn is_stdout_read_only() -> bool {
    let info = fs::read_to_string("/proc/self/fdinfo/1").unwrap_or_default();
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    flags.is_some_and(|flags| flags.trim().ends_with(['0', '4']))
}

/// Fails when the standard output was closed when the program started, or is open for reading only.
pub fn check_stdout() -> Result<(), Problem> {
    if is_captured() {
        return Ok(());
    }
    if is_stdout_read_only() {
        return Err(problem!("the standard output is not open for writing"));
    }
    if IS_STDOUT_CLOSED.load(Ordering::Relaxed) {
        return Err(problem!("the standard output is closed"));
    }
    Ok(())
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
pub fn print_help(page: &clap::Error, color: ColorChoice) -> Result<CommandOutcome, Failure> {
    let text = translate_clap_words(page.render().ansi().to_string());
    let plain_text = || strip_str(&text).to_string().into_bytes();
    if capture(|output| output.stdout.extend(plain_text())) {
        return Ok(CommandOutcome::Success);
    }
    let result = if page.use_stderr() {
        AutoStream::new(io::stderr().lock(), color).write_all(text.as_bytes())
    } else {
        check_stdout()?;
        let mut stdout = AutoStream::new(io::stdout().lock(), color);
        stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush())
    };
    result.map_err(stdout_failure)?;
    Ok(CommandOutcome::Success)
}

/// Wraps a message to the width of the standard error; without one it stays on one line. Spaces before tall punctuation
/// become no-break spaces, except in file names.
fn wrapped_message(message: &str) -> String {
    let text = match stream_columns(terminal_size_of(io::stderr())) {
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
