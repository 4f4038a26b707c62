//! The graph of a run: read from a file or generated, and prepared for the kernels.
//!
//! Self-loops are removed, and of parallel edges only the lightest stays, as in GAP. Arcs are sorted by their
//! targets. Directed graphs have in-arcs. None of this is part of a trial.

use std::path::{Path, PathBuf};
use std::time::Instant;

use boscage::exec::Exec;
use boscage::generate::{Gnm, Loops, Numbering, Pairs, Quadrants, Rmat, Style, WeightLaw};
use boscage::graph::{AnyEdgeList, Direction, EdgeData, EdgeList, FileData, Graph};
use boscage::graph::{Directed, Undirected};
use boscage::io::{Opened, ReadOptions, Unweighted};
use boscage::{At, Error, Place, Result};
use boscage_programs::show::{say, warnings};
use rayon::prelude::*;

/// Largest default weight: weights are from 1 to this, as in GAP.
pub(crate) const MOST_WEIGHT: u32 = 255;

/// Law of weights for inputs without weights.
pub(crate) const WEIGHTS: Unweighted = Unweighted::Uniform { seed: 1, max: MOST_WEIGHT };

/// Origin of a graph.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Origin {
    /// A file; `-` is the standard input.
    File(PathBuf),
    /// 2^scale nodes, edges by R-MAT as in the Graph500 benchmark.
    Kronecker {
        /// Logarithm of the number of nodes.
        scale: u32,
        /// Edges per node.
        degree: usize,
    },
    /// 2^scale nodes, edges between any two.
    Uniform {
        /// Logarithm of the number of nodes.
        scale: u32,
        /// Edges per node.
        degree: usize,
    },
}

/// The edges of a graph, with weights of any type or none.
pub(crate) struct Edges {
    pub(crate) name: String,
    path: PathBuf,
    list: AnyEdgeList,
    is_directed: bool,
    /// GAP's label for reading or generating them, and its seconds.
    pub(crate) made: (&'static str, f64),
}

/// A graph of either kind.
pub(crate) enum EitherGraph<E: EdgeData> {
    /// With in-arcs.
    Directed(Graph<Directed, E>),
    Undirected(Graph<Undirected, E>),
}

/// Evaluates an expression with the graph, for both directions.
macro_rules! with_graph {
    ($made:expr, $graph:ident => $body:expr) => {
        match $made {
            $crate::graph::EitherGraph::Directed($graph) => $body,
            $crate::graph::EitherGraph::Undirected($graph) => $body,
        }
    };
}
pub(crate) use with_graph;

impl Origin {
    /// Returns the name in tables.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => {
                let name = boscage::on_one_line(path.file_name().unwrap_or(path.as_os_str()));
                let stem = name.split('.').next().filter(|stem| !stem.is_empty());
                stem.unwrap_or(&name).to_owned()
            }
            Self::Kronecker { scale, .. } => format!("kron{scale}"),
            Self::Uniform { scale, .. } => format!("urand{scale}"),
        }
    }

    /// Returns the file, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            _ => None,
        }
    }

    /// Returns `true` if it is a file whose edges are directed for the programs of GAP, whatever it says.
    pub(crate) fn is_directed_for_gap(&self) -> bool {
        let suffix = self.path().and_then(|path| path.extension());
        suffix.is_some_and(|suffix| suffix == "el" || suffix == "wel")
    }

    /// Opens the file, if it is one.
    pub(crate) fn open(&self) -> Result<Option<Opened>> {
        self.path().map(Opened::new).transpose()
    }

    /// Reads or generates the edges.
    pub(crate) fn edges(&self, exec: &Exec, opened: Option<Opened>, options: &ReadOptions) -> Result<Edges> {
        let (start, name) = (Instant::now(), self.name());
        let weights = WeightLaw::Uniform { max: MOST_WEIGHT };
        let style = Style { weights, numbering: Numbering::Shuffled, ..Style::default() };
        let (list, is_directed, path) = match (self, opened) {
            (Self::File(path), Some(opened)) => {
                let input = opened.read(exec, options)?;
                warnings("gap", path, &input.remarks).for_each(|line| say(&line));
                (input.list, input.is_directed, path.clone())
            }
            (&Self::Uniform { scale, degree }, _) => {
                let (nodes, edges) = size(scale, degree)?;
                let recipe = Gnm { nodes, edges, pairs: Pairs::Any, is_directed: false, style }.recipe()?;
                (recipe.make(exec)?.into(), false, (&*name).into())
            }
            (&Self::Kronecker { scale, degree }, _) => {
                let (_, edges) = size(scale, degree)?;
                let rmat = Rmat {
                    scale,
                    edges,
                    quadrants: Quadrants::GRAPH500,
                    loops: Loops::Kept,
                    is_directed: false,
                    style,
                };
                (rmat.recipe()?.make(exec)?.into(), false, (&*name).into())
            }
            (Self::File(_), None) => unreachable!("files are opened before they are read"),
        };
        let made = if self.path().is_some() { "Read Time" } else { "Generate Time" };
        Ok(Edges { name, path, list, is_directed, made: (made, start.elapsed().as_secs_f64()) })
    }
}

