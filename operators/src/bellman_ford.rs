//! The algorithm of Bellman and Ford, in rounds.
//!
//! **Phases.** A *round* pushes the distances of the nodes that fell in the round before, as they were at its
//! beginning: it reads one array and writes another one, and then they change places. So after round k a
//! distance is the least of all walks with at most k arcs, whatever the threads do. A node that did not fall
//! has the same distance in both arrays, or sends it to itself when it is pushed.
//!
//! **Negative cycles.** In rounds 2, 4 to 5, 8 to 11, 16 to 23 and so on, each node that falls also records
//! the lowest node that let it fall, and after the last of each of them records are searched for a cycle.
//! Every cycle of records is negative: of its nodes, take one that fell last. The next one fell because of an
//! earlier, larger distance of this node. And a negative cycle is found: a node that fell in the last of r
//! recorded rounds has a record of a node that fell in this round or the one before, and so on, r nodes in
//! all. With more recorded rounds than nodes, one of them occurs twice.
//!
//! **Parents.** From the sources on, level by level, over *tight* arcs, which lead from the distance of their
//! source exactly to that of their target. Rounded sums may leave nodes that are not reached so. Each of them
//! has a tight arc from another one. They form a cycle that counts as negative.

use std::{fmt, mem};

use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, Direction, Graph, Node, NodeSet, RelaxedOrder};
use boscage_core::parallel::for_each_piece;
use boscage_core::primitives::unmodelled::{AtomicBool, Ordering::Relaxed};
use boscage_core::{Error, Result, memory};

use crate::dijkstra::wide;
use crate::lengths::{Length, SignedDistanceOf, Sources, starts};
use crate::parents_by_level::{NONE, Parents, parents_by_level};
use crate::partial_node_map::{PartialNodeMap, Word};
use crate::shortest_path_forest::ShortestPathForest;

/// A cycle of negative length, found by [`bellman_ford`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NegativeCycle {
    /// Its nodes in the order of its arcs, from the lowest one on. The last arc leads back to the first node.
    pub nodes: Vec<Node>,
}

impl fmt::Display for NegativeCycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, others) = (self.nodes.first().copied().unwrap_or_default(), self.nodes.len());
        write!(f, "a negative cycle of {others} nodes, among them node {first}")
    }
}

impl std::error::Error for NegativeCycle {}

/// Returns the distance from the nearest source to each node that can be reached, and the node before it on a
/// shortest path, where lengths may be negative; or a negative cycle that the sources reach.
///
/// Sources are those of [`shortest_paths`](crate::shortest_paths()). Distances are `i64`, or `f64` if lengths
/// are floats, rounded at every addition. In an undirected graph every negative edge that is reached is a
/// negative cycle.
///
/// **Algorithm.** That of Bellman ("On a routing problem", Quarterly of Applied Mathematics 16, 1958) and
/// Ford, in rounds that visit only the arcs of nodes whose distance fell in the round before. Negative cycles
/// are found among recorded parents, as in Cherkassky, Goldberg, "Negative-cycle detection algorithms",
/// Mathematical Programming 85, 1999. O(nm) work at most. As many rounds as a shortest path has arcs, and
/// usually a few times the arcs of a negative cycle until it is found.
///
/// **When to choose it.** If lengths are negative, and to find negative cycles. If none is,
/// [`shortest_path_forest`](crate::shortest_path_forest()) finds the same distances faster.
///
/// # Determinism
/// Distances, parents and the cycle are deterministic, those of floats too. A node's parent is the one before
/// it on a shortest path with the fewest arcs, the lowest if there are several.
///
/// # Memory
/// 38 bytes per node: 16 for distances, 4 for parents, the rest for sets of nodes.
///
/// # Errors
/// [`Error::Argument`] if
///
/// - a source is not in the graph, or its distance is negative or NaN,
/// - a distance does not fit `i64`, or is its largest value. On a negative cycle of very long arcs this may
///   happen before the cycle is found;
/// - infinite lengths of both signs meet: their sum is not a number.
///
/// [`Error::Cancelled`], [`Error::OutOfMemory`]. A negative cycle is no [`enum@Error`] but the other result.
/// With rounded sums, a cycle counts as negative if they fall along it.
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::bellman_ford;
///
/// let exec = Exec::available()?;
/// let mut arcs = vec![(0, 1, 4), (0, 2, 3), (2, 1, -2), (1, 3, 1)];
/// let graph = Graph::<Directed, i32>::from_edges(&exec, &EdgeList::from_triples(5, arcs.clone())?)?;
/// let paths = bellman_ford(&exec, &graph, 0)??;
/// assert!(paths.distances.values().eq([Some(0_i64), Some(1), Some(3), Some(2), None]));
/// assert_eq!(paths.path_to(3)?, Some([0, 2, 1, 3].map(Node::new).into()));
///
/// arcs.push((3, 2, 0));
/// let graph = Graph::<Directed, i32>::from_edges(&exec, &EdgeList::from_triples(5, arcs)?)?;
/// let cycle = bellman_ford(&exec, &graph, 0)?.expect_err("a cycle of length -1");
/// assert_eq!(cycle.nodes, [1, 3, 2].map(Node::new));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bellman_ford<D: Direction, W: Length, S: Sources<W, Distance: Into<W::Wide>>>(
    exec: &Exec,
    graph: &Graph<D, W>,
    sources: S,
) -> Result<std::result::Result<ShortestPathForest<W::Signed>, NegativeCycle>> {
    let mut starts: Vec<_> = starts(graph.node_count(), sources)?
        .into_iter()
        .map(|(node, word)| (node, wide::<W, S::Distance>(word)))
        .collect();
    for (node, word) in &mut starts {
        if *word >= ZERO - 1 {
            return Err(Error::argument(
                "distance of a source",
                "one that fits i64",
                format!("{word} at {node}"),
            ));
        }
        *word |= ZERO;
    }
    from_starts(exec, graph, &starts)
}

