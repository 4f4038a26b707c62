//! Data of nodes and edges.

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};

use boscage::exec::Exec;
use boscage::graph::{
    AtomicEdgeMap, AtomicNodeMap, Directed, EdgeId, EdgeList, EdgeMap, Graph, Node, NodeMap, NodeSet,
};
use boscage::parallel::for_each_block;

use crate::inputs::threads;

#[test]
fn maps_are_vectors_that_name_what_they_do_not_have() {
    let exec = Exec::new(2).unwrap();
    let list = EdgeList::from_triples(4, [(0, 1, 5_u32), (1, 2, 6)]).unwrap();
    let graph = Graph::<Directed, u32>::from_edges(&exec, &list).unwrap();
    let mut of_edges = EdgeMap::filled(&graph, 'x').unwrap();
    of_edges[EdgeId::new(1)] = 'y';
    assert_eq!(
        of_edges.iter().map(|(id, &value)| (id.index(), value)).collect::<Vec<_>>(),
        [(0, 'x'), (1, 'y')]
    );
    let mut squares = NodeMap::from_fn(&exec, list.as_view(), |node| node.index() * node.index()).unwrap();
    squares.iter_mut().for_each(|(node, square)| *square += node.index());
    assert_eq!((squares.len(), squares.into_vec()), (4, vec![0, 2, 6, 12]));
    assert_eq!(NodeMap::filled(&list, ()).unwrap().len() + EdgeMap::filled(7, ()).unwrap().len(), 11);

    let message = |index: &(dyn Fn() + std::panic::RefUnwindSafe)| {
        *catch_unwind(AssertUnwindSafe(index)).unwrap_err().downcast::<String>().unwrap()
    };
    let of_nodes = NodeMap::filled(&graph, 0).unwrap();
    let no_node = "there is no node 4: the map has 4 nodes";
    assert_eq!(message(&mut || _ = black_box(&of_nodes[Node::new(4)])), no_node);
    assert_eq!(message(&mut || of_nodes.clone()[Node::new(4)] = 1), no_node);
    assert_eq!(
        message(&mut || _ = black_box(of_edges[EdgeId::new(2)])),
        "there is no edge 2: the map has 2 edges"
    );
    let shared = AtomicNodeMap::<bool>::filled(&graph, false).unwrap();
    assert_eq!(message(&mut || shared.store(Node::new(9), true)), "there is no node 9: the map has 4 nodes");
    let no_node = "there is no node 4: the graph has 4 nodes";
    assert_eq!(message(&mut || _ = black_box(&graph.neighbours(Node::new(4)))), no_node);
    assert_eq!(message(&mut || _ = black_box(&NodeSet::all(&graph).contains(Node::new(4)))), no_node);
    assert_eq!(
        message(&mut || _ = black_box(graph.in_degree(Node::new(0)))),
        "the graph has no in-arcs: make them with `with_in_arcs`"
    );
}

