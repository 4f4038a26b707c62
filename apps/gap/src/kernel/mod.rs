//! The six kernels. Each file has one: its operator, the textbook method on one thread, and its verifier.
//!
//! The textbook methods share no code with the operators; verifiers use them or less.

mod bc;
mod bfs;
mod cc;
mod pr;
mod sssp;
mod tc;

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Direction, EdgeData, Graph, Node};

pub(crate) use bc::Bc;
pub(crate) use bfs::Bfs;
pub(crate) use cc::Cc;
pub(crate) use pr::Pr;
pub(crate) use sssp::Sssp;
pub(crate) use tc::Tc;

/// A kernel, with its options, on graphs of one kind.
pub(crate) trait Kernel<D: Direction, E: EdgeData> {
    /// Result of the operator.
    type Answer;

    /// Returns the number of sources per trial.
    fn sources(&self) -> usize {
        0
    }

    /// Runs the operator, which is timed.
    ///
    /// # Errors
    /// Errors of the operator.
    fn solve(&self, exec: &Exec, graph: &Graph<D, E>, sources: &[Node]) -> Result<Self::Answer>;

    /// Does the same with the textbook method.
    fn textbook(&self, graph: &Graph<D, E>, sources: &[Node]);

    /// Returns a few facts about an answer, as lines.
    fn analysis(&self, graph: &Graph<D, E>, answer: &Self::Answer) -> String;

    /// Verifies an answer.
    fn verdict(&self, graph: &Graph<D, E>, sources: &[Node], answer: &Self::Answer) -> Verdict;
}

/// Result of a verifier.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// The fault, if there is one.
    pub(crate) fault: Option<String>,
    /// A figure of the verifier, with its label.
    pub(crate) figure: Option<(&'static str, f64)>,
}

impl From<Option<String>> for Verdict {
    fn from(fault: Option<String>) -> Self {
        Self { fault, figure: None }
    }
}

/// Returns the nodes of a graph, in order.
fn nodes<D: Direction, E: EdgeData>(graph: &Graph<D, E>) -> impl Iterator<Item = Node> + use<D, E> {
    (0..graph.node_count()).map(Node::new)
}

/// Returns the nodes with the largest values, at most five, as lines.
fn top(values: impl Iterator<Item = (Node, f32)>) -> String {
    let mut all: Vec<(Node, f32)> = values.collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.iter().take(5).map(|(node, value)| format!("{}:{value}\n", node.index())).collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use boscage::graph::{EdgeList, Undirected};

    use super::*;

    fn graph<E: EdgeData + Debug>(edges: &[(u32, u32, E)]) -> Graph<Undirected, E> {
        let list = EdgeList::from_triples(5, edges.iter().copied()).unwrap();
        Graph::builder().by_target().build(&Exec::current(), &list).unwrap()
    }

    /// The fault of the answer for one graph if it is given for another.
    fn fault<E: EdgeData + Debug>(
        kernel: &impl Kernel<Undirected, E>,
        answered: &[(u32, u32, E)],
        asked: &[(u32, u32, E)],
    ) -> Option<String> {
        let (answered, asked) = (graph(answered), graph(asked));
        let sources = vec![Node::new(0); kernel.sources()];
        let answer = kernel.solve(&Exec::current(), &answered, &sources).unwrap();
        let right = kernel.verdict(&answered, &sources, &answer).fault;
        assert_eq!(right, None, "the answer to its own question");
        kernel.verdict(&asked, &sources, &answer).fault
    }

    #[test]
    fn answers_to_other_graphs_are_found_out() {
        let path = [(0, 1, ()), (1, 2, ()), (2, 3, ())];
        let short = [(0, 1, ()), (1, 2, ())];
        let cycle = [(0, 1, ()), (1, 2, ()), (2, 3, ()), (3, 0, ())];
        let triangle = [(0, 1, ()), (1, 2, ()), (2, 3, ()), (0, 2, ())];
        let star = [(0, 1, ()), (0, 2, ()), (1, 3, ())];
        let said = |fault: Option<String>| fault.expect("a fault");
        assert_eq!(said(fault(&Bfs, &short, &path)), "node 3 is not reached, but can be");
        assert_eq!(said(fault(&Bfs, &path, &short)), "node 3 is reached, but cannot be");
        assert_eq!(said(fault(&Bfs, &path, &cycle)), "node 3 has a parent of the wrong depth");
        assert_eq!(said(fault(&Bfs, &path, &star)), "node 2 has a parent of the wrong depth");
        let other = [(0, 1, ()), (0, 4, ()), (4, 2, ())];
        assert_eq!(said(fault(&Bfs, &short, &other)), "node 2 has no arc from its parent");
        let pr = Pr { tolerance: 1e-4, rounds: 100 };
        assert!(said(fault(&pr, &path, &cycle)).starts_with("the ranks change by "));
        assert!(said(fault(&Cc, &path, &short)).starts_with("two components have the label "));
        assert!(said(fault(&Cc, &short, &path)).starts_with("node 3 has label "));
        let bc = Bc { sources: 1 };
        assert_eq!(said(fault(&bc, &path, &short)), "node 1: expected 0.5, found 0.6666666666666666");
        assert_eq!(said(fault(&Tc, &path, &triangle)), "expected 1 triangles, found 0");
    }

    #[test]
    fn distances_of_other_weights_are_found_out() {
        let [near, far] = [[(0, 1, 2_u32), (1, 2, 3)], [(0, 1, 2), (1, 2, 4)]];
        let kernel = Sssp { delta: None };
        assert_eq!(fault(&kernel, &near, &far).unwrap(), "node 2: expected 6, found 5");
        assert_eq!(fault(&kernel, &near, &near[..1]).unwrap(), "node 2: expected not reached, found 5");
        assert_eq!(fault(&kernel, &near[..1], &near).unwrap(), "node 2: expected 5, found not reached");
    }
}
