//! Prim's algorithm by many workers, whose trees merge when they meet: "parallel threads".
//!
//! **Idea.** Each worker grows a tree of its own by Prim's algorithm. When the lightest edge that leaves it
//! leads into the tree of another, its tree becomes part of that one, with all its arcs, and the worker
//! begins anew at a random node, if it finds one in few attempts that is in no tree. In the end one tree is
//! left in every component that was begun in; a sweep over all nodes does the others.
//!
//! **Phases**: *grow*, all workers; *sweep*, one thread; *gather*.
//!
//! **Why it is right.** Which nodes are in its tree a worker knows exactly, so it takes the lightest edge of
//! a cut, whatever the others do. How trees meet is described in `meetings.rs`.
//!
//! **What differs from the text.** Its workers have an array of distances each, merged element by element
//! while the later worker waits, spinning on a flag; two locks taken in the wrong order could block both
//! threads. Here a tree is a heap of arcs, which is handed over as it is, and no worker waits. Workers are
//! not threads: those of one thread take turns, a node each. The number of attempts is counted per respawn,
//! as there; the text does not say what its sequential cutoff counts: here it is the nodes that are in no
//! tree, as far as workers have reported.
//!
//! **Cost.** O(m log² n): the smaller of two heaps is moved into the larger; 12 bytes a node, 7 to 37 an edge
//! in heaps (measured on up to eight threads; twice that with 64-bit weights), and 200 a worker. A connected
//! graph ends with one tree: the more it has grown, the fewer workers are left.
//!
//! **Deterministic**: the forest is. Which trees grow depends on timing.
//!
//! **When to choose it.** To compare with.
//!
//! **Paper.** "Parallel Minimum Spanning Tree Data Structures and Algorithms" ("parallel threads"), after
//! Bader and Cong 2006.

mod config;
mod grove;
mod meetings;
#[cfg(all(test, loom))]
mod model;

use std::sync::atomic::AtomicUsize;

use boscage::exec::{Exec, Round};
use boscage::graph::{Forest, Graph, Objective, Undirected, Weight};
use boscage::sync::{Claims, EdgeSet};
use boscage::{Result, memory};

use super::interleave::{Turn, interleave};
use super::neighbours::Given;
pub use config::{PrimThreads, Start};
use grove::{Counts, Grove};
use meetings::Meetings;

/// The minimum (maximum) spanning forest by Prim's algorithm, by many workers.
///
/// # Errors
/// [`boscage::Error::Argument`] if there are 0 workers, [`boscage::Error::Cancelled`] and
/// [`boscage::Error::OutOfMemory`].
///
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Objective, Undirected}};
/// use boscage_operators::msf::papers::{PrimThreads, Start, prim_threads};
///
/// let list = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let graph = Graph::<Undirected, u32>::builder().with_ids().build(&Exec::available()?, &list)?;
/// let config = PrimThreads { start: Start::Random, sequential_cutoff: 0, ..PrimThreads::default() };
/// let forest = prim_threads(&Exec::available()?, &graph, Objective::Minimum, config)?;
/// assert_eq!((forest.total(), forest.trees()), (12, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn prim_threads<W: Weight>(
    exec: &Exec,
    graph: &Graph<Undirected, W>,
    objective: Objective,
    config: PrimThreads,
) -> Result<Forest<W>> {
    let nodes = graph.nodes();
    let workers = config.workers(exec, nodes)?;
    let mut rounds = exec.rounds("prim-threads", nodes as u64);
    let grove = Grove {
        rounds: &rounds,
        config,
        workers,
        graph: Given::of(graph, objective)?,
        claims: Claims::new(nodes)?,
        meetings: Meetings::new(nodes)?,
        forest: EdgeSet::new(graph.len())?,
        claimed: AtomicUsize::new(0),
    };
    let mut all = memory::reserve("workers", workers)?;
    all.extend((0..workers).map(|worker| grove.worker(worker)));
    rounds.phase("grow", || interleave(exec, &mut all, |worker| grove.turn(worker)))?;
    let mut sweeper = grove.sweeper();
    exec.stage("sweep", || {
        while grove.turn(&mut sweeper)? == Turn::Busy {
            exec.check_cancelled()?;
        }
        Ok(())
    })?;
    let all = all.into_iter().map(|worker| worker.counts).fold(sweeper.counts, Counts::plus);
    let Grove { meetings, forest, .. } = grove;
    meetings.assert_read();
    let Counts { tried, taken, handed } = all;
    rounds.record(Round { tried, committed: taken, retried: 0, dropped: tried - taken });
    rounds.add_aborted(handed);
    let forest = rounds.phase("gather", || Forest::from_adjacency(exec, graph, forest));
    rounds.finish();
    forest
}
