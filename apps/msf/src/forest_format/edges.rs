//! One line `u v weight` per edge, in the graph's own numbering, by edge id. When read, the weights may be
//! missing in all lines, and commas may separate columns. A name with blanks is in quotes.

use std::io::{self, Write};

use boscage::Result;
use boscage::io::Name;

use super::csv::{cell, cells};
use super::{Claim, NamedForest, Text};

pub(super) fn write(forest: &NamedForest<'_>, out: &mut dyn Write) -> io::Result<()> {
    // With `Debug`, floats keep their point or exponent, so they are read as floats again.
    let name = |name: Name<'_>| match name {
        Name::Number(number) => number.to_string(),
        Name::Text(text) => cell(text, ' '),
    };
    forest.edges().try_for_each(|(u, v, weight)| writeln!(out, "{} {} {weight:?}", name(u), name(v)))
}

pub(super) fn read(text: &Text<'_>) -> Result<Vec<Claim>> {
    text.gather(1, |line, words| {
        let has_quotes = words.contains('"');
        let columns = cells(words, if words.contains(',') && !has_quotes { ',' } else { ' ' });
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let (u, v, weight) = match columns[..] {
            [u, v] => (u, v, None),
            [u, v, weight] => (u, v, Some(weight)),
            _ => return Err(text.wrong(line, "`u v` or `u v weight`", words, "")),
        };
        text.claim(line, u, v, weight).map(Some)
    })
}
