//! One order, one forest: every operator returns the same edges as naive Kruskal, for any number of threads,
//! window, weight type, objective and graph form.
//!
//! Every operator runs on every graph of the suite. For the other dimensions `cargo test` takes a pairwise
//! covering sample; the variable `BOSCAGE_SUITE` asks for more:
//!
//! | `BOSCAGE_SUITE` | graphs of five nodes | random multigraphs | shapes | configurations |
//! |---|---|---|---|---|
//! | (unset) | every fourth, one configuration each | 400 | 3,000 edges | pairwise |
//! | `large` | all configurations | 10,000 | 40,000 edges | pairwise |
//! | `full` | all configurations | 20,000 | 40,000 edges | every one |
//!
//! The full product is one command:
//!
//! ```sh
//! BOSCAGE_SUITE=full cargo test --release --test oracle
//! ```
//!
//! A failure is shrunk and printed as Rust.

use std::collections::BTreeMap;

use boscage::exec::{Exec, Round};
use boscage::graph::Objective;
use boscage::operators::msf::{Boruvka, Operator, WindowedKruskal};
use boscage_truth::case::{Case, Failure, Share, THREADS, WeightType, exec, judge};
use boscage_truth::config::slowness;
use boscage_truth::{Sketch, Suite, shrink, sketches};
use rayon::prelude::*;

/// The amount of tests.
struct Effort {
    /// The configurations of every operator.
    cases: Vec<Vec<Case>>,
    /// `true` if graphs of five nodes are tried with all of them.
    every_case_on_five_nodes: bool,
    random: u64,
    size: u32,
}

fn effort() -> Effort {
    let (share, every_case_on_five_nodes, random, size) = match Suite::asked() {
        Suite::Plain => (Share::Pairwise, false, 400, 3_000),
        Suite::Large => (Share::Pairwise, true, 10_000, 40_000),
        Suite::Full => (Share::Product, true, 20_000, 40_000),
    };
    Effort { cases: Case::of_all_operators(share), every_case_on_five_nodes, random, size }
}

/// Of this many graphs of five nodes one is tried. Codes have ten ternary digits, and 4 is prime to 3, so all
/// but the highest digits take every combination.
const EVERY: usize = 4;

#[test]
fn graphs_of_up_to_five_nodes() {
    let effort = effort();
    for nodes in 0..=5 {
        let cases = |i: usize| -> Vec<Case> {
            if nodes < 5 || effort.every_case_on_five_nodes {
                effort.cases.concat()
            } else {
                // Neighbouring graphs see different cases, the operators' cases are out of step.
                let of = |(k, cases): (usize, &Vec<Case>)| cases[(i + i / cases.len() * k) % cases.len()];
                effort.cases.iter().enumerate().map(of).collect()
            }
        };
        let step = if nodes < 5 || effort.every_case_on_five_nodes { 1 } else { EVERY };
        let count = sketches::count_small(nodes).div_ceil(step);
        side_by_side(count, |i| sketches::small(nodes, i * step), cases);
    }
}

#[test]
fn random_multigraphs_full_of_ties() {
    let effort = effort();
    side_by_side(effort.random as usize, |seed| sketches::random(seed as u64), |_| effort.cases.concat());
}

#[test]
fn shapes_that_strain_a_schedule() {
    let effort = effort();
    let mut by_slowness: BTreeMap<u32, Vec<Case>> = BTreeMap::new();
    for case in effort.cases.concat() {
        by_slowness.entry(slowness(case.config)).or_default().push(case);
    }
    for (slowness, cases) in by_slowness {
        // One graph at a time, so that all threads are at one forest.
        for (name, sketch) in sketches::shapes(effort.size / slowness) {
            for threads in THREADS {
                let cases: Vec<Case> = cases.iter().filter(|case| case.threads == threads).copied().collect();
                if let Err(failure) = exec(threads).install(|| judge(&sketch, &cases)) {
                    report(name, &sketch, &failure);
                }
            }
        }
    }
}

#[test]
fn rounds_do_not_depend_on_the_threads() {
    for (name, sketch) in sketches::shapes(9_000) {
        let list = sketch.paint::<i32>();
        let in_rounds: [&dyn Operator; 2] = [&Boruvka, &WindowedKruskal::default()];
        for operator in in_rounds {
            let rounds = |threads| {
                exec(threads).install(|| {
                    let exec = Exec::current();
                    operator.forest(&exec, &list, Objective::Minimum).expect("memory for a small graph");
                    exec.take_statistics()
                        .loops
                        .into_iter()
                        .flat_map(|one| one.rounds)
                        .collect::<Vec<Round>>()
                })
            };
            let alone = rounds(1);
            for threads in THREADS {
                assert_eq!(rounds(threads), alone, "{operator} of {name} on {threads} threads");
            }
        }
    }
}

/// Judges many graphs, each with its cases; on the threads of each pool at once, so that the operators' loops
/// are nested in a busy pool.
fn side_by_side(
    count: usize,
    sketch: impl Fn(usize) -> Sketch + Sync,
    cases: impl Fn(usize) -> Vec<Case> + Sync,
) {
    for threads in THREADS {
        let fails = |i| {
            let mut cases = cases(i);
            cases.retain(|case| case.threads == threads);
            judge(&sketch(i), &cases).err().map(|failure| (i, failure))
        };
        let first = exec(threads).install(|| (0..count).into_par_iter().find_map_first(fails));
        if let Some((i, failure)) = first {
            report(&format!("graph {i} of {count}"), &sketch(i), &failure);
        }
    }
}

/// Shrinks the graph and panics with what there is to know.
fn report(name: &str, sketch: &Sketch, failure: &Failure) -> ! {
    let again = |candidate: &Sketch| {
        // More than once: what depends on timing does not always fail.
        let fails = |_| exec(failure.case.threads).install(|| judge(candidate, &[failure.case])).is_err();
        (0..3).any(fails)
    };
    let small = shrink(sketch.clone(), again);
    let literal = match failure.case.weights {
        WeightType::I32 => small.literal::<i32>(),
        WeightType::U32 => small.literal::<u32>(),
        WeightType::I64 => small.literal::<i64>(),
        WeightType::U64 => small.literal::<u64>(),
        WeightType::F32 => small.literal::<f32>(),
        WeightType::F64 => small.literal::<f64>(),
    };
    let now = exec(failure.case.threads).install(|| judge(&small, &[failure.case])).err();
    let now = now.map_or("no complaint this time".to_owned(), |failure| failure.complaint);
    panic!("{name}: {failure}\nshrunk to {literal}\nof which: {now}");
}
