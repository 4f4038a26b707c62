//! The six kernels. Each file has one: how the operator is called, the textbook method on one thread, and how
//! an answer is verified.
//!
//! The textbook methods share no code with the operators, and verifiers use them or less.

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
    /// What the operator finds.
    type Answer;

    /// How many sources a trial has.
    fn sources(&self) -> usize {
        0
    }

    /// The operator: what is timed.
    ///
    /// # Errors
    /// Those of the operator.
    fn solve(&self, exec: &Exec, graph: &Graph<D, E>, sources: &[Node]) -> Result<Self::Answer>;

    /// Does the same with the textbook method.
    fn textbook(&self, graph: &Graph<D, E>, sources: &[Node]);

    /// A few facts about an answer, as lines.
    fn analysis(&self, graph: &Graph<D, E>, answer: &Self::Answer) -> String;

    /// Whether an answer is right.
    fn verdict(&self, graph: &Graph<D, E>, sources: &[Node], answer: &Self::Answer) -> Verdict;
}

/// What a verifier says.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// What is wrong, if anything is.
    pub(crate) fault: Option<String>,
    /// A figure that it found on the way, with its label.
    pub(crate) figure: Option<(&'static str, f64)>,
}

impl From<Option<String>> for Verdict {
    fn from(fault: Option<String>) -> Self {
        Self { fault, figure: None }
    }
}

/// The nodes of a graph, in order.
fn nodes<D: Direction, E: EdgeData>(graph: &Graph<D, E>) -> impl Iterator<Item = Node> + use<D, E> {
    (0..graph.nodes()).map(Node::new)
}

/// The nodes with the largest values, five at most, as lines.
fn top<'a>(values: impl Iterator<Item = (Node, &'a f32)>) -> String {
    let mut all: Vec<(Node, f32)> = values.map(|(node, &value)| (node, value)).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.iter().take(5).map(|(node, value)| format!("{}:{value}\n", node.index())).collect()
}
