//! Tests of PMA alone on an emulated GPU. `forests` compares the forests of all operators with naive Kruskal.

use boscage::exec::{Exec, Round, Statistics};
use boscage::graph::{EdgeList, EdgeListView, Objective};
use boscage::operators::msf::papers::{self, ParallelEdges, PmaVariant};
use boscage_emulated::with_kernels;
use boscage_kernels::{Error, Gpu, Lanes, ON_DEVICE, Pma, Shape, pma};
use boscage_truth::{Sketch, Suite, naive, sketches};
use emulated_cuda::{Emulator, Settings};

const VARIANTS: [PmaVariant; 3] = [PmaVariant::Min, PmaVariant::Sort, PmaVariant::Hybrid];
const LANES: [Lanes; 2] = [Lanes::One, Lanes::Warp];
const BOTH: [ParallelEdges; 2] = [ParallelEdges::Drop, ParallelEdges::Keep];
const GAMMAS: [usize; 5] = [2, 3, 5, 16, usize::MAX];

const SHAPES: [Shape; 2] = [Shape { threads: 32, blocks: Some(4) }, Shape { threads: 64, blocks: Some(3) }];

/// Every combination of settings.
fn settings() -> Vec<Pma> {
    let mut all = Vec::new();
    for variant in VARIANTS {
        for lanes in LANES.map(Some) {
            for parallel_edges in BOTH {
                for gamma in GAMMAS.map(Some) {
                    let growth = papers::Pma { variant, gamma, parallel_edges };
                    all.push(Pma { growth, lanes });
                }
            }
        }
    }
    all
}

/// The forest of a run and its statistics.
struct Run {
    edges: Vec<usize>,
    statistics: Statistics,
    bytes_to_host: u64,
    most_bytes: u64,
}

impl Run {
    fn rounds(&self, operator: &str) -> &[Round] {
        &self.statistics.loop_named(operator).expect("the rounds have the operator's name").rounds
    }

    fn phases(&self) -> impl Iterator<Item = &str> {
        let stages = self.statistics.stages.iter();
        stages.filter(|stage| stage.parent.as_deref() == Some(ON_DEVICE)).map(|stage| &*stage.name)
    }
}

fn run(
    emulator: &'static Emulator,
    settings: Settings,
    shape: Shape,
    graph: EdgeListView<'_, u32>,
    config: Pma,
) -> Result<Run, String> {
    let session = emulator.session(settings);
    let exec = Exec::current();
    let forest = Gpu::open()
        .and_then(|gpu| gpu.with_shape(shape))
        .and_then(|gpu| pma(&gpu, &exec, graph, Objective::Minimum, config))
        .map_err(|error| format!("{error}; {:?}", session.report()))?;
    match session.report() {
        Some(fault) => Err(fault),
        None => Ok(Run {
            edges: forest.edges().iter().map(|id| id.index()).collect(),
            statistics: exec.take_statistics(),
            bytes_to_host: session.bytes_to_host(),
            most_bytes: session.most_bytes(),
        }),
    }
}

/// Numbers of random graphs, settings and schedules: few, or as many as `BOSCAGE_SUITE` asks for.
struct Effort {
    graphs: u64,
    one_in: usize,
    schedules: u64,
}

fn effort() -> Effort {
    match Suite::asked() {
        Suite::Plain => Effort { graphs: 120, one_in: 12, schedules: 1 },
        Suite::Large => Effort { graphs: 200, one_in: 4, schedules: 2 },
        Suite::Full => Effort { graphs: 400, one_in: 1, schedules: 6 },
    }
}

