//! `msf GRAPH` for graphs that do not fit in memory: edges pass by, and only the forest is kept.
//!
//! The graph that outputs see has the edges of the forest alone; their positions in the stream are beside it.

mod any;
mod checkpoint;
mod delivery;
mod file;
mod proof;
mod saved;
mod typed;

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use boscage::exec::Exec;
use boscage::graph::{Edge, FileData, Objective, Weight};
use boscage::io::{EdgeFile, EdgeSink, Input, Opened, Output, ReadOptions, StreamInput};
use boscage::memory::{self, Bytes};
use boscage::operators::msf::{ForestStream, Size};
use boscage::{Error, Result};
use boscage_measuring::failure::Failure;

pub(crate) use self::any::with_type;
use self::any::{AnyStream, downcast};
use self::checkpoint::{Blocks, Checkpoints, fingerprint, other_graph};
use self::delivery::Delivery;
use self::file::{Except, Pass};
pub(crate) use self::proof::Prover;
use self::saved::Saved;
pub(crate) use self::typed::{TypedFile, widened};
use crate::needs::PROGRAM;
use crate::outputs::Outputs;
use crate::plan::CheckpointPlan;
use crate::report::RunReport;
use crate::search::Search;

/// Smallest buffer.
const LEAST: usize = 1 << 16;

/// Bytes per node of the forest while it is proved and written, when the stream has ended; and of the forest,
/// of that of the other edges, and of replacements.
const WRITTEN: u64 = 96;
const REPLACED: u64 = 144;

/// Bytes per thread: blocks of edges that are read, and those of their edges that have passed.
const THREAD: u64 = 10 << 20;

/// Buffers, as quarters of an edge per node, from the fastest.
const BUFFERS: [u64; 4] = [8, 4, 2, 1];

/// Returns the bytes that a stream takes beside the program, given the bytes by its nodes and its buffer.
fn needed(memory: fn(u64, u64) -> u64, [nodes, buffer, threads]: [u64; 3], later: Later) -> u64 {
    THREAD * threads + memory(nodes, buffer).max(later.per_node() * nodes)
}

/// Returns the least and the greatest peak of a run that reads a graph as a stream, in bytes.
pub(crate) fn peaks(size: &Size) -> [u64; 2] {
    let memory =
        if size.weight_bytes > 4 { ForestStream::<u64>::memory } else { ForestStream::<u32>::memory };
    [BUFFERS[3], BUFFERS[0]].map(|quarters| {
        let buffer = (quarters * size.nodes / 4).max(LEAST as u64);
        PROGRAM + needed(memory, [size.nodes, buffer, size.threads], Later::default())
    })
}

/// Advice in the error of a graph with too many nodes.
const CURE: &str = "its edges need not fit; --memory SIZE or unlimited overrides this";

/// An input, by facts that change with its content.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    bytes: u64,
    modified: Option<SystemTime>,
}

impl Source {
    pub(crate) fn of(opened: &Opened, path: &Path) -> Self {
        Self { path: path.to_owned(), bytes: opened.bytes(), modified: opened.modified() }
    }

    /// Opens the file for another pass.
    ///
    /// # Errors
    /// [`Error::Io`], also if it has changed.
    pub(crate) fn open_again(&self) -> Result<Opened> {
        let opened = Opened::new(&self.path)?;
        if Self::of(&opened, &self.path) == *self {
            return Ok(opened);
        }
        let source = io::Error::other("the file has changed since it was read");
        Err(Error::Io { path: self.path.clone(), action: "read again", source })
    }
}

/// Work that takes another pass, when the edges have passed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Later {
    pub(crate) proof: bool,
    pub(crate) replacements: bool,
}

impl Later {
    /// Returns an option for which there is another pass.
    fn option(self) -> Option<&'static str> {
        if self.proof { Some("--verify") } else { self.replacements.then_some("--replacements") }
    }

    /// Returns the bytes per node that it takes.
    fn per_node(self) -> u64 {
        if self.replacements { REPLACED } else { WRITTEN }
    }
}

/// Finds the forest of the edges that it receives.
pub(crate) struct Receiver {
    source: Source,
    objective: Objective,
    later: Later,
    threads: u64,
    nodes: usize,
    /// More nodes may appear.
    may_grow: bool,
    /// The stream, once the type of the weights is known.
    stream: Option<Box<dyn AnyStream>>,
    checkpoints: Option<Checkpoints>,
    /// The checkpoint from which the run goes on, until the edges before it have passed.
    saved: Option<Saved>,
    except: Except,
}

impl Receiver {
    /// Creates a receiver without edges.
    pub(crate) fn new(search: &Search<'_>, opened: &Opened, path: &Path, later: Later) -> Self {
        let threads = search.finder.exec.threads() as u64;
        let (source, checkpoints, saved) = (Source::of(opened, path), None, None);
        let (stream, except) = (None, Except::default());
        let objective = search.objective;
        let (nodes, may_grow) = (0, false);
        Self { source, objective, later, threads, nodes, may_grow, stream, checkpoints, saved, except }
    }

