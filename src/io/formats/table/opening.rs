//! The begin of a table: its header, and its passes, of which the second knows where quotes end.

use super::dialect::Dialect;
use crate::bytes::{Content, Data};
use crate::text::{Heading, Text};
use boscage_core::Result;
use boscage_core::primitives::unmodelled::{AtomicBool, Ordering::Relaxed};

/// Calls `read` with content; the second argument is true if quoted cells may have line ends inside, and the
/// third is set by `read` if it finds one that does although it should not.
pub(super) fn by_lines<T>(
    content: Content<'_>,
    read: impl Fn(Content<'_>, bool, &AtomicBool) -> Result<T>,
) -> Result<T> {
    let again = match &content.data {
        Data::RandomAccess(all) => Some(*all),
        Data::Stream(_) => None,
    };
    let (exec, path, has_open_quote) = (content.exec, content.path.clone(), AtomicBool::new(false));
    match (read(content, again.is_none(), &has_open_quote), again) {
        // Once more, from the beginning to the end, as only then it is known where quotes end.
        (Err(_), Some(all)) if has_open_quote.load(Relaxed) => {
            all.begin_pass(all.len());
            let data = Data::Stream(Box::new(all.stream()));
            read(Content { exec, path, data, decoder: None }, true, &has_open_quote)
        }
        (read, _) => read,
    }
}

/// Skips comments and the names of columns, and returns the line of the first row.
pub(super) fn skip_header(text: &mut Text<'_>, dialect: &Dialect) -> Result<u64> {
    let (lines, mut passed) = (if dialect.header.is_some() { dialect.header_lines } else { 0 }, 0);
    let first = text.heading(|scan, _| {
        let line = scan.rest_of_line().trim_ascii();
        let is_comment = line.is_empty() || matches!(line[0], b'#' | b'%');
        let is_header = passed < lines && (passed > 0 || !is_comment);
        passed += usize::from(is_header);
        match is_comment || is_header {
            true => Heading::comment(scan),
            false => Ok(Heading::Leave(())),
        }
    })?;
    Ok(first.map_or(1, |((), line)| line))
}
