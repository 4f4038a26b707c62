//! The cost of loops and shared state per item, compared with a plain loop and the equivalent in rayon:
//! `cargo bench --bench loops`.
//!
//! Times are per *item*; for `install`, per call with ten items. The bodies do almost nothing, so the cost of
//! a loop is its time minus that of the plain loop. Loops run over 2^20 items at a time, on one thread and on
//! two; plain loops on one.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use boscage::Result;
use boscage::exec::{Exec, Push};
use boscage::graph::{MorphGraph, Node};
use boscage::sync::GuardedNodes;
use boscage::worklist::{Buckets, Fifo, Policy};
use criterion::{Bencher, Criterion, criterion_group, criterion_main};
use rayon::Scope;
use rayon::prelude::*;

/// Items of one run of a loop.
const ITEMS: usize = 1 << 20;

/// Nodes that the items of speculative loops lock, item `i` the node `i % NODES`.
const NODES: usize = 1 << 16;

/// Runs measurements on a number of threads.
struct Bench<'a> {
    criterion: &'a mut Criterion,
    exec: Exec,
}

impl Bench<'_> {
    fn name(&self, name: &str) -> String {
        let threads = self.exec.threads();
        format!("{name}, {threads} {}", if threads == 1 { "thread" } else { "threads" })
    }

    /// Times `run(n)`, a loop over `n` items. Criterion's iterations are items.
    fn item<R>(&mut self, name: &str, mut run: impl FnMut(&Exec, usize) -> R) {
        self.criterion.bench_function(&self.name(name), |bencher| {
            bencher.iter_custom(|items| {
                let (mut time, mut left) = (Duration::ZERO, items as usize);
                while left > 0 {
                    let n = left.min(ITEMS);
                    let start = Instant::now();
                    black_box(run(&self.exec, n));
                    time += start.elapsed();
                    left -= n;
                    self.exec.clear_statistics();
                }
                time
            });
        });
    }
}

