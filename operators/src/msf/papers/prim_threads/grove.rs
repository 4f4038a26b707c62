//! Workers and the trees that they grow.

use std::ops::Range;

use boscage_core::Result;
use boscage_core::exec::Rounds;
use boscage_core::graph::{Key, KeyedGraph, Node};
use boscage_core::primitives::unmodelled::{AtomicUsize, Ordering::Relaxed};
use boscage_core::random::{Draws, Random, streams};
use boscage_core::sync::{Claim, Claims, EdgeSet};

use super::super::frontier::Frontier;
use super::super::interleave::Turn;
use super::super::neighbours::Neighbours;
use super::meetings::{Meeting, Meetings, Tree};
use super::{PrimThreads, Start};

/// Claimed nodes after which a worker reports its progress.
const OFTEN: usize = 1 << 12;

/// The state that all workers share.
pub(super) struct Grove<'a, K: Key> {
    pub(super) rounds: &'a Rounds<'a>,
    pub(super) config: PrimThreads,
    pub(super) workers: usize,
    pub(super) graph: KeyedGraph<'a, K>,
    pub(super) claims: Claims,
    pub(super) meetings: Meetings<K::Packed>,
    pub(super) forest: EdgeSet,
    /// Number of nodes in trees that workers have reported.
    pub(super) claimed: AtomicUsize,
}

/// A worker that grows one tree after another.
pub(super) struct Worker<P> {
    starts: Starts,
    tree: Option<Tree<P>>,
    /// Claimed nodes that have not been reported.
    unreported: usize,
    pub(super) counts: Counts,
}

/// The nodes at which a worker begins.
enum Starts {
    /// The first tree begins at `first`, the others at random nodes. `attempts` of these have failed in a
    /// row.
    Drawn { first: Option<Node>, random: Draws, attempts: u32 },
    /// These nodes, one after another.
    Sweep(Range<u32>),
}

/// The result of a turn for a tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Growth {
    /// It has one node more.
    Claimed,
    /// The arc led inside, or to a tree that is now part of this one.
    Still,
    /// It is complete, or part of another tree.
    Ended,
}

/// The result of an attempt to begin a tree.
enum Attempt {
    Begun(Node),
    /// The node is in another tree.
    InVain,
    /// No more attempts are made.
    GivenUp,
}

/// Statistics of a worker.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    /// Number of arcs processed, each the lightest of a tree.
    pub(super) tried: u64,
    /// Number of those whose edge was not in the forest yet.
    pub(super) taken: u64,
    /// Number of trees handed over.
    pub(super) handed: u64,
}

