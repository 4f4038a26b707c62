//! Checks that forests are correct.

use std::time::Instant;

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Objective, Weight};
use boscage::operators::msf;
use boscage_gpu_check::Case;
use boscage_kernels::Gpu;
use boscage_truth::sketches::{self, Sketch};

use crate::Outcome;
use crate::graphs::{self, Graph};

/// Slow operators are left out of graphs with more edges than this.
const MOST_FOR_SLOW: usize = 1 << 25;

/// The suite of the emulated GPU, on the real one.
pub(crate) fn suite(mut gpu: Gpu, random: u64, size: u32) -> Outcome {
    let cases = Case::of_all_operators();
    let mut runs = 0_u64;
    for seed in 0..random {
        gpu = judge(gpu, &cases, seed as usize, &format!("random graph {seed}"), &sketches::random(seed))?;
        runs += cases.len() as u64;
    }
    for (i, (name, sketch)) in sketches::shapes(size).into_iter().enumerate() {
        for round in 0..4 {
            gpu = judge(gpu, &cases, 4 * i + round, name, &sketch)?;
            runs += cases.len() as u64;
        }
    }
    println!("suite: {runs} runs, every one with the edges of naive Kruskal");
    Ok(())
}

/// A small part of the suite.
pub(crate) fn small(mut gpu: Gpu) -> Outcome {
    let cases = Case::of_all_operators();
    for seed in 0..8 {
        gpu = judge(gpu, &cases, seed as usize, &format!("random graph {seed}"), &sketches::random(seed))?;
    }
    for (i, (name, sketch)) in sketches::shapes(600).into_iter().enumerate() {
        gpu = judge(gpu, &cases, i, name, &sketch)?;
    }
    println!("small: every run had the edges of naive Kruskal");
    Ok(())
}

/// One case of every operator.
fn judge(mut gpu: Gpu, cases: &[Vec<Case>], number: usize, name: &str, sketch: &Sketch) -> Outcome<Gpu> {
    for cases in cases {
        let case = cases[number % cases.len()];
        gpu = gpu.with_shape(case.shape)?;
        if let Err(complaint) = case.judge(&gpu, sketch) {
            return Err(format!("{name}: {complaint}\nin {case:?}\non {}", sketch.literal::<u32>()).into());
        }
    }
    Ok(gpu)
}

/// Every operator on large graphs of all kinds and weight types.
pub(crate) fn large(gpu: &Gpu, scale: f64) -> Outcome {
    let exec = Exec::available()?;
    for graph in graphs::large(scale) {
        let list = graph.make(&exec)?;
        same(gpu, &exec, &graph, &list)?;
        same(gpu, &exec, &graph, &list.map(|_, edge| edge.weight as f32 / 7.0 - 1e5)?)?;
        same(gpu, &exec, &graph, &list.map(|_, edge| i64::from(edge.weight % 1000) - 500)?)?;
    }
    Ok(())
}

fn same<W: Weight>(gpu: &Gpu, exec: &Exec, graph: &Graph, list: &EdgeList<W>) -> Outcome {
    for objective in [Objective::Minimum, Objective::Maximum] {
        let truth = msf::auto(exec, list, objective)?;
        for operator in boscage_kernels::operators() {
            if operator.name() == "vineet" && list.edge_count() > MOST_FOR_SLOW {
                continue;
            }
            let start = Instant::now();
            let found = operator.forest((gpu, exec), list, objective)?;
            let seconds = start.elapsed().as_secs_f64();
            if found.edges() != truth.edges() {
                return Err(format!("{}, {}, {objective:?}: expected the forest of naive Kruskal, but that of {operator} differs", graph.name, W::NAME).into());
            }
            println!("{}, {}, {objective:?}: {operator} is right ({seconds:.3} s)", graph.name, W::NAME);
        }
    }
    Ok(())
}
