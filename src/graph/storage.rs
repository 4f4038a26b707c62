//! Where the edges of a list lie: in memory of their own, or in a file that is mapped.

use std::fmt;
use std::ops::Deref;

use super::{Edge, Weight};
use crate::io::map::MappedEdges;
use crate::{Result, memory};

/// Edges that are read alike wherever they lie. Those of a file are copied before they are changed.
#[derive(Clone)]
pub(crate) enum Storage<W> {
    Owned(Vec<Edge<W>>),
    Mapped(MappedEdges<W>),
}

impl<W: Weight> Storage<W> {
    /// The edges, to be changed.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`], if they lie in a file.
    pub(super) fn to_mut(&mut self) -> Result<&mut Vec<Edge<W>>> {
        if let Self::Mapped(edges) = self {
            let mut owned = memory::reserve("the edge list", edges.len())?;
            owned.extend_from_slice(edges);
            *self = Self::Owned(owned);
        }
        match self {
            Self::Owned(edges) => Ok(edges),
            Self::Mapped(_) => unreachable!("copied above"),
        }
    }

    /// The edges, in memory of their own.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`], if they lie in a file.
    pub(crate) fn into_vec(mut self) -> Result<Vec<Edge<W>>> {
        self.to_mut().map(std::mem::take)
    }
}

impl<W: Weight> Deref for Storage<W> {
    type Target = [Edge<W>];

    #[inline]
    fn deref(&self) -> &[Edge<W>] {
        match self {
            Self::Owned(edges) => edges,
            Self::Mapped(edges) => edges,
        }
    }
}

impl<W> From<Vec<Edge<W>>> for Storage<W> {
    fn from(edges: Vec<Edge<W>>) -> Self {
        Self::Owned(edges)
    }
}

impl<W> Default for Storage<W> {
    fn default() -> Self {
        Self::Owned(Vec::new())
    }
}

impl<W: Weight> PartialEq for Storage<W> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<W: Weight> fmt::Debug for Storage<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
