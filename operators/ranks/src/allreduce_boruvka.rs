//! Borůvka's algorithm with a vector of all trees on every rank.
//!
//! | phase | what it does |
//! |---|---|
//! | *copy* | with [`Copies::Whole`]: every rank gets the whole graph, as in the paper, and edge j is the work of rank j mod p |
//! | *reduce* | three reductions of a word per tree: the key, the rank and position of the lightest edge with this key, the trees at its ends |
//! | *join* | every rank joins all trees along the lightest edges, and numbers the remaining ones |
//!
//! **Correctness.** The lightest edge that leaves a tree is in the forest. Edges are compared by (key, rank,
//! position), so lightest edges form no cycle, except that two trees may have the same one.
//!
//! **Differences from the paper.** There the loop runs until no tree is left, which never happens. Here it
//! ends after a round without edges, so graphs of several trees end too.

use boscage_core::comm::{Comm, KeyedPart, Part, PartForest, Reduction};
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeId, Key, Node, Objective, Weight};
use boscage_core::parallel::least;
use boscage_core::sync::SequentialSets;
use boscage_core::{Result, memory};
use boscage_operators::msf::{Facts, Kind, Operator, Size};

use crate::memory::PartSize;
use crate::operator::{AnyPart, AnyPartForest, Ranks, on_part};

/// The edges of the graph that every rank has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Copies {
    /// Its own part.
    #[default]
    Part,
    /// All edges, as in the paper.
    Whole,
}

/// Configuration of [`allreduce_boruvka`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllreduceBoruvka {
    /// The edges of the graph that every rank has.
    pub copies: Copies,
}

/// An edge between trees.
#[derive(Clone, Copy)]
struct Edge<K> {
    u: u32,
    v: u32,
    key: K,
    /// The rank whose part has it, and its position there.
    rank: u32,
    at: u32,
}

/// Words of an edge in a message.
const WORDS: usize = 3;

/// No edge.
const NONE: u64 = u64::MAX;

impl Operator<Ranks> for AllreduceBoruvka {
    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "allreduce-boruvka",
            kind: Kind::Threads,
            paper: "Shou, He (CUDA, OpenMP, MPI)",
            choose_for: "for comparison, over ranks: every rank has all trees",
            summary: "rounds in which the lightest edges of all trees are reduced over all ranks",
        }
    }

    fn run(
        &self,
        (exec, comm): (&Exec, &Comm<'_>),
        part: AnyPart<'_>,
        objective: Objective,
    ) -> Result<AnyPartForest> {
        on_part!(part, |part| allreduce_boruvka(exec, comm, part, objective, *self))
    }

    fn memory(&self, of: &PartSize) -> u64 {
        let Size { nodes, edges, weight_bytes, .. } = of.part;
        of.peak(48 * nodes + (13 + 2 * weight_bytes) * edges)
    }
}

