//! Graph files: readers, writers, compression.
//!
//! [`read`] reads any path. It recognises the format ([`Format`]) and the compression ([`Compression`]) from
//! the content; the suffix is only a hint. Every reader produces an [`Input`]: the edges, whether they have a
//! direction, the input's own names for its nodes, and remarks from reading. [`Input::graph`] makes a typed
//! graph of it. [`write()`] writes a graph in most of the formats and returns what the format does not keep
//! ([`Loss`]). With [`Output`], a file is either complete or not there.
//!
//! Everything is copied before it is checked, so a graph does not depend on its file. Reading is fastest if
//! edges are stored on disk as in memory ([`Format::Boscage`], [`Format::EdgeArray`]): then it is only the
//! copy. Processes that share one copy of such a file can [`map()`] it, if they can promise that it does not
//! change.
//!
//! If several processes have a graph together, each reads only its own part of the file ([`read_part`]), and
//! all write one file at once ([`write_in_parts`]); see [`crate::comm`].
//!
//! Headers are not trusted: no reader reserves more edges than the existing bytes justify, and none allocates
//! memory for as many nodes as a header claims.

mod admission;
mod ahead;
mod assemble;
mod binary;
mod blocks;
mod boscage;
mod claims;
mod columns;
mod compression;
mod content;
mod coordinates;
mod cures;
mod dimacs;
mod doubts;
mod ecl;
mod edge_array;
mod edge_list;
mod edges;
mod fault;
mod fold;
mod galois;
mod gap;
mod input;
mod line;
mod listing;
mod map;
mod matrix_market;
mod metis;
mod named;
mod number;
mod open;
mod parts;
mod pbbs_adjacency;
mod pbbs_edges;
mod random_access;
mod raw_edges;
mod remark;
mod room;
mod scan;
mod separators;
mod sniff;
mod span;
mod spares;
mod strangers;
#[cfg(test)]
mod testing;
mod text;
mod to_end;
mod weights;
mod words;
mod write;

use crate::graph::Node;
use crate::{Error, Result};

pub use admission::{Admit, Prospect};
pub use compression::Compression;
pub use input::{ArcReport, Input};
pub use map::{MappedGraph, map};
pub use open::{Opened, read, read_bytes, read_coordinates, read_stream};
pub use parts::{PartInput, PartNames, read_part};
pub use remark::Remark;
pub use write::{
    Isolated, Loss, Output, WriteOptions, write, write_coordinates, write_coordinates_to, write_in_parts,
    write_recipe,
};

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// 9th DIMACS challenge shortest-path files: `p sp n m`, `a u v w`, 1-based.
    Dimacs,
    /// One edge a line, `u v` or `u v weight`, any 64-bit ids, `#` or `%` comments (SNAP, KONECT, plain).
    EdgeList,
    /// Matrix Market, coordinate or array.
    MatrixMarket,
    /// METIS / Chaco adjacency lines, 1-based.
    Metis,
    /// PBBS `AdjacencyGraph` and `WeightedAdjacencyGraph`.
    PbbsAdjacency,
    /// PBBS `EdgeArray` and `WeightedEdgeArray`.
    PbbsEdges,
    /// Galois binary `.gr`, versions 1 and 2.
    Galois,
    /// ECL `.egr`.
    Ecl,
    /// Serialised graphs of the GAP benchmark suite: `.sg`, with weights `.wsg`.
    Gap,
    /// The edge array `.bin`: u64 n, u64 m, then m times u32 u, u32 v, u32 weight, 0-based, little-endian.
    EdgeArray,
    /// Our own, `.bsg`: the graph as it lies in memory.
    Boscage,
}

