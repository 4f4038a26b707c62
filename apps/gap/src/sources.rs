//! The sources of searches: the same nodes that GAP's programs draw.
//!
//! GAP draws them with a 64-bit Mersenne Twister and a fixed seed, among the nodes that have arcs. It takes
//! the lower 32 bits of each number, and drops numbers from a cut-off on, so that every node is equally
//! likely. The cut-off itself is computed in 64 bits and then truncated to 32; it is not quite the correct
//! one, and it decides which nodes are drawn. So it is computed here in the same way.

use boscage::graph::{Direction, EdgeData, Graph, Node};
use boscage::{Error, Result};
use rand_mt::Mt64;

/// GAP's seed.
const SEED: u64 = 27_491_095;

/// Draws sources from a graph.
pub(crate) struct Sources {
    /// The source named on the command line, which replaces all others.
    given: Option<Node>,
    numbers: Mt64,
    nodes: u32,
    /// Numbers from this one on are dropped; 0 if all are used.
    cut_off: u32,
}

impl Sources {
    /// Creates the sources of a graph, from the first one on; `given` replaces all of them.
    ///
    /// # Errors
    /// [`Error::Argument`] if the graph has no such node, or no node has arcs.
    pub(crate) fn of<D: Direction, E: EdgeData>(graph: &Graph<D, E>, given: Option<u64>) -> Result<Self> {
        let nodes = graph.node_count() as u64;
        if let Some(node) = given.filter(|&node| node >= nodes) {
            return Err(Error::argument("-r", format!("a node below {nodes}"), node));
        }
        if given.is_none() && graph.targets().is_empty() {
            return Err(Error::argument("graph", "a node with arcs, to start from", "none"));
        }
        let cut_off = match u64::MAX % nodes {
            rest if rest == nodes - 1 => 0,
            rest => (u64::MAX - rest) as u32,
        };
        let given = given.map(|node| Node::new(node as usize));
        Ok(Self { given, numbers: Mt64::new(SEED), nodes: nodes as u32, cut_off })
    }

    /// Returns the next source.
    pub(crate) fn draw<D: Direction, E: EdgeData>(&mut self, graph: &Graph<D, E>) -> Node {
        if let Some(node) = self.given {
            return node;
        }
        loop {
            let number = self.numbers.next_u64() as u32;
            let is_taken = self.cut_off == 0 || number < self.cut_off;
            let node = Node::new((number % self.nodes) as usize);
            if is_taken && graph.degree(node) > 0 {
                return node;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use boscage::exec::Exec;
    use boscage::graph::{EdgeList, Undirected};

    use super::*;

    /// A path through all nodes.
    fn path(nodes: u32) -> Graph<Undirected> {
        let list = EdgeList::from_pairs(nodes as usize, (1..nodes).map(|v| (v - 1, v))).unwrap();
        Graph::from_edges(&Exec::current(), &list).unwrap()
    }

    /// Numbers of the C++ standard library's generator with the same arithmetic.
    #[test]
    fn they_are_those_that_gap_draws() {
        for (nodes, drawn) in [
            (
                524_288,
                [327_007, 232_319, 476_816, 446_670, 95_700, 257_644, 1_014, 109_454, 129_170, 415_704],
            ),
            (
                524_286,
                [338_315, 244_873, 481_840, 454_768, 103_092, 269_520, 8_358, 124_418, 144_848, 430_882],
            ),
            (1_000, [359, 95, 272, 782, 148, 788, 550, 270, 802, 336]),
        ] {
            let graph = path(nodes);
            let mut sources = Sources::of(&graph, None).unwrap();
            assert_eq!(drawn.map(|_| sources.draw(&graph)), drawn.map(Node::new));
        }
    }

    #[test]
    fn nodes_without_arcs_are_passed_over() {
        let list = EdgeList::from_pairs(1_000, [(95, 272)]).unwrap();
        let graph = Graph::<Undirected>::from_edges(&Exec::current(), &list).unwrap();
        let mut sources = Sources::of(&graph, None).unwrap();
        assert_eq!([(); 2].map(|()| sources.draw(&graph)), [95, 272].map(Node::new));
    }

    #[test]
    fn what_cannot_be_a_source_is_refused() {
        let refused = |graph: &Graph<Undirected>, given| match Sources::of(graph, given) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{given:?}"),
        };
        assert_eq!(refused(&path(3), Some(3)), "-r: expected a node below 3, found 3");
        let bare = Graph::from_edges(&Exec::current(), &EdgeList::with_nodes(2).unwrap()).unwrap();
        assert_eq!(refused(&bare, None), "graph: expected a node with arcs, to start from, found none");
        assert_eq!(Sources::of(&bare, Some(1)).unwrap().draw(&bare), Node::new(1));
    }
}
