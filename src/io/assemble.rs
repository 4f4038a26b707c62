//! The last step of every reader: from the lines of a file to an [`Input`].
//!
//! A reader knows what its lines mean (arcs or edges, weighted or not); what is made of them is the same for
//! all: arcs are folded into edges, edges without weights get some, and the weight type found becomes the
//! graph's.

use std::path::PathBuf;

use super::admission::{Watch, may_fold};
use super::edges::{Edges, with_weighted};
use super::fold::fold;
use super::span::Unfit;
use super::text::Text;
use super::{ArcPolicy, Format, Input, Names, ReadOptions, Unweighted};
use crate::error::At;
use crate::graph::{AnyEdgeList, Edge, EdgeId, EdgeList, Weight};
use crate::{Error, Result};

/// What the lines of a format are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lists {
    /// Arcs: an edge may be listed at both its ends.
    Arcs,
    /// Edges, each once; folded only if the caller demands it.
    Edges,
}

/// What is known about an input, apart from its edges.
#[derive(Debug)]
pub(crate) struct Outline {
    /// The file.
    pub(crate) path: PathBuf,
    /// Its format.
    pub(crate) format: Format,
    /// Number of nodes.
    pub(crate) nodes: usize,
    /// What the file calls them.
    pub(crate) names: Names,
    /// What its lines are.
    pub(crate) lists: Lists,
    /// Whether it has weights; if not, those given to [`assemble`] are all 1, of type `u32`.
    pub(crate) weighted: bool,
    /// Bytes of content.
    pub(crate) bytes: u64,
}

/// Makes an input of edges whose type of weights the text decided.
///
/// # Errors
/// Integers that no type of all weights holds, and as [`assemble`].
pub(crate) fn assemble_text(
    edges: Edges,
    text: &Text<'_>,
    outline: Outline,
    options: &ReadOptions,
) -> Result<Input> {
    let list = edges.finish().map_err(|unfit| match unfit {
        Unfit::Torn { least, most } => text.wrong(
            At::Whole,
            "weights that fit one 64-bit type",
            format!("{least} and {most}"),
            "weights do not fit; scale them, or write them as reals",
        ),
        Unfit::Rounded(integer, line) => match text.number(line) {
            Ok(number) => text.wrong(
                At::Line(number),
                "integers that an f64 can hold, as other weights are reals",
                integer.to_string(),
                "scale it, or write it with a decimal point if it may be rounded",
            ),
            Err(error) => error,
        },
    })?;
    with_weighted!(list, list => assemble(list, outline, options))
}

/// Makes an input of arcs or edges, whose ends and weights the reader has checked.
///
/// # Errors
/// [`Error::TooMany`], [`Error::OutOfMemory`], and [`Error::Argument`] if weights are wanted from an empty
/// range.
pub(crate) fn assemble<W: Weight>(
    mut edges: Vec<Edge<W>>,
    outline: Outline,
    options: &ReadOptions,
) -> Result<Input>
where
    AnyEdgeList: From<EdgeList<W>>,
{
    let Outline { path, format, nodes, names, lists, weighted, bytes } = outline;
    let name_bytes = if let Names::Listed(names) = &names { size_of_val(&**names) } else { 0 };
    let lines = edges.len();
    let mut watch = Watch::ended(options, &path, lists, nodes, (lines, size_of::<W>(), name_bytes))?;
    let mut arcs = None;
    if lists == Lists::Arcs || options.arcs == ArcPolicy::Fold {
        let (folded, report) = fold(edges, options.arcs, |bytes| match &mut watch {
            Some(watch) => watch.takes(bytes, lines, size_of::<W>()),
            None => Ok(()),
        })?;
        (edges, arcs) = (folded, Some(report));
    }
    if may_fold(options.arcs, lists)
        && let Some(watch) = watch
    {
        watch.folded(lines, edges.len(), size_of::<W>())?;
    }
    EdgeId::check_count(edges.len() as u64)?;
    let mut graph = AnyEdgeList::from(EdgeList::of_checked(nodes, edges));
    if !weighted && options.unweighted != Unweighted::One {
        options.unweighted.check()?;
        let mut edges = ones(graph)?;
        for (id, edge) in edges.iter_mut().enumerate() {
            let (u, v) = (names.of(edge.u), names.of(edge.v));
            edge.weight = options.unweighted.weight(id as u64, u, v);
        }
        graph = EdgeList::of_checked(nodes, edges).into();
    }
    Ok(Input { path, format, graph, names, weighted, arcs, bytes })
}

/// The edges of an input without weights, which a reader gives with weights of type `u32`.
///
/// # Errors
/// [`Error::Inconsistent`] if they have another type.
fn ones(graph: AnyEdgeList) -> Result<Vec<Edge<u32>>> {
    match graph {
        AnyEdgeList::U32(list) => Ok(list.into_edges()),
        other => Err(Error::Inconsistent {
            expected: "weights of type u32, as the input has none".to_owned(),
            found: other.weight_type().to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_are_asked_for_are_never_left_out() {
        let outline = Outline {
            path: "t".into(),
            format: Format::Ecl,
            nodes: 1,
            names: Names::Offset(0),
            lists: Lists::Edges,
            weighted: false,
            bytes: 0,
        };
        let options = ReadOptions { unweighted: Unweighted::Hash, ..ReadOptions::default() };
        let error = assemble(Vec::<Edge<i32>>::new(), outline, &options).unwrap_err();
        let expected = "not a valid graph: expected weights of type u32, as the input has none, found i32";
        assert_eq!(error.to_string(), expected);
    }
}
