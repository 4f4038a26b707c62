//! Numbers as text.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use boscage_core::graph::FileData;

/// Edge data that can be written: a weight, or nothing.
pub(crate) trait Decimal: FileData {
    /// The name of the type in Matrix Market.
    const FIELD: &'static str;

    /// The range of the type, if all its values are natural numbers.
    const NATURALS: Option<RangeInclusive<u64>>;

    /// Writes the weight so that it is read as the same number.
    fn put(self, out: &mut impl Write) -> io::Result<()>;

    /// The weight as a natural number, if it is one; 1 if there is no weight.
    fn natural(self) -> Option<u64>;

    /// The weight in messages.
    fn shown(self) -> String;
}

/// Edges without weights get the weight 1 in formats in which every edge has a weight.
impl Decimal for () {
    const FIELD: &'static str = "pattern";
    const NATURALS: Option<RangeInclusive<u64>> = Some(1..=1);

    fn put(self, _: &mut impl Write) -> io::Result<()> {
        Ok(())
    }

    fn natural(self) -> Option<u64> {
        Some(1)
    }

    fn shown(self) -> String {
        "1".to_owned()
    }
}

macro_rules! integer {
    ($($weight:ty)*) => {$(
        impl Decimal for $weight {
            const FIELD: &'static str = "integer";
            const NATURALS: Option<RangeInclusive<u64>> =
                if Self::MIN == 0 { Some(0..=Self::MAX as u64) } else { None };

            #[inline]
            fn put(self, out: &mut impl Write) -> io::Result<()> {
                out.write_all(itoa::Buffer::new().format(self).as_bytes())
            }

            #[inline]
            fn natural(self) -> Option<u64> {
                u64::try_from(self).ok()
            }

            fn shown(self) -> String {
                self.to_string()
            }
        }
    )*};
}

integer! { u32 i32 u64 i64 }

macro_rules! real {
    ($($weight:ty)*) => {$(
        impl Decimal for $weight {
            const FIELD: &'static str = "real";
            const NATURALS: Option<RangeInclusive<u64>> = None;

            fn put(self, out: &mut impl Write) -> io::Result<()> {
                // The debug form has a point or an exponent, so that it is read as a real.
                write!(out, "{:?}", f64::from(self))
            }

            fn natural(self) -> Option<u64> {
                const BEYOND: f64 = 18_446_744_073_709_551_616.0; // 2^64
                let value = f64::from(self);
                (value.fract() == 0.0 && (0.0..BEYOND).contains(&value)).then_some(value as u64)
            }

            fn shown(self) -> String {
                self.to_string()
            }
        }
    )*};
}

real! { f32 f64 }

/// Writes a line `u v weight`, the weight only if there is one.
#[inline]
pub(crate) fn line<E: Decimal>(out: &mut impl Write, [u, v]: [u64; 2], weight: E) -> io::Result<()> {
    out.write_all(itoa::Buffer::new().format(u).as_bytes())?;
    out.write_all(b" ")?;
    out.write_all(itoa::Buffer::new().format(v).as_bytes())?;
    if E::IS_WEIGHT {
        out.write_all(b" ")?;
        weight.put(out)?;
    }
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text<W: Decimal>(weight: W) -> String {
        let mut text = Vec::new();
        weight.put(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn reals_look_like_reals_and_read_as_the_same_number() {
        assert_eq!(text(5.0_f64), "5.0");
        assert_eq!(text(0.1_f64), "0.1");
        assert_eq!(text(f64::NEG_INFINITY), "-inf");
        assert_eq!(text(1e300_f64), "1e300");
        for value in [0.1_f32, f32::MAX, 1e-45, 16_777_216.0] {
            assert_eq!(text(value).parse::<f64>().unwrap(), f64::from(value));
            assert_eq!(text(value).parse::<f32>().unwrap(), value);
        }
    }

    #[test]
    fn naturals_are_found_in_every_type() {
        assert_eq!((u32::NATURALS, u64::NATURALS), (Some(0..=u64::from(u32::MAX)), Some(0..=u64::MAX)));
        assert_eq!((i64::NATURALS, f32::NATURALS), (None, None));
        assert_eq!(7_i32.natural(), Some(7));
        assert_eq!((-7_i64).natural(), None);
        assert_eq!(u64::MAX.natural(), Some(u64::MAX));
        assert_eq!(7.0_f32.natural(), Some(7));
        for none in [7.5, -1.0, f64::INFINITY, 1e300] {
            assert_eq!(none.natural(), None);
        }
    }
}
