//! The objective: a minimum or maximum spanning forest.

use super::{EdgeId, Key, Weight};

/// The objective: a minimum or maximum spanning forest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The lightest forest: edges ascend by (weight, edge id).
    #[default]
    Minimum,
    /// The heaviest forest: edges descend by weight; edges of equal weight still ascend by edge id.
    Maximum,
}

impl Objective {
    /// Returns the key of a weight. Edges ascend by key under this objective.
    #[inline]
    pub fn key<W: Weight>(self, weight: W) -> W::Key {
        match self {
            Self::Minimum => weight.key(),
            Self::Maximum => !weight.key(),
        }
    }

    /// Returns the weight with this key.
    pub fn weight<W: Weight>(self, key: W::Key) -> W {
        match self {
            Self::Minimum => W::from_key(key),
            Self::Maximum => W::from_key(!key),
        }
    }

    /// Returns the bits of keys that are flipped.
    pub(super) fn flips<K: Key>(self) -> K {
        match self {
            Self::Minimum => K::default(),
            Self::Maximum => !K::default(),
        }
    }

    /// Packs (key, id) into one integer, which has the order of edges.
    #[inline]
    pub fn pack<W: Weight>(self, weight: W, id: EdgeId) -> <W::Key as Key>::Packed {
        self.key(weight).pack(id)
    }
}
