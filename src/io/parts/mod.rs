//! Graphs in parts: every rank reads only its own part of a file ([`read_part`]).
//!
//! The parts, one after the other in the order of the ranks, are exactly the list that [`read`](crate::read)
//! makes of the file on one machine: the same edges with the same ids, the same type of weights, the same
//! numbers of the nodes. This is so for any number of ranks.
//!
//! | format | what a rank reads | what ranks send each other |
//! |---|---|---|
//! | `.bsg`, `.bin` | its share of the edges; of names that are listed, those of its own nodes | counts |
//! | edge list | the lines that begin in its share of the bytes | the names of its nodes, to number them |
//! | DIMACS | the same | what the pairing of arcs across cuts takes ([`mod@fold`]) |
//!
//! Every rank reads the heading of a text, and the first bytes of a file, by which formats are recognised. A
//! rank works by itself on a step, with all its threads. Then all agree whether it has succeeded, because
//! nobody may return early: see [`boscage_core::comm`]. If there are several errors, only the first in the file is
//! reported, as on one machine.

mod assemble;
mod balances;
mod binary;
mod fold;
mod names;
#[cfg(test)]
mod tests;
mod text;

use std::path::{Path, PathBuf};

use crate::bytes::content::Content;
use crate::bytes::content::HEAD;
use crate::bytes::open::{Opened, holding};
use crate::bytes::random_access::RandomAccess;
use crate::formats::recognise;
use crate::{ArcReport, Compression, Format, ReadOptions, Remark};
use boscage_core::comm::{Comm, Reduction};
use boscage_core::exec::Exec;
use boscage_core::graph::AnyEdgeList;
use boscage_core::random::mix;
use boscage_core::{At, Place};
use boscage_core::{Error, Result};

pub use names::PartNames;

/// What one rank has of a graph in a file: some of the edges, and what all ranks know.
///
/// [`Part::new`](boscage_core::comm::Part::new) takes `list` and `first`.
#[derive(Clone, Debug)]
pub struct PartInput {
    /// The file.
    pub path: PathBuf,
    /// What it turned out to be.
    pub format: Format,
    /// True if the format was concluded from the content, and files of it have no signature
    /// ([`Format::has_signature`]).
    pub is_guessed: bool,
    /// The edges of this rank; `list.nodes()` is the number of nodes of the whole graph.
    pub list: AnyEdgeList,
    /// The id of the first edge of this rank. The others follow without gaps.
    pub first: u64,
    /// Number of edges of the whole graph.
    pub edges: u64,
    /// Whether the edges have a direction.
    pub is_directed: bool,
    /// What the file calls the nodes of this rank.
    pub names: PartNames,
    /// Whether the file gives weights. Otherwise edges carry nothing, or what [`ReadOptions::unweighted`]
    /// gives them.
    pub weighted: bool,
    /// What became of the arcs of the whole file, in formats that list arcs.
    pub arcs: Option<ArcReport>,
    /// Bytes of the whole file.
    pub bytes: u64,
    /// Remarks on what may not be as the file's author meant it; the same on all ranks.
    pub remarks: Vec<Remark>,
}

/// Reads this rank's part of a graph from a file that all ranks can read: `.bsg`, `.bin`, an edge list or a
/// DIMACS graph, not compressed. Collective.
///
/// The edges of all ranks, those of rank 0 first, are those of [`read`](crate::read). There may be more than
/// 2^32 of them: only each rank's number must be below 2^32 - 1, and so must the number of nodes.
/// [`ReadOptions::admit`] is asked on each rank about what this rank holds.
///
/// # Errors
/// As [`read`](crate::read), on all ranks: the first error of the file on the rank that has found it, and
/// [`Error::OtherRank`] on the others. [`Error::Parse`] if the file is compressed, of another format, no
/// regular file, or not the same for all ranks.
///
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
/// assert_eq!((one.list.len(), two.list.len(), two.first), (2, 1, 2));
/// assert_eq!((two.list.nodes(), two.list.weight_type()), (3, "f64"));
/// assert_eq!(two.names.of(boscage::graph::Node::new(2)), Some(300));
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
    let opened = first_failure(comm, options.check().and_then(|()| Opened::new(path)))?;
    let reading = Reading { comm, exec, opened: &opened, path };
    let options = &holding(options, 0, &None);
    let Recognised { format, rival, about } = reading.together(|| recognise(exec, &opened, path, options))?;
    reading.is_shared(format, about)?;
    comm.step("read", 0);
    let read = match format {
        Format::Boscage | Format::EdgeArray => binary::read(&reading, format, options),
        _ => text::read(&reading, format, options),
    };
    let mut input = read.map_err(|error| recognise::with_rival(error, rival))?;
    input.remarks.extend(rival.map(|format| Remark::Rival { format }));
    Ok(input)
}

