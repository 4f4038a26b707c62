//! Arrays of a thread that the allocator refuses end an operator with an error; nothing aborts.
//!
//! This test has its own process, because it replaces the allocator of the whole process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use boscage::exec::Exec;
use boscage::generate::{Gnm, gnm};
use boscage::graph::{Graph, Undirected};
use boscage::operators::{LabelPropagation, k_truss, label_propagation, triangles, triangles_of_nodes};
use boscage::{Error, Result};

/// Nodes of the graph: no other array has a size that an array of one element for each node has.
const NODES: usize = 10_007;

/// Words of a bit for each node.
const WORDS: usize = NODES.div_ceil(64);

#[global_allocator]
static REFUSING: Refusing = Refusing { size: AtomicUsize::new(0), before: AtomicUsize::new(0) };

/// The system's allocator. Refuses one block of some size, after a number of others of this size.
struct Refusing {
    size: AtomicUsize,
    before: AtomicUsize,
}

impl Refusing {
    fn refuses(&self, size: usize) -> bool {
        size == self.size.load(SeqCst) && self.before.fetch_sub(1, SeqCst) == 0
    }

    /// Runs `f` again and again, with the first block of this size refused, then the second, and so on, until
    /// there are no more. Returns what the blocks were for.
    fn refused<R>(&self, size: usize, f: impl Fn() -> Result<R>) -> Vec<&'static str> {
        let mut refused = Vec::new();
        for before in 0.. {
            self.before.store(before, SeqCst);
            self.size.store(size, SeqCst);
            let outcome = f();
            self.size.store(0, SeqCst);
            match outcome {
                Ok(_) => break,
                Err(Error::OutOfMemory { what, .. }) => refused.push(what),
                Err(error) => panic!("{error}"),
            }
        }
        refused
    }
}

// SAFETY: every call is passed on to the system's allocator as it is, or refused, which is allowed.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if self.refuses(layout.size()) {
            return null_mut();
        }
        // SAFETY: the caller's promises are those that are asked for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if self.refuses(layout.size()) {
            return null_mut();
        }
        // SAFETY: the caller's promises are those that are asked for.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if self.refuses(size) {
            return null_mut();
        }
        // SAFETY: the caller's promises are those that are asked for.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are those that are asked for.
        unsafe { System.dealloc(block, layout) }
    }
}

#[test]
fn refused_arrays_of_threads_are_errors() {
    for threads in [1, 2] {
        let exec = Exec::new(threads).unwrap();
        let list = gnm(&exec, &Gnm { nodes: NODES, edges: 12 * NODES, ..Gnm::default() }).unwrap();
        let graph = Graph::<Undirected, _>::builder().with_ids().build(&exec, &list).unwrap();
        let has = |refused: Vec<&str>, what| assert!(refused.contains(&what), "{what}: {refused:?}");
        has(REFUSING.refused(8 * WORDS, || triangles(&exec, &graph)), "marks of nodes");
        has(REFUSING.refused(8 * WORDS, || triangles_of_nodes(&exec, &graph)), "marks of nodes");
        let config = LabelPropagation { rounds: 2, ..LabelPropagation::default() };
        let communities = || label_propagation(&exec, &graph, config);
        has(REFUSING.refused(4 * NODES, communities), "counts of labels");
        let marks = REFUSING.refused(4 * NODES, || k_truss(&exec, &graph));
        // Those of the count and those of the peeling.
        assert!(marks.iter().filter(|&&what| what == "marks of nodes").count() >= 2, "{marks:?}");
    }
}
