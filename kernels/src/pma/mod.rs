//! PMA: trees grow by Prim's algorithm from many vertices at once, touch, and are unified; all of it on the
//! device.
//!
//! **Idea.** As long as there are edges: every worker grows trees from the vertices of its own range, up to
//! *gamma* vertices each (*Partial Prim*); then trees that touch become one vertex each (*unification*). A
//! worker is one thread, or one warp, whose lanes scan the arcs of a vertex side by side. No worker waits for
//! another. With gamma = 2 this is much like Borůvka's algorithm, with one tree for all it is Prim's.
//!
//! **Phases** of a round, before the first of which loops and nodes without edges leave (*arcs*):
//!
//! | phase | what it does | where |
//! |---|---|---|
//! | *sort* | arcs by their start; where each vertex's begin | [`Arcs::of_live`] |
//! | *grow* | trees grow until they have gamma vertices, no arc left, or *touch* another | `grow.rs` |
//! | *break*, *jump* | two trees that touched each other get one root; every vertex finds its root by distance doubling | `grow.rs` |
//! | *relabel* | roots that still have edges are numbered by a prefix sum, edges renamed, loops dropped; vertices without edges leave | [`Live::unified`] |
//! | *sort*, *compact* | the heavier of parallel edges are dropped | [`Live::without_heavier`] |
//!
//! The variants differ in how a tree's lightest arc is found. *Min* looks at all arcs of a vertex, *Sort* has
//! them in order and only ever steps forward, *Hybrid* is Min in the first round, when there are few arcs a
//! vertex and sorting them costs most, and Sort in all others. All of them first look at the arc found last
//! time: as long as that one leads outside, no other has to be looked at.
//!
//! **Why it is right.** Which vertices are in its tree, a worker knows exactly: only it ever writes its root
//! into *owner*, and what was read before another tree's claim only lets its own claim fail. So what it takes
//! is the lightest edge of a cut, whatever the others do, and belongs to the forest. A tree that touches
//! another *hooks* on it, by that edge, and stops. Round a cycle of hooks the edges cannot get heavier from
//! one to the next, (key, id) being compared, so they are all one edge: only two trees can hook on each
//! other, by the edge that both took, and the lower of them is made the root. Unified are therefore those,
//! and only those, that the edges taken join; that their number is right is asserted in every round. Hooks
//! are read when the kernel that grows has ended, which is all the order that is needed. Of the lanes of a
//! warp one claims; it is `__syncwarp` that has the others see it before they scan again.
//!
//! **What differs from the paper's text.** There a vertex is outside a tree if its *successor* is another
//! one, and a tree that touches another writes *its root's* successor. So once we have been touched, our own
//! root looks like a member of the tree that touched us, or we like members of it; we pass over the lightest
//! edge to it and take a heavier one. Edges 1-2, 0-1, 2-3, 0-3 of weights 1, 5, 6, 7: a tree from 1 takes
//! 1-2, then 0-1, which touches the tree of 0; that one now passes over 0-1, takes 0-3 and 2-3, and has
//! closed a cycle. `tests/pma.rs` replays it. Here there are two arrays: *owner*, which never changes once it
//! is set, and *hook*, a word a root that its own worker writes when the tree is done and no worker reads
//! before all trees are. Equal weights, graphs of many components and vertices without arcs need no special
//! case.
//!
//! Nor is the graph of the next round made from arcs: edges stand in a list of their own, each once, in an
//! order that all rounds keep, from which the arcs are sorted anew. So Sort sorts by key only once, before
//! its first round, and from which of its ends an edge is seen makes no difference to which of parallel ones
//! is kept.
//!
//! **Where a tree's vertices are.** In global memory, gamma records of 16 bytes a worker, each of which has
//! the arc found last with its key and its end: a look at a vertex whose arc still leads outside is one load.
//! Gamma is known at the launch only and may be the number of vertices; all workers' records together are no
//! more than one a vertex and gamma, which is little beside the arcs; a thread that works alone has its own
//! in one or two lines of the L1 cache at small gamma. Shared memory would hold them for few workers, at the
//! expense of that cache.
//!
//! **Cost.** Each round at least halves the vertices, so there are at most log2 n. In a round Min looks at an
//! arc up to gamma times, Sort at most once; both look at up to gamma vertices for every edge they take, a
//! warp at 32 at a time. Six words to the host each round. On the device 57 bytes an edge, or 48 an edge and
//! 32 a vertex where that is more, and a bit an edge.
//!
//! **Deterministic**: the edges are. Which trees grow, and how many rounds it takes, depends on timing.
//!
//! **Statistics.** Items are edges; a round's *committed* are those that entered the forest, each of which
//! unified one more vertex with another. So the paper's *reduction rate*, the share of vertices unified in
//! the first iteration, is the first round's committed divided by the nodes of the graph.
//!
//! **When to choose it.** To compare with the paper; `filter-boruvka` does less in each round.
//!
//! **Paper.** Nobari, Cao, Karras, Bressan, "Scalable parallel minimum spanning forest computation", PPoPP
//! 2012.

