//! k-cores by levels: nodes of degree at most k are removed repeatedly, until all remaining nodes have higher
//! degree; then the same for k + 1.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use boscage::prelude::*;
use rayon::prelude::*;

/// Returns the core number of each node: the largest k such that it is in a k-core.
pub(crate) fn boscage(exec: &Exec, graph: &Graph<Undirected>) -> Result<Vec<u32>> {
    // A node keeps the degree with which it is removed.
    let degrees = AtomicNodeMap::from(NodeMap::from_fn(exec, graph, |node| graph.degree(node) as u32)?);
    let mut rounds = exec.rounds("k-core", graph.node_count() as u64);
    let mut rest = NodeSet::all(graph);
    while let Some(Reverse(k)) = rounds.max("lowest", &rest, |node| Reverse(degrees.load(node)))? {
        let mut off = rounds.select("off", &rest, |node| degrees.load(node) == k)?;
        while !off.is_empty() {
            off = rounds.round(|phases| {
                let next = phases.push(
                    "take off",
                    graph,
                    &off,
                    |_| (),
                    |(), to, ()| {
                        degrees.fetch_update(to, |degree| (degree > k).then(|| degree - 1)) == Ok(k + 1)
                    },
                )?;
                Ok((Round::new(off.len()), next))
            })?;
        }
        rest = rounds.select("rest", &rest, |node| degrees.load(node) > k)?;
    }
    Ok(degrees.into_map().into_vec())
}

/// The same with rayon.
pub(crate) fn rayon(graph: &Graph<Undirected>) -> Vec<u32> {
    let nodes = || graph.nodes().into_par_iter();
    let degrees: Vec<_> = nodes().map(|node| AtomicU32::new(graph.degree(node) as u32)).collect();
    let degree = |node: &Node| degrees[node.index()].load(Relaxed);
    let mut rest: Vec<Node> = nodes().collect();
    while let Some(k) = rest.par_iter().with_min_len(1 << 10).map(degree).min() {
        let mut off: Vec<Node> =
            rest.par_iter().with_min_len(1 << 10).copied().filter(|node| degree(node) == k).collect();
        while !off.is_empty() {
            let next = off.par_iter().with_min_len(1 << 6).fold(Vec::new, |mut next, &node| {
                for &to in graph.neighbours(node) {
                    let degree = &degrees[to.index()];
                    let lower = |degree| (degree > k).then(|| degree - 1);
                    if degree.fetch_update(Relaxed, Relaxed, lower) == Ok(k + 1) {
                        next.push(to);
                    }
                }
                next
            });
            off = next.reduce(Vec::new, super::joined);
        }
        rest = rest.par_iter().with_min_len(1 << 10).copied().filter(|node| degree(node) > k).collect();
    }
    degrees.into_iter().map(AtomicU32::into_inner).collect()
}

/// The same on one thread.
pub(crate) fn sequential(graph: &Graph<Undirected>) -> Vec<u32> {
    let mut rest: Vec<Node> = graph.nodes().collect();
    let mut degrees: Vec<u32> = rest.iter().map(|&node| graph.degree(node) as u32).collect();
    while let Some(k) = rest.iter().map(|node| degrees[node.index()]).min() {
        let mut off: Vec<Node> = rest.iter().copied().filter(|node| degrees[node.index()] == k).collect();
        while let Some(node) = off.pop() {
            for &to in graph.neighbours(node) {
                let degree = &mut degrees[to.index()];
                if *degree > k {
                    *degree -= 1;
                    if *degree == k {
                        off.push(to);
                    }
                }
            }
        }
        rest.retain(|node| degrees[node.index()] > k);
    }
    degrees
}
