//! Graphs in parts: every rank reads only its own part of a file ([`read_part`]).
//!
//! | format | read by a rank | sent between ranks |
//! |---|---|---|
//! | `.bsg`, `.bin` | its share of the edges; if names are listed, those of its own nodes | counts |
//! | edge list | the lines that begin in its share of the bytes | the names of its nodes, to number them |
//! | DIMACS | the same | sums for the pairing of arcs on different ranks ([`mod@fold`]) |
//!
//! Every rank reads the heading of a text, and the first bytes of a file, by which formats are recognised.
//! In each step a rank works alone, with all its threads. Then all ranks agree whether all have succeeded,
//! because no rank may return early: see [`boscage_core::comm`]. If there are several errors, only the first
//! in the file is reported, as on one machine.

mod assemble;
mod balances;
mod binary;
mod fold;
pub(crate) mod names;
pub(crate) mod part_input;
pub(crate) mod reading;
#[cfg(test)]
mod tests;
mod text;
mod write;

use std::path::Path;

use crate::budget::holding;
use crate::bytes::{Content, HEAD, Opened};
use crate::formats::{Binary, LineReader, RawEdges, recognise, rival};
use crate::input::mismatch;
use crate::{Compression, Format, ReadOptions, Remark};
use boscage_core::comm::Comm;
use boscage_core::exec::Exec;
use boscage_core::random::mix;
use boscage_core::{Error, Result};
use part_input::PartInput;
use reading::{Reading, bytes, first_failure};
pub use write::write_in_parts;

/// Reads the part of this rank from a file that all ranks can read: a `.bsg` or `.bin` file, an edge list,
/// or a DIMACS graph, not compressed. Collective.
///
/// The parts, in the order of the ranks, are exactly the list that [`read`](crate::read) makes: the same
/// edges with the same ids, the same type of weights, and the same numbers of the nodes. The graph may have
/// more than 2^32 edges: only the edges of each rank must be fewer than 2^32 - 1, and so must the nodes.
///
/// # Determinism
/// The graph does not depend on the numbers of ranks and threads.
///
/// # Memory
/// 8 bytes per edge of the part and the bytes of its weight. If names are listed, up to 20 bytes per node of
/// the part, and 8 bytes per node of the graph divided by the number of ranks. [`ReadOptions::admit`]
/// decides on each rank about its own memory.
///
/// # Errors
/// Those of [`read`](crate::read): the first error of the file on the rank that has found it, and
/// [`Error::OtherRank`](boscage_core::Error::OtherRank) on the others.
/// [`Error::Parse`](boscage_core::Error::Parse) if the file is compressed, of another format, not a regular
/// file, or not the same for all ranks.
///
/// # Examples
/// ```
/// use boscage::{comm, exec::Exec, io};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("graph.txt");
/// std::fs::write(&path, "100 200 2.5\n200 300 1\n300 300 7\n").unwrap();
/// let parts = comm::run(2, |comm| {
///     let exec = Exec::new(1)?;
///     io::read_part(&exec, comm, &path, &io::ReadOptions::default())
/// })?;
/// let [one, two] = [0, 1].map(|rank| &parts[rank]);
/// assert_eq!((one.list.edge_count(), two.list.edge_count(), two.first), (2, 1, 2));
/// assert_eq!((two.list.node_count(), two.list.weight_type()), (3, "f64"));
/// assert_eq!(two.names.name(2), Some(300));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn read_part(
    exec: &Exec,
    comm: &Comm<'_>,
    path: impl AsRef<Path>,
    options: &ReadOptions,
) -> Result<PartInput> {
    let path = path.as_ref();
    comm.step("open", 0);
    let opened = first_failure(comm, check(options).and_then(|()| Opened::new(path)))?;
    let reading = Reading { comm, exec, opened: &opened, path };
    let options = &holding(options, 0, &None);
    let recognised = reading.together(|| recognise(exec, &opened, path, options))?;
    let Recognised { format, reader, rival, about } = recognised;
    reading.is_shared(format, about)?;
    comm.step("read", 0);
    let read = match reader {
        PartReader::Edges(open) => binary::read(&reading, open, options),
        PartReader::Lines(reader) => text::read(&reading, reader, options),
    };
    let mut input = read.map_err(|error| rival::explained(error, rival))?;
    input.is_guessed = options.format.is_none() && !format.has_signature();
    input.remarks.extend(rival.map(|format| Remark::AmbiguousFormat { format }));
    Ok(input)
}

/// The code that reads the part of a rank.
enum PartReader {
    /// Reads the lines of a part.
    Lines(LineReader),
    /// Reads edges that are stored as in memory.
    Edges(fn(&Binary<'_>) -> Result<RawEdges>),
}

/// A file whose parts can be read.
struct Recognised {
    format: Format,
    reader: PartReader,
    /// The other possible format ([`rival`]).
    rival: Option<Format>,
    /// Its length and a hash of its beginning.
    about: [u64; 2],
}

/// Refuses options that contradict each other, or that need the whole graph.
fn check(options: &ReadOptions) -> Result<()> {
    if options.drop_negative {
        return Err(Error::argument("drop_negative", "false for a graph that is read in parts", true));
    }
    options.check()
}

/// Recognises a file whose parts can be read.
fn recognise(exec: &Exec, opened: &Opened, path: &Path, options: &ReadOptions) -> Result<Recognised> {
    let refused = |found: String| {
        let expected =
            "an edge list or a .bsg, .bin or DIMACS file, not compressed, because ranks read parts of it";
        Err(mismatch(path, expected, found, "convert it first: graph convert INPUT OUTPUT.bsg"))
    };
    if opened.regular().is_none() {
        return refused("a stream".to_owned());
    }
    let content = bytes(opened);
    let head = content.head(HEAD).map_err(|source| Content::unreadable(path, source))?;
    if let Some(compression) = Compression::of_content(&head) {
        return refused(format!("{} data", compression.name()));
    }
    if let Some((format, _)) = recognise::demanded_or_content(&head, options) {
        return refused(format!("{} data", format.name()));
    }
    let (format, reader) = match recognise::demanded_or_text(path, &head, options)? {
        Some((format, reader)) => (format, reader.lines.map(PartReader::Lines)),
        None => {
            let file = Binary::new(exec, path, content)?;
            let (format, reader) = recognise::demanded_or_binary(&file, options)?;
            (format, reader.edges.map(PartReader::Edges))
        }
    };
    let Some(reader) = reader else { return refused(format!("a {} file", format.name())) };
    let hash = head.chunks(8).fold(0, |hash, bytes| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        mix(hash ^ u64::from_le_bytes(word)).wrapping_add(1)
    });
    let rival = rival::of(&head, format, options);
    Ok(Recognised { format, reader, rival, about: [content.len(), hash] })
}
