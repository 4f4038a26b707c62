//! Wrong use of a graph that changes: panics name the fault, and the graph stays valid.

use std::panic::{AssertUnwindSafe, catch_unwind};

use boscage::exec::Exec;
use boscage::graph::{Handle, MorphGraph, MorphOwned};
use boscage::sync::{Conflict, Lockable};
use boscage::worklist::Fifo;

type Morph = MorphGraph<u32, ()>;

/// Returns the message with which `f` panics.
fn panic_of<R>(f: impl FnOnce() -> R) -> String {
    let panic = catch_unwind(AssertUnwindSafe(f)).map(drop).expect_err("it was not noticed");
    match panic.downcast::<String>() {
        Ok(words) => *words,
        Err(panic) => (*panic.downcast::<&str>().expect("panics have words")).to_owned(),
    }
}

/// A path of nodes with the data 0, 1, 2, ...
fn path(nodes: u32) -> (Morph, Vec<Handle>) {
    let mut morph = Morph::new();
    let edit = |owned: &mut MorphOwned<'_, _, _>| {
        let handles: Vec<_> = (0..nodes).map(|i| owned.add(i)).collect();
        handles.windows(2).for_each(|ends| owned.connect(ends[0], ends[1], ()));
        handles
    };
    let handles = morph.edit(nodes as usize, nodes as usize, edit).unwrap();
    (morph, handles)
}

