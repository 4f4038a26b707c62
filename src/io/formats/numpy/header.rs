//! The header of an `.npy` file: a dictionary of Python with the type of the elements, their order, and the
//! shape of the array.
//!
//! The dictionary is parsed by our own code, as far as such headers need it: no evaluation, and no recursion
//! beyond a few levels.

use super::literal::{self, Literal};
use super::scalar::Scalar;

/// The first bytes of a file.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// The expected text of a header.
const DICTIONARY: &str =
    "a header that is a dictionary of Python, in which numbers are natural and have 64 bits";

/// The header.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Header {
    /// The fields of an element. An element that is not a structure has one field without a name.
    pub(super) fields: Vec<Field>,
    /// Bytes per element.
    pub(super) width: u64,
    /// True if the first index changes fastest.
    pub(super) is_fortran: bool,
    pub(super) shape: Vec<u64>,
    /// The first byte of the elements.
    pub(super) at: u64,
}

/// A field of an element.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    pub(super) name: String,
    /// Its first byte in the element.
    pub(super) at: u64,
    pub(super) scalar: Scalar,
}

impl Header {
    /// The header of a file with this beginning.
    ///
    /// # Errors
    /// The expected layout.
    pub(super) fn of(head: &[u8]) -> Result<Self, &'static str> {
        let rest = head.strip_prefix(MAGIC).ok_or("the signature of an .npy file")?;
        let (begin, len) = match rest {
            [1, _, a, b, ..] => (10, usize::from(u16::from_le_bytes([*a, *b]))),
            [2 | 3, _, a, b, c, d, ..] => (12, u32::from_le_bytes([*a, *b, *c, *d]) as usize),
            [_, _, _, _, _, _, ..] => return Err("an .npy file of version 1, 2 or 3"),
            _ => return Err("a whole header"),
        };
        let end = begin + len;
        let text = head.get(begin..end).ok_or("a whole header of at most 64 KiB")?;
        let text = std::str::from_utf8(text).map_err(|_| "a header in UTF-8")?;
        let dictionary = literal::parse(text).ok_or(DICTIONARY)?;
        let of = |key: &str| dictionary.get(key).ok_or("a header with `descr`, `fortran_order` and `shape`");
        let Literal::Bool(is_fortran) = *of("fortran_order")? else {
            return Err("a boolean `fortran_order`");
        };
        let Literal::List(shape) = of("shape")? else { return Err("a `shape` that is a tuple") };
        let shape =
            shape.iter().map(Literal::number).collect::<Option<_>>().ok_or("a `shape` of integers")?;
        let (fields, width) = fields(of("descr")?).ok_or("a type of elements that is known")?;
        Ok(Self { fields, width, is_fortran, shape, at: end as u64 })
    }

    /// The size of the file.
    pub(super) fn size(&self) -> u128 {
        let product = |factors: &[u64]| {
            factors.iter().try_fold(1_u128, |product, &factor| product.checked_mul(factor.into()))
        };
        let none = self.shape.contains(&0) || self.width == 0;
        let items = if none { Some(0) } else { product(&self.shape) };
        let bytes = items.and_then(|items| items.checked_mul(self.width.into()));
        bytes.and_then(|bytes| bytes.checked_add(self.at.into())).unwrap_or(u128::MAX)
    }

    /// The type of the elements, unless they are structures.
    pub(super) fn scalar(&self) -> Option<Scalar> {
        match &self.fields[..] {
            [Field { name, scalar, .. }] if name.is_empty() => Some(*scalar),
            _ => None,
        }
    }
}

/// The fields of a type, and its bytes.
fn fields(descr: &Literal) -> Option<(Vec<Field>, u64)> {
    let list = match descr {
        Literal::Text(word) => {
            let scalar = Scalar::of(word)?;
            return Some((vec![Field { name: String::new(), at: 0, scalar }], scalar.width));
        }
        Literal::List(list) => list,
        _ => return None,
    };
    let (mut fields, mut width) = (Vec::new(), 0_u64);
    for field in list {
        let Literal::List(parts) = field else { return None };
        let (name, word, more) = match &parts[..] {
            [Literal::Text(name), Literal::Text(word)] => (name, word, &[][..]),
            [Literal::Text(name), Literal::Text(word), Literal::List(shape)] => (name, word, &shape[..]),
            // A title and a name.
            [Literal::List(names), Literal::Text(word)] => match &names[..] {
                [_, Literal::Text(name)] => (name, word, &[][..]),
                _ => return None,
            },
            _ => return None,
        };
        let scalar = Scalar::of(word)?;
        let count = more.iter().try_fold(1_u64, |count, factor| count.checked_mul(factor.number()?))?;
        let scalar = if more.is_empty() { scalar } else { scalar.of_array() };
        if !name.is_empty() {
            fields.push(Field { name: name.clone(), at: width, scalar }); // otherwise it is padding
        }
        width = width.checked_add(scalar.width.checked_mul(count)?)?;
    }
    (!fields.is_empty()).then_some((fields, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn file(text: &str) -> Vec<u8> {
        [MAGIC, &[1, 0], &(text.len() as u16).to_le_bytes(), text.as_bytes()].concat()
    }

    #[test]
    fn headers_are_parsed() {
        let of = |text: &str| Header::of(&file(text));
        let header = of("{'descr': '<i8', 'fortran_order': False, 'shape': (3, 2), }  \n").unwrap();
        assert_eq!((header.shape.as_slice(), header.width, header.is_fortran), (&[3, 2][..], 8, false));
        assert_eq!(header.size(), u128::from(header.at) + 48);
        assert_eq!(header.scalar(), Scalar::of("<i8"));
        let header =
            of("{\"descr\": [('u', '<u4'), ('', '|V4'), (('Weight', 'w'), '>f8'), ('x', '<f4', (2, 2))], \
                         'shape': (5L,), 'fortran_order': True}");
        let header = header.unwrap();
        let fields: Vec<_> = header.fields.iter().map(|field| (&*field.name, field.at)).collect();
        assert_eq!((fields, header.width), (vec![("u", 0), ("w", 8), ("x", 16)], 32));
        assert_eq!(of("{'descr': '|O', 'fortran_order': False, 'shape': ()}").unwrap().size(), 70);
        for wrong in [
            "",
            "{}",
            "{'descr': '<i8', 'fortran_order': 0, 'shape': (3, 2)}",
            "{'descr': '<i8', 'fortran_order': False, 'shape': 3}",
            "{'descr': '<i8', 'fortran_order': False, 'shape': ('3', 2)}",
            "{'descr': '<q9', 'fortran_order': False, 'shape': (3, 2)}",
            "{'descr': [('a', [('b', '<i8')])], 'fortran_order': False, 'shape': (3, 2)}",
            "{'descr': '<i8', 'fortran_order': False, 'shape': (-1, 2)}",
            "{'descr': '<i8', 'fortran_order': False, 'shape': (18446744073709551616, 2)}",
            "{'descr': [], 'fortran_order': False, 'shape': (3, 2)}",
        ] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
        let huge = of(
            "{'descr': '<i8', 'fortran_order': False, 'shape': (18446744073709551615, 18446744073709551615)}",
        );
        assert_eq!(huge.unwrap().size(), u128::MAX);
    }
}
