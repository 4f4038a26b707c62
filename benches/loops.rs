//! What the loops and the shared state cost an item, beside a plain loop and the nearest thing rayon has:
//! `cargo bench --bench loops`.
//!
//! The times that criterion prints are those of one *item* (of the groups `.../install`, of one call). The
//! bodies do next to nothing, so what a loop costs is its time less that of the plain loop in the same group.
//! Loops run over 2^20 items at a time.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use boscage::exec::{Exec, Push};
use boscage::graph::Node;
use boscage::sync::GuardedNodes;
use boscage::worklist::{Buckets, Fifo};
use criterion::{Criterion, criterion_group, criterion_main};
use rayon::prelude::*;

/// Items of one run of a loop.
const ITEMS: u64 = 1 << 20;

/// Nodes that the items of speculative loops lock, item `i` the node `i % NODES`.
const NODES: u64 = 1 << 16;

/// A scattered number.
fn scattered(item: u64) -> u64 {
    item.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
}

/// The items that item `i` of `n` pushes, so that 0 leads to all.
fn children(i: u64, n: u64) -> impl Iterator<Item = u64> {
    [2 * i + 1, 2 * i + 2].into_iter().filter(move |&child| child < n)
}

/// The bucket of an item of a tree: below that of its children.
fn bucket(&i: &u64) -> u64 {
    8 * u64::from((i + 1).ilog2()) + scattered(i) % 8
}

/// Times `run(n)`, a loop over `n` items; the time is that of an item.
fn an_item(criterion: &mut Criterion, threads: usize, name: &str, mut run: impl FnMut(u64)) {
    criterion.bench_function(&format!("{threads} threads/{name}"), |bencher| {
        bencher.iter_custom(|items| {
            let mut time = Duration::ZERO;
            for begin in (0..items).step_by(ITEMS as usize) {
                let start = Instant::now();
                run(ITEMS.min(items - begin));
                time += start.elapsed();
            }
            time
        });
    });
}