impl Format {
    /// Returns whether files of this format begin with a signature, or whether every line names its kind.
    ///
    /// Files of other formats are recognised by what their bytes would mean, so the recognition is a guess.
    #[must_use]
    pub fn has_signature(self) -> bool {
        match self {
            Self::Dimacs | Self::MatrixMarket | Self::PbbsAdjacency | Self::PbbsEdges | Self::Boscage => true,
            Self::EdgeList | Self::Metis | Self::Galois | Self::Ecl | Self::Gap | Self::EdgeArray => false,
        }
    }

    /// What people call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dimacs => "DIMACS",
            Self::EdgeList => "edge list",
            Self::MatrixMarket => "Matrix Market",
            Self::Metis => "METIS",
            Self::PbbsAdjacency => "PBBS adjacency",
            Self::PbbsEdges => "PBBS edge array",
            Self::Galois => "Galois",
            Self::Ecl => "ECL",
            Self::Gap => "GAP",
            Self::EdgeArray => "edge array",
            Self::Boscage => "Boscage",
        }
    }
}

/// The input's own names for its nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// Node `i` is called `i + base`.
    Offset(u64),
    /// Node `i` is called `names[i]`; the names ascend.
    Listed(Vec<u64>),
}

impl Names {
    /// What the input calls a node.
    #[must_use]
    pub fn of(&self, node: Node) -> u64 {
        match self {
            Self::Offset(base) => node.index() as u64 + base,
            Self::Listed(names) => names[node.index()],
        }
    }

    /// The node the input calls so, in a graph of `nodes` nodes.
    #[must_use]
    pub fn find(&self, name: u64, nodes: usize) -> Option<Node> {
        let index = match self {
            Self::Offset(base) => usize::try_from(name.checked_sub(*base)?).ok()?,
            Self::Listed(names) => names.binary_search(&name).ok()?,
        };
        (index < nodes).then(|| Node::new(index))
    }
}

/// What to make of formats that list arcs, not edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArcPolicy {
    /// Fold the arcs into the edges of an undirected graph if every arc has its mirror, otherwise take each
    /// arc for an edge of a directed graph.
    #[default]
    Auto,
    /// Fold what pairs, also in formats that list edges; arcs without a mirror are edges too. The graph is
    /// undirected.
    Fold,
    /// Every arc is an edge of a directed graph.
    Keep,
}

/// What the edges of an unweighted input weigh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unweighted {
    /// 1 each.
    #[default]
    One,
    /// Uniformly random in `1..=max`, by seed and edge id alone: as [`crate::generate::WeightLaw::Uniform`]
    /// draws.
    Uniform {
        /// Seed of the draw.
        seed: u64,
        /// The largest weight.
        max: u32,
    },
    /// A hash of the names of the two ends, the same whichever comes first.
    Hash,
}

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format, where the caller knows better than the content.
    pub format: Option<Format>,
    /// Arcs or edges.
    pub arcs: ArcPolicy,
    /// Whether edges have a direction, where the caller knows better than the file, or the file is silent.
    ///
    /// If true, nothing is folded: every line is an edge, from the end that stands first, ids in the order of
    /// the lines. If false, arcs are folded as [`ReadOptions::arcs`] says, and what stays is undirected.
    pub is_directed: Option<bool>,
    /// Weights for inputs that have none; by default the edges of these carry nothing.
    pub unweighted: Option<Unweighted>,
    /// Decides whether a graph of this size may be read; by default every graph may.
    pub admit: Option<Admit>,
}

impl ReadOptions {
    /// What becomes of arcs.
    fn folding(&self) -> ArcPolicy {
        if self.is_directed == Some(true) { ArcPolicy::Keep } else { self.arcs }
    }

    /// Whether a format is only what the content looks like.
    fn guesses(&self, format: Format) -> bool {
        self.format.is_none() && !format.has_signature()
    }

    /// Whether the options agree with each other.
    fn check(&self) -> Result<()> {
        if self.is_directed == Some(true) && self.arcs == ArcPolicy::Fold {
            return Err(Error::argument("arcs", "auto or keep for a directed graph", self.arcs));
        }
        Ok(())
    }
}
