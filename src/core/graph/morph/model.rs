//! Two workers on a graph that changes. Data and ends of edges are plain memory: an access that is not
//! ordered by a lock fails the model.

use loom::sync::Arc;
use loom::thread;

use super::{Handle, MorphGraph};
use crate::sync::Lockable;

type Morph = MorphGraph<u32, u32>;

/// Tries every interleaving with few preemptions of `first`, on its own thread, and `second`, on a path of
/// three nodes with the data 0, 1, 2. Calls `check` with the graph afterwards.
fn beside(first: fn(&Morph, &[Handle]), second: fn(&Morph, &[Handle]), check: fn(&mut Morph, &[Handle])) {
    let mut bounded = loom::model::Builder::new();
    bounded.preemption_bound = bounded.preemption_bound.or(Some(3));
    bounded.check(move || {
        let mut morph = Morph::new();
        let path = |owned: &mut super::MorphOwned<'_, _, _>| {
            let handles: Vec<_> = (0..3).map(|i| owned.add(i)).collect();
            handles.windows(2).zip(0..).for_each(|(ends, i)| owned.connect(ends[0], ends[1], i));
            handles
        };
        let handles = Arc::new(morph.edit(3, 2, path).unwrap());
        let morph = Arc::new(morph);
        let other = {
            let (morph, handles) = (Arc::clone(&morph), Arc::clone(&handles));
            thread::spawn(move || first(&morph, &handles))
        };
        second(&morph, &handles);
        other.join().unwrap();
        check(&mut Arc::try_unwrap(morph).expect("all threads have ended"), &handles);
    });
}

/// Replaces the middle node by a new one with data 7, if it can be locked with its neighbours.
fn replace_the_middle(morph: &Morph, handles: &[Handle]) {
    let [a, b, c] = handles[..] else { panic!("three nodes") };
    let mut worker = morph.worker();
    let locking = morph.begin(&mut worker);
    let Ok(region) = locking.lock_while(b, |node, _| node == b) else { return };
    if region.is_empty() {
        return;
    }
    locking.reserve(1, 2).unwrap();
    let mut owned = morph.commit(locking);
    owned.remove(b);
    let new = owned.add(7);
    owned.connect(a, new, 8);
    owned.connect(new, c, 9);
}

/// The middle node has its edges and its data, or is gone. It is never another node, and never half a node.
#[test]
fn a_node_is_there_or_gone() {
    fn read_the_middle(morph: &Morph, handles: &[Handle]) {
        let [a, b, c] = handles[..] else { panic!("three nodes") };
        let mut worker = morph.worker();
        let locking = morph.begin(&mut worker);
        match locking.lock(b) {
            Ok(Some(&data)) => {
                assert_eq!(data, 1);
                assert!(locking.arcs(b).eq([(a, 0), (c, 1)]));
            }
            Ok(None) => {
                if let Ok(Some(_)) = locking.lock(c) {
                    assert_eq!(locking.arcs(c).next().unwrap().1, 9, "what is gone has been replaced");
                }
            }
            Err(_) => {}
        }
    }
    beside(replace_the_middle, read_the_middle, |morph, handles| {
        assert_eq!((morph.node_count(), morph.edge_count()), (3, 2));
        let ends = morph.edit(0, 0, |owned| [0, 2].map(|i| owned.arcs(handles[i]).next().unwrap()));
        let [(middle, at_a), (again, at_c)] = ends.unwrap();
        let is_replaced = middle != handles[1];
        assert!(middle == again && [at_a, at_c] == if is_replaced { [8, 9] } else { [0, 1] });
    });
}

/// Both workers try to replace the middle node. One of them succeeds, or neither, if each has locked a node
/// that the other needs.
#[test]
fn one_of_two_replaces_a_node() {
    fn replace_from_the_end(morph: &Morph, handles: &[Handle]) {
        let mut worker = morph.worker();
        let locking = morph.begin(&mut worker);
        if locking.lock(handles[2]).is_ok() {
            drop(locking);
            replace_the_middle(morph, handles);
        }
    }
    beside(replace_the_middle, replace_from_the_end, |morph, handles| {
        let replaced = morph.nodes().filter(|(_, data)| **data == 7).count();
        assert!(replaced == 0 || replaced == 1 && morph.nodes().all(|(node, _)| node != handles[1]));
        assert_eq!((morph.node_count(), morph.edge_count()), (3, 2));
    });
}

/// One worker removes a node and returns its place to the pool; the other one adds a node, perhaps in that
/// place, and connects it. A place belongs to one worker at a time.
#[test]
fn places_go_from_worker_to_worker() {
    fn remove_the_last(morph: &Morph, handles: &[Handle]) {
        let mut worker = morph.worker();
        let locking = morph.begin(&mut worker);
        if let [Ok(Some(_)), Ok(Some(_))] = [handles[1], handles[2]].map(|node| locking.lock(node)) {
            morph.commit(locking).remove(handles[2]);
        }
    }
    fn add_to_the_first(morph: &Morph, handles: &[Handle]) {
        let mut worker = morph.worker();
        let locking = morph.begin(&mut worker);
        locking.lock(handles[0]).unwrap();
        locking.reserve(1, 1).unwrap();
        let mut owned = morph.commit(locking);
        let new = owned.add(5);
        owned.connect(handles[0], new, 6);
        drop(owned);
        let locking = morph.begin(&mut worker);
        assert_eq!(locking.lock(new).unwrap(), Some(&5));
        assert!(!matches!(locking.lock(handles[2]), Ok(Some(data)) if *data != 2));
    }
    beside(remove_the_last, add_to_the_first, |morph, _| {
        let mut data: Vec<_> = morph.nodes().map(|(_, data)| *data).collect();
        data.sort_unstable();
        assert!([&[0, 1, 2, 5][..], &[0, 1, 5]].contains(&&data[..]), "{data:?}");
        assert_eq!(morph.edge_count(), data.len() - 1);
    });
}
