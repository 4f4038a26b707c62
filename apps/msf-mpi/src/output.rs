//! The forest as a file. Each rank makes the lines of its own edges, and rank 0 writes all of them.

use std::io::Write;
use std::path::Path;

use boscage::Result;
use boscage::comm::{Comm, Part, PartForest};
use boscage::graph::Weight;
use boscage::io::{Compression, Names, Output};

use crate::options::ForestFormat;

/// Begins the file, on rank 0: a name that cannot be written is an error at the start.
pub(crate) fn begin(comm: &Comm<'_>, path: Option<&Path>) -> Result<Option<Output>> {
    let path = path.filter(|_| comm.rank() == 0);
    path.map(|path| Output::create(path, Compression::of_suffix(path))).transpose()
}

/// Writes the forest. Collective.
pub(crate) fn write<W: Weight>(
    comm: &Comm<'_>,
    output: Option<Output>,
    format: ForestFormat,
    (part, forest): (&Part<W>, &PartForest<W>),
    names: &Names,
) -> Result<()> {
    let words = words(&lines(format, part, forest, names));
    let mut counts = vec![0; comm.ranks()];
    counts[0] = words.len();
    let all = comm.exchange(&words, &counts)?;
    let Some(mut output) = output else { return Ok(()) };
    for rank in 0..comm.ranks() {
        output.write_all(text(all.of(rank))).map_err(|error| output.failed(error))?;
    }
    output.finish()
}

fn lines<W: Weight>(format: ForestFormat, part: &Part<W>, forest: &PartForest<W>, names: &Names) -> Vec<u8> {
    let mut lines = Vec::new();
    for &position in forest.edges() {
        let written = match format {
            ForestFormat::Ids => writeln!(lines, "{}", part.id(position)),
            ForestFormat::Edges => {
                let [u, v] = part.ends(position).map(|end| names.of(end));
                // As `Debug` has it, floats keep their point or exponent, as in `msf`.
                let weight = part.local().edges()[position.index()].weight;
                writeln!(lines, "{u} {v} {weight:?}")
            }
        };
        written.expect("a vector takes all that is written");
    }
    lines
}

/// A text as words, its length in bytes first.
fn words(text: &[u8]) -> Vec<u64> {
    let mut words = vec![0; 1 + text.len().div_ceil(8)];
    words[0] = text.len() as u64;
    bytemuck::cast_slice_mut(&mut words[1..])[..text.len()].copy_from_slice(text);
    words
}

/// The text of words.
fn text(words: &[u64]) -> &[u8] {
    &bytemuck::cast_slice(&words[1..])[..words[0] as usize]
}
