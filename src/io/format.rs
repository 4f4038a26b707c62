//! The formats.

/// A file format.
///
/// [`read`](crate::read) recognises the format from the content, and [`write()`](crate::write()) chooses it
/// by the suffix. [`Format::losses`] lists the properties of a graph that a format may not keep. Choose
/// [`Format::Boscage`] for graphs that are read often: reading only copies them, and it keeps everything.
///
/// # Examples
/// ```
/// use boscage::io::{Format, Loss};
///
/// assert_eq!(Format::Metis.suffixes(), ["graph", "metis"]);
/// assert_eq!("matrix-market".parse::<Format>()?, Format::MatrixMarket);
/// assert!(!Format::Boscage.losses().contains(&Loss::Names));
/// assert!(Format::written().all(|format| format != Format::Ecl)); // only read
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// 9th DIMACS challenge shortest-path files: `p sp n m`, `a u v w`, 1-based.
    Dimacs,
    /// A row per edge and columns with names (CSV, TSV, other text in columns); ids may be texts.
    Csv,
    /// One edge per line, `u v` or `u v weight`, any 64-bit ids, `#` or `%` comments (SNAP, KONECT, plain).
    EdgeList,
    /// Matrix Market, coordinate or array.
    MatrixMarket,
    /// METIS / Chaco adjacency lines, 1-based.
    Metis,
    /// PBBS `AdjacencyGraph` and `WeightedAdjacencyGraph`.
    PbbsAdjacency,
    /// PBBS `EdgeArray` and `WeightedEdgeArray`.
    PbbsEdges,
    /// Galois binary `.gr`, versions 1 and 2.
    Galois,
    /// ECL `.egr`.
    Ecl,
    /// Serialised graphs of the GAP benchmark suite: `.sg`, with weights `.wsg`.
    Gap,
    /// The edge array `.bin`: u64 n, u64 m, then m times u32 u, u32 v, u32 weight, 0-based, little-endian.
    EdgeArray,
    /// The format of this crate, `.bsg`: the graph on disk as in memory, with its names and its direction.
    Boscage,
    /// Arrays of NumPy: `.npy` and `.npz`, also sparse matrices of SciPy.
    Numpy,
    /// GraphML, `.graphml`, as NetworkX, igraph, Gephi, yEd and osmnx write it.
    GraphMl,
    /// An OpenStreetMap extract, `.osm.pbf` ([`osm`](crate::osm)).
    OsmPbf,
    /// An OpenStreetMap extract as XML, `.osm` ([`osm`](crate::osm)).
    OsmXml,
}
