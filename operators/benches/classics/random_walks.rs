//! Walks of node2vec by rejection, one after the other.

use boscage::operators::{RandomWalks, random_walks};
use boscage::prelude::*;
use boscage::random::Random;

use super::Bench;

/// Only the numbers of steps are compared: random numbers are used in other ways.
pub(crate) fn bench(bench: &Bench, graph_name: &str, graph: &Graph<Undirected>) -> Result<()> {
    for (p, q) in [(1.0, 1.0), (0.5, 2.0)] {
        let config = RandomWalks { walks: 1, length: 40, p, q, seed: 1 };
        bench.run(
            &format!("random-walks-{p}-{q}/{graph_name}"),
            || textbook(graph, config),
            |exec| Ok(random_walks(exec, graph, config)?.iter().map(<[Node]>::len).collect()),
            Vec::eq,
        )?;
    }
    Ok(())
}

fn textbook(graph: &Graph<Undirected>, config: RandomWalks) -> Vec<usize> {
    let RandomWalks { length, p, q, seed, .. } = config;
    let most = (1.0 / p).max(1.0 / q).max(1.0);
    let mut draws = Random::new(seed, 0).item(0);
    let mut walks: Vec<Vec<Node>> = Vec::new();
    for start in graph.nodes() {
        let mut walk = vec![start];
        while walk.len() < length as usize && graph.degree(walk[walk.len() - 1]) > 0 {
            let others = graph.neighbours(walk[walk.len() - 1]);
            let next = others[draws.below(others.len() as u64) as usize];
            let accepted = match walk.len().checked_sub(2).map(|before| walk[before]) {
                None => most,
                Some(before) if next == before => 1.0 / p,
                Some(before) if graph.has_edge(before, next) => 1.0,
                Some(_) => 1.0 / q,
            };
            if draws.unit() * most < accepted {
                walk.push(next);
            }
        }
        walks.push(walk);
    }
    walks.iter().map(Vec::len).collect()
}
