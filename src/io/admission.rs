//! Decides whether a graph may be read, on behalf of the caller.

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::path::Path;
use std::sync::Arc;

use crate::bytes::DecoderMemory;
use boscage_core::Result;
use boscage_core::primitives::unmodelled::AtomicUsize;

/// A graph that is being read, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub struct Prospect<'a> {
    /// The file; `-` for the standard input.
    pub path: &'a Path,
    /// Number of nodes; 0 until all has been read where no header declares them.
    pub nodes: usize,
    /// Number of lines that are held at once, each an arc or an edge.
    pub listed: usize,
    /// Number of edges: the fewest that there can be, which is half of the lines where mirrors may be folded,
    /// until that has been done.
    pub edges: usize,
    /// Bytes of a weight; 0 if edges have none.
    pub weight_bytes: usize,
    /// Bytes of the names of nodes, where they are listed; 0 until all has been read.
    pub name_bytes: usize,
    /// Bytes that each thread takes for the part of a text that it reads and parses at a time, and for what
    /// has been parsed and waits for other parts; 0 where the content is no text.
    pub thread_bytes: usize,
    /// Most bytes that have been needed beside the lines until now: binary content that came as a stream,
    /// text that did, lines longer than blocks of text and what is made of them, lines whose weights are of a
    /// narrower type, tables of names, what it takes to decompress and to fold mirrors.
    pub scratch_bytes: usize,
    /// True if all of this is final: no more edges will come, mirrors have been folded, and weights are
    /// known.
    pub is_whole: bool,
}

type Ask = dyn Fn(&Prospect<'_>) -> Result<()> + Send + Sync;

/// Decides whether a graph may be read, for [`ReadOptions::admit`](crate::ReadOptions::admit).
#[derive(Clone)]
pub struct Admit {
    pub(crate) ask: Arc<Ask>,
    /// Bytes held as long as a graph is being read.
    pub(crate) held: usize,
    /// The memory that decompressing it takes.
    pub(crate) decoder: Option<DecoderMemory>,
    pub(crate) so_far: Arc<SoFar>,
}

/// The memory that reading a graph has taken until now.
#[derive(Default)]
pub(crate) struct SoFar {
    /// Most bytes beside the lines, those held included.
    pub(crate) scratch: AtomicUsize,
    /// Bytes that each thread takes for text.
    pub(crate) per_thread: AtomicUsize,
    /// Bytes of text that are now in memory.
    pub(crate) text: AtomicUsize,
    /// Number of them at which the caller is asked again.
    pub(crate) next_text: AtomicUsize,
    pub(crate) lines: AtomicUsize,
    /// The fewest edges that the lines can make.
    pub(crate) edges: AtomicUsize,
    pub(crate) weight_bytes: AtomicUsize,
}

impl Admit {
    /// Asks `ask`, a few dozen times per graph; reading ends with the first error.
    pub fn new(ask: impl Fn(&Prospect<'_>) -> Result<()> + Send + Sync + 'static) -> Self {
        Self { ask: Arc::new(ask), held: 0, decoder: None, so_far: Arc::default() }
    }

    /// The same for another graph, of which this many bytes are held until it has been read.
    pub(crate) fn anew(&self, held: usize, decoder: Option<DecoderMemory>) -> Self {
        let so_far = SoFar { scratch: AtomicUsize::new(held), ..SoFar::default() };
        Self { ask: self.ask.clone(), held, decoder, so_far: Arc::new(so_far) }
    }
}

/// A panic of the caller's function leaves nothing of ours half done, so options may be used after it.
impl UnwindSafe for Admit {}
impl RefUnwindSafe for Admit {}

impl fmt::Debug for Admit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Admit")
    }
}
