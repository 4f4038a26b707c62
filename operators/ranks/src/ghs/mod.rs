//! The algorithm of Gallager, Humblet and Spira: every node is a process, and sends messages along its edges.
//!
//! A *fragment* is a connected part of the forest. It has a *level*, and a *core*, the edge that is its name.
//! All its nodes together find the lightest edge that leaves it. The fragment then asks the one at the other
//! end of this edge to merge with it. Node j belongs to rank j mod P, which handles the messages for its
//! nodes from a queue.
//!
//! | message | purpose |
//! |---|---|
//! | Initiate | from the core to all nodes of the fragment: its name and level, and if they must search |
//! | Test | a node asks along its lightest BASIC arc if the other end is in another fragment |
//! | Accept, Reject | it is, or it is not; a rejected arc stays REJECTED |
//! | Report | back to the core: the lightest edge that a part of the fragment has found |
//! | ChangeCore | from the core to the end of the lightest of all |
//! | Connect | along this edge, which is now a BRANCH |
//!
//! If two fragments of one level send Connect along the same edge, this edge is the core of a fragment one
//! level up. If a fragment gets a Connect of a lower level, it absorbs the sender at once, and keeps its
//! name. Three kinds of messages may have to wait at a node: a Connect of a level that is not lower, until
//! this fragment grows or chooses the same edge; a Test of a higher level, because the node may be in that
//! fragment without knowing it; a Report from the other end of the core, until this end has searched.
//!
//! **Phases**: *ghs-distribute*: every rank gets the edges of its nodes, by one exchange; *ghs*: the
//! messages; *ghs-gather*: the owner of the lower end of each BRANCH edge reports it to the rank whose part
//! has the edge.
//!
//! **Correctness.** A fragment only grows by the lightest edge that leaves it, and the order of edges, (key,
//! rank, position), is strict. A Test is answered by a node whose level is not lower. If that node's name is
//! another one, it cannot be in the sender's fragment: the sender's fragment keeps its name while it
//! searches, and a node that has joined it but does not know that yet has a lower level. Names are unique,
//! because they are positions in the order of edges. Parallel edges are no problem, because messages name
//! edges. Fragments never wait in a cycle: one of the lowest level whose lightest edge is the lightest among
//! these waits for no other. A fragment of level l has at least 2^l nodes.
//!
//! **Termination.** A token counts messages sent and received until two rounds agree, as `ending.rs` explains
//! and proves. This needs no assumption about the graph, so several components are no problem. A rank that
//! fails ignores all messages from then on. The others terminate, too, and then all agree on the failure.
//!
//! **With [`Shortcut::Fragments`]**, the nodes of a rank that know that they are in the same fragment act as
//! one, so that a broadcast does not walk along all edges of the fragment; `blocks.rs` explains how.
//!
//! **Differences from the paper.** The program of Shou and He ends by a timer; they do not say how it treats
//! equal weights and parallel edges. Here messages that wait are not put back to the end of a queue, where
//! they would be examined again and again. They stay at their node until it changes. A node that already
//! knows a lighter edge from a Report does not test its own. All nodes wake up at once. Aggregation is ours.
//! The paper proposes a shortcut, "some local data structure (similar to a DSU)", but does not say how.

mod arcs;
mod blocks;
mod config;
mod ending;
mod heaps;
mod mailbox;
mod message;
mod node;

use boscage_core::comm::{Comm, KeyedPart, Part, PartForest};
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeId, Key, Objective, Weight};
use boscage_core::{Result, memory};
use boscage_operators::msf::{Facts, Kind, Operator};

use crate::memory::PartSize;
use crate::operator::{AnyPart, AnyPartForest, Ranks, on_part};

use arcs::{ArcState, Arcs};
use config::Counts;
pub use config::{Aggregation, FindArc, FirstBasic, Ghs, GhsCounts, Queue, Shortcut};
use ending::Ending;
use mailbox::Mailbox;
use message::{Name, Parcel};
use node::Nodes;

/// Number of messages that a rank handles between two checks for cancellation.
const CHECK_EVERY: usize = 1 << 10;

