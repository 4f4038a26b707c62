//! Missing figures, and the format of others.

use std::fmt;

use boscage_programs::show::three_digits;
use serde::{Deserialize, Serialize};

/// A figure, or the reason why it is missing.
pub(crate) type Found<T> = Result<T, Missing>;

/// Reason why there are no figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Missing {
    NotYet,
    /// The measurement failed, with this message.
    Failed(String),
}

impl Missing {
    /// There is nothing to compare.
    pub(crate) fn nothing() -> Self {
        Self::Failed("there is nothing to compare".to_owned())
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotYet => f.write_str("not measured yet"),
            Self::Failed(why) => f.write_str(why),
        }
    }
}

/// Formats a number to three digits, without trailing zeros.
pub(crate) fn short(number: f64) -> String {
    let text = three_digits(number);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}
