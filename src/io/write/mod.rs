//! Writes graphs.

use std::path::Path;
use std::sync::LazyLock;

use crate::formats::Writer;
use crate::output::{AnyEdges, Writing, loss};
use crate::{Attributes, Format, Input, Loss, Names, WriteOptions};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, EdgeId, EdgeList};
use boscage_core::{Error, Result};
use boscage_generate::Recipe;

/// Writes a graph to a file, which appears only when it is complete; `-` is the standard output. Returns the
/// properties of the graph that the file does not keep.
///
/// The suffix selects the format and the compression (`.gr.gz`), unless `options` do. `names` are the names
/// of the nodes; formats with their own numbering ignore them. Formats that list arcs (DIMACS, METIS,
/// Galois, GAP) get both arcs of every undirected edge, and one arc per loop; readers fold them again.
/// DIMACS, Matrix Market and Galois files do not declare that a graph is directed. If every arc of a
/// directed graph has its mirror, the file is read as an undirected graph, unless
/// [`ReadOptions::is_directed`](crate::ReadOptions::is_directed) is set.
///
/// Reals are written with the fewest digits that are read as the same `f64`, and always in a form that is
/// read as a real: `5.0`, `1e300`, `inf`. An `f32` is written as the `f64` of the same value.
///
/// # Determinism
/// The bytes do not depend on the number of threads. Formats that keep the order of the edges keep their ids.
///
/// # Memory
/// Some blocks of 16,384 edges per thread. METIS, Galois and GAP files are written node by node from
/// adjacency lists, which take about 24 bytes per edge.
///
/// # Errors
/// [`Error::Unwritable`], before anything is written, if the format is not known or cannot hold the graph;
/// [`Error::Io`] and [`Error::OutOfMemory`]; [`Error::Cancelled`] in formats that keep the order of the
/// edges. [`Error::is_broken_pipe`] returns `true` if the reader of a pipe has closed it.
///
/// # Panics
/// In formats that keep names, if fewer names are listed than there are nodes.
///
/// # Examples
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
    let (graph, attributes, is_directed) = (AnyEdges::List(graph), &NONE, options.is_directed);
    run(format, &Writing { exec, path, graph, names, attributes, options, is_directed })
}

/// No attributes.
static NONE: Attributes = Attributes::none();

impl Input {
    /// Writes the graph to a file, with its direction, the names of its nodes, and the data of its edges as
    /// far as the format can hold them. [`WriteOptions::is_directed`] is ignored.
    ///
    /// # Errors
    /// Those of [`write()`].
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::io::{self, ReadOptions, WriteOptions};
    ///
    /// let exec = Exec::new(1)?;
    /// let folder = tempfile::tempdir().unwrap();
    /// let path = folder.path().join("roads.csv");
    /// let text = b"id,from,to,km\n17,Bonn,Oslo,1090\n";
    /// let input = io::read_bytes(&exec, "roads", text, &ReadOptions::default())?;
    /// input.write(&exec, &path, &WriteOptions::default())?;
    /// let written = std::fs::read_to_string(&path).unwrap();
    /// assert_eq!(written, "source,target,weight,id\nBonn,Oslo,1090,17\n");
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn write(&self, exec: &Exec, path: impl AsRef<Path>, options: &WriteOptions) -> Result<Vec<Loss>> {
        let path = path.as_ref();
        let format = format_of(path, options)?;
        let Self { list, names, attributes, is_directed, .. } = self;
        let (graph, is_directed) = (AnyEdges::List(list), *is_directed);
        run(format, &Writing { exec, path, graph, names, attributes, options, is_directed })
    }
}

