//! The protocol of meetings: a tree that meets another becomes part of it.
//!
//! A tree is identified by the node where it began, and is grown by one worker. When a tree has met another,
//! its worker *hands it over*: all arcs that leave the tree are sent to the other's worker in a message, and
//! the first worker is free to begin a new tree. The other worker *reads* its messages when it meets a tree
//! from which it has one, or when it has no arc left. From then on that tree is part of its own.
//!
//! **A worker's knowledge.** A worker knows exactly which nodes are in its tree: it has claimed them, or read
//! the message of the worker that claimed them. A tree that has been handed over, but not read, still counts
//! as another tree: its arcs are not among those from which the worker chooses. (If it counted as part of the
//! tree at once, the worker would skip the arcs to it, and then take an edge that is not the lightest of any
//! cut.) So only readers make links in [`DisjointSets`].
//!
//! **No worker waits.** One lock protects the messages and the record of handovers. It is held while messages
//! are moved, not while they are read. Scenarios:
//!
//! - *Two trees meet at once.* One gets the lock first and hands over. The second finds that the tree that it
//!   met has been handed over, follows the record, and arrives at itself: it reads its messages and goes on.
//! - *The other has been handed over itself*, read or not: the worker that finally has it gets the message.
//! - *The tree that hands over has unread messages*: they are passed on with it.
//! - *The other is complete*: impossible. A tree is complete when no arc leaves it. But it had the other arc
//!   of the edge by which it was met, and has either taken it or handed over.
//! - *The other worker does not run now*: the message waits until its turn comes.

use std::collections::HashMap;

use boscage_core::Result;
use boscage_core::fault::is_planted;
use boscage_core::graph::Node;
use boscage_core::primitives::Mutex;
use boscage_core::sync::DisjointSets;

use super::super::frontier::Frontier;

/// All trees, and the messages between them.
pub(super) struct Meetings<P> {
    /// Each tree that has been read is below the reader's.
    parts: DisjointSets,
    /// Each tree that has been handed over, read or not, is below the other. Linked under the lock.
    holders: DisjointSets,
    /// The messages of a tree: trees that have been handed over to it.
    inboxes: Mutex<HashMap<Node, Vec<Tree<P>>>>,
}

/// A tree: its name, its number of nodes, and the arcs that may leave it.
pub(super) struct Tree<P> {
    pub(super) name: Node,
    pub(super) size: usize,
    pub(super) arcs: Frontier<P>,
}

/// The result of a meeting.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meeting {
    /// The tree now belongs to another worker.
    HandedOver,
    /// The other had been handed over to this tree, and is now part of it.
    Joined,
}

impl<P: Copy + Ord> Meetings<P> {
    /// Creates the state for trees on this many nodes.
    pub(super) fn new(nodes: usize) -> Result<Self> {
        let (parts, holders) = (DisjointSets::new(nodes)?, DisjointSets::new(nodes)?);
        Ok(Self { parts, holders, inboxes: Mutex::new(HashMap::new()) })
    }

    /// Returns `true` if a tree is part of `own`. Exact if the caller is the worker of `own`.
    #[inline]
    pub(super) fn is_part(&self, tree: Node, own: Node) -> bool {
        if is_planted("join-unread-trees") {
            return self.holders.find(tree) == own;
        }
        self.parts.find(tree) == own
    }

    /// Handles the meeting of a tree with a node that the tree `other` has claimed.
    pub(super) fn meet(&self, tree: &mut Tree<P>, other: Node) -> Result<Meeting> {
        let own = tree.name;
        let mut inboxes = self.inboxes.lock();
        let other = self.holders.find(other);
        let mut messages = inboxes.remove(&own).unwrap_or_default();
        if other == own {
            drop(inboxes);
            self.read(messages, tree)?;
            return Ok(Meeting::Joined);
        }
        messages.push(Tree { name: own, size: tree.size, arcs: std::mem::take(&mut tree.arcs) });
        let others = inboxes.entry(other).or_default();
        if others.len() < messages.len() {
            std::mem::swap(others, &mut messages);
        }
        others.append(&mut messages);
        if is_planted("link-outside-lock") {
            drop(inboxes);
        }
        self.holders.link(own, other);
        Ok(Meeting::HandedOver)
    }

    /// Reads the messages of a tree that no arc leaves any more. Returns `false` if there was none: then the
    /// tree is complete.
    pub(super) fn complete(&self, tree: &mut Tree<P>) -> Result<bool> {
        let messages = self.inboxes.lock().remove(&tree.name).unwrap_or_default();
        let any = !messages.is_empty();
        self.read(messages, tree)?;
        Ok(any)
    }

    fn read(&self, messages: Vec<Tree<P>>, tree: &mut Tree<P>) -> Result<()> {
        messages.into_iter().try_for_each(|other| {
            self.parts.link(other.name, tree.name);
            tree.size += other.size;
            tree.arcs.absorb(other.arcs)
        })
    }

    /// Checks that all messages have been read.
    ///
    /// # Panics
    /// If one has not.
    pub(super) fn assert_read(self) {
        assert!(self.inboxes.into_inner().is_empty(), "every tree has been read by the one it was handed to");
    }
}