impl<K: Key> Grove<'_, K> {
    /// Creates worker number `worker`.
    pub(super) fn worker(&self, worker: usize) -> Worker<K::Packed> {
        let nodes = self.graph.node_count();
        let mut random = Random::new(self.config.seed, streams::ORDER).item(worker as u64);
        let first = match self.config.start {
            Start::Index => worker,
            Start::Spaced => (worker as u128 * nodes as u128 / self.workers as u128) as usize,
            Start::Random => random.below(nodes as u64) as usize,
        };
        let starts = Starts::Drawn { first: Some(Node::new(first)), random, attempts: 0 };
        Worker { starts, tree: None, unreported: 0, counts: Counts::default() }
    }

    /// Creates a worker that grows trees from all nodes that are in none.
    pub(super) fn sweeper(&self) -> Worker<K::Packed> {
        let starts = Starts::Sweep(0..self.graph.node_count() as u32);
        Worker { starts, tree: None, unreported: 0, counts: Counts::default() }
    }

    /// Adds a node to the worker's tree, ends the tree, or begins the next one.
    pub(super) fn turn(&self, worker: &mut Worker<K::Packed>) -> Result<Turn> {
        let Some(tree) = &mut worker.tree else { return self.begin(worker) };
        let grown = self.grow(tree, &mut worker.counts)?;
        worker.unreported += usize::from(grown == Growth::Claimed);
        if grown == Growth::Ended || worker.unreported == OFTEN {
            self.report(std::mem::take(&mut worker.unreported))?;
        }
        if grown == Growth::Ended {
            worker.tree = None;
        }
        Ok(Turn::Busy)
    }

    /// Begins the worker's next tree, if its next attempt finds a node.
    fn begin(&self, worker: &mut Worker<K::Packed>) -> Result<Turn> {
        match self.start(&mut worker.starts) {
            Attempt::GivenUp => return Ok(Turn::Done),
            Attempt::InVain => {}
            Attempt::Begun(name) => {
                let mut tree = Tree { name, size: 1, arcs: Frontier::default() };
                self.spread(name, &mut tree)?;
                worker.tree = Some(tree);
                worker.unreported = 1;
            }
        }
        Ok(Turn::Busy)
    }

    /// Reports this many more nodes in trees.
    fn report(&self, claimed: usize) -> Result<()> {
        self.claimed.fetch_add(claimed, Relaxed);
        self.rounds.settle(claimed as u64)
    }

    /// Claims a node for a new tree, if the next attempt finds one.
    fn start(&self, starts: &mut Starts) -> Attempt {
        let nodes = self.graph.node_count();
        let is_free = |&node: &Node| self.claims.claim(node, node) == Claim::Claimed;
        match starts {
            Starts::Sweep(nodes) => {
                nodes.map(Node::from).find(is_free).map_or(Attempt::GivenUp, Attempt::Begun)
            }
            Starts::Drawn { first, random, attempts } => {
                let left = nodes.saturating_sub(self.claimed.load(Relaxed));
                let drawn = match first.take() {
                    Some(first) => first,
                    None if left < self.config.sequential_cutoff.max(1) => return Attempt::GivenUp,
                    None if *attempts == self.config.max_respawn_attempts => return Attempt::GivenUp,
                    None => {
                        *attempts += 1;
                        Node::new(random.below(nodes as u64) as usize)
                    }
                };
                if !is_free(&drawn) {
                    return Attempt::InVain;
                }
                *attempts = 0;
                Attempt::Begun(drawn)
            }
        }
    }

    /// Follows the lightest arc of a tree, and claims the node at its end.
    fn grow(&self, tree: &mut Tree<K::Packed>, counts: &mut Counts) -> Result<Growth> {
        let goes_on = |goes_on| if goes_on { Growth::Still } else { Growth::Ended };
        if tree.size == self.graph.node_count() {
            return Ok(Growth::Ended); // it has all nodes, so every arc leads inside
        }
        let Some((packed, end)) = tree.arcs.pop() else { return Ok(goes_on(self.meetings.complete(tree)?)) };
        counts.tried += 1;
        let node = Node::from(end);
        if self.claims.owner(node).is_some_and(|other| self.meetings.is_part(other, tree.name)) {
            return Ok(Growth::Still);
        }
        counts.taken += u64::from(self.forest.insert(K::unpack_id(packed)));
        match self.claims.claim(node, tree.name) {
            Claim::Claimed => {
                tree.size += 1;
                self.spread(node, tree)?;
                Ok(Growth::Claimed)
            }
            Claim::OwnedBy(other) => {
                let is_joined = self.meetings.meet(tree, other)? == Meeting::Joined;
                counts.handed += u64::from(!is_joined);
                Ok(goes_on(is_joined))
            }
        }
    }

    /// Adds the arcs of a node that a tree has reached.
    fn spread(&self, node: Node, tree: &mut Tree<K::Packed>) -> Result<()> {
        let Tree { name, arcs, .. } = tree;
        let leads_away = |&(_, end): &(_, u32)| !self.claims.is_owned_by(end, *name);
        let mut all = Neighbours::arcs(&self.graph, node.into()).filter(leads_away);
        all.try_for_each(|(packed, end)| arcs.push(packed, end))
    }
}

impl Counts {
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            tried: self.tried + other.tried,
            taken: self.taken + other.taken,
            handed: self.handed + other.handed,
        }
    }
}
