//! The uses of atomic maps that the guide teaches, on two or three threads.

use super::*;
use loom::cell::Cell;
use loom::sync::Arc;
use loom::thread;

type Shared<T, O = AcquireRelease> = Arc<AtomicNodeMap<T, O>>;

fn map<T: AtomicValue>(nodes: usize, value: T) -> AtomicNodeMap<T> {
    AtomicNodeMap::filled(nodes, value).unwrap()
}

/// Runs two closures beside each other, and returns what they return.
fn beside<T: 'static>(first: impl FnOnce() -> T + 'static, second: impl FnOnce() -> T) -> (T, T) {
    let first = thread::spawn(first);
    let second = second();
    (first.join().unwrap(), second)
}

/// A search: of two threads that reach a node at once, one claims it, and its value stays.
#[test]
fn one_thread_claims_a_node() {
    loom::model(|| {
        let levels: Shared<u32, _> = Arc::new(map(1, u32::MAX).relaxed());
        let other = Arc::clone(&levels);
        let claim = |levels: &AtomicNodeMap<u32, RelaxedOrder>, level| {
            levels.load(0) == u32::MAX && levels.compare_exchange(0, u32::MAX, level).is_ok()
        };
        let (first, second) = beside(move || claim(&other, 1), || claim(&levels, 2));
        assert_ne!(first, second);
        assert_eq!(levels.load(0), if first { 1 } else { 2 });
    });
}

/// The same without an atomic step, as `Rounds::claim` has it: at least one thread finds the node, and its
/// value is one of theirs.
#[test]
fn a_node_that_is_free_is_found() {
    loom::model(|| {
        let values: Shared<u32, _> = Arc::new(map(1, u32::MAX).relaxed());
        let other = Arc::clone(&values);
        let claim = |values: &AtomicNodeMap<u32, RelaxedOrder>, value| {
            let is_free = values.load(0) == u32::MAX;
            if is_free {
                values.store(0, value);
            }
            is_free
        };
        let (first, second) = beside(move || claim(&other, 1), || claim(&values, 2));
        assert!(first && values.load(0) == 1 || second && values.load(0) == 2);
    });
}

/// Shortest paths: a thread that lowers a distance goes on from there, unless it has been lowered since.
/// The thread that lowers it last goes on, so the next node gets the least distance.
#[test]
fn the_least_distance_goes_on() {
    loom::model(|| {
        let distances: Shared<u32, _> = Arc::new(map(2, u32::MAX).relaxed());
        let relax = |distances: &AtomicNodeMap<u32, RelaxedOrder>, distance| {
            if distances.fetch_min(0, distance) > distance && distances.load(0) >= distance {
                distances.fetch_min(1, distance + 1);
            }
        };
        let other = Arc::clone(&distances);
        beside(move || relax(&other, 7), || relax(&distances, 5));
        assert_eq!((distances.load(0), distances.load(1)), (5, 6));
    });
}

/// Dataflow: the thread that takes the counter of a node to zero sees what the others have done for it.
#[test]
fn the_last_input_sees_all_inputs() {
    loom::model(|| {
        let lengths: Shared<u32, _> = Arc::new(map(3, 0).relaxed());
        let waits_for: Shared<u32> = Arc::new(map(1, 2));
        let finish = |lengths: &AtomicNodeMap<u32, RelaxedOrder>, waits_for: &AtomicNodeMap<u32>, node| {
            lengths.store(node, 10 * node);
            lengths.fetch_max(0, node);
            let is_last = waits_for.fetch_sub(0, 1) == 1;
            if is_last {
                assert_eq!([0, 1, 2].map(|node: u32| lengths.load(node)), [2, 10, 20]);
            }
            is_last
        };
        let others = (Arc::clone(&lengths), Arc::clone(&waits_for));
        let (first, second) =
            beside(move || finish(&others.0, &others.1, 1), || finish(&lengths, &waits_for, 2));
        assert_ne!(first, second, "one of them is last");
    });
}

/// The same with three threads and plain results: an access that the counter does not order fails the model.
#[test]
fn the_last_of_three_inputs_sees_all() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = model.preemption_bound.or(Some(2));
    model.check(|| {
        let shared = Arc::new(([1, 2, 3].map(|_| Cell::new(0)), map(1, 3_u64)));
        let finish = |(results, waits_for): &([Cell<u64>; 3], AtomicNodeMap<u64>), input: usize| {
            results[input].set(1);
            let is_last = waits_for.fetch_sub(0, 1) == 1;
            assert!(!is_last || results.iter().map(Cell::get).sum::<u64>() == 3);
            u32::from(is_last)
        };
        let threads: Vec<_> = (0..2)
            .map(|input| {
                let shared = Arc::clone(&shared);
                thread::spawn(move || finish(&shared, input))
            })
            .collect();
        let last = finish(&shared, 2);
        assert_eq!(last + threads.into_iter().map(|thread| thread.join().unwrap()).sum::<u32>(), 1);
    });
}

/// A flag announces plain data: an access that the flag does not order fails the model.
#[test]
fn a_flag_announces_what_was_written_before() {
    loom::model(|| {
        let shared = Arc::new((Cell::new(0), map(1, false)));
        let other = Arc::clone(&shared);
        let write = move || {
            other.0.set(7);
            other.1.store(0, true);
        };
        beside(write, || {
            if shared.1.load(0) {
                assert_eq!(shared.0.get(), 7);
            }
        });
    });
}

/// Bits: the thread that sets the last one sees what was written before the others.
#[test]
fn the_last_bit_sees_what_the_others_announce() {
    loom::model(|| {
        let shared = Arc::new((map(2, 0_u32).relaxed(), map(1, 0_u32)));
        let set = |(data, bits): &(AtomicNodeMap<u32, RelaxedOrder>, AtomicNodeMap<u32>), bit: u32| {
            data.store(bit, 1);
            let is_last = bits.fetch_or(0, 1 << bit) | 1 << bit == 0b11;
            assert!(!is_last || data.load(0_u32) + data.load(1_u32) == 2);
            is_last
        };
        let other = Arc::clone(&shared);
        let (first, second) = beside(move || set(&other, 0), || set(&shared, 1));
        assert_ne!(first, second);
    });
}

/// Sums and maxima that are read after the loop: no contribution is lost, relaxed or not.
#[test]
fn no_contribution_is_lost() {
    loom::model(|| {
        let shared = Arc::new((map(1, 0.0_f32).relaxed(), map(1, (0_u32, Node::new(0))).relaxed()));
        let add = |(sums, most): &(AtomicNodeMap<f32, RelaxedOrder>, AtomicNodeMap<_, RelaxedOrder>),
                   node| {
            sums.fetch_add(0, 1.0);
            most.fetch_max(0, (5_u32, Node::new(node)));
        };
        let other = Arc::clone(&shared);
        beside(move || add(&other, 3), || add(&shared, 2));
        assert_eq!((shared.0.load(0), shared.1.load(0)), (2.0, (5, Node::new(3))));
    });
}
