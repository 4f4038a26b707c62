//! Whether a graph may be read: the caller is asked each time when more is known about its size.
//!
//! The memory that a command needs follows from the numbers of nodes and edges, so it can refuse a graph
//! before the graph takes any memory. Nodes count as soon as a header declares them, because isolated nodes
//! are allowed. Edges count only as far as bytes justify them: those of a binary file whose size fits its
//! header, those for which a text file has room, or those of a stream that have arrived so far. How many
//! edges a list of arcs makes is known only after mirrors have been folded. Until then the least possible
//! number counts, and afterwards the caller is asked again.

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::assemble::outline::Lists;
use crate::bytes::compression::DecoderMemory;
use crate::{ArcPolicy, ReadOptions};
use boscage_core::Result;

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
    /// Whether all of this is final: no more edges will come, mirrors have been folded, and weights are
    /// known.
    pub is_whole: bool,
}

type Ask = dyn Fn(&Prospect<'_>) -> Result<()> + Send + Sync;

/// Decides whether a graph may be read, for [`ReadOptions::admit`].
#[derive(Clone)]
pub struct Admit {
    ask: Arc<Ask>,
    /// Bytes held as long as a graph is being read.
    held: usize,
    /// How much memory decompressing it takes.
    decoder: Option<DecoderMemory>,
    so_far: Arc<SoFar>,
}

/// Fewest bytes of text after which the caller is asked again.
const STEP: usize = 1 << 18;

/// What reading a graph has taken until now.
#[derive(Default)]
struct SoFar {
    /// Most bytes beside the lines, those held included.
    scratch: AtomicUsize,
    /// Bytes that each thread takes for text.
    per_thread: AtomicUsize,
    /// Bytes of text that are now in memory.
    text: AtomicUsize,
    /// How many of them there must be for the caller to be asked again.
    next_text: AtomicUsize,
    lines: AtomicUsize,
    /// The fewest edges that the lines can make.
    edges: AtomicUsize,
    weight_bytes: AtomicUsize,
}

impl Admit {
    /// Asks `ask`, a few dozen times a graph; reading ends with the first error.
    pub fn new(ask: impl Fn(&Prospect<'_>) -> Result<()> + Send + Sync + 'static) -> Self {
        Self { ask: Arc::new(ask), held: 0, decoder: None, so_far: Arc::default() }
    }

    /// The same for another graph, of which this many bytes are held until it has been read.
    pub(crate) fn anew(&self, held: usize, decoder: Option<DecoderMemory>) -> Self {
        let so_far = SoFar { scratch: held.into(), ..SoFar::default() };
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

/// Asks about one input, while its edges are gathered.
#[derive(Debug)]
pub(crate) struct Watch {
    admit: Admit,
    path: PathBuf,
    /// Whether mirrors may be folded.
    folds: bool,
    nodes: usize,
    name_bytes: usize,
    /// The number of lines at which the caller is asked again.
    next: usize,
}

impl Watch {
    /// Nothing is known of an input yet; `None` if the caller does not decide.
    pub(crate) fn of(options: &ReadOptions, path: &Path, lists: Lists) -> Option<Box<Self>> {
        let admit = options.admit.clone()?;
        let folds = may_fold(options.folding(), lists);
        let (nodes, name_bytes, next) = (0, 0, 0);
        Some(Box::new(Self { admit, path: path.to_owned(), folds, nodes, name_bytes, next }))
    }

    /// A header has been read: it declares `nodes`, and lines of which `justified` have room in the bytes at
    /// hand. Weights of text are taken to have `weight_bytes` until one has more.
    ///
    /// # Errors
    /// That of the caller.
    pub(crate) fn declared(
        options: &ReadOptions,
        path: &Path,
        lists: Lists,
        nodes: usize,
        (lines, justified, weight_bytes): (usize, usize, usize),
    ) -> Result<Option<Box<Self>>> {
        let Some(mut watch) = Self::of(options, path, lists) else { return Ok(None) };
        watch.nodes = nodes;
        watch.ask(lines.min(justified), weight_bytes, false)?;
        Ok(Some(watch))
    }

    /// The header of a binary file has been read, and the file has the size that it demands. `beside` bytes
    /// will be needed beside the lines.
    ///
    /// # Errors
    /// That of the caller.
    pub(crate) fn sized(
        options: &ReadOptions,
        path: &Path,
        lists: Lists,
        nodes: usize,
        (lines, weight_bytes, beside): (usize, usize, usize),
    ) -> Result<()> {
        let Some(mut watch) = Self::of(options, path, lists) else { return Ok(()) };
        watch.nodes = nodes;
        watch.admit.so_far.scratch.fetch_max(watch.admit.held + beside, Ordering::Relaxed);
        watch.ask(lines, weight_bytes, !watch.folds)
    }

    /// This many lines have been read by now.
    ///
    /// # Errors
    /// That of the caller, who is asked whenever they are a quarter more than the last time.
    #[inline]
    pub(crate) fn grown(&mut self, lines: usize, weight_bytes: usize) -> Result<()> {
        if lines >= self.next {
            return self.ask(lines, weight_bytes, false);
        }
        self.admit.so_far.lines.store(lines, Ordering::Relaxed);
        Ok(())
    }

    /// All has been read: nodes, lines, the bytes of a weight, those of all names.
    ///
    /// # Errors
    /// That of the caller.
    pub(crate) fn ended(
        options: &ReadOptions,
        path: &Path,
        lists: Lists,
        nodes: usize,
        (lines, weight_bytes, name_bytes): (usize, usize, usize),
    ) -> Result<Option<Box<Self>>> {
        let Some(mut watch) = Self::of(options, path, lists) else { return Ok(None) };
        (watch.nodes, watch.name_bytes) = (nodes, name_bytes);
        watch.ask(lines, weight_bytes, !watch.folds)?;
        Ok(Some(watch))
    }

    /// The content is text, and each thread that parses it takes this many bytes.
    pub(crate) fn reads_text(&self, per_thread: usize) {
        self.admit.so_far.per_thread.store(per_thread, Ordering::Relaxed);
    }

    /// Text is about to take this many bytes more.
    ///
    /// # Errors
    /// That of the caller, who is asked whenever it takes an eighth more than the last time.
    pub(crate) fn text_grows(&self, more: usize) -> Result<()> {
        let so_far = &self.admit.so_far;
        let text = so_far.text.fetch_add(more, Ordering::Relaxed) + more;
        so_far.scratch.fetch_max(self.admit.held + text, Ordering::Relaxed);
        if text < so_far.next_text.load(Ordering::Relaxed) {
            return Ok(());
        }
        let [lines, edges, weight_bytes] =
            [&so_far.lines, &so_far.edges, &so_far.weight_bytes].map(|count| count.load(Ordering::Relaxed));
        // Once the caller has refused, every question is asked.
        self.ask_with(lines, edges, weight_bytes, false).inspect_err(|_| self.text_shrinks(more))?;
        so_far.next_text.fetch_max(text + text / 8 + STEP, Ordering::Relaxed);
        Ok(())
    }

    /// Text takes this many bytes less.
    pub(crate) fn text_shrinks(&self, less: usize) {
        self.admit.so_far.text.fetch_sub(less, Ordering::Relaxed);
    }

    /// This many bytes are about to be taken beside the lines and the text.
    ///
    /// # Errors
    /// That of the caller.
    pub(crate) fn takes(&mut self, bytes: usize, lines: usize, weight_bytes: usize) -> Result<()> {
        let held = self.admit.held + self.admit.so_far.text.load(Ordering::Relaxed) + self.name_bytes;
        self.admit.so_far.scratch.fetch_max(held + bytes, Ordering::Relaxed);
        self.ask(lines, weight_bytes, false)
    }

    /// Mirrors have been folded: of the lines these edges are left.
    ///
    /// # Errors
    /// That of the caller.
    pub(crate) fn folded(&self, lines: usize, edges: usize, weight_bytes: usize) -> Result<()> {
        self.ask_with(lines, edges, weight_bytes, true)
    }

    fn ask(&mut self, listed: usize, weight_bytes: usize, is_whole: bool) -> Result<()> {
        self.next = self.next.max(listed + listed / 4 + 1);
        let edges = if self.folds { listed.div_ceil(2) } else { listed };
        self.ask_with(listed, edges, weight_bytes, is_whole)
    }

    fn ask_with(&self, listed: usize, edges: usize, weight_bytes: usize, is_whole: bool) -> Result<()> {
        let &Self { nodes, name_bytes, .. } = self;
        let so_far = &self.admit.so_far;
        so_far.lines.store(listed, Ordering::Relaxed);
        so_far.edges.store(edges, Ordering::Relaxed);
        so_far.weight_bytes.store(weight_bytes, Ordering::Relaxed);
        let decoder = self.admit.decoder.as_ref().map_or(0, DecoderMemory::bytes);
        let scratch_bytes = so_far.scratch.load(Ordering::Relaxed) + decoder;
        let path = &*self.path;
        (self.admit.ask)(&Prospect {
            path,
            nodes,
            listed,
            edges,
            weight_bytes,
            name_bytes,
            thread_bytes: so_far.per_thread.load(Ordering::Relaxed),
            scratch_bytes,
            is_whole,
        })
    }
}

/// Whether lines may become fewer edges.
pub(crate) fn may_fold(policy: ArcPolicy, lists: Lists) -> bool {
    match policy {
        ArcPolicy::Auto => lists.may_be_mirrored(),
        ArcPolicy::Fold => true,
        ArcPolicy::Keep => false,
    }
}
