//! Kruskal's algorithm on one thread, with a comparison sort: the baseline of all measurements.
//!
//! **Phases.** *Distribute*: the edges are put into buckets of ascending weights (`buckets.rs`). *Join*: one
//! bucket after another is sorted, and its edges join the trees at their ends (`trees.rs`), until there is a
//! single tree. Later buckets are never sorted.
//!
//! **Design.** Other operators are compared with the best that one thread can do with the textbook algorithm,
//! so this one is made to be fast. It sorts words of a weight and a position, in pieces that fit in the
//! cache. Each edge carries its ends into its bucket, so no edge is looked up at random in memory. Only the
//! sets are accessed at random, and their words are prefetched. Improvements that change the algorithm have
//! other names: `radix-kruskal` does not compare, `filter-boruvka` does not sort.

use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeId, EdgeListView, Forest, Key, KeyedEdges, Objective, Weight};
use boscage_core::sync::EdgeSet;
use boscage_core::{Result, memory};

use super::buckets::Buckets;
use super::live_edge::LiveEdge;
use super::operator::Kind;
use super::operator::operator;
use super::trees::Trees;

/// Configuration of [`kruskal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kruskal {
    /// Approximate number of edges that are sorted at once; more if there would be more than 1024 buckets.
    pub bucket: usize,
}

impl Kruskal {
    /// Default of `bucket`. A bucket of 4096 to 8191 edges of 16 bytes, with the word of 8 bytes by which
    /// each is sorted, fits in a second-level cache of 256 KiB.
    pub const DEFAULT_BUCKET: usize = 1 << 12;
}

impl Default for Kruskal {
    fn default() -> Self {
        Self { bucket: Self::DEFAULT_BUCKET }
    }
}

operator! {
    Kruskal on edges by kruskal(config);
    name: "kruskal",
    kind: Kind::OneThread,
    paper: "Kruskal 1956",
    choose_for: "the baseline: what speed is measured against",
    summary: "one thread, sort and union-find: the baseline",
    memory: |of| of.record() * of.edges + (2 * of.edges).max(4 * of.nodes + of.edges),
}

/// Returns the minimum (maximum) spanning forest by Kruskal's algorithm, on the calling thread.
///
/// **Algorithm.** Edges are taken in the order of (weight, id), and kept if they join two trees: Kruskal, "On
/// the shortest spanning subtree of a graph and the traveling salesman problem", Proceedings of the AMS
/// 7, 1956. Edges are sorted in buckets, the lightest first, until the forest is complete: Brennan, "Minimal
/// spanning trees and partial sorting", Operations Research Letters 1(3), 1982. O(m log m) comparisons, or
/// fewer if the forest is complete early, and O(m log n) steps in the disjoint sets, in practice two to three
/// per edge.
///
/// **When to choose it.** For small graphs, for which [`auto`](fn@super::auto) takes it, and as the baseline
/// that other operators are compared with.
///
/// # Determinism
/// Deterministic: among equal weights, the edge of lower id wins.
///
/// # Memory
/// 18 bytes per edge and 4 per node, 26 per edge with 64-bit weights. In addition 8 bytes per edge of the
/// largest bucket, which is small unless the sample is unlucky.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`] is cancelled, which is checked
/// between stages only; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be
/// allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf::{Kruskal, kruskal};
///
/// let graph = EdgeList::from_triples(4, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)])?;
/// let forest = kruskal(&Exec::new(1)?, &graph, Objective::Minimum, Kruskal::default())?;
/// assert_eq!((forest.total(), forest.tree_count()), (11, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn kruskal<'a, W: Weight>(
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
    config: Kruskal,
) -> Result<Forest<W>> {
    let graph = graph.into();
    let edges = KeyedEdges::of(graph, objective);
    let taken = match graph.edge_count() {
        0 => EdgeSet::new(0)?,
        len => {
            let buckets = exec.stage("kruskal distribute", || Buckets::new(edges, config.bucket))?;
            join(exec, graph.node_count(), len, buckets)?
        }
    };
    exec.stage("kruskal gather", || Ok(Forest::from_edges(None, graph, taken.into_ids()?)))
}

/// Returns the edges of the forest.
fn join<K: Key>(exec: &Exec, nodes: usize, edges: usize, buckets: Buckets<K>) -> Result<EdgeSet> {
    exec.stage("kruskal join", move || {
        let (mut trees, mut forest) = (Trees::new(nodes)?, EdgeSet::new(edges)?);
        let mut order = Vec::new();
        for bucket in buckets.iter() {
            sort(bucket, &mut order)?;
            let edge = |i: usize| bucket[order[i] as u32 as usize];
            trees.join(order.len(), edge, |_| (), |id| forest.extend([EdgeId::from(id)]));
            if trees.count() == 1 {
                break;
            }
        }
        Ok(forest)
    })
}

/// Sorts words that stand for the edges of a bucket. The upper half of a word has the 32 highest bits of the
/// key in which the bucket's edges differ, the lower half the position. So keys of 64 bits are sorted in the
/// time of those of 32 bits. Only edges that are equal in the upper half compare their keys.
fn sort<K: Key>(bucket: &[LiveEdge<K>], order: &mut Vec<u64>) -> Result<()> {
    let key = |edge: &LiveEdge<K>| edge.key.into();
    let (least, most) = bucket.iter().fold((u64::MAX, 0), |(least, most), edge| {
        let key = key(edge);
        (least.min(key), most.max(key))
    });
    let cut = (64 - most.saturating_sub(least).leading_zeros()).saturating_sub(32);
    order.clear();
    memory::grow("the order of a bucket", order, bucket.len())?;
    let word = |(i, edge)| (key(edge) - least) >> cut << 32 | i as u64;
    order.extend(bucket.iter().enumerate().map(word));
    order.sort_unstable();
    if cut > 0 {
        for equal in order.chunk_by_mut(|one, next| one >> 32 == next >> 32) {
            equal.sort_unstable_by_key(|&word| (key(&bucket[word as u32 as usize]), word));
        }
    }
    Ok(())
}
