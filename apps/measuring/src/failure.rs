//! The end of a program that fails.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use boscage::{Error, input_name};
use boscage_programs::failure::{FAILED, report};
use boscage_programs::interrupt;
use boscage_programs::show::say;

/// Reason why a run ends early.
#[derive(Debug)]
pub enum Failure {
    /// An error of the framework.
    Error(Error),
    /// An error of the GPU, with its file and step if known.
    Gpu {
        /// The error.
        error: Box<boscage_kernels::Error>,
        /// The file and the step; empty if not known.
        during: String,
    },
    /// A forest that was just found is wrong; the text is the reason.
    Unproved(String),
    /// An error that was already reported: a forest is flawed, or a benchmark is incomplete.
    Reported,
    /// The run was asked to stop, and has reported its results so far.
    Interrupted,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<boscage_kernels::Error> for Failure {
    fn from(error: boscage_kernels::Error) -> Self {
        match error {
            boscage_kernels::Error::Graph(error) => Self::Error(error),
            of_the_gpu => Self::Gpu { error: Box::new(of_the_gpu), during: String::new() },
        }
    }
}

impl Failure {
    /// Prints the error on stderr, in one line, unless it was reported; `program` is the program's name in
    /// messages, `after_error` the exit code of an error.
    pub fn report(&self, program: &str, after_error: u8) -> ExitCode {
        if let Self::Error(error) = self {
            return report(program, error, after_error);
        }
        if interrupt::has_come() {
            interrupt::wait_for_the_end();
        }
        let code = match self {
            Self::Interrupted => interrupt::code(),
            Self::Error(_) | Self::Gpu { .. } => after_error,
            Self::Unproved(_) | Self::Reported => FAILED,
        };
        match self {
            Self::Reported => {}
            Self::Interrupted => say(&format!("{program}: {self}")),
            Self::Error(_) | Self::Gpu { .. } | Self::Unproved(_) => {
                say(&format!("{program}: error: {self}"));
            }
        }
        code.into()
    }

    /// Adds the file and the step during which memory ran out; see [`Error::during`].
    #[must_use]
    pub fn during(self, path: &Path, step: &str) -> Self {
        match self {
            Self::Error(error) => Self::Error(error.during(path, step)),
            Self::Gpu { error, .. } if matches!(*error, boscage_kernels::Error::OutOfMemory { .. }) => {
                Self::Gpu { error, during: format!("{}: {step}: ", input_name(path)) }
            }
            other => other,
        }
    }

    /// Returns `true` if the message begins with the file that it is about.
    #[must_use]
    pub fn names_its_file(&self) -> bool {
        let Self::Error(error) = self else { return false };
        match error {
            Error::Io { .. } | Error::Parse { .. } | Error::TooLarge { .. } => true,
            Error::OutOfMemory { during, .. } => during.is_some(),
            _ => false,
        }
    }

    /// Returns `true` if the run was stopped from outside.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Self::Error(Error::Cancelled))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(error) => error.fmt(f),
            Self::Gpu { error, during } => write!(f, "{during}{error}"),
            Self::Unproved(why) => f.write_str(why),
            Self::Reported => f.write_str("see above"),
            Self::Interrupted => Error::Cancelled.fmt(f),
        }
    }
}
