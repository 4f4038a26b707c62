//! The algorithm of Hopcroft and Tarjan with an explicit stack.

use boscage::prelude::*;

use super::Bench;

const NONE: u32 = u32::MAX;

pub(crate) fn bench(bench: &Bench, graph_name: &str, graph: &Graph<Undirected>) -> Result<()> {
    bench.run(
        &format!("biconnected components/{graph_name}"),
        || textbook(graph).0,
        |exec| Ok(boscage::operators::biconnected_components(exec, graph)?.count()),
        |one, other| one == other,
    )
}

/// Returns the number of components, and for each node the component of the edge to its parent.
fn textbook(graph: &Graph<Undirected>) -> (usize, Vec<u32>) {
    let n = graph.node_count();
    let (offsets, targets) = (graph.offsets(), graph.targets());
    let (mut numbers, mut lows, mut labels) = (vec![NONE; n], vec![0; n], vec![NONE; n]);
    let (mut path, mut open) = (Vec::new(), Vec::new());
    let (mut count, mut next) = (0, 0);
    for root in 0..n {
        if numbers[root] != NONE {
            continue;
        }
        (numbers[root], lows[root]) = (next, next);
        next += 1;
        path.push((root, offsets[root]));
        while let Some((node, at)) = path.last_mut() {
            let node = *node;
            if *at < offsets[node + 1] {
                let other = targets[*at as usize].index();
                *at += 1;
                if numbers[other] == NONE {
                    (numbers[other], lows[other]) = (next, next);
                    next += 1;
                    open.push(other);
                    path.push((other, offsets[other]));
                } else {
                    // Of the arc to the parent this is the parent's own number, which makes no difference.
                    lows[node] = lows[node].min(numbers[other]);
                }
                continue;
            }
            path.pop();
            let Some(&(parent, _)) = path.last() else { break };
            if lows[node] < numbers[parent] {
                lows[parent] = lows[parent].min(lows[node]);
                continue;
            }
            while let Some(member) = open.pop() {
                labels[member] = count;
                if member == node {
                    break;
                }
            }
            count += 1;
        }
    }
    (count as usize, labels)
}
