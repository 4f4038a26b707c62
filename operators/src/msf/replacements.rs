//! The lightest replacement of every edge of a forest, by covering its paths.
//!
//! **Phases.** *Root*: leaves are removed one after the other, until each tree has one node, its root. A node
//! that is not a root has one edge left when it is removed, which leads to its parent. Nodes are numbered in
//! this order, so parents have higher numbers. *Cover*: the other edges are taken in ascending order. An edge
//! replaces those edges on the path between its ends that no earlier edge replaces. Ends climb from the
//! lower number to its parent, until they meet. Sets of nodes that are connected by replaced edges are
//! jumped over, so each edge of the forest is climbed once.

use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeId, EdgeListView, Forest, KeyedEdges, Keys, Objective, Weight};
use boscage_core::parallel::{for_each_sorted, pack_map, prefetch};
use boscage_core::sync::EdgeSet;
use boscage_core::{Result, memory};

use super::links::top;
use super::live_edge::LiveEdge;

/// Number of edges by which prefetches run ahead.
const AHEAD: usize = 16;

/// Returns for each edge of a minimum (maximum) spanning forest the edge that replaces it if it is removed
/// from the graph: the lightest (heaviest) one that connects the two trees. `None` if there is none: the edge
/// is a bridge of the graph. The order is that of [`Forest::edges`].
///
/// So the difference of the two weights is the price of losing the edge, and by how much heavier it may
/// become before it leaves the forest. [`ForestPaths`](super::ForestPaths) tells for other edges how much
/// lighter they must be to enter it.
///
/// **Algorithm.** Sensitivity analysis: Tarjan, "Sensitivity analysis of minimum spanning trees and shortest
/// path trees", Information Processing Letters 14(1), 1982; here with disjoint sets. A parallel radix sort of
/// the m - n other edges; then O(m α(n)) on one thread while the others sort.
///
/// # Determinism
/// Deterministic: among equal weights, the edge of lower id replaces.
///
/// # Memory
/// 28 bytes per node, and 20 per edge outside the forest; 28 with 64-bit weights.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`] is cancelled, which is checked
/// between stages only; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be
/// allocated.
///
/// # Panics
/// If `forest` is not a spanning forest of the graph.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeId, EdgeList, Objective}};
/// use boscage::operators::msf;
///
/// let exec = Exec::available()?;
/// let roads = EdgeList::from_triples(4, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)])?;
/// let forest = msf::auto(&exec, &roads, Objective::Minimum)?;
/// assert_eq!(forest.edges(), [1, 2, 3].map(EdgeId::new));
/// let replacements = msf::replacements(&exec, &roads, &forest, Objective::Minimum)?;
/// let detour = Some(EdgeId::new(0));
/// assert_eq!(replacements, [detour, detour, None]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn replacements<'a, W: Weight>(
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    forest: &Forest<W>,
    objective: Objective,
) -> Result<Vec<Option<EdgeId>>> {
    let edges = KeyedEdges::of(graph.into(), objective).any();
    let (rooted, outside) = exec.parallel_stage("replacements root", || {
        Ok((Rooted::of(edges, forest.edges())?, outside(exec, edges.edge_count(), forest.edges())?))
    })?;
    exec.parallel_stage("replacements cover", || cover(exec, edges, rooted, &outside))
}

/// Returns the ids of the edges outside a forest.
fn outside(exec: &Exec, edges: usize, forest: &[EdgeId]) -> Result<Vec<u32>> {
    let mut inside = EdgeSet::new(edges)?;
    inside.extend(forest.iter().copied());
    pack_map(exec, edges, |id| !inside.contains(EdgeId::at(id)), |id| id as u32)
}

/// The trees of a forest with their roots. Nodes are numbered: parents have higher numbers than their
/// children.
struct Rooted {
    /// The number of each node.
    numbers: Vec<u32>,
    /// For each number that of the parent; of a root its own.
    parents: Vec<u32>,
    /// For each number the position in the forest of the edge to the parent.
    edges: Vec<u32>,
}

/// A node while leaves are removed.
#[derive(Clone, Copy, Default)]
struct Remaining {
    /// Number of edges that have not been removed.
    degree: u32,
    /// The nodes at their other ends, and their positions in the forest, all in one by exclusive or: of a
    /// leaf, those of its edge.
    end: u32,
    edge: u32,
}

