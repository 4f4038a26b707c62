//! Colouring: neighbours get different colours, with few colours in total.
//!
//! The greedy algorithm takes nodes one by one and gives each the least colour that no neighbour has. Here
//! every node has a random priority, and a node waits only for neighbours with higher priority (Jones,
//! Plassmann, "A parallel graph coloring heuristic", 1993). That way many nodes are coloured at once. Each
//! still gets the colour of the greedy algorithm in the order of priorities, on any number of threads,
//! because the nodes on which it depends are coloured before.
//!
//! The program compares the colours with those of the greedy algorithm, and prints the number of nodes that
//! each round has coloured.
//!
//! ```sh
//! cargo run --release -p boscage-operators --example colouring
//! ```

use std::ops::ControlFlow;

use boscage::generate::{Gnm, gnm};
use boscage::prelude::*;
use boscage::random::Random;

/// The colour of nodes that have none.
const NONE: u32 = u32::MAX;

/// Returns the least colour that is not taken.
fn least_free(taken: &mut Vec<u32>) -> u32 {
    taken.sort_unstable();
    taken.dedup();
    (0..).zip(taken.iter()).find(|(free, taken)| free != *taken).map_or(taken.len() as u32, |one| one.0)
}

/// Returns the colours of all nodes.
fn colour(exec: &Exec, graph: &Graph<Undirected>, priorities: &NodeMap<u64>) -> Result<NodeMap<u32>> {
    let colours = AtomicNodeMap::filled(graph, NONE)?;
    let scratch = exec.per_thread(Vec::new);
    let before = |node| move |&&other: &&Node| (priorities[other], other) > (priorities[node], node);
    let mut rounds = exec.rounds("colouring", graph.node_count() as u64);
    let mut rest = NodeSet::all(graph);
    while !rest.is_empty() {
        rest = rounds.round(|phases| {
            // A node stays as long as a neighbour that comes before it has no colour.
            let waits = |node: Node| {
                scratch.with(|taken| {
                    taken.clear();
                    let of_neighbours = graph.neighbours(node).iter().filter(before(node));
                    taken.extend(of_neighbours.map(|&neighbour| colours.load(neighbour)));
                    let waits = taken.contains(&NONE);
                    if !waits {
                        colours.store(node, least_free(taken));
                    }
                    waits
                })
            };
            let left = phases.select("colour", &rest, waits)?;
            let (tried, retried) = (rest.len() as u64, left.len() as u64);
            Ok((Round::from_counts(tried - retried, retried, 0), left))
        })?;
    }
    Ok(colours.into_map())
}

/// The same without the framework.
fn greedy(graph: &Graph<Undirected>, priorities: &NodeMap<u64>) -> Vec<u32> {
    let mut order: Vec<Node> = graph.nodes().collect();
    order.sort_unstable_by_key(|&node| std::cmp::Reverse((priorities[node], node)));
    let mut colours = vec![NONE; graph.node_count()];
    for node in order {
        let of_neighbours = graph.neighbours(node).iter().map(|other| colours[other.index()]);
        colours[node.index()] = least_free(&mut of_neighbours.filter(|&colour| colour != NONE).collect());
    }
    colours
}

pub(crate) fn main() -> Result<()> {
    let list = gnm(&Exec::current(), &Gnm { nodes: 20_000, edges: 200_000, ..Gnm::default() })?;
    for threads in [1, 2] {
        let exec = Exec::new(threads)?;
        let graph = Graph::<Undirected>::from_edges(&exec, &list.map(|_, _| ())?)?;
        let random = Random::new(7, 0);
        let priorities = NodeMap::from_fn(&exec, &graph, |node| random.node(node).next_u64())?;
        let colours = exec.install(|| colour(&exec, &graph, &priorities))?;

        assert_eq!(colours.as_slice(), greedy(&graph, &priorities));
        // A search on all threads, which ends with the first edge that has one colour at both ends.
        let wrong = exec.bag();
        exec.do_all("check", graph.nodes(), |node| {
            let has_same = |&&other: &&Node| other != node && colours[other] == colours[node];
            match graph.neighbours(node).iter().find(has_same) {
                Some(&other) => {
                    wrong.insert((node, other));
                    ControlFlow::Break(())
                }
                None => ControlFlow::Continue(()),
            }
        })?;
        assert_eq!(wrong.into_vec()?, []);
        let statistics = exec.take_statistics();
        let coloured: Vec<u64> = statistics.loops[0].rounds.iter().map(|round| round.committed).collect();
        let most = colours.as_slice().iter().max().map_or(0, |most| most + 1);
        println!("threads: {threads}, colours: {most}; coloured in each round: {coloured:?}");
    }
    Ok(())
}