/// Returns the numbers of nodes and of edges.
fn size(scale: u32, degree: usize) -> Result<(usize, usize)> {
    let nodes = 1_usize.checked_shl(scale).filter(|_| scale < 32);
    let size = nodes.and_then(|nodes| Some((nodes, nodes.checked_mul(degree)?)));
    size.ok_or_else(|| Error::argument("scale", "at most 31, and a number of edges below 2^64", scale))
}

impl Edges {
    /// Warns if the programs of GAP would read these edges as directed.
    pub(crate) fn warn_if_undirected(&self) {
        if !self.is_directed {
            let name = boscage::input_name(&self.path);
            say(&format!(
                "gap: warning: {name}: edges are read as undirected, but GAP reads them as directed \
                 without -s: \
                 --directed or -s decides"
            ));
        }
    }

    /// Returns the edges without their directions.
    pub(crate) fn symmetrised(self) -> Self {
        Self { is_directed: false, ..self }
    }

    /// Returns the graph without weights, and the seconds of making it.
    pub(crate) fn bare(&self, exec: &Exec) -> Result<(EitherGraph<()>, f64)> {
        let start = Instant::now();
        let list = <() as FileData>::edges_of(exec, &self.list)?.expect("weights can be left out");
        let made = self.made_of(exec, &list)?;
        Ok((made, start.elapsed().as_secs_f64()))
    }

    /// Returns the graph with weights, which must be non-negative integers, and the seconds of making it.
    pub(crate) fn weighing(&self, exec: &Exec) -> Result<(EitherGraph<u32>, f64)> {
        let start = Instant::now();
        let mut list = match &self.list {
            AnyEdgeList::U32(list) => list.clone(),
            AnyEdgeList::I32(list) => {
                if list.edges().iter().any(|edge| edge.weight < 0) {
                    return Err(self.refuse("non-negative weights", "negative ones", ""));
                }
                list.map(|_, edge| edge.weight as u32)?
            }
            other => {
                let cure = "make integers, for example thousandths: graph weights FILE graph.bsg --scale 1000 \
                            --round 0";
                return Err(self.refuse("weights of type u32 or i32", other.weight_type(), cure));
            }
        };
        // Of parallel edges the one of lowest id stays, so the lightest must come first.
        let nodes = list.node_count();
        let mut edges = list.into_edges();
        exec.install(|| edges.par_sort_by_key(|edge| edge.weight));
        list = EdgeList::new(nodes, edges)?;
        let made = self.made_of(exec, &list)?;
        Ok((made, start.elapsed().as_secs_f64()))
    }

    fn made_of<E: EdgeData>(&self, exec: &Exec, list: &EdgeList<E>) -> Result<EitherGraph<E>> {
        if list.node_count() == 0 {
            return Err(self.refuse("a graph with nodes", "an empty one", ""));
        }
        Ok(match self.is_directed {
            true => EitherGraph::Directed(simple(exec, list)?.with_in_arcs(exec)?),
            false => EitherGraph::Undirected(simple(exec, list)?),
        })
    }

    /// Returns the error of an unsuitable input.
    pub(crate) fn refuse(&self, expected: &str, found: &str, cure: &'static str) -> Error {
        let place = Place { path: self.path.clone(), at: At::Whole };
        Error::Parse { place, expected: expected.to_owned(), found: found.to_owned(), cure }
    }
}

/// Returns the simple graph of some edges, with arcs by their targets.
fn simple<D: Direction, E: EdgeData>(exec: &Exec, list: &EdgeList<E>) -> Result<Graph<D, E>> {
    Graph::<D, E>::builder().by_target().build(exec, list)?.simplified(exec)
}
