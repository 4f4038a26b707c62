//! Writing graphs.
//!
//! A suffix for compression may follow (`.gr.gz`). If a format cannot hold something, this is found before
//! anything is written, and is an error that says what to do. Formats that list arcs (DIMACS, METIS, Galois,
//! GAP) get both arcs of every edge, and a loop once; their readers fold them again. Arcs of a directed graph
//! are written as they are. If the order of the edges is kept, their ids are the same when the file is read.
//! The caller gets a list of what is not kept ([`Loss`]).
//!
//! DIMACS, Matrix Market and Galois files do not say that a graph is directed, but list its arcs. If every
//! arc has its mirror, readers make an undirected graph, which has the same arcs;
//! [`ReadOptions::is_directed`](crate::ReadOptions::is_directed) keeps it directed.
//!
//! If the format keeps the order, the graph need not be in memory: [`write_recipe`] generates the edges while
//! it writes them.
//!
//! Reals are written with the fewest digits that give the same `f64` when read, and always so that they are
//! read as reals: `5.0`, `1e300`, `inf`. An `f32` is written as the `f64` of the same value.

use std::path::Path;
use std::sync::LazyLock;

use crate::formats::Writer;
use crate::output::{AnyEdges, Writing, loss};
use crate::{Format, Loss, Names, WriteOptions};
use boscage_core::exec::Exec;
use boscage_core::graph::AnyEdgeList;
use boscage_core::{Error, Result};
use boscage_generate::Recipe;

/// Writes a graph to a file, which appears only when it is complete; `-` is the standard output.
///
/// `names` are what the input called the nodes; formats with a numbering of their own do without. Returns
/// what the file does not keep.
///
/// # Errors
/// [`Error::Unwritable`] if the format is not known, or cannot hold the graph, before anything is written;
/// [`Error::Io`] and [`Error::OutOfMemory`]; [`Error::Cancelled`], in formats that keep the order of the
/// edges. [`Error::is_broken_pipe`] says whether the reader of a pipe has gone.
///
/// # Panics
/// In formats that keep names, if fewer are listed than there are nodes.
///
/// ```
/// use boscage::graph::{AnyEdgeList, EdgeList};
/// use boscage::io::{self, Names, ReadOptions, WriteOptions};
///
/// let exec = boscage::exec::Exec::available()?;
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("triangle.gr.gz");
/// let triangle = AnyEdgeList::from(EdgeList::from_triples(3, [(0, 1, 5_u32), (1, 2, 3), (2, 0, 4)])?);
/// io::write(&exec, &path, &triangle, &Names::Offset(0), &WriteOptions::default())?;
/// assert_eq!(io::read(&exec, &path, &ReadOptions::default())?.list, triangle);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn write(
    exec: &Exec,
    path: impl AsRef<Path>,
    graph: &AnyEdgeList,
    names: &Names,
    options: &WriteOptions,
) -> Result<Vec<Loss>> {
    let path = path.as_ref();
    let format = format_of(path, options)?;
    let (graph, is_directed) = (AnyEdges::List(graph), options.is_directed);
    run(format, &Writing { exec, path, graph, names, options, is_directed })
}

/// Makes a graph and writes it to a file, the same bytes that [`write()`] makes of [`Recipe::make`]; nodes
/// are called as they are counted, from 0.
///
/// In formats that keep the order of the edges the graph is never in memory: edges are made and written some
/// thousand at a time. There may be more of them than a list can have, 2^32 - 2: such a file is for ranks,
/// each of which reads a part ([`read_part`](crate::read_part)). An edge list takes a bit a node besides.
/// DIMACS and edge lists say at their beginning what must be counted, so for them every edge is made twice.
/// METIS, Galois and GAP, which go by node, need the whole graph in memory, about five words an edge.
///
/// # Errors
/// As [`write()`]; [`Error::TooMany`] edges in formats that go by node.
///
/// ```
/// use boscage::generate::{Grid, Style};
/// use boscage::io::{self, ReadOptions, WriteOptions};
///
/// let exec = boscage::exec::Exec::available()?;
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("grid.bsg");
/// let recipe = Grid { rows: 300, columns: 200, style: Style::default() }.recipe()?;
/// io::write_recipe(&exec, &path, &recipe, &WriteOptions::default())?;
/// assert_eq!(io::read(&exec, &path, &ReadOptions::default())?.list, recipe.make(&exec)?.into());
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn write_recipe(
    exec: &Exec,
    path: impl AsRef<Path>,
    recipe: &Recipe,
    options: &WriteOptions,
) -> Result<Vec<Loss>> {
    let path = path.as_ref();
    let format = format_of(path, options)?;
    let (graph, is_directed) = (AnyEdges::Recipe(recipe), recipe.is_directed());
    run(format, &Writing { exec, path, graph, names: &Names::Offset(0), options, is_directed })
}

fn run(format: Format, writing: &Writing<'_, AnyEdges<'_>>) -> Result<Vec<Loss>> {
    let &Writing { exec, path, graph, .. } = writing;
    let during = |error: Error| error.during(path, "writing");
    let writer = format.writer();
    if let (Some(Writer::ByNode(_)), AnyEdges::Recipe(recipe)) = (writer, graph) {
        let graph = recipe.make(exec).map_err(during)?.into();
        return run(format, &writing.of(AnyEdges::List(&graph)));
    }
    let written = exec.install(|| match (writer, graph) {
        (Some(Writer::InOrder(write)), _) => write(writing),
        (Some(Writer::ByNode(write)), AnyEdges::List(list)) => write(&writing.of(list)),
        _ => {
            let what = format!("{} files can be read, not written", format.name());
            Err(writing.refuse(what, "choose another format"))
        }
    });
    written.map(|()| loss::of(format.losses(), writing)).map_err(during)
}

fn format_of(path: &Path, options: &WriteOptions) -> Result<Format> {
    /// Advice about a suffix that stands for no format.
    static CURE: LazyLock<String> = LazyLock::new(|| {
        let suffixes: Vec<_> = Format::written().map(|format| format!(".{}", format.suffixes()[0])).collect();
        let (last, others) = suffixes.split_last().expect("some formats are written");
        format!("name a format, or use {} or {last}", others.join(", "))
    });
    options.format.or_else(|| Format::of_suffix(path)).ok_or_else(|| Error::Unwritable {
        path: path.to_owned(),
        what: "a graph cannot be written, its suffix stands for no format".to_owned(),
        cure: &CURE,
    })
}

#[cfg(test)]
mod tests;
