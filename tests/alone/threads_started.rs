//! Threads start when they are needed, and once: small graphs need none.

use std::fs::read_dir;
use std::sync::Barrier;
use std::thread;

use boscage::exec::Exec;
use boscage::generate::{Gnm, gnm};
use boscage::graph::{EdgeList, Graph, GraphView, Objective, Undirected};
use boscage::operators::msf::{self, Verdict, check};

use crate::alone;

const THREADS: usize = 4;

/// Number of threads of this process.
fn threads() -> usize {
    read_dir("/proc/self/task").unwrap().count()
}

fn graph(edges: usize) -> EdgeList<u32> {
    gnm(&Exec::current(), &Gnm { nodes: edges / 2 + 2, edges, ..Gnm::default() }).unwrap()
}

#[test]
fn small_forests_start_no_thread() {
    alone("threads_started::small_forests_start_no_thread", || {
        let lists = [0, 1, 100, 1000].map(graph);
        // Most nodes have no edges: it is converted first.
        let sparse = EdgeList::from_triples(1 << 20, (0..1000).map(|i| (i, 1000 * i, i + 7))).unwrap();
        let proving = Exec::new(1).unwrap().started().unwrap();
        let before = threads();
        let exec = Exec::new(THREADS).unwrap();
        let forest = |graph: GraphView<'_, u32>| msf::auto(&exec, graph, Objective::Minimum).unwrap();
        for list in lists.iter().chain([&sparse]) {
            let from_list = forest(list.into());
            let builder = Graph::<Undirected, u32>::builder().with_ids();
            if list.node_count() < 1 << 12 {
                assert_eq!(forest((&builder.build(&exec, list).unwrap()).into()), from_list);
            }
            assert_eq!(threads(), before, "{} edges", list.edge_count());
            let verdict = check(&proving, list, from_list.edges(), Objective::Minimum).unwrap();
            assert_eq!(verdict, Verdict::Exact);
        }
        let _exec = exec.started().unwrap();
        assert_eq!(threads(), before + THREADS);
    });
}

#[test]
fn threads_that_need_the_pool_at_the_same_time_start_it_once() {
    alone("threads_started::threads_that_need_the_pool_at_the_same_time_start_it_once", || {
        let (list, callers) = (graph(100_000), 8);
        let exec = Exec::new(THREADS).unwrap();
        let forest = |exec: &Exec| msf::filter_boruvka(exec, &list, Objective::Minimum, Default::default());
        let expected = forest(&Exec::current()).unwrap();
        let before = threads();
        let [begin, found] = [(), ()].map(|()| Barrier::new(callers));
        thread::scope(|scope| {
            for _ in 0..callers {
                scope.spawn(|| {
                    begin.wait();
                    assert_eq!(forest(&exec).unwrap(), expected);
                    found.wait();
                    assert_eq!(threads(), before + callers + THREADS);
                    found.wait();
                });
            }
        });
    });
}
