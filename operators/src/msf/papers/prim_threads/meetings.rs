//! What happens when one tree meets another: it becomes part of the other.
//!
//! A tree is identified by the node where it began, and is grown by one worker. When a tree has met another,
//! its worker *hands it over*: all arcs that leave the tree go to the other's worker, as a letter, and the
//! first worker is free to begin a new tree. The other worker *reads* its letters when it meets a tree from
//! which it has a letter, or when it has no arc left. From then on that tree is part of its own.
//!
//! **What a worker knows.** A worker knows exactly which nodes are in its tree: it has claimed them, or read
//! the letter of the worker that claimed them. A tree that has been handed over, but not read, still counts
//! as another tree: its arcs are not among those from which the worker chooses. (If it counted as part of the
//! tree at once, the worker would skip the arcs to it, and then take an edge that is not the lightest of any
//! cut.) So only readers make links in [`DisjointSets`].
//!
//! **No worker waits.** One lock protects the letters and the record of who handed over to whom. It is held
//! while letters are moved, not while they are read. Scenarios:
//!
//! - *Two trees meet at once.* One gets the lock first and hands over. The second finds that the tree that it
//!   met has been handed over, follows the record, and arrives at itself: it reads its letters and goes on.
//! - *The other has been handed over itself*, read or not: the worker that finally has it gets the letter.
//! - *The tree that hands over has letters it has not read*: they go along.
//! - *The other is complete*: impossible. A tree is complete when no arc leaves it. But it had the other arc
//!   of the edge by which it was met, and has either taken it or handed over.
//! - *The other worker does not run now*: the letter waits until its turn comes.

use std::collections::HashMap;

use boscage_core::Result;
use boscage_core::fault::is_planted;
use boscage_core::graph::Node;
use boscage_core::primitives::Mutex;
use boscage_core::sync::DisjointSets;

use super::super::frontier::Frontier;

/// All trees, and what is on its way between them.
pub(super) struct Meetings<P> {
    /// Each tree that has been read is below the reader's.
    parts: DisjointSets,
    /// Each tree that has been handed over, read or not, is below the other. Linked under the lock.
    holders: DisjointSets,
    /// The letters of a tree: trees that have been handed over to it.
    post: Mutex<HashMap<Node, Vec<Tree<P>>>>,
}

/// A tree: its name, how many nodes it has, and the arcs that may leave it.
pub(super) struct Tree<P> {
    pub(super) name: Node,
    pub(super) size: usize,
    pub(super) arcs: Frontier<P>,
}

/// What became of a meeting.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meeting {
    /// The tree is another's now.
    HandedOver,
    /// The other was on its way to this tree, and has become part of it.
    Joined,
}

impl<P: Copy + Ord> Meetings<P> {
    /// For trees that begin at one of this many nodes.
    pub(super) fn new(nodes: usize) -> Result<Self> {
        let (parts, holders) = (DisjointSets::new(nodes)?, DisjointSets::new(nodes)?);
        Ok(Self { parts, holders, post: Mutex::new(HashMap::new()) })
    }

    /// Whether a tree is part of the caller's. Exact, if the caller is the worker of `own`.
    #[inline]
    pub(super) fn is_part(&self, tree: Node, own: Node) -> bool {
        if is_planted("join-unread-trees") {
            return self.holders.find(tree) == own;
        }
        self.parts.find(tree) == own
    }

    /// The tree has met a node that the tree `other` has claimed.
    pub(super) fn meet(&self, tree: &mut Tree<P>, other: Node) -> Result<Meeting> {
        let own = tree.name;
        let mut post = self.post.lock();
        let other = self.holders.find(other);
        let mut letters = post.remove(&own).unwrap_or_default();
        if other == own {
            drop(post);
            self.read(letters, tree)?;
            return Ok(Meeting::Joined);
        }
        letters.push(Tree { name: own, size: tree.size, arcs: std::mem::take(&mut tree.arcs) });
        let others = post.entry(other).or_default();
        if others.len() < letters.len() {
            std::mem::swap(others, &mut letters);
        }
        others.append(&mut letters);
        if is_planted("link-outside-lock") {
            drop(post);
        }
        self.holders.link(own, other);
        Ok(Meeting::HandedOver)
    }

    /// No arc leaves the tree any more: reads its letters. Whether there was one; otherwise it is complete.
    pub(super) fn complete(&self, tree: &mut Tree<P>) -> Result<bool> {
        let letters = self.post.lock().remove(&tree.name).unwrap_or_default();
        let any = !letters.is_empty();
        self.read(letters, tree)?;
        Ok(any)
    }

    fn read(&self, letters: Vec<Tree<P>>, tree: &mut Tree<P>) -> Result<()> {
        letters.into_iter().try_for_each(|other| {
            self.parts.link(other.name, tree.name);
            tree.size += other.size;
            tree.arcs.absorb(other.arcs)
        })
    }

    /// # Panics
    /// If a letter has not been read.
    pub(super) fn assert_read(self) {
        assert!(self.post.into_inner().is_empty(), "every tree has been read by the one it was handed to");
    }
}
