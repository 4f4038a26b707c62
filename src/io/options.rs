//! Options for reading and writing.

use std::fmt;
use std::str::FromStr;

use crate::{Admit, Compression, Format, Unweighted};
use boscage_core::{Error, Result};

/// A policy for formats that list arcs, not edges.
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

impl ArcPolicy {
    /// Every policy, with the word for it.
    pub const WORDS: [(&'static str, Self); 3] =
        [("auto", Self::Auto), ("fold", Self::Fold), ("keep", Self::Keep)];
}

impl fmt::Display for ArcPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Fold => "fold",
            Self::Keep => "keep",
        })
    }
}

impl FromStr for ArcPolicy {
    type Err = Error;

    /// `auto`, `fold` or `keep`.
    fn from_str(word: &str) -> Result<Self> {
        let known = Self::WORDS.iter().find(|(known, _)| *known == word);
        known
            .map(|&(_, policy)| policy)
            .ok_or_else(|| Error::argument("arcs", "one of auto, fold, keep", format_args!("\"{word}\"")))
    }
}

/// Options for reading.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format, where the caller knows better than the content.
    pub format: Option<Format>,
    /// Arcs or edges.
    pub arcs: ArcPolicy,
    /// True if edges have a direction, where the caller knows better than the file, or the file is silent.
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
    /// The policy for arcs: in a directed graph, all are kept.
    pub(crate) fn folding(&self) -> ArcPolicy {
        if self.is_directed == Some(true) { ArcPolicy::Keep } else { self.arcs }
    }

    /// Refuses options that contradict each other.
    pub(crate) fn check(&self) -> Result<()> {
        if self.is_directed == Some(true) && self.arcs == ArcPolicy::Fold {
            return Err(Error::argument("arcs", "auto or keep for a directed graph", self.arcs));
        }
        Ok(())
    }
}

/// Options for writing.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The format; by default the one the suffix stands for.
    pub format: Option<Format>,
    /// The compression; by default the one the suffix stands for.
    pub compression: Option<Compression>,
    /// True if the edges have a direction. Of a recipe, this is known.
    pub is_directed: bool,
    /// Nodes without edges, in formats that name nodes by their edges alone.
    pub isolated: Isolated,
}

/// A policy for nodes without edges in an edge list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Isolated {
    /// A graph that has some is refused.
    #[default]
    Refuse,
    /// They are left out.
    Drop,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_policies_are_read_as_they_are_written() {
        for (word, policy) in ArcPolicy::WORDS {
            assert_eq!((word.parse::<ArcPolicy>().unwrap(), policy.to_string()), (policy, word.to_owned()));
        }
        assert_eq!(
            "both".parse::<ArcPolicy>().unwrap_err().to_string(),
            "arcs: expected one of auto, fold, keep, found \"both\""
        );
    }
}
