//! The last step of every reader: from the lines of a file to an [`Input`].
//!
//! The reader of a format knows the meaning of its lines (arcs or edges, weighted or not). The rest is the
//! same for all formats. If every arc has its mirror, arcs are folded into the edges of an undirected graph;
//! otherwise each arc is an edge of a directed graph. Edges without weights get weights if the caller wants
//! that.

mod edges;
pub(crate) mod fold;
mod handle;
mod interner;
mod mirrors;
mod named;
mod numbering;
mod outline;
mod weighted;

pub(crate) use edges::{Edges, PartPool};
pub(crate) use handle::{Handle, Passed, Receive};
pub(crate) use interner::{Batch, Interner};
pub(crate) use named::NamedEdges;
pub(crate) use outline::Outline;
pub(crate) use weighted::{FromNumber, Weighted, with_weighted};

use crate::assemble::fold::fold;
use crate::budget::{Budget, Size};
use crate::text::{Text, Unfit};
use crate::{ArcPolicy, Attributes, Input, ReadOptions, Unweighted};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, Edge, EdgeId, EdgeList, FileData, Node};
use boscage_core::{At, Error, Result};

/// Makes an input of edges of a text, whose weights have the narrowest type.
///
/// # Errors
/// Integers that the type of all weights cannot hold, and those of [`assemble`].
pub(crate) fn assemble_text(
    edges: Edges,
    text: &Text<'_>,
    outline: Outline,
    options: &ReadOptions,
) -> Result<Input> {
    assemble_text_with(edges, text, outline, Attributes::default(), options)
}

/// Makes an input of edges of a text, and of data of each.
///
/// # Errors
/// Those of [`assemble_text`].
pub(crate) fn assemble_text_with(
    edges: Edges,
    text: &Text<'_>,
    outline: Outline,
    attributes: Attributes,
    options: &ReadOptions,
) -> Result<Input> {
    let list = edges.finish().map_err(|unfit| unfit.error(text))?;
    with_weighted!(list, list => assemble_with(list, outline, attributes, options))
}

impl Unfit {
    /// The error that these weights are in a text.
    pub(crate) fn error(self, text: &Text<'_>) -> Error {
        match self {
            Self::NoCommonType { least, most } => text.wrong(
                At::Whole,
                "weights that fit one 64-bit type",
                format!("{least} and {most}"),
                "scale the weights, or write them as reals",
            ),
            Self::Rounded(integer, line) => match text.number(line) {
                Ok(number) => text.wrong(
                    At::Line(number),
                    "integers that an f64 holds exactly, because other weights are reals",
                    integer.to_string(),
                    "scale it, or write it with a decimal point if it may be rounded",
                ),
                Err(error) => error,
            },
        }
    }
}

/// Makes an input of arcs or edges, whose ends and weights the reader has checked.
///
/// # Errors
/// [`boscage_core::Error::TooMany`], [`boscage_core::Error::OutOfMemory`], and
/// [`boscage_core::Error::Argument`] if weights are wanted from an empty range.
pub(crate) fn assemble<E: FileData>(
    edges: Vec<Edge<E>>,
    outline: Outline,
    options: &ReadOptions,
) -> Result<Input> {
    assemble_with(edges, outline, Attributes::default(), options)
}

