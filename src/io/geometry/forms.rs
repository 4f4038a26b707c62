//! Lines as well-known text, and as well-known binary in hexadecimal digits.

use crate::text::number;

/// Appends the points of well-known text.
pub(super) fn from_text(text: &[u8], points: &mut Vec<[f64; 2]>) -> Option<()> {
    let text = match text.iter().position(|&byte| byte == b';') {
        Some(end) if text[..end].to_ascii_uppercase().starts_with(b"SRID=") => text[end + 1..].trim_ascii(),
        _ => text,
    };
    let len = text.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b' ').count();
    let (words, mut rest) = text.split_at(len);
    let words = words.to_ascii_uppercase();
    let (kind, dimensions) = words.split_at(words.iter().position(|&byte| byte == b'G')? + 1);
    let is_empty = match dimensions.trim_ascii() {
        b"" | b"Z" | b"M" | b"ZM" => false,
        b"EMPTY" | b"Z EMPTY" | b"M EMPTY" | b"ZM EMPTY" => true,
        _ => return None,
    };
    let begin = points.len();
    match kind {
        b"LINESTRING" | b"MULTILINESTRING" if is_empty => {}
        b"LINESTRING" => part(&mut rest, begin, points)?,
        b"MULTILINESTRING" => {
            skip(&mut rest, b'(')?;
            part(&mut rest, begin, points)?;
            while skip(&mut rest, b',').is_some() {
                part(&mut rest, begin, points)?;
            }
            skip(&mut rest, b')')?;
        }
        _ => return None,
    }
    rest.trim_ascii().is_empty().then_some(())
}

/// Skips a byte, and blanks before it.
fn skip(text: &mut &[u8], byte: u8) -> Option<()> {
    *text = text.trim_ascii_start().strip_prefix(&[byte])?;
    Some(())
}

/// Appends the points of a line in parentheses, which is a part of the one that begins at `begin`.
fn part(text: &mut &[u8], begin: usize, points: &mut Vec<[f64; 2]>) -> Option<()> {
    skip(text, b'(')?;
    let len = memchr::memchr(b')', text)?;
    let from = points.len();
    for point in text[..len].split(|&byte| byte == b',') {
        let mut numbers = point.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
        let mut next = || number::real(numbers.next()?).ok();
        points.push([next()?, next()?]);
        let mut others = 0;
        for token in numbers {
            std::str::from_utf8(token).ok()?.parse::<f64>().ok()?;
            others += 1;
        }
        if others > 2 {
            return None;
        }
    }
    *text = &text[len + 1..];
    join(begin, from, points)
}

/// Joins the points from `from` on to those before, which begin at `begin`.
fn join(begin: usize, from: usize, points: &mut Vec<[f64; 2]>) -> Option<()> {
    if begin < from && from < points.len() {
        if points[from - 1] != points[from] {
            return None;
        }
        points.remove(from);
    }
    Some(())
}

/// Appends the points of well-known binary in hexadecimal digits.
pub(super) fn from_hex(text: &[u8], points: &mut Vec<[f64; 2]>) -> Option<()> {
    let (mut rest, begin) = (text, points.len());
    let parts = match head(&mut rest)? {
        (LINE, head) => return line_from_hex(&mut rest, &head, begin, points).filter(|()| rest.is_empty()),
        (PARTS, head) => head.number(&mut rest)?,
        _ => return None,
    };
    for _ in 0..parts {
        match head(&mut rest)? {
            (LINE, head) => line_from_hex(&mut rest, &head, begin, points)?,
            _ => return None,
        }
    }
    rest.is_empty().then_some(())
}

/// The types of lines, and of lines in parts.
const LINE: u32 = 2;
const PARTS: u32 = 5;

/// The form in which the numbers of a geometry are stored.
struct Head {
    is_little: bool,
    /// Number of coordinates of each point.
    dimensions: u32,
}

impl Head {
    fn number(&self, text: &mut &[u8]) -> Option<u32> {
        let bytes = bytes(text)?;
        Some(if self.is_little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    }

    fn real(&self, text: &mut &[u8]) -> Option<f64> {
        let bytes = bytes(text)?;
        Some(if self.is_little { f64::from_le_bytes(bytes) } else { f64::from_be_bytes(bytes) })
    }
}

/// The type of the geometry that begins, and the form of its numbers.
fn head(text: &mut &[u8]) -> Option<(u32, Head)> {
    const Z: u32 = 1 << 31;
    const M: u32 = 1 << 30;
    const SRID: u32 = 1 << 29;
    let [order] = bytes(text)?;
    let mut head = Head { is_little: order == 1, dimensions: 2 };
    let kind = head.number(text).filter(|_| order < 2)?;
    if kind & SRID != 0 {
        head.number(text)?;
    }
    let flags = u32::from(kind & Z != 0) + u32::from(kind & M != 0);
    // PostGIS has flags for a third and a fourth coordinate, the standard adds thousands.
    let kind = kind & !(Z | M | SRID);
    head.dimensions += match (flags, kind / 1000) {
        (flags, 0) => flags,
        (0, 1 | 2) => 1,
        (0, 3) => 2,
        _ => return None,
    };
    Some((kind % 1000, head))
}

/// Appends the points of a line, which is a part of the one that begins at `begin`.
fn line_from_hex(text: &mut &[u8], head: &Head, begin: usize, points: &mut Vec<[f64; 2]>) -> Option<()> {
    let from = points.len();
    for _ in 0..head.number(text)? {
        points.push([head.real(text)?, head.real(text)?]);
        for _ in 2..head.dimensions {
            head.real(text)?;
        }
    }
    join(begin, from, points)
}

/// The next bytes of a text of hexadecimal digits.
fn bytes<const N: usize>(text: &mut &[u8]) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    for byte in &mut bytes {
        let (digits, rest) = text.split_at_checked(2)?;
        let digit = |at: usize| char::from(digits[at]).to_digit(16);
        *byte = (digit(0)? << 4 | digit(1)?) as u8;
        *text = rest;
    }
    Some(bytes)
}
