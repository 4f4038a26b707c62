//! How the program ends when it does not do what it was asked for.

use std::fmt;
use std::process::ExitCode;

use boscage::Error;
use boscage_measuring::interrupt::{self, CANCELLED};
use boscage_measuring::show::say;

/// Why a run ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What the framework says.
    Error(Error),
    /// What the GPU says.
    Gpu(boscage_kernels::Error),
    /// The forest that was just found is not what it should be; the text says why.
    Unproved(String),
    /// What is wrong has been reported already: a forest to be verified is flawed, or a benchmark is not complete.
    Reported,
    /// The run was asked to stop, and has said what it had by then.
    Interrupted,
}

/// Exit code after an error, and of a flawed forest.
pub(crate) const FAILED: u8 = 1;

/// Exit code of `msf verify` after an error, which is no verdict; and of a command line that makes no sense.
pub(crate) const TROUBLE: u8 = 2;

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<boscage_kernels::Error> for Failure {
    fn from(error: boscage_kernels::Error) -> Self {
        match error {
            boscage_kernels::Error::Graph(error) => Self::Error(error),
            of_the_gpu => Self::Gpu(of_the_gpu),
        }
    }
}

impl Failure {
    /// Says on stderr, in one line, what went wrong, if there is anything to say; `after_error` is the exit code if
    /// it is an error.
    pub(crate) fn report(&self, after_error: u8) -> ExitCode {
        if interrupt::has_come() || matches!(self, Self::Error(Error::Cancelled)) {
            interrupt::wait_for_the_end();
        }
        match self {
            Self::Error(error) if error.is_broken_pipe() => return ExitCode::SUCCESS, // whoever reads has read enough
            Self::Error(_) | Self::Gpu(_) => {
                say(&format!("msf: error: {self}"));
                return after_error.into();
            }
            Self::Unproved(_) => say(&format!("msf: error: {self}")),
            Self::Reported => {}
            Self::Interrupted => {
                say(&format!("msf: {self}"));
                return CANCELLED.into();
            }
        }
        FAILED.into()
    }

    /// Whether this is the end of something that was stopped from outside.
    pub(crate) fn is_cancelled(&self) -> bool {
        matches!(self, Self::Error(Error::Cancelled))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(error) => error.fmt(f),
            Self::Gpu(error) => error.fmt(f),
            Self::Unproved(why) => f.write_str(why),
            Self::Reported => f.write_str("see above"),
            Self::Interrupted => Error::Cancelled.fmt(f),
        }
    }
}
