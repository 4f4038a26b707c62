//! The proof over ranks that a forest in parts is minimal.
//!
//! Every rank gets the whole forest, and checks with [`check`](fn@boscage_operators::msf::check) that it is
//! one, and that none of the rank's own edges would do better. The edges of all ranks together are all edges.

use boscage_core::comm::{Comm, KeyedPart, Parcels, Part};
use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, EdgeId, EdgeList, Key, Node, Objective, Weight};
use boscage_core::{Result, memory};

use boscage_operators::msf::{Flaw, Verdict, check as check_on_one};

/// Words of an edge in a message.
const WORDS: usize = 3;

/// Proves that the edges at some positions of the ranks' parts, together, are the minimum (maximum) spanning
/// forest, or finds a flaw.
///
/// Collective. All ranks get the same verdict, which names edges by their ids in the whole graph. Each rank
/// sends 3 words per edge of its forest to each other rank. The forest must fit each rank, but the graph need
/// not.
///
/// # Determinism
/// Deterministic: the result is the same on any number of ranks.
///
/// # Memory
/// On every rank as much as [`check`](fn@boscage_operators::msf::check) takes for a graph of the forest's and
/// the rank's own edges, and 16 bytes per edge of this graph. [`proof_memory`](crate::proof_memory) returns
/// it.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated;
/// [`Error::OtherRank`](boscage_core::Error::OtherRank) if one of these has happened on another rank.
///
/// # Examples
/// ```
/// use boscage::comm::{self, Part};
/// use boscage::{exec::Exec, graph::{EdgeId, EdgeList, Objective}};
/// use boscage::{operators::msf::Verdict, ranks};
///
/// let verdicts = comm::run(2, |comm| {
///     let exec = Exec::new(1)?;
///     let list = EdgeList::from_triples(3, [(0, 1, 4_u32), (1, 2, 2 + comm.rank() as u32)])?;
///     let part = Part::new(&exec, list, 2 * comm.rank() as u64)?;
///     // Both edges of rank 0, and none of rank 1.
///     let forest: Vec<EdgeId> = if comm.rank() == 0 { [0, 1].map(EdgeId::new).into() } else { vec![] };
///     ranks::check(&exec, comm, &part, &forest, Objective::Minimum)
/// })?;
/// assert_eq!(verdicts, [Verdict::Exact; 2]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn check<W: Weight>(
    exec: &Exec,
    comm: &Comm<'_>,
    part: &Part<W>,
    forest: &[EdgeId],
    objective: Objective,
) -> Result<Verdict<u64>> {
    check_keyed(exec, comm, KeyedPart::of(part, objective), forest)
}

/// The same for a part whose edges have keys of one width. Collective.
fn check_keyed<K: Key>(
    exec: &Exec,
    comm: &Comm<'_>,
    part: KeyedPart<'_, K>,
    forest: &[EdgeId],
) -> Result<Verdict<u64>> {
    comm.step("verify", 0);
    let mut own = Vec::new();
    let unknown = forest.iter().filter(|id| id.index() >= part.local().edge_count()).min();
    let mut verdict = unknown.map_or(Verdict::Exact, |&id| Verdict::Flawed(Flaw::Unknown(part.id(id))));
    let sent = match verdict {
        Verdict::Exact => words(part, forest, &mut own),
        _ => Ok(Vec::new()),
    };
    let all = comm.gather(&comm.agree(sent)?)?;
    if verdict == Verdict::Exact {
        let list = Around::new(comm, part, &own, &all).and_then(|around| {
            let verdict = check_on_one(exec, &around.list, &around.forest, Objective::Minimum)?;
            Ok(verdict.with_ids(|position| around.id(position.index())))
        });
        verdict = comm.agree(list)?;
    } else {
        comm.agree(Ok(()))?;
    }
    // The same on all ranks: the worst, and of equally bad ones the one of the lowest edges.
    let all = comm.gather(&words_of(verdict))?;
    let verdicts = (0..comm.ranks()).map(|rank| all.from_rank(rank));
    Ok(verdicts.min().map_or(verdict, from_words))
}

