//! Commands that return their output instead of printing it, for programs that use this one as a library.

use crate::{lang_before_parsing, run_program};
use pioche_report::lang::in_language;
use std::cell::RefCell;
use std::ffi::OsString;

/// The output and the exit code of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CapturedOutput {
    /// 0 success, 1 negative answer, 2 failure, 130 after [`request_stop`](crate::request_stop).
    pub exit_code: u8,
    /// The bytes of the standard output.
    pub stdout: Vec<u8>,
    /// The lines of the standard error.
    pub stderr: String,
}

thread_local! {
    /// The output of the command that this thread runs; `None` if it goes to the standard streams.
    static OUTPUT: RefCell<Option<CapturedOutput>> = const { RefCell::new(None) };
}

/// Runs a command on this thread, without signal handlers, and returns its output; the first argument is the name of the
/// program. The stack has to have [`STACK_SIZE`](crate::STACK_SIZE) bytes. `play` still talks on the standard streams.
pub fn run_captured(args: &[OsString]) -> CapturedOutput {
    OUTPUT.set(Some(CapturedOutput::default()));
    // Other commands of this process may have other languages.
    let exit_code = in_language(lang_before_parsing(args), || run_program(args));
    CapturedOutput {
        exit_code,
        ..OUTPUT.take().unwrap_or_default()
    }
}

pub fn is_captured() -> bool {
    OUTPUT.with_borrow(Option::is_some)
}

/// Adds to the output of a captured command. Returns false if the output of this thread goes to the standard streams.
pub fn capture(add: impl FnOnce(&mut CapturedOutput)) -> bool {
    OUTPUT.with_borrow_mut(|output| output.as_mut().map(add).is_some())
}