/// Makes an input of arcs or edges, and of data of each.
///
/// # Errors
/// Those of [`assemble`].
pub(crate) fn assemble_with<E: FileData>(
    mut edges: Vec<Edge<E>>,
    outline: Outline,
    mut attributes: Attributes,
    options: &ReadOptions,
) -> Result<Input> {
    let weight_bytes = outline.weight_bytes::<E>(options);
    let Outline { path, format, nodes, names, lists, weighted, bytes, remarks } = outline;
    let name_bytes = names.memory();
    let size = Size { nodes, listed: edges.len(), weight_bytes, name_bytes, scratch_bytes: 0 };
    let mut budget = Budget::of(options, &path, lists);
    budget.admit_whole(size)?;
    let (policy, mut arcs) = (options.folding(), None);
    if lists.may_be_mirrored() || policy == ArcPolicy::Fold {
        let take = |scratch_bytes| budget.admit(Size { scratch_bytes, ..size });
        let (folded, report) = fold(edges, policy, &mut attributes, take)?;
        (edges, arcs) = (folded, Some(report));
    }
    budget.folded(size, edges.len())?;
    EdgeId::check_count(edges.len() as u64)?;
    let is_directed = options.is_directed.unwrap_or(lists.are_directed(arcs));
    let arcs = lists.reported(arcs);
    let mut list = AnyEdgeList::from(EdgeList::from_checked(nodes, edges));
    if !weighted {
        list = weighing_as_wanted(list, options, 0, |node| names.number(node))?;
    }
    // Set by the code that has recognised the format.
    let is_guessed = false;
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
        bytes,
        remarks,
    })
}

/// The edges of an unweighted input, with weights or without, as the caller wants. The first edge has the id
/// `first`.
pub(crate) fn weighing_as_wanted(
    list: AnyEdgeList,
    options: &ReadOptions,
    first: u64,
    name: impl Fn(Node) -> u64,
) -> Result<AnyEdgeList> {
    Ok(match options.unweighted {
        Some(law) => weighing(list, law, first, &name)?.into(),
        None => without_weights(list)?.into(),
    })
}

fn weighing(
    list: AnyEdgeList,
    law: Unweighted,
    first: u64,
    name: &dyn Fn(Node) -> u64,
) -> Result<EdgeList<u32>> {
    law.check()?;
    let weight = |id: EdgeId, u: Node, v: Node| law.weight(first + id.index() as u64, || [u, v].map(name));
    match list {
        AnyEdgeList::U32(ones) if law == Unweighted::One => Ok(ones),
        AnyEdgeList::U32(ones) => {
            let nodes = ones.node_count();
            let mut edges = ones.into_edges();
            for (id, edge) in edges.iter_mut().enumerate() {
                edge.weight = weight(EdgeId::new(id), edge.u, edge.v);
            }
            Ok(EdgeList::from_checked(nodes, edges))
        }
        other => without_weights(other)?.map(|id, edge| weight(id, edge.u, edge.v)),
    }
}

/// The edges of a list without their weights.
fn without_weights(list: AnyEdgeList) -> Result<EdgeList<()>> {
    match list {
        AnyEdgeList::Unweighted(list) => Ok(list),
        other => other.without_weights(&Exec::current()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;
    use crate::budget::Lists;

    #[test]
    fn requested_weights_are_made_and_others_dropped() {
        let outline = || Outline {
            path: "t".into(),
            format: Format::Ecl,
            nodes: 1,
            names: crate::Names::Offset(0),
            lists: Lists::Edges,
            weighted: false,
            bytes: 0,
            remarks: Vec::new(),
        };
        let loops = |unweighted| {
            let options = ReadOptions { unweighted, ..ReadOptions::default() };
            let node = Node::new(0);
            let without = assemble(vec![Edge::new(node, node, ())], outline(), &options).unwrap().list;
            assert_eq!(
                assemble(vec![Edge::new(node, node, 1_u32)], outline(), &options).unwrap().list,
                without
            );
            assert_eq!(
                assemble(vec![Edge::new(node, node, 1_i64)], outline(), &options).unwrap().list,
                without
            );
            without
        };
        assert_eq!(loops(None), EdgeList::from_pairs(1, [(0, 0)]).unwrap().into());
        assert_eq!(loops(Some(Unweighted::One)), EdgeList::from_triples(1, [(0, 0, 1_u32)]).unwrap().into());
        let hash = Unweighted::Hash.weight(0, || [0, 0]);
        assert_eq!(loops(Some(Unweighted::Hash)), EdgeList::from_triples(1, [(0, 0, hash)]).unwrap().into());
    }
}
