//! SSCA#2.
//!
//! There is no formula for the exact number of edges between cliques. So every node draws once to count them,
//! in parallel, before the first edge is made. For every 1024 nodes, the number of edges before them is
//! stored, so any edge can be found.

use std::ops::Range;

use super::chance::Chance;
use super::recipe::Ends;
use super::{Recipe, Style};
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeList, Node};
use boscage_core::parallel::for_each_piece;
use boscage_core::random::{Random, streams};
use boscage_core::{Error, Result, memory};

/// Nodes per mark.
const STRIDE: usize = 1 << 10;

/// Marks that one thread counts at a time.
const MARKS: usize = 1 << 6;

/// An SSCA#2 graph: cliques of random sizes, joined by edges that are rarer the longer they are.
///
/// The scalable data generator of the HPCS graph analysis benchmark, as in GTgraph. A spanning forest has a
/// tree of nearly every clique and few edges between cliques, so most edges can be filtered.
///
/// 1. Nodes 0 to n - 1, in this order, form cliques. Their sizes are uniform in 1 to [`Ssca2::max_clique`];
///    the last clique gets the remaining nodes. Every pair of nodes in a clique is joined by an edge.
/// 2. For d = 2, 4, 8, ... below n/2, each node gets an edge with probability p, p/2, p/4, ... to a node that
///    is d to 3d/2 - 1 places ahead (uniform, cyclic), if that node is in another clique and less than half
///    way around.
///
/// On average there are (L - 1)/3 edges per node inside cliques, where L is the size of the largest clique,
/// and up to 2p between cliques.
///
/// Differences from GTgraph: edges are undirected, and the graph is simple (GTgraph draws distances up to
/// 3n/4); the number of nodes need not be a power of two; nodes are only numbered at random with
/// [`Numbering::Shuffled`](super::Numbering::Shuffled).
///
/// Sources: Bader and Madduri, "Design and implementation of the HPCS graph analysis benchmark on symmetric
/// multiprocessors", HiPC 2005; an input of Nobari et al., "Scalable parallel minimum spanning forest
/// computation", PPoPP 2012.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ssca2 {
    /// Number of nodes, n.
    pub nodes: usize,
    /// Number of nodes of the largest cliques, at least 1.
    pub max_clique: usize,
    /// The probability, p, of an edge to a node two places ahead. At twice the distance it is half of that.
    pub inter: f64,
    /// Weights, numbering and seed.
    pub style: Style,
}

impl Ssca2 {
    /// The default size of the largest cliques: about eight edges per node, as in the graph of Nobari et al.
    pub const DEFAULT_MAX_CLIQUE: usize = 24;
    /// The default probability of edges between cliques.
    pub const DEFAULT_INTER: f64 = 0.5;

    /// Returns the recipe of the graph that [`ssca2`](fn@ssca2) makes. It counts the edges, on all threads of
    /// `exec`.
    ///
    /// # Memory
    /// 24 bytes per 1024 nodes.
    ///
    /// # Errors
    /// Those of [`ssca2`](fn@ssca2).
    pub fn recipe(&self, exec: &Exec) -> Result<Recipe> {
        let nodes = Node::check_count(self.nodes as u64)? as u64;
        if self.max_clique == 0 {
            return Err(Error::argument("max_clique", "at least 1", self.max_clique));
        }
        self.style.weights.check()?;
        let parts = Parts {
            nodes,
            max_clique: self.max_clique as u64,
            inter: Chance::of("inter", self.inter)?,
            sizes: Random::new(self.style.seed, streams::SIZES),
            ends: Random::new(self.style.seed, streams::ENDS),
        };
        let (marks, edges) = parts.mark(exec)?;
        Recipe::new(nodes, edges, &self.style, Cliques { parts, marks })
    }
}

impl Default for Ssca2 {
    fn default() -> Self {
        Self {
            nodes: 0,
            max_clique: Self::DEFAULT_MAX_CLIQUE,
            inter: Self::DEFAULT_INTER,
            style: Style::default(),
        }
    }
}

/// Makes an SSCA#2 graph.
///
/// Edges are in the order of their nodes: for each node, first the edges to earlier nodes of its clique, then
/// the edges to other cliques, the nearest first.
///
/// # Determinism
/// The same [`Ssca2`] makes the same graph on any number of threads.
///
/// # Memory
/// 12 bytes per edge.
///
/// # Errors
/// [`Error::Argument`] for cliques without nodes, a probability outside 0 to 1, an empty range of weights, or
/// Euclidean weights; [`Error::TooMany`] nodes or edges; [`Error::OutOfMemory`].
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::generate::{Ssca2, ssca2};
///
/// let graph = ssca2(&Exec::new(2)?, &Ssca2 { nodes: 10_000, ..Ssca2::default() })?;
/// assert!((70_000..90_000).contains(&graph.edge_count()));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn ssca2(exec: &Exec, config: &Ssca2) -> Result<EdgeList<u32>> {
    config.recipe(exec)?.make(exec)
}