impl Rooted {
    fn of<M: Keys>(graph: KeyedEdges<'_, M>, forest: &[EdgeId]) -> Result<Self> {
        let nodes = graph.node_count();
        let mut remaining = memory::filled("the degrees in a forest", nodes, Remaining::default())?;
        for (i, &id) in forest.iter().enumerate() {
            if let Some(&later) = forest.get(i + 2 * AHEAD) {
                prefetch(graph.edges(), later.index());
            }
            if let Some(&later) = forest.get(i + AHEAD) {
                let later = graph.edges()[later.index()];
                [later.u, later.v].iter().for_each(|node| prefetch(&remaining, node.index()));
            }
            let edge = graph.edges()[id.index()];
            for (from, to) in [(edge.u, edge.v), (edge.v, edge.u)] {
                let node = &mut remaining[from.index()];
                node.degree += 1;
                node.end ^= u32::from(to);
                node.edge ^= i as u32;
            }
        }
        Self::without_leaves(remaining, forest.len())
    }

    /// Removes leaves until each tree has one node.
    fn without_leaves(mut remaining: Vec<Remaining>, edges: usize) -> Result<Self> {
        let nodes = remaining.len();
        let mut order = memory::reserve("the order of removal", nodes)?;
        for first in 0..nodes as u32 {
            let mut node = first;
            // Nodes before the first one have been leaves, or become leaves now. Others come later.
            while node <= first && remaining[node as usize].degree == 1 {
                let leaf = &mut remaining[node as usize];
                leaf.degree = 0;
                let Remaining { end, edge, .. } = *leaf;
                order.push(node);
                let parent = &mut remaining[end as usize];
                parent.degree -= 1;
                parent.end ^= node;
                parent.edge ^= edge;
                node = end;
            }
        }
        assert_eq!(order.len(), edges, "the edges of a spanning forest close no cycle");
        Self::numbered(&remaining, order)
    }

    /// Numbers the nodes in the order in which they have been removed, then those that have not been.
    fn numbered(remaining: &[Remaining], order: Vec<u32>) -> Result<Self> {
        let nodes = remaining.len();
        let mut numbers = memory::filled("numbers of nodes", nodes, u32::MAX)?;
        (0..).zip(&order).for_each(|(number, &node)| numbers[node as usize] = number);
        let remaining_ones = numbers.iter_mut().filter(|number| **number == u32::MAX);
        (order.len() as u32..).zip(remaining_ones).for_each(|(next, number)| *number = next);
        let parent = |number: usize| match order.get(number) {
            Some(&node) => numbers[remaining[node as usize].end as usize],
            None => number as u32,
        };
        let parents = memory::from_fn("parents", nodes, parent)?;
        let edge = |number: usize| remaining[order[number] as usize].edge;
        let edges = memory::from_fn("edges to parents", order.len(), edge)?;
        Ok(Self { numbers, parents, edges })
    }
}

/// Takes the edges outside a forest in ascending order; each replaces the edges on the path between its ends
/// that have no replacement yet.
fn cover<M: Keys>(
    exec: &Exec,
    graph: KeyedEdges<'_, M>,
    rooted: Rooted,
    outside: &[u32],
) -> Result<Vec<Option<EdgeId>>> {
    let Rooted { numbers, parents, edges } = rooted;
    let mut tops = memory::from_fn("tops of replaced paths", parents.len(), |number| number as u32)?;
    let mut replacements = memory::filled("replacements", edges.len(), None)?;
    let mut left = edges.len();
    let edge = |i: usize| LiveEdge::of(&graph, outside[i] as usize).relabelled(&numbers).0;
    let key = |edge: &LiveEdge<M::Key>| edge.key.into();
    for_each_sorted::<_, u64>(exec, &mut Vec::new(), outside.len(), edge, key, |sorted| {
        for (i, edge) in sorted.iter().enumerate() {
            if let Some(later) = sorted.get(i + AHEAD) {
                [later.u, later.v].iter().for_each(|&end| prefetch(&tops, end as usize));
            }
            let (mut low, mut high) = (top(&mut tops, edge.u), top(&mut tops, edge.v));
            while low != high {
                if low > high {
                    (low, high) = (high, low);
                }
                let parent = parents[low as usize];
                assert_ne!(parent, low, "a spanning forest connects the ends of each edge");
                replacements[edges[low as usize] as usize] = Some(EdgeId::from(edge.id));
                left -= 1;
                tops[low as usize] = parent;
                low = top(&mut tops, parent);
            }
        }
        left > 0
    })?;
    Ok(replacements)
}
