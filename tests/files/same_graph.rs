//! When two graphs are the same, and when a format keeps a graph.

use std::path::Path;

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeList, Node, Weight};
use boscage::io::{self, Format, Loss, Names, ReadOptions, WriteOptions};
use boscage::with_weighted_list;

/// A weight as a number, whatever type holds it.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) enum Value {
    /// No weight.
    None,
    /// An integer, or a real that is one.
    Integer(i128),
    /// Any other.
    Real(f64),
}

impl Value {
    /// The number that a weight is: its shortest decimal, which names one number of its own type.
    fn of<W: Weight>(weight: W) -> Self {
        let text = weight.to_string();
        let real = match W::NAME {
            "f32" => text.parse::<f32>().unwrap().into(),
            "f64" => text.parse::<f64>().unwrap(),
            _ => return Self::Integer(text.parse().unwrap()),
        };
        if real.fract() == 0.0 && real.abs() < 1e30 { Self::Integer(real as i128) } else { Self::Real(real) }
    }
}

/// An edge by the names of its ends, and its weight.
pub(crate) type Named = (u64, u64, Value);

/// The edges of a graph in their order, by the names of their ends.
pub(crate) fn edges(graph: &AnyEdgeList, names: &Names) -> Vec<Named> {
    fn of<W: Weight>(list: &EdgeList<W>, names: &Names) -> Vec<Named> {
        list.as_view()
            .edges()
            .iter()
            .map(|e| {
                (names.name(e.u).number().unwrap(), names.name(e.v).number().unwrap(), Value::of(e.weight))
            })
            .collect()
    }
    match graph {
        AnyEdgeList::Unweighted(list) => list
            .edges()
            .iter()
            .map(|e| (names.name(e.u).number().unwrap(), names.name(e.v).number().unwrap(), Value::None))
            .collect(),
        weighted => with_weighted_list!(weighted, list => of(list, names)).unwrap(),
    }
}

/// The same edges, the lower end first.
fn lower_first(edges: &[Named]) -> Vec<Named> {
    edges.iter().map(|&(u, v, weight)| (u.min(v), u.max(v), weight)).collect()
}

/// The same edges, without their order.
fn sorted(mut edges: Vec<Named>) -> Vec<Named> {
    edges.sort_by(|a, b| a.partial_cmp(b).unwrap());
    edges
}

/// Both arcs of edges without direction, one of a loop.
fn both_ways(edges: &[Named]) -> Vec<Named> {
    let turned = edges.iter().filter(|(u, v, _)| u != v).map(|&(u, v, weight)| (v, u, weight));
    edges.iter().copied().chain(turned).collect()
}

fn isolated(nodes: usize, edges: &[(usize, usize)]) -> usize {
    let mut isolated = vec![true; nodes];
    edges.iter().for_each(|&(u, v)| (isolated[u], isolated[v]) = (false, false));
    isolated.into_iter().filter(|&isolated| isolated).count()
}

/// Returns `true` if a format can hold a graph, by the definition of the format.
fn holds(format: Format, graph: &AnyEdgeList) -> bool {
    let edges = edges(graph, &Names::Offset(0));
    let ends: Vec<_> = edges.iter().map(|&(u, v, _)| (u as usize, v as usize)).collect();
    let naturals = |most: i128| {
        edges.iter().all(|&(_, _, weight)| match weight {
            Value::None => true,
            Value::Integer(weight) => (0..=most).contains(&weight),
            Value::Real(_) => false,
        })
    };
    match format {
        Format::EdgeList => isolated(graph.node_count(), &ends) == 0,
        Format::Metis => {
            let mut pairs: Vec<_> = ends.iter().map(|&(u, v)| (u.min(v), u.max(v))).collect();
            pairs.sort();
            pairs.dedup();
            pairs.len() == ends.len()
                && ends.iter().all(|(u, v)| u != v)
                && naturals(i64::MAX.into())
                && edges.iter().all(|&(_, _, weight)| weight != Value::Integer(0))
        }
        Format::Galois => naturals(u64::MAX.into()),
        Format::Gap => naturals(i32::MAX.into()),
        Format::EdgeArray => naturals(u32::MAX.into()),
        Format::Dimacs | Format::MatrixMarket | Format::Boscage | Format::GraphMl => true,
        new => panic!("{new} is new: can it hold every graph?"),
    }
}

