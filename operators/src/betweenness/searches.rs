//! Searches that each run on one thread.

use boscage_core::exec::{Exec, Round};
use boscage_core::graph::{Direction, EdgeData, Graph, Node, NodeMap};
use boscage_core::{Result, memory};

use super::EXACT;

/// Sources whose scores are added up before they are added to those of others.
pub(super) const BLOCK: usize = 16;

/// Returns the scores of all nodes. Each thread does the searches of a block, then all wait for each other:
/// so the scores of no more blocks than threads are in memory.
pub(super) fn scores<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    sources: &[Node],
    counts_sources: bool,
) -> Result<NodeMap<f64>> {
    graph.check_in_arcs()?;
    let threads = exec.threads().min(sources.len().div_ceil(BLOCK));
    let mut searches = memory::reserve("searches", threads)?;
    for _ in 0..threads {
        searches.push(Search::new(graph.node_count())?);
    }
    let mut scores = NodeMap::filled(graph, 0.0)?;
    let mut rounds = exec.rounds("betweenness", sources.len() as u64);
    for wave in sources.chunks(threads * BLOCK) {
        rounds.round(|_| {
            let mut items = memory::reserve("searches", threads)?;
            items.extend(searches.iter_mut().zip(wave.chunks(BLOCK)));
            exec.do_all("searches", items, |(search, sources)| {
                for &source in sources {
                    exec.check_cancelled()?;
                    search.run(graph, source, counts_sources);
                }
                Ok(())
            })?;
            for search in &mut searches {
                search.scored.drain(..).for_each(|node| {
                    scores[node] += std::mem::take(&mut search.scores[node.index()]);
                });
            }
            Ok((Round::new(wave.len()), ()))
        })?;
    }
    Ok(scores)
}

const UNREACHED: u32 = u32::MAX;

/// A search, and the scores of those before it.
struct Search {
    /// The level of each node.
    steps: Vec<u32>,
    /// Number of shortest paths to each node; on the way back its share of the dependency of nodes before it.
    values: Vec<f64>,
    /// The nodes that are reached, level by level.
    order: Vec<Node>,
    scores: Vec<f64>,
    /// The nodes whose scores are not 0.
    scored: Vec<Node>,
}

impl Search {
    fn new(nodes: usize) -> Result<Self> {
        const WHAT: &str = "searches";
        Ok(Self {
            steps: memory::filled(WHAT, nodes, UNREACHED)?,
            values: memory::zeroed(WHAT, nodes)?,
            order: memory::reserve(WHAT, nodes)?,
            scores: memory::zeroed(WHAT, nodes)?,
            scored: memory::reserve(WHAT, nodes)?,
        })
    }

    /// Adds the dependencies of a source to the scores.
    fn run<D: Direction, E: EdgeData>(&mut self, graph: &Graph<D, E>, source: Node, counts_sources: bool) {
        self.reach(graph, source);
        let Self { steps, values, order, scores, scored } = self;
        let first = usize::from(!counts_sources);
        for &node in order[first..].iter().rev() {
            let after = steps[node.index()] + 1;
            let next = graph.neighbours(node).iter().filter(|to| steps[to.index()] == after);
            let sum: f64 = next.map(|to| values[to.index()]).sum();
            let (value, score) = (&mut values[node.index()], &mut scores[node.index()]);
            let dependency = *value * sum;
            *value = (1.0 + dependency) / *value;
            if dependency != 0.0 {
                if *score == 0.0 {
                    scored.push(node);
                }
                *score += dependency;
            }
        }
        for node in order.drain(..) {
            (steps[node.index()], values[node.index()]) = (UNREACHED, 0.0);
        }
    }

    /// Finds levels and numbers of paths.
    fn reach<D: Direction, E: EdgeData>(&mut self, graph: &Graph<D, E>, source: Node) {
        let Self { steps, values: counts, order, .. } = self;
        (steps[source.index()], counts[source.index()]) = (0, 1.0);
        order.push(source);
        let (mut begin, mut step) = (0, 0);
        while begin < order.len() {
            let end = order.len();
            let mut is_exact = true;
            step += 1;
            for place in begin..end {
                let from = order[place];
                let count = counts[from.index()];
                for &to in graph.neighbours(from) {
                    let is_new = steps[to.index()] == UNREACHED;
                    if is_new {
                        steps[to.index()] = step;
                        order.push(to);
                    }
                    if steps[to.index()] == step {
                        counts[to.index()] += count;
                        is_exact &= counts[to.index()] < EXACT;
                    }
                }
            }
            if !is_exact {
                for &to in &order[end..] {
                    let before =
                        graph.in_neighbours(to).iter().filter(|from| steps[from.index()] == step - 1);
                    counts[to.index()] = before.map(|from| counts[from.index()]).sum();
                }
            }
            begin = end;
        }
    }
}
