//! Borůvka's algorithm on a table of components. Slow by nature.
//!
//! **Idea.** The graph does not change; a table has the component of each node. In a round one thread goes
//! through all arcs to find the lightest that leaves each component. Then it takes these edges one by one.
//! For each of them a loop on all threads goes through the whole table, to relabel one of the two components
//! that are merged.
//!
//! **Phases** of a round: *find-min*, *connect-components*.
//!
//! **Why it is correct.** An edge is the lightest of a cut. If both its components have chosen it, it is
//! skipped the second time; there cannot be a longer cycle of choices.
//!
//! **Why it is slow.** It goes through the table n - 1 times: O(n²), on dense and sparse graphs. On two
//! threads it took 2 times as long as [`kruskal`](fn@super::super::kruskal) on a complete graph of 1,026
//! nodes, 6 times on 8,192 nodes of degree 128.
//!
//! **Cost.** O(m log n + n²); 4 bytes per node, and 24 for the choices (48 with 64-bit weights).
//!
//! **Deterministic**: yes, including the rounds.
//!
//! **When to choose it.** To see why contraction helps. The statistics of its rounds count components, not
//! edges.
//!
//! **Paper.** "Parallel Minimum Spanning Tree Data Structures and Algorithms" ("standard" on one thread,
//! "parallel standard").

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

/// The minimum (maximum) spanning forest by Borůvka's algorithm on a table of components.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
pub fn boruvka_lookup<W: Weight>(
    exec: &Exec,
    graph: &Graph<Undirected, W>,
    objective: Objective,
) -> Result<Forest<W>> {
    let mut rounds = exec.rounds("boruvka-lookup", graph.nodes() as u64);
    let taken = by_table(&mut rounds, KeyedGraph::of(graph, objective)?)?;
    gather(rounds, graph, taken)
}

/// The edges of the forest.
fn by_table<K: Key>(rounds: &mut Rounds<'_>, graph: KeyedGraph<'_, K>) -> Result<EdgeSet> {
    let exec = rounds.exec();
    let forest = EdgeSet::new(graph.len())?;
    let table = || tabulate(exec, "the table of components", graph.nodes(), |node| node as u32);
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

/// The lightest arc that leaves a component: (weight key, id), where it starts and where it ends.
type Choice<K> = (<K as Key>::Packed, u32, u32);

/// The choice of each component that an arc leaves; a component has the number of one of its nodes.
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

/// Takes the edges chosen, one by one. How many there were.
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

/// Gives the nodes of a component to another.
fn relabel(exec: &Exec, components: &mut [u32], from: u32, to: u32) {
    for_each_piece(exec, components.chunks_mut(BLOCK), |components| {
        for component in components {
            *component = if *component == from { to } else { *component };
        }
    });
}
