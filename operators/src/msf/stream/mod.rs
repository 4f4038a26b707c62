//! Minimum spanning forests of streams: edges that arrive block by block and are not kept.

mod buffer;
mod filter;
mod forest;
mod merge;
mod paths;
mod proof;
mod record;
mod saved;
mod scale;

use std::sync::Arc;

use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, Key, Node, Objective, Weight};
use boscage_core::mutex::Mutex;
use boscage_core::parallel::pipeline;
use boscage_core::{Error, Result};

use buffer::{Buffer, Passed};
use filter::Filter;
pub use forest::{StreamEdge, StreamedForest};
use merge::Growing;
pub use proof::StreamProof;
pub(super) use record::{Record, in_order};
use scale::Scale;

/// The minimum (maximum) spanning forest of edges that arrive block by block, in memory for the nodes alone.
///
/// An edge is named by its *position* in the stream, a number of 64 bits. Edges are compared by (weight,
/// position), so the forest is that of all edges at once. Blocks may come in any order, if their positions
/// are given.
///
/// **Algorithm.** Edges are collected in a buffer. When it is full, it is merged with the forest so far by
/// Kruskal's algorithm, and what is not in the new forest is forgotten. A filter keeps most edges out of the
/// buffer: those that are heavier than the paths in the forest from their ends to a common node. If weights
/// come in random order, about n (1 + ln(m / n)) of m edges on n nodes get into the buffer.
///
/// # Determinism
/// The forest does not depend on the order of the blocks, on the buffer or on the number of threads.
///
/// # Memory
/// 60 bytes per node and 52 per edge in the buffer; 76 and 60 with 64-bit weights. 12 (16) more per node for
/// exact tests, in graphs of clusters, and only if the buffer has half an edge per node or more.
/// [`memory`](Self::memory) returns these bytes.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{Edge, Objective};
/// use boscage::operators::msf::ForestStream;
///
/// let exec = Exec::available()?;
/// let mut stream = ForestStream::new(4, Objective::Minimum)?;
/// stream.push(&exec, &[Edge::new(0, 1, 4_u32), Edge::new(1, 2, 1)])?;
/// stream.push(&exec, &[Edge::new(2, 0, 3), Edge::new(2, 3, 7)])?;
/// let forest = stream.forest(&exec)?;
/// let positions: Vec<u64> = forest.edges().iter().map(|edge| edge.position).collect();
/// assert_eq!((positions, forest.total(), forest.tree_count()), (vec![1, 2, 3], 11, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct ForestStream<W: Weight> {
    objective: Objective,
    /// The forest of all edges before the buffer.
    forest: Growing<W::Key>,
    buffer: Buffer<W::Key>,
    /// `true` if the size of the buffer is chosen.
    has_own_buffer: bool,
    /// The filter of this forest.
    filter: Mutex<Arc<Filter<W::Key>>>,
}

/// The positions of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Positions {
    /// Each block follows the one before.
    Consecutive,
    /// Any.
    Any,
}

/// Number of edges that are filtered at a time.
const BLOCK: usize = 1 << 16;

/// Largest buffer: places in it are numbers of 32 bits.
const MOST: usize = 1 << 31;

/// The default of the buffer: two edges per node, but not less than a block.
fn default_buffer(nodes: usize) -> usize {
    (2 * nodes).clamp(BLOCK, MOST)
}

/// Returns `true` if there is memory for exact tests beside a buffer of this many edges.
fn has_paths(nodes: u64, buffer: u64) -> bool {
    2 * buffer >= nodes
}

impl<W: Weight> ForestStream<W> {
    /// Creates a stream of edges between this many nodes, with a buffer of two edges per node.
    ///
    /// # Errors
    /// [`Error::TooMany`] nodes.
    pub fn new(nodes: usize, objective: Objective) -> Result<Self> {
        let nodes = Node::check_count(nodes as u64)?;
        let filter = Mutex::new(Arc::new(Filter::open()?));
        let (forest, buffer) = (Growing::new(nodes), Buffer::new(default_buffer(nodes)));
        Ok(Self { objective, forest, buffer, has_own_buffer: false, filter })
    }

    /// Sets the number of edges that are kept until they are merged into the forest, at most 2^31. By
    /// default, this is two per node. A quarter of an edge per node saves half of the memory, and takes up to
    /// twice the time; longer in graphs of clusters, whose edges are then not tested exactly.
    pub fn set_buffer(&mut self, edges: usize) {
        self.buffer.capacity = edges.min(MOST);
        self.has_own_buffer = true;
    }

