//! Weights as whole numbers of a unit, so that sums do not depend on the order.

use std::ops::Range;

use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeData, Graph, Node, NodeMap, Undirected};
use boscage_core::parallel::map_blocks;
use boscage_core::{Error, Result};

use crate::strength::Strength;

/// Nodes per block.
const BLOCK: usize = 1 << 12;

/// A number of units.
#[derive(Clone, Copy)]
pub(crate) struct Fixed(pub(crate) u64);

/// Edge data that become units.
pub(crate) trait InUnits: EdgeData {
    fn in_units(self, scale: f64) -> u64;
}

impl<E: Strength> InUnits for E {
    #[inline]
    fn in_units(self, scale: f64) -> u64 {
        (self.strength() * scale) as u64
    }
}

impl InUnits for Fixed {
    #[inline]
    fn in_units(self, _: f64) -> u64 {
        self.0
    }
}

/// Data that all levels share.
#[derive(Clone, Copy)]
pub(crate) struct Units {
    /// Units per weight of 1, a power of two.
    pub(crate) scale: f64,
    /// The strength of all nodes, in units.
    pub(crate) total: u64,
    /// The cost of each pair of masses in one community, in units.
    pub(crate) cost: f64,
    pub(crate) seed: u64,
}

/// Returns the strength of each node: the sum of its weights, to which self-loops add twice. The unit, also
/// returned, is the smallest for which all are below 2^62 together.
pub(crate) fn strengths<E: Strength>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
) -> Result<(f64, NodeMap<u64>)> {
    let of_block = |block: Range<usize>| {
        let mut sum = 0.0;
        for node in block.map(Node::new) {
            for (other, data) in graph.arcs(node) {
                let weight = data.strength();
                if !(weight >= 0.0 && weight.is_finite()) {
                    let found = format!("{weight} between nodes {node} and {other}");
                    return Err(Error::argument("the weights", "finite numbers of at least 0", found));
                }
                sum += if other == node { 2.0 * weight } else { weight };
            }
        }
        Ok(sum)
    };
    let sums = map_blocks(exec, graph.node_count(), BLOCK, of_block);
    let total = sums.into_iter().sum::<Result<f64>>()?;
    if !total.is_finite() {
        return Err(Error::argument("the sum of the weights", "a finite number", total));
    }
    let exponent = if total > 0.0 { 61 - total.log2().ceil() as i32 } else { 0 };
    let scale = 2_f64.powi(exponent.min(f64::MAX_EXP - 1));
    let strength = |node: Node| {
        let weights = |(other, data): (Node, E)| data.in_units(scale) << u32::from(other == node);
        graph.arcs(node).into_iter().map(weights).sum()
    };
    Ok((scale, NodeMap::from_fn(exec, graph, strength)?))
}
