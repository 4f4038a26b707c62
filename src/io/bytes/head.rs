//! Facts that the first bytes of a content show.

/// The number of bytes that show a format.
pub(crate) const HEAD: usize = 1 << 16;

/// The mark that some programs put before the first line of a UTF-8 text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns a text past its byte order mark, if it has one.
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Returns whether a content that begins so is binary.
pub(crate) fn is_binary(head: &[u8]) -> bool {
    head.contains(&0)
}

/// Returns whether a content that begins so is text whose lines end with carriage returns alone, as on
/// computers of the last century. Carriage returns are blanks to the readers: they would take all of it for
/// one line.
pub(crate) fn has_no_lines(head: &[u8]) -> bool {
    let before_the_last = head.split_last().map_or(head, |(_, rest)| rest);
    before_the_last.contains(&b'\r') && !head.contains(&b'\n')
}

/// Returns whether there are bytes that no text has.
pub(crate) fn has_controls(head: &[u8]) -> bool {
    head.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace())
}

/// Returns whether a content is so short that its signature is cut.
pub(crate) fn is_cut_in(magic: &[u8], content: &[u8]) -> bool {
    (3..magic.len()).contains(&content.len()) && magic.starts_with(content)
}