mod config;
mod grow;

use boscage::exec::{Exec, Round};
use boscage::graph::{EdgeId, EdgeListView, Forest, Objective, Weight};

use crate::arcs::{Arcs, check_arcs};
use crate::collect::{collect, words_of_bits};
use crate::error::Result;
use crate::gpu::Gpu;
use crate::input::Input;
use crate::live::Live;
use crate::memory::{Array, WORDS, bytes_of};
use crate::primitives::sort_bytes;
use crate::timer::{Phases, Timer};

use boscage_operators::msf::papers::ParallelEdges;
pub use config::{Lanes, Pma};
pub(crate) use grow::Kernels;
use grow::{ArcOrder, Orders, grow};

/// The minimum (maximum) spanning forest by PMA, on a GPU.
///
/// # Errors
/// [`Error::Argument`](crate::Error::Argument) if gamma is less than 2,
/// [`Error::TooMany`](crate::Error::TooMany),
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory) before anything is allocated,
/// [`Error::Driver`](crate::Error::Driver), and those of the framework: [`boscage::Error::Cancelled`] and
/// [`boscage::Error::OutOfMemory`] on the host.
///
/// ```no_run
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage_kernels::{Gpu, pma};
/// use boscage_operators::msf::papers::{Pma, PmaVariant};
///
/// let (gpu, exec) = (Gpu::open()?, Exec::available()?);
/// let graph = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let growth = Pma { gamma: Some(3), ..PmaVariant::Sort.into() };
/// let forest = pma(&gpu, &exec, graph.as_view(), Objective::Minimum, growth.into())?;
/// assert_eq!((forest.total(), forest.trees()), (12, 1));
/// # Ok::<(), boscage_kernels::Error>(())
/// ```
pub fn pma<W: Weight>(
    gpu: &Gpu,
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: Pma,
) -> Result<Forest<W>> {
    exec.check_cancelled()?;
    let gamma = config.growth.gamma_for(graph.nodes(), graph.len())?;
    let orders = Orders::of(config.growth.variant)?;
    if graph.is_empty() {
        return Ok(Forest::from_edges(exec, graph, Vec::new()));
    }
    let ids = on_device(gpu, exec, graph, objective, config, (orders, gamma))?;
    Ok(Forest::from_edges(exec, graph, ids))
}

/// Bytes of device memory for a graph: what the greediest phase takes.
fn bytes<W: Weight>(gpu: &Gpu, nodes: usize, edges: usize, gamma: usize) -> usize {
    let (live, choice) = (Live::bytes(edges), Live::bytes_of_choice(nodes, edges));
    let vertices = nodes.min(2 * edges); // those that have arcs
    let (arcs, firsts) = (4 * bytes_of::<u32>(2 * edges), bytes_of::<u32>(vertices + 1));
    let sort = sort_bytes(gpu, 2 * edges).max(bytes_of::<u32>(2 * edges) + arcs);
    let phases = [
        Input::bytes_with::<W>(gpu, edges, choice),
        live + Live::bytes_of_order(gpu, edges),
        live + sort,
        live + arcs + firsts + grow::bytes(vertices, gamma),
        live + bytes_of::<u32>(vertices) + Live::bytes_of_choice(vertices, edges),
    ];
    phases.into_iter().max().unwrap_or(0) + bytes_of::<u32>(words_of_bits(edges)) + WORDS
}

fn on_device<W: Weight>(
    gpu: &Gpu,
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: Pma,
    (orders, gamma): (Orders, usize),
) -> Result<Vec<EdgeId>> {
    let (n, m, name) = (graph.nodes(), graph.len(), config.growth.variant.name());
    check_arcs(gpu, m)?;
    gpu.check_room(name, bytes::<W>(gpu, n, m, gamma) as u64)?;
    let mut rounds = exec.rounds(name, n as u64);
    let mut timer = Timer::start(gpu, exec)?;
    let input = Input::upload(gpu, &mut timer, graph, objective)?;
    let taken = gpu.zeroed(words_of_bits(m))?;
    let mut phases = Phases::start(gpu)?;
    let mut live = Live::of_input(gpu, &input, n)?;
    drop(input);
    phases.end("arcs")?;
    let mut order = ArcOrder::Id;
    while live.count > 0 {
        exec.check_cancelled()?;
        let tried = live.count as u64;
        if order != orders.of_round(rounds.rounds().len()) {
            order = ArcOrder::Key;
            live = live.by_key(gpu)?;
        }
        let (left, grown) = round(gpu, &mut phases, live, order, config, gamma, &taken)?;
        live = left;
        let (committed, left) = (grown as u64, live.count as u64);
        rounds.record(Round { tried, committed, retried: left, dropped: tried - left - committed });
    }
    let ids = collect(gpu, &mut timer, &taken, n, m)?;
    timer.record(exec)?;
    phases.record(exec)?;
    rounds.finish();
    Ok(ids)
}

/// Grows trees and unifies them. Returns the edges that are left, and how many entered the forest.
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
