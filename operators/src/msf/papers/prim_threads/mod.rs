//! Prim's algorithm by many workers, whose trees merge when they meet.
//!
//! Each worker grows its own tree by Prim's algorithm. When the lightest edge that leaves it leads into
//! another tree, its tree becomes part of that one, with all its arcs. The worker then begins again at a
//! random node, if it finds one that is in no tree within a few attempts. At the end one tree is left in
//! every component where a tree began; a sweep over all nodes does the other components.
//!
//! **Phases**: *grow*, all workers; *sweep*, one thread; *gather*.
//!
//! **Correctness.** A worker knows exactly which nodes are in its tree, so it takes the lightest edge of a
//! cut, regardless of the other workers. `meetings.rs` describes how trees meet.
//!
//! **Differences from the paper.** There each worker has an array of distances. Two arrays are merged element
//! by element while the later worker spins on a flag, and two locks taken in the wrong order could deadlock.
//! Here a tree is a heap of arcs, which is handed over as a whole, and no worker waits. Workers are not
//! threads: the workers of one thread take turns, a node each. The number of attempts is counted per respawn,
//! as in the paper. The paper does not say what its sequential cutoff counts; here it counts the nodes in no
//! tree, as far as workers have reported.

mod config;
mod grove;
mod meetings;
#[cfg(all(test, loom))]
mod model;

use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::graph::{Forest, Graph, Key, KeyedGraph, Objective, Undirected, Weight};
use boscage_core::primitives::unmodelled::AtomicUsize;
use boscage_core::sync::{Claims, EdgeSet};
use boscage_core::{Result, memory};

use super::interleave::{Turn, interleave};
use crate::msf::Kind;
use crate::msf::gather::gather;
use crate::msf::operator::operator;
pub use config::{PrimThreads, Start};
use grove::{Counts, Grove};
use meetings::Meetings;

operator! {
    PrimThreads on adjacency by prim_threads(config);
    name: "prim-threads",
    kind: Kind::Threads,
    paper: "Prim and Borůvka variants; Bader, Cong 2006",
    choose_for: "for comparison: trees that meet merge",
    summary: "one tree per worker, by a heap; trees that meet merge",
    memory: |of| (of.building() + 4 * of.nodes).max(of.adjacency() + 16 * of.nodes + of.heaps()),
}

/// Returns the minimum (maximum) spanning forest by Prim's algorithm, with many workers whose trees merge
/// when they meet.
///
/// **Algorithm.** "Parallel threads" of Clayton, Fashimpaur, "Parallel Minimum Spanning Tree Data Structures
/// and Algorithms", project report, after Bader, Cong 2006. O(m log² n) work, because the smaller of two
/// heaps is moved into the larger. A connected graph ends with one tree, so fewer and fewer workers are
/// active.
///
/// **When to choose it.** For comparison. In [`mst_bc`](fn@super::mst_bc()) trees stay apart instead.
///
/// # Determinism
/// The forest is deterministic. The trees depend on timing.
///
/// # Memory
/// 12 bytes per node, 7 to 37 per edge in heaps (measured on up to eight threads; twice as much with 64-bit
/// weights), and 200 per worker.
///
/// # Errors
/// [`Error::Argument`](boscage_core::Error::Argument) if there are 0 workers, or the graph has no edge ids.
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Objective, Undirected}};
/// use boscage::operators::msf::papers::{PrimThreads, Start, prim_threads};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let graph = Graph::<Undirected, u32>::builder().with_ids().build(&exec, &list)?;
/// let config = PrimThreads { start: Start::Random, sequential_cutoff: 0, ..PrimThreads::default() };
/// let forest = prim_threads(&exec, &graph, Objective::Minimum, config)?;
/// assert_eq!((forest.total(), forest.tree_count()), (12, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn prim_threads<W: Weight>(
    exec: &Exec,
    graph: &Graph<Undirected, W>,
    objective: Objective,
    config: PrimThreads,
) -> Result<Forest<W>> {
    let workers = config.workers(exec, graph.node_count())?;
    let keyed = KeyedGraph::of(graph, objective)?;
    let mut rounds = exec.rounds("prim-threads", graph.node_count() as u64);
    let taken = by_workers(&mut rounds, keyed, workers, config)?;
    gather(rounds, graph, taken)
}

/// Returns the edges of the forest.
fn by_workers<K: Key>(
    rounds: &mut Rounds<'_>,
    graph: KeyedGraph<'_, K>,
    workers: usize,
    config: PrimThreads,
) -> Result<EdgeSet> {
    let (exec, nodes) = (rounds.exec(), graph.node_count());
    let grove = Grove {
        rounds,
        config,
        workers,
        graph,
        claims: Claims::new(nodes)?,
        meetings: Meetings::new(nodes)?,
        forest: EdgeSet::new(graph.edge_count())?,
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
    rounds.record(Round::from_counts(taken, 0, tried - taken));
    rounds.add_aborted(handed);
    Ok(forest)
}
