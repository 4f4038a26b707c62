//! Two items that lock the same nodes.

use super::*;
use loom::sync::Arc;
use loom::thread;

/// The data are plain numbers: an access that is not ordered by a lock fails the model.
type Nodes = GuardedNodes<u32>;

/// Runs `first` on its own thread and `second` concurrently; afterwards every lock is free. Returns the data,
/// and the sum of the two results.
fn beside(nodes: usize, first: fn(&Nodes) -> u32, second: fn(&Nodes) -> u32) -> (Vec<u32>, u32) {
    let nodes = Arc::new(Nodes::from_fn(nodes, |_| 0).unwrap());
    let other = {
        let nodes = Arc::clone(&nodes);
        thread::spawn(move || first(&nodes))
    };
    let done = second(&nodes) + other.join().unwrap();
    let nodes = Arc::try_unwrap(nodes).unwrap();
    assert!(nodes.cells.iter().all(|cell| cell.try_lock(1) == NOBODY), "both have unlocked");
    (nodes.into_values().collect(), done)
}

/// Locks both nodes in this order, and increments both. Returns 0 if the other item holds one of them.
fn add_to_both(nodes: &Nodes, order: [usize; 2]) -> u32 {
    let order = order.map(Node::new);
    let mut worker = nodes.worker();
    let locking = nodes.begin(&mut worker);
    if order.into_iter().any(|node| locking.lock(node).is_err()) {
        return 0;
    }
    let mut owned = nodes.commit(locking);
    for node in order {
        owned[node] += 1;
        assert_eq!(owned[node], owned[order[0]], "no other item has changed one of them");
    }
    1
}

#[test]
fn who_owns_two_nodes_owns_them_alone() {
    loom::model(|| {
        let (sums, done) = beside(2, |nodes| add_to_both(nodes, [0, 1]), |nodes| add_to_both(nodes, [1, 0]));
        assert_eq!(sums, [done, done]);
    });
}

/// One item only reads under its locks: the values that it reads belong together.
#[test]
fn a_reader_sees_all_of_a_change_or_nothing() {
    loom::model(|| {
        let read_both = |nodes: &Nodes| {
            let mut worker = nodes.worker();
            let locking = nodes.begin(&mut worker);
            if let [Ok(a), Ok(b)] = [1, 0].map(|node| locking.lock(Node::new(node))) {
                assert_eq!(a, b);
            }
            0
        };
        let (sums, done) = beside(2, |nodes| add_to_both(nodes, [0, 1]), read_both);
        assert_eq!(sums, [done, done]);
    });
}

/// Two items, one after the other, run concurrently with a third one on the same node. Each sees the writes
/// of the previous one.
#[test]
fn a_lock_hands_on_the_data() {
    fn add(nodes: &Nodes) -> u32 {
        let mut worker = nodes.worker();
        let locking = nodes.begin(&mut worker);
        let Ok(&before) = locking.lock(Node::new(0)) else { return 0 };
        nodes.commit(locking)[Node::new(0)] = before + 1;
        1
    }
    loom::model(|| {
        let (sums, done) = beside(1, add, |nodes| add(nodes) + add(nodes));
        assert_eq!(sums, [done]);
    });
}
