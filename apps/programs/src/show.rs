//! Formatting of numbers (grouped digits, times and sizes in suitable units), and printing of text.

use std::io::Write;
use std::path::Path;

use boscage::io::{Format, Output, Remark};
use boscage::memory::Bytes;
use boscage::{Error, Result, input_name};

pub use boscage::grouped;

/// Prints a line on stderr, and ignores errors.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Returns a program's warnings for the remarks of a reader on a file.
pub fn warnings(program: &str, path: &Path, remarks: &[Remark]) -> impl Iterator<Item = String> {
    let name = input_name(path);
    remarks.iter().map(move |remark| format!("{program}: warning: {name}: {remark}"))
}

/// Returns the name of a format, marked if it is a guess.
#[must_use]
pub fn format_name(format: Format, is_guessed: bool) -> String {
    let name = format.name();
    // Names of programs are capitalised, kinds of files have an article.
    match (is_guessed, name.starts_with(char::is_lowercase)) {
        (false, _) => name.to_owned(),
        (true, true) => format!("taken for an {name}"),
        (true, false) => format!("taken for {name}"),
    }
}

/// Prints results on the standard output.
///
/// # Errors
/// [`Error::Io`] if not all of it is written.
pub fn print(text: impl AsRef<[u8]>) -> Result<()> {
    write_whole(Output::create(Path::new("-"), None)?, text.as_ref())
}

/// Prints results on the standard output, or on stderr if the standard output is taken.
///
/// # Errors
/// [`Error::Io`] if not all of it is written.
pub fn print_beside(stdout_is_taken: bool, text: impl AsRef<[u8]>) -> Result<()> {
    if stdout_is_taken { print_on_stderr(text) } else { print(text) }
}

/// Prints results on stderr.
///
/// # Errors
/// [`Error::Io`] if not all of it is written.
pub fn print_on_stderr(text: impl AsRef<[u8]>) -> Result<()> {
    let failed = |source| Error::Io { path: "standard error".into(), action: "write", source };
    std::io::stderr().write_all(text.as_ref()).map_err(failed)
}

/// Writes an output and completes it.
///
/// # Errors
/// [`Error::Io`].
pub fn write_whole(mut output: Output, bytes: &[u8]) -> Result<()> {
    output.write_all(bytes).map_err(|error| output.error(error))?;
    output.finish()
}

/// Formats a real: of usual size in digits, otherwise with an exponent.
#[must_use]
pub fn real(number: f64) -> String {
    if number == 0.0 || (1e-4..1e15).contains(&number.abs()) {
        grouped(number)
    } else {
        format!("{number:?}")
    }
}

/// Formats a count with its noun: `1 tree`, `440 trees`.
#[must_use]
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// Formats a time, to three digits: `840 µs`, `12.3 ms`, `1.42 s`, `2 min 05 s`.
#[must_use]
pub fn time(seconds: f64) -> String {
    let whole = seconds.round();
    if seconds == 0.0 {
        "0 s".to_owned()
    } else if seconds < 0.999_5e-3 {
        format!("{:.0} µs", (seconds * 1e6).max(1.0))
    } else if seconds < 0.999_5 {
        format!("{} ms", three_digits(seconds * 1e3))
    } else if whole < 60.0 {
        format!("{} s", three_digits(seconds))
    } else {
        format!("{} min {:02} s", (whole / 60.0).floor(), whole % 60.0)
    }
}

/// Formats a size in bytes, to three digits: `512 B`, `3.20 GiB`.
#[must_use]
pub fn bytes(bytes: u64) -> String {
    Bytes(bytes).to_string()
}

/// Formats a number to three digits, and at most five decimals.
#[must_use]
pub fn three_digits(number: f64) -> String {
    let decimals = match number {
        ..0.009_995 => 5,
        ..0.099_95 => 4,
        ..0.999_5 => 3,
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{number:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_from_the_right() {
        let all = [0, 7, 999, 1_000, 12_345, 123_456, 1_234_567];
        let want = ["0", "7", "999", "1,000", "12,345", "123,456", "1,234,567"];
        assert_eq!(all.map(grouped), want);
        assert_eq!(grouped(-1000), "-1,000");
        assert_eq!(grouped(-1234.5678), "-1,234.5678");
        assert_eq!(grouped("1e100"), "1e100");
        assert_eq!(grouped(f64::NEG_INFINITY), "-inf");
        assert_eq!([-1234.5, 1e300, 1e-9, -0.0].map(real), ["-1,234.5", "1e300", "1e-9", "-0"]);
        assert_eq!(counted(1, "tree", "trees"), "1 tree");
        assert_eq!(counted(1440, "tree", "trees"), "1,440 trees");
    }

    #[test]
    fn times_have_three_digits_and_a_sensible_unit() {
        let all = [0.0, 1e-9, 8.4e-4, 9.994e-4, 9.996e-4, 0.0123, 0.9994, 0.9996, 9.996, 59.4, 59.6, 125.0];
        let want = [
            "0 s",
            "1 µs",
            "840 µs",
            "999 µs",
            "1.00 ms",
            "12.3 ms",
            "999 ms",
            "1.00 s",
            "10.0 s",
            "59.4 s",
            "1 min 00 s",
            "2 min 05 s",
        ];
        assert_eq!(all.map(time), want);
    }
}
