//! Asks the caller, while a graph is being read, whether it may take this much memory: each time when more is
//! known about its size.
//!
//! The memory that a command needs follows from the numbers of nodes and edges, so the caller can refuse a
//! graph before the graph takes any memory. Nodes count as soon as a header declares them, because isolated
//! nodes are allowed. Edges count only as far as bytes justify them: those of a binary file whose size fits
//! its header, those for which a text file has room, or those of a stream that have arrived so far. How many
//! edges a list of arcs makes is known only after mirrors have been folded. Until then the least possible
//! number counts, and afterwards the caller is asked again.

use std::path::{Path, PathBuf};

use crate::admission::{Admit, Prospect};
use crate::bytes::DecoderMemory;
use crate::{ArcPolicy, ArcReport, ReadOptions};
use boscage_core::Result;
use boscage_core::primitives::unmodelled::Ordering::Relaxed;

/// The size of a graph, as far as it is known; what is not known is 0.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    /// Number of nodes.
    pub(crate) nodes: usize,
    /// Number of lines that are held at once, each an arc or an edge.
    pub(crate) listed: usize,
    /// Bytes of a weight.
    pub(crate) weight_bytes: usize,
    /// Bytes of the names of nodes.
    pub(crate) name_bytes: usize,
    /// Bytes that are about to be taken beside the lines.
    pub(crate) scratch_bytes: usize,
}

/// The memory that a graph may take while it is read. Without a caller who decides, that is any; otherwise
/// each question may end in the error of the caller.
#[derive(Debug, Default)]
pub(crate) struct Budget(Option<Box<Asked>>);

/// The caller who decides about one graph.
#[derive(Debug)]
struct Asked {
    admit: Admit,
    path: PathBuf,
    /// True if mirrors may be folded.
    folds: bool,
    nodes: usize,
    name_bytes: usize,
    /// The number of lines at which the caller is asked again.
    next: usize,
}

/// Fewest bytes of text after which the caller is asked again.
const STEP: usize = 1 << 18;

impl Budget {
    /// The budget for a graph of which nothing is known yet.
    pub(crate) fn of(options: &ReadOptions, path: &Path, lists: Lists) -> Self {
        let folds = match options.folding() {
            ArcPolicy::Auto => lists.may_be_mirrored(),
            ArcPolicy::Fold => true,
            ArcPolicy::Keep => false,
        };
        Self(options.admit.clone().map(|admit| {
            Box::new(Asked { admit, path: path.to_owned(), folds, nodes: 0, name_bytes: 0, next: 0 })
        }))
    }

    /// Asks about a graph of this size, of which more lines may come.
    pub(crate) fn admit(&mut self, size: Size) -> Result<()> {
        self.0.as_mut().map_or(Ok(()), |asked| asked.ask(size, false))
    }

    /// Asks about a graph of this size, of which no more lines will come.
    pub(crate) fn admit_whole(&mut self, size: Size) -> Result<()> {
        self.0.as_mut().map_or(Ok(()), |asked| asked.ask(size, !asked.folds))
    }

