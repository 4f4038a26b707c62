//! Writing graphs.
//!
//! | format | suffixes | names of the nodes | order of the edges | what it cannot hold |
//! |---|---|---|---|---|
//! | DIMACS | `.gr`, `.dimacs` | 1..=n | kept | no weights |
//! | edge list | `.txt`, `.el`, `.wel`, `.edges`, `.tsv`, `.snap` | the input's | kept | isolated nodes |
//! | Matrix Market | `.mtx` | 1..=n | kept; the higher end comes first | |
//! | METIS | `.graph`, `.metis` | 1..=n | by node | loops, parallel edges, weights but 1, 2, 3, ... |
//! | Galois | `.sgr` | 0..n | by node | negative and real weights |
//! | edge array | `.bin` | 0..n | kept | weights that are no `u32`, no weights |
//! | Boscage | `.bsg` | the input's | kept | |
//!
//! A compression's suffix may follow (`.gr.gz`). What a format cannot hold is found before anything is written, and
//! is an error that says what to do. Formats that list arcs get both arcs of every edge, a loop once, which is what
//! their readers fold again. Where the order of the edges is kept, so are their ids when the file is read.
//!
//! Reals are written with the fewest digits from which an `f64` is read as the same number, and always such that they
//! are read as reals: `5.0`, `1e300`, `inf`. An `f32` is written as the `f64` of the same value.

mod boscage;
mod coordinates;
mod decimal;
mod dimacs;
mod edge_array;
mod edge_list;
mod galois;
mod matrix_market;
mod metis;
mod output;
mod rows;

use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

use decimal::Decimal;

pub use coordinates::{write_coordinates, write_coordinates_to};
pub use output::Output;

use super::{Compression, Format, Names};
use crate::graph::{AnyEdgeList, Edge, EdgeListView};
use crate::{Error, Result, with_edge_list};

/// How to write.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The format; by default the one the suffix stands for.
    pub format: Option<Format>,
    /// The compression; by default the one the suffix stands for.
    pub compression: Option<Compression>,
    /// Whether weights are written.
    pub weights: Weights,
    /// Nodes without edges, in formats that name nodes by their edges alone.
    pub isolated: Isolated,
}

/// What becomes of the weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weights {
    /// They are written.
    #[default]
    Write,
    /// They are left out; read again, every edge weighs 1.
    Omit,
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

impl Format {
    /// The format that the suffix of a file name, less that of a compression, stands for when writing.
    #[must_use]
    pub fn of_suffix(path: &Path) -> Option<Self> {
        let plain = if Compression::of_suffix(path).is_some() { path.file_stem()? } else { path.as_os_str() };
        let suffix = Path::new(plain).extension()?.to_str()?.to_ascii_lowercase();
        Some(match &*suffix {
            "gr" | "dimacs" => Self::Dimacs,
            "txt" | "el" | "wel" | "edges" | "tsv" | "snap" => Self::EdgeList,
            "mtx" => Self::MatrixMarket,
            "graph" | "metis" => Self::Metis,
            "sgr" => Self::Galois,
            "egr" => Self::Ecl,
            "bin" => Self::EdgeArray,
            "bsg" => Self::Boscage,
            _ => return None,
        })
    }
}

/// Writes a graph to a file, which comes to be when it is whole; `-` is the standard output.
///
/// `names` are what the input called the nodes; formats with a numbering of their own do without.
///
/// # Errors
/// [`Error::Unwritable`] if the format is not known, or cannot hold the graph, before anything is written;
/// [`Error::Io`] and [`Error::OutOfMemory`]. [`Error::is_broken_pipe`] tells whether the reader of a pipe has gone.
///
/// # Panics
/// In formats that keep names, if fewer are listed than there are nodes.
///
/// ```
/// use boscage::graph::{AnyEdgeList, EdgeList};
/// use boscage::io::{self, Names, ReadOptions, WriteOptions};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("triangle.gr.gz");
/// let triangle = AnyEdgeList::from(EdgeList::from_triples(3, [(0, 1, 5_u32), (1, 2, 3), (2, 0, 4)])?);
/// io::write(&path, &triangle, &Names::Offset(0), &WriteOptions::default())?;
/// assert_eq!(io::read(&path, &ReadOptions::default())?.graph, triangle);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn write(path: &Path, graph: &AnyEdgeList, names: &Names, options: &WriteOptions) -> Result<()> {
    let format = options.format.or_else(|| Format::of_suffix(path)).ok_or_else(|| Error::Unwritable {
        path: path.to_owned(),
        what: "a graph cannot be written, its suffix stands for no format".to_owned(),
        cure: "name a format, or use .gr, .txt, .mtx, .graph, .sgr, .bin or .bsg",
    })?;
    with_edge_list!(graph, list => Job { path, graph: list.as_view(), names, options }.run(format))
}

/// A graph to be written.
///
/// Each format has a function `prepare` that checks whether it can hold the graph, and returns what writes it.
struct Job<'a, W> {
    path: &'a Path,
    graph: EdgeListView<'a, W>,
    names: &'a Names,
    options: &'a WriteOptions,
}

impl<W: Decimal> Job<'_, W> {
    fn run(&self, format: Format) -> Result<()> {
        match format {
            Format::Dimacs => self.put(dimacs::prepare(self)?),
            Format::EdgeList => self.put(edge_list::prepare(self)?),
            Format::MatrixMarket => self.put(matrix_market::prepare(self)),
            Format::Metis => self.put(metis::prepare(self)?),
            Format::Galois => self.put(galois::prepare(self)?),
            Format::EdgeArray => self.put(edge_array::prepare(self)?),
            Format::Boscage => self.put(boscage::prepare(self)),
            Format::PbbsAdjacency | Format::PbbsEdges | Format::Ecl => Err(self.refuse(
                format!("{} files can be read, not written", format.name()),
                "choose another format",
            )),
        }
    }

    fn put(&self, write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<()> {
        let compression = self.options.compression.or_else(|| Compression::of_suffix(self.path));
        let mut output = Output::create(self.path, compression)?;
        write(&mut output).map_err(|source| output.failed(source))?;
        output.finish()
    }

    fn refuse(&self, what: impl Into<String>, cure: &'static str) -> Error {
        Error::Unwritable { path: self.path.to_owned(), what: what.into(), cure }
    }

    /// The weight to write for an edge, if any.
    fn shown(&self, weight: W) -> Option<W> {
        match self.options.weights {
            Weights::Write => Some(weight),
            Weights::Omit => None,
        }
    }

    /// Refuses weights that are no integers in a range, where weights are to be written.
    fn demand_naturals(&self, range: RangeInclusive<u64>, holder: &str) -> Result<()> {
        if self.options.weights == Weights::Omit {
            return Ok(());
        }
        let held = |edge: &Edge<W>| edge.weight.natural().is_some_and(|weight| range.contains(&weight));
        match self.graph.edges().iter().position(|edge| !held(edge)) {
            None => Ok(()),
            Some(id) => {
                let weight = self.graph.edges()[id].weight;
                let (least, most) = (range.start(), range.end());
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
