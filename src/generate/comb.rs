//! The comb: a path, the spine, with a path, a tooth, hanging from each of its nodes.
//!
//! A tree with s nodes of degree 3 and s of degree 1. Light teeth join the spine one after the other, so a
//! schedule that takes edges in the order of their weights has little work at a time. With teeth of length 0,
//! or a spine of 1, it is a path.

use super::{Recipe, Style};
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::EdgeList;

/// A comb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comb {
    /// Number of nodes of the spine.
    pub spine: usize,
    /// Number of nodes of a tooth, the spine's not counted.
    pub tooth: usize,
    /// Weights, numbering, seed.
    pub style: Style,
}

impl Comb {
    /// The graph that [`comb`](fn@comb) makes, before it is made.
    ///
    /// # Errors
    /// As there; memory is enough.
    pub fn recipe(&self) -> Result<Recipe> {
        let length = (self.tooth as u64).saturating_add(1);
        let nodes = (self.spine as u64).saturating_mul(length);
        Recipe::by_id(nodes, nodes.saturating_sub(1), &self.style, move |id, _| {
            let node = id + 1;
            let before = if node % length == 0 { node - length } else { node - 1 };
            (before, node)
        })
    }
}

/// Makes a comb of `spine * (tooth + 1)` nodes, numbered tooth by tooth; edge `i` joins node `i + 1` to the
/// one before it on its tooth, or on the spine if it stands there.
///
/// # Errors
/// [`boscage_core::Error::TooMany`], [`boscage_core::Error::OutOfMemory`], and
/// [`boscage_core::Error::Argument`] for weights that no law gives.
pub fn comb(exec: &Exec, config: &Comb) -> Result<EdgeList<u32>> {
    config.recipe()?.make(exec)
}

#[cfg(test)]
mod tests {
    use super::super::WeightLaw;
    use super::*;

    #[test]
    fn teeth_hang_from_the_spine() {
        let style = Style { weights: WeightLaw::Unit, ..Style::default() };
        let list = comb(&Exec::current(), &Comb { spine: 2, tooth: 2, style }).unwrap();
        let expected = [(0, 1, 1), (1, 2, 1), (0, 3, 1), (3, 4, 1), (4, 5, 1)];
        assert_eq!(list, EdgeList::from_triples(6, expected).unwrap());
        assert!(comb(&Exec::current(), &Comb { spine: usize::MAX, tooth: usize::MAX, style }).is_err());
    }
}
