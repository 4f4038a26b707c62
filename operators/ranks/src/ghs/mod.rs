//! The algorithm of Gallager, Humblet and Spira: every node is a process, and sends messages along its edges.
//!
//! **Idea.** A *fragment* is a connected part of the forest. It has a *level*, and a *core*, the edge
//! that gave it its name. All its nodes together find the lightest edge that leaves it. The fragment then
//! asks the one beyond this edge to become one with it. Node j belongs to rank j mod P, which handles the
//! messages for its nodes from a queue.
//!
//! | message | what it is for |
//! |---|---|
//! | Initiate | from the core to all nodes of the fragment: its name and level, and whether to search |
//! | Test | a node asks along its lightest BASIC arc whether the other end is in another fragment |
//! | Accept, Reject | it is, or it is not; a rejected arc is REJECTED for ever |
//! | Report | back to the core: the lightest edge that a part of the fragment has found |
//! | ChangeCore | from the core to the end of the lightest of all |
//! | Connect | along this edge, which is now a BRANCH |
//!
//! If two fragments of one level send Connect along the same edge, this is the core of a fragment one
//! level up. If a fragment gets a Connect of a lower level, it absorbs the sender at once, and keeps its
//! name. Three kinds of messages may have to wait at a node: a Connect of a level that is not lower,
//! until this fragment grows or chooses the same edge; a Test of a higher level, because the node may be
//! in that fragment without knowing it; a Report from the other end of the core, until this end has
//! searched.
//!
//! **Phases**: *ghs-distribute*: every rank gets the edges of its nodes, by one exchange; *ghs*: the
//! messages; *ghs-gather*: the owner of the lower end of each BRANCH edge tells the rank whose part has
//! the edge.
//!
//! **Why it is correct.** A fragment only grows by the lightest edge that leaves it, and the order of edges,
//! (key, rank, position), is strict. A Test is answered by a node whose level is not lower. If that node's
//! name is another one, it cannot be in the sender's fragment. For the sender's fragment keeps its name while
//! it searches, and a node that has joined it but does not know that yet has a lower level. Names are whole
//! places in this order, so no two fragments have the same. Parallel edges are no problem, because messages
//! name edges. Fragments never wait in a circle: one of the lowest level whose lightest edge is the lightest
//! among these waits for nobody. A fragment of level l has at least 2^l nodes.
//!
//! **How it ends.** Not by a timer: a token counts messages sent and received until two rounds agree, as
//! `ending.rs` explains and proves. This needs no assumption about the graph, so several components are no
//! problem. A rank that fails ignores all messages from then on. The others come to an end, too, and then all
//! agree on the failure.
//!
//! **With [`Shortcut::Fragments`]**, the nodes of a rank that know that they are in the same fragment act as
//! one, so that a broadcast does not walk along all edges of the fragment; `blocks.rs` explains how.
//!
//! **What differs from the text.** It ends by a timer; it does not say what it does about equal weights
//! and parallel edges. Messages that wait are not put back to the end of a queue, where they would be
//! looked at again and again. They stay at their node until it changes. A node that already knows a
//! lighter edge from a Report does not test its own. All nodes wake up at once. Aggregation is ours. The
//! text proposes a shortcut, "some local data structure (similar to a DSU)", but does not say how.
//!
//! **Cost.** At most 5 n log2 n + 2 m messages in all, as the authors prove, without the shortcut. What a
//! fragment learns takes as many of them, one after the other, as the fragment is deep. So on paths and
//! roads most ranks wait most of the time. A road network of 10,000 nodes took 208,000 messages, up to 554
//! one after the other; on 16 ranks with the shortcut 118,000, and up to 10. About 100 bytes per arc of the
//! rank and 200 per node; there are 2 m / P arcs and n / P nodes on a rank, if nodes have equal degrees.
//!
//! **Deterministic**: the forest is; the messages are not, from two ranks on.
//!
//! **When to choose it.** For comparison: it needs no memory of the size of the graph on any rank, but it is
//! slow by nature.
//!
//! **Paper.** Gallager, Humblet, Spira, "A Distributed Algorithm for Minimum-Weight Spanning Trees", ACM
//! TOPLAS 5(1), 1983, as Shou, He, "15-418: Final Project Report - Parallel Minimum Spanning Tree" run it
//! over MPI (section 3.4), whose optimisations are the fields of [`Ghs`].