    /// Creates a receiver for another pass, over the edges at other positions than these, which ascend.
    fn of_others(search: &Search<'_>, opened: &Opened, path: &Path, positions: Vec<u64>) -> Self {
        let this = Self::new(search, opened, path, Later::default());
        Self { except: Except(positions), ..this }
    }

    /// The same, with checkpoints.
    ///
    /// # Errors
    /// Those of [`Checkpoints::begin`].
    pub(crate) fn with_checkpoints(
        self,
        search: &Search<'_>,
        plan: &CheckpointPlan,
        opened: &Opened,
        options: &ReadOptions,
    ) -> Result<Self> {
        let (checkpoints, saved) = Checkpoints::begin(plan, search.bar, opened, options, search.objective)?;
        Ok(Self { checkpoints: Some(checkpoints), saved, ..self })
    }

    /// Checks that there is no checkpoint whose edges have not passed.
    ///
    /// # Errors
    /// [`Error::Argument`].
    pub(crate) fn check_saved(&self) -> Result<()> {
        self.saved.as_ref().map_or(Ok(()), |_| Err(other_graph()))
    }

    /// Proves the forest, if requested, and writes the outputs.
    pub(crate) fn deliver(
        mut self,
        search: &Search<'_>,
        options: &ReadOptions,
        input: StreamInput,
        read: f64,
        outputs: Outputs<Output>,
    ) -> Result<(RunReport, Input), Failure> {
        self.check_saved()?; // the input may have ended before
        if self.stream.is_none() {
            self.typed::<u32>()?; // there are no edges
        }
        let (source, checkpoints) = (self.source.clone(), self.checkpoints.take());
        let delivery = Delivery { search, source: &source, options, input, read, outputs };
        let weights = self.stream.as_ref().map_or("", |stream| stream.weight_type());
        let delivered = with_type!(weights, W => delivery.finish(self.into_stream::<W>()?)?);
        checkpoints.map_or(Ok(()), |checkpoints| checkpoints.remove())?;
        Ok(delivered.expect("a type of weights"))
    }

    /// Returns the stream of edges, whose weights are of this type.
    fn into_stream<W: Weight>(mut self) -> Result<ForestStream<W>> {
        self.typed::<W>()?;
        let stream = self.stream.expect("a stream").into_any().downcast::<ForestStream<W>>();
        Ok(*stream.expect("a stream of this type"))
    }

    /// Goes on from the checkpoint, if the edges before it have passed.
    ///
    /// # Errors
    /// [`Error::Argument`] if it is that of another graph, and those of [`Saved::forest`].
    fn restore(&mut self, exec: &Exec, mut saved: Saved, fingerprint: u64) -> Result<()> {
        let (nodes, end, objective) = (self.nodes.max(saved.node_count()), saved.end(), self.objective);
        let weights = saved.weight_type().to_owned();
        let restored = with_type!(&*weights, W => {
            // Before the forest takes a part of the memory.
            let buffer = self.fitting(ForestStream::<W>::memory).unwrap_or(LEAST);
            let forest = saved.forest::<W>()?;
            let mut stream = ForestStream::from_forest(exec, nodes, &forest, end, objective)?;
            drop(forest);
            stream.set_buffer(buffer);
            let stream: Box<dyn AnyStream> = Box::new(stream);
            stream
        });
        let other = || Error::argument("--checkpoint", "weights of a known type", weights);
        self.stream = Some(restored.ok_or_else(other)?);
        if let Some(checkpoints) = &mut self.checkpoints {
            checkpoints.add(fingerprint);
        }
        Ok(())
    }

    /// Returns the blocks that have been read before the checkpoint, and goes on from there.
    fn resume<E: Weight>(&mut self, exec: &Exec, file: &EdgeFile<'_, E>) -> Result<Blocks> {
        let Some(mut saved) = self.saved.take() else { return Ok(Blocks::default()) };
        let blocks = saved.blocks();
        if saved.weight_type() != E::NAME {
            return Err(other_graph());
        }
        let mut fingerprint = 0;
        if !file.is_seekable() {
            let again = blocks.in_order.min(file.block_count());
            (0..again).try_for_each(|number| {
                saved.pass_over(file.block(number)?.1.as_ref());
                Ok::<_, Error>(())
            })?;
            fingerprint = saved.check()?;
        }
        self.restore(exec, saved, fingerprint)?;
        Ok(blocks)
    }