/// Returns the minimum (maximum) spanning forest of a graph in parts by Borůvka's algorithm, with all trees
/// on every rank.
///
/// Collective.
///
/// **Algorithm.** Listing 8 of Shou, He, "15-418: Final Project Report - Parallel Minimum Spanning Tree",
/// project report, over MPI. In a round each rank finds, among its own edges, the lightest at each tree.
/// These vectors, one entry per tree, are reduced by minimum over all ranks. Then every rank joins the same
/// trees, and contracts its own edges. O(log n) rounds; in the first each rank sends 3 n words.
///
/// **When to choose it.** For comparison. Traffic and memory of a rank do not fall with the number of ranks;
/// those of [`sparse_directory`](fn@crate::sparse_directory) do.
///
/// # Determinism
/// Deterministic: the result is the same on any number of ranks.
///
/// # Memory
/// On every rank 48 bytes per node of the graph, and 21 per edge of its own (29 with 64-bit weights). With
/// [`Copies::Whole`] per edge of the graph, and as much again while edges arrive.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated;
/// [`Error::OtherRank`](boscage_core::Error::OtherRank) if one of these has happened on another rank.
///
/// # Examples
/// ```
/// use boscage::comm::{self, Part};
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::ranks::{AllreduceBoruvka, allreduce_boruvka};
///
/// let totals = comm::run(2, |comm| {
///     let exec = Exec::new(1)?;
///     let list = EdgeList::from_triples(3, [(0, 1, 4_u32), (1, 2, 2 + comm.rank() as u32)])?;
///     let part = Part::new(&exec, list, 2 * comm.rank() as u64)?;
///     let config = AllreduceBoruvka::default();
///     Ok(allreduce_boruvka(&exec, comm, &part, Objective::Minimum, config)?.total())
/// })?;
/// assert_eq!(totals, [6, 6]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn allreduce_boruvka<W: Weight>(
    exec: &Exec,
    comm: &Comm<'_>,
    part: &Part<W>,
    objective: Objective,
    config: AllreduceBoruvka,
) -> Result<PartForest<W>> {
    let edges = edges_of(exec, comm, KeyedPart::of(part, objective), config)?;
    PartForest::new(comm, part, edges)
}

/// Returns the positions in this rank's part of its edges of the forest. Collective.
fn edges_of<K: Key>(
    exec: &Exec,
    comm: &Comm<'_>,
    part: KeyedPart<'_, K>,
    config: AllreduceBoruvka,
) -> Result<Vec<EdgeId>> {
    comm.step("copy", 0);
    let mut edges = match config.copies {
        Copies::Part => comm.agree(own_edges(comm, part))?,
        Copies::Whole => shared_edges(comm, part)?,
    };
    edges.retain(|edge| edge.u != edge.v);
    let mut trees = part.node_count();
    let mut forest = Vec::new();
    for round in 1.. {
        comm.agree(exec.check_cancelled())?;
        comm.step("reduce", round);
        let lightest = lightest(exec, comm, &edges, trees)?;
        if lightest.iter().all(|choice| choice.place == NONE) {
            break;
        }
        comm.step("join", round);
        let joined = comm.agree(join(&lightest, comm.rank(), &mut forest))?;
        edges.retain_mut(|edge| {
            (edge.u, edge.v) = (joined.labels[edge.u as usize], joined.labels[edge.v as usize]);
            edge.u != edge.v
        });
        trees = joined.trees;
    }
    Ok(forest)
}

/// Returns the edges of this rank's part.
fn own_edges<K: Key>(comm: &Comm<'_>, part: KeyedPart<'_, K>) -> Result<Vec<Edge<K>>> {
    let local = part.local();
    let mut edges = memory::reserve("edges", local.edge_count())?;
    edges.extend((0..local.edge_count()).map(|at| {
        let [u, v] = part.ends(EdgeId::new(at)).map(u32::from);
        Edge { u, v, key: local.key(at), rank: comm.rank() as u32, at: at as u32 }
    }));
    Ok(edges)
}

/// Returns every p-th of all edges of the graph, which every rank receives. Collective.
fn shared_edges<K: Key>(comm: &Comm<'_>, part: KeyedPart<'_, K>) -> Result<Vec<Edge<K>>> {
    let words = own_edges(comm, part).and_then(|edges| {
        let mut words = memory::reserve("edges to be sent", WORDS * edges.len())?;
        let both = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        words.extend(
            edges.iter().flat_map(|edge| [both(edge.u, edge.v), edge.key.into(), both(edge.rank, edge.at)]),
        );
        Ok(words)
    });
    let all = comm.gather(&comm.agree(words)?)?;
    let halves = |word: u64| ((word >> 32) as u32, word as u32);
    let edge = |words: &[u64]| {
        let ((u, v), (rank, at)) = (halves(words[0]), halves(words[2]));
        Edge { u, v, key: K::from_number(words[1]), rank, at }
    };
    let mut edges = comm.agree(memory::reserve("edges", all.words().len() / WORDS))?;
    edges.extend(all.words().chunks_exact(WORDS).map(edge));
    let mut at = 0..;
    edges.retain(|_| at.next().is_some_and(|at| at % comm.ranks() == comm.rank()));
    Ok(edges)
}

