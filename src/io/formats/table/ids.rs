//! Ids as numbers, until one is a text.

use super::rows::Rows;
use crate::assemble::{Batch, Interner, NamedEdges, PartPool};
use crate::text::{Begin, Fault, Line, Number};
use crate::{Texts, Values};
use boscage_core::{Result, memory};

/// Edges whose ends are numbers, or codes of texts.
pub(super) struct Ids {
    edges: NamedEdges,
    are_codes: bool,
}

/// A natural number that is written as usual: without a sign, and without zeros before it.
#[inline]
pub(super) fn natural(cell: &[u8]) -> Option<u64> {
    match cell {
        [b'0'] => return Some(0),
        [b'1'..=b'9', rest @ ..] if rest.len() < 20 => {}
        _ => return None,
    }
    cell.iter().try_fold(0_u64, |number, &byte| {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 { None } else { number.checked_mul(10)?.checked_add(u64::from(digit)) }
    })
}

impl Ids {
    pub(super) fn new(edges: NamedEdges) -> Self {
        Self { edges, are_codes: false }
    }

    pub(super) fn are_codes(&self) -> bool {
        self.are_codes
    }

    /// Appends an edge between two numbers, or two codes; `line` returns its line.
    #[inline(always)]
    pub(super) fn push(&mut self, u: u64, v: u64, weight: Number, line: impl FnOnce() -> Line) -> Result<()> {
        self.edges.push(u, v, weight, line)
    }

    /// Appends the arc from the first end to the second, and the one back, as far as they are there.
    #[inline]
    pub(super) fn push_arcs(
        &mut self,
        [u, v]: [u64; 2],
        arcs: [Option<Number>; 2],
        line: impl Fn() -> Line,
    ) -> Result<()> {
        if let Some(weight) = arcs[0] {
            self.push(u, v, weight, &line)?;
        }
        if let Some(weight) = arcs[1] {
            self.push(v, u, weight, line)?;
        }
        Ok(())
    }

    /// Converts numbers to codes of texts.
    #[cold]
    pub(super) fn encode(&mut self, texts: &Interner) -> Result<()> {
        self.are_codes = true;
        self.edges.recode(|number| texts.code_of(number).map(u64::from))
    }

    /// Appends the edges of the block that begins at `begin`.
    pub(super) fn append(
        &mut self,
        mut part: Self,
        begin: Begin,
        pool: &PartPool,
        texts: &Interner,
    ) -> Result<()> {
        match (self.are_codes, part.are_codes) {
            (true, false) => part.encode(texts)?,
            (false, true) => self.encode(texts)?,
            _ => {}
        }
        self.edges.append(part.edges, begin, pool)
    }

    /// Returns `true` if edges have been handed over, and are not kept.
    pub(super) fn have_passed(&self) -> bool {
        self.edges.have_passed()
    }

    /// The edges, whose ends are numbers or codes.
    pub(super) fn into_edges(self) -> NamedEdges {
        self.edges
    }

    /// Asks the caller to admit bytes beside the edges.
    pub(super) fn takes(&mut self, bytes: usize) -> Result<()> {
        self.edges.takes(bytes)
    }
}

/// Rows whose ends have texts as names, which get their codes together.
#[derive(Default)]
pub(super) struct Named {
    names: Batch,
    /// The weights of both arcs of each row, and its place.
    rows: Vec<([Option<Number>; 2], usize)>,
}

impl Named {
    pub(super) fn push(&mut self, names: [&[u8]; 2], arcs: [Option<Number>; 2], at: usize) -> Result<()> {
        names.iter().try_for_each(|name| self.names.push(name))?;
        memory::grow(WHAT, &mut self.rows, 1)?;
        self.rows.push((arcs, at));
        Ok(())
    }