/// The formats that can be written, with their suffixes.
pub(crate) const FORMATS: [(Format, &str); 9] = [
    (Format::Dimacs, "gr"),
    (Format::EdgeList, "txt"),
    (Format::MatrixMarket, "mtx"),
    (Format::Metis, "graph"),
    (Format::Galois, "sgr"),
    (Format::Gap, "gap"), // .sg and .wsg promise weights, or none
    (Format::EdgeArray, "bin"),
    (Format::Boscage, "bsg"),
    (Format::GraphMl, "graphml"),
];

/// Writes a graph and reads it again: it must be the same if the format can hold it, and refused if not.
/// Tells which.
pub(crate) fn survives(
    graph: &AnyEdgeList,
    is_directed: bool,
    names: &Names,
    format: Format,
    path: &Path,
) -> bool {
    let options = WriteOptions { format: Some(format), is_directed, ..WriteOptions::default() };
    let written = io::write(&Exec::current(), path, graph, names, &options);
    assert_eq!(written.is_ok(), holds(format, graph), "{format:?}: {written:?}");
    let Ok(losses) = written else { return false };
    // Of a graph without edges no text says that it is METIS and not an edge list.
    let demand = (graph.edge_count() == 0 && format == Format::Metis).then_some(format);
    let read = |is_directed| {
        let options = ReadOptions { format: demand, is_directed, ..ReadOptions::default() };
        io::read(&Exec::current(), path, &options).unwrap_or_else(|error| panic!("{format:?}: {error}"))
    };
    let lists_arcs = matches!(format, Format::Dimacs | Format::MatrixMarket | Format::Galois);
    let unasked = read(None);
    let input = if is_directed && lists_arcs { read(Some(true)) } else { unasked.clone() };
    // File systems make haste to store what replaces a file; what is new may wait, for longer than a test.
    std::fs::remove_file(path).unwrap();
    assert_eq!(input.format, format);
    assert_eq!(input.list.node_count(), graph.node_count(), "{format:?}");
    let keeps_names = matches!(format, Format::EdgeList | Format::Boscage | Format::GraphMl);
    let counted_from =
        |base| (0..graph.node_count()).all(|node| names.name(Node::new(node)) == base + node as u64);
    let renamed = !keeps_names && !counted_from(0) && !counted_from(1);
    let names = match format {
        Format::EdgeList | Format::Boscage | Format::GraphMl => names,
        Format::Dimacs | Format::MatrixMarket | Format::Metis => &Names::Offset(1),
        _ => &Names::Offset(0),
    };
    for node in (0..graph.node_count()).map(Node::new) {
        assert_eq!(input.names.name(node), names.name(node), "{format:?}");
    }
    let lost = |loss| losses.contains(&loss);
    assert_eq!(lost(Loss::Names), renamed, "{format:?}");
    let (mut before, after) = (edges(graph, names), edges(&input.list, &input.names));
    let is_unweighted = graph.weight_bytes() == 0;
    if is_unweighted && matches!(format, Format::Dimacs | Format::EdgeArray) {
        before.iter_mut().for_each(|edge| edge.2 = Value::Integer(1));
    }
    assert_eq!(
        lost(Loss::Unweighted),
        is_unweighted && input.weighted && graph.edge_count() > 0,
        "{format:?}"
    );
    assert_eq!(
        lost(Loss::Direction),
        is_directed && !input.is_directed && graph.edge_count() > 0,
        "{format:?}"
    );
    // Edges without direction have no first end, and in METIS no edge has a direction.
    let ends = |edges: &[Named]| match is_directed && format != Format::Metis {
        true => edges.to_vec(),
        false => lower_first(edges),
    };
    assert_eq!(lost(Loss::Order), ends(&after) != ends(&before), "{format:?}");
    match format {
        Format::Boscage => assert_eq!((&input.list, input.is_directed), (graph, is_directed)),
        Format::Dimacs | Format::EdgeList | Format::EdgeArray | Format::GraphMl => {
            assert!(after == before, "{format:?}");
        }
        Format::MatrixMarket => assert!(ends(&after) == ends(&before), "{format:?}"),
        _ => assert!(sorted(ends(&after)) == sorted(ends(&before)), "{format:?}"),
    }
    if is_directed && lists_arcs {
        // What readers take for an undirected graph has the same arcs.
        let listed = edges(&unasked.list, &unasked.names);
        let arcs = if unasked.is_directed { listed } else { both_ways(&listed) };
        assert!(sorted(arcs) == sorted(before), "{format:?}");
    }
    true
}
