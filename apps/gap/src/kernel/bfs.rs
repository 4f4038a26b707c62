//! `bfs`: parents of a breadth-first search. The textbook has a queue.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Direction, EdgeData, Graph, Node};

use super::{Kernel, Verdict, nodes};
use boscage::operators::{BreadthFirstSearch, PartialNodeMap, breadth_first_search};

/// The kernel `bfs`.
pub(crate) struct Bfs;

impl<D: Direction, E: EdgeData> Kernel<D, E> for Bfs {
    type Answer = PartialNodeMap<Node>;

    fn sources(&self) -> usize {
        1
    }

    fn solve(&self, exec: &Exec, graph: &Graph<D, E>, sources: &[Node]) -> Result<PartialNodeMap<Node>> {
        breadth_first_search(exec, graph, sources[0], BreadthFirstSearch::default())
    }

    fn textbook(&self, graph: &Graph<D, E>, sources: &[Node]) {
        std::hint::black_box(search(graph, sources[0]));
    }

    fn analysis(&self, graph: &Graph<D, E>, parents: &PartialNodeMap<Node>) -> String {
        let in_tree = || nodes(graph).filter(|&node| parents.get(node).is_some());
        let arcs: usize = in_tree().map(|node| graph.degree(node)).sum();
        format!("BFS Tree has {} nodes and {arcs} edges\n", in_tree().count())
    }

    fn verdict(&self, graph: &Graph<D, E>, sources: &[Node], parents: &PartialNodeMap<Node>) -> Verdict {
        fault(graph, sources[0], parents).into()
    }
}

/// Depth of an unreached node.
const NONE: u32 = u32::MAX;

/// Returns the reached nodes, in the order of the search, and the parents of all nodes.
fn search<D: Direction, E: EdgeData>(graph: &Graph<D, E>, source: Node) -> (Vec<Node>, Vec<u32>) {
    let mut parents = vec![NONE; graph.node_count()];
    let mut queue = Vec::with_capacity(graph.node_count());
    parents[source.index()] = source.into();
    queue.push(source);
    let mut next = 0;
    while let Some(&u) = queue.get(next) {
        next += 1;
        for &v in graph.neighbours(u) {
            if parents[v.index()] == NONE {
                parents[v.index()] = u.into();
                queue.push(v);
            }
        }
    }
    (queue, parents)
}

/// Returns the first fault of the parents: they must have the textbook's depths, and an arc must lead from
/// each parent to its child.
fn fault<D: Direction, E: EdgeData>(
    graph: &Graph<D, E>,
    source: Node,
    found: &PartialNodeMap<Node>,
) -> Option<String> {
    let (order, parents) = search(graph, source);
    let mut depths = vec![NONE; graph.node_count()];
    depths[source.index()] = 0;
    for node in &order[1..] {
        depths[node.index()] = depths[parents[node.index()] as usize] + 1;
    }
    nodes(graph).find_map(|node| {
        let (parent, depth) = (found.get(node), depths[node.index()]);
        let what = match parent {
            None if depth == NONE => return None,
            None => "is not reached, but can be",
            Some(_) if depth == NONE => "is reached, but cannot be",
            Some(parent) if node == source => match parent == source {
                true => return None,
                false => "is the source, but not its own parent",
            },
            Some(parent) if depths[parent.index()] != depth - 1 => "has a parent of the wrong depth",
            Some(parent) if graph.neighbours(parent).binary_search(&node).is_err() => {
                "has no arc from its parent"
            }
            Some(_) => return None,
        };
        Some(format!("node {} {what}", node.index()))
    })
}
