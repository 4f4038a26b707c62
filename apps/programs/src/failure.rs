//! The end of a program that fails.

use std::process::ExitCode;

use boscage::Error;

use crate::interrupt;
use crate::show::say;

/// Exit code after an error, and of a flawed forest.
pub const FAILED: u8 = 1;

/// Exit code after an error if [`FAILED`] is a verdict; and after a wrong command line.
pub const TROUBLE: u8 = 2;

/// Prints an error on stderr, in one line; `program` is the name of the program, `code` its exit code. Prints
/// nothing if the reader of the output has closed the pipe. After a signal it does not return, and the
/// program ends with that signal's code.
/// return, and the program ends by that signal's code.
pub fn report(program: &str, error: &Error, code: u8) -> ExitCode {
    if interrupt::has_come() || matches!(error, Error::Cancelled) {
        interrupt::wait_for_the_end();
    }
    if error.is_broken_pipe() {
        return ExitCode::SUCCESS;
    }
    say(&format!("{program}: error: {error}"));
    code.into()
}
