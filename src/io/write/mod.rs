//! Writing graphs.
//!
//! | format | suffixes | names of the nodes | order of the edges | what it cannot hold | what is lost |
//! |---|---|---|---|---|---|
//! | DIMACS | `.gr`, `.dimacs` | 1..=n | kept | | that there are no weights |
//! | edge list | `.txt`, `.el`, `.wel`, `.edges`, `.tsv`, `.snap` | the input's | kept | isolated nodes | |
//! | Matrix Market | `.mtx` | 1..=n | kept; undirected, the higher end comes first | | |
//! | METIS | `.graph`, `.metis` | 1..=n | by node | loops, parallel edges, weights but 1, 2, 3, ... | direction |
//! | Galois | `.sgr` | 0..n | by node | negative and real weights | |
//! | GAP | `.sg`, `.wsg` | 0..n | by node | weights that are no `i32` or negative | |
//! | edge array | `.bin` | 0..n | kept | weights that are no `u32` | direction, that there are no weights |
//! | Boscage | `.bsg` | the input's | kept | | |
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

use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

use crate::formats::{boscage, dimacs, edge_array, edge_list, galois, gap, matrix_market, metis};
use crate::output::decimal::Decimal;
use crate::output::in_order::Source;
use crate::output::loss;
use crate::{Compression, Format, Loss, Names, Output};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, Directed, EdgeListView, Graph, Undirected};
use boscage_core::{Error, Result, grouped, with_edge_list};
use boscage_generate::Recipe;

/// How to write.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The format; by default the one the suffix stands for.
    pub format: Option<Format>,
    /// The compression; by default the one the suffix stands for.
    pub compression: Option<Compression>,
    /// Whether the edges have a direction. Of a recipe, this is known.
    pub is_directed: bool,
    /// Nodes without edges, in formats that name nodes by their edges alone.
    pub isolated: Isolated,
}

/// What becomes of nodes without edges in an edge list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Isolated {
    /// A graph that has some is refused.
    #[default]
    Refuse,
    /// They are left out.
    Drop,
}

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
    path: &Path,
    graph: &AnyEdgeList,
    names: &Names,
    options: &WriteOptions,
) -> Result<Vec<Loss>> {
    let format = format_of(path, options)?;
    let written = with_edge_list!(graph, list => {
        let graph = list.as_view();
        let job = Job { exec, path, graph, names, options, is_directed: options.is_directed };
        exec.install(|| job.run(format)).map(|()| loss::of(format, &job))
    });
    written.map_err(|error| error.during(path, WRITING))
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
pub fn write_recipe(exec: &Exec, path: &Path, recipe: &Recipe, options: &WriteOptions) -> Result<Vec<Loss>> {
    let format = format_of(path, options)?;
    let names = &Names::Offset(0);
    let written = match format {
        Format::Metis | Format::Galois | Format::Gap => {
            let options = WriteOptions { is_directed: recipe.is_directed(), ..options.clone() };
            recipe.make(exec).and_then(|graph| write(exec, path, &graph.into(), names, &options))
        }
        _ => {
            let job = Job { exec, path, graph: recipe, names, options, is_directed: recipe.is_directed() };
            if let (Format::EdgeList, Isolated::Refuse, Some(count)) =
                (format, options.isolated, recipe.isolated())
            {
                return Err(edge_list::write::no_place(
                    &job,
                    &format!("about {}", grouped(count as u64)),
                    count as usize,
                ));
            }
            exec.install(|| job.run_in_order(format)).map(|()| loss::in_order(format, &job))
        }
    };
    written.map_err(|error| error.during(path, WRITING))
}

/// The step during which memory may run out.
const WRITING: &str = "writing";

fn format_of(path: &Path, options: &WriteOptions) -> Result<Format> {
    options.format.or_else(|| Format::of_suffix(path)).ok_or_else(|| Error::Unwritable {
        path: path.to_owned(),
        what: "a graph cannot be written, its suffix stands for no format".to_owned(),
        cure: "name a format, or use .gr, .txt, .mtx, .graph, .sgr, .sg, .bin or .bsg",
    })
}

/// A graph to be written.
///
/// Each format has a function `prepare` that checks whether it can hold the graph, and returns what writes
/// it.
pub(crate) struct Job<'a, S> {
    pub(crate) exec: &'a Exec,
    pub(crate) path: &'a Path,
    pub(crate) graph: S,
    pub(crate) names: &'a Names,
    pub(crate) options: &'a WriteOptions,
    pub(crate) is_directed: bool,
}

impl<E: Decimal> Job<'_, EdgeListView<'_, E>> {
    fn run(&self, format: Format) -> Result<()> {
        match format {
            Format::Metis => self.put(metis::write::prepare(self)?),
            Format::Galois if self.is_directed => self.put(galois::write::prepare::<Directed, _>(self)?),
            Format::Galois => self.put(galois::write::prepare::<Undirected, _>(self)?),
            Format::Gap if self.is_directed => {
                self.put(gap::write::prepare(self, Graph::<Directed, _>::builder().with_in_arcs())?)
            }
            Format::Gap => self.put(gap::write::prepare(self, Graph::<Undirected, _>::builder())?),
            _ => self.run_in_order(format),
        }
    }
}

impl<S: Source> Job<'_, S> {
    /// Writes the graph in a format that keeps the order of its edges.
    fn run_in_order(&self, format: Format) -> Result<()> {
        match format {
            Format::Dimacs => self.put(dimacs::write::prepare(self)),
            Format::EdgeList => self.put(edge_list::write::prepare(self)?),
            Format::MatrixMarket => self.put(matrix_market::write::prepare(self)),
            Format::EdgeArray => self.put(edge_array::write::prepare(self)?),
            Format::Boscage => self.put(boscage::write::prepare(self)),
            Format::Metis
            | Format::Galois
            | Format::Gap
            | Format::PbbsAdjacency
            | Format::PbbsEdges
            | Format::Ecl => {
                let what = format!("{} files can be read, not written", format.name());
                Err(self.refuse(what, "choose another format"))
            }
        }
    }

    fn put(&self, write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<()> {
        let compression = self.options.compression.or_else(|| Compression::of_suffix(self.path));
        let mut output = Output::create(self.path, compression)?;
        write(&mut output).map_err(|source| match self.exec.check_cancelled() {
            Ok(()) => output.failed(source),
            Err(cancelled) => cancelled,
        })?;
        output.finish()
    }

    pub(crate) fn refuse(&self, what: impl Into<String>, cure: &'static str) -> Error {
        Error::Unwritable { path: self.path.to_owned(), what: what.into(), cure }
    }

    /// Refuses weights that are no integers in a range.
    pub(crate) fn demand_naturals(&self, range: RangeInclusive<u64>, holder: &str) -> Result<()> {
        let all = S::Data::NATURALS;
        if all.is_some_and(|all| range.contains(all.start()) && range.contains(all.end())) {
            return Ok(());
        }
        let held = |weight: S::Data| weight.natural().is_some_and(|weight| range.contains(&weight));
        match self.graph.find(|edge| !held(edge.weight)) {
            None => Ok(()),
            Some((id, edge)) => {
                let (least, most, weight) = (range.start(), range.end(), edge.weight.shown());
                let what = format!(
                    "{holder} holds weights that are integers from {least} to {most}, and edge {id} weighs {weight}"
                );
                Err(self.refuse(what, "leave the weights out, or choose a text format"))
            }
        }
    }
}

#[cfg(test)]
mod tests;
