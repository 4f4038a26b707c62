//! Claims: many trees grow at the same time, and each node belongs to one of them.
//!
//! Each node has a word with the root of the tree that claimed it: at first none, and after the first claim
//! always the same one. One thread grows a tree, so only this thread writes the tree's root:
//!
//! - A thread reads exact values about its *own* tree, because it wrote all these words itself.
//! - A thread may read stale values about *other* trees: "none". This is harmless, because a claim is a
//!   compare-and-swap.
//!
//! All accesses are relaxed: a claim protects no other data. Owners are read after the loop, whose end orders
//! the accesses ([`Claims::into_owners`]).

use crate::ids::{Count, Node};
use crate::primitives::{AtomicU32, Ordering};
use crate::{Result, memory};

/// No root.
const NONE: u32 = u32::MAX;

/// The tree to which each node belongs, while many trees grow at the same time: a node belongs to the first
/// tree that claims it.
///
/// A tree is identified by its root, and grown by one thread.
///
/// # Determinism
/// Nondeterministic: if several trees claim a node, the timing decides.
///
/// # Memory
/// 4 bytes per node.
///
/// # Examples
///
/// ```
/// use boscage::{graph::Node, sync::{Claim, Claims}};
///
/// let claims = Claims::new(3)?;
/// let (tree, other, node) = (Node::new(0), Node::new(2), Node::new(1));
/// assert_eq!(claims.claim(node, tree), Claim::Claimed);
/// assert_eq!(claims.claim(node, other), Claim::OwnedBy(tree));
/// assert!(claims.is_owned_by(node, tree) && claims.owner(other).is_none());
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct Claims {
    owners: Vec<AtomicU32>,
}

/// The result of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The node now belongs to the claiming tree, permanently.
    Claimed,
    /// The node belongs to another tree, with this root.
    OwnedBy(Node),
}

impl Claims {
    /// Creates claims for the nodes of a graph, or for a number of nodes. No node is claimed.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn new(of: impl Count<Node>) -> Result<Self> {
        let len = of.count();
        Ok(Self { owners: memory::from_fn("owners of nodes", len, |_| AtomicU32::new(NONE))? })
    }

    /// Claims a node for the tree of `root`.
    #[inline]
    #[track_caller]
    pub fn claim(&self, node: impl Into<Node>, root: impl Into<Node>) -> Claim {
        let (node, root) = (node.into(), root.into());
        let word = &self.owners[node.index()];
        match word.compare_exchange(NONE, root.into(), Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => Claim::Claimed,
            Err(owner) => Claim::OwnedBy(owner.into()),
        }
    }

    /// Returns the root of the tree that owns a node, or `None` if it has no owner. By the time `None` is
    /// returned, another thread may have claimed the node; an owner never changes.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn owner(&self, node: impl Into<Node>) -> Option<Node> {
        let node = node.into();
        let owner = self.owners[node.index()].load(Ordering::Relaxed);
        (owner != NONE).then(|| owner.into())
    }

    /// Returns `true` if the tree of `root` owns a node. Always up to date on the thread that claims for
    /// `root`.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn is_owned_by(&self, node: impl Into<Node>, root: impl Into<Node>) -> bool {
        let (node, root) = (node.into(), root.into());
        self.owners[node.index()].load(Ordering::Relaxed) == root.into()
    }

    /// Returns the root that owns each node; [`u32::MAX`] for unclaimed nodes.
    #[must_use]
    pub fn into_owners(self) -> Vec<u32> {
        self.owners.into_iter().map(AtomicU32::into_inner).collect() // in place
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn one_of_many_claims_to_a_node_succeeds_and_the_others_get_its_owner() {
        let claims = Claims::new(100).unwrap();
        let outcomes: Vec<Vec<Claim>> = std::thread::scope(|scope| {
            let claim_all = |root| (0..100).map(Node::new).map(move |node| (node, Node::new(root)));
            let claimers = [7, 3, 50].map(|root| {
                let claims = &claims;
                scope.spawn(move || claim_all(root).map(|(node, root)| claims.claim(node, root)).collect())
            });
            claimers.map(|claimer| claimer.join().unwrap()).into()
        });
        for (node, owner) in claims.into_owners().into_iter().enumerate() {
            for (root, outcomes) in [7, 3, 50].into_iter().zip(&outcomes) {
                let expected = if root == owner { Claim::Claimed } else { Claim::OwnedBy(owner.into()) };
                assert_eq!(outcomes[node], expected);
            }
        }
        assert_eq!(Claims::new(2).unwrap().into_owners(), [NONE; 2]);
    }
}
