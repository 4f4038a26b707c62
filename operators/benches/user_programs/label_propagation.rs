//! Label propagation: every node takes the least label among its neighbours and itself, until none changes.
//! Then all nodes of a connected component have the same label: its lowest node.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use boscage::prelude::*;
use rayon::prelude::*;

/// Returns the lowest node of the component of each node.
pub(crate) fn boscage(exec: &Exec, graph: &Graph<Undirected>) -> Result<Vec<Node>> {
    let labels = AtomicNodeMap::from(NodeMap::from_fn(exec, graph, |node| node)?);
    let mut rounds = exec.rounds("label-propagation", graph.node_count() as u64);
    let mut changed = NodeSet::all(graph);
    while !changed.is_empty() {
        changed = rounds.round(|phases| {
            let label = |from| labels.load(from);
            let next = phases.push("spread", graph, &changed, label, |label, to, ()| {
                labels.fetch_min(to, label) > label
            })?;
            Ok((Round::new(changed.len()), next))
        })?;
    }
    Ok(labels.into_map().into_vec())
}

/// The same with rayon.
pub(crate) fn rayon(graph: &Graph<Undirected>) -> Vec<Node> {
    let n = graph.node_count();
    let labels: Vec<_> = (0..n as u32).into_par_iter().map(AtomicU32::new).collect();
    let is_next: Vec<_> = (0..n).into_par_iter().map(|_| AtomicBool::new(false)).collect();
    let mut changed: Vec<Node> = (0..n).into_par_iter().map(Node::new).collect();
    while !changed.is_empty() {
        let next = changed.par_iter().with_min_len(1 << 6).fold(Vec::new, |mut next, &from| {
            let label = labels[from.index()].load(Relaxed);
            for &to in graph.neighbours(from) {
                let of_target = &labels[to.index()];
                // Looking first is cheaper than writing.
                if of_target.load(Relaxed) > label
                    && of_target.fetch_min(label, Relaxed) > label
                    && !is_next[to.index()].load(Relaxed)
                    && !is_next[to.index()].swap(true, Relaxed)
                {
                    next.push(to);
                }
            }
            next
        });
        changed = next.reduce(Vec::new, super::joined);
        changed.par_iter().with_min_len(1 << 10).for_each(|node| is_next[node.index()].store(false, Relaxed));
    }
    labels.into_iter().map(|label| Node::from(label.into_inner())).collect()
}

/// The same on one thread.
pub(crate) fn sequential(graph: &Graph<Undirected>) -> Vec<Node> {
    let mut labels: Vec<Node> = graph.nodes().collect();
    let mut is_next = vec![false; graph.node_count()];
    let mut changed = labels.clone();
    while !changed.is_empty() {
        let mut next = Vec::new();
        for from in changed {
            let label = labels[from.index()];
            for &to in graph.neighbours(from) {
                if labels[to.index()] > label {
                    labels[to.index()] = label;
                    if !std::mem::replace(&mut is_next[to.index()], true) {
                        next.push(to);
                    }
                }
            }
        }
        next.iter().for_each(|node| is_next[node.index()] = false);
        changed = next;
    }
    labels
}
