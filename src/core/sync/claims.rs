//! Claims: many trees grow at the same time, and no node is in two of them.
//!
//! A tree is identified by its *root*. Each node has a word that says which tree claimed it: first none, and
//! after the first claim always the same one. A tree is grown by one thread, so only that thread writes its
//! root:
//!
//! - What the thread reads about its *own* tree is exact, because it wrote all these words itself.
//! - What it reads about *other* trees may be stale, and then says "none". That does no harm: the claim
//!   itself is a compare-and-swap.
//!
//! Everything is relaxed: a claim protects no other data. Others read the owners only after the loop, whose
//! end orders the accesses ([`Claims::into_owners`]).

use crate::ids::Node;
use crate::primitives::{AtomicU32, Ordering};
use crate::{Result, memory};

/// No root.
const NONE: u32 = u32::MAX;

/// Which tree each node belongs to.
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

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The node now belongs to the claimer, permanently.
    Claimed,
    /// The node belongs to another tree, with this root.
    OwnedBy(Node),
}

impl Claims {
    /// `len` nodes, none of which is claimed.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn new(len: usize) -> Result<Self> {
        Ok(Self { owners: memory::from_fn("owners of nodes", len, |_| AtomicU32::new(NONE))? })
    }

    /// Claims a node for the tree of `root`.
    #[inline]
    pub fn claim(&self, node: Node, root: Node) -> Claim {
        let word = &self.owners[node.index()];
        match word.compare_exchange(NONE, root.into(), Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => Claim::Claimed,
            Err(owner) => Claim::OwnedBy(owner.into()),
        }
    }

    /// The root of the tree that owns a node. `None` may be stale by the time it is returned; a root never
    /// is.
    #[inline]
    pub fn owner(&self, node: Node) -> Option<Node> {
        let owner = self.owners[node.index()].load(Ordering::Relaxed);
        (owner != NONE).then(|| owner.into())
    }

    /// Whether the tree of `root` owns a node; never stale for the thread that claims for `root`.
    #[inline]
    pub fn is_owned_by(&self, node: Node, root: Node) -> bool {
        self.owners[node.index()].load(Ordering::Relaxed) == root.into()
    }

    /// The root that owns each node; [`u32::MAX`] where there is none.
    #[must_use]
    pub fn into_owners(self) -> Vec<u32> {
        self.owners.into_iter().map(AtomicU32::into_inner).collect() // in place
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn of_many_claims_to_a_node_one_succeeds_and_the_others_are_told_whose_it_is() {
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