/// The parameters from which all parts of the graph follow.
struct Parts {
    nodes: u64,
    max_clique: u64,
    inter: Chance,
    sizes: Random,
    ends: Random,
}

/// A clique: its number, and its nodes.
#[derive(Clone)]
struct Clique {
    number: u64,
    nodes: Range<u64>,
}

/// The state before a node: the number and first node of its clique, and the number of edges so far.
#[derive(Clone, Copy)]
struct Mark {
    clique: u64,
    first: u64,
    edges: u64,
}

impl Parts {
    fn clique(&self, number: u64, first: u64) -> Clique {
        let size = self.sizes.item(number).below(self.max_clique) + 1;
        Clique { number, nodes: first..first.saturating_add(size).min(self.nodes) }
    }

    /// Advances to the clique of a node, which must not be before `clique`.
    fn advance(&self, clique: &mut Clique, node: u64) {
        while clique.nodes.end <= node {
            *clique = self.clique(clique.number + 1, clique.nodes.end);
        }
    }

    /// Passes the nodes of other cliques to which a node has edges to `visit`.
    #[inline]
    fn jumps(&self, node: u64, clique: &Clique, mut visit: impl FnMut(u64)) {
        let mut draws = self.ends.item(node);
        let (mut chance, mut least) = (self.inter, 2);
        while 2 * least < self.nodes {
            if chance.happens(&mut draws) {
                let ahead = least + draws.below(least / 2);
                let far = (node + ahead) % self.nodes;
                if 2 * ahead < self.nodes && !clique.nodes.contains(&far) {
                    visit(far);
                }
            }
            (chance, least) = (chance.halved(), 2 * least);
        }
    }

    /// The marks, and the number of edges.
    fn mark(&self, exec: &Exec) -> Result<(Vec<Mark>, u64)> {
        let count = (self.nodes as usize).div_ceil(STRIDE);
        let mut clique = self.clique(0, 0);
        let mut marks = memory::from_fn("marks of cliques", count, |mark| {
            self.advance(&mut clique, (mark * STRIDE) as u64);
            Mark { clique: clique.number, first: clique.nodes.start, edges: 0 }
        })?;
        for_each_piece(exec, marks.chunks_mut(MARKS).enumerate(), |(chunk, marks)| {
            for (mark, place) in marks.iter_mut().zip(chunk * MARKS..) {
                mark.edges = self.count(*mark, place);
            }
        });
        let mut edges = 0;
        for mark in &mut marks {
            (mark.edges, edges) = (edges, edges + mark.edges);
        }
        Ok((marks, edges))
    }

    /// Number of edges of the nodes from mark number `place` to the next.
    fn count(&self, mark: Mark, place: usize) -> u64 {
        let first = (place * STRIDE) as u64;
        let mut clique = self.clique(mark.clique, mark.first);
        let mut edges = 0;
        for node in first..(first + STRIDE as u64).min(self.nodes) {
            self.advance(&mut clique, node);
            edges += node - clique.nodes.start;
            self.jumps(node, &clique, |_| edges += 1);
        }
        edges
    }
}

/// The edges.
struct Cliques {
    parts: Parts,
    marks: Vec<Mark>,
}

impl Ends for Cliques {
    fn for_each(&self, ids: Range<u64>, mut visit: impl FnMut(u64, u64)) {
        if ids.is_empty() {
            return;
        }
        // Before the first mark there are no edges.
        let place = self.marks.partition_point(|mark| mark.edges <= ids.start) - 1;
        let mark = self.marks[place];
        let mut clique = self.parts.clique(mark.clique, mark.first);
        let (mut node, mut id) = ((place * STRIDE) as u64, mark.edges);
        while id < ids.end {
            self.parts.advance(&mut clique, node);
            let pairs = id..id + (node - clique.nodes.start);
            for pair in ids.start.max(pairs.start)..ids.end.min(pairs.end) {
                visit(clique.nodes.start + (pair - pairs.start), node);
            }
            id = pairs.end;
            self.parts.jumps(node, &clique, |far| {
                if ids.contains(&id) {
                    visit(node, far);
                }
                id += 1;
            });
            node += 1;
        }
    }
}

#[cfg(test)]
mod tests;
