//! How the program ends when it does not do what it was asked for.

use std::io::Write;
use std::process::ExitCode;

use boscage::Error;

/// Why a run ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What the framework says.
    Error(Error),
    /// The forest that was just found is not what it should be; the text says why.
    Unproved(String),
    /// A forest to be verified is flawed: this has been reported, as the result it is.
    Flawed,
}

/// Exit code after an error, and of a flawed forest.
pub(crate) const FAILED: u8 = 1;

/// Exit code of `msf verify` after an error, which is no verdict; and of a command line that makes no sense.
pub(crate) const TROUBLE: u8 = 2;

/// Exit code after an interruption: 128 + SIGINT, as shells have it.
pub(crate) const CANCELLED: u8 = 130;

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl Failure {
    /// Says on stderr, in one line, what went wrong, if there is anything to say; `after_error` is the exit code if it is
    /// an error.
    pub(crate) fn report(&self, after_error: u8) -> ExitCode {
        if crate::interrupt::has_come() || matches!(self, Self::Error(Error::Cancelled)) {
            crate::interrupt::wait_for_the_end();
        }
        match self {
            Self::Error(error) if error.is_broken_pipe() => return ExitCode::SUCCESS, // whoever reads has read enough
            Self::Error(error) => {
                say(&format!("msf: error: {error}"));
                return after_error.into();
            }
            Self::Unproved(why) => say(&format!("msf: error: {why}")),
            Self::Flawed => {}
        }
        FAILED.into()
    }
}

/// Prints a line on stderr. Where that is impossible there is nobody left to tell.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