/// The lightest edge at a tree, over all ranks.
#[derive(Clone, Copy)]
struct Choice {
    /// The rank whose part has it, and its position there; [`NONE`] if there is none.
    place: u64,
    /// The trees at its ends.
    ends: u64,
}

/// Returns the lightest edges of all trees. Collective.
fn lightest<K: Key>(exec: &Exec, comm: &Comm<'_>, edges: &[Edge<K>], trees: usize) -> Result<Vec<Choice>> {
    let all = 0..edges.len();
    // Edges are in the order of their ids, so the first of several equal ones is the lightest.
    let own = least(exec, trees, K::PACKED_MAX, std::slice::from_ref(&all), |i| {
        ([edges[i].u, edges[i].v], edges[i].key.pack(EdgeId::new(i)))
    });
    let own = comm.agree(own)?;
    let own = |tree: usize| {
        let packed = own[tree];
        (packed != K::PACKED_MAX).then(|| edges[K::unpack_id(packed).index()])
    };
    let vector = || memory::filled("a vector of all trees", trees, NONE);
    let vectors = vector().and_then(|keys| Ok((keys, vector()?, vector()?)));
    let (mut keys, mut places, mut ends) = comm.agree(vectors)?;
    keys.iter_mut().enumerate().for_each(|(tree, key)| *key = own(tree).map_or(NONE, |edge| edge.key.into()));
    comm.reduce(&mut keys, Reduction::Min)?;
    // Only edges with the least key count, also where this is the greatest of all keys.
    let place = |edge: &Edge<K>| u64::from(edge.rank) << 32 | u64::from(edge.at);
    for (tree, place_of) in places.iter_mut().enumerate() {
        if let Some(edge) = own(tree).filter(|edge| edge.key.into() == keys[tree]) {
            *place_of = place(&edge);
        }
    }
    drop(keys);
    comm.reduce(&mut places, Reduction::Min)?;
    for (tree, ends_of) in ends.iter_mut().enumerate() {
        if let Some(edge) = own(tree).filter(|edge| place(edge) == places[tree]) {
            *ends_of = u64::from(edge.u) << 32 | u64::from(edge.v);
        }
    }
    comm.reduce(&mut ends, Reduction::Min)?;
    let choices = places.into_iter().zip(ends).map(|(place, ends)| Choice { place, ends });
    Ok(choices.collect())
}

/// The trees after a round.
struct Joined {
    /// The new number of each old tree.
    labels: Vec<u32>,
    trees: usize,
}

/// Joins the trees along their lightest edges. Those in the part of `rank` enter `forest`.
fn join(lightest: &[Choice], rank: usize, forest: &mut Vec<EdgeId>) -> Result<Joined> {
    let mut sets = SequentialSets::new(lightest.len())?;
    for &Choice { place, ends } in lightest.iter().filter(|choice| choice.place != NONE) {
        let (u, v) = ((ends >> 32) as u32, ends as u32);
        if sets.unite(Node::from(u), Node::from(v)) && place >> 32 == rank as u64 {
            memory::grow("the forest", forest, 1)?;
            forest.push(EdgeId::from(place as u32));
        }
    }
    sets.flatten();
    // A root is the lowest of its set, so it has its number before the others need it.
    let mut labels: Vec<u32> = memory::reserve("labels of trees", lightest.len())?;
    let mut trees = 0;
    for tree in 0..lightest.len() {
        let root = sets.find(Node::new(tree)).index();
        labels.push(if root == tree { trees } else { labels[root] });
        trees += u32::from(root == tree);
    }
    Ok(Joined { labels, trees: trees as usize })
}
