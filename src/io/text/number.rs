//! Parses numbers.
//!
//! A weight column has no declared type, so each token decides: digits with or without a sign are an integer,
//! any other form of a float is a real. Nearly all tokens have one of two forms, which are read in one pass:
//! up to 18 digits cannot overflow, and a decimal fraction whose digits fit 53 bits and whose power of ten is
//! exact needs one correctly rounded division (Clinger's fast path). Everything else goes through
//! `str::parse`.

use std::fmt;

/// A number, in the widest type of its kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    /// A natural number, including 0.
    Natural(u64),
    /// An integer below zero.
    Negative(i64),
    /// A real; never NaN.
    Real(f64),
}

impl Number {
    /// Returns `true` if this is an integer that no `f64` equals.
    #[inline]
    pub(crate) fn would_be_rounded(self) -> bool {
        let magnitude = match self {
            Self::Natural(value) => value,
            Self::Negative(value) => value.unsigned_abs(),
            Self::Real(_) => return false,
        };
        // The bits from the highest to the lowest bit that is set.
        let significant = || u64::BITS - magnitude.leading_zeros() - magnitude.trailing_zeros();
        magnitude >> f64::MANTISSA_DIGITS > 0 && significant() > f64::MANTISSA_DIGITS
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Natural(value) => value.fmt(f),
            Self::Negative(value) => value.fmt(f),
            Self::Real(value) => value.fmt(f),
        }
    }
}

/// The reason why a token cannot be the weight of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// It is not a number.
    NotANumber,
    /// It is NaN.
    NotAWeight,
    /// It is an integer that needs more than 64 bits.
    TooLong,
    /// It is a real beyond the range of `f64`.
    TooLarge,
    /// It is a real that is not 0, but that `f64` rounds to 0.
    TooSmall,
}

impl Flaw {
    /// Returns `true` if the token is a number, but out of range.
    pub(crate) fn is_out_of_range(self) -> bool {
        matches!(self, Self::TooLong | Self::TooLarge | Self::TooSmall)
    }
}

/// Largest number of decimal digits that always fit 64 bits, signed or not.
pub(crate) const SAFE_DIGITS: usize = 18;

/// The value and the number of the decimal digits at the beginning of eight bytes.
///
/// All bytes are processed together, so that numbers of different lengths take the same path: branches on
/// their lengths would often be mispredicted.
#[inline(always)]
pub(crate) fn up_to_eight_digits(bytes: [u8; 8]) -> (u64, usize) {
    let digits = u64::from_le_bytes(bytes) ^ each_byte(b'0');
    // The high bit of a byte is set if it is not a digit. (Right for all bytes up to the first non-digit.)
    let others = (digits.wrapping_add(each_byte(0x80 - 10)) | digits) & each_byte(0x80);
    let len = others.trailing_zeros() / 8;
    // Bytes after the digits are shifted out, and zeros are put before them.
    let digits = if len == 0 { 0 } else { digits << (64 - 8 * len) };
    (eight_digits(digits), len as usize)
}