/// Returns the message about the rank's edges of the forest, in the order of their ids. `own` gets their
/// positions.
fn words<K: Key>(part: KeyedPart<'_, K>, forest: &[EdgeId], own: &mut Vec<EdgeId>) -> Result<Vec<u64>> {
    memory::grow("the forest", own, forest.len())?;
    own.extend_from_slice(forest);
    own.sort_unstable();
    let mut words = memory::reserve("the forest to be sent", WORDS * forest.len())?;
    for &id in &*own {
        let [u, v] = part.ends(id).map(|node| u64::from(u32::from(node)));
        words.extend([u << 32 | v, part.local().key(id.index()).into(), part.id(id)]);
    }
    Ok(words)
}

/// A rank's edges and the forest's edges of the other ranks, in the order of all ids.
struct Around {
    /// The edges, with their keys as weights.
    list: EdgeList<u64>,
    /// The forest, by positions in the list.
    forest: Vec<EdgeId>,
    /// The ids of the edges before those of the rank, and of those after.
    before: Vec<u64>,
    behind: Vec<u64>,
    first: u64,
    len: usize,
}

impl Around {
    fn new<K: Key>(comm: &Comm<'_>, part: KeyedPart<'_, K>, own: &[EdgeId], all: &Parcels) -> Result<Self> {
        let len = part.local().edge_count();
        let count = all.words().len() / WORDS;
        let mut edges = memory::reserve("edges around the part", count + len)?;
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        memory::grow("the ids of a forest", &mut before, count)?;
        memory::grow("the ids of a forest", &mut behind, count)?;
        let others = |edges: &mut Vec<Edge<u64>>, rank: usize, ids: &mut Vec<u64>| {
            for words in all.from_rank(rank).chunks_exact(WORDS) {
                let (u, v) = ((words[0] >> 32) as u32, words[0] as u32);
                edges.push(Edge::new(Node::from(u), Node::from(v), words[1]));
                ids.push(words[2]);
            }
        };
        (0..comm.rank()).for_each(|rank| others(&mut edges, rank, &mut before));
        edges.extend((0..len).map(|at| {
            let [u, v] = part.ends(EdgeId::new(at));
            Edge::new(u, v, part.local().key(at).into())
        }));
        (comm.rank() + 1..comm.ranks()).for_each(|rank| others(&mut edges, rank, &mut behind));
        let mut forest = memory::reserve("the forest", count)?;
        forest.extend((0..before.len()).map(EdgeId::new));
        forest.extend(own.iter().map(|id| EdgeId::new(before.len() + id.index())));
        forest.extend((before.len() + len..edges.len()).map(EdgeId::new));
        let first = part.id(EdgeId::new(0));
        Ok(Self { list: EdgeList::new(part.node_count(), edges)?, forest, before, behind, first, len })
    }

    /// Returns the id of the edge at a position.
    fn id(&self, position: usize) -> u64 {
        match position.checked_sub(self.before.len()) {
            None => self.before[position],
            Some(own) if own < self.len => self.first + own as u64,
            Some(own) => self.behind[own - self.len],
        }
    }
}

/// Words that order verdicts: the worst first, then those of the lowest edges.
fn words_of(verdict: Verdict<u64>) -> [u64; 3] {
    match verdict {
        Verdict::Flawed(Flaw::Unknown(edge)) => [0, edge, 0],
        Verdict::Flawed(Flaw::Repeated(edge)) => [1, edge, 0],
        Verdict::Flawed(Flaw::Cycle(edge)) => [2, edge, 0],
        Verdict::Flawed(Flaw::NotSpanning(edge)) => [3, edge, u64::MAX],
        Verdict::Flawed(Flaw::Heavier { inside, outside }) => [3, outside, inside],
        Verdict::Minimal { inside, outside } => [4, outside, inside],
        Verdict::Exact => [5, 0, 0],
    }
}

fn from_words(words: &[u64]) -> Verdict<u64> {
    match *words {
        [0, edge, _] => Verdict::Flawed(Flaw::Unknown(edge)),
        [1, edge, _] => Verdict::Flawed(Flaw::Repeated(edge)),
        [2, edge, _] => Verdict::Flawed(Flaw::Cycle(edge)),
        [3, edge, u64::MAX] => Verdict::Flawed(Flaw::NotSpanning(edge)),
        [3, outside, inside] => Verdict::Flawed(Flaw::Heavier { inside, outside }),
        [4, outside, inside] => Verdict::Minimal { inside, outside },
        _ => Verdict::Exact,
    }
}
