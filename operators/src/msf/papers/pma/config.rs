//! The configuration: how trees grow, and how large.

use boscage_core::{Error, Result};

use super::super::adjacency::{ArcOrder, ParallelEdges};
use crate::msf::{Facts, Kind};

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
    /// By a heap of each vertex's arcs, from which those that lead inside are taken: the paper tried it, and
    /// found it much slower than Min (its section 5.2.3). It is in no table of operators.
    Heap,
}

/// How a tree finds its lightest arc in one round.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Finds {
    Scan,
    Step,
    Heap,
}

impl Pma {
    /// The least gamma that is taken by default, in vertices: for roads, as in the paper.
    pub const LEAST_DEFAULT_GAMMA: usize = 8;
    /// The largest, for dense graphs, as in the paper.
    pub const MOST_DEFAULT_GAMMA: usize = 200;

    /// Gamma for a graph of this number of nodes and edges: the square of the average degree, within these
    /// bounds.
    #[must_use]
    pub fn default_gamma(nodes: usize, edges: usize) -> usize {
        let degree = 2.0 * edges as f64 / nodes.max(1) as f64;
        ((degree * degree) as usize).clamp(Self::LEAST_DEFAULT_GAMMA, Self::MOST_DEFAULT_GAMMA)
    }

    /// The most vertices a tree grows to in a round, in a graph of this number of nodes and edges.
    ///
    /// # Errors
    /// [`Error::Argument`] if it is less than 2.
    pub fn gamma_for(self, nodes: usize, edges: usize) -> Result<usize> {
        let gamma = self.gamma.unwrap_or_else(|| Self::default_gamma(nodes, edges));
        if gamma < 2 {
            return Err(Error::argument("gamma", "at least 2", gamma));
        }
        Ok(gamma)
    }
}

impl From<PmaVariant> for Pma {
    /// The variant, with defaults for everything else.
    fn from(variant: PmaVariant) -> Self {
        Self { variant, ..Self::default() }
    }
}

impl PmaVariant {
    /// The name of the operator that runs so, which is that of its loop in statistics.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    pub(super) fn facts(self) -> &'static Facts {
        const MIN: Facts = Facts {
            name: "pma-min",
            kind: Kind::Threads,
            paper: "Nobari, Cao, Karras, Bressan 2012",
            choose_for: "for comparison: small trees touch, then are unified; arcs searched",
            summary: "trees grow by Prim's from many nodes and are unified; arcs searched",
        };
        const SORT: Facts = Facts {
            name: "pma-sort",
            choose_for: "the same; arcs sorted",
            summary: "the same; arcs sorted",
            ..MIN
        };
        const HYBRID: Facts = Facts {
            name: "pma-hybrid",
            choose_for: "the same; arcs searched in the first round, sorted from then on",
            summary: "the same; arcs searched in the first round, sorted from then on",
            ..MIN
        };
        const HEAP: Facts = Facts {
            name: "pma-heap",
            choose_for: "the same; arcs in heaps",
            summary: "the same; arcs in heaps",
            ..MIN
        };
        match self {
            Self::Min => &MIN,
            Self::Sort => &SORT,
            Self::Hybrid => &HYBRID,
            Self::Heap => &HEAP,
        }
    }

    /// How trees find their lightest arcs in a round, the first being 0.
    pub(super) fn finds(self, round: usize) -> Finds {
        match self {
            Self::Min => Finds::Scan,
            Self::Hybrid if round == 0 => Finds::Scan,
            Self::Sort | Self::Hybrid => Finds::Step,
            Self::Heap => Finds::Heap,
        }
    }
}

impl Finds {
    /// The order that the arcs of a vertex must have.
    pub(super) fn order(self) -> ArcOrder {
        match self {
            Self::Step => ArcOrder::Weight,
            Self::Scan | Self::Heap => ArcOrder::Any,
        }
    }
}