    /// Appends the edges of all rows.
    ///
    /// # Errors
    /// The first name that is not UTF-8.
    pub(super) fn append_to(self, ids: &mut Ids, rows: &Rows<'_>, texts: &Interner) -> Result<(), Fault> {
        let mut codes = memory::filled(WHAT, 2 * self.rows.len(), 0)?;
        let mut wrong = None;
        texts.codes(&self.names, |at, code| match code {
            Some(code) => codes[at] = code,
            None => wrong = Some(wrong.map_or(at, |first: usize| first.min(at))),
        })?;
        if let Some(wrong) = wrong {
            return Err(rows.not_utf8(self.rows[wrong / 2].1, self.names.get(wrong)));
        }
        for (ends, (arcs, at)) in codes.chunks_exact(2).zip(self.rows) {
            ids.push_arcs([ends[0], ends[1]].map(u64::from), arcs, || rows.line_of(at))?;
        }
        Ok(())
    }
}

/// The values of a kept column: integers, or codes of texts.
#[derive(Debug)]
pub(super) enum Labels {
    Integers(Vec<i64>),
    Codes(Vec<u32>),
}

impl Default for Labels {
    fn default() -> Self {
        Self::Integers(Vec::new())
    }
}

/// The name of the memory in errors.
const WHAT: &str = "the columns of a table";

/// An integer that is written as usual.
fn integer(cell: &[u8]) -> Option<i64> {
    match cell {
        [b'-', rest @ ..] if rest != b"0" => Some(-i64::try_from(natural(rest)?).ok()?),
        _ => natural(cell)?.try_into().ok(),
    }
}

impl Labels {
    /// Appends a cell. Returns `false` if it is not UTF-8.
    pub(super) fn push(&mut self, cell: &[u8], texts: &Interner) -> Result<bool> {
        if let Self::Integers(values) = self {
            if let Some(value) = integer(cell) {
                memory::grow(WHAT, values, 1)?;
                values.push(value);
                return Ok(true);
            }
            self.encode(texts)?;
        }
        let Some(code) = texts.code(cell)? else { return Ok(false) };
        if let Self::Codes(codes) = self {
            memory::grow(WHAT, codes, 1)?;
            codes.push(code);
        }
        Ok(true)
    }

    /// Converts integers to codes of texts.
    #[cold]
    fn encode(&mut self, texts: &Interner) -> Result<()> {
        if let Self::Integers(values) = self {
            let mut codes = memory::reserve(WHAT, values.len())?;
            for value in values {
                codes.push(texts.code_of(*value)?);
            }
            *self = Self::Codes(codes);
        }
        Ok(())
    }

    /// Appends the values of the next rows.
    pub(super) fn append(&mut self, mut part: Self, texts: &Interner) -> Result<()> {
        match (&*self, &part) {
            (Self::Integers(_), Self::Codes(_)) => self.encode(texts)?,
            (Self::Codes(_), Self::Integers(_)) => part.encode(texts)?,
            _ => {}
        }
        match (self, part) {
            (Self::Integers(values), Self::Integers(part)) => {
                memory::grow(WHAT, values, part.len())?;
                values.extend_from_slice(&part);
            }
            (Self::Codes(codes), Self::Codes(part)) => {
                memory::grow(WHAT, codes, part.len())?;
                codes.extend_from_slice(&part);
            }
            _ => unreachable!("both are of one kind"),
        }
        Ok(())
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        match self {
            Self::Integers(values) => size_of_val(&**values),
            Self::Codes(codes) => size_of_val(&**codes),
        }
    }

    /// The values.
    pub(super) fn finish(self, texts: Interner) -> Result<Values> {
        Ok(match self {
            Self::Integers(values) => Values::Integers(values),
            Self::Codes(mut codes) => {
                let (ranks, distinct) = texts.ranked()?;
                codes.iter_mut().for_each(|code| *code = ranks.rank(*code));
                Values::Texts(Texts::from_codes(codes, distinct))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_usual() {
        for (cell, want) in [
            ("0", Some(0)),
            ("7", Some(7)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            ("100000000000000000000", None),
            ("07", None),
            ("+7", None),
            ("", None),
            ("7a", None),
        ] {
            assert_eq!(natural(cell.as_bytes()), want, "{cell}");
        }
        assert_eq!(integer(b"-9223372036854775807"), Some(-i64::MAX));
        assert_eq!(["-0", "-", "--1", "9223372036854775808"].map(|cell| integer(cell.as_bytes())), [None; 4]);
    }
}
