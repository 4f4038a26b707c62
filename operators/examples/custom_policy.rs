//! Your own worklist policy: strict priority, used for shortest paths.
//!
//! The framework's `Buckets` gives items roughly in the order of their priorities, which is cheap. This
//! policy is the other extreme: one heap that all threads share, so every item taken is the lowest. On one
//! thread the operator is then Dijkstra's algorithm; with `Fifo` the same operator is the algorithm of
//! Bellman and Ford. The program runs the operator with the three policies, compares the distances with
//! Dijkstra's algorithm, and prints the number of items in each order.
//!
//! ```sh
//! cargo run --release -p boscage-operators --example custom_policy
//! ```

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Mutex;

use boscage::generate::{Road, road};
use boscage::prelude::*;
use boscage::worklist::{Policy, Pushed, Worklist};

/// The policy `Strict(priority)`: always takes the item of lowest priority.
#[derive(Clone, Copy)]
struct Strict<F>(F);

/// An item in the heap: its priority, its number among those of equal priority, and itself.
type Entry<T> = Reverse<(u64, u64, Carried<T>)>;

/// An item that takes no part in comparisons.
struct Carried<T>(T);

impl<T> Ord for Carried<T> {
    fn cmp(&self, _: &Self) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

impl<T> PartialOrd for Carried<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Carried<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Carried<T> {}

/// The state that workers share: all items.
struct Heap<T, F> {
    priority: F,
    entries: Mutex<(BinaryHeap<Entry<T>>, u64)>,
}

impl<T: Send, F: Fn(&T) -> u64 + Sync> Policy<T> for Strict<F> {
    type Worklist = Heap<T, F>;

    fn open(self, workers: usize) -> (Heap<T, F>, Vec<()>) {
        (Heap { priority: self.0, entries: Mutex::new((BinaryHeap::new(), 0)) }, vec![(); workers])
    }
}

impl<T: Send, F: Fn(&T) -> u64 + Sync> Worklist<T> for Heap<T, F> {
    /// A worker has no state of its own.
    type Part = ();

    fn push(&self, (): &mut (), item: T) -> Pushed {
        let priority = (self.priority)(&item);
        let (heap, turn) = &mut *self.entries.lock().expect("no thread panics here");
        *turn += 1;
        heap.push(Reverse((priority, *turn, Carried(item))));
        Pushed::Published
    }

    fn pop(&self, (): &mut ()) -> Option<T> {
        let (heap, _) = &mut *self.entries.lock().expect("no thread panics here");
        heap.pop().map(|Reverse((_, _, Carried(item)))| item)
    }

    /// Returns `true` for each worker if there are items, so that all of them begin.
    fn has_items(&self, (): &()) -> bool {
        !self.entries.lock().expect("no thread panics here").0.is_empty()
    }

    fn stolen((): &()) -> u64 {
        0
    }
}

/// A node, and a distance at which it has been reached.
type Item = (Node, u64);

/// The distance of nodes that are not reached.
const UNREACHED: u64 = u64::MAX;

/// Returns the distances of all nodes from the node 0. The operator does not know the policy.
fn shortest_paths(
    exec: &Exec,
    graph: &Graph<Undirected, u32>,
    name: &str,
    policy: impl Policy<Item>,
) -> Result<Vec<u64>> {
    let distances = AtomicNodeMap::filled(graph, UNREACHED)?;
    distances.store(Node::new(0), 0);
    exec.for_each(name, [(Node::new(0), 0)], policy, |(node, distance), work| {
        if distances.load(node) < distance {
            return; // it has come nearer since
        }
        for (target, weight) in graph.arcs(node) {
            let longer = distance + u64::from(weight);
            if distances.fetch_min(target, longer) > longer {
                work.push((target, longer));
            }
        }
    })?;
    Ok(distances.into_map().into_vec())
}

/// Dijkstra's algorithm without the framework. Also returns the number of items taken from its heap.
fn dijkstra(graph: &Graph<Undirected, u32>) -> (Vec<u64>, u64) {
    let mut distances = vec![UNREACHED; graph.node_count()];
    distances[0] = 0;
    let (mut heap, mut turn, mut taken) = (BinaryHeap::from([Reverse((0, 0, Node::new(0)))]), 0, 0);
    while let Some(Reverse((distance, _, node))) = heap.pop() {
        taken += 1;
        if distances[node.index()] < distance {
            continue;
        }
        for (target, weight) in graph.arcs(node) {
            let longer = distance + u64::from(weight);
            if distances[target.index()] > longer {
                distances[target.index()] = longer;
                turn += 1;
                heap.push(Reverse((longer, turn, target)));
            }
        }
    }
    (distances, taken)
}

pub(crate) fn main() -> Result<()> {
    let (list, _) = road(&Exec::current(), &Road { nodes: 20_000, ..Road::default() })?;
    let graph = &Graph::<Undirected, u32>::from_edges(&Exec::current(), &list)?;
    let (expected, taken) = dijkstra(graph);
    println!("{} nodes, {} edges; Dijkstra takes {taken} items", graph.node_count(), list.edge_count());

    let mean = list.edges().iter().map(|edge| u64::from(edge.weight)).sum::<u64>() / list.edge_count() as u64;
    for threads in [1, 2] {
        let exec = Exec::new(threads)?;
        let strict = Strict(|&(_, distance): &Item| distance);
        let buckets = Buckets::new(|&(_, distance): &Item| distance / mean.max(1));
        assert_eq!(shortest_paths(&exec, graph, "strict", strict)?, expected);
        assert_eq!(shortest_paths(&exec, graph, "buckets", buckets)?, expected);
        assert_eq!(shortest_paths(&exec, graph, "fifo", Fifo::default())?, expected);
        for one in exec.take_statistics().loops {
            println!("threads: {threads}, {}: {} items in {:.1} ms", one.name, one.tried, 1e3 * one.seconds);
            // On one thread the order is exactly the policy's, so this *is* Dijkstra's algorithm.
            let is_dijkstra = threads == 1 && one.name == "strict";
            assert!(!is_dijkstra || one.tried == taken);
        }
    }
    Ok(())
}
