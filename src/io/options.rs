//! How files are read.

use crate::{Admit, Format};
use boscage_core::{Error, Result};

/// What to make of formats that list arcs, not edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArcPolicy {
    /// Fold the arcs into the edges of an undirected graph if every arc has its mirror, otherwise take each
    /// arc for an edge of a directed graph.
    #[default]
    Auto,
    /// Fold what pairs, also in formats that list edges; arcs without a mirror are edges too. The graph is
    /// undirected.
    Fold,
    /// Every arc is an edge of a directed graph.
    Keep,
}

/// What the edges of an unweighted input weigh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unweighted {
    /// 1 each.
    #[default]
    One,
    /// Uniformly random in `1..=max`, by seed and edge id alone: as [`boscage_generate::WeightLaw::Uniform`]
    /// draws.
    Uniform {
        /// Seed of the draw.
        seed: u64,
        /// The largest weight.
        max: u32,
    },
    /// A hash of the names of the two ends, the same whichever comes first.
    Hash,
}

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format, where the caller knows better than the content.
    pub format: Option<Format>,
    /// Arcs or edges.
    pub arcs: ArcPolicy,
    /// Whether edges have a direction, where the caller knows better than the file, or the file is silent.
    ///
    /// If true, nothing is folded: every line is an edge, from the end that stands first, ids in the order of
    /// the lines. If false, arcs are folded as [`ReadOptions::arcs`] says, and what stays is undirected.
    pub is_directed: Option<bool>,
    /// Weights for inputs that have none; by default the edges of these carry nothing.
    pub unweighted: Option<Unweighted>,
    /// Decides whether a graph of this size may be read; by default every graph may.
    pub admit: Option<Admit>,
}

impl ReadOptions {
    /// What becomes of arcs.
    pub(crate) fn folding(&self) -> ArcPolicy {
        if self.is_directed == Some(true) { ArcPolicy::Keep } else { self.arcs }
    }

    /// Whether a format is only what the content looks like.
    pub(crate) fn guesses(&self, format: Format) -> bool {
        self.format.is_none() && !format.has_signature()
    }

    /// Whether the options agree with each other.
    pub(crate) fn check(&self) -> Result<()> {
        if self.is_directed == Some(true) && self.arcs == ArcPolicy::Fold {
            return Err(Error::argument("arcs", "auto or keep for a directed graph", self.arcs));
        }
        Ok(())
    }
}
