//! The same graphs made by simple loops, and the invariants of every graph.

use boscage::exec::Exec;
use boscage::graph::{Builder, Direction, EdgeData, EdgeId, EdgeList, Graph, Node};

/// The rows of a graph, as vectors: target, edge, data.
pub(crate) type Rows<E> = Vec<Vec<(Node, EdgeId, E)>>;

/// The rows that edges make, and those turned round.
pub(crate) fn naive<D: Direction, E: EdgeData>(list: &EdgeList<E>, is_by_target: bool) -> [Rows<E>; 2] {
    let (mut out, mut incoming) = (vec![vec![]; list.node_count()], vec![vec![]; list.node_count()]);
    for (i, edge) in list.edges().iter().enumerate() {
        let mut add = |from: Node, to: Node| {
            out[from.index()].push((to, EdgeId::new(i), edge.weight));
            incoming[to.index()].push((from, EdgeId::new(i), edge.weight));
        };
        add(edge.u, edge.v);
        if !D::IS_DIRECTED && !edge.is_loop() {
            add(edge.v, edge.u);
        }
    }
    if is_by_target {
        for row in out.iter_mut().chain(&mut incoming) {
            row.sort_by_key(|arc| arc.0);
        }
    }
    [out, incoming]
}

pub(crate) fn rows<D: Direction, E: EdgeData>(graph: &Graph<D, E>) -> Rows<E> {
    let nodes = graph.nodes();
    nodes.map(|node| graph.arcs(node).iter_with_ids().collect()).collect()
}

/// The same without ids.
pub(crate) fn plain_rows<D: Direction, E: EdgeData>(graph: &Graph<D, E>) -> Vec<Vec<(Node, E)>> {
    (0..graph.node_count()).map(|node| graph.arcs(Node::new(node)).iter().collect()).collect()
}

pub(crate) fn without_ids<E: EdgeData>(rows: &Rows<E>) -> Vec<Vec<(Node, E)>> {
    rows.iter().map(|row| row.iter().map(|&(target, _, data)| (target, data)).collect()).collect()
}

/// Checks a graph, however it was made: its accessors agree, and it equals an edge list.
pub(crate) fn is_sound<D: Direction, E: EdgeData + PartialEq + std::fmt::Debug>(
    exec: &Exec,
    graph: &Graph<D, E>,
) {
    let list = graph.to_edge_list(exec).unwrap();
    assert_eq!((list.node_count(), list.edge_count()), (graph.node_count(), graph.edge_count()));
    let mut arcs = 0;
    for node in graph.nodes() {
        assert_eq!(graph.offsets()[node.index()], arcs as u64);
        let row = graph.arcs(node);
        assert_eq!(row.targets, graph.neighbours(node));
        assert_eq!([row.len(), row.data.len()], [graph.degree(node); 2]);
        assert!(!graph.is_by_target() || row.targets.is_sorted());
        assert!(graph.is_by_target() || row.ids.is_none_or(|ids| ids.is_sorted()));
        arcs += row.len();
    }
    assert_eq!(graph.targets().len(), arcs);
    let builder = Graph::<D, E>::builder();
    let builder = if graph.has_ids() { builder.with_ids() } else { builder };
    let builder = if graph.is_by_target() { builder.by_target() } else { builder };
    let again = builder.build(exec, &list).unwrap();
    if graph.has_ids() || D::IS_DIRECTED {
        assert!(rows_match(&again, graph), "the edge list of a graph makes that graph");
    }
}

pub(crate) fn rows_match<D: Direction, E: EdgeData + PartialEq>(
    one: &Graph<D, E>,
    other: &Graph<D, E>,
) -> bool {
    one.offsets() == other.offsets()
        && one.nodes().all(|node| {
            let (one, other) = (one.arcs(node), other.arcs(node));
            (one.targets, one.data, one.ids) == (other.targets, other.data, other.ids)
        })
}

pub(crate) fn builders<D: Direction, E: EdgeData>() -> [Builder<D, E>; 4] {
    let plain = Graph::builder();
    [plain, plain.with_ids(), plain.by_target(), plain.by_target().with_ids()]
}
