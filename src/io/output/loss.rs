//! The properties of a graph that a file does not keep.

use std::fmt;

use crate::output::writing::{AnyEdges, Writing};
use crate::{Format, Names, course};
use boscage_core::graph::{AnyEdgeList, Edge, Node};
use boscage_core::with_edge_list;

/// A property of a graph that a file does not keep: when the file is read, the graph differs in it.
///
/// Some differences are not losses: the number from which a format counts nodes; the end of an undirected
/// edge that comes first; and a directed graph that is read as an undirected one because every arc has its
/// mirror.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::EdgeList;
/// use boscage::io::{self, Loss, Names, WriteOptions};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("graph.gr");
/// let list = EdgeList::from_triples(2, [(0, 1, 5_u32)])?.into();
/// let names = Names::Listed(vec![17, 40]);
/// let losses = io::write(&Exec::new(1)?, &path, &list, &names, &WriteOptions::default())?;
/// assert_eq!(losses, [Loss::Names]);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// Nodes are numbered, and their names are lost.
    Names,
    /// Nodes are numbered in the order of their names, and the names, which are texts, are lost.
    Texts,
    /// Edges are in another order, so they have other ids, by which ties are resolved.
    Order,
    /// Edges had a direction, and have none in the file.
    Direction,
    /// The coordinates of nodes are not in the file.
    Coordinates,
    /// The columns of data of edges are not in the file.
    Columns,
    /// The course of edges between their ends is not in the file.
    Shapes,
    /// Edges had no weights, and have the weight 1 in the file.
    Unweighted,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Names => "nodes are renumbered, in the order of their numbers",
            Self::Texts => "nodes are numbered from 0, in the order of their names, which are texts",
            Self::Order => {
                "edges are reordered, by their nodes; where weights are equal, the forest may have \
                 other edges"
            }
            Self::Direction => "the file does not say that the graph is directed",
            Self::Coordinates => "the coordinates of nodes are not in the file",
            Self::Columns => "the data of edges are not in the file",
            Self::Shapes => "the course of edges between their ends is not in the file",
            Self::Unweighted => "every edge weighs 1 now, because all edges have weights in this format",
        })
    }
}

/// The losses of a graph, among those that are possible in its format.
pub(crate) fn of(losses: &[Loss], writing: &Writing<'_, AnyEdges<'_>>) -> Vec<Loss> {
    let keeps_direction = !losses.contains(&Loss::Direction);
    let (nodes, edges, is_weighted) = match writing.graph {
        AnyEdges::List(list) => {
            (list.node_count(), list.edge_count(), !matches!(list, AnyEdgeList::Unweighted(_)))
        }
        AnyEdges::Recipe(recipe) => (recipe.node_count(), recipe.edge_count(), true),
    };
    let is_lost = |loss: &Loss| match (loss, writing.graph) {
        (Loss::Names, _) => !are_counted(writing.names, nodes),
        (Loss::Texts, _) => matches!(writing.names, Names::Text(_)),
        (Loss::Direction, _) => edges > 0 && writing.is_directed,
        (Loss::Unweighted, _) => edges > 0 && !is_weighted,
        (Loss::Order, AnyEdges::List(list)) => !is_by_node(list, writing.is_directed && keeps_direction),
        // Found by the caller.
        (Loss::Coordinates | Loss::Columns | Loss::Shapes, _) => false,
        // Formats that are written node by node get a list.
        (Loss::Order, AnyEdges::Recipe(_)) => false,
    };
    losses.iter().copied().filter(is_lost).collect()
}

/// The attributes that are not in a file of this format.
pub(crate) fn of_attributes(
    writing: &Writing<'_, AnyEdges<'_>>,
    format: Format,
) -> impl Iterator<Item = Loss> {
    let attributes = writing.attributes;
    let keeps_columns = matches!(format, Format::Csv | Format::GraphMl);
    let [keeps_shapes, keeps_places] = match writing.graph {
        AnyEdges::List(list) if keeps_columns => course::are_whole(attributes, list),
        _ => [false; 2],
    };
    let keeps_coordinates = format == Format::GraphMl || keeps_places;
    let losses = [
        (Loss::Coordinates, !keeps_coordinates && attributes.coordinates.is_some()),
        (Loss::Columns, !keeps_columns && !attributes.columns.is_empty()),
        (Loss::Shapes, !keeps_shapes && attributes.shapes.is_some()),
    ];
    losses.into_iter().filter_map(|(loss, is_lost)| is_lost.then_some(loss))
}

/// Returns `true` if the names, which ascend, are 0, 1, 2, ... or 1, 2, 3, ...
fn are_counted(names: &Names, nodes: usize) -> bool {
    if let Names::Text(_) = names {
        return false;
    }
    let Some(last) = nodes.checked_sub(1) else { return true };
    let [first, last] = [0, last].map(|node| names.number(Node::new(node)));
    first <= 1 && last - first == nodes as u64 - 1
}

/// Returns `true` if edges are in the order of a format that is written node by node: row by row, each row
/// sorted by target, parallel edges by id.
fn is_by_node(list: &AnyEdgeList, is_directed: bool) -> bool {
    fn ends<E>(edge: &Edge<E>, is_directed: bool) -> (Node, Node) {
        if is_directed { (edge.u, edge.v) } else { (edge.u.min(edge.v), edge.u.max(edge.v)) }
    }
    with_edge_list!(list, list => list.edges().is_sorted_by_key(|edge| ends(edge, is_directed)))
}
