//! Decides on behalf of the caller whether a graph may be read.

use std::any::Any;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::path::Path;
use std::sync::Arc;

use crate::bytes::DecoderMemory;
use boscage_core::Result;
use boscage_core::primitives::unmodelled::AtomicUsize;

/// The size of a graph that is being read, as far as it is known.
///
/// The caller's function in [`Admit`] gets it. Numbers grow while the graph is read.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Prospect<'a> {
    /// The file; `-` for the standard input.
    pub path: &'a Path,
    /// Number of nodes. If no header declares it, it is 0 until the whole file has been read.
    pub nodes: usize,
    /// Number of arcs or edges in memory.
    pub listed: usize,
    /// Smallest possible number of edges. If mirrors may be folded but have not been folded yet, this is half
    /// of [`Prospect::listed`].
    pub edges: usize,
    /// Bytes per weight; 0 if edges have no weights.
    pub weight_bytes: usize,
    /// Bytes of the names of nodes, if they are listed; 0 until the whole file has been read.
    pub name_bytes: usize,
    /// Bytes per thread for the text that it parses at a time, and for parsed edges that wait for other
    /// threads; 0 if the content is not text.
    pub thread_bytes: usize,
    /// Largest number of bytes so far beside the arcs or edges: content of a stream, long lines of text,
    /// edges during a change of the type of their weights, tables of names, and memory for decompression and
    /// for folding mirrors.
    pub scratch_bytes: usize,
    /// Number of coordinates per point, if these are points: then arcs and edges are coordinates, of 8 bytes
    /// each, and nothing is known about nodes. 0 if it is a graph.
    pub dimensions: usize,
    /// True if all numbers are final: no more edges will come, mirrors have been folded, and weights are
    /// known.
    pub is_whole: bool,
}

impl<'a> Prospect<'a> {
    /// A graph without weights of which all is known, and which takes no other memory; the fields of others
    /// can be set.
    ///
    /// ```
    /// use boscage::io::Prospect;
    ///
    /// let mut seen = Prospect::whole("roads.gr".as_ref(), 100, 250);
    /// seen.weight_bytes = 4;
    /// assert!(seen.is_whole && seen.listed == 250);
    /// ```
    #[must_use]
    pub fn whole(path: &'a Path, nodes: usize, edges: usize) -> Self {
        Self {
            path,
            nodes,
            listed: edges,
            edges,
            weight_bytes: 0,
            name_bytes: 0,
            thread_bytes: 0,
            scratch_bytes: 0,
            dimensions: 0,
            is_whole: true,
        }
    }
}

type Ask = dyn Fn(&Prospect<'_>) -> Result<()> + Send + Sync;

/// A function that decides whether a graph may be read, for
/// [`ReadOptions::admit`](crate::ReadOptions::admit).
///
/// Use it to refuse graphs that need too much memory before they take that memory. Isolated nodes count as
/// soon as a header declares them. Edges count only as far as bytes of the file justify them.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, Admit, ReadOptions};
///
/// let admit = Admit::new(|graph| match graph.edges {
///     0..=1000 => Ok(()),
///     edges => Err(boscage::Error::argument("graph", "at most 1000 edges", edges)),
/// });
/// let options = ReadOptions { admit: Some(admit), ..ReadOptions::default() };
/// let exec = Exec::new(1)?;
/// assert!(io::read_bytes(&exec, "small.txt", b"1 2\n", &options).is_ok());
/// assert!(io::read_bytes(&exec, "large.txt", &b"1 2\n".repeat(1001), &options).is_err());
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone)]
pub struct Admit {
    pub(crate) ask: Arc<Ask>,
    /// Bytes that stay allocated while the graph is read.
    pub(crate) held: usize,
    /// The memory of the decompressor.
    pub(crate) decoder: Option<DecoderMemory>,
    /// Number of coordinates per point; 0 for a graph.
    pub(crate) dimensions: usize,
    /// The receiver of edges that are not kept, which only the code that collects edges knows.
    pub(crate) stream: Option<Arc<dyn Any + Send + Sync>>,
    pub(crate) usage: Arc<Usage>,
}

/// The memory that reading a graph has used so far.
#[derive(Default)]
pub(crate) struct Usage {
    /// Largest number of bytes beside the lines, including those held.
    pub(crate) scratch: AtomicUsize,
    /// Bytes of text per thread.
    pub(crate) per_thread: AtomicUsize,
    /// Bytes of text that are in memory now.
    pub(crate) text: AtomicUsize,
    /// Bytes of text at which the caller is asked again.
    pub(crate) next_text: AtomicUsize,
    pub(crate) lines: AtomicUsize,
    /// Smallest number of edges that the lines can make.
    pub(crate) edges: AtomicUsize,
    pub(crate) weight_bytes: AtomicUsize,
}

impl Admit {
    /// Creates it from a function, which is called a few dozen times per graph. Reading ends with its first
    /// error. See [`Admit`] for an example.
    pub fn new(ask: impl Fn(&Prospect<'_>) -> Result<()> + Send + Sync + 'static) -> Self {
        let usage = Arc::default();
        Self { ask: Arc::new(ask), held: 0, decoder: None, dimensions: 0, stream: None, usage }
    }

    /// The same function for another graph, of which this many more bytes are held until it has been read. If
    /// there is another decoder, the bytes of the one before it are held, too.
    pub(crate) fn anew(&self, held: usize, decoder: Option<DecoderMemory>) -> Self {
        let outer = self.decoder.as_ref().filter(|_| decoder.is_some());
        let held = self.held + held + outer.map_or(0, DecoderMemory::bytes);
        let decoder = decoder.or_else(|| self.decoder.clone());
        let usage = Usage { scratch: AtomicUsize::new(held), ..Usage::default() };
        let (ask, stream, usage) = (self.ask.clone(), self.stream.clone(), Arc::new(usage));
        Self { ask, held, decoder, dimensions: self.dimensions, stream, usage }
    }

    /// The same function for a graph whose edges may be handed over to a receiver.
    pub(crate) fn streaming(self, stream: Arc<dyn Any + Send + Sync>) -> Self {
        Self { stream: Some(stream), ..self }
    }

    /// The same function for a graph whose edges are kept.
    pub(crate) fn without_stream(self) -> Self {
        Self { stream: None, ..self }
    }

    /// The same function for points with this number of dimensions.
    pub(crate) fn of_points(&self, dimensions: usize) -> Self {
        Self { dimensions, ..self.clone() }
    }
}

/// A panic of the caller's function leaves our state consistent, so options may be used after it.
impl UnwindSafe for Admit {}
impl RefUnwindSafe for Admit {}

impl fmt::Debug for Admit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Admit")
    }
}
