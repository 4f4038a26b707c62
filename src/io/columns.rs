//! What follows the two ends of an edge on its line: nothing, a weight, or a weight and a time.
//!
//! The first line decides for the whole file, so that a line with a column too few or too many is an error with its
//! number, and not an edge with a weight that nobody wrote.

use super::fault::Fault;
use super::number::Number;
use super::scan::Scanner;

/// The columns after the two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Columns {
    /// None: the edge is unweighted.
    Ends,
    /// A weight.
    Weight,
    /// A weight, and a time (KONECT), which is passed over.
    WeightAndTime,
}

/// What to do about a line that is not like the first.
const CURE: &str = "every line must have as many columns as the first";

impl Columns {
    /// The columns of a line, of which nothing has been consumed.
    pub(crate) fn of(scan: &Scanner<'_>) -> Result<Self, Fault> {
        let mut scan = scan.clone();
        let mut tokens = 0;
        while scan.peek().is_some() {
            scan.token();
            tokens += 1;
        }
        match tokens {
            2 => Ok(Self::Ends),
            3 => Ok(Self::Weight),
            4 => Ok(Self::WeightAndTime),
            _ => Err(scan.wrong("two ends, or two ends and a weight", columns(tokens), "")),
        }
    }

    /// Whether there are weights.
    pub(crate) fn weighted(self) -> bool {
        self != Self::Ends
    }

    /// Reads the columns up to the end of the line; the weight is 1 if there is none.
    #[inline]
    pub(crate) fn read(self, scan: &mut Scanner<'_>) -> Result<Number, Fault> {
        let weight = match self {
            Self::Ends => Number::Natural(1),
            Self::Weight | Self::WeightAndTime => {
                if scan.peek().is_none() {
                    return Err(scan.fault("a weight", CURE));
                }
                scan.number()?
            }
        };
        if self == Self::WeightAndTime {
            if scan.peek().is_none() {
                return Err(scan.fault("a time", CURE));
            }
            scan.real()?;
        }
        scan.end_of_line(CURE)?;
        Ok(weight)
    }
}

fn columns(tokens: usize) -> String {
    format!("{tokens} column{}", if tokens == 1 { "" } else { "s" })
}
