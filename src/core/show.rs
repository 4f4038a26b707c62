//! Display of file names, arguments and counts in messages.

use std::ffi::OsStr;
use std::fmt::Display;
use std::path::Path;

/// Returns a path or an argument as messages show it: on one line, in its own order. Control characters,
/// Unicode's line and paragraph separators, and marks for the direction of writing are escaped (`\n`).
///
/// ```
/// assert_eq!(boscage::on_one_line("a\nb\u{2028}.gr"), "a\\nb\\u{2028}.gr");
/// assert_eq!(boscage::on_one_line("a\u{202e}rg.exe"), "a\\u{202e}rg.exe");
/// ```
#[must_use]
pub fn on_one_line(text: impl AsRef<OsStr>) -> String {
    let is_mark = |c| {
        // Lines, paragraphs and directions; left to right, right to left, Arabic; isolates.
        matches!(c, '\u{2028}'..='\u{202e}' | '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{2066}'..='\u{2069}')
    };
    let escape = |c: char| if c.is_control() || is_mark(c) { c.escape_debug().to_string() } else { c.into() };
    text.as_ref().to_string_lossy().chars().map(escape).collect()
}

/// Returns the name of a file that is read, on one line; `-` is the standard input.
///
/// ```
/// # use std::path::Path;
/// assert_eq!(boscage::input_name(Path::new("-")), "standard input");
/// ```
#[must_use]
pub fn input_name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { on_one_line(path) }
}

/// Returns the name of a file that is written, on one line; `-` is the standard output.
#[must_use]
pub fn output_name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard output".to_owned() } else { on_one_line(path) }
}

/// Returns a number with its digits in groups of three: `1,070,376`, `-12,345.25`.
///
/// ```
/// assert_eq!(boscage::grouped(1_070_376), "1,070,376");
/// ```
#[must_use]
pub fn grouped(number: impl Display) -> String {
    let text = number.to_string();
    let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let rest = text[digits..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| digits + end);
    let mut grouped = text[..digits].to_owned();
    for (i, digit) in text[digits..rest].char_indices() {
        if i > 0 && (rest - digits - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + &text[rest..]
}
