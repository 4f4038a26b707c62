//! What an `Exec` is asked to do runs on its threads, and on no others.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Graph, Objective, Undirected};
use boscage_operators::msf::{Algorithm, Verdict, check};

#[test]
fn operators_leave_the_global_pool_alone() {
    // The global pool has one thread, and that one never becomes free: what needs it never ends.
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().unwrap();
    rayon::spawn(|| {
        loop {
            thread::park();
        }
    });
    let ring = (0..20_000).map(|i| (i, (i + 1) % 20_000, i % 7));
    let list = EdgeList::<u32>::from_triples(20_000, ring).unwrap();
    let exec = Exec::new(2).unwrap();
    let graph = Graph::<Undirected, _>::builder().with_ids().build(&exec, &list).unwrap();
    for algorithm in Algorithm::on_cpu() {
        for graph in [(&list).into(), (&graph).into()] {
            let within = |limit| {
                let (done, ended) = mpsc::channel();
                thread::scope(|scope| {
                    scope.spawn(|| {
                        let forest = algorithm.run(&exec, graph, Objective::Minimum).unwrap();
                        let verdict = check(&exec, list.as_view(), forest.edges(), Objective::Minimum);
                        done.send(verdict.unwrap()).unwrap();
                    });
                    ended.recv_timeout(limit).unwrap_or_else(|_| {
                        eprintln!("{algorithm} waits for threads that are not its own");
                        std::process::exit(1); // that thread will never end
                    })
                })
            };
            assert_eq!(within(Duration::from_secs(60)), Verdict::Exact, "{algorithm}");
        }
    }
}
