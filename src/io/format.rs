//! The formats.

use std::path::Path;

use crate::Compression;

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// 9th DIMACS challenge shortest-path files: `p sp n m`, `a u v w`, 1-based.
    Dimacs,
    /// One edge a line, `u v` or `u v weight`, any 64-bit ids, `#` or `%` comments (SNAP, KONECT, plain).
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
    /// Our own, `.bsg`: the graph as it lies in memory.
    Boscage,
}

impl Format {
    /// Returns whether files of this format begin with a signature, or whether every line names its kind.
    ///
    /// Files of other formats are recognised by what their bytes would mean, so the recognition is a guess.
    #[must_use]
    pub fn has_signature(self) -> bool {
        match self {
            Self::Dimacs | Self::MatrixMarket | Self::PbbsAdjacency | Self::PbbsEdges | Self::Boscage => true,
            Self::EdgeList | Self::Metis | Self::Galois | Self::Ecl | Self::Gap | Self::EdgeArray => false,
        }
    }

    /// What people call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dimacs => "DIMACS",
            Self::EdgeList => "edge list",
            Self::MatrixMarket => "Matrix Market",
            Self::Metis => "METIS",
            Self::PbbsAdjacency => "PBBS adjacency",
            Self::PbbsEdges => "PBBS edge array",
            Self::Galois => "Galois",
            Self::Ecl => "ECL",
            Self::Gap => "GAP",
            Self::EdgeArray => "edge array",
            Self::Boscage => "Boscage",
        }
    }
}

impl Format {
    /// The formats that can be written.
    pub const WRITTEN: [Self; 8] = [
        Self::Dimacs,
        Self::EdgeList,
        Self::MatrixMarket,
        Self::Metis,
        Self::Galois,
        Self::Gap,
        Self::EdgeArray,
        Self::Boscage,
    ];

    /// The format that the suffix of a file name, less that of a compression, stands for when writing.
    #[must_use]
    pub fn of_suffix(path: &Path) -> Option<Self> {
        Some(match &*suffix(path)? {
            "gr" | "dimacs" => Self::Dimacs,
            "txt" | "el" | "wel" | "edges" | "tsv" | "snap" => Self::EdgeList,
            "mtx" => Self::MatrixMarket,
            "graph" | "metis" => Self::Metis,
            "sgr" => Self::Galois,
            "egr" => Self::Ecl,
            "sg" | "wsg" => Self::Gap,
            "bin" => Self::EdgeArray,
            "bsg" => Self::Boscage,
            _ => return None,
        })
    }
}

/// The suffix of a file name, less that of a compression, in lower case.
pub(crate) fn suffix(path: &Path) -> Option<String> {
    let plain = if Compression::of_suffix(path).is_some() { path.file_stem()? } else { path.as_os_str() };
    Some(Path::new(plain).extension()?.to_str()?.to_ascii_lowercase())
}
