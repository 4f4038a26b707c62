//! The algorithm of Wang and Cheng: edges sorted by their number of triangles, and moved down as it falls.

use boscage::graph::EdgeId;
use boscage::prelude::*;

use super::Bench;

pub(crate) fn bench(bench: &Bench, graph_name: &str, graph: &Graph<Undirected>) -> Result<()> {
    bench.run(
        &format!("k-truss/{graph_name}"),
        || textbook(graph),
        |exec| Ok(boscage::operators::k_truss(exec, graph)?.into_vec()),
        Vec::eq,
    )
}

/// "Truss decomposition in massive networks", VLDB 2012, algorithm 2. The rows of the graph are sorted, so
/// the targets of the shorter row are searched in the longer one, in place of a hash table.
fn textbook(graph: &Graph<Undirected>) -> Vec<u32> {
    let m = graph.edge_count();
    let mut ends = vec![(Node::default(), Node::default()); m];
    for node in graph.nodes() {
        for (other, edge, ()) in graph.arcs(node).iter_with_ids().filter(|arc| node < arc.0) {
            ends[edge.index()] =
                if graph.degree(node) <= graph.degree(other) { (node, other) } else { (other, node) };
        }
    }
    let mut counts = count(graph);
    let most = counts.iter().copied().max().unwrap_or(0) as usize;
    // The beginning of each count among the sorted edges.
    let mut starts = vec![0_u32; most + 2];
    counts.iter().for_each(|&count| starts[count as usize + 1] += 1);
    (1..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
    let (mut sorted, mut places) = (vec![0_u32; m], vec![0_u32; m]);
    let mut next = starts.clone();
    for edge in 0..m {
        let place = &mut next[counts[edge] as usize];
        (sorted[*place as usize], places[edge]) = (edge as u32, *place);
        *place += 1;
    }
    let mut is_peeled = vec![false; m];
    for i in 0..m {
        let edge = sorted[i] as usize;
        let level = counts[edge];
        is_peeled[edge] = true;
        if level == 0 {
            continue;
        }
        let (short, long) = ends[edge];
        let long = graph.arcs(long);
        for (third, one, ()) in graph.arcs(short).iter_with_ids() {
            if is_peeled[one.index()] {
                continue;
            }
            let Ok(place) = long.targets.binary_search(&third) else { continue };
            let two = long.ids.expect("the graph has ids")[place];
            if is_peeled[two.index()] {
                continue;
            }
            for other in [one.index(), two.index()] {
                let count = counts[other] as usize;
                if count <= level as usize {
                    continue;
                }
                // It changes places with the first of its count, which then begins one later.
                let first = starts[count];
                let in_first = sorted[first as usize];
                if in_first as usize != other {
                    sorted[places[other] as usize] = in_first;
                    sorted[first as usize] = other as u32;
                    places[in_first as usize] = places[other];
                    places[other] = first;
                }
                starts[count] += 1;
                counts[other] -= 1;
            }
        }
    }
    counts.into_iter().map(|count| count + 2).collect()
}

/// Returns the number of triangles of each edge. Each triangle is found at its node of lowest degree.
fn count(graph: &Graph<Undirected>) -> Vec<u32> {
    let rank = |node: Node| (graph.degree(node), node);
    let up: Vec<Vec<(Node, EdgeId)>> = graph
        .nodes()
        .map(|node| {
            let arcs = graph.arcs(node).iter_with_ids();
            arcs.filter(|arc| rank(node) < rank(arc.0)).map(|(other, edge, ())| (other, edge)).collect()
        })
        .collect();
    let mut counts = vec![0; graph.edge_count()];
    let mut marks = vec![None; graph.node_count()];
    for arcs in &up {
        arcs.iter().for_each(|&(other, edge)| marks[other.index()] = Some(edge));
        for &(middle, edge) in arcs {
            for &(high, two) in &up[middle.index()] {
                if let Some(one) = marks[high.index()] {
                    [edge, one, two].into_iter().for_each(|edge: EdgeId| counts[edge.index()] += 1);
                }
            }
        }
        arcs.iter().for_each(|arc| marks[arc.0.index()] = None);
    }
    counts
}
