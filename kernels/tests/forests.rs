//! One order, one forest, on the GPU too: on an emulated GPU, under many schedules, every operator finds the
//! same edges as naive Kruskal, and copies no more to the host than allowed.
//!
//! Graphs and oracle are those of `tests/truth`. A failure is shrunk and printed as Rust.

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Objective};
use boscage_emulated::with_kernels;
use boscage_gpu_check::Case;
use boscage_kernels::{EdgeBoruvka, FilterBoruvka, Gpu, ON_DEVICE, edge_boruvka, filter_boruvka};
use boscage_truth::{Sketch, Suite, naive, shrink, sketches};
use emulated_cuda::{Emulator, Settings};

/// Schedules per graph and operator: one, or as many as `BOSCAGE_SUITE` asks for.
fn schedules() -> usize {
    match Suite::asked() {
        Suite::Plain => 1,
        Suite::Large => 8,
        Suite::Full => 100,
    }
}

#[test]
fn every_small_graph() {
    let Some(emulator) = with_kernels() else { return };
    let most = Suite::asked().pick(3, 4);
    for nodes in 0..=most {
        for code in 0..sketches::count_small(nodes) {
            judge(
                emulator,
                code,
                1,
                &format!("graph {code} of {nodes} nodes"),
                &sketches::small(nodes, code),
            );
        }
    }
}

/// Few enough for the search for races (`EMULATED_CUDA=races`), which is slow.
#[test]
fn a_few_graphs() {
    let Some(emulator) = with_kernels() else { return };
    for seed in [5, 6, 9] {
        judge(emulator, seed, 1, &format!("random graph {seed}"), &sketches::random(seed as u64));
    }
    // Enough trees for several tiles, so for several blocks.
    let name = "sparse graph";
    let shape = sketches::shapes(600).into_iter().find(|(one, _)| *one == name);
    judge(emulator, 1, 1, name, &shape.expect("there is such a shape").1);
}

/// As many trees as the shared memory of the last rounds holds, one more and one less; the same for edges.
#[test]
fn what_just_fits_into_shared_memory() {
    let Some(emulator) = with_kernels() else { return };
    let most = FilterBoruvka::MOST_NEAR;
    for (trees, edges) in
        [(2 * most - 1, 500), (2 * most, 500), (2 * most + 1, 500), (1100, most), (1100, most + 1)]
    {
        // The first round joins pairs; what is left is a path through some of them.
        let pairs = (0..trees).map(|i| (2 * i, 2 * i + 1, 1));
        let path = (0..edges).map(|i| (2 * i + 1, 2 * i + 2, 2 + i % 3));
        let graph = EdgeList::from_triples(2 * trees as usize, pairs.chain(path)).unwrap();
        let truth = naive::kruskal(graph.as_view(), Objective::Minimum).edges;
        let session = emulator.session(Settings { seed: u64::from(trees + edges), ..Settings::default() });
        let (gpu, exec) = (Gpu::open().unwrap(), Exec::current());
        let found = filter_boruvka(&gpu, &exec, &graph, Objective::Minimum, FilterBoruvka::default());
        let found = found
            .unwrap_or_else(|error| panic!("{trees} trees, {edges} edges: {error}, {:?}", session.report()));
        assert!(found.edges().iter().map(|id| id.index()).eq(truth), "{trees} trees, {edges} edges");
    }
}

#[test]
fn random_multigraphs_full_of_ties() {
    let Some(emulator) = with_kernels() else { return };
    let graphs = Suite::asked().pick(100, 500);
    for seed in 0..graphs {
        judge(emulator, seed, schedules(), &format!("random graph {seed}"), &sketches::random(seed as u64));
    }
}

#[test]
fn shapes_that_strain_a_schedule() {
    let Some(emulator) = with_kernels() else { return };
    let size = Suite::asked().pick(300, 1500);
    for (i, (name, sketch)) in sketches::shapes(size).into_iter().enumerate() {
        judge(emulator, i, schedules(), name, &sketch);
    }
}

#[test]
fn the_launches_of_edge_boruvka_are_those_that_its_configuration_says() {
    let Some(emulator) = with_kernels() else { return };
    let graph: EdgeList<u32> = sketches::random(9).paint();
    let _session = emulator.session(Settings::default());
    let (gpu, exec) = (Gpu::open().unwrap(), Exec::current());
    for (config, expected) in [
        (EdgeBoruvka::LISTING_5, &["min", "join", "map", "filter", "counts"][..]),
        (EdgeBoruvka::LISTING_6, &["bid", "join", "reset", "counts"]),
        (EdgeBoruvka::default(), &["bid", "join", "reset", "counts"]),
    ] {
        edge_boruvka(&gpu, &exec, &graph, Objective::Minimum, config).unwrap();
        let statistics = exec.take_statistics();
        let of_device = statistics.stages.iter().filter(|stage| stage.parent.as_deref() == Some(ON_DEVICE));
        let phases: Vec<&str> = of_device.map(|stage| &*stage.name).collect();
        assert_eq!(phases, expected, "{config:?}");
        let rounds = &statistics.loop_named("edge-boruvka").unwrap().rounds;
        assert_eq!(rounds.last().unwrap().retried, 0);
        if config == EdgeBoruvka::LISTING_5 {
            assert!(rounds.windows(2).all(|pair| pair[0].retried == pair[1].tried), "{rounds:?}");
        }
    }
}

/// Runs every operator on a graph under some schedules, each with another case.
fn judge(emulator: &'static Emulator, number: usize, schedules: usize, name: &str, sketch: &Sketch) {
    for cases in Case::of_all_operators() {
        for schedule in 0..schedules {
            let seed = number * schedules + schedule;
            let case = cases[seed % cases.len()];
            let complaint = |sketch: &Sketch| emulated(emulator, seed as u64, &case, sketch).err();
            let Some(first) = complaint(sketch) else { continue };
            let small = shrink(sketch.clone(), |candidate| complaint(candidate).is_some());
            let now = complaint(&small).unwrap_or_default();
            panic!(
                "{name}: {first}\nin {case:?}, seed {seed}\nshrunk to {}\nof which: {now}",
                small.literal::<u32>()
            );
        }
    }
}

/// Runs a case under the schedule of a seed.
fn emulated(emulator: &'static Emulator, seed: u64, case: &Case, sketch: &Sketch) -> Result<(), String> {
    let preempt_one_in = case.preempt_one_in;
    let session = emulator.session(Settings { seed, preempt_one_in, ..Settings::default() });
    let report = || session.report().unwrap_or_default();
    let gpu = Gpu::open().and_then(|gpu| gpu.with_shape(case.shape)).map_err(|error| error.to_string())?;
    let judged = case.judge(&gpu, sketch).map_err(|complaint| format!("{complaint}; {}", report()))?;
    if !report().is_empty() {
        return Err(report());
    }
    // At most 64 bytes per round, and the forest. A graph whose edges are all loops has no round, but a
    // result.
    let allowed = 64 * judged.rounds.max(1) + 4 * judged.forest;
    if session.bytes_to_host() > allowed as u64 {
        return Err(format!(
            "expected at most {allowed} bytes to the host, found {}",
            session.bytes_to_host()
        ));
    }
    Ok(())
}