#[test]
fn threads_agree_on_what_atomic_maps_hold() {
    const CALLS: usize = 60_000;
    const HITS: usize = 1_000_000; // at one node: enough that threads meet
    let key = |i: usize| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    for exec in threads() {
        let [least, most, sum] = [u64::MAX, 0, 0].map(|value| AtomicNodeMap::filled(7, value).unwrap());
        let [low, high] = [i32::MAX, i32::MIN].map(|value| AtomicEdgeMap::filled(7, value).unwrap());
        let float = AtomicNodeMap::filled(7, f32::INFINITY).unwrap();
        let floats = AtomicNodeMap::filled(7, 0.0_f64).unwrap();
        let bits = AtomicNodeMap::filled(7, 0_u32).unwrap();
        let first = AtomicNodeMap::filled(7, Node::new(CALLS)).unwrap();
        let was_set = AtomicNodeMap::filled(7, false).unwrap();
        let [setters, takers] = [0, 0].map(|value| AtomicNodeMap::filled(7, value).unwrap());
        let is_free = AtomicNodeMap::filled(7, true).unwrap();
        let last = AtomicNodeMap::filled(7, 0_u64).unwrap();
        let replaced = AtomicNodeMap::filled(7, 0_u64).unwrap();
        exec.install(|| {
            for_each_block(&Exec::current(), CALLS, 100, |block| {
                for i in block {
                    let (node, key) = (Node::new(i % 7), key(i));
                    least.fetch_min(node, key);
                    most.fetch_max(node, key);
                    sum.fetch_add(node, key);
                    low.fetch_min(EdgeId::new(i % 7), -(i as i32));
                    high.fetch_max(EdgeId::new(i % 7), -(i as i32));
                    float.fetch_min(node, key as f32 - 1e6);
                    float.fetch_min(node, f32::NAN);
                    floats.fetch_add(node, key as f64); // small integers: their sums are exact
                    bits.fetch_or(node, 1 << (key % 32));
                    first.fetch_min(node, Node::new(i));
                    setters.fetch_add(node, u32::from(!was_set.fetch_or(node, true)));
                    takers.fetch_add(node, u32::from(is_free.compare_exchange(node, true, false).is_ok()));
                    replaced.fetch_add(node, last.swap(node, key));
                }
            });
        });
        let [hits, highest] = [0.0_f64, 0.0].map(|value| AtomicNodeMap::filled(1, value).unwrap());
        let count = AtomicNodeMap::filled(1, 0_i64).unwrap();
        exec.install(|| {
            for_each_block(&Exec::current(), HITS, 1000, |block| {
                for i in block {
                    hits.fetch_add(Node::new(0), 1.0);
                    highest.fetch_max(Node::new(0), i as f64);
                    count.fetch_add(Node::new(0), -1);
                }
            });
        });
        assert_eq!(hits.into_map().into_vec(), [HITS as f64]);
        assert_eq!(highest.into_map().into_vec(), [HITS as f64 - 1.0]);
        assert_eq!(count.into_map().into_vec(), [-(HITS as i64)]);
        let of = |node: usize| (node..CALLS).step_by(7);
        let keys = |node| of(node).map(key);
        let all = |of_node: &dyn Fn(usize) -> u64| (0..7).map(of_node).collect::<Vec<_>>();
        assert_eq!(least.into_map().into_vec(), all(&|node| keys(node).min().unwrap()));
        assert_eq!(most.into_map().into_vec(), all(&|node| keys(node).max().unwrap()));
        assert_eq!(sum.into_map().into_vec(), all(&|node| keys(node).sum()));
        assert!(low.into_map().iter().all(|(id, &low)| low == -(of(id.index()).max().unwrap() as i32)));
        assert!(high.into_map().iter().all(|(id, &high)| high == -(id.index() as i32)));
        assert!(
            float
                .into_map()
                .iter()
                .all(|(node, &float)| { float == keys(node.index()).min().unwrap() as f32 - 1e6 })
        );
        assert!(floats.into_map().iter().all(|(node, &sum)| sum == keys(node.index()).sum::<u64>() as f64));
        assert!(
            bits.into_map().iter().all(|(node, &bits)| {
                bits == keys(node.index()).fold(0, |bits, key| bits | 1 << (key % 32))
            })
        );
        assert!(first.into_map().iter().all(|(node, &first)| first == node));
        assert_eq!(setters.into_map().into_vec(), [1; 7], "one thread sets a flag first");
        assert_eq!(takers.into_map().into_vec(), [1; 7], "one thread exchanges it");
        let swapped = |node| replaced.load(Node::new(node)) + last.load(Node::new(node));
        assert_eq!(all(&swapped), all(&|node| keys(node).sum()), "each value is replaced once");
    }
    let floats = AtomicNodeMap::from(NodeMap::from(vec![0.0_f64, f64::NAN]));
    let (zero, nan) = (Node::new(0), Node::new(1));
    assert_eq!(floats.fetch_min(zero, -0.0), 0.0);
    assert!(floats.load(zero).is_sign_negative(), "-0.0 comes before 0.0");
    floats.fetch_max(nan, 5.0);
    assert!(floats.load(nan).is_nan());
    assert_eq!(floats.compare_exchange(zero, 0.0, 1.0), Err(-0.0), "bits are compared");
    assert_eq!(floats.compare_exchange(zero, -0.0, 1.0), Ok(-0.0));
    let wrapping = AtomicNodeMap::filled(1, u32::MAX).unwrap();
    assert_eq!((wrapping.fetch_add(zero, 2), wrapping.load(zero)), (u32::MAX, 1));
}

