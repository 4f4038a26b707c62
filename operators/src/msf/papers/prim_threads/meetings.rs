//! What happens when one tree meets another: it becomes part of it.
//!
//! A tree is named by the node it began at, and grown by one worker. The worker of a tree that has met
//! another
//! *hands over*: all arcs that leave its tree go to the other's, as a letter, and it is free to begin a new
//! tree. The other worker *reads* its letters when it meets a tree that it has a letter from, or when no
//! arc is left to it; from then on what was that tree is part of its own.
//!
//! **What a worker knows.** Which nodes are in its tree it knows exactly: it has claimed them, or read the
//! letter of the worker that had. A tree that has been handed over, but not read, is still another: its arcs
//! are not among those that the worker chooses from. (Were it one as soon as it is handed over, the worker
//! would pass over the arcs to it, and next take what is not the lightest edge of any cut.) So links of
//! [`DisjointSets`] are made by readers alone.
//!
//! **No worker waits.** There is one lock, over letters and over who hands over to whom; it is held while
//! letters are moved, not while they are read. Scenarios:
//!
//! - *Two trees meet at once.* One gets the lock first and hands over. The second finds that the tree it met
//!   has been handed over, follows to whom, and arrives at itself: it reads its letters and goes on.
//! - *The other has been handed over itself*, read or not: the worker that has it in the end gets the letter.
//! - *The tree that hands over has letters it has not read*: they go along.
//! - *The other is complete*: impossible. A tree is complete when no arc leaves it; but of the edge by which
//!   it was met, it has had the other arc, and has either taken it or handed over.
//! - *The other worker does not run now*: the letter lies there until its turn comes.

use std::collections::HashMap;

use boscage::Result;
use boscage::fault::is_planted;
use boscage::graph::Node;
use boscage::primitives::Mutex;
use boscage::sync::DisjointSets;

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
