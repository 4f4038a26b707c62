//! Configuration of PMA.

use boscage_operators::msf::papers::{self, PmaVariant};
use boscage_operators::msf::{Facts, Kind};

/// Configuration of [`pma`](fn@super::pma).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pma {
    /// Growth of trees, as on the processor. [`PmaVariant::Heap`] does not run on GPUs.
    pub growth: papers::Pma,
    /// Size of a worker; `None` stands for [`Pma::default_lanes`] in each round.
    pub lanes: Option<Lanes>,
}

/// Number of lanes of a warp per worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lanes {
    /// One worker per thread.
    One,
    /// One worker per warp, whose lanes scan the arcs of a vertex in parallel.
    Warp,
}

impl Lanes {
    /// Returns the number of lanes.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::One => 1,
            Self::Warp => 32,
        }
    }
}

impl Pma {
    /// Average degree from which a worker is a warp: half of its lanes find an arc to look at. Not measured
    /// yet.
    pub const DEFAULT_WARP_DEGREE: usize = 16;

    /// Returns the size of a worker in a round of this number of vertices and edges: a warp from
    /// [`Pma::DEFAULT_WARP_DEGREE`] on.
    #[must_use]
    pub fn default_lanes(vertices: usize, edges: usize) -> Lanes {
        if 2 * edges / vertices.max(1) < Self::DEFAULT_WARP_DEGREE { Lanes::One } else { Lanes::Warp }
    }

    pub(super) fn lanes_for(self, vertices: usize, edges: usize) -> Lanes {
        self.lanes.unwrap_or_else(|| Self::default_lanes(vertices, edges))
    }
}

impl From<papers::Pma> for Pma {
    /// Uses the default size of workers.
    fn from(growth: papers::Pma) -> Self {
        Self { growth, lanes: None }
    }
}

impl From<PmaVariant> for Pma {
    /// Uses the default for everything but the variant.
    fn from(variant: PmaVariant) -> Self {
        papers::Pma::from(variant).into()
    }
}

/// Returns the facts of the operator of this variant.
pub(super) fn facts(variant: PmaVariant) -> &'static Facts {
    const MIN: Facts = Facts {
        name: "pma-min",
        kind: Kind::Threads,
        paper: "Nobari, Cao, Karras, Bressan 2012",
        choose_for: "for comparison: small trees touch, then are unified; arcs searched",
        summary: "trees grown by Prim's algorithm side by side; arcs unsorted",
    };
    const SORT: Facts = Facts {
        name: "pma-sort",
        choose_for: "the same; arcs sorted",
        summary: "trees grown by Prim's algorithm side by side; arcs sorted by weight",
        ..MIN
    };
    const HYBRID: Facts = Facts {
        name: "pma-hybrid",
        choose_for: "the same; arcs searched in the first round, sorted from then on",
        summary: "trees grown by Prim's algorithm side by side; arcs sorted from the second round on",
        ..MIN
    };
    match variant {
        PmaVariant::Min | PmaVariant::Heap => &MIN,
        PmaVariant::Sort => &SORT,
        PmaVariant::Hybrid => &HYBRID,
    }
}
