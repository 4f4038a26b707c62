//! The effort that tests make.

use std::env;

/// The effort that tests make: more of the same from variant to variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suite {
    /// As much as a plain `cargo test` has time for.
    Plain,
    /// Larger graphs, and more of them, in minutes.
    Large,
    /// Every combination.
    Full,
}

impl Suite {
    /// Returns the one that the variable `BOSCAGE_SUITE` asks for.
    ///
    /// # Panics
    ///
    /// Panics if it is none of `large`, `full` and nothing.
    #[must_use]
    pub fn asked() -> Self {
        match &*env::var("BOSCAGE_SUITE").unwrap_or_default() {
            "" => Self::Plain,
            "large" => Self::Large,
            "full" => Self::Full,
            other => panic!("BOSCAGE_SUITE: expected large, full or nothing, found {other}"),
        }
    }

    /// Returns the first of two for the plain suite, the second if more is asked for.
    #[must_use]
    pub fn pick<T>(self, plain: T, large: T) -> T {
        if self.is_large() { large } else { plain }
    }

    /// Returns whether more than the plain suite is asked for.
    #[must_use]
    pub fn is_large(self) -> bool {
        self > Self::Plain
    }
}
