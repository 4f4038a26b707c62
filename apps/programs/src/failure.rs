//! The end of a program that fails.

use std::process::ExitCode;

use boscage::Error;

use crate::interrupt;
use crate::show::say;

/// Exit code after an error, and of a flawed forest.
pub const FAILED: u8 = 1;

/// Exit code after an error where [`FAILED`] is a verdict; and of a command line that makes no sense.
pub const TROUBLE: u8 = 2;

/// Says on stderr, in one line, what went wrong; `program` is how the program calls itself, `code` its exit
/// code. Without a word and an error if the reader of the output has read enough; after a signal it does not
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
