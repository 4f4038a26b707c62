//! Asks the caller whether a graph may take its memory, each time when more is known about its size.
//!
//! The memory that a command needs follows from the numbers of nodes and edges, so the caller can refuse a
//! graph before the graph takes any memory. Nodes count as soon as a header declares them, because isolated
//! nodes are allowed. Edges count only as far as bytes justify them: those of a binary file whose size fits
//! its header, those for which a text file is long enough, or those of a stream that have arrived so far. The
//! number of edges that a list of arcs makes is known only after mirrors have been folded. Until then the
//! smallest possible number counts; afterwards the caller is asked again.

use std::any::Any;
use std::path::{Path, PathBuf};

use crate::admission::{Admit, Prospect};
use crate::bytes::DecoderMemory;
use crate::{ArcPolicy, ArcReport, ReadOptions};
use boscage_core::Result;
use boscage_core::primitives::unmodelled::Ordering::Relaxed;

/// The size of a graph. Unknown numbers are 0.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    /// Number of nodes.
    pub(crate) nodes: usize,
    /// Number of arcs or edges in memory.
    pub(crate) listed: usize,
    /// Bytes per weight.
    pub(crate) weight_bytes: usize,
    /// Bytes of the names of nodes.
    pub(crate) name_bytes: usize,
    /// Bytes that will be allocated beside the arcs or edges.
    pub(crate) scratch_bytes: usize,
}

/// The memory that a graph may take while it is read. Without [`Admit`] it is not limited; otherwise each
/// question may return the caller's error.
#[derive(Debug, Default)]
pub(crate) struct Budget(Option<Box<Caller>>);

/// The caller's decision about one graph, and the facts about it.
#[derive(Debug)]
struct Caller {
    admit: Admit,
    path: PathBuf,
    /// True if mirrors may be folded.
    folds: bool,
    /// True if negative edges are dropped when all have been read.
    drops: bool,
    nodes: usize,
    name_bytes: usize,
    /// The number of lines at which the caller is asked again.
    next: usize,
}

/// Smallest number of bytes of text after which the caller is asked again.
const STEP: usize = 1 << 18;

impl Budget {
    /// The budget for a graph about which nothing is known yet.
    pub(crate) fn of(options: &ReadOptions, path: &Path, lists: Lists) -> Self {
        let folds = match options.folding() {
            ArcPolicy::Auto => lists.may_be_mirrored(),
            ArcPolicy::Fold => true,
            ArcPolicy::Keep => false,
        };
        Self(options.admit.clone().map(|admit| {
            let (path, drops) = (path.to_owned(), options.drop_negative);
            Box::new(Caller { admit, path, folds, drops, nodes: 0, name_bytes: 0, next: 0 })
        }))
    }

    /// The receiver of edges that are not kept, and the path of a file whose arcs may be folded. Edges that
    /// may be dropped are kept.
    pub(crate) fn stream(&self) -> Option<(&(dyn Any + Send + Sync), Option<&Path>)> {
        let caller = self.0.as_ref().filter(|caller| !caller.drops)?;
        Some((caller.admit.stream.as_deref()?, caller.folds.then_some(&caller.path)))
    }

    /// Asks about a graph of this size, which may still grow.
    pub(crate) fn admit(&mut self, size: Size) -> Result<()> {
        self.0.as_mut().map_or(Ok(()), |caller| caller.ask(size, false))
    }

    /// Asks about a graph of this size, all of whose lines have been counted.
    pub(crate) fn admit_whole(&mut self, size: Size) -> Result<()> {
        self.0.as_mut().map_or(Ok(()), |caller| caller.ask(size, !caller.folds))
    }

