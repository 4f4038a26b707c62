//! Inputs of road networks.

use std::mem;

use super::RoadNetwork;
use super::meter::Meter;
use super::network::Read;
use crate::bytes::Content;
use crate::{
    ArcPolicy, Attributes, Column, Format, Input, Names, ReadOptions, Remark, Shapes, Strings, Values,
};
use boscage_core::graph::{Edge, EdgeId, EdgeList, FileData, Node};
use boscage_core::{Error, Result, memory, with_edge_list};

/// Reads an extract as an input.
pub(crate) fn read(content: Content<'_>, options: &ReadOptions, format: Format, read: Read) -> Result<Input> {
    if options.arcs == ArcPolicy::Fold {
        let expected = "auto or keep for an OpenStreetMap extract, which has edges";
        return Err(Error::argument("arcs", expected, options.arcs));
    }
    let path = content.path.clone();
    let mut meter = Meter::of(options, &path);
    let mut network = read(content, options, &mut meter)?;
    let is_directed = options.is_directed == Some(true);
    if is_directed {
        let arcs = network.list.edge_count() + network.is_one_way.iter().filter(|&&one_way| !one_way).count();
        EdgeId::check_count(arcs as u64)?;
        network = directed(network, arcs)?;
    }
    let names = names(&mut network)?;
    let RoadNetwork { list, coordinates, way_ids, names: streets, highways, shapes, .. } = network;
    let columns = vec![
        Column::new("way", Values::Integers(way_ids)),
        Column::new("name", Values::Texts(streets)),
        Column::new("highway", Values::Texts(highways)),
    ];
    let attributes = Attributes { coordinates: Some(coordinates), columns, shapes };
    let missing = network.missing_nodes as u64;
    let remarks = (missing > 0).then_some(Remark::MissingNodes { count: missing }).into_iter().collect();
    let (is_guessed, weighted, arcs) = (false, true, None);
    Ok(Input {
        path,
        format,
        is_guessed,
        list,
        is_directed,
        names,
        attributes,
        weighted,
        arcs,
        bytes: meter.bytes,
        remarks,
    })
}

/// The network with an arc in each direction of every edge, one after the other, but for one-way streets.
fn directed(network: RoadNetwork, arcs: usize) -> Result<RoadNetwork> {
    let RoadNetwork { list, way_ids, names, highways, is_one_way, shapes, .. } = network;
    let list = with_edge_list!(list, list => arcs_of(&list, &is_one_way, arcs)?.into());
    let shapes = shapes.map(|shapes| {
        let mut all = Shapes::default();
        for (edge, &one_way) in is_one_way.iter().enumerate() {
            let points = shapes.points(EdgeId::new(edge));
            all.push(points.iter().copied())?;
            if !one_way {
                all.push(points.iter().rev().copied())?;
            }
        }
        Ok::<_, Error>(all)
    });
    Ok(RoadNetwork {
        list,
        way_ids: repeated(&way_ids, &is_one_way, arcs)?,
        names: names.map_codes(|codes| repeated(codes, &is_one_way, arcs))?,
        highways: highways.map_codes(|codes| repeated(codes, &is_one_way, arcs))?,
        is_one_way: memory::filled(DATA, arcs, true)?,
        shapes: shapes.transpose()?,
        missing_nodes: network.missing_nodes,
        node_ids: network.node_ids,
        coordinates: network.coordinates,
    })
}

/// The arcs of edges.
fn arcs_of<E: FileData>(list: &EdgeList<E>, is_one_way: &[bool], arcs: usize) -> Result<EdgeList<E>> {
    let mut all = memory::reserve("the arcs", arcs)?;
    for (edge, &one_way) in list.edges().iter().zip(is_one_way) {
        all.push(*edge);
        if !one_way {
            all.push(Edge::new(edge.v, edge.u, edge.weight));
        }
    }
    Ok(EdgeList::from_checked(list.node_count(), all))
}

/// The name of the arrays in errors.
const DATA: &str = "data of arcs";

/// The values of the arcs of edges with these values.
fn repeated<T: Copy>(values: &[T], is_one_way: &[bool], arcs: usize) -> Result<Vec<T>> {
    let mut all = memory::reserve(DATA, arcs)?;
    for (&value, &one_way) in values.iter().zip(is_one_way) {
        all.push(value);
        all.extend((!one_way).then_some(value));
    }
    Ok(all)
}

/// The names of the nodes. If some ids are negative, names are texts, and nodes are renumbered in the order
/// of the texts.
fn names(network: &mut RoadNetwork) -> Result<Names> {
    let ids = mem::take(&mut network.node_ids);
    let (Some(&first), Some(&last)) = (ids.first(), ids.last()) else { return Ok(Names::Offset(0)) };
    if first >= 0 {
        let is_counted = (last - first) as usize == ids.len() - 1;
        return Ok(match is_counted {
            true => Names::Offset(first as u64),
            // Of the same size, so the array stays in its place.
            false => Names::Listed(bytemuck::allocation::cast_vec(ids)),
        });
    }
    let mut order = memory::from_fn("the order of nodes", ids.len(), |node| (ids[node].to_string(), node))?;
    order.sort_unstable();
    let mut numbers = memory::filled("the order of nodes", ids.len(), 0)?;
    let mut coordinates = memory::reserve("coordinates", ids.len())?;
    let mut texts = Strings::default();
    for (number, (text, node)) in order.iter().enumerate() {
        texts.push(text)?;
        coordinates.push(network.coordinates[*node]);
        numbers[*node] = number;
    }
    network.coordinates = coordinates;
    let empty = EdgeList::<()>::from_checked(0, Vec::new()).into();
    network.list = with_edge_list!(mem::replace(&mut network.list, empty), list => {
        let nodes = list.node_count();
        let mut edges = list.into_edges();
        for edge in &mut edges {
            (edge.u, edge.v) = (Node::new(numbers[edge.u.index()]), Node::new(numbers[edge.v.index()]));
        }
        EdgeList::from_checked(nodes, edges).into()
    });
    Ok(Names::Text(texts))
}