/// Locks some nodes, and changes them.
fn change<R>(morph: &Morph, locked: &[Handle], change: impl FnOnce(MorphOwned<'_, u32, ()>) -> R) -> R {
    let mut worker = morph.worker();
    let locking = morph.begin(&mut worker);
    locked.iter().for_each(|&node| assert!(locking.lock(node).unwrap().is_some()));
    change(morph.commit(locking))
}

#[test]
fn what_is_not_locked_cannot_be_changed() {
    let (mut morph, nodes) = path(4);
    let [a, b, c, d] = nodes[..] else { panic!("four nodes") };
    let not_locked = |node| format!("the node {node} has not been locked");
    assert_eq!(panic_of(|| change(&morph, &[a], |mut owned| owned[b] += 1)), not_locked(b));
    assert_eq!(panic_of(|| change(&morph, &[a], |owned| owned.arcs(b).count())), not_locked(b));
    assert_eq!(panic_of(|| change(&morph, &[a, b], |mut owned| owned.remove(b))), not_locked(c));
    assert_eq!(panic_of(|| change(&morph, &[d], |mut owned| owned.connect(d, a, ()))), not_locked(a));
    assert_eq!(panic_of(|| change(&morph, &[a], |mut owned| owned.disconnect(a, b))), not_locked(b));
    // One that another item has locked is not locked either.
    let (mut mine, mut others) = (morph.worker(), morph.worker());
    let other = morph.begin(&mut others);
    assert_eq!(other.lock(a), Ok(Some(&0)));
    let locking = morph.begin(&mut mine);
    assert_eq!(locking.lock(a), Err(Conflict));
    assert_eq!(panic_of(|| locking[a]), not_locked(a));
    assert_eq!(panic_of(|| locking.arcs(a).count()), not_locked(a));
    drop((other, locking));
    drop((mine, others));
    // Nothing has changed.
    assert_eq!((morph.node_count(), morph.edge_count()), (4, 3));
    assert!(morph.nodes().map(|(node, data)| (node, *data)).eq(nodes.into_iter().zip(0..)));
}

#[test]
fn what_has_been_removed_is_gone_also_when_its_place_is_used_again() {
    let (mut morph, nodes) = path(3);
    let [a, b, c] = nodes[..] else { panic!("three nodes") };
    let removed = format!("the node {b} has been removed");
    change(&morph, &[a, b, c], |mut owned| {
        assert_eq!(owned.remove(b), 1);
        assert_eq!(panic_of(|| owned[b]), removed);
        assert_eq!(panic_of(|| owned.remove(b)), removed);
        assert_eq!(panic_of(|| owned.add(7)), "room for the node was reserved");
    });
    // What an item has reserved is not there for the next.
    let mut worker = morph.worker();
    morph.begin(&mut worker).reserve(1, 1).unwrap();
    let locking = morph.begin(&mut worker);
    locking.lock(a).unwrap();
    let mut owned = morph.commit(locking);
    assert_eq!(panic_of(|| owned.add(7)), "room for the node was reserved");
    assert_eq!(panic_of(|| owned.connect(a, a, ())), "room for the edge was reserved");
    drop(owned);
    for (nodes, edges, what) in [(usize::MAX, 0, "nodes"), (1, usize::MAX, "ends of edges")] {
        let error = morph.begin(&mut worker).reserve(nodes, edges).unwrap_err().to_string();
        let begin = format!("{} {what} are more than the 4294967294", usize::MAX);
        assert!(error.starts_with(&begin), "{error}");
    }
    drop(worker);
    let new = morph.edit(1, 1, |owned| owned.add(7)).unwrap();
    assert!(new != b && new.to_string() == "1#2" && b.to_string() == "1#1", "{new} {b}");
    let mut worker = morph.worker();
    let locking = morph.begin(&mut worker);
    assert_eq!((locking.lock(b), locking.lock(new)), (Ok(None), Ok(Some(&7))));
    assert_eq!(locking.lock_while(b, |_, _| true), Ok(vec![]));
    assert_eq!(panic_of(|| locking[b]), removed);
}

#[test]
fn a_node_of_another_graph_is_refused() {
    let ((_, others), (morph, nodes)) = (path(200), path(3));
    let mut worker = morph.worker();
    let locking = morph.begin(&mut worker);
    // With a place that there is here, and that there is not.
    for other in [others[0], others[199]] {
        let words = format!("the node {other} belongs to another graph");
        assert_eq!(panic_of(|| locking.lock(other)), words);
        assert_eq!(panic_of(|| locking[other]), words);
    }
    assert_eq!(locking.lock(nodes[0]), Ok(Some(&0)));
    let of_another = panic_of(|| drop(Morph::new().begin(&mut morph.worker())));
    assert_eq!(of_another, "the worker was not made by this value");
    let mut owned = morph.commit(locking);
    assert_eq!(panic_of(|| owned.connect(nodes[0], others[1], ())), "the node 1#1 belongs to another graph");
}

/// The 4096th graph after it has the same tag: its handles may mean free places, but these stay whole.
#[test]
fn a_graph_survives_handles_that_look_like_its_own() {
    if cfg!(miri) {
        return; // thousands of graphs
    }
    let (mut morph, nodes) = path(3);
    let foreign = std::iter::repeat_with(|| path(21).1).find(|handles| handles[0] == nodes[0]).unwrap();
    let words = |node: Handle| format!("the node {node} belongs to another graph");
    let (mut adder, mut worker) = (morph.worker(), morph.worker());
    let locking = morph.begin(&mut worker);
    assert_eq!(panic_of(|| locking.lock(foreign[20])), words(foreign[20]));
    assert_eq!(panic_of(|| locking[foreign[20]]), words(foreign[20]));
    // It is locked nevertheless, so a node cannot be added there meanwhile.
    let adding = morph.begin(&mut adder);
    adding.reserve(30, 0).unwrap();
    let mut adding = morph.commit(adding);
    assert_eq!(panic_of(|| (0..30).for_each(|i| _ = adding.add(i))), words(foreign[20]));
    drop((adding, locking));
    drop((adder, worker));
    assert_eq!((morph.node_count(), morph.nodes().count()), (20, 20));
}

/// A worker adds a node with an edge to itself; another removes it; one of them, or an item of it, is
/// forgotten.
#[test]
fn counts_are_right_if_any_guard_is_forgotten() {
    for forgotten in 0..4 {
        let (mut morph, nodes) = path(3);
        let (mut adder, mut remover) = (morph.worker(), morph.worker());
        let locking = morph.begin(&mut adder);
        locking.reserve(2, 2).unwrap();
        let mut owned = morph.commit(locking);
        let [new, other] = [7, 8].map(|data| owned.add(data));
        owned.connect(new, new, ());
        owned.connect(new, other, ());
        drop(owned);

        let locking = morph.begin(&mut remover);
        let all = [new, other, nodes[2], nodes[1]];
        all.into_iter().for_each(|node| assert!(locking.lock(node).unwrap().is_some()));
        let mut owned = morph.commit(locking);
        owned.remove(new);
        owned.remove(nodes[2]);
        if forgotten == 3 {
            std::mem::forget(owned);
        } else {
            drop(owned);
        }
        if forgotten == 0 {
            std::mem::forget(adder);
        } else {
            drop(adder);
        }
        if forgotten == 1 {
            std::mem::forget(remover);
        } else {
            drop(remover);
        }
        assert_eq!((morph.node_count(), morph.nodes().count(), morph.edge_count()), (3, 3, 1), "{forgotten}");
        assert_ne!(morph.node_count(), 0);
        let (graph, handles) = morph.to_graph(&Exec::new(1).unwrap()).unwrap();
        assert_eq!((graph.node_count(), graph.edge_count(), handles.len()), (3, 1, 3));
    }
}

#[test]
fn locks_are_free_after_a_panic_and_a_leaked_one_is_noticed() {
    let (mut morph, nodes) = path(2);
    let exec = Exec::new(2).unwrap();
    let mut run = |end: fn(u32)| {
        catch_unwind(AssertUnwindSafe(|| {
            exec.speculate("loop", 0..100, Fifo::default(), &mut morph, |&i, around| {
                nodes.iter().try_for_each(|&node| around.lock(node).map(drop))?;
                let mut owned = around.commit();
                end(i);
                nodes.iter().for_each(|&node| owned[node] += 1);
                Ok(())
            })
        }))
    };
    assert!(run(|i| assert!(i < 50, "too many")).is_err());
    run(|_| ()).unwrap().unwrap();
    exec.speculate("leaks", [()], Fifo::default(), &mut morph, |(), around| {
        around.lock(nodes[0])?;
        std::mem::forget(around.commit());
        Ok(())
    })
    .unwrap();
    let leaked = "loop `late`: an item is in conflict though it is alone: has a lock been leaked?";
    let lock = |morph: &mut Morph| {
        exec.speculate("late", [()], Fifo::default(), morph, |(), around| {
            around.lock(nodes[0])?;
            Ok(())
        })
    };
    assert_eq!(panic_of(|| lock(&mut morph)), leaked);
    // With the whole graph at hand it can still be read.
    assert_eq!(morph.nodes().count(), 2);
}

#[test]
fn a_place_is_retired_before_its_handles_begin_anew() {
    if cfg!(miri) {
        return; // a million steps
    }
    let (mut morph, nodes) = path(1);
    let mut last = nodes[0];
    for i in 1..1 << 20 {
        let new = morph
            .edit(1, 0, |owned| {
                owned.remove(last);
                owned.add(i)
            })
            .unwrap();
        let is_retired = i == (1 << 20) - 1;
        assert_eq!(new.to_string().starts_with("0#"), !is_retired, "{last} is followed by {new}");
        last = if is_retired { last } else { new };
    }
    let mut worker = morph.worker();
    let locking = morph.begin(&mut worker);
    assert_eq!((locking.lock(nodes[0]), locking.lock(last)), (Ok(None), Ok(None)));
    drop(locking);
    drop(worker);
    assert_eq!(morph.node_count(), 1);
}

#[test]
fn a_region_is_asked_for_once_and_its_ring_is_locked() {
    let (morph, nodes) = path(10);
    let (mut worker, mut others) = (morph.worker(), morph.worker());
    let locking = morph.begin(&mut worker);
    locking.lock(nodes[9]).unwrap();
    let mut asked = Vec::new();
    for times in 1..=2 {
        let region = locking.lock_while(nodes[4], |node, &data| {
            asked.push(node);
            (3..6).contains(&data)
        });
        assert_eq!(region.unwrap(), [nodes[4], nodes[3], nodes[5]]);
        assert_eq!(asked.len(), 5 * times);
    }
    let other = morph.begin(&mut others);
    assert!(nodes[2..=6].iter().all(|&node| other.lock(node) == Err(Conflict)));
    assert_eq!((other.lock(nodes[1]), other.lock(nodes[7])), (Ok(Some(&1)), Ok(Some(&7))));
    let words =
        panic_of(|| locking.lock_while(nodes[4], |_, _| locking.lock_while(nodes[4], |_, _| false).is_ok()));
    assert_eq!(words, "lock_while within lock_while");
}
