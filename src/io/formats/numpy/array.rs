//! An array, and its numbers.

use std::ops::Range;

use super::header::Header;
use super::scalar::{Kind, Scalar};
use crate::bytes::Content;
use crate::formats::Binary;
use crate::text::{Number, quoted};
use boscage_core::{At, Error, Result, memory};

/// The expected end of an edge.
const A_NODE: &str = "a node, a number of at least 0";

/// An array in a file, which is long enough for it.
pub(super) struct Array<'a> {
    pub(super) file: &'a Binary<'a>,
    pub(super) header: Header,
}

/// Numbers in an array, at equal distances.
#[derive(Clone, Copy)]
pub(super) struct Column<'a> {
    file: &'a Binary<'a>,
    /// The first byte of the first one.
    at: u64,
    /// Bytes from one to the next.
    stride: u64,
    pub(super) len: usize,
    scalar: Scalar,
}

impl<'a> Array<'a> {
    /// Reads the header, and checks that the file has the right size and is not pickled.
    pub(super) fn open(file: &'a Binary<'a>) -> Result<Self> {
        let header = Header::of(&file.head)
            .map_err(|expected| file.wrong(At::Byte(0), expected, "another one", ""))?;
        if header.fields.iter().any(|field| field.scalar.kind == Kind::Object) {
            let cure = "convert it to numbers, as with .astype(\"int64\"); pickled objects are never loaded";
            return Err(file.wrong(At::Whole, "an array of numbers", "an array of Python objects", cure));
        }
        if header.size() != u128::from(file.len()) {
            let shape = shown(&header.shape);
            let what = format!("an array of shape {shape} with {} bytes per element", header.width);
            return Err(file.wrong_size(header.size(), &what));
        }
        Ok(Self { file, header })
    }

    /// Its name, without the archive.
    pub(super) fn name(&self) -> String {
        let path = self.file.path.to_string_lossy();
        path.rsplit_once(": ").map_or(&*path, |(_, name)| name).to_owned()
    }

    /// The lengths, if there are as many and the array is not of structures.
    pub(super) fn shape<const DIMENSIONS: usize>(&self) -> Option<[u64; DIMENSIONS]> {
        self.header.scalar()?;
        self.header.shape[..].try_into().ok()
    }

