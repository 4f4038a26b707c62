use super::*;

#[test]
fn a_node_has_one_holder_and_is_free_afterwards() {
    let nodes = GuardedNodes::from_fn(3, |node| node.index() * 10).unwrap();
    let [a, b] = [1, 2].map(Node::new);
    let (mut mine, mut others) = (nodes.worker(), nodes.worker());
    {
        let first = nodes.begin(&mut mine);
        assert_eq!((first.lock(a), first.lock(a)), (Ok(&10), Ok(&10)), "twice is once");
        let second = nodes.begin(&mut others);
        assert_eq!((second.lock(b), second.lock(a)), (Ok(&20), Err(Conflict)));
        let mut first = nodes.commit(first);
        first[a] += first[a];
    }
    let again = nodes.begin(&mut mine);
    assert_eq!((again.lock(a), again.lock(b)), (Ok(&20), Ok(&20)));
    drop(again);
    drop((mine, others));
    assert!(nodes.into_values().eq([0, 20, 20]));
}

#[test]
#[should_panic(expected = "node 1 has not been locked")]
fn what_was_not_locked_is_not_handed_out() {
    let nodes = GuardedNodes::from_fn(2, |_| 0).unwrap();
    let mut worker = nodes.worker();
    nodes.commit(nodes.begin(&mut worker))[Node::new(1)] = 5;
}

#[test]
#[should_panic(expected = "a lock has been leaked")]
fn the_holder_of_a_leaked_lock_gets_no_more_items() {
    let nodes = GuardedNodes::from_fn(1, |_| 0).unwrap();
    let mut worker = nodes.worker();
    let leaked = nodes.begin(&mut worker);
    leaked.lock(Node::new(0)).unwrap();
    std::mem::forget(leaked);
    nodes.begin(&mut worker);
}

#[test]
#[should_panic(expected = "the worker was not made by this value")]
fn workers_are_those_of_their_nodes() {
    let [one, other] = [0, 0].map(|data| GuardedNodes::from_fn(1, |_| data).unwrap());
    one.begin(&mut other.worker());
}

/// A new worker may have the address of an earlier one that leaked a lock, was moved, and was then leaked
/// or dropped.
#[test]
fn a_leaked_lock_is_nobodys() {
    let node = Node::new(0);
    for forgets in [true, false] {
        let nodes = GuardedNodes::from_fn(1, |_| 0).unwrap();
        let mut here = nodes.worker();
        let leaked = nodes.begin(&mut here);
        leaked.lock(node).unwrap();
        std::mem::forget(leaked);
        let moved = std::mem::replace(&mut here, nodes.worker());
        if forgets {
            std::mem::forget(moved);
        } else {
            drop(moved);
        }
        for _ in 0..3 {
            assert_eq!(nodes.begin(&mut here).lock(node), Err(Conflict));
            here = nodes.worker();
        }
    }
}

#[test]
fn increments_from_many_threads_are_not_lost() {
    let nodes = GuardedNodes::from_fn(4, |_| 0_u64).unwrap();
    std::thread::scope(|scope| {
        for t in 0..4 {
            let nodes = &nodes;
            scope.spawn(move || {
                let mut worker = nodes.worker();
                for i in 0..10_000 {
                    let (a, b) = (Node::new((i + t) % 4), Node::new((i * i + 1) % 4));
                    loop {
                        let locking = nodes.begin(&mut worker);
                        if locking.lock(a).is_err() || locking.lock(b).is_err() {
                            std::hint::spin_loop();
                            continue;
                        }
                        let mut owned = nodes.commit(locking);
                        owned[a] += 1;
                        owned[b] += 1;
                        break;
                    }
                }
            });
        }
    });
    assert_eq!(nodes.into_values().sum::<u64>(), 80_000);
}
