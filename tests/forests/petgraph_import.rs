//! petgraph's graphs as edge lists, whatever their type.

use boscage::graph::petgraph::Imported;
use boscage::graph::{EdgeData, EdgeId, from_petgraph};
use petgraph::csr::Csr;
use petgraph::graph::{DiGraph, UnGraph};
use petgraph::graphmap::{DiGraphMap, UnGraphMap};
use petgraph::matrix_graph::MatrixGraph;
use petgraph::stable_graph::StableDiGraph;
use petgraph::visit::NodeFiltered;

/// The edges of the import named in petgraph's own node ids, in order.
fn named<N: Copy, E: Copy, W: EdgeData>(imported: &Imported<N, E, W>) -> Vec<(N, N, W)> {
    let list = imported.list().as_view();
    assert_eq!(list.edge_count(), imported.ids().edges().len());
    list.edges().iter().map(|e| (imported.ids().node(e.u), imported.ids().node(e.v), e.weight)).collect()
}

const SAMPLE: [(u32, u32, i64); 5] = [(1, 0, 7), (2, 1, -2), (1, 2, 3), (3, 3, 0), (0, 3, 4)];

#[test]
fn graphs_of_either_kind_keep_every_edge_in_its_place() {
    let directed = DiGraph::<(), i64>::from_edges(SAMPLE);
    let undirected = UnGraph::<(), i64>::from_edges(SAMPLE);
    let arcs = from_petgraph(&directed, |e| *e.weight()).unwrap();
    let edges = from_petgraph(&undirected, |e| *e.weight()).unwrap();
    for named in [named(&arcs), named(&edges)] {
        let named: Vec<_> = named.iter().map(|&(u, v, w)| (u.index() as u32, v.index() as u32, w)).collect();
        assert_eq!(named, SAMPLE);
    }
    assert_eq!(arcs.ids().edges(), directed.edge_indices().collect::<Vec<_>>());
    assert_eq!(arcs.list().node_count(), 4);
}

#[test]
fn the_holes_of_a_stable_graph_are_not_nodes() {
    let mut graph = StableDiGraph::<(), i64>::from_edges(SAMPLE);
    let lonely = graph.add_node(());
    graph.remove_node(1.into());
    graph.remove_edge(petgraph::graph::EdgeIndex::new(3));
    let imported = from_petgraph(&graph, |e| *e.weight()).unwrap();
    assert_eq!(imported.ids().nodes(), [0.into(), 2.into(), 3.into(), lonely]);
    assert_eq!(named(&imported), [(0.into(), 3.into(), 4)]);
    let edge = imported.ids().edge(EdgeId::new(0));
    assert_eq!(graph.edge_endpoints(edge), Some((0.into(), 3.into())));
}

#[test]
fn graph_maps_name_nodes_and_edges_by_their_own_keys() {
    let graph = UnGraphMap::<&str, u32>::from_edges([("b", "a", 2), ("c", "b", 1)]);
    let imported = from_petgraph(&graph, |(_, _, &w)| w).unwrap();
    assert_eq!(imported.ids().nodes(), ["b", "a", "c"]);
    assert_eq!(imported.ids().edges(), graph.all_edges().map(|(u, v, _)| (u, v)).collect::<Vec<_>>());
    let both = DiGraphMap::<u8, u32>::from_edges([(1, 2, 9), (2, 1, 9)]);
    assert_eq!(named(&from_petgraph(&both, |(_, _, &w)| w).unwrap()), [(1, 2, 9), (2, 1, 9)]);
}

#[test]
fn matrices_and_rows() {
    let mut matrix = MatrixGraph::<(), f32>::new();
    let nodes = [(); 4].map(|()| matrix.add_node(()));
    matrix.add_edge(nodes[3], nodes[0], 0.5);
    matrix.add_edge(nodes[0], nodes[2], 1.5);
    matrix.remove_node(nodes[1]);
    let imported = from_petgraph(&matrix, |(_, _, &w)| w).unwrap();
    assert_eq!(imported.ids().nodes(), [nodes[0], nodes[2], nodes[3]]);
    assert_eq!(named(&imported), [(nodes[0], nodes[2], 1.5), (nodes[3], nodes[0], 0.5)]);

    let mut rows = Csr::<(), u64, petgraph::Undirected>::with_nodes(3);
    rows.add_edge(0, 2, 8);
    let imported = from_petgraph(&rows, |e| *e.weight()).unwrap();
    assert_eq!(named(&imported), [(0, 2, 8)], "listed from both ends");
}

#[test]
fn filters_and_empty_graphs() {
    let graph = UnGraph::<(), i64>::from_edges(SAMPLE);
    let without_1 = NodeFiltered::from_fn(&graph, |node| node.index() != 1);
    let imported = from_petgraph(&without_1, |e| *e.weight()).unwrap();
    assert_eq!(imported.list().node_count(), 3);
    assert_eq!(named(&imported), [(3.into(), 3.into(), 0), (0.into(), 3.into(), 4)]);
    let nothing = from_petgraph(&UnGraph::<(), ()>::default(), |_| 1_u32).unwrap();
    assert_eq!((nothing.list().node_count(), nothing.list().edge_count()), (0, 0));
}

#[test]
fn a_weight_that_is_nan_is_named_by_its_place() {
    let graph = UnGraph::<(), f64>::from_edges([(0, 1, 1.0), (1, 2, f64::NAN)]);
    let error = from_petgraph(&graph, |e| *e.weight()).unwrap_err();
    assert_eq!(error.to_string(), "edge 1: the weight is NaN, which has no place in the order of weights");
}
