//! Alias tables: an arc of a node, at random by weight, in constant time.

use boscage_core::exec::Exec;
use boscage_core::graph::{Direction, Graph, Node};
use boscage_core::parallel::map_pieces;
use boscage_core::random::Draws;
use boscage_core::{Error, Result, memory};
use bytemuck::Zeroable;

use crate::strength::Strength;

/// The alias tables of all nodes (Vose, "A linear algorithm for generating random numbers with a given
/// distribution", IEEE Transactions on Software Engineering 17(9), 1991).
pub(super) struct Tables {
    entries: Vec<Entry>,
    /// The sum of the weights of each node's arcs.
    totals: Vec<f64>,
}

/// An arc is taken in its own place if a random number of 32 bits is below the threshold; otherwise another
/// arc, its alias.
#[derive(Clone, Copy, Zeroable)]
struct Entry {
    threshold: u32,
    alias: u32,
}

/// Arcs per piece.
const ARCS: u64 = 1 << 14;

impl Tables {
    pub(super) fn new<D: Direction, E: Strength>(exec: &Exec, graph: &Graph<D, E>) -> Result<Self> {
        let mut entries = memory::zeroed::<Entry>("alias tables", graph.targets().len())?;
        let mut totals = memory::zeroed("sums of weights", graph.node_count())?;
        let (offsets, mut pieces) = (graph.offsets(), Vec::new());
        let (mut rest, mut rest_of_totals, mut first) = (&mut entries[..], &mut totals[..], 0);
        while first < graph.node_count() {
            let end = offsets.partition_point(|&arcs| arcs < offsets[first] + ARCS).min(graph.node_count());
            let end = end.max(first + 1);
            let rows = rest.split_off_mut(..(offsets[end] - offsets[first]) as usize);
            let sums = rest_of_totals.split_off_mut(..end - first);
            memory::grow("pieces of alias tables", &mut pieces, 1)?;
            pieces.push((first, rows.unwrap_or_default(), sums.unwrap_or_default()));
            first = end;
        }
        let outcomes = map_pieces(exec, pieces, |(first, mut rows, sums)| {
            let mut scratch = Scratch::default();
            for (i, sum) in sums.iter_mut().enumerate() {
                let node = Node::new(first + i);
                let row = rows.split_off_mut(..graph.degree(node)).unwrap_or_default();
                *sum = scratch.fill(node, graph.arcs(node).data, row)?;
            }
            exec.check_cancelled()
        });
        outcomes.into_iter().collect::<Result<()>>()?;
        Ok(Self { entries, totals })
    }

    /// Returns the sum of the weights of a node's arcs.
    pub(super) fn total(&self, node: Node) -> f64 {
        self.totals[node.index()]
    }

    /// Returns the position of a random arc among those of a node, which are at `places` of the graph; `None`
    /// if all have weight 0.
    #[inline]
    pub(super) fn draw(&self, draws: &mut Draws, node: Node, begin: usize, len: usize) -> Option<usize> {
        if self.totals[node.index()] == 0.0 {
            return None;
        }
        let place = draws.below(len as u64) as usize;
        let entry = self.entries[begin + place];
        let is_own = (draws.next_u64() as u32) < entry.threshold;
        Some(if is_own { place } else { entry.alias as usize })
    }
}

/// Arcs that are less, and at least, as likely as the mean.
#[derive(Default)]
struct Scratch {
    shares: Vec<f64>,
    small: Vec<u32>,
    large: Vec<u32>,
}

impl Scratch {
    /// Fills the table of a node, and returns the sum of the weights.
    fn fill<E: Strength>(&mut self, node: Node, data: &[E], row: &mut [Entry]) -> Result<f64> {
        let Self { shares, small, large } = self;
        shares.clear();
        small.clear();
        large.clear();
        memory::grow("weights of a node", shares, data.len())?;
        memory::grow("light arcs of a node", small, data.len())?;
        memory::grow("heavy arcs of a node", large, data.len())?;
        shares.extend(data.iter().map(|weight| weight.strength()));
        let total: f64 = shares.iter().sum();
        if let Some(wrong) = shares.iter().find(|share| !(0.0..=f64::MAX).contains(*share)) {
            let found = format!("{wrong} on an arc of node {node}");
            return Err(Error::argument("weights", "finite and at least 0", found));
        }
        if total > f64::MAX {
            return Err(Error::argument("weights", "a finite sum", format!("a larger one at node {node}")));
        }
        if total == 0.0 {
            return Ok(0.0);
        }
        let heaviest = (0..shares.len()).max_by(|&i, &j| shares[i].total_cmp(&shares[j])).unwrap_or(0);
        for (i, share) in shares.iter_mut().enumerate() {
            *share = *share / total * data.len() as f64;
            if *share < 1.0 { &mut *small } else { &mut *large }.push(i as u32);
        }
        // For those that are left over by rounding, whose share is nearly 1.
        let threshold = |share: f64| (share * (1_u64 << 32) as f64) as u32;
        row.iter_mut().zip(&*shares).for_each(|(entry, &share)| {
            *entry = Entry { threshold: threshold(share), alias: heaviest as u32 };
        });
        while let (Some(&light), Some(&heavy)) = (small.last(), large.last()) {
            small.pop();
            row[light as usize] = Entry { threshold: threshold(shares[light as usize]), alias: heavy };
            shares[heavy as usize] -= 1.0 - shares[light as usize];
            if shares[heavy as usize] < 1.0 {
                large.pop();
                small.push(heavy);
            }
        }
        Ok(total)
    }
}