/// A scattered number.
fn scattered(item: usize) -> u64 {
    (item as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
}

/// Returns the items that item `i` of `n` pushes, so that item 0 leads to all.
fn children(i: usize, n: usize) -> impl Iterator<Item = usize> {
    [2 * i + 1, 2 * i + 2].into_iter().filter(move |&child| child < n)
}

/// Returns the bucket of an item, which is below those of its children.
fn bucket(&i: &usize) -> u64 {
    8 * u64::from((i + 1).ilog2()) + scattered(i) % 8
}

fn do_all(bench: &mut Bench<'_>) {
    bench.item("do_all: plain", |_, n| (0..n).for_each(|i| _ = black_box(i)));
    bench.item("do_all: rayon", |exec, n| {
        exec.install(|| (0..n).into_par_iter().for_each(|i| _ = black_box(i)));
    });
    bench.item("do_all", |exec, n| exec.do_all("do_all", 0..n, |i| _ = black_box(i)));
}

/// All items exist from the start.
fn initial(exec: &Exec, n: usize, policy: impl Policy<usize>) -> Result<()> {
    exec.for_each("initial", 0..n, policy, |i, _: &mut Push<'_, _>| _ = black_box(i))
}

/// All items except the first are pushed by another.
fn pushed(exec: &Exec, n: usize, policy: impl Policy<usize>) -> Result<()> {
    exec.for_each("pushed", [0], policy, |i, work| work.extend(children(black_box(i), n)))
}

/// The same with tasks of rayon.
fn spawn<'s>(scope: &Scope<'s>, i: usize, n: usize) {
    children(black_box(i), n).for_each(|child| scope.spawn(move |scope| spawn(scope, child, n)));
}

fn for_each(bench: &mut Bench<'_>) {
    bench.item("for_each, initial: plain", |_, n| {
        let mut queue: VecDeque<_> = (0..n).collect();
        while let Some(i) = queue.pop_front() {
            black_box(i);
        }
    });
    bench.item("for_each, initial: rayon's spawn", |exec, n| {
        let spawn_all = |scope: &Scope<'_>| (0..n).for_each(|i| scope.spawn(move |_| _ = black_box(i)));
        exec.install(|| rayon::scope(spawn_all));
    });
    bench.item("for_each, initial", |exec, n| initial(exec, n, Fifo::default()));

    bench.item("for_each, pushed: plain", |_, n| {
        let mut queue = VecDeque::from([0]);
        while let Some(i) = queue.pop_front() {
            queue.extend(children(black_box(i), n));
        }
    });
    bench.item("for_each, pushed: rayon's spawn", |exec, n| {
        exec.install(|| rayon::scope(|scope| spawn(scope, 0, n)));
    });
    bench.item("for_each, pushed", |exec, n| pushed(exec, n, Fifo::default()));

    bench.item("for_each, buckets: plain, a heap", |_, n| {
        let mut heap = BinaryHeap::from([Reverse((0, 0))]);
        while let Some(Reverse((_, i))) = heap.pop() {
            heap.extend(children(black_box(i), n).map(|child| Reverse((bucket(&child), child))));
        }
    });
    bench.item("for_each, buckets, pushed", |exec, n| pushed(exec, n, Buckets::new(bucket)));
    bench.item("for_each, buckets, initial, 64 at random", |exec, n| {
        initial(exec, n, Buckets::new(|&i| scattered(i) % 64))
    });
}

fn speculate(bench: &mut Bench<'_>) {
    let mut plain = vec![0_u64; NODES];
    bench.item("speculate: plain", |_, n| {
        (0..n).for_each(|i| plain[black_box(i % NODES)] += 1);
        black_box(&plain);
    });
    let locked: Vec<_> = (0..NODES).map(|_| Mutex::new(0_u64)).collect();
    bench.item("speculate: rayon, a mutex a node", |exec, n| {
        let add = |i: usize| *locked[i % NODES].lock().expect("no panic") += 1;
        exec.install(|| (0..n).into_par_iter().for_each(add));
    });
    let mut nodes = GuardedNodes::from_fn(NODES, |_| 0_u64).expect("memory");
    bench.item("speculate, one lock", |exec, n| {
        exec.speculate("speculate", 0..n, Fifo::default(), &mut nodes, |&i, locking| {
            let node = Node::new(i % NODES);
            locking.lock(node)?;
            locking.commit()[node] += 1;
            Ok(())
        })
    });
    bench.item("speculate, a node replaced: plain, a vector and a list of free places", |_, n| {
        let (mut nodes, mut free): (Vec<_>, Vec<usize>) = ((0..NODES).map(Some).collect(), Vec::new());
        for i in 0..n {
            free.extend(nodes[black_box(i % NODES)].take().map(|_| i % NODES));
            nodes[free.pop().expect("one is free")] = Some(i);
        }
        nodes
    });
    let mut graph = MorphGraph::<usize>::new();
    let mut edit = |n| graph.edit(n, 0, |owned| (0..n).map(|i| owned.add(i)).collect::<Vec<_>>());
    let mut handles = edit(NODES).expect("memory");
    bench.item("speculate, a node replaced", |exec, n| {
        let bag = exec.bag();
        let items = handles.drain(..n.min(NODES)).zip(0..);
        exec.speculate("replace", items, Fifo::default(), &mut graph, |&(node, i), around| {
            around.lock(node)?.expect("no other item has it");
            around.reserve(1, 0)?;
            let mut owned = around.commit();
            owned.remove(node);
            let node = owned.add(i);
            if i + NODES < n {
                owned.push((node, i + NODES));
            } else {
                bag.insert(node);
            }
            Ok(())
        })?;
        handles.extend(bag.into_vec()?);
        Ok::<_, boscage::Error>(())
    });
}

/// Runs `body` for `n` items, in a plain loop on each thread.
fn on_all_threads(exec: &Exec, n: usize, body: impl Fn(usize) + Sync) {
    let share = n.div_ceil(exec.threads());
    let part = |begin: usize| (begin..n.min(begin + share)).for_each(|i| body(black_box(i)));
    exec.install(|| rayon::broadcast(|context| part(context.index() * share)));
}

fn shared_state(bench: &mut Bench<'_>) {
    bench.item("reducer.add: plain", |_, n| (0..n).fold(0, |sum, i| sum + black_box(i)));
    bench.item("reducer.add: an atomic", |exec, n| {
        let sum = AtomicU64::new(0);
        on_all_threads(exec, n, |i| _ = sum.fetch_add(i as u64, Relaxed));
        sum
    });
    bench.item("reducer.add: rayon's fold and sum", |exec, n| {
        exec.install(|| (0..n).into_par_iter().fold(|| 0, |sum, i| sum + black_box(i)).sum::<usize>())
    });
    bench.item("reducer.add", |exec, n| {
        let sum = exec.reducer(0, |a, b| a + b);
        on_all_threads(exec, n, |i| sum.add(i));
        sum.finish()
    });

    bench.item("fold", |exec, n| {
        exec.fold("sum", 0..n, || 0, |sum, i| *sum += black_box(i), |one, other| one + other)
    });

    bench.item("bag.insert: plain", |_, n| {
        let mut all = Vec::new();
        (0..n).for_each(|i| all.push(black_box(i)));
        all
    });
    bench.item("bag.insert: rayon's fold and reduce", |exec, n| {
        let push = |mut all: Vec<_>, i| {
            all.push(black_box(i));
            all
        };
        let join = |mut all: Vec<_>, mut more| {
            all.append(&mut more);
            all
        };
        exec.install(|| (0..n).into_par_iter().fold(Vec::new, push).reduce(Vec::new, join))
    });
    bench.item("bag.insert", |exec, n| {
        let bag = exec.bag();
        on_all_threads(exec, n, |i| bag.insert(i));
        bag.into_vec()
    });
}

fn install(bench: &mut Bench<'_>) {
    let exec = &bench.exec;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(exec.threads()).build().expect("threads");
    let plain = || (0..10_usize).into_par_iter().for_each(|i| _ = black_box(i));
    let ten = || {
        exec.do_all("ten", 0..10_usize, |i| _ = black_box(i)).expect("it is not cancelled");
        exec.clear_statistics();
    };
    let names = ["inside install: rayon", "outside install: rayon", "inside install", "outside install"];
    let [rayon_inside, rayon_outside, inside, outside] =
        names.map(|name| bench.name(&format!("ten items {name}")));
    let mut measure = |name: &str, routine: &mut dyn FnMut(&mut Bencher<'_>)| {
        _ = bench.criterion.bench_function(name, routine);
    };
    measure(&rayon_inside, &mut |bencher| pool.install(|| bencher.iter(plain)));
    measure(&rayon_outside, &mut |bencher| bencher.iter(|| pool.install(plain)));
    measure(&inside, &mut |bencher| exec.install(|| bencher.iter(ten)));
    measure(&outside, &mut |bencher| bencher.iter(ten));
}

fn loops(criterion: &mut Criterion) {
    for threads in [1, 2] {
        let bench = &mut Bench { criterion: &mut *criterion, exec: Exec::new(threads).expect("threads") };
        [do_all, for_each, speculate, shared_state, install].into_iter().for_each(|measure| measure(bench));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(500));
    targets = loops
}
criterion_main!(benches);
