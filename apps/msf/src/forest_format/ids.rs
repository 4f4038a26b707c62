//! One line per edge: its id, which is its position among the edges of the graph, from 0.

use std::io::{self, Write};

use boscage::Result;

use super::{NamedForest, Text};

pub(super) fn write(forest: &NamedForest<'_>, out: &mut dyn Write) -> io::Result<()> {
    forest.forest.iter().try_for_each(|&edge| writeln!(out, "{}", forest.id(edge)))
}

pub(super) fn read(text: &Text<'_>) -> Result<Vec<u64>> {
    text.gather(1, |line, word| match word.parse() {
        Ok(id) => Ok(Some(id)),
        Err(_) => Err(text.wrong(line, "an edge id", word, "")),
    })
}
