//! The result of reading a file, and typed graphs made from it.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::{Format, Names, Remark};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, Direction, EdgeList, FileData, Graph};
use boscage_core::{At, Error, Place, Result};

/// An input as a reader has made it of a file.
#[derive(Clone, Debug)]
pub struct Input {
    /// The file; `-` for the standard input.
    pub path: PathBuf,
    /// The format that was recognised or demanded.
    pub format: Format,
    /// True if the format was concluded from the content, and files of it have no signature
    /// ([`Format::has_signature`]).
    pub is_guessed: bool,
    /// The edges.
    pub list: AnyEdgeList,
    /// True if the edges have a direction.
    pub is_directed: bool,
    /// The input's names for the nodes.
    pub names: Names,
    /// True if the input gave weights. Otherwise edges carry nothing, or what
    /// [`ReadOptions::unweighted`](crate::ReadOptions::unweighted) gives them.
    pub weighted: bool,
    /// Report on the arcs, in formats that list arcs.
    pub arcs: Option<ArcReport>,
    /// Bytes of content read, after decompression.
    pub bytes: u64,
    /// Remarks on what may not be as the file's author meant it; empty for nearly all files.
    pub remarks: Vec<Remark>,
}

/// Report on the arcs of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArcReport {
    /// Arcs in the input.
    pub arcs: u64,
    /// Arcs without a mirror. Not counted (0) under [`ArcPolicy::Keep`](crate::ArcPolicy::Keep).
    pub unpaired: u64,
    /// True if mirrors were folded into edges.
    pub folded: bool,
}

impl Input {
    /// The adjacency of the graph, with weights as in [`Input::edges`]. An undirected input has both arcs of
    /// every edge in a directed graph, and one of a self-loop.
    ///
    /// # Errors
    /// Those of [`Input::edges`]; [`Error::Parse`] if a directed input is wanted as an undirected graph;
    /// [`Error::TooMany`] arcs; [`Error::OutOfMemory`].
    ///
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{Directed, Graph, Node, Undirected};
    /// use boscage::io::{self, ReadOptions};
    ///
    /// let exec = Exec::available()?;
    /// let web = b"# Directed graph\n0 1\n0 2\n2 1\n";
    /// let input = io::read_bytes(&exec, "web.txt", web, &ReadOptions::default())?;
    /// let graph: Graph<Directed> = input.graph(&exec)?;
    /// assert_eq!(graph.neighbours(Node::new(0)), [1, 2].map(Node::new));
    ///
    /// let error = input.graph::<Undirected, ()>(&exec).unwrap_err();
    /// assert!(error.to_string().starts_with("web.txt: expected an undirected graph, found a directed one"));
    /// let undirected: Graph<Undirected> = graph.symmetrised(&exec)?;
    /// assert_eq!(undirected.len(), 3);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn graph<D: Direction, E: FileData>(&self, exec: &Exec) -> Result<Graph<D, E>> {
        let list = self.edges(exec)?;
        match (self.is_directed, D::IS_DIRECTED) {
            (false, true) => Graph::from_undirected(exec, &*list),
            (true, false) => {
                let cure = "read it as a directed graph, which `symmetrised` makes undirected";
                Err(unlike(&self.path, "an undirected graph", "a directed one", cure))
            }
            _ => Graph::from_edges(exec, &*list),
        }
    }

    /// The edges, whatever their direction. A file's weights are of the narrowest type that holds them all;
    /// for a wider one, and for `E = ()`, which drops them, the edges are copied
    /// ([`FileData::edges_of`]).
    ///
    /// # Errors
    /// [`Error::Parse`] if weights are wanted and there are none, or `E` does not hold each of them exactly;
    /// [`Error::OutOfMemory`].
    pub fn edges<E: FileData>(&self, exec: &Exec) -> Result<Cow<'_, EdgeList<E>>> {
        E::edges_of(exec, &self.list)?.ok_or_else(|| other_weights::<E>(&self.path, self.list.weight_type()))
    }
}

/// The error that a file has other weights than the caller wants, or none.
pub(crate) fn other_weights<E: FileData>(path: &Path, found: &str) -> Error {
    let of_type = |name: &str| match name {
        "none" => "none".to_owned(),
        name => format!("weights of type {name}"),
    };
    let cure = match (E::IS_WEIGHT, found) {
        (true, "none") => "`ReadOptions::unweighted` gives weights of type u32",
        (true, _) => "read them with the type that they have; `EdgeList::map` converts",
        _ => "",
    };
    unlike(path, &of_type(E::NAME), of_type(found), cure)
}

/// The error that a file as a whole is not what is expected.
pub(crate) fn unlike(path: &Path, expected: &str, found: impl Into<String>, cure: &'static str) -> Error {
    let place = Place { path: path.to_owned(), at: At::Whole };
    Error::Parse { place, expected: expected.to_owned(), found: found.into(), cure }
}
