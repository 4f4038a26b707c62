//! The forest and the components as files. Each rank makes the lines of its own edges or nodes. All ranks
//! write to a plain file at the same time. To other outputs, and for compression, rank 0 writes for all, and
//! asks the others for their lines piece by piece.

use std::io::Write;
use std::path::Path;

use boscage::comm::{Comm, Part, PartForest, Reduction};
use boscage::graph::{Components, Node, Weight};
use boscage::io::{Compression, Output, PartNames, write_in_parts};
use boscage::{Result, memory};

use crate::options::ForestFormat;

/// Checks, on rank 0, that the files can be written, and are different ones. They are not kept open: if the
/// launcher kills a rank, a part of a file may be left.
pub(crate) fn try_begin<'p>(comm: &Comm<'_>, paths: impl Iterator<Item = &'p Path>) -> Result<()> {
    if comm.rank() > 0 {
        return Ok(());
    }
    // Other outputs, such as pipes, are opened only once.
    let is_file = |path: &&Path| {
        !Output::is_stdout(path) && std::fs::metadata(path).map_or(true, |there| there.is_file())
    };
    let begun: Result<Vec<_>> = paths.filter(is_file).map(|path| Output::create(path, None)).collect();
    begun.map(drop)
}

/// Writes a file that consists of the lines of all ranks. Collective.
pub(crate) fn write(comm: &Comm<'_>, path: &Path, lines: Result<Vec<u8>>) -> Result<()> {
    let lines = comm.agree(lines)?;
    // As rank 0 sees the output, which is about to be written.
    let is_plain = comm.reduced(u64::from(comm.rank() > 0 || is_plain(path)), Reduction::Min)? == 1;
    if is_plain {
        return write_in_parts(comm, path, &[lines]);
    }
    if comm.rank() > 0 {
        send(comm, &lines)?;
        return comm.agree(Ok(()));
    }
    let written = write_for_all(comm, path, &lines)?;
    comm.agree(written)
}

/// Bytes that rank 0 asks another rank for at a time.
const PIECE: usize = 1 << 20;

/// Messages of rank 0 to another: to send the next piece, or that no more are needed.
const MORE: u64 = 1;
const ENOUGH: u64 = 0;

/// Writes the lines of this rank, then those of each other rank, which it asks for piece by piece. An error
/// of the output is within the result, for all ranks; one of communication is this rank's.
fn write_for_all(comm: &Comm<'_>, path: &Path, own: &[u8]) -> Result<Result<()>> {
    let mut output = Output::create(path, Compression::from_suffix(path));
    let mut put = |text: &[u8]| match &mut output {
        Ok(opened) => match opened.write_all(text) {
            Ok(()) => true,
            Err(error) => {
                output = Err(opened.error(error));
                false
            }
        },
        Err(_) => false,
    };
    let mut goes_on = put(own);
    for rank in 1..comm.ranks() {
        while goes_on {
            comm.send(rank, vec![MORE])?;
            let piece = comm.receive_from(rank)?;
            let text = text(&piece);
            if text.is_empty() {
                break;
            }
            goes_on = put(text);
        }
        if !goes_on {
            comm.send(rank, vec![ENOUGH])?;
        }
    }
    Ok(output.and_then(Output::finish))
}

/// Sends rank 0 the lines of this rank, until they end or no more are needed.
fn send(comm: &Comm<'_>, lines: &[u8]) -> Result<()> {
    for piece in lines.chunks(PIECE).chain([&[][..]]) {
        if comm.receive_from(0)? == [ENOUGH] {
            break;
        }
        comm.send(0, words(piece))?;
    }
    Ok(())
}

/// Returns `true` if this is, or will be, a regular file of plain text.
fn is_plain(path: &Path) -> bool {
    let is_file = std::fs::metadata(path).map_or(true, |there| there.is_file());
    is_file && !Output::is_stdout(path) && Compression::from_suffix(path).is_none()
}

/// Largest number of bytes per line.
const LINE: usize = 128;

/// Returns one line per node of this rank's share: the node, and its component.
pub(crate) fn component_lines(
    comm: &Comm<'_>,
    components: &Components,
    names: &PartNames,
) -> Result<Vec<u8>> {
    let mut lines = Vec::new();
    let labels = components.labels();
    for node in names.share(comm, labels.len()) {
        let name = names.name(Node::new(node)).expect("a rank knows the names of its share");
        memory::grow("the lines of components", &mut lines, LINE)?;
        writeln!(lines, "{name} {}", labels[node]).expect("writing to a vector cannot fail");
    }
    Ok(lines)
}

/// Returns one line per edge of the forest in this rank's part.
pub(crate) fn forest_lines<W: Weight>(
    format: ForestFormat,
    part: &Part<W>,
    forest: &PartForest<W>,
    names: &PartNames,
) -> Result<Vec<u8>> {
    let mut lines = Vec::new();
    for &position in forest.edges() {
        memory::grow("the lines of the forest", &mut lines, LINE)?;
        let written = match format {
            ForestFormat::Ids => writeln!(lines, "{}", part.id(position)),
            ForestFormat::Edges => {
                let name = |end| names.name(end).expect("a node of the part has a name");
                let [u, v] = part.ends(position).map(name);
                // With `Debug`, floats keep their point or exponent, as in `msf`.
                let weight = part.local().edges()[position.index()].weight;
                writeln!(lines, "{u} {v} {weight:?}")
            }
        };
        written.expect("writing to a vector cannot fail");
    }
    Ok(lines)
}

/// Returns a text as words, its length in bytes first.
fn words(text: &[u8]) -> Vec<u64> {
    let mut words = vec![0; 1 + text.len().div_ceil(8)];
    words[0] = text.len() as u64;
    bytemuck::cast_slice_mut(&mut words[1..])[..text.len()].copy_from_slice(text);
    words
}

/// Returns the text of words.
fn text(words: &[u64]) -> &[u8] {
    &bytemuck::cast_slice(&words[1..])[..words[0] as usize]
}