/// The key of 0; the words of distances of at least 0 are below it.
pub(crate) const ZERO: u64 = 1 << 63;
const UNREACHED: u64 = u64::MAX;

type Keys = AtomicNodeMap<u64, RelaxedOrder>;

/// Returns the same, from sources with the keys of their distances.
pub(crate) fn from_starts<D: Direction, W: Length, T: SignedDistanceOf<W>>(
    exec: &Exec,
    graph: &Graph<D, W>,
    starts: &[(Node, u64)],
) -> Result<std::result::Result<ShortestPathForest<T>, NegativeCycle>> {
    exec.install(|| paths(exec, graph, starts))
}

fn paths<D: Direction, W: Length, T: SignedDistanceOf<W>>(
    exec: &Exec,
    graph: &Graph<D, W>,
    starts: &[(Node, u64)],
) -> Result<std::result::Result<ShortestPathForest<T>, NegativeCycle>> {
    let mut rounds = exec.rounds("bellman-ford", graph.node_count() as u64);
    let mut keys = AtomicNodeMap::filled(graph, UNREACHED)?.relaxed().shared_by(exec);
    let mut spare = AtomicNodeMap::filled(graph, UNREACHED)?.relaxed().shared_by(exec);
    let parents = AtomicNodeMap::filled(graph, NONE)?.relaxed().shared_by(exec);
    starts.iter().for_each(|&(node, key)| {
        keys.fetch_min(node, key);
    });
    let mut fell = NodeSet::from_nodes(exec, graph, starts.iter().map(|start| start.0))?;
    let has_fallen_too_far = AtomicBool::new(false);
    for round in 1_u64.. {
        if fell.is_empty() {
            break;
        }
        fell = rounds.round(|phases| {
            let next = fall::<_, _, T>(phases, graph, &fell, [&keys, &spare], &has_fallen_too_far)?;
            if is_recorded(round) {
                if round.is_power_of_two() {
                    fill(phases, &NodeSet::all(graph), |node| parents.store(node, NONE))?;
                }
                record::<_, _, T>(phases, graph, [&fell, &next], [&keys, &spare], &parents)?;
            }
            Ok((Round::new(fell.len()), next))
        })?;
        if has_fallen_too_far.load(Relaxed) {
            return Err(refused::<T>("a shorter one"));
        }
        mem::swap(&mut keys, &mut spare);
        if is_recorded(round)
            && !is_recorded(round + 1)
            && let Some(cycle) = cycle(graph.node_count(), |node| parents.load(node))?
        {
            return Ok(Err(cycle));
        }
    }
    drop((spare, parents));
    let parents = match final_parents::<_, _, T>(&rounds, graph, starts, &keys)? {
        Ok(parents) => parents,
        Err(cycle) => return Ok(Err(cycle)),
    };
    rounds.finish();
    let mut words = keys.into_map();
    for_each_piece(exec, words.as_mut_slice().chunks_mut(BLOCK), |keys| {
        keys.iter_mut().filter(|key| !key.is_unreached()).for_each(|key| *key = T::word(*key));
    });
    let parents = PartialNodeMap::new(parents.into_map());
    Ok(Ok(ShortestPathForest { distances: PartialNodeMap::new(words), parents }))
}

/// Nodes per block.
const BLOCK: usize = 1 << 14;

/// Returns `true` in the rounds whose parents are recorded: those with a number 10... in binary.
fn is_recorded(round: u64) -> bool {
    round >= 2 && round >> (round.ilog2() - 1) == 0b10
}

