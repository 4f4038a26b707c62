//! Faults of compressed data other than damage.

use std::fmt;
use std::io;

/// Says it, after "the gzip data"; the error that a decoder's error carries.
#[derive(Debug)]
pub(crate) struct Trouble(String);

impl Trouble {
    /// Behind the last member stands neither a member nor padding.
    pub(crate) fn followed() -> io::Error {
        Self::error("is followed by something else".to_owned())
    }

    /// The error of a decoder that says this.
    pub(crate) fn error(what: String) -> io::Error {
        io::Error::other(Self(what))
    }

    /// The trouble that an error of these decoders carries.
    pub(crate) fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Trouble {}
