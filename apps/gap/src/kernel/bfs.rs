//! `bfs`: parents of a breadth-first search. The textbook has a queue.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Direction, EdgeData, Graph, Node};

use super::{Kernel, Verdict, nodes};
use boscage::operators::{BreadthFirstSearch, Reached, breadth_first_search};

/// The kernel `bfs`.
pub(crate) struct Bfs;

impl<D: Direction, E: EdgeData> Kernel<D, E> for Bfs {
    type Answer = Reached<Node>;

    fn sources(&self) -> usize {
        1
    }

    fn solve(&self, exec: &Exec, graph: &Graph<D, E>, sources: &[Node]) -> Result<Reached<Node>> {
        breadth_first_search(exec, graph, sources[0], BreadthFirstSearch::default())
    }

    fn textbook(&self, graph: &Graph<D, E>, sources: &[Node]) {
        std::hint::black_box(search(graph, sources[0]));
    }

    fn analysis(&self, graph: &Graph<D, E>, parents: &Reached<Node>) -> String {
        let in_tree = || nodes(graph).filter(|&node| parents.get(node).is_some());
        let arcs: usize = in_tree().map(|node| graph.degree(node)).sum();
        format!("BFS Tree has {} nodes and {arcs} edges\n", in_tree().count())
    }

    fn verdict(&self, graph: &Graph<D, E>, sources: &[Node], parents: &Reached<Node>) -> Verdict {
        fault(graph, sources[0], parents).into()
    }
}

/// The depth of a node that is not reached.
const NONE: u32 = u32::MAX;

/// The nodes that are reached, in the order of the search, and the parents of all nodes.
fn search<D: Direction, E: EdgeData>(graph: &Graph<D, E>, source: Node) -> (Vec<Node>, Vec<u32>) {
    let mut parents = vec![NONE; graph.nodes()];
    let mut queue = Vec::with_capacity(graph.nodes());
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

/// What is wrong with the parents: they must be as deep as the textbook says, and there must be an arc from
/// each.
fn fault<D: Direction, E: EdgeData>(
    graph: &Graph<D, E>,
    source: Node,
    found: &Reached<Node>,
) -> Option<String> {
    let (order, parents) = search(graph, source);
    let mut depths = vec![NONE; graph.nodes()];
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
