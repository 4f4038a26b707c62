//! The edges of a rank that may still enter the forest.

use boscage_core::exec::Exec;
use boscage_core::graph::{Key, Node};
use boscage_core::sync::SequentialSets;
use boscage_core::{Result, memory};

use super::numbered::Numbered;
use boscage_operators::msf::LiveEdge;

/// Edges between labels, in the order of (key, id). Their ends are numbers of labels.
pub(super) struct Live<K> {
    pub(super) edges: Vec<LiveEdge<K>>,
    /// The labels of the ends, ascending.
    pub(super) labels: Vec<u32>,
}

impl<K: Key> Live<K> {
    /// Creates a list of edges in this order, whose ends are positions of their labels.
    pub(super) fn new(exec: &Exec, mut edges: Vec<LiveEdge<K>>, labels: &[u32]) -> Result<Self> {
        let mut is_used = memory::filled("labels with edges", labels.len(), false)?;
        for edge in &edges {
            (is_used[edge.u as usize], is_used[edge.v as usize]) = (true, true);
        }
        let used = labels.iter().zip(0..).zip(is_used).filter(|(_, is_used)| *is_used);
        let Numbered { labels, numbers } =
            Numbered::new(exec, labels.len(), used.map(|((&label, at), _)| (label, at)))?;
        edges.iter_mut().for_each(|edge| {
            (edge.u, edge.v) = (numbers[edge.u as usize], numbers[edge.v as usize]);
        });
        Ok(Self { edges, labels })
    }

    /// Returns the first `light` edges, and the others.
    pub(super) fn split(self, exec: &Exec, light: usize) -> Result<(Self, Self)> {
        let Self { mut edges, labels } = self;
        let mut heavy = memory::reserve("heavy edges", edges.len() - light)?;
        heavy.extend_from_slice(&edges[light..]);
        edges.truncate(light);
        edges.shrink_to_fit();
        Ok((Self::new(exec, edges, &labels)?, Self::new(exec, heavy, &labels)?))
    }

    /// Returns the labels at the ends of an edge.
    pub(super) fn ends(&self, edge: &LiveEdge<K>) -> (u32, u32) {
        (self.labels[edge.u as usize], self.labels[edge.v as usize])
    }

    /// Returns those edges that are in the local forest after each label has become another. The others are
    /// the heaviest of a cycle.
    pub(super) fn relabelled(self, exec: &Exec, new: &[u32]) -> Result<Self> {
        let Numbered { mut labels, mut numbers } =
            Numbered::new(exec, new.len(), new.iter().copied().zip(0..))?;
        let mut sets = SequentialSets::new(labels.len())?;
        let mut is_used = memory::filled("labels with edges", labels.len(), false)?;
        let mut edges = self.edges;
        edges.retain_mut(|edge| {
            (edge.u, edge.v) = (numbers[edge.u as usize], numbers[edge.v as usize]);
            let is_kept = sets.unite(Node::from(edge.u), Node::from(edge.v));
            if is_kept {
                (is_used[edge.u as usize], is_used[edge.v as usize]) = (true, true);
            }
            is_kept
        });
        edges.shrink_to_fit();
        // Labels without edges are left out. There are no more labels than before, so their new numbers
        // fit in place of the old ones.
        let mut used = 0;
        for (number, is_used) in is_used.into_iter().enumerate() {
            numbers[number] = used;
            if is_used {
                labels[used as usize] = labels[number];
                used += 1;
            }
        }
        labels.truncate(used as usize);
        edges.iter_mut().for_each(|edge| {
            (edge.u, edge.v) = (numbers[edge.u as usize], numbers[edge.v as usize]);
        });
        Ok(Self { edges, labels })
    }
}
