//! Graphs as streams: edges are handed over block by block, and not kept.
//!
//! | input | blocks |
//! |---|---|
//! | `.bsg` and `.bin` files | read by the receiver, in any order, on all threads |
//! | the same, compressed or from a pipe | in order |
//! | edge lists, tables of numbers | lines are parsed by all threads; nodes are numbered as they appear |
//! | DIMACS, METIS, Matrix Market | the same with the numbers of the file; arcs are folded |
//! | GAP, Galois, ECL | in order; arcs are folded |
//! | all others | read into memory, and handed over as one block |

mod edge_file;
mod raw;

use std::any::Any;
use std::path::Path;
use std::sync::Arc;

use crate::admission::Admit;
use crate::assemble::{Handle, Passed, Receive, Weighted};
use crate::bytes::Opened;
use crate::reading::by_format;
use crate::{Input, ReadOptions};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, Edge, Weight};
use boscage_core::{Error, Result, with_weighted_list};
use edge_file::{AnyEdgeFile, with_edge_file};
pub use edge_file::{EdgeFile, FileBlock};

/// The receiver of a graph that is read as a stream: see [`stream`].
pub trait EdgeSink: Send + 'static {
    /// Sets the number of nodes, which grows while names of nodes appear. All ends are below it.
    ///
    /// # Errors
    /// Those of the receiver, which end reading.
    fn set_node_count(&mut self, nodes: usize) -> Result<()>;

    /// Receives the next edges. Their type may become wider: `u32`, then `i32`, `u64` or `i64`, and then
    /// `f64`, which also hold all weights before. There may be none, if only the type is new.
    ///
    /// # Errors
    /// Those of the receiver, which end reading.
    fn edges<E: Weight>(&mut self, exec: &Exec, edges: &[Edge<E>]) -> Result<()>;

    /// Receives all edges, as a file whose blocks can be read. By default reads them in order, and hands them
    /// over.
    ///
    /// # Errors
    /// Those of the receiver and of [`EdgeFile::block`].
    ///
    /// # Examples
    /// The heaviest edge, from blocks that all threads read:
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{Edge, EdgeList, Weight};
    /// use boscage::io::{self, EdgeFile, EdgeSink, Names, ReadOptions, WriteOptions};
    /// use boscage::{Error, Result};
    ///
    /// struct Heaviest(f64);
    ///
    /// fn heaviest<E: Weight>(edges: &[Edge<E>]) -> f64 {
    ///     edges.iter().map(|edge| edge.weight.to_f64()).fold(0.0, f64::max)
    /// }
    ///
    /// impl EdgeSink for Heaviest {
    ///     fn set_node_count(&mut self, _: usize) -> Result<()> {
    ///         Ok(())
    ///     }
    ///
    ///     fn edges<E: Weight>(&mut self, _: &Exec, edges: &[Edge<E>]) -> Result<()> {
    ///         self.0 = self.0.max(heaviest(edges));
    ///         Ok(())
    ///     }
    ///
    ///     fn file<E: Weight>(&mut self, exec: &Exec, file: &EdgeFile<'_, E>) -> Result<()> {
    ///         assert!(file.is_seekable());
    ///         let most = exec.reducer(self.0, f64::max);
    ///         exec.do_all("heaviest", 0..file.block_count(), |number| {
    ///             most.add(heaviest(file.block(number)?.1.as_ref()));
    ///             Ok::<_, Error>(())
    ///         })?;
    ///         self.0 = most.finish();
    ///         Ok(())
    ///     }
    /// }
    ///
    /// let (exec, folder) = (Exec::available()?, tempfile::tempdir().unwrap());
    /// let path = folder.path().join("graph.bsg");
    /// let list = EdgeList::from_triples(3, [(0, 1, 4_u32), (1, 2, 9)])?;
    /// io::write(&exec, &path, &list.into(), &Names::Offset(0), &WriteOptions::default())?;
    /// let (_, Heaviest(weight)) = io::stream(&exec, &path, &ReadOptions::default(), Heaviest(0.0))?;
    /// assert_eq!(weight, 9.0);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    fn file<E: Weight>(&mut self, exec: &Exec, file: &EdgeFile<'_, E>) -> Result<()> {
        (0..file.block_count()).try_for_each(|number| self.edges(exec, file.block(number)?.1.as_ref()))
    }
}

