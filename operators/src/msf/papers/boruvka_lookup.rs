//! Borůvka's algorithm on a table of components.
//!
//! The graph does not change; a table has the component of each node. In a round one thread reads all arcs to
//! find the lightest that leaves each component. Then it takes these edges one by one. For each, a loop on
//! all threads passes over the whole table, to relabel one of the two components that are merged.
//!
//! **Phases** of a round: *find-min*, *connect-components*.
//!
//! **Correctness.** An edge is the lightest of a cut. If both its components have chosen it, it is skipped
//! the second time; there cannot be a longer cycle of choices.

use boscage_core::exec::{Exec, Rounds};
use boscage_core::graph::{Forest, Graph, Key, KeyedGraph, Objective, Undirected, Weight};
use boscage_core::parallel::{for_each_piece, tabulate};
use boscage_core::sync::EdgeSet;
use boscage_core::{Result, memory};

use super::neighbours::Neighbours;
use super::unite::counted;
use crate::msf::Kind;
use crate::msf::gather::gather;
use crate::msf::operator::operator;

/// Entries of the table that one thread relabels at a time.
const BLOCK: usize = 1 << 12;

operator! {
    struct BoruvkaLookup on adjacency by boruvka_lookup;
    name: "boruvka-lookup",
    kind: Kind::Quadratic,
    paper: "Prim and Borůvka variants",
    choose_for: "to see the use of contraction: each edge taken relabels all nodes",
    summary: "Boruvka's on a table of components: slow, quadratic",
    memory: |of| of.building().max(of.adjacency() + 32 * of.nodes),
}

/// Returns the minimum (maximum) spanning forest by Borůvka's algorithm on a table of components.
///
/// **Algorithm.** "Standard" and "parallel standard" of Clayton, Fashimpaur, "Parallel Minimum Spanning Tree
/// Data Structures and Algorithms", project report. It is slow: for each edge of the forest, a pass over the
/// table of all nodes merges two components. O(m log n + n²) work, in n - 1 short parallel passes. On two
/// threads it took 2 times as long as [`kruskal`](fn@super::super::kruskal) on a complete graph of 1,026
/// nodes, and 6 times on 8,192 nodes of degree 128.
///
/// **When to choose it.** To see why contraction helps. The statistics of its rounds count components, not
/// edges.
///
/// # Determinism
/// Deterministic, including the rounds.
///
/// # Memory
/// 28 bytes per node; 52 with 64-bit weights.
///
/// # Errors
/// [`Error::Argument`](boscage_core::Error::Argument) if the graph has no edge ids.
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Objective, Undirected}};
/// use boscage::operators::msf::papers::boruvka_lookup;
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let graph = Graph::<Undirected, u32>::builder().with_ids().build(&exec, &list)?;
/// let forest = boruvka_lookup(&exec, &graph, Objective::Minimum)?;
/// assert_eq!((forest.total(), forest.tree_count()), (12, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn boruvka_lookup<W: Weight>(
    exec: &Exec,
    graph: &Graph<Undirected, W>,
    objective: Objective,
) -> Result<Forest<W>> {
    let mut rounds = exec.rounds("boruvka-lookup", graph.node_count() as u64);
    let taken = by_table(&mut rounds, KeyedGraph::of(graph, objective)?)?;
    gather(rounds, graph, taken)
}

/// Returns the edges of the forest.
fn by_table<K: Key>(rounds: &mut Rounds<'_>, graph: KeyedGraph<'_, K>) -> Result<EdgeSet> {
    let exec = rounds.exec();
    let forest = EdgeSet::new(graph.edge_count())?;
    let table = || tabulate(exec, "the table of components", graph.node_count(), |node| node as u32);
    let mut components = rounds.phase("table", table)?;
    loop {
        let choices = exec.stage("find-min", || find_min(&graph, &components))?;
        let chosen = choices.iter().filter(|choice| choice.is_some()).count();
        if chosen == 0 {
            return Ok(forest);
        }
        let connect = || connect_components::<K>(exec, &choices, &mut components, &forest);
        let taken = rounds.phase("connect-components", connect)?;
        rounds.record(counted(chosen, taken, chosen - taken)); // the items are components
    }
}

/// The lightest arc that leaves a component: (weight key, id), its start and its end.
type Choice<K> = (<K as Key>::Packed, u32, u32);

/// Returns the choice of each component that an arc leaves. A component has the number of one of its nodes.
fn find_min<K: Key>(graph: &KeyedGraph<'_, K>, components: &[u32]) -> Result<Vec<Option<Choice<K>>>> {
    let mut choices: Vec<Option<Choice<K>>> =
        memory::filled("choices of components", components.len(), None)?;
    for (start, &component) in components.iter().enumerate() {
        let choice = &mut choices[component as usize];
        for (packed, end) in Neighbours::arcs(graph, start as u32) {
            let leaves = components[end as usize] != component;
            if leaves && choice.is_none_or(|(lightest, ..)| packed < lightest) {
                *choice = Some((packed, start as u32, end));
            }
        }
    }
    Ok(choices)
}

/// Takes the chosen edges one by one. Returns their number.
fn connect_components<K: Key>(
    exec: &Exec,
    choices: &[Option<Choice<K>>],
    components: &mut [u32],
    forest: &EdgeSet,
) -> Result<usize> {
    let mut taken = 0;
    for &(packed, start, end) in choices.iter().flatten() {
        exec.check_cancelled()?;
        let (component, other) = (components[start as usize], components[end as usize]);
        if component != other {
            forest.insert(K::unpack_id(packed));
            taken += 1;
            relabel(exec, components, other, component);
        }
    }
    Ok(taken)
}

/// Moves the nodes of a component to another one.
fn relabel(exec: &Exec, components: &mut [u32], from: u32, to: u32) {
    for_each_piece(exec, components.chunks_mut(BLOCK), |components| {
        for component in components {
            *component = if *component == from { to } else { *component };
        }
    });
}
