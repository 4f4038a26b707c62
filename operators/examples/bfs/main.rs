//! Breadth-first search by levels, in the two ways that the framework offers.
//!
//! *Rounds*: the nodes of a level are a set, the frontier, from which a phase makes the next one. A small
//! frontier is pushed: the phase follows its arcs to nodes that are not reached yet. If the frontier is
//! large, each node that is not reached yet pulls: it looks for a neighbour there and stops at the first.
//! In a graph with hubs this saves most of the arcs.
//!
//! *A worklist in rounds*: the operator handles one node and pushes the nodes that it reaches; the policy
//! `BulkSynchronous` keeps these for the next round.
//!
//! The program compares both with a simple search and prints the levels. It also finds the distance of one
//! node by a search that stops there.
//!
//! ```sh
//! cargo run --release -p boscage-operators --example bfs
//! ```

mod search;

use boscage::generate::{Rmat, rmat};
use boscage::prelude::*;
use search::{UNREACHED, by_rounds, plain};

/// The search with a worklist; it stops at the target, if there is one.
fn by_worklist(
    exec: &Exec,
    graph: &Graph<Undirected>,
    source: Node,
    target: Option<Node>,
) -> Result<NodeMap<u32>> {
    let levels = AtomicNodeMap::filled(graph, UNREACHED)?;
    levels.store(source, 0);
    exec.for_each("worklist", [source], BulkSynchronous::default(), |node, work| {
        let level = levels.load(node) + 1;
        for &next in graph.neighbours(node) {
            if levels.compare_exchange(next, UNREACHED, level).is_ok() {
                work.push(next);
                if target == Some(next) {
                    return work.stop();
                }
            }
        }
    })?;
    Ok(levels.into_map())
}

pub(crate) fn main() -> Result<()> {
    let exec = Exec::new(2)?;
    let list = rmat(&exec, &Rmat { scale: 15, edges: 1 << 18, ..Rmat::default() })?;
    let graph = Graph::<Undirected>::from_edges(&exec, &list.map(|_, _| ())?)?;
    let source = Node::new(1);
    let expected = plain(&graph, source);

    // Short phases within one `install` find the threads awake.
    let levels = exec.install(|| by_rounds(&exec, &graph, source))?;
    assert_eq!(levels.as_slice(), expected);
    assert_eq!(by_worklist(&exec, &graph, source, None)?.as_slice(), expected);

    let statistics = exec.take_statistics();
    println!("{} nodes, {} edges; from node {source}:", graph.node_count(), graph.edge_count());
    for (level, round) in statistics.loops[0].rounds.iter().enumerate() {
        println!("{} nodes are {} steps away", round.committed, level + 1);
    }
    statistics.stages.iter().for_each(|stage| println!("{stage}"));
    // Each round of the worklist does the nodes that the one before has reached.
    let of_worklist = &statistics.loops[1].rounds;
    let of_rounds = statistics.loops[0].rounds.iter().map(|round| round.committed);
    assert!(of_worklist.iter().skip(1).map(|round| round.tried).eq(of_rounds.filter(|&nodes| nodes > 0)));

    let (target, away) =
        (0..).zip(&expected).filter(|one| *one.1 != UNREACHED).max_by_key(|one| one.1).unwrap();
    let found = by_worklist(&exec, &graph, source, Some(Node::new(target)))?;
    assert_eq!(found[Node::new(target)], *away);
    println!("the search for node {target} stops at {away} steps");
    Ok(())
}