    /// Number of edges that are kept until they are merged.
    #[must_use]
    pub fn buffer(&self) -> usize {
        self.buffer.capacity
    }

    /// Number of times that the buffer has been merged into the forest. If weights come in random order, this
    /// grows with the logarithm of the number of edges; if lighter and lighter edges come, with the number.
    /// Then it is faster to read the edges in random order ([`extend_at`](Self::extend_at)).
    #[must_use]
    pub fn merge_count(&self) -> u64 {
        self.forest.merge_count()
    }

    /// Appends edges, at the positions that follow the greatest one so far.
    ///
    /// # Errors
    /// [`Error::NodeOutOfRange`](boscage_core::Error::NodeOutOfRange) and
    /// [`Error::NanWeight`](boscage_core::Error::NanWeight), naming the position;
    /// [`Error::Cancelled`](boscage_core::Error::Cancelled);
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory). The stream cannot be used after an error.
    pub fn push(&mut self, exec: &Exec, edges: &[Edge<W>]) -> Result<()> {
        self.extend_with(exec, edges.chunks(BLOCK), Ok)
    }

    /// One more than the greatest position so far.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.buffer.end
    }

    /// Appends blocks of edges that are read, or made, on all threads: `read` returns the block of an item.
    ///
    /// # Errors
    /// The first error of `read` in the order of the items, and those of [`push`](Self::push).
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{Edge, Objective};
    /// use boscage::operators::msf::ForestStream;
    ///
    /// let exec = Exec::available()?;
    /// let edges = |i: u32| [Edge::new(i, i + 1, 7), Edge::new(0, i + 1, i)];
    /// let mut stream = ForestStream::new(1_001, Objective::Minimum)?;
    /// stream.extend_with(&exec, 0..1_000, |i| Ok(edges(i)))?;
    /// assert_eq!((stream.end(), stream.forest(&exec)?.total()), (2_000, 28 + 7 * 992));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn extend_with<T: Send, B: AsRef<[Edge<W>]>>(
        &mut self,
        exec: &Exec,
        items: impl Iterator<Item = T> + Send,
        read: impl Fn(T) -> Result<B> + Sync,
    ) -> Result<()> {
        self.extend(exec, items, Positions::Consecutive, |item| Ok((None, read(item)?)))
    }

    /// Adds blocks of edges at any positions, of which no two may be the same; `read` returns the position of
    /// the first edge of a block, and the block.
    ///
    /// # Errors
    /// Those of [`extend_with`](Self::extend_with).
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{Edge, Objective};
    /// use boscage::operators::msf::ForestStream;
    ///
    /// let exec = Exec::available()?;
    /// let blocks = [[Edge::new(0, 1, 4_u32), Edge::new(1, 2, 4)], [Edge::new(2, 0, 4), Edge::new(2, 1, 9)]];
    /// let mut stream = ForestStream::new(3, Objective::Minimum)?;
    /// stream.extend_at(&exec, (0..2).rev(), |i| Ok((2 * i as u64, blocks[i])))?;
    /// let forest = stream.finish(&exec)?;
    /// assert_eq!(forest.edges().iter().map(|edge| edge.position).collect::<Vec<_>>(), [0, 1]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn extend_at<T: Send, B: AsRef<[Edge<W>]>>(
        &mut self,
        exec: &Exec,
        items: impl Iterator<Item = T> + Send,
        read: impl Fn(T) -> Result<(u64, B)> + Sync,
    ) -> Result<()> {
        let read = |item| read(item).map(|(first, edges)| (Some(first), edges));
        self.extend(exec, items, Positions::Any, read)
    }

    fn extend<T: Send, B: AsRef<[Edge<W>]>>(
        &mut self,
        exec: &Exec,
        items: impl Iterator<Item = T> + Send,
        positions: Positions,
        read: impl Fn(T) -> Result<(Option<u64>, B)> + Sync,
    ) -> Result<()> {
        let Self { objective, forest, buffer, filter, .. } = self;
        let (nodes, objective) = (forest.node_count(), *objective);
        if positions == Positions::Any && !filter.lock().takes_any_position() {
            *filter.lock() = Arc::new(Filter::open()?);
        }
        let pass = |item| {
            let (first, edges) = read(item)?;
            let edges = edges.as_ref();
            let current = filter.lock().clone();
            let passed = current.pass(nodes, edges, objective, first);
            Ok((first, passed.map(|records| Passed { first, count: edges.len() as u64, records })))
        };
        pipeline(exec, items, pass, |block: Result<_>| {
            exec.check_cancelled()?;
            let (first, passed) = block?;
            let passed = passed.map_err(|error| moved(error, first.unwrap_or(buffer.end)))?;
            if buffer.append(passed)? {
                merge(exec, forest, filter, buffer, positions)?;
            }
            Ok(())
        })
    }

    /// Returns the forest of the edges so far.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn forest(&mut self, exec: &Exec) -> Result<StreamedForest<W>> {
        self.merge(exec)?;
        StreamedForest::new(exec, self.forest.node_count(), self.forest.edges(), self.objective)
    }

    /// Number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.forest.node_count()
    }

    /// Appends isolated nodes.
    ///
    /// # Errors
    /// [`Error::TooMany`] nodes.
    pub fn add_nodes(&mut self, count: usize) -> Result<()> {
        let nodes = Node::check_count(self.node_count() as u64 + count as u64)?;
        self.forest.set_node_count(nodes);
        if !self.has_own_buffer {
            self.buffer.capacity = default_buffer(nodes);
        }
        Ok(())
    }

    /// Returns the forest of all edges, and releases the memory that [`forest`](Self::forest) keeps for more.
    ///
    /// # Errors
    /// Those of [`forest`](Self::forest).
    pub fn finish(mut self, exec: &Exec) -> Result<StreamedForest<W>> {
        self.merge(exec)?;
        let Self { objective, forest, .. } = self;
        let nodes = forest.node_count();
        StreamedForest::new(exec, nodes, &forest.into_edges(), objective)
    }

    /// Returns the peak of the memory in bytes, for this many nodes, a buffer of this many edges, and weights
    /// of 4 or 8 bytes. It is that of merging, and does not include the forest that is returned.
    ///
    /// # Examples
    /// ```
    /// use boscage::operators::msf::ForestStream;
    ///
    /// let (nodes, buffer) = (1_000_000, 500_000);
    /// assert_eq!(ForestStream::<u32>::memory(nodes, buffer) / nodes, 104);
    /// ```
    #[must_use]
    pub fn memory(nodes: u64, buffer: u64) -> u64 {
        let (record, key) = (size_of::<Record<W::Key>>() as u64, size_of::<W::Key>() as u64);
        // Two forests, links, trees, two arrays of bounds; exact paths; the buffer, its order in parts and in
        // all, and sorted.
        let paths = if has_paths(nodes, buffer) { 8 + key } else { 0 };
        (2 * record + 12 + 2 * key + paths) * nodes + (2 * record + 12) * (buffer + buffer::SLACK as u64)
    }

    /// Merges the buffer into the forest.
    pub(super) fn merge(&mut self, exec: &Exec) -> Result<()> {
        let Self { forest, buffer, filter, .. } = self;
        if buffer.records.is_empty() {
            return Ok(());
        }
        merge(exec, forest, filter, buffer, Positions::Consecutive)
    }

    /// Returns the edges of the forest in the order of (key, position), if the buffer is merged.
    pub(super) fn records(&self) -> &[Record<W::Key>] {
        self.forest.edges()
    }
}

/// Returns the error about an edge of a block that begins at this position.
pub(super) fn moved(error: Error, by: u64) -> Error {
    match error {
        Error::NodeOutOfRange { edge, node, nodes } => {
            Error::NodeOutOfRange { edge: edge + by as usize, node, nodes }
        }
        Error::NanWeight { edge } => Error::NanWeight { edge: edge + by as usize },
        other => other,
    }
}

/// Merges a buffer into the forest, and replaces the filter.
fn merge<K: Key>(
    exec: &Exec,
    forest: &mut Growing<K>,
    filter: &Mutex<Arc<Filter<K>>>,
    buffer: &mut Buffer<K>,
    positions: Positions,
) -> Result<()> {
    let old = filter.lock().clone();
    let order = buffer.order(exec, &old)?;
    let entered = forest.merge(exec, order.len(), |i| buffer.records[order[i] as usize])?;
    let scale = (positions == Positions::Any).then(|| Scale::new(forest.edges(), 2 * buffer.end));
    let may_be_exact = has_paths(forest.node_count() as u64, buffer.capacity as u64);
    *filter.lock() = Arc::new(Filter::new(forest, scale, &old, [order.len(), entered], may_be_exact)?);
    buffer.clear();
    Ok(())
}
