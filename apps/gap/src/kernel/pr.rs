//! `pr`: PageRank. The textbook computes each round from the ranks of the round before.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Direction, EdgeData, Graph, Node};

use super::{Kernel, Verdict, nodes, top};
use boscage::operators::{Dangling, PageRank, PageRanks, Precision, page_rank};

/// The share of a rank that goes along arcs, as in GAP.
const DAMPING: f64 = 0.85;

/// The kernel `pr`.
pub(crate) struct Pr {
    /// The operator ends if the ranks together change by less than this in a round.
    pub(crate) tolerance: f64,
    /// Largest number of rounds.
    pub(crate) rounds: usize,
}

impl<D: Direction, E: EdgeData> Kernel<D, E> for Pr {
    type Answer = PageRanks;

    fn solve(&self, exec: &Exec, graph: &Graph<D, E>, _: &[Node]) -> Result<PageRanks> {
        let &Self { tolerance, rounds } = self;
        let (precision, dangling) = (Precision::Single, Dangling::Lost); // as in GAP
        let config =
            PageRank { damping: DAMPING, tolerance, rounds, precision, dangling, ..PageRank::default() };
        page_rank(exec, graph, config)
    }

    fn textbook(&self, graph: &Graph<D, E>, _: &[Node]) {
        let (nodes, base) = (graph.node_count(), base(graph));
        let mut ranks = vec![1.0 / nodes as f32; nodes];
        let mut gives = vec![0.0_f32; nodes];
        for _ in 0..self.rounds {
            for (node, gives) in gives.iter_mut().enumerate() {
                *gives = ranks[node] / graph.degree(Node::new(node)) as f32;
            }
            let mut change = 0.0;
            for (node, rank) in ranks.iter_mut().enumerate() {
                let sources = graph.in_neighbours(Node::new(node)).iter();
                let sum: f32 = sources.map(|source| gives[source.index()]).sum();
                let new = base as f32 + DAMPING as f32 * sum;
                change += f64::from((new - *rank).abs());
                *rank = new;
            }
            if change < self.tolerance {
                break;
            }
        }
        std::hint::black_box(ranks);
    }

    fn analysis(&self, _: &Graph<D, E>, answer: &PageRanks) -> String {
        let ranks = answer.ranks.iter().map(|(node, &rank)| (node, rank as f32));
        format!("{} rounds, change {:.3e}\n{}", answer.rounds, answer.change, top(ranks))
    }

    fn verdict(&self, graph: &Graph<D, E>, _: &[Node], answer: &PageRanks) -> Verdict {
        let error = residual(graph, answer);
        let is_right = error < self.tolerance; // false for NaN
        let fault = (!is_right)
            .then(|| format!("the ranks change by {error:.3e}, expected less than {:e}", self.tolerance));
        Verdict { fault, figure: Some(("Total Error", error)) }
    }
}

/// Returns the rank that every node has at least.
fn base<D: Direction, E: EdgeData>(graph: &Graph<D, E>) -> f64 {
    (1.0 - DAMPING) / graph.node_count() as f64
}

/// How much the ranks change in one more round, in which every node pushes its rank along its arcs.
fn residual<D: Direction, E: EdgeData>(graph: &Graph<D, E>, answer: &PageRanks) -> f64 {
    let mut sums = vec![0.0_f64; graph.node_count()];
    for node in nodes(graph) {
        let gives = answer.ranks[node] / graph.degree(node) as f64;
        graph.neighbours(node).iter().for_each(|target| sums[target.index()] += gives);
    }
    let change = |node: Node| base(graph) + DAMPING * sums[node.index()] - answer.ranks[node];
    nodes(graph).map(|node| change(node).abs()).sum()
}
