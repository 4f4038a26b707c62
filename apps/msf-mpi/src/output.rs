//! The forest as a file. Each rank makes the lines of its own edges, and rank 0 writes all of them.

use std::io::Write;
use std::path::Path;

use boscage::Result;
use boscage::comm::{Comm, Part, PartForest};
use boscage::graph::Weight;
use boscage::io::{Compression, Names, Output};

use crate::options::ForestFormat;

/// Finds out, on rank 0, whether the file can be written. It is not kept open: if the launcher kills a rank,
/// a part of a file may stay behind.
pub(crate) fn try_begin(comm: &Comm<'_>, path: &Path) -> Result<()> {
    // What is no file, as a pipe, is opened once only.
    match std::fs::metadata(path) {
        Ok(there) if !there.is_file() => Ok(()),
        _ if comm.rank() > 0 || Output::is_stdout(path) => Ok(()),
        _ => Output::create(path, None).map(drop),
    }
}

/// Writes the forest. Collective; the ranks must agree on the errors.
pub(crate) fn write<W: Weight>(
    comm: &Comm<'_>,
    path: &Path,
    format: ForestFormat,
    (part, forest): (&Part<W>, &PartForest<W>),
    names: &Names,
) -> Result<()> {
    let words = words(&lines(format, part, forest, names));
    let mut counts = vec![0; comm.ranks()];
    counts[0] = words.len();
    let all = comm.exchange(&words, &counts)?;
    if comm.rank() > 0 {
        return Ok(());
    }
    let mut output = Output::create(path, Compression::of_suffix(path))?;
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
