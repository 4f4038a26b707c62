//! The algorithm of Batagelj and Zaversnik: nodes sorted by degree, and moved down as their degrees fall.

use boscage::prelude::*;

use super::Bench;

pub(crate) fn bench(bench: &Bench, graph_name: &str, graph: &Graph<Undirected>) -> Result<()> {
    bench.run(
        &format!("k-core/{graph_name}"),
        || textbook(graph),
        |exec| Ok(boscage::operators::k_core(exec, graph)?.into_vec()),
        Vec::eq,
    )
}

fn textbook(graph: &Graph<Undirected>) -> Vec<u32> {
    let n = graph.node_count();
    let mut degrees: Vec<u32> = graph.nodes().map(|node| graph.degree(node) as u32).collect();
    let most = degrees.iter().copied().max().unwrap_or(0) as usize;
    // The beginning of each degree among the sorted nodes.
    let mut starts = vec![0_u32; most + 2];
    degrees.iter().for_each(|&degree| starts[degree as usize + 1] += 1);
    (1..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
    let (mut sorted, mut places) = (vec![0_u32; n], vec![0_u32; n]);
    let mut next = starts.clone();
    for node in 0..n {
        let place = &mut next[degrees[node] as usize];
        (sorted[*place as usize], places[node]) = (node as u32, *place);
        *place += 1;
    }
    for i in 0..n {
        let node = sorted[i] as usize;
        for other in graph.neighbours(Node::new(node)) {
            let other = other.index();
            if degrees[other] > degrees[node] {
                // It changes places with the first of its degree, which then begins one later.
                let degree = degrees[other] as usize;
                let first = starts[degree];
                let in_first = sorted[first as usize];
                if in_first as usize != other {
                    sorted[places[other] as usize] = in_first;
                    sorted[first as usize] = other as u32;
                    places[in_first as usize] = places[other];
                    places[other] = first;
                }
                starts[degree] += 1;
                degrees[other] -= 1;
            }
        }
    }
    degrees
}
