//! Tarjan's algorithm with an explicit stack.

use boscage::prelude::*;

use super::Bench;

pub(crate) fn bench(bench: &Bench, graph_name: &str, graph: &Graph<Directed, u32>) -> Result<()> {
    bench.run(
        &format!("strong components/{graph_name}"),
        || textbook(graph).0,
        |exec| Ok(boscage::operators::strongly_connected_components(exec, graph)?.count()),
        |one, other| one == other,
    )
}

/// Returns the number of components, and the component of each node.
fn textbook(graph: &Graph<Directed, u32>) -> (usize, Vec<u32>) {
    const NONE: u32 = u32::MAX;
    let n = graph.node_count();
    let (mut numbers, mut lows) = (vec![NONE; n], vec![0; n]);
    let (mut components, mut count, mut number) = (vec![NONE; n], 0, 0);
    let (mut stack, mut path) = (Vec::new(), Vec::new());
    for start in 0..n {
        if numbers[start] != NONE {
            continue;
        }
        path.push((start, graph.neighbours(Node::new(start)).iter()));
        (numbers[start], lows[start]) = (number, number);
        number += 1;
        stack.push(start);
        while let Some((node, arcs)) = path.last_mut() {
            let node = *node;
            if let Some(other) = arcs.next() {
                let other = other.index();
                if numbers[other] == NONE {
                    (numbers[other], lows[other]) = (number, number);
                    number += 1;
                    stack.push(other);
                    path.push((other, graph.neighbours(Node::new(other)).iter()));
                } else if components[other] == NONE {
                    lows[node] = lows[node].min(numbers[other]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                lows[parent] = lows[parent].min(lows[node]);
            }
            if lows[node] == numbers[node] {
                while let Some(member) = stack.pop() {
                    components[member] = count;
                    if member == node {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    (count as usize, components)
}
