//! SSCA#2: cliques of random sizes, joined by edges that are rarer the longer they are.
//!
//! The scalable data generator of the HPCS graph analysis benchmark (Bader, Madduri, "Design and
//! implementation of the HPCS graph analysis benchmark on symmetric multiprocessors", HiPC 2005), as GTgraph
//! has it; an input of Nobari et al., "Scalable parallel minimum spanning forest computation", PPoPP 2012. A
//! forest has a spanning tree of nearly every clique and few edges between them, so most edges can be
//! filtered.
//!
//! 1. Nodes 0 to n - 1, in this order, form cliques, with sizes uniform in 1 to the largest; the last clique
//!    gets the rest. Every pair of a clique is an edge.
//! 2. For d = 2, 4, 8, ... below n/2, each node gets with probability p, p/2, p/4, ... an edge to a node d to
//!    3d/2 - 1 places ahead (uniform, and cyclic), if that node is in another clique and less than half way
//!    around. So distances follow the order of the nodes, in which cliques are intervals.
//!
//! What differs from GTgraph: edges are undirected, each pair at most once (distances from one node differ,
//! and none is half way around, where GTgraph goes up to 3n/4; so the graph is simple); any number of nodes,
//! not only powers of two; nodes are numbered at random only if [`Numbering::Shuffled`]; and all is computed
//! from positions, so that any number of threads makes the same bytes.
//!
//! On average each node has (L - 1)/3 edges in its clique, counted at one end, where L is the largest size,
//! and up to 2p edges to others. There is no formula for their exact number. So every node draws once to
//! count them, in parallel, before the first edge is made. For every 1024 nodes the number of edges before
//! them is stored, so any edge can be found.
//!
//! [`Numbering::Shuffled`]: super::Numbering::Shuffled

use std::ops::Range;

use super::chance::Chance;
use super::recipe::Ends;
use super::{Recipe, Style};
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeList, Node};
use boscage_core::parallel::for_each_piece;
use boscage_core::random::{Purpose, Random};
use boscage_core::{Error, Result, memory};

/// Nodes from one mark to the next.
const STRIDE: usize = 1 << 10;

/// Marks that one thread counts at a time.
const MARKS: usize = 1 << 6;

/// An SSCA#2 graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ssca2 {
    /// Number of nodes, n.
    pub nodes: usize,
    /// Number of nodes of the largest cliques, at least 1.
    pub max_clique: usize,
    /// The probability, p, of an edge to a node two places ahead; twice as far it is half as likely.
    pub inter: f64,
    /// Weights, numbering, seed.
    pub style: Style,
}

impl Ssca2 {
    /// The largest clique where nothing is said: eight edges a node in all, as in the graph of Nobari et al.
    pub const DEFAULT_MAX_CLIQUE: usize = 24;
    /// The probability of edges between cliques where none is given.
    pub const DEFAULT_INTER: f64 = 0.5;

    /// The graph that [`ssca2`](fn@ssca2) makes, before it is made; the edges are counted, and a mark of 24
    /// bytes kept for every 1024 nodes.
    ///
    /// # Errors
    /// As there.
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
            sizes: Random::new(self.style.seed, Purpose::Sizes),
            ends: Random::new(self.style.seed, Purpose::Ends),
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

/// Makes an SSCA#2 graph. Edges go by node: first those to the nodes before it in its clique, in their order,
/// then those to other cliques, the nearest first.
///
/// # Errors
/// [`Error::Argument`] for cliques of no node, a probability that is none, and weights that no law gives;
/// [`Error::TooMany`] and [`Error::OutOfMemory`].
pub fn ssca2(exec: &Exec, config: &Ssca2) -> Result<EdgeList<u32>> {
    config.recipe(exec)?.make(exec)
}

/// What the parts of the graph follow from.
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

/// Where things stand before a node: the number and first node of its clique, and the edges so far.
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

    /// The clique of a node, from a clique that is not behind it.
    fn advance(&self, clique: &mut Clique, node: u64) {
        while clique.nodes.end <= node {
            *clique = self.clique(clique.number + 1, clique.nodes.end);
        }
    }

    /// Shows the nodes of other cliques that a node has edges to.
    #[inline]
    fn jumps(&self, node: u64, clique: &Clique, mut see: impl FnMut(u64)) {
        let mut draws = self.ends.item(node);
        let (mut chance, mut least) = (self.inter, 2);
        while 2 * least < self.nodes {
            if chance.happens(&mut draws) {
                let ahead = least + draws.below(least / 2);
                let far = (node + ahead) % self.nodes;
                if 2 * ahead < self.nodes && !clique.nodes.contains(&far) {
                    see(far);
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
    fn show(&self, ids: Range<u64>, mut see: impl FnMut(u64, u64)) {
        if ids.is_empty() {
            return;
        }
        // the first has 0 before it
        let place = self.marks.partition_point(|mark| mark.edges <= ids.start) - 1;
        let mark = self.marks[place];
        let mut clique = self.parts.clique(mark.clique, mark.first);
        let (mut node, mut id) = ((place * STRIDE) as u64, mark.edges);
        while id < ids.end {
            self.parts.advance(&mut clique, node);
            let pairs = id..id + (node - clique.nodes.start);
            for pair in ids.start.max(pairs.start)..ids.end.min(pairs.end) {
                see(clique.nodes.start + (pair - pairs.start), node);
            }
            id = pairs.end;
            self.parts.jumps(node, &clique, |far| {
                if ids.contains(&id) {
                    see(node, far);
                }
                id += 1;
            });
            node += 1;
        }
    }
}

#[cfg(test)]
mod tests;
