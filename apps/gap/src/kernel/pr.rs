//! `pr`: PageRank. The textbook computes each round from the ranks of the round before.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Direction, EdgeData, Graph, Node};

use super::{Kernel, Verdict, nodes, top};
use boscage::operators::{Dangling, PageRank, Ranks, page_rank};

/// The share of a rank that goes along arcs, as in GAP.
const DAMPING: f64 = 0.85;

/// The kernel `pr`.
pub(crate) struct Pr {
    /// It ends when the ranks change by less than this in a round, all together.
    pub(crate) tolerance: f64,
    /// The most rounds.
    pub(crate) rounds: usize,
}

impl<D: Direction, E: EdgeData> Kernel<D, E> for Pr {
    type Answer = Ranks;

    fn solve(&self, exec: &Exec, graph: &Graph<D, E>, _: &[Node]) -> Result<Ranks> {
        let &Self { tolerance, rounds } = self;
        let config =
            PageRank { damping: DAMPING, tolerance, rounds, dangling: Dangling::Lost, ..PageRank::default() };
        page_rank(exec, graph, config)
    }

    fn textbook(&self, graph: &Graph<D, E>, _: &[Node]) {
        let (nodes, base) = (graph.nodes(), base(graph));
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

    fn analysis(&self, _: &Graph<D, E>, answer: &Ranks) -> String {
        format!("{} rounds, change {:.3e}\n{}", answer.rounds, answer.change, top(answer.ranks.iter()))
    }

    fn verdict(&self, graph: &Graph<D, E>, _: &[Node], answer: &Ranks) -> Verdict {
        let error = residual(graph, answer);
        let is_right = error < self.tolerance; // no NaN is
        let fault =
            (!is_right).then(|| format!("the ranks change by {error:.3e}, not below {:e}", self.tolerance));
        Verdict { fault, figure: Some(("Total Error", error)) }
    }
}

/// The rank that every node gets in any case.
fn base<D: Direction, E: EdgeData>(graph: &Graph<D, E>) -> f64 {
    (1.0 - DAMPING) / graph.nodes() as f64
}

/// How much the ranks change in one more round, in which every node pushes its rank along its arcs.
fn residual<D: Direction, E: EdgeData>(graph: &Graph<D, E>, answer: &Ranks) -> f64 {
    let mut sums = vec![0.0_f64; graph.nodes()];
    for node in nodes(graph) {
        let gives = f64::from(answer.ranks[node]) / graph.degree(node) as f64;
        graph.neighbours(node).iter().for_each(|target| sums[target.index()] += gives);
    }
    let change = |node: Node| base(graph) + DAMPING * sums[node.index()] - f64::from(answer.ranks[node]);
    nodes(graph).map(|node| change(node).abs()).sum()
}