/// Facts about a graph that was read as a stream.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StreamInput {
    /// The facts that are known of every graph; its list has no edges.
    pub input: Input,
    /// Number of edges.
    pub edges: u64,
    /// The number in [`Input::names`] of each node, by its number in the stream; `None` if the two are the
    /// same.
    pub ranks: Option<Vec<u32>>,
}

impl From<Passed> for StreamInput {
    fn from(Passed { input, edges, ranks }: Passed) -> Self {
        Self { input, edges, ranks }
    }
}

/// Reads a graph from a file in any format, compressed or not, and hands its edges to `sink` block by block;
/// `-` is the standard input. Returns facts about the graph, and the receiver.
///
/// The edges have the ids of [`read`](crate::read), in order, but there may be more than 2^32 of them. Edges
/// without weights get those of [`ReadOptions::unweighted`], by default 1. Nodes that have names are numbered
/// as they appear; [`StreamInput::ranks`] has the numbers of [`read`](crate::read).
///
/// # Memory
/// Some blocks of 1 MiB per thread. If nodes have names, 16 to 60 bytes per node. Read into memory are
/// PBBS, GraphML, NumPy, extracts, bipartite edge lists, arrays of Matrix Market, tables with texts as ids or
/// with columns that are kept, and compressed files of the binary formats of arcs (GAP, Galois, ECL).
///
/// # Arcs
/// Arcs that may be folded ([`ReadOptions::arcs`]) are folded. Both arcs of an edge must be next to each
/// other, or all arcs must be sorted by one end. If every arc has its mirror is known only at the end, and
/// from a fingerprint of 128 bits. So a graph that [`read`](crate::read) takes for a directed one is an
/// error, unless [`ArcPolicy::Keep`](crate::ArcPolicy::Keep) says so.
///
/// # Errors
/// Those of [`read`](crate::read), those of `sink`, and arcs that cannot be folded in a stream.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{Edge, Weight};
/// use boscage::io::{self, EdgeSink, ReadOptions};
///
/// struct Heaviest(f64);
///
/// impl EdgeSink for Heaviest {
///     fn set_node_count(&mut self, _: usize) -> boscage::Result<()> {
///         Ok(())
///     }
///
///     fn edges<E: Weight>(&mut self, _: &Exec, edges: &[Edge<E>]) -> boscage::Result<()> {
///         edges.iter().for_each(|edge| self.0 = self.0.max(edge.weight.to_f64()));
///         Ok(())
///     }
/// }
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("graph.txt");
/// std::fs::write(&path, "7 9 2.5\n9 8 4\n").unwrap();
/// let exec = Exec::new(2)?;
/// let (input, heaviest) = io::stream(&exec, &path, &ReadOptions::default(), Heaviest(0.0))?;
/// assert_eq!((input.input.list.node_count(), input.edges, heaviest.0), (3, 2, 4.0));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn stream<S: EdgeSink>(
    exec: &Exec,
    path: impl AsRef<Path>,
    options: &ReadOptions,
    sink: S,
) -> Result<(StreamInput, S)> {
    Opened::new(path.as_ref())?.stream(exec, options, sink)
}

impl Opened {
    /// Reads the graph in the file as a stream, as [`stream`] does.
    ///
    /// # Errors
    /// Those of [`stream`].
    pub fn stream<S: EdgeSink>(
        self,
        exec: &Exec,
        options: &ReadOptions,
        sink: S,
    ) -> Result<(StreamInput, S)> {
        let (input, sink) = self.stream_to(exec, options, Box::new(sink))?;
        Ok((input, received(sink)))
    }

