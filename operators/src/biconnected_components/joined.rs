//! Joins the nodes of biconnected components.
//!
//! **Phases.** A spanning forest is numbered in preorder, so the nodes of a subtree have the numbers of a
//! range ([`super::spanning`]). Nodes that are in the same component as the edges to their parents are then
//! joined in disjoint sets; each set is a component without its *head*, the parent of its nodes nearest to
//! the root.
//! 1. *Extents*: the lowest and the highest number among the neighbours of each node, up to the first
//!    neighbour below another child of the root, which decides for all ancestors. It is joined to the node at
//!    once, or otherwise the highest if it lies behind the node's own subtree.
//! 2. *Fences*: a pass from the highest number down extends this to subtrees.
//! 3. *Tree*: a node is joined to its parent if an arc leads from its subtree out of that of the parent.
//!    Otherwise its edge to the parent is a *fence*.
//! 4. *Cross*: the ends of every other edge are joined, unless one is an ancestor of the other. Nodes of the
//!    largest set are skipped, because such edges are visited from their other end, too.
//!
//! **Correctness.** An edge outside the forest closes a cycle with the path between its ends, whose edges are
//! in one component. If neither end is an ancestor of the other, the ends and all nodes between them and the
//! highest node of the path are joined: the edge is a cross edge, and from each node below the children of
//! the highest, it leads out of the subtree of the parent. If one end is an ancestor, the same holds for the
//! path from the other end up to a child of the ancestor. So each cycle is within one set and its head.
//! Conversely each join follows a cycle. A self-loop, an arc of the forest and its parallel arcs never lead
//! out of the parent's subtree.

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{AtomicNodeMap, EdgeData, Graph, Node, NodeSet, Undirected};
use boscage_core::sync::DisjointSets;

use super::spanning::{Span, Spanning};
use crate::connected_components::giant;

/// Joins the numbers of nodes that are in the same component as the edges to their parents. The root of each
/// set is its lowest number.
pub(super) fn joined<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    spanning: &Spanning,
) -> Result<DisjointSets> {
    let Spanning { numbers, spans, .. } = spanning;
    let sets = DisjointSets::new(graph)?;
    let extents = AtomicNodeMap::filled(graph, (0, 0))?.relaxed();
    let all = NodeSet::all(graph);
    let rounds = exec.rounds("biconnected-components", graph.node_count() as u64);
    rounds.sum("extents", &all, |node| {
        let own = numbers[node];
        let (extent, join) = extent(graph.neighbours(node), own, spanning);
        if let Some(other) = join {
            sets.unite(own, other);
        }
        extents.store(own, extent);
    })?;
    rounds.phase("fences", || {
        for number in (0..graph.node_count()).rev().map(Node::new) {
            let ((low, high), parent) = (extents.load(number), spans[number].parent);
            let (least, most) = extents.load(parent);
            extents.store(parent, (low.min(least), high.max(most)));
        }
        Ok(())
    })?;
    rounds.sum("tree", &all, |number| {
        let ((low, high), parent) = (extents.load(number), spans[number].parent);
        if low < parent || high >= spans[parent].end {
            sets.unite(number, parent);
        }
    })?;
    drop(extents);
    let giant = giant(&sets);
    let outside = rounds.select("outside", &all, |node| giant != Some(sets.compress(numbers[node])))?;
    let join = |from: Node, to: Node, _| {
        let (one, other) = (numbers[from], numbers[to]);
        if one.max(other) >= spans[one.min(other)].end {
            sets.unite(one, other);
        }
    };
    rounds.gather_from("cross", graph, &outside, join, |_, ()| ())?;
    rounds.finish();
    Ok(sets)
}

/// Returns the lowest and the highest number of a node and its neighbours, and one of these that is neither
/// below nor above it in the forest. Stops at a neighbour below another child of the root: the arc to it
/// leads out of the subtree of every ancestor but the root.
fn extent(
    others: &[Node],
    own: u32,
    Spanning { numbers, spans, .. }: &Spanning,
) -> ((u32, u32), Option<u32>) {
    let Span { parent, end, top } = spans[own];
    let mut extent = (own, own);
    if parent != own {
        let (root, behind) = (spans[top].parent, spans[top].end);
        for &other in others {
            let other = numbers[other];
            extent = (extent.0.min(other), extent.1.max(other));
            if other >= behind || other < top && other != root {
                return (extent, Some(other));
            }
        }
    }
    (extent, Some(extent.1).filter(|&high| high >= end))
}
