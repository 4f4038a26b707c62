//! Promises of the papers' operators in addition to the forest, which the suite of all operators checks.

use boscage::exec::{CancelToken, Exec, LoopStatistics};
use boscage::generate::{Gnm, Grid, Pairs, gnm, grid};
use boscage::graph::{EdgeList, Graph, Objective::Minimum, Undirected};
use boscage::operators::msf::papers::{
    BoruvkaLookup, BoruvkaPrim, Colouring, EdgeBoruvka, Join, Lone, Loops, MstBc, Prim, PrimLoops,
    PrimThreads, Share, boruvka_merge, boruvka_prim, edge_boruvka, mst_bc, prim_threads,
};
use boscage::operators::msf::{self, Kruskal, Operator, kruskal};
use boscage::sync::PathCompression;
use boscage::{Error, Result};

/// One component, long ways round: trees that grow apart meet often.
fn meadow() -> EdgeList<u32> {
    grid(&Exec::current(), &Grid { rows: 200, columns: 150, ..Grid::default() }).unwrap()
}

/// The input of operators on adjacency.
fn adjacency(list: &EdgeList<u32>) -> Graph<Undirected, u32> {
    Graph::builder().with_ids().build(&Exec::current(), list).unwrap()
}

/// The statistics of the loop that has the operator's name.
fn of_loop(exec: &Exec, name: &str) -> LoopStatistics {
    exec.take_statistics().loop_named(name).unwrap().clone()
}

/// Runs with these workers, and returns how many trees were handed over.
fn handed_over(threads: usize, graph: &EdgeList<u32>, workers: usize, max_respawn_attempts: u32) -> u64 {
    let exec = Exec::new(threads).unwrap();
    let adjacency = adjacency(graph);
    let workers = Some(workers);
    let config =
        PrimThreads { workers, max_respawn_attempts, sequential_cutoff: 0, ..PrimThreads::default() };
    let forest = prim_threads(&exec, &adjacency, Minimum, config).unwrap();
    let handed = of_loop(&exec, "prim-threads").aborted;
    assert_eq!(forest, kruskal(&exec, graph, Minimum, Kruskal::default()).unwrap());
    handed
}

#[test]
fn trees_that_meet_become_one_however_often_they_do() {
    let graph = meadow();
    // Workers of one thread take turns: all but one of the trees of a component meet another.
    assert_eq!(handed_over(1, &graph, 4, 0), 3);
    assert_eq!(handed_over(1, &graph, 64, 0), 63);
    assert!(handed_over(1, &graph, 64, 1000) > 63, "workers never begin anew");
    for threads in [2, 4] {
        for _ in 0..10 {
            assert!(handed_over(threads, &graph, 64, 1000) > 31);
        }
    }
}

#[test]
fn one_worker_meets_no_other() {
    assert_eq!(handed_over(2, &meadow(), 1, 1000), 0);
}

#[test]
fn fewer_nodes_than_the_cutoff_are_one_workers() {
    let (graph, exec) = (meadow(), Exec::new(4).unwrap());
    let adjacency = adjacency(&graph);
    let config =
        PrimThreads { workers: Some(50), sequential_cutoff: graph.node_count() + 1, ..Default::default() };
    prim_threads(&exec, &adjacency, Minimum, config).unwrap();
    assert_eq!(of_loop(&exec, "prim-threads").aborted, 0);
}

/// The rounds that a run took.
fn rounds(exec: &Exec, name: &str) -> usize {
    of_loop(exec, name).rounds.len()
}

#[test]
fn with_one_worker_mst_bc_is_prims_and_with_one_a_vertex_nearly_boruvkas() {
    let graph = gnm(&Exec::current(), &Gnm { nodes: 3000, edges: 9000, ..Gnm::default() }).unwrap();
    let exec = Exec::new(2).unwrap();
    boruvka_prim(&exec, &graph, Minimum, BoruvkaPrim { rounds: 1 }).unwrap();
    let boruvkas = of_loop(&exec, "boruvka-prim").rounds[0].committed;
    for colouring in [Colouring::Neighbours, Colouring::Off] {
        let run = |workers| {
            let config = MstBc { workers: Some(workers), colouring, ..MstBc::default() };
            mst_bc(&exec, &graph, Minimum, config).unwrap();
            of_loop(&exec, "mst-bc").rounds
        };
        let alone = run(1);
        assert_eq!(alone.len(), 1, "{colouring:?}");
        assert_eq!(alone[0].retried, 0);
        let many = run(3000);
        assert!(
            many.len() > 2 && many[0].committed.abs_diff(boruvkas) < boruvkas / 20,
            "{colouring:?} {many:?}"
        );
    }
}

