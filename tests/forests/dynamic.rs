//! Forests that are kept while edges are inserted, compared with forests found anew after each batch.

use boscage::exec::Exec;
use boscage::graph::{Edge, EdgeId, EdgeList, Forest, Objective};
use boscage::operators::msf::{self, DynamicForest, ForestPaths};
use boscage::random::mix;
use boscage_truth::case::exec;
use boscage_truth::{Sample, Sketch, naive, sketches};

/// Inserts the edges of a list in batches, and compares the forest and its changes after each.
fn agrees<W: Sample>(exec: &Exec, sketch: &Sketch, objective: Objective, batch: usize, nodes_later: usize) {
    let list: EdgeList<W> = sketch.paint();
    let about = || format!("{} {objective:?} {batch} {}", W::NAME, sketch.literal::<W>());
    let mut forest = DynamicForest::new(list.node_count() - nodes_later, objective).unwrap();
    forest.add_nodes(nodes_later).unwrap();
    let mut before: Vec<usize> = Vec::new();
    for end in (batch..list.edge_count() + batch).step_by(batch) {
        let start = end - batch;
        let some = &list.edges()[..end.min(list.edge_count())];
        let changes = forest.insert(exec, &some[start..]).unwrap();
        let so_far = EdgeList::new(list.node_count(), some.to_vec()).unwrap();
        let truth = naive::kruskal(so_far.as_view(), objective);
        let found = forest.forest(exec).unwrap();
        let ids = found.edges().iter().map(|edge| edge.position as usize);
        assert!(ids.eq(truth.edges.iter().copied()), "{}", about());
        assert_eq!((forest.tree_count(), found.tree_count()), (truth.trees, truth.trees), "{}", about());
        let entered: Vec<usize> = changes.entered.iter().map(|edge| edge.position as usize).collect();
        let left: Vec<usize> = changes.left.iter().map(|edge| edge.position as usize).collect();
        let is_new = |id: &&usize| !before.contains(id);
        let is_old = |id: &&usize| !truth.edges.contains(id);
        assert!(entered.iter().eq(truth.edges.iter().filter(is_new)), "{}", about());
        assert!(left.iter().eq(before.iter().filter(is_old)), "{}", about());
        assert!(changes.left.iter().all(|edge| edge.edge == some[edge.position as usize]), "{}", about());
        before = truth.edges;
    }
    assert_eq!(forest.inserted(), list.edge_count() as u64);
}

#[test]
fn batches_of_any_size_change_the_forest_as_all_edges_at_once() {
    let shapes = sketches::shapes(80).into_iter().map(|(_, sketch)| sketch);
    for (i, sketch) in shapes.chain((0..150).map(sketches::random)).enumerate() {
        let exec = exec([1, 2, 3][i % 3]);
        let objective = [Objective::Minimum, Objective::Maximum][i / 3 % 2];
        let batch = [1, 2, 7, 1000][i / 6 % 4];
        let later = sketch.paint::<u32>().node_count() / 3;
        match i % 6 {
            0 => agrees::<u32>(exec, &sketch, objective, batch, later),
            1 => agrees::<i32>(exec, &sketch, objective, batch, later),
            2 => agrees::<f32>(exec, &sketch, objective, batch, later),
            3 => agrees::<u64>(exec, &sketch, objective, batch, later),
            4 => agrees::<i64>(exec, &sketch, objective, batch, later),
            _ => agrees::<f64>(exec, &sketch, objective, batch, later),
        }
    }
}

/// Batches of all sizes, so that some are merged and some inserted edge by edge.
#[test]
fn large_and_small_batches_alternate() {
    const NODES: u64 = 5_000;
    let edge = |i: u64| {
        let [u, v, weight] = [0, 1, 2].map(|k| mix(3 * i + k + 1));
        Edge::new((u % NODES) as u32, (v % NODES) as u32, (weight % 3000) as i32)
    };
    let all: Vec<_> = (0..40_000).map(edge).collect();
    for threads in [1, 2, 3] {
        let exec = exec(threads);
        let mut forest = DynamicForest::new(NODES as usize, Objective::Minimum).unwrap();
        let mut rest = &all[..];
        for (i, size) in [2_000, 1, 300, 9_000, 10, 1_024, 1_025, 20_000, 6_640].into_iter().enumerate() {
            let (batch, others) = rest.split_at(size);
            rest = others;
            let before = forest.forest(exec).unwrap();
            let changes = forest.insert(exec, batch).unwrap();
            let so_far = all.len() - rest.len();
            let list = EdgeList::new(NODES as usize, all[..so_far].to_vec()).unwrap();
            let truth = naive::kruskal(list.as_view(), Objective::Minimum);
            let found = forest.forest(exec).unwrap();
            assert!(found.edges().iter().map(|edge| edge.position as usize).eq(truth.edges), "batch {i}");
            let mut changed: Vec<_> = before.edges().to_vec();
            changed.retain(|edge| !changes.left.contains(edge));
            changed.extend(changes.entered);
            assert_eq!(changed, found.edges(), "batch {i}");
        }
        assert!(rest.is_empty());
    }
}

#[test]
fn a_forest_of_an_operator_goes_on() {
    let exec = exec(2);
    for seed in 0..60 {
        let list: EdgeList<u32> = sketches::random(seed).paint();
        let half = EdgeList::new(list.node_count(), list.edges()[..list.edge_count() / 2].to_vec()).unwrap();
        let forest = msf::auto(exec, &half, Objective::Maximum).unwrap();
        let mut dynamic = DynamicForest::from_forest(exec, &half, &forest, Objective::Maximum).unwrap();
        assert_eq!(dynamic.forest(exec).unwrap().total(), forest.total());
        dynamic.insert(exec, &list.edges()[half.edge_count()..]).unwrap();
        let truth = naive::kruskal(list.as_view(), Objective::Maximum);
        let found = dynamic.forest(exec).unwrap();
        assert!(found.edges().iter().map(|edge| edge.position as usize).eq(truth.edges.iter().copied()));
        let ids = truth.edges.iter().copied().map(EdgeId::new).collect();
        let all = Forest::from_edges(None, &list, ids);
        let paths = ForestPaths::new(exec, &list, &all, Objective::Maximum).unwrap();
        let nodes = list.node_count().min(9) as u32;
        for (u, v) in (0..nodes).flat_map(|u| (0..nodes).map(move |v| (u, v))) {
            let found = dynamic.heaviest(u, v).unwrap().map(|edge| edge.position as usize);
            assert_eq!(found, paths.heaviest(u, v).map(EdgeId::index), "{seed}: {u} {v}");
        }
    }
}

#[test]
fn an_invalid_batch_changes_nothing() {
    let exec = exec(1);
    let mut forest = DynamicForest::new(3, Objective::Minimum).unwrap();
    forest.insert(exec, &[Edge::new(0, 1, 1.0_f64), Edge::new(1, 1, 0.0)]).unwrap();
    let before = forest.forest(exec).unwrap();
    let error = forest.insert(exec, &[Edge::new(1, 2, 1.0), Edge::new(2, 0, f64::NAN)]).unwrap_err();
    assert_eq!(error.to_string(), "edge 3: the weight is NaN, which has no place in the order of weights");
    let error = forest.insert(exec, &[Edge::new(1, 3, 1.0)]).unwrap_err();
    assert_eq!(error.to_string(), "edge 2: node 3 is out of range, the graph has 3 nodes");
    assert_eq!((forest.forest(exec).unwrap(), forest.inserted()), (before, 2));
}