fn loops(criterion: &mut Criterion) {
    for threads in [1, 2] {
        let exec = &Exec::new(threads).expect("threads");
        let done = |result: boscage::Result<()>| {
            result.expect("it is not cancelled");
            drop(exec.take_statistics());
        };
        an_item(criterion, threads, "do_all/plain", |n| (0..n).for_each(|i| _ = black_box(i)));
        an_item(criterion, threads, "do_all/rayon", |n| {
            exec.install(|| (0..n as usize).into_par_iter().for_each(|i| _ = black_box(i)))
        });
        an_item(criterion, threads, "do_all/boscage", |n| {
            done(exec.do_all("do", 0..n as usize, |i| _ = black_box(i)))
        });

        an_item(criterion, threads, "for_each initial/plain", |n| {
            let mut queue: VecDeque<u64> = (0..n).collect();
            while let Some(i) = queue.pop_front() {
                black_box(i);
            }
        });
        an_item(criterion, threads, "for_each initial/rayon", |n| {
            exec.install(|| {
                rayon::scope(|scope| {
                    (0..n).for_each(|i| scope.spawn(move |_| _ = black_box(i)));
                })
            })
        });
        an_item(criterion, threads, "for_each initial/boscage", |n| {
            done(exec.for_each("initial", 0..n, Fifo::default(), |i, _| _ = black_box(i)))
        });

        an_item(criterion, threads, "for_each pushed/plain", |n| {
            let mut queue = VecDeque::from([0]);
            while let Some(i) = queue.pop_front() {
                queue.extend(children(black_box(i), n));
            }
        });
        fn spawn<'s>(scope: &rayon::Scope<'s>, i: u64, n: u64) {
            children(black_box(i), n).for_each(|child| scope.spawn(move |scope| spawn(scope, child, n)));
        }
        an_item(criterion, threads, "for_each pushed/rayon", |n| {
            exec.install(|| rayon::scope(|scope| spawn(scope, 0, n)))
        });
        an_item(criterion, threads, "for_each pushed/boscage", |n| {
            let body = |i, work: &mut Push<'_, u64>| work.extend(children(black_box(i), n));
            done(exec.for_each("pushed", [0], Fifo::default(), body));
        });

        an_item(criterion, threads, "for_each buckets/plain", |n| {
            let mut heap = BinaryHeap::from([Reverse((0, 0))]);
            while let Some(Reverse((_, i))) = heap.pop() {
                heap.extend(children(black_box(i), n).map(|child| Reverse((bucket(&child), child))));
            }
        });
        an_item(criterion, threads, "for_each buckets/boscage", |n| {
            let body = |i, work: &mut Push<'_, u64>| work.extend(children(black_box(i), n));
            done(exec.for_each("buckets", [0], Buckets::new(bucket), body));
        });
        an_item(criterion, threads, "for_each buckets/initial", |n| {
            let body = |i, _: &mut Push<'_, u64>| _ = black_box(i);
            done(exec.for_each("buckets", 0..n, Buckets::new(|&i| scattered(i) % 64), body));
        });

        let mut plain = vec![0_u64; NODES as usize];
        an_item(criterion, threads, "speculate/plain", |n| {
            (0..n).for_each(|i| plain[black_box(i % NODES) as usize] += 1);
            black_box(&plain);
        });
        let locked: Vec<_> = (0..NODES).map(|_| Mutex::new(0_u64)).collect();
        an_item(criterion, threads, "speculate/rayon", |n| {
            exec.install(|| {
                (0..n as usize)
                    .into_par_iter()
                    .for_each(|i| *locked[i % NODES as usize].lock().expect("sound") += 1);
            })
        });
        let mut nodes = GuardedNodes::from_fn(NODES as usize, |_| 0_u64).expect("memory");
        an_item(criterion, threads, "speculate/boscage", |n| {
            done(exec.speculate("speculate", 0..n, Fifo::default(), &mut nodes, |&i, locking| {
                let node = Node::new((i % NODES) as usize);
                locking.lock(node)?;
                locking.commit()[node] += 1;
                Ok(())
            }));
        });

        an_item(criterion, threads, "reducer/plain", |n| {
            _ = black_box((0..n).fold(0, |sum, i| sum + black_box(i)))
        });
        an_item(criterion, threads, "reducer/rayon", |n| {
            exec.install(|| {
                let sum =
                    (0..n as usize).into_par_iter().fold(|| 0, |sum, i| sum + black_box(i)).sum::<usize>();
                black_box(sum);
            })
        });
        an_item(criterion, threads, "reducer/atomic", |n| {
            exec.install(|| {
                let sum = AtomicU64::new(0);
                (0..n as usize).into_par_iter().for_each(|i| _ = sum.fetch_add(black_box(i as u64), Relaxed));
            })
        });
        an_item(criterion, threads, "reducer/boscage", |n| {
            exec.install(|| {
                let sum = exec.reducer(0, |a, b| a + b);
                (0..n as usize).for_each(|i| sum.add(black_box(i)));
                black_box(sum.finish());
            })
        });

        an_item(criterion, threads, "bag/plain", |n| {
            let mut all = Vec::new();
            (0..n).for_each(|i| all.push(black_box(i)));
            black_box(all);
        });
        an_item(criterion, threads, "bag/rayon", |n| {
            exec.install(|| {
                let push = |mut all: Vec<_>, i| {
                    all.push(black_box(i));
                    all
                };
                let join = |mut all: Vec<_>, mut more| {
                    all.append(&mut more);
                    all
                };
                black_box((0..n as usize).into_par_iter().fold(Vec::new, push).reduce(Vec::new, join));
            })
        });
        an_item(criterion, threads, "bag/boscage", |n| {
            exec.install(|| {
                let bag = exec.bag();
                (0..n as usize).for_each(|i| bag.insert(black_box(i)));
                black_box(bag.into_vec());
            })
        });

        let ten = || done(exec.do_all("ten", 0..10_usize, |i| _ = black_box(i)));
        criterion.bench_function(&format!("{threads} threads/install, ten items/inside"), |bencher| {
            exec.install(|| bencher.iter(ten))
        });
        criterion.bench_function(&format!("{threads} threads/install, ten items/outside"), |bencher| {
            bencher.iter(ten)
        });
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
