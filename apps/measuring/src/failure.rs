//! How a program ends when it fails.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use boscage::{Error, input_name};
use boscage_programs::failure::{FAILED, report};
use boscage_programs::interrupt;
use boscage_programs::show::say;

/// Why a run ends early.
#[derive(Debug)]
pub enum Failure {
    /// What the framework says.
    Error(Error),
    /// What the GPU says, and, where that is known, about which file and in which step.
    Gpu {
        /// What it says.
        error: Box<boscage_kernels::Error>,
        /// The file and the step; empty where they are not known.
        during: String,
    },
    /// The forest that was just found is not what it should be; the text says why.
    Unproved(String),
    /// What is wrong has been reported already: a forest to be verified is flawed, or a benchmark is not
    /// complete.
    Reported,
    /// The run was asked to stop, and has said what it had by then.
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
    /// Says on stderr, in one line, what went wrong, if there is anything to say; `program` is how the
    /// program calls itself, `after_error` the exit code if it is an error.
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

    /// Names the file that was worked on when memory ran out, and the step; see [`Error::during`].
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

    /// Whether the message begins with the file that it is about.
    #[must_use]
    pub fn names_its_file(&self) -> bool {
        let Self::Error(error) = self else { return false };
        match error {
            Error::Io { .. } | Error::Parse { .. } | Error::TooLarge { .. } => true,
            Error::OutOfMemory { during, .. } => during.is_some(),
            _ => false,
        }
    }

    /// Whether this is the end of something that was stopped from outside.
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
