//! Checkpoints: the forest of the edges so far, saved from time to time, from which a later run goes on.
//!
//! A file begins with a line of JSON, the [`Header`]. An edge of the forest takes 24 bytes ([`Row`]), and the
//! last four bytes are the CRC-32 of all others. A file is written under another name, and renamed when it is
//! complete.
//!
//! Files whose blocks can be read in any order are not read again up to the checkpoint: their size and the
//! time of their last change must be the same. Other inputs are read again, and the fingerprint of the edges
//! before the checkpoint must be the same.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use boscage::exec::Exec;
use boscage::graph::{Edge, Key, Objective, Weight};
use boscage::io::{Opened, ReadOptions};
use boscage::operators::msf::StreamEdge;
use boscage::random::mix;
use boscage::{Error, Result, grouped, output_name};
use boscage_programs::progress::Bar;
use bytemuck::{Pod, Zeroable, bytes_of};
use crc32fast::Hasher;
use serde::{Deserialize, Serialize};

use super::any::AnyStream;
use super::saved::Saved;
use crate::plan::CheckpointPlan;

/// The option in errors.
pub(super) const OPTION: &str = "--checkpoint";

/// Time between two checkpoints per time that one takes to write, at least.
const REST: u32 = 9;

/// The first bytes of a checkpoint.
const BEGIN: &[u8] = b"{\"run\":{\"msf\":";

/// Facts that must be the same when a run goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Run {
    /// The version of the program.
    msf: String,
    /// Size of the file; 0 for a pipe.
    bytes: u64,
    /// Time of its last change; `None` for a pipe.
    modified: Option<SystemTime>,
    /// Options of reading, and the objective.
    options: String,
}

impl Run {
    fn new(opened: &Opened, options: &ReadOptions, objective: Objective) -> Self {
        let options = ReadOptions { admit: None, ..options.clone() };
        Self {
            msf: env!("CARGO_PKG_VERSION").to_owned(),
            bytes: opened.bytes(),
            modified: opened.modified(),
            options: format!("{objective:?} {options:?}"),
        }
    }

    /// Returns a fact that differs from that of another run.
    pub(super) fn difference(&self, other: &Self) -> Option<&'static str> {
        let facts = [
            (self.msf != other.msf, "that of another version of msf"),
            (self.bytes != other.bytes, "that of a graph of another size"),
            (self.modified != other.modified, "that of a graph that has changed since"),
            (self.options != other.options, "that of a run with other options"),
        ];
        facts.into_iter().find(|fact| fact.0).map(|fact| fact.1)
    }
}

/// The first line of a checkpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) run: Run,
    /// The type of the weights.
    pub(super) weights: String,
    pub(super) nodes: usize,
    /// Number of edges so far, or one more than the greatest position.
    pub(super) edges: u64,
    /// Number of edges of the forest.
    pub(super) forest: usize,
    pub(super) blocks: Blocks,
    pub(super) fingerprint: u64,
}

/// The blocks of a file that have been read.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Blocks {
    /// Number of the first blocks.
    pub(super) in_order: u64,
    /// Number of the others in their random order, once that has begun.
    pub(super) shuffled: Option<u64>,
}

/// An edge of the forest.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Row {
    u: u32,
    v: u32,
    key: u64,
    position: u64,
}

impl Row {
    pub(super) fn of<W: Weight>(StreamEdge { position, edge }: StreamEdge<W>) -> Self {
        let [u, v] = [edge.u, edge.v].map(|end| u32::from(end).to_le());
        let key: u64 = Objective::Minimum.key(edge.weight).into();
        Self { u, v, key: key.to_le(), position: position.to_le() }
    }

    pub(super) fn edge<W: Weight>(self) -> StreamEdge<W> {
        let weight = Objective::Minimum.weight(W::Key::from_number(u64::from_le(self.key)));
        let edge = Edge::new(u32::from_le(self.u), u32::from_le(self.v), weight);
        StreamEdge { position: u64::from_le(self.position), edge }
    }
}

/// The checkpoints of a run.
pub(super) struct Checkpoints {
    path: PathBuf,
    /// The name until it is complete.
    partial: PathBuf,
    every: Duration,
    bar: Bar,
    run: Run,
    /// When the last one was written, and the least time until the next.
    last: Instant,
    rest: Duration,
    /// Fingerprint of the edges so far, if they are read in order.
    fingerprint: u64,
}

impl Checkpoints {
    /// Begins the checkpoints of a run; returns also the one from which it goes on.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read or written; [`Error::Argument`] and [`Error::Parse`] if it is
    /// not a checkpoint of this run.
    pub(super) fn begin(
        plan: &CheckpointPlan,
        bar: &Bar,
        opened: &Opened,
        options: &ReadOptions,
        objective: Objective,
    ) -> Result<(Self, Option<Saved>)> {
        let run = Run::new(opened, options, objective);
        let CheckpointPlan { path, partial, every } = plan.clone();
        let saved = match open(&path)? {
            Some(file) => Some(Saved::open(&path, file, &run)?),
            None => None,
        };
        if let Some(file) = open(&partial)? {
            check_partial(&partial, file)?; // a run was killed while it wrote
        }
        let tried = File::create(&partial).and_then(|_| fs::remove_file(&partial));
        tried.map_err(|source| failed(&path, "write", source))?;
        if let Some(saved) = &saved {
            let edges = grouped(saved.end());
            bar.aside(&format!("msf: continues from checkpoint {}, after {edges} edges", output_name(&path)));
        }
        let (bar, last) = (bar.clone(), Instant::now());
        Ok((Self { path, partial, every, bar, run, last, rest: Duration::ZERO, fingerprint: 0 }, saved))
    }