    /// Asks whenever there are a quarter more lines than the last time.
    pub(crate) fn grown(&mut self, size: Size) -> Result<()> {
        match &mut self.0 {
            Some(asked) if size.listed >= asked.next => asked.ask(size, false),
            Some(asked) => {
                asked.admit.so_far.lines.store(size.listed, Relaxed);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Asks about the edges that are left of the lines, if mirrors have been folded.
    pub(crate) fn folded(&self, size: Size, edges: usize) -> Result<()> {
        match &self.0 {
            Some(asked) if asked.folds => asked.ask_with(size, edges, true),
            _ => Ok(()),
        }
    }

    /// Notes that the content is text, and that each thread that parses it takes this many bytes.
    pub(crate) fn reads_text(&self, per_thread: usize) {
        if let Some(asked) = &self.0 {
            asked.admit.so_far.per_thread.store(per_thread, Relaxed);
        }
    }

    /// Asks whenever text takes an eighth more than the last time; it is about to take this many bytes more.
    pub(crate) fn text_grows(&self, more: usize) -> Result<()> {
        let Some(asked) = &self.0 else { return Ok(()) };
        let so_far = &asked.admit.so_far;
        let text = so_far.text.fetch_add(more, Relaxed) + more;
        so_far.scratch.fetch_max(asked.admit.held + text, Relaxed);
        if text < so_far.next_text.load(Relaxed) {
            return Ok(());
        }
        let [listed, edges, weight_bytes] =
            [&so_far.lines, &so_far.edges, &so_far.weight_bytes].map(|count| count.load(Relaxed));
        let size = Size { listed, weight_bytes, ..Size::default() };
        // Once the caller has refused, every question is asked.
        asked.ask_with(size, edges, false).inspect_err(|_| self.text_shrinks(more))?;
        so_far.next_text.fetch_max(text + text / 8 + STEP, Relaxed);
        Ok(())
    }

    /// Notes that text takes this many bytes less.
    pub(crate) fn text_shrinks(&self, less: usize) {
        if let Some(asked) = &self.0 {
            asked.admit.so_far.text.fetch_sub(less, Relaxed);
        }
    }
}

impl Asked {
    fn ask(&mut self, size: Size, is_whole: bool) -> Result<()> {
        self.nodes = self.nodes.max(size.nodes);
        self.name_bytes = self.name_bytes.max(size.name_bytes);
        if size.scratch_bytes > 0 {
            let held = self.admit.held + self.admit.so_far.text.load(Relaxed) + self.name_bytes;
            self.admit.so_far.scratch.fetch_max(held + size.scratch_bytes, Relaxed);
        }
        self.next = self.next.max(size.listed + size.listed / 4 + 1);
        let edges = if self.folds { size.listed.div_ceil(2) } else { size.listed };
        self.ask_with(size, edges, is_whole)
    }

    fn ask_with(&self, size: Size, edges: usize, is_whole: bool) -> Result<()> {
        let Size { listed, weight_bytes, .. } = size;
        let so_far = &self.admit.so_far;
        so_far.lines.store(listed, Relaxed);
        so_far.edges.store(edges, Relaxed);
        so_far.weight_bytes.store(weight_bytes, Relaxed);
        let decoder = self.admit.decoder.as_ref().map_or(0, DecoderMemory::bytes);
        (self.admit.ask)(&Prospect {
            path: &self.path,
            nodes: self.nodes,
            listed,
            edges,
            weight_bytes,
            name_bytes: self.name_bytes,
            thread_bytes: so_far.per_thread.load(Relaxed),
            scratch_bytes: so_far.scratch.load(Relaxed) + decoder,
            is_whole,
        })
    }
}

/// The meaning of the lines of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lists {
    /// Arcs: an edge may be listed at both its ends.
    Arcs,
    /// Edges, each once; folded only if the caller demands it.
    Edges,
    /// Edges of a graph that the file declares to be undirected, each once or at both its ends.
    EdgesOrArcs,
    /// Edges of a graph that the file declares to be directed; folded only if the caller demands it.
    Directed,
}

impl Lists {
    /// Returns whether an edge may be listed at both its ends.
    pub(crate) fn may_be_mirrored(self) -> bool {
        matches!(self, Self::Arcs | Self::EdgesOrArcs)
    }

    /// Returns whether the graph is directed, if this became of the arcs, and the caller does not say
    /// otherwise.
    pub(crate) fn are_directed(self, arcs: Option<ArcReport>) -> bool {
        let is_folded = arcs.is_some_and(|report| report.folded);
        matches!(self, Self::Arcs | Self::Directed) && !is_folded
    }

    /// The report for the caller: none if the lines turned out to be edges, each once.
    pub(crate) fn reported(self, arcs: Option<ArcReport>) -> Option<ArcReport> {
        arcs.filter(|report| self != Self::EdgesOrArcs || report.folded)
    }
}