const fn each_byte(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// The number with these eight digits, the first in the lowest byte: digits are combined to pairs, fours and
/// eight (Lemire, "Quickly parsing eight digits", 2018).
#[inline(always)]
fn eight_digits(digits: u64) -> u64 {
    let pairs = digits.wrapping_mul(1 + (10 << 8)) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(1 + (100 << 16)) >> 16 & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(1 + (10_000 << 32)) >> 32
}

/// The value of the decimal digits at `text[at..]` and their end. The value is right for up to 19 digits.
#[inline]
pub(crate) fn digits(text: &[u8], at: usize) -> (u64, usize) {
    match text.get(at..).and_then(<[u8]>::first_chunk) {
        Some(bytes) => match up_to_eight_digits(*bytes) {
            (value, 8) => more_digits(text, at + 8, value),
            (value, len) => (value, at + len),
        },
        None => more_digits(text, at, 0),
    }
}

fn more_digits(text: &[u8], mut at: usize, mut value: u64) -> (u64, usize) {
    while let Some(byte) = text.get(at) {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (value, at)
}

/// The number of a whole token.
pub(crate) fn of_token(token: &[u8]) -> Result<Number, Flaw> {
    if let Some(real) = decimal(token) {
        return Ok(Number::Real(real));
    }
    let (negative, unsigned) = match token {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, token),
    };
    if unsigned.is_empty() || !unsigned.iter().all(u8::is_ascii_digit) {
        return real(token).map(Number::Real);
    }
    let text = std::str::from_utf8(token).map_err(|_| Flaw::NotANumber)?;
    if negative {
        let value = text.parse().map_err(|_| Flaw::TooLong)?;
        Ok(if value == 0 { Number::Natural(0) } else { Number::Negative(value) })
    } else {
        text.parse().map(Number::Natural).map_err(|_| Flaw::TooLong)
    }
}

/// Returns `true` if a token is a natural number, even one that needs more than 64 bits.
pub(crate) fn is_natural(token: &[u8]) -> bool {
    matches!(of_token(token), Ok(Number::Natural(_)) | Err(Flaw::TooLong))
}

/// The real number of a whole token, which may be an integer.
pub(crate) fn real(token: &[u8]) -> Result<f64, Flaw> {
    if let Some(value) = decimal(token) {
        return Ok(value);
    }
    let value: f64 =
        std::str::from_utf8(token).ok().and_then(|text| text.parse().ok()).ok_or(Flaw::NotANumber)?;
    if value.is_nan() {
        return Err(Flaw::NotAWeight);
    }
    // "1e999" is parsed as infinity, which only a token without digits may be.
    if value.is_infinite() && token.iter().any(u8::is_ascii_digit) {
        return Err(Flaw::TooLarge);
    }
    let mantissa = token.split(|byte| matches!(byte, b'e' | b'E')).next().unwrap_or_default();
    if value == 0.0 && mantissa.iter().any(|byte| matches!(byte, b'1'..=b'9')) {
        return Err(Flaw::TooSmall);
    }
    Ok(value)
}

/// The value of a token like `123.456`, if the fast path is exact; otherwise `None`.
fn decimal(token: &[u8]) -> Option<f64> {
    const POWERS: [f64; 16] =
        [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
    let negative = token.first() == Some(&b'-');
    let begin = usize::from(negative);
    let (whole, point) = digits(token, begin);
    if token.get(point) != Some(&b'.') {
        return None;
    }
    let (fraction, end) = digits(token, point + 1);
    let (whole_len, fraction_len) = (point - begin, end - point - 1);
    if end != token.len() || !(1..=15).contains(&(whole_len + fraction_len)) {
        return None;
    }
    // At most 15 digits: below 2^53, as is every power of ten here, so the division is the only rounding.
    let scale = POWERS[fraction_len];
    let value = (whole as f64 * scale + fraction as f64) / scale;
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_end_where_something_else_begins() {
        let text = b"12345678901234567890";
        for len in 0..=18 {
            for end in 0..=255_u8 {
                for after in [&b""[..], b"7", b"12345678"] {
                    let token = [&text[..len], &[end], after].concat();
                    if !end.is_ascii_digit() {
                        let value = std::str::from_utf8(&text[..len]).unwrap().parse().unwrap_or(0);
                        assert_eq!(digits(&token, 0), (value, len), "{token:?}");
                        let shifted = [b"xyz", &token[..]].concat();
                        assert_eq!(digits(&shifted, 3), (value, len + 3), "{token:?}");
                    }
                }
            }
            assert_eq!(digits(&text[..len], 0).1, len);
        }
        assert_eq!(digits(b"", 0), (0, 0));
        assert_eq!(digits(b"9", 1), (0, 1));
    }

    #[test]
    fn tokens_have_their_types() {
        let is = |token: &str| of_token(token.as_bytes());
        assert_eq!(is("0"), Ok(Number::Natural(0)));
        assert_eq!(is("-0"), Ok(Number::Natural(0)));
        assert_eq!(is("+7"), Ok(Number::Natural(7)));
        assert_eq!(is("18446744073709551615"), Ok(Number::Natural(u64::MAX)));
        assert_eq!(is("18446744073709551616"), Err(Flaw::TooLong));
        assert_eq!(is("-9223372036854775808"), Ok(Number::Negative(i64::MIN)));
        assert_eq!(is("-9223372036854775809"), Err(Flaw::TooLong));
        assert_eq!(is("00000000000000000000000000000005"), Ok(Number::Natural(5)));
        assert_eq!(is("inf"), Ok(Number::Real(f64::INFINITY)));
        assert_eq!(is("-Infinity"), Ok(Number::Real(f64::NEG_INFINITY)));
        assert_eq!(is("1e999"), Err(Flaw::TooLarge));
        assert_eq!(is("1e-400"), Err(Flaw::TooSmall));
        assert_eq!(is("-0.5E-999"), Err(Flaw::TooSmall));
        assert_eq!(is(&format!("0.{}1", "0".repeat(400))), Err(Flaw::TooSmall));
        assert_eq!(is("5e-324"), Ok(Number::Real(5e-324)));
        assert_eq!(is("0e-400"), Ok(Number::Real(0.0)));
        assert_eq!(is("0.000e9"), Ok(Number::Real(0.0)));
        assert_eq!(is("NaN"), Err(Flaw::NotAWeight));
        for wrong in
            ["", "-", "+", ".", "-.", "1.2.3", "12a", "0x10", "1_000", "--1", "1e", "\u{ff11}", "one"]
        {
            assert_eq!(is(wrong), Err(Flaw::NotANumber), "{wrong}");
        }
    }

    #[test]
    fn reals_are_those_of_the_standard_library_bit_for_bit() {
        let mut state = 1_u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for _ in 0..200_000 {
            let mut token = String::new();
            for part in ["-", "digits", ".", "digits", "e-"] {
                match part {
                    "digits" => (0..draw(11)).for_each(|_| token.push((b'0' + draw(10) as u8) as char)),
                    "e-" if draw(8) == 0 => token.push_str(&format!("e-{}", draw(330))),
                    "-" if draw(2) == 0 => token.push('-'),
                    "." if draw(4) > 0 => token.push('.'),
                    _ => {}
                }
            }
            let theirs = token.parse::<f64>().ok();
            match real(token.as_bytes()) {
                Err(Flaw::TooSmall) => assert_eq!(theirs, Some(0.0), "{token}"),
                ours => assert_eq!(ours.ok().map(f64::to_bits), theirs.map(f64::to_bits), "{token}"),
            }
        }
    }
}