    /// All numbers of an array of one dimension, or of more if all but one have the length 1.
    ///
    /// # Errors
    /// If it is no such array of numbers.
    pub(super) fn values(&self) -> Result<Column<'a>> {
        let long = self.header.shape.iter().filter(|&&length| length != 1);
        let scalar = self.header.scalar().filter(|scalar| scalar.is_number());
        match (scalar, long.count() < 2) {
            (Some(scalar), true) => {
                let len = self.header.shape.iter().product::<u64>() as usize; // the file is as long
                Ok(Column { file: self.file, at: self.header.at, stride: scalar.width, len, scalar })
            }
            _ => Err(self.no_numbers("an array of numbers of one dimension")),
        }
    }

    /// All numbers of an array of any shape, in the order of the file.
    ///
    /// # Errors
    /// If it is no array of numbers.
    pub(super) fn elements(&self) -> Result<Column<'a>> {
        let scalar = self.header.scalar().filter(|scalar| scalar.is_number());
        let scalar = scalar.ok_or_else(|| self.no_numbers("an array of numbers"))?;
        let len = self.header.shape.iter().product::<u64>() as usize; // the file is as long
        Ok(Column { file: self.file, at: self.header.at, stride: scalar.width, len, scalar })
    }

    /// A column of an array of two dimensions.
    ///
    /// # Errors
    /// If it is no such array of numbers.
    pub(super) fn column(&self, column: u64) -> Result<Column<'a>> {
        let scalar = self.header.scalar().filter(|scalar| scalar.is_number());
        let (Some(scalar), Some([rows, columns])) = (scalar, self.shape()) else {
            return Err(self.no_numbers("an array of numbers of two dimensions"));
        };
        Ok(self.line(scalar, rows, column, (columns, self.header.is_fortran)))
    }

    /// A row of an array of two dimensions.
    ///
    /// # Errors
    /// If it is no such array of numbers.
    pub(super) fn row(&self, row: u64) -> Result<Column<'a>> {
        let scalar = self.header.scalar().filter(|scalar| scalar.is_number());
        let (Some(scalar), Some([rows, columns])) = (scalar, self.shape()) else {
            return Err(self.no_numbers("an array of numbers of two dimensions"));
        };
        Ok(self.line(scalar, columns, row, (rows, !self.header.is_fortran)))
    }

    /// The `index`-th of `lines` lines of `len` numbers, which are contiguous or interleaved.
    fn line(&self, scalar: Scalar, len: u64, index: u64, (lines, contiguous): (u64, bool)) -> Column<'a> {
        let width = scalar.width;
        let (before, stride) = if contiguous { (index * len, width) } else { (index, lines * width) };
        Column { file: self.file, at: self.header.at + before * width, stride, len: len as usize, scalar }
    }

    /// The field of an array of structures of one dimension.
    pub(super) fn field(&self, index: usize) -> Result<Column<'a>> {
        let field = &self.header.fields[index];
        let [len] = self.header.shape[..] else {
            return Err(self.no_numbers("an array of structures of one dimension"));
        };
        if !field.scalar.is_number() {
            let expected = format!("numbers in the field {}", quoted(field.name.as_bytes()));
            return Err(self.file.wrong(At::Whole, expected, "another type", ""));
        }
        let at = self.header.at + field.at;
        Ok(Column { file: self.file, at, stride: self.header.width, len: len as usize, scalar: field.scalar })
    }

    /// The error that it is not what is expected.
    pub(super) fn no_numbers(&self, expected: &str) -> Error {
        let of = match self.header.scalar() {
            None => "structures",
            Some(scalar) if scalar.is_number() => "numbers",
            Some(_) => "other elements than numbers",
        };
        let found = format!("an array of {of} of shape {}", shown(&self.header.shape));
        let is_half =
            self.header.scalar().is_some_and(|scalar| scalar.kind == Kind::Other && scalar.width == 2);
        let cure = if is_half { "if they are float16, save array.astype(numpy.float32)" } else { "" };
        self.file.wrong(At::Whole, expected, found, cure)
    }

    /// The texts of an array without dimensions, or of one element.
    pub(super) fn word(&self) -> Result<String> {
        const LONGEST: u64 = 64;
        let Some(Scalar { kind, width, .. }) = self.header.scalar().filter(|scalar| scalar.width <= LONGEST)
        else {
            return Err(self.no_numbers("a short text"));
        };
        let bytes = self.file.head.get(self.header.at as usize..).unwrap_or_default();
        let bytes = &bytes[..bytes.len().min(width as usize)];
        let step = match kind {
            Kind::Bytes => 1,
            Kind::Text => 4,
            _ => return Err(self.no_numbers("a short text")),
        };
        let is_ascii = |&char: &u8| (b' '..=b'~').contains(&char);
        let chars = bytes.iter().filter(|&&byte| byte != 0).copied().filter(is_ascii);
        Ok(chars.take(bytes.len() / step).map(char::from).collect())
    }
}

/// Lengths as Python shows them.
pub(super) fn shown(shape: &[u64]) -> String {
    const MOST: usize = 5;
    let all: Vec<String> = shape.iter().take(MOST).map(u64::to_string).collect();
    match shape.len() {
        1 => format!("({},)", all[0]),
        ..=MOST => format!("({})", all.join(", ")),
        _ => format!("({}, ...)", all.join(", ")),
    }
}

impl<'a> Column<'a> {
    /// The kind of the numbers.
    pub(super) fn kind(&self) -> Kind {
        self.scalar.kind
    }

    /// Returns `true` if the numbers are floats of four bytes.
    pub(super) fn is_single(&self) -> bool {
        self.scalar.kind == Kind::Float && self.scalar.width == 4
    }

    /// The first `len` numbers.
    pub(super) fn cut(self, len: usize) -> Self {
        Self { len: len.min(self.len), ..self }
    }