/// Generates a graph and writes it to a file. The bytes are those that [`write()`] makes of [`Recipe::make`];
/// the names of the nodes are their numbers, from 0.
///
/// In formats that keep the order of the edges, the graph may be larger than memory. It may also have more
/// edges than a list can hold, 2^32 - 2; then ranks can read parts of the file
/// ([`read_part`](crate::read_part)). DIMACS files and edge lists begin with counts of the edges, so every
/// edge is generated twice.
///
/// # Determinism
/// The bytes do not depend on the number of threads.
///
/// # Memory
/// Some blocks of 16,384 edges per thread; an edge list needs one bit per node besides. METIS, Galois and GAP
/// need the whole graph in memory, about 40 bytes per edge.
///
/// # Errors
/// Those of [`write()`]; [`Error::TooMany`] edges for METIS, Galois and GAP.
///
/// # Examples
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
    let (names, attributes) = (&Names::Offset(0), &NONE);
    run(format, &Writing { exec, path, graph, names, attributes, options, is_directed })
}

fn run(format: Format, writing: &Writing<'_, AnyEdges<'_>>) -> Result<Vec<Loss>> {
    let &Writing { exec, path, graph, .. } = writing;
    let during = |error: Error| error.during(path, "writing");
    let writer = format.writer();
    if let (Some(Writer::ByNode { check, .. }), AnyEdges::Recipe(recipe)) = (writer, graph) {
        EdgeId::check_count(recipe.edge_count() as u64).map_err(during)?;
        check(&writing.of(&first_edges(recipe)?))?; // before all of them are made
        let graph = recipe.make(exec).map_err(during)?.into();
        return run(format, &writing.of(AnyEdges::List(&graph)));
    }
    let written = exec.install(|| match (writer, graph) {
        (Some(Writer::InOrder(write)), _) => write(writing),
        (Some(Writer::ByNode { check, write }), AnyEdges::List(list)) => {
            let writing = &writing.of(list);
            check(writing).and_then(|()| write(writing))
        }
        _ => Err(unwritable(path, format)),
    });
    let losses = || {
        let mut losses = loss::of(format.losses(), writing);
        losses.extend(loss::of_attributes(writing, format));
        losses
    };
    written.map(|()| losses()).map_err(during)
}

/// The first edges of a recipe, which show whether a format can hold edges like these.
fn first_edges(recipe: &Recipe) -> Result<AnyEdgeList> {
    let mut edges = Vec::new();
    recipe.append(0..recipe.edge_count().min(1 << 14), &mut edges);
    Ok(EdgeList::new(recipe.node_count(), edges)?.into())
}

impl WriteOptions {
    /// Returns the format in which a graph is written to a path: [`WriteOptions::format`], or that of the
    /// suffix. Programs that work long before they write can call this first.
    ///
    /// # Errors
    /// [`Error::Unwritable`] if the format is not known, or can only be read.
    ///
    /// # Examples
    /// ```
    /// use boscage::io::{Format, WriteOptions};
    ///
    /// let options = WriteOptions::default();
    /// assert_eq!(options.format_for("roads.mtx.gz")?, Format::MatrixMarket);
    /// assert!(options.format_for("roads").is_err());
    /// let error = options.format_for("roads.egr").unwrap_err();
    /// assert!(error.to_string().starts_with("roads.egr: ECL files can be read, but not written"));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn format_for(&self, path: impl AsRef<Path>) -> Result<Format> {
        let path = path.as_ref();
        let format = format_of(path, self)?;
        if format.writer().is_some() { Ok(format) } else { Err(unwritable(path, format)) }
    }
}

fn unwritable(path: &Path, format: Format) -> Error {
    let what = format!("{} files can be read, but not written", format.name());
    Error::Unwritable { path: path.to_owned(), what, cure: "choose another format" }
}

fn format_of(path: &Path, options: &WriteOptions) -> Result<Format> {
    /// Advice about an unknown suffix.
    static CURE: LazyLock<String> = LazyLock::new(|| {
        let suffixes: Vec<_> = Format::written().map(|format| format!(".{}", format.suffixes()[0])).collect();
        let (last, others) = suffixes.split_last().expect("some formats are written");
        format!("name a format, or use {} or {last}", others.join(", "))
    });
    options.format.or_else(|| Format::from_suffix(path)).ok_or_else(|| Error::Unwritable {
        path: path.to_owned(),
        what: "its suffix stands for no format".to_owned(),
        cure: &CURE,
    })
}

#[cfg(test)]
mod tests;
