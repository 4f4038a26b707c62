//! Faults of compressed data other than damage.

use std::fmt;
use std::io;

/// The text of such an error, after "the gzip data". The error of a decoder carries it.
#[derive(Debug)]
pub(crate) struct DataError(String);

impl DataError {
    /// After the last member there is neither a member nor padding.
    pub(crate) fn followed() -> io::Error {
        Self::error("is followed by other data".to_owned())
    }

    /// The error of a decoder with this text.
    pub(crate) fn error(what: String) -> io::Error {
        io::Error::other(Self(what))
    }

    /// The error of this kind that an error of a decoder carries.
    pub(crate) fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DataError {}
