//! The algorithm of Hopcroft and Karp, with an explicit stack.

use boscage::operators::{MaximumBipartiteMatching, maximum_bipartite_matching};
use boscage::prelude::*;

use super::Bench;

/// Each arc joins the left copy of its source and the right copy of its target.
pub(crate) fn bench(bench: &Bench, graph_name: &str, graph: &Graph<Directed, u32>) -> Result<()> {
    let (exec, n) = (&bench.execs[1], graph.node_count());
    let arcs = graph.nodes().flat_map(|node| graph.neighbours(node).iter().map(move |&to| (node, to)));
    let pairs = arcs.map(|(from, to)| (from, Node::new(n + to.index())));
    let doubled = Graph::<Undirected>::from_edges(exec, &EdgeList::from_pairs(2 * n, pairs)?)?;
    let config = MaximumBipartiteMatching { left: Some(n) };
    bench.run(
        &format!("bipartite matching/{graph_name}"),
        || textbook(&doubled, n),
        |exec| Ok(maximum_bipartite_matching(exec, &doubled, config)?.size),
        |one, other| one == other,
    )
}

/// Returns the size of a maximum matching.
fn textbook(graph: &Graph<Undirected>, left: usize) -> usize {
    const NONE: usize = usize::MAX;
    let (mut mates, mut levels) = (vec![NONE; graph.node_count()], vec![NONE; left]);
    let (mut frontier, mut size) = (Vec::new(), 0);
    loop {
        frontier.clear();
        frontier.extend((0..left).filter(|&node| mates[node] == NONE));
        levels.fill(NONE);
        frontier.iter().for_each(|&node| levels[node] = 0);
        let (mut next, mut is_found) = (0, false);
        while let Some(&node) = frontier.get(next) {
            next += 1;
            for &to in graph.neighbours(Node::new(node)) {
                match mates[to.index()] {
                    NONE => is_found = true,
                    mate if levels[mate] == NONE => {
                        levels[mate] = levels[node] + 1;
                        frontier.push(mate);
                    }
                    _ => {}
                }
            }
        }
        if !is_found {
            return size;
        }
        size += (0..left).filter(|&node| augments(graph, node, &mut mates, &mut levels)).count();
    }
}

/// Searches for an augmenting path that goes down by one level at each step.
fn augments(graph: &Graph<Undirected>, start: usize, mates: &mut [usize], levels: &mut [usize]) -> bool {
    const NONE: usize = usize::MAX;
    if mates[start] != NONE {
        return false;
    }
    let mut path = vec![(start, graph.neighbours(Node::new(start)).iter(), NONE)];
    while let Some((node, arcs, to)) = path.last_mut() {
        let node = *node;
        let Some(other) = arcs.next().map(|other| other.index()) else {
            levels[node] = NONE;
            path.pop();
            continue;
        };
        *to = other;
        let mate = mates[other];
        if mate == NONE {
            path.iter().for_each(|&(node, _, to)| (mates[node], mates[to]) = (to, node));
            return true;
        }
        if levels[mate] == levels[node] + 1 {
            path.push((mate, graph.neighbours(Node::new(mate)).iter(), NONE));
        }
    }
    false
}
