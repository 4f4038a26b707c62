//! `bc`: betweenness of nodes on the shortest paths from some sources. The textbook is Brandes's algorithm.
//!
//! As in GAP, a source gets a score too, and all scores are divided by the largest.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Direction, EdgeData, Graph, Node, NodeMap};

use super::{Kernel, Verdict, nodes, top};
use boscage::operators::{Betweenness, Scale, betweenness};

/// The kernel `bc`.
pub(crate) struct Bc {
    /// Sources per trial.
    pub(crate) sources: usize,
}

/// Tolerances of a score, relative and absolute: operators may add in any order.
const RELATIVE: f64 = 1e-3;
const ABSOLUTE: f64 = 1e-6;

impl<D: Direction, E: EdgeData> Kernel<D, E> for Bc {
    type Answer = NodeMap<f64>;

    fn sources(&self) -> usize {
        self.sources
    }

    fn solve(&self, exec: &Exec, graph: &Graph<D, E>, sources: &[Node]) -> Result<NodeMap<f64>> {
        let config = Betweenness { scale: Scale::Highest, counts_sources: true };
        betweenness(exec, graph, sources.iter().copied(), config)
    }

    fn textbook(&self, graph: &Graph<D, E>, sources: &[Node]) {
        std::hint::black_box(brandes(graph, sources));
    }

    fn analysis(&self, _: &Graph<D, E>, scores: &NodeMap<f64>) -> String {
        top(scores.iter().map(|(node, &score)| (node, score as f32)))
    }

    fn verdict(&self, graph: &Graph<D, E>, sources: &[Node], scores: &NodeMap<f64>) -> Verdict {
        let truth = brandes(graph, sources);
        let fault = nodes(graph).find_map(|node| {
            let (found, want) = (scores[node], truth[node.index()]);
            let is_near = (found - want).abs() <= RELATIVE * want + ABSOLUTE; // false for NaN
            (!is_near).then(|| format!("node {}: expected {want}, found {found}", node.index()))
        });
        fault.into()
    }
}

/// Returns the scores of all nodes, divided by the largest.
fn brandes<D: Direction, E: EdgeData>(graph: &Graph<D, E>, sources: &[Node]) -> Vec<f64> {
    const NONE: u32 = u32::MAX;
    let count = graph.node_count();
    let mut scores = vec![0.0_f64; count];
    let (mut depths, mut paths, mut dependencies) =
        (vec![NONE; count], vec![0.0_f64; count], vec![0.0_f64; count]);
    let mut order = Vec::with_capacity(count);
    for &source in sources {
        (depths[source.index()], paths[source.index()]) = (0, 1.0);
        order.push(source);
        let mut next = 0;
        while let Some(&u) = order.get(next) {
            next += 1;
            let below = depths[u.index()] + 1;
            for &v in graph.neighbours(u) {
                if depths[v.index()] == NONE {
                    depths[v.index()] = below;
                    order.push(v);
                }
                if depths[v.index()] == below {
                    paths[v.index()] += paths[u.index()];
                }
            }
        }
        for &u in order.iter().rev() {
            let below = depths[u.index()] + 1;
            let children = graph.neighbours(u).iter().map(|v| v.index()).filter(|&v| depths[v] == below);
            let sum: f64 = children.map(|v| (1.0 + dependencies[v]) / paths[v]).sum();
            dependencies[u.index()] = paths[u.index()] * sum;
            scores[u.index()] += dependencies[u.index()];
        }
        for u in order.drain(..).map(Node::index) {
            (depths[u], paths[u], dependencies[u]) = (NONE, 0.0, 0.0);
        }
    }
    let most = scores.iter().copied().fold(0.0, f64::max);
    if most > 0.0 {
        scores.iter_mut().for_each(|score| *score /= most);
    }
    scores
}
