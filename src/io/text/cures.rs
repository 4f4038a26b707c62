//! Advice about unexpected tokens.

use crate::text::number::{self, Number};

/// About a token with a comma.
pub(crate) const COMMAS: &str = "columns are separated by blanks or by commas, not by both; if commas are decimal marks, say so, as with --decimal-comma";

/// About a quoted value with a comma inside.
const QUOTED_COMMA: &str =
    "a value in quotes has a comma inside: write numbers without marks for thousands, and without quotes";

/// About a comment at the end of a line.
pub(crate) const ALONE: &str = "comments stand on lines of their own";

/// About values in double quotes.
const QUOTES: &str = "tables may have quotes: name that format, as with --from csv";

/// About a token that is not a number.
#[cold]
pub(crate) fn no_number(token: &[u8]) -> &'static str {
    let has = |byte| token.contains(&byte);
    let is_half = |byte| token.starts_with(&[byte]) != token.ends_with(&[byte]);
    if matches!(token.first(), Some(b'/' | b'!' | b';' | b'*')) {
        "comments begin with # or %"
    } else if matches!(token.first(), Some(b'#' | b'%')) {
        ALONE
    } else if has(b'{') {
        "edge attributes are not weights: NetworkX writes only weights with write_weighted_edgelist"
    } else if is_half(b'"') || has(b'"') && has(b',') {
        QUOTED_COMMA
    } else if has(b',') {
        COMMAS
    } else if has(b';') {
        "columns are separated by blanks or by commas: replace the marks, as with tr ',;' '.,' if commas are \
         decimal marks"
    } else if has(b'|') {
        "columns are separated by blanks or by commas: replace the marks, as with tr ',|' '.,' if commas are \
         decimal marks"
    } else if has(b'"') {
        QUOTES
    } else if has(b'\'') {
        "remove the quotes, as with tr -d \"'\""
    } else if looks_like_time(token) {
        "a date or time is not a weight: choose the columns, as with --columns 1,2,4"
    } else {
        ""
    }
}

/// About a token that is not a node.
#[cold]
pub(crate) fn no_node(token: &[u8]) -> &'static str {
    match number::of_token(token) {
        Ok(Number::Real(_)) => {
            "nodes are integers, written without a point; points are read with msf --points"
        }
        Ok(Number::Negative(_)) => "nodes are integers from 0 up",
        _ if token.first().is_some_and(u8::is_ascii_alphabetic) => {
            "nodes are integers; if the line has the names of columns, remove it"
        }
        _ => no_number(token),
    }
}

/// Returns `true` if a token consists of digits and the separators of dates and times.
fn looks_like_time(token: &[u8]) -> bool {
    let is_mark = |byte: &u8| matches!(byte, b'-' | b'/' | b':' | b'.' | b'T' | b'Z');
    let marks = token.iter().skip(1).filter(|byte| matches!(byte, b'-' | b'/' | b':')).count();
    marks > 1 && token[0].is_ascii_digit() && token.iter().all(|byte| byte.is_ascii_digit() || is_mark(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unexpected_tokens_get_advice() {
        assert_eq!(no_number(b"1,9"), COMMAS);
        assert_eq!(
            no_number(b"2020-01-31"),
            "a date or time is not a weight: choose the columns, as with --columns 1,2,4"
        );
        assert!(no_number(b"12:30:00").starts_with("a date or time"));
        assert!(no_node(b"1;2").starts_with("columns are separated"));
        assert_eq!((no_node(b"\"1\""), no_number(b"\"1")), (QUOTES, QUOTED_COMMA));
        assert!(no_node(b"1.0").starts_with("nodes are integers, written without a point; points "));
        assert_eq!(no_node(b"-3"), "nodes are integers from 0 up");
        assert_eq!([no_node(b"//"), no_node(b";"), no_node(b"!")], ["comments begin with # or %"; 3]);
        assert!(no_node(b"source").starts_with("nodes are integers; if the line has the names"));
        assert!(no_number(b"{}").starts_with("edge attributes are not weights"));
        assert_eq!([no_number(b"-"), no_number(b"x"), no_number(b"")], [""; 3]);
    }
}
