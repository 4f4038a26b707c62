//! The phase that Louvain and Leiden share: nodes move to the communities of their neighbours.

use std::ops::RangeInclusive;

use boscage_core::exec::{Exec, Round};
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, EdgeData, Graph, Node, NodeMap, RelaxedOrder, Undirected};
use boscage_core::parallel::{pack_map, radix_sort};
use boscage_core::random::mix;
use boscage_core::{Error, Result, memory};

use super::units::{InUnits, Units};

/// Batches of a round, the fewest and the most. With few, many nodes move to the same communities before
/// these are seen to be large: on graphs without clear communities the modularity was a fifth lower with 16.
const BATCHES: RangeInclusive<usize> = 16..=256;

/// Nodes per batch, unless these are too many or too few batches.
const OF_BATCH: usize = 1 << 10;

/// Rounds of at most this many nodes have a batch for each.
const FEW: usize = 1 << 11;

/// The most rounds on a graph.
const ROUNDS: u64 = 100;

/// On graphs of more than [`FEW`] nodes, a round that adds less than this fraction of the weight is the last.
const TOLERANCE: f64 = 1e-4;

/// A gain below this fraction of the terms that it is the difference of may be an error of rounding.
const NOISE: f64 = 1e-12;

/// The given graph, or one whose nodes are sets of its nodes.
pub(crate) struct Level<E: EdgeData> {
    pub(crate) graph: Graph<Undirected, E>,
    /// The mass of each node, which costs what communities have of it: its strength, or its number of nodes
    /// of the given graph.
    pub(crate) masses: NodeMap<u64>,
}

/// A partition of the nodes of a level. The label of a community is a node, not always one of its own.
pub(crate) struct Labels {
    pub(crate) of: AtomicNodeMap<u32, RelaxedOrder>,
    /// The mass of each community.
    pub(crate) totals: AtomicNodeMap<u64, RelaxedOrder>,
}

impl Labels {
    pub(crate) fn new<E: EdgeData>(exec: &Exec, level: &Level<E>, labels: NodeMap<u32>) -> Result<Self> {
        let totals = AtomicNodeMap::filled(&level.graph, 0)?.relaxed();
        exec.do_all("totals", 0..labels.len(), |node| {
            let node = Node::new(node);
            totals.fetch_add(Node::from(labels[node]), level.masses[node]);
        })?;
        Ok(Self { of: AtomicNodeMap::from(labels).relaxed(), totals })
    }

    pub(crate) fn change(&self, node: Node, mass: u64, to: u32) {
        self.totals.fetch_sub(Node::from(self.of.load(node)), mass);
        self.totals.fetch_add(Node::from(to), mass);
        self.of.store(node, to);
    }
}

/// The weight of a node's arcs per community, and the communities that occur.
#[derive(Default)]
pub(crate) struct Tally {
    weights: Vec<u64>,
    labels: Vec<u32>,
}

impl<E: InUnits> Level<E> {
    /// Moves nodes, until a round adds little to the quality.
    pub(crate) fn move_nodes(&self, exec: &Exec, units: &Units, labels: &Labels) -> Result<()> {
        let nodes = self.graph.node_count();
        let least = if nodes > FEW { TOLERANCE * units.total as f64 } else { 0.0 };
        let is_waiting = AtomicNodeMap::filled(&self.graph, true)?.relaxed();
        let targets = AtomicNodeMap::filled(&self.graph, 0)?.relaxed();
        let tallies = exec.per_thread(Tally::default);
        let mut rounds = exec.rounds("local-moving", nodes as u64);
        for round in 0..ROUNDS {
            let gains = exec.reducer(0_u128, |one, other| one + other);
            let decide = |&node: &Node| {
                is_waiting.store(node, false);
                let found = tallies.with(|tally| {
                    self.tally(units, node, tally, |other| Some(labels.of.load(other)))?;
                    Ok::<_, Error>(self.best(units, node, labels, tally))
                })?;
                let (to, gain) = found.unwrap_or((labels.of.load(node), 0.0));
                targets.store(node, to);
                gains.add(gain as u128);
                if is_planted("move-while-others-decide") {
                    labels.change(node, self.masses[node], to);
                }
                Ok(())
            };
            let apply = |&node: &Node| {
                let to = targets.load(node);
                if to != labels.of.load(node) {
                    labels.change(node, self.masses[node], to);
                    let others = self.graph.neighbours(node).iter().filter(|&&other| other != node);
                    others.for_each(|&other| is_waiting.store(other, true));
                }
            };
            rounds.round(|_| {
                let waiting = pack_map(exec, nodes, |i| is_waiting.load(Node::new(i)), Node::new)?;
                let tried = Round::new(waiting.len());
                in_batches(exec, waiting, mix(units.seed ^ round), decide, apply)?;
                Ok((tried, ()))
            })?;
            if gains.finish() as f64 <= least {
                break;
            }
        }
        Ok(())
    }