#[test]
fn mst_bc_needs_no_lone_vertices_to_choose_in_its_first_round() {
    let exec = Exec::new(1).unwrap();
    let committed = |graph: &EdgeList<u32>, workers, lone| {
        let config = MstBc { workers: Some(workers), colouring: Colouring::Off, lone };
        let forest = mst_bc(&exec, graph, Minimum, config).unwrap();
        let rounds = of_loop(&exec, "mst-bc").rounds;
        assert_eq!(forest, kruskal(&exec, graph, Minimum, Kruskal::default()).unwrap());
        rounds.iter().map(|round| round.committed).collect::<Vec<_>>()
    };
    // Two workers mark one end each, and neither tree can grow.
    let pair = EdgeList::from_triples(2, [(0, 1, 1_u32)]).unwrap();
    assert_eq!(committed(&pair, 2, Lone::AfterFirst), [1]);
    let graph = gnm(&Exec::current(), &Gnm { nodes: 3000, edges: 45_000, ..Gnm::default() }).unwrap();
    for workers in [4, 64] {
        let [always, after_first] =
            [Lone::Always, Lone::AfterFirst].map(|lone| committed(&graph, workers, lone)[0]);
        assert!(after_first < always, "{workers} workers: {after_first}, {always}");
    }
}

#[test]
fn prims_part_of_boruvka_prim_is_one_more_round() {
    let graph = gnm(&Exec::current(), &Gnm { nodes: 3000, edges: 9000, ..Gnm::default() }).unwrap();
    let exec = Exec::new(2).unwrap();
    let run = |rounds_of_boruvka| {
        let config = BoruvkaPrim { rounds: rounds_of_boruvka };
        let forest = boruvka_prim(&exec, &graph, Minimum, config).unwrap();
        let of_loop = of_loop(&exec, "boruvka-prim");
        assert_eq!(of_loop.committed as usize, forest.edges().len());
        of_loop.rounds.len()
    };
    assert_eq!([run(0), run(1), run(2)], [1, 2, 3]);
    assert!(run(1000) < 20); // nothing is left to Prim's
}

/// Both contract, and leave the lightest of parallel edges only.
#[test]
fn merged_lists_are_the_contracted_graph() {
    let graph =
        gnm(&Exec::current(), &Gnm { nodes: 3000, edges: 30_000, pairs: Pairs::Distinct, ..Gnm::default() })
            .unwrap();
    let exec = Exec::new(2).unwrap();
    let edges = |name| {
        let rounds = of_loop(&exec, name).rounds;
        rounds.iter().map(|round| (round.tried, round.committed, round.retried)).collect::<Vec<_>>()
    };
    boruvka_merge(&exec, &graph, Minimum).unwrap();
    let merged = edges("boruvka-merge");
    boruvka_prim(&exec, &graph, Minimum, BoruvkaPrim { rounds: usize::MAX }).unwrap();
    assert_eq!(merged, edges("boruvka-prim"));
}

#[test]
fn joining_where_both_ends_agree_takes_a_round_an_edge_on_a_path_that_ascends() {
    let path = EdgeList::from_triples(100, (0..99_u32).map(|i| (i, i + 1, i))).unwrap();
    let exec = Exec::new(2).unwrap();
    let run = |join| {
        edge_boruvka(&exec, &path, Minimum, EdgeBoruvka { join, ..EdgeBoruvka::default() }).unwrap();
        rounds(&exec, "edge-boruvka")
    };
    assert_eq!((run(Join::Either), run(Join::Both)), (1, 99));
}