/// A file that all ranks are reading, as one of them sees it.
struct Reading<'a> {
    comm: &'a Comm<'a>,
    exec: &'a Exec,
    opened: &'a Opened,
    path: &'a Path,
}

impl<'a> Reading<'a> {
    /// What comes of work that every rank does by itself, on all its threads, if all ranks have succeeded.
    fn together<T: Send>(&self, work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
        let result = self.opened.in_reading(self.exec.install(work));
        first_failure(self.comm, result)
    }

    /// Fails on all ranks unless all have the same file, as far as its beginning and its length tell.
    fn is_shared(&self, format: Format, about: [u64; 2]) -> Result<()> {
        let all = self.comm.gather(&[format as u64, about[0], about[1]])?;
        let other = (0..self.comm.ranks()).find(|&rank| all.of(rank) != all.of(0));
        self.together(|| match other {
            None => Ok(()),
            Some(rank) => {
                let found = match [0, rank].map(|rank| all.of(rank)[1]) {
                    [one, two] if one != two => format!("{one} bytes on rank 0 and {two} on rank {rank}"),
                    _ => format!("other content on rank {rank} than on rank 0"),
                };
                Err(unfit(self.path, "the same file on all ranks", found, "put it where all ranks see it"))
            }
        })
    }

    /// The bytes of the file.
    fn bytes(&self) -> RandomAccess<'a> {
        bytes(self.opened)
    }
}

/// The bytes of a file. One that is not regular has been refused before.
fn bytes(opened: &Opened) -> RandomAccess<'_> {
    match opened.regular() {
        Some((file, metadata)) => RandomAccess::of_file(file, metadata.len()),
        None => RandomAccess::of_bytes(&[]),
    }
}

/// A file whose parts can be read.
struct Recognised {
    format: Format,
    /// The format that it may be meant in ([`recognise::rival`]).
    rival: Option<Format>,
    /// Its length and a hash of its beginning.
    about: [u64; 2],
}

/// The format of a file, if parts of it can be read.
fn recognise(exec: &Exec, opened: &Opened, path: &Path, options: &ReadOptions) -> Result<Recognised> {
    let refused = |found: String| {
        let expected =
            "an edge list or a .bsg, .bin or DIMACS file, not compressed, as ranks read parts of it";
        Err(unfit(path, expected, found, "make such a file first: graph convert INPUT OUTPUT.bsg"))
    };
    if opened.regular().is_none() {
        return refused("a stream".to_owned());
    }
    let content = bytes(opened);
    let head = content.head(HEAD).map_err(|source| Content::unreadable(path, source))?;
    if let Some(compression) = Compression::of_content(&head) {
        return refused(format!("{} data", compression.name()));
    }
    let format = match recognise::demanded_or_text(path, &head, options)? {
        Some(format) => format,
        None => recognise::demanded_or_binary(
            &crate::formats::binary::Binary::new(exec, path, content)?,
            options,
        )?,
    };
    let hash = head.chunks(8).fold(0, |hash, bytes| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        mix(hash ^ u64::from_le_bytes(word)).wrapping_add(1)
    });
    match format {
        Format::Boscage | Format::EdgeArray | Format::Dimacs | Format::EdgeList => {
            let rival = recognise::rival(&head, format, options);
            Ok(Recognised { format, rival, about: [content.len(), hash] })
        }
        other => refused(format!("a {} file", other.name())),
    }
}

fn unfit(path: &Path, expected: &str, found: String, cure: &'static str) -> Error {
    let place = Place { path: path.to_owned(), at: At::Whole };
    Error::Parse { place, expected: expected.to_owned(), found, cure }
}

/// The result of this rank if all ranks have succeeded. Otherwise the error of the first rank that has failed
/// there, and [`Error::OtherRank`] on all others. As the parts of a file are in the order of the ranks, this
/// is the first error in the file. Collective.
pub(crate) fn first_failure<R>(comm: &Comm<'_>, result: Result<R>) -> Result<R> {
    let own = if result.is_err() { comm.rank() as u64 } else { u64::MAX };
    match comm.reduced(own, Reduction::Min)? {
        u64::MAX => result,
        first if first == own => result,
        first => Err(Error::OtherRank { rank: first as usize }),
    }
}
