//! A checkpoint from which a run goes on.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use boscage::graph::{Edge, Weight};
use boscage::operators::msf::StreamEdge;
use boscage::{At, Error, Place, Result, memory};
use bytemuck::{Zeroable, bytes_of_mut};
use crc32fast::Hasher;

use super::checkpoint::{Blocks, Checked, Header, OPTION, Row, Run, failed, fingerprint, other_graph};

/// Bytes of the longest header.
const HEADER: u64 = 1 << 16;

/// A checkpoint from which a run goes on.
pub(super) struct Saved {
    path: PathBuf,
    header: Header,
    /// The rest of the file.
    file: Checked<BufReader<File>>,
    /// Number of edges that have been read again.
    passed: u64,
    /// Their fingerprint.
    fingerprint: u64,
}

impl Saved {
    /// Reads the beginning of a checkpoint.
    ///
    /// # Errors
    /// [`Error::Argument`] if it is not one of this run; [`Error::Io`].
    pub(super) fn open(path: &Path, file: File, run: &Run) -> Result<Self> {
        let path = path.to_owned();
        let mut file = Checked { inner: BufReader::new(file), sum: Hasher::new() };
        let mut line = Vec::new();
        let read = file.inner.by_ref().take(HEADER).read_until(b'\n', &mut line);
        read.map_err(|source| failed(&path, "read", source))?;
        file.sum.update(&line);
        let Ok(header) = serde_json::from_slice::<Header>(&line) else {
            let found = "something else, which would be lost";
            return Err(Error::argument(OPTION, "a checkpoint of msf, or a new name", found));
        };
        match header.run.difference(run) {
            Some(difference) => Err(Error::argument(OPTION, "a checkpoint of this run", difference)),
            None => Ok(Self { path, header, file, passed: 0, fingerprint: 0 }),
        }
    }

    /// The type of the weights.
    pub(super) fn weight_type(&self) -> &str {
        &self.header.weights
    }

    pub(super) fn node_count(&self) -> usize {
        self.header.nodes
    }

    /// Number of edges before the checkpoint, or one more than the greatest position.
    pub(super) fn end(&self) -> u64 {
        self.header.edges
    }

    pub(super) fn blocks(&self) -> Blocks {
        self.header.blocks
    }

    /// Passes over edges that were read before the checkpoint, and returns the others.
    pub(super) fn pass_over<'e, E: Weight>(&mut self, edges: &'e [Edge<E>]) -> &'e [Edge<E>] {
        let left = self.header.edges - self.passed;
        let (before, others) = edges.split_at(edges.len().min(usize::try_from(left).unwrap_or(usize::MAX)));
        self.fingerprint = self.fingerprint.wrapping_add(fingerprint(self.passed, before));
        self.passed += before.len() as u64;
        others
    }

    /// Returns `true` if the edges before the checkpoint have been read again.
    pub(super) fn is_reached(&self) -> bool {
        self.passed == self.header.edges
    }

    /// Checks that the edges that have been read again are those before the checkpoint. Returns their
    /// fingerprint.
    ///
    /// # Errors
    /// [`Error::Argument`].
    pub(super) fn check(&self) -> Result<u64> {
        if self.is_reached() && self.fingerprint == self.header.fingerprint {
            return Ok(self.fingerprint);
        }
        Err(other_graph())
    }

    /// Reads the edges of the forest.
    ///
    /// # Errors
    /// [`Error::Parse`] if the file is damaged; [`Error::Io`] and [`Error::OutOfMemory`].
    pub(super) fn forest<W: Weight>(&mut self) -> Result<Vec<StreamEdge<W>>> {
        let Self { path, header, file, .. } = self;
        let unreadable = |error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => damaged(path, "a file that is cut short"),
            _ => failed(path, "read", error),
        };
        let mut forest = memory::reserve("the forest", header.forest.min(header.nodes))?;
        for _ in 0..header.forest {
            let mut row = Row::zeroed();
            file.read_exact(bytes_of_mut(&mut row)).map_err(unreadable)?;
            forest.push(row.edge());
        }
        let (mut expected, found) = ([0; 4], file.sum.clone().finalize());
        file.inner.read_exact(&mut expected).map_err(unreadable)?;
        if u32::from_le_bytes(expected) != found || file.inner.read(&mut [0]).map_err(unreadable)? > 0 {
            return Err(damaged(path, "another one"));
        }
        Ok(forest)
    }
}

fn damaged(path: &Path, found: &str) -> Error {
    Error::Parse {
        place: Place { path: path.to_owned(), at: At::Whole },
        expected: "a checkpoint with its checksum".to_owned(),
        found: found.to_owned(),
        cure: "it is damaged: remove it to begin anew",
    }
}
