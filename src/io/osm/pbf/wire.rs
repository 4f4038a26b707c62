//! Protocol buffers: messages of numbered fields.

/// The error in a message: what was expected, and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flaw {
    pub(super) expected: String,
    pub(super) found: String,
    pub(super) cure: &'static str,
}

/// Advice about damaged content.
pub(super) const DAMAGED: &str = "the file is damaged; download it again";

impl Flaw {
    pub(super) fn new(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { expected: expected.into(), found: found.into(), cure: DAMAGED }
    }

    /// The error that a message ends inside of a field.
    #[cold]
    fn cut() -> Self {
        Self::new("a field of a message", "the end of the message")
    }
}

/// The value of a field.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Varint(u64),
    Bytes(&'a [u8]),
    /// Four or eight bytes, which no field of these messages has.
    Fixed,
}

impl<'a> Value<'a> {
    /// The bytes of a message, a string or packed numbers.
    pub(super) fn bytes(self) -> Result<&'a [u8], Flaw> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            _ => Err(Flaw::new("a field of bytes", "one of another type")),
        }
    }

    pub(super) fn varint(self) -> Result<u64, Flaw> {
        match self {
            Self::Varint(number) => Ok(number),
            _ => Err(Flaw::new("a field of an integer", "one of another type")),
        }
    }
}

/// The fields of a message, one after the other.
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl<'a> Fields<'a> {
    /// The number and the value of the next field; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(u64, Value<'a>)>, Flaw> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let tag = varint(&mut self.0)?;
        let value = match tag & 7 {
            0 => Value::Varint(varint(&mut self.0)?),
            1 => self.fixed(8)?,
            2 => {
                let len = varint(&mut self.0)?;
                let (bytes, rest) = usize::try_from(len)
                    .ok()
                    .and_then(|len| self.0.split_at_checked(len))
                    .ok_or_else(Flaw::cut)?;
                self.0 = rest;
                Value::Bytes(bytes)
            }
            5 => self.fixed(4)?,
            other => return Err(Flaw::new("a type of field from 0 to 5", other.to_string())),
        };
        Ok(Some((tag >> 3, value)))
    }

    fn fixed(&mut self, len: usize) -> Result<Value<'a>, Flaw> {
        self.0 = self.0.get(len..).ok_or_else(Flaw::cut)?;
        Ok(Value::Fixed)
    }
}

/// Takes the next number.
#[inline(always)]
pub(super) fn varint(bytes: &mut &[u8]) -> Result<u64, Flaw> {
    match **bytes {
        [first, ref rest @ ..] if first < 0x80 => {
            *bytes = rest;
            Ok(u64::from(first))
        }
        [first, second, ref rest @ ..] if second < 0x80 => {
            *bytes = rest;
            Ok(u64::from(first & 0x7f) | u64::from(second) << 7)
        }
        _ => long_varint(bytes),
    }
}

fn long_varint(bytes: &mut &[u8]) -> Result<u64, Flaw> {
    let mut number = 0;
    for (at, &byte) in bytes.iter().enumerate().take(10) {
        number |= u64::from(byte & 0x7f) << (7 * at);
        if byte < 0x80 {
            *bytes = &bytes[at + 1..];
            return Ok(number);
        }
    }
    Err(if bytes.len() < 10 { Flaw::cut() } else { Flaw::new("a number of 64 bits", "a longer one") })
}

/// Takes the next signed number.
#[inline(always)]
pub(super) fn zigzag(bytes: &mut &[u8]) -> Result<i64, Flaw> {
    varint(bytes).map(|number| (number >> 1) as i64 ^ -((number & 1) as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read() {
        for (mut bytes, number) in [
            (&[0_u8][..], 0),
            (&[0x7f], 127),
            (&[0x80, 1], 128),
            (&[0xff, 0xff, 3], 0xffff),
            (&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], u64::MAX),
        ] {
            assert_eq!(varint(&mut bytes), Ok(number));
            assert!(bytes.is_empty());
        }
        assert!(varint(&mut &[][..]).is_err() && varint(&mut &[0x80][..]).is_err());
        assert!(varint(&mut &[0xff; 11][..]).is_err());
        let signed = [0, 1, 2, 3].map(|byte| zigzag(&mut &[byte][..]).unwrap());
        assert_eq!(signed, [0, -1, 1, -2]);
    }
}
