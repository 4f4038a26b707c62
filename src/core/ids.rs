//! Node and edge ids: 32-bit positions that cannot be confused with each other or with plain numbers.

use std::fmt;

use bytemuck::{Pod, Zeroable};

use crate::sealed::Sealed;
use crate::{Error, Result};

/// The largest number of nodes, and of edges, of a graph in memory: 2^32 - 2.
///
/// The two largest 32-bit numbers are never ids, so data structures may use them as special values.
pub const LIMIT: usize = u32::MAX as usize - 1;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $one:literal, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
        #[repr(transparent)]
        pub struct $name(u32);

        impl $name {
            /// Creates the id of a position.
            ///
            /// # Panics
            /// If `index` is not below [`LIMIT`]; `TryFrom` returns an error instead.
            #[must_use]
            #[inline]
            #[track_caller]
            pub const fn new(index: usize) -> Self {
                assert!(index < LIMIT, concat!("a position beyond the largest ", $one));
                Self(index as u32)
            }

            /// Creates the id of a position that is known to be below [`LIMIT`].
            #[doc(hidden)]
            #[must_use]
            #[inline]
            pub const fn at(index: usize) -> Self {
                debug_assert!(index < LIMIT);
                Self(index as u32)
            }

            /// Returns the position, for indexing arrays.
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Checks that a graph can have this many, and returns the number as `usize`.
            ///
            /// # Errors
            /// [`Error::TooMany`] if `count` exceeds [`LIMIT`].
            pub fn check_count(count: u64) -> Result<usize> {
                match usize::try_from(count) {
                    Ok(fits) if fits <= LIMIT => Ok(fits),
                    _ => Err(Error::TooMany { what: $what, count }),
                }
            }
        }

        /// Accepts every number. The two largest ones are ids that no graph has.
        impl From<u32> for $name {
            #[inline]
            fn from(index: u32) -> Self {
                Self(index)
            }
        }

        /// Fails if the number is not below [`LIMIT`].
        impl TryFrom<usize> for $name {
            type Error = Error;

            fn try_from(index: usize) -> Result<Self> {
                Self::try_from(index as u64)
            }
        }

        /// Fails if the number is not below [`LIMIT`].
        impl TryFrom<u64> for $name {
            type Error = Error;

            fn try_from(index: u64) -> Result<Self> {
                if index < LIMIT as u64 {
                    Ok(Self(index as u32))
                } else {
                    Err(Error::argument(concat!("the ", $one), format!("a number below {LIMIT}"), index))
                }
            }
        }

        impl Sealed for $name {}

        impl Id for $name {
            const ONE: &'static str = $one;
            const MANY: &'static str = $what;

            #[inline]
            fn at(position: usize) -> Self {
                Self::at(position)
            }

            #[inline]
            fn position(self) -> usize {
                self.index()
            }
        }

        impl From<$name> for u32 {
            #[inline]
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id!(
    /// A node: its position among the nodes of its graph.
    ///
    /// With the feature `serde` it is serialised as a number.
    Node,
    "node",
    "nodes"
);
id!(
    /// An edge: its position among the edges of the input.
    ///
    /// With the feature `serde` it is serialised as a number.
    EdgeId,
    "edge",
    "edges"
);

/// A kind of ids: [`Node`] or [`EdgeId`].
#[diagnostic::on_unimplemented(
    message = "a map cannot be indexed by `{Self}`",
    note = "maps are indexed by `Node` or `EdgeId`: `Node::new(i)` is the node at position `i`"
)]
pub trait Id: Copy + From<u32> + Send + Sync + Sealed + 'static {
    /// The word for one of them, in messages.
    const ONE: &'static str;
    /// The word for several.
    const MANY: &'static str;

    /// Returns the id of a position.
    fn at(position: usize) -> Self;
    /// Returns the position of the id.
    fn position(self) -> usize;
}

/// A number of nodes (`I` is [`Node`]) or of edges ([`EdgeId`]): a `usize`, or a graph in any form.
///
/// Data structures for a graph take it: `NodeMap::filled(&graph, 0.0)` and `NodeMap::filled(1_000, 0.0)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number of nodes or edges",
    note = "pass a graph or an edge list by reference (`&graph`), or the number as `usize`"
)]
pub trait Count<I> {
    /// Returns the number.
    ///
    /// # Panics
    /// If it is a `usize` above [`LIMIT`], which no graph can have.
    fn count(&self) -> usize;
}

impl<I: Id> Count<I> for usize {
    #[track_caller]
    fn count(&self) -> usize {
        assert!(*self <= LIMIT, "{self} {} are more than the {LIMIT} that a graph can have", I::MANY);
        *self
    }
}

impl<I, T: Count<I>> Count<I> for &T {
    #[track_caller]
    fn count(&self) -> usize {
        T::count(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_up_to_the_limit_are_accepted_and_more_is_named() {
        assert_eq!(Node::check_count(LIMIT as u64).unwrap(), LIMIT);
        assert_eq!(
            EdgeId::check_count(LIMIT as u64 + 1).unwrap_err().to_string(),
            "4294967295 edges are more than the 4294967294 that this build can address"
        );
        assert!(Node::check_count(u64::MAX).is_err());
    }
}