mod arcs;
mod blocks;
mod config;
mod ending;
mod heaps;
mod message;
mod node;
mod post;

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
use message::{Name, Parcel};
use node::Nodes;
use post::Post;

/// Messages that are handled before a rank asks whether it is to stop.
const PATIENCE: usize = 1 << 10;

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

/// The minimum (maximum) spanning forest by the algorithm of Gallager, Humblet and Spira. Collective.
///
/// # Errors
/// [`boscage_core::Error::Argument`] if the buffer is 0, [`boscage_core::Error::Cancelled`],
/// [`boscage_core::Error::OutOfMemory`], and [`boscage_core::Error::OtherRank`] if one of these has happened
/// on another rank.
///
/// ```
/// use boscage::comm::{Part, run};
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::ranks::{Ghs, ghs};
///
/// // Two ranks. Each has two edges of a circle.
/// let exec = Exec::new(1)?;
/// let forests = run(2, |comm| {
///     let (edges, first) = match comm.rank() {
///         0 => ([(0, 1, 4_u32), (1, 2, 9)], 0),
///         _ => ([(2, 3, 1), (3, 0, 4)], 2),
///     };
///     let part = Part::new(&exec, EdgeList::from_triples(4, edges)?, first)?;
///     ghs(&exec, comm, &part, Objective::Minimum, Ghs::default())
/// })?;
/// assert_eq!((forests[0].total(), forests[0].trees()), (9, 1));
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

/// The same, with what was sent.
///
/// # Errors
/// As [`ghs`].
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
    let post = Post::new(comm, arcs.nodes(), config);
    let nodes = Nodes::new(arcs, config);
    let (mut post, mut nodes) = comm.agree(post.and_then(|post| Ok((post, nodes?))))?;

    comm.step("ghs", 0);
    talk(exec, &mut nodes, &mut post)?;
    comm.agree(post.outcome())?;
    assert!(nodes.are_at_rest(), "all searches have ended, and no message waits");

    comm.step("ghs-gather", 0);
    let (words, counts) = comm.agree(branches(nodes.arcs(), comm.ranks()))?;
    let received = comm.exchange(&words, &counts)?;
    let mut edges = memory::reserve("edges of the forest", received.words().len());
    if let Ok(edges) = &mut edges {
        edges.extend(received.words().iter().map(|&position| EdgeId::from(position as u32)));
    }
    Ok((comm.agree(edges)?, post.counts))
}

/// All nodes send each other messages, until there are none.
fn talk(exec: &Exec, nodes: &mut Nodes, post: &mut Post<'_, '_>) -> Result<()> {
    let comm = post.comm();
    let mut ending = Ending::new(comm.rank());
    nodes.wake(post)?;
    loop {
        while let Some((_, words)) = comm.receive(false)? {
            take_in(&words, nodes, post, &mut ending);
        }
        let mut handled = 0;
        while let Some((node, message)) = post.next() {
            if handled % PATIENCE == 0 {
                exec.check_cancelled().unwrap_or_else(|error| post.fail(error));
            }
            nodes.handle(post, node, message)?;
            handled += 1;
        }
        post.flush_all()?;
        if handled > 0 {
            continue; // something may have come in the meantime
        }
        ending.idle(post)?;
        if ending.is_over() {
            return Ok(());
        }
        if let Some((_, words)) = comm.receive(true)? {
            take_in(&words, nodes, post, &mut ending);
        }
    }
}

/// Something has come from another rank.
fn take_in(words: &[u64], nodes: &Nodes, post: &mut Post<'_, '_>, ending: &mut Ending) {
    match Parcel::read(words) {
        Parcel::Token { sent, received } => ending.take(sent, received),
        Parcel::End => ending.end(),
        Parcel::Messages(messages) => {
            messages.for_each(|message| post.receive(nodes.arcs().number(message.to), message));
        }
    }
}

/// The positions of the BRANCH edges, for the ranks that have them, and how many each rank gets. Both ends of
/// an edge know that it is one; the lower one tells.
fn branches(arcs: &Arcs, ranks: usize) -> Result<(Vec<u64>, Vec<usize>)> {
    let edges = || {
        let told = |arc: &arcs::Arc| arcs.label(arc.node) < arc.other;
        arcs.iter()
            .filter(move |&(arc, state)| state == ArcState::Branch && told(arc))
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