#[test]
fn pairs_are_one_value_and_their_first_part_counts_first() {
    const CALLS: usize = 20_000;
    let key = |i: usize| (i as u32).wrapping_mul(0x9e37_79b9) % 100;
    for exec in threads() {
        let least = AtomicNodeMap::filled(3, (u32::MAX, Node::new(CALLS))).unwrap();
        let most = AtomicNodeMap::filled(3, (f32::NEG_INFINITY, EdgeId::new(0))).unwrap().relaxed();
        exec.do_all("pairs", 0..CALLS, |i| {
            least.fetch_min(Node::new(i % 3), (key(i), Node::new(i)));
            most.fetch_max(Node::new(i % 3), (-(key(i) as f32), EdgeId::new(i)));
        })
        .unwrap();
        let of = |node: usize| (node..CALLS).step_by(3).map(|i| (key(i), i));
        for (node, &(low, first)) in least.into_map().iter() {
            assert_eq!(Some((low, first.index())), of(node.index()).min());
        }
        for (node, &(high, last)) in most.into_map().iter() {
            let lowest = of(node.index()).map(|(key, _)| key).min().unwrap();
            let expected = of(node.index()).filter(|&(key, _)| key == lowest).map(|(_, i)| i).max();
            assert_eq!((high, Some(last.index())), (-(lowest as f32), expected));
        }
    }
    let pairs = AtomicNodeMap::filled(1, (0_u32, -1_i32)).unwrap();
    assert_eq!(pairs.compare_exchange(0, (0, 1), (5, 5)), Err((0, -1)), "both parts are compared");
    assert_eq!(pairs.swap(0, (7, i32::MIN)), (0, -1));
    assert_eq!(pairs.fetch_min(0, (7, i32::MAX)), (7, i32::MIN));
    assert_eq!(pairs.load(0), (7, i32::MIN), "a sign does not touch the other part");
    let floats = AtomicNodeMap::filled(1, (f32::NAN, 0_u32)).unwrap();
    floats.fetch_min(0, (-1.0, 0));
    assert!(floats.load(0).0.is_nan());
}

#[test]
fn the_thread_that_takes_a_counter_to_zero_is_one() {
    for exec in threads() {
        for alone in [false, true] {
            let counters = AtomicNodeMap::filled(5, 4_000_u64).unwrap();
            let counters = if alone { counters.shared_by(&exec) } else { counters };
            let [last, floats] = [(); 2].map(|()| AtomicNodeMap::filled(5, 0.0_f64).unwrap());
            exec.do_all("count down", 0..20_000_u32, |i| {
                floats.fetch_sub(i % 5, 1.0);
                if counters.fetch_sub(i % 5, 1) == 1 {
                    last.fetch_add(i % 5, 1.0);
                }
            })
            .unwrap();
            assert_eq!(counters.into_map().into_vec(), [0; 5]);
            assert_eq!(last.into_map().into_vec(), [1.0; 5]);
            assert_eq!(floats.into_map().into_vec(), [-4_000.0; 5]);
        }
    }
    let wrapping = AtomicNodeMap::filled(1, 0_u32).unwrap();
    assert_eq!((wrapping.fetch_sub(0, 2), wrapping.load(0)), (0, u32::MAX - 1));
}

/// The threads of `Exec::current` depend on where it is used, so its maps are never changed by plain stores.
#[test]
fn a_map_of_the_callers_threads_may_be_used_in_another_pool() {
    let exec = Exec::current();
    let counts = Exec::new(1).unwrap().install(|| AtomicNodeMap::filled(1, 0_u32).unwrap().shared_by(&exec));
    let two = Exec::new(2).unwrap();
    two.install(|| exec.do_all("count", 0..1_000_000, |_| _ = counts.fetch_add(0, 1))).unwrap();
    assert_eq!(counts.load(0), 1_000_000);
}
