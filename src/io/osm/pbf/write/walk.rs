//! Walks the edges of a graph into long ways.

use boscage_core::graph::{Edge, FileData};
use boscage_core::{Error, Result, memory};

/// Largest number of nodes of a way.
const LONGEST: usize = 50;

/// No edge.
const NONE: u32 = u32::MAX;

/// Ways, one after the other.
#[derive(Default)]
pub(super) struct Walked {
    /// Their nodes.
    pub(super) nodes: Vec<u32>,
    /// The end of each way's nodes.
    pub(super) ends: Vec<usize>,
}

/// A walk through a graph that uses every edge once. Each node has a linked list of its edges, in their
/// order: entry `2 i` is edge `i` at its first end, entry `2 i + 1` the same edge at its second.
pub(super) struct Walk<'a, E> {
    edges: &'a [Edge<E>],
    /// The first entry of each node.
    first: Vec<u32>,
    /// The entry after each entry.
    next: Vec<u32>,
    is_used: Vec<bool>,
    /// The node at which ways begin; nodes before it have no unused edges.
    node: usize,
}

impl<'a, E: FileData> Walk<'a, E> {
    pub(super) fn new(nodes: usize, edges: &'a [Edge<E>]) -> Result<Self> {
        const WHAT: &str = "the edges of nodes";
        if edges.len() >= 1 << 31 {
            return Err(Error::TooMany { what: "edges", count: edges.len() as u64 });
        }
        let mut first = memory::filled(WHAT, nodes, NONE)?;
        let mut next = memory::filled(WHAT, 2 * edges.len(), NONE)?;
        for (id, edge) in edges.iter().enumerate().rev() {
            for (side, end) in [edge.u, edge.v].into_iter().enumerate() {
                let entry = 2 * id + side;
                next[entry] = std::mem::replace(&mut first[end.index()], entry as u32);
            }
        }
        let is_used = memory::zeroed(WHAT, edges.len())?;
        Ok(Self { edges, first, next, is_used, node: 0 })
    }

    /// The next ways, at most `most`; none if all edges have been used.
    pub(super) fn take(&mut self, most: usize) -> Result<Walked> {
        let mut ways = Walked::default();
        while ways.ends.len() < most && self.node < self.first.len() {
            let Some(mut at) = self.step(self.node) else {
                self.node += 1;
                continue;
            };
            memory::grow("ways", &mut ways.nodes, LONGEST)?;
            memory::grow("ways", &mut ways.ends, 1)?;
            let begin = ways.nodes.len();
            ways.nodes.extend([self.node as u32, at as u32]);
            while ways.nodes.len() - begin < LONGEST
                && let Some(next) = self.step(at)
            {
                ways.nodes.push(next as u32);
                at = next;
            }
            ways.ends.push(ways.nodes.len());
        }
        Ok(ways)
    }

    /// Uses the first unused edge of a node. Returns its other end.
    fn step(&mut self, node: usize) -> Option<usize> {
        loop {
            let entry = self.first[node];
            if entry == NONE {
                return None;
            }
            self.first[node] = self.next[entry as usize];
            let id = entry as usize / 2;
            if !std::mem::replace(&mut self.is_used[id], true) {
                let edge = &self.edges[id];
                return Some(if entry & 1 == 0 { edge.v } else { edge.u }.index());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boscage_core::graph::EdgeList;

    #[test]
    fn every_edge_is_walked_once() {
        let pairs = [(0, 1), (1, 2), (2, 0), (2, 2), (3, 1), (1, 3), (5, 4)];
        let list = EdgeList::from_pairs(7, pairs).unwrap();
        let ways = Walk::new(7, list.edges()).unwrap().take(100).unwrap();
        let (mut begin, mut walked) = (0, Vec::new());
        for end in ways.ends {
            walked.extend(ways.nodes[begin..end].windows(2).map(|pair| (pair[0], pair[1])));
            begin = end;
        }
        let undirected = |(u, v): (u32, u32)| (u.min(v), u.max(v));
        let mut walked: Vec<_> = walked.into_iter().map(undirected).collect();
        let mut expected: Vec<_> = pairs.into_iter().map(undirected).collect();
        walked.sort_unstable();
        expected.sort_unstable();
        assert_eq!(walked, expected);
    }

    #[test]
    fn a_long_path_is_cut() {
        let list = EdgeList::from_pairs(120, (0..119).map(|i| (i, i + 1))).unwrap();
        let mut walk = Walk::new(120, list.edges()).unwrap();
        assert_eq!(walk.take(2).unwrap().ends, [50, 100]);
        assert_eq!(walk.take(2).unwrap().ends, [22]);
        assert!(walk.take(2).unwrap().ends.is_empty());
    }
}