    /// Returns the blocks to read until the next one is due: at least one, if one is left.
    pub(super) fn until_due<'a>(
        this: Option<&'a Self>,
        blocks: &'a mut (impl Iterator<Item = u64> + Send),
    ) -> impl Iterator<Item = u64> + Send + 'a {
        let mut is_first = true;
        iter::from_fn(move || {
            let is_due = !std::mem::take(&mut is_first) && this.is_some_and(Self::is_due);
            if is_due { None } else { blocks.next() }
        })
    }

    fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every.max(self.rest)
    }

    /// Adds the fingerprint of the next edges.
    pub(super) fn add(&mut self, fingerprint: u64) {
        self.fingerprint = self.fingerprint.wrapping_add(fingerprint);
    }

    /// Writes a checkpoint if one is due. If it cannot be written, the one before stays, with a warning.
    ///
    /// # Errors
    /// Those of the stream.
    pub(super) fn save(&mut self, exec: &Exec, stream: &mut dyn AnyStream, blocks: Blocks) -> Result<()> {
        if !self.is_due() {
            return Ok(());
        }
        let begun = Instant::now();
        let (nodes, edges) = (stream.node_count(), stream.end());
        let weights = stream.weight_type().to_owned();
        let mut written = Ok(());
        stream.with_rows(exec, &mut |rows| {
            let (run, fingerprint, forest) = (self.run.clone(), self.fingerprint, rows.len());
            let header = Header { run, weights: weights.clone(), nodes, edges, forest, blocks, fingerprint };
            written = self.write(&header, rows);
        })?;
        if let Err(error) = written {
            let _ = fs::remove_file(&self.partial); // perhaps there is none
            self.bar.aside(&format!("msf: warning: {}; the run goes on", failed(&self.path, "write", error)));
        }
        self.rest = REST * begun.elapsed();
        self.last = Instant::now();
        Ok(())
    }

    fn write(&self, header: &Header, rows: &mut dyn Iterator<Item = Row>) -> io::Result<()> {
        let mut out = Checked { inner: BufWriter::new(File::create(&self.partial)?), sum: Hasher::new() };
        serde_json::to_writer(&mut out, header)?;
        out.write_all(b"\n")?;
        for row in rows {
            out.write_all(bytes_of(&row))?;
        }
        let Checked { mut inner, sum } = out;
        inner.write_all(&sum.finalize().to_le_bytes())?;
        inner.into_inner()?.sync_all()?;
        fs::rename(&self.partial, &self.path)
    }

    /// Removes the checkpoint of a run that is complete.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub(super) fn remove(&self) -> Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(&self.path, "remove", error)),
            _ => Ok(()),
        }
    }
}

/// Opens a regular file, if there is one of this name.
///
/// # Errors
/// [`Error::Io`]; [`Error::Argument`] if there is something else.
fn open(path: &Path) -> Result<Option<File>> {
    let unreadable = |source| failed(path, "read", source);
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        there if there.as_ref().is_ok_and(Metadata::is_file) => {
            File::open(path).map(Some).map_err(unreadable)
        }
        there => {
            there.map_err(unreadable)?;
            let found = format!("{}, which is none", output_name(path));
            Err(Error::argument(OPTION, "a file, or a new name", found))
        }
    }
}

/// Refuses to replace a file that is not the beginning of a checkpoint.
fn check_partial(path: &Path, file: File) -> Result<()> {
    let mut begin = Vec::new();
    let read = file.take(BEGIN.len() as u64).read_to_end(&mut begin);
    read.map_err(|source| failed(path, "read", source))?;
    if BEGIN.starts_with(&begin) {
        return Ok(());
    }
    let found = format!("something else in {}, which would be lost", output_name(path));
    Err(Error::argument(OPTION, "nothing, or the beginning of a checkpoint", found))
}

/// Returns the error that a checkpoint is that of another graph.
pub(super) fn other_graph() -> Error {
    Error::argument(OPTION, "a checkpoint of this run", "that of another graph")
}

pub(super) fn failed(path: &Path, action: &'static str, source: io::Error) -> Error {
    Error::Io { path: path.to_owned(), action, source }
}

/// Returns the fingerprint of edges from a position on. Those of blocks add up to that of all.
pub(super) fn fingerprint<W: Weight>(first: u64, edges: &[Edge<W>]) -> u64 {
    let of_edge = |(position, edge): (u64, &Edge<W>)| {
        let ends = u64::from(u32::from(edge.u)) << 32 | u64::from(u32::from(edge.v));
        mix(mix(position ^ mix(ends)) ^ edge.weight.to_f64().to_bits())
    };
    (first..).zip(edges).map(of_edge).fold(0, u64::wrapping_add)
}

/// A file, with the checksum of what passes.
pub(super) struct Checked<F> {
    pub(super) inner: F,
    pub(super) sum: Hasher,
}

impl<F: Write> Write for Checked<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<F: Read> Read for Checked<F> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.sum.update(&bytes[..read]);
        Ok(read)
    }
}
