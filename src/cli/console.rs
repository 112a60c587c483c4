//! The two streams that a command speaks to, and how a command ends.

use super::files::reason;
use super::signals;
use crate::lang::{Lang, Problem, Say, Text, one_line, plainly, typeset};
use crate::report::table::{Paint, paragraph};
use anstream::{AutoStream, ColorChoice};
use pioche_engine::simd::SimdLevel;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    Success,
    No,
    /// The user stopped it, and it kept what it had.
    Interrupted,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// Bad input, or something that the system refused.
    Problem(Problem),
    /// Nobody reads the standard output any more, which is no fault.
    ClosedPipe,
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

/// What failed on the way, while the rest was done all the same.
#[derive(Debug, Default)]
pub struct Failures(Vec<Failure>);

impl Failures {
    pub fn note(&mut self, done: Result<(), impl Into<Failure>>) {
        self.0.extend(done.err().map(Into::into));
    }

    /// The last of the problems, after the others were told; a closed pipe only if there was no problem. Fails when
    /// anything failed.
    pub fn end(self, console: &Console) -> Result<(), Failure> {
        let (mut problems, pipes): (Vec<_>, Vec<_>) =
            self.0.into_iter().partition(|failure| matches!(failure, Failure::Problem(_)));
        let last = problems.pop().or(pipes.into_iter().next());
        for failure in problems {
            if let Failure::Problem(problem) = failure {
                complain(console.lang, &problem);
            }
        }
        last.map_or(Ok(()), Err)
    }
}

/// The exit code of a command: 0 done, 1 "no", 2 bad input or failure, 130 and its like after a signal.
pub fn exit_code(ended: &Result<Done, Failure>) -> ExitCode {
    ExitCode::from(match ended {
        Ok(Done::Success) | Err(Failure::ClosedPipe) => 0,
        Ok(Done::No) => 1,
        Err(Failure::Problem(_)) => 2,
        Ok(Done::Interrupted) => signals::exit_code(),
    })
}

#[derive(Clone, Copy, Debug)]
pub struct Console {
    pub lang: Lang,
    /// Columns of the terminal behind the standard output; 80 of anything else.
    pub columns: usize,
    pub paint: Paint,
    /// No remarks and no progress.
    pub quiet: bool,
    pub processor: SimdLevel,
    /// Set when the user presses Ctrl-C.
    pub interrupt: &'static AtomicBool,
}

impl Console {
    pub fn color(&self) -> ColorChoice {
        if self.paint == Paint::Ansi { ColorChoice::Always } else { ColorChoice::Never }
    }

    /// Writes an answer to the standard output. Fails when nobody reads it, or the disk behind it is full.
    pub fn print(&self, text: &[u8]) -> Result<(), Failure> {
        let mut stdout = io::stdout().lock();
        stdout.write_all(text).and_then(|()| stdout.flush()).map_err(|error| unprinted(&error))
    }

    /// Tells the user something besides the answer. Nobody may be there to read it, which is no fault.
    pub fn remark(&self, remark: &str) {
        if !self.quiet {
            // A command is copied as it stands.
            let typeset = |line: String| if line.contains("pioche ") { line } else { wrapped(&typeset(&line)) };
            let lines: Vec<String> = remark.lines().map(plainly).map(typeset).collect();
            let _ = writeln!(io::stderr().lock(), "{}", lines.join("\n"));
        }
    }
}

fn unprinted(error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => Problem::StdoutFailed { reason: reason(error) }.into(),
    }
}

/// Prints help, or the version. Fails when nobody reads it, or the disk behind it is full.
pub fn help(text: &clap::Error, color: ColorChoice) -> Result<Done, Failure> {
    let mut stdout = AutoStream::new(io::stdout().lock(), color);
    let done = write!(stdout, "{}", text.render().ansi()).and_then(|()| stdout.flush());
    done.map_err(|error| unprinted(&error))?;
    Ok(Done::Success)
}

/// A sentence broken between words where a terminal shows it; one line elsewhere.
fn wrapped(sentence: &str) -> String {
    let terminal = terminal_size::terminal_size_of(io::stderr());
    terminal.map_or_else(|| sentence.to_owned(), |(width, _)| paragraph(sentence, width.0.into()))
}

/// Tells the user what went wrong, in one sentence, and no sentence twice.
pub fn complain(lang: Lang, problem: &Problem) {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let sentence = typeset(&one_line(&problem.say(lang)));
    if !TOLD.lock().unwrap_or_else(PoisonError::into_inner).insert(sentence.clone()) {
        return;
    }
    let colon = Text::new("\u{a0}:", ":").of(lang);
    let _ = writeln!(io::stderr().lock(), "{}", wrapped(&format!("pioche{colon} {sentence}")));
}
