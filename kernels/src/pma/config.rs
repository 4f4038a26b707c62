//! How PMA runs.

use crate::error::{Error, Result};

/// How [`pma`](fn@super::pma) runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pma {
    /// How a tree finds its lightest arc.
    pub variant: PmaVariant,
    /// Most vertices a tree grows to in a round (gamma), 2 at least; `None` stands for
    /// [`Pma::default_gamma`].
    pub gamma: Option<usize>,
    /// What becomes of parallel edges after a round.
    pub parallel_edges: ParallelEdges,
    /// What a worker is; `None` stands for [`Pma::default_lanes`], anew in each round.
    pub lanes: Option<Lanes>,
}

/// How a tree finds its lightest arc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PmaVariant {
    /// By looking at all arcs of a vertex, but first at the one found last time.
    Min,
    /// By stepping through the arcs of a vertex in their order.
    Sort,
    /// The first in the first round, the second in all others.
    #[default]
    Hybrid,
}

/// What becomes of the edges between two vertices after a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ParallelEdges {
    /// All but the lightest are dropped, which takes another sort.
    #[default]
    Drop,
    /// All stay.
    Keep,
}

/// The lanes of a warp that a worker consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lanes {
    /// A worker is a thread.
    One,
    /// A worker is a warp, whose lanes look at the arcs of a vertex side by side.
    Warp,
}

impl Lanes {
    /// How many they are.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::One => 1,
            Self::Warp => 32,
        }
    }
}

impl Pma {
    /// The least gamma that is taken by default, in vertices: for roads, as in the paper.
    pub const LEAST_DEFAULT_GAMMA: usize = 8;
    /// The largest, for dense graphs, as in the paper.
    pub const MOST_DEFAULT_GAMMA: usize = 200;
    /// Average degree from which a worker is a warp: half of its lanes find an arc to look at. Not measured
    /// yet.
    pub const DEFAULT_WARP_DEGREE: usize = 16;

    /// Gamma for a graph of this number of nodes and edges: the square of the average degree, within these
    /// bounds. As on the CPU.
    #[must_use]
    pub fn default_gamma(nodes: usize, edges: usize) -> usize {
        let degree = 2.0 * edges as f64 / nodes.max(1) as f64;
        ((degree * degree) as usize).clamp(Self::LEAST_DEFAULT_GAMMA, Self::MOST_DEFAULT_GAMMA)
    }

    /// What a worker is in a round of this number of vertices and edges: a warp from
    /// [`Pma::DEFAULT_WARP_DEGREE`] on.
    #[must_use]
    pub fn default_lanes(vertices: usize, edges: usize) -> Lanes {
        if 2 * edges / vertices.max(1) < Self::DEFAULT_WARP_DEGREE { Lanes::One } else { Lanes::Warp }
    }

    pub(super) fn gamma_for(self, nodes: usize, edges: usize) -> Result<usize> {
        let gamma = self.gamma.unwrap_or_else(|| Self::default_gamma(nodes, edges));
        if gamma < 2 {
            let (expected, found) = ("at least 2".to_owned(), gamma.to_string());
            return Err(Error::Argument { what: "gamma", expected, found });
        }
        Ok(gamma)
    }

    pub(super) fn lanes_for(self, vertices: usize, edges: usize) -> Lanes {
        self.lanes.unwrap_or_else(|| Self::default_lanes(vertices, edges))
    }
}

impl From<PmaVariant> for Pma {
    /// The variant, with defaults for everything else.
    fn from(variant: PmaVariant) -> Self {
        Self { variant, ..Self::default() }
    }
}

impl PmaVariant {
    /// The name of the operator that runs so.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Min => "pma-min",
            Self::Sort => "pma-sort",
            Self::Hybrid => "pma-hybrid",
        }
    }
}
