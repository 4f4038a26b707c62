//! PMA: trees grow by Prim's algorithm from many vertices at once, touch, and are unified; all on the device.
//!
//! **Idea.** As long as there are edges: every worker grows trees from the vertices of its own range, up to
//! *gamma* vertices each (*Partial Prim*). Then trees that touch become one vertex (*unification*). A worker
//! is one thread, or one warp whose lanes scan the arcs of a vertex in parallel. No worker waits for another.
//! With gamma = 2 this is similar to Borůvka's algorithm; with one tree for all vertices it is Prim's.
//!
//! **Phases** of a round. Before the first round, loops and nodes without edges are removed (*arcs*).
//!
//! | phase | what it does | where |
//! |---|---|---|
//! | *sort* | arcs by their start; finds where the arcs of each vertex begin | [`Arcs::of_live`] |
//! | *grow* | trees grow until they have gamma vertices, no arc left, or *touch* another | `grow.rs` |
//! | *break*, *jump* | two trees that touched each other get one root; every vertex finds its root by distance doubling | `grow.rs` |
//! | *relabel* | roots that still have edges are numbered by a prefix sum, edges renamed, loops and vertices without edges dropped | [`Live::unified`] |
//! | *sort*, *compact* | the heavier of parallel edges are dropped | [`Live::without_heavier`] |
//!
//! The variants differ in how a tree's lightest arc is found. *Min* reads all arcs of a vertex. *Sort* has
//! them in order and only steps forward. *Hybrid* is Min in the first round, when there are few arcs per
//! vertex and sorting costs most, and Sort in all others. All of them first check the arc found last time: as
//! long as it leads outside, no other arc is read.
//!
//! **Why it is correct.** A worker knows exactly which vertices are in its tree: only it writes its root into
//! *owner*, and a stale read of a vertex that another tree has claimed only makes its own claim fail. So it
//! takes the lightest edge of a cut, which belongs to the forest, whatever the other workers do. A tree that
//! touches another *hooks* on it by that edge, and stops. Edges are compared by (key, id), and along a cycle
//! of hooks they cannot get heavier, so all are the same edge: only two trees can hook on each other, by the
//! edge that both took, and the lower tree becomes the root. So unification joins exactly what the taken
//! edges join; every round asserts that the numbers agree. Hooks are read only after the growing kernel has
//! ended; no other ordering is needed. In a warp one lane makes the claim; `__syncwarp` makes it visible to
//! the other lanes before they scan again.
//!
//! **What differs from the paper's text.** There a vertex is outside a tree if its *successor* is another
//! one, and a tree that touches another writes *its root's* successor. So after a tree has been touched, its
//! own root looks like a member of the other tree, or the other way round. It skips the lightest edge to that
//! tree and takes a heavier one. An example: edges 1-2, 0-1, 2-3, 0-3 of weights 1, 5, 6, 7. A tree from 1
//! takes 1-2, then 0-1, which touches the tree of 0. The tree of 0 now skips 0-1, takes 0-3 and 2-3, and has
//! closed a cycle. `tests/pma.rs` replays this. Here there are two arrays: *owner*, which never changes after
//! it is set, and *hook*, a word per root that its own worker writes when the tree is finished and that no
//! worker reads before all trees are. Equal weights, graphs of many components and vertices without arcs need
//! no special case.
//!
//! Also, the graph of the next round is not made from arcs. Edges are in a separate list, each once, in an
//! order that all rounds keep, and the arcs are sorted from it again. So Sort sorts by key only once, before
//! its first round, and which of several parallel edges is kept does not depend on the end from which an edge
//! is seen.
//!
//! **Where a tree's vertices are.** In global memory, gamma records of 16 bytes per worker. Each has the arc
//! found last, with its key and its end, so checking a vertex whose arc still leads outside is one load.
//! Gamma is known only at the launch and may be the number of vertices. All records together are at most one
//! per vertex, plus gamma, which is little compared with the arcs. With small gamma, a single-thread worker
//! has its records in one or two lines of the L1 cache. Shared memory would hold them for few workers, and
//! would make that cache smaller.
//!
//! **Cost.** Each round at least halves the vertices, so there are at most log2 n. In a round Min reads an
//! arc up to gamma times, Sort at most once; both read up to gamma vertices for every edge that they take, a
//! warp 32 at a time. Six words to the host per round.
//!
//! **Deterministic**: the edges are. Which trees grow, and how many rounds it takes, depends on timing.
//!
//! **Statistics.** Items are edges; a round's *committed* are those that entered the forest, each of which
//! unified one more vertex with another. So the paper's *reduction rate*, the share of vertices unified in
//! the first iteration, is the first round's committed divided by the nodes of the graph.
//!
//! **Comparison.** `filter-boruvka` does less work in each round.
//!
//! **Paper.** Nobari, Cao, Karras, Bressan, "Scalable parallel minimum spanning forest computation", PPoPP
//! 2012.

mod config;
mod grow;

use boscage_core::exec::{Exec, Round};
use boscage_core::graph::{AnyForest, AnyGraphView, EdgeId, EdgeListView, Forest, Objective, Weight};

use crate::arcs::{Arcs, check_arcs};
use crate::collect::words_of_bits;
use crate::error::Result;
use crate::gpu::Gpu;
use crate::input::Input;
use crate::live::Live;
use crate::memory::{Array, WORDS, bytes_of};
use crate::operator::{Device, Size, on_edges};
use crate::primitives::sort_bytes;
use crate::session::{Session, forest};
use crate::timer::Phases;

use boscage_operators::msf::papers::{self, ParallelEdges};
use boscage_operators::msf::{Facts, Operator};
pub use config::{Lanes, Pma};
pub(crate) use grow::Kernels;
use grow::{ArcOrder, Orders, grow};