    fn stream_to(
        self,
        exec: &Exec,
        options: &ReadOptions,
        mut sink: Box<dyn ReceiveFile>,
    ) -> Result<(StreamInput, Box<dyn Receive>)> {
        let law = options.unweighted.unwrap_or_default();
        let options = ReadOptions { unweighted: Some(law), ..options.clone() };
        self.with_content(exec, |mut content| {
            options.check()?;
            let head = content.head()?;
            if let Some((format, reader)) = raw::recognise(&content, &head, &options)? {
                let input = raw::read(content, &head, (format, reader), &options, &mut *sink)?;
                return Ok((input, sink as Box<dyn Receive>));
            }
            let handle = Handle::new(exec.clone(), sink, law, false);
            let input = by_format(content, &with_handle(&options, &handle))?;
            let passed = handle.finish(input)?;
            Ok((passed.into(), handle.into_receiver()))
        })
    }
}

/// A graph that was read into memory, or as a stream.
#[derive(Debug)]
pub enum Arrived {
    /// In memory.
    Whole(Input),
    /// As a stream.
    Streamed(StreamInput),
}

impl Opened {
    /// Reads the graph in the file; but if [`ReadOptions::admit`](crate::ReadOptions::admit) refuses it with
    /// [`Error::TooLarge`], it is handed to `sink` as by [`stream`]. So it works for pipes, too, which can be
    /// read only once.
    ///
    /// # Errors
    /// Those of [`stream`]; the refusal, if the content is of those that [`stream`] reads into memory, or a
    /// compressed binary format.
    ///
    /// # Examples
    /// A graph is kept if it has at most 1,000 edges, and otherwise only counted:
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{Edge, Weight};
    /// use boscage::io::{Admit, Arrived, EdgeSink, Opened, ReadOptions};
    /// use boscage::{Error, Result};
    ///
    /// struct Count(usize);
    ///
    /// impl EdgeSink for Count {
    ///     fn set_node_count(&mut self, _: usize) -> Result<()> {
    ///         Ok(())
    ///     }
    ///
    ///     fn edges<E: Weight>(&mut self, _: &Exec, edges: &[Edge<E>]) -> Result<()> {
    ///         self.0 += edges.len();
    ///         Ok(())
    ///     }
    /// }
    ///
    /// let admit = Admit::new(|seen| match seen.edges {
    ///     0..=1000 => Ok(()),
    ///     edges => Err(Error::TooLarge {
    ///         path: seen.path.to_owned(),
    ///         estimate: format!("{edges} edges"),
    ///         allowed: 16_000,
    ///         cure: "",
    ///     }),
    /// });
    /// let options = ReadOptions { admit: Some(admit), ..ReadOptions::default() };
    /// let (exec, folder) = (Exec::new(2)?, tempfile::tempdir().unwrap());
    /// let path = folder.path().join("graph.txt");
    /// let mut arrived = |lines: usize| {
    ///     std::fs::write(&path, "1 2 5\n".repeat(lines)).unwrap();
    ///     Opened::new(&path)?.read_or_stream(&exec, &options, Count(0))
    /// };
    /// let (Arrived::Whole(graph), _) = arrived(1_000)? else { panic!("it is small") };
    /// assert_eq!(graph.list.edge_count(), 1_000);
    /// let (Arrived::Streamed(facts), count) = arrived(1_001)? else { panic!("it is large") };
    /// assert_eq!((facts.edges, count.0), (1_001, 1_001));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn read_or_stream<S: EdgeSink>(
        self,
        exec: &Exec,
        options: &ReadOptions,
        sink: S,
    ) -> Result<(Arrived, S)> {
        let (arrived, sink) = self.arrive(exec, options, Box::new(sink), true)?;
        Ok((arrived, received(sink)))
    }

    /// Reads the graph in the file; as [`stream`] does if its format can be read as a stream, and otherwise
    /// into memory. Without edges, it is in memory, too. See [`Opened::read_or_stream`] for an example.
    ///
    /// # Errors
    /// Those of [`stream`].
    pub fn stream_or_read<S: EdgeSink>(
        self,
        exec: &Exec,
        options: &ReadOptions,
        sink: S,
    ) -> Result<(Arrived, S)> {
        let (arrived, sink) = self.arrive(exec, options, Box::new(sink), false)?;
        Ok((arrived, received(sink)))
    }

    fn arrive(
        self,
        exec: &Exec,
        options: &ReadOptions,
        mut sink: Box<dyn ReceiveFile>,
        waits: bool,
    ) -> Result<(Arrived, Box<dyn Receive>)> {
        let law = options.unweighted.unwrap_or_default();
        let weighing = ReadOptions { unweighted: Some(law), ..options.clone() };
        self.with_content(exec, |mut content| {
            options.check()?;
            let head = content.head()?;
            if let Some((format, reader)) = raw::recognise(&content, &head, &weighing)?
                && (!waits || raw::is_refused(&content, &head, reader, options)?)
            {
                let input = raw::read(content, &head, (format, reader), &weighing, &mut *sink)?;
                return Ok((Arrived::Streamed(input), sink as Box<dyn Receive>));
            }
            let handle = Handle::new(exec.clone(), sink, law, waits);
            let input = by_format(content, &with_handle(options, &handle))?;
            let arrived = match handle.len() {
                0 => Arrived::Whole(input),
                _ => Arrived::Streamed(handle.finish(input)?.into()),
            };
            Ok((arrived, handle.into_receiver()))
        })
    }
}

