//! Workers, and the trees that they grow.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use boscage::Result;
use boscage::exec::{Exec, LoopStatistics, Progress};
use boscage::generate::random::{Draws, Purpose, Random};
use boscage::graph::{Key, Node, Weight};
use boscage::sync::{Claim, Claims, EdgeSet};

use super::super::frontier::Frontier;
use super::super::neighbours::{Given, Neighbours, Packed};
use super::super::tally::OFTEN;
use super::super::turns::Turn;
use super::meetings::{Meeting, Meetings};
use super::{PrimThreads, Start};

/// What all workers share.
pub(super) struct Grove<'a, W: Weight> {
    pub(super) exec: &'a Exec,
    pub(super) config: PrimThreads,
    pub(super) workers: usize,
    pub(super) graph: Given<'a, W>,
    pub(super) claims: Claims,
    pub(super) meetings: Meetings<Packed<Given<'a, W>>>,
    pub(super) forest: EdgeSet,
    /// Nodes in trees, as far as workers have told.
    pub(super) claimed: AtomicUsize,
}

/// Who grows one tree after the other.
pub(super) struct Worker<P> {
    starts: Starts,
    tree: Option<Tree<P>>,
    pub(super) counts: Counts,
}

/// Where a worker begins.
enum Starts {
    /// At this node, if it is the first tree, then at random ones, of which so many have been tried in vain.
    Drawn { first: Option<Node>, random: Draws, attempts: u32 },
    /// At these, one after the other.
    Sweep(Range<u32>),
}

/// What has become of an attempt to begin.
enum Attempt {
    Begun(Node),
    /// The node is another's.
    InVain,
    /// There is none any more.
    GivenUp,
}

/// A tree that grows: its name, the node it began at; how many nodes it has claimed and not told of; and the arcs that may leave it.
struct Tree<P> {
    name: Node,
    claimed: usize,
    frontier: Frontier<P>,
}

/// What a worker has done.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    /// Arcs looked at, the lightest of a tree each.
    tried: u64,
    /// Such that nobody had taken the edge of.
    taken: u64,
    /// Trees handed over.
    handed: u64,
}

impl<'a, W: Weight> Grove<'a, W> {
    /// A worker, told by its number.
    pub(super) fn worker(&self, worker: usize) -> Worker<Packed<Given<'a, W>>> {
        let nodes = self.graph.vertices();
        let mut random = Random::new(self.config.seed, Purpose::Order).item(worker as u64);
        let first = match self.config.start {
            Start::Index => worker,
            Start::Spaced => (worker as u128 * nodes as u128 / self.workers as u128) as usize,
            Start::Random => random.below(nodes as u64) as usize,
        };
        let starts = Starts::Drawn { first: Some(Node::new(first)), random, attempts: 0 };
        Worker { starts, tree: None, counts: Counts::default() }
    }

    /// Who grows trees from all nodes that are in none.
    pub(super) fn sweeper(&self) -> Worker<Packed<Given<'a, W>>> {
        let starts = Starts::Sweep(0..self.graph.vertices() as u32);
        Worker { starts, tree: None, counts: Counts::default() }
    }

    /// A worker's tree takes a node, or ends; or the next begins.
    pub(super) fn turn(&self, worker: &mut Worker<Packed<Given<'a, W>>>) -> Result<Turn> {
        let Worker { starts, tree, counts } = worker;
        match tree {
            Some(growing) => {
                let ends = !self.grow(growing, counts)?;
                if ends || growing.claimed == OFTEN {
                    self.tell(std::mem::take(&mut growing.claimed));
                }
                if ends {
                    *tree = None;
                }
            }
            None => match self.start(starts) {
                Attempt::GivenUp => return Ok(Turn::Done),
                Attempt::InVain => {}
                Attempt::Begun(name) => {
                    let mut frontier = Frontier::default();
                    self.spread(name, name, &mut frontier)?;
                    *tree = Some(Tree { name, claimed: 1, frontier });
                }
            },
        }
        Ok(Turn::Busy)
    }

    /// So many nodes more have come into trees.
    fn tell(&self, claimed: usize) {
        let done = (self.claimed.fetch_add(claimed, Relaxed) + claimed) as u64;
        self.exec.report(&Progress {
            name: "prim-threads",
            round: 0,
            done,
            total: self.graph.vertices() as u64,
        });
    }

    /// Claims a node for a new tree, if the next attempt finds one.
    fn start(&self, starts: &mut Starts) -> Attempt {
        let nodes = self.graph.vertices();
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

    /// A tree takes the node to which its lightest arc leads. `false` if no arc leaves it, or it is part of another now.
    fn grow(&self, tree: &mut Tree<Packed<Given<'a, W>>>, counts: &mut Counts) -> Result<bool> {
        let Tree { name, claimed, frontier } = tree;
        let Some((packed, end)) = frontier.pop() else { return self.meetings.complete(*name, frontier) };
        counts.tried += 1;
        let node = Node::from(end);
        if self.claims.owner(node).is_some_and(|other| self.meetings.is_part(other, *name)) {
            return Ok(true);
        }
        counts.taken += u64::from(self.forest.insert(W::Key::unpack_id(packed)));
        match self.claims.claim(node, *name) {
            Claim::Claimed => {
                *claimed += 1;
                self.spread(node, *name, frontier)?;
                Ok(true)
            }
            Claim::OwnedBy(other) => {
                let is_joined = self.meetings.meet(*name, other, frontier)? == Meeting::Joined;
                counts.handed += u64::from(!is_joined);
                Ok(is_joined)
            }
        }
    }

    /// Adds the arcs of a node that a tree has come to.
    fn spread(&self, node: Node, tree: Node, frontier: &mut Frontier<Packed<Given<'a, W>>>) -> Result<()> {
        let leads_away = |&(_, end): &(_, u32)| !self.claims.is_owned_by(end.into(), tree);
        self.graph
            .arcs(node.into())
            .filter(leads_away)
            .try_for_each(|(packed, end)| frontier.push(packed, end))
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

    /// What is told of them, for a run that began then.
    pub(super) fn statistics(self, threads: usize, start: Instant) -> LoopStatistics {
        LoopStatistics {
            name: "prim-threads".to_owned(),
            runs: 1,
            threads,
            tried: self.tried,
            committed: self.taken,
            dropped: self.tried - self.taken,
            aborted: self.handed,
            seconds: start.elapsed().as_secs_f64(),
            ..LoopStatistics::default()
        }
    }
}
