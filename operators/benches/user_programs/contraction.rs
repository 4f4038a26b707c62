//! Contraction: edges are contracted one by one, in random order. The smaller node is merged into the larger
//! one, with its members. Two contractions at the same node conflict.

use boscage::exec::Locking;
use boscage::prelude::*;
use boscage::sync::{Conflict, GuardedNodes};
use parking_lot::Mutex;
use rayon::prelude::*;

/// A node of the contracted graph, or one that is gone.
#[derive(Clone)]
struct Cluster {
    /// The node into which it was merged, or the node itself.
    parent: Node,
    members: Vec<Node>,
}

impl Cluster {
    fn of(node: Node) -> Self {
        Self { parent: node, members: vec![node] }
    }
}

/// Returns the cluster of each node: its lowest member.
fn lowest_members(clusters: impl Iterator<Item = Cluster>, nodes: usize) -> Vec<Node> {
    let mut lowest = vec![Node::default(); nodes];
    for Cluster { members, .. } in clusters {
        let least = members.iter().copied().min().unwrap_or_default();
        members.iter().for_each(|member| lowest[member.index()] = least);
    }
    lowest
}

/// An edge.
type Ends = (Node, Node);

/// The contracted graph.
pub(crate) fn boscage(exec: &Exec, nodes: usize, edges: &[Ends]) -> Result<Vec<Node>> {
    fn root<T>(
        around: &Locking<'_, GuardedNodes<Cluster>, T>,
        mut node: Node,
    ) -> Result<(Node, usize), Conflict> {
        loop {
            let cluster = around.lock(node)?;
            if cluster.parent == node {
                return Ok((node, cluster.members.len()));
            }
            node = cluster.parent;
        }
    }

    let mut clusters = GuardedNodes::from_fn(nodes, Cluster::of)?;
    let edges = edges.iter().copied();
    exec.speculate("contract", edges, Fifo::default(), &mut clusters, |&(u, v), around| {
        let ((u, size_of_u), (v, size_of_v)) = (root(&around, u)?, root(&around, v)?);
        if u != v {
            let (small, large) = if size_of_u < size_of_v { (u, v) } else { (v, u) };
            let mut owned = around.commit();
            owned[small].parent = large;
            let members = std::mem::take(&mut owned[small].members);
            owned[large].members.extend(members);
        }
        Ok(())
    })?;
    Ok(lowest_members(clusters.into_values(), nodes))
}

/// The same with rayon and a mutex for each node.
pub(crate) fn rayon(nodes: usize, edges: &[Ends]) -> Vec<Node> {
    let clusters: Vec<_> =
        (0..nodes).into_par_iter().map(|i| Mutex::new(Cluster::of(Node::new(i)))).collect();
    let root = |mut node: Node| {
        loop {
            let parent = clusters[node.index()].lock().parent;
            if parent == node {
                return node;
            }
            node = parent;
        }
    };
    edges.par_iter().with_min_len(1 << 6).for_each(|&(mut u, mut v)| {
        loop {
            (u, v) = (root(u), root(v));
            if u == v {
                return;
            }
            // Locks are taken in the order of nodes, so that no two threads wait for each other.
            let (mut low, mut high) = (clusters[u.min(v).index()].lock(), clusters[u.max(v).index()].lock());
            if low.parent == u.min(v) && high.parent == u.max(v) {
                let (small, large) = if low.members.len() < high.members.len() {
                    (&mut *low, &mut *high)
                } else {
                    (&mut *high, &mut *low)
                };
                small.parent = large.parent;
                large.members.append(&mut small.members);
                small.members = Vec::new();
                return;
            }
        }
    });
    lowest_members(clusters.into_iter().map(Mutex::into_inner), nodes)
}

/// The same on one thread.
pub(crate) fn sequential(nodes: usize, edges: &[Ends]) -> Vec<Node> {
    let mut clusters: Vec<_> = (0..nodes).map(|i| Cluster::of(Node::new(i))).collect();
    for &(mut u, mut v) in edges {
        for node in [&mut u, &mut v] {
            while clusters[node.index()].parent != *node {
                *node = clusters[node.index()].parent;
            }
        }
        if u != v {
            let is_smaller = clusters[u.index()].members.len() < clusters[v.index()].members.len();
            let (small, large) = if is_smaller { (u, v) } else { (v, u) };
            clusters[small.index()].parent = large;
            let members = std::mem::take(&mut clusters[small.index()].members);
            clusters[large.index()].members.extend(members);
        }
    }
    lowest_members(clusters.into_iter(), nodes)
}