    /// Adds up the weights of the arcs of a node to others, per label; `None` does not count. Returns the
    /// sum.
    pub(crate) fn tally(
        &self,
        units: &Units,
        node: Node,
        tally: &mut Tally,
        label: impl Fn(Node) -> Option<u32>,
    ) -> Result<u64> {
        if tally.weights.is_empty() {
            tally.weights = memory::filled("weights per community", self.graph.node_count(), 0)?;
        }
        let mut sum = 0;
        for (other, data) in self.graph.arcs(node).into_iter().filter(|arc| arc.0 != node) {
            if let Some(label) = label(other) {
                let (weight, in_all) = (data.in_units(units.scale), &mut tally.weights[label as usize]);
                if *in_all == 0 {
                    tally.labels.push(label);
                }
                *in_all += weight;
                sum += weight;
            }
        }
        Ok(sum)
    }

    /// Returns the community to which a node should move, and what this adds to the weight within communities
    /// less its cost, in units; `None` if it should stay. Clears the tally.
    pub(crate) fn best(
        &self,
        units: &Units,
        node: Node,
        labels: &Labels,
        tally: &mut Tally,
    ) -> Option<(u32, f64)> {
        let (own, mass) = (labels.of.load(node), self.masses[node]);
        let total = |label: u32| labels.totals.load(Node::from(label));
        let value = |weight: u64, others: u64| weight as f64 - units.cost * (mass as f64 * others as f64);
        let hash = |label: u32| mix(units.seed ^ (u64::from(u32::from(node)) << 32 | u64::from(label)));
        let stays = value(tally.weights[own as usize], total(own) - mass);
        let (mut best, mut most) = (own, f64::NEG_INFINITY);
        for label in tally.labels.drain(..) {
            let weight = std::mem::take(&mut tally.weights[label as usize]);
            let value = if label == own { continue } else { value(weight, total(label)) };
            if value > most || value == most && hash(label) < hash(best) {
                (best, most) = (label, value);
            }
        }
        if most < 0.0 && total(node.into()) == 0 {
            (best, most) = (node.into(), 0.0); // alone: no other node can have its label
        }
        (most - stays > NOISE * stays.abs().max(most.abs())).then_some((best, most - stays))
    }
}

/// Decides and then applies the moves of one batch of nodes after another. All moves of a batch are decided
/// on the same state. A node's batch is random.
pub(crate) fn in_batches(
    exec: &Exec,
    mut nodes: Vec<Node>,
    seed: u64,
    decide: impl Fn(&Node) -> Result<()> + Send + Sync,
    apply: impl Fn(&Node) + Send + Sync,
) -> Result<()> {
    let batches = (nodes.len() / OF_BATCH).clamp(*BATCHES.start(), *BATCHES.end()) as u64;
    let batch = |node: Node| (mix(seed ^ u64::from(u32::from(node))) % batches) as u32;
    radix_sort(exec, &mut nodes, |&node| batch(node))?;
    if nodes.len() <= FEW {
        exec.check_cancelled()?;
        return nodes.iter().try_for_each(|node| decide(node).map(|()| apply(node)));
    }
    for batch in nodes.chunk_by(|&one, &next| batch(one) == batch(next)) {
        exec.do_all("decide", batch, &decide)?;
        exec.do_all("move", batch, &apply)?;
    }
    Ok(())
}