impl<S: EdgeSink> Receive for S {
    fn set_node_count(&mut self, nodes: usize) -> Result<()> {
        EdgeSink::set_node_count(self, nodes)
    }

    fn edges(&mut self, exec: &Exec, edges: &Weighted) -> Result<()> {
        match edges {
            Weighted::None(_) => Err(Error::argument("the graph", "edges with weights", "edges without")),
            Weighted::U32(edges) => EdgeSink::edges(self, exec, edges),
            Weighted::I32(edges) => EdgeSink::edges(self, exec, edges),
            Weighted::U64(edges) => EdgeSink::edges(self, exec, edges),
            Weighted::I64(edges) => EdgeSink::edges(self, exec, edges),
            Weighted::F64(edges) => EdgeSink::edges(self, exec, edges),
        }
    }

    fn list(&mut self, exec: &Exec, list: &AnyEdgeList) -> Result<()> {
        with_weighted_list!(list, list => EdgeSink::edges(self, exec, list.edges()))?
    }
}

/// A receiver of edges, and of files of edges: an [`EdgeSink`] whose type readers need not know.
trait ReceiveFile: Receive {
    /// Receives all edges, as a file whose blocks can be read.
    fn file(&mut self, exec: &Exec, file: &AnyEdgeFile<'_>) -> Result<()>;
}

impl<S: EdgeSink> ReceiveFile for S {
    fn file(&mut self, exec: &Exec, file: &AnyEdgeFile<'_>) -> Result<()> {
        with_edge_file!(file, file => EdgeSink::file(self, exec, file))
    }
}

/// Returns the receiver that was given, whose type readers do not know.
fn received<S: EdgeSink>(sink: Box<dyn Receive>) -> S {
    let sink: Box<dyn Any> = sink;
    *sink.downcast().expect("the receiver that was given")
}

/// Returns the options of a reader with a handle to a receiver.
fn with_handle(options: &ReadOptions, handle: &Handle) -> ReadOptions {
    let admit = options.admit.clone().unwrap_or_else(|| Admit::new(|_| Ok(())));
    ReadOptions { admit: Some(admit.streaming(Arc::new(handle.clone()))), ..options.clone() }
}
