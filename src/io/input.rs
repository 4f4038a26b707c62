//! The result of reading a file, and the typed graphs made from it.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::{Attributes, Format, Names, Remark};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, Direction, EdgeList, FileData, Graph};
use boscage_core::{At, Error, Place, Result};

/// A graph that was read from a file.
///
/// [`Input::graph`] and [`Input::edges`] make typed graphs of it; the type of the weights need not be known
/// before. The edges take 8 bytes per edge and the bytes of the weights.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, ReadOptions};
///
/// let text = b"# Nodes: 2 Edges: 2\n7 9 0.5\n9 7 2\n";
/// let input = io::read_bytes(&Exec::new(1)?, "graph.txt", text, &ReadOptions::default())?;
/// assert_eq!((input.list.node_count(), input.list.edge_count()), (2, 2));
/// assert_eq!((input.list.weight_type(), input.names.name(1)), ("f64", 9.into()));
/// assert!(!input.is_directed && input.weighted && input.remarks.is_empty());
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Input {
    /// The file; `-` for the standard input.
    pub path: PathBuf,
    /// The format that was recognised or demanded.
    pub format: Format,
    /// True if the format was recognised from the content without a signature ([`Format::has_signature`]).
    pub is_guessed: bool,
    /// The edges.
    pub list: AnyEdgeList,
    /// True if the edges have a direction.
    pub is_directed: bool,
    /// The names of the nodes in the file.
    pub names: Names,
    /// Data of nodes and edges beside names and weights; empty for most formats.
    pub attributes: Attributes,
    /// True if the file has weights. Otherwise edges have no weights, or those of
    /// [`ReadOptions::unweighted`](crate::ReadOptions::unweighted).
    pub weighted: bool,
    /// Report on the arcs, in formats that list arcs.
    pub arcs: Option<ArcReport>,
    /// Bytes of content, after decompression.
    pub bytes: u64,
    /// Remarks on content that was not used, or that may mean something else; empty for nearly all files.
    pub remarks: Vec<Remark>,
}

/// A report on the arcs of an input. An undirected edge is listed as two arcs, which are each other's mirror.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, ReadOptions};
///
/// let text = b"p sp 3 4\na 1 2 5\na 2 1 5\na 2 3 7\na 3 2 7\n";
/// let input = io::read_bytes(&Exec::new(1)?, "graph.gr", text, &ReadOptions::default())?;
/// let report = input.arcs.expect("a file of arcs");
/// assert_eq!((report.arcs, report.unpaired, report.folded), (4, 0, true));
/// assert_eq!(input.list.edge_count(), 2);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArcReport {
    /// Number of arcs in the file.
    pub arcs: u64,
    /// Number of arcs without a mirror; 0 with [`ArcPolicy::Keep`](crate::ArcPolicy::Keep), which does not
    /// count them.
    pub unpaired: u64,
    /// True if mirrors were folded into edges.
    pub folded: bool,
}

impl Input {
    /// Makes a graph (adjacency lists) with weights of type `E`, in the usual form. To store edge ids or
    /// in-arcs too, or sorted arcs, pass [`Input::edges`] to a [`Graph::builder`].
    ///
    /// From an undirected input, a directed graph has both arcs of every edge, and one arc per self-loop.
    ///
    /// # Determinism
    /// The graph does not depend on the number of threads.
    ///
    /// # Errors
    /// Those of [`Input::edges`]; [`Error::Parse`] if the input is directed and `D` is
    /// [`Undirected`](boscage_core::graph::Undirected); [`Error::TooMany`] arcs; [`Error::OutOfMemory`].
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{Directed, Graph, Node, Undirected};
    /// use boscage::io::{self, ReadOptions};
    ///
    /// let exec = Exec::available()?;
    /// let web = b"# Directed graph\n0 1\n0 2\n2 1\n";
    /// let input = io::read_bytes(&exec, "web.txt", web, &ReadOptions::default())?;
    /// let graph: Graph<Directed> = input.graph(&exec)?;
    /// assert_eq!(graph.neighbours(0), [1, 2].map(Node::new));
    ///
    /// let error = input.graph::<Undirected, ()>(&exec).unwrap_err();
    /// assert!(error.to_string().starts_with("web.txt: expected an undirected graph, found a directed one"));
    /// let undirected: Graph<Undirected> = graph.symmetrised(&exec)?;
    /// assert_eq!(undirected.edge_count(), 3);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn graph<D: Direction, E: FileData>(&self, exec: &Exec) -> Result<Graph<D, E>> {
        let list = self.edges(exec)?;
        match (self.is_directed, D::IS_DIRECTED) {
            (false, true) => Graph::from_undirected(exec, &*list),
            (true, false) => {
                let cure = "read it as a directed graph, which `symmetrised` makes undirected";
                Err(mismatch(&self.path, "an undirected graph", "a directed one", cure))
            }
            _ => Graph::from_edges(exec, &*list),
        }
    }

    /// Returns the edges with weights of type `E`; their direction does not matter.
    ///
    /// The weights of a file have the narrowest type that holds all of them. If `E` is a wider type, or `()`,
    /// which drops the weights, the edges are copied ([`FileData::edges_of`]); otherwise they are borrowed.
    ///
    /// # Errors
    /// [`Error::Parse`] if `E` is a weight and the input has no weights, or if `E` cannot hold each weight
    /// exactly; [`Error::OutOfMemory`].
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::io::{self, ReadOptions};
    ///
    /// let exec = Exec::new(1)?;
    /// let input = io::read_bytes(&exec, "graph.txt", b"1 2 7\n2 3 -4\n", &ReadOptions::default())?;
    /// assert_eq!(input.edges::<i64>(&exec)?.edges()[1].weight, -4);
    /// assert!(input.edges::<u32>(&exec).is_err());
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn edges<E: FileData>(&self, exec: &Exec) -> Result<Cow<'_, EdgeList<E>>> {
        E::edges_of(exec, &self.list)?.ok_or_else(|| other_weights::<E>(&self.path, self.list.weight_type()))
    }
}

/// The error that a file has no weights, or weights of another type than the caller wants.
pub(crate) fn other_weights<E: FileData>(path: &Path, found: &str) -> Error {
    let downcast = |name: &str| match name {
        "none" => "none".to_owned(),
        name => format!("weights of type {name}"),
    };
    let cure = match (E::IS_WEIGHT, found) {
        (true, "none") => "`ReadOptions::unweighted` gives weights of type u32",
        (true, _) => "read them with the type that they have; `EdgeList::map` converts",
        _ => "",
    };
    mismatch(path, &downcast(E::NAME), downcast(found), cure)
}

/// The error that a file as a whole is not what is expected.
pub(crate) fn mismatch(path: &Path, expected: &str, found: impl Into<String>, cure: &'static str) -> Error {
    let place = Place { path: path.to_owned(), at: At::Whole };
    Error::Parse { place, expected: expected.to_owned(), found: found.into(), cure }
}