/// Runs one graph in as many settings as the suite asks for, other ones than the graphs before.
fn judge(emulator: &'static Emulator, name: &str, number: u64, sketch: &Sketch) {
    let Effort { one_in, schedules, .. } = effort();
    let graph: EdgeList<u32> = sketch.paint();
    let truth = naive::kruskal(graph.as_view(), Objective::Minimum).edges;
    // 7 has no divisor in common with the numbers of settings, so graphs go round them all.
    let chosen = (0..).zip(settings()).skip(7 * number as usize % one_in).step_by(one_in);
    for (i, config) in chosen {
        for schedule in 0..schedules {
            let seed = (number * 60 + i) * schedules + schedule;
            let preempt_one_in = [3, 5, 10, 20][seed as usize % 4];
            let settings = Settings { seed, preempt_one_in, ..Settings::default() };
            let shape = SHAPES[(number as usize + seed as usize / 4) % 2];
            let found = run(emulator, settings, shape, graph.as_view(), config)
                .unwrap_or_else(|fault| panic!("{name}, {config:?}, seed {seed}: {fault}"));
            assert_eq!(found.edges, truth, "{name}, {config:?}, seed {seed}");
        }
    }
}

#[test]
fn random_multigraphs_full_of_ties() {
    let Some(emulator) = with_kernels() else { return };
    for number in 0..effort().graphs {
        judge(emulator, &format!("random graph {number}"), number, &sketches::random(1000 + number));
    }
}

#[test]
fn shapes_that_strain_a_schedule() {
    let Some(emulator) = with_kernels() else { return };
    for (number, (name, sketch)) in (0..).zip(sketches::shapes(60)) {
        judge(emulator, name, number, &sketch);
    }
}

/// The interleaving at which the algorithm fails as it is printed in the paper: a tree from 1 takes 1-2, then
/// 0-1, and touches the tree of 0, which skips 0-1 and closes a cycle.
#[test]
fn a_tree_that_is_touched_takes_the_lightest_edge_still() {
    let Some(emulator) = with_kernels() else { return };
    let triples = [(1, 2, 1), (0, 1, 5), (2, 3, 6), (0, 3, 7)];
    // With trees of three there are two workers, and each may take two edges.
    let configs = settings().into_iter().filter(|config| {
        config.growth.gamma == Some(3)
            && config.growth.parallel_edges == ParallelEdges::Drop
            && config.growth.variant != PmaVariant::Hybrid
    });
    let configs: Vec<Pma> = configs.collect();
    // Nodes numbered in every way, because numbers decide who begins where.
    for code in 0..24 {
        let mut left = vec![0, 1, 2, 3];
        let number = [code / 6, code / 2 % 3, code % 2, 0].map(|place| left.remove(place));
        let renamed = triples.map(|(u, v, weight)| (number[u], number[v], weight));
        let graph: EdgeList<u32> = EdgeList::from_triples(4, renamed).unwrap();
        for (i, config) in (0..).zip(&configs) {
            for schedule in 0..3 * effort().schedules {
                let seed = (code as u64 * 4 + i) * 100 + schedule;
                let settings = Settings { seed, preempt_one_in: 2 + seed as u32 % 4, ..Settings::default() };
                let found = run(emulator, settings, SHAPES[0], graph.as_view(), *config)
                    .unwrap_or_else(|fault| panic!("{number:?}, {config:?}, seed {seed}: {fault}"));
                assert_eq!(found.edges, [0, 1, 2], "{number:?}, {config:?}, seed {seed}");
            }
        }
    }
}

#[test]
fn rounds_tell_what_became_of_every_edge() {
    let Some(emulator) = with_kernels() else { return };
    for (name, sketch) in sketches::shapes(1000) {
        let graph: EdgeList<u32> = sketch.paint();
        for variant in VARIANTS {
            let settings = Settings { preempt_one_in: 10, ..Settings::default() };
            let found = run(emulator, settings, SHAPES[1], graph.as_view(), variant.into()).unwrap();
            if graph.edge_count() == 0 {
                assert!(found.statistics.is_empty());
                continue;
            }
            let (rounds, mut taken) = (found.rounds(variant.name()), 0);
            for pair in rounds.windows(2) {
                assert_eq!(pair[0].retried, pair[1].tried);
            }
            for round in rounds {
                assert_eq!(round.tried, round.committed + round.retried + round.dropped, "{name}");
                assert!(round.committed > 0);
                taken += round.committed;
            }
            assert_eq!(taken, found.edges.len() as u64, "{name}");
            assert_eq!(rounds.last().map_or(0, |round| round.retried), 0);
            // Every vertex with edges is unified with another one in each round.
            assert!(rounds.len() <= graph.node_count().ilog2() as usize + 1, "{name}");
            let phases: Vec<&str> = found.phases().collect();
            let all = ["arcs", "sort", "grow", "break", "jump", "relabel", "compact"];
            assert!(all.starts_with(&phases), "{name}: {phases:?}");
            let allowed = 64 * rounds.len().max(1) + 4 * found.edges.len();
            assert!(found.bytes_to_host <= allowed as u64, "{name}: {} bytes", found.bytes_to_host);
        }
    }
}

