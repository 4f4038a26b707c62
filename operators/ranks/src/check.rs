//! The certificate over ranks: proves that a forest in parts is minimal.
//!
//! Every rank gets the whole forest, and checks with [`check`](fn@boscage_operators::msf::check) that it is
//! one, and that none of the rank's own edges would do better. The edges of all ranks together are all edges.
//!
//! **Cost.** 3 words for each edge of the forest, from and to each rank; memory on every rank as for `check`
//! of a graph that has the forest and the rank's own edges, and 16 bytes for each of these. So the forest
//! must fit each rank, but the graph need not.

use boscage_core::comm::{Comm, KeyedPart, Parcels, Part};
use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, EdgeId, EdgeList, Key, Node, Objective, Weight};
use boscage_core::{Result, memory};

use boscage_operators::msf::{Flaw, Verdict, check as check_on_one};

/// Words of an edge in a message.
const WORDS: usize = 3;

/// Whether the edges at some positions of the ranks' parts, together, are the minimum (maximum) spanning
/// forest. All ranks get the same verdict; edges are called by their ids in the whole graph. Collective.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`], [`boscage_core::Error::OutOfMemory`] and
/// [`boscage_core::Error::OtherRank`].
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
    let unknown = forest.iter().filter(|id| id.index() >= part.local().len()).min();
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
    // The same on all ranks: the worst, and of equally bad ones that of the lowest edges.
    let all = comm.gather(&words_of(verdict))?;
    let verdicts = (0..comm.ranks()).map(|rank| all.of(rank));
    Ok(verdicts.min().map_or(verdict, of_words))
}

/// What a rank tells the others of its edges of the forest, in the order of their ids; `own` gets their
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

/// A rank's edges, and around them, in the order of all ids, the forest's edges of the others.
struct Around {
    /// Edges that weigh their keys.
    list: EdgeList<u64>,
    /// The forest, by positions in the list.
    forest: Vec<EdgeId>,
    /// The ids of the edges before those of the rank, and of those behind.
    before: Vec<u64>,
    behind: Vec<u64>,
    first: u64,
    len: usize,
}

impl Around {
    fn new<K: Key>(comm: &Comm<'_>, part: KeyedPart<'_, K>, own: &[EdgeId], all: &Parcels) -> Result<Self> {
        let len = part.local().len();
        let count = all.words().len() / WORDS;
        let mut edges = memory::reserve("edges around the part", count + len)?;
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        memory::grow("the ids of a forest", &mut before, count)?;
        memory::grow("the ids of a forest", &mut behind, count)?;
        let others = |edges: &mut Vec<Edge<u64>>, rank: usize, ids: &mut Vec<u64>| {
            for words in all.of(rank).chunks_exact(WORDS) {
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
        Ok(Self { list: EdgeList::new(part.nodes(), edges)?, forest, before, behind, first, len })
    }

    /// The id of the edge at a position.
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

fn of_words(words: &[u64]) -> Verdict<u64> {
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