    /// Reads all numbers, which are natural.
    pub(super) fn naturals(&self, what: &'static str) -> Result<Vec<u64>> {
        const BLOCK: usize = 1 << 15;
        let mut all = memory::reserve(what, self.len)?;
        for first in (0..self.len).step_by(BLOCK) {
            let block = Block::read([*self], first..(first + BLOCK).min(self.len))?;
            for i in 0..block.len {
                all.push(block.natural(0, i)?);
            }
        }
        Ok(all)
    }
}

/// Some of the numbers of a few columns.
pub(super) struct Block<'a, const COLUMNS: usize> {
    columns: [Column<'a>; COLUMNS],
    first: usize,
    pub(super) len: usize,
    /// The buffer of each column, and the place of its first number in it.
    places: [(usize, usize); COLUMNS],
    buffers: Vec<Vec<u8>>,
}

impl<'a, const COLUMNS: usize> Block<'a, COLUMNS> {
    /// Reads the numbers in a range. Columns that are interleaved with the first one are read together.
    pub(super) fn read(columns: [Column<'a>; COLUMNS], range: Range<usize>) -> Result<Self> {
        let (first, len) = (range.start, range.len());
        let (mut buffers, mut places) = (Vec::<Vec<u8>>::new(), [(0, 0); COLUMNS]);
        for (i, column) in columns.iter().enumerate() {
            let Column { file, at, stride, scalar, .. } = *column;
            let base = &columns[0];
            let is_within = std::ptr::eq(base.file, file)
                && base.stride == stride
                && at.checked_sub(base.at).is_some_and(|offset| offset + scalar.width <= stride);
            if i > 0 && is_within {
                places[i] = (0, (at - base.at) as usize);
                continue;
            }
            let begin = at + first as u64 * stride;
            let bytes = (len as u64 * stride).min(file.len().saturating_sub(begin)) as usize;
            let mut buffer = memory::zeroed("a block of an array", bytes)?;
            let read = file.content().read(&mut buffer, begin);
            read.map_err(|source| Content::unreadable(&file.path, source))?;
            places[i] = (buffers.len(), 0);
            buffers.push(buffer);
        }
        Ok(Self { columns, first, len, places, buffers })
    }

    #[inline]
    fn bytes(&self, column: usize, i: usize) -> &[u8] {
        let (buffer, offset) = self.places[column];
        &self.buffers[buffer][i * self.columns[column].stride as usize + offset..]
    }

    /// A natural number.
    ///
    /// # Errors
    /// If it is none.
    #[inline]
    pub(super) fn natural(&self, column: usize, i: usize) -> Result<u64> {
        let natural = self.columns[column].scalar.natural(self.bytes(column, i));
        natural.ok_or_else(|| self.wrong(column, i, A_NODE))
    }

    /// A natural number below a limit.
    ///
    /// # Errors
    /// If it is none.
    #[inline]
    pub(super) fn below(&self, column: usize, i: usize, limit: usize) -> Result<usize> {
        match self.natural(column, i)? {
            value if value < limit as u64 => Ok(value as usize),
            _ => Err(self.wrong(column, i, &format!("a node below {limit}"))),
        }
    }

    /// A number, which may be NaN.
    #[inline]
    pub(super) fn number(&self, column: usize, i: usize) -> Number {
        self.columns[column].scalar.number(self.bytes(column, i))
    }

    /// A weight.
    ///
    /// # Errors
    /// If it is NaN.
    #[inline]
    pub(super) fn weight(&self, column: usize, i: usize) -> Result<Number> {
        match self.number(column, i) {
            Number::Real(value) if value.is_nan() => Err(self.wrong(column, i, "a weight, which is not NaN")),
            number => Ok(number),
        }
    }

    #[cold]
    fn wrong(&self, column: usize, i: usize, expected: &str) -> Error {
        let Column { file, at, stride, .. } = self.columns[column];
        let place = At::Byte(at + (self.first + i) as u64 * stride);
        let number = self.number(column, i);
        let cure = match number {
            Number::Real(_) if expected == A_NODE => "an array of points is read with msf --points",
            _ => "",
        };
        file.wrong(place, expected, number, cure)
    }
}
