//! A graph that changes, compared with a map that one thread changes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use boscage::exec::Exec;
use boscage::generate::{Gnm, gnm};
use boscage::graph::{Directed, Direction, Graph, Handle, MorphGraph, MorphOwned, Node, Undirected};
use boscage::sync::SequentialSets;
use boscage::worklist::{Fifo, Lifo};

/// The graph as maps: the value of every node, and its edges with their data, in their order.
#[derive(Debug, Default)]
struct Naive {
    is_directed: bool,
    values: BTreeMap<Handle, u64>,
    /// All nodes that have ever been there.
    added: BTreeSet<Handle>,
    edges: Vec<([Handle; 2], u64)>,
}

impl Naive {
    fn arcs(&self, node: Handle) -> Vec<(Handle, u64)> {
        let at = |&([u, v], data): &([Handle; 2], u64)| match node {
            _ if node == u => Some((v, data)),
            _ if node == v && !self.is_directed => Some((u, data)),
            _ => None,
        };
        self.edges.iter().filter_map(at).collect()
    }

    fn in_arcs(&self, node: Handle) -> Vec<(Handle, u64)> {
        if !self.is_directed {
            return self.arcs(node);
        }
        let entering = self.edges.iter().filter(|([_, v], _)| *v == node);
        entering.map(|&([u, _], data)| (u, data)).collect()
    }

    fn disconnect(&mut self, u: Handle, v: Handle) -> Option<u64> {
        let is_it = |&(ends, _): &([Handle; 2], u64)| ends == [u, v] || !self.is_directed && ends == [v, u];
        let first = self.edges.iter().position(is_it)?;
        Some(self.edges.remove(first).1)
    }
}

/// The accesses of an item, in the order of a clock that it reads while it has its locks.
#[derive(Debug)]
enum Event {
    Gone(Handle),
    /// With an edge to the first of these nodes, and then one from the second.
    Added(Handle, u64, [Handle; 2]),
    /// With the edges that leave it, and those that enter it.
    Removed(Handle, u64, [Vec<(Handle, u64)>; 2]),
    Connected(Handle, Handle, u64),
    Disconnected(Handle, Handle, Option<u64>),
    Changed(Handle, u64),
}

/// SplitMix64 (Steele, Lea, Flood 2014).
fn random(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((word ^ word >> 31) >> 8) as usize
}

impl Naive {
    /// Does the same, and demands that the item has seen what is there.
    fn replay(&mut self, event: Event) {
        match event {
            Event::Gone(node) => assert!(!self.values.contains_key(&node), "{event:?}"),
            Event::Added(node, value, others) => {
                assert!(self.added.insert(node), "{node} was another node before");
                self.values.insert(node, value);
                let [into, from] = others;
                self.edges.extend([([node, into], value), ([from, node], value)]);
            }
            Event::Removed(node, value, arcs) => {
                assert_eq!(self.values.get(&node), Some(&value));
                assert_eq!([self.arcs(node), self.in_arcs(node)], arcs);
                self.values.remove(&node);
                self.edges.retain(|(ends, _)| !ends.contains(&node));
            }
            Event::Connected(u, v, data) => {
                assert!(self.values.contains_key(&u) && self.values.contains_key(&v));
                self.edges.push(([u, v], data));
            }
            Event::Disconnected(u, v, data) => assert_eq!(self.disconnect(u, v), data),
            Event::Changed(node, value) => {
                let old = self.values.insert(node, value).expect("it is there");
                assert_eq!(value, 3 * (old % 1000) + 1);
            }
        }
    }

    /// Demands that the graph is the same: the nodes, and the edges of each in their order.
    fn compare<D: Direction>(&self, mut morph: MorphGraph<u64, u64, D>, exec: &Exec) {
        assert_eq!((morph.node_count(), morph.edge_count()), (self.values.len(), self.edges.len()));
        assert!(
            morph.nodes().map(|(node, value)| (node, *value)).eq(self.values.iter().map(|(&n, &v)| (n, v)))
        );
        let nodes = self.values.keys().copied();
        let arcs = |owned: &mut MorphOwned<'_, u64, u64, D>| {
            let are_equal =
                |node| owned.arcs(node).eq(self.arcs(node)) && owned.in_arcs(node).eq(self.in_arcs(node));
            nodes.clone().all(are_equal)
        };
        assert!(morph.edit(0, 0, arcs).unwrap());
        let (graph, handles) = morph.to_graph(exec).unwrap();
        assert!(handles.as_slice().iter().eq(self.values.keys()));
        let sorted = |mut edges: Vec<([Handle; 2], u64)>| {
            if !self.is_directed {
                edges.iter_mut().for_each(|(ends, _)| ends.sort());
            }
            edges.sort();
            edges
        };
        let list = graph.to_edge_list(exec).unwrap();
        let edges = list.edges().iter();
        let edges = edges.map(|edge| ([edge.u, edge.v].map(|node| handles[node]), edge.weight)).collect();
        assert_eq!(sorted(edges), sorted(self.edges.clone()));
        let (mut again, _) = MorphGraph::from_graph(&graph, |node| self.values[&handles[node]]).unwrap();
        let (again, _) = again.to_graph(exec).unwrap();
        assert_eq!(again, graph);
    }
}

/// Items add, remove, connect, disconnect and change nodes at random, also nodes that are gone. What each has
/// seen must be what the map says when the same things are done to it one after another.
#[test]
fn random_changes_are_those_of_a_map() {
    random_changes::<Undirected>();
    random_changes::<Directed>();
}

