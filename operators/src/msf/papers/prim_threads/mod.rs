//! Prim's algorithm by many workers, whose trees merge when they meet: "parallel threads".
//!
//! **Idea.** Each worker grows a tree of its own by Prim's algorithm. When the lightest edge that leaves it leads into the tree
//! of another, its tree becomes part of that one, with all its arcs, and the worker begins anew at a random node, if it
//! finds one in few attempts that is in no tree. In the end one tree is left in every component that was begun in; a
//! sweep over all nodes does the others.
//!
//! **Phases**: *grow*, all workers; *sweep*, one thread; *gather*.
//!
//! **Why it is right.** Which nodes are in its tree a worker knows exactly, so it takes the lightest edge of a cut, whatever
//! the others do. How trees meet is told in `meetings.rs`.
//!
//! **What differs from the text.** Its workers have an array of distances each, merged element by element while the later
//! worker waits, spinning on a flag; two locks taken in the wrong order could block for ever. Here a tree is a heap of
//! arcs, which is handed over as it is, and nobody waits. Workers are pieces of work, not threads: they need not run
//! at once. The number of attempts is counted per respawn, as there; the text does not say what its sequential cutoff
//! counts: here it is the nodes that are in no tree, as far as workers have told.
//!
//! **Cost.** O(m log n); 8 bytes a node, and up to 32 an edge in heaps (64 with 64-bit weights). A connected graph ends with one
//! tree: the more it has grown, the fewer workers are left.
//!
//! **Deterministic**: the forest is. Which trees grow depends on timing.
//!
//! **When to choose it.** To compare with.
//!
//! **Paper.** "Parallel Minimum Spanning Tree Data Structures and Algorithms" ("parallel threads"), after Bader and Cong 2006.

mod config;
mod meetings;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use boscage::Result;
use boscage::exec::{Exec, LoopStatistics};
use boscage::generate::random::{Draws, Purpose, Random};
use boscage::graph::{CsrView, Forest, Key, Node, Objective, Weight};
use boscage::parallel::map_pieces;
use boscage::sync::{Claim, Claims, EdgeSet};

use super::frontier::Frontier;
use super::neighbours::{Given, Neighbours, Packed};
pub use config::{PrimThreads, Start};
use meetings::{Meeting, Meetings};

/// The minimum (maximum) spanning forest by Prim's algorithm, by many workers.
///
/// # Errors
/// [`boscage::Error::Argument`] if there are 0 workers, [`boscage::Error::Cancelled`] and
/// [`boscage::Error::OutOfMemory`].
///
/// ```
/// use boscage::{exec::Exec, graph::{CsrGraph, EdgeList, Objective}};
/// use boscage_operators::msf::papers::{PrimThreads, Start, prim_threads};
///
/// let list = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let graph = CsrGraph::from_edges(list.as_view())?;
/// let config = PrimThreads { start: Start::Random, sequential_cutoff: 0, ..PrimThreads::default() };
/// let forest = prim_threads(&Exec::available()?, graph.as_view(), Objective::Minimum, config)?;
/// assert_eq!((forest.total(), forest.trees()), (12, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn prim_threads<W: Weight>(
    exec: &Exec,
    graph: CsrView<'_, W>,
    objective: Objective,
    config: PrimThreads,
) -> Result<Forest<W>> {
    let nodes = graph.nodes();
    let workers = config.workers(exec.threads(), nodes)?;
    let start = Instant::now();
    let grove = Grove {
        exec,
        config,
        workers,
        graph: Given { graph, objective },
        claims: Claims::new(nodes)?,
        meetings: Meetings::new(nodes)?,
        forest: EdgeSet::new(graph.len())?,
        claimed: AtomicUsize::new(0),
    };
    let counts = exec.parallel_stage("prim-threads grow", || {
        map_pieces(0..workers, |worker| grove.work(worker)).into_iter().collect::<Result<Vec<_>>>()
    })?;
    let swept = exec.stage("prim-threads sweep", || grove.sweep())?;
    let all = counts.into_iter().fold(swept, Counts::plus);
    let Grove { meetings, forest, .. } = grove;
    meetings.assert_read();
    exec.record(all.statistics(exec.threads(), start));
    exec.parallel_stage("prim-threads gather", || Forest::from_adjacency(graph, forest))
}

