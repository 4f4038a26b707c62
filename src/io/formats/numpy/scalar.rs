//! The types of elements, and their values.

use crate::text::Number;

/// The type of a number in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scalar {
    pub(super) kind: Kind,
    /// Bytes.
    pub(super) width: u64,
    /// True if the highest byte comes first.
    is_big: bool,
}

/// The kind of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Signed,
    Unsigned,
    Float,
    /// Bytes of text.
    Bytes,
    /// Text of four bytes per character.
    Text,
    /// A reference to an object of Python, whose value is a pickle.
    Object,
    /// Complex numbers, times, bytes, and arrays in structures.
    Other,
}

impl Scalar {
    /// The type with this word, such as `<i8`.
    pub(super) fn of(word: &str) -> Option<Self> {
        let order = word.chars().next().filter(|order| "<>|=".contains(*order))?;
        let (kind, width) = (word.get(1..2)?, word.get(2..)?);
        let number = |width: &str| width.parse::<u64>().ok();
        let (kind, width) = match (kind, width) {
            ("b", "1") => (Kind::Bool, 1),
            ("i", "1" | "2" | "4" | "8") => (Kind::Signed, number(width)?),
            ("u", "1" | "2" | "4" | "8") => (Kind::Unsigned, number(width)?),
            ("f", "4" | "8") => (Kind::Float, number(width)?),
            ("S" | "a", _) => (Kind::Bytes, number(width)?),
            ("U", _) => (Kind::Text, number(width)?.checked_mul(4)?),
            ("O", _) => (Kind::Object, 8),
            ("M" | "m", _) => (Kind::Other, number(width.split('[').next()?)?),
            ("V" | "c" | "f", _) => (Kind::Other, number(width)?),
            _ => return None,
        };
        Some(Self { kind, width, is_big: order == '>' })
    }

    /// The type of an array of such numbers in a structure, which is no number.
    pub(super) fn of_array(self) -> Self {
        Self { kind: Kind::Other, ..self }
    }

    /// Returns `true` if values are numbers.
    pub(super) fn is_number(self) -> bool {
        matches!(self.kind, Kind::Bool | Kind::Signed | Kind::Unsigned | Kind::Float)
    }

    /// The bytes of a value as a word, the sign extended.
    #[inline]
    fn word(self, bytes: &[u8]) -> u64 {
        let (mut word, width) = ([0; 8], self.width as usize);
        word[..width].copy_from_slice(&bytes[..width]);
        if self.is_big {
            word[..width].reverse();
        }
        let unused = 64 - 8 * self.width as u32;
        let word = u64::from_le_bytes(word) << unused;
        if self.kind == Kind::Signed {
            (word.cast_signed() >> unused).cast_unsigned()
        } else {
            word >> unused
        }
    }

    /// The value as a weight, which may be NaN.
    #[inline]
    pub(super) fn number(self, bytes: &[u8]) -> Number {
        let word = self.word(bytes);
        match self.kind {
            Kind::Signed if word.cast_signed() < 0 => Number::Negative(word.cast_signed()),
            Kind::Float if self.width == 4 => Number::Real(f32::from_bits(word as u32).into()),
            Kind::Float => Number::Real(f64::from_bits(word)),
            _ => Number::Natural(word),
        }
    }

    /// The value as a natural number, if it is one.
    #[inline]
    pub(super) fn natural(self, bytes: &[u8]) -> Option<u64> {
        /// From here on, floats are not exact.
        const INEXACT: f64 = 9_007_199_254_740_992.0; // 2^53
        match self.number(bytes) {
            Number::Natural(value) => Some(value),
            Number::Negative(_) => None,
            Number::Real(value) => {
                (value.fract() == 0.0 && (0.0..=INEXACT).contains(&value)).then_some(value as u64)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_types() {
        let number = |word: &str, bytes: &[u8]| Scalar::of(word).unwrap().number(bytes);
        assert_eq!(number("|b1", &[1]), Number::Natural(1));
        assert_eq!(number("|i1", &[0xff]), Number::Negative(-1));
        assert_eq!(number("|u1", &[0xff]), Number::Natural(255));
        assert_eq!(number("<i2", &[0xfe, 0xff]), Number::Negative(-2));
        assert_eq!(number(">i2", &[0xff, 0xfe]), Number::Negative(-2));
        assert_eq!(number(">u4", &[0, 0, 1, 2]), Number::Natural(258));
        assert_eq!(number("<u8", &[0xff; 8]), Number::Natural(u64::MAX));
        assert_eq!(number("<i8", &i64::MIN.to_le_bytes()), Number::Negative(i64::MIN));
        assert_eq!(number("<f4", &1.5_f32.to_le_bytes()), Number::Real(1.5));
        assert_eq!(number(">f8", &(-2.5_f64).to_be_bytes()), Number::Real(-2.5));
        for (value, natural) in [(3.0, Some(3)), (-0.0, Some(0)), (-1.0, None), (0.5, None), (1e300, None)] {
            assert_eq!(Scalar::of("<f8").unwrap().natural(&f64::to_le_bytes(value)), natural);
        }
        assert_eq!(Scalar::of("<f8").unwrap().natural(&f64::NAN.to_le_bytes()), None);
        let widths = ["|S3", "<U3", "<M8[ns]", "|O", "<c16", "|V7", "<f2"];
        assert_eq!(widths.map(|word| Scalar::of(word).unwrap().width), [3, 12, 8, 8, 16, 7, 2]);
        for wrong in ["", "i8", "<i3", "<q8", "<i", "<U99999999999999999999", "<é8"] {
            assert_eq!(Scalar::of(wrong), None, "{wrong}");
        }
    }
}