impl Operator<Device> for Pma {
    fn facts(&self) -> &'static Facts {
        config::facts(self.growth.variant)
    }

    fn run(
        &self,
        (gpu, exec): (&Gpu, &Exec),
        graph: AnyGraphView<'_>,
        objective: Objective,
    ) -> Result<AnyForest> {
        on_edges!(exec, graph, |list| pma(gpu, exec, list, objective, *self))
    }

    /// Returns the memory of the phase that needs most.
    fn memory(&self, of: &Size<'_>) -> u64 {
        let Size { gpu, nodes, edges, .. } = *of;
        let gamma = self.growth.gamma.unwrap_or_else(|| papers::Pma::default_gamma(nodes, edges));
        let (live, choice) = (Live::bytes(edges), Live::bytes_of_choice(nodes, edges));
        let vertices = nodes.min(2 * edges); // those that have arcs
        let (arcs, firsts) = (4 * bytes_of::<u32>(2 * edges), bytes_of::<u32>(vertices + 1));
        let sort = sort_bytes(gpu, 2 * edges).max(bytes_of::<u32>(2 * edges) + arcs);
        let phases = [
            Input::bytes_with(of, choice),
            live + Live::bytes_of_order(gpu, edges),
            live + sort,
            live + arcs + firsts + grow::bytes(vertices, gamma),
            live + bytes_of::<u32>(vertices) + Live::bytes_of_choice(vertices, edges),
        ];
        let most = phases.into_iter().max().unwrap_or(0);
        (most + bytes_of::<u32>(words_of_bits(edges)) + WORDS) as u64
    }
}

/// Finds the minimum (maximum) spanning forest by PMA, on a GPU: trees of up to gamma vertices grow by Prim's
/// algorithm in parallel, and trees that touch become one vertex of the next round. It is meant for
/// comparison with the paper (Nobari, Cao, Karras, Bressan, PPoPP 2012);
/// [`filter_boruvka`](fn@crate::filter_boruvka) is faster.
///
/// # Determinism
/// The forest is deterministic. The trees that grow and the number of rounds depend on timing.
///
/// # Memory
/// On the device 57 bytes per edge, or 48 bytes per edge and 32 bytes per vertex if that is more, and one bit
/// per edge.
///
/// # Errors
/// [`Error::Argument`](crate::Error::Argument) if gamma is less than 2,
/// [`Error::TooMany`](crate::Error::TooMany), [`Error::OutOfMemory`](crate::Error::OutOfMemory) before
/// anything is allocated, [`Error::Driver`](crate::Error::Driver), and those of the framework:
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`] on the host.
///
/// # Examples
/// ```no_run
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage_kernels::{Gpu, pma};
/// use boscage::operators::msf::papers::{Pma, PmaVariant};
///
/// let (gpu, exec) = (Gpu::open()?, Exec::available()?);
/// let graph = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let growth = Pma { gamma: Some(3), ..PmaVariant::Sort.into() };
/// let forest = pma(&gpu, &exec, &graph, Objective::Minimum, growth.into())?;
/// assert_eq!((forest.total(), forest.tree_count()), (12, 1));
/// # Ok::<(), boscage_kernels::Error>(())
/// ```
pub fn pma<'a, W: Weight>(
    gpu: &Gpu,
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
    config: Pma,
) -> Result<Forest<W>> {
    let graph = graph.into();
    let gamma = config.growth.gamma_for(graph.node_count(), graph.edge_count())?;
    let orders = Orders::of(config.growth.variant)?;
    forest(exec, graph, || on_device(gpu, exec, graph, objective, config, (orders, gamma)))
}

fn on_device<W: Weight>(
    gpu: &Gpu,
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: Pma,
    (orders, gamma): (Orders, usize),
) -> Result<Vec<EdgeId>> {
    let (n, m) = (graph.node_count(), graph.edge_count());
    check_arcs(gpu, m)?;
    let (mut session, _, input) = Session::begin::<Kernels, W>(gpu, exec, &config, graph, objective)?;
    let taken = gpu.zeroed(words_of_bits(m))?;
    let mut phases = Phases::start(gpu)?;
    let mut live = Live::of_input(gpu, &input, n)?;
    drop(input);
    phases.end("arcs")?;
    let mut order = ArcOrder::Id;
    while live.count > 0 {
        exec.check_cancelled()?;
        let tried = live.count as u64;
        if order != orders.of_round(session.rounds.round_count()) {
            order = ArcOrder::Key;
            live = live.by_key(gpu)?;
        }
        let (left, grown) = round(gpu, &mut phases, live, order, config, gamma, &taken)?;
        live = left;
        let (committed, left) = (grown as u64, live.count as u64);
        session.rounds.record(Round::from_counts(committed, left, tried - left - committed));
    }
    session.end(&taken, |exec, _| phases.record(exec))
}

/// Grows trees and unifies them. Returns the edges that are left, and the number of edges that entered the
/// forest.
fn round(
    gpu: &Gpu,
    phases: &mut Phases<'_>,
    live: Live,
    order: ArcOrder,
    config: Pma,
    gamma: usize,
    taken: &Array<u32>,
) -> Result<(Live, usize)> {
    let (roots, grown) = {
        let arcs = Arcs::of_live(gpu, &live)?;
        phases.end("sort")?;
        let lanes = config.lanes_for(live.vertices, live.count);
        grow(gpu, phases, &arcs, order, lanes, gamma, taken)?
    };
    let live = live.unified(gpu, &roots)?;
    phases.end("relabel")?;
    let live = match config.growth.parallel_edges {
        ParallelEdges::Drop => live.without_heavier(gpu, phases)?,
        ParallelEdges::Keep => live,
    };
    Ok((live, grown))
}