/// With one tree for all, one worker does what Prim does, and the first round does everything.
#[test]
fn a_tree_of_all_vertices_is_prims() {
    let Some(emulator) = with_kernels() else { return };
    let path: EdgeList<u32> = EdgeList::from_triples(100, (1..100).map(|i| (i - 1, i, i % 7))).unwrap();
    for lanes in LANES.map(Some) {
        for variant in VARIANTS {
            let of_trees = |gamma| {
                let growth = papers::Pma { gamma: Some(gamma), ..variant.into() };
                Pma { growth, lanes }
            };
            let config = of_trees(100);
            let found = run(emulator, Settings::default(), SHAPES[1], path.as_view(), config).unwrap();
            assert_eq!(found.rounds(variant.name()), [Round::new(99)]);
            // And reduces 100 nodes by 99.
            let found = run(emulator, Settings::default(), SHAPES[1], path.as_view(), of_trees(2)).unwrap();
            let reduced = found.rounds(variant.name())[0].committed;
            assert!((50..99).contains(&reduced), "{reduced} of 100 nodes unified in the first round");
        }
    }
}

#[test]
fn no_tree_has_fewer_than_two_vertices() {
    let Some(emulator) = with_kernels() else { return };
    let graph = EdgeList::from_triples(2, [(0, 1, 1_u32)]).unwrap();
    for gamma in [0, 1] {
        let _session = emulator.session(Settings::default());
        let config = papers::Pma { gamma: Some(gamma), ..papers::Pma::default() }.into();
        let error =
            pma(&Gpu::open().unwrap(), &Exec::current(), &graph, Objective::Minimum, config).unwrap_err();
        assert_eq!(error.to_string(), format!("gamma: expected at least 2, found {gamma}"));
    }
}

/// The memory that is checked before any allocation is enough, and not much more.
#[test]
fn memory_is_what_was_asked_for() {
    let Some(emulator) = with_kernels() else { return };
    for (name, sketch) in sketches::shapes(400) {
        let graph: EdgeList<u32> = sketch.paint();
        if graph.edge_count() == 0 {
            continue;
        }
        for (i, config) in settings().into_iter().enumerate().skip(name.len() % 11).step_by(11) {
            let shape = if i % 2 == 0 { Shape::default() } else { SHAPES[0] };
            let found = run(emulator, Settings::default(), shape, graph.as_view(), config).unwrap();
            let _session = emulator.session(Settings { memory_bytes: 2000, ..Settings::default() });
            let gpu = Gpu::open().unwrap().with_shape(shape).unwrap();
            let refused = pma(&gpu, &Exec::current(), &graph, Objective::Minimum, config).unwrap_err();
            let Error::OutOfMemory { needed, .. } = refused else { panic!("{name}: {refused}") };
            let most = found.most_bytes;
            assert!(most <= needed, "{name}, {config:?}: {most} of {needed} bytes");
            let joins = found.edges.len() > 1;
            assert!(!joins || needed <= most + most / 4, "{name}, {config:?}: only {most} of {needed} bytes");
        }
    }
}

#[test]
fn defaults_follow_from_the_average_degree() {
    let gammas = [(0, 0), (10, 10), (10, 25), (10, 100)].map(|(n, m)| papers::Pma::default_gamma(n, m));
    assert_eq!(gammas, [8, 8, 25, 200]);
    assert_eq!(Pma::default_lanes(100, 799), Lanes::One);
    assert_eq!(Pma::default_lanes(100, 800), Lanes::Warp);
}
