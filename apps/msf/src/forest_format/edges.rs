//! One line `u v weight` per edge, in the graph's own numbering, by edge id. When read, the weights may be
//! missing in all lines, and commas may separate columns.

use std::io::{self, Write};

use boscage::Result;

use super::{Claim, NamedForest, Text};

pub(super) fn write(forest: &NamedForest<'_>, out: &mut dyn Write) -> io::Result<()> {
    // With `Debug`, floats keep their point or exponent, so they are read as floats again.
    forest.edges().try_for_each(|(u, v, weight)| writeln!(out, "{u} {v} {weight:?}"))
}

pub(super) fn read(text: &Text<'_>) -> Result<Vec<Claim>> {
    text.gather(1, |line, words| {
        let columns: Vec<&str> = match words.contains(',') {
            true => words.split(',').map(str::trim).collect(),
            false => words.split_whitespace().collect(),
        };
        let (u, v, weight) = match columns[..] {
            [u, v] => (u, v, None),
            [u, v, weight] => (u, v, Some(weight)),
            _ => return Err(text.wrong(line, "`u v` or `u v weight`", words, "")),
        };
        text.claim(line, u, v, weight).map(Some)
    })
}
