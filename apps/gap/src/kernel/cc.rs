//! `cc`: connected components, without regard to direction. The textbook searches from one node after the
//! other.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Components, Direction, EdgeData, Graph, Node};

use super::{Kernel, Verdict, nodes};
use boscage::operators::connected_components;

/// The kernel `cc`.
pub(crate) struct Cc;

impl<D: Direction, E: EdgeData> Kernel<D, E> for Cc {
    type Answer = Components;

    fn solve(&self, exec: &Exec, graph: &Graph<D, E>, _: &[Node]) -> Result<Components> {
        connected_components(exec, graph)
    }

    fn textbook(&self, graph: &Graph<D, E>, _: &[Node]) {
        std::hint::black_box(search(graph));
    }

    fn analysis(&self, _: &Graph<D, E>, components: &Components) -> String {
        format!("There are {} components\n", components.count())
    }

    fn verdict(&self, graph: &Graph<D, E>, _: &[Node], found: &Components) -> Verdict {
        let (truth, count) = search(graph);
        fault(&truth, count, found.labels()).into()
    }
}

/// Returns the first fault of labels: nodes must have the same label exactly if they are in the same
/// component.
fn fault(truth: &[u32], count: u32, labels: &[u32]) -> Option<String> {
    let mut label_of = vec![None; count as usize];
    for (node, (&component, &label)) in truth.iter().zip(labels).enumerate() {
        let first = *label_of[component as usize].get_or_insert(label);
        if first != label {
            return Some(format!("node {node} has label {label}, and another in its component has {first}"));
        }
    }
    let mut all: Vec<u32> = label_of.into_iter().flatten().collect();
    all.sort_unstable();
    let twice = all.windows(2).find(|pair| pair[0] == pair[1]);
    twice.map(|pair| format!("two components have the label {}", pair[0]))
}

/// Returns the number of each node's component, and the number of components.
fn search<D: Direction, E: EdgeData>(graph: &Graph<D, E>) -> (Vec<u32>, u32) {
    const NONE: u32 = u32::MAX;
    let mut components = vec![NONE; graph.node_count()];
    let (mut stack, mut count) = (Vec::new(), 0);
    for start in nodes(graph) {
        if components[start.index()] != NONE {
            continue;
        }
        components[start.index()] = count;
        stack.push(start);
        while let Some(u) = stack.pop() {
            let into: &[Node] = if D::IS_DIRECTED { graph.in_neighbours(u) } else { &[] };
            for &v in graph.neighbours(u).iter().chain(into) {
                if components[v.index()] == NONE {
                    components[v.index()] = count;
                    stack.push(v);
                }
            }
        }
        count += 1;
    }
    (components, count)
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn labels_differ_between_components_and_nowhere_else() {
        assert_eq!(fault(&[0, 1, 0, 2], 3, &[5, 7, 5, 0]), None);
        let torn = "node 2 has label 6, and another in its component has 5";
        assert_eq!(fault(&[0, 1, 0, 2], 3, &[5, 7, 6, 0]).unwrap(), torn);
        assert_eq!(fault(&[0, 1, 0, 2], 3, &[5, 7, 5, 7]).unwrap(), "two components have the label 7");
    }
}