    /// Returns the stream of edges with weights of this type, which may be wider than that so far.
    fn typed<W: Weight>(&mut self) -> Result<&mut ForestStream<W>> {
        let stream = match self.stream.take() {
            None if self.later.option().is_some() && !self.source.path.is_file() => {
                let expected = "a graph that fits in memory, or a file, which can be read twice";
                return Err(Error::argument(
                    self.later.option().unwrap_or_default(),
                    expected,
                    "a larger stream",
                ));
            }
            None => {
                let mut stream = Box::new(ForestStream::<W>::new(self.nodes, self.objective)?);
                stream.set_buffer(self.buffer(ForestStream::<W>::memory)?);
                stream
            }
            Some(stream) if stream.weight_type() == W::NAME => stream,
            Some(stream) => any::widened(stream, W::NAME)?.ok_or_else(other_graph)?,
        };
        Ok(downcast(self.stream.insert(stream)))
    }

    /// Returns the number of edges in the largest buffer that fits beside what is held, if one does.
    fn fitting(&self, memory: fn(u64, u64) -> u64) -> Option<usize> {
        let (nodes, room) = (self.nodes as u64, memory::available());
        let needed = |buffer| needed(memory, [nodes, buffer, self.threads], self.later);
        let fits = |&buffer: &u64| room.is_none_or(|room| needed(buffer) <= room);
        let buffer = BUFFERS.into_iter().map(|quarters| quarters * nodes / 4).find(fits)?;
        Some((buffer as usize).max(LEAST))
    }

    /// Returns the number of edges in the buffer for which there is memory.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if there is not enough for the nodes.
    fn buffer(&self, memory: fn(u64, u64) -> u64) -> Result<usize> {
        if let Some(buffer) = self.fitting(memory) {
            return Ok(buffer);
        }
        let nodes = self.nodes as u64;
        let needed = needed(memory, [nodes, nodes / 4, self.threads], self.later);
        let fixed = THREAD * self.threads + memory(0, 0);
        let nodes = Nodes { count: nodes, bytes: needed.saturating_sub(fixed), may_grow: self.may_grow };
        Err(nodes.refused(&self.source.path, "the forest", fixed))
    }
}

/// The nodes of a graph, which must fit in memory.
pub(crate) struct Nodes {
    pub(crate) count: u64,
    /// Bytes for all of them.
    pub(crate) bytes: u64,
    /// More of them may appear.
    pub(crate) may_grow: bool,
}

impl Nodes {
    /// Returns the error that they do not fit: what they are needed for, beside fixed bytes and those held.
    pub(crate) fn refused(&self, path: &Path, what: &str, fixed: u64) -> Error {
        let Self { count, bytes, may_grow } = *self;
        let (held, room) = (memory::held().unwrap_or_default(), memory::available());
        let per_node = bytes.div_ceil(count.max(1));
        let so_far = if may_grow { " so far" } else { "" };
        let [all, beside] = [held + fixed + bytes, held + fixed].map(Bytes);
        Error::TooLarge {
            path: path.to_owned(),
            estimate: format!(
                "{all} for {what} alone: {per_node} bytes for each of {count} nodes{so_far}, \
                 and {beside} besides"
            ),
            allowed: held + room.unwrap_or_default(),
            cure: CURE,
        }
    }
}

impl EdgeSink for Receiver {
    fn set_node_count(&mut self, nodes: usize) -> Result<()> {
        self.may_grow |= (1..nodes).contains(&self.nodes);
        self.nodes = nodes;
        let Some(stream) = &mut self.stream else { return Ok(()) };
        stream.set_node_count(nodes)?;
        let memory = stream.memory();
        // Text names more and more nodes. What the stream holds counts twice, which is cautious.
        let buffer = self.fitting(memory).unwrap_or(LEAST);
        self.stream.as_mut().expect("a stream").set_buffer(buffer);
        Ok(())
    }

    fn edges<E: Weight>(&mut self, exec: &Exec, mut edges: &[Edge<E>]) -> Result<()> {
        if let Some(mut saved) = self.saved.take() {
            edges = saved.pass_over(edges);
            if !saved.is_reached() {
                self.saved = Some(saved);
                return Ok(());
            }
            let fingerprint = saved.check()?;
            self.restore(exec, saved, fingerprint)?;
        }
        let first = self.typed::<E>()?.end();
        if self.except.0.is_empty() {
            self.typed()?.push(exec, edges)?;
        } else {
            let mut others = memory::from_fn("a block of edges", edges.len(), |i| edges[i])?;
            self.except.apply(first, &mut others);
            self.typed()?.push(exec, &others)?;
        }
        let (Some(checkpoints), Some(stream)) = (&mut self.checkpoints, &mut self.stream) else {
            return Ok(());
        };
        checkpoints.add(fingerprint(first, edges));
        checkpoints.save(exec, &mut **stream, Blocks::default())
    }

    fn file<E: Weight>(&mut self, exec: &Exec, file: &EdgeFile<'_, E>) -> Result<()> {
        let blocks = self.resume(exec, file)?;
        self.typed::<E>()?;
        let Self { stream, checkpoints, nodes, except, .. } = self;
        let stream = stream.as_mut().expect("a stream of this type");
        Pass { exec, file, stream, checkpoints: checkpoints.as_mut(), except }.run(*nodes, blocks)
    }
}
