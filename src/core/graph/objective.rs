//! Minimum or maximum.

use super::{EdgeId, Key, Weight};

/// Which spanning forest is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The lightest: edges ascend by (weight, edge id).
    #[default]
    Minimum,
    /// The heaviest: edges descend by weight, ties still ascend by edge id.
    Maximum,
}

impl Objective {
    /// The key by which edges ascend under this objective.
    #[inline]
    pub fn key<W: Weight>(self, weight: W) -> W::Key {
        match self {
            Self::Minimum => weight.key(),
            Self::Maximum => !weight.key(),
        }
    }

    /// The weight that has this key.
    pub fn weight<W: Weight>(self, key: W::Key) -> W {
        match self {
            Self::Minimum => W::of_key(key),
            Self::Maximum => W::of_key(!key),
        }
    }

    /// The bits of keys that are flipped.
    pub(super) fn flips<K: Key>(self) -> K {
        match self {
            Self::Minimum => K::default(),
            Self::Maximum => !K::default(),
        }
    }

    /// (key, id) in one integer: the whole order of the edges.
    #[inline]
    pub fn pack<W: Weight>(self, weight: W, id: EdgeId) -> <W::Key as Key>::Packed {
        self.key(weight).pack(id)
    }
}
