//! Replacements and heaviest edges of paths, compared with forests of graphs that lack an edge.

use boscage::exec::Exec;
use boscage::graph::{Edge, EdgeId, EdgeList, Forest, Objective};
use boscage::operators::msf::{self, ForestPaths};
use boscage_truth::case::exec;
use boscage_truth::{Sample, Sketch, naive, sketches};

/// The edge that replaces an edge of a forest, by a forest of the graph in which that edge is a loop.
fn replacement<W: Sample>(
    list: &EdgeList<W>,
    forest: &[usize],
    lost: usize,
    objective: Objective,
) -> Option<EdgeId> {
    let mut edges = list.edges().to_vec();
    edges[lost].v = edges[lost].u;
    let list = EdgeList::new(list.node_count(), edges).unwrap();
    let other = naive::kruskal(list.as_view(), objective);
    other.edges.into_iter().find(|id| !forest.contains(id)).map(EdgeId::new)
}

/// The last edge in the order of a forest's edges by which a path between two nodes is complete.
fn heaviest<W: Sample>(
    list: &EdgeList<W>,
    forest: &[usize],
    objective: Objective,
    u: usize,
    v: usize,
) -> Option<EdgeId> {
    let mut order = forest.to_vec();
    order.sort_by_key(|&id| (objective.key(list.edges()[id].weight), id));
    let is_connected = |count: usize| {
        let some: Vec<Edge<W>> = order[..count].iter().map(|&id| list.edges()[id]).collect();
        let labels =
            naive::kruskal(EdgeList::new(list.node_count(), some).unwrap().as_view(), objective).labels;
        labels[u] == labels[v]
    };
    let first = (0..=order.len()).find(|&count| is_connected(count))?;
    first.checked_sub(1).map(|rank| EdgeId::new(order[rank]))
}

fn agrees<W: Sample>(exec: &Exec, sketch: &Sketch, objective: Objective) {
    let list: EdgeList<W> = sketch.paint();
    let truth = naive::kruskal(list.as_view(), objective);
    let ids = truth.edges.iter().copied().map(EdgeId::new).collect();
    let forest = Forest::from_edges(exec, &list, ids);
    let found = msf::replacements(exec, &list, &forest, objective).unwrap();
    let expected = truth.edges.iter().map(|&id| replacement(&list, &truth.edges, id, objective));
    assert!(found.iter().copied().eq(expected), "{}: {}", W::NAME, sketch.literal::<W>());
    let paths = ForestPaths::new(exec, &list, &forest, objective).unwrap();
    for (u, v) in
        (0..list.node_count().min(7)).flat_map(|u| (0..7.min(list.node_count())).map(move |v| (u, v)))
    {
        let found = paths.heaviest(u as u32, v as u32);
        assert_eq!(
            found,
            heaviest(&list, &truth.edges, objective, u, v),
            "{u} {v} {}",
            sketch.literal::<W>()
        );
    }
}

#[test]
fn every_edge_is_replaced_by_the_lightest_other_one() {
    let random = (0..60).map(sketches::random);
    let small = (0..sketches::count_small(4)).step_by(3).map(|code| sketches::small(4, code));
    for (i, sketch) in random.chain(small).enumerate() {
        let exec = exec([1, 2, 3][i % 3]);
        let objective = [Objective::Minimum, Objective::Maximum][i / 3 % 2];
        match i % 6 {
            0 => agrees::<u32>(exec, &sketch, objective),
            1 => agrees::<i32>(exec, &sketch, objective),
            2 => agrees::<f32>(exec, &sketch, objective),
            3 => agrees::<u64>(exec, &sketch, objective),
            4 => agrees::<i64>(exec, &sketch, objective),
            _ => agrees::<f64>(exec, &sketch, objective),
        }
    }
}

/// On large graphs, every thread count returns the same, and the definition holds for a sample.
#[test]
fn large_graphs_agree_on_any_number_of_threads() {
    for (about, sketch) in sketches::shapes(5_000) {
        let list: EdgeList<u32> = sketch.paint();
        let one = exec(1);
        let forest = msf::auto(one, &list, Objective::Minimum).unwrap();
        let found = msf::replacements(one, &list, &forest, Objective::Minimum).unwrap();
        assert_eq!(found, msf::replacements(exec(3), &list, &forest, Objective::Minimum).unwrap(), "{about}");
        let ids: Vec<usize> = forest.edges().iter().map(|id| id.index()).collect();
        for i in (0..ids.len()).step_by(ids.len() / 2 + 1) {
            assert_eq!(
                found[i],
                replacement(&list, &ids, ids[i], Objective::Minimum),
                "{about}, edge {}",
                ids[i]
            );
        }
    }
}

#[test]
#[should_panic(expected = "a spanning forest connects the ends of each edge")]
fn edges_that_do_not_span_are_refused() {
    let list = EdgeList::from_triples(3, [(0, 1, 1_u32), (1, 2, 2)]).unwrap();
    let forest = Forest::from_edges(None, &list, vec![EdgeId::new(0)]);
    let _ = msf::replacements(exec(1), &list, &forest, Objective::Minimum);
}
