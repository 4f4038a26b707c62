//! Hubs and authorities: ten rounds of sums over in-arcs and over out-arcs, each normalised to length 1.

use boscage::prelude::*;
use rayon::prelude::*;

const ROUNDS: usize = 10;

pub(crate) fn boscage(exec: &Exec, graph: &Graph<Directed>) -> Result<Vec<f64>> {
    let mut hubs = NodeMap::filled(graph, 1.0)?;
    let mut authorities = NodeMap::filled(graph, 0.0)?;
    let mut rounds = exec.rounds("hits", (ROUNDS * graph.node_count()) as u64);
    let sides = [graph.clone(), graph.transposed()];
    for _ in 0..ROUNDS {
        rounds.round(|phases| {
            for side in &sides {
                let of = |from, _, ()| hubs[from];
                let square: f64 = phases.gather("gather", side, &mut authorities, of, |_, sum, value| {
                    *value = sum;
                    sum * sum
                })?;
                phases.update("normalise", &mut authorities, |_, value| *value /= square.sqrt())?;
                std::mem::swap(&mut hubs, &mut authorities);
            }
            Ok((Round::new(graph.node_count()), ()))
        })?;
    }
    Ok(hubs.into_vec())
}

/// Returns the nodes whose values are added up.
fn neighbours(graph: &Graph<Directed>, round: usize, node: Node) -> &[Node] {
    if round.is_multiple_of(2) { graph.in_neighbours(node) } else { graph.neighbours(node) }
}

/// The same with rayon.
pub(crate) fn rayon(graph: &Graph<Directed>) -> Vec<f64> {
    let mut hubs = vec![1.0; graph.node_count()];
    let mut authorities = vec![0.0; graph.node_count()];
    for round in 0..2 * ROUNDS {
        let square: f64 = authorities
            .par_iter_mut()
            .enumerate()
            .with_min_len(1 << 6)
            .map(|(i, value)| {
                let from = neighbours(graph, round, Node::new(i));
                *value = from.iter().map(|from| hubs[from.index()]).sum::<f64>();
                *value * *value
            })
            .sum();
        authorities.par_iter_mut().with_min_len(1 << 10).for_each(|value| *value /= square.sqrt());
        std::mem::swap(&mut hubs, &mut authorities);
    }
    hubs
}

/// The same on one thread.
pub(crate) fn sequential(graph: &Graph<Directed>) -> Vec<f64> {
    let mut hubs = vec![1.0; graph.node_count()];
    let mut authorities = vec![0.0; graph.node_count()];
    for round in 0..2 * ROUNDS {
        let mut square: f64 = 0.0;
        for (i, value) in authorities.iter_mut().enumerate() {
            let from = neighbours(graph, round, Node::new(i));
            *value = from.iter().map(|from| hubs[from.index()]).sum::<f64>();
            square += *value * *value;
        }
        authorities.iter_mut().for_each(|value| *value /= square.sqrt());
        std::mem::swap(&mut hubs, &mut authorities);
    }
    hubs
}
