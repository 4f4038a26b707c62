//! Estimates of the memory that some work needs, computed before it begins.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::{available, held, total};
use crate::{Error, Result};

/// A number of bytes that is displayed with three digits and a unit: `512 B`, `3.20 GiB`.
///
/// ```
/// use boscage::memory::Bytes;
///
/// assert_eq!([0, 1023, 3 << 30].map(|bytes| Bytes(bytes).to_string()), ["0 B", "1023 B", "3.00 GiB"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
        if self.0 < 1024 {
            return f.pad(&format!("{} B", self.0));
        }
        let mut size = self.0 as f64 / 1024.0;
        let mut unit = 0;
        while size >= 999.5 && unit + 1 < UNITS.len() {
            (size, unit) = (size / 1024.0, unit + 1);
        }
        let decimals = match size {
            ..9.995 => 2,
            ..99.95 => 1,
            _ => 0,
        };
        f.pad(&format!("{size:.decimals$} {}", UNITS[unit]))
    }
}

/// Parses digits with an optional suffix, a power of 1024 (`500M`, `8G`, `8GiB`); `unlimited` is the largest
/// number.
impl FromStr for Bytes {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if text == "unlimited" {
            return Ok(Self(u64::MAX));
        }
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match &*text[digits.len()..].to_ascii_uppercase() {
            "" | "B" => Some(0),
            "K" | "KB" | "KIB" => Some(10),
            "M" | "MB" | "MIB" => Some(20),
            "G" | "GB" | "GIB" => Some(30),
            "T" | "TB" | "TIB" => Some(40),
            _ => None,
        };
        let bytes =
            digits.parse::<u64>().ok().zip(unit).and_then(|(number, unit)| number.checked_mul(1 << unit));
        bytes.map(Self).ok_or_else(|| {
            Error::argument(
                "memory",
                "a number of bytes, such as 500M or 8G, or unlimited",
                format!("`{text}`"),
            )
        })
    }
}

/// An estimate of the memory that some work needs: phases that run one after another, each with the sizes of
/// its arrays. The largest phase counts.
///
/// ```
/// use boscage::memory::Estimate;
///
/// let mut estimate = Estimate::default();
/// estimate.phase("reading", [("arcs", 3 << 20)]);
/// estimate.phase("the forest", [("edges", 1 << 20), ("kruskal", 4 << 20)]);
/// assert_eq!(estimate.bytes(), 5 << 20);
/// assert_eq!(estimate.to_string(), "5.00 MiB for the forest: edges 1.00 MiB, kruskal 4.00 MiB");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Estimate(Vec<Phase>);

/// The arrays that are held at the same time.
#[derive(Clone, Debug)]
struct Phase {
    name: &'static str,
    parts: Vec<(&'static str, u64)>,
}

impl Phase {
    fn bytes(&self) -> u64 {
        self.parts.iter().fold(0, |sum, &(_, bytes)| sum.saturating_add(bytes))
    }
}

impl Estimate {
    /// Adds a phase: its name, and the names and bytes of its arrays.
    pub fn phase(&mut self, name: &'static str, parts: impl IntoIterator<Item = (&'static str, u64)>) {
        self.0.push(Phase { name, parts: parts.into_iter().filter(|&(_, bytes)| bytes > 0).collect() });
    }

    /// Returns the memory needed, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.0.iter().map(Phase::bytes).max().unwrap_or_default()
    }

    /// Checks that this process may hold so much memory, including what it already holds.
    ///
    /// # Errors
    /// [`Error::TooLarge`] with the file and the estimate; `cure` tells users how to override it.
    pub fn admit(&self, path: &Path, cure: &'static str) -> Result<()> {
        let whole = || Some(available()?.saturating_add(held().unwrap_or_default()));
        let Some(allowed) = total().or_else(whole) else { return Ok(()) };
        if self.bytes() <= allowed {
            return Ok(());
        }
        Err(Error::TooLarge { path: path.to_owned(), estimate: self.to_string(), allowed, cure })
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Bytes(self.bytes()))?;
        let Some(phase) = self.0.iter().max_by_key(|phase| phase.bytes()) else { return Ok(()) };
        write!(f, " for {}", phase.name)?;
        phase.parts.iter().enumerate().try_for_each(|(i, &(part, bytes))| {
            write!(f, "{} {part} {}", if i == 0 { ":" } else { "," }, Bytes(bytes))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_three_digits() {
        let all = [0, 1023, 1024, 1_048_064, 3 << 30, u64::MAX].map(|bytes| Bytes(bytes).to_string());
        assert_eq!(all, ["0 B", "1023 B", "1.00 KiB", "1.00 MiB", "3.00 GiB", "16384 PiB"]);
        assert_eq!(format!("{:>9}", Bytes(5)), "      5 B");
    }

    #[test]
    fn sizes_are_read_with_their_suffixes() {
        let all = ["7", "5K", "500M", "8G", "8GiB", "8gb", "1T", "unlimited"];
        let want = [7, 5 << 10, 500 << 20, 8 << 30, 8 << 30, 8 << 30, 1 << 40, u64::MAX];
        assert_eq!(all.map(|text| text.parse::<Bytes>().unwrap().0), want);
        for wrong in ["", "G", "-1", "1.5G", "8X", "8 G", "99999999999T", "all", "1BB"] {
            assert!(wrong.parse::<Bytes>().is_err(), "{wrong}");
        }
        assert_eq!(
            "8X".parse::<Bytes>().unwrap_err().to_string(),
            "memory: expected a number of bytes, such as 500M or 8G, or unlimited, found `8X`"
        );
    }

    #[test]
    fn the_largest_phase_counts_and_parts_without_bytes_are_left_out() {
        let mut estimate = Estimate::default();
        assert_eq!((estimate.bytes(), estimate.to_string().as_str()), (0, "0 B"));
        estimate.phase("reading", [("text", 1 << 20), ("arcs", 1 << 20)]);
        estimate.phase("nothing", [("", 0)]);
        estimate.phase("the proof", [("edges", 512), ("names", 0)]);
        assert_eq!(estimate.to_string(), "2.00 MiB for reading: text 1.00 MiB, arcs 1.00 MiB");
        estimate.phase("writing", [("all", u64::MAX), ("more", 1)]);
        assert_eq!(estimate.bytes(), u64::MAX);
    }
}
