//! Node and edge ids: 32-bit positions that cannot be confused with each other or with plain numbers.

use std::fmt;

use bytemuck::{Pod, Zeroable};

use crate::{Error, Result};

/// The most nodes, and the most edges, a graph in memory can have: 2^32 - 2.
///
/// The two largest 32-bit numbers are never ids, so structures may use them to say "none".
pub const LIMIT: usize = u32::MAX as usize - 1;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
        #[repr(transparent)]
        pub struct $name(u32);

        impl $name {
            /// The id at a position.
            ///
            /// # Panics
            /// In debug builds, if `index` is not below [`LIMIT`].
            #[must_use]
            #[inline]
            pub const fn new(index: usize) -> Self {
                debug_assert!(index < LIMIT);
                Self(index as u32)
            }

            /// The position, to index arrays with.
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Whether this many ids fit.
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

        impl From<u32> for $name {
            #[inline]
            fn from(index: u32) -> Self {
                Self::new(index as usize)
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
    Node,
    "nodes"
);
id!(
    /// An edge: its position among the edges of the input.
    EdgeId,
    "edges"
);

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
