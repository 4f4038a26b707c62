//! Configuration: how trees grow, and how large.

use boscage_core::{Error, Result};

use super::super::adjacency::{ArcOrder, ParallelEdges};
use crate::msf::{Facts, Kind};

/// Configuration of [`pma`](fn@super::pma).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pma {
    /// The search for the lightest arc of a tree.
    pub variant: PmaVariant,
    /// Most vertices to which a tree grows in a round (gamma), at least 2. `None`: [`Pma::default_gamma`].
    pub gamma: Option<usize>,
    /// The treatment of parallel edges after a round.
    pub parallel_edges: ParallelEdges,
}

/// The search for the lightest arc of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PmaVariant {
    /// Searches all arcs of a vertex, unless the arc found last time still leads outside.
    Min,
    /// Steps through the sorted arcs of a vertex.
    Sort,
    /// [`Min`](Self::Min) in the first round, when vertices have few arcs, [`Sort`](Self::Sort) in all
    /// others.
    #[default]
    Hybrid,
    /// Keeps a heap of arcs per vertex. The paper found this much slower than Min (section 5.2.3). It is in
    /// no table of operators.
    Heap,
}

/// The search for the lightest arc of a tree in one round.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Finds {
    Scan,
    Step,
    Heap,
}

impl Pma {
    /// The least default of gamma, in vertices: for roads, as in the paper.
    pub const LEAST_DEFAULT_GAMMA: usize = 8;
    /// The greatest default of gamma, in vertices: for dense graphs, as in the paper.
    pub const MOST_DEFAULT_GAMMA: usize = 200;

    /// Returns the default of gamma for a graph of this size: the square of the average degree, within these
    /// bounds.
    #[must_use]
    pub fn default_gamma(nodes: usize, edges: usize) -> usize {
        let degree = 2.0 * edges as f64 / nodes.max(1) as f64;
        ((degree * degree) as usize).clamp(Self::LEAST_DEFAULT_GAMMA, Self::MOST_DEFAULT_GAMMA)
    }

    /// Returns the most vertices to which a tree grows in a round, in a graph of this size.
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
    /// Returns the variant with defaults for all other fields.
    fn from(variant: PmaVariant) -> Self {
        Self { variant, ..Self::default() }
    }
}

impl PmaVariant {
    /// Returns the name of the operator of this variant, which is also that of its loop in statistics.
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

    /// Returns the way in which trees find their lightest arcs in a round; the first round is 0.
    pub(super) fn finds(self, round: u64) -> Finds {
        match self {
            Self::Min => Finds::Scan,
            Self::Hybrid if round == 0 => Finds::Scan,
            Self::Sort | Self::Hybrid => Finds::Step,
            Self::Heap => Finds::Heap,
        }
    }
}

impl Finds {
    /// Returns the order of arcs that the search needs.
    pub(super) fn order(self) -> ArcOrder {
        match self {
            Self::Step => ArcOrder::Weight,
            Self::Scan | Self::Heap => ArcOrder::Any,
        }
    }
}
