//! The standard output and the standard error of a command, and its exit code.

use super::command_line::CommandLine;
use super::files::io_error_reason;
use super::signals;
use crate::lang::{Lang, Problem, Say, Text, escape_invisible, insert_no_break_spaces, safe_message_line};
use crate::report::text_table::{TerminalStyle, wrapped_paragraph};
use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use pioche_engine::simd::SimdLevel;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    Success,
    NegativeAnswer,
    /// The user stopped it, and it kept what it had.
    Interrupted,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// Bad input, or something that the system refused.
    Problem(Problem),
    /// A problem that the user was told of when it occurred.
    AlreadyReported,
    /// The reader of the standard output has closed it, which is no error.
    ClosedPipe,
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

/// The failures of a command that did the rest of its work.
#[derive(Debug, Default)]
pub struct Failures(Vec<Failure>);

impl Failures {
    pub fn record(&mut self, result: Result<(), impl Into<Failure>>) {
        self.0.extend(result.err().map(Into::into));
    }

    /// Tells the user all problems but the last, each once, and fails with the last; with a closed pipe only if there was
    /// no problem.
    pub fn report_all_but_last(self, console: &Console) -> Result<(), Failure> {
        let (mut failures, closed): (Vec<_>, Vec<_>) =
            self.0.into_iter().partition(|failure| *failure != Failure::ClosedPipe);
        let last = failures.pop().or(closed.into_iter().next());
        for (place, failure) in failures.iter().enumerate() {
            match failure {
                Failure::Problem(problem) if !failures[..place].contains(failure) && last.as_ref() != Some(failure) => {
                    print_problem(console.lang, problem);
                }
                _ => {}
            }
        }
        last.map_or(Ok(()), Err)
    }
}

/// The exit code of a command: 0 done, 1 "no", 2 bad input or failure, 130 and its like after a signal.
pub fn exit_code(result: &Result<CommandOutcome, Failure>) -> ExitCode {
    ExitCode::from(match result {
        Ok(CommandOutcome::Success) | Err(Failure::ClosedPipe) => 0,
        Ok(CommandOutcome::NegativeAnswer) => 1,
        Err(Failure::Problem(_) | Failure::AlreadyReported) => 2,
        Ok(CommandOutcome::Interrupted) => signals::signal_exit_code(),
    })
}

#[derive(Clone, Copy, Debug)]
pub struct Console {
    pub lang: Lang,
    /// Columns of the terminal behind the standard output; 80 of anything else.
    pub columns: usize,
    pub paint: TerminalStyle,
    /// No remarks and no progress.
    pub quiet: bool,
    pub simd_level: SimdLevel,
    /// Set when the user presses Ctrl-C.
    pub interrupt: &'static AtomicBool,
}

impl Console {
    pub fn color(&self) -> ColorChoice {
        if self.paint == TerminalStyle::Ansi { ColorChoice::Always } else { ColorChoice::Never }
    }

    /// Writes an answer to the standard output. Fails when its reader has closed it, or the disk behind it is full.
    pub fn print(&self, text: &[u8]) -> Result<(), Failure> {
        let mut stdout = io::stdout().lock();
        stdout.write_all(text).and_then(|()| stdout.flush()).map_err(|error| stdout_failure(&error))
    }

    /// Prints a remark to the standard error, wrapped where a terminal shows it, unless the user wants none. A closed
    /// standard error is no failure.
    pub fn remark(&self, text: &str) {
        if !self.quiet {
            let lines: Vec<String> =
                text.lines().map(|line| wrap_for_terminal(&insert_no_break_spaces(&escape_invisible(line)))).collect();
            let _ = writeln!(io::stderr().lock(), "{}", lines.join("\n"));
        }
    }

    /// Tells the user how to continue an interrupted command, which is on one line to be copied.
    pub fn print_resume_command(&self, command: &CommandLine) {
        if !self.quiet {
            self.remark(Text::new("Pour continuer :", "To go on:").in_lang(self.lang));
            let _ = writeln!(io::stderr().lock(), "{command}");
        }
    }
}

/// The failure of a write to the standard output.
pub fn stdout_failure(error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => {
            let reason = io_error_reason(error);
            Problem::message(
                format!("la sortie standard ne peut être écrite : {}", reason.fr()),
                format!("the standard output cannot be written: {}", reason.en()),
            )
            .into()
        }
    }
}

/// Prints help or the version; to the standard error if a command was expected. Fails when the reader of the output has
/// closed it, or the disk behind it is full.
pub fn print_help(text: &clap::Error, color: ColorChoice) -> Result<CommandOutcome, Failure> {
    fn print<S: RawStream + AsLockedWrite>(text: &clap::Error, stream: S, color: ColorChoice) -> io::Result<()> {
        let mut stream = AutoStream::new(stream, color);
        write!(stream, "{}", text.render().ansi()).and_then(|()| stream.flush())
    }
    let done = if text.use_stderr() {
        print(text, io::stderr().lock(), color)
    } else {
        print(text, io::stdout().lock(), color)
    };
    done.map_err(|error| stdout_failure(&error))?;
    Ok(CommandOutcome::Success)
}

/// A sentence broken between words where a terminal shows it; one line elsewhere.
fn wrap_for_terminal(sentence: &str) -> String {
    let terminal = terminal_size::terminal_size_of(io::stderr());
    terminal.map_or_else(|| sentence.to_owned(), |(width, _)| wrapped_paragraph(sentence, width.0.into()))
}

/// Tells the user in one sentence what went wrong.
pub fn print_problem(lang: Lang, problem: &Problem) {
    let sentence = insert_no_break_spaces(&safe_message_line(&problem.say(lang)));
    let colon = Text::new("\u{a0}:", ":").in_lang(lang);
    let _ = writeln!(io::stderr().lock(), "{}", wrap_for_terminal(&format!("pioche{colon} {sentence}")));
}