fn fill(rounds: &Rounds<'_>, set: &NodeSet, f: impl Fn(Node) + Sync) -> Result<()> {
    rounds.select("fill", set, |node| {
        f(node);
        false
    })?;
    Ok(())
}

/// Pushes the distances of the nodes that fell; returns those that fall by this.
fn fall<D: Direction, W: Length, T: SignedDistanceOf<W>>(
    rounds: &Rounds<'_>,
    graph: &Graph<D, W>,
    fell: &NodeSet,
    [now, next]: [&Keys; 2],
    has_fallen_too_far: &AtomicBool,
) -> Result<NodeSet> {
    let sent = |from: Node| {
        let key = now.load(from);
        next.fetch_min(from, key);
        key
    };
    rounds.push("fall", graph, fell, sent, |key, to, length| {
        let Some(sum) = T::plus(key, length) else {
            has_fallen_too_far.store(true, Relaxed);
            return false;
        };
        let falls = sum < now.load(to);
        if falls && is_planted("store-the-last-distance") {
            next.store(to, sum);
        } else if falls {
            next.fetch_min(to, sum);
        }
        falls
    })
}

/// Records, for each node that fell, the lowest node that let it fall.
fn record<D: Direction, W: Length, T: SignedDistanceOf<W>>(
    rounds: &Rounds<'_>,
    graph: &Graph<D, W>,
    [before, fell]: [&NodeSet; 2],
    [old, new]: [&Keys; 2],
    parents: &Parents,
) -> Result<()> {
    fill(rounds, fell, |node| parents.store(node, NONE))?;
    let sent = |from: Node| (from, old.load(from));
    rounds.push("record", graph, before, sent, |(from, key), to, length| {
        let key_of_to = new.load(to);
        if key_of_to < old.load(to) && T::plus(key, length) == Some(key_of_to) {
            parents.fetch_min(to, from.into());
        }
    })?;
    Ok(())
}

/// Returns the final parents, or a cycle if rounded sums form one.
fn final_parents<D: Direction, W: Length, T: SignedDistanceOf<W>>(
    rounds: &Rounds<'_>,
    graph: &Graph<D, W>,
    starts: &[(Node, u64)],
    keys: &Keys,
) -> Result<std::result::Result<Parents, NegativeCycle>> {
    let is_too_long = AtomicBool::new(false);
    let is_tight = |from: Node, to: Node, length: W| {
        let far = keys.load(to);
        is_too_long.fetch_or(far.is_unreached(), Relaxed);
        T::plus(keys.load(from), length) == Some(far)
    };
    let roots = starts.iter().filter(|&&(node, key)| keys.load(node) == key).map(|start| start.0);
    let parents = parents_by_level(rounds, graph, roots, is_tight)?;
    if is_too_long.load(Relaxed) {
        return Err(refused::<T>("a longer one"));
    }
    let is_left = |node: Node| parents.load(node) == NONE && !keys.load(node).is_unreached();
    let left = rounds.select("left", &NodeSet::all(graph), is_left)?;
    if left.is_empty() {
        return Ok(Ok(parents));
    }
    rounds.push(
        "tight",
        graph,
        &left,
        |from| from,
        |from, to, length| {
            let leads_on = from != to || length < W::default();
            if leads_on && left.contains(to) && is_tight(from, to, length) {
                parents.fetch_min(to, from.into());
            }
        },
    )?;
    let parent = |node: Node| if left.contains(node) { parents.load(node) } else { NONE };
    Ok(Err(cycle(graph.node_count(), parent)?.expect("each of these nodes has one of them before it")))
}

/// Returns a cycle that parents form, if there is one.
fn cycle(nodes: usize, parent: impl Fn(Node) -> u32) -> Result<Option<NegativeCycle>> {
    // The walk that has come to a node first: walks are numbered by the node they begin with.
    let mut walks = memory::filled("walks along parents", nodes, NONE)?;
    for start in 0..nodes as u32 {
        let mut node = start;
        while node != NONE && walks[node as usize] == NONE {
            walks[node as usize] = start;
            node = parent(node.into());
        }
        if node != NONE && walks[node as usize] == start {
            let mut nodes = Vec::new();
            while nodes.first() != Some(&node.into()) {
                memory::grow("the negative cycle", &mut nodes, 1)?;
                nodes.push(Node::from(node));
                node = parent(node.into());
            }
            nodes.reverse();
            let lowest = (0..nodes.len()).min_by_key(|&i| nodes[i]).unwrap_or(0);
            nodes.rotate_left(lowest);
            return Ok(Some(NegativeCycle { nodes }));
        }
    }
    Ok(None)
}

#[cold]
fn refused<T>(found: &str) -> Error {
    let expected = format!("distances that are numbers and fit {}", std::any::type_name::<T>());
    Error::argument("lengths", expected, found)
}
