//! The algorithm of Raghavan, Albert and Kumara: rounds over all nodes, in another random order each time.
//! Its communities are not those of the operator; both must be stable.

use boscage::operators::LabelPropagation;
use boscage::prelude::*;
use boscage::random::{Random, streams};

use super::Bench;

pub(crate) fn bench(bench: &Bench, graph_name: &str, graph: &Graph<Undirected>) -> Result<()> {
    bench.run(
        &format!("label-propagation/{graph_name}"),
        || textbook(graph),
        |exec| {
            let config = LabelPropagation::default();
            let found = boscage::operators::label_propagation(exec, graph, config)?;
            assert!(found.is_stable);
            Ok(found.parts.labels().to_vec())
        },
        |labels, _| is_stable(graph, labels),
    )
}

fn textbook(graph: &Graph<Undirected>) -> Vec<u32> {
    let mut order: Vec<Node> = graph.nodes().collect();
    let mut labels: Vec<u32> = order.iter().map(|&node| node.into()).collect();
    let mut votes = Votes { counts: vec![0; graph.node_count()], seen: Vec::new() };
    let mut draws = Random::new(LabelPropagation::DEFAULT_SEED, streams::ORDER).item(0);
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        draws.shuffle(&mut order);
        for &node in &order {
            let most = votes.of(graph, &labels, node);
            if most > 0 && votes.counts[labels[node.index()] as usize] < most {
                let Votes { counts, seen } = &votes;
                let best = || seen.iter().copied().filter(|&label| counts[label as usize] == most);
                let drawn = draws.below(best().count() as u64) as usize;
                labels[node.index()] = best().nth(drawn).expect("one of them was drawn");
                has_changed = true;
            }
            votes.clear();
        }
    }
    labels
}

/// Returns `true` if every node has a most frequent label of its neighbours.
fn is_stable(graph: &Graph<Undirected>, labels: &[u32]) -> bool {
    let mut votes = Votes { counts: vec![0; graph.node_count()], seen: Vec::new() };
    graph.nodes().all(|node| {
        let most = votes.of(graph, labels, node);
        let own = votes.counts[labels[node.index()] as usize];
        votes.clear();
        own == most
    })
}

/// Number of neighbours per label.
struct Votes {
    counts: Vec<u32>,
    seen: Vec<u32>,
}

impl Votes {
    /// Counts the labels of a node's neighbours. Returns the highest count.
    fn of(&mut self, graph: &Graph<Undirected>, labels: &[u32], node: Node) -> u32 {
        let mut most = 0;
        for other in graph.neighbours(node) {
            let label = labels[other.index()];
            let count = &mut self.counts[label as usize];
            if *count == 0 {
                self.seen.push(label);
            }
            *count += 1;
            most = most.max(*count);
        }
        most
    }

    fn clear(&mut self) {
        self.seen.drain(..).for_each(|label| self.counts[label as usize] = 0);
    }
}