/// What all workers share.
struct Grove<'a, W: Weight> {
    exec: &'a Exec,
    config: PrimThreads,
    workers: usize,
    graph: Given<'a, W>,
    claims: Claims,
    meetings: Meetings<Packed<Given<'a, W>>>,
    forest: EdgeSet,
    /// Nodes in trees that have stopped growing.
    claimed: AtomicUsize,
}

/// What a worker has done.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// Arcs looked at, the lightest of a tree each.
    tried: u64,
    /// Such that nobody had taken the edge of.
    taken: u64,
    /// Trees handed over.
    handed: u64,
}

impl<W: Weight> Grove<'_, W> {
    /// Grows trees until there is nowhere to begin.
    fn work(&self, worker: usize) -> Result<Counts> {
        let nodes = self.graph.vertices();
        let mut random = Random::new(self.config.seed, Purpose::Order).item(worker as u64);
        let first = match self.config.start {
            Start::Index => worker,
            Start::Spaced => (worker as u128 * nodes as u128 / self.workers as u128) as usize,
            Start::Random => random.below(nodes as u64) as usize,
        };
        let mut counts = Counts::default();
        let mut root = self.begin(first).or_else(|| self.respawn(&mut random));
        while let Some(tree) = root {
            self.grow(tree, &mut counts)?;
            root = self.respawn(&mut random);
        }
        Ok(counts)
    }

    /// Begins a tree at a random node, if there is one among few.
    fn respawn(&self, random: &mut Draws) -> Option<Node> {
        let nodes = self.graph.vertices();
        let left = nodes.saturating_sub(self.claimed.load(Relaxed));
        if left < self.config.sequential_cutoff {
            return None;
        }
        let attempts = 0..self.config.max_respawn_attempts;
        attempts.into_iter().find_map(|_| self.begin(random.below(nodes as u64) as usize))
    }

    /// Begins a tree, named by its first node, if that is in no other.
    fn begin(&self, node: usize) -> Option<Node> {
        let node = Node::new(node);
        (self.claims.claim(node, node) == Claim::Claimed).then_some(node)
    }

    /// Grows trees from all nodes that are in none, one after the other.
    fn sweep(&self) -> Result<Counts> {
        let mut counts = Counts::default();
        for tree in (0..self.graph.vertices()).filter_map(|node| self.begin(node)) {
            self.grow(tree, &mut counts)?;
        }
        Ok(counts)
    }

    /// Grows a tree until no arc leaves it, or it is part of another.
    fn grow(&self, tree: Node, counts: &mut Counts) -> Result<()> {
        let (mut frontier, mut claimed) = (Frontier::default(), 1);
        self.spread(tree.into(), tree, &mut frontier)?;
        loop {
            self.exec.check_cancelled()?;
            let Some((packed, end)) = frontier.pop() else {
                if self.meetings.complete(tree, &mut frontier)? {
                    continue;
                }
                break;
            };
            counts.tried += 1;
            let node = Node::from(end);
            if self.claims.owner(node).is_some_and(|other| self.meetings.is_part(other, tree)) {
                continue;
            }
            counts.taken += u64::from(self.forest.insert(W::Key::unpack_id(packed)));
            match self.claims.claim(node, tree) {
                Claim::Claimed => {
                    claimed += 1;
                    self.spread(end, tree, &mut frontier)?;
                }
                Claim::OwnedBy(other) => {
                    if self.meetings.meet(tree, other, &mut frontier)? == Meeting::HandedOver {
                        counts.handed += 1;
                        break;
                    }
                }
            }
        }
        self.claimed.fetch_add(claimed, Relaxed);
        Ok(())
    }

    /// Adds the arcs of a node that a tree has come to.
    fn spread(&self, node: u32, tree: Node, frontier: &mut Frontier<Packed<Given<'_, W>>>) -> Result<()> {
        let leads_away = |&(_, end): &(_, u32)| !self.claims.is_owned_by(end.into(), tree);
        self.graph.arcs(node).filter(leads_away).try_for_each(|(packed, end)| frontier.push(packed, end))
    }
}

impl Counts {
    fn plus(self, other: Self) -> Self {
        Self {
            tried: self.tried + other.tried,
            taken: self.taken + other.taken,
            handed: self.handed + other.handed,
        }
    }

    fn statistics(self, threads: usize, start: Instant) -> LoopStatistics {
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