    /// Asks if the number of lines has grown by a quarter since the last question.
    pub(crate) fn grown(&mut self, size: Size) -> Result<()> {
        match &mut self.0 {
            Some(caller) if size.listed >= caller.next => caller.ask(size, false),
            Some(caller) => {
                caller.admit.usage.lines.store(size.listed, Relaxed);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Asks about the edges that remain after mirrors have been folded.
    pub(crate) fn folded(&self, size: Size, edges: usize) -> Result<()> {
        match &self.0 {
            Some(caller) if caller.folds => caller.ask_with(size, edges, true),
            _ => Ok(()),
        }
    }

    /// Records that the content is text, and the number of bytes per thread that parses it.
    pub(crate) fn reads_text(&self, per_thread: usize) {
        if let Some(caller) = &self.0 {
            caller.admit.usage.per_thread.store(per_thread, Relaxed);
        }
    }

    /// Adds bytes of text, and asks if the text has grown by an eighth since the last question.
    pub(crate) fn text_grows(&self, more: usize) -> Result<()> {
        let Some(caller) = &self.0 else { return Ok(()) };
        let usage = &caller.admit.usage;
        let text = usage.text.fetch_add(more, Relaxed) + more;
        usage.scratch.fetch_max(caller.admit.held + text, Relaxed);
        if text < usage.next_text.load(Relaxed) {
            return Ok(());
        }
        let [listed, edges, weight_bytes] =
            [&usage.lines, &usage.edges, &usage.weight_bytes].map(|count| count.load(Relaxed));
        let size = Size { listed, weight_bytes, ..Size::default() };
        // After a refusal, `next_text` stays, so every call asks again.
        caller.ask_with(size, edges, false).inspect_err(|_| self.text_shrinks(more))?;
        usage.next_text.fetch_max(text + text / 8 + STEP, Relaxed);
        Ok(())
    }

    /// Subtracts bytes of text.
    pub(crate) fn text_shrinks(&self, less: usize) {
        if let Some(caller) = &self.0 {
            caller.admit.usage.text.fetch_sub(less, Relaxed);
        }
    }
}

/// The same options for a graph of which this many more bytes of content are in memory, with its
/// decompressor if it has another one.
pub(crate) fn holding(options: &ReadOptions, bytes: usize, decoder: &Option<DecoderMemory>) -> ReadOptions {
    let anew = |admit: &Admit| admit.anew(bytes, decoder.clone());
    ReadOptions { admit: options.admit.as_ref().map(anew), ..options.clone() }
}

impl Caller {
    fn ask(&mut self, size: Size, is_whole: bool) -> Result<()> {
        self.nodes = self.nodes.max(size.nodes);
        self.name_bytes = self.name_bytes.max(size.name_bytes);
        if size.scratch_bytes > 0 {
            let held = self.admit.held + self.admit.usage.text.load(Relaxed) + self.name_bytes;
            self.admit.usage.scratch.fetch_max(held + size.scratch_bytes, Relaxed);
        }
        self.next = self.next.max(size.listed + size.listed / 4 + 1);
        let edges = if self.folds { size.listed.div_ceil(2) } else { size.listed };
        self.ask_with(size, edges, is_whole)
    }

    fn ask_with(&self, size: Size, edges: usize, is_whole: bool) -> Result<()> {
        let Size { listed, weight_bytes, .. } = size;
        let usage = &self.admit.usage;
        usage.lines.store(listed, Relaxed);
        usage.edges.store(edges, Relaxed);
        usage.weight_bytes.store(weight_bytes, Relaxed);
        let decoder = self.admit.decoder.as_ref().map_or(0, DecoderMemory::bytes);
        (self.admit.ask)(&Prospect {
            path: &self.path,
            nodes: self.nodes,
            listed,
            edges,
            weight_bytes,
            name_bytes: self.name_bytes,
            thread_bytes: usage.per_thread.load(Relaxed),
            scratch_bytes: usage.scratch.load(Relaxed) + decoder,
            dimensions: self.admit.dimensions,
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
    /// Returns `true` if an edge may be listed at both its ends.
    pub(crate) fn may_be_mirrored(self) -> bool {
        matches!(self, Self::Arcs | Self::EdgesOrArcs)
    }

    /// Returns `true` if the graph is directed, given the report on its arcs and no option of the caller.
    pub(crate) fn are_directed(self, arcs: Option<ArcReport>) -> bool {
        let is_folded = arcs.is_some_and(|report| report.folded);
        matches!(self, Self::Arcs | Self::Directed) && !is_folded
    }

    /// The report for the caller: `None` if the lines are edges, each once.
    pub(crate) fn reported(self, arcs: Option<ArcReport>) -> Option<ArcReport> {
        arcs.filter(|report| self != Self::EdgesOrArcs || report.folded)
    }
}