fn random_changes<D: Direction>() {
    let items = if cfg!(miri) { 100 } else { 20_000 };
    for (threads, seed) in [(1, 1), (2, 2), (2, 3), (4, 4)] {
        let exec = Exec::new(threads).unwrap();
        let mut morph = MorphGraph::<u64, u64, D>::default();
        let mut naive = Naive { is_directed: D::IS_DIRECTED, ..Naive::default() };
        let first: Vec<_> = morph.edit(30, 0, |owned| (0..30).map(|i| owned.add(i)).collect()).unwrap();
        naive.values.extend(first.iter().copied().zip(0..));
        naive.added.extend(&first);
        let known = Mutex::new(first);
        // The newest are the most likely to be there.
        let pick = |state: &mut u64| {
            let known = known.lock().unwrap();
            known[known.len() - 1 - random(state) % 30]
        };
        let (clock, events) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        let log = |event| {
            let time = clock.fetch_add(1, SeqCst);
            events.lock().unwrap().push((time, event));
        };
        exec.speculate("changes", 0..items, Lifo { chunk: 4 }, &mut morph, |&item, around| {
            let mut state = (seed << 32) + item;
            let (what, u, v) = (random(&mut state) % 8, pick(&mut state), pick(&mut state));
            for node in [u, v] {
                if around.lock(node)?.is_none() {
                    log(Event::Gone(node));
                    return Ok(());
                }
            }
            match what {
                0..=2 => {
                    around.reserve(1, 2)?;
                    let mut owned = around.commit();
                    let node = owned.add(item);
                    owned.connect(node, u, item);
                    owned.connect(v, node, item);
                    log(Event::Added(node, item, [u, v]));
                    known.lock().unwrap().push(node);
                }
                3 | 4 => {
                    let region = around.lock_while(u, |node, _| node == u)?;
                    assert_eq!(region, [u]);
                    let arcs = [around.arcs(u).collect(), around.in_arcs(u).collect()];
                    log(Event::Removed(u, around[u], arcs)); // before others can see that it is gone
                    around.commit().remove(u);
                }
                5 => {
                    around.reserve(0, 1)?;
                    let mut owned = around.commit();
                    owned.connect(u, v, item);
                    log(Event::Connected(u, v, item));
                }
                6 => {
                    let v = around.arcs(u).next().map_or(v, |(neighbour, _)| neighbour);
                    around.lock(v)?.expect("neighbours are there");
                    let mut owned = around.commit();
                    let data = owned.disconnect(u, v);
                    log(Event::Disconnected(u, v, data));
                }
                _ => {
                    let mut owned = around.commit();
                    owned[u] = 3 * (owned[u] % 1000) + 1;
                    log(Event::Changed(u, owned[u]));
                }
            }
            Ok(())
        })
        .unwrap();
        let mut events = events.into_inner().unwrap();
        events.sort_by_key(|&(time, _)| time);
        events.into_iter().for_each(|(_, event)| naive.replay(event));
        naive.compare(morph, &exec);
        let [ref one] = exec.take_statistics().loops[..] else { panic!("one loop") };
        assert_eq!((one.committed, threads > 1 || one.aborted == 0), (items, true));
    }
}

/// Every node is merged into a neighbour until no edge is left but self-loops: what is left is a node for
/// each component, with the sum and the number of edges of its nodes.
#[test]
fn contraction_leaves_the_components_of_union_find() {
    let nodes = if cfg!(miri) { 20 } else { 3000 };
    for (threads, edges) in [(1, nodes / 2), (2, nodes / 2), (2, nodes), (4, 2 * nodes)] {
        let exec = Exec::new(threads).unwrap();
        let list = gnm(&exec, &Gnm { nodes, edges, ..Gnm::default() }).unwrap();
        let mut sets = SequentialSets::new(nodes).unwrap();
        for edge in list.edges() {
            sets.unite(edge.u, edge.v);
        }
        let mut expected = BTreeMap::<Node, [usize; 2]>::new();
        for node in (0..nodes).map(Node::new) {
            expected.entry(sets.find(node)).or_default()[0] += node.index();
        }
        for edge in list.edges() {
            expected.get_mut(&sets.find(edge.u)).unwrap()[1] += 1;
        }

        let graph = Graph::<Undirected, u32>::from_edges(&exec, &list).unwrap();
        let (mut morph, handles) = MorphGraph::from_graph(&graph, |node| [node.index(), 0]).unwrap();
        exec.speculate("contract", handles.into_vec(), Fifo { chunk: 4 }, &mut morph, |&node, around| {
            around.lock_while(node, |near, _| near == node)?;
            if around.lock(node)?.is_none() {
                return Ok(());
            }
            let arcs: Vec<_> = around.arcs(node).collect();
            let Some(&(into, _)) = arcs.iter().find(|&&(neighbour, _)| neighbour != node) else {
                return Ok(());
            };
            around.reserve(0, arcs.len())?;
            let mut owned = around.commit();
            let [sum, loops] = owned.remove(node);
            owned[into][0] += sum;
            owned[into][1] += loops;
            for (neighbour, weight) in arcs {
                if neighbour == into || neighbour == node {
                    owned[into][1] += 1; // it is within the node from now on
                } else {
                    owned.connect(into, neighbour, weight);
                }
            }
            Ok(())
        })
        .unwrap();
        let (graph, _) = morph.to_graph(&exec).unwrap();
        assert_eq!(graph.edge_count(), 0);
        let mut left: Vec<_> = morph.nodes().map(|(_, data)| *data).collect();
        let mut expected: Vec<_> = expected.into_values().collect();
        left.sort();
        expected.sort();
        assert_eq!(left, expected);
    }
}
