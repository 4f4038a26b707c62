//! Facts that follow from the first bytes of a content.

/// The number of first bytes by which formats are recognised.
pub(crate) const HEAD: usize = 1 << 16;

/// The byte order mark that some programs write before the first line of a UTF-8 text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns a text without its byte order mark.
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Returns `true` if content with this beginning is binary.
pub(crate) fn is_binary(head: &[u8]) -> bool {
    head.contains(&0)
}

/// Returns `true` if content with this beginning is text whose lines end with carriage returns only. Readers
/// treat carriage returns as blanks, so they would read all of it as one line.
pub(crate) fn has_no_lines(head: &[u8]) -> bool {
    let before_the_last = head.split_last().map_or(head, |(_, rest)| rest);
    before_the_last.contains(&b'\r') && !head.contains(&b'\n')
}

/// Returns `true` if there are bytes that do not occur in text.
pub(crate) fn has_controls(head: &[u8]) -> bool {
    head.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace())
}

/// Returns `true` if content is so short that its signature is incomplete.
pub(crate) fn is_cut_in(magic: &[u8], content: &[u8]) -> bool {
    (3..magic.len()).contains(&content.len()) && magic.starts_with(content)
}