impl Operator<Ranks> for Ghs {
    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "ghs",
            kind: Kind::OneThread,
            paper: "Gallager, Humblet, Spira 1983; Shou, He (CUDA, OpenMP, MPI)",
            choose_for: "for comparison, over ranks: messages go along edges",
            summary: "every node is a state machine, and messages go along edges: slow",
        }
    }

    fn run(
        &self,
        (exec, comm): (&Exec, &Comm<'_>),
        part: AnyPart<'_>,
        objective: Objective,
    ) -> Result<AnyPartForest> {
        on_part!(part, |part| ghs(exec, comm, part, objective, *self))
    }

    fn memory(&self, of: &PartSize) -> u64 {
        of.peak(200 * of.part.nodes / of.ranks + 200 * of.part.edges)
    }
}

/// Returns the minimum (maximum) spanning forest of a graph in parts, by messages between its nodes.
///
/// Collective.
///
/// **Algorithm.** Gallager, Humblet, Spira, "A Distributed Algorithm for Minimum-Weight Spanning Trees", ACM
/// TOPLAS 5(1), 1983, in the form of Shou, He, "15-418: Final Project Report - Parallel Minimum Spanning
/// Tree", project report, section 3.4, whose optimisations are the fields of [`Ghs`]. Every node is a state
/// machine that sends messages along its edges: at most 5 n log₂ n + 2 m messages in all, without the
/// shortcut. A broadcast takes as many messages, one after another, as the fragment is deep. So on paths and
/// roads most ranks wait most of the time. A road network of 10,000 nodes took 208,000 messages, up to 554
/// one after another; on 16 ranks with [`Shortcut::Fragments`] 118,000, and up to 10.
///
/// **When to choose it.** For comparison: no rank needs memory proportional to the graph, but it is slow.
/// [`sparse_directory`](fn@crate::sparse_directory) is much faster.
///
/// # Determinism
/// The forest is deterministic. The messages are not, on two or more ranks.
///
/// # Memory
/// About 100 bytes per arc of the rank and 200 per node. There are 2 m / P arcs and n / P nodes on a rank if
/// nodes have equal degrees.
///
/// # Errors
/// [`Error::Argument`](boscage_core::Error::Argument) if the buffer is 0.
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated;
/// [`Error::OtherRank`](boscage_core::Error::OtherRank) if one of these has happened on another rank.
///
/// # Examples
/// ```
/// use boscage::comm::{Part, run};
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::ranks::{Ghs, ghs};
///
/// // Two ranks. Each has two edges of a cycle.
/// let exec = Exec::new(1)?;
/// let forests = run(2, |comm| {
///     let (edges, first) = match comm.rank() {
///         0 => ([(0, 1, 4_u32), (1, 2, 9)], 0),
///         _ => ([(2, 3, 1), (3, 0, 4)], 2),
///     };
///     let part = Part::new(&exec, EdgeList::from_triples(4, edges)?, first)?;
///     ghs(&exec, comm, &part, Objective::Minimum, Ghs::default())
/// })?;
/// assert_eq!((forests[0].total(), forests[0].tree_count()), (9, 1));
/// assert_eq!([forests[0].edges().len(), forests[1].edges().len()], [1, 2]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn ghs<W: Weight>(
    exec: &Exec,
    comm: &Comm<'_>,
    part: &Part<W>,
    objective: Objective,
    config: Ghs,
) -> Result<PartForest<W>> {
    let (forest, _) = edges_of(exec, comm, KeyedPart::of(part, objective), config)?;
    PartForest::new(comm, part, forest)
}

/// Returns the forest of [`ghs`] with statistics of its messages. Collective.
///
/// Determinism and memory are those of [`ghs`].
///
/// # Errors
/// The same as [`ghs`].
///
/// # Examples
/// ```
/// use boscage::comm::{Part, run};
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::ranks::{Ghs, ghs_counted};
///
/// let exec = Exec::new(1)?;
/// let counts = run(1, |comm| {
///     let part = Part::new(&exec, EdgeList::from_triples(2, [(0, 1, 4_u32)])?, 0)?;
///     let (_, counts) = ghs_counted(&exec, comm, &part, Objective::Minimum, Ghs::default())?;
///     Ok(counts)
/// })?;
/// assert_eq!((counts[0].connects, counts[0].level), (2, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn ghs_counted<W: Weight>(
    exec: &Exec,
    comm: &Comm<'_>,
    part: &Part<W>,
    objective: Objective,
    config: Ghs,
) -> Result<(PartForest<W>, GhsCounts)> {
    let (forest, counts) = edges_of(exec, comm, KeyedPart::of(part, objective), config)?;
    Ok((PartForest::new(comm, part, forest)?, counts.of_all(comm)?))
}

