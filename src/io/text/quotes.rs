//! Line ends outside quotes.

/// Returns the places of the line ends of a text that are not in quoted cells.
///
/// As in RFC 4180, a quote opens a cell at its begin, where only blanks may be before it, and a quote that is
/// written twice is inside of the cell; all others are characters like others.
pub(crate) fn unquoted_line_ends<'a>(
    text: &'a [u8],
    separates: impl Fn(u8) -> bool + 'a,
) -> impl Iterator<Item = usize> + 'a {
    let (mut is_quoted, mut after_quoted) = (false, usize::MAX);
    memchr::memchr2_iter(b'"', b'\n', text).filter(move |&at| {
        if text[at] == b'\n' {
            return !is_quoted;
        }
        if is_quoted {
            (is_quoted, after_quoted) = (false, at + 1);
        } else {
            is_quoted = at == after_quoted || begins_cell(&text[..at], &separates);
        }
        false
    })
}

/// Returns `true` if a cell begins after this text, or blanks of a cell.
pub(crate) fn begins_cell(before: &[u8], separates: impl Fn(u8) -> bool) -> bool {
    let is_blank = |byte: u8| matches!(byte, b' ' | b'\t' | b'\r') && !separates(byte);
    let last = before.iter().rev().find(|&&byte| !is_blank(byte));
    last.is_none_or(|&byte| byte == b'\n' || separates(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_quotes_that_open_a_cell_hide_line_ends() {
        let check = |text: &str, separators: &str, want: &[usize]| {
            let separates = |byte: u8| separators.as_bytes().contains(&byte);
            assert_eq!(unquoted_line_ends(text.as_bytes(), separates).collect::<Vec<_>>(), want, "{text}");
        };
        check("a,b\n\"c\nd\",e\n", ",", &[3, 11]);
        check("a,5\" x\nb,6\n", ",", &[6, 10]);
        check("a, \"x\n\"\"\ny\"\nb\n", ",", &[11, 13]);
        check("a \"x\nb\" c\n", ",", &[4, 9]);
        check("a \"x\nb\" c\n", " \t", &[9]);
        check("a\tSmith,\"Jr\nb\tc\n", "\t", &[11, 15]);
        check("\"\n", ",", &[]);
    }
}
