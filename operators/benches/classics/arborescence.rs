//! Tarjan's algorithm for arborescences, with a heap of all arcs into each contracted cycle.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use boscage::operators::minimum_arborescence;
use boscage::prelude::*;
use boscage::sync::SequentialSets;

use super::Bench;

/// A root with a heavy arc to every node is added.
pub(crate) fn bench(bench: &Bench, graph_name: &str, graph: &Graph<Directed, u32>) -> Result<()> {
    let (exec, root) = (&bench.execs[1], Node::new(graph.node_count()));
    let rooted = graph.nodes().map(|node| (root, node, u32::MAX / 2));
    let arcs = graph.nodes().flat_map(|node| graph.arcs(node).iter().map(move |(to, w)| (node, to, w)));
    let list = EdgeList::from_triples(root.index() + 1, arcs.chain(rooted))?;
    let graph = Graph::<Directed, u32>::builder().with_ids().with_in_arcs().build(exec, &list)?;
    bench.run(
        &format!("arborescence/{graph_name}"),
        || textbook(&graph, root),
        |exec| Ok(minimum_arborescence(exec, &graph, Some(root))?.total),
        |one, other| one == other,
    )
}

/// An arc: the weight less that of the arcs that it replaces, plus the offset of the heap; the source.
type Arc = Reverse<(i64, Node)>;

/// Returns the total weight. (Each set pays what the cheapest arc into it costs more than those before.)
fn textbook(graph: &Graph<Directed, u32>, root: Node) -> i128 {
    let in_arcs = |node| graph.in_arcs(node).iter().map(|(from, w)| Reverse((i64::from(w), from)));
    let mut heaps: Vec<BinaryHeap<Arc>> = graph.nodes().map(|node| in_arcs(node).collect()).collect();
    let mut sets = SequentialSets::new(graph).expect("memory");
    let (mut offsets, mut total) = (vec![0_i64; heaps.len()], 0);
    let mut is_done = vec![false; heaps.len()];
    let mut is_on_path = is_done.clone();
    is_done[root.index()] = true;
    for start in graph.nodes() {
        let mut path = Vec::new();
        let mut next = sets.find(start);
        while !is_done[next.index()] {
            if is_on_path[next.index()] {
                let mut heap = BinaryHeap::new();
                let mut offset = 0;
                while is_on_path[next.index()] {
                    let set: Node = path.pop().expect("the cycle is on the path");
                    is_on_path[set.index()] = false;
                    let (mut other, more) = (std::mem::take(&mut heaps[set.index()]), offsets[set.index()]);
                    if other.len() > heap.len() {
                        std::mem::swap(&mut heap, &mut other);
                        let shift = more - offset;
                        heap.extend(other.into_iter().map(|Reverse((w, from))| Reverse((w + shift, from))));
                        offset = more;
                    } else {
                        let shift = offset - more;
                        heap.extend(other.into_iter().map(|Reverse((w, from))| Reverse((w + shift, from))));
                    }
                    sets.unite(next, set);
                }
                next = sets.find(next);
                heaps[next.index()] = heap;
                offsets[next.index()] = offset;
            }
            path.push(next);
            is_on_path[next.index()] = true;
            let set = next.index();
            let (cost, from) = loop {
                let Reverse((cost, from)) = heaps[set].pop().expect("the root reaches all nodes");
                if sets.find(from) != next {
                    break (cost, sets.find(from));
                }
            };
            total += i128::from(cost - offsets[set]);
            offsets[set] = cost;
            next = from;
        }
        for set in path {
            is_done[set.index()] = true;
        }
    }
    total
}