#[test]
fn the_loops_of_edge_boruvka_are_those_that_its_configuration_says() {
    let graph = gnm(&Exec::current(), &Gnm { nodes: 1000, edges: 5000, ..Gnm::default() }).unwrap();
    let exec = Exec::new(2).unwrap();
    let phases = |config| {
        edge_boruvka(&exec, &graph, Minimum, config).unwrap();
        let statistics = exec.take_statistics();
        let of_loop =
            statistics.stages.into_iter().filter(|one| one.parent.as_deref() == Some("edge-boruvka"));
        of_loop.map(|one| one.name).collect::<Vec<_>>()
    };
    let plain = EdgeBoruvka { filter: Share::OneThread, gather: Share::OneThread, ..EdgeBoruvka::default() };
    assert_eq!(phases(plain), ["initialise", "min", "join", "map", "filter", "gather"]);
    let combined =
        EdgeBoruvka { loops: Loops::Combined, compression: PathCompression::Off, ..EdgeBoruvka::default() };
    assert_eq!(phases(combined), ["initialise", "min", "join", "reset", "gather"]);
}

#[test]
fn what_combined_loops_leave_the_next_round_begins_with() {
    let graph = gnm(&Exec::current(), &Gnm { nodes: 3000, edges: 9000, ..Gnm::default() }).unwrap();
    let exec = Exec::new(2).unwrap();
    for loops in [Loops::Separate, Loops::Combined] {
        let config = EdgeBoruvka { loops, ..EdgeBoruvka::default() };
        edge_boruvka(&exec, &graph, Minimum, config).unwrap();
        let rounds = of_loop(&exec, "edge-boruvka").rounds;
        assert!(rounds.windows(2).all(|pair| pair[0].retried == pair[1].tried), "{rounds:?}");
        assert_eq!(rounds.last().unwrap().retried, 0);
    }
}

#[test]
fn an_attempt_to_begin_is_no_more_than_a_turn() {
    let graph = meadow();
    assert!(handed_over(2, &graph, 64, u32::MAX) > 31); // and it ends
}

#[test]
fn configurations_that_mean_nothing_are_refused() {
    let graph = meadow();
    let exec = Exec::new(1).unwrap();
    let adjacency = adjacency(&graph);
    let refused = |result: Result<_>| match result {
        Err(Error::Argument { what, expected, found }) => (what, expected, found),
        other => panic!("{:?}", other.map(|forest: boscage::graph::Forest<u32>| forest.tree_count())),
    };
    let expected = |what| (what, "at least 1".to_owned(), "0".to_owned());
    let chunk = EdgeBoruvka { chunk: 0, ..EdgeBoruvka::default() };
    assert_eq!(refused(edge_boruvka(&exec, &graph, Minimum, chunk)), expected("chunk"));
    let none = MstBc { workers: Some(0), ..MstBc::default() };
    assert_eq!(refused(mst_bc(&exec, &graph, Minimum, none)), expected("workers"));
    let none = PrimThreads { workers: Some(0), ..PrimThreads::default() };
    assert_eq!(refused(prim_threads(&exec, &adjacency, Minimum, none)), expected("workers"));
}

#[test]
fn every_operator_stops_when_it_is_cancelled() {
    let (graph, token) = (meadow(), CancelToken::new());
    let exec = Exec::new(2).unwrap().with_token(token.clone());
    token.cancel();
    for operator in msf::operators() {
        let outcome = operator.forest(&exec, &graph, Minimum);
        assert!(matches!(outcome, Err(Error::Cancelled)), "{operator}");
    }
}

#[test]
fn operators_that_grow_trees_tell_how_far_they_are_and_stop_in_the_midst() {
    let graph = meadow();
    let growing: [&dyn Operator; 5] =
        [&Prim::default(), &PrimLoops, &PrimThreads::default(), &BoruvkaPrim::default(), &MstBc::default()];
    for operator in growing {
        let token = CancelToken::new();
        let cancel = token.clone();
        let exec = Exec::new(2).unwrap().with_token(token).with_progress(move |progress| {
            assert!(progress.done <= progress.total);
            cancel.cancel();
        });
        let outcome = operator.forest(&exec, &graph, Minimum);
        assert!(matches!(outcome, Err(Error::Cancelled)), "{operator}");
    }
}

#[test]
fn a_graph_without_ids_has_no_forest() {
    let graph = Graph::<Undirected, u32>::from_edges(&Exec::current(), &meadow()).unwrap();
    let exec = Exec::new(1).unwrap();
    let operators: [&dyn Operator; 3] = [&Kruskal::default(), &Prim::default(), &BoruvkaLookup];
    for operator in operators {
        let refused = operator.forest(&exec, &graph, Minimum).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the graph: expected one built with ids of edges (`with_ids`), found one without"
        );
    }
}
