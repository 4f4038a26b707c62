//! The reasons why a run ends early, and the agreement of all ranks on them.

use std::fmt;

use boscage::Error;
use boscage::comm::Comm;

/// A reason why a run ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An error of the framework.
    Error(Error),
    /// The forest is wrong; the text is the reason.
    Unproved(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl Failure {
    /// Returns `true` if this rank itself has failed, not another one.
    pub(crate) fn is_own(&self) -> bool {
        !matches!(self, Self::Error(Error::OtherRank { .. }))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(error) => error.fmt(f),
            Self::Unproved(why) => f.write_str(why),
        }
    }
}

/// As [`Comm::agree`], for failures of either kind. Collective.
pub(crate) fn agree<R>(comm: &Comm<'_>, result: Result<R, Failure>) -> Result<R, Failure> {
    // The others only need the rank, not the error.
    let told = if result.is_ok() { Ok(()) } else { Err(Error::Cancelled) };
    match comm.agree(told) {
        Err(other @ Error::OtherRank { .. }) => result.and(Err(other.into())),
        _ => result,
    }
}