/// Returns the positions in this rank's part of its edges of the forest. Collective.
fn edges_of<K: Key>(
    exec: &Exec,
    comm: &Comm<'_>,
    part: KeyedPart<'_, K>,
    config: Ghs,
) -> Result<(Vec<EdgeId>, Counts)> {
    config.check()?; // alike on all ranks
    comm.step("ghs-distribute", 0);
    let arcs = Arcs::distribute(exec, comm, part, config)?;
    let mailbox = Mailbox::new(comm, arcs.nodes(), config);
    let nodes = Nodes::new(arcs, config);
    let (mut mailbox, mut nodes) = comm.agree(mailbox.and_then(|mailbox| Ok((mailbox, nodes?))))?;

    comm.step("ghs", 0);
    run(exec, &mut nodes, &mut mailbox)?;
    comm.agree(mailbox.outcome())?;
    assert!(nodes.are_at_rest(), "all searches have ended, and no message waits");

    comm.step("ghs-gather", 0);
    let (words, counts) = comm.agree(branches(nodes.arcs(), comm.ranks()))?;
    let received = comm.exchange(&words, &counts)?;
    let mut edges = memory::reserve("edges of the forest", received.words().len());
    if let Ok(edges) = &mut edges {
        edges.extend(received.words().iter().map(|&position| EdgeId::from(position as u32)));
    }
    Ok((comm.agree(edges)?, mailbox.counts))
}

/// Handles messages until there are none on any rank.
fn run(exec: &Exec, nodes: &mut Nodes, mailbox: &mut Mailbox<'_, '_>) -> Result<()> {
    let comm = mailbox.comm();
    let mut ending = Ending::new(comm.rank());
    nodes.wake(mailbox)?;
    loop {
        while let Some((_, words)) = comm.receive(false)? {
            receive(&words, nodes, mailbox, &mut ending);
        }
        let mut handled = 0;
        while let Some((node, message)) = mailbox.next() {
            if handled % CHECK_EVERY == 0 {
                exec.check_cancelled().unwrap_or_else(|error| mailbox.fail(error));
            }
            nodes.handle(mailbox, node, message)?;
            handled += 1;
        }
        mailbox.flush_all()?;
        if handled > 0 {
            continue; // messages may have arrived in the meantime
        }
        ending.idle(mailbox)?;
        if ending.is_over() {
            return Ok(());
        }
        if let Some((_, words)) = comm.receive(true)? {
            receive(&words, nodes, mailbox, &mut ending);
        }
    }
}

/// Handles words from another rank.
fn receive(words: &[u64], nodes: &Nodes, mailbox: &mut Mailbox<'_, '_>, ending: &mut Ending) {
    match Parcel::read(words) {
        Parcel::Token { sent, received } => ending.take(sent, received),
        Parcel::End => ending.end(),
        Parcel::Messages(messages) => {
            messages.for_each(|message| mailbox.receive(nodes.arcs().number(message.to), message));
        }
    }
}

/// Returns the positions of the BRANCH edges, for the ranks that have them, and their number per rank. Both
/// ends of an edge know that it is one; the lower one reports it.
fn branches(arcs: &Arcs, ranks: usize) -> Result<(Vec<u64>, Vec<usize>)> {
    let edges = || {
        let reports = |arc: &arcs::Arc| arcs.label(arc.node) < arc.other;
        arcs.iter()
            .filter(move |&(arc, state)| state == ArcState::Branch && reports(arc))
            .map(|(arc, _)| arc.name.edge)
    };
    let mut words = memory::reserve("edges of the forest", edges().count())?;
    words.extend(edges());
    words.sort_unstable(); // by ranks
    let mut counts = memory::filled("words for each rank", ranks, 0)?;
    for word in &mut words {
        let (rank, position) = Name::place(*word);
        counts[rank] += 1;
        *word = position.into();
    }
    Ok((words, counts))
}
